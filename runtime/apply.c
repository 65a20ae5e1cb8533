/* Applying blocks of tuples, once they are slots. */
#include "job.h"

#include <string.h>

/* ---- Slots -------------------------------------------------------------------------------------------------------------------------- */

void strew_pad_slots(const strew_plan *plan, uint32_t *slots, size_t n)
{
    if (!strew_is_far(plan)) return;
    for (size_t i = 0; i < STREW_SLOTS_AHEAD; i++) slots[n + i] = slots[n - 1];
}

/* Notes which tuples are not marked, and gives those that are a slot that can be prefetched. */
static void note_inside(strew_scratch *scratch, size_t n)
{
    memset(scratch->is_inside, 0, sizeof scratch->is_inside);
    for (size_t i = 0; i < n; i++) {
        const int is_inside = scratch->slots[i] != UINT32_MAX;
        scratch->is_inside[i / 64] |= (uint64_t)is_inside << i % 64;
        if (!is_inside) scratch->slots[i] = 0;
    }
}

/* Of a slot in scratch. */
static int is_inside(const strew_scratch *scratch, const uint32_t *slot)
{
    const size_t i = (size_t)(slot - scratch->slots);
    return (int)(scratch->is_inside[i / 64] >> i % 64 & 1);
}

/* Makes n of scratch's slots what kernels take. */
static void ready_slots(const strew_job *job, strew_scratch *scratch, size_t n)
{
    if (job->plan->options.policy == STREW_POLICY_SKIP) note_inside(scratch, n);
    strew_pad_slots(job->plan, scratch->slots, n);
}

/* ---- Runs --------------------------------------------------------------------------------------------------------------------------- */

/* Writes n slices that lie side by side in output and in updates as one. */
static void apply_run(const strew_job *job, const strew_apply_kernel *any_width, unsigned char *output, const unsigned char *updates,
                      size_t n)
{
    static const uint32_t zero = 0;
    const strew_slices slices = {n * job->slices.stride_bytes, n * job->slices.stride_bytes, job->slices.bytes_ahead, 0};
    any_width->run(output, updates, &zero, 1, &slices);
}

/* How many of n slots follow one another from the first on. A compiler turns the pieces into vectors. */
static size_t length_of_run(const uint32_t *slots, size_t n)
{
    enum { PIECE = 16 };
    size_t length = 0;
    for (; n - length >= PIECE; length += PIECE) {
        const uint32_t *piece = slots + length, next = slots[0] + (uint32_t)length;
        uint32_t differs = 0;
        for (uint32_t i = 0; i < PIECE; i++) differs |= piece[i] ^ (next + i);
        if (differs != 0) break;
    }
    while (length < n && slots[length] == slots[0] + (uint32_t)length) length++;
    return length;
}

/* Writes n slots of a block on a grid row by row. */
static void apply_rows(const strew_job *job, unsigned char *output, const unsigned char *updates, const uint32_t *slots, size_t n)
{
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    const int32_t last = job->n_dims - 1;
    const size_t row = job->split == last ? n : job->count[last];
    for (size_t i = 0; i < n; i += row) apply_run(job, any_width, output + slots[i] * stride_bytes, updates + i * stride_bytes, row);
}

/* Whether tuples seem to name one slice after the other, as those of a slice assignment do: of a dozen pairs of neighbours, or two, all but
 * one do. They lie at an odd distance, so that runs of two or four are found out at once; what is not, apply_joined copes with. Of random
 * tuples two pairs are enough to tell. Joined, slice_assign of the bench takes a sixth less time where indices are trusted, which are not
 * looked at for a grid, and nothing else takes more. */
static int seem_joined(const strew_job *job, const uint32_t *slots, size_t n)
{
    enum { PAIRS = 16 };
    if (n < 2 * PAIRS || job->slices.slice_bytes != job->slices.stride_bytes) return 0;
    size_t n_apart = 0;
    for (size_t i = 0; i < n - 1 && n_apart <= 1; i += n / PAIRS | 1) n_apart += slots[i + 1] - slots[i] != 1;
    return n_apart <= 1;
}

/* Applies slots run by run, and where one is shorter than seemed, twice as many as would have been worth it as they are. */
static void apply_joined(const strew_job *job, unsigned char *output, const unsigned char *updates, const uint32_t *slots, size_t n)
{
    enum { LEAST_RUN = 32 };
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t i = 0, n_here; i < n; i += n_here) {
        const unsigned char *here = updates + i * stride_bytes;
        n_here = length_of_run(slots + i, n - i);
        if (n_here >= LEAST_RUN) {
            apply_run(job, any_width, output + slots[i] * stride_bytes, here, n_here);
        } else {
            n_here = strew_least(n - i, 2 * LEAST_RUN);
            job->apply->run(output, here, slots + i, n_here, &job->slices);
        }
    }
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------------------------- */

