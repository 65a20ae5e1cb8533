/* A plan, or a call without values, from shapes: updates get the type and the shape that they must have. */
#ifndef STREW_TESTS_TENSORS_H
#define STREW_TESTS_TENSORS_H

#include <stdint.h>

#include <strew/strew.h>

#include "fixture.h"
#include "operators.h"

/* A sum of float32 by indices of int64 under the default options; what should differ is changed afterwards. SHAPE(4, 3) is both
 * arguments of a shape. */
scatter scatter_of(reference_operator op, int64_t axis, int32_t data_rank, const int64_t *data_shape, int32_t indices_rank,
                   const int64_t *indices_shape);
#define SHAPE(...) (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), ((int64_t[]){__VA_ARGS__})

/* The same with batch dimensions, of which indices_shape has those of data. */
scatter batches_of(int64_t batch_dims, scatter scatter);

/* data [4, 3, 2], and n tuples of two components, or along axis 1, whose size is 3. */
scatter small_scatter(reference_operator op, strew_dtype index_dtype, int64_t n);

/* So much work that threads share it: by outer indices, positions, columns of wide slices, and selections of tuples; some of them have
 * batches. */
enum { SHARED_SCATTERS = 11 };
scatter shared_scatter(size_t i);

/* Tuples that name all of data, tensors without elements, and ones of a single element; the last one has many of all. */
enum { EDGE_SCATTERS = 8 };
scatter edge_scatter(size_t i);

typedef struct tensors {
    strew_tensor data, indices, updates;
    int64_t updates_shape[STREW_MAX_RANK];
    reference_call call; /* of these tensors */
} tensors;

/* Valid as long as both are. */
void make_tensors(const scatter *scatter, tensors *to);

/* Fails the test if the plan is rejected. */
strew_plan plan_scatter(const scatter *scatter);

#endif
