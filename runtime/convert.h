/* Elements of one dtype as those of another: of updates that have another dtype than data, and of a gather's output. Or elements of any
 * dtypes by one function, which is the caller's. */
#ifndef STREW_CONVERT_H
#define STREW_CONVERT_H

#include "dispatch.h"
#include "plan_state.h"
#include "types.h"
#include "util.h"
#include <strew/convert.h>

#include <string.h>

/* How it is done: by one function; or by way of a wide type, in which each number of the first type has its place. */
typedef struct STREW_MAY_ALIAS strew_conversion {
    strew_convert_elements *whole; /* the function, which does it all; NULL if the steps below do */
    union {
        void *context;           /* of the function */
        strew_convert_fn *begin; /* in place of `read`, for a type that has no kernel: bool */
    };
    const strew_apply_kernel *read, *write; /* from the one type to the wide one, and from there to the other; NULL if there is no step */
    strew_convert_fn *between;              /* from the wide type to that which `write` reads, or to the other type itself */
    void (*clamp)(const struct strew_conversion *conversion, void *wide, size_t n); /* if what is too large saturates */
    union {
        struct {
            double largest; /* magnitude */
        } floats;
        struct {
            int64_t lowest;
            uint64_t largest;
        } integers;
    } bounds;
    uint16_t from_bytes, to_bytes; /* of an element */
    uint16_t block;                /* if the next conversion is done first, or last: the float32 that the function makes one element of */
    uint8_t is_read;               /* from such an element, and not to it */
    uint8_t wide_bytes;
    uint8_t saturates;  /* in `write` */
    uint8_t is_callers; /* the function */
} strew_conversion;

#if STREW_BUILD_CONVERSIONS
/* Whether elements may be converted to another type. */
int strew_is_convertible(strew_dtype from, strew_dtype to);

/* How data of a dtype is reduced by updates of another one. */
strew_mixing strew_find_mixing(strew_dtype data, strew_dtype updates, strew_reduction reduction, int accumulates, int saturates);

/* The type that STREW_MIX_WIDE computes in. */
strew_dtype strew_find_mixed_dtype(strew_dtype data, strew_dtype updates);

/* A reduction in it: both elements are converted, combined, and converted back. */
typedef struct STREW_MAY_ALIAS strew_combination {
    strew_conversion old, update, result;
    const strew_apply_kernel *combine;
    size_t bytes; /* of an element of the wider type */
} strew_combination;

/* Zero if this build lacks a kernel. */
int strew_find_conversion(strew_conversion *conversion, strew_dtype from, strew_dtype to, strew_isa_set allowed, int saturates);

static inline const strew_conversion *strew_conversion_of(const strew_plan_state *plan)
{
    return (const strew_conversion *)(strew_pool_of(plan) + plan->at.conversion);
}

/* Behind the conversion, of a plan that has it. */
static inline const strew_combination *strew_combination_of(const strew_plan_state *plan)
{
    return (const strew_combination *)(strew_conversion_of(plan) + 1);
}

/* The kernel that does all of a conversion, or NULL. */
static inline const strew_apply_kernel *strew_whole_conversion(const strew_conversion *conversion)
{
    const int has_other_steps =
        conversion->whole != NULL || conversion->begin != NULL || conversion->between != NULL || conversion->clamp != NULL;
    return has_other_steps ? NULL : conversion->read == NULL ? conversion->write : conversion->write == NULL ? conversion->read : NULL;
}

static STREW_INLINE void strew_run_rounding_step(const strew_apply_kernel *step, void *to, const void *from, size_t n_bytes, int saturates)
{
    static const uint32_t first = 0;
    const strew_slices slices = {n_bytes, 0, 0, 0, 0, &first, saturates};
    step->run(to, from, &first, 1, &slices);
}

static STREW_INLINE void strew_run_step(const strew_apply_kernel *step, void *to, const void *from, size_t n_bytes)
{
    strew_run_rounding_step(step, to, from, n_bytes, 0);
}

