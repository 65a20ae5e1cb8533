/* Partitioning slice indices out to partitions, one to a thread: each looks at all slice indices, and applies its own in their order. */
#include "job.h"

#include <string.h>

/* From so many bytes on data is partitioned out as it is; below, only narrow slices where tuples are dense. rows32_add of the bench,
 * with 21 MiB, gains by it on two threads, and f16_add64, with 2, of which one core's second-level cache then has most, loses as much.
 * Tests set it to 1. */
#ifndef STREW_MIN_PARTITIONED_BYTES
#define STREW_MIN_PARTITIONED_BYTES (4 << 20)
#endif

/* Neighbours have one partition, as many as make so many bytes, a page: a core's own prefetchers fetch what is near, up to the end of
 * the page, and with it what another core is writing. With groups of 512 bytes hist of the bench takes half as long again on two threads
 * as on one, with pages three quarters. Tests set it to 64. */
#ifndef STREW_MIN_GROUP_BYTES
#define STREW_MIN_GROUP_BYTES STREW_PAGE_BYTES
#endif

/* Groups of each partition, or more: so all of them have about as much to do. */
enum { MIN_GROUPS = 16 };

/* Data that is near comes to its partitions' caches first, some tens of nanoseconds a line, where a tuple takes one nanosecond. */
enum { MIN_TUPLES_A_LINE = 8 };

/* Whether narrow slices are partitioned out, with their updates. A kernel takes 0.2 ns a tuple with AVX-512, 0.4 with AVX2 and 1 without
 * vectors, and a slice in the caches itself one or two: only the first is quick enough for those. Beyond the caches all of them gain. */
static int can_partition_narrow(const strew_plan_state *plan, size_t slice_bytes)
{
    if (plan->partition == NULL || slice_bytes != plan->slice_bytes) return 0;
    if (!plan->partition->is_quick) return strew_exceeds_caches(plan->data_bytes);
    return plan->data_bytes >= STREW_MIN_PARTITIONED_BYTES || plan->n_tuples / MIN_TUPLES_A_LINE >= plan->data_bytes / STREW_LINE_BYTES;
}

size_t strew_count_partitions(const strew_plan_state *plan, size_t n_threads, size_t slice_bytes)
{
    const size_t min_lines = STREW_MIN_SHARED_BYTES / STREW_LINE_BYTES;
    if (plan->n_tuples < min_lines && plan->updates_bytes < STREW_MIN_SHARED_BYTES) return 1;
    const int can_partition_wide = slice_bytes >= STREW_MIN_APART_BYTES && plan->data_bytes >= STREW_MIN_PARTITIONED_BYTES;
    if (!can_partition_wide && !can_partition_narrow(plan, slice_bytes)) return 1;
    const size_t group_bytes = slice_bytes < STREW_MIN_GROUP_BYTES ? STREW_MIN_GROUP_BYTES : slice_bytes;
    return strew_min(n_threads, plan->data_bytes / group_bytes / MIN_GROUPS);
}

/* A group is 2^shift slice indices. */
static uint32_t find_shift(const strew_job *job)
{
    uint32_t shift = 0;
    while (job->slices.slice_bytes << shift < STREW_MIN_GROUP_BYTES) shift++;
    return shift;
}

static strew_partition begin_partition(const strew_job *job)
{
    const uintptr_t lead = (uintptr_t)job->output % STREW_MIN_GROUP_BYTES / job->slices.slice_bytes;
    return (strew_partition){.lead = (uint32_t)lead, .shift = find_shift(job)};
}

/* How many tuples of a sample have a group in each of so many equal ranges: four for every one, and one besides, which is all there is
 * to go by where a sample is small. Where no slice has more tuples than another, the share of one of two partitions by a sample of 512
 * is off by 3% (a standard deviation), of one of 64 by a sample of 32768 by 4%, of which equal ranges would be none. */
