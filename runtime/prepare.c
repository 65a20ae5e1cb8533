/* Prepared indices: read once, and stored in the form that writing needs. */
#include "prepare.h"

#include "apply.h"
#include "bins.h"
#include "call.h"
#include "check.h"
#include "estimate.h"
#include "fault.h"
#include "hints.h"
#include "segments.h"
#include "sized_struct.h"
#include "source.h"
#include "util.h"
#include "walk.h"

/* The start of prepared memory. After it come:
 * - the slice indices of all tuples, padded, if they have 32 bits; UINT32_MAX for those that are skipped;
 * - runs of tuples, without those that are skipped;
 * - a bit for every slice index, to find those that occur twice;
 * - if threads could share a run: where each bin begins, and the slice indices and the numbers of the tuples that are not skipped, sorted
 *   by bin. */
typedef struct prepared {
    uint64_t key; /* of the plan; none during preparation */
    uint64_t elements;
    uint64_t has_runs, n_runs, is_distinct, has_skipped;
    uint64_t n_bins; /* 0 if tuples are not sorted */
} prepared;

/* Runs replace slice indices if they need no more space: if there are at least six tuples per run. */
enum { ALIGNMENT = 8, SLICE_INDICES_OF_A_RUN = sizeof(strew_run_of_slices) / sizeof(uint32_t) };

typedef struct offsets {
    size_t slice_indices, runs, bits, sorted, bytes; /* and the total size */
} offsets;

/* What no memory has; and whether each part is behind the one before, where slice indices, if they have 32 bits, and runs end. */
#define TOO_LARGE (SIZE_MAX - (ALIGNMENT - 1))
#define FITS_TUPLES(of)                                                                                                                    \
    ((of).slice_indices == sizeof(prepared) && (of).slice_indices <= (of).runs && (of).runs <= (of).bits && (of).bits <= (of).sorted &&    \
     (of).sorted <= (of).bytes && (of).bits - (of).slice_indices >= plan->n_tuples * sizeof(uint32_t) &&                                   \
     (!strew_has_32_bit_slice_indices(plan) ||                                                                                             \
      (of).runs - (of).slice_indices >= (plan->n_tuples + STREW_PREFETCH_SLICES) * sizeof(uint32_t)))

/* What sorted tuples need: their bins, padded slice indices, numbers. */
enum { BINS_BYTES = (STREW_MAX_BINS + 1) * sizeof(uint32_t) };

static int has_bits(const strew_plan_state *plan)
{
    if (strew_hints_bytes(plan) != 0) return 1;                                  /* hints are checked with them, too */
    return plan->n_slices <= STREW_MAX_BITS_OF_TUPLE * (uint64_t)plan->n_tuples; /* strew_prepared_bytes makes sure that this fits */
}

/* Tuples are sorted if a run of them takes long enough to share, and threads could write to the same lines. One thread takes less than a
 * nanosecond for each byte, so a short run need not be estimated. */
