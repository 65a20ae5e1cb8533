/* What dtypes, reductions, instruction sets and profiles are: records looked up by their numbers. */
#ifndef STREW_TYPES_H
#define STREW_TYPES_H

#include "kernels.h"

/* Whose kernels do an operation for a dtype. */
typedef struct strew_cell {
    strew_operation operation;
    strew_ctype ctype; /* STREW_CTYPE_NONE for a move, and if an operation has no meaning */
} strew_cell;

/* One dtype as gen/axes.py describes it. */
typedef struct strew_dtype_record {
    const char *name;
    size_t bytes; /* 0 of opaque elements, whose number says it: see strew_dtype_size */
    int built;
    uint64_t converted; /* types that this build makes elements of it from, by the bits of their numbers */
    int is_integer;     /* it wraps around */
    int is_small_float; /* computed in float32 */
    int is_float, is_signed;
    int value_bits; /* of a real number or bool, without a sign; of a float those of the mantissa, and one; 0 of all else */
    strew_cell cells[STREW_OPERATIONS];
    size_t block; /* elements that are stored together, in so many bytes; 0 if each is alone */
} strew_dtype_record;

/* NULL for an unknown dtype. */
const strew_dtype_record *strew_find_dtype(strew_dtype dtype)
    STREW_FINDS_RECORD;
/* Whether two elements are in a byte. */
int strew_is_packed(strew_dtype dtype)
    STREW_ASSIGNS();
#if STREW_BUILD_NAN || STREW_BUILD_ARG
const strew_numbers *strew_find_numbers(strew_dtype dtype); /* NULL for a type without NaN */
#else                                                       /* no plan asks what is NaN */
#define strew_find_numbers(dtype) ((const strew_numbers *)NULL)
#endif
/* A wider type that a dtype can be accumulated in: its compute type and bytes, and the compute types from one to the other and back. */
typedef struct strew_wide {
    strew_dtype dtype, wide;
    strew_ctype ctype;
    size_t bytes;
    strew_ctype widened, narrowed;
    double lowest, largest; /* finite number of the dtype */
} strew_wide;
#if STREW_BUILD_SUMS || STREW_BUILD_CONVERSIONS
const strew_wide *strew_find_wide(strew_dtype dtype); /* NULL if there is none */
#else
#define strew_find_wide(dtype) ((void)(dtype), (const strew_wide *)NULL)
#endif
int strew_is_wide(strew_dtype dtype);             /* whether a dtype can be accumulated in this one */
int strew_accumulates(strew_reduction reduction); /* whether it may be computed in a wider type, and rounded once */
int strew_reduction_is_built(strew_reduction reduction);
int strew_index_dtype_is_built(strew_dtype dtype); /* of integers */

/* One version of an operator as gen/profiles.py describes it. In a set, bit n stands for the number n. */
typedef struct strew_profile_record {
    const char *name;
    const char *operator_name; /* strew's: "scatter_nd", ... */
    uint64_t dtypes, index_dtypes, reductions;
    int wraps;             /* negative indices count from the end; otherwise they are out of bounds */
    int any_single_update; /* if updates of rank 0 are expected, one element of any rank is accepted */
    int has_batch_dims;    /* of a gather; otherwise batch_dims must be 0 */
    int fills;             /* a gather gives zeros where an index is out of bounds, if the policy is the default */
    int has_small_floats;  /* STREW_DTYPE_OPAQUE(1) stands for floats of one byte that strew does not compute with */
    int may_exclude_self;  /* options.excludes_self may be set */
    int may_truncate;      /* options.mean_rounding may be STREW_MEAN_ROUNDING_TRUNCATES */
} strew_profile_record;

/* STREW_PROFILE_NONE has a record that allows everything. NULL for an unknown profile. */
const strew_profile_record *strew_find_profile(strew_profile profile)
    STREW_FINDS_RECORD;

/* How data of a dtype is reduced by updates of another one. */
typedef enum strew_mixing {
    STREW_MIX_NOT,   /* not at all */
    STREW_MIX_ALIKE, /* by updates that were converted, which gives the same as computing in the wider type */
    STREW_MIX_SUMS,  /* what is accumulated: by updates that were converted to the type of the sums */
    STREW_MIX_WIDE   /* in the wider type, and rounded after each update */
} strew_mixing;

/* One ISA as gen/isa/ describes it. */
typedef struct strew_isa_record {
    strew_isa isa;
    const char *name;
    int rank; /* higher is better */
    int built;
    int native; /* of this architecture; otherwise emulated by SIMDe */
} strew_isa_record;

extern const strew_isa_record strew_isas[];
extern const size_t strew_n_isas;

#endif /* STREW_TYPES_H */
