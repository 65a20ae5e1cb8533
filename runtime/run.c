/* Running a plan: check the indices, copy, and then block by block turn tuples into slots and apply the updates there. */
#include "internal.h"

#include <string.h>

/* Tuples of a block. Its slots (2 KiB) and its indices (4 KiB a component) stay in the first-level cache between the kernels, and a call of
 * a kernel, some tens of nanoseconds, is spread over enough tuples: 512, 1024 and 2800 differ by no more than the bench's noise, and the
 * least of them needs the least stack. */
enum { BLOCK = 512 };

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

/* The first component outside, once a check kernel has said that there is one. */
static strew_status find_fault(const strew_plan *plan, const unsigned char *indices, strew_fault *fault)
{
    for (size_t t = 0; t < plan->n_tuples; t++) {
        for (int32_t c = 0; c < plan->k; c++, indices += plan->index_bytes) {
            const int64_t index = read_index(indices, plan->index_bytes);
            if (index >= plan->low[c] && index < plan->size[c]) continue;
            return STREW_REFUSE(fault, STREW_INDEX_OUTSIDE, .dimension = c, .tuple = (int64_t)t, .value = index, .low = plan->low[c],
                                .high = plan->size[c] - 1);
        }
    }
    return STREW_REFUSE(fault, STREW_INDICES_CHANGED);
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------------------------- */

/* What a run works on, under one roof. */
typedef struct job {
    const strew_plan *plan;
    strew_components components;
    unsigned char *output;
    const unsigned char *indices, *updates;
    size_t tuple_bytes;
    int is_checked; /* the policy asks for it, and there are components to check */
} job;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Behind the last of n slots, kernels prefetch some more: these repeat it. */
static void pad_slots(uint32_t *slots, size_t n)
{
    for (size_t i = 0; i < STREW_SLOTS_AHEAD; i++) slots[n + i] = slots[n - 1];
}

/* Applies n padded slots, beginning with the updates of tuple `first`. */
static void apply_slots(const job *job, size_t first, const uint32_t *slots, size_t n)
{
    job->plan->apply->run(job->output, job->updates + first * job->plan->slice_bytes, slots, n, job->plan->slice_bytes);
}

/* Turns n tuples into slots. Zero if one is outside: the indices have been checked by then, but another thread may have rewritten them. */
static int make_slots(const job *job, size_t first, uint32_t *slots, size_t n)
{
    const uint32_t largest = job->plan->indices->linearise(slots, job->indices + first * job->tuple_bytes, n, &job->components);
    return !job->is_checked || largest < job->plan->n_slots;
}

/* Without a workspace: every tuple is read once more, and applied from slots on the stack. */
static int apply_blocks(const job *job)
{
    uint32_t slots[BLOCK + STREW_SLOTS_AHEAD];
    for (size_t done = 0; done < job->plan->n_tuples; done += BLOCK) {
        const size_t n = least(job->plan->n_tuples - done, BLOCK);
        if (!make_slots(job, done, slots, n)) return 0;
        pad_slots(slots, n);
        apply_slots(job, done, slots, n);
    }
    return 1;
}

/* Without a workspace the indices are checked in a pass of their own. It goes from the end to the start: what the next pass begins with is
 * then still in the cache. Zero if a tuple is outside. */
static int check_backwards(const job *job)
{
    enum { CHECK_BLOCK = 4096 }; /* 32 KiB a component: little is prefetched in vain behind the end of a block */
    for (size_t left = job->plan->n_tuples; left > 0;) {
        const size_t n = (left - 1) % CHECK_BLOCK + 1;
        left -= n;
        if (!job->plan->indices->check(job->indices + left * job->tuple_bytes, n, &job->components)) return 0;
    }
    return 1;
}

/* With a workspace: checks and turns into slots in one pass, while a block is in the cache. Zero if a tuple is outside. */
static int fill_workspace(const job *job, uint32_t *slots)
{
    for (size_t done = 0; done < job->plan->n_tuples; done += BLOCK) {
        const size_t n = least(job->plan->n_tuples - done, BLOCK);
        const unsigned char *block = job->indices + done * job->tuple_bytes;
        if (job->is_checked && !job->plan->indices->check(block, n, &job->components)) return 0;
        if (!make_slots(job, done, slots + done, n)) return 0;
    }
    pad_slots(slots, job->plan->n_tuples);
    return 1;
}

static void apply_workspace(const job *job, const uint32_t *slots)
{
    for (size_t done = 0; done < job->plan->n_tuples; done += BLOCK) {
        const size_t n = least(job->plan->n_tuples - done, BLOCK);
        const unsigned char *next = (const unsigned char *)(slots + done + n);
        for (size_t line = 0; line < BLOCK * sizeof *slots; line += 64) STREW_PREFETCH_READ(next + line);
        apply_slots(job, done, slots + done, n);
    }
}

/* More than 2^32 slots, tuple by tuple in 64 bits: consecutive slots that share their high half are applied together, from where that half
 * points. */
static int apply_huge(job *job)
{
    const strew_plan *plan = job->plan;
    unsigned char *const output = job->output;
    uint32_t slots[BLOCK + STREW_SLOTS_AHEAD];
    uint64_t base = 0;
    size_t first = 0, n = 0;
    for (size_t t = 0; t < plan->n_tuples; t++) {
        uint64_t slot = 0;
        for (int32_t c = 0; c < plan->k; c++) {
            const int64_t index = read_index(job->indices + t * job->tuple_bytes + (size_t)(c * plan->index_bytes), plan->index_bytes);
            slot += ((uint64_t)index + (index < 0 ? (uint64_t)plan->size[c] : 0)) * plan->stride[c];
        }
        if (job->is_checked && slot >= plan->n_slots) return 0;
        if (n == BLOCK || (n != 0 && slot >> 32 != base)) {
            job->output = output + (base << 32) * plan->slice_bytes;
            pad_slots(slots, n);
            apply_slots(job, first, slots, n);
            first = t;
            n = 0;
        }
        base = slot >> 32;
        slots[n++] = (uint32_t)slot;
    }
    job->output = output + (base << 32) * plan->slice_bytes;
    pad_slots(slots, n);
    apply_slots(job, first, slots, n);
    return 1;
}

/* ---- The calls ---------------------------------------------------------------------------------------------------------------------- */

/* Whether the plan's slots are 32 bits wide, as kernels take them. */
static int has_short_slots(const strew_plan *plan)
{
    return plan->n_slots - 1 <= UINT32_MAX;
}

size_t strew_workspace_size(const strew_plan *plan)
{
    /* A slot is written and read in 4 bytes each: reading a tuple of up to 8 bytes once more costs no more than that. */
    const int is_worth_it = plan->k * plan->index_bytes > 8;
    if (!is_worth_it || plan->apply == NULL || plan->n_tuples == 0 || !has_short_slots(plan)) return 0;
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

    const int has_indices = plan->indices_bytes != 0;
    job job = {
        .plan = plan,
        .components = {(size_t)plan->k, plan->low, plan->size, plan->stride},
        .output = output,
        /* Tuples without components have no bytes, and then no address either. */
        .indices = has_indices ? indices : (const unsigned char *)"",
        .updates = updates,
        .tuple_bytes = (size_t)plan->k * (size_t)plan->index_bytes,
        .is_checked = has_indices && plan->options.policy == STREW_POLICY_ERROR,
    };
    uint32_t *slots = workspace_bytes != 0 ? align_workspace(workspace) : NULL;
    const int is_inside = slots != NULL ? fill_workspace(&job, slots) : job.is_checked ? check_backwards(&job) : 1;
    if (!is_inside) return find_fault(plan, indices, fault);

    if (plan->data_bytes != 0 && output != data) memcpy(output, data, plan->data_bytes);
    if (plan->apply != NULL && plan->n_tuples != 0) {
        if (slots != NULL) {
            apply_workspace(&job, slots);
        } else if (!(has_short_slots(plan) ? apply_blocks(&job) : apply_huge(&job))) {
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
