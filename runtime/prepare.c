/* Indices that are known early: looked at once, and kept as what writing needs. */
#include "job.h"

/* What stands at the start of prepared memory. Behind it stand, where the slots have 32 bits and none is skipped, the slots of all tuples,
 * padded; then runs of tuples, those left out that are skipped; then a bit for every slot, while it is looked for slots that occur
 * twice. */
typedef struct prepared {
    uint64_t key; /* the plan's; none while it is being prepared */
    uint64_t row; /* of the job */
    uint64_t has_runs, n_runs, is_distinct;
} prepared;

/* Runs take the place of slots where they take no more room: where there are six tuples to a run. */
enum { ALIGNMENT = 8, SLOTS_OF_A_RUN = sizeof(strew_slot_run) / sizeof(uint32_t) };

/* A bit for each slot costs no more than the slots of the tuples, twice. */
enum { MOST_BITS_OF_A_TUPLE = 64 };

typedef struct layout {
    size_t slots, runs, bits, bytes; /* offsets, and the size */
} layout;

static int has_slots(const strew_plan *plan)
{
    return strew_has_short_slots(plan) && plan->options.policy != STREW_POLICY_SKIP;
}

static int has_bits(const strew_plan *plan)
{
    return plan->n_slots <= MOST_BITS_OF_A_TUPLE * (uint64_t)plan->n_tuples; /* strew_prepared_size has seen to it that this fits */
}

static layout lay_out(const strew_plan *plan)
{
    const size_t n_slots = has_slots(plan) ? (plan->n_tuples + STREW_SLOTS_AHEAD + 1) / 2 * 2 : 0;
    const size_t n_runs = has_slots(plan) ? plan->n_tuples / SLOTS_OF_A_RUN : plan->n_tuples;
    layout layout;
    layout.slots = sizeof(prepared);
    layout.runs = layout.slots + n_slots * sizeof(uint32_t);
    layout.bits = layout.runs + n_runs * sizeof(strew_slot_run);
    layout.bytes = layout.bits + (has_bits(plan) ? (size_t)(plan->n_slots / 64 + 1) * sizeof(uint64_t) : 0);
    return layout;
}

size_t strew_prepared_size(const strew_plan *plan)
{
    /* 24 bytes of a run and 8 of bits are more than anything takes for a tuple. */
    return plan->n_tuples <= SIZE_MAX / 64 ? lay_out(plan).bytes + ALIGNMENT - 1 : SIZE_MAX;
}

int strew_prepared_is_distinct(const void *memory)
{
    return (int)((const prepared *)(const void *)strew_align(memory, ALIGNMENT))->is_distinct;
}

/* ---- Whose it is -------------------------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t key, uint64_t value)
{
    key = (key ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 32;
}

/* All that slots and their layout depend on: plans that differ there have the same key by a chance of one in 2^64. */
static uint64_t key_of(const strew_plan *plan)
{
    const uint64_t numbers[] = {(uint64_t)plan->options.policy,
                                (uint64_t)plan->k,
                                (uint64_t)plan->is_placed,
                                plan->is_placed ? (uint64_t)plan->n_dims : 0,
                                plan->n_tuples,
                                plan->n_slots,
                                plan->n_parts,
                                plan->slice_bytes};
    uint64_t key = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) key = mix(key, numbers[i]);
    for (int32_t c = 0; c < plan->k; c++) key = mix(mix(mix(key, (uint64_t)plan->low[c]), (uint64_t)plan->size[c]), plan->stride[c]);
    for (int32_t d = 0; plan->is_placed && d < plan->n_dims; d++) key = mix(mix(key, plan->count[d]), plan->step[d]);
    return key;
}

/* ---- Preparing ---------------------------------------------------------------------------------------------------------------------- */

typedef struct pass {
    uint64_t *bits; /* or NULL */
    strew_slot_run *runs;
    size_t n_runs, most_runs; /* beyond most_runs they are only counted */
    int is_distinct;
} pass;

static void take(pass *pass, uint64_t slot, uint64_t tuple)
{
    if (pass->bits != NULL) {
        const uint64_t bit = UINT64_C(1) << slot % 64;
        if (pass->bits[slot / 64] & bit) pass->is_distinct = 0;
        pass->bits[slot / 64] |= bit;
    }
    if (pass->n_runs != 0 && pass->n_runs <= pass->most_runs) {
        strew_slot_run *last = pass->runs + pass->n_runs - 1;
        if (last->slot + last->n == slot && last->first + last->n == tuple) {
            last->n++;
            return;
        }
    }
    if (pass->n_runs < pass->most_runs) pass->runs[pass->n_runs] = (strew_slot_run){slot, tuple, 1};
    pass->n_runs++;
}

