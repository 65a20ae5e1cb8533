/* Groups of distinct values: they are sorted digit by digit, from the lowest one on, as numbers above the smallest of them.
 * group_by_index.c alone includes this. */
#ifndef STREW_GROUP_VALUES_H
#define STREW_GROUP_VALUES_H

#include "grouping.h"

/* A digit's counters fit a first-level cache, next to the lines that are written. */
enum { MAX_DIGIT_BITS = 11, MAX_DIGITS = 1 << MAX_DIGIT_BITS };

/* Threads that sort keys: values above the smallest one. The numbers of indices move with their keys. */
typedef struct sorting {
    const grouping *grouping;
    uint64_t flipped;              /* bits of a value that make it unsigned, in the same order */
    uint64_t min, max;             /* values, flipped */
    unsigned char *keys[2];        /* numbers of 32 bits if is_narrow */
    unsigned char *numbers[2];     /* of indices, as in order */
    size_t *counts;                /* of the digits of each thread */
    int is_narrow, from, is_first; /* which of the two holds what is sorted so far; numbers do not exist before the first digit */
    uint32_t shift;
    size_t n_digits;
    uint64_t mins[MAX_THREADS], maxs[MAX_THREADS];
} sorting;

static void find_range_of_some(void *argument, size_t i)
{
    sorting *sorting = argument;
    const grouping *grouping = sorting->grouping;
    const size_t end = begin_of(grouping, i + 1);
    int64_t values[BLOCK];
    uint64_t min = UINT64_MAX, max = 0;
    for (size_t first = begin_of(grouping, i), n; first < end; first += n) {
        n = min_of(end - first, BLOCK);
        strew_read_elements(&grouping->indices, values, first, n);
        for (size_t j = 0; j < n; j++) {
            const uint64_t value = (uint64_t)values[j] ^ sorting->flipped;
            min = value < min ? value : min;
            max = value > max ? value : max;
        }
    }
    sorting->mins[i] = min;
    sorting->maxs[i] = max;
}

/* If another thread has changed indices since, keys are any numbers, whose lower bits alone are sorted. */
static void load_keys_of_some(void *argument, size_t i)
{
    const sorting *sorting = argument;
    const grouping *grouping = sorting->grouping;
    const size_t end = begin_of(grouping, i + 1);
    int64_t values[BLOCK];
    for (size_t first = begin_of(grouping, i), n; first < end; first += n) {
        n = min_of(end - first, BLOCK);
        strew_read_elements(&grouping->indices, values, first, n);
        for (size_t j = 0; j < n; j++) {
            const uint64_t key = ((uint64_t)values[j] ^ sorting->flipped) - sorting->min;
            if (sorting->is_narrow)
                put(sorting->keys[0], first + j, key, 0);
            else
                put(sorting->keys[0], first + j, key, 1);
        }
    }
}

static inline void count_digits(const sorting *sorting, size_t i, int is_narrow)
{
    const size_t end = begin_of(sorting->grouping, i + 1), mask = sorting->n_digits - 1;
    const unsigned char *keys = sorting->keys[sorting->from];
    const uint32_t shift = sorting->shift;
    size_t *counts = sorting->counts + i * sorting->n_digits;
    memset(counts, 0, sorting->n_digits * sizeof *counts);
    for (size_t t = begin_of(sorting->grouping, i); t < end; t++) counts[(size_t)(get(keys, t, !is_narrow) >> shift) & mask]++;
}

static void count_digits_of_some(void *argument, size_t i)
{
    const sorting *sorting = argument;
    if (sorting->is_narrow)
        count_digits(sorting, i, 1);
    else
        count_digits(sorting, i, 0);
}

static inline void place_digits(const sorting *sorting, size_t i, int is_narrow, int is_wide, int is_first)
{
    const size_t end = begin_of(sorting->grouping, i + 1), mask = sorting->n_digits - 1;
    const unsigned char *from_keys = sorting->keys[sorting->from], *from = sorting->numbers[sorting->from];
    unsigned char *to_keys = sorting->keys[!sorting->from], *to = sorting->numbers[!sorting->from];
    const uint32_t shift = sorting->shift;
    size_t *places = sorting->counts + i * sorting->n_digits;
    for (size_t t = begin_of(sorting->grouping, i); t < end; t++) {
        const uint64_t key = get(from_keys, t, !is_narrow);
        const size_t at = places[(size_t)(key >> shift) & mask]++;
        put(to_keys, at, key, !is_narrow);
        put(to, at, is_first ? t : get(from, t, is_wide), is_wide);
    }
}

static void place_digits_of_some(void *argument, size_t i)
{
    const sorting *sorting = argument;
    switch (sorting->is_narrow * 4 + sorting->grouping->is_wide * 2 + sorting->is_first) {
    case 0: place_digits(sorting, i, 0, 0, 0); break;
    case 1: place_digits(sorting, i, 0, 0, 1); break;
    case 2: place_digits(sorting, i, 0, 1, 0); break;
    case 3: place_digits(sorting, i, 0, 1, 1); break;
    case 4: place_digits(sorting, i, 1, 0, 0); break;
    case 5: place_digits(sorting, i, 1, 0, 1); break;
    case 6: place_digits(sorting, i, 1, 1, 0); break;
    default: place_digits(sorting, i, 1, 1, 1);
    }
}

