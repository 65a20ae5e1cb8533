/* The slices that updates touch: applying for which it matters whether an update is the first of its slice, or how many it has. */
#ifndef STREW_TOUCHED_H
#define STREW_TOUCHED_H

#include "access.h"

/* What a thread applies: all tuples, and then all members are 0; those of a selection; or blocks of dense tuples, whose slices no other
 * block names. Threads can share the record by blocks too, if the slices of each begin at a multiple of STREW_TOUCHED_SLICES: they have
 * whole bytes of the record. */
typedef struct strew_touched_part {
    const strew_selection *own;
    size_t begin, end;
} strew_touched_part;
enum { STREW_TOUCHED_SLICES = 8 };

#if STREW_BUILD_TOUCHED
/* The size of the workspace that a run of the plan needs; 0 if it needs none. SIZE_MAX if no memory is large enough. */
size_t strew_touched_bytes(const strew_plan_state *plan);

/* Whether threads can share the record, because it has a place for every slice; of rows of so many elements, or of single tuples. Slice
 * indices have 32 bits, as those of every plan that threads share. */
int strew_can_share_touched(const strew_plan_state *plan, size_t elements);

/* Groups of slices for selections, 2^shift of them, the first of which has `lead` fewer. No two have a line of the record in common. */
uint32_t strew_touched_group_shift(const strew_plan_state *plan);
uint32_t strew_touched_group_lead(const strew_plan_state *plan, const void *workspace);

/* Applies tuples: a mean, or a reduction that leaves out the old elements of output. Zero if a tuple is out of bounds, as in
 * strew_make_slice_indices. */
int strew_apply_touched(const strew_job *job, void *workspace, strew_touched_part part);
#else /* no plan needs a workspace */
#define strew_touched_bytes(plan) ((void)(plan), (size_t)0)
#define strew_can_share_touched(plan, elements) ((void)(plan), 0)
#define strew_touched_group_shift(plan) ((void)(plan), (uint32_t)0)
#define strew_touched_group_lead(plan, workspace) ((void)(plan), (void)(workspace), (uint32_t)0)
#define strew_apply_touched(job, workspace, part) ((void)(job), (void)(workspace), (void)(part), 0)
#endif

/* A table of touched slices is hashed by the high bits of a product. Its multiplier is made from the address of the workspace: whoever
 * chooses indices without that address cannot make all their hashes equal. */
static inline uint64_t strew_touched_multiplier(uint64_t address)
{
    const uint64_t over_golden_ratio = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over it */
    address *= over_golden_ratio;
    return ((address ^ address >> 32) * over_golden_ratio) | 1;
}

static inline size_t strew_touched_hash(uint64_t slice_index, uint64_t multiplier, int shift)
{
    return (size_t)(slice_index * multiplier >> shift);
}

#endif /* STREW_TOUCHED_H */
