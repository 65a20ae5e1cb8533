/* The tuples of each slice are listed first, by counting them: then slice after slice is summed up in a tile on the stack. Old elements
 * start the sums of as many slices as fit, their updates are added, and the sums are rounded to output. */
#include "tile.h"

#include "apply.h"
#include "touch.h"
#include "util.h"

#include <string.h>

/* Slices whose sums are in a tile, and those of their tuples that are not added yet. Sums of wider slices than a tile are made column by
 * column. */
enum { TILE_BYTES = 2048, ORDERED_TILE_BYTES = 1024, MAX_SLICES = 32, MAX_TUPLES = 64 };

typedef struct tile {
    const strew_job *job; /* of the columns that are in the tile; where rows are added up in order, of all */
    size_t slice_bytes;   /* of these columns, in output */
    unsigned char *output;
    const unsigned char *updates;
    size_t outer;      /* the outer index of both */
    size_t sums_bytes; /* of a slice */
    size_t n_slices, n_started, n_tuples;
    uint64_t before; /* the place that the tuples before named, if first ones replace what is there */
    uint64_t base;   /* what slice indices are counted from */
    size_t first;    /* the same of tuples */
    uint32_t slice_indices[MAX_SLICES], firsts[MAX_SLICES]; /* first updates that replace old elements are not among the tuples */
    uint64_t counts[MAX_SLICES];
    uint32_t tuples[MAX_TUPLES], places[MAX_TUPLES]; /* in the tile */
    unsigned char *sums;
} tile;

/* ---- Listing ------------------------------------------------------------------------------------------------------------------------- */

/* The places of the lists that a thread writes. */
typedef struct range {
    size_t begin, end;
} range;

/* Whether the counts are by slice index, and 32 bits each: then tuples are counted and listed without a branch. */
static STREW_INLINE int is_plain(const strew_record *record)
{
    /* uncovered: numbers of 64 bits by slice index take 2^32 slices, whose record has 32 GiB, or as many tuples */
    return record->form == STREW_BY_SLICE && !strew_has_wide_numbers(record);
}

/* Counts the tuples of a batch by the ordinals of their slices. */
static STREW_INLINE void count_tuples(const strew_batch *batch, strew_record *record)
{
    if (is_plain(record)) {
        uint32_t *counts = (uint32_t *)record->counts + (size_t)batch->base;
        for (size_t i = 0; i < batch->n; i++) counts[batch->slice_indices[i]]++;
        return;
    }
    for (size_t i = 0; i < batch->n; i++) {
        size_t ordinal;
        const int is_first = strew_touch(record, batch->base + batch->slice_indices[i], &ordinal);
        strew_count_update(record, ordinal, is_first);
    }
}

/* How many tuples of a batch have slices that come before those of a selection: the hashes of selections are ranges after each other. */
static STREW_INLINE size_t count_before(const strew_batch *batch, const strew_selection *own)
{
    strew_selection selection = *own;
    size_t n = 0;
    selection.base = (uint32_t)batch->base;
    for (size_t i = 0; i < batch->n; i++) n += strew_group_of(&selection, batch->slice_indices[i]) * own->scattering < own->low;
    return n;
}

/* Counts become the places of the first tuples. */
static STREW_INLINE void add_counts(strew_record *record, size_t begin)
{
    for (size_t i, end = 0; strew_next_own(record, &i, &end);) {
        for (; i < end; i++) {
            const size_t n = (size_t)strew_count_of(record, i);
            strew_set_number(record, record->counts, i, begin);
            begin += n;
        }
    }
}

/* Lists the tuples of a batch, each at the place of its slice, which then is the one behind. Zero if that is not the thread's: another
 * thread has changed the indices. */
static STREW_INLINE int list_tuples(const strew_batch *batch, strew_record *record, range range)
{
    if (is_plain(record)) {
        uint32_t *places = (uint32_t *)record->counts + (size_t)batch->base, *lists = record->lists;
        for (size_t i = 0; i < batch->n; i++) {
            const uint32_t place = places[batch->slice_indices[i]]++;
            if (place >= range.end) return 0;
            lists[place] = (uint32_t)batch->first + batch->tuples[i];
        }
        return 1;
    }
    for (size_t i = 0; i < batch->n; i++) {
        size_t ordinal;
        const int is_first = strew_touch(record, batch->base + batch->slice_indices[i], &ordinal);
        const size_t place = (size_t)strew_count_of(record, ordinal);
        /* uncovered: see is_plain */
        if ((is_first && record->form != STREW_BY_SLICE) || place >= range.end) return 0;
        strew_set_number(record, record->lists, place, batch->first + batch->tuples[i]);
        strew_set_number(record, record->counts, ordinal, place + 1);
    }
    return 1;
}

