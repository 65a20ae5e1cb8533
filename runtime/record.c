#include "record.h"

#include "util.h"

#include <string.h>

/* Places in the workspace, and the size of all. */
typedef struct offsets {
    strew_record_form form;
    int shift; /* of the hash */
    size_t row, number_bytes, cleared_bytes, slices, counts, sums, bytes;
} offsets;

/* What a record has besides what is known of each slice. */
typedef enum extra {
    PLAIN, /* nothing, or where updates that are NaN are passed over, sums */
    SUMS,  /* of every slice */
    LISTS, /* of the tuples of each slice */
} extra;

enum { ALIGNMENT = 16 };

/* The bytes of n rows of so many items, aligned; SIZE_MAX if these are too many to be addressed. With strides, slice indices count in parts
 * of a slice: then the rows of all slices may have more items than any memory. */
static size_t bytes_of(size_t n, size_t row, size_t item_bytes)
{
    return n > (SIZE_MAX / 2 - ALIGNMENT) / item_bytes / row ? SIZE_MAX : strew_round_up(n * row * item_bytes, ALIGNMENT);
}

static size_t sum_up(size_t a, size_t b)
{
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

/* A power of two, at most half of which is used. */
static size_t hash_capacity(size_t max, int *shift)
{
    size_t capacity = 2;
    *shift = 63;
    for (; capacity / 2 < max && capacity <= SIZE_MAX / 4; capacity *= 2) (*shift)--;
    return capacity;
}

/* The bytes of a slice index, an ordinal or a count. */
static size_t number_bytes_of(const strew_plan_state *plan, size_t n_tuples)
{
    return !strew_has_32_bit_slice_indices(plan) || n_tuples >= UINT32_MAX ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* The numbers that are known of a slice besides its ordinal: how many updates it has, and each of its parts. 0 if it has a bit. */
static size_t row_of(const strew_plan_state *plan, size_t slice_bytes, extra extra)
{
    if (strew_passes_over_nan(plan)) return 1 + slice_bytes / strew_part_bytes_of(plan);
    return extra == LISTS || strew_counts_updates(plan) ? 1 : 0;
}

/* The bytes of the rows of n slices, if those of n numbers are known. */
static size_t rows_bytes(size_t n, size_t row, size_t number_bytes, size_t numbers)
{
    return row == 0 ? 0 : row == 1 ? numbers : bytes_of(n, row, number_bytes);
}

/* Those of their sums. */
static size_t sums_bytes(const strew_plan_state *plan, size_t n, size_t slice_bytes)
{
    return strew_has_sums(plan) ? bytes_of(n, slice_bytes / (size_t)plan->element_bytes, (size_t)plan->sum_bytes) : 0;
}

static offsets find_offsets_with(const strew_plan_state *plan, size_t n_slices, size_t n_tuples, size_t slice_bytes, extra extra)
{
    offsets offsets;
    const size_t max = strew_min(n_slices, n_tuples);
    const size_t number_bytes = number_bytes_of(plan, n_tuples), numbers = bytes_of(max, 1, number_bytes);
    offsets.number_bytes = number_bytes;
    const size_t hashed = bytes_of(hash_capacity(max, &offsets.shift), 1, number_bytes), direct = bytes_of(n_slices, 1, number_bytes);
    const size_t row = row_of(plan, slice_bytes, extra), lists = extra == LISTS ? bytes_of(n_tuples, 1, number_bytes) : 0;
    const size_t by_slice = row != 0 ? rows_bytes(n_slices, row, number_bytes, direct) : bytes_of(n_slices / 8 + 1, 1, 1);
    offsets.row = row;
    const size_t all_by_slice = sum_up(by_slice, extra == LISTS ? lists : sums_bytes(plan, n_slices, slice_bytes));
    offsets.cleared_bytes = strew_min(hashed, direct);
    offsets.slices = offsets.cleared_bytes;
    offsets.counts = sum_up(offsets.slices, numbers);
    offsets.sums = sum_up(offsets.counts, rows_bytes(max, row, number_bytes, numbers));
    offsets.bytes = sum_up(offsets.sums, extra == LISTS ? lists : sums_bytes(plan, max, slice_bytes));
    offsets.form = direct <= hashed ? STREW_DIRECT : STREW_HASHED;
    if (all_by_slice <= offsets.bytes || extra == SUMS) {
        offsets.form = STREW_BY_SLICE;
        offsets.cleared_bytes = offsets.sums = by_slice;
        offsets.slices = offsets.counts = 0;
        offsets.bytes = all_by_slice;
    }
    return offsets;
}

/* Sums of every slice start and end as one slice, so there may be nothing between slices, nor may a first update replace the old element.
 * Wide slices have whichever takes less. Narrow ones are summed up faster where each slice has a place, so these have lists only if sums of
 * what is touched took less than sums of every slice. */
static extra find_extra(const strew_plan_state *plan)
{
    if (!strew_has_sums(plan) || strew_passes_over_nan(plan)) return PLAIN;
    const size_t n_slices = (size_t)plan->n_slices, n_tuples = plan->n_tuples, slice_bytes = plan->slice_bytes;
    const size_t min_bytes = plan->sum != NULL ? STREW_MIN_SUMMED_BYTES : STREW_MIN_TILED_BYTES;
    if (plan->move != NULL || plan->stride_bytes != slice_bytes) return LISTS;
    if (strew_sums_of(plan, slice_bytes) < min_bytes)
        return find_offsets_with(plan, n_slices, n_tuples, slice_bytes, PLAIN).form != STREW_BY_SLICE ? LISTS : SUMS;
    const size_t lists = find_offsets_with(plan, n_slices, n_tuples, slice_bytes, LISTS).bytes,
                 sums = find_offsets_with(plan, n_slices, n_tuples, slice_bytes, SUMS).bytes;
    return lists <= sums ? LISTS : SUMS;
}

int strew_has_lists(const strew_plan_state *plan)
{
    return find_extra(plan) == LISTS;
}

/* Rows have less of each than their elements, and so never need more of what the plan has chosen. */
static offsets find_offsets(const strew_plan_state *plan, size_t elements)
{
    return find_offsets_with(plan, (size_t)plan->n_slices / elements, plan->n_tuples / elements, plan->slice_bytes * elements,
                             find_extra(plan));
}

size_t strew_touched_bytes(const strew_plan_state *plan)
{
    if (!strew_needs_touched(plan) || strew_is_in_order(plan)) return 0;
    return sum_up(find_offsets(plan, 1).bytes, ALIGNMENT - 1);
}

int strew_can_share_touched(const strew_plan_state *plan, size_t elements)
{
    return strew_is_in_order(plan) || find_offsets(plan, elements).form == STREW_BY_SLICE;
}

/* How many slices have their record in one line. */
static size_t slices_of_line(const strew_plan_state *plan)
{
    const size_t row = row_of(plan, plan->slice_bytes, find_extra(plan)),
                 of_line = STREW_LINE_BYTES / number_bytes_of(plan, plan->n_tuples);
    return row == 0 ? STREW_LINE_BYTES * 8 : row < of_line ? of_line / row : 1;
}

uint32_t strew_touched_group_shift(const strew_plan_state *plan)
{
    uint32_t shift = 0;
    while ((size_t)1 << shift < slices_of_line(plan)) shift++;
    return shift;
}

uint32_t strew_touched_group_lead(const strew_plan_state *plan, const void *workspace)
{
    const size_t bytes = (uintptr_t)strew_align(workspace, ALIGNMENT) % STREW_LINE_BYTES;
    return (uint32_t)(bytes * slices_of_line(plan) / STREW_LINE_BYTES);
}

int strew_next_own(const strew_record *record, size_t *begin, size_t *end)
{
    const strew_selection *own = record->part.own;
    for (*begin = *end > record->first ? *end : record->first; *begin < record->n; *begin = *end) {
        *end = record->n;
        if (own == NULL) return 1;
        *end = strew_min(record->n, ((((*begin + own->lead) >> own->shift) + 1) << own->shift) - own->lead);
        if (strew_is_in_selection(own, (uint32_t)*begin)) return 1;
    }
    return 0;
}

/* Groups of bits are whole bytes. */
static void clear_own(const strew_record *record)
{
    const size_t row_bytes = record->row * record->number_bytes;
    unsigned char *bytes = record->table;
    for (size_t begin, end = 0; strew_next_own(record, &begin, &end);) {
        if (record->counts != NULL) {
            memset(bytes + begin * row_bytes, 0, (end - begin) * row_bytes);
        } else {
            memset(bytes + begin / 8, 0, (end - 1) / 8 - begin / 8 + 1);
        }
    }
}

strew_record strew_make_record(const strew_job *job, void *workspace, strew_touched_part part)
{
    if (strew_is_in_order(job->plan)) return (strew_record){.form = STREW_IN_ORDER, .previous = UINT64_MAX};
    const size_t n_slices = (size_t)job->n_slices, n_tuples = job->layout.n_tuples;
    const extra extra = find_extra(job->plan);
    const offsets offsets = find_offsets_with(job->plan, n_slices, n_tuples, job->slices.slice_bytes, extra);
    unsigned char *start = strew_align(workspace, ALIGNMENT);
    strew_record record = {
        .form = offsets.form,
        .shift = offsets.shift,
        .number_bytes = offsets.number_bytes,
        .multiplier = strew_touched_multiplier((uint64_t)(uintptr_t)start),
        .n = offsets.form == STREW_BY_SLICE ? n_slices : 0,
        .max = offsets.form == STREW_BY_SLICE ? n_slices : strew_min(n_slices, n_tuples),
        .table = start,
        .slices = start + offsets.slices,
        .counts = offsets.row != 0 ? start + offsets.counts : NULL,
        .row = offsets.row,
        .sums = extra != LISTS ? start + offsets.sums : NULL,
        .lists = extra == LISTS ? start + offsets.sums : NULL,
        .part = part,
    };
    if (offsets.form != STREW_BY_SLICE) record.part = part = (strew_touched_part){0}; /* a record that only one thread has */
    if (part.end != 0) {
        record.first = part.begin;
        record.n = part.end;
    }
    if (part.own != NULL || part.end != 0) {
        clear_own(&record);
    } else {
        memset(start, 0, offsets.cleared_bytes);
    }
    return record;
}
