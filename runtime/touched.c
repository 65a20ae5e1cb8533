/* Applying with a record of the slices that were touched. All elements of a slice share its tuples, so the record has one entry for each
 * slice, and outer indices share it. It is as large as what the tuples can touch, or as all slices, whichever is less. */
#include "touched.h"

#include "dispatch.h"
#include "strided.h"
#include "util.h"

#include <string.h>

/* ---- The record ---------------------------------------------------------------------------------------------------------------------- */

/* Touched slices have ordinals, in the order in which they are touched first. A table finds the ordinal of a slice: by its slice index, or
 * by a hash of it if that takes less space. If only the first touch matters and a bit for every slice takes less space still, there are no
 * ordinals, and the table is these bits. */
typedef enum form { BITS, DIRECT, HASHED } form;

/* Places in the workspace, and the size of all. */
typedef struct offsets {
    form form;
    int is_wide; /* numbers have 64 bits, otherwise 32 */
    int shift;   /* of the hash */
    size_t table_bytes, slices, counts, sums, bytes;
} offsets;

typedef struct record {
    form form;
    int is_wide, shift;
    size_t n, max; /* touched slices, and how many there can be */
    void *table;   /* ordinals plus 1; 0 for none */
    void *slices;  /* slice indices by ordinal */
    void *counts;  /* by ordinal, of a mean */
    unsigned char *sums;
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

static offsets find_offsets(const strew_plan_state *plan, size_t n_slices, size_t n_tuples, size_t slice_bytes)
{
    offsets offsets;
    const size_t max = strew_min(n_slices, n_tuples);
    offsets.is_wide = !strew_has_32_bit_slice_indices(plan) || n_tuples >= UINT32_MAX;
    const size_t number_bytes = offsets.is_wide ? sizeof(uint64_t) : sizeof(uint32_t), numbers = bytes_of(max, number_bytes);
    const size_t hashed = bytes_of(hash_capacity(max, &offsets.shift), number_bytes), direct = bytes_of(n_slices, number_bytes);
    const size_t bits = bytes_of(n_slices / 8 + 1, 1);
    const int is_mean = plan->mean != NULL;
    offsets.form = !is_mean && bits <= sum_up(hashed, numbers) ? BITS : direct <= hashed ? DIRECT : HASHED;
    offsets.table_bytes = offsets.form == BITS ? bits : offsets.form == DIRECT ? direct : hashed;
    offsets.slices = offsets.table_bytes;
    offsets.counts = sum_up(offsets.slices, offsets.form != BITS ? numbers : 0);
    offsets.sums = sum_up(offsets.counts, is_mean ? numbers : 0);
    offsets.bytes = offsets.sums;
    if (is_mean) {
        const size_t n_elements = slice_bytes / plan->mean->element_bytes; /* all of them have no more bytes than data */
        offsets.bytes = sum_up(offsets.sums, bytes_of(max * n_elements, plan->mean->sum_bytes));
    }
    return offsets;
}

size_t strew_touched_bytes(const strew_plan_state *plan)
{
    if (!strew_needs_touched(plan)) return 0;
    return sum_up(find_offsets(plan, (size_t)plan->n_slices, plan->n_tuples, plan->slice_bytes).bytes, ALIGNMENT - 1);
}

static record make_record(const strew_job *job, void *workspace)
{
    const offsets offsets = find_offsets(job->plan, (size_t)job->n_slices, job->layout.n_tuples, job->slices.slice_bytes);
    unsigned char *start = strew_align(workspace, ALIGNMENT);
    memset(start, 0, offsets.table_bytes);
    return (record){
        .form = offsets.form,
        .is_wide = offsets.is_wide,
        .shift = offsets.shift,
        .max = strew_min((size_t)job->n_slices, job->layout.n_tuples),
        .table = start,
        .slices = start + offsets.slices,
        .counts = start + offsets.counts,
        .sums = start + offsets.sums,
    };
}

static STREW_INLINE uint64_t number_at(const record *record, const void *numbers, size_t i)
{
    return record->is_wide ? ((const uint64_t *)numbers)[i] : ((const uint32_t *)numbers)[i];
}

static STREW_INLINE void set_number(const record *record, void *numbers, size_t i, uint64_t number)
{
    if (record->is_wide) {
        ((uint64_t *)numbers)[i] = number;
    } else {
        ((uint32_t *)numbers)[i] = (uint32_t)number;
    }
}

/* Whether a slice is touched for the first time, and its ordinal, unless the record has bits. */
static STREW_INLINE int touch(record *record, uint64_t slice_index, size_t *ordinal)
{
    size_t at = (size_t)slice_index;
    *ordinal = 0;
    if (record->form == BITS) {
        unsigned char *byte = (unsigned char *)record->table + at / 8;
        const unsigned bit = 1u << at % 8;
        const int is_first = !(*byte & bit);
        *byte = (unsigned char)(*byte | bit);
        return is_first;
    }
    const size_t last = ((size_t)1 << (64 - record->shift)) - 1;
    if (record->form == HASHED) at = (size_t)(slice_index * UINT64_C(0x9e3779b97f4a7c15) >> record->shift);
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

/* ---- Tuples, some at a time ---------------------------------------------------------------------------------------------------------- */

/* Tuples whose updates are adjacent, wherever their slice indices come from. */
typedef struct cursor {
    const strew_job *job;
    size_t next, done; /* the next block, run or tuple, and how much of it was taken */
    size_t first, n;   /* tuples */
    uint64_t base;     /* what their slice indices are counted from */
    const uint32_t *slice_indices;
    int is_out_of_bounds;
    uint32_t made[STREW_BLOCK];
} cursor;

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
        if (cursor->job->plan->options.policy != STREW_POLICY_SKIP &&
            !strew_is_ignored(cursor->job->plan, cursor->job->indices, cursor->next)) {
            cursor->is_out_of_bounds = 1;
            return 0;
        }
    }
    return 0;
}

