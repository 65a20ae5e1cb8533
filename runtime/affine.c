/* Reading integers with zero points and scales. */
#include "affine.h"

#include "convert.h"
#include "util.h"

#include <string.h>

/* Blocks whose factors are collected for one call of a kernel, and the float32 that are converted on at once. */
enum { N_FACTORS = 64, N_WIDE = 256 };

/* The factors of a slice, of both kinds: where they begin. Zero points are counted in elements. */
typedef struct factors {
    const strew_plan_state *plan;
    const strew_affine *affine;
    const strew_conversion *conversion;
    const unsigned char *scale, *zero_points;
    int64_t first_scale, first_zero;
    float scales[N_FACTORS], zeros[N_FACTORS];
} factors;

/* ---- Planning ------------------------------------------------------------------------------------------------------------------------ */

strew_affine *strew_take_affine(strew_plan_state *plan)
{
    strew_affine *affine = strew_take_room(plan, sizeof *affine, &plan->at.affine);
    if (affine != NULL) memset(affine, 0, sizeof *affine);
    return affine;
}

strew_extent strew_affine_extent(strew_extent elements, strew_dtype dtype)
{
    if (!strew_is_packed(dtype) || elements.bytes == 0) return elements;
    const int64_t first = -((1 - elements.low) / 2), end = (elements.low + (int64_t)elements.bytes + 1) / 2;
    const size_t n_bytes = (size_t)(end - first);
    return (strew_extent){first, n_bytes, 0, n_bytes};
}

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

static STREW_INLINE float scale_at(const factors *of, int64_t offset)
{
    float scale;
    memcpy(&scale, of->scale + (ptrdiff_t)offset, sizeof scale);
    return scale;
}

/* An integer as float32. Negative places are rounded down to bytes, too. */
static STREW_INLINE float number_at(strew_dtype dtype, const unsigned char *from, int64_t place)
{
    const int is_high = (int)(place & 1);
    if (dtype == STREW_DTYPE_UINT8) return (float)from[(ptrdiff_t)place];
    if (dtype == STREW_DTYPE_INT8) return (float)(int8_t)from[(ptrdiff_t)place];
    const unsigned byte = from[(ptrdiff_t)((place - is_high) / 2)], code = is_high ? byte >> 4 : byte & 15u;
    return (float)(dtype == STREW_DTYPE_UINT4 ? (int)code : (int)(code ^ 8u) - 8);
}

static STREW_INLINE float zero_at(const factors *of, int64_t place)
{
    return of->zero_points != NULL ? number_at(of->affine->kernel->dtype, of->zero_points, place) : 0.0f;
}

/* Converts n blocks whose factors are collected, by way of float32 if output is another float. */
static STREW_INLINE void convert_blocks(const factors *of, unsigned char *to, const unsigned char *from, size_t n, size_t block)
{
    float wide[N_WIDE];
    const strew_conversion *conversion = of->conversion;
    const strew_affine_kernel *const affine = of->affine->kernel;
    const size_t bytes = (size_t)of->plan->element_bytes, output_bytes = (size_t)of->plan->converted_bytes,
                 per_element = output_bytes / conversion->to_bytes, block_bytes = block * bytes;
    if (conversion->to_bytes == sizeof *wide && conversion->clamp == NULL) {
        affine->run(to, from, n, block_bytes, of->scales, of->zeros);
        return;
    }
    const size_t max = N_WIDE / per_element, n_blocks = max / block;
    for (size_t done = 0, n_here; n_blocks != 0 && done < n; done += n_here) {
        n_here = strew_min(n - done, n_blocks);
        affine->run((unsigned char *)wide, from + done * block_bytes, n_here, block_bytes, of->scales + done, of->zeros + done);
        strew_convert_by_steps(conversion, to + done * block * output_bytes, (unsigned char *)wide, n_here * block * per_element);
    }
    for (size_t b = 0; n_blocks == 0 && b < n; b++) {
        for (size_t done = b * block, n_here; done < (b + 1) * block; done += n_here) {
            n_here = strew_min((b + 1) * block - done, max);
            affine->run((unsigned char *)wide, from + done * bytes, 1, n_here * bytes, of->scales + b, of->zeros + b);
            strew_convert_by_steps(conversion, to + done * output_bytes, (unsigned char *)wide, n_here * per_element);
        }
    }
}

/* ---- Slices -------------------------------------------------------------------------------------------------------------------------- */

/* How the factors of a slice follow each other, if evenly: one for each block of so many elements, or with 0 one for all. */
typedef struct even {
    size_t block;
    int64_t step;
} even;

static STREW_INLINE int is_even(const strew_factors *at, even *even)
{
    const strew_digit *digits = strew_digits_of(at) + at->n_named + at->n_outer;
    *even = (struct even){at->element_step != 0, at->element_step};
    if (at->n_elements == 0) return 1;
    *even = (struct even){(size_t)digits->n, digits->step};
    return at->n_elements == 1 && at->element_step == 0;
}

/* The factor of an element, which those behind share, or follow in steps, as long as no digit changes: n at most. */
typedef struct run {
    int64_t at;
    size_t n;
} run;

