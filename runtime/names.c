/* The names of things, and what a dtype is: the axes of gen/axes.py, looked up by their numbers. */
#include "internal.h"

static const strew_dtype_record dtypes[] = {
#define STREW_DTYPE(dtype, name, bytes, built, ...) [dtype] = {name, bytes, built, {__VA_ARGS__}},
#include "axes.inc"
};
enum { N_DTYPES = sizeof dtypes / sizeof *dtypes };

static const struct {
    const char *name;
    int built;
} reductions[] = {
#define STREW_REDUCTION(reduction, name, built) [reduction] = {name, built},
#include "axes.inc"
};
enum { N_REDUCTIONS = sizeof reductions / sizeof *reductions };
_Static_assert(N_REDUCTIONS <= sizeof dtypes[0].lane / sizeof dtypes[0].lane[0], "a dtype has a lane for every reduction");

const strew_dtype_record *strew_find_dtype(strew_dtype dtype)
{
    const size_t number = (size_t)dtype;
    return number < N_DTYPES && dtypes[number].name != NULL ? &dtypes[number] : NULL;
}

int strew_reduction_is_built(strew_reduction reduction)
{
    return reductions[reduction].built;
}

const char *strew_dtype_name(strew_dtype dtype)
{
    const strew_dtype_record *record = strew_find_dtype(dtype);
    return record != NULL ? record->name : NULL;
}

size_t strew_dtype_size(strew_dtype dtype)
{
    const strew_dtype_record *record = strew_find_dtype(dtype);
    return record != NULL ? record->bytes : 0;
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

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *strew_version(void)
{
    return TEXT(STREW_VERSION_MAJOR) "." TEXT(STREW_VERSION_MINOR) "." TEXT(STREW_VERSION_PATCH);
}
