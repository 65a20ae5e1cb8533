/* What all kernels have in common: their signatures, and the records that list them.
 *
 * A slice index is the number of a slice in output: slice index s begins at byte s * stride_bytes. Slice indices have 32 bits. This is
 * enough for 2^32 slices of any width, because every offset of a scatter is a multiple of the slice. apply.c splits larger tensors. */
#ifndef STREW_KERNELS_H
#define STREW_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <strew/strew.h>

#include <strew/convert.h>
#include <strew/inspect.h>

#include "build.h"
#include "compiler.h"
#include "contract.h"
#include "ctypes.h"
#include "kernel_contracts.h"
#include "tuning.h"

/* A prefetched address may be past the end of its object, where C defines no pointer arithmetic. So the address is computed as an
 * integer. */
static inline const void *strew_prefetch_address(const void *base, size_t offset)
{
    return (const void *)((uintptr_t)base + offset);
}
#define STREW_PREFETCH_AT(base, offset) STREW_PREFETCH(strew_prefetch_address(base, offset))
#define STREW_PREFETCH_READ_AT(base, offset) STREW_PREFETCH_READ(strew_prefetch_address(base, offset))
#define STREW_PREFETCH_SECOND_AT(base, offset) STREW_PREFETCH_SECOND(strew_prefetch_address(base, offset))

/* What a NaN of a type is like. A complex number has two parts, each a float; any other float is one. */
typedef struct strew_numbers {
    strew_dtype dtype;
    size_t part_bytes, n_parts;
    uint64_t largest; /* the bits of a part, without its sign, are larger only if it is NaN */
} strew_numbers;

/* The slices in output and in updates. */
typedef struct strew_slices {
    size_t slice_bytes;     /* the bytes of each slice that are written */
    size_t stride_bytes;    /* from one slice of output to the next: more than slice_bytes if only some columns are written */
    size_t update_bytes;    /* the same in updates */
    size_t prefetch_bytes;  /* how far ahead updates are prefetched; 0 if they are prefetched already */
    int prefetches_output;  /* output exceeds the second-level cache of a core */
    const uint32_t *tuples; /* the number of each update; fixed widths of up to STREW_MAX_MOVED_BYTES take updates as consecutive */
    int saturates;          /* kernels that round float32 to a small float limit magnitudes to its largest number, but those of NaN */
} strew_slices;

/* Writes or combines n_tuples slices of `updates` into the slices of `output` that `slice_indices` names, in that order. A kernel of a
 * fixed width ignores the sizes: its slices are adjacent. */
#define STREW_APPLY(name)                                                                                                                  \
    void name(unsigned char *restrict output, const unsigned char *restrict updates, const uint32_t *restrict slice_indices,               \
              size_t n_tuples, const strew_slices *slices)
typedef STREW_APPLY(strew_apply_fn);

/* Where a slice of output begins, and one of updates or data, of which so many bytes are read. Who gives a kernel numbers of slices knows
 * that these are there: the largest number, times the bytes from one to the next, is at most what the buffer has before its last slice. */
static inline unsigned char *strew_slice_at(unsigned char *output, size_t slice_index, size_t stride_bytes, size_t slice_bytes)
    STREW_REQUIRES(STREW_HAS_BYTES(output, slice_bytes))
    STREW_ENSURES(STREW_IS_WITHIN(output, STREW_RESULT, slice_bytes))
    STREW_ASSIGNS()
{
    (void)slice_bytes;
    return output + slice_index * stride_bytes;
}

static inline const unsigned char *strew_slice_of(const unsigned char *updates, size_t number, size_t update_bytes, size_t slice_bytes)
    STREW_REQUIRES(STREW_HAS_BYTES(updates, slice_bytes))
    STREW_ENSURES(STREW_IS_WITHIN(updates, STREW_RESULT, slice_bytes))
    STREW_ASSIGNS()
{
    (void)slice_bytes;
    return updates + number * update_bytes;
}