static int has_sorted(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_REQUIRES_POSITIONS(plan)
    STREW_ASSIGNS()
{
    return strew_has_32_bit_slice_indices(plan) && strew_applies(plan) && strew_is_as_dense(plan) && !strew_needs_touched(plan) &&
           plan->n_tuples <= UINT32_MAX / 2 && strew_needs_partition(plan, STREW_MAX_THREADS) &&
           plan->indices_bytes / 2 + plan->updates_bytes / 2 >= STREW_MIN_SORTED_NS / 2 && strew_alone_ns(plan) >= STREW_MIN_SORTED_NS;
}

static offsets find_offsets(const strew_plan_state *plan)
    STREW_REQUIRES_SOURCE(plan)
    STREW_REQUIRES_POSITIONS(plan)
    STREW_ASSIGNS()
    STREW_ENSURES(STREW_RESULT.bytes <= TOO_LARGE && (STREW_RESULT.bytes == TOO_LARGE || FITS_TUPLES(STREW_RESULT)))
{
    /* A tuple needs at most 24 bytes for a run, 8 for bits and 8 if it is sorted. */
    if (plan->n_tuples > SIZE_MAX / 64 || strew_hints_bytes(plan) > SIZE_MAX / 64) return (offsets){.bytes = TOO_LARGE};
    const int is_short = strew_has_32_bit_slice_indices(plan);
    const size_t n_slices = is_short ? (plan->n_tuples + STREW_PREFETCH_SLICES + 1) / 2 * 2 : 0;
    const size_t n_runs = is_short ? plan->n_tuples / SLICE_INDICES_OF_A_RUN : plan->n_tuples;
    offsets offsets;
    offsets.slice_indices = sizeof(prepared);
    offsets.runs = offsets.slice_indices + n_slices * sizeof(uint32_t);
    offsets.bits = offsets.runs + n_runs * sizeof(strew_run_of_slices);
    offsets.sorted = offsets.bits + (has_bits(plan) ? (size_t)(plan->n_slices / 64 + 1) * sizeof(uint64_t) : 0);
    offsets.bytes = offsets.sorted + (has_sorted(plan) ? BINS_BYTES + 2 * n_slices * sizeof(uint32_t) : 0);
    return offsets;
}

size_t strew_prepared_bytes(const strew_plan_state *plan)
{
    return find_offsets(plan).bytes + ALIGNMENT - 1;
}

size_t strew_plan_prepared_size(const strew_plan *plan)
{
    return strew_is_planned(strew_state_of(plan)) ? strew_prepared_bytes(strew_state_of(plan)) : 0;
}

int32_t strew_prepared_is_distinct(const void *memory)
{
    return memory != NULL && (int)((const prepared *)(const void *)strew_align(memory, ALIGNMENT))->is_distinct;
}

/* ---- The key ------------------------------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t key, uint64_t value)
{
    key = (key ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 32;
}

/* A hash of everything that slice indices and their layout depend on. Plans that differ there have the same key with a probability of one
 * in 2^64. */
static uint64_t key_of(const strew_plan_state *plan)
{
    const uint64_t numbers[] = {(uint64_t)plan->rules.policy,
                                (uint64_t)plan->k,
                                plan->mirrored,
                                (uint64_t)strew_is_as_dense(plan),
                                (uint64_t)plan->views.number_base, /* it says which dimensions of the tuples are backwards */
                                (uint64_t)plan->position_dependent,
                                plan->position_dependent ? (uint64_t)plan->n_dims : 0,
                                plan->n_tuples,
                                plan->n_slices,
                                plan->n_outer,
                                plan->slice_bytes,
                                plan->is_gather ? 1 + (uint64_t)plan->n_batch_tuples : 0,
                                (uint64_t)strew_is_segment(plan),
                                (uint64_t)strew_hint_of_unique(plan) * 4 + (uint64_t)strew_hint_of_sorted(plan),
                                plan->rules.has_ignore_index,
                                plan->rules.has_ignore_index ? (uint64_t)plan->rules.ignore_index : 0};
    uint64_t key = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) key = mix(key, numbers[i]);
    for (int32_t c = 0; c < plan->k; c++)
        key = mix(mix(mix(key, (uint64_t)strew_lows_of(plan)[c]), (uint64_t)strew_sizes_of(plan)[c]), strew_strides_of(plan)[c]);
    if (strew_has_flat_dims(plan)) key = mix(key, plan->index_view.n_elements);
    for (int32_t d = 0; strew_has_flat_dims(plan) && d < plan->index_view.n_flat_dims; d++) {
        key = mix(mix(key, strew_flat_dims_of(plan)[d].n), strew_flat_dims_of(plan)[d].stride);
    }
    for (int32_t d = 0; plan->position_dependent && d < plan->n_dims; d++)
        key = mix(mix(key, strew_counts_of(plan)[d]), strew_steps_of(plan)[d]);
    return key;
}

static const strew_threads alone = {NULL, NULL, 1, 0};

/* ---- Preparing ----------------------------------------------------------------------------------------------------------------------- */

typedef struct pass {
    uint64_t *bits; /* or NULL */
    strew_run_of_slices *runs;
    size_t n_runs, max_runs; /* runs past max_runs are only counted */
    int is_distinct, has_skipped;
} pass;

static void take(pass *pass, uint64_t slice_index, uint64_t tuple)
{
    if (pass->bits != NULL) {
        const uint64_t bit = UINT64_C(1) << slice_index % 64;
        if (pass->bits[slice_index / 64] & bit) pass->is_distinct = 0;
        pass->bits[slice_index / 64] |= bit;
    }
    if (pass->n_runs != 0 && pass->n_runs <= pass->max_runs) {
        strew_run_of_slices *last = pass->runs + pass->n_runs - 1;
        if (last->slice_index + last->n == slice_index && last->first + last->n == tuple) {
            last->n++;
            return;
        }
    }
    if (pass->n_runs < pass->max_runs) pass->runs[pass->n_runs] = (strew_run_of_slices){slice_index, tuple, 1};
    pass->n_runs++;
}

