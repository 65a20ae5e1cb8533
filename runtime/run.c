/* Running a plan: check the indices, copy, and then block by block turn tuples into slots and apply the updates there. */
#include "internal.h"

#include <string.h>

/* Tuples of a block. Its slots (2 KiB) and its indices (4 KiB a component) stay in the first-level cache between the kernels, and a call of
 * a kernel, some tens of nanoseconds, is spread over enough tuples: 512, 1024 and 2800 differ by no more than the bench's noise, and the
 * least of them needs the least stack. */
enum { BLOCK = 512 };

/* Rows of a block: their indices are gathered on the stack. */
enum { ROW_BLOCK = 256 };

/* Data of more bytes is prefetched before it is written, because it does not stay in the second-level cache, which has 1 MiB a core on Zen 4
 * and 5, 1.25 to 2 on Intel's servers and 0.5 to 2 on Arm's. Where it does stay, as in elem_add of the bench, prefetching costs a fourth. */
enum { NEAR_BYTES = 1 << 20 };

/* Tuples that are checked at once: 32 KiB a component, so that little is prefetched in vain behind the end of a block. */
enum { CHECK_BLOCK = 4096 };

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------ */

/* Bytes that two ranges have in common. */
static size_t overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t a_start = (uintptr_t)a, b_start = (uintptr_t)b;
    const uintptr_t start = a_start > b_start ? a_start : b_start;
    const uintptr_t a_left = start - a_start < a_bytes ? a_bytes - (start - a_start) : 0;
    const uintptr_t b_left = start - b_start < b_bytes ? b_bytes - (start - b_start) : 0;
    return a_left < b_left ? a_left : b_left;
}

static strew_status check_buffers(const strew_plan *plan, const void *output, const void *data, const void *indices, const void *updates,
                                  const void *workspace, size_t workspace_bytes, strew_fault *fault)
{
    const struct {
        const char *name;
        const void *start;
        size_t bytes;
        int may_be_output;
    } buffers[] = {
        {"output", output, plan->data_bytes, 1},
        {"data", data, plan->data_bytes, 1}, /* in place */
        {"indices", indices, plan->indices_bytes, 0},
        {"updates", updates, plan->updates_bytes, 0},
    };
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        const char *name = buffers[i].name;
        const void *start = buffers[i].start;
        const size_t bytes = buffers[i].bytes;
        if (start == NULL && bytes != 0) return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = name, .value = (int64_t)bytes);
        const int is_output = buffers[i].may_be_output && start == output;
        const size_t with_output = is_output ? 0 : overlap(output, plan->data_bytes, start, bytes);
        if (with_output != 0) return STREW_REFUSE(fault, STREW_OVERLAP, .subject = name, .value = (int64_t)with_output);
        const size_t with_workspace = overlap(workspace, workspace_bytes, start, bytes);
        if (with_workspace != 0) {
            return STREW_REFUSE(fault, STREW_WORKSPACE_OVERLAP, .subject = name, .value = (int64_t)with_workspace);
        }
    }
    return STREW_OK;
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------ */

static int64_t read_index(const unsigned char *from, int32_t bytes)
{
    if (bytes == 4) {
        int32_t index;
        memcpy(&index, from, sizeof index);
        return index;
    }
    int64_t index;
    memcpy(&index, from, sizeof index);
    return index;
}

/* The first component outside, once a kernel has said that there is one. */
static strew_status find_fault(const strew_plan *plan, const unsigned char *indices, strew_fault *fault)
{
    for (size_t t = 0; t < plan->n_tuples; t++) {
        for (int32_t c = 0; c < plan->k; c++, indices += plan->index_bytes) {
            const int64_t index = read_index(indices, plan->index_bytes);
            if (index >= plan->low[c] && index < plan->size[c]) continue;
            const int is_for_profile = index < 0 && !strew_find_profile(plan->options.profile)->wraps;
            return STREW_REFUSE(fault, STREW_INDEX_OUTSIDE, .dimension = plan->axis + c, .component = c, .tuple = (int64_t)t,
                                .value = index, .low = plan->low[c], .high = plan->size[c] - 1,
                                .profile = is_for_profile ? plan->options.profile : STREW_PROFILE_NONE);
        }
    }
    return STREW_REFUSE(fault, STREW_INDICES_CHANGED);
}

/* ---- Jobs --------------------------------------------------------------------------------------------------------------------------- */

/* Tuples first to beyond - 1 of a block that are written one after another. */
typedef struct tuple_run {
    uint16_t first, beyond;
} tuple_run;

