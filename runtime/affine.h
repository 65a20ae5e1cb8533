/* Integers with zero points: (q - zero point) * scale, which gathers read. Scales and zero points have strides of their own, and each is
 * one for some neighbours of a slice. */
#ifndef STREW_AFFINE_H
#define STREW_AFFINE_H

#include "scale.h"

#if STREW_BUILD_CONVERSIONS
/* Takes room for what a plan knows of its zero points, which begins with zeros; NULL if there is none. */
strew_affine *strew_take_affine(strew_plan_state *plan);

/* The bytes of integers, if their extent counts elements: of which two may share a byte. */
strew_extent strew_affine_extent(strew_extent elements, strew_dtype dtype);

/* Where slices of data and their factors are: those of an outer index, whose slice indices count from slice number `base`. */
typedef struct strew_affine_slices {
    const unsigned char *data, *scale, *zero_points;
    size_t stride_bytes, slice_bytes, outer;
    uint64_t base;
} strew_affine_slices;

/* Fetches n slices, which are `step` bytes apart in output. */
void strew_fetch_affine(const strew_plan_state *plan, unsigned char *output, ptrdiff_t step, const strew_affine_slices *slices,
                        const uint32_t *slice_indices, size_t n);

/* Reads one element, as if its scale were 1 and its zero point 0, or both of a byte. Returns how many. */
size_t strew_read_affine_element(float *to, const unsigned char *element, strew_dtype dtype);
#endif

#endif /* STREW_AFFINE_H */
