/* The tuples of each slice are listed first, by counting them: then slice after slice is summed up in a tile on the stack. Old elements
 * start the sums of as many slices as fit, their updates are added, and the sums are rounded to output. */
#include "tile.h"

#include "apply.h"
#include "touch.h"
#include "util.h"

#include <string.h>

/* Slices whose sums are in a tile, and those of their tuples that are not added yet. Sums of wider slices than a tile are made column by
 * column. */
enum { TILE_BYTES = 2048, MAX_SLICES = 32, MAX_TUPLES = 64 };

typedef struct tile {
    const strew_job *job; /* of the columns that are in the tile */
    unsigned char *output;
    const unsigned char *updates;
    size_t outer;      /* the outer index of both */
    size_t sums_bytes; /* of a slice */
    size_t n_slices, n_started, n_tuples;
    uint64_t base;                                          /* what slice indices are counted from */
    size_t first;                                           /* the same of tuples */
    uint32_t slice_indices[MAX_SLICES], firsts[MAX_SLICES]; /* first updates that replace old elements are not among the tuples */
    uint64_t counts[MAX_SLICES];
    uint32_t tuples[MAX_TUPLES], places[MAX_TUPLES]; /* in the tile */
    _Alignas(STREW_LINE_BYTES) unsigned char sums[TILE_BYTES];
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

/* Starts the sums of slices that are new, and adds the tuples. */
static STREW_INLINE void add(tile *tile)
{
    const strew_plan_state *plan = tile->job->plan;
    const size_t n_started = tile->n_started, n = tile->n_slices - n_started, stride_bytes = tile->job->slices.stride_bytes,
                 slice_bytes = tile->job->slices.slice_bytes;
    const uint32_t *slice_indices = tile->slice_indices + n_started;
    const unsigned char *output = tile->output + (size_t)tile->base * stride_bytes;
    if (n != 0 && plan->move != NULL) {
        apply(tile, plan->move, strew_in_order + n_started, tile->firsts + n_started, n);
    } else if (n != 0 && plan->widen != NULL) {
        const strew_slices slices = {slice_bytes, tile->sums_bytes, stride_bytes, 0, 0, slice_indices, 0};
        plan->widen->run(sums_at(tile, n_started), output, strew_in_order, n, &slices);
    } else {
        for (size_t i = 0; i < n; i++) {
            strew_start_sums(plan, sums_at(tile, n_started + i), output + slice_indices[i] * stride_bytes, slice_bytes);
        }
    }
    tile->n_started = tile->n_slices;
    if (tile->n_tuples != 0) apply(tile, tile->job->apply, tile->places, tile->tuples, tile->n_tuples);
    tile->n_tuples = 0;
}

/* Makes results of the sums in the tile, which is then empty. */
static STREW_INLINE void finish(tile *tile)
{
    const strew_plan_state *plan = tile->job->plan;
    const size_t stride_bytes = tile->job->slices.stride_bytes, n = tile->job->slices.slice_bytes / (size_t)plan->element_bytes;
    unsigned char *output = tile->output + (size_t)tile->base * stride_bytes;
    add(tile);
    for (size_t i = 0; i < tile->n_slices && plan->mean != NULL; i++) {
        strew_divide_sums(plan, output + tile->slice_indices[i] * stride_bytes, sums_at(tile, i), n, tile->counts[i]);
    }
    strew_round_sums(plan, output, tile->sums, tile->slice_indices, tile->n_slices, tile->sums_bytes, stride_bytes);
    tile->n_slices = tile->n_started = 0;
}

/* Updates of listed tuples are unknown to the hardware prefetchers. */
static STREW_INLINE void prefetch(const tile *tile, const strew_record *record, size_t place, size_t n_bytes)
{
    const unsigned char *update = tile->updates + (size_t)strew_number_at(record, record->lists, place) * tile->job->slices.stride_bytes;
    for (size_t i = 0; i < n_bytes; i += STREW_LINE_BYTES) STREW_PREFETCH_READ_AT(update, i);
    STREW_PREFETCH_READ_AT(update, n_bytes - 1);
}

/* Adds the tuples from `begin` to end - 1 in the lists to a slice, which is new. Zero if one is none, see list_tuples. */
static STREW_INLINE int sum_slice(tile *tile, const strew_record *record, size_t begin, size_t end, uint64_t slice_index, size_t last)
{
    const strew_job *job = tile->job;
    const int is_wide = strew_has_wide_numbers(record), moves = job->plan->move != NULL, prefetches = strew_is_as_dense(job->plan);
    const size_t place = tile->n_slices++, n_bytes = strew_min(job->slices.slice_bytes, STREW_MAX_WHOLE_BYTES);
    tile->base = is_wide ? slice_index : 0;
    tile->slice_indices[place] = (uint32_t)(slice_index - tile->base);
    tile->counts[place] = end - begin;
    for (size_t i = begin; i < end; i++) {
        const size_t tuple = (size_t)strew_number_at(record, record->lists, i);
        const int is_first = moves && i == begin;
        if (tuple >= job->layout.n_tuples) return 0;
        if (!is_first && (is_wide ? i != begin : tile->n_tuples == MAX_TUPLES)) add(tile);
        tile->first = is_wide ? tuple : 0;
        if (is_first) {
            tile->firsts[place] = (uint32_t)(tuple - tile->first);
        } else {
            tile->tuples[tile->n_tuples] = (uint32_t)(tuple - tile->first);
            tile->places[tile->n_tuples++] = (uint32_t)place;
        }
        if (prefetches && i + STREW_PREFETCH_WIDE_SLICES < last) prefetch(tile, record, i + STREW_PREFETCH_WIDE_SLICES, n_bytes);
    }
    return 1;
}

/* Sums up the columns of all slices that are listed. */
static STREW_INLINE int sum_columns(tile *tile, strew_record *record, range range)
{
    const size_t max_slices = strew_has_wide_numbers(record) ? 1 : strew_min(MAX_SLICES, TILE_BYTES / tile->sums_bytes);
    size_t begin = range.begin;
    tile->n_slices = tile->n_started = tile->n_tuples = 0;
    tile->base = 0;
    for (size_t i, end_of_own = 0; strew_next_own(record, &i, &end_of_own);) {
        for (; i < end_of_own; i++) {
            const size_t end = (size_t)strew_count_of(record, i);
            if (end == begin) continue;
            if (end < begin || !sum_slice(tile, record, begin, end, strew_slice_index_of(record, i), range.end)) return 0;
            begin = end;
            if (tile->n_slices == max_slices) finish(tile);
        }
    }
    finish(tile);
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

int strew_sum_steps(const strew_job *job, const strew_steps *steps)
{
    const strew_plan_state *plan = job->plan;
    const size_t slice_bytes = job->slices.slice_bytes, element_bytes = (size_t)plan->element_bytes,
                 max_bytes = strew_min(slice_bytes, TILE_BYTES / (size_t)plan->sum_bytes * element_bytes);
    strew_record record = strew_begin_record(job, steps);
    range range;
    union { /* not at the same time */
        strew_walk walk;
        tile tile;
    } room;
    if (!list_steps(&room.walk, job, steps, &record, &range)) return 0;
    strew_job columns = *job;
    tile *tile = &room.tile;
    tile->job = &columns;
    for (size_t outer = 0; outer < plan->n_outer; outer++) {
        const strew_outer_offset at = strew_find_sides(job, outer);
        if (plan->sum != NULL && !strew_has_wide_numbers(&record)) {
            if (!sum_in_registers(job, &record, range, at)) return 0;
            continue;
        }
        for (size_t begin = 0; begin < slice_bytes; begin += max_bytes) {
            columns = *job;
            if (max_bytes != slice_bytes) strew_set_columns(&columns, begin, strew_min(slice_bytes - begin, max_bytes));
            tile->output = columns.output + at.named;
            tile->updates = columns.updates + at.ordered;
            tile->outer = outer;
            tile->sums_bytes = strew_sums_of(plan, columns.slices.slice_bytes);
            if (!sum_columns(tile, &record, range)) return 0;
        }
    }
    return 1;
}
