/* Ranges of slices that about as many tuples name: tuples are counted, and sorted, by bin. */
#ifndef STREW_BINS_H
#define STREW_BINS_H

#include "access.h"

enum {
    STREW_LOG2_COARSE_BINS = 7,
    STREW_MAX_COARSE_BINS = 1 << STREW_LOG2_COARSE_BINS,
    STREW_MAX_BINS = 2 * STREW_MAX_COARSE_BINS + 4 * STREW_BINS_OF_THREAD * STREW_MAX_THREADS,
    STREW_UNEVEN = 0xff,
};

/* A bin is a range of neighbouring slices, and the next bin is the next range. Bins are narrow where a sample of the tuples names many;
 * within a coarse bin, all slices are taken to have about as many. */
typedef struct strew_bins {
    size_t n;
    uint32_t shift;                            /* a coarse bin is 2^shift slices, */
    uint8_t fine_shift[STREW_MAX_COARSE_BINS]; /* and is cut into bins of 2^fine_shift */
    uint16_t first[STREW_MAX_COARSE_BINS];     /* the first bin of a coarse one */
    uint32_t even_shift;                       /* if all bins are as wide, 2^even_shift; otherwise STREW_UNEVEN */
} strew_bins;

/* What bins keep to, for slice indices in bounds; and what of one coarse bin. */
#define STREW_ARE_BINS(bins)                                                                                                               \
    STREW_REQUIRES_BYTES(bins, sizeof *bins)                                                                                               \
    STREW_REQUIRES(bins->n <= STREW_MAX_BINS && bins->shift < 32)                                                                          \
    STREW_REQUIRES(bins->even_shift == STREW_UNEVEN || STREW_ARE_EVEN_BINS(bins, STREW_MAX_COARSE_BINS))
#define STREW_ARE_EVEN_BINS(bins, n_coarse)                                                                                                \
    (bins->even_shift <= bins->shift && bins->n == (size_t)(n_coarse) << ((bins->shift - bins->even_shift) & 31))
#define STREW_IS_COARSE_BIN(bins, coarse)                                                                                                  \
    (bins->fine_shift[coarse] <= bins->shift && STREW_STOP_OF(bins, coarse) <= bins->n)
#define STREW_STOP_OF(bins, coarse) (bins->first[coarse] + ((size_t)1 << ((bins->shift - bins->fine_shift[coarse]) & 31)))

/* The largest number of bins for so many threads. */
static inline size_t strew_max_bins(size_t n_threads)
{
    return 2 * STREW_MAX_COARSE_BINS + 4 * STREW_BINS_OF_THREAD * n_threads;
}

/* Tuples whose slice indices are in the same coarse bin as those before them are close. */
typedef enum strew_sample_result { STREW_SAMPLE_OUT_OF_BOUNDS, STREW_SAMPLE_CLOSE, STREW_SAMPLE_APART } strew_sample_result;

/* Chooses the bins of a job for n_threads threads. Finds whether most tuples of the sample are close to the one before, or one is out of
 * bounds. */
strew_sample_result strew_choose_bins(strew_bins *bins, const strew_job *job, size_t n_threads);

/* The bin of a slice index in bounds. is_even: all bins are as wide. */
static STREW_INLINE uint32_t strew_bin_of(const strew_bins *bins, uint32_t slice_index, int is_even)
    STREW_ARE_BINS(bins)
    STREW_REQUIRES(slice_index >> bins->shift < STREW_MAX_COARSE_BINS)
    STREW_REQUIRES(is_even == (bins->even_shift != STREW_UNEVEN))
    STREW_ENSURES(STREW_RESULT < bins->n)
    STREW_ASSIGNS()
{
    if (is_even) return slice_index >> bins->even_shift;
    const uint32_t coarse = slice_index >> bins->shift, within = slice_index & (((uint32_t)1 << bins->shift) - 1);
    STREW_GIVEN(STREW_IS_COARSE_BIN(bins, coarse));
    return bins->first[coarse] + (within >> bins->fine_shift[coarse]);
}

/* The slices of a bin in bounds, by one of them. */
typedef struct strew_bin_range {
    uint32_t first, n;
} strew_bin_range;

static inline strew_bin_range strew_range_of(const strew_bins *bins, uint32_t slice_index)
{
    const uint32_t n = (uint32_t)1 << bins->fine_shift[slice_index >> bins->shift];
    return (strew_bin_range){slice_index & ~(n - 1), n};
}

/* Adds n slice indices to the counts of their bins. The sentinel UINT32_MAX is in no bin. */
void strew_count_by_bin(const strew_bins *bins, uint32_t *counts, const uint32_t *slice_indices, size_t n);

/* Tuples to be sorted: their slice indices, and by bin these and their updates, if those have bytes, or else their numbers. */
typedef struct strew_moved {
    const uint32_t *slice_indices;
    const unsigned char *updates;
    uint32_t *own_slice_indices;
    unsigned char *own_updates;
    size_t update_bytes;
    const uint8_t *bundle_of_bin; /* or NULL: a bin is a bundle */
} strew_moved;

/* Sorts tuples begin to end - 1 that are not skipped, in their order: `place` has the next place of each bundle. */
void strew_move_by_bin(const strew_bins *bins, const strew_moved *moved, size_t begin, size_t end, uint32_t *place);

/* Replaces n counts by their sums up to each, without it. Returns the sum of all. */
uint32_t strew_sum_up(uint32_t *counts, size_t n);

/* The slice indices of a block, counted from 0: given, or made in `room`. NULL if a tuple is out of bounds. */
static STREW_INLINE const uint32_t *strew_slice_indices_of(const strew_job *job, strew_block *block, uint32_t *room)
{
    const uint32_t *given = strew_given_slice_indices(job);
    if (given != NULL) {
        block->base = 0;
        return given + block->first;
    }
    if (!strew_make_slice_indices(job, block, room)) return NULL;
    strew_make_absolute(block, room);
    return room;
}

#endif /* STREW_BINS_H */
