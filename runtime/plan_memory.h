/* What a plan holds: everything that follows from types, shapes and options.
 *
 * It is a head of one size, and behind it a pool of words. The head has what every plan has. The pool has the arrays, which are as long as
 * the call needs: a dense call of few dimensions fills a fifth of it, and what strides, component tensors or many dimensions add share the
 * rest. The head knows them by their places in the pool, so that a plan may be copied. */
#ifndef STREW_PLAN_MEMORY_H
#define STREW_PLAN_MEMORY_H

#include "kernels.h"
#include "util.h"

/* The caller's strew_plan is storage of one type, and the library accesses it as structs of other types: see STREW_MAY_ALIAS. */

/* The number of tuples in a dimension, in a plan; the type is for pointers to it. */
typedef size_t STREW_MAY_ALIAS strew_count;

/* A grid of tuples has at most so many dimensions: see access.h. */
enum { STREW_MAX_GRID_DIMS = 8 };

/* Indices of so many bits are divided by multiplication. */
enum { STREW_SHORT_INDEX_BITS = 31 };

/* A dimension of data that flat indices pass: n elements for each step of it, so index / n steps until an index. Each step adds `stride` to
 * the slice index: the dimension's own, less all those of the next inner dimension, which begins again. It counts modulo 2^64, so that it
 * may be negative. `inverse` and `shift` divide indices of STREW_SHORT_INDEX_BITS. */
typedef struct STREW_MAY_ALIAS strew_flat_dim {
    uint64_t n, stride;
    uint32_t inverse, shift;
} strew_flat_dim;

/* How the components of the tuples are read; the loops below say where tuples are. */
typedef struct strew_index_view {
    strew_dtype dtype;
    int8_t is_dense;
    int8_t is_staged; /* kernels cannot read them where they are */
    int8_t is_apart;  /* the caller's pointer is to k pointers, each to a component of tuple 0; component_bytes and base do not count */
    int8_t is_checked_apart;                /* kernels of one component can check each where it is, before they are staged */
    int8_t is_offsets;                      /* what stands in the place of indices: see offsets.h */
    int16_t n_flat_dims;                    /* if not 0, indices are flat, of data with so many dimensions, and staged as slice indices */
    int64_t component_bytes;                /* from one component of a tuple to the next */
    int64_t base;                           /* the bytes from the caller's pointer to tuple 0 */
    uint64_t n_elements, first_slice_index; /* of flat indices: the elements of data, and the slice index of element 0 */
} strew_index_view;

/* A loop over tuples or outer indices: bytes from one step to the next. */
typedef struct STREW_MAY_ALIAS strew_loop {
    union {
        size_t count;
        uint64_t word; /* of the pool, where a size has 32 bits: see below */
    };
    union {
        int64_t indices; /* of tuples; or the mask of a masked_scatter */
        int64_t named;   /* of outer indices */
    } of;
    int64_t ordered; /* or the output of a masked_scatter */
    int64_t number;  /* of tuples: how fault.tuple counts them */
} strew_loop;

/* Whether a step is as long as `count` steps of another loop. If a tensor has 2^62 bytes or more, those may exceed an int64: then it is
 * not. */
static inline int strew_is_as_long(int64_t step, int64_t other, size_t count)
{
    return (uint64_t)step == (uint64_t)other * count;
}

/* A loop of the copy of data to output. */
typedef struct STREW_MAY_ALIAS strew_copy_loop {
    union {
        size_t count;
        uint64_t word; /* of the pool, where a size has 32 bits: see below */
    };
    int64_t data, output;
} strew_copy_loop;

/* Loops are taken from the pool one by one, in whole words, and read as an array. */
_Static_assert(sizeof(strew_loop) % sizeof(uint64_t) == 0 && sizeof(strew_copy_loop) % sizeof(uint64_t) == 0, "loops are whole words");

/* The bytes of a tensor with strides: `low` is where they begin, counted from the element with index 0 everywhere, and is not positive.
 * They are rows of row_bytes, whose beginnings are row_stride_bytes apart; a row_stride_bytes of 0 stands for one row. */
typedef struct STREW_MAY_ALIAS strew_extent {
    int64_t low;
    size_t bytes;
    uint64_t row_stride_bytes;
    size_t row_bytes;
} strew_extent;

static inline uint64_t strew_magnitude_of(int64_t step)
{
    return step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
}

