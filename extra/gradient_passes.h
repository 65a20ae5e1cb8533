/* The passes of gradient.c over tuples or slices, and how threads share them. gradient.c alone includes it. */
#ifndef STREW_GRADIENT_PASSES_H
#define STREW_GRADIENT_PASSES_H

#include "gradient_work.h"

/* Does a part of a pass, from `begin` to `end` - 1. Returns whether indices have changed. */
typedef int pass(const work *work, size_t begin, size_t end);

/* Each block is read while the rows of the next one can be prefetched. */
static inline int blocks_pass(const work *work, size_t begin, size_t end, int is_of_weights)
{
    block blocks[2] = {{0}, {0}};
    int has_changed = 0, now = 0;
    read_checked_block(&work->tuples, blocks, begin, end - begin);
    while (blocks[now].n != 0) {
        const block *const here = &blocks[now], *const next = &blocks[!now];
        const size_t t = here->first + here->n;
        blocks[!now].segment = here->segment;
        read_checked_block(&work->tuples, &blocks[!now], t, end - t);
        has_changed |= here->has_changed;
        if (is_of_weights && work->is_double)
            do_weights_f64(work, here, next);
        else if (is_of_weights)
            do_weights_f32(work, here, next);
        else if (work->is_double)
            do_updates_f64(work, here, next);
        else
            do_updates_f32(work, here, next);
        now = !now;
    }
    return has_changed;
}

static int updates_pass(const work *work, size_t begin, size_t end)
{
    return blocks_pass(work, begin, end, 0);
}

static int weights_pass(const work *work, size_t begin, size_t end)
{
    return blocks_pass(work, begin, end, 1);
}

static int numbers_pass(const work *work, size_t begin, size_t end)
{
    block block = {0};
    int has_changed = 0;
    for (size_t t = begin; t < end; t += block.n) {
        read_checked_block(&work->tuples, &block, t, end - t);
        has_changed |= block.has_changed;
        memcpy(work->numbers + t, block.slices, block.n * sizeof *work->numbers);
    }
    return has_changed;
}

/* Counts the tuples of all slices. */
static int counts_pass(const work *work, size_t begin, size_t end)
{
    block block = {0};
    int has_changed = 0;
    memset(work->counts, 0, work->n_counts * (work->counts_are_wide ? sizeof(uint64_t) : sizeof(uint32_t)));
    for (size_t t = begin; t < end; t += block.n) {
        read_checked_block(&work->tuples, &block, t, end - t);
        has_changed |= block.has_changed;
        for (size_t i = 0; i < block.n; i++) {
            if (block.slices[i] < 0) continue;
            const size_t at = count_of_slice(&work->tuples, (size_t)block.slices[i]);
            if (work->counts_are_wide)
                ((uint64_t *)work->counts)[at]++;
            else
                ((uint32_t *)work->counts)[at]++;
        }
    }
    return has_changed;
}

static void divide(const work *work, unsigned char *to, size_t begin, size_t end)
{
    if (work->dtype == STREW_DTYPE_FLOAT64)
        divide_f64(work, to, begin, end);
    else
        divide_f32(work, to, begin, end);
}

static int quotients_pass(const work *work, size_t begin, size_t end)
{
    divide(work, work->quotients, begin, end);
    return 0;
}

/* Slices of the gradient of data, if none is left out. */
static int data_pass(const work *work, size_t begin, size_t end)
{
    const size_t slice_bytes = work->width * work->element_bytes;
    if (work->counts != NULL)
        divide(work, work->output, begin, end);
    else
        memcpy(work->output + begin * slice_bytes, work->gradient + begin * slice_bytes, (end - begin) * slice_bytes);
    return 0;
}

/* Leaves out the slices that tuples name. */
static int named_pass(const work *work, size_t begin, size_t end)
{
    block block = {0};
    int has_changed = 0;
    const size_t slice_bytes = work->width * work->element_bytes;
    for (size_t t = begin; t < end; t += block.n) {
        read_checked_block(&work->tuples, &block, t, end - t);
        has_changed |= block.has_changed;
        for (size_t o = 0; o < work->tuples.n_outer; o++) {
            unsigned char *const to = work->output + o * work->tuples.n_named * slice_bytes;
            for (size_t i = 0; i < block.n; i++) {
                if (block.slices[i] >= 0) memset(to + (size_t)block.slices[i] * slice_bytes, 0, slice_bytes);
            }
        }
    }
    return has_changed;
}

/* Leaves out the elements that a tuple has won. */
static int won_pass(const work *work, size_t begin, size_t end)
{
    int64_t found[ROOM_ELEMENTS];
    for (size_t first = begin * work->width, last = end * work->width, n; first < last; first += n) {
        n = min_of(last - first, ROOM_ELEMENTS);
        read_winners(&work->winners, first, n, found);
        for (size_t i = 0; i < n; i++) {
            if (found[i] != work->winners.nobody) memset(work->output + (first + i) * work->output_bytes, 0, work->output_bytes);
        }
    }
    return 0;
}

/* The table of an extreme: threads have columns of their own where slices are wide, or else rows. */
static int has_wide_slices(const work *work)
{
    return work->width * work->output_bytes >= MAX_SHARES * LINE_BYTES / 4;
}

