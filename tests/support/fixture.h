/* One scatter on guarded buffers, by the library under any instruction set of the machine and by the reference. */
#ifndef STREW_TESTS_FIXTURE_H
#define STREW_TESTS_FIXTURE_H

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
    strew_options options; /* without the size, and the instruction set, which every plan sets */
    int64_t axis;          /* of scatter_elements and scatter_update */
    int64_t batch_dims;    /* of scatter_nd and scatter_update */
    int32_t data_rank, indices_rank;
    int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK];
    contents contents;
} scatter;

typedef enum pattern {
    SCATTERED, /* random slices, many of them more than once */
    RUN,       /* each slice follows the one before */
    REVERSE,
    SAME, /* one slice for all tuples */
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

typedef struct fixture {
    guarded data, indices, updates, output, workspace, prepared;
    unsigned char *expected, *unlike; /* the expected output; contents that output must keep */
    size_t capacity;
    uint64_t random;
    /* The call of the last fixture_place; its values are the guarded buffers. The options have no instruction set. */
    reference_call call;
    strew_options options;
    strew_tensor data_tensor, indices_tensor, updates_tensor;
    int64_t data_shape[STREW_MAX_RANK], indices_shape[STREW_MAX_RANK], updates_shape[STREW_MAX_RANK];
    size_t n_data, n_data_bytes, n_components; /* elements and bytes of data, elements of indices */
    int is_flush;                              /* buffers are next to the guard page of this end: see fixture_flush */
    placement end;
    int has_workspace; /* runs get one, of exactly the size that the plan requires and full of garbage */
    int32_t n_threads; /* runs use a pool of so many, whose tasks run in random order; 0: no pool */
    int is_prepared;   /* runs prepare their indices first, in memory of exactly the required size */
} fixture;

/* Room for buffers of `capacity` bytes each. Do not move a fixture after fixture_place: its tensors point into it. */
fixture fixture_open(size_t capacity, uint64_t seed);
void fixture_close(fixture *fixture);

/* ---- Preparing ----------------------------------------------------------------------------------------------------------------------- */

/* Places the buffers, each at a random end and distance from the guard page, and fills data and updates. */
void fixture_place(fixture *fixture, const scatter *scatter);
/* The same for a call that has shapes; takes no values. */
void fixture_place_call(fixture *fixture, const reference_call *call, contents contents);

/* Moves all buffers to the guard page of one end; workspace and prepared indices go there, too. Keeps their contents and the
 * expected output. Valid until the next fixture_place. */
void fixture_flush(fixture *fixture, placement end);

/* Element `position` of the indices. */
void fixture_write_index(fixture *fixture, size_t position, int64_t value);
int64_t fixture_read_index(const fixture *fixture, size_t position);
/* The same, by tuple and component. */
void fixture_set_index(fixture *fixture, size_t tuple, int32_t component, int64_t value);
int64_t fixture_get_index(const fixture *fixture, size_t tuple, int32_t component);

/* The size of the dimension of data that element `position` of the indices indexes. */
int64_t fixture_size_at(const fixture *fixture, size_t position);
/* A random index in bounds, negative in a third of all cases where negative indices wrap. And one out of bounds, which a comparison in too
 * few bits or with a wrong sign takes for one in bounds. */
int64_t fixture_in_bounds(fixture *fixture, int64_t size);
int64_t fixture_out_of_bounds(fixture *fixture, int64_t size);

/* Random indices, `out_of_bounds` of 16 out of bounds. */
void fixture_draw_indices(fixture *fixture, unsigned out_of_bounds);

/* Computes the expected output by the reference. */
void fixture_expect(fixture *fixture);

/* All of the above for a job of scatter_nd. */
void fixture_prepare(fixture *fixture, const job *job);

/* ---- Running ------------------------------------------------------------------------------------------------------------------------- */

/* Plans with an instruction set as the cap. Fails the test if the plan is rejected. */
strew_plan fixture_plan(const fixture *fixture, strew_isa isa);

/* Runs the plan, out of place or in place, and compares every byte of output and around the buffers. Prints a difference and returns 0. */
int fixture_run(fixture *fixture, const strew_plan *plan, int is_in_place);

/* The same by the one-call form. */
int fixture_call(fixture *fixture, strew_isa isa, int is_in_place);

/* Runs the plan, which must be rejected, out of place and in place; output must not change. *fault is that of the last run. */
int fixture_run_rejected(fixture *fixture, const strew_plan *plan, strew_status status, strew_fault *fault);

/* The same by the one-call form. */
int fixture_call_rejected(fixture *fixture, strew_isa isa, strew_status status, strew_fault *fault);

/* The current call in one line. Valid until the next call of this. */
const char *fixture_describe(const fixture *fixture);

#endif
