#include "touched.h"

#include "dispatch.h"
#include "util.h"

#include <string.h>

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
    size_t span;      /* how many there are from the first to the last, with those that are left out */
    ptrdiff_t step;   /* in updates, in bytes */
    int is_backwards; /* in updates, which kernels read forwards: then they begin with that of the last tuple */
    size_t tuple;     /* whose update they begin with */
} group;

static size_t span_of(const cursor *cursor, size_t begin, size_t n)
{
    return number_of(cursor, begin + n - 1) - number_of(cursor, begin) + 1;
}

/* The group that begins at `begin`. A slice index of more than 32 bits comes alone. Copied into each caller, this would take 350 bytes
 * more. */
STREW_OWN_FRAME static void set_group(const cursor *cursor, group *group)
{
    const strew_job *job = cursor->job;
    group->n = strew_min(cursor->n - group->begin, GROUP);
    group->span = span_of(cursor, group->begin, group->n);
    group->step = (ptrdiff_t)job->slices.update_bytes;
    group->tuple = cursor->first + number_of(cursor, group->begin);
    if (strew_is_strided(job->plan)) {
        const size_t max = strew_find_even(job->plan, group->tuple, group->span, &group->step);
        group->n = strew_min(group->n, max);
        while ((group->span = span_of(cursor, group->begin, group->n)) > max) group->n--;
    }
    group->is_backwards = group->step < 0;
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
    slices.update_bytes = (size_t)strew_magnitude_of(group->step);
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
    if (strew_is_strided(job->plan)) return job->output + strew_find_outer(job->plan, outer).output;
    return job->output + (size_t)job->n_slices * outer * job->slices.stride_bytes;
}

