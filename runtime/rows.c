/* Tuples are collected some at a time: their rows, which are known some tuples before they are read, and their weights. */
#include "rows.h"

#include "copy.h"
#include "source.h"
#include "util.h"

#include <string.h>

enum { GROUP = 64, DISTANCE = STREW_PREFETCH_ROWS, MAX_WEIGHT_BYTES = 8, SMALL_FLOAT_BYTES = 2, AT_ONCE = 16 };

/* The rows of n tuples of a list from number `done` on. What has none any more, because another thread has changed its index, is read from
 * row 0. */
static STREW_INLINE void find_rows(const strew_job *job, const strew_batch *list, size_t done, size_t n, uint32_t *rows)
{
    const uint32_t *tuples = list->tuples + done;
    size_t n_without = 0;
    if (!strew_has_rows(job->plan)) { /* rows are in the order of the tuples */
        for (size_t i = 0; i < n; i++) rows[i] = (uint32_t)list->first + tuples[i];
        return;
    }
    for (size_t i = 0, n_even; i < n; i += n_even) {
        for (n_even = 1; i + n_even < n && tuples[i + n_even] - tuples[i] == n_even;) n_even++;
        n_without += strew_find_rows(job->plan, job->rows, list->first + tuples[i], n_even, rows + i);
    }
    for (size_t i = 0; n_without != 0 && i < n; i++) rows[i] = rows[i] == UINT32_MAX ? 0 : rows[i];
}

/* The weights of n tuples. */
static STREW_INLINE void copy_weights(const strew_factors *factors, const unsigned char *weights, const strew_batch *list, size_t done,
                                      size_t n, unsigned char *to)
{
    const strew_digit *digits = strew_digits_of(factors);
    const uint32_t *tuples = list->tuples + done;
    const size_t bytes = factors->bytes;
    if (factors->n_named == 1 && digits->n == 1) {
        const unsigned char *from = weights + (ptrdiff_t)(list->first + factors->first) * (ptrdiff_t)digits->step;
        if (digits->step == (int64_t)bytes && list->tuples == strew_in_order) {
            memcpy(to, from + done * bytes, n * bytes);
            return;
        }
        for (size_t i = 0; i < n; i++) memcpy(to + i * bytes, from + (ptrdiff_t)tuples[i] * (ptrdiff_t)digits->step, bytes);
        return;
    }
    for (size_t i = 0; i < n; i++) memcpy(to + i * bytes, strew_factors_of_named(factors, weights, list->first + tuples[i]), bytes);
}

/* The same in the wider type that rows are added up in. A kernel converts small floats: other conversions have room of their own. */
static STREW_INLINE void widen_weights(const strew_job *job, const unsigned char *weights, const strew_batch *list, size_t done, size_t n,
                                       unsigned char *to)
{
    unsigned char narrow[AT_ONCE * SMALL_FLOAT_BYTES];
    const strew_weighing *weighing = strew_weighing_of(job->plan);
    const strew_apply_kernel *widen = strew_whole_conversion(&weighing->widen);
    for (size_t i = 0, n_here; i < n; i += n_here) {
        n_here = strew_min(n - i, AT_ONCE);
        copy_weights(&weighing->at, weights, list, done + i, n_here, narrow);
        strew_run_step(widen, to + i * weighing->product_bytes, narrow, n_here * SMALL_FLOAT_BYTES);
    }
}

/* Rows of a segment are as far apart as its updates. */
static size_t row_bytes_of(const strew_job *job)
{
    if (strew_has_rows(job->plan)) return (size_t)strew_source_of(job->plan)->row_bytes;
    return (size_t)strew_find_ordered(job, 0, 1).step;
}