/* Zero if a tuple is outside that the policy does not take care of. */
static int take_blocks(const strew_job *job, pass *pass, uint32_t *kept)
{
    strew_scratch scratch;
    for (size_t number = 0; number < job->n_blocks; number++) {
        const strew_block block = strew_block_at(job, number);
        if (!strew_make_slots(job, &block, scratch.slots)) return 0;
        for (size_t i = 0; i < block.n; i++) {
            if (scratch.slots[i] == UINT32_MAX) continue; /* skipped */
            const uint64_t slot = scratch.slots[i] + block.base;
            if (kept != NULL) kept[block.first + i] = (uint32_t)slot;
            take(pass, slot, block.first + i);
        }
    }
    if (kept != NULL) strew_pad_slots(job->plan, kept, job->n_tuples);
    return 1;
}

static int take_huge(const strew_job *job, pass *pass)
{
    for (size_t t = 0; t < job->n_tuples; t++) {
        uint64_t slot;
        if (strew_find_slot(job, t, &slot)) {
            take(pass, slot, t);
        } else if (job->plan->options.policy != STREW_POLICY_SKIP) {
            return 0;
        }
    }
    return 1;
}

strew_status strew_prepare(const strew_plan *plan, const void *indices, void *memory, size_t memory_bytes, strew_fault *fault)
{
    if (plan == NULL) return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = "plan");
    if (indices == NULL && plan->indices_bytes != 0) {
        return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = "indices", .value = (int64_t)plan->indices_bytes);
    }
    const size_t needed = strew_prepared_size(plan);
    const int64_t told = (int64_t)strew_least(needed, PTRDIFF_MAX); /* no memory is larger */
    if (memory == NULL) return STREW_REFUSE(fault, STREW_POINTER_NULL, .subject = "prepared", .value = told);
    if (memory_bytes < needed) return STREW_REFUSE(fault, STREW_PREPARED_SIZE, .value = (int64_t)memory_bytes, .low = told);

    const layout layout = lay_out(plan);
    unsigned char *start = strew_align(memory, ALIGNMENT);
    prepared *head = (void *)start;
    pass pass = {
        .bits = has_bits(plan) ? (uint64_t *)(void *)(start + layout.bits) : NULL,
        .runs = (strew_slot_run *)(void *)(start + layout.runs),
        .most_runs = (layout.bits - layout.runs) / sizeof(strew_slot_run),
        .is_distinct = has_bits(plan),
    };
    const uint64_t key = key_of(plan);
    *head = (prepared){~key, 1, 1, 0, 0};
    if (plan->n_tuples == 0) {
        head->key = key;
        head->is_distinct = 1;
        return strew_succeed(fault);
    }
    if (pass.bits != NULL) memset(pass.bits, 0, layout.bytes - layout.bits);

    strew_job job;
    strew_begin_job(&job, plan, NULL, indices, NULL);
    uint32_t *kept = has_slots(plan) ? (uint32_t *)(void *)(start + layout.slots) : NULL;
    const int is_inside = strew_has_short_slots(plan) ? take_blocks(&job, &pass, kept) : take_huge(&job, &pass);
    if (!is_inside) return strew_find_fault(plan, indices, fault);
    *head = (prepared){key, job.row, pass.n_runs <= pass.most_runs, pass.n_runs, (uint64_t)pass.is_distinct};
    return strew_succeed(fault);
}

/* ---- Opening ------------------------------------------------------------------------------------------------------------------------ */

int strew_open_prepared(const strew_plan *plan, const void *memory, strew_opened *opened)
{
    const layout layout = lay_out(plan);
    const unsigned char *start = strew_align(memory, ALIGNMENT);
    const prepared *head = (const void *)start;
    if (head->key != key_of(plan)) return 0;
    opened->row = (size_t)head->row;
    opened->is_distinct = (int)head->is_distinct;
    opened->slots = head->has_runs ? NULL : (const void *)(start + layout.slots);
    opened->runs = (const void *)(start + layout.runs);
    opened->n_runs = (size_t)head->n_runs;
    return 1;
}