/* The same of row number i of n. */
static inline const unsigned char *strew_row_at(const unsigned char *rows, size_t i, size_t n, size_t step, size_t bytes)
    STREW_REQUIRES(i < n && STREW_HAS_BYTES(rows, bytes))
    STREW_ENSURES(STREW_IS_WITHIN(rows, STREW_RESULT, bytes))
    STREW_ASSIGNS()
{
    (void)n, (void)bytes;
    return rows + i * step;
}

/* And of a row of a table. */
static inline const unsigned char *strew_table_row(const unsigned char *table, size_t number, const strew_slices *slices)
{
    return strew_slice_of(table, number, slices->update_bytes, slices->slice_bytes);
}

/* Where slice i of n begins, which are adjacent: as strew_tuple_at. */
static inline unsigned char *strew_nth_slice(unsigned char *output, size_t i, size_t n, size_t slice_bytes)
    STREW_REQUIRES(i < n && STREW_HAS_BYTES(output, slice_bytes))
    STREW_ENSURES(STREW_IS_WITHIN(output, STREW_RESULT, slice_bytes))
    STREW_ASSIGNS()
{
    (void)n;
    return output + i * slice_bytes;
}

/* Parts of those whose slices are elements of another type than the updates: one converts n updates, which follow each
 * other, and one combines what was converted. */
#define STREW_STAGE(name)                                                                                                                  \
    static STREW_INLINE void name(unsigned char *restrict output, const unsigned char *restrict updates, size_t n, size_t prefetch_bytes)
#define STREW_COMBINE(name)                                                                                                                \
    static STREW_INLINE void name(unsigned char *restrict output, const unsigned char *restrict staged,                                    \
                                  const uint32_t *restrict slice_indices, size_t n, int prefetches_output)

/* What each component of a tuple means. If k is at most STREW_MAX_COMPONENTS, the arrays are repeated: see there. */
typedef struct strew_components {
    size_t k;
    const int64_t *low; /* the smallest allowed index: -size, or 0 if negative indices do not wrap */
    const int64_t *size;
    const uint64_t *stride; /* in slice indices */
    size_t prefetch_bytes;  /* how far ahead indices are prefetched, and updates where both are read at once */
#if defined(STREW_PROVE)
    const uint64_t *reach; /* [c]: the largest slice index that the first c components can name; [0] is the largest position */
#endif
} strew_components;

/* Where tuple i of n begins. As i is less than n, i * tuple_bytes + tuple_bytes is at most the bytes that indices have. */
static inline const unsigned char *strew_tuple_at(const unsigned char *indices, size_t i, size_t n, size_t tuple_bytes)
    STREW_REQUIRES(i < n && STREW_HAS_BYTES(indices, tuple_bytes))
    STREW_ENSURES(STREW_IS_WITHIN(indices, STREW_RESULT, tuple_bytes))
    STREW_ASSIGNS()
{
    (void)n;
    return indices + i * tuple_bytes;
}

/* How far a component moves a tuple. If its index is in bounds, no farther than what it adds to what the components before it reach. */
static inline uint64_t strew_move_by(const strew_components *components, size_t c, uint64_t index)
    STREW_ENSURES(index >= (uint64_t)components->size[c] || STREW_RESULT <= components->reach[c + 1] - components->reach[c])
    STREW_ENSURES(components->reach[c] <= components->reach[c + 1] && components->reach[c + 1] < UINT32_MAX)
    STREW_ASSIGNS()
{
    return index * components->stride[c];
}

/* Turns n_tuples tuples into slice indices and returns the largest. A tuple is out of bounds if one of its components is not in
 * [low, size - 1].
 *
 *   check      writes no slice indices (`slice_indices` may be NULL), and returns UINT32_MAX if a tuple is out of bounds, else 0
 *   linearise  gives a tuple that is out of bounds the slice index UINT32_MAX, a sentinel: data has at most UINT32_MAX slices
 *   clamp      replaces a component that is out of bounds, after wrapping, by the nearest index in bounds
 *
 * A position_dependent kernel adds positions[i] to the slice index of tuple i; the others ignore `positions`. Vector kernels add and
 * subtract bounds in 64 bits without a check for overflow: they are for sizes up to 2^32. */
