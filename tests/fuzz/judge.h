/* What must become of a call, decided from the contract alone. */
#ifndef STREW_TESTS_FUZZ_JUDGE_H
#define STREW_TESTS_FUZZ_JUDGE_H

#include <stddef.h>
#include <stdint.h>

#include "profiles.h"
#include "reference.h"

/* Statuses: bit n stands for number n. A call may be wrong in several ways, and any of them may be the one that it is refused for. */
typedef uint64_t verdict;
#define VERDICT(status) (UINT64_C(1) << (status))

static inline int is_in_verdict(verdict verdict, strew_status status)
{
    return (unsigned)status < 64 && (verdict >> status & 1);
}

/* Why planning must refuse the call; 0 if it must not. What only makes sense once something else is right is not looked at before. */
verdict judge_planning(const reference_call *call);

/* Of calls that can be planned: */

/* Whether negative indices count from the end. */
int judge_wraps(const strew_options *options);
/* The size of the dimension of data that component c of a tuple indexes. */
int64_t judge_indexed_size(const reference_call *call, int32_t c);

/* Whether a run must refuse an index, and then the first one. */
int judge_refuses(const reference_call *call, reference_place *place);

/* Bytes that two ranges have in common. */
size_t judge_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes);

#endif
