/* Cutting sorted tuples into equal parts, and applying a part. */
#include "bundles.h"

#include "apply.h"
#include "source.h"
#include "util.h"

#include <string.h>

/* Where a cut is in the line of all tuples. */
static uint64_t place_of(strew_cut cut, const uint32_t *first, size_t n, size_t slice_bytes)
{
    if (cut.bundle == n) return first[n];
    return first[cut.bundle] + cut.tuple + (uint64_t)(first[cut.bundle + 1] - first[cut.bundle]) * cut.column / slice_bytes;
}

uint32_t strew_cut_line(strew_cut *cut, const uint32_t *first, size_t n, size_t slice_bytes, size_t n_threads, const uint8_t *is_divisible)
{
    const size_t min_split_bytes = n_threads < STREW_MIN_THREADS_IF_CLOSE ? n_threads * STREW_MIN_ONLY_COLUMN_BYTES : STREW_MIN_SPLIT_BYTES;
    const uint64_t all = first[n];
    size_t thread = 1;
    cut[0] = (strew_cut){0, 0, 0};
    for (size_t bundle = 0; bundle < n; bundle++) {
        const uint64_t begin = first[bundle], end = first[bundle + 1], here = end - begin;
        const int has_many = here > all / n_threads / 2, has_columns = has_many && slice_bytes >= min_split_bytes,
                  is_divided = has_many && is_divisible != NULL && is_divisible[bundle], is_split = has_columns || is_divided;
        for (uint64_t at; thread < n_threads && (at = all * thread / n_threads) < end && (is_split || at < begin + here / 2); thread++) {
            const uint64_t within = is_split && at > begin ? at - begin : 0;
            const int in_columns = has_columns && !is_divided; /* so there are tuples here: a cut may lie before an empty bundle */
            const size_t line = in_columns ? (size_t)(slice_bytes / STREW_LINE_BYTES * within / here) : 0;
            cut[thread] = (strew_cut){bundle, line * STREW_LINE_BYTES, is_divided ? (size_t)within : 0};
        }
    }
    for (; thread <= n_threads; thread++) cut[thread] = (strew_cut){n, 0, 0};
    uint64_t longest = 0;
    for (uint64_t i = 0, begin = 0, end; i < n_threads; i++, begin = end) {
        end = place_of(cut[i + 1], first, n, slice_bytes);
        longest = end - begin > longest ? end - begin : longest;
    }
    return (uint32_t)longest;
}

/* ---- Applying ------------------------------------------------------------------------------------------------------------------------ */

/* Narrow updates are gathered, so that the kernel is called for many of them. */
static void apply_gathered(const strew_bundles *bundles, const strew_job *job, size_t begin, size_t end)
{
    unsigned char gathered[STREW_GATHERED_TUPLES * STREW_MAX_MOVED_BYTES];
    const size_t bytes = job->slices.slice_bytes;
    const strew_slices slices = {bytes, bytes, bytes, 0, job->plan->exceeds_l2, strew_in_order, 0};
    for (size_t done = begin, n; done < end; done += n) {
        n = strew_min(end - done, STREW_GATHERED_TUPLES);
        for (size_t i = 0; i < n; i++) {
            STREW_PREFETCH_READ(job->updates + bundles->tuples[strew_min(done + i + STREW_PREFETCH_GATHERED, end - 1)] * bytes);
            memcpy(gathered + i * bytes, job->updates + bundles->tuples[done + i] * bytes, bytes);
        }
        job->apply->run(job->output, gathered, bundles->slice_indices + done, n, &slices);
    }
}

static void apply_range(const strew_bundles *bundles, const strew_job *job, size_t begin, size_t end)
{
    const size_t bytes = job->slices.stride_bytes;
    if (bundles->tuples == NULL && strew_moves_rows(job->plan)) {
        const unsigned char *moved = bundles->updates + begin * strew_moved_row_bytes(job->plan);
        strew_apply_moved_rows(job, bundles->slice_indices + begin, moved, end - begin);
    } else if (bundles->tuples == NULL) {
        const strew_slices slices = {bytes, bytes, bytes, job->slices.prefetch_bytes, job->plan->exceeds_l2, strew_in_order, 0};
        for (size_t at = begin, n; at < end; at += n) {
            n = strew_min(end - at, STREW_BLOCK);
            job->apply->run(job->output, bundles->updates + at * bytes, bundles->slice_indices + at, n, &slices);
        }
    } else if (bytes <= STREW_MAX_MOVED_BYTES) {
        apply_gathered(bundles, job, begin, end);
    } else {
        strew_apply_listed(job, bundles->slice_indices + begin, bundles->tuples + begin, end - begin, end - begin);
    }
}

/* Applies columns of one bundle. */
static void apply_columns(const strew_bundles *bundles, const strew_job *job, size_t number, size_t begin, size_t end)
{
    strew_job columns = *job;
    strew_set_columns(&columns, begin, end - begin);
    const size_t first = bundles->first[number], n = bundles->first[number + 1] - first;
    if (bundles->tuples == NULL) {
        apply_range(bundles, &columns, first, first + n);
    } else {
        strew_apply_listed(&columns, bundles->slice_indices + first, bundles->tuples + first, n, n);
    }
}

/* The whole bundles between two cuts follow each other, so they are applied as one. */
void strew_apply_bundle_part(const strew_bundles *bundles, const strew_job *job, size_t thread)
{
    const strew_cut begin = bundles->cut[thread], end = bundles->cut[thread + 1];
    const size_t bytes = job->slices.slice_bytes, first = bundles->first[begin.bundle + (begin.column != 0 || begin.tuple != 0)],
                 stop = bundles->first[end.bundle] + end.tuple;
    if (begin.bundle == end.bundle && begin.column < end.column) {
        apply_columns(bundles, job, begin.bundle, begin.column, end.column);
        return;
    }
    if (begin.column != 0 && begin.bundle != end.bundle) apply_columns(bundles, job, begin.bundle, begin.column, bytes);
    if (first < stop) apply_range(bundles, job, first, stop);
    if (end.column != 0 && begin.bundle != end.bundle) apply_columns(bundles, job, end.bundle, 0, end.column);
}

int strew_apply_bundles_chunk(const void *context, size_t begin, size_t end)
{
    const strew_shared_bundles *shared = context;
    for (size_t thread = begin; thread < end; thread++) strew_apply_bundle_part(shared->bundles, shared->job, thread);
    return 1;
}