static int extremes_pass(const work *work, size_t begin, size_t end)
{
    int64_t found[ROOM_ELEMENTS];
    const tuples *tuples = &work->tuples;
    const size_t n_slices = tuples->n_batches * tuples->n_outer * tuples->n_named, n_rows = tuples->n_outer * tuples->n_rows;
    const int by_columns = has_wide_slices(work);
    const size_t first = by_columns ? begin : 0, last = by_columns ? end : work->width;
    const share share = {by_columns ? 0 : begin, by_columns ? n_rows : end - begin};
    for (size_t slice = 0; slice < n_slices; slice++) {
        for (size_t c = first, n; c < last; c += n) {
            n = min_of(last - c, ROOM_ELEMENTS);
            read_winners(&work->winners, slice * work->width + c, n, found);
            if (work->is_double)
                add_to_rows_f64(work, &share, slice, c, n, found);
            else
                add_to_rows_f32(work, &share, slice, c, n, found);
        }
    }
    return 0;
}

static int zeros_pass(const work *work, size_t begin, size_t end)
{
    const size_t bytes = work->width * work->output_bytes;
    memset(work->output + begin * bytes, 0, (end - begin) * bytes);
    return 0;
}

typedef struct tasks {
    const work *work;
    pass *pass;
    size_t n, n_items;
    unsigned char has_changed[MAX_SHARES];
} tasks;

/* i of n parts of `all`. */
static size_t part_of(size_t all, size_t i, size_t n)
{
    return all / n * i + all % n * i / n;
}

static void do_task(void *argument, size_t i)
{
    tasks *tasks = argument;
    const size_t begin = part_of(tasks->n_items, i, tasks->n), end = part_of(tasks->n_items, i + 1, tasks->n);
    tasks->has_changed[i] = (unsigned char)tasks->pass(tasks->work, begin, end);
}

/* A thread is woken for twice as much work as that takes. */
enum { DEFAULT_WAKE_NS = 10000, MIN_WAKE_NS = 1000 };

/* Does a pass over so many items, each of which takes so long. */
static int do_pass(const work *work, const strew_resources *given, pass *pass, size_t n_items, double item_ns)
{
    if (n_items == 0) return 0;
    const uint32_t wake_ns = given->wake_ns;
    const double wake = wake_ns == 0 ? DEFAULT_WAKE_NS : wake_ns < MIN_WAKE_NS ? MIN_WAKE_NS : wake_ns;
    const double limit = (double)n_items * item_ns / (2 * wake);
    const int32_t asked = given->parallel_for == NULL || given->n_threads < 1 ? 1 : given->n_threads;
    size_t n = min_of(min_of((size_t)asked, MAX_SHARES), n_items);
    if (limit < (double)n) n = limit < 1 ? 1 : (size_t)limit;
    tasks tasks = {work, pass, n, n_items, {0}};
    int has_changed = 0;
    if (n == 1)
        do_task(&tasks, 0);
    else
        given->parallel_for(given->pool, n, do_task, &tasks);
    for (size_t i = 0; i < n; i++) has_changed |= tasks.has_changed[i];
    return has_changed;
}

/* About so long an element takes, and a tuple. */
static const double element_ns = 0.3, tuple_ns = 8;

/* Everything but what the library runs. */
OWN_FRAME static int do_passes(work *work, const strew_resources *resources)
{
    const tuples *tuples = &work->tuples;
    const size_t n_slices = tuples->n_batches * tuples->n_outer * tuples->n_named;
    const double slice_ns = 1 + element_ns * (double)work->width, all_ns = tuple_ns + slice_ns * (double)tuples->n_outer;
    int has_changed = 0;
    if (work->counts != NULL) has_changed |= counts_pass(work, 0, tuples->n);
    if (work->quotients != NULL) {
        do_pass(work, resources, quotients_pass, n_slices, slice_ns);
        work->gradient = work->quotients;
    }
    if (work->numbers != NULL) has_changed |= do_pass(work, resources, numbers_pass, tuples->n, tuple_ns);
    if (work->of == STREW_GRADIENT_OF_WEIGHTS) {
        has_changed |= do_pass(work, resources, weights_pass, tuples->n, all_ns);
    } else if (work->of == STREW_GRADIENT_OF_DATA) {
        do_pass(work, resources, data_pass, n_slices, slice_ns);
        if (work->is_extreme) do_pass(work, resources, won_pass, n_slices, slice_ns);
        if (work->excludes_self) has_changed |= named_pass(work, 0, tuples->n);
    } else if (tuples->has_rows) {
        const size_t n_rows = tuples->n_outer * tuples->n_rows;
        do_pass(work, resources, zeros_pass, n_rows, slice_ns);
        if (!work->is_extreme || tuples->n == 0 || n_rows == 0) return has_changed;
        const size_t n_items = has_wide_slices(work) ? work->width : n_rows;
        do_pass(work, resources, extremes_pass, n_items, tuple_ns * (double)n_slices * (double)work->width / (double)n_items);
    } else {
        has_changed |= do_pass(work, resources, updates_pass, tuples->n, all_ns);
    }
    return has_changed;
}

#endif /* STREW_GRADIENT_PASSES_H */