/* Zero if a tuple is out of bounds and the policy does not allow that. */
static int take_tuples(const strew_job *job, pass *pass, uint32_t *kept)
{
    const int is_kept = strew_has_32_bit_slice_indices(job->plan);
    const size_t n = job->layout.n_tuples;
    strew_walk walk;
    strew_begin_walk(&walk, job, 0, job->layout.n_blocks, NULL, 0);
    while (strew_next_batch(&walk)) {
        const strew_batch *batch = &walk.batch;
        for (size_t i = 0; i < batch->n; i++) {
            const int is_skipped = batch->slice_indices[i] == UINT32_MAX;
            const uint64_t slice_index = is_skipped ? UINT32_MAX : batch->base + batch->slice_indices[i];
            if (is_kept) kept[batch->first + i] = (uint32_t)slice_index;
            pass->has_skipped |= is_skipped;
            if (!is_skipped) take(pass, slice_index, batch->first + i);
        }
    }
    /* Always padded: it may be run by another core, with another cache. */
    for (size_t i = 0; is_kept && i < STREW_PREFETCH_SLICES; i++) kept[n + i] = kept[n - 1];
    return !walk.is_out_of_bounds;
}

/* The places of sorted tuples in prepared memory. */
typedef struct sorted {
    uint32_t *first, *slice_indices, *tuples;
} sorted;

static sorted find_sorted(const strew_plan_state *plan, const unsigned char *start)
{
    uint32_t *first = (uint32_t *)(uintptr_t)start;
    uint32_t *slice_indices = first + STREW_MAX_BINS + 1;
    return (sorted){first, slice_indices, slice_indices + (plan->n_tuples + STREW_PREFETCH_SLICES + 1) / 2 * 2};
}

/* Sorts the tuples that are not skipped by bin, in their order. Returns the number of bins. */
static size_t sort_tuples(const strew_job *job, const uint32_t *slice_indices, sorted to)
{
    const size_t n = job->layout.n_tuples;
    strew_bins bins;
    strew_choose_bins(&bins, job, STREW_MAX_THREADS);
    /* The place of the next tuple of a bin, which in the end is where the next bin begins. */
    uint32_t *place = to.first + 1;
    memset(to.first, 0, (bins.n + 1) * sizeof *to.first);
    strew_count_by_bin(&bins, place, slice_indices, n);
    strew_sum_up(place, bins.n);
    const strew_moved moved = {slice_indices, NULL, to.slice_indices, (unsigned char *)to.tuples, 0, NULL};
    strew_move_by_bin(&bins, &moved, 0, n, place);
    for (size_t i = 0; i < STREW_PREFETCH_SLICES; i++) to.slice_indices[to.first[bins.n] + i] = 0;
    return bins.n;
}