#define STREW_INDICES(name)                                                                                                                \
    uint32_t name(uint32_t *restrict slice_indices, const unsigned char *restrict indices, const uint32_t *restrict positions,             \
                  size_t n_tuples, const strew_components *components)
typedef STREW_INDICES(strew_indices_fn);

/* Which slice indices belong to a selection. Slice indices form groups of 2^shift neighbours; the first group has `lead` fewer. The
 * number of a group is hashed to 32 bits (times 2^32 over the golden ratio), and a selection has the groups whose hash is in its range.
 * So neighbouring groups are in different selections. Often most tuples name the first slices; these are then split among several
 * selections. Parts of a run have neighbouring slices instead: with a factor of 1 and groups of one slice, a hash is a slice index. */
typedef struct strew_selection {
    uint32_t lead, shift;
    uint32_t low, width; /* the range */
    uint32_t base;       /* what slice indices are counted from */
    uint32_t scattering; /* the factor of the hash */
} strew_selection;

#define STREW_SCATTERING UINT32_C(0x9E3779B9)

static inline uint32_t strew_group_of(const strew_selection *selection, uint32_t slice_index)
{
    return (slice_index + selection->base + selection->lead) >> selection->shift;
}

static inline size_t strew_is_in_selection(const strew_selection *selection, uint32_t slice_index)
{
    return (strew_group_of(selection, slice_index) * selection->scattering - selection->low < selection->width) &
           (slice_index != UINT32_MAX);
}

/* Whether its slices are neighbours: low to low + width - 1. */
static inline int strew_is_range(const strew_selection *selection)
{
    return selection->scattering == 1;
}

/* Copies the slice indices of one selection, in their order and counted from 0, and the updates that belong to them. Returns how many there
 * are. The sentinel UINT32_MAX is in no selection. Both outputs have room for n_tuples; own_slice_indices may be slice_indices. */
#define STREW_SELECT(name)                                                                                                                 \
    size_t name(uint32_t *own_slice_indices, unsigned char *restrict own_updates, const uint32_t *slice_indices,                           \
                const unsigned char *restrict updates, size_t n_tuples, const strew_selection *selection)
typedef STREW_SELECT(strew_select_fn);

/* Copies n_tuples slices of `data`, which `slice_indices` names, to `output`, where they are adjacent and in order. A kernel of a fixed
 * width ignores slice_bytes. */
#define STREW_GATHER(name)                                                                                                                 \
    void name(unsigned char *restrict output, const unsigned char *restrict data, const uint32_t *restrict slice_indices, size_t n_tuples, \
              size_t slice_bytes, int prefetches)
typedef STREW_GATHER(strew_gather_fn);

/* Copies the elements of `data` that n_tuples indices name to `output`, in order: slices of one element and one component, whose stride
 * is 1. After each `row` of them, at least one, data begins row_bytes further. The indices are read as they are stored. Returns 0 if one is
 * out of bounds; then some elements were not copied. */
#define STREW_TAKE(name)                                                                                                                   \
    int name(unsigned char *restrict output, const unsigned char *restrict data, const unsigned char *restrict indices, size_t n_tuples,   \
             size_t row, size_t row_bytes, const strew_components *components)
typedef STREW_TAKE(strew_take_fn);

/* Its parts, which take elements of the row `in`. Element i of output is that of index i. One takes them from i on, several at a time, up
 * to an index that is out of bounds as it is, or until fewer are left, and returns where. The other one takes those from i to end - 1,
 * whose indices may be negative, and returns 0 if one is out of bounds. */
#define STREW_TAKE_PLAIN(name)                                                                                                             \
    static STREW_INLINE size_t name(unsigned char *restrict output, const unsigned char *restrict in,                                      \
                                    const unsigned char *restrict indices, size_t i, size_t end, uint64_t size, size_t prefetch_bytes)
