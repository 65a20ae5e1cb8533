/* What must become of a call, decided from the contract alone. */
#ifndef STREW_TESTS_FUZZ_ORACLE_H
#define STREW_TESTS_FUZZ_ORACLE_H

#include <stddef.h>
#include <stdint.h>

#include "profiles.h"
#include "reference.h"

/* Statuses: bit n stands for number n. A call may be wrong in several ways, and any of them may be the one that it is rejected for. */
typedef uint64_t verdict;
#define VERDICT(status) (UINT64_C(1) << (status))

static inline int is_in_verdict(verdict verdict, strew_status status)
{
    return (unsigned)status < 64 && (verdict >> status & 1);
}

/* Why planning must reject the call; 0 if it must not. What only makes sense once something else is right is not looked at before. */
verdict oracle_planning(const reference_call *call);

/* Of calls that can be planned: */

/* Whether negative indices count from the end. */
int oracle_wraps(const strew_options *options);
/* The size of the dimension of data that component c of a tuple indexes. */
int64_t oracle_indexed_size(const reference_call *call, int32_t c);

/* Whether a run must reject an index, and then the first one. */
int oracle_rejects(const reference_call *call, reference_position *place);

/* Bytes that two ranges have in common. */
size_t oracle_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes);

#endif