static STREW_INLINE run find_run(const strew_factors *at, size_t element, size_t n)
{
    const strew_digit *digits = strew_digits_of(at) + at->n_named + at->n_outer;
    run run = {0, n};
    for (size_t i = 0; i < at->n_elements; i++) {
        const size_t n_of_digit = (size_t)digits[i].n;
        run.at += (int64_t)(element / n_of_digit) * digits[i].step;
        element %= n_of_digit;
        run.n = strew_min(run.n, n_of_digit - element);
    }
    run.at += (int64_t)element * at->element_step;
    return run;
}

/* Converts the n elements of a slice whose factors follow each other evenly, in blocks of one size. */
static STREW_INLINE void convert_evenly(factors *of, unsigned char *to, const unsigned char *from, size_t n, size_t block,
                                        const even *scale, const even *zero)
{
    const size_t bytes = (size_t)of->plan->element_bytes, output_bytes = (size_t)of->plan->converted_bytes;
    int64_t scale_place = of->first_scale, zero_place = of->first_zero;
    for (size_t done = 0, n_here; done < n; done += n_here * block) {
        n_here = strew_min((n - done) / block, N_FACTORS);
        for (size_t i = 0; i < n_here; i++) of->scales[i] = scale_at(of, scale_place + (int64_t)i * scale->step);
        for (size_t i = 0; i < n_here; i++) of->zeros[i] = zero_at(of, zero_place + (int64_t)i * zero->step);
        scale_place += (int64_t)n_here * scale->step;
        zero_place += (int64_t)n_here * zero->step;
        convert_blocks(of, to + done * output_bytes, from + done * bytes, n_here, block);
    }
}

/* The same of any factors: of each run of elements that share them, or of single elements where they are apart. */
static STREW_INLINE void convert_runs(factors *of, unsigned char *to, const unsigned char *from, size_t n)
{
    const strew_factors *scales = &strew_scale_map_of(of->plan)->at, *zeros = &of->affine->zeros;
    const size_t bytes = (size_t)of->plan->element_bytes, output_bytes = (size_t)of->plan->converted_bytes;
    const int is_shared = scales->element_step == 0 && zeros->element_step == 0;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const run scale = find_run(scales, done, n - done), zero = find_run(zeros, done, n - done);
        n_here = strew_min(scale.n, zero.n);
        if (!is_shared) n_here = strew_min(n_here, N_FACTORS);
        for (size_t i = 0; i < (is_shared ? 1 : n_here); i++) {
            of->scales[i] = scale_at(of, of->first_scale + scale.at + (int64_t)i * scales->element_step);
            of->zeros[i] = zero_at(of, of->first_zero + zero.at + (int64_t)i * zeros->element_step);
        }
        convert_blocks(of, to + done * output_bytes, from + done * bytes, is_shared ? 1 : n_here, is_shared ? n_here : 1);
    }
}

/* Where the factors of a slice begin: of one of an outer index, and there of a slice number. */
static STREW_INLINE int64_t place_of_outer(const strew_factors *at, size_t outer)
{
    return at->base + strew_follow_digits(strew_digits_of(at) + at->n_named, at->n_outer, outer);
}

static STREW_INLINE int64_t place_of_named(const strew_factors *at, uint64_t number)
{
    return strew_follow_digits(strew_digits_of(at), at->n_named, at->first + number);
}

STREW_OWN_FRAME void strew_fetch_affine(const strew_plan_state *plan, unsigned char *output, ptrdiff_t step,
                                        const strew_affine_slices *slices, const uint32_t *slice_indices, size_t n)
{
    factors of;
    even scale, zero;
    const strew_factors *scales = &strew_scale_map_of(plan)->at, *zeros = &strew_affine_of(plan)->zeros;
    const size_t n_elements = slices->slice_bytes / (size_t)plan->element_bytes;
    of.plan = plan;
    of.affine = strew_affine_of(plan);
    of.conversion = strew_conversion_of(plan);
    of.scale = slices->scale;
    of.zero_points = slices->zero_points;
    const int is_each_even = is_even(scales, &scale) & is_even(zeros, &zero),
              are_even = is_each_even && (scale.block == zero.block || scale.block == 0 || zero.block == 0);
    const size_t block = scale.block != 0 ? scale.block : zero.block != 0 ? zero.block : n_elements;
    const int64_t scale_of_outer = place_of_outer(scales, slices->outer), zero_of_outer = place_of_outer(zeros, slices->outer);
    for (size_t i = 0; i < n; i++, output += step) {
        const uint64_t number = slices->base + slice_indices[i];
        const unsigned char *from = slices->data + slice_indices[i] * slices->stride_bytes;
        of.first_scale = scale_of_outer + place_of_named(scales, number);
        of.first_zero = zero_of_outer + place_of_named(zeros, number);
        if (are_even) {
            convert_evenly(&of, output, from, n_elements, block, &scale, &zero);
        } else {
            convert_runs(&of, output, from, n_elements);
        }
    }
}

size_t strew_read_affine_element(float *to, const unsigned char *element, strew_dtype dtype)
{
    const size_t n = strew_is_packed(dtype) ? 2 : 1;
    for (size_t i = 0; i < n; i++) to[i] = number_at(dtype, element, (int64_t)i);
    return n;
}