STREW_OWN_FRAME void strew_apply_rows(const strew_job *job, const strew_batch *list, const unsigned char *table, size_t outer,
                                      unsigned char *output, size_t slice_bytes, size_t stride_bytes, const uint64_t *before)
{
    uint32_t padded[GROUP + DISTANCE], rows[GROUP + DISTANCE]; /* what is prefetched after the last tuple is that tuple's */
    unsigned char weights[GROUP * MAX_WEIGHT_BYTES];
    const strew_plan_state *plan = job->plan;
    const int is_weighted = strew_has_weights(plan), negates = plan->reduction == STREW_REDUCTION_MAX;
    const strew_factors *factors = is_weighted ? &strew_weighing_of(plan)->at : NULL;
    const unsigned char *of_outer = is_weighted ? strew_factors_of_outer(factors, job->weights, outer) : NULL;
    const strew_slices slices = {slice_bytes, stride_bytes, row_bytes_of(job), 0, 0, strew_in_order, 0};
    const size_t weight_bytes = is_weighted ? strew_weighing_of(plan)->product_bytes : 0;
    uint64_t slice_before = before != NULL ? *before : UINT64_MAX;
    size_t n_found = 0;
    for (size_t done = 0, n; done < list->n; done += n) {
        n = strew_min(list->n - done, GROUP);
        const size_t n_known = strew_min(list->n - done, GROUP + DISTANCE);
        if (n_known > n_found) find_rows(job, list, done + n_found, n_known - n_found, rows + n_found);
        const uint32_t *slices_of_group = list->slice_indices + done;
        if (n_known < n + DISTANCE) {
            memcpy(padded, slices_of_group, n_known * sizeof *padded);
            for (size_t i = n_known; i < n + DISTANCE; i++) {
                padded[i] = padded[n_known - 1];
                rows[i] = rows[n_known - 1];
            }
            slices_of_group = padded;
        }
        if (is_weighted && !strew_weighing_of(plan)->widens) copy_weights(factors, of_outer, list, done, n, weights);
        if (is_weighted && strew_weighing_of(plan)->widens) widen_weights(job, of_outer, list, done, n, weights);
        size_t n_more = 0; /* of the slice before, which is there already */
        while (before != NULL && n_more < n && slices_of_group[n_more] == slice_before) n_more++;
        const size_t n_added = before != NULL ? n_more : n, at = n_added;
        const strew_row_tuples added = {slices_of_group, rows, is_weighted ? weights : NULL, n_added, 0, negates},
                               others = {
                                   slices_of_group + at, rows + at, is_weighted ? weights + at * weight_bytes : NULL, n - at, 1, negates};
        if (n_added != 0) plan->fuse->run(output, table, &added, &slices);
        if (at != n) plan->fuse->run(output, table, &others, &slices);
        slice_before = slices_of_group[n - 1];
        n_found = n_known - n;
        memmove(rows, rows + n, n_found * sizeof *rows);
    }
}

/* ---- Without a kernel for it --------------------------------------------------------------------------------------------------------- */

/* As find_rows, of a table, and without a kernel, which would be too many frames away from a public call. The rows are prefetched; of wide
 * ones the first lines, because the hardware prefetchers fetch the others. */
STREW_OWN_FRAME static void prefetch_rows(const strew_job *job, const strew_batch *list, size_t done, size_t n, const unsigned char *table,
                                          uint32_t *rows)
{
    const uint32_t *tuples = list->tuples + done;
    const ptrdiff_t row_bytes = (ptrdiff_t)strew_source_of(job->plan)->row_bytes;
    const size_t n_bytes = strew_min(strew_update_bytes_of(job->plan, job->slices.slice_bytes), STREW_MAX_WHOLE_BYTES);
    for (size_t i = 0, n_even; i < n; i += n_even) {
        for (n_even = 1; i + n_even < n && tuples[i + n_even] - tuples[i] == n_even;) n_even++;
        strew_read_rows(job->plan, job->rows, list->first + tuples[i], n_even, rows + i);
    }
    for (size_t i = 0; i < n; i++) {
        if (rows[i] == UINT32_MAX) rows[i] = 0;
        const unsigned char *row = table + (ptrdiff_t)rows[i] * row_bytes;
        for (size_t line = 0; line < n_bytes; line += STREW_LINE_BYTES) STREW_PREFETCH_SECOND_AT(row, line);
        STREW_PREFETCH_SECOND_AT(row, n_bytes - 1);
    }
}

STREW_OWN_FRAME size_t strew_prefetch_rows(const strew_job *job, const strew_batch *list, size_t n_known, size_t end,
                                           const unsigned char *table)
{
    uint32_t rows[AT_ONCE];
    if (strew_source_of(job->plan)->n_rows >= UINT32_MAX || n_known >= end + DISTANCE) return n_known;
    end = strew_min(list->n, end + 2 * DISTANCE);
    for (size_t n; n_known < end; n_known += n) {
        n = strew_min(end - n_known, AT_ONCE);
        prefetch_rows(job, list, n_known, n, table, rows);
    }
    return n_known;
}

