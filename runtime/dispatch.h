/* Which kernels a plan uses. */
#ifndef STREW_DISPATCH_H
#define STREW_DISPATCH_H

#include "cpu.h"

/* The ISAs that a plan capped at `cap` may use. */
strew_status strew_allowed_isas(strew_isa cap, strew_isa_set *allowed, strew_fault *fault);

/* The operation and the compute type of a reduction. For a move, the largest compute type that divides a slice. */
strew_operation strew_choose_operation(const strew_dtype_record *dtype, strew_reduction reduction, strew_nan nan);
strew_ctype strew_choose_ctype(const strew_dtype_record *dtype, strew_operation operation, size_t slice_bytes);

/* The best kernel of the allowed ISAs for slices of so many bytes, or for tuples of k components; NULL if this build has none. */
const strew_apply_kernel *strew_find_apply(strew_isa_set allowed, strew_operation operation, strew_ctype ctype, size_t slice_bytes);
const strew_select_kernel *strew_find_select(strew_isa_set allowed, size_t slice_bytes);
/* NULL if there is none for this operation on elements of so many bytes. */
/* NULL if there is none: then kernels that convert make the sums in memory. */
const strew_sum_kernel *strew_find_sum(strew_isa_set allowed, strew_operation operation, strew_ctype ctype);
const strew_fuse_kernel *strew_find_fuse(strew_isa_set allowed, strew_operation operation, strew_ctype ctype);
const strew_reduce_kernel *strew_find_reduce(strew_isa_set allowed, strew_operation operation, strew_ctype ctype);

/* The kernel that reduces segments of rows; NULL if there is none. */
const strew_bag_kernel *strew_find_bag(strew_isa_set allowed, strew_operation operation, strew_ctype ctype);
const strew_put_kernel *strew_find_put(strew_isa_set allowed, strew_operation operation, strew_ctype ctype, int32_t index_bytes,
                                       size_t element_bytes);

#if STREW_BUILD_FEATURE_GATHER
/* Scalar is always allowed, and gathers slices of any width. NULL if this build leaves gathers out. */
const strew_gather_kernel *strew_find_gather(strew_isa_set allowed, size_t slice_bytes);

/* NULL if there is none for elements of so many bytes. */
const strew_take_kernel *strew_find_take(strew_isa_set allowed, int32_t index_bytes, size_t element_bytes);
#else
#define strew_find_gather(allowed, slice_bytes) ((void)(slice_bytes), (const strew_gather_kernel *)NULL)
#endif
const strew_indices_kernel *strew_find_indices(strew_isa_set allowed, strew_step step, int32_t index_bytes, int position_dependent,
                                               int32_t k);

#if STREW_BUILD_CONVERSIONS
/* Between float32 and a narrow dtype; NULL if it is none. */
const strew_scale_kernel *strew_find_scale(strew_isa_set allowed, strew_dtype dtype);
#endif

#if STREW_BUILD_CONVERSIONS
/* Between float32 and the blocks of a dtype. */
const strew_blocks_kernel *strew_find_blocks(strew_isa_set allowed, strew_dtype dtype);

/* From integers with zero points; NULL if the dtype can have none. */
const strew_affine_kernel *strew_find_affine(strew_isa_set allowed, strew_dtype dtype);
#endif

#if STREW_BUILD_ARG
/* The kernel that stores which tuple won, of elements of a compute type. */
const strew_arg_kernel *strew_find_arg(strew_isa_set allowed, strew_ctype ctype);
#endif

/* The kernels of a mean of so many tuples, whose sums cannot overflow. NULL if there are none. */
const strew_mean_kernel *strew_find_mean(strew_ctype ctype, size_t n_tuples);

#endif /* STREW_DISPATCH_H */
