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

/* Where output is far, apply kernels prefetch the slice so many tuples ahead, or fewer where it is several prefetches, as those for any
 * width do: `slice_indices` then has as many readable entries behind the last tuple, and each of them is a slice index. With 40
 * elements_ax0 and big_elem_add of the bench, whose data is in memory, take half as long again and rows32_add a third; 96 and 160 differ
 * by a tenth, either way; without any, i64_mul8 loses a fourth. */
enum { STREW_PREFETCH_SLICES = 128, STREW_PREFETCH_WIDE_SLICES = 48 };

/* So early only the first and the last line of slices of any width are, and those between shortly before their turn, where they are so few
 * that a core can wait for them beside its work: pillars of the bench, with slices of 256 bytes, takes a fourth less, data of 4 MiB with
 * slices of 100 to 260 bytes up to two fifths. Of wider ones a core's own prefetchers see to it: emb256, with 1 KiB, takes a twentieth
 * longer where all 16 lines are prefetched at once. */
enum { STREW_PREFETCH_WHOLE_SLICES = 4, STREW_MAX_WHOLE_BYTES = 512 };

/* Updates are read from end to end, and prefetched this far ahead: between other work the core's own prefetcher does not keep up. */
enum { STREW_PREFETCH_UPDATES_BYTES = 2048 };

/* What slices look like in output and in updates. */
typedef struct strew_slices {
    size_t slice_bytes;    /* written of each */
    size_t stride_bytes;   /* from one to the next: more than slice_bytes where only some columns are written */
    size_t prefetch_bytes; /* how far ahead updates are prefetched; 0 where somebody has seen to that */
    int exceeds_l2;        /* output is too large to be found in a core's own cache, so that prefetching it pays */
} strew_slices;

/* Writes or combines n_tuples consecutive slices of `updates` into the slices of `output` that `slice_indices` names, in that order. A
 * kernel of a fixed width does not look at the sizes: its slices lie one after the other without gaps. */
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

/* Turns n_tuples tuples into slice indices and returns the largest. A tuple is outside when one of its components is not in [low, size -
 * 1].
 *
 *   check      writes no slice indices (`slice_indices` may be NULL), and returns UINT32_MAX if a tuple is outside, otherwise 0
 *   linearise  gives tuples that are outside the slice index UINT32_MAX, which is no tuple's that is inside: data has at most UINT32_MAX
 *              slice indices
 *   clamp      takes for a component that is outside, after it has wrapped, the nearest index inside
 *
 * A position_dependent kernel adds positions[i] to the slice index of tuple i; the others ignore `positions`. Vector kernels add and
 * subtract bounds in 64 bits without a look at overflow: they are for sizes up to 2^32. */
#define STREW_INDICES(name)                                                                                                                \
    uint32_t name(uint32_t *restrict slice_indices, const unsigned char *restrict indices, const uint32_t *restrict positions,             \
                  size_t n_tuples, const strew_components *components)
typedef STREW_INDICES(strew_indices_fn);

/* Whose slice indices are whose, where threads have their own. Groups of 2^shift neighbours, of which the first lacks `lead`, are
 * scattered over 32 bits, and a partition has those in a range: times 2^32 over the golden ratio, what lies together comes to lie far
 * apart. So the slices that most tuples name, which often are the first ones, have several partitions. */
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
 * and returns how many they are. Slice indices of UINT32_MAX are nobody's. There is room for n_tuples of either; own_slice_indices may
 * be slice indices. */
#define STREW_PARTITION(name)                                                                                                              \
    size_t name(uint32_t *own_slice_indices, unsigned char *restrict own_updates, const uint32_t *slice_indices,                           \
                const unsigned char *restrict updates, size_t n_tuples, const strew_partition *partition)
typedef STREW_PARTITION(strew_partition_fn);

/* Kernels are listed in the order of this number, and those that share it best first. */
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
