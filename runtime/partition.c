/* A counting sort of the tuples by the slices that they name. Every thread takes a share of the tuples, checks it, turns it into slice
 * indices and counts these by bin. The counts say where each thread puts what it moves, and where the work of one thread ends. Tuples of one
 * slice keep their order, so the result has the same bits as with one thread. */
#include "partition.h"

#include "apply.h"
#include "dispatch.h"
#include "estimate.h"
#include "util.h"

#include <string.h>

/* ---- The workspace ------------------------------------------------------------------------------------------------------------------- */

/* The bytes that are moved with a tuple besides its slice index: its update, or its number. */
static size_t moved_bytes(size_t slice_bytes)
{
    return slice_bytes <= STREW_MAX_MOVED_BYTES ? slice_bytes : sizeof(uint32_t);
}

static size_t padded(size_t n)
{
    return strew_round_up(n + STREW_PREFETCH_SLICES, STREW_LINE_BYTES / sizeof(uint32_t));
}

size_t strew_partition_bytes(const strew_plan_state *plan, size_t n_threads)
{
    const size_t n = padded(plan->n_tuples);
    const size_t n_counts = (n_threads + 1) * (2 * STREW_MAX_COARSE_BINS + 4 * STREW_BINS_OF_THREAD * n_threads);
    const size_t bytes = moved_bytes(plan->slice_bytes);
    return n * (2 * sizeof(uint32_t) + (bytes < sizeof(uint32_t) ? sizeof(uint32_t) : bytes)) + n_counts * sizeof(uint32_t) +
           sizeof(strew_partition_pass) + 2 * STREW_LINE_BYTES;
}

/* ---- Whether it is worth it ---------------------------------------------------------------------------------------------------------- */

size_t strew_count_partition_threads(const strew_plan_state *plan, size_t n_threads, uint64_t wake_ns)
{
    /* Outer indices, and rows of scatter_elements along a later axis, have slices of their own: no partition is needed. */
    const int is_apart = plan->n_outer != 1 || (plan->position_dependent && plan->step[0] != 0 && plan->count[0] >= n_threads);
    if (is_apart || plan->n_tuples > UINT32_MAX / 2) return 1;
    const uint64_t all = strew_partition_ns(plan);
    n_threads = strew_min(n_threads, (size_t)(all / wake_ns));
    if (n_threads < 2) return 1;
    const uint64_t shared = all / n_threads + 3 * wake_ns + n_threads * STREW_SERIAL_NS_OF_THREAD;
    return strew_is_gain(plan, shared) ? n_threads : 1;
}

/* ---- Bins ---------------------------------------------------------------------------------------------------------------------------- */

enum { UNEVEN = 0xff };

static STREW_INLINE uint32_t bin_of(const strew_bins *bins, uint32_t slice_index, int is_even)
{
    if (is_even) return slice_index >> bins->even_shift;
    const uint32_t coarse = slice_index >> bins->shift, within = slice_index & (((uint32_t)1 << bins->shift) - 1);
    return bins->first[coarse] + (within >> bins->fine_shift[coarse]);
}

/* A sample of the tuples: how many each coarse bin has, and how many of them are in another one than the tuple before. */
typedef struct sample {
    uint32_t weight[STREW_MAX_COARSE_BINS], n, n_apart;
} sample;

/* Zero if a tuple is out of bounds. */
static int take_sample(const strew_job *job, uint32_t shift, sample *sample)
{
    const size_t n_blocks = strew_min(job->layout.n_blocks, STREW_SAMPLE_BLOCKS), apart = job->layout.n_blocks / n_blocks;
    uint32_t slice_indices[STREW_BLOCK];
    memset(sample, 0, sizeof *sample);
    for (size_t i = 0; i < n_blocks; i++) {
        strew_block block = strew_block_at(&job->layout, i * apart + apart / 2);
        if (!strew_make_slice_indices(job, &block, slice_indices)) return 0;
        strew_make_absolute(&block, slice_indices);
        uint32_t last = 0;
        for (size_t j = 0; j < block.n; j++) {
            if (slice_indices[j] == UINT32_MAX) continue;
            const uint32_t coarse = slice_indices[j] >> shift;
            sample->weight[coarse]++;
            sample->n++;
            sample->n_apart += coarse != last;
            last = coarse;
        }
    }
    return 1;
}

static uint32_t log2_up(size_t n)
{
    uint32_t log2 = 0;
    while ((size_t)1 << log2 < n) log2++;
    return log2;
}