#define STREW_TAKE_WRAPPED(name)                                                                                                           \
    static STREW_INLINE int name(unsigned char *restrict output, const unsigned char *restrict in, const unsigned char *restrict indices,  \
                                 size_t i, size_t end, int64_t low, uint64_t size, size_t prefetch_bytes)

/* Combines n_tuples updates, in order, with the elements of `output` that indices name, in the same way and in such rows. Updates are
 * `step` bytes apart, in either direction; 0: one for all. */
#define STREW_PUT(name)                                                                                                                    \
    int name(unsigned char *restrict output, const unsigned char *restrict updates, ptrdiff_t step, const unsigned char *restrict indices, \
             size_t n_tuples, size_t row, size_t row_bytes, const strew_components *components)
typedef STREW_PUT(strew_put_fn);

/* How far update i is from the first one. */
static inline ptrdiff_t strew_nth_update(size_t i, ptrdiff_t step)
    STREW_ASSIGNS()
{
    return (ptrdiff_t)i * step;
}

/* Its parts, as those of take, which put into the row `output`. */
#define STREW_PUT_PLAIN(name)                                                                                                              \
    static STREW_INLINE size_t name(unsigned char *restrict output, const unsigned char *restrict updates, ptrdiff_t step,                 \
                                    const unsigned char *restrict indices, size_t i, size_t end, uint64_t size, size_t prefetch_bytes)
#define STREW_PUT_WRAPPED(name)                                                                                                            \
    static STREW_INLINE int name(unsigned char *restrict output, const unsigned char *restrict updates, ptrdiff_t step,                    \
                                 const unsigned char *restrict indices, size_t i, size_t end, int64_t low, uint64_t size,                  \
                                 size_t prefetch_bytes)

/* Sums of a mean, one for each of n elements: they start from the old elements, or from nothing if `old` is NULL. In the end each is
 * divided by the number of elements that it adds up. A complex number is two elements. Sums of integers are aligned. Those of floats are
 * divided where they are, which is `output`, and `sums` is NULL. */
#define STREW_MEAN_START(name) void name(void *restrict sums, const unsigned char *restrict old, size_t n)
typedef STREW_MEAN_START(strew_mean_start_fn);
#define STREW_MEAN_DIVIDE(name)                                                                                                            \
    void name(unsigned char *restrict output, const void *restrict sums, size_t n, uint64_t count, strew_mean_rounding rounding)
typedef STREW_MEAN_DIVIDE(strew_mean_divide_fn);

/* What float32 is divided by or multiplied with before it is rounded to a narrow type, or multiplied with after it was widened. */
typedef struct strew_scaling {
    const void *scales; /* float32 at any address; NULL: none */
    size_t step;        /* 0: one scale for all elements; 1: one for each */
    int divides;        /* to quantize; what is read is always multiplied */
    float largest;      /* magnitude that floats saturate at; INFINITY: none does. Integers always saturate. */
} strew_scaling;

/* Converts n float32 to a narrow type: x / s or x * s is rounded to float32, saturates, and is rounded to nearest even. NaN stays NaN, and
 * is 0 as an integer. Or converts n elements of a narrow type to float32: q * s. Nothing need be aligned, and nothing overlaps. */
#define STREW_SCALE(name) void name(unsigned char *restrict to, const unsigned char *restrict from, size_t n, const strew_scaling *scaling)
typedef STREW_SCALE(strew_scale_fn);

/* Convert n blocks to float32, or float32 to n blocks, as a strew_convert_elements does. They use neither context nor scratch. */
#define STREW_WRITE_BLOCKS(name) void name(void *restrict blocks, const void *restrict floats, size_t n, void *context, void *scratch)
#define STREW_READ_BLOCKS(name) void name(void *restrict floats, const void *restrict blocks, size_t n, void *context, void *scratch)

/* Converts n_blocks blocks of block_bytes integers, or of pairs of them, to float32: (q - zero) * scale, each block with its own. The
 * difference is exact, and the product is rounded. Nothing need be aligned but scales and zeros. */
