/* Where it is stored which tuples win, of a plan that has an arg: what planning finds out, what args hold before and after the tuples, and
 * the number of each tuple. */
#ifndef STREW_ARG_PASS_H
#define STREW_ARG_PASS_H

#include "factors.h"
#include "pool.h"

#if STREW_BUILD_ARG
/* A loop over args: bytes from one step to the next. */
typedef struct STREW_MAY_ALIAS strew_arg_loop {
    union {
        size_t count;
        uint64_t word; /* of the pool, where a size has 32 bits */
    };
    int64_t step;
} strew_arg_loop;

/* What a plan knows of it. While tuples are applied, an arg without a winner is negative, so that kernels know it by its sign. */
typedef struct STREW_MAY_ALIAS strew_arg_map {
    const strew_arg_kernel *kernel; /* NULL of the reduction none, under which every update wins */
    int64_t fill, step;             /* the second: if is_linear, from the args of a slice to those of the next */
    uint64_t of_axis, n_axis;       /* tuples that follow each other between two indices of the axis, and these; 0 if tuples are counted */
    strew_dtype dtype;              /* in which updates are compared */
    uint8_t is_last;                /* of equal updates, the last one counts */
    uint8_t is_numbered;            /* tuples have the numbers that fault.tuple counts */
    uint8_t is_simple;              /* and these are stored, and args are as evenly spaced as slices: as kernels read them */
    uint8_t is_linear, n_loops;     /* the second: over all args, from the innermost on */
    strew_place loops;
    strew_factors at; /* and digits */
} strew_arg_map;

static inline strew_arg_map *strew_arg_of(const strew_plan_state *plan)
{
    return (strew_arg_map *)(strew_pool_of(plan) + plan->at.arg);
}

/* Whether a dimension of data can be part of the slice in front of whose n elements it is: their args must be adjacent too. */
static inline int strew_is_arg_adjacent(const strew_request *request, int32_t of_data, size_t n)
{
    if (request->arg == NULL) return 1;
    const size_t bytes = strew_dtype_size(request->arg->dtype);
    return strew_find_step(request->arg, of_data, bytes) == (int64_t)(n * bytes);
}

/* Rejects an arg that has not the shape of output, or cannot be addressed, and one of a call that has none. */
strew_status strew_check_arg(const strew_request *request, strew_fault *fault)
    STREW_REQUIRES_BYTES(request, sizeof *request)
    STREW_REQUIRES_BYTES(request->options, sizeof *request->options)
    STREW_REQUIRES_BYTES_OR_NULL(request->options->arg_fill, sizeof(int64_t))
    STREW_REQUIRES_SHAPE(request->data)
    STREW_REQUIRES_ANY_TENSOR(request->arg)
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT != STREW_OK || request->arg->rank == request->data->rank);

/* Everything but the kernel, once the plan has its loops. */
strew_status strew_take_arg(strew_plan_state *plan, const strew_request *request, const strew_dims *dims, strew_fault *fault);

/* The kernel that compares elements of a dtype: that of data, or what both are converted to. Zero if this build has none. */
int strew_choose_arg(const strew_plan_state *plan, const strew_request *request, strew_dtype dtype);

/* The order in which a plan compares, and what args hold that have no winner. */
strew_arg_order strew_find_arg_order(const strew_plan_state *plan);

/* Fills all args, before the first tuple is applied, or as if there was none. */
void strew_begin_args(const strew_threads *threads, const strew_plan_state *plan, unsigned char *args, int has_tuples);

/* Replaces what is negative, after the last one. */
void strew_finish_args(const strew_threads *threads, const strew_plan_state *plan, unsigned char *args);

/* What is stored if one of n tuples wins: `first` and the numbers of a list are added. */
void strew_number_tuples(const strew_plan_state *plan, size_t first, const uint32_t *tuples, size_t n, int64_t *numbers);
#else
#define strew_check_arg(request, fault) STREW_OK
#define strew_is_arg_adjacent(request, of_data, n) 1
#define strew_take_arg(plan, request, dims, fault) STREW_OK
#endif

#endif /* STREW_ARG_PASS_H */
