/* The axes of gen/axes.py and the profiles of gen/profiles.py, looked up by their numbers; and their names. */
#include "types.h"

#include <strew/inspect.h>

static const strew_dtype_record dtypes[] = {
#define STREW_DTYPE(dtype, name, bytes, built, converted, is_integer, is_small_float, is_float, is_signed, value_bits, ...)                \
    [dtype] = {name, bytes, built, converted, is_integer, is_small_float, is_float, is_signed, value_bits, {__VA_ARGS__}, 0},
#include "axes.inc"
};
enum { N_DTYPES = sizeof dtypes / sizeof *dtypes };

static const struct {
    const char *name;
    int built, accumulates;
} reductions[] = {
#define STREW_REDUCTION(reduction, name, built, accumulates) [reduction] = {name, built, accumulates},
#include "axes.inc"
};
enum { N_REDUCTIONS = sizeof reductions / sizeof *reductions };

/* STREW_DTYPE_OPAQUE(n), which is built whenever moves are. Its number says how many bytes it has. */
static const strew_dtype_record opaque = {"opaque", 0, 1, 0, 0, 0, 0, 0, 0, {{STREW_DO_NONE, STREW_CTYPE_NONE}}, 0};

/* Those whose elements are stored in blocks, which are moved as opaque ones are. */
enum { FIRST_BLOCK_DTYPE = STREW_DTYPE_Q8_0 };
static const strew_dtype_record block_dtypes[] = {
#define STREW_BLOCK_DTYPE(dtype, name, bytes, elements)                                                                                    \
    [(dtype)-FIRST_BLOCK_DTYPE] = {name, bytes, STREW_BUILD_CONVERSIONS, 0, 0, 0, 0, 0, 0, {{STREW_DO_NONE, STREW_CTYPE_NONE}}, elements},
#include "axes.inc"
};
enum { N_BLOCK_DTYPES = sizeof block_dtypes / sizeof *block_dtypes };

/* Two elements in a byte, which is a block of them. */
enum { FIRST_PACKED_DTYPE = STREW_DTYPE_UINT4 };
static const strew_dtype_record packed_dtypes[] = {
#define STREW_PACKED_DTYPE(dtype, name)                                                                                                    \
    [(dtype)-FIRST_PACKED_DTYPE] = {name, 1, STREW_BUILD_CONVERSIONS, 0, 0, 0, 0, 0, 0, {{STREW_DO_NONE, STREW_CTYPE_NONE}}, 2},
#include "axes.inc"
};
enum { N_PACKED_DTYPES = sizeof packed_dtypes / sizeof *packed_dtypes };

static int is_opaque(strew_dtype dtype)
{
    return dtype > STREW_DTYPE_OPAQUE_0 && dtype <= STREW_DTYPE_OPAQUE_LAST;
}

const strew_isa_record strew_isas[] = {
#define STREW_ISA(isa, name, title, rank, built, native) {isa, name, rank, built, native},
#include "isas.inc"
};
const size_t strew_n_isas = sizeof strew_isas / sizeof *strew_isas;

static const strew_profile_record profiles[] = {
    [STREW_PROFILE_NONE] = {"none", NULL, UINT64_MAX, UINT64_MAX, UINT64_MAX, 1, 0, 1, 0, 0, 1, 1},
#define BIT(number) (UINT64_C(1) << (number))
#define STREW_PROFILE(profile, name, operator_name, dtypes, index_dtypes, reductions, wraps, any_single_update, has_batch_dims, fills,     \
                      has_small_floats, may_exclude_self, may_truncate)                                                                    \
    [profile] = {name,           operator_name, dtypes,           index_dtypes,     reductions,  wraps, any_single_update,                 \
                 has_batch_dims, fills,         has_small_floats, may_exclude_self, may_truncate},
#include "profiles.inc"
};
enum { N_PROFILES = sizeof profiles / sizeof *profiles };