/* ---- Summing up ---------------------------------------------------------------------------------------------------------------------- */

static STREW_INLINE unsigned char *sums_at(tile *tile, size_t place)
{
    return tile->sums + place * tile->sums_bytes;
}

/* Combines the updates of n tuples of one slice, or of several slices if updates are where their numbers say. */
static STREW_INLINE void apply(tile *tile, const strew_apply_kernel *kernel, const uint32_t *places, const uint32_t *tuples, size_t n)
{
    const strew_job *job = tile->job;
    if (strew_is_as_dense(job->plan)) {
        const size_t update_bytes = job->slices.stride_bytes;
        const strew_slices slices = {job->slices.slice_bytes, tile->sums_bytes, update_bytes, 0, 0, tuples, 0};
        const strew_apply_kernel *any_width = strew_of_any_width(kernel);
        any_width->run(tile->sums, tile->updates + tile->first * update_bytes, places, n, &slices);
        return;
    }
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && places[end] == places[i];) end++;
        const strew_batch list = {places + i, tuples + i, 0, tile->first, end - i, 1, 0};
        strew_apply_list(job, kernel, &list, tile->updates, tile->outer, tile->sums, tile->sums_bytes);
    }
}

/* Starts the sums of n slices from old elements. */
static STREW_INLINE void start_from_old(tile *tile, size_t n)
{
    const strew_plan_state *plan = tile->job->plan;
    const size_t stride_bytes = tile->job->slices.stride_bytes, slice_bytes = tile->slice_bytes;
    const uint32_t *slice_indices = tile->slice_indices + tile->n_started;
    const unsigned char *output = tile->output + (size_t)tile->base * stride_bytes;
    if (plan->widen != NULL) {
        const strew_slices slices = {slice_bytes, tile->sums_bytes, stride_bytes, 0, 0, slice_indices, 0};
        plan->widen->run(sums_at(tile, tile->n_started), output, strew_in_order, n, &slices);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        strew_start_sums(plan, sums_at(tile, tile->n_started + i), output + slice_indices[i] * stride_bytes, slice_bytes);
    }
}

/* Makes results of the sums in the tile, which is then empty. */
static STREW_INLINE void end_sums(tile *tile)
{
    const strew_plan_state *plan = tile->job->plan;
    const size_t stride_bytes = tile->job->slices.stride_bytes, n = tile->slice_bytes / (size_t)plan->element_bytes;
    unsigned char *output = tile->output + (size_t)tile->base * stride_bytes;
    for (size_t i = 0; i < tile->n_slices && plan->mean != NULL; i++) {
        strew_divide_sums(plan, output + tile->slice_indices[i] * stride_bytes, sums_at(tile, i), n, tile->counts[i]);
    }
    strew_round_sums(plan, output, tile->sums, tile->slice_indices, tile->n_slices, tile->sums_bytes, stride_bytes);
    tile->n_slices = tile->n_started = 0;
    tile->before = UINT64_MAX;
}

/* Starts the sums of slices that are new, adds the tuples, and unless slices go on, makes results. Rows are added by their kernel, which
 * may replace sums by the first of them. */
static STREW_INLINE void finish_rows(tile *tile, int goes_on)
{
    const strew_job *job = tile->job;
    const int replaces = job->plan->move != NULL;
    const strew_batch list = {tile->places, tile->tuples, 0, tile->first, tile->n_tuples, 1, 0};
    if (!replaces && tile->n_slices != tile->n_started) start_from_old(tile, tile->n_slices - tile->n_started);
    tile->n_started = tile->n_slices;
    if (list.n != 0) {
        strew_apply_rows(job, &list, tile->updates, tile->outer, tile->sums, tile->slice_bytes, tile->sums_bytes,
                         replaces ? &tile->before : NULL);
        tile->before = tile->places[list.n - 1];
    }
    tile->n_tuples = 0;
    if (!goes_on) end_sums(tile);
}