/* Adds a dimension of `count` indices, whose steps are in bytes, to the extent of the others. The rows are those of the longest step. */
static inline void strew_extend(strew_extent *extent, size_t count, int64_t step)
{
    const uint64_t magnitude = strew_magnitude_of(step), distance = (count - 1) * magnitude;
    STREW_GIVEN(distance <= INT64_MAX - extent->bytes); /* as validation has checked */
    if (magnitude > extent->row_stride_bytes) {
        extent->row_stride_bytes = magnitude;
        extent->row_bytes = extent->bytes;
    } else {
        extent->row_bytes += (size_t)distance;
    }
    extent->low -= step < 0 ? (int64_t)distance : 0;
    extent->bytes += (size_t)distance;
}

/* The tensors that have extents, of a plan with strides. */
typedef enum strew_extent_of_tensor {
    STREW_EXTENT_OF_DATA,
    STREW_EXTENT_OF_INDICES,
    STREW_EXTENT_OF_ORDERED,
    STREW_EXTENT_OF_OUTPUT,
    STREW_EXTENTS
} strew_extent_of_tensor;

/* What follows from strides. All is 0 in a plan of dense tensors; see views.c. */
typedef struct strew_views {
    int8_t is_strided;  /* the passes for dense tensors cannot run it; `put` and `take` may */
    int8_t has_extents; /* they count, instead of the sizes in bytes */
    int8_t n_outer_loops, n_copies;
    int32_t differing_dimension;                   /* the first one in which the strides of data and output differ; -1 if none does */
    int64_t data_stride, output_stride;            /* there */
    int64_t named_base, ordered_base, number_base; /* of slice index 0 and of tuple 0, counted from element or tuple 0 */
} strew_views;

/* What is done with numbers that have a scale. */
typedef enum strew_scale_kind {
    STREW_SCALE_NONE,
    STREW_SCALE_FACTOR,     /* they are multiplied or divided */
    STREW_SCALE_AFFINE,     /* a gather subtracts 0 from integers first, two of which are in a byte */
    STREW_SCALE_ZERO_POINTS /* or zero points, of any integers */
} strew_scale_kind;

/* Tensors of scatters that most calls do not have. */
typedef enum strew_beside {
    STREW_HAS_ROWS = 1,    /* updates are a table: see source.h */
    STREW_HAS_WEIGHTS = 2, /* see source.h */
    STREW_HAS_ARG = 4      /* see arg.h */
} strew_beside;

/* What of the caller's options holds in every run. Pointers among the options are valid while planning only, and are not kept. */
typedef struct strew_rules {
    int64_t ignore_index;
    uint8_t policy, profile, mean_rounding, isa, nan; /* enumerators of theirs */
    uint8_t has_ignore_index, excludes_self, has_flat_indices;
    uint8_t unique, sorted; /* a strew_hint each */
} strew_rules;

/* Where the arrays are: words of the pool. */
typedef uint8_t strew_place;
typedef struct strew_places {
    strew_place n_words; /* that are taken */
    strew_place n_lanes; /* of each array of components: k of them; if k is at most STREW_MAX_COMPONENTS, repeated as vectors hold them */
    strew_place positions, loops, outer_loops, component_steps, extents, element, conversion, source, arg;
    union {
        strew_place flat_dims;
        strew_place offsets;
    };
    union {
        strew_place copies; /* of data to output */
        strew_place affine; /* of a gather, which copies nothing */
    };
} strew_places;