/* Sorts by one digit. */
static void sort_digit(sorting *sorting)
{
    const size_t n_threads = sorting->grouping->n_threads, n_digits = sorting->n_digits;
    size_t total = 0;
    run_threads(sorting->grouping, &(const loop){count_digits_of_some, sorting});
    for (size_t digit = 0; digit < n_digits; digit++) {
        for (size_t i = 0; i < n_threads; i++) {
            size_t *count = sorting->counts + i * n_digits + digit, n_here = *count;
            *count = total;
            total += n_here;
        }
    }
    run_threads(sorting->grouping, &(const loop){place_digits_of_some, sorting});
    sorting->from = !sorting->from;
    sorting->is_first = 0;
}

static uint32_t count_bits(uint64_t number)
{
    uint32_t n = 1; /* so that even equal values are sorted by something */
    while (n < 64 && number >> n != 0) n++;
    return n;
}

/* Sorts all keys, so that their numbers end in order. A digit has no more values than there are indices: its counters
 * would take longer. */
static void sort_keys(sorting *sorting)
{
    const grouping *grouping = sorting->grouping;
    const uint32_t n_bits = count_bits(sorting->max - sorting->min), of_n = count_bits(grouping->n),
                   max_bits = of_n < MAX_DIGIT_BITS ? of_n : MAX_DIGIT_BITS, n_passes = (n_bits + max_bits - 1) / max_bits,
                   digit_bits = (n_bits + n_passes - 1) / n_passes;
    const size_t key_bytes = n_bits <= 32 ? sizeof(uint32_t) : sizeof(uint64_t);
    unsigned char *next = grouping->workspace;
    sorting->is_narrow = n_bits <= 32;
    sorting->counts = (size_t *)(void *)next;
    next += grouping->n_threads * MAX_DIGITS * sizeof *sorting->counts;
    for (int k = 0; k < 2; k++, next += grouping->n * key_bytes) sorting->keys[k] = next;
    sorting->numbers[n_passes % 2] = grouping->order;
    sorting->numbers[!(n_passes % 2)] = next;
    sorting->from = 0;
    sorting->is_first = 1;
    sorting->n_digits = (size_t)1 << digit_bits;
    run_threads(grouping, &(const loop){load_keys_of_some, sorting});
    for (uint32_t pass = 0; pass < n_passes; pass++) {
        sorting->shift = pass * digit_bits;
        sort_digit(sorting);
    }
}

/* Finds where keys change. The ignored value is sorted as any other, and taken out here. */
static void find_unique(const sorting *sorting)
{
    const grouping *grouping = sorting->grouping;
    const unsigned char *keys = sorting->keys[sorting->from];
    const size_t n = grouping->n, number_bytes = grouping->is_wide ? sizeof(int64_t) : sizeof(int32_t);
    const strew_options *options = &grouping->options;
    /* A negative number is no value of a uint64, though a value has its bits. */
    const int has_ignored = options->has_ignore_index && (sorting->flipped != 0 || options->ignore_index >= 0);
    const uint64_t ignored = ((uint64_t)options->ignore_index ^ sorting->flipped) - sorting->min;
    size_t n_unique = 0, out_begin = n, out_end = n;
    for (size_t t = 0, end; t < n; t = end) {
        const uint64_t key = get(keys, t, !sorting->is_narrow);
        for (end = t + 1; end < n && get(keys, end, !sorting->is_narrow) == key;) end++;
        if (has_ignored && key == ignored) {
            out_begin = t;
            out_end = end;
            continue;
        }
        grouping->starts[n_unique] = (int64_t)(t - (t >= out_end ? out_end - out_begin : 0));
        if (grouping->unique != NULL) {
            const uint64_t value = (key + sorting->min) ^ sorting->flipped;
            memcpy(grouping->unique + n_unique, &value, sizeof value);
        }
        n_unique++;
    }
    grouping->starts[n_unique] = (int64_t)(n - (out_end - out_begin));
    *grouping->n_unique = (int64_t)n_unique;
    memmove(grouping->order + out_begin * number_bytes, grouping->order + out_end * number_bytes, (n - out_end) * number_bytes);
}

OWN_FRAME static strew_status group_values(grouping *grouping, strew_fault *fault)
{
    sorting sorting = {.grouping = grouping, .min = UINT64_MAX};
    if (grouping->n == 0) {
        grouping->starts[0] = 0;
        *grouping->n_unique = 0;
        return REJECT(fault, STREW_OK);
    }
    const int is_uint64 = grouping->indices.dtype == STREW_DTYPE_UINT64;
    sorting.flipped = is_uint64 ? 0 : (uint64_t)1 << 63;
    if (is_uint64) grouping->indices.dtype = STREW_DTYPE_INT64; /* all bits as they are */
    run_threads(grouping, &(const loop){find_range_of_some, &sorting});
    for (size_t i = 0; i < grouping->n_threads; i++) {
        sorting.min = sorting.mins[i] < sorting.min ? sorting.mins[i] : sorting.min;
        sorting.max = sorting.maxs[i] > sorting.max ? sorting.maxs[i] : sorting.max;
    }
    sort_keys(&sorting);
    find_unique(&sorting);
    return REJECT(fault, STREW_OK);
}

#endif /* STREW_GROUP_VALUES_H */