/* The same of updates of all kinds. */
static STREW_INLINE void finish_others(tile *tile, int goes_on)
{
    const strew_plan_state *plan = tile->job->plan;
    const size_t n_started = tile->n_started, n = tile->n_slices - n_started;
    if (n != 0 && plan->move != NULL) {
        apply(tile, plan->move, strew_in_order + n_started, tile->firsts + n_started, n);
    } else if (n != 0) {
        start_from_old(tile, n);
    }
    tile->n_started = tile->n_slices;
    if (tile->n_tuples != 0) apply(tile, tile->job->apply, tile->places, tile->tuples, tile->n_tuples);
    tile->n_tuples = 0;
    if (!goes_on) end_sums(tile);
}

static STREW_INLINE void finish(tile *tile, int goes_on)
{
    if (tile->job->plan->fuse != NULL) {
        finish_rows(tile, goes_on);
    } else {
        finish_others(tile, goes_on);
    }
}

/* Updates of listed tuples are unknown to the hardware prefetchers. */
static STREW_INLINE void prefetch(const tile *tile, const strew_record *record, size_t place, size_t n_bytes)
{
    const unsigned char *update = tile->updates + (size_t)strew_number_at(record, record->lists, place) * tile->job->slices.stride_bytes;
    for (size_t i = 0; i < n_bytes; i += STREW_LINE_BYTES) STREW_PREFETCH_READ_AT(update, i);
    STREW_PREFETCH_READ_AT(update, n_bytes - 1);
}

/* Before the first slice. */
static STREW_INLINE void begin_tile(tile *tile)
{
    tile->n_slices = tile->n_started = tile->n_tuples = 0;
    tile->base = tile->first = 0;
    tile->before = UINT64_MAX;
}

/* A slice that n tuples name. */
static STREW_INLINE void add_slice(tile *tile, uint64_t slice_index, size_t n, int is_wide)
{
    tile->base = is_wide ? slice_index : 0;
    tile->slice_indices[tile->n_slices] = (uint32_t)(slice_index - tile->base);
    tile->counts[tile->n_slices++] = n;
}

/* Where the lists are read. */
typedef struct reader {
    size_t place, end;          /* the next tuple, and behind the last of its slice */
    size_t ordinal, end_of_own; /* of the slices that come */
    int is_begin;               /* the next tuple is the first of its slice */
} reader;

/* Zero if no slice with tuples comes. */
static STREW_INLINE int read_slice(const strew_record *record, reader *reader)
{
    for (;; reader->ordinal++) {
        if (reader->ordinal == reader->end_of_own && !strew_next_own(record, &reader->ordinal, &reader->end_of_own)) return 0;
        reader->end = (size_t)strew_count_of(record, reader->ordinal);
        if (reader->end != reader->place) break;
    }
    reader->is_begin = 1;
    return 1;
}

/* Why no more tuples are read into a tile: there is no room for them; or for the next slice; or all are read; or one is wrong, as another
 * thread has changed the indices. */
typedef enum stop { TUPLES_FULL, SLICES_FULL, ALL_READ, IS_WRONG } stop;

/* Reads listed tuples and their slices into the tile. Where numbers are wide, it has room for one of each. */
static STREW_INLINE stop fill_tile(tile *tile, strew_record *record, reader *at, size_t end)
{
    const strew_plan_state *plan = tile->job->plan;
    const int is_wide = strew_has_wide_numbers(record), moves = plan->move != NULL && plan->fuse == NULL;
    const size_t max_slices = is_wide ? 1 : strew_min(MAX_SLICES, TILE_BYTES / tile->sums_bytes),
                 n_bytes = strew_is_as_dense(plan) ? strew_min(tile->slice_bytes, STREW_MAX_WHOLE_BYTES) : 0;
    for (;;) {
        if (at->place == at->end) {
            if (tile->n_slices == max_slices) return SLICES_FULL;
            if (!read_slice(record, at)) return ALL_READ;
            if (at->end < at->place) return IS_WRONG;
            add_slice(tile, strew_slice_index_of(record, at->ordinal++), at->end - at->place, is_wide);
        }
        const size_t tuple = (size_t)strew_number_at(record, record->lists, at->place), place = tile->n_slices - 1;
        if (tuple >= tile->job->layout.n_tuples) return IS_WRONG;
        const int is_first = moves && at->is_begin, is_added = is_wide && !at->is_begin && (tile->n_tuples != 0 || tile->n_started == 0);
        if (!is_first && (is_added || tile->n_tuples == MAX_TUPLES)) return TUPLES_FULL;
        tile->first = is_wide ? tuple : 0;
        if (is_first) {
            tile->firsts[place] = (uint32_t)(tuple - tile->first);
        } else {
            tile->tuples[tile->n_tuples] = (uint32_t)(tuple - tile->first);
            tile->places[tile->n_tuples++] = (uint32_t)place;
        }
        at->is_begin = 0;
        const size_t later = at->place++ + STREW_PREFETCH_WIDE_SLICES;
        if (n_bytes != 0 && later < end) prefetch(tile, record, later, n_bytes);
    }
}

