/* Rendered from templates/arg.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ARG
/* What an arg holds of the first element of a slice. All elements have had their first update, or none. */
static STREW_INLINE int64_t load_first(const unsigned char *arg, size_t arg_bytes)
{
    int64_t wide;
    int32_t narrow;
    memcpy(&narrow, arg, sizeof narrow);
    memcpy(&wide, arg, arg_bytes == sizeof wide ? sizeof wide : sizeof narrow);
    return arg_bytes == sizeof wide ? wide : narrow;
}

static STREW_INLINE uint64_t load_bits(const unsigned char *at, size_t bytes)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (bytes) {
    case 1: return *at;
    case 2: memcpy(&two, at, sizeof two); return two;
    case 4: memcpy(&four, at, sizeof four); return four;
    default: memcpy(&eight, at, sizeof eight); return eight;
    }
}

/* The first update of a slice whose old elements take no part. */
STREW_OWN_FRAME static void begin_slice(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                        size_t n_bytes, size_t bytes, int64_t number, size_t arg_bytes, const strew_arg_order *order)
{
    const size_t n = n_bytes / bytes;
    const int32_t narrow = (int32_t)number;
    memcpy(out, in, n_bytes);
    for (size_t i = 0; i < n && arg_bytes == sizeof number; i++) memcpy(arg + i * sizeof number, &number, sizeof number);
    for (size_t i = 0; i < n && arg_bytes != sizeof number; i++) memcpy(arg + i * sizeof narrow, &narrow, sizeof narrow);
    const int64_t touched = order->touched;
    const int32_t narrow_touched = (int32_t)touched;
    const uint64_t magnitude = (UINT64_C(1) << (8 * bytes - 1)) - 1;
    for (size_t i = 0; i < n && order->nan_loses; i++) {
        if ((load_bits(in + i * bytes, bytes) & magnitude) <= order->largest) continue;
        memcpy(arg + i * arg_bytes, arg_bytes == sizeof touched ? (const void *)&touched : &narrow_touched, arg_bytes);
    }
}


