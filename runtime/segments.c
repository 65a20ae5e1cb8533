/* Cutting sorted tuples into equal parts, and applying a part. */
#include "segments.h"

#include "dispatch.h"
#include "util.h"

#include <string.h>

void strew_cut_line(strew_cut *cut, const uint32_t *first, size_t n, size_t slice_bytes, size_t n_threads)
{
    const uint64_t all = first[n];
    size_t thread = 1;
    cut[0] = (strew_cut){0, 0};
    for (size_t segment = 0; segment < n; segment++) {
        const uint64_t begin = first[segment], end = first[segment + 1], here = end - begin;
        const int is_split = here > all / n_threads / 2 && slice_bytes >= STREW_MIN_SPLIT_BYTES;
        for (uint64_t at; thread < n_threads && (at = all * thread / n_threads) < end && (is_split || at < begin + here / 2); thread++) {
            const size_t line = is_split && at > begin ? (size_t)(slice_bytes / STREW_LINE_BYTES * (at - begin) / here) : 0;
            cut[thread] = (strew_cut){segment, line * STREW_LINE_BYTES};
        }
    }
    for (; thread <= n_threads; thread++) cut[thread] = (strew_cut){n, 0};
}

/* ---- Applying ------------------------------------------------------------------------------------------------------------------------ */

/* Narrow updates are gathered, so that the kernel is called for many of them. */
static void apply_gathered(const strew_segments *segments, const strew_job *job, size_t begin, size_t end)
{
    unsigned char gathered[STREW_GATHERED_TUPLES * STREW_MAX_MOVED_BYTES];
    const size_t bytes = job->slices.slice_bytes;
    const strew_slices slices = {bytes, bytes, 0, job->plan->exceeds_l2};
    for (size_t done = begin, n; done < end; done += n) {
        n = strew_min(end - done, STREW_GATHERED_TUPLES);
        for (size_t i = 0; i < n; i++) {
            STREW_PREFETCH_READ(job->updates + segments->tuples[strew_min(done + i + STREW_PREFETCH_GATHERED, end - 1)] * bytes);
            memcpy(gathered + i * bytes, job->updates + segments->tuples[done + i] * bytes, bytes);
        }
        job->apply->run(job->output, gathered, segments->slice_indices + done, n, &slices);
    }
}

/* Applies tuples whose updates are where the caller has them, slice by slice, and prefetches these updates. */
static void apply_one_by_one(const strew_segments *segments, const strew_job *job, size_t begin, size_t end)
{
    const strew_slices slices = {job->slices.slice_bytes, job->slices.stride_bytes, 0, job->slices.prefetches_output};
    const size_t distance = strew_min(STREW_PREFETCH_WIDE_SLICES, STREW_PREFETCH_OWN_BYTES / slices.slice_bytes + 1);
    for (size_t i = begin; i < end; i++) {
        const unsigned char *next = job->updates + segments->tuples[strew_min(i + distance, end - 1)] * slices.stride_bytes;
        for (size_t line = 0; line < slices.slice_bytes; line += STREW_LINE_BYTES) STREW_PREFETCH_SECOND(next + line);
        STREW_PREFETCH_SECOND(next + slices.slice_bytes - 1);
        job->apply->run(job->output, job->updates + segments->tuples[i] * slices.stride_bytes, segments->slice_indices + i, 1, &slices);
    }
}

static void apply_segment(const strew_segments *segments, const strew_job *job, size_t number)
{
    const size_t begin = segments->first[number], end = segments->first[number + 1], bytes = job->slices.slice_bytes;
    if (segments->tuples == NULL) {
        const strew_slices slices = {bytes, bytes, job->slices.prefetch_bytes, job->plan->exceeds_l2};
        job->apply->run(job->output, segments->updates + begin * bytes, segments->slice_indices + begin, end - begin, &slices);
    } else if (bytes <= STREW_MAX_MOVED_BYTES) {
        apply_gathered(segments, job, begin, end);
    } else {
        apply_one_by_one(segments, job, begin, end);
    }
}

void strew_apply_segments(const strew_segments *segments, const strew_job *job, size_t thread)
{
    const strew_cut *begin = &segments->cut[thread], *end = begin + 1;
    const size_t bytes = job->slices.slice_bytes;
    for (size_t number = begin->segment; number < segments->n && number <= end->segment; number++) {
        const size_t from = number == begin->segment ? begin->column : 0, to = number == end->segment ? end->column : bytes;
        if (from >= to) continue;
        if (to - from == bytes) {
            apply_segment(segments, job, number);
        } else {
            strew_job columns = *job;
            strew_set_columns(&columns, strew_find_any_width(job->apply), from, to - from);
            apply_one_by_one(segments, &columns, segments->first[number], segments->first[number + 1]);
        }
    }
}