/* Converts n elements, which need not be aligned, by steps. Its callers are frames themselves: a kernel is six below a public call. */
static STREW_INLINE void strew_convert_by_steps(const strew_conversion *conversion, unsigned char *to, const unsigned char *from, size_t n)
{
    uint64_t wide[64];
    const size_t n_group = sizeof wide / conversion->wide_bytes;
    const strew_apply_kernel *whole = strew_whole_conversion(conversion);
    if (whole != NULL) {
        strew_run_rounding_step(whole, to, from, n * conversion->from_bytes, conversion->saturates);
        return;
    }
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, n_group);
        const unsigned char *in = from + done * conversion->from_bytes;
        unsigned char *out = to + done * conversion->to_bytes;
        if (conversion->begin != NULL) {
            conversion->begin(wide, in, n_here);
        } else if (conversion->read != NULL) {
            strew_run_step(conversion->read, wide, in, n_here * conversion->from_bytes);
        } else {
            memcpy(wide, in, n_here * conversion->from_bytes);
        }
        if (conversion->clamp != NULL) conversion->clamp(conversion, wide, n_here);
        const int has_write = conversion->write != NULL;
        if (conversion->between != NULL) conversion->between(has_write ? (void *)wide : out, wide, n_here);
        if (has_write) {
            /* The type that `write` reads: a float32 of what was wider, or else the wide type. */
            const size_t wide_bytes = conversion->between != NULL ? sizeof(float) : conversion->wide_bytes;
            strew_run_rounding_step(conversion->write, out, wide, n_here * wide_bytes, conversion->saturates);
        } else if (conversion->between == NULL) {
            memcpy(out, wide, n_here * conversion->to_bytes);
        }
    }
}

/* Whether a kernel that does all of a plan's conversion saturates. */
static inline int strew_saturates_in_kernel(const strew_plan_state *plan)
{
    return strew_converts(plan) && strew_conversion_of(plan)->saturates;
}

/* The same by one function. Of blocks, whose elements are not float32 on the other side, some are staged. */
static STREW_INLINE void strew_convert_whole(const strew_conversion *conversion, unsigned char *to, const unsigned char *from, size_t n,
                                             void *scratch)
{
    enum { MAX_FLOATS = 128 };
    float staged[MAX_FLOATS];
    const strew_conversion *other = conversion + 1;
    const size_t block = conversion->block, max = block != 0 ? MAX_FLOATS / block : n;
    if (block == 0) conversion->whole(to, from, n, conversion->context, scratch);
    for (size_t done = 0, n_here; block != 0 && done < n; done += n_here) {
        n_here = strew_min(n - done, max);
        const unsigned char *in = from + done * conversion->from_bytes;
        unsigned char *out = to + done * conversion->to_bytes, *const middle = (unsigned char *)staged;
        if (!conversion->is_read) strew_convert_by_steps(other, middle, in, n_here * block);
        conversion->whole(conversion->is_read ? middle : out, conversion->is_read ? in : middle, n_here, NULL, NULL);
        if (conversion->is_read) strew_convert_by_steps(other, out, middle, n_here * block);
    }
}

/* The same by any conversion. `scratch` is for a function of the caller. */
static STREW_INLINE void strew_convert(const strew_conversion *conversion, unsigned char *to, const unsigned char *from, size_t n,
                                       void *scratch)
{
    if (conversion->whole != NULL) {
        strew_convert_whole(conversion, to, from, n, scratch);
    } else {
        strew_convert_by_steps(conversion, to, from, n);
    }
}

/* Combines n elements of output with updates that are in the wider type already. There is room for the old ones at `old`. */
static STREW_INLINE void strew_combine_elements(const strew_combination *combination, unsigned char *to, const unsigned char *updates,
                                                unsigned char *old, size_t n)
{
    strew_convert_by_steps(&combination->old, old, to, n);
    strew_run_step(combination->combine, old, updates, n * combination->bytes);
    strew_convert_by_steps(&combination->result, to, old, n);
}

/* Whether updates are converted to the type of the sums, in which they are staged. */
static inline int strew_converts_to_sums(const strew_plan_state *plan)
{
    return strew_converts(plan) && plan->mixing == STREW_MIX_SUMS;
}

/* Whether one function converts. */
static inline int strew_is_by_function(const strew_plan_state *plan)
{
    return strew_converts(plan) && strew_conversion_of(plan)->whole != NULL;
}

/* Whether that is one of the caller. */
static inline int strew_is_by_caller(const strew_plan_state *plan)
{
    return strew_converts(plan) && strew_conversion_of(plan)->is_callers;
}

static inline int strew_is_mixed(const strew_plan_state *plan)
{
    return strew_converts(plan) && plan->mixing == STREW_MIX_WIDE;
}
#else
#define strew_saturates_in_kernel(plan) 0
#define strew_converts_to_sums(plan) 0
#define strew_is_mixed(plan) 0
#define strew_is_by_function(plan) 0
#define strew_is_by_caller(plan) 0
#endif

#endif /* STREW_CONVERT_H */
