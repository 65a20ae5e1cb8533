/* One scatter on guarded buffers, by the library under every instruction set of the machine and by the reference. */
#ifndef STREW_TESTS_STAGE_H
#define STREW_TESTS_STAGE_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "reference.h"

/* What to scatter, by any operator. */
typedef struct scatter {
    reference_operator op;
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
    strew_options options; /* but for the instruction set, which every plan has its own of */
    int64_t axis;          /* of scatter_elements and scatter_update */
    int32_t data_rank, indices_rank;
    int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK];
    contents contents;
} scatter;

typedef enum pattern {
    SCATTERED, /* random slices, many of them more than once */
    RUN,       /* each slice is the neighbour of the one before */
    REVERSE,
    SAME, /* one slice over and over */
    PATTERNS
} pattern;

/* What to scatter by scatter_nd: data has the shape sizes ++ [width], so that k = n_sizes; the slices are the last dimension. */
typedef struct job {
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
    strew_options options;
    const int64_t *sizes;
    int32_t n_sizes;
    size_t width, n_tuples;
    pattern pattern;
    contents contents;
} job;

typedef struct stage {
    guarded data, indices, updates, output, workspace, prepared;
    unsigned char *expected, *unlike; /* what output must come to; what it holds where it must stay as it is */
    size_t capacity;
    uint64_t random;
    /* What was placed last; values are those of the guarded buffers. The options have no instruction set. */
    reference_call call;
    strew_options options;
    strew_tensor data_tensor, indices_tensor, updates_tensor;
    int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
    size_t n_data, n_data_bytes, n_components; /* elements and bytes of data, elements of indices */
    int is_flush;                              /* buffers touch the guard page of this end: see stage_flush */
    placement end;
    int has_workspace; /* runs get one: of exactly the bytes that the plan asks for, and full of garbage */
    int32_t n_threads; /* runs are shared by so many, one after another in any order; 0: by none */
    int is_prepared;   /* runs prepare their indices first, in memory of exactly the bytes that this asks for */
} stage;

/* Room for buffers of `capacity` bytes each. A stage must stay where it is once something has been placed: its tensors point into it. */
stage stage_open(size_t capacity, uint64_t seed);
void stage_close(stage *stage);

/* ---- Preparing ---------------------------------------------------------------------------------------------------------------------- */

/* Places the buffers, and fills data and updates. Each buffer lies at an end of its own and so far away from the guard page as is drawn:
 * no loop of a test is in step with that. */
void stage_place(stage *stage, const scatter *scatter);

/* Moves what was placed, so that all buffers touch the guard page of one end; what runs get besides is placed there, too. Contents and
 * what is expected stay what they are. Good until the next stage_place. */
void stage_flush(stage *stage, placement end);

/* Element `position` of the indices. */
void stage_write_index(stage *stage, size_t position, int64_t value);
int64_t stage_read_index(const stage *stage, size_t position);
/* The same, by tuple and component. */
void stage_set_index(stage *stage, size_t tuple, int32_t component, int64_t value);
int64_t stage_get_index(const stage *stage, size_t tuple, int32_t component);

/* The size of the dimension of data that element `position` of the indices indexes. */
int64_t stage_size_at(const stage *stage, size_t position);
/* A random index inside, negative in a third of all cases where negative ones wrap; and one outside, near or far, which a narrow or
 * careless comparison would take for inside. */
int64_t stage_inside(stage *stage, int64_t size);
int64_t stage_outside(stage *stage, int64_t size);

/* Random indices, `outside` of 16 outside. */
void stage_draw_indices(stage *stage, unsigned outside);

/* Lets the reference compute what is expected. */
void stage_expect(stage *stage);

/* All of this for a job of scatter_nd. */
void stage_prepare(stage *stage, const job *job);

/* ---- Running ------------------------------------------------------------------------------------------------------------------------ */

/* Plans under a cap. Fails the test if that is refused. */
strew_plan stage_plan(const stage *stage, strew_isa isa);

/* Runs the plan, out of place or in place, and compares every byte of output and of what surrounds the buffers. Returns whether all is
 * well; prints what is not. */
int stage_run(stage *stage, const strew_plan *plan, int is_in_place);

/* The same by the one-call form. */
int stage_call(stage *stage, strew_isa isa, int is_in_place);

/* Runs the plan, which must be refused, out of place and in place; output must not change. The fault of the last is left in *fault. */
int stage_run_refused(stage *stage, const strew_plan *plan, strew_status status, strew_fault *fault);

/* What was placed last, in one line. Good until the next call. */
const char *stage_describe(const stage *stage);

#endif
