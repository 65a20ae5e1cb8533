/* A plan, or a call without values, from shapes: updates get the type and the shape that they must have. */
#ifndef STREW_TESTS_TENSORS_H
#define STREW_TESTS_TENSORS_H

#include <stdint.h>

#include <strew/strew.h>

#include "fixture.h"
#include "operators.h"

typedef struct tensors {
    strew_tensor data, indices, updates;
    int64_t updates_shape[STREW_MAX_RANK];
    reference_call call; /* of these tensors */
} tensors;

/* Valid as long as both are. */
void make_tensors(const scatter *scatter, tensors *to);

/* Fails the test if the plan is rejected. */
strew_plan plan_scatter(const scatter *scatter);

/* A sum of float32: data [4, 3, 2], and n tuples of two components, or along axis 1, whose size is 3. */
scatter small_scatter(reference_operator op, strew_dtype index_dtype, int64_t n);

#endif
