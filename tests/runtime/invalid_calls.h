/* Ways to corrupt a good call: every class of rejection of the contract's section 6, and of its profiles. */
#ifndef STREW_TESTS_INVALID_CALLS_H
#define STREW_TESTS_INVALID_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/inspect.h>

#include "rejection.h"

enum { DATA_ARGUMENT, INDICES_ARGUMENT, UPDATES_ARGUMENT, OUTPUT_ARGUMENT, ARGUMENTS };

/* What is corrupted has up to so many dimensions, none of them of size 0. */
enum { MAX_RANK_OF_GOOD = 4 };

/* A call and how its pointers differ from those of a good one. */
typedef struct bad_call {
    call call;
    strew_fault expected;
    char sentence_parts[96];            /* see assert_sentence; if empty, of the fault only the status is expected */
    int no_tensor, no_shape, no_values; /* bit n: the pointer of argument n is NULL */
    /* Output overlaps argument `overlapped` (0: none), which begins so many bytes from where output begins. */
    int overlapped;
    int64_t distance;
    /* Element `position` of the indices is `index` instead of 0, if there is a change at all. */
    int has_index;
    int64_t position, index;
} bad_call;

typedef struct corrupter {
    const char *name;
    /* Corrupts a good call in way number `configuration`, and says with what it must be rejected. Returns 0 if there is no such way for
     * this call, and -1 if there are no more. */
    int (*corrupt)(bad_call *bad, size_t configuration);
    int may_find_none; /* on some machines there may be no way for any call */
} corrupter;

extern const corrupter corrupters[];
extern const size_t n_corrupters;

#endif