#define STREW_AFFINE(name)                                                                                                                 \
    void name(unsigned char *restrict to, const unsigned char *restrict from, size_t n_blocks, size_t block_bytes,                         \
              const float *restrict scales, const float *restrict zeros)
typedef STREW_AFFINE(strew_affine_fn);

/* Plain C combines so many elements of a slice at once, if it has them: compilers have these in registers. Less than the minimum are
 * combined one by one where each is found quickly, as a loop over them would take longer. */
enum { STREW_COLUMNS = 16, STREW_MIN_COLUMNS = 3 };
static inline size_t strew_columns_at_once(size_t n)
{
    return n < STREW_COLUMNS ? n : STREW_COLUMNS;
}

/* Tuples of n slices, slice after slice: those of slice i, in their order, are from ends[i - 1], or for the first slice from `begin`, to
 * ends[i] - 1. So many tuples as n_tuples says, counted from the first of all lists, may be prefetched. */
typedef struct strew_lists {
    const uint32_t *ends, *tuples;
    size_t n, begin, n_tuples;
} strew_lists;

/* Combines n slices, the first of which is at `output`, with their updates in a wider type, and rounds each element with an update once. */
#define STREW_SUM(name)                                                                                                                    \
    void name(unsigned char *restrict output, const unsigned char *restrict updates, const strew_lists *lists, const strew_slices *slices)
typedef STREW_SUM(strew_sum_fn);

/* Its part in plain C, for n elements, which are at byte i of each update. */
#define STREW_SUM_COLUMNS(name)                                                                                                            \
    static STREW_INLINE void name(unsigned char *restrict output, const unsigned char *restrict updates, size_t i, size_t n,               \
                                  const uint32_t *restrict tuples, size_t n_tuples, size_t distance, const strew_slices *slices)

/* Tuples of a table: the slice that each names, its row, and its weight, a number of the type of the elements, if it has one. Slice indices
 * and rows go on for STREW_PREFETCH_ROWS more, which are prefetched. */
typedef struct strew_row_tuples {
    const uint32_t *slice_indices, *rows;
    const unsigned char *weights; /* or NULL */
    size_t n;
    int replaces; /* the first of those in a row that name the same slice replaces it */
    int negates;  /* kernels of min make maxima of numbers, as minima of those with the other sign */
} strew_row_tuples;

/* Reduces the updates of n segments, which follow each other, to as many slices: lengths[s] of them each. A slice without updates is left
 * as it is. */
#define STREW_REDUCE(name)                                                                                                                 \
    void name(unsigned char *restrict output, const unsigned char *restrict updates, const uint32_t *restrict lengths, size_t n,           \
              const strew_slices *slices)
typedef STREW_REDUCE(strew_reduce_fn);

/* Segments of rows, of lengths[s] tuples each, which follow each other. The row of a tuple is what its index says, of 4 or 8 bytes, or its
 * own number if there are no indices. */
typedef struct strew_bags {
    const uint32_t *lengths;
    size_t n, n_tuples;                     /* segments; and tuples from the first one on, which may be prefetched */
    const unsigned char *indices, *weights; /* of the first tuple, or NULL */
    size_t index_bytes, weight_bytes;
    uint64_t n_rows, wrapped; /* at least 1; and what is added to an index below 0 */
    int replaces;             /* the first row replaces the slice */
    int prefetches;           /* rows */
    int divides;              /* sums become means, in kernels of small floats */
} strew_bags;

/* The row of tuple t. An index that is out of bounds, because another thread has changed it since it was checked, is that of row 0. */
static inline size_t strew_row_in_bag(const strew_bags *bags, size_t t)
    STREW_BAGS
    STREW_REQUIRES(t < bags->n_tuples)
    STREW_ENSURES(bags->indices == NULL ? STREW_RESULT == t : STREW_RESULT < bags->n_rows)
    STREW_ASSIGNS()
{
    uint64_t row;
    if (bags->indices == NULL) return t;
    if (bags->index_bytes == sizeof row) {
        memcpy(&row, bags->indices + t * sizeof row, sizeof row);
    } else {
        int32_t narrow;
        memcpy(&narrow, bags->indices + t * sizeof narrow, sizeof narrow);
        row = (uint64_t)(int64_t)narrow;
    }
    STREW_LOAD_ONCE(row);
    if ((int64_t)row < 0) row += bags->wrapped;
    return row < bags->n_rows ? (size_t)row : 0;
}