strew_status strew_prepare(const strew_plan *storage, const strew_buffers *buffers, void *memory, size_t memory_bytes, strew_fault *fault)
{
    const strew_plan_state *plan = strew_state_of(storage);
    if (plan == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "plan");
    if (!plan->is_scatter && !plan->is_gather) {
        return STREW_REJECT(fault, STREW_STATUS_PLAN_MISMATCH, .subject = strew_operator_name(plan->op));
    }
    strew_buffers lacking;
    strew_status status = strew_read_buffers(&buffers, &lacking, fault);
    if (status == STREW_OK) status = strew_check_buffers_to_prepare(plan, buffers, fault);
    if (status != STREW_OK) return status;
    const void *indices = plan->has_components      ? (const void *)buffers->components
                          : strew_has_offsets(plan) ? buffers->offsets
                                                    : buffers->indices;
    status = strew_check_indices(plan, indices, fault);
    if (status != STREW_OK) return status;
    const offsets offsets = find_offsets(plan);
    const size_t needed = offsets.bytes + ALIGNMENT - 1;
    const int64_t told = (int64_t)strew_min(needed, PTRDIFF_MAX); /* no memory is larger */
    if (memory == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "prepared", .value = told);
    if (memory_bytes < needed) return STREW_REJECT(fault, STREW_STATUS_PREPARED_TOO_SMALL, .value = (int64_t)memory_bytes, .low = told);

    unsigned char *start = strew_align(memory, ALIGNMENT);
    prepared *head = (void *)start;
    pass pass = {
        .bits = has_bits(plan) ? (uint64_t *)(void *)(start + offsets.bits) : NULL,
        .runs = (strew_run_of_slices *)(void *)(start + offsets.runs),
        .max_runs = (offsets.bits - offsets.runs) / sizeof(strew_run_of_slices),
        .is_distinct = has_bits(plan),
    };
    const uint64_t key = key_of(plan);
    *head = (prepared){.key = ~key, .elements = 1, .has_runs = 1};
    const int is_in_order = !strew_is_segment(plan) || strew_are_segments_right(&alone, plan, indices);
    if (plan->n_tuples == 0) {
        if (!is_in_order) return strew_find_segment_fault(plan, indices, fault);
        head->key = key;
        head->is_distinct = 1;
        return strew_succeed(fault);
    }
    if (pass.bits != NULL) memset(pass.bits, 0, offsets.sorted - offsets.bits);

    strew_job job;
    strew_begin_job(&job, plan, NULL, indices, NULL);
    uint32_t *kept = (uint32_t *)(void *)(start + offsets.slice_indices);
    /* Update indices may pass tuples over, but are not known here: all indices are checked. */
    const int is_checked = strew_passes_over_rows(plan) && plan->check != NULL;
    const int is_right = !is_checked || strew_check(&alone, &job) != STREW_OUT_OF_BOUNDS;
    if (!is_right || !take_tuples(&job, &pass, kept)) return strew_find_fault(plan, indices, NULL, fault);
    if (!is_in_order) return strew_find_segment_fault(plan, indices, fault); /* after what is out of bounds, as in a run */
    size_t wrong = 0;
    if (strew_has_hints_to_check(plan) && !strew_are_hints_right(&job, start + offsets.bits, &wrong)) {
        return strew_find_hint_fault(&job, wrong, fault);
    }
    const int has_runs = pass.n_runs <= pass.max_runs;
    size_t n_bins = 0;
    if (offsets.bytes != offsets.sorted && !has_runs && (!pass.is_distinct || !strew_are_apart_if_distinct(plan))) {
        strew_give_slice_indices(&job, kept, pass.has_skipped);
        n_bins = sort_tuples(&job, kept, find_sorted(plan, start + offsets.sorted));
    }
    *head = (prepared){.key = key,
                       .elements = job.layout.elements,
                       .has_runs = (uint64_t)has_runs,
                       .n_runs = pass.n_runs,
                       .is_distinct = (uint64_t)pass.is_distinct,
                       .has_skipped = (uint64_t)pass.has_skipped,
                       .n_bins = n_bins};
    return strew_succeed(fault);
}

/* ---- Opening ------------------------------------------------------------------------------------------------------------------------- */

int strew_open_prepared(const strew_plan_state *plan, const void *memory, strew_opened *opened)
{
    const offsets offsets = find_offsets(plan);
    const unsigned char *start = strew_align(memory, ALIGNMENT);
    const prepared *head = (const void *)start;
    if (head->key != key_of(plan)) return 0;
    opened->elements = (size_t)head->elements;
    opened->is_distinct = (int)head->is_distinct;
    opened->has_skipped = (int)head->has_skipped;
    opened->slice_indices = head->has_runs ? NULL : (const void *)(start + offsets.slice_indices);
    opened->runs = (const void *)(start + offsets.runs);
    opened->n_runs = (size_t)head->n_runs;
    opened->bundles.n = (size_t)head->n_bins;
    if (head->n_bins != 0) {
        const sorted sorted = find_sorted(plan, start + offsets.sorted);
        opened->bundles.first = sorted.first;
        opened->bundles.slice_indices = sorted.slice_indices;
        opened->bundles.tuples = sorted.tuples;
    }
    return 1;
}

int strew_copy_prepared(const strew_plan_state *plan, const void *memory, uint32_t *slice_indices)
{
    strew_opened opened;
    if (!strew_open_prepared(plan, memory, &opened)) return 0;
    if (opened.slice_indices != NULL) {
        memcpy(slice_indices, opened.slice_indices, plan->n_tuples * sizeof *slice_indices);
        return 1;
    }
    for (size_t i = 0; i < opened.n_runs; i++) {
        const strew_run_of_slices *run = opened.runs + i;
        for (size_t t = 0; t < run->n; t++) slice_indices[run->first + t] = (uint32_t)(run->slice_index + t);
    }
    return 1;
}
