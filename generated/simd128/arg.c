/* Rendered from templates/arg.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_ARG
static STREW_INLINE int64_t load_number(const unsigned char *arg, size_t arg_bytes)
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
{
    const int32_t narrow = (int32_t)number;
    memcpy(out, in, n * bytes);
    for (size_t i = 0; i < n && arg_bytes == sizeof number; i++) {
        memcpy(arg + i * sizeof number, &number, sizeof number);
    }
    for (size_t i = 0; i < n && arg_bytes != sizeof number; i++) {
        memcpy(arg + i * sizeof narrow, &narrow, sizeof narrow);
    }
    const uint64_t magnitude = (UINT64_C(1) << (8 * bytes - 1)) - 1;
    for (size_t i = 0; i < n && order->nan_loses; i++) {
        if ((load_bits(in + i * bytes, bytes) & magnitude) > order->largest) store_number(arg + i * arg_bytes, order->touched, arg_bytes);
    }
}

static STREW_INLINE void prefetch_slice(const unsigned char *output, const unsigned char *args, const strew_arg_slices *slices, size_t next,
                                        size_t bytes)
{
    for (size_t j = 0; j < slices->n_elements * bytes; j += STREW_LINE_BYTES) {
        STREW_PREFETCH_AT(output, next * slices->stride_bytes + j);
    }
    for (size_t j = 0; j < slices->n_elements * slices->arg_bytes; j += STREW_LINE_BYTES) {
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
{
    const uint8_t old = load_compared_b8(out, order), update = load_compared_b8(in, order);
    const int8_t of_old = key_b8(old, order), of_update = key_b8(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint8_t chosen = choose_b8(beats, update, old);
    const int wins = beats;
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b8(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++) {
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
        const int wins = is_replaced;
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

/* Stores the numbers of the tuples that won: places count from 1, and where the numbers follow each other, a compiler makes vectors of
 * this. */
