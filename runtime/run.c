/* Running a plan: check the indices, copy, and then block by block turn tuples into slots and apply the updates there. */
#include "internal.h"

#include <string.h>

/* Tuples of a block. Its slots (2 KiB) and its indices (4 KiB a component) stay in the first-level cache between the kernels, and a call of
 * a kernel, some tens of nanoseconds, is spread over enough tuples; 128 is too small, 512 to 32,768 differ little, and the stack is bounded. */
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
                                  strew_fault *fault)
{
    const struct {
        const char *subject;
        const void *bytes;
        size_t size;
        int may_be_output;
    } inputs[] = {
        {"data", data, plan->data_bytes, 1},
        {"indices", indices, plan->indices_bytes, 0},
        {"updates", updates, plan->updates_bytes, 0},
    };
    if (output == NULL && plan->data_bytes != 0) {
        return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = "output", .value = (int64_t)plan->data_bytes);
    }
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        if (inputs[i].bytes == NULL && inputs[i].size != 0) {
            return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = inputs[i].subject, .value = (int64_t)inputs[i].size);
        }
        const size_t common = overlap(output, plan->data_bytes, inputs[i].bytes, inputs[i].size);
        if (common != 0 && !(inputs[i].may_be_output && inputs[i].bytes == output)) {
            return STREW_REFUSE(fault, STREW_OVERLAP, .subject = inputs[i].subject, .value = (int64_t)common);
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

/* Applies n slots; `slots` has room behind them for what the kernels prefetch. */
static void apply_slots(const strew_plan *plan, unsigned char *output, const unsigned char *updates, uint32_t *slots, size_t n)
{
    for (size_t i = 0; i < STREW_SLOTS_AHEAD; i++) slots[n + i] = slots[n - 1];
    plan->apply->run(output, updates, slots, n, plan->slice_bytes);
}

static strew_status apply_blocks(const strew_plan *plan, const strew_components *components, unsigned char *output,
                                 const unsigned char *indices, const unsigned char *updates, strew_fault *fault)
{
    uint32_t slots[BLOCK + STREW_SLOTS_AHEAD];
    const size_t tuple_bytes = (size_t)plan->k * (size_t)plan->index_bytes;
    for (size_t done = 0; done < plan->n_tuples; done += BLOCK) {
        const size_t n = plan->n_tuples - done < BLOCK ? plan->n_tuples - done : BLOCK;
        const uint32_t largest = plan->indices->linearise(slots, indices + done * tuple_bytes, n, components);
        /* The indices were checked; another thread may have rewritten them since. */
        if (largest >= plan->n_slots && plan->options.policy != STREW_POLICY_TRUSTED) {
            return STREW_REFUSE(fault, STREW_INDICES_CHANGED);
        }
        apply_slots(plan, output, updates + done * plan->slice_bytes, slots, n);
    }
    return STREW_OK;
}

/* The same for more than 2^32 slots, tuple by tuple in 64 bits: consecutive slots that share their high half are applied together, from
 * where that half points. */
static strew_status apply_huge(const strew_plan *plan, unsigned char *output, const unsigned char *indices, const unsigned char *updates,
                               strew_fault *fault)
{
    uint32_t slots[BLOCK + STREW_SLOTS_AHEAD];
    uint64_t base = 0;
    size_t n = 0;
    for (size_t t = 0; t < plan->n_tuples; t++) {
        uint64_t slot = 0;
        for (int32_t c = 0; c < plan->k; c++, indices += plan->index_bytes) {
            const int64_t index = read_index(indices, plan->index_bytes);
            slot += ((uint64_t)index + (index < 0 ? (uint64_t)plan->size[c] : 0)) * plan->stride[c];
        }
        if (slot >= plan->n_slots && plan->options.policy != STREW_POLICY_TRUSTED) {
            return STREW_REFUSE(fault, STREW_INDICES_CHANGED);
        }
        if (n == BLOCK || (n != 0 && slot >> 32 != base)) {
            apply_slots(plan, output + (base << 32) * plan->slice_bytes, updates, slots, n);
            updates += n * plan->slice_bytes;
            n = 0;
        }
        base = slot >> 32;
        slots[n++] = (uint32_t)slot;
    }
    if (n != 0) apply_slots(plan, output + (base << 32) * plan->slice_bytes, updates, slots, n);
    return STREW_OK;
}

/* ---- The calls ---------------------------------------------------------------------------------------------------------------------- */

strew_status strew_run(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates, strew_fault *fault)
{
    if (plan == NULL) return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = "plan");
    strew_status status = check_buffers(plan, output, data, indices, updates, fault);
    if (status != STREW_OK) return status;

    const strew_components components = {(size_t)plan->k, plan->low, plan->size, plan->stride};
    const int has_indices = plan->indices_bytes != 0;
    if (has_indices && plan->options.policy == STREW_POLICY_ERROR && !plan->indices->check(indices, plan->n_tuples, &components)) {
        return find_fault(plan, indices, fault);
    }
    if (plan->data_bytes != 0 && output != data) memcpy(output, data, plan->data_bytes);
    if (plan->apply != NULL && plan->n_tuples != 0) {
        /* Tuples without components have no bytes, and then no address either. */
        const unsigned char *first = has_indices ? indices : (const unsigned char *)"";
        status = plan->n_slots - 1 <= UINT32_MAX ? apply_blocks(plan, &components, output, first, updates, fault)
                                                 : apply_huge(plan, output, first, updates, fault);
        if (status != STREW_OK) return status;
    }
    return strew_report(fault, (strew_fault){.status = STREW_OK});
}

strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                              strew_reduction reduction, const strew_options *options, strew_fault *fault)
{
    strew_plan plan;
    const strew_status status = strew_scatter_nd_plan(&plan, data, indices, updates, reduction, options, fault);
    if (status != STREW_OK) return status;
    return strew_run(&plan, output, data->values, indices->values, updates->values, fault);
}
