/* Applying blocks of tuples, once they are slots. */
#include "job.h"

#include <string.h>

/* ---- Slots -------------------------------------------------------------------------------------------------------------------------- */

void strew_pad_slots(uint32_t *slots, size_t n)
{
    for (size_t i = 0; i < STREW_SLOTS_AHEAD; i++) slots[n + i] = slots[n - 1];
}

/* Finds the runs of tuples that are not marked, and gives those between them a slot that can be prefetched. */
static void find_runs(strew_scratch *scratch, size_t n)
{
    uint32_t *slots = scratch->slots;
    int is_inside = 0;
    scratch->n_runs = 0;
    for (size_t i = 0; i < n; i++) {
        if (slots[i] == UINT32_MAX) {
            slots[i] = 0;
            is_inside = 0;
            continue;
        }
        if (!is_inside) scratch->runs[scratch->n_runs++].first = (uint16_t)i;
        scratch->runs[scratch->n_runs - 1].beyond = (uint16_t)(i + 1);
        is_inside = 1;
    }
}

/* Makes n of scratch's slots what kernels take. */
static void ready_slots(const strew_job *job, strew_scratch *scratch, size_t n)
{
    if (job->plan->options.policy == STREW_POLICY_SKIP) find_runs(scratch, n);
    strew_pad_slots(scratch->slots, n);
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------------------------- */

/* Applies n slots whose updates lie side by side. */
static void apply_slots(const strew_job *job, const strew_scratch *scratch, unsigned char *output, const unsigned char *updates,
                        const uint32_t *slots, size_t n)
{
    if (job->plan->options.policy != STREW_POLICY_SKIP) {
        job->apply->run(output, updates, slots, n, &job->slices);
        return;
    }
    for (size_t i = 0; i < scratch->n_runs && scratch->runs[i].first < n; i++) {
        const size_t first = scratch->runs[i].first, beyond = strew_least(scratch->runs[i].beyond, n);
        job->apply->run(output, updates + first * job->slices.stride_bytes, slots + first, beyond - first, &job->slices);
    }
}

/* Applies a block in one part of data after the other. */
static void apply_parts(const strew_job *job, const strew_scratch *scratch, const strew_block *block, size_t first_part, size_t beyond_part,
                        const uint32_t *slots)
{
    const size_t stride_bytes = job->slices.stride_bytes, piece = job->piece == 0 ? block->n : strew_least(job->piece, block->n);
    for (size_t part = first_part; part < beyond_part; part++) {
        unsigned char *output = job->output + ((size_t)job->n_slots * part + (size_t)block->base) * stride_bytes;
        for (size_t done = 0; done < block->n; done += piece) {
            const size_t update = part * job->n_tuples + strew_memory_tuple(job, block->first + done);
            apply_slots(job, scratch, output, job->updates + update * stride_bytes, slots + done, piece);
        }
    }
}

/* A few tuples in many parts: their slots are repeated for as many parts as fill a block, and all of those are applied at once. */
static void apply_tiled(const strew_job *job, strew_scratch *scratch, size_t first_part, size_t beyond_part)
{
    const size_t n = job->n_tuples, stride_bytes = job->slices.stride_bytes;
    uint32_t *slots = scratch->slots;
    size_t tile = strew_least(beyond_part - first_part, STREW_BLOCK / n);
    if (job->n_slots != 0) tile = strew_least(tile, (size_t)(UINT32_MAX / job->n_slots));
    for (size_t i = n; i < n * tile; i++) {
        slots[i] = slots[i - n] == UINT32_MAX ? UINT32_MAX : slots[i - n] + (uint32_t)job->n_slots;
    }
    ready_slots(job, scratch, n * tile);
    for (size_t part = first_part; part < beyond_part; part += tile) {
        const size_t n_here = strew_least(tile, beyond_part - part) * n;
        if (n_here < n * tile) strew_pad_slots(slots, n_here);
        apply_slots(job, scratch, job->output + part * (size_t)job->n_slots * stride_bytes, job->updates + part * n * stride_bytes, slots,
                    n_here);
    }
}

/* The region of a block in output, in advance. */
STREW_PREFETCHER void prefetch_region(const strew_job *job, size_t number)
{
    const uint64_t base = strew_block_at(job, number).base;
    const size_t left = (size_t)(job->n_slots - base) * job->slices.stride_bytes, bytes = strew_least(job->region_bytes, left);
    const unsigned char *region = job->output + (size_t)base * job->slices.stride_bytes;
    for (size_t line = 0; line < bytes; line += STREW_LINE_BYTES) STREW_PREFETCH(region + line);
}

int strew_apply_blocks(const strew_job *job, strew_scratch *scratch, size_t first, size_t beyond, size_t first_part, size_t beyond_part,
                       const uint32_t *slots, int has_slots)
{
    for (size_t number = first; number < beyond; number++) {
        const strew_block block = strew_block_at(job, number);
        if (job->region_bytes != 0 && number + 1 < beyond) prefetch_region(job, number + 1);
        const int is_tiled = beyond_part - first_part > 1 && block.n == job->n_tuples;
        if (slots != NULL && !is_tiled) {
            const unsigned char *next = (const unsigned char *)(slots + block.first + block.n);
            for (size_t line = 0; line < STREW_BLOCK * sizeof *slots; line += STREW_LINE_BYTES) STREW_PREFETCH_READ(next + line);
            apply_parts(job, scratch, &block, first_part, beyond_part, slots + block.first);
            continue;
        }
        if (slots != NULL) {
            memcpy(scratch->slots, slots, block.n * sizeof *slots);
        } else if (!has_slots && !strew_make_slots(job, &block, scratch->slots)) {
            return 0;
        }
        if (is_tiled) {
            apply_tiled(job, scratch, first_part, beyond_part);
        } else {
            ready_slots(job, scratch, block.n);
            apply_parts(job, scratch, &block, first_part, beyond_part, scratch->slots);
        }
    }
    return 1;
}

void strew_apply_runs(const strew_job *job, const strew_slot_run *runs, size_t first, size_t beyond, size_t first_part, size_t beyond_part)
{
    static const uint32_t zeros[1 + STREW_SLOTS_AHEAD];
    const strew_apply_kernel *apply = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t part = first_part; part < beyond_part; part++) {
        unsigned char *output = job->output + (size_t)job->n_slots * part * stride_bytes;
        const unsigned char *updates = job->updates + job->n_tuples * part * stride_bytes;
        for (size_t i = first; i < beyond; i++) {
            const strew_slices slices = {(size_t)runs[i].n * stride_bytes, stride_bytes, 0, NULL};
            apply->run(output + (size_t)runs[i].slot * stride_bytes, updates + (size_t)runs[i].first * stride_bytes, zeros, 1, &slices);
        }
    }
}

