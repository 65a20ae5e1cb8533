/* One scatter on guarded buffers, by the library under every instruction set of the machine and by the reference. */
#ifndef STREW_TESTS_STAGE_H
#define STREW_TESTS_STAGE_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fill.h"
#include "guarded.h"
#include "isas.h"

typedef enum pattern {
    SCATTERED, /* random slices, many of them more than once */
    RUN,       /* each slice is the neighbour of the one before */
    REVERSE,
    SAME, /* one slice over and over */
    PATTERNS
} pattern;

/* What to scatter. data has the shape sizes ++ [width], so that k = n_sizes; the slices are the last dimension. */
typedef struct job {
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
    const int64_t *sizes;
    int32_t n_sizes;
    size_t width, n_tuples;
    pattern pattern;
    contents contents;
} job;

typedef struct stage {
    guarded data, indices, updates, output, workspace;
    unsigned char *expected;
    size_t capacity;
    uint64_t random;
    /* The job as tensors; values are those of the guarded buffers. */
    strew_tensor data_tensor, indices_tensor, updates_tensor;
    int64_t data_shape[STREW_MAX_RANK + 1], indices_shape[2], updates_shape[2];
    int is_at_end;     /* buffers touch the guard page behind them, or the one before */
    int has_workspace; /* runs get one: of exactly the bytes that the plan asks for, and full of garbage */
    size_t n_data, n_data_bytes;
} stage;

/* Room for buffers of `capacity` bytes each. */
stage stage_open(size_t capacity, uint64_t seed);
void stage_close(stage *stage);

/* Places and fills the buffers and lets the reference compute what is expected. */
void stage_prepare(stage *stage, const job *job);

/* Writes one component of the indices, and reads it. */
void stage_set_index(stage *stage, size_t tuple, int32_t component, int64_t value);
int64_t stage_get_index(const stage *stage, size_t tuple, int32_t component);

/* Plans under a cap. Fails the test if that is refused. */
strew_plan stage_plan(const stage *stage, strew_reduction reduction, strew_isa isa);

/* Runs the plan, out of place or in place, and compares every byte of output and of what surrounds the buffers. Returns whether all is
 * well; prints what is not. */
int stage_run(stage *stage, const strew_plan *plan, int is_in_place);

/* Runs the plan, which must be refused, out of place and in place; output must not change. The fault of the last is left in *fault. */
int stage_run_refused(stage *stage, const strew_plan *plan, strew_status status, strew_fault *fault);

#endif