/* Applies those of n slots that are inside, where the policy skips the others. Their updates lie side by side. */
static void apply_inside(const strew_job *job, const strew_scratch *scratch, unsigned char *output, const unsigned char *updates,
                         const uint32_t *slots, size_t n)
{
    for (size_t end = 0; end < n; end++) {
        const size_t first = end;
        while (end < n && is_inside(scratch, slots + end)) end++;
        if (end > first) job->apply->run(output, updates + first * job->slices.stride_bytes, slots + first, end - first, &job->slices);
    }
}

/* Applies n slots whose updates lie side by side. */
static void apply_slots(const strew_job *job, const strew_scratch *scratch, unsigned char *output, const unsigned char *updates,
                        const uint32_t *slots, size_t n)
{
    if (job->plan->options.policy == STREW_POLICY_SKIP) {
        apply_inside(job, scratch, output, updates, slots, n);
    } else if (job->is_grid) {
        apply_rows(job, output, updates, slots, n);
    } else if (seem_joined(job, slots, n)) {
        apply_joined(job, output, updates, slots, n);
    } else {
        job->apply->run(output, updates, slots, n, &job->slices);
    }
}

/* Applies a block in one part of data after the other. */
static void apply_parts(const strew_job *job, const strew_scratch *scratch, const strew_block *block, size_t first_part, size_t beyond_part,
                        const uint32_t *slots)
{
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t part = first_part; part < beyond_part; part++) {
        unsigned char *output = job->output + ((size_t)job->n_slots * part + (size_t)block->base) * stride_bytes;
        for (size_t done = 0, n; done < block->n; done += n) {
            const size_t t = block->first + done, update = part * job->n_tuples + strew_memory_tuple(job, t);
            n = strew_least(strew_left_of_piece(job, t), block->n - done);
            apply_slots(job, scratch, output, job->updates + update * stride_bytes, slots + done, n);
        }
    }
}

/* A few tuples in many parts: their slots are repeated for as many parts as fill a block, and all of those are applied at once. */
static int apply_tiled(const strew_job *job, size_t first_part, size_t beyond_part, const uint32_t *given)
{
    strew_scratch scratch;
    const strew_block all = strew_block_at(job, 0);
    const size_t n = job->n_tuples, stride_bytes = job->slices.stride_bytes;
    uint32_t *slots = scratch.slots;
    if (given != NULL) memcpy(slots, given, n * sizeof *slots);
    if (given == NULL && !strew_make_slots(job, &all, slots)) return 0;
    size_t tile = strew_least(beyond_part - first_part, STREW_BLOCK / n);
    tile = strew_least(tile, (size_t)(UINT32_MAX / job->n_slots));
    for (size_t i = n; i < n * tile; i++) {
        slots[i] = slots[i - n] == UINT32_MAX ? UINT32_MAX : slots[i - n] + (uint32_t)job->n_slots;
    }
    ready_slots(job, &scratch, n * tile);
    for (size_t part = first_part; part < beyond_part; part += tile) {
        const size_t n_here = strew_least(tile, beyond_part - part) * n;
        if (n_here < n * tile) strew_pad_slots(job->plan, slots, n_here);
        apply_slots(job, &scratch, job->output + part * (size_t)job->n_slots * stride_bytes, job->updates + part * n * stride_bytes, slots,
                    n_here);
    }
    return 1;
}

/* What a block will want of memory. */
typedef struct wanted {
    const unsigned char *first;
    size_t n_bytes;
} wanted;

/* Applies a block, and between pieces of it prefetches what the next one wants, as many lines at a time as a core can wait for beside its
 * work: some 10 to 16. elements_ax1 of the bench, whose blocks want 128, takes a quarter longer with all of them at once; prepared, hist
 * with its 32 a fifth, while k3_add takes a quarter longer without any. */
static void apply_block(const strew_job *job, const strew_scratch *scratch, const strew_block *block, size_t first_part, size_t beyond_part,
                        const uint32_t *slots, wanted next)
{
    enum { BYTES_AT_ONCE = 12 * STREW_LINE_BYTES };
    const size_t most = (block->n - 1) / (next.n_bytes / BYTES_AT_ONCE + 1) + 1;
    strew_block piece = *block;
    for (size_t done = 0, at = 0; done < block->n; done += piece.n) {
        for (const size_t end = strew_least(at + BYTES_AT_ONCE, next.n_bytes); at < end; at += STREW_LINE_BYTES) {
            STREW_PREFETCH_READ(next.first + at);
        }
        piece.first = block->first + done;
        piece.n = strew_least(most, block->n - done);
        apply_parts(job, scratch, &piece, first_part, beyond_part, slots + done);
    }
}

