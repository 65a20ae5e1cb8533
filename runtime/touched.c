/* Applying with a record of the slices that were touched. All elements of a slice share its tuples, so the record has one entry for each
 * slice, and outer indices share it. It is as large as what the tuples can touch, or as all slices, whichever is less. If all slices have
 * their place in it, threads share it: each has its own slices, of all outer indices, from clearing their record to dividing their sums. */
#include "touched.h"

#include "dispatch.h"
#include "strided.h"
#include "util.h"

#include <string.h>

/* ---- The record ---------------------------------------------------------------------------------------------------------------------- */

/* What is known of slices is stored by slice index: a bit for each, or of a mean the number of its updates. Or touched slices have
 * ordinals, in the order in which they are touched first, and it is stored by ordinal. A table finds the ordinal of a slice: by its slice
 * index, or by a hash of it. Of these three forms, a record has the one that takes the least space. */
typedef enum form { BY_SLICE, DIRECT, HASHED } form;

/* Places in the workspace, and the size of all. */
typedef struct offsets {
    form form;
    int shift; /* of the hash */
    size_t number_bytes, cleared_bytes, slices, counts, sums, bytes;
} offsets;

typedef struct record {
    form form;
    int shift;
    int is_counted;      /* counts are complete: no slice is touched for the first time */
    uint64_t multiplier; /* of the hash */
    size_t number_bytes;
    size_t n, max; /* ordinals, and how many there can be; by slice index, both are the end of the slices */
    size_t first;  /* by slice index, where they begin */
    void *table;   /* bits, or ordinals plus 1; 0 for none */
    void *slices;  /* slice indices by ordinal */
    void *counts;  /* of a mean */
    unsigned char *sums;
    strew_touched_part part;
} record;

enum { ALIGNMENT = 16 };