/* What a run works on, under one roof. Where whole rows of scatter_elements are written, a tuple is the first of its row, a slice is the row,
 * and slots count rows. */
typedef struct job {
    const strew_plan *plan;
    const strew_apply_kernel *apply;
    strew_components components;
    unsigned char *output;
    const unsigned char *indices, *updates;
    size_t row; /* elements of a row, otherwise 1 */
    size_t n_tuples, tuple_bytes, slice_bytes;
    uint64_t n_slots, stride;
    int is_far;

    /* Blocks: whole dimensions from `split` + 1 on, `inner` tuples of them, times a chunk of dimension `split` (-1: a block is all there is). */
    int32_t n_dims, split;
    size_t inner, chunk;

    size_t n_runs;
    uint32_t positions[BLOCK]; /* of a block's tuples, in slots behind its first */
    uint32_t slots[BLOCK + STREW_SLOTS_AHEAD];
    tuple_run runs[BLOCK / 2 + 1];
} job;

/* One block of tuples. */
typedef struct block {
    size_t first, n;
    uint64_t base; /* the slot that its tuples' slots are counted from */
    size_t at[STREW_MAX_RANK];
} block;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static uint64_t step_of(const job *job, int32_t d)
{
    return job->plan->step[d] / job->row;
}

/* As many whole dimensions as fit a block, and an even share of the next one. */
static void choose_blocks(job *job)
{
    const size_t most = job->row == 1 ? BLOCK : ROW_BLOCK;
    int32_t d = job->n_dims - 1;
    job->inner = 1;
    for (; d >= 0 && job->plan->count[d] <= most / job->inner; d--) job->inner *= job->plan->count[d];
    job->split = d;
    job->chunk = 1;
    if (d < 0) return;
    const size_t count = job->plan->count[d], n_chunks = (count - 1) / (most / job->inner) + 1;
    job->chunk = (count - 1) / n_chunks + 1;
}

static block first_block(const job *job)
{
    block block;
    block.first = 0;
    block.n = job->split < 0 ? job->n_tuples : job->chunk * job->inner; /* a first chunk is never a short one */
    block.base = 0;
    for (int32_t d = 0; d <= job->split; d++) block.at[d] = 0;
    return block;
}

static int next_block(const job *job, block *block)
{
    block->first += block->n;
    if (block->first == job->n_tuples) return 0;
    int32_t d = job->split;
    block->at[d] += job->chunk;
    while (block->at[d] >= job->plan->count[d]) {
        block->at[d--] = 0;
        block->at[d]++;
    }
    block->n = least(job->chunk, job->plan->count[job->split] - block->at[job->split]) * job->inner;
    block->base = 0;
    for (d = 0; d <= job->split; d++) block->base += block->at[d] * step_of(job, d);
    return 1;
}

/* Every block has the same positions, as far as it goes: those of the dimensions that it spans, each laid out after what is inside of it. */
static void lay_out_positions(job *job)
{
    size_t n = 1;
    job->positions[0] = 0;
    for (int32_t d = job->n_dims - 1; d >= (job->split < 0 ? 0 : job->split); d--) {
        const size_t count = d == job->split ? job->chunk : job->plan->count[d];
        for (size_t i = n; i < n * count; i++) job->positions[i] = job->positions[i - n] + (uint32_t)step_of(job, d);
        n *= count;
    }
}

/* Whether the indices of every row are all the same: every index but the last of a row is then the one behind it. */
static int has_equal_rows(const strew_plan *plan, const unsigned char *indices)
{
    const size_t index_bytes = (size_t)plan->index_bytes, row_bytes = plan->count[plan->n_dims - 1] * index_bytes;
    for (size_t at = 0; at < plan->indices_bytes; at += row_bytes) {
        if (memcmp(indices + at, indices + at + index_bytes, row_bytes - index_bytes) != 0) return 0;
    }
    return 1;
}

