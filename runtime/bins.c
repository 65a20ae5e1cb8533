/* Bins from a sample of the tuples, and counting by bin. */
#include "bins.h"

#include "util.h"

#include <string.h>

/* How many tuples of the sample each coarse bin has, and how many of them are in another one than the tuple before. */
typedef struct sample {
    uint32_t weight[STREW_MAX_COARSE_BINS], n, n_apart;
} sample;

/* Adds a block of slice indices. `last` is the coarse bin of the tuple before. Returns that of the last one. */
static uint32_t add_block(sample *sample, const uint32_t *slice_indices, size_t n, uint32_t shift, uint32_t last)
    STREW_REQUIRES(n <= STREW_BLOCK && shift < 32)
    STREW_REQUIRES_BYTES(sample, sizeof *sample)
    STREW_REQUIRES_BYTES(slice_indices, n * sizeof *slice_indices)
    STREW_ASSIGNS(STREW_ALL_BYTES(sample))
{
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, last, STREW_ALL_BYTES(sample))
        STREW_INVARIANT(i <= n)
    {
        STREW_GIVEN(slice_indices[i] == UINT32_MAX || slice_indices[i] >> shift < STREW_MAX_COARSE_BINS);
        if (slice_indices[i] == UINT32_MAX) continue;
        const uint32_t coarse = slice_indices[i] >> shift;
        sample->weight[coarse]++;
        sample->n++;
        sample->n_apart += coarse != last;
        last = coarse;
    }
    return last;
}

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
        last = add_block(sample, slice_indices, block.n, shift, last);
    }
    return 1;
}

static uint32_t log2_up(size_t n)
    STREW_REQUIRES(n <= STREW_MANY_TUPLES)
    STREW_ENSURES(STREW_RESULT <= 40)
    STREW_ASSIGNS()
{
    uint32_t log2 = 0;
    while ((size_t)1 << log2 < n)
        STREW_ASSIGNS(log2)
        STREW_INVARIANT(log2 <= 40)
    {
        log2++;
    }
    return log2;
}