/* Cuts all coarse bins alike, and those that have more than twice their share of the sample as often as their share asks for. */
static void make_bins(strew_partition_pass *pass, const sample *sample)
{
    strew_bins *bins = &pass->bins;
    const size_t n_wanted = pass->n_threads * STREW_BINS_OF_THREAD;
    const uint32_t even = (uint32_t)strew_min(bins->shift, log2_up((n_wanted - 1) / STREW_MAX_COARSE_BINS + 1));
    pass->n_bins = 0;
    bins->even_shift = bins->shift - even;
    for (size_t i = 0; i < STREW_MAX_COARSE_BINS; i++) {
        uint32_t cuts = even;
        if (sample->weight[i] > 2 * sample->n / STREW_MAX_COARSE_BINS + STREW_SAMPLE_NOISE) {
            const uint32_t wanted = log2_up(sample->weight[i] * n_wanted / sample->n + 1);
            cuts = wanted > even ? (uint32_t)strew_min(bins->shift, wanted) : even;
        }
        if (cuts != even) bins->even_shift = UNEVEN;
        bins->fine_shift[i] = (uint8_t)(bins->shift - cuts);
        bins->first[i] = (uint16_t)pass->n_bins;
        pass->n_bins += (size_t)1 << cuts;
    }
}

strew_partition_status strew_begin_partition(strew_partition_pass **begun, const strew_job *job, size_t n_threads, void *workspace)
{
    strew_partition_pass *pass = *begun = (void *)strew_align(workspace, STREW_LINE_BYTES);
    const size_t n = padded(job->layout.n_tuples);
    sample sample;
    pass->n_threads = n_threads;
    pass->n_chunks = strew_min(n_threads, job->layout.n_blocks);
    pass->bins.shift = log2_up((size_t)((job->n_slices - 1) / STREW_MAX_COARSE_BINS + 1));
    if (!take_sample(job, pass->bins.shift, &sample)) return STREW_PARTITION_OUT_OF_BOUNDS;
    if (n_threads < STREW_MIN_THREADS_IF_CLOSE && sample.n_apart <= sample.n / 2) return STREW_PARTITION_NOT_WORTH;
    make_bins(pass, &sample);
    pass->slice_indices = (void *)strew_align(pass + 1, STREW_LINE_BYTES);
    pass->own_slice_indices = pass->slice_indices + n;
    pass->counts = pass->own_slice_indices + n;
    pass->moved_bytes = job->slices.slice_bytes <= STREW_MAX_MOVED_BYTES ? job->slices.slice_bytes : 0;
    pass->own_updates = (void *)(pass->counts + (pass->n_chunks + 1) * pass->n_bins);
    pass->own_tuples = (void *)pass->own_updates;
    return STREW_PARTITION_BEGUN;
}

/* ---- Counting ------------------------------------------------------------------------------------------------------------------------ */

static size_t first_block(const strew_partition_pass *pass, const strew_job *job, size_t chunk)
{
    const size_t n = job->layout.n_blocks;
    return n / pass->n_chunks * chunk + strew_min(chunk, n % pass->n_chunks);
}

static STREW_INLINE void count(const strew_bins *restrict bins, uint32_t *restrict counts, const uint32_t *restrict slice_indices, size_t n,
                               int is_even)
{
    for (size_t t = 0; t < n; t++) {
        if (slice_indices[t] != UINT32_MAX) counts[bin_of(bins, slice_indices[t], is_even)]++;
    }
}

int strew_count_tuples(const strew_partition_pass *pass, const strew_job *job, size_t chunk)
{
    uint32_t *counts = pass->counts + chunk * pass->n_bins;
    memset(counts, 0, pass->n_bins * sizeof *counts);
    for (size_t i = first_block(pass, job, chunk), end = first_block(pass, job, chunk + 1); i < end; i++) {
        strew_block block = strew_block_at(&job->layout, i);
        uint32_t *slice_indices = pass->slice_indices + block.first;
        if (!strew_make_slice_indices(job, &block, slice_indices)) return 0;
        strew_make_absolute(&block, slice_indices);
        if (pass->bins.even_shift == UNEVEN) {
            count(&pass->bins, counts, slice_indices, block.n, 0);
        } else {
            count(&pass->bins, counts, slice_indices, block.n, 1);
        }
    }
    return 1;
}

/* ---- Cutting ------------------------------------------------------------------------------------------------------------------------- */

