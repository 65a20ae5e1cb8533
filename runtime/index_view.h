/* Indices of any integer type and with any strides. Kernels read dense int32 and int64; what is neither is staged for them: copied block by
 * block to a buffer on the stack. */
#ifndef STREW_INDEX_VIEW_H
#define STREW_INDEX_VIEW_H

#include "plan_state.h"

#include <string.h>

/* What a tensor of indices holds: single indices; tuples, whose components are its last dimension; tuples whose components are tensors of
 * their own; or offsets, which say the single index of each tuple. */
typedef enum strew_index_form { STREW_SINGLE_INDICES, STREW_TUPLES, STREW_APART_COMPONENTS, STREW_OFFSETS } strew_index_form;

/* Sets how a plan reads indices, each of so many bytes. */
void strew_set_index_view(strew_plan_state *plan, const strew_tensor *indices, int64_t bytes, strew_index_form form);

/* Where component c of tuple 0 is, if components are tensors of their own. The caller's pointers may be anywhere, as all indices may. */
static inline const unsigned char *strew_component_of(const void *indices, int32_t c)
{
    const unsigned char *component;
    memcpy(&component, (const unsigned char *)indices + (size_t)c * sizeof component, sizeof component);
    return component;
}

/* An integer of an index type; and n of them, that are stride_bytes apart. What int64 does not have counts as 2^63 - 1: see below. */
int64_t strew_read_index(const unsigned char *from, strew_dtype dtype);
void strew_read_indices(int64_t *to, const unsigned char *from, ptrdiff_t stride_bytes, strew_dtype dtype, size_t n);

/* Component c of a tuple, as it is stored. An index that int64 does not have, of 2^63 or more, counts as 2^63 - 1: it is out of bounds too,
 * because no dimension is larger. */
int64_t strew_index_at(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, int32_t c);

/* Whether a component of a tuple is the index that passes it over. */
int strew_is_ignored(const strew_plan_state *plan, const unsigned char *indices, size_t tuple);

/* Copies n tuples, from tuple `first` on and `step` apart, as integers of plan->index_bytes. Flat indices of several dimensions become
 * slice indices, or the plan's n_slices where they are out of bounds after the policy. */
void strew_stage_indices(const strew_plan_state *plan, unsigned char *staged, const unsigned char *indices, size_t first, size_t step,
                         size_t n);

#endif /* STREW_INDEX_VIEW_H */