int strew_is_packed(strew_dtype dtype)
{
    const size_t number = (size_t)dtype;
    return number >= FIRST_PACKED_DTYPE && number < FIRST_PACKED_DTYPE + N_PACKED_DTYPES;
}

const strew_dtype_record *strew_find_dtype(strew_dtype dtype)
{
    const size_t number = (size_t)dtype;
    if (is_opaque(dtype)) return &opaque;
    if (number >= FIRST_BLOCK_DTYPE && number < FIRST_BLOCK_DTYPE + N_BLOCK_DTYPES) return &block_dtypes[number - FIRST_BLOCK_DTYPE];
    if (strew_is_packed(dtype)) return &packed_dtypes[number - FIRST_PACKED_DTYPE];
    return number < N_DTYPES && dtypes[number].name != NULL ? &dtypes[number] : NULL;
}

#if STREW_BUILD_NAN || STREW_BUILD_ARG
const strew_numbers *strew_find_numbers(strew_dtype dtype)
{
    static const strew_numbers all[] = {
#define STREW_DTYPE_WITH_NAN(dtype, part_bytes, n_parts, largest) {dtype, part_bytes, n_parts, largest},
#include "axes.inc"
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].dtype == dtype) return &all[i];
    }
    return NULL;
}
#endif

#if STREW_BUILD_SUMS || STREW_BUILD_CONVERSIONS
const strew_wide *strew_find_wide(strew_dtype dtype)
{
    static const strew_wide all[] = {
#define STREW_WIDE_DTYPE(dtype, wide, ctype, bytes, widened, narrowed, lowest, largest)                                                    \
    {dtype, wide, ctype, bytes, widened, narrowed, (double)(lowest), (double)(largest)},
#include "axes.inc"
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].dtype == dtype) return &all[i];
    }
    return NULL;
}
#endif

const strew_profile_record *strew_find_profile(strew_profile profile)
{
    return (size_t)profile < N_PROFILES ? &profiles[profile] : NULL;
}

const char *strew_profile_name(strew_profile profile)
{
    return (size_t)profile < N_PROFILES ? profiles[profile].name : NULL;
}

int strew_is_wide(strew_dtype dtype)
{
    static const uint64_t all = 0
#define STREW_WIDE_DTYPE(dtype, wide, ctype, bytes, widened, narrowed, lowest, largest) | UINT64_C(1) << (wide)
#include "axes.inc"
        ;
    return (size_t)dtype < 64 && all >> dtype & 1;
}

int strew_accumulates(strew_reduction reduction)
{
    return reductions[reduction].accumulates;
}

int strew_reduction_is_built(strew_reduction reduction)
{
    return reductions[reduction].built;
}

int strew_index_dtype_is_built(strew_dtype dtype)
{
    static const unsigned char are_built[] = {
#define STREW_INDEX_DTYPE(dtype, built, type) [dtype] = built,
#include "axes.inc"
    };
    return are_built[dtype];
}

const char *strew_dtype_name(strew_dtype dtype)
{
    const strew_dtype_record *record = strew_find_dtype(dtype);
    return record != NULL ? record->name : NULL;
}

size_t strew_dtype_size(strew_dtype dtype)
{
    if (is_opaque(dtype)) return (size_t)dtype - STREW_DTYPE_OPAQUE_0;
    const strew_dtype_record *record = strew_find_dtype(dtype);
    return record != NULL ? record->bytes : 0;
}

int64_t strew_dtype_block(strew_dtype dtype)
{
    const strew_dtype_record *record = strew_find_dtype(dtype);
    return record == NULL ? 0 : record->block != 0 ? (int64_t)record->block : 1;
}

const char *strew_reduction_name(strew_reduction reduction)
{
    return (size_t)reduction < N_REDUCTIONS ? reductions[reduction].name : NULL;
}

const char *strew_isa_name(strew_isa isa)
{
    if (isa == STREW_ISA_BEST) return "best";
    for (size_t i = 0; i < strew_n_isas; i++) {
        if (strew_isas[i].isa == isa) return strew_isas[i].name;
    }
    return NULL;
}