static void begin_job(job *job, const strew_plan *plan, void *output, const void *indices, const void *updates)
{
    const int has_rows = plan->apply_row != NULL && plan->apply != NULL && strew_has_short_slots(plan) && has_equal_rows(plan, indices);
    const size_t row = has_rows ? plan->count[plan->n_dims - 1] : 1;
    job->plan = plan;
    job->apply = has_rows ? plan->apply_row : plan->apply;
    job->output = output;
    /* Tuples without components have no bytes, and then no address either. */
    job->indices = plan->indices_bytes != 0 ? indices : (const unsigned char *)"";
    job->updates = updates;
    job->row = row;
    job->n_tuples = plan->n_tuples / row;
    job->tuple_bytes = (size_t)plan->k * (size_t)plan->index_bytes;
    job->slice_bytes = plan->slice_bytes * row;
    job->n_slots = plan->n_slots / row;
    job->stride = plan->stride[0] / row;
    job->components = (strew_components){(size_t)plan->k, plan->low, plan->size, has_rows ? &job->stride : plan->stride};
    job->is_far = plan->data_bytes > NEAR_BYTES;
    job->n_dims = has_rows ? plan->n_dims - 1 : plan->n_dims;
    choose_blocks(job);
    if (plan->is_placed) lay_out_positions(job);
}

/* ---- Slots -------------------------------------------------------------------------------------------------------------------------- */

/* Runs an indices kernel over tuples from `first` on; those of rows are gathered first. */
static uint32_t run_indices(const job *job, const strew_indices_kernel *kernel, size_t first, size_t n, uint32_t *slots)
{
    const unsigned char *from = job->indices + first * job->row * job->tuple_bytes;
    if (job->row == 1) return kernel->run(slots, from, job->positions, n, &job->components);
    unsigned char gathered[ROW_BLOCK * sizeof(int64_t)];
    for (size_t i = 0; i < n; i++) memcpy(gathered + i * job->tuple_bytes, from + i * job->row * job->tuple_bytes, job->tuple_bytes);
    return kernel->run(slots, gathered, job->positions, n, &job->components);
}

/* Whether all tuples are inside, in a pass of its own. It goes from the end to the start: what the next pass begins with is then still in the
 * cache. */
static int check_backwards(const job *job)
{
    const size_t most = job->row == 1 ? CHECK_BLOCK : ROW_BLOCK;
    for (size_t left = job->n_tuples; left > 0;) {
        const size_t n = (left - 1) % most + 1;
        left -= n;
        if (run_indices(job, job->plan->check, left, n, NULL) != 0) return 0;
    }
    return 1;
}

/* With a workspace: looks at every tuple and keeps its slot. Zero if one is outside. */
static int fill_workspace(const job *job, uint32_t *slots)
{
    block block = first_block(job);
    do {
        if (run_indices(job, job->plan->mark, block.first, block.n, slots + block.first) == UINT32_MAX) return 0;
    } while (next_block(job, &block));
    return 1;
}

/* Behind the last of n slots, kernels prefetch some more: these repeat it. */
static void pad_slots(uint32_t *slots, size_t n)
{
    for (size_t i = 0; i < STREW_SLOTS_AHEAD; i++) slots[n + i] = slots[n - 1];
}

/* Finds the runs of tuples that are not marked, and gives those between them a slot that can be prefetched. */
static void find_runs(job *job, size_t n)
{
    int is_inside = 0;
    job->n_runs = 0;
    for (size_t i = 0; i < n; i++) {
        if (job->slots[i] == UINT32_MAX) {
            job->slots[i] = 0;
            is_inside = 0;
            continue;
        }
        if (!is_inside) job->runs[job->n_runs++].first = (uint16_t)i;
        job->runs[job->n_runs - 1].beyond = (uint16_t)(i + 1);
        is_inside = 1;
    }
}

/* Turns a block of tuples into job->slots. Zero if one is outside that the policy does not take care of: the indices have been checked by
 * then, but another thread may have rewritten them. */
static int make_slots(job *job, const block *block)
{
    const strew_policy policy = job->plan->options.policy;
    const uint32_t largest = run_indices(job, job->plan->locate, block->first, block->n, job->slots);
    const uint64_t limit = job->n_slots - block->base;
    if (policy != STREW_POLICY_SKIP) return policy == STREW_POLICY_TRUSTED || largest < limit;
    /* What another thread made of an index while it was looked at is marked as well. */
    for (size_t i = 0; i < block->n; i++) job->slots[i] = job->slots[i] < limit ? job->slots[i] : UINT32_MAX;
    return 1;
}

/* ---- Applying ----------------------------------------------------------------------------------------------------------------------- */

/* Makes n of job->slots what kernels take. */
static void ready_slots(job *job, size_t n)
{
    if (job->plan->options.policy == STREW_POLICY_SKIP) find_runs(job, n);
    pad_slots(job->slots, n);
}