/* Zero at the end, and if a tuple is out of bounds. */
static STREW_INLINE int advance(cursor *cursor)
{
    const strew_job *job = cursor->job;
    if (job->access.pattern == STREW_RUNS) return advance_in_runs(cursor);
    if (!strew_has_32_bit_slice_indices(job->plan)) return advance_in_tuples(cursor);
    if (cursor->next == job->layout.n_blocks) return 0;
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

static int is_skipped(const cursor *cursor, size_t i)
{
    return cursor->job->plan->skips && cursor->slice_indices[i] == UINT32_MAX;
}

/* ---- Lists --------------------------------------------------------------------------------------------------------------------------- */

/* Some of a group of adjacent tuples, to apply by one call of a kernel; with room for the padding. */
enum { GROUP = 128 };
typedef struct list {
    uint32_t slice_indices[GROUP + STREW_PREFETCH_SLICES], tuples[GROUP];
    size_t n;
} list;

/* Updates with strides are applied one by one; and a slice index of more than 32 bits comes alone. */
static size_t max_of_group(const strew_job *job)
{
    return job->plan->views.is_strided || !strew_has_32_bit_slice_indices(job->plan) ? 1 : GROUP;
}

static unsigned char *find_output(const strew_job *job, size_t outer)
{
    if (job->plan->views.is_strided) return job->output + strew_find_outer(job->plan, outer).output;
    return job->output + (size_t)job->n_slices * outer * job->slices.stride_bytes;
}

static const unsigned char *find_updates(const strew_job *job, size_t outer, size_t tuple)
{
    const strew_plan_state *plan = job->plan;
    if (plan->views.is_strided) return job->updates + strew_find_outer(plan, outer).updates + strew_find_update(plan, tuple);
    return job->updates + (job->layout.n_tuples * outer + tuple) * job->slices.update_bytes;
}

static STREW_INLINE void append(list *list, uint32_t slice_index, size_t tuple)
{
    list->slice_indices[list->n] = slice_index;
    list->tuples[list->n++] = (uint32_t)tuple;
}

/* If the list has all tuples of its group, their updates are consecutive. Otherwise narrow slices need the kernel for any width, which
 * reads the numbers of tuples. */
static void apply_list(const strew_apply_kernel *apply, list *list, size_t n_of_group, unsigned char *output, const unsigned char *updates,
                       strew_slices slices)
{
    if (list->n == 0) return;
    for (size_t i = 0; slices.prefetches_output && i < STREW_PREFETCH_SLICES; i++) {
        list->slice_indices[list->n + i] = list->slice_indices[list->n - 1];
    }
    if (list->n != n_of_group) {
        slices.tuples = list->tuples;
        if (slices.slice_bytes <= STREW_MAX_MOVED_BYTES) apply = strew_find_any_width(apply);
    }
    apply->run(output, updates, list->slice_indices, list->n, &slices);
}

/* ---- Without the old elements -------------------------------------------------------------------------------------------------------- */

/* The first updates of slices are moved, and the others are combined with them. In a group all that are first come first: they name
 * different slices. */
static void apply_group(const strew_job *job, record *record, const cursor *cursor, size_t begin, size_t n)
{
    const strew_apply_kernel *move = job->layout.elements != 1 ? job->plan->move_row : job->plan->move;
    const size_t stride_bytes = job->slices.stride_bytes;
    list first, others;
    first.n = others.n = 0;
    for (size_t i = begin; i < begin + n; i++) {
        size_t ordinal;
        if (is_skipped(cursor, i)) continue;
        const int is_first = touch(record, cursor->base + cursor->slice_indices[i], &ordinal);
        append(is_first ? &first : &others, cursor->slice_indices[i], i - begin);
    }
    for (size_t outer = 0; outer < job->plan->n_outer; outer++) {
        unsigned char *output = find_output(job, outer) + (size_t)cursor->base * stride_bytes;
        const unsigned char *updates = find_updates(job, outer, cursor->first + begin);
        apply_list(move, &first, n, output, updates, job->slices);
        apply_list(job->apply, &others, n, output, updates, job->slices);
    }
}

static int apply_without_self(const strew_job *job, record *record)
{
    const size_t max = max_of_group(job);
    cursor cursor = {.job = job};
    while (advance(&cursor)) {
        for (size_t begin = 0; begin < cursor.n; begin += max) {
            apply_group(job, record, &cursor, begin, strew_min(max, cursor.n - begin));
        }
    }
    return !cursor.is_out_of_bounds;
}

/* ---- Means --------------------------------------------------------------------------------------------------------------------------- */

/* The sums of one outer index. */
typedef struct mean {
    const strew_job *job;
    record *record;
    size_t outer, n_elements, sums_bytes; /* of a slice */
    int is_counted;                       /* all slices are known, and their updates are counted */
} mean;

static unsigned char *output_of(const mean *mean, uint64_t slice_index)
{
    return find_output(mean->job, mean->outer) + (size_t)slice_index * mean->job->slices.stride_bytes;
}

static void start_sums(const mean *mean, size_t ordinal)
{
    const strew_plan_state *plan = mean->job->plan;
    const unsigned char *old = output_of(mean, number_at(mean->record, mean->record->slices, ordinal));
    plan->mean->start(mean->record->sums + ordinal * mean->sums_bytes, plan->options.excludes_self ? NULL : old, mean->n_elements);
}

/* Adds a group of tuples to the sums. Zero if a slice is not known that should be: another thread has changed the indices. */
static int add_to_sums(const mean *mean, const cursor *cursor, size_t begin, size_t n)
{
    const strew_job *job = mean->job;
    record *record = mean->record;
    const int excludes_self = (int)job->plan->options.excludes_self, is_alone = max_of_group(job) == 1;
    size_t ordinal = 0;
    list all;
    all.n = 0;
    for (size_t i = begin; i < begin + n; i++) {
        if (is_skipped(cursor, i)) continue;
        const int is_first = touch(record, cursor->base + cursor->slice_indices[i], &ordinal);
        if (is_first && mean->is_counted) return 0;
        if (is_first) start_sums(mean, ordinal);
        const uint64_t count = is_first ? !excludes_self : number_at(record, record->counts, ordinal);
        if (!mean->is_counted) set_number(record, record->counts, ordinal, count + 1);
        append(&all, is_alone ? 0 : (uint32_t)ordinal, i - begin);
    }
    const strew_slices slices = {job->slices.slice_bytes, job->slices.stride_bytes, job->slices.update_bytes, job->slices.prefetch_bytes, 0,
                                 strew_in_order};
    unsigned char *sums = record->sums + (is_alone ? ordinal * mean->sums_bytes : 0);
    apply_list(job->apply, &all, n, sums, find_updates(job, mean->outer, cursor->first + begin), slices);
    return 1;
}

static int add_all_to_sums(const mean *mean)
{
    const size_t max = max_of_group(mean->job);
    cursor cursor = {.job = mean->job};
    while (advance(&cursor)) {
        for (size_t begin = 0; begin < cursor.n; begin += max) {
            if (!add_to_sums(mean, &cursor, begin, strew_min(max, cursor.n - begin))) return 0;
        }
    }
    return !cursor.is_out_of_bounds;
}

static int apply_means(const strew_job *job, record *record)
{
    const strew_mean_kernel *kernels = job->plan->mean;
    mean mean = {.job = job, .record = record, .n_elements = job->slices.slice_bytes / kernels->element_bytes};
    mean.sums_bytes = mean.n_elements * kernels->sum_bytes;
    for (; mean.outer < job->plan->n_outer; mean.outer++) {
        for (size_t i = 0; i < record->n; i++) start_sums(&mean, i);
        if (!add_all_to_sums(&mean)) return 0;
        mean.is_counted = 1;
        record->max = record->n;
        for (size_t i = 0; i < record->n; i++) {
            job->plan->mean->divide(output_of(&mean, number_at(record, record->slices, i)), record->sums + i * mean.sums_bytes,
                                    mean.n_elements, number_at(record, record->counts, i), job->plan->options.mean_rounding);
        }
    }
    return 1;
}

int strew_apply_touched(const strew_job *job, void *workspace)
{
    record record = make_record(job, workspace);
    return job->plan->mean != NULL ? apply_means(job, &record) : apply_without_self(job, &record);
}