#if STREW_BUILD_COMPARED_B8
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int8_t key_b8_i32__scalar(uint8_t element, uint8_t largest, uint8_t fold, uint8_t flip, uint8_t of_nan)
{
    const uint8_t magnitude = element & (uint8_t)((uint8_t)-1 >> 1);
    const uint8_t turned = (uint8_t)(element ^ (element >> 7 ? fold : 0) ^ flip);
    return (int8_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b8_i32__scalar)
{
    const uint8_t largest = (uint8_t)order->largest, fold = (uint8_t)order->fold, flip = (uint8_t)order->flip,
                    of_nan = (uint8_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    const int is_bool = order->is_bool;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int32_t number = (int32_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 1; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 1, 1, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint8_t old, update;
            int32_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            old = is_bool ? old != 0 : old;
            update = is_bool ? update != 0 : update;
            const int8_t of_old = key_b8_i32__scalar(old, largest, fold, flip, of_nan);
            const int8_t of_update = key_b8_i32__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_B8
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int8_t key_b8_i64__scalar(uint8_t element, uint8_t largest, uint8_t fold, uint8_t flip, uint8_t of_nan)
{
    const uint8_t magnitude = element & (uint8_t)((uint8_t)-1 >> 1);
    const uint8_t turned = (uint8_t)(element ^ (element >> 7 ? fold : 0) ^ flip);
    return (int8_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b8_i64__scalar)
{
    const uint8_t largest = (uint8_t)order->largest, fold = (uint8_t)order->fold, flip = (uint8_t)order->flip,
                    of_nan = (uint8_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    const int is_bool = order->is_bool;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int64_t number = (int64_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 1; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 1, 1, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint8_t old, update;
            int64_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            old = is_bool ? old != 0 : old;
            update = is_bool ? update != 0 : update;
            const int8_t of_old = key_b8_i64__scalar(old, largest, fold, flip, of_nan);
            const int8_t of_update = key_b8_i64__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_B16
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int16_t key_b16_i32__scalar(uint16_t element, uint16_t largest, uint16_t fold, uint16_t flip, uint16_t of_nan)
{
    const uint16_t magnitude = element & (uint16_t)((uint16_t)-1 >> 1);
    const uint16_t turned = (uint16_t)(element ^ (element >> 15 ? fold : 0) ^ flip);
    return (int16_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b16_i32__scalar)
{
    const uint16_t largest = (uint16_t)order->largest, fold = (uint16_t)order->fold, flip = (uint16_t)order->flip,
                    of_nan = (uint16_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int32_t number = (int32_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 2; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 2, 2, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint16_t old, update;
            int32_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            const int16_t of_old = key_b16_i32__scalar(old, largest, fold, flip, of_nan);
            const int16_t of_update = key_b16_i32__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_B16
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int16_t key_b16_i64__scalar(uint16_t element, uint16_t largest, uint16_t fold, uint16_t flip, uint16_t of_nan)
{
    const uint16_t magnitude = element & (uint16_t)((uint16_t)-1 >> 1);
    const uint16_t turned = (uint16_t)(element ^ (element >> 15 ? fold : 0) ^ flip);
    return (int16_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b16_i64__scalar)
{
    const uint16_t largest = (uint16_t)order->largest, fold = (uint16_t)order->fold, flip = (uint16_t)order->flip,
                    of_nan = (uint16_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int64_t number = (int64_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 2; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 2, 2, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint16_t old, update;
            int64_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            const int16_t of_old = key_b16_i64__scalar(old, largest, fold, flip, of_nan);
            const int16_t of_update = key_b16_i64__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_B32
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int32_t key_b32_i32__scalar(uint32_t element, uint32_t largest, uint32_t fold, uint32_t flip, uint32_t of_nan)
{
    const uint32_t magnitude = element & (uint32_t)((uint32_t)-1 >> 1);
    const uint32_t turned = (uint32_t)(element ^ (element >> 31 ? fold : 0) ^ flip);
    return (int32_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b32_i32__scalar)
{
    const uint32_t largest = (uint32_t)order->largest, fold = (uint32_t)order->fold, flip = (uint32_t)order->flip,
                    of_nan = (uint32_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int32_t number = (int32_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 4; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 4, 4, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint32_t old, update;
            int32_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            const int32_t of_old = key_b32_i32__scalar(old, largest, fold, flip, of_nan);
            const int32_t of_update = key_b32_i32__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_B32
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int32_t key_b32_i64__scalar(uint32_t element, uint32_t largest, uint32_t fold, uint32_t flip, uint32_t of_nan)
{
    const uint32_t magnitude = element & (uint32_t)((uint32_t)-1 >> 1);
    const uint32_t turned = (uint32_t)(element ^ (element >> 31 ? fold : 0) ^ flip);
    return (int32_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b32_i64__scalar)
{
    const uint32_t largest = (uint32_t)order->largest, fold = (uint32_t)order->fold, flip = (uint32_t)order->flip,
                    of_nan = (uint32_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int64_t number = (int64_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 4; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 4, 4, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint32_t old, update;
            int64_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            const int32_t of_old = key_b32_i64__scalar(old, largest, fold, flip, of_nan);
            const int32_t of_update = key_b32_i64__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_B64
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int64_t key_b64_i32__scalar(uint64_t element, uint64_t largest, uint64_t fold, uint64_t flip, uint64_t of_nan)
{
    const uint64_t magnitude = element & (uint64_t)((uint64_t)-1 >> 1);
    const uint64_t turned = (uint64_t)(element ^ (element >> 63 ? fold : 0) ^ flip);
    return (int64_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b64_i32__scalar)
{
    const uint64_t largest = (uint64_t)order->largest, fold = (uint64_t)order->fold, flip = (uint64_t)order->flip,
                    of_nan = (uint64_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int32_t number = (int32_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 8; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 8, 8, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint64_t old, update;
            int32_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            const int64_t of_old = key_b64_i32__scalar(old, largest, fold, flip, of_nan);
            const int64_t of_update = key_b64_i32__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_B64
/* The larger key wins: see strew_arg_order. */
static STREW_INLINE int64_t key_b64_i64__scalar(uint64_t element, uint64_t largest, uint64_t fold, uint64_t flip, uint64_t of_nan)
{
    const uint64_t magnitude = element & (uint64_t)((uint64_t)-1 >> 1);
    const uint64_t turned = (uint64_t)(element ^ (element >> 63 ? fold : 0) ^ flip);
    return (int64_t)(magnitude > largest ? of_nan : turned);
}


STREW_ARG(strew_arg_b64_i64__scalar)
{
    const uint64_t largest = (uint64_t)order->largest, fold = (uint64_t)order->fold, flip = (uint64_t)order->flip,
                    of_nan = (uint64_t)order->of_nan;
    const size_t n_elements = slices->n_elements, stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes;
    const int prefetches = slices->prefetches, excludes_self = order->excludes_self;
    const int is_last = order->is_last;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *restrict out = output + tuples->slice_indices[i] * stride_bytes;
        unsigned char *restrict arg = args + tuples->slice_indices[i] * arg_stride_bytes;
        const unsigned char *restrict in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int64_t number = (int64_t)tuples->numbers[i];
        if (prefetches) {
            const size_t next = tuples->slice_indices[i + STREW_PREFETCH_ARGS];
            for (size_t j = 0; j < n_elements * 8; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, next * stride_bytes + j);
            for (size_t j = 0; j < n_elements * sizeof number; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(args, next * arg_stride_bytes + j);
        }
        if (excludes_self && load_first(arg, sizeof number) == order->none) {
            begin_slice(out, arg, in, n_elements * 8, 8, number, sizeof number, order);
            continue;
        }
        for (size_t j = 0; j < n_elements; j++) {
            uint64_t old, update;
            int64_t last;
            memcpy(&old, out + j * sizeof old, sizeof old);
            memcpy(&update, in + j * sizeof update, sizeof update);
            memcpy(&last, arg + j * sizeof last, sizeof last);
            const int64_t of_old = key_b64_i64__scalar(old, largest, fold, flip, of_nan);
            const int64_t of_update = key_b64_i64__scalar(update, largest, fold, flip, of_nan);
            old = of_update > of_old ? update : old;
            last = (of_update > of_old) | (is_last & (of_update == of_old) & (last >= 0)) ? number : last;
            memcpy(out + j * sizeof old, &old, sizeof old);
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_C64
STREW_ARG(strew_arg_c64_i32__scalar)
{
    const size_t n_elements = slices->n_elements;
    const int is_last = order->is_last, excludes_self = order->excludes_self, nan_loses = order->nan_loses, is_min = order->is_min;
    const int32_t none = (int32_t)order->none, touched = (int32_t)order->touched;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *out = output + tuples->slice_indices[i] * slices->stride_bytes;
        unsigned char *arg = args + tuples->slice_indices[i] * slices->arg_stride_bytes;
        const unsigned char *in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int32_t number = (int32_t)tuples->numbers[i];
        for (size_t j = 0; j < n_elements; j++, out += 8, arg += sizeof number, in += 8) {
            const complex64 a = load_c64(out), b = load_c64(in);
            int32_t last;
            memcpy(&last, arg, sizeof last);
            const int is_first = excludes_self && last == none;
            const int is_a_nan = is_nan_c64(a), is_b_nan = is_nan_c64(b), is_nan = is_a_nan || is_b_nan;
            const int is_less = is_less_c64(a, b), is_more = is_less_c64(b, a);
            const int beats = is_nan ? is_a_nan != is_b_nan && (nan_loses ? is_a_nan : is_b_nan) : is_min ? is_more : is_less;
            const int is_equal = is_nan ? is_a_nan && is_b_nan : !is_less && !is_more;
            const int wins = is_first || beats || (is_last && is_equal && last >= 0);
            const int is_replaced = is_first || beats || (nan_loses && is_a_nan); /* a part of a NaN may be a number */
            if (is_replaced) store_c64(out, b);
            if (wins) last = is_first && is_b_nan && nan_loses ? touched : number;
            memcpy(arg, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_C64
STREW_ARG(strew_arg_c64_i64__scalar)
{
    const size_t n_elements = slices->n_elements;
    const int is_last = order->is_last, excludes_self = order->excludes_self, nan_loses = order->nan_loses, is_min = order->is_min;
    const int64_t none = (int64_t)order->none, touched = (int64_t)order->touched;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *out = output + tuples->slice_indices[i] * slices->stride_bytes;
        unsigned char *arg = args + tuples->slice_indices[i] * slices->arg_stride_bytes;
        const unsigned char *in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int64_t number = (int64_t)tuples->numbers[i];
        for (size_t j = 0; j < n_elements; j++, out += 8, arg += sizeof number, in += 8) {
            const complex64 a = load_c64(out), b = load_c64(in);
            int64_t last;
            memcpy(&last, arg, sizeof last);
            const int is_first = excludes_self && last == none;
            const int is_a_nan = is_nan_c64(a), is_b_nan = is_nan_c64(b), is_nan = is_a_nan || is_b_nan;
            const int is_less = is_less_c64(a, b), is_more = is_less_c64(b, a);
            const int beats = is_nan ? is_a_nan != is_b_nan && (nan_loses ? is_a_nan : is_b_nan) : is_min ? is_more : is_less;
            const int is_equal = is_nan ? is_a_nan && is_b_nan : !is_less && !is_more;
            const int wins = is_first || beats || (is_last && is_equal && last >= 0);
            const int is_replaced = is_first || beats || (nan_loses && is_a_nan); /* a part of a NaN may be a number */
            if (is_replaced) store_c64(out, b);
            if (wins) last = is_first && is_b_nan && nan_loses ? touched : number;
            memcpy(arg, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_C128
STREW_ARG(strew_arg_c128_i32__scalar)
{
    const size_t n_elements = slices->n_elements;
    const int is_last = order->is_last, excludes_self = order->excludes_self, nan_loses = order->nan_loses, is_min = order->is_min;
    const int32_t none = (int32_t)order->none, touched = (int32_t)order->touched;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *out = output + tuples->slice_indices[i] * slices->stride_bytes;
        unsigned char *arg = args + tuples->slice_indices[i] * slices->arg_stride_bytes;
        const unsigned char *in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int32_t number = (int32_t)tuples->numbers[i];
        for (size_t j = 0; j < n_elements; j++, out += 16, arg += sizeof number, in += 16) {
            const complex128 a = load_c128(out), b = load_c128(in);
            int32_t last;
            memcpy(&last, arg, sizeof last);
            const int is_first = excludes_self && last == none;
            const int is_a_nan = is_nan_c128(a), is_b_nan = is_nan_c128(b), is_nan = is_a_nan || is_b_nan;
            const int is_less = is_less_c128(a, b), is_more = is_less_c128(b, a);
            const int beats = is_nan ? is_a_nan != is_b_nan && (nan_loses ? is_a_nan : is_b_nan) : is_min ? is_more : is_less;
            const int is_equal = is_nan ? is_a_nan && is_b_nan : !is_less && !is_more;
            const int wins = is_first || beats || (is_last && is_equal && last >= 0);
            const int is_replaced = is_first || beats || (nan_loses && is_a_nan); /* a part of a NaN may be a number */
            if (is_replaced) store_c128(out, b);
            if (wins) last = is_first && is_b_nan && nan_loses ? touched : number;
            memcpy(arg, &last, sizeof last);
        }
    }
}
#endif

#if STREW_BUILD_COMPARED_C128
STREW_ARG(strew_arg_c128_i64__scalar)
{
    const size_t n_elements = slices->n_elements;
    const int is_last = order->is_last, excludes_self = order->excludes_self, nan_loses = order->nan_loses, is_min = order->is_min;
    const int64_t none = (int64_t)order->none, touched = (int64_t)order->touched;
    for (size_t i = 0; i < tuples->n; i++) {
        unsigned char *out = output + tuples->slice_indices[i] * slices->stride_bytes;
        unsigned char *arg = args + tuples->slice_indices[i] * slices->arg_stride_bytes;
        const unsigned char *in = updates + (size_t)tuples->tuples[i] * slices->update_bytes;
        const int64_t number = (int64_t)tuples->numbers[i];
        for (size_t j = 0; j < n_elements; j++, out += 16, arg += sizeof number, in += 16) {
            const complex128 a = load_c128(out), b = load_c128(in);
            int64_t last;
            memcpy(&last, arg, sizeof last);
            const int is_first = excludes_self && last == none;
            const int is_a_nan = is_nan_c128(a), is_b_nan = is_nan_c128(b), is_nan = is_a_nan || is_b_nan;
            const int is_less = is_less_c128(a, b), is_more = is_less_c128(b, a);
            const int beats = is_nan ? is_a_nan != is_b_nan && (nan_loses ? is_a_nan : is_b_nan) : is_min ? is_more : is_less;
            const int is_equal = is_nan ? is_a_nan && is_b_nan : !is_less && !is_more;
            const int wins = is_first || beats || (is_last && is_equal && last >= 0);
            const int is_replaced = is_first || beats || (nan_loses && is_a_nan); /* a part of a NaN may be a number */
            if (is_replaced) store_c128(out, b);
            if (wins) last = is_first && is_b_nan && nan_loses ? touched : number;
            memcpy(arg, &last, sizeof last);
        }
    }
}
#endif
#endif