enum { LOG2_BINS = 10, N_BINS = 1 << LOG2_BINS, WEIGHT = 4 };
typedef struct sample {
    uint32_t weight[N_BINS];
    size_t n, n_apart; /* of n tuples, those whose slice has another group than the one before has */
} sample;

static void begin_sample(sample *sample)
{
    for (size_t bin = 0; bin < N_BINS; bin++) sample->weight[bin] = 1;
    sample->n = sample->n_apart = 0;
}

static void add_to_sample(sample *sample, const strew_partition *partition, const uint32_t *slice_indices, size_t n)
{
    uint32_t last = strew_group_of(partition, slice_indices[0]);
    for (size_t i = 0; i < n; i++) {
        const uint32_t group = strew_group_of(partition, slice_indices[i]);
        if (slice_indices[i] != UINT32_MAX) sample->weight[group * STREW_SCATTERING >> (32 - LOG2_BINS)] += WEIGHT;
        sample->n_apart += group != last;
        last = group;
    }
    sample->n += n;
}

/* Cuts where bins meet, and as near as that allows to where all partitions have the same weight. Those who come behind the last bin have
 * none, and nobody has them all, which would be a width of 2^32: the first bin and the last would have to weigh more than all together. */
static void cut_ranges(const sample *sample, size_t n_partitions, strew_partitions *partitions)
{
    uint64_t all = 0, below = 0;
    size_t partition = 1;
    for (size_t bin = 0; bin < N_BINS; bin++) all += sample->weight[bin];
    partitions->n = n_partitions;
    partitions->first_bin[0] = 0;
    for (size_t i = 1; i <= n_partitions; i++) partitions->first_bin[i] = N_BINS;
    for (size_t bin = 0; bin < N_BINS; bin++) {
        for (; partition < n_partitions && all * partition / n_partitions <= below + sample->weight[bin] / 2; partition++) {
            partitions->first_bin[partition] = (uint16_t)bin;
        }
        below += sample->weight[bin];
    }
}

STREW_OWN_FRAME int strew_choose_partitions(const strew_job *job, size_t n_partitions, const uint32_t *slice_indices,
                                            strew_partitions *partitions)
{
    enum { ONE_OF_SO_MANY = 8, MAX_BLOCKS = 64 };
    sample sample;
    uint32_t made[STREW_BLOCK];
    strew_partition any = begin_partition(job);
    const size_t n_blocks = strew_min(job->n_blocks / ONE_OF_SO_MANY + 1, MAX_BLOCKS), apart = job->n_blocks / n_blocks;
    begin_sample(&sample);
    for (size_t i = 0; i < n_blocks; i++) {
        const strew_block block = strew_block_at(job, i * apart + apart / 2);
        if (slice_indices == NULL && !strew_make_slice_indices(job, &block, made)) return 0;
        any.base = (uint32_t)block.base;
        add_to_sample(&sample, &any, slice_indices == NULL ? made : slice_indices + block.first, block.n);
    }
    cut_ranges(&sample, n_partitions, partitions);
    return job->partition == NULL || sample.n_apart > sample.n / 2;
}

enum { MAX_OF_HAND = STREW_PREFETCH_SLICES + STREW_BLOCK };
_Static_assert(2 * STREW_PREFETCH_SLICES <= MAX_OF_HAND, "a hand has room for padding");

/* What a partition has to apply, in order. Of narrow slices it has the updates side by side, of others the tuples. Padding is put behind
 * slice indices only when there are no blocks left, and then takes the place of one: at most STREW_PREFETCH_SLICES slice indices wait,
 * and no more are put there. */
typedef struct hand {
    uint32_t slice_indices[MAX_OF_HAND];
    union {
        size_t tuples[MAX_OF_HAND];
        unsigned char updates[MAX_OF_HAND * STREW_MAX_PARTITIONED_BYTES];
    };
    size_t n;
} hand;