/* Combines the rows of segments, or their products with weights, with slices after each other. A slice without rows is left as it is. */
#define STREW_BAG(name)                                                                                                                    \
    void name(unsigned char *restrict output, const unsigned char *restrict table, const strew_bags *bags, const strew_slices *slices)
typedef STREW_BAG(strew_bag_fn);

/* Its part in plain C, for n elements, which are at byte i of each row, of the tuples from `first` to end - 1. */
#define STREW_BAG_COLUMNS(name)                                                                                                            \
    static STREW_INLINE void name(unsigned char *restrict output, const unsigned char *restrict table, size_t i, size_t n, size_t first,   \
                                  size_t end, const strew_bags *bags, const strew_slices *slices)

/* Combines rows, or their products with weights, with the slices of their tuples, in that order. As long as tuples in a row name the same
 * slice, it stays in registers. */
#define STREW_FUSE(name)                                                                                                                   \
    void name(unsigned char *restrict output, const unsigned char *restrict table, const strew_row_tuples *tuples,                         \
              const strew_slices *slices)
typedef STREW_FUSE(strew_fuse_fn);

/* Its part in plain C, for n elements, which are at byte i of each row, of the tuples from `first` on that name the same slice. Returns the
 * next tuple. */
#define STREW_FUSE_COLUMNS(name)                                                                                                           \
    static STREW_INLINE size_t name(unsigned char *restrict output, const unsigned char *restrict table, size_t i, size_t n, size_t first, \
                                    const strew_row_tuples *tuples, const strew_slices *slices)

/* What wins over what. The bits of a real number become a key: those of a number whose sign is set are turned by `fold`, all by `flip`,
 * and a NaN, whose bits without the sign are larger than `largest`, has a key of its own. Keys are signed integers, and the larger one
 * wins: for a minimum, `flip` turns the order round. Of a complex number, only the flags are used. */
typedef struct STREW_MAY_ALIAS strew_arg_order {
    uint64_t largest, fold, flip, of_nan;
    int64_t none, touched; /* what an arg holds where no update has come, or only NaN that never win; both are negative */
    uint8_t excludes_self; /* the first update of an element replaces it */
    uint8_t is_last;       /* an update that equals the last winner takes its place; of real numbers, only scalar kernels know this */
    uint8_t nan_loses, is_min;
    uint8_t is_bool; /* any byte but 0 is true, and what is compared becomes 0 or 1 */
} strew_arg_order;

/* Tuples whose updates may win: the number of the update of each, and what is stored if it wins. Slice indices go on for
 * STREW_PREFETCH_ARGS more if slices are prefetched, and updates for STREW_PREFETCH_COMPARED if these are. */
typedef struct strew_arg_tuples {
    const uint32_t *slice_indices, *tuples;
    const int64_t *numbers; /* or NULL, and the numbers are `first` and the ordinals */
    const uint32_t *ordinals;
    uint64_t first;
    size_t n;
} strew_arg_tuples;

/* The slices of output, and of args, and of updates. An arg has 4 or 8 bytes. */
typedef struct strew_arg_slices {
    size_t n_elements, stride_bytes, arg_stride_bytes, update_bytes, arg_bytes;
    int prefetches;         /* slices of output and args */
    int prefetches_updates; /* of tuples that name the same slice */
} strew_arg_slices;

/* Stores the updates that win over the elements of their slices, in their order, and which they are. */
#define STREW_ARG(name)                                                                                                                    \
    void name(unsigned char *restrict output, unsigned char *restrict args, const unsigned char *restrict updates,                         \
              const strew_arg_tuples *tuples, const strew_arg_slices *slices, const strew_arg_order *order)