static const unsigned char *find_updates(const strew_job *job, size_t outer, size_t tuple)
{
    const strew_plan_state *plan = job->plan;
    if (strew_is_strided(plan))
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
static int count_group(const strew_record *record, const cursor *cursor, size_t begin, size_t n, list *all)
{
    /* uncovered: numbers of 64 bits by slice index take 2^32 slices, whose record has 32 GiB, or as many tuples */
    if (cursor->job->plan->move != NULL || record->form != STREW_BY_SLICE || strew_has_wide_numbers(record)) return 0;
    const uint32_t *slice_indices = cursor->slice_indices + begin;
    uint32_t *counts = (uint32_t *)record->counts + (size_t)cursor->base;
    for (size_t i = 0; i < n; i++) counts[slice_indices[i]]++;
    memcpy(all->slice_indices, slice_indices, n * sizeof *slice_indices);
    for (size_t i = 0; i < n; i++) all->tuples[i] = number_of(cursor, begin + i) - number_of(cursor, begin);
    all->n = n;
    return 1;
}

/* Divides a group of tuples among those that are first and the others, where this is quick: by the bits of slices. Zero if it is not. */
static int divide_group(const strew_record *record, const cursor *cursor, size_t begin, size_t n, list *first, list *others)
{
    if (record->form != STREW_BY_SLICE || record->counts != NULL) return 0;
    const uint32_t *slice_indices = cursor->slice_indices + begin, from = number_of(cursor, begin);
    size_t n_first = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t slice_index = slice_indices[i], tuple = number_of(cursor, begin + i) - from;
        const int is_first = strew_touch_bit(record, (size_t)cursor->base + slice_index);
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
static void apply_group(const strew_job *job, strew_record *record, const cursor *cursor, const group *group)
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
        const int is_first = strew_touch(record, cursor->base + cursor->slice_indices[i], &ordinal);
        if (record->counts != NULL) strew_count_update(record, ordinal, is_first);
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

static int apply_to_output(const strew_job *job, strew_record *record)
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
    strew_record *record;
    size_t outer, n_elements, sums_bytes; /* of a slice */
} mean;

static unsigned char *output_of(const mean *mean, size_t ordinal)
{
    const size_t slice_index = (size_t)strew_slice_index_of(mean->record, ordinal);
    return find_output(mean->job, mean->outer) + slice_index * mean->job->slices.stride_bytes;
}

static void start_sums(const mean *mean, size_t ordinal)
{
    const strew_plan_state *plan = mean->job->plan;
    const unsigned char *old = plan->rules.excludes_self ? NULL : output_of(mean, ordinal);
    plan->mean->start(mean->record->sums + ordinal * mean->sums_bytes, old, mean->n_elements);
}

/* Adds a group of tuples to the sums. Zero if a slice is not known that should be: another thread has changed the indices. */
static int add_to_sums(const mean *mean, const cursor *cursor, const group *group)
{
    const strew_job *job = mean->job;
    strew_record *record = mean->record;
    const int is_alone = !strew_has_32_bit_slice_indices(job->plan);
    const size_t begin = group->begin, n = group->n;
    const uint32_t from = number_of(cursor, begin);
    size_t ordinal = 0, first[GROUP], n_first = 0;
    list all;
    all.n = 0;
    if (job->slices.prefetches_output) strew_prefetch_record(record, cursor->base, cursor->slice_indices + begin, n);
    for (size_t i = begin; i < begin + n; i++) {
        const int is_first = strew_touch(record, cursor->base + cursor->slice_indices[i], &ordinal);
        if (record->is_counted && is_first) return 0;
        first[n_first] = ordinal;
        n_first += (size_t)is_first;
        if (!record->is_counted) strew_count_update(record, ordinal, is_first);
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
    const strew_record *record = mean->record;
    for (size_t i, end = 0; strew_next_own(record, &i, &end);) {
        for (; i < end; i++) {
            const uint64_t n_updates = strew_count_of(record, i), count = n_updates + !plan->rules.excludes_self;
            if (n_updates == 0) continue;
            unsigned char *output = output_of(mean, i);
            const void *sums = strew_has_sums(plan) ? record->sums + i * mean->sums_bytes : NULL;
            plan->mean->divide(output, sums, mean->n_elements, count, plan->rules.mean_rounding);
        }
    }
}

/* Starts the sums of another outer index, once it is known which slices are touched. */
static void start_all_sums(const mean *mean)
{
    for (size_t i, end = 0; strew_next_own(mean->record, &i, &end);) {
        for (; i < end; i++) {
            if (strew_count_of(mean->record, i) != 0) start_sums(mean, i);
        }
    }
}

static int apply_means(const strew_job *job, strew_record *record)
{
    const strew_plan_state *plan = job->plan;
    mean mean = {.job = job, .record = record, .n_elements = job->slices.slice_bytes / plan->mean->element_bytes};
    mean.sums_bytes = mean.n_elements * plan->mean->sum_bytes;
    if (!strew_has_sums(plan) && !apply_to_output(job, record)) return 0;
    for (; mean.outer < plan->n_outer; mean.outer++) {
        if (record->is_counted) start_all_sums(&mean);
        if (strew_has_sums(plan)) {
            if (!add_all_to_sums(&mean)) return 0;
            record->is_counted = 1;
            record->max = record->n;
        }
        divide(&mean);
    }
    return 1;
}

/* ---- Numbers alone ------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_NAN
void strew_divide_parts(const strew_job *job, strew_record *record, size_t outer)
{
    const strew_plan_state *plan = job->plan;
    const size_t element_bytes = plan->mean->element_bytes, n_parts = job->slices.slice_bytes / element_bytes;
    const mean mean = {job, record, outer, n_parts, n_parts * plan->mean->sum_bytes};
    for (size_t i, end = 0; strew_next_own(record, &i, &end);) {
        for (; i < end; i++) {
            if (strew_number_at(record, record->counts, i * record->row) == 0) continue;
            unsigned char *output = output_of(&mean, i);
            for (size_t part = 0, stop; part < n_parts; part = stop) {
                const uint64_t n_updates = strew_number_at(record, record->counts, strew_count_of_part(record, i, part));
                for (stop = part + 1; stop < n_parts; stop++) {
                    if (strew_number_at(record, record->counts, strew_count_of_part(record, i, stop)) != n_updates) break;
                }
                if (n_updates == 0) continue;
                const void *sums = strew_has_sums(plan) ? record->sums + i * mean.sums_bytes + part * plan->mean->sum_bytes : NULL;
                plan->mean->divide(output + part * element_bytes, sums, stop - part, n_updates + !plan->rules.excludes_self,
                                   plan->rules.mean_rounding);
            }
        }
    }
}
#endif

int strew_apply_touched_slices(const strew_job *job, void *workspace, strew_touched_part part)
{
    strew_record record = strew_make_record(job, workspace, part);
    return job->plan->mean != NULL ? apply_means(job, &record) : apply_to_output(job, &record);
}