/* Sums up the columns of all slices that are listed. Zero if a tuple is none, see list_tuples. */
static STREW_INLINE int sum_columns(tile *tile, strew_record *record, range range)
{
    reader at = {range.begin, range.begin, 0, 0, 0};
    begin_tile(tile);
    for (stop stop = TUPLES_FULL; stop != ALL_READ;) {
        stop = fill_tile(tile, record, &at, range.end);
        if (stop == IS_WRONG) return 0;
        finish(tile, stop == TUPLES_FULL);
    }
    return 1;
}

/* Whether the lists are right, as they end within the thread's range: another thread that changes indices may have broken them. */
static STREW_INLINE int are_whole(const strew_lists *lists, size_t n_tuples)
{
    const uint32_t *tuples = lists->tuples, *ends = lists->ends;
    unsigned is_wrong = ends[0] < lists->begin;
    for (size_t i = 1; i < lists->n; i++) is_wrong |= ends[i] < ends[i - 1];
    for (size_t i = lists->begin; i < ends[lists->n - 1]; i++) is_wrong |= tuples[i] >= n_tuples;
    return !is_wrong;
}

/* Sums up the updates of all slices that are listed in registers: of slices that are neighbours at once. */
static STREW_INLINE int sum_in_registers(const strew_job *job, const strew_record *record, range range, strew_outer_offset at)
{
    strew_lists lists = {.tuples = record->lists, .begin = range.begin, .n_tuples = range.end};
    const int is_in_order = record->form == STREW_BY_SLICE;
    const size_t stride_bytes = job->slices.stride_bytes, n_bytes = strew_min(job->slices.slice_bytes, STREW_MAX_WHOLE_BYTES);
    unsigned char *output = job->output + at.named;
    strew_slices slices = job->slices;
    slices.prefetches_output = is_in_order;
    for (size_t i, end = 0; strew_next_own(record, &i, &end);) {
        lists.ends = (const uint32_t *)record->counts + i;
        lists.n = end - i;
        if (!are_whole(&lists, job->layout.n_tuples)) return 0;
        for (; i < end; i += lists.n, lists.ends += lists.n) {
            const size_t later = (size_t)strew_slice_index_of(record, strew_min(i + STREW_PREFETCH_SUMS, end - 1)) * stride_bytes;
            for (size_t j = 0; !is_in_order && j < n_bytes; j += STREW_LINE_BYTES) STREW_PREFETCH_AT(output, later + j);
            lists.n = is_in_order ? end - i : 1;
            job->plan->sum->run(output + (size_t)strew_slice_index_of(record, i) * stride_bytes, job->updates + at.ordered, &lists,
                                &slices);
            lists.begin = lists.ends[lists.n - 1];
        }
    }
    return 1;
}

/* Lists the tuples of some steps. A thread has a range of the lists: that of its steps, or that of its selection, behind those of
 * selections that come before. Zero as above. */
static STREW_INLINE int list_steps(strew_walk *walk, const strew_job *job, const strew_steps *steps, strew_record *record, range *range)
{
    const size_t first = strew_first_tuple(&job->layout, steps->begin);
    size_t n_before = 0, n = 0;
    if (steps->own != NULL) {
        strew_begin_walk(walk, job, steps->begin, steps->end, NULL, 1);
        while (strew_next_batch(walk)) n_before += count_before(&walk->batch, steps->own);
    }
    strew_begin_walk(walk, job, steps->begin, steps->end, steps->own, 1);
    for (; strew_next_batch(walk); n += walk->batch.n) count_tuples(&walk->batch, record);
    if (walk->is_out_of_bounds) return 0;
    *range = (struct range){first + n_before, strew_min(first + n_before + n, job->layout.n_tuples)};
    add_counts(record, range->begin);
    strew_begin_walk(walk, job, steps->begin, steps->end, steps->own, 1);
    while (strew_next_batch(walk)) {
        if (!list_tuples(&walk->batch, record, *range)) return 0;
    }
    return !walk->is_out_of_bounds;
}

