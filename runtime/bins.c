/* Bins from a sample of the tuples, and counting by bin. */
#include "bins.h"

#include "util.h"

#include <string.h>

/* How many tuples of the sample each coarse bin has, and how many of them are in another one than the tuple before. */
typedef struct sample {
    uint32_t weight[STREW_MAX_COARSE_BINS], n, n_apart;
} sample;

/* Zero if a tuple is out of bounds. */
static int take_sample(const strew_job *job, uint32_t shift, sample *sample)
{
    const size_t n_blocks = strew_min(job->layout.n_blocks, STREW_SAMPLE_BLOCKS), apart = job->layout.n_blocks / n_blocks;
    uint32_t room[STREW_BLOCK], last = 0;
    memset(sample, 0, sizeof *sample);
    for (size_t i = 0; i < n_blocks; i++) {
        strew_block block = strew_block_at(&job->layout, i * apart + apart / 2);
        const uint32_t *slice_indices = strew_slice_indices_of(job, &block, room);
        if (slice_indices == NULL) return 0;
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
static void make_bins(strew_bins *bins, const sample *sample, size_t n_wanted)
{
    const uint32_t even = (uint32_t)strew_min(bins->shift, log2_up((n_wanted - 1) / STREW_MAX_COARSE_BINS + 1));
    bins->n = 0;
    bins->even_shift = bins->shift - even;
    for (size_t i = 0; i < STREW_MAX_COARSE_BINS; i++) {
        uint32_t cuts = even;
        if (sample->weight[i] > 2 * sample->n / STREW_MAX_COARSE_BINS + STREW_SAMPLE_NOISE) {
            const uint32_t wanted = log2_up(sample->weight[i] * n_wanted / sample->n + 1);
            cuts = wanted > even ? (uint32_t)strew_min(bins->shift, wanted) : even;
        }
        if (cuts != even) bins->even_shift = STREW_UNEVEN;
        bins->fine_shift[i] = (uint8_t)(bins->shift - cuts);
        bins->first[i] = (uint16_t)bins->n;
        bins->n += (size_t)1 << cuts;
    }
}

strew_sample_result strew_choose_bins(strew_bins *bins, const strew_job *job, size_t n_threads)
{
    sample sample;
    bins->shift = log2_up((size_t)((job->n_slices - 1) / STREW_MAX_COARSE_BINS + 1));
    if (!take_sample(job, bins->shift, &sample)) return STREW_SAMPLE_OUT_OF_BOUNDS;
    make_bins(bins, &sample, n_threads * STREW_BINS_OF_THREAD);
    return sample.n_apart <= sample.n / 2 ? STREW_SAMPLE_CLOSE : STREW_SAMPLE_APART;
}

static STREW_INLINE void count(const strew_bins *restrict bins, uint32_t *restrict counts, const uint32_t *restrict slice_indices, size_t n,
                               int is_even)
{
    for (size_t t = 0; t < n; t++) {
        if (slice_indices[t] != UINT32_MAX) counts[strew_bin_of(bins, slice_indices[t], is_even)]++;
    }
}

void strew_count_by_bin(const strew_bins *bins, uint32_t *counts, const uint32_t *slice_indices, size_t n)
{
    if (bins->even_shift == STREW_UNEVEN) {
        count(bins, counts, slice_indices, n, 0);
    } else {
        count(bins, counts, slice_indices, n, 1);
    }
}

uint32_t strew_sum_up(uint32_t *counts, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t here = counts[i];
        counts[i] = sum;
        sum += here;
    }
    return sum;
}

/* `restrict` keeps the tables in registers while bytes are written. */
static STREW_INLINE void move(const strew_bins *restrict bins, const strew_moved *moved, size_t begin, size_t end, uint32_t *restrict place,
                              size_t bytes)
{
    const int is_even = bins->even_shift != STREW_UNEVEN;
    const uint32_t *restrict slice_indices = moved->slice_indices;
    const unsigned char *restrict updates = moved->updates;
    uint32_t *restrict own_slice_indices = moved->own_slice_indices;
    unsigned char *restrict own_updates = moved->own_updates;
    const uint8_t *restrict bundle_of_bin = moved->bundle_of_bin;
    for (size_t t = begin; t < end; t++) {
        const uint32_t slice_index = slice_indices[t];
        if (slice_index == UINT32_MAX) continue;
        const uint32_t bin = strew_bin_of(bins, slice_index, is_even);
        const size_t at = place[bundle_of_bin != NULL ? bundle_of_bin[bin] : bin]++;
        own_slice_indices[at] = slice_index;
        STREW_PREFETCH_AT(own_slice_indices, (at + STREW_PREFETCH_MOVED) * sizeof *own_slice_indices);
        if (bytes != 0) {
            STREW_PREFETCH_AT(own_updates, (at + STREW_PREFETCH_MOVED) * bytes);
            memcpy(own_updates + at * bytes, updates + t * bytes, bytes);
        } else {
            const uint32_t tuple = (uint32_t)t;
            memcpy(own_updates + at * sizeof tuple, &tuple, sizeof tuple);
        }
    }
}

/* The usual sizes are constants for the compiler. */
void strew_move_by_bin(const strew_bins *bins, const strew_moved *moved, size_t begin, size_t end, uint32_t *place)
{
    switch (moved->update_bytes) {
    case 0: move(bins, moved, begin, end, place, 0); break;
    case 1: move(bins, moved, begin, end, place, 1); break;
    case 2: move(bins, moved, begin, end, place, 2); break;
    case 3: move(bins, moved, begin, end, place, 3); break;
    case 4: move(bins, moved, begin, end, place, 4); break;
    case 8: move(bins, moved, begin, end, place, 8); break;
    case 12: move(bins, moved, begin, end, place, 12); break;
    case 16: move(bins, moved, begin, end, place, 16); break;
    default: move(bins, moved, begin, end, place, moved->update_bytes); break;
    }
}