/* Turns the counts into places: how many tuples of the bin the chunks before have. Sums the tuples of each bin. */
static void add_counts(const strew_partition_pass *pass, uint32_t *restrict sums)
{
    memset(sums, 0, pass->n_bins * sizeof *sums);
    for (size_t chunk = 0; chunk < pass->n_chunks; chunk++) {
        uint32_t *restrict counts = pass->counts + chunk * pass->n_bins;
        for (size_t bin = 0; bin < pass->n_bins; bin++) {
            const uint32_t n = counts[bin];
            counts[bin] = sums[bin];
            sums[bin] += n;
        }
    }
}

static void end_segment(strew_partition_pass *pass, uint32_t n)
{
    if (pass->first[pass->n_segments] == n) return;
    pass->first[++pass->n_segments] = n;
}

/* Cuts the line of all work into equal parts. A cut within a bin moves to the bin's end or start, but for a bin with many tuples of wide
 * slices: this one becomes a segment of its own, and is cut into columns. */
void strew_cut_segments(strew_partition_pass *pass, const strew_job *job)
{
    uint32_t *sums = pass->counts + pass->n_chunks * pass->n_bins;
    add_counts(pass, sums);
    uint64_t all = 0, below = 0;
    for (size_t bin = 0; bin < pass->n_bins; bin++) all += sums[bin];
    const size_t slice_bytes = job->slices.slice_bytes, n_threads = pass->n_threads;
    const uint64_t n_wanted = strew_min(job->plan->data_bytes / STREW_SEGMENT_BYTES + 1, STREW_MAX_SMALL_SEGMENTS),
                   max_segment = all / n_wanted + 1;
    size_t thread = 1;
    pass->n_segments = 0;
    pass->first[0] = 0;
    pass->cut[0] = (strew_cut){0, 0};
    for (size_t bin = 0; bin < pass->n_bins; bin++) {
        const uint64_t n = sums[bin], end = below + n;
        const int is_split = n > all / n_threads / 2 && slice_bytes >= STREW_MIN_SPLIT_BYTES;
        if (is_split) end_segment(pass, (uint32_t)below);
        for (uint64_t at; thread < n_threads && (at = all * thread / n_threads) < end && (is_split || at < below + n / 2); thread++) {
            end_segment(pass, (uint32_t)below);
            const size_t lines = is_split ? slice_bytes / STREW_LINE_BYTES * (at > below ? at - below : 0) / n : 0;
            pass->cut[thread] = (strew_cut){pass->n_segments, lines * STREW_LINE_BYTES};
        }
        pass->segment_of_bin[bin] = (uint8_t)pass->n_segments;
        below = end;
        if (is_split || end - pass->first[pass->n_segments] >= max_segment) end_segment(pass, (uint32_t)end);
    }
    end_segment(pass, (uint32_t)all);
    for (; thread <= n_threads; thread++) pass->cut[thread] = (strew_cut){pass->n_segments, 0};
    for (size_t i = 0; i < STREW_PREFETCH_SLICES; i++) pass->own_slice_indices[all + i] = 0;
}

/* ---- Moving -------------------------------------------------------------------------------------------------------------------------- */

/* `restrict` keeps the tables in registers while bytes are written. */
static STREW_INLINE void move_bytes(const strew_partition_pass *pass, const unsigned char *updates, size_t begin, size_t end,
                                    uint32_t *restrict place, int is_even, size_t bytes)
{
    const uint32_t *restrict slice_indices = pass->slice_indices;
    uint32_t *restrict own_slice_indices = pass->own_slice_indices, *restrict own_tuples = pass->own_tuples;
    unsigned char *restrict own_updates = pass->own_updates;
    const strew_bins *restrict bins = &pass->bins;
    const uint8_t *restrict segment_of_bin = pass->segment_of_bin;
    for (size_t t = begin; t < end; t++) {
        const uint32_t slice_index = slice_indices[t];
        if (slice_index == UINT32_MAX) continue;
        const size_t at = place[segment_of_bin[bin_of(bins, slice_index, is_even)]]++;
        own_slice_indices[at] = slice_index;
        STREW_PREFETCH_AT(own_slice_indices, (at + STREW_PREFETCH_MOVED) * sizeof *own_slice_indices);
        if (bytes != 0) {
            STREW_PREFETCH_AT(own_updates, (at + STREW_PREFETCH_MOVED) * bytes);
            memcpy(own_updates + at * bytes, updates + t * bytes, bytes);
        } else {
            own_tuples[at] = (uint32_t)t;
        }
    }
}

