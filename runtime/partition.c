/* Narrow slices on several threads. No thread could write columns of its own without others in the same cache line, so destinations are
 * dealt out instead, line by line, to one bin a thread. First every thread takes a range of tuples and, block by block, sorts their slots
 * and updates by bin, in their order; then every thread writes what lies in its own bin, through all blocks from the first to the last.
 * What meets in one element meets in the order of the tuples. */
#include "job.h"

/* The bin of each slot: its cache line's number, hashed, so that neighbours and multiples of anything are spread alike. */
static void find_bins(const strew_job *job, const uint32_t *slots, size_t n, uint32_t n_bins, uint8_t *bins)
{
    uint32_t shift = 0;
    while (job->slices.slice_bytes << (shift + 1) <= 64) shift++;
    for (size_t i = 0; i < n; i++) bins[i] = (uint8_t)(((slots[i] >> shift) * UINT32_C(0x9e3779b1) >> 16) * n_bins >> 16);
}

/* Where each of n tuples stands when they are sorted by bin, and before which place each bin ends. Two bins are told apart by a running
 * count instead of a table of counts, which would be stored and loaded again for every tuple. */
static void find_places(const uint8_t *bins, size_t n, size_t n_bins, uint32_t *places, uint16_t *ends)
{
    size_t next[STREW_MOST_THREADS + 1] = {0};
    for (size_t i = 0; i < n; i++) next[bins[i] + 1]++;
    for (size_t b = 0; b < n_bins; b++) {
        next[b + 1] += next[b];
        ends[b] = (uint16_t)next[b + 1];
    }
    if (n_bins == 2) {
        size_t n_ones = 0;
        for (size_t i = 0; i < n; i++) {
            places[i] = (uint32_t)(bins[i] ? next[1] + n_ones : i - n_ones);
            n_ones += bins[i];
        }
    } else {
        for (size_t i = 0; i < n; i++) places[i] = (uint32_t)next[bins[i]]++;
    }
}

static size_t slots_bytes(const strew_plan *plan)
{
    return (plan->n_tuples + STREW_SLOTS_AHEAD) * sizeof(uint32_t);
}

size_t strew_partition_bytes(const strew_plan *plan, size_t n_bins)
{
    const size_t n_ends = strew_count_blocks(plan) * n_bins;
    return slots_bytes(plan) + n_ends * sizeof(uint16_t) + plan->n_tuples * plan->slice_bytes;
}

strew_partition strew_partition_in(const strew_job *job, uint32_t *workspace, const strew_apply_kernel *move, size_t n_bins)
{
    strew_partition partition = {.job = job, .move = move, .n_bins = n_bins, .slots = workspace};
    partition.ends = (uint16_t *)(void *)((unsigned char *)workspace + slots_bytes(job->plan));
    partition.updates = (unsigned char *)(partition.ends + job->n_blocks * n_bins);
    for (size_t i = 0; i < STREW_SLOTS_AHEAD; i++) workspace[job->n_tuples + i] = 0; /* kernels look at these behind the last tuple */
    return partition;
}

int strew_sort_blocks(const strew_partition *partition, strew_scratch *scratch, size_t first, size_t beyond)
{
    const strew_job *job = partition->job;
    const size_t slice_bytes = job->slices.slice_bytes;
    const strew_slices near = {slice_bytes, slice_bytes, 0};
    uint8_t bins[STREW_BLOCK];
    uint32_t places[STREW_BLOCK + STREW_SLOTS_AHEAD];
    for (size_t number = first; number < beyond; number++) {
        const strew_block block = strew_block_at(job, number);
        uint32_t *slots = partition->slots + block.first;
        if (!strew_look_at_slots(job, &block, scratch->slots)) return 0;
        for (size_t i = 0; i < block.n; i++) scratch->slots[i] += (uint32_t)block.base;
        find_bins(job, scratch->slots, block.n, (uint32_t)partition->n_bins, bins);
        find_places(bins, block.n, partition->n_bins, places, partition->ends + number * partition->n_bins);
        for (size_t i = 0; i < block.n; i++) slots[places[i]] = scratch->slots[i];
        partition->move->run(partition->updates + block.first * slice_bytes, job->updates + block.first * slice_bytes, places, block.n,
                             &near);
    }
    return 1;
}

void strew_apply_bins(const strew_partition *partition, size_t first, size_t beyond)
{
    const strew_job *job = partition->job;
    for (size_t number = 0; number < job->n_blocks; number++) {
        const uint16_t *ends = partition->ends + number * partition->n_bins;
        const size_t in_block = first == 0 ? 0 : ends[first - 1], at = strew_block_at(job, number).first + in_block;
        job->apply->run(job->output, partition->updates + at * job->slices.slice_bytes, partition->slots + at, ends[beyond - 1] - in_block,
                        &job->slices);
    }
}