/* Takes what the partition has of a block. Its slice indices may stand where the hand's next ones come to stand. */
static void take_own(const strew_job *job, hand *hand, const strew_partition *partition, const strew_block *block,
                     const uint32_t *slice_indices)
{
    size_t n = hand->n;
    if (job->partition != NULL) {
        const size_t bytes = job->slices.stride_bytes;
        hand->n += job->partition->run(hand->slice_indices + n, hand->updates + n * bytes, slice_indices,
                                       job->updates + block->first * bytes, block->n, partition);
        return;
    }
    for (size_t i = 0; i < block->n; i++) {
        const size_t is_own = strew_is_in_partition(partition, slice_indices[i]);
        hand->slice_indices[n] = slice_indices[i] + partition->base;
        hand->tuples[n] = block->first + i;
        n += is_own;
    }
    hand->n = n;
}

/* Applies the first n of a hand slice by slice. Their updates are prefetched, some 16 KiB ahead, and into the second-level cache, so that a
 * core's own prefetchers see less of them: they would fetch the others' as well. */
static void apply_tuples(const strew_job *job, hand *hand, size_t n)
{
    enum { BYTES_AHEAD = 16384 };
    strew_slices slices = job->slices;
    slices.prefetch_bytes = 0;
    const size_t n_ahead = strew_min(STREW_PREFETCH_WIDE_SLICES, BYTES_AHEAD / slices.slice_bytes + 1);
    for (size_t i = 0; i < n; i++) {
        const size_t soon = hand->tuples[strew_min(i + n_ahead, hand->n - 1)];
        const unsigned char *ahead = job->updates + soon * slices.stride_bytes;
        for (size_t line = 0; line < slices.slice_bytes; line += STREW_LINE_BYTES) STREW_PREFETCH_SECOND(ahead + line);
        job->apply->run(job->output, job->updates + hand->tuples[i] * slices.stride_bytes, hand->slice_indices + i, 1, &slices);
    }
    memmove(hand->tuples, hand->tuples + n, (hand->n - n) * sizeof *hand->tuples);
}

/* The same where their updates lie side by side. */
static void apply_updates(const strew_job *job, hand *hand, size_t n)
{
    const size_t bytes = job->slices.stride_bytes;
    const strew_slices slices = {bytes, bytes, 0, job->slices.exceeds_l2};
    job->apply->run(job->output, hand->updates, hand->slice_indices, n, &slices);
    memmove(hand->updates, hand->updates + n * bytes, (hand->n - n) * bytes);
}

static void apply_own(const strew_job *job, hand *hand, size_t n)
{
    if (job->partition != NULL)
        apply_updates(job, hand, n);
    else
        apply_tuples(job, hand, n);
    hand->n -= n;
    memmove(hand->slice_indices, hand->slice_indices + n, hand->n * sizeof *hand->slice_indices);
}

int strew_apply_owned(const strew_job *job, const strew_partitions *partitions, size_t number_of_partition, const uint32_t *slice_indices)
{
    strew_partition partition = begin_partition(job);
    const uint32_t first_bin = partitions->first_bin[number_of_partition],
                   n_bins = partitions->first_bin[number_of_partition + 1] - first_bin;
    partition.low = first_bin << (32 - LOG2_BINS);
    partition.width = n_bins << (32 - LOG2_BINS);
    const size_t max_waiting = job->partition != NULL && !job->slices.exceeds_l2 ? 0 : STREW_PREFETCH_SLICES;
    hand hand;
    hand.n = 0;
    for (size_t number = 0; number < job->n_blocks; number++) {
        const strew_block block = strew_block_at(job, number);
        uint32_t *made = hand.slice_indices + hand.n;
        if (slice_indices == NULL && !strew_make_slice_indices(job, &block, made)) return 0;
        partition.base = (uint32_t)block.base;
        take_own(job, &hand, &partition, &block, slice_indices == NULL ? made : slice_indices + block.first);
        apply_own(job, &hand, hand.n - strew_min(hand.n, max_waiting));
    }
    if (hand.n == 0) return 1;
    strew_pad_slice_indices(job->plan, hand.slice_indices, hand.n);
    apply_own(job, &hand, hand.n);
    return 1;
}