/* The bytes of n items, aligned; SIZE_MAX if these are too many to be addressed. */
static size_t bytes_of(size_t n, size_t item_bytes)
{
    return n > (SIZE_MAX / 2 - ALIGNMENT) / item_bytes ? SIZE_MAX : strew_round_up(n * item_bytes, ALIGNMENT);
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

/* Sums of floats are in output. */
static int has_sums(const strew_plan_state *plan)
{
    return plan->mean != NULL && plan->mean->start != NULL;
}

/* The bytes of a slice index, an ordinal or a count. */
static size_t number_bytes_of(const strew_plan_state *plan, size_t n_tuples)
{
    return !strew_has_32_bit_slice_indices(plan) || n_tuples >= UINT32_MAX ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* The bytes of counts of n slices. */
static size_t counts_bytes(const strew_plan_state *plan, size_t n, size_t number_bytes)
{
    return plan->mean != NULL ? bytes_of(n, number_bytes) : 0;
}

/* Those of their sums. With strides, slice indices count in parts of a slice: then these may have more elements than any memory. */
static size_t sums_bytes(const strew_plan_state *plan, size_t n, size_t slice_bytes)
{
    if (!has_sums(plan)) return 0;
    const size_t n_elements = slice_bytes / plan->mean->element_bytes;
    return n > SIZE_MAX / n_elements ? SIZE_MAX : bytes_of(n * n_elements, plan->mean->sum_bytes);
}

static offsets find_offsets(const strew_plan_state *plan, size_t n_slices, size_t n_tuples, size_t slice_bytes)
{
    offsets offsets;
    const size_t max = strew_min(n_slices, n_tuples);
    const size_t number_bytes = number_bytes_of(plan, n_tuples), numbers = bytes_of(max, number_bytes);
    offsets.number_bytes = number_bytes;
    const size_t hashed = bytes_of(hash_capacity(max, &offsets.shift), number_bytes), direct = bytes_of(n_slices, number_bytes);
    const size_t by_slice = plan->mean != NULL ? direct : bytes_of(n_slices / 8 + 1, 1);
    const size_t all_by_slice = sum_up(by_slice, sums_bytes(plan, n_slices, slice_bytes));
    offsets.cleared_bytes = strew_min(hashed, direct);
    offsets.slices = offsets.cleared_bytes;
    offsets.counts = sum_up(offsets.slices, numbers);
    offsets.sums = sum_up(offsets.counts, counts_bytes(plan, max, number_bytes));
    offsets.bytes = sum_up(offsets.sums, sums_bytes(plan, max, slice_bytes));
    offsets.form = direct <= hashed ? DIRECT : HASHED;
    if (all_by_slice <= offsets.bytes) {
        offsets.form = BY_SLICE;
        offsets.cleared_bytes = offsets.sums = by_slice;
        offsets.slices = offsets.counts = 0;
        offsets.bytes = all_by_slice;
    }
    return offsets;
}

size_t strew_touched_bytes(const strew_plan_state *plan)
{
    if (!strew_needs_touched(plan)) return 0;
    return sum_up(find_offsets(plan, (size_t)plan->n_slices, plan->n_tuples, plan->slice_bytes).bytes, ALIGNMENT - 1);
}

int strew_can_share_touched(const strew_plan_state *plan, size_t elements)
{
    const size_t n_slices = (size_t)plan->n_slices / elements;
    return find_offsets(plan, n_slices, plan->n_tuples / elements, plan->slice_bytes * elements).form == BY_SLICE;
}

/* How many slices have their record in one line. */
static size_t slices_of_line(const strew_plan_state *plan)
{
    return plan->mean != NULL ? STREW_LINE_BYTES / number_bytes_of(plan, plan->n_tuples) : STREW_LINE_BYTES * 8;
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

/* The next own slices after *end, where 0 is before the first; without a selection, all that are known. Zero if there are none. */
static int next_own(const record *record, size_t *begin, size_t *end)
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
static void clear_own(const record *record)
{
    const size_t number_bytes = record->number_bytes;
    unsigned char *bytes = record->table;
    for (size_t begin, end = 0; next_own(record, &begin, &end);) {
        if (record->counts != NULL) {
            memset(bytes + begin * number_bytes, 0, (end - begin) * number_bytes);
        } else {
            memset(bytes + begin / 8, 0, (end - 1) / 8 - begin / 8 + 1);
        }
    }
}

/* The first slice of a block, and of those after the last one the end of all slices. */
static size_t first_slice(const strew_job *job, size_t block)
{
    return block == job->layout.n_blocks ? (size_t)job->n_slices : (size_t)strew_block_at(&job->layout, block).base;
}

static record make_record(const strew_job *job, void *workspace, strew_touched_part part)
{
    const size_t n_slices = (size_t)job->n_slices, n_tuples = job->layout.n_tuples;
    const offsets offsets = find_offsets(job->plan, n_slices, n_tuples, job->slices.slice_bytes);
    unsigned char *start = strew_align(workspace, ALIGNMENT);
    record record = {
        .form = offsets.form,
        .shift = offsets.shift,
        .number_bytes = offsets.number_bytes,
        .multiplier = strew_touched_multiplier((uint64_t)(uintptr_t)start),
        .n = offsets.form == BY_SLICE ? n_slices : 0,
        .max = offsets.form == BY_SLICE ? n_slices : strew_min(n_slices, n_tuples),
        .table = start,
        .slices = start + offsets.slices,
        .counts = job->plan->mean != NULL ? start + offsets.counts : NULL,
        .sums = start + offsets.sums,
        .part = part,
    };
    if (part.end != 0) {
        record.first = first_slice(job, part.begin);
        record.n = first_slice(job, part.end);
    }
    if (part.own != NULL || part.end != 0) {
        clear_own(&record);
    } else {
        memset(start, 0, offsets.cleared_bytes);
    }
    return record;
}

static STREW_INLINE int is_wide(const record *record)
{
    return record->number_bytes == sizeof(uint64_t);
}

static STREW_INLINE uint64_t number_at(const record *record, const void *numbers, size_t i)
{
    return is_wide(record) ? ((const uint64_t *)numbers)[i] : ((const uint32_t *)numbers)[i];
}

static STREW_INLINE void set_number(const record *record, void *numbers, size_t i, uint64_t number)
{
    if (is_wide(record)) {
        ((uint64_t *)numbers)[i] = number;
    } else {
        ((uint32_t *)numbers)[i] = (uint32_t)number;
    }
}

static STREW_INLINE int touch_bit(const record *record, size_t at)
{
    unsigned char *byte = (unsigned char *)record->table + at / 8;
    const unsigned bit = 1u << at % 8;
    const int is_first = !(*byte & bit);
    *byte = (unsigned char)(*byte | bit);
    return is_first;
}

/* Where the table says what is known of a slice, or the first place to look. */
static STREW_INLINE size_t place_of(const record *record, uint64_t slice_index)
{
    return record->form == HASHED ? strew_touched_hash(slice_index, record->multiplier, record->shift) : (size_t)slice_index;
}

/* Prefetches it for some slices of a mean, of which it has numbers: touching them branches on what it finds. */
static void prefetch_record(const record *record, uint64_t base, const uint32_t *slice_indices, size_t n)
{
    for (size_t i = 0; i < n; i++) STREW_PREFETCH_AT(record->table, place_of(record, base + slice_indices[i]) * record->number_bytes);
}

/* Whether a slice is touched for the first time, and where what is known of it is stored. Bits are not: see divide_group. */
static STREW_INLINE int touch(record *record, uint64_t slice_index, size_t *ordinal)
{
    size_t at = place_of(record, slice_index);
    *ordinal = at;
    if (record->form == BY_SLICE) return number_at(record, record->counts, at) == 0;
    const size_t last = ((size_t)1 << (64 - record->shift)) - 1;
    for (uint64_t found; (found = number_at(record, record->table, at)) != 0; at = (at + 1) & last) {
        *ordinal = (size_t)found - 1;
        if (record->form == DIRECT || number_at(record, record->slices, *ordinal) == slice_index) return 0;
    }
    *ordinal = record->n;
    if (record->n == record->max) return 1; /* there is no room, see add_to_sums */
    set_number(record, record->slices, record->n, slice_index);
    set_number(record, record->table, at, ++record->n);
    return 1;
}

/* One update more. The first of an ordinal finds any number. */
static STREW_INLINE void count(const record *record, size_t ordinal, int is_first)
{
    set_number(record, record->counts, ordinal, is_first ? 1 : number_at(record, record->counts, ordinal) + 1);
}

/* The number of updates. */
static uint64_t count_of(const record *record, size_t ordinal)
{
    return number_at(record, record->counts, ordinal);
}

static uint64_t slice_index_of(const record *record, size_t ordinal)
{
    return record->form == BY_SLICE ? ordinal : number_at(record, record->slices, ordinal);
}

/* ---- Tuples, some at a time ---------------------------------------------------------------------------------------------------------- */

/* Tuples to apply, wherever their slice indices come from. */
typedef struct cursor {
    const strew_job *job;
    const strew_selection *own;    /* as in a part */
    size_t next, done;             /* the next block, run or tuple, and how much of it was taken */
    size_t end;                    /* of blocks */
    size_t first, n;               /* the tuple that their numbers are counted from, and how many they are */
    uint64_t base;                 /* what their slice indices are counted from */
    const uint32_t *slice_indices; /* of those that are own and not skipped */
    int are_some;                  /* only some are, with these numbers */
    uint16_t kept[STREW_BLOCK];
    int is_out_of_bounds;
    uint32_t made[STREW_BLOCK];
} cursor;

/* Where the blocks of a part end. */
static size_t end_of(const strew_touched_part *part, const strew_layout *layout)
{
    return part->end != 0 ? part->end : layout->n_blocks;
}

static int advance_in_runs(cursor *cursor)
{
    const strew_runs *runs = strew_runs_of(cursor->job);
    if (cursor->next == runs->n) return 0;
    const strew_run_of_slices *run = &runs->list[cursor->next];
    const size_t max = strew_has_32_bit_slice_indices(cursor->job->plan) ? STREW_BLOCK : 1;
    cursor->n = strew_min((size_t)run->n - cursor->done, max);
    cursor->first = (size_t)run->first + cursor->done;
    cursor->base = run->slice_index + cursor->done;
    cursor->slice_indices = strew_in_order;
    cursor->done += cursor->n;
    if (cursor->done == run->n) {
        cursor->next++;
        cursor->done = 0;
    }
    return 1;
}

/* One tuple, whose slice index may have more than 32 bits. */
static int advance_in_tuples(cursor *cursor)
{
    for (; cursor->next < cursor->job->layout.n_tuples; cursor->next++) {
        if (strew_find_slice_index(cursor->job, cursor->next, &cursor->base)) {
            cursor->first = cursor->next++;
            cursor->n = 1;
            cursor->slice_indices = strew_in_order;
            return 1;
        }
        if (strew_must_be_in_bounds(cursor->job, cursor->next)) {
            cursor->is_out_of_bounds = 1;
            return 0;
        }
    }
    return 0;
}

/* Zero at the end, and if a tuple is out of bounds. */
static STREW_INLINE int advance_in_all(cursor *cursor)
{
    const strew_job *job = cursor->job;
    cursor->are_some = 0;
    if (job->access.pattern == STREW_RUNS) return advance_in_runs(cursor);
    if (!strew_has_32_bit_slice_indices(job->plan)) return advance_in_tuples(cursor);
    if (cursor->next == cursor->end) return 0;
    const strew_block block = strew_block_at(&job->layout, cursor->next++);
    const uint32_t *given = strew_given_slice_indices(job);
    cursor->first = block.first;
    cursor->n = block.n;
    cursor->base = given != NULL ? 0 : block.base;
    cursor->slice_indices = given != NULL ? given + block.first : cursor->made;
    if (given != NULL || strew_make_slice_indices(job, &block, cursor->made)) return 1;
    cursor->is_out_of_bounds = 1;
    return 0;
}

/* The sentinel of tuples that are skipped is in no selection. */
static STREW_INLINE void keep(cursor *cursor, const strew_selection *own)
{
    size_t n = 0;
    for (size_t i = 0; i < cursor->n; i++) {
        const uint32_t slice_index = cursor->slice_indices[i];
        cursor->made[n] = slice_index;
        cursor->kept[n] = (uint16_t)i;
        n += own != NULL ? strew_is_in_selection(own, slice_index) : slice_index != UINT32_MAX;
    }
    cursor->n = n;
    cursor->slice_indices = cursor->made;
    cursor->are_some = 1;
}

/* The same, without tuples that are skipped, and those that other threads apply. */
static STREW_INLINE int advance(cursor *cursor)
{
    if (!advance_in_all(cursor)) return 0;
    if (cursor->own != NULL) {
        strew_selection own = *cursor->own;
        own.base = (uint32_t)cursor->base;
        keep(cursor, &own);
    } else if (cursor->job->plan->skips) {
        keep(cursor, NULL);
    }
    return 1;
}

/* The number of a tuple. */
static STREW_INLINE uint32_t number_of(const cursor *cursor, size_t i)
{
    return cursor->are_some ? cursor->kept[i] : (uint32_t)i;
}

/* ---- Groups -------------------------------------------------------------------------------------------------------------------------- */

/* Tuples of a cursor whose updates are evenly apart. With groups of 80 a call takes more stack than it may on s390x, where frames are the
 * largest. */
enum { GROUP = 72 };
typedef struct group {
    size_t begin, n;
    size_t span;            /* how many there are from the first to the last, with those that are left out */
    int is_backwards;       /* in updates, which kernels read forwards: then they begin with that of the last tuple */
    size_t tuple;           /* whose update they begin with */
    const strew_loop *loop; /* of the tuples, or NULL without strides */
} group;

static size_t span_of(const cursor *cursor, size_t begin, size_t n)
{
    return number_of(cursor, begin + n - 1) - number_of(cursor, begin) + 1;
}

/* The group that begins at `begin`. With strides, updates are evenly apart within the innermost loop. A slice index of more than 32 bits
 * comes alone. Copied into each caller, it would take 350 bytes more. */
STREW_OWN_FRAME static void set_group(const cursor *cursor, group *group)
{
    const strew_plan_state *plan = cursor->job->plan;
    group->n = strew_min(cursor->n - group->begin, GROUP);
    group->tuple = cursor->first + number_of(cursor, group->begin);
    group->loop = plan->views.is_strided && plan->n_tuple_loops != 0 ? plan->loops + plan->n_tuple_loops - 1 : NULL;
    group->is_backwards = group->loop != NULL && group->loop->updates < 0;
    if (group->loop != NULL) {
        const size_t max = group->loop->count - group->tuple % group->loop->count;
        group->n = strew_min(group->n, max);
        while (span_of(cursor, group->begin, group->n) > max) group->n--;
    }
    group->span = span_of(cursor, group->begin, group->n);
    if (group->is_backwards) group->tuple += group->span - 1;
}

/* The next group. Zero at the end, and if a tuple is out of bounds. */
static STREW_INLINE int next_group(cursor *cursor, group *group)
{
    for (group->begin += group->n; group->begin == cursor->n; group->begin = 0) {
        if (!advance(cursor)) return 0;
    }
    set_group(cursor, group);
    return 1;
}

static strew_slices slices_of_group(const strew_job *job, const group *group)
{
    strew_slices slices = job->slices;
    if (group->loop != NULL) slices.update_bytes = (size_t)strew_magnitude_of(group->loop->updates);
    if (group->is_backwards) slices.prefetch_bytes = 0 - slices.prefetch_bytes;
    return slices;
}

/* ---- Lists --------------------------------------------------------------------------------------------------------------------------- */

/* Some tuples of a group, to apply by one call of a kernel; with room for the padding. */
typedef struct list {
    uint32_t slice_indices[GROUP + STREW_PREFETCH_SLICES], tuples[GROUP];
    size_t n;
} list;

static unsigned char *find_output(const strew_job *job, size_t outer)
{
    if (job->plan->views.is_strided) return job->output + strew_find_outer(job->plan, outer).output;
    return job->output + (size_t)job->n_slices * outer * job->slices.stride_bytes;
}

static const unsigned char *find_updates(const strew_job *job, size_t outer, size_t tuple)
{
    const strew_plan_state *plan = job->plan;
    if (plan->views.is_strided)
        return job->updates + strew_find_outer(plan, outer).updates + (ptrdiff_t)strew_find_tuple(plan, tuple).updates;
    return job->updates + (job->layout.n_tuples * outer + tuple) * job->slices.update_bytes;
}

static STREW_INLINE void append(list *list, uint32_t slice_index, size_t tuple)
{
    list->slice_indices[list->n] = slice_index;
    list->tuples[list->n++] = (uint32_t)tuple;
}

/* Counts the tuples from the one with which kernels begin. */
static STREW_INLINE void turn(list *list, const group *group)
{
    for (size_t i = 0; group->is_backwards && i < list->n; i++) list->tuples[i] = (uint32_t)(group->span - 1) - list->tuples[i];
}

/* Prefetches the first lines of some slices. */
static STREW_INLINE void prefetch(const unsigned char *slice, size_t n_bytes)
{
    for (size_t i = 0; i < n_bytes && i < STREW_MAX_WHOLE_BYTES; i += STREW_LINE_BYTES) STREW_PREFETCH_AT(slice, i);
    STREW_PREFETCH_AT(slice, n_bytes - 1);
}

/* Kernels prefetch too far ahead for a group of narrow slices, so all these are prefetched at once. */
static void prefetch_list(list *list, const unsigned char *output, strew_slices *slices)
{
    if (slices->stride_bytes > STREW_LINE_BYTES) {
        for (size_t i = 0; i < STREW_PREFETCH_SLICES; i++) list->slice_indices[list->n + i] = list->slice_indices[list->n - 1];
        return;
    }
    for (size_t i = 0; i < list->n; i++) {
        const size_t offset = list->slice_indices[i] * slices->stride_bytes;
        STREW_PREFETCH_AT(output, offset);
        if (slices->stride_bytes > 16) STREW_PREFETCH_AT(output, offset + slices->stride_bytes - 1);
    }
    slices->prefetches_output = 0;
}

/* If the list has all tuples of the span of its group, their updates follow each other. Otherwise those of narrow slices are copied first,
 * some at a time, because only kernels for any width read the numbers of tuples; these also apply updates with gaps between them. */
static void apply_list(const strew_apply_kernel *apply, list *list, const group *group, unsigned char *output, const unsigned char *updates,
                       strew_slices slices)
{
    unsigned char copies[STREW_STAGED_BYTES];
    if (list->n == 0) return;
    const int is_whole = list->n == group->span && !group->is_backwards;
    if (slices.prefetches_output) prefetch_list(list, output, &slices);
    const int have_gaps = slices.update_bytes != slices.slice_bytes;
    const int is_narrow = !is_whole && apply->kernel.width != 0 && !have_gaps && slices.slice_bytes <= STREW_MAX_MOVED_BYTES;
    const strew_gather_kernel *gather = is_narrow ? strew_find_gather((strew_isa_set)1 << STREW_ISA_SCALAR, slices.slice_bytes) : NULL;
    if (gather != NULL) {
        const size_t max = sizeof copies / slices.slice_bytes;
        slices.prefetch_bytes = 0;
        for (size_t done = 0, n; done < list->n; done += n) {
            n = strew_min(list->n - done, max);
            gather->run(copies, updates, list->tuples + done, n, slices.slice_bytes, 0);
            apply->run(output, copies, list->slice_indices + done, n, &slices);
        }
        return;
    }
    if (!is_whole) slices.tuples = list->tuples;
    if (is_narrow || have_gaps) apply = strew_find_any_width(apply); /* uncovered: is_narrow only in a build without gathers */
    apply->run(output, updates, list->slice_indices, list->n, &slices);
}

/* ---- In output ----------------------------------------------------------------------------------------------------------------------- */

/* Counts a group of tuples where this is quick: by slice index. Zero if it is not. */
static int count_group(const record *record, const cursor *cursor, size_t begin, size_t n, list *all)
{
    /* uncovered: numbers of 64 bits by slice index take 2^32 slices, whose record has 32 GiB, or as many tuples */
    if (cursor->job->plan->move != NULL || record->form != BY_SLICE || is_wide(record)) return 0;
    const uint32_t *slice_indices = cursor->slice_indices + begin;
    uint32_t *counts = (uint32_t *)record->counts + (size_t)cursor->base;
    for (size_t i = 0; i < n; i++) counts[slice_indices[i]]++;
    memcpy(all->slice_indices, slice_indices, n * sizeof *slice_indices);
    for (size_t i = 0; i < n; i++) all->tuples[i] = number_of(cursor, begin + i) - number_of(cursor, begin);
    all->n = n;
    return 1;
}

/* Divides a group of tuples among those that are first and the others, where this is quick: by the bits of slices. Zero if it is not. */
static int divide_group(const record *record, const cursor *cursor, size_t begin, size_t n, list *first, list *others)
{
    if (record->form != BY_SLICE || record->counts != NULL) return 0;
    const uint32_t *slice_indices = cursor->slice_indices + begin, from = number_of(cursor, begin);
    size_t n_first = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t slice_index = slice_indices[i], tuple = number_of(cursor, begin + i) - from;
        const int is_first = touch_bit(record, (size_t)cursor->base + slice_index);
        first->slice_indices[n_first] = others->slice_indices[i - n_first] = slice_index;
        first->tuples[n_first] = others->tuples[i - n_first] = tuple;
        n_first += (size_t)is_first;
    }
    first->n = n_first;
    others->n = n - n_first;
    return 1;
}

/* Combines a group of tuples with output. Where old elements are left out, the first updates of slices are moved, and the others are
 * combined with them. In a group all that are first come first: they name different slices. */
static void apply_group(const strew_job *job, record *record, const cursor *cursor, const group *group)
{
    const strew_apply_kernel *move = job->layout.elements != 1 ? job->plan->move_row : job->plan->move;
    const size_t stride_bytes = job->slices.stride_bytes, begin = group->begin, n = group->n;
    const strew_slices slices = slices_of_group(job, group);
    const uint32_t from = number_of(cursor, begin);
    list first, others;
    first.n = others.n = 0;
    const int is_done = divide_group(record, cursor, begin, n, &first, &others) || count_group(record, cursor, begin, n, &others);
    const size_t n_left = is_done ? 0 : n;
    for (size_t i = begin; i < begin + n_left; i++) {
        size_t ordinal;
        const int is_first = touch(record, cursor->base + cursor->slice_indices[i], &ordinal);
        if (record->counts != NULL) count(record, ordinal, is_first);
        append(is_first && move != NULL ? &first : &others, cursor->slice_indices[i], number_of(cursor, i) - from);
    }
    turn(&first, group);
    turn(&others, group);
    for (size_t outer = 0; outer < job->plan->n_outer; outer++) {
        unsigned char *output = find_output(job, outer) + (size_t)cursor->base * stride_bytes;
        const unsigned char *updates = find_updates(job, outer, group->tuple);
        apply_list(move, &first, group, output, updates, slices);
        apply_list(job->apply, &others, group, output, updates, slices);
    }
}

static int apply_to_output(const strew_job *job, record *record)
{
    const strew_touched_part *part = &record->part;
    group group = {0};
    cursor cursor = {.job = job, .own = part->own, .next = part->begin, .end = end_of(part, &job->layout)};
    while (next_group(&cursor, &group)) apply_group(job, record, &cursor, &group);
    return !cursor.is_out_of_bounds;
}

/* ---- Means --------------------------------------------------------------------------------------------------------------------------- */

/* The sums of one outer index. */
typedef struct mean {
    const strew_job *job;
    record *record;
    size_t outer, n_elements, sums_bytes; /* of a slice */
} mean;

static unsigned char *output_of(const mean *mean, size_t ordinal)
{
    const size_t slice_index = (size_t)slice_index_of(mean->record, ordinal);
    return find_output(mean->job, mean->outer) + slice_index * mean->job->slices.stride_bytes;
}

static void start_sums(const mean *mean, size_t ordinal)
{
    const strew_plan_state *plan = mean->job->plan;
    const unsigned char *old = plan->options.excludes_self ? NULL : output_of(mean, ordinal);
    plan->mean->start(mean->record->sums + ordinal * mean->sums_bytes, old, mean->n_elements);
}

/* Adds a group of tuples to the sums. Zero if a slice is not known that should be: another thread has changed the indices. */
static int add_to_sums(const mean *mean, const cursor *cursor, const group *group)
{
    const strew_job *job = mean->job;
    record *record = mean->record;
    const int is_alone = !strew_has_32_bit_slice_indices(job->plan);
    const size_t begin = group->begin, n = group->n;
    const uint32_t from = number_of(cursor, begin);
    size_t ordinal = 0, first[GROUP], n_first = 0;
    list all;
    all.n = 0;
    if (job->slices.prefetches_output) prefetch_record(record, cursor->base, cursor->slice_indices + begin, n);
    for (size_t i = begin; i < begin + n; i++) {
        const int is_first = touch(record, cursor->base + cursor->slice_indices[i], &ordinal);
        if (record->is_counted && is_first) return 0;
        first[n_first] = ordinal;
        n_first += (size_t)is_first;
        if (!record->is_counted) count(record, ordinal, is_first);
        append(&all, is_alone ? 0 : (uint32_t)ordinal, number_of(cursor, i) - from);
    }
    for (size_t i = 0; job->slices.prefetches_output && i < n_first; i++) {
        prefetch(record->sums + first[i] * mean->sums_bytes, mean->sums_bytes);
        prefetch(output_of(mean, first[i]), job->slices.slice_bytes);
    }
    for (size_t i = 0; i < n_first; i++) start_sums(mean, first[i]);
    turn(&all, group);
    strew_slices slices = slices_of_group(job, group);
    slices.stride_bytes = mean->sums_bytes;
    slices.tuples = strew_in_order;
    unsigned char *sums = record->sums + (is_alone ? ordinal * mean->sums_bytes : 0);
    apply_list(job->apply, &all, group, sums, find_updates(job, mean->outer, group->tuple), slices);
    return 1;
}

static int add_all_to_sums(const mean *mean)
{
    const strew_touched_part *part = &mean->record->part;
    group group = {0};
    cursor cursor = {.job = mean->job, .own = part->own, .next = part->begin, .end = end_of(part, &mean->job->layout)};
    while (next_group(&cursor, &group)) {
        if (!add_to_sums(mean, &cursor, &group)) return 0;
    }
    return !cursor.is_out_of_bounds;
}

/* Divides the sums of one outer index, which are in the workspace or in output. */
static void divide(const mean *mean)
{
    const strew_plan_state *plan = mean->job->plan;
    const record *record = mean->record;
    for (size_t i, end = 0; next_own(record, &i, &end);) {
        for (; i < end; i++) {
            const uint64_t n_updates = count_of(record, i), count = n_updates + !plan->options.excludes_self;
            if (n_updates == 0) continue;
            unsigned char *output = output_of(mean, i);
            const void *sums = has_sums(plan) ? record->sums + i * mean->sums_bytes : NULL;
            plan->mean->divide(output, sums, mean->n_elements, count, plan->options.mean_rounding);
        }
    }
}

/* Starts the sums of another outer index, once it is known which slices are touched. */
static void start_all_sums(const mean *mean)
{
    for (size_t i, end = 0; next_own(mean->record, &i, &end);) {
        for (; i < end; i++) {
            if (count_of(mean->record, i) != 0) start_sums(mean, i);
        }
    }
}

static int apply_means(const strew_job *job, record *record)
{
    const strew_plan_state *plan = job->plan;
    mean mean = {.job = job, .record = record, .n_elements = job->slices.slice_bytes / plan->mean->element_bytes};
    mean.sums_bytes = mean.n_elements * plan->mean->sum_bytes;
    if (!has_sums(plan) && !apply_to_output(job, record)) return 0;
    for (; mean.outer < plan->n_outer; mean.outer++) {
        if (record->is_counted) start_all_sums(&mean);
        if (has_sums(plan)) {
            if (!add_all_to_sums(&mean)) return 0;
            record->is_counted = 1;
            record->max = record->n;
        }
        divide(&mean);
    }
    return 1;
}

int strew_apply_touched(const strew_job *job, void *workspace, strew_touched_part part)
{
    record record = make_record(job, workspace, part);
    return job->plan->mean != NULL ? apply_means(job, &record) : apply_to_output(job, &record);
}
