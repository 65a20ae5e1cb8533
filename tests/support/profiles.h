/* Section 8 of the contract as a table: what each version of an operator allows. */
#ifndef STREW_TESTS_PROFILES_H
#define STREW_TESTS_PROFILES_H

#include <stddef.h>

#include <strew/strew.h>

#include "reference.h"

typedef struct profile_row {
    strew_profile profile;
    const char *name;
    reference_operator op;
    const char *dtypes;     /* names, separated by spaces */
    const char *indices;    /* likewise */
    const char *reductions; /* likewise */
    int wraps;
    int any_single_update; /* accepts any shape of one element where rank 0 is expected */
    int may_exclude_self;  /* options.excludes_self is allowed */
    int may_truncate;      /* options.mean_rounding may be STREW_MEAN_ROUNDING_TRUNCATES */
} profile_row;

enum { PROFILE_ROWS = 17 };
extern const profile_row profile_rows[PROFILE_ROWS];

/* The same for gather, whose operator has the name "gather_nd", ... */
typedef struct gather_profile_row {
    strew_profile profile;
    const char *name, *operator_name, *dtypes, *indices;
    int wraps;
    int has_batch_dims;
    int fills; /* by default a slice that is out of bounds gets zeros */
} gather_profile_row;

enum { GATHER_PROFILE_ROWS = 10 };
extern const gather_profile_row gather_profile_rows[GATHER_PROFILE_ROWS];

/* NULL for a profile that is none of gather. */
const gather_profile_row *find_gather_profile(strew_profile profile);

/* And for tensor_scatter: the opaque type of one byte is allowed, too. */
typedef struct token_profile_row {
    strew_profile profile;
    const char *name, *dtypes, *indices;
    int wraps;
} token_profile_row;

enum { TOKEN_PROFILE_ROWS = 1 };
extern const token_profile_row token_profile_rows[TOKEN_PROFILE_ROWS];

/* NULL for a profile that is none of tensor_scatter. */
const token_profile_row *find_token_profile(strew_profile profile);

/* Whether the list has the whole word. */
int has_word(const char *list, const char *word);

int profile_has_dtype(const profile_row *row, strew_dtype dtype);
int profile_has_indices(const profile_row *row, strew_dtype index_dtype);
int profile_has_reduction(const profile_row *row, strew_reduction reduction);

#endif