typedef struct STREW_MAY_ALIAS strew_plan_state {
    const strew_indices_kernel *check;  /* checks all tuples before the first write; NULL if the policy needs no check */
    const strew_indices_kernel *locate; /* turns tuples into slice indices, according to the policy */
    /* What one kind of operator has, and no other reads: is_scatter and is_gather say which. A kernel that is not needed is NULL. */
    union {
        struct {
            const strew_apply_kernel *apply;     /* writes slices; NULL if there is nothing to write */
            const strew_apply_kernel *apply_row; /* writes rows of slices, if all indices of each row are equal */
            const strew_put_kernel *put;   /* writes single elements that need no slice indices, where tuples are written in their order */
            const strew_mean_kernel *mean; /* of the reduction mean */
            /* The first updates, if options.excludes_self; and the same of rows. NULL for a mean whose sums have 16 bytes. */
            const strew_apply_kernel *move, *move_row;
            /* Of a wider accumulation: from output to its sums, and back. The second is NULL for a mean of integers. */
            const strew_apply_kernel *widen, *narrow;
            const strew_sum_kernel *sum;        /* does all of that in registers */
            const strew_apply_kernel *multiply; /* updates by alpha */
            const strew_numbers *numbers;       /* if updates that are NaN are passed over */
            const strew_select_kernel *select;  /* copies the tuples and updates of a selection */
            const strew_fuse_kernel *fuse;      /* combines rows; NULL if they are staged */
            /* Segments of narrow slices, and those of rows, by their lengths. Both are NULL if tuples are walked. */
            const strew_reduce_kernel *reduce;
            const strew_bag_kernel *bag;
        };
        struct {
            const strew_gather_kernel *gather, *gather_row; /* read slices, and rows of slices; NULL if there is nothing to read */
            const strew_take_kernel *take;                  /* reads single elements that need no slice indices */
        };
        struct {
            const strew_apply_kernel *move_tokens; /* of a short call: writes slices of any width; NULL if this build has none */
            size_t n_tokens; /* of a tensor_scatter, whose tuples are batches: the slices of updates in an outer index */
            int8_t is_circular;
        };
    };
    strew_dtype dtype;
    strew_reduction reduction;
    strew_operator op;
    int32_t k;             /* components of a tuple */
    int16_t axis;          /* the dimension of data that component 0 indexes */
    int16_t is_short;      /* see strew_is_short_call */
    int32_t element_bytes; /* of the dtype */
    strew_rules rules;
    int8_t skips;              /* some tuples are passed over: those that are out of bounds, by the policy, or ignored */
    int8_t index_bytes;        /* bytes of a component that kernels read: 4 or 8 */
    int8_t position_dependent; /* the slice index depends on the position of the tuple, as in scatter_elements */
    int8_t n_dims;             /* dimensions of the tuples, see strew_counts_of */
    int8_t n_tuple_loops;
    int8_t is_scatter, is_gather;      /* neither: an operator that copies bytes without a kernel, a tensor_scatter or a masked_scatter */
    int8_t has_components;             /* indices are component tensors */
    int8_t has_no_indices;             /* of a tensor_scatter: write indices are zeros */
    int8_t sum_bytes;                  /* of an element, if sums are in the workspace and not in output; otherwise 0 */
    int8_t saturates;                  /* sums, before they are rounded */
    int8_t mixing;                     /* of updates of another dtype with data: a strew_mixing */
    int16_t converted_bytes;           /* of an element of updates, or of a gather's output, if it is not as in data; otherwise 0 */
    int8_t has_scale;                  /* by which numbers are multiplied or divided where they are converted: a strew_scale_kind */
    int8_t segment;                    /* of a segment, what output begins with: 1 more than a strew_initial; otherwise 0 */
    int8_t beside;                     /* tensors beside data, indices and updates: a set of strew_beside */
    int8_t is_integer_sum;             /* integers wrap around: the result does not depend on the order of the tuples */
    int8_t exceeds_l2, exceeds_caches; /* of output: see cache.h. Of a gather: data exceeds the one, output the others */
    strew_places at;
    size_t n_tuples;
    size_t slice_bytes, stride_bytes; /* the second is what slice indices count: a slice, or with strides a part of the way to the next */
    uint64_t n_slices; /* of an outer index: the product of the dimensions that tuples index, or all elements in scatter_elements */
    size_t n_outer;    /* outer indices, each with all tuples: the product of the dimensions before the axis in scatter_update, else 1 */
    size_t data_bytes, indices_bytes, updates_bytes;
    size_t scratch_bytes;  /* that each thread needs for a conversion by the caller's function, in whole lines */
    size_t n_batch_tuples; /* of a gather: tuples that share an outer index in a row; all, unless it has batch dimensions */
    strew_index_view index_view;
    strew_views views;
    uint64_t mirrored; /* a bit for each component whose dimension output has backwards */
    uint64_t pool[];
} strew_plan_state;

enum { STREW_POOL_WORDS = (sizeof(strew_plan) - sizeof(strew_plan_state)) / sizeof(uint64_t) };
_Static_assert(STREW_POOL_WORDS <= (strew_place)-1, "a place has a number");
/* Every dense call has room, in later versions of a larger head too: 64 components, positions, a loop, a copy, and alpha. */
_Static_assert(3 * STREW_MAX_RANK * sizeof(uint64_t) + 2 * sizeof(uint64_t) + sizeof(strew_loop) + sizeof(strew_copy_loop) +
                       STREW_LINE_BYTES <=
                   STREW_POOL_WORDS * sizeof(uint64_t),
               "a dense call of 64 components fits a plan");