/* Cuts all coarse bins alike, and those that have more than twice their share of the sample as often as their share asks for. */
static void make_bins(strew_bins *bins, const sample *sample, size_t n_wanted)
    STREW_REQUIRES_BYTES(bins, sizeof *bins)
    STREW_REQUIRES_BYTES(sample, sizeof *sample)
    STREW_REQUIRES(bins->shift < 32 && n_wanted > 0 && n_wanted <= STREW_BINS_OF_THREAD * STREW_MAX_THREADS)
    STREW_ENSURES(bins->even_shift == STREW_UNEVEN || STREW_ARE_EVEN_BINS(bins, STREW_MAX_COARSE_BINS))
    STREW_ENSURES(strew_any >= STREW_MAX_COARSE_BINS || STREW_IS_COARSE_BIN(bins, strew_any))
    STREW_ASSIGNS(bins->n, bins->even_shift, STREW_ELEMENTS(bins->fine_shift), STREW_ELEMENTS(bins->first))
{
    const uint32_t even = (uint32_t)strew_min(bins->shift, log2_up((n_wanted - 1) / STREW_MAX_COARSE_BINS + 1));
    bins->n = 0;
    bins->even_shift = bins->shift - even;
    for (size_t i = 0; i < STREW_MAX_COARSE_BINS; i++)
        STREW_ASSIGNS(i, bins->n, bins->even_shift, STREW_ELEMENTS(bins->fine_shift), STREW_ELEMENTS(bins->first))
        STREW_INVARIANT(i <= STREW_MAX_COARSE_BINS && (bins->even_shift == STREW_UNEVEN || STREW_ARE_EVEN_BINS(bins, i)))
        STREW_INVARIANT(bins->even_shift == STREW_UNEVEN || bins->even_shift == bins->shift - even)
        STREW_INVARIANT(strew_any >= i || STREW_IS_COARSE_BIN(bins, strew_any))
    {
        STREW_GIVEN(bins->n <= STREW_MAX_BINS && sample->weight[i] <= sample->n); /* weights add up to that */
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
    STREW_ARE_BINS(bins)
    STREW_REQUIRES(is_even == (bins->even_shift != STREW_UNEVEN) && n <= STREW_MANY_TUPLES)
    STREW_REQUIRES_BYTES(counts, bins->n * sizeof *counts)
    STREW_REQUIRES_BYTES(slice_indices, n * sizeof *slice_indices)
    STREW_ASSIGNS(STREW_ALL_BYTES(counts))
{
    for (size_t t = 0; t < n; t++)
        STREW_ASSIGNS(t, STREW_ALL_BYTES(counts))
        STREW_INVARIANT(t <= n)
    {
        STREW_GIVEN(slice_indices[t] == UINT32_MAX || slice_indices[t] >> bins->shift < STREW_MAX_COARSE_BINS);
        if (slice_indices[t] != UINT32_MAX) counts[strew_bin_of(bins, slice_indices[t], is_even)]++;
    }
}

void strew_count_by_bin(const strew_bins *bins, uint32_t *counts, const uint32_t *slice_indices, size_t n)
    STREW_ARE_BINS(bins)
    STREW_REQUIRES(n <= STREW_MANY_TUPLES)
    STREW_REQUIRES_BYTES(counts, bins->n * sizeof *counts)
    STREW_REQUIRES_BYTES(slice_indices, n * sizeof *slice_indices)
    STREW_ASSIGNS(STREW_ALL_BYTES(counts))
{
    if (bins->even_shift == STREW_UNEVEN) {
        count(bins, counts, slice_indices, n, 0);
    } else {
        count(bins, counts, slice_indices, n, 1);
    }
}

uint32_t strew_sum_up(uint32_t *counts, size_t n)
    STREW_REQUIRES(n <= STREW_MANY_TUPLES)
    STREW_REQUIRES_BYTES(counts, n * sizeof *counts)
    STREW_ASSIGNS(STREW_ALL_BYTES(counts))
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        STREW_ASSIGNS(i, sum, STREW_ALL_BYTES(counts))
        STREW_INVARIANT(i <= n)
    {
        const uint32_t here = counts[i];
        counts[i] = sum;
        sum += here;
    }
    return sum;
}

/* What was counted has its place, and each bundle a next one. */
#define STREW_MOVES_BY_BIN(bins, moved)                                                                                                    \
    STREW_ARE_BINS(bins)                                                                                                                   \
    STREW_REQUIRES(begin <= end && end <= STREW_MANY_TUPLES && strew_any_bytes % sizeof *place == 0)                                       \
    STREW_REQUIRES_BYTES(moved, sizeof *moved)                                                                                             \
    STREW_REQUIRES(moved->update_bytes <= STREW_MANY_TUPLES && moved->update_bytes <= strew_any_bytes)                                     \
    STREW_REQUIRES_BYTES(moved->slice_indices, end * sizeof *moved->slice_indices)                                                         \
    STREW_REQUIRES_BYTES(moved->updates, strew_any_bytes)                                                                                  \
    STREW_REQUIRES_BYTES(moved->own_slice_indices, strew_any_bytes)                                                                        \
    STREW_REQUIRES_BYTES(moved->own_updates, strew_any_bytes)                                                                              \
    STREW_REQUIRES_BYTES_OR_NULL(moved->bundle_of_bin, bins->n)                                                                            \
    STREW_REQUIRES(strew_any_bytes >= bins->n * sizeof *place)                                                                             \
    STREW_REQUIRES_BYTES(place, strew_any_bytes)                                                                                           \
    STREW_ASSIGNS(STREW_ALL_BYTES(place), STREW_ALL_BYTES(moved->own_slice_indices), STREW_ALL_BYTES(moved->own_updates))

/* `restrict` keeps the tables in registers while bytes are written. */
static STREW_INLINE void move(const strew_bins *restrict bins, const strew_moved *moved, size_t begin, size_t end, uint32_t *restrict place,
                              size_t bytes)
    STREW_MOVES_BY_BIN(bins, moved)
    STREW_REQUIRES(bytes == moved->update_bytes)
{
    const int is_even = bins->even_shift != STREW_UNEVEN;
    const uint32_t *restrict slice_indices = moved->slice_indices;
    const unsigned char *restrict updates = moved->updates;
    uint32_t *restrict own_slice_indices = moved->own_slice_indices;
    unsigned char *restrict own_updates = moved->own_updates;
    const uint8_t *restrict bundle_of_bin = moved->bundle_of_bin;
    for (size_t t = begin; t < end; t++)
        STREW_ASSIGNS(t, STREW_ALL_BYTES(place), STREW_ALL_BYTES(own_slice_indices), STREW_ALL_BYTES(own_updates))
        STREW_INVARIANT(begin <= t && t <= end)
    {
        const uint32_t slice_index = slice_indices[t];
        STREW_GIVEN(slice_index == UINT32_MAX || slice_index >> bins->shift < STREW_MAX_COARSE_BINS);
        if (slice_index == UINT32_MAX) continue;
        const uint32_t bin = strew_bin_of(bins, slice_index, is_even);
        const uint32_t bundle = bundle_of_bin != NULL ? bundle_of_bin[bin] : bin;
        STREW_GIVEN(bundle_of_bin == NULL || bundle * sizeof *place < strew_any_bytes);
        const size_t at = place[bundle]++;
        STREW_GIVEN_SLICE(own_slice_indices, at, sizeof *own_slice_indices); /* tuples were counted */
        own_slice_indices[at] = slice_index;
        STREW_PREFETCH_AT(own_slice_indices, (at + STREW_PREFETCH_MOVED) * sizeof *own_slice_indices);
        if (bytes != 0) {
            STREW_PREFETCH_AT(own_updates, (at + STREW_PREFETCH_MOVED) * bytes);
            memcpy(strew_slice_at(own_updates, at, bytes, bytes), strew_slice_of(updates, t, bytes, bytes), bytes);
        } else {
            const uint32_t tuple = (uint32_t)t;
            STREW_GIVEN_SLICE(own_updates, at, sizeof tuple);
            memcpy(own_updates + at * sizeof tuple, &tuple, sizeof tuple);
        }
    }
}

/* The usual sizes are constants for the compiler. */
void strew_move_by_bin(const strew_bins *bins, const strew_moved *moved, size_t begin, size_t end, uint32_t *place)
    STREW_MOVES_BY_BIN(bins, moved)
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