/* ---- Owners ------------------------------------------------------------------------------------------------------------------------- */

/* How many slots are dealt out before some are applied, and from how many tuples at once: 3 KiB of stack. */
enum { MOST_DEALT = 320, DEALT_FROM = 128 };

/* Slots of one owner, and the numbers of their tuples. */
typedef struct dealt {
    size_t n;
    uint32_t slots[MOST_DEALT + STREW_SLOTS_AHEAD], order[MOST_DEALT + STREW_SLOTS_AHEAD];
} dealt;

/* Adds those of tuples first to beyond - 1 of a block that are the owner's. Who owns a slot follows from its hash, so that neighbours
 * and multiples of anything are spread alike. Slots of tuples that are skipped nobody owns. */
static void deal_out(const strew_owner *owner, const strew_block *block, const uint32_t *restrict slots, size_t first, size_t beyond,
                     dealt *restrict dealt)
{
    const uint32_t own = (uint32_t)owner->number, n_owners = (uint32_t)owner->n_owners;
    const uint32_t base = (uint32_t)block->base, number = (uint32_t)block->first;
    size_t n = dealt->n;
    for (size_t i = first; i < beyond; i++) {
        const uint32_t slot = base + slots[i], hash = slot * UINT32_C(0x9e3779b1) >> 16;
        dealt->slots[n] = slot;
        dealt->order[n] = number + (uint32_t)i;
        n += (hash * n_owners >> 16 == own) & (slots[i] != UINT32_MAX);
    }
    dealt->n = n;
}

/* Applies the first n of the slots dealt out, and keeps the others. */
static void apply_dealt(const strew_job *job, const strew_owner *owner, dealt *dealt, size_t n)
{
    strew_slices slices = job->slices;
    slices.order = dealt->order;
    owner->apply->run(job->output, job->updates, dealt->slots, n, &slices);
    dealt->n -= n;
    memmove(dealt->slots, dealt->slots + n, dealt->n * sizeof *dealt->slots);
    memmove(dealt->order, dealt->order + n, dealt->n * sizeof *dealt->order);
}

