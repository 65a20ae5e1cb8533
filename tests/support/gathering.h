/* Gathers by the reference, which has them as the way back of scatters, and one gather on guarded buffers. */
#ifndef STREW_TESTS_GATHERING_H
#define STREW_TESTS_GATHERING_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fill.h"
#include "guarded.h"
#include "reference.h"

/* In the order of the scatters whose way back they are. GATHER_OPERATORS have a form of one call, and GATHER_TAKE has none. */
typedef enum gather_operator { GATHER_ND, GATHER_ELEMENTS, GATHER, GATHER_OPERATORS, GATHER_TAKE = GATHER_OPERATORS } gather_operator;

/* As the public header calls it: "gather_nd". */
const char *gather_operator_name(gather_operator op);

typedef struct gather_call {
    gather_operator op;
    const strew_tensor *data, *indices;
    int64_t axis, batch_dims;     /* those that the operator has */
    const strew_options *options; /* NULL is the default. Only policy, negative, fill, and whether the profile wraps count */
    /* For the library alone: see reference_call. */
    const strew_tensor *output, *components;
    int32_t n_components;
} gather_call;

/* As plan_call, run_call, prepare_call and make_call do for scatters. */
strew_call call_of_gather(const gather_call *call);
strew_status plan_gather_call(strew_plan *plan, const gather_call *call, strew_fault *fault);
strew_status run_gather_call(const strew_plan *plan, void *output, const gather_call *call, const void *prepared,
                             const strew_resources *resources, strew_fault *fault);
strew_status prepare_gather_call(const strew_plan *plan, const gather_call *call, void *prepared, size_t prepared_bytes,
                                 strew_fault *fault);
strew_status make_gather(void *output, const gather_call *call, strew_fault *fault);

/* ---- The reference ------------------------------------------------------------------------------------------------------------------- */

/* The shape of output; returns its rank. Shapes must be right, here and below. */
int32_t gather_shape(const gather_call *call, int64_t shape[STREW_MAX_RANK]);

/* The loop, into a dense output: of the dtype of call->output, where that is another than data's. Indices must be right, except under the
 * policies skip and clamp. */
void reference_gather(void *output, const gather_call *call);

/* Finds the first component out of bounds, in row-major order and whatever the policy; returns whether there is one. */
int gather_is_out_of_bounds(const gather_call *call, reference_position *position);

/* ---- Guarded buffers ----------------------------------------------------------------------------------------------------------------- */

/* What to gather. */
typedef struct gather {
    gather_operator op;
    strew_dtype dtype, index_dtype;
    strew_options options; /* without the size, and the instruction set, which every plan sets */
    int64_t axis, batch_dims;
    int32_t data_rank, indices_rank;
    int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK];
} gather;

typedef struct gathering {
    guarded data, indices, output, prepared;
    unsigned char *expected, *unlike;
    gather what;
    strew_tensor data_tensor, indices_tensor;
    gather_call call; /* of these tensors and options without an instruction set */
    size_t n_components, output_bytes;
    uint64_t random;
} gathering;

gathering gathering_open(size_t capacity, uint64_t seed);
void gathering_close(gathering *gathering);

/* Places the buffers, each at a random end and distance from the guard page, and fills data. Indices are random, `out_of_bounds` of 16 out
 * of bounds. Do not move a gathering afterwards: its tensors point into it. */
void gathering_draw(gathering *gathering, const gather *what, unsigned out_of_bounds);

/* Component `position` of the indices. */
void gathering_write_index(gathering *gathering, size_t position, int64_t value);

/* Moves all buffers to the guard page of one end. */
void gathering_flush(gathering *gathering, placement end);

/* Computes the expected output by the reference. */
void gathering_expect(gathering *gathering);

/* Runs a plan; compares every byte of output and around the buffers. Prints a difference and returns 0. */
int gathering_run(gathering *gathering, const strew_plan *plan, const strew_resources *resources);

/* The same with indices that are prepared first, in memory of exactly the required size next to a guard page. */
int gathering_run_prepared(gathering *gathering, const strew_plan *plan, const strew_resources *resources);

/* Plans for an instruction set and runs: by both forms, and with prepared indices. */
int gathering_works(gathering *gathering, strew_isa isa);

/* The same for a call that must be rejected: both forms return the status, and output stays as it was. *fault is the last one. */
int gathering_is_rejected(gathering *gathering, strew_isa isa, strew_status status, strew_fault *fault);

#endif
