/* What a kernel is: the signatures, the records that list them, and nothing about any one of them.
 *
 * A slice index is the number of a slice in output: slice index s begins at byte s * stride_bytes. Slice indices are 32 bits wide,
 * because every offset that a scatter forms is a multiple of the slice: 2^32 slice indices reach 2^32 slices, whatever their width.
 * apply.c splits larger tensors. */
#ifndef STREW_KERNELS_H
#define STREW_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "build.h"
#include "compiler.h"
#include "ctypes.h"
#include "tuning.h"

/* The address of a prefetch may lie behind the end of its object, where C defines no pointer arithmetic: the integer is increased
 * instead. */
static inline const void *strew_prefetch_address(const void *base, size_t offset)
{
    return (const void *)((uintptr_t)base + offset);
}
#define STREW_PREFETCH_AT(base, offset) STREW_PREFETCH(strew_prefetch_address(base, offset))
#define STREW_PREFETCH_READ_AT(base, offset) STREW_PREFETCH_READ(strew_prefetch_address(base, offset))
#define STREW_PREFETCH_SECOND_AT(base, offset) STREW_PREFETCH_SECOND(strew_prefetch_address(base, offset))

/* The slices in output and in updates. */
typedef struct strew_slices {
    size_t slice_bytes;    /* written of each */
    size_t stride_bytes;   /* from one to the next: more than slice_bytes where only some columns are written */
    size_t prefetch_bytes; /* how far ahead updates are prefetched; 0 where they are prefetched already */
    int exceeds_l2;        /* output does not fit the second-level cache of a core, so that it is prefetched */
} strew_slices;

/* Writes or combines n_tuples consecutive slices of `updates` into the slices of `output` that `slice_indices` names, in that order. A
 * kernel of a fixed width does not read the sizes: its slices lie one after the other without gaps. */
#define STREW_APPLY(name)                                                                                                                  \
    void name(unsigned char *restrict output, const unsigned char *restrict updates, const uint32_t *restrict slice_indices,               \
              size_t n_tuples, const strew_slices *slices)
typedef STREW_APPLY(strew_apply_fn);

/* What tuples mean, component by component, and repeated for up to STREW_MAX_COMPONENTS of them: see there. */
typedef struct strew_components {
    size_t k;
    const int64_t *low; /* the least index allowed: -size, or 0 where negative indices do not wrap */
    const int64_t *size;
    const uint64_t *stride; /* in slice indices */
    size_t prefetch_bytes;  /* how far ahead indices are prefetched */
} strew_components;

/* Turns n_tuples tuples into slice indices and returns the largest. A tuple is out of bounds when one of its components is not in
 * [low, size - 1].
 *
 *   check      writes no slice indices (`slice_indices` may be NULL), and returns UINT32_MAX if a tuple is out of bounds,
 *              otherwise 0
 *   linearise  gives tuples that are out of bounds the slice index UINT32_MAX, a sentinel: data has at most UINT32_MAX slice
 *              indices
 *   clamp      takes for a component that is out of bounds, after it has wrapped, the nearest index in bounds
 *
 * A position_dependent kernel adds positions[i] to the slice index of tuple i; the others ignore `positions`. Vector kernels add and
 * subtract bounds in 64 bits without a check for overflow: they are for sizes up to 2^32. */
#define STREW_INDICES(name)                                                                                                                \
    uint32_t name(uint32_t *restrict slice_indices, const unsigned char *restrict indices, const uint32_t *restrict positions,             \
                  size_t n_tuples, const strew_components *components)
typedef STREW_INDICES(strew_indices_fn);

/* Which slice indices belong to a partition. Groups of 2^shift neighbours, of which the first lacks `lead`, are
 * scattered over 32 bits, and a partition has those in a range: times 2^32 over the golden ratio, neighbours come to lie in
 * different partitions. So the slices that most tuples name, which often are the first ones, are split among several partitions. */
typedef struct strew_partition {
    uint32_t lead, shift;
    uint32_t low, width; /* the range */
    uint32_t base;       /* what slice indices are counted from */
} strew_partition;

#define STREW_SCATTERING UINT32_C(0x9E3779B9)

static inline uint32_t strew_group_of(const strew_partition *partition, uint32_t slice_index)
{
    return (slice_index + partition->base + partition->lead) >> partition->shift;
}

static inline size_t strew_is_in_partition(const strew_partition *partition, uint32_t slice_index)
{
    return (strew_group_of(partition, slice_index) * STREW_SCATTERING - partition->low < partition->width) & (slice_index != UINT32_MAX);
}

/* Takes those of n_tuples slice indices that the partition has, in their order and counted from 0, and the updates that belong to them,
 * and returns how many they are. Slice indices of UINT32_MAX are in no partition. There is room for n_tuples of either;
 * own_slice_indices may be slice indices. */
#define STREW_PARTITION(name)                                                                                                              \
    size_t name(uint32_t *own_slice_indices, unsigned char *restrict own_updates, const uint32_t *slice_indices,                           \
                const unsigned char *restrict updates, size_t n_tuples, const strew_partition *partition)
typedef STREW_PARTITION(strew_partition_fn);

/* Kernels are listed in the order of this number, and those with the same number best first. */
#define STREW_APPLY_ORDER(operation, ctype) ((uint32_t)(operation) << 16 | (uint32_t)(ctype))
#define STREW_INDICES_ORDER(step, index_bytes, position_dependent)                                                                         \
    ((uint32_t)(step) << 16 | (uint32_t)(index_bytes) << 8 | (uint32_t)(position_dependent))

typedef struct strew_apply_kernel {
    strew_kernel kernel;
    uint32_t order;
    strew_ctype ctype;
    strew_apply_fn *run;
} strew_apply_kernel;

typedef struct strew_indices_kernel {
    strew_kernel kernel;
    uint32_t order;
    strew_indices_fn *run;
} strew_indices_kernel;

typedef struct strew_partition_kernel {
    strew_kernel kernel;
    int is_quick;
    strew_partition_fn *run;
} strew_partition_kernel;

#endif /* STREW_KERNELS_H */