static void apply_slots(const job *job, unsigned char *output, const unsigned char *updates, const uint32_t *slots, size_t n)
{
    if (job->plan->options.policy != STREW_POLICY_SKIP) {
        job->apply->run(output, updates, slots, n, job->slice_bytes, job->is_far);
        return;
    }
    for (size_t i = 0; i < job->n_runs && job->runs[i].first < n; i++) {
        const size_t first = job->runs[i].first, beyond = least(job->runs[i].beyond, n);
        job->apply->run(output, updates + first * job->slice_bytes, slots + first, beyond - first, job->slice_bytes, job->is_far);
    }
}

/* Applies a block in every part of data. */
static void apply_parts(const job *job, const block *block, uint32_t *slots)
{
    const size_t part_bytes = (size_t)job->n_slots * job->slice_bytes, updates_bytes = job->n_tuples * job->slice_bytes;
    for (size_t part = 0; part < job->plan->n_parts; part++) {
        apply_slots(job, job->output + part * part_bytes + (size_t)block->base * job->slice_bytes,
                    job->updates + part * updates_bytes + block->first * job->slice_bytes, slots, block->n);
    }
}

/* A few tuples in many parts: their slots are repeated for as many parts as fill a block, and all of those are applied at once. */
static void apply_tiled(job *job, size_t n)
{
    const size_t n_parts = job->plan->n_parts;
    size_t tile = least(n_parts, BLOCK / n);
    if (job->n_slots != 0) tile = least(tile, (size_t)(UINT32_MAX / job->n_slots));
    for (size_t i = n; i < n * tile; i++) {
        job->slots[i] = job->slots[i - n] == UINT32_MAX ? UINT32_MAX : job->slots[i - n] + (uint32_t)job->n_slots;
    }
    ready_slots(job, n * tile);
    for (size_t part = 0; part < n_parts; part += tile) {
        const size_t n_here = least(tile, n_parts - part) * n;
        if (n_here < n * tile) pad_slots(job->slots, n_here);
        apply_slots(job, job->output + part * (size_t)job->n_slots * job->slice_bytes, job->updates + part * n * job->slice_bytes,
                    job->slots, n_here);
    }
}

/* Without a workspace: every tuple is read once more, unless the slots of the only block are there already. */
static int apply_blocks(job *job, int has_slots)
{
    block block = first_block(job);
    do {
        if (!has_slots && !make_slots(job, &block)) return 0;
        if (job->plan->n_parts > 1 && block.n == job->n_tuples) {
            apply_tiled(job, block.n);
        } else {
            ready_slots(job, block.n);
            apply_parts(job, &block, job->slots);
        }
    } while (next_block(job, &block));
    return 1;
}