/* Some tuples at a time, while the rows of the next ones are prefetched. Kernels take narrow updates as consecutive. */
STREW_OWN_FRAME int strew_apply_listed_rows(const strew_job *job, const strew_apply_kernel *apply, const strew_batch *list,
                                            const unsigned char *table, unsigned char *output, size_t stride_bytes)
{
    uint32_t rows[2][DISTANCE];
    unsigned char staged[DISTANCE * STREW_MAX_MOVED_BYTES];
    const strew_plan_state *plan = job->plan;
    const strew_source *source = strew_source_of(plan);
    if (strew_has_weights(plan) || !strew_takes_updates_as_is(plan)) return 0;
    if (source->n_rows >= UINT32_MAX || source->row_bytes < 0) return 0;
    const size_t slice_bytes = job->slices.slice_bytes, row_bytes = (size_t)source->row_bytes;
    const int is_staged = slice_bytes <= STREW_MAX_MOVED_BYTES && apply->kernel.width != 0;
    const strew_apply_kernel *kernel = is_staged || row_bytes == slice_bytes ? apply : strew_of_any_width(apply);
    strew_slices slices = job->slices;
    slices.stride_bytes = stride_bytes;
    slices.update_bytes = is_staged ? slice_bytes : row_bytes;
    slices.prefetch_bytes = 0;
    uint32_t *here = rows[1], *next = rows[0];
    for (size_t done = 0, n = 0, n_next; done < list->n; done += n, n = n_next) {
        uint32_t *const done_with = here;
        n_next = strew_min(list->n - done - n, DISTANCE);
        prefetch_rows(job, list, done + n, n_next, table, next);
        if (is_staged) {
            strew_copy_pieces(staged, (ptrdiff_t)slice_bytes, table, (ptrdiff_t)row_bytes, here, slice_bytes, n);
        } else {
            slices.tuples = here;
        }
        kernel->run(output, is_staged ? staged : table, list->slice_indices + done, n, &slices);
        here = next;
        next = done_with;
    }
    return 1;
}

/* ---- Moved rows ---------------------------------------------------------------------------------------------------------------------- */

/* One loop for each size of a weight, which compilers then move at once. */
static STREW_INLINE void join(unsigned char *moved, const uint32_t *rows, const unsigned char *weights, size_t n, size_t weight_bytes)
{
    const size_t bytes = sizeof *rows + weight_bytes;
    for (size_t i = 0; i < n; i++) {
        memcpy(moved + i * bytes, rows + i, sizeof *rows);
        memcpy(moved + i * bytes + sizeof *rows, weights + i * weight_bytes, weight_bytes);
    }
}

static STREW_INLINE void split(const unsigned char *moved, uint32_t *rows, unsigned char *weights, size_t n, size_t weight_bytes)
{
    const size_t bytes = sizeof *rows + weight_bytes;
    for (size_t i = 0; i < n + DISTANCE; i++) memcpy(rows + i, moved + i * bytes, sizeof *rows);
    for (size_t i = 0; i < n; i++) memcpy(weights + i * weight_bytes, moved + i * bytes + sizeof *rows, weight_bytes);
}

void strew_copy_rows_to_move(const strew_job *job, size_t tuple, size_t n, unsigned char *moved)
{
    uint32_t rows[STREW_MAX_MOVED_ROWS];
    unsigned char weights[STREW_MAX_MOVED_ROWS * MAX_WEIGHT_BYTES];
    const strew_plan_state *plan = job->plan;
    const strew_batch list = {strew_in_order, strew_in_order, 0, tuple, n, 1, 0};
    find_rows(job, &list, 0, n, rows);
    if (!strew_has_weights(plan)) {
        memcpy(moved, rows, n * sizeof *rows);
        return;
    }
    const strew_factors *factors = &strew_weighing_of(plan)->at;
    copy_weights(factors, strew_factors_of_outer(factors, job->weights, 0), &list, 0, n, weights);
    switch (factors->bytes) {
    case SMALL_FLOAT_BYTES: join(moved, rows, weights, n, SMALL_FLOAT_BYTES); break;
    case sizeof(float): join(moved, rows, weights, n, sizeof(float)); break;
    default: join(moved, rows, weights, n, MAX_WEIGHT_BYTES);
    }
}

void strew_apply_moved_rows(const strew_job *job, const uint32_t *slice_indices, const unsigned char *moved, size_t n)
{
    uint32_t rows[GROUP + DISTANCE];
    unsigned char weights[GROUP * MAX_WEIGHT_BYTES];
    const strew_plan_state *plan = job->plan;
    const strew_outer_offset at = strew_find_sides(job, 0);
    const size_t bytes = strew_moved_row_bytes(plan);
    const strew_slices slices = {job->slices.slice_bytes, job->slices.stride_bytes, row_bytes_of(job), 0, 0, strew_in_order, 0};
    strew_row_tuples tuples = {slice_indices, (const void *)moved, NULL, n, 0, plan->reduction == STREW_REDUCTION_MAX};
    for (size_t done = 0; done < n; done += tuples.n) {
        if (bytes != sizeof *rows) {
            tuples = (strew_row_tuples){slice_indices + done, rows, weights, strew_min(n - done, GROUP), 0, tuples.negates};
            const unsigned char *const from = moved + done * bytes;
            switch (bytes - sizeof *rows) {
            case SMALL_FLOAT_BYTES: split(from, rows, weights, tuples.n, SMALL_FLOAT_BYTES); break;
            case sizeof(float): split(from, rows, weights, tuples.n, sizeof(float)); break;
            default: split(from, rows, weights, tuples.n, MAX_WEIGHT_BYTES);
            }
        }
        plan->fuse->run(job->output + at.named, job->updates + at.ordered, &tuples, &slices);
    }
}
