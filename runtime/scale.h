/* Scales: conversions between float32 and a narrow dtype, by factors. */
#ifndef STREW_SCALE_H
#define STREW_SCALE_H

#include "convert.h"
#include "dispatch.h"
#include "factors.h"
#include "plan_pool.h"
#include "plan_state.h"

#if STREW_BUILD_CONVERSIONS
/* Where scales are, and what is done with them. The digits follow. */
typedef struct STREW_MAY_ALIAS strew_scale_map {
    const strew_scale_kernel *kernel;
    float largest; /* see strew_scaling */
    int8_t divides;
    strew_factors at;
} strew_scale_map;

/* Behind the conversion, of a plan that has a scale. */
static inline strew_scale_map *strew_scale_map_of(const strew_plan_state *plan)
{
    return (strew_scale_map *)(uintptr_t)(strew_conversion_of(plan) + 1);
}

/* What a plan of integers with zero points knows besides. Their steps are counted in elements, because two of them may share a byte; their
 * digits follow. */
typedef struct STREW_MAY_ALIAS strew_affine {
    const strew_affine_kernel *kernel;
    strew_factors zeros;
} strew_affine;

static inline strew_affine *strew_affine_of(const strew_plan_state *plan)
{
    return (strew_affine *)(uintptr_t)(strew_pool_of(plan) + plan->at.affine);
}

/* Slices of at most so many elements are converted some at a time, as many as have room, and wider ones alone. */
enum { STREW_SCALED_ELEMENTS = 64 };

/* The scales of elements of a slice from `first` on: where they are, if these are many and have one for all, or one after the other;
 * otherwise a copy of those of a group. Returns of how many elements, at most n. */
size_t strew_find_scales(const strew_scale_map *map, const unsigned char *scale, size_t first, size_t n, strew_scaling *scaling,
                         float *copy);

/* How a plan scales, with the scales still to be found. */
static inline strew_scaling strew_scaling_of(const strew_scale_map *map)
{
    return (strew_scaling){NULL, 0, map->divides, map->largest};
}

/* Converts n elements of updates to the dtype of data, or of data to that of output: by way of float32, some at a time. Its callers are
 * frames themselves, as those of strew_convert are. */
static STREW_INLINE void strew_convert_scaled(const strew_plan_state *plan, unsigned char *to, const unsigned char *from, size_t n,
                                              const strew_scaling *scaling)
{
    float wide[STREW_SCALED_ELEMENTS];
    const strew_scale_kernel *kernel = strew_scale_map_of(plan)->kernel;
    const strew_conversion *conversion = strew_conversion_of(plan);
    const size_t narrow_bytes = (size_t)plan->element_bytes, bytes = (size_t)plan->converted_bytes;
    const int is_single = bytes == sizeof *wide && conversion->clamp == NULL, is_gather = plan->is_gather;
    const size_t max = is_single ? n : STREW_SCALED_ELEMENTS;
    strew_scaling here = *scaling;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        unsigned char *narrow_to = to + done * narrow_bytes, *wide_to = is_single ? to + done * bytes : (unsigned char *)wide;
        const unsigned char *wide_from = is_single ? from + done * bytes : (unsigned char *)wide;
        if (scaling->step != 0) here.scales = (const unsigned char *)scaling->scales + done * sizeof *wide;
        if (is_gather) kernel->dequantize(wide_to, from + done * narrow_bytes, n_here, &here);
        if (!is_single) {
            strew_convert_by_steps(conversion, is_gather ? to + done * bytes : (unsigned char *)wide,
                                   is_gather ? (unsigned char *)wide : from + done * bytes, n_here);
        }
        if (!is_gather) kernel->quantize(narrow_to, wide_from, n_here, &here);
    }
}

/* The kernel that scales, combines or converts; or of a scatter, that writes what was converted. NULL where output is made without one. */
static inline const strew_kernel *strew_converting_kernel(const strew_plan_state *plan)
{
    const strew_conversion *conversion = strew_conversion_of(plan);
    const strew_apply_kernel *whole = strew_whole_conversion(conversion);
    if (strew_is_affine(plan)) return &strew_affine_of(plan)->kernel->kernel;
    if (strew_scales(plan)) return &strew_scale_map_of(plan)->kernel->kernel;
    if (strew_is_mixed(plan)) return &strew_combination_of(plan)->combine->kernel;
    if (plan->is_scatter && plan->reduction != STREW_REDUCTION_NONE) return strew_writing_kernel(plan);
    if (conversion->whole != NULL) return NULL;
    if (whole == NULL && plan->is_scatter) return strew_writing_kernel(plan);
    const strew_apply_kernel *last = whole != NULL ? whole : conversion->write;
    return last != NULL ? &last->kernel : NULL;
}

/* The kernel that a plan writes with, or NULL. */
static inline const strew_kernel *strew_kernel_of(const strew_plan_state *plan)
{
    const int is_empty = (plan->is_scatter && !strew_applies(plan)) || (plan->is_gather && !strew_fetches(plan));
    return strew_converts(plan) && !is_empty ? strew_converting_kernel(plan) : strew_writing_kernel(plan);
}
#else
#define strew_kernel_of(plan) strew_writing_kernel(plan)
#endif

#endif /* STREW_SCALE_H */