STREW_OWN_FRAME STREW_ONE_COPY static void settle_b8(unsigned char *restrict arg, const uint8_t *restrict places, size_t n,
                                                         const strew_arg_tuples *tuples, size_t begin, size_t end, size_t arg_bytes)
{
    const int is_even = tuples->numbers == NULL && tuples->ordinals[end - 1] - tuples->ordinals[begin] == end - 1 - begin;
    if (is_even && arg_bytes == sizeof(int64_t)) {
        const int64_t before = number_of(tuples, begin) - 1;
        for (size_t j = 0; j < n; j++) {
            int64_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int64_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else if (is_even) {
        const int32_t before = (int32_t)(number_of(tuples, begin) - 1);
        for (size_t j = 0; j < n; j++) {
            int32_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int32_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else {
        for (size_t j = 0; j < n; j++) {
            const int64_t last = load_number(arg + j * arg_bytes, arg_bytes);
            const size_t place = (size_t)places[j];
            const int64_t number = number_of(tuples, begin + place - (place != 0));
            store_number(arg + j * arg_bytes, place != 0 ? number : last, arg_bytes);
        }
    }
}

static STREW_INLINE void compare_slice_b8(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
{
    for (size_t j = 0; j < n; j++) {
        compare_b8(out + j * 1, arg + j * arg_bytes, in + j * 1, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b8(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++) {
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

/* The order in every lane. */
typedef struct order_b8x16 {
    simde_v128_t largest, fold, flip, of_nan, limit;
} order_b8x16;

static STREW_INLINE simde_v128_t load_b8x16(const unsigned char *from, const order_b8x16 *order)
{
    return limit_b8x16(load_16(from), order->limit);
}

static STREW_INLINE simde_v128_t make_key_b8x16(simde_v128_t elements, const order_b8x16 *order)
{
    return key_b8x16(elements, order->largest, order->fold, order->flip, order->of_nan);
}

/* Compares the update of one tuple with 16 elements, which were loaded. */
static STREW_INLINE void compare_b8x16(unsigned char *restrict out, unsigned char *restrict arg, simde_v128_t old,
                                             const unsigned char *restrict in, int64_t number, size_t arg_bytes,
                                             const order_b8x16 *order)
{
    const simde_v128_t update = load_b8x16(in, order);
    const simde_v128_t wins = beats_b8x16(make_key_b8x16(update, order), make_key_b8x16(old, order));
    store_16(out, pick_b8x16(wins, update, old));
    uint8_t places[16];
    store_16(places, wins);
    for (size_t j = 0; j < 16; j++, arg += arg_bytes) {
        if (places[j] != 0) store_number(arg, number, arg_bytes);
    }
}

/* Compares tuples begin to end - 1, which name the same slice, with 32 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b8x16_2(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b8x16 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint8_t places[32];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b8x16(first, order);
    simde_v128_t key_0 = make_key_b8x16(element_0, order), place_0 = every_b8x16((int8_t)replaces);
    simde_v128_t element_1 = load_b8x16(first + 16, order);
    simde_v128_t key_1 = make_key_b8x16(element_1, order), place_1 = every_b8x16((int8_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b8x16((int8_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b8x16(in, order);
        const simde_v128_t of_update_0 = make_key_b8x16(update_0, order);
        const simde_v128_t wins_0 = beats_b8x16(of_update_0, key_0);
        element_0 = pick_b8x16(wins_0, update_0, element_0);
        key_0 = pick_b8x16(wins_0, of_update_0, key_0);
        place_0 = pick_b8x16(wins_0, place, place_0);
        const simde_v128_t update_1 = load_b8x16(in + 16, order);
        const simde_v128_t of_update_1 = make_key_b8x16(update_1, order);
        const simde_v128_t wins_1 = beats_b8x16(of_update_1, key_1);
        element_1 = pick_b8x16(wins_1, update_1, element_1);
        key_1 = pick_b8x16(wins_1, of_update_1, key_1);
        place_1 = pick_b8x16(wins_1, place, place_1);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    store_16(out + 16, element_1);
    store_16(places + 16, place_1);
    settle_b8(arg, places, 32, tuples, begin, end, slices->arg_bytes);
}

/* Compares tuples begin to end - 1, which name the same slice, with 16 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b8x16_1(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b8x16 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint8_t places[16];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b8x16(first, order);
    simde_v128_t key_0 = make_key_b8x16(element_0, order), place_0 = every_b8x16((int8_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b8x16((int8_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b8x16(in, order);
        const simde_v128_t of_update_0 = make_key_b8x16(update_0, order);
        const simde_v128_t wins_0 = beats_b8x16(of_update_0, key_0);
        element_0 = pick_b8x16(wins_0, update_0, element_0);
        key_0 = pick_b8x16(wins_0, of_update_0, key_0);
        place_0 = pick_b8x16(wins_0, place, place_0);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    settle_b8(arg, places, 16, tuples, begin, end, slices->arg_bytes);
}

/* Slices of at least 16 elements. The last register ends with the slice, and may have some elements of the one before: these do not
 * win a second time. */
static void compare_rows_b8x16(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                     const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n_elements = slices->n_elements, arg_bytes = slices->arg_bytes, n = tuples->n, last = n_elements - 16;
    const uint8_t largest = (uint8_t)order->largest & (uint8_t)((uint8_t)-1 >> 1); /* no magnitude is more than that */
    const order_b8x16 every = {every_b8x16((int8_t)largest), every_b8x16((int8_t)order->fold),
                                     every_b8x16((int8_t)order->flip), every_b8x16((int8_t)order->of_nan)                                     , every_b8x16((int8_t)(order->is_bool ? 1 : -1))                                     };
    for (size_t begin = 0, end; begin < n; begin = end) {
        const size_t slice_index = tuples->slice_indices[begin];
        unsigned char *restrict out = output + slice_index * slices->stride_bytes;
        unsigned char *restrict arg = args + slice_index * slices->arg_stride_bytes;
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[begin + STREW_PREFETCH_ARGS], 1);
        const size_t stop = n - begin < 255 ? n : begin + 255; /* places fit a lane */
        for (end = begin + 1; end < stop && tuples->slice_indices[end] == slice_index;) end++;
        int replaces = order->excludes_self && load_number(arg, arg_bytes) == order->none;
        if (replaces && (order->nan_loses || end - begin == 1)) {
            const unsigned char *first = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            begin_slice(out, arg, first, n_elements, 1, number_of(tuples, begin), arg_bytes, order);
            replaces = 0;
            begin++;
        }
        if (end - begin == 1) {
            const unsigned char *restrict in = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            const int64_t number = number_of(tuples, begin);
            const simde_v128_t old = load_b8x16(out + last * 1, &every);
            for (size_t i = 0; i < last; i += 16) {
                compare_b8x16(out + i * 1, arg + i * arg_bytes, load_b8x16(out + i * 1, &every),
                                    in + i * 1, number, arg_bytes, &every);
            }
            compare_b8x16(out + last * 1, arg + last * arg_bytes, old, in + last * 1, number, arg_bytes, &every);
        } else if (end != begin) {
            size_t i = 0;
            for (; i + 32 <= n_elements; i += 32) {
                compare_some_b8x16_2(out + i * 1, arg + i * arg_bytes, updates + i * 1, tuples, slices,
                                                begin, end, replaces, &every);
            }
            for (; i + 16 <= n_elements; i += 16) {
                compare_some_b8x16_1(out + i * 1, arg + i * arg_bytes, updates + i * 1, tuples, slices,
                                                begin, end, replaces, &every);
            }
            if (i != n_elements) {
                compare_some_b8x16_1(out + last * 1, arg + last * arg_bytes, updates + last * 1, tuples, slices,
                                           begin, end, replaces, &every);
            }
        }
    }
}

STREW_ARG(strew_arg_b8__simd128)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b8(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b8(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b8(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else if (slices->n_elements >= 16) {
        compare_rows_b8x16(output, args, updates, tuples, slices, order);
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
{
    const uint16_t old = load_compared_b16(out, order), update = load_compared_b16(in, order);
    const int16_t of_old = key_b16(old, order), of_update = key_b16(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint16_t chosen = choose_b16(beats, update, old);
    const int wins = beats;
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b16(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++) {
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
        const int wins = is_replaced;
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

/* Stores the numbers of the tuples that won: places count from 1, and where the numbers follow each other, a compiler makes vectors of
 * this. */
STREW_OWN_FRAME STREW_ONE_COPY static void settle_b16(unsigned char *restrict arg, const uint16_t *restrict places, size_t n,
                                                         const strew_arg_tuples *tuples, size_t begin, size_t end, size_t arg_bytes)
{
    const int is_even = tuples->numbers == NULL && tuples->ordinals[end - 1] - tuples->ordinals[begin] == end - 1 - begin;
    if (is_even && arg_bytes == sizeof(int64_t)) {
        const int64_t before = number_of(tuples, begin) - 1;
        for (size_t j = 0; j < n; j++) {
            int64_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int64_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else if (is_even) {
        const int32_t before = (int32_t)(number_of(tuples, begin) - 1);
        for (size_t j = 0; j < n; j++) {
            int32_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int32_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else {
        for (size_t j = 0; j < n; j++) {
            const int64_t last = load_number(arg + j * arg_bytes, arg_bytes);
            const size_t place = (size_t)places[j];
            const int64_t number = number_of(tuples, begin + place - (place != 0));
            store_number(arg + j * arg_bytes, place != 0 ? number : last, arg_bytes);
        }
    }
}

static STREW_INLINE void compare_slice_b16(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
{
    for (size_t j = 0; j < n; j++) {
        compare_b16(out + j * 2, arg + j * arg_bytes, in + j * 2, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b16(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++) {
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

/* The order in every lane. */
typedef struct order_b16x8 {
    simde_v128_t largest, fold, flip, of_nan;
} order_b16x8;

static STREW_INLINE simde_v128_t load_b16x8(const unsigned char *from, const order_b16x8 *order)
{
    (void)order;
    return load_16(from);
}

static STREW_INLINE simde_v128_t make_key_b16x8(simde_v128_t elements, const order_b16x8 *order)
{
    return key_b16x8(elements, order->largest, order->fold, order->flip, order->of_nan);
}

/* Compares the update of one tuple with 8 elements, which were loaded. */
static STREW_INLINE void compare_b16x8(unsigned char *restrict out, unsigned char *restrict arg, simde_v128_t old,
                                             const unsigned char *restrict in, int64_t number, size_t arg_bytes,
                                             const order_b16x8 *order)
{
    const simde_v128_t update = load_b16x8(in, order);
    const simde_v128_t wins = beats_b16x8(make_key_b16x8(update, order), make_key_b16x8(old, order));
    store_16(out, pick_b16x8(wins, update, old));
    uint16_t places[8];
    store_16(places, wins);
    for (size_t j = 0; j < 8; j++, arg += arg_bytes) {
        if (places[j] != 0) store_number(arg, number, arg_bytes);
    }
}

/* Compares tuples begin to end - 1, which name the same slice, with 16 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b16x8_2(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b16x8 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint16_t places[16];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b16x8(first, order);
    simde_v128_t key_0 = make_key_b16x8(element_0, order), place_0 = every_b16x8((int16_t)replaces);
    simde_v128_t element_1 = load_b16x8(first + 16, order);
    simde_v128_t key_1 = make_key_b16x8(element_1, order), place_1 = every_b16x8((int16_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b16x8((int16_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b16x8(in, order);
        const simde_v128_t of_update_0 = make_key_b16x8(update_0, order);
        const simde_v128_t wins_0 = beats_b16x8(of_update_0, key_0);
        element_0 = pick_b16x8(wins_0, update_0, element_0);
        key_0 = pick_b16x8(wins_0, of_update_0, key_0);
        place_0 = pick_b16x8(wins_0, place, place_0);
        const simde_v128_t update_1 = load_b16x8(in + 16, order);
        const simde_v128_t of_update_1 = make_key_b16x8(update_1, order);
        const simde_v128_t wins_1 = beats_b16x8(of_update_1, key_1);
        element_1 = pick_b16x8(wins_1, update_1, element_1);
        key_1 = pick_b16x8(wins_1, of_update_1, key_1);
        place_1 = pick_b16x8(wins_1, place, place_1);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    store_16(out + 16, element_1);
    store_16(places + 8, place_1);
    settle_b16(arg, places, 16, tuples, begin, end, slices->arg_bytes);
}

/* Compares tuples begin to end - 1, which name the same slice, with 8 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b16x8_1(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b16x8 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint16_t places[8];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b16x8(first, order);
    simde_v128_t key_0 = make_key_b16x8(element_0, order), place_0 = every_b16x8((int16_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b16x8((int16_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b16x8(in, order);
        const simde_v128_t of_update_0 = make_key_b16x8(update_0, order);
        const simde_v128_t wins_0 = beats_b16x8(of_update_0, key_0);
        element_0 = pick_b16x8(wins_0, update_0, element_0);
        key_0 = pick_b16x8(wins_0, of_update_0, key_0);
        place_0 = pick_b16x8(wins_0, place, place_0);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    settle_b16(arg, places, 8, tuples, begin, end, slices->arg_bytes);
}

/* Slices of at least 8 elements. The last register ends with the slice, and may have some elements of the one before: these do not
 * win a second time. */
static void compare_rows_b16x8(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                     const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n_elements = slices->n_elements, arg_bytes = slices->arg_bytes, n = tuples->n, last = n_elements - 8;
    const uint16_t largest = (uint16_t)order->largest & (uint16_t)((uint16_t)-1 >> 1); /* no magnitude is more than that */
    const order_b16x8 every = {every_b16x8((int16_t)largest), every_b16x8((int16_t)order->fold),
                                     every_b16x8((int16_t)order->flip), every_b16x8((int16_t)order->of_nan)                                     };
    for (size_t begin = 0, end; begin < n; begin = end) {
        const size_t slice_index = tuples->slice_indices[begin];
        unsigned char *restrict out = output + slice_index * slices->stride_bytes;
        unsigned char *restrict arg = args + slice_index * slices->arg_stride_bytes;
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[begin + STREW_PREFETCH_ARGS], 2);
        const size_t stop = n - begin < 65535 ? n : begin + 65535; /* places fit a lane */
        for (end = begin + 1; end < stop && tuples->slice_indices[end] == slice_index;) end++;
        int replaces = order->excludes_self && load_number(arg, arg_bytes) == order->none;
        if (replaces && (order->nan_loses || end - begin == 1)) {
            const unsigned char *first = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            begin_slice(out, arg, first, n_elements, 2, number_of(tuples, begin), arg_bytes, order);
            replaces = 0;
            begin++;
        }
        if (end - begin == 1) {
            const unsigned char *restrict in = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            const int64_t number = number_of(tuples, begin);
            const simde_v128_t old = load_b16x8(out + last * 2, &every);
            for (size_t i = 0; i < last; i += 8) {
                compare_b16x8(out + i * 2, arg + i * arg_bytes, load_b16x8(out + i * 2, &every),
                                    in + i * 2, number, arg_bytes, &every);
            }
            compare_b16x8(out + last * 2, arg + last * arg_bytes, old, in + last * 2, number, arg_bytes, &every);
        } else if (end != begin) {
            size_t i = 0;
            for (; i + 16 <= n_elements; i += 16) {
                compare_some_b16x8_2(out + i * 2, arg + i * arg_bytes, updates + i * 2, tuples, slices,
                                                begin, end, replaces, &every);
            }
            for (; i + 8 <= n_elements; i += 8) {
                compare_some_b16x8_1(out + i * 2, arg + i * arg_bytes, updates + i * 2, tuples, slices,
                                                begin, end, replaces, &every);
            }
            if (i != n_elements) {
                compare_some_b16x8_1(out + last * 2, arg + last * arg_bytes, updates + last * 2, tuples, slices,
                                           begin, end, replaces, &every);
            }
        }
    }
}

STREW_ARG(strew_arg_b16__simd128)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b16(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b16(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b16(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else if (slices->n_elements >= 8) {
        compare_rows_b16x8(output, args, updates, tuples, slices, order);
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
{
    const uint32_t old = load_compared_b32(out, order), update = load_compared_b32(in, order);
    const int32_t of_old = key_b32(old, order), of_update = key_b32(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint32_t chosen = choose_b32(beats, update, old);
    const int wins = beats;
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b32(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++) {
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
        const int wins = is_replaced;
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

/* Stores the numbers of the tuples that won: places count from 1, and where the numbers follow each other, a compiler makes vectors of
 * this. */
STREW_OWN_FRAME STREW_ONE_COPY static void settle_b32(unsigned char *restrict arg, const uint32_t *restrict places, size_t n,
                                                         const strew_arg_tuples *tuples, size_t begin, size_t end, size_t arg_bytes)
{
    const int is_even = tuples->numbers == NULL && tuples->ordinals[end - 1] - tuples->ordinals[begin] == end - 1 - begin;
    if (is_even && arg_bytes == sizeof(int64_t)) {
        const int64_t before = number_of(tuples, begin) - 1;
        for (size_t j = 0; j < n; j++) {
            int64_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int64_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else if (is_even) {
        const int32_t before = (int32_t)(number_of(tuples, begin) - 1);
        for (size_t j = 0; j < n; j++) {
            int32_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int32_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else {
        for (size_t j = 0; j < n; j++) {
            const int64_t last = load_number(arg + j * arg_bytes, arg_bytes);
            const size_t place = (size_t)places[j];
            const int64_t number = number_of(tuples, begin + place - (place != 0));
            store_number(arg + j * arg_bytes, place != 0 ? number : last, arg_bytes);
        }
    }
}

static STREW_INLINE void compare_slice_b32(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
{
    for (size_t j = 0; j < n; j++) {
        compare_b32(out + j * 4, arg + j * arg_bytes, in + j * 4, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b32(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++) {
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

/* The order in every lane. */
typedef struct order_b32x4 {
    simde_v128_t largest, fold, flip, of_nan;
} order_b32x4;

static STREW_INLINE simde_v128_t load_b32x4(const unsigned char *from, const order_b32x4 *order)
{
    (void)order;
    return load_16(from);
}

static STREW_INLINE simde_v128_t make_key_b32x4(simde_v128_t elements, const order_b32x4 *order)
{
    return key_b32x4(elements, order->largest, order->fold, order->flip, order->of_nan);
}

/* Compares the update of one tuple with 4 elements, which were loaded. */
static STREW_INLINE void compare_b32x4(unsigned char *restrict out, unsigned char *restrict arg, simde_v128_t old,
                                             const unsigned char *restrict in, int64_t number, size_t arg_bytes,
                                             const order_b32x4 *order)
{
    const simde_v128_t update = load_b32x4(in, order);
    const simde_v128_t wins = beats_b32x4(make_key_b32x4(update, order), make_key_b32x4(old, order));
    store_16(out, pick_b32x4(wins, update, old));
    uint32_t places[4];
    store_16(places, wins);
    for (size_t j = 0; j < 4; j++, arg += arg_bytes) {
        if (places[j] != 0) store_number(arg, number, arg_bytes);
    }
}

/* Compares tuples begin to end - 1, which name the same slice, with 8 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b32x4_2(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b32x4 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint32_t places[8];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b32x4(first, order);
    simde_v128_t key_0 = make_key_b32x4(element_0, order), place_0 = every_b32x4((int32_t)replaces);
    simde_v128_t element_1 = load_b32x4(first + 16, order);
    simde_v128_t key_1 = make_key_b32x4(element_1, order), place_1 = every_b32x4((int32_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b32x4((int32_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b32x4(in, order);
        const simde_v128_t of_update_0 = make_key_b32x4(update_0, order);
        const simde_v128_t wins_0 = beats_b32x4(of_update_0, key_0);
        element_0 = pick_b32x4(wins_0, update_0, element_0);
        key_0 = pick_b32x4(wins_0, of_update_0, key_0);
        place_0 = pick_b32x4(wins_0, place, place_0);
        const simde_v128_t update_1 = load_b32x4(in + 16, order);
        const simde_v128_t of_update_1 = make_key_b32x4(update_1, order);
        const simde_v128_t wins_1 = beats_b32x4(of_update_1, key_1);
        element_1 = pick_b32x4(wins_1, update_1, element_1);
        key_1 = pick_b32x4(wins_1, of_update_1, key_1);
        place_1 = pick_b32x4(wins_1, place, place_1);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    store_16(out + 16, element_1);
    store_16(places + 4, place_1);
    settle_b32(arg, places, 8, tuples, begin, end, slices->arg_bytes);
}

/* Compares tuples begin to end - 1, which name the same slice, with 4 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b32x4_1(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b32x4 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint32_t places[4];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b32x4(first, order);
    simde_v128_t key_0 = make_key_b32x4(element_0, order), place_0 = every_b32x4((int32_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b32x4((int32_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b32x4(in, order);
        const simde_v128_t of_update_0 = make_key_b32x4(update_0, order);
        const simde_v128_t wins_0 = beats_b32x4(of_update_0, key_0);
        element_0 = pick_b32x4(wins_0, update_0, element_0);
        key_0 = pick_b32x4(wins_0, of_update_0, key_0);
        place_0 = pick_b32x4(wins_0, place, place_0);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    settle_b32(arg, places, 4, tuples, begin, end, slices->arg_bytes);
}

/* Slices of at least 4 elements. The last register ends with the slice, and may have some elements of the one before: these do not
 * win a second time. */
static void compare_rows_b32x4(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                     const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n_elements = slices->n_elements, arg_bytes = slices->arg_bytes, n = tuples->n, last = n_elements - 4;
    const uint32_t largest = (uint32_t)order->largest & (uint32_t)((uint32_t)-1 >> 1); /* no magnitude is more than that */
    const order_b32x4 every = {every_b32x4((int32_t)largest), every_b32x4((int32_t)order->fold),
                                     every_b32x4((int32_t)order->flip), every_b32x4((int32_t)order->of_nan)                                     };
    for (size_t begin = 0, end; begin < n; begin = end) {
        const size_t slice_index = tuples->slice_indices[begin];
        unsigned char *restrict out = output + slice_index * slices->stride_bytes;
        unsigned char *restrict arg = args + slice_index * slices->arg_stride_bytes;
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[begin + STREW_PREFETCH_ARGS], 4);
        const size_t stop = n;
        for (end = begin + 1; end < stop && tuples->slice_indices[end] == slice_index;) end++;
        int replaces = order->excludes_self && load_number(arg, arg_bytes) == order->none;
        if (replaces && (order->nan_loses || end - begin == 1)) {
            const unsigned char *first = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            begin_slice(out, arg, first, n_elements, 4, number_of(tuples, begin), arg_bytes, order);
            replaces = 0;
            begin++;
        }
        if (end - begin == 1) {
            const unsigned char *restrict in = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            const int64_t number = number_of(tuples, begin);
            const simde_v128_t old = load_b32x4(out + last * 4, &every);
            for (size_t i = 0; i < last; i += 4) {
                compare_b32x4(out + i * 4, arg + i * arg_bytes, load_b32x4(out + i * 4, &every),
                                    in + i * 4, number, arg_bytes, &every);
            }
            compare_b32x4(out + last * 4, arg + last * arg_bytes, old, in + last * 4, number, arg_bytes, &every);
        } else if (end != begin) {
            size_t i = 0;
            for (; i + 8 <= n_elements; i += 8) {
                compare_some_b32x4_2(out + i * 4, arg + i * arg_bytes, updates + i * 4, tuples, slices,
                                                begin, end, replaces, &every);
            }
            for (; i + 4 <= n_elements; i += 4) {
                compare_some_b32x4_1(out + i * 4, arg + i * arg_bytes, updates + i * 4, tuples, slices,
                                                begin, end, replaces, &every);
            }
            if (i != n_elements) {
                compare_some_b32x4_1(out + last * 4, arg + last * arg_bytes, updates + last * 4, tuples, slices,
                                           begin, end, replaces, &every);
            }
        }
    }
}

STREW_ARG(strew_arg_b32__simd128)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b32(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b32(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b32(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else if (slices->n_elements >= 4) {
        compare_rows_b32x4(output, args, updates, tuples, slices, order);
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
{
    const uint64_t old = load_compared_b64(out, order), update = load_compared_b64(in, order);
    const int64_t of_old = key_b64(old, order), of_update = key_b64(update, order);
    const int64_t last = load_number(arg, arg_bytes);
    const int beats = of_update > of_old;
    const uint64_t chosen = choose_b64(beats, update, old);
    const int wins = beats;
    memcpy(out, &chosen, sizeof chosen);
    store_number(arg, wins ? number : last, arg_bytes);
}

/* Slices of one element: without a branch that depends on what wins. */
static STREW_INLINE void compare_elements_b64(unsigned char *restrict output, unsigned char *restrict args,
                                                 const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                 const strew_arg_slices *slices, const strew_arg_order *order, size_t arg_bytes,
                                                 int excludes_self)
{
    const strew_arg_order its = *order; /* which no store changes */
    const size_t stride_bytes = slices->stride_bytes, arg_stride_bytes = slices->arg_stride_bytes, update_bytes = slices->update_bytes;
    const uint32_t *restrict slice_indices = tuples->slice_indices, *restrict numbers = tuples->tuples;
    const strew_arg_tuples numbered = *tuples;
    const int prefetches = slices->prefetches;
    for (size_t i = 0, n = tuples->n; i < n; i++) {
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
        const int wins = is_replaced;
        const uint64_t number = (uint64_t)(is_touched ? its.touched : number_of(&numbered, i)), stores = 0 - (uint64_t)wins;
        memcpy(out, &chosen, sizeof chosen);
        store_number(arg, (int64_t)((uint64_t)last ^ (((uint64_t)last ^ number) & stores)), arg_bytes);
    }
}

/* Stores the numbers of the tuples that won: places count from 1, and where the numbers follow each other, a compiler makes vectors of
 * this. */
STREW_OWN_FRAME STREW_ONE_COPY static void settle_b64(unsigned char *restrict arg, const uint64_t *restrict places, size_t n,
                                                         const strew_arg_tuples *tuples, size_t begin, size_t end, size_t arg_bytes)
{
    const int is_even = tuples->numbers == NULL && tuples->ordinals[end - 1] - tuples->ordinals[begin] == end - 1 - begin;
    if (is_even && arg_bytes == sizeof(int64_t)) {
        const int64_t before = number_of(tuples, begin) - 1;
        for (size_t j = 0; j < n; j++) {
            int64_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int64_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else if (is_even) {
        const int32_t before = (int32_t)(number_of(tuples, begin) - 1);
        for (size_t j = 0; j < n; j++) {
            int32_t last;
            memcpy(&last, arg + j * sizeof last, sizeof last);
            last = places[j] != 0 ? before + (int32_t)places[j] : last;
            memcpy(arg + j * sizeof last, &last, sizeof last);
        }
    } else {
        for (size_t j = 0; j < n; j++) {
            const int64_t last = load_number(arg + j * arg_bytes, arg_bytes);
            const size_t place = (size_t)places[j];
            const int64_t number = number_of(tuples, begin + place - (place != 0));
            store_number(arg + j * arg_bytes, place != 0 ? number : last, arg_bytes);
        }
    }
}

static STREW_INLINE void compare_slice_b64(unsigned char *restrict out, unsigned char *restrict arg, const unsigned char *restrict in,
                                              size_t n, int64_t number, size_t arg_bytes, const strew_arg_order *order)
{
    for (size_t j = 0; j < n; j++) {
        compare_b64(out + j * 8, arg + j * arg_bytes, in + j * 8, number, arg_bytes, order);
    }
}

/* One element after the other: what is narrower than a register, and all slices if there is none. */
static void compare_narrow_b64(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                  const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n = slices->n_elements, arg_bytes = slices->arg_bytes;
    for (size_t t = 0; t < tuples->n; t++) {
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

/* The order in every lane. */
typedef struct order_b64x2 {
    simde_v128_t largest, fold, flip, of_nan;
} order_b64x2;

static STREW_INLINE simde_v128_t load_b64x2(const unsigned char *from, const order_b64x2 *order)
{
    (void)order;
    return load_16(from);
}

static STREW_INLINE simde_v128_t make_key_b64x2(simde_v128_t elements, const order_b64x2 *order)
{
    return key_b64x2(elements, order->largest, order->fold, order->flip, order->of_nan);
}

/* Compares the update of one tuple with 2 elements, which were loaded. */
static STREW_INLINE void compare_b64x2(unsigned char *restrict out, unsigned char *restrict arg, simde_v128_t old,
                                             const unsigned char *restrict in, int64_t number, size_t arg_bytes,
                                             const order_b64x2 *order)
{
    const simde_v128_t update = load_b64x2(in, order);
    const simde_v128_t wins = beats_b64x2(make_key_b64x2(update, order), make_key_b64x2(old, order));
    store_16(out, pick_b64x2(wins, update, old));
    uint64_t places[2];
    store_16(places, wins);
    for (size_t j = 0; j < 2; j++, arg += arg_bytes) {
        if (places[j] != 0) store_number(arg, number, arg_bytes);
    }
}

/* Compares tuples begin to end - 1, which name the same slice, with 4 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b64x2_2(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b64x2 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint64_t places[4];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b64x2(first, order);
    simde_v128_t key_0 = make_key_b64x2(element_0, order), place_0 = every_b64x2((int64_t)replaces);
    simde_v128_t element_1 = load_b64x2(first + 16, order);
    simde_v128_t key_1 = make_key_b64x2(element_1, order), place_1 = every_b64x2((int64_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b64x2((int64_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b64x2(in, order);
        const simde_v128_t of_update_0 = make_key_b64x2(update_0, order);
        const simde_v128_t wins_0 = beats_b64x2(of_update_0, key_0);
        element_0 = pick_b64x2(wins_0, update_0, element_0);
        key_0 = pick_b64x2(wins_0, of_update_0, key_0);
        place_0 = pick_b64x2(wins_0, place, place_0);
        const simde_v128_t update_1 = load_b64x2(in + 16, order);
        const simde_v128_t of_update_1 = make_key_b64x2(update_1, order);
        const simde_v128_t wins_1 = beats_b64x2(of_update_1, key_1);
        element_1 = pick_b64x2(wins_1, update_1, element_1);
        key_1 = pick_b64x2(wins_1, of_update_1, key_1);
        place_1 = pick_b64x2(wins_1, place, place_1);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    store_16(out + 16, element_1);
    store_16(places + 2, place_1);
    settle_b64(arg, places, 4, tuples, begin, end, slices->arg_bytes);
}

/* Compares tuples begin to end - 1, which name the same slice, with 2 elements of it, which the first update may replace. */
static STREW_INLINE void compare_some_b64x2_1(unsigned char *restrict out, unsigned char *restrict arg,
                                                         const unsigned char *restrict updates, const strew_arg_tuples *tuples,
                                                         const strew_arg_slices *slices, size_t begin, size_t end, int replaces,
                                                         const order_b64x2 *order)
{
    const size_t update_bytes = slices->update_bytes;
    const uint32_t *restrict numbers = tuples->tuples;
    const int prefetches_updates = slices->prefetches_updates;
    uint64_t places[2];
    const unsigned char *first = replaces ? updates + numbers[begin] * update_bytes : out;
    simde_v128_t element_0 = load_b64x2(first, order);
    simde_v128_t key_0 = make_key_b64x2(element_0, order), place_0 = every_b64x2((int64_t)replaces);
    for (size_t t = begin + (size_t)replaces; t < end; t++) {
        const unsigned char *in = updates + numbers[t] * update_bytes;
        const simde_v128_t place = every_b64x2((int64_t)(t - begin + 1));
        if (prefetches_updates) {
            const size_t next = numbers[t + STREW_PREFETCH_COMPARED] * update_bytes;
            STREW_PREFETCH_SECOND_AT(updates, next);
        }
        const simde_v128_t update_0 = load_b64x2(in, order);
        const simde_v128_t of_update_0 = make_key_b64x2(update_0, order);
        const simde_v128_t wins_0 = beats_b64x2(of_update_0, key_0);
        element_0 = pick_b64x2(wins_0, update_0, element_0);
        key_0 = pick_b64x2(wins_0, of_update_0, key_0);
        place_0 = pick_b64x2(wins_0, place, place_0);
    }
    store_16(out, element_0);
    store_16(places, place_0);
    settle_b64(arg, places, 2, tuples, begin, end, slices->arg_bytes);
}

/* Slices of at least 2 elements. The last register ends with the slice, and may have some elements of the one before: these do not
 * win a second time. */
static void compare_rows_b64x2(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,
                                     const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
{
    const size_t n_elements = slices->n_elements, arg_bytes = slices->arg_bytes, n = tuples->n, last = n_elements - 2;
    const uint64_t largest = (uint64_t)order->largest & (uint64_t)((uint64_t)-1 >> 1); /* no magnitude is more than that */
    const order_b64x2 every = {every_b64x2((int64_t)largest), every_b64x2((int64_t)order->fold),
                                     every_b64x2((int64_t)order->flip), every_b64x2((int64_t)order->of_nan)                                     };
    for (size_t begin = 0, end; begin < n; begin = end) {
        const size_t slice_index = tuples->slice_indices[begin];
        unsigned char *restrict out = output + slice_index * slices->stride_bytes;
        unsigned char *restrict arg = args + slice_index * slices->arg_stride_bytes;
        if (slices->prefetches) prefetch_slice(output, args, slices, tuples->slice_indices[begin + STREW_PREFETCH_ARGS], 8);
        const size_t stop = n;
        for (end = begin + 1; end < stop && tuples->slice_indices[end] == slice_index;) end++;
        int replaces = order->excludes_self && load_number(arg, arg_bytes) == order->none;
        if (replaces && (order->nan_loses || end - begin == 1)) {
            const unsigned char *first = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            begin_slice(out, arg, first, n_elements, 8, number_of(tuples, begin), arg_bytes, order);
            replaces = 0;
            begin++;
        }
        if (end - begin == 1) {
            const unsigned char *restrict in = updates + (size_t)tuples->tuples[begin] * slices->update_bytes;
            const int64_t number = number_of(tuples, begin);
            const simde_v128_t old = load_b64x2(out + last * 8, &every);
            for (size_t i = 0; i < last; i += 2) {
                compare_b64x2(out + i * 8, arg + i * arg_bytes, load_b64x2(out + i * 8, &every),
                                    in + i * 8, number, arg_bytes, &every);
            }
            compare_b64x2(out + last * 8, arg + last * arg_bytes, old, in + last * 8, number, arg_bytes, &every);
        } else if (end != begin) {
            size_t i = 0;
            for (; i + 4 <= n_elements; i += 4) {
                compare_some_b64x2_2(out + i * 8, arg + i * arg_bytes, updates + i * 8, tuples, slices,
                                                begin, end, replaces, &every);
            }
            for (; i + 2 <= n_elements; i += 2) {
                compare_some_b64x2_1(out + i * 8, arg + i * arg_bytes, updates + i * 8, tuples, slices,
                                                begin, end, replaces, &every);
            }
            if (i != n_elements) {
                compare_some_b64x2_1(out + last * 8, arg + last * arg_bytes, updates + last * 8, tuples, slices,
                                           begin, end, replaces, &every);
            }
        }
    }
}

STREW_ARG(strew_arg_b64__simd128)
{
    const int is_wide = slices->arg_bytes == sizeof(int64_t);
    if (slices->n_elements == 1 && order->excludes_self) {
        compare_elements_b64(output, args, updates, tuples, slices, order, is_wide ? sizeof(int64_t) : sizeof(int32_t), 1);
    } else if (slices->n_elements == 1 && is_wide) {
        compare_elements_b64(output, args, updates, tuples, slices, order, sizeof(int64_t), 0);
    } else if (slices->n_elements == 1) {
        compare_elements_b64(output, args, updates, tuples, slices, order, sizeof(int32_t), 0);
    } else if (slices->n_elements >= 2) {
        compare_rows_b64x2(output, args, updates, tuples, slices, order);
    } else {
        compare_narrow_b64(output, args, updates, tuples, slices, order);
    }
}
#endif
#endif
