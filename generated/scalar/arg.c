/* Rendered from templates/arg.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ARG
static STREW_INLINE int64_t load_number(const unsigned char *arg, size_t arg_bytes)
    STREW_IS_ARG
    STREW_ASSIGNS()
{
    int64_t wide;
    int32_t narrow;
    if (arg_bytes == sizeof wide) {
        memcpy(&wide, arg, sizeof wide);
        return wide;
    }
    memcpy(&narrow, arg, sizeof narrow);
    return narrow;
}

static STREW_INLINE void store_number(unsigned char *arg, int64_t number, size_t arg_bytes)
    STREW_IS_ARG
    STREW_ASSIGNS(STREW_ALL_BYTES(arg))
{
    const int32_t narrow = (int32_t)number;
    if (arg_bytes == sizeof number) {
        memcpy(arg, &number, sizeof number);
    } else {
        memcpy(arg, &narrow, sizeof narrow);
    }
}

/* What is stored if tuple i wins. */
static STREW_INLINE int64_t number_of(const strew_arg_tuples *tuples, size_t i)
{
    return tuples->numbers != NULL ? tuples->numbers[i] : (int64_t)(tuples->first + tuples->ordinals[i]);
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
STREW_OWN_FRAME STREW_ONE_COPY static void begin_slice(unsigned char *restrict out, unsigned char *restrict arg,
                                                       const unsigned char *restrict in, size_t n, size_t bytes, int64_t number,
                                                       size_t arg_bytes, const strew_arg_order *order)
    STREW_REQUIRES(bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8)
    STREW_COMPARES(n, bytes)
{
    const int32_t narrow = (int32_t)number;
    memcpy(out, in, n * bytes);
    for (size_t i = 0; i < n && arg_bytes == sizeof number; i++)
        STREW_NUMBERS_EACH
    {
        memcpy(arg + i * sizeof number, &number, sizeof number);
    }
    for (size_t i = 0; i < n && arg_bytes != sizeof number; i++)
        STREW_NUMBERS_EACH
    {
        memcpy(arg + i * sizeof narrow, &narrow, sizeof narrow);
    }
    const uint64_t magnitude = (UINT64_C(1) << (8 * bytes - 1)) - 1;
    for (size_t i = 0; i < n && order->nan_loses; i++)
        STREW_NUMBERS_EACH
    {
        if ((load_bits(in + i * bytes, bytes) & magnitude) > order->largest) store_number(arg + i * arg_bytes, order->touched, arg_bytes);
    }
}

static STREW_INLINE void prefetch_slice(const unsigned char *output, const unsigned char *args, const strew_arg_slices *slices, size_t next,
                                        size_t bytes)
    STREW_REQUIRES_BYTES(slices, sizeof *slices)
    STREW_ASSIGNS()
{
    for (size_t j = 0; j < slices->n_elements * bytes; j += STREW_LINE_BYTES)
        STREW_PREFETCHES_ALL(j)
    {
        STREW_PREFETCH_AT(output, next * slices->stride_bytes + j);
    }
    for (size_t j = 0; j < slices->n_elements * slices->arg_bytes; j += STREW_LINE_BYTES)
        STREW_PREFETCHES_ALL(j)
    {
        STREW_PREFETCH_AT(args, next * slices->arg_stride_bytes + j);
    }
}


#if STREW_BUILD_COMPARED_B8
/* b where the condition holds, else a: without a branch, which single elements would mispredict. */
static STREW_INLINE uint8_t choose_b8(int condition, uint8_t b, uint8_t a)
{
    return (uint8_t)(a ^ ((a ^ b) & (uint8_t)(0 - (uint8_t)condition)));
}

/* The larger key wins. */
static STREW_INLINE int8_t key_b8(uint8_t element, const strew_arg_order *order)
{
    const uint8_t magnitude = element & (uint8_t)((uint8_t)-1 >> 1), sign = (uint8_t)(0 - (element >> 7));
    const uint8_t turned = (uint8_t)(element ^ (sign & (uint8_t)order->fold) ^ (uint8_t)order->flip);
    return (int8_t)choose_b8(magnitude > (uint8_t)order->largest, (uint8_t)order->of_nan, turned);
}

static STREW_INLINE uint8_t load_compared_b8(const unsigned char *from, const strew_arg_order *order)
{
    uint8_t element;
    memcpy(&element, from, sizeof element);
    return choose_b8(order->is_bool, element != 0, element);
}

/* One element of a slice that is not touched for the first time, or whose old elements take part. */
static STREW_INLINE void compare_b8(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                        int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(1, 1)
{
    const uint8_t old = load_compared_b8(out, order), update = load_compared_b8(in, order);
    const int8_t of_old = key_b8(old, order), of_update = key_b8(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint8_t chosen = choose_b8(beats, update, old);
    const int wins = beats | (order->is_last & (of_update == of_old) & (last >= 0));
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b8(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
    STREW_ARG_CONTRACT(1)
    STREW_REQUIRES(slices->n_elements == 1 && arg_bytes == slices->arg_bytes)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++)
        STREW_COMPARES_ELEMENTS
    {
        unsigned char *restrict out = strew_slice_at(output, slice_indices[i], stride_bytes, 1);
        unsigned char *restrict arg = strew_slice_at(args, slice_indices[i], arg_stride_bytes, arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, numbers[i], update_bytes, 1);
        if (prefetches) {
            const size_t next = slice_indices[i + STREW_PREFETCH_ARGS];
            STREW_PREFETCH_AT(output, next * stride_bytes);
            STREW_PREFETCH_AT(args, next * arg_stride_bytes);
        }
        const uint8_t old = load_compared_b8(out, &its), update = load_compared_b8(in, &its);
        const int8_t of_old = key_b8(old, &its), of_update = key_b8(update, &its);
        const int64_t last = load_number(arg, arg_bytes);
        const int is_first = excludes_self & (last == its.none), is_replaced = is_first | (of_update > of_old);
        const int is_touched = is_first & its.nan_loses & (its.fold != 0) & (of_update == (int8_t)its.of_nan);
        const uint8_t moved = choose_b8(is_first, *in, update); /* as it is, though 2 is true */
        const uint8_t chosen = choose_b8(is_replaced, moved, old);
        const int wins = is_replaced | (its.is_last & (of_update == of_old) & (last >= 0));
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

static STREW_INLINE void compare_slice_b8(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(n, 1)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMPARES_EACH
    {
        compare_b8(out + j * 1, arg + j * arg_bytes, in + j * 1, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b8(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
    STREW_ARG_CONTRACT(1)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++)
        STREW_COMPARES_TUPLES(tuples->n)
    {
        unsigned char *restrict out = strew_slice_at(output, tuples->slice_indices[t], slices->stride_bytes, n * 1);
        unsigned char *restrict arg = strew_slice_at(args, tuples->slice_indices[t], slices->arg_stride_bytes, n * arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, tuples->tuples[t], slices->update_bytes, n * 1);
        const int64_t number = number_of(tuples, t);
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[t + STREW_PREFETCH_ARGS], 1);
        if (order->excludes_self && load_number(arg, arg_bytes) == order->none) {
            begin_slice(out, arg, in, n, 1, number, arg_bytes, order);
        } else {
            compare_slice_b8(out, arg, in, n, number, arg_bytes, order);
        }
    }
}

STREW_ARG(strew_arg_b8__scalar)
    STREW_ARG_CONTRACT(1)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b8(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b8(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b8(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else {
        compare_narrow_b8(output, args, updates, tuples, slices, order);
    }
}
#endif

#if STREW_BUILD_COMPARED_B16
/* b where the condition holds, else a: without a branch, which single elements would mispredict. */
static STREW_INLINE uint16_t choose_b16(int condition, uint16_t b, uint16_t a)
{
    return (uint16_t)(a ^ ((a ^ b) & (uint16_t)(0 - (uint16_t)condition)));
}

/* The larger key wins. */
static STREW_INLINE int16_t key_b16(uint16_t element, const strew_arg_order *order)
{
    const uint16_t magnitude = element & (uint16_t)((uint16_t)-1 >> 1), sign = (uint16_t)(0 - (element >> 15));
    const uint16_t turned = (uint16_t)(element ^ (sign & (uint16_t)order->fold) ^ (uint16_t)order->flip);
    return (int16_t)choose_b16(magnitude > (uint16_t)order->largest, (uint16_t)order->of_nan, turned);
}

static STREW_INLINE uint16_t load_compared_b16(const unsigned char *from, const strew_arg_order *order)
{
    uint16_t element;
    memcpy(&element, from, sizeof element);
    (void)order;
    return element;
}

/* One element of a slice that is not touched for the first time, or whose old elements take part. */
static STREW_INLINE void compare_b16(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                        int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(1, 2)
{
    const uint16_t old = load_compared_b16(out, order), update = load_compared_b16(in, order);
    const int16_t of_old = key_b16(old, order), of_update = key_b16(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint16_t chosen = choose_b16(beats, update, old);
    const int wins = beats | (order->is_last & (of_update == of_old) & (last >= 0));
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b16(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
    STREW_ARG_CONTRACT(2)
    STREW_REQUIRES(slices->n_elements == 1 && arg_bytes == slices->arg_bytes)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++)
        STREW_COMPARES_ELEMENTS
    {
        unsigned char *restrict out = strew_slice_at(output, slice_indices[i], stride_bytes, 2);
        unsigned char *restrict arg = strew_slice_at(args, slice_indices[i], arg_stride_bytes, arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, numbers[i], update_bytes, 2);
        if (prefetches) {
            const size_t next = slice_indices[i + STREW_PREFETCH_ARGS];
            STREW_PREFETCH_AT(output, next * stride_bytes);
            STREW_PREFETCH_AT(args, next * arg_stride_bytes);
        }
        const uint16_t old = load_compared_b16(out, &its), update = load_compared_b16(in, &its);
        const int16_t of_old = key_b16(old, &its), of_update = key_b16(update, &its);
        const int64_t last = load_number(arg, arg_bytes);
        const int is_first = excludes_self & (last == its.none), is_replaced = is_first | (of_update > of_old);
        const int is_touched = is_first & its.nan_loses & (its.fold != 0) & (of_update == (int16_t)its.of_nan);
        const uint16_t chosen = choose_b16(is_replaced, update, old);
        const int wins = is_replaced | (its.is_last & (of_update == of_old) & (last >= 0));
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

static STREW_INLINE void compare_slice_b16(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(n, 2)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMPARES_EACH
    {
        compare_b16(out + j * 2, arg + j * arg_bytes, in + j * 2, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b16(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
    STREW_ARG_CONTRACT(2)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++)
        STREW_COMPARES_TUPLES(tuples->n)
    {
        unsigned char *restrict out = strew_slice_at(output, tuples->slice_indices[t], slices->stride_bytes, n * 2);
        unsigned char *restrict arg = strew_slice_at(args, tuples->slice_indices[t], slices->arg_stride_bytes, n * arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, tuples->tuples[t], slices->update_bytes, n * 2);
        const int64_t number = number_of(tuples, t);
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[t + STREW_PREFETCH_ARGS], 2);
        if (order->excludes_self && load_number(arg, arg_bytes) == order->none) {
            begin_slice(out, arg, in, n, 2, number, arg_bytes, order);
        } else {
            compare_slice_b16(out, arg, in, n, number, arg_bytes, order);
        }
    }
}

STREW_ARG(strew_arg_b16__scalar)
    STREW_ARG_CONTRACT(2)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b16(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b16(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b16(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else {
        compare_narrow_b16(output, args, updates, tuples, slices, order);
    }
}
#endif

#if STREW_BUILD_COMPARED_B32
/* b where the condition holds, else a: without a branch, which single elements would mispredict. */
static STREW_INLINE uint32_t choose_b32(int condition, uint32_t b, uint32_t a)
{
    return (uint32_t)(a ^ ((a ^ b) & (uint32_t)(0 - (uint32_t)condition)));
}

/* The larger key wins. */
static STREW_INLINE int32_t key_b32(uint32_t element, const strew_arg_order *order)
{
    const uint32_t magnitude = element & (uint32_t)((uint32_t)-1 >> 1), sign = (uint32_t)(0 - (element >> 31));
    const uint32_t turned = (uint32_t)(element ^ (sign & (uint32_t)order->fold) ^ (uint32_t)order->flip);
    return (int32_t)choose_b32(magnitude > (uint32_t)order->largest, (uint32_t)order->of_nan, turned);
}

static STREW_INLINE uint32_t load_compared_b32(const unsigned char *from, const strew_arg_order *order)
{
    uint32_t element;
    memcpy(&element, from, sizeof element);
    (void)order;
    return element;
}

/* One element of a slice that is not touched for the first time, or whose old elements take part. */
static STREW_INLINE void compare_b32(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                        int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(1, 4)
{
    const uint32_t old = load_compared_b32(out, order), update = load_compared_b32(in, order);
    const int32_t of_old = key_b32(old, order), of_update = key_b32(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint32_t chosen = choose_b32(beats, update, old);
    const int wins = beats | (order->is_last & (of_update == of_old) & (last >= 0));
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b32(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
    STREW_ARG_CONTRACT(4)
    STREW_REQUIRES(slices->n_elements == 1 && arg_bytes == slices->arg_bytes)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++)
        STREW_COMPARES_ELEMENTS
    {
        unsigned char *restrict out = strew_slice_at(output, slice_indices[i], stride_bytes, 4);
        unsigned char *restrict arg = strew_slice_at(args, slice_indices[i], arg_stride_bytes, arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, numbers[i], update_bytes, 4);
        if (prefetches) {
            const size_t next = slice_indices[i + STREW_PREFETCH_ARGS];
            STREW_PREFETCH_AT(output, next * stride_bytes);
            STREW_PREFETCH_AT(args, next * arg_stride_bytes);
        }
        const uint32_t old = load_compared_b32(out, &its), update = load_compared_b32(in, &its);
        const int32_t of_old = key_b32(old, &its), of_update = key_b32(update, &its);
        const int64_t last = load_number(arg, arg_bytes);
        const int is_first = excludes_self & (last == its.none), is_replaced = is_first | (of_update > of_old);
        const int is_touched = is_first & its.nan_loses & (its.fold != 0) & (of_update == (int32_t)its.of_nan);
        const uint32_t chosen = choose_b32(is_replaced, update, old);
        const int wins = is_replaced | (its.is_last & (of_update == of_old) & (last >= 0));
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

static STREW_INLINE void compare_slice_b32(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(n, 4)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMPARES_EACH
    {
        compare_b32(out + j * 4, arg + j * arg_bytes, in + j * 4, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b32(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
    STREW_ARG_CONTRACT(4)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++)
        STREW_COMPARES_TUPLES(tuples->n)
    {
        unsigned char *restrict out = strew_slice_at(output, tuples->slice_indices[t], slices->stride_bytes, n * 4);
        unsigned char *restrict arg = strew_slice_at(args, tuples->slice_indices[t], slices->arg_stride_bytes, n * arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, tuples->tuples[t], slices->update_bytes, n * 4);
        const int64_t number = number_of(tuples, t);
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[t + STREW_PREFETCH_ARGS], 4);
        if (order->excludes_self && load_number(arg, arg_bytes) == order->none) {
            begin_slice(out, arg, in, n, 4, number, arg_bytes, order);
        } else {
            compare_slice_b32(out, arg, in, n, number, arg_bytes, order);
        }
    }
}

STREW_ARG(strew_arg_b32__scalar)
    STREW_ARG_CONTRACT(4)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b32(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b32(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b32(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else {
        compare_narrow_b32(output, args, updates, tuples, slices, order);
    }
}
#endif

#if STREW_BUILD_COMPARED_B64
/* b where the condition holds, else a: without a branch, which single elements would mispredict. */
static STREW_INLINE uint64_t choose_b64(int condition, uint64_t b, uint64_t a)
{
    return (uint64_t)(a ^ ((a ^ b) & (uint64_t)(0 - (uint64_t)condition)));
}

/* The larger key wins. */
static STREW_INLINE int64_t key_b64(uint64_t element, const strew_arg_order *order)
{
    const uint64_t magnitude = element & (uint64_t)((uint64_t)-1 >> 1), sign = (uint64_t)(0 - (element >> 63));
    const uint64_t turned = (uint64_t)(element ^ (sign & (uint64_t)order->fold) ^ (uint64_t)order->flip);
    return (int64_t)choose_b64(magnitude > (uint64_t)order->largest, (uint64_t)order->of_nan, turned);
}

static STREW_INLINE uint64_t load_compared_b64(const unsigned char *from, const strew_arg_order *order)
{
    uint64_t element;
    memcpy(&element, from, sizeof element);
    (void)order;
    return element;
}

/* One element of a slice that is not touched for the first time, or whose old elements take part. */
static STREW_INLINE void compare_b64(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                        int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(1, 8)
{
    const uint64_t old = load_compared_b64(out, order), update = load_compared_b64(in, order);
    const int64_t of_old = key_b64(old, order), of_update = key_b64(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint64_t chosen = choose_b64(beats, update, old);
    const int wins = beats | (order->is_last & (of_update == of_old) & (last >= 0));
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b64(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
    STREW_ARG_CONTRACT(8)
    STREW_REQUIRES(slices->n_elements == 1 && arg_bytes == slices->arg_bytes)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++)
        STREW_COMPARES_ELEMENTS
    {
        unsigned char *restrict out = strew_slice_at(output, slice_indices[i], stride_bytes, 8);
        unsigned char *restrict arg = strew_slice_at(args, slice_indices[i], arg_stride_bytes, arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, numbers[i], update_bytes, 8);
        if (prefetches) {
            const size_t next = slice_indices[i + STREW_PREFETCH_ARGS];
            STREW_PREFETCH_AT(output, next * stride_bytes);
            STREW_PREFETCH_AT(args, next * arg_stride_bytes);
        }
        const uint64_t old = load_compared_b64(out, &its), update = load_compared_b64(in, &its);
        const int64_t of_old = key_b64(old, &its), of_update = key_b64(update, &its);
        const int64_t last = load_number(arg, arg_bytes);
        const int is_first = excludes_self & (last == its.none), is_replaced = is_first | (of_update > of_old);
        const int is_touched = is_first & its.nan_loses & (its.fold != 0) & (of_update == (int64_t)its.of_nan);
        const uint64_t chosen = choose_b64(is_replaced, update, old);
        const int wins = is_replaced | (its.is_last & (of_update == of_old) & (last >= 0));
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

static STREW_INLINE void compare_slice_b64(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(n, 8)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMPARES_EACH
    {
        compare_b64(out + j * 8, arg + j * arg_bytes, in + j * 8, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b64(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
    STREW_ARG_CONTRACT(8)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++)
        STREW_COMPARES_TUPLES(tuples->n)
    {
        unsigned char *restrict out = strew_slice_at(output, tuples->slice_indices[t], slices->stride_bytes, n * 8);
        unsigned char *restrict arg = strew_slice_at(args, tuples->slice_indices[t], slices->arg_stride_bytes, n * arg_bytes);
        const unsigned char *restrict in = strew_slice_of(updates, tuples->tuples[t], slices->update_bytes, n * 8);
        const int64_t number = number_of(tuples, t);
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[t + STREW_PREFETCH_ARGS], 8);
        if (order->excludes_self && load_number(arg, arg_bytes) == order->none) {
            begin_slice(out, arg, in, n, 8, number, arg_bytes, order);
        } else {
            compare_slice_b64(out, arg, in, n, number, arg_bytes, order);
        }
    }
}

STREW_ARG(strew_arg_b64__scalar)
    STREW_ARG_CONTRACT(8)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b64(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b64(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b64(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else {
        compare_narrow_b64(output, args, updates, tuples, slices, order);
    }
}
#endif

#if STREW_BUILD_COMPARED_C64
/* One element of a slice. */
static STREW_INLINE void compare_c64(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                        int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(1, 8)
{
    const complex64 a = load_c64(out), b = load_c64(in);
    const int64_t last = load_number(arg, arg_bytes);
    const int is_first = order->excludes_self && last == order->none;
    const int is_a_nan = is_nan_c64(a), is_b_nan = is_nan_c64(b), is_nan = is_a_nan || is_b_nan;
    const int is_less = is_less_c64(a, b), is_more = is_less_c64(b, a);
    const int wins_over_nan = is_a_nan != is_b_nan && (order->nan_loses ? is_a_nan : is_b_nan);
    const int beats = is_nan ? wins_over_nan : order->is_min ? is_more : is_less;
    const int is_equal = is_nan ? is_a_nan && is_b_nan : !is_less && !is_more;
    const int wins = is_first || beats || (order->is_last && is_equal && last >= 0);
    const int is_replaced = is_first || beats || (order->nan_loses && is_a_nan); /* a part of a NaN may be a number */
    if (is_replaced) store_c64(out, b);
    if (wins) store_number(arg, is_first && is_b_nan && order->nan_loses ? order->touched : number, arg_bytes);
}

static STREW_INLINE void compare_slice_c64(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(n, 8)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMPARES_EACH
    {
        compare_c64(out + j * 8, arg + j * arg_bytes, in + j * 8, number, arg_bytes, order);
    }
}

STREW_ARG(strew_arg_c64__scalar)
    STREW_ARG_CONTRACT(8)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++)
        STREW_COMPARES_TUPLES(tuples->n)
    {
        unsigned char *const out = strew_slice_at(output, tuples->slice_indices[t], slices->stride_bytes, n * 8);
        unsigned char *const arg = strew_slice_at(args, tuples->slice_indices[t], slices->arg_stride_bytes, n * arg_bytes);
        const unsigned char *const in = strew_slice_of(updates, tuples->tuples[t], slices->update_bytes, n * 8);
        compare_slice_c64(out, arg, in, n, number_of(tuples, t), arg_bytes, order);
    }
}
#endif

#if STREW_BUILD_COMPARED_C128
/* One element of a slice. */
static STREW_INLINE void compare_c128(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                        int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(1, 16)
{
    const complex128 a = load_c128(out), b = load_c128(in);
    const int64_t last = load_number(arg, arg_bytes);
    const int is_first = order->excludes_self && last == order->none;
    const int is_a_nan = is_nan_c128(a), is_b_nan = is_nan_c128(b), is_nan = is_a_nan || is_b_nan;
    const int is_less = is_less_c128(a, b), is_more = is_less_c128(b, a);
    const int wins_over_nan = is_a_nan != is_b_nan && (order->nan_loses ? is_a_nan : is_b_nan);
    const int beats = is_nan ? wins_over_nan : order->is_min ? is_more : is_less;
    const int is_equal = is_nan ? is_a_nan && is_b_nan : !is_less && !is_more;
    const int wins = is_first || beats || (order->is_last && is_equal && last >= 0);
    const int is_replaced = is_first || beats || (order->nan_loses && is_a_nan); /* a part of a NaN may be a number */
    if (is_replaced) store_c128(out, b);
    if (wins) store_number(arg, is_first && is_b_nan && order->nan_loses ? order->touched : number, arg_bytes);
}

static STREW_INLINE void compare_slice_c128(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
    STREW_COMPARES(n, 16)
{
    for (size_t j = 0; j < n; j++)
        STREW_COMPARES_EACH
    {
        compare_c128(out + j * 16, arg + j * arg_bytes, in + j * 16, number, arg_bytes, order);
    }
}

STREW_ARG(strew_arg_c128__scalar)
    STREW_ARG_CONTRACT(16)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++)
        STREW_COMPARES_TUPLES(tuples->n)
    {
        unsigned char *const out = strew_slice_at(output, tuples->slice_indices[t], slices->stride_bytes, n * 16);
        unsigned char *const arg = strew_slice_at(args, tuples->slice_indices[t], slices->arg_stride_bytes, n * arg_bytes);
        const unsigned char *const in = strew_slice_of(updates, tuples->tuples[t], slices->update_bytes, n * 16);
        compare_slice_c128(out, arg, in, n, number_of(tuples, t), arg_bytes, order);
    }
}
#endif
#endif