/* Of the block with that number, its region in output, if it has one. */
static wanted region_of(const strew_job *job, size_t number)
{
    const uint64_t base = strew_block_at(job, number).base;
    const size_t left = (size_t)(job->n_slots - base) * job->slices.stride_bytes;
    return (wanted){job->output + (size_t)base * job->slices.stride_bytes, strew_least(job->region_bytes, left)};
}

/* Whether the last slots of a block wait for those of the next one, which kernels then prefetch meanwhile: big_elem_add and elements_ax0 of
 * the bench take half as long again where every block begins with slices that are not there yet. */
static int has_waiting(const strew_job *job)
{
    return job->slices.is_far && job->plan->options.policy != STREW_POLICY_SKIP;
}

/* Counts slots from the start of the part, so that those of several blocks can stand together. */
static void make_absolute(strew_block *block, uint32_t *slots)
{
    if (block->base == 0) return;
    for (size_t i = 0; i < block->n; i++) slots[i] += (uint32_t)block->base;
    block->base = 0;
}

/* One block after the other, from the indices. */
static int apply_made(const strew_job *job, size_t first, size_t beyond, size_t first_part, size_t beyond_part)
{
    strew_scratch scratch;
    const int waits = has_waiting(job);
    size_t n_waiting = 0;
    for (size_t number = first; number < beyond; number++) {
        strew_block block = strew_block_at(job, number);
        const int is_last = number + 1 == beyond;
        if (!strew_make_slots(job, &block, scratch.slots + n_waiting)) return 0;
        if (waits) make_absolute(&block, scratch.slots + n_waiting);
        block.first -= n_waiting;
        block.n += n_waiting;
        ready_slots(job, &scratch, block.n);
        n_waiting = waits && !is_last ? strew_least(block.n, STREW_SLOTS_AHEAD) : 0;
        block.n -= n_waiting;
        wanted next = {NULL, 0};
        if (!is_last && job->region_bytes != 0) next = region_of(job, number + 1);
        apply_block(job, &scratch, &block, first_part, beyond_part, scratch.slots, next);
        memmove(scratch.slots, scratch.slots + block.n, n_waiting * sizeof *scratch.slots);
    }
    return 1;
}

/* The same from slots that are there already: of all tuples, or where they lie on a grid, the same for each block. */
static void apply_given(const strew_job *job, size_t first, size_t beyond, size_t first_part, size_t beyond_part, const uint32_t *slots)
{
    for (size_t number = first; number < beyond; number++) {
        const strew_block block = strew_block_at(job, number);
        const uint32_t *here = job->is_grid ? job->positions : slots + block.first;
        const size_t n_left = job->is_grid ? 0 : job->n_tuples - block.first - block.n;
        const wanted next = {(const unsigned char *)(here + block.n), strew_least(block.n, n_left) * sizeof *slots};
        apply_block(job, NULL, &block, first_part, beyond_part, here, next);
    }
}

int strew_apply_blocks(const strew_job *job, size_t first, size_t beyond, size_t first_part, size_t beyond_part, const uint32_t *slots)
{
    if (job->n_blocks == 1 && beyond_part - first_part > 1) return apply_tiled(job, first_part, beyond_part, slots);
    if (slots == NULL && !job->is_grid) return apply_made(job, first, beyond, first_part, beyond_part);
    apply_given(job, first, beyond, first_part, beyond_part, slots);
    return 1;
}

void strew_apply_runs(const strew_job *job, const strew_slot_run *runs, size_t first, size_t beyond, size_t first_part, size_t beyond_part)
{
    const strew_apply_kernel *any_width = strew_find_any_width(job->apply);
    const size_t stride_bytes = job->slices.stride_bytes;
    for (size_t part = first_part; part < beyond_part; part++) {
        unsigned char *output = job->output + (size_t)job->n_slots * part * stride_bytes;
        const unsigned char *updates = job->updates + job->n_tuples * part * stride_bytes;
        for (size_t i = first; i < beyond; i++) {
            apply_run(job, any_width, output + (size_t)runs[i].slot * stride_bytes, updates + (size_t)runs[i].first * stride_bytes,
                      (size_t)runs[i].n);
        }
    }
}

/* ---- Tuple by tuple ----------------------------------------------------------------------------------------------------------------- */

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
    strew_pad_slots(job->plan, scratch->slots, n);
    job->apply->run(job->output + base * job->slices.stride_bytes, job->updates + first * job->slices.stride_bytes, scratch->slots, n,
                    &job->slices);
}

/* Consecutive slots that share their high half are applied together, from where that half points. */
int strew_apply_huge(const strew_job *job)
{
    strew_scratch scratch;
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
                apply_huge_run(job, &scratch, base, first, n);
                first = update + (is_skipped ? 1 : 0);
                base = slot >> 32 << 32;
                n = 0;
            }
            if (!is_skipped) scratch.slots[n++] = (uint32_t)slot;
        }
        apply_huge_run(job, &scratch, base, first, n);
    }
    return 1;
}