/* The usual sizes are constants for the compiler. */
static STREW_INLINE void move(const strew_partition_pass *pass, const unsigned char *updates, size_t begin, size_t end, uint32_t *place,
                              int is_even)
{
    switch (pass->moved_bytes) {
    case 0: move_bytes(pass, updates, begin, end, place, is_even, 0); break;
    case 1: move_bytes(pass, updates, begin, end, place, is_even, 1); break;
    case 2: move_bytes(pass, updates, begin, end, place, is_even, 2); break;
    case 3: move_bytes(pass, updates, begin, end, place, is_even, 3); break;
    case 4: move_bytes(pass, updates, begin, end, place, is_even, 4); break;
    case 8: move_bytes(pass, updates, begin, end, place, is_even, 8); break;
    case 12: move_bytes(pass, updates, begin, end, place, is_even, 12); break;
    case 16: move_bytes(pass, updates, begin, end, place, is_even, 16); break;
    default: move_bytes(pass, updates, begin, end, place, is_even, pass->moved_bytes); break;
    }
}

void strew_move_tuples(const strew_partition_pass *pass, const strew_job *job, size_t chunk)
{
    uint32_t place[STREW_MAX_SEGMENTS + 1];
    const uint32_t *counts = pass->counts + chunk * pass->n_bins;
    memcpy(place, pass->first, (pass->n_segments + 1) * sizeof *place);
    for (size_t bin = 0; bin < pass->n_bins; bin++) place[pass->segment_of_bin[bin]] += counts[bin];
    const size_t begin = strew_first_tuple(&job->layout, first_block(pass, job, chunk)),
                 end = strew_first_tuple(&job->layout, first_block(pass, job, chunk + 1));
    if (pass->bins.even_shift == UNEVEN) {
        move(pass, job->updates, begin, end, place, 0);
    } else {
        move(pass, job->updates, begin, end, place, 1);
    }
}

/* ---- Applying ------------------------------------------------------------------------------------------------------------------------ */

/* Applies tuples whose updates lie where the caller has them, slice by slice, and prefetches these updates. */
static void apply_tuples(const strew_partition_pass *pass, const strew_job *job, size_t begin, size_t end)
{
    const strew_slices slices = {job->slices.slice_bytes, job->slices.stride_bytes, 0, job->slices.prefetches_output};
    const size_t distance = strew_min(STREW_PREFETCH_WIDE_SLICES, STREW_PREFETCH_OWN_BYTES / slices.slice_bytes + 1);
    for (size_t i = begin; i < end; i++) {
        const unsigned char *next = job->updates + pass->own_tuples[strew_min(i + distance, end - 1)] * slices.stride_bytes;
        for (size_t line = 0; line < slices.slice_bytes; line += STREW_LINE_BYTES) STREW_PREFETCH_SECOND(next + line);
        STREW_PREFETCH_SECOND(next + slices.slice_bytes - 1);
        job->apply->run(job->output, job->updates + pass->own_tuples[i] * slices.stride_bytes, pass->own_slice_indices + i, 1, &slices);
    }
}

static void apply_segment(const strew_partition_pass *pass, const strew_job *job, size_t segment)
{
    const size_t begin = pass->first[segment], end = pass->first[segment + 1], bytes = pass->moved_bytes;
    if (bytes != 0) {
        const strew_slices slices = {bytes, bytes, job->slices.prefetch_bytes, job->plan->exceeds_l2};
        job->apply->run(job->output, pass->own_updates + begin * bytes, pass->own_slice_indices + begin, end - begin, &slices);
    } else {
        apply_tuples(pass, job, begin, end);
    }
}

void strew_apply_segments(const strew_partition_pass *pass, const strew_job *job, size_t thread)
{
    const strew_cut *begin = &pass->cut[thread], *end = begin + 1;
    for (size_t segment = begin->segment; segment < pass->n_segments && segment <= end->segment; segment++) {
        const size_t from = segment == begin->segment ? begin->column : 0,
                     to = segment == end->segment ? end->column : job->slices.slice_bytes;
        if (from >= to) continue;
        if (to - from == job->slices.slice_bytes) {
            apply_segment(pass, job, segment);
        } else {
            strew_job columns = *job;
            strew_set_columns(&columns, strew_find_any_width(job->apply), from, to - from);
            apply_segment(pass, &columns, segment);
        }
    }
}