typedef STREW_ARG(strew_arg_fn);

/* The kernels with one of these numbers are listed in a run, best first. */
#define STREW_APPLY_ORDER(operation, ctype) ((uint32_t)(operation) << 16 | (uint32_t)(ctype))
#define STREW_INDICES_ORDER(step, index_bytes, position_dependent)                                                                         \
    ((uint32_t)(step) << 16 | (uint32_t)(index_bytes) << 8 | (uint32_t)(position_dependent))

typedef struct strew_apply_kernel {
    strew_kernel kernel;
    uint32_t order;
    uint16_t ctype;
    uint16_t to_any_width; /* how many records further the kernel for any width is */
    strew_apply_fn *run;
} strew_apply_kernel;

/* The kernel of the same instruction set for slices of any width. */
static inline const strew_apply_kernel *strew_of_any_width(const strew_apply_kernel *kernel)
{
    return kernel + kernel->to_any_width;
}

typedef struct strew_indices_kernel {
    strew_kernel kernel;
    uint32_t order;
    strew_indices_fn *run;
} strew_indices_kernel;

typedef struct strew_select_kernel {
    strew_kernel kernel;
    int is_quick;
    strew_select_fn *run;
} strew_select_kernel;

/* Its width is in bytes. */
typedef struct strew_gather_kernel {
    strew_kernel kernel;
    strew_gather_fn *run;
} strew_gather_kernel;

/* Its width is in bytes too. */
typedef struct strew_take_kernel {
    strew_kernel kernel;
    int32_t index_bytes;
    strew_take_fn *run;
} strew_take_kernel;

/* Converts n elements. */
typedef void strew_convert_fn(void *to, const void *from, size_t n);

typedef struct strew_put_kernel {
    strew_kernel kernel;
    strew_operation operation;
    strew_ctype ctype;
    int32_t index_bytes;
    strew_put_fn *run;
} strew_put_kernel;

/* The compute type is of the conversion from output's type to the wider one. */
typedef struct strew_sum_kernel {
    strew_kernel kernel;
    strew_operation operation;
    strew_ctype ctype;
    strew_sum_fn *run;
} strew_sum_kernel;

typedef struct strew_fuse_kernel {
    strew_kernel kernel;
    strew_operation operation;
    strew_ctype ctype;
    strew_fuse_fn *run;
} strew_fuse_kernel;

typedef struct strew_reduce_kernel {
    strew_kernel kernel;
    strew_operation operation;
    strew_ctype ctype;
    strew_reduce_fn *run;
} strew_reduce_kernel;

typedef struct strew_bag_kernel {
    strew_kernel kernel;
    strew_operation operation;
    strew_ctype ctype;
    size_t min_bytes, whole_bytes; /* of a slice; and what it is a multiple of, unless its first row replaces it */
    strew_bag_fn *run;
} strew_bag_kernel;

/* `sum` writes to sums as others do to output. It and `start` are NULL if kernels of STREW_DO_ADD make the sums. */
typedef struct strew_mean_kernel {
    strew_apply_kernel sum;
    size_t element_bytes, sum_bytes;
    strew_mean_start_fn *start;
    strew_mean_divide_fn *divide;
} strew_mean_kernel;

/* `quantize` is NULL for unsigned integers. */
typedef struct strew_scale_kernel {
    strew_kernel kernel;
    strew_dtype dtype;
    strew_scale_fn *quantize, *dequantize;
} strew_scale_kernel;

typedef struct strew_blocks_kernel {
    strew_kernel kernel;
    strew_dtype dtype;
    strew_convert_elements *write, *read;
} strew_blocks_kernel;

typedef struct strew_arg_kernel {
    strew_kernel kernel;
    strew_ctype ctype;
    strew_arg_fn *run;
} strew_arg_kernel;

typedef struct strew_affine_kernel {
    strew_kernel kernel;
    strew_dtype dtype;
    strew_affine_fn *run;
} strew_affine_kernel;

#endif /* STREW_KERNELS_H */
