/* The result that a call must have, decided from the contract alone. */
#ifndef STREW_TESTS_FUZZ_ORACLE_H
#define STREW_TESTS_FUZZ_ORACLE_H

#include <stddef.h>
#include <stdint.h>

#include "profiles.h"
#include "reference.h"

/* A set of statuses: bit n stands for number n. A call may have several mistakes, and its rejection may name any of them. */
typedef uint64_t verdict;
#define VERDICT(status) (UINT64_C(1) << (status))

static inline int is_in_verdict(verdict verdict, strew_status status)
{
    return (unsigned)status < 64 && (verdict >> status & 1);
}

/* Why planning must reject the call; 0 if it must not. What depends on another argument is checked only if that one is right. */
verdict oracle_planning(const reference_call *call);

/* Of calls that can be planned: */

/* Whether negative indices count from the end. */
int oracle_wraps(const strew_options *options);
/* The size of the dimension of data that component c of a tuple indexes. */
int64_t oracle_indexed_size(const reference_call *call, int32_t c);
size_t oracle_tuples(const reference_call *call);

/* Whether a run cannot do without a workspace. */
int oracle_needs_workspace(const reference_call *call);

/* Whether a run must reject an index; *position is then the first one. */
int oracle_rejects(const reference_call *call, reference_position *position);

/* Bytes that two ranges have in common. */
size_t oracle_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes);

#endif
