/* Ways to spoil a good call: every class of refusal of the contract's section 6, and of its profiles. */
#ifndef STREW_TESTS_SPOIL_H
#define STREW_TESTS_SPOIL_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "refusal.h"

enum { DATA_ARGUMENT, INDICES_ARGUMENT, UPDATES_ARGUMENT, OUTPUT_ARGUMENT, ARGUMENTS };

/* What is spoiled has up to so many dimensions, none of them of size 0. */
enum { MOST_RANK_OF_GOOD = 4 };

/* A call and how its pointers differ from those of a good one. */
typedef struct bad_call {
    call call;
    strew_status expected;
    int no_tensor, no_shape, no_values; /* bit n: the pointer of argument n is NULL */
    /* Output overlaps argument `overlapped` (0: none), which begins so many bytes from where output begins. */
    int overlapped;
    int64_t distance;
    /* Element `position` of the indices is `index` instead of 0, if there is a change at all. */
    int has_index;
    int64_t position, index;
} bad_call;

typedef struct spoiler {
    const char *name;
    /* Spoils a good call in way number `way`, and says with what it must be refused. Returns 0 if there is no such way for this call, and
     * -1 if there are no more. */
    int (*spoil)(bad_call *bad, size_t way);
    int may_find_none; /* there may be no way for any call, on some machines */
} spoiler;

extern const spoiler spoilers[];
extern const size_t n_spoilers;

#endif