/* Makes the tile that of some columns of an outer index. */
static STREW_INLINE void set_columns(tile *tile, const strew_job *job, size_t outer, size_t begin, size_t n_bytes)
{
    const strew_outer_offset at = strew_find_sides(job, outer);
    tile->output = job->output + at.named + begin;
    tile->updates = job->updates + at.ordered + strew_update_bytes_of(job->plan, begin);
    tile->outer = outer;
    tile->slice_bytes = n_bytes;
    tile->sums_bytes = strew_sums_of(job->plan, n_bytes);
}

int strew_sum_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, element_bytes = (size_t)plan->element_bytes,
                 max_bytes = strew_min(slice_bytes, TILE_BYTES / (size_t)plan->sum_bytes * element_bytes);
    strew_record record = strew_begin_record(job, steps);
    range range;
    union { /* not at the same time */
        strew_walk walk;
        struct {
            tile tile;
            strew_job columns;
            _Alignas(STREW_LINE_BYTES) unsigned char sums[TILE_BYTES];
        } of_sums;
    } room;
    if (!list_steps(&room.walk, job, steps, &record, &range)) return 0;
    tile *tile = &room.of_sums.tile;
    strew_job *columns = &room.of_sums.columns;
    tile->sums = room.of_sums.sums;
    tile->job = columns;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        const strew_outer_offset at = strew_find_sides(job, outer);
        if (plan->sum != NULL && !strew_has_wide_numbers(&record)) {
            if (!sum_in_registers(job, &record, range, at)) return 0;
            continue;
        }
        for (size_t begin = 0; begin < slice_bytes; begin += max_bytes) {
            *columns = *job;
            columns->slices.prefetches_output = 0; /* sums are in the caches, and behind the last place is nothing */
            set_columns(tile, job, outer, begin, strew_min(slice_bytes - begin, max_bytes));
            if (max_bytes != slice_bytes) strew_set_columns(columns, begin, tile->slice_bytes);
            if (!sum_columns(tile, &record, range)) return 0;
        }
    }
    return 1;
}

#if STREW_BUILD_FUSED
/* Sums up columns of the tuples of some steps, which are in the order of their slices. A slice may go on in the next batch. */
static STREW_INLINE int sum_in_order(tile *tile, strew_walk *walk, const strew_steps *steps)
{
    const size_t max_slices = strew_min(MAX_SLICES, ORDERED_TILE_BYTES / tile->sums_bytes);
    begin_tile(tile);
    strew_begin_walk(walk, tile->job, steps->begin, steps->end, steps->own, 1);
    for (int is_last = 0; !is_last;) {
        is_last = !strew_next_batch(walk);
        const size_t n = is_last ? 0 : walk->batch.n;
        size_t i = 0;
        tile->first = (size_t)walk->batch.first;
        do {
            int is_full = 0;
            for (; i < n && tile->n_tuples < MAX_TUPLES; i++) {
                const uint32_t slice_index = (uint32_t)walk->batch.base + walk->batch.slice_indices[i];
                if (tile->n_slices == 0 || tile->slice_indices[tile->n_slices - 1] != slice_index) {
                    is_full = tile->n_slices == max_slices;
                    if (is_full) break;
                    add_slice(tile, slice_index, 0, 0);
                }
                tile->counts[tile->n_slices - 1]++;
                tile->places[tile->n_tuples] = (uint32_t)tile->n_slices - 1;
                tile->tuples[tile->n_tuples++] = walk->batch.tuples[i];
            }
            finish_rows(tile, !is_full && !is_last);
        } while (i < n);
    }
    return !walk->is_out_of_bounds;
}

int strew_sum_in_order(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, element_bytes = (size_t)plan->element_bytes,
                 max_bytes = strew_min(slice_bytes, ORDERED_TILE_BYTES / (size_t)plan->sum_bytes * element_bytes);
    strew_walk walk;
    _Alignas(STREW_LINE_BYTES) unsigned char sums[ORDERED_TILE_BYTES]; /* beside a walk, there is room for no more */
    tile tile;
    tile.job = job;
    tile.sums = sums;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        for (size_t begin = 0; begin < slice_bytes; begin += max_bytes) {
            set_columns(&tile, job, outer, begin, strew_min(slice_bytes - begin, max_bytes));
            if (!sum_in_order(&tile, &walk, steps)) return 0;
        }
    }
    return 1;
}
#endif