static void apply_workspace(const job *job, uint32_t *slots)
{
    pad_slots(slots, job->n_tuples);
    block block = first_block(job);
    do {
        const unsigned char *next = (const unsigned char *)(slots + block.first + block.n);
        for (size_t line = 0; line < BLOCK * sizeof *slots; line += 64) STREW_PREFETCH_READ(next + line);
        apply_parts(job, &block, slots + block.first);
    } while (next_block(job, &block));
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

/* The slot of a tuple in 64 bits, after the policy. Zero if it is outside. */
static int find_slot(const job *job, size_t tuple, uint64_t *slot)
{
    const strew_plan *plan = job->plan;
    int is_inside = 1;
    *slot = plan->is_placed ? find_position(plan, tuple) : 0;
    for (int32_t c = 0; c < plan->k; c++) {
        int64_t index = read_index(job->indices + tuple * job->tuple_bytes + (size_t)(c * plan->index_bytes), plan->index_bytes);
        if (index < 0) index -= plan->low[c];
        if (plan->options.policy == STREW_POLICY_CLAMP) index = index < 0 ? 0 : index < plan->size[c] ? index : plan->size[c] - 1;
        is_inside &= index >= 0 && index < plan->size[c];
        *slot += (uint64_t)index * plan->stride[c];
    }
    return is_inside;
}

/* Applies n slots that are counted from `base`, beginning with the updates of tuple `first`. */
static void apply_huge_run(job *job, uint64_t base, size_t first, size_t n)
{
    if (n == 0) return;
    pad_slots(job->slots, n);
    job->apply->run(job->output + base * job->slice_bytes, job->updates + first * job->slice_bytes, job->slots, n, job->slice_bytes, 1);
}

/* More slots than 32 bits can count, tuple by tuple in 64 bits: consecutive slots that share their high half are applied together, from where
 * that half points. Zero if a tuple is outside that the policy does not take care of. */
static int apply_huge(job *job)
{
    const strew_plan *plan = job->plan;
    const strew_policy policy = plan->options.policy;
    for (size_t part = 0; part < plan->n_parts; part++) {
        uint64_t base = 0;
        size_t first = part * plan->n_tuples, n = 0;
        for (size_t t = 0; t < plan->n_tuples; t++) {
            const size_t update = part * plan->n_tuples + t;
            uint64_t slot;
            const int is_inside = find_slot(job, t, &slot);
            if (!is_inside && policy != STREW_POLICY_SKIP && policy != STREW_POLICY_TRUSTED) return 0;
            slot += part * plan->n_slots;
            const int is_skipped = !is_inside && policy == STREW_POLICY_SKIP;
            if (is_skipped || n == BLOCK || slot >> 32 << 32 != base) {
                apply_huge_run(job, base, first, n);
                first = update + (is_skipped ? 1 : 0);
                base = slot >> 32 << 32;
                n = 0;
            }
            if (!is_skipped) job->slots[n++] = (uint32_t)slot;
        }
        apply_huge_run(job, base, first, n);
    }
    return 1;
}

/* ---- The calls ---------------------------------------------------------------------------------------------------------------------- */

size_t strew_workspace_size(const strew_plan *plan)
{
    /* A slot is written and read in 4 bytes each: reading a tuple of up to 8 bytes once more costs no more than that. */
    const int is_worth_it = plan->check != NULL && plan->k * plan->index_bytes > 8;
    if (!is_worth_it || plan->apply == NULL || plan->n_tuples == 0 || !strew_has_short_slots(plan)) return 0;
    const size_t most = (SIZE_MAX - sizeof(uint32_t)) / sizeof(uint32_t) - STREW_SLOTS_AHEAD;
    return plan->n_tuples <= most ? (plan->n_tuples + STREW_SLOTS_AHEAD + 1) * sizeof(uint32_t) : 0;
}

/* The first address in a workspace that slots can stand at: its size has room for one slot more than are needed. */
static uint32_t *align_workspace(void *workspace)
{
    const size_t beyond = (uintptr_t)workspace % sizeof(uint32_t);
    return (void *)((unsigned char *)workspace + (beyond == 0 ? 0 : sizeof(uint32_t) - beyond));
}

strew_status strew_run_with(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates,
                            void *workspace, size_t workspace_bytes, strew_fault *fault)
{
    if (plan == NULL) return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = "plan");
    if (workspace == NULL || strew_workspace_size(plan) == 0 || workspace_bytes < strew_workspace_size(plan)) workspace_bytes = 0;
    const strew_status status = check_buffers(plan, output, data, indices, updates, workspace, workspace_bytes, fault);
    if (status != STREW_OK) return status;

    const int has_tuples = plan->n_tuples != 0, is_short = strew_has_short_slots(plan);
    job job;
    if (has_tuples) begin_job(&job, plan, output, indices, updates);
    uint32_t *slots = workspace_bytes != 0 ? align_workspace(workspace) : NULL;
    int has_slots = 0;
    if (has_tuples && plan->check != NULL && plan->k != 0) {
        const int is_one_block = is_short && job.n_tuples <= BLOCK && job.split < 0;
        has_slots = is_one_block && slots == NULL;
        const int is_inside = slots != NULL ? fill_workspace(&job, slots)
                              : has_slots   ? run_indices(&job, plan->mark, 0, job.n_tuples, job.slots) != UINT32_MAX
                                            : check_backwards(&job);
        if (!is_inside) return find_fault(plan, indices, fault);
    }

    if (plan->data_bytes != 0 && output != data) memcpy(output, data, plan->data_bytes);
    if (has_tuples && plan->apply != NULL) {
        if (slots != NULL) {
            apply_workspace(&job, slots);
        } else if (!(is_short ? apply_blocks(&job, has_slots) : apply_huge(&job))) {
            return STREW_REFUSE(fault, STREW_INDICES_CHANGED);
        }
    }
    return strew_report(fault, (strew_fault){.status = STREW_OK});
}

strew_status strew_run(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates, strew_fault *fault)
{
    return strew_run_with(plan, output, data, indices, updates, NULL, 0, fault);
}

strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                              strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_nd_plan(&plan, data, indices, updates, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run(&plan, output, data->values, indices->values, updates->values, fault);
}

strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                    int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_elements_plan(&plan, data, indices, updates, axis, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run(&plan, output, data->values, indices->values, updates->values, fault);
}

strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                  int64_t axis, strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_update_plan(&plan, data, indices, updates, axis, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run(&plan, output, data->values, indices->values, updates->values, fault);
}