_Static_assert(3 * STREW_MAX_RANK * sizeof(uint64_t) + STREW_EXTENTS * sizeof(strew_extent) <= STREW_POOL_WORDS * sizeof(uint64_t),
               "64 components and the extents of their tensors fit a plan");
_Static_assert(_Alignof(strew_plan_state) <= _Alignof(strew_plan), "a strew_plan is aligned for what it holds");

/* The state in a caller's plan. Like strchr, it returns a pointer without const; the caller declares the pointer const to keep it so. */
static inline strew_plan_state *strew_state_of(const strew_plan *plan)
{
    return (strew_plan_state *)(uintptr_t)plan;
}

/* Whether a plan holds a call. One of zeros does not, as a caller has it who never planned; and planning leaves zeros where it rejects a
 * call, so that a caller who overlooks the status does not run what was half planned. */
static inline int strew_is_planned(const strew_plan_state *plan)
{
    return plan != NULL && plan->op != 0;
}

/* ---- Where the arrays of a plan are. Only the files that plan write to them. --------------------------------------------------------- */

static inline uint64_t *strew_pool_of(const strew_plan_state *plan)
{
    return ((strew_plan_state *)(uintptr_t)plan)->pool;
}

/* By component: the smallest allowed index, the size of its dimension, and its stride in slice indices. */
static inline int64_t *strew_lows_of(const strew_plan_state *plan)
{
    return (int64_t *)strew_pool_of(plan);
}

static inline int64_t *strew_sizes_of(const strew_plan_state *plan)
{
    return strew_lows_of(plan) + plan->at.n_lanes;
}

static inline uint64_t *strew_strides_of(const strew_plan_state *plan)
{
    return strew_pool_of(plan) + 2 * (size_t)plan->at.n_lanes;
}

/* The shape of the tuples in row-major order, n_dims dimensions and at least one: the number of tuples in each, and the slice indices from
 * one to the next by position alone. Neighbouring dimensions are joined if possible. Where positions do not matter all steps are 0; then
 * the dimensions are those of indices without those of size 1, if they are so few that a grid of them is tried, and otherwise one. */
static inline strew_count *strew_counts_of(const strew_plan_state *plan)
{
    return (strew_count *)(strew_pool_of(plan) + plan->at.positions);
}

static inline uint64_t *strew_steps_of(const strew_plan_state *plan)
{
    return strew_pool_of(plan) + plan->at.positions + plan->n_dims;
}

/* The loops over the tuples, outermost first. */
static inline strew_loop *strew_loops_of(const strew_plan_state *plan)
{
    return (strew_loop *)(strew_pool_of(plan) + plan->at.loops);
}

/* Loop i of the outer indices, from the innermost one on, if the plan is strided. */
static inline strew_loop *strew_outer_loop_of(const strew_plan_state *plan, int32_t i)
{
    return (strew_loop *)(strew_pool_of(plan) + plan->at.outer_loops) + i;
}

/* The loops of the copy of data to output, from the innermost one on. */
static inline strew_copy_loop *strew_copies_of(const strew_plan_state *plan)
{
    return (strew_copy_loop *)(strew_pool_of(plan) + plan->at.copies);
}

/* Of component tensors: the bytes from one step of loop i to the next in component c, at i * k + c. */
static inline int64_t *strew_component_steps_of(const strew_plan_state *plan)
{
    return (int64_t *)(strew_pool_of(plan) + plan->at.component_steps);
}

/* Of flat indices: index_view.n_flat_dims dimensions. */
static inline strew_flat_dim *strew_flat_dims_of(const strew_plan_state *plan)
{
    return (strew_flat_dim *)(strew_pool_of(plan) + plan->at.flat_dims);
}

/* The extent of a tensor; NULL if its bytes follow one another. */
static inline strew_extent *strew_extent_of(const strew_plan_state *plan, strew_extent_of_tensor tensor)
{
    return plan->views.has_extents ? (strew_extent *)(strew_pool_of(plan) + plan->at.extents) + tensor : NULL;
}

/* Of a gather: the element for tuples that are skipped. */
static inline unsigned char *strew_fill_of(const strew_plan_state *plan)
{
    return (unsigned char *)(strew_pool_of(plan) + plan->at.element);
}

/* Of a segment: the element that output begins with. */
static inline unsigned char *strew_initial_of(const strew_plan_state *plan)
{
    return strew_fill_of(plan);
}

/* Of a scatter: alpha, as often as a line has room for it. */
static inline unsigned char *strew_alphas_of(const strew_plan_state *plan)
{
    return strew_fill_of(plan);
}

#endif /* STREW_PLAN_MEMORY_H */
