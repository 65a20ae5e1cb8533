/* What the files of runtime/ share: rejecting, and choosing kernels. */
#ifndef STREW_INTERNAL_H
#define STREW_INTERNAL_H

#include "plan.h"

#include <string.h>

/* Fills the caller's fault, if there is one, and passes its status on. The good news is in every call's way, and so part of it. */
static inline strew_status strew_succeed(strew_fault *fault)
{
    if (fault != NULL) *fault = (strew_fault){.status = STREW_OK};
    return STREW_OK;
}
strew_status strew_report(strew_fault *fault, const strew_fault *what);

/* `return STREW_REJECT(fault, STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 3, .high = 2);` */
#define STREW_REJECT(fault, ...) strew_report(fault, &(strew_fault){.status = __VA_ARGS__})

/* A set of instruction sets: bit n stands for the ISA numbered n. */
typedef uint32_t strew_isa_set;

/* Those that are built for this architecture and supported by the CPU and the operating system. */
strew_isa_set strew_cpu_isas(void);

/* One ISA as gen/isa/ describes it. */
typedef struct strew_isa_record {
    strew_isa isa;
    const char *name;
    int rank; /* the greater, the better */
    int built;
    int native; /* of this architecture; otherwise SIMDe writes it in portable code */
} strew_isa_record;

extern const strew_isa_record strew_isas[];
extern const size_t strew_n_isas;

/* One dtype as gen/axes.py describes it. */
typedef struct strew_dtype_record {
    const char *name;
    size_t bytes;
    int built;
    int is_integer;                      /* one that wraps around */
    strew_ctype ctype[STREW_OPERATIONS]; /* STREW_CTYPE_NONE for a move and where an operation has no meaning */
} strew_dtype_record;

/* NULL for an unknown dtype. */
const strew_dtype_record *strew_find_dtype(strew_dtype dtype);
int strew_reduction_is_built(strew_reduction reduction);

/* One version of an operator as gen/profiles.py describes it. Sets have bit n for what has the number n. */
typedef struct strew_profile_record {
    const char *name;
    const char *operator_name; /* strew's: "scatter_nd", ... */
    uint64_t dtypes, index_dtypes, reductions;
    int wraps;             /* negative indices count from the end; otherwise they are outside */
    int any_single_update; /* where updates of rank 0 are expected, one element of any rank will do */
} strew_profile_record;

/* STREW_PROFILE_NONE has a record that allows everything. NULL for an unknown profile. */
const strew_profile_record *strew_find_profile(strew_profile profile);

/* The ISAs that a plan capped at `cap` may use. */
strew_status strew_allowed_isas(strew_isa cap, strew_isa_set *allowed, strew_fault *fault);

/* What kernels are to do for a reduction, and the lane that they compute with; for a move the largest that divides a slice. */
strew_operation strew_choose_operation(const strew_dtype_record *dtype, strew_reduction reduction, strew_nan nan);
strew_ctype strew_choose_ctype(const strew_dtype_record *dtype, strew_operation operation, size_t slice_bytes);

/* The best kernel of the allowed ISAs for slices of so many bytes, or for tuples of k components; NULL if this build has none. */
const strew_apply_kernel *strew_find_apply(strew_isa_set allowed, strew_operation operation, strew_ctype ctype, size_t slice_bytes);
const strew_apply_kernel *strew_find_any_width(const strew_apply_kernel *like); /* the one for slices of any width beside it */
const strew_partition_kernel *strew_find_partition(strew_isa_set allowed, size_t slice_bytes);
const strew_indices_kernel *strew_find_indices(strew_isa_set allowed, strew_step step, int32_t index_bytes, int position_dependent,
                                               int32_t k);

/* One component of a tuple, at any address. */
static inline int64_t strew_read_index(const unsigned char *from, int32_t bytes)
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

#endif /* STREW_INTERNAL_H */