int strew_apply_own(const strew_job *job, const strew_owner *owner, strew_scratch *scratch, const uint32_t *slots)
{
    dealt dealt;
    dealt.n = 0;
    for (size_t number = 0; number < job->n_blocks; number++) {
        const strew_block block = strew_block_at(job, number);
        if (slots == NULL && !strew_make_slots(job, &block, scratch->slots)) return 0;
        const uint32_t *here = slots != NULL ? slots + block.first : scratch->slots;
        for (size_t done = 0; done < block.n; done += DEALT_FROM) {
            const size_t beyond = strew_least(done + DEALT_FROM, block.n);
            deal_out(owner, &block, here, done, beyond, &dealt);
            /* Those that are kept are prefetched meanwhile. */
            if (dealt.n > MOST_DEALT - DEALT_FROM) apply_dealt(job, owner, &dealt, dealt.n - STREW_SLOTS_AHEAD);
        }
    }
    if (dealt.n == 0) return 1;
    strew_pad_slots(dealt.slots, dealt.n);
    strew_pad_slots(dealt.order, dealt.n);
    apply_dealt(job, owner, &dealt, dealt.n);
    return 1;
}

/* ---- Huge tensors ------------------------------------------------------------------------------------------------------------------- */

/* The place of a tuple, in slots. */
static uint64_t find_position(const strew_plan *plan, size_t tuple)
{
    uint64_t position = 0;
    for (int32_t d = plan->n_dims - 1; d >= 0; d--) {
        position += tuple % plan->count[d] * plan->step[d];
        tuple /= plan->count[d];
    }
    return position;
}

int strew_find_slot(const strew_job *job, size_t tuple, uint64_t *slot)
{
    const strew_plan *plan = job->plan;
    int is_inside = 1;
    *slot = plan->is_placed ? find_position(plan, tuple) : 0;
    for (int32_t c = 0; c < plan->k; c++) {
        int64_t index = strew_read_index(job->indices + tuple * job->tuple_bytes + (size_t)(c * plan->index_bytes), plan->index_bytes);
        if (index < 0) index -= plan->low[c];
        if (plan->options.policy == STREW_POLICY_CLAMP) index = index < 0 ? 0 : index < plan->size[c] ? index : plan->size[c] - 1;
        is_inside &= index >= 0 && index < plan->size[c];
        *slot += (uint64_t)index * plan->stride[c];
    }
    /* The slot as well: an index may be loaded once to be compared and once more for the slot. */
    return is_inside & (*slot < plan->n_slots);
}

/* Applies n slots that are counted from `base`, beginning with the updates of tuple `first`. */
static void apply_huge_run(const strew_job *job, strew_scratch *scratch, uint64_t base, size_t first, size_t n)
{
    if (n == 0) return;
    strew_pad_slots(scratch->slots, n);
    job->apply->run(job->output + base * job->slices.stride_bytes, job->updates + first * job->slices.stride_bytes, scratch->slots, n,
                    &job->slices);
}

/* Consecutive slots that share their high half are applied together, from where that half points. */
int strew_apply_huge(const strew_job *job, strew_scratch *scratch)
{
    const strew_plan *plan = job->plan;
    const int skips = plan->options.policy == STREW_POLICY_SKIP;
    for (size_t part = 0; part < plan->n_parts; part++) {
        uint64_t base = 0;
        size_t first = part * plan->n_tuples, n = 0;
        for (size_t t = 0; t < plan->n_tuples; t++) {
            const size_t update = part * plan->n_tuples + t;
            uint64_t slot;
            const int is_inside = strew_find_slot(job, t, &slot);
            if (!is_inside && !skips) return 0;
            slot += part * plan->n_slots;
            const int is_skipped = !is_inside;
            if (is_skipped || n == STREW_BLOCK || slot >> 32 << 32 != base) {
                apply_huge_run(job, scratch, base, first, n);
                first = update + (is_skipped ? 1 : 0);
                base = slot >> 32 << 32;
                n = 0;
            }
            if (!is_skipped) scratch->slots[n++] = (uint32_t)slot;
        }
        apply_huge_run(job, scratch, base, first, n);
    }
    return 1;
}
