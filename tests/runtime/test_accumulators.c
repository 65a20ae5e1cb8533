/* How many private accumulators sums of integers have, which the size of a workspace tells. That their results are the same,
 * test_parallel.c tests. */
#include <strew/strew.h>

#include "tensors.h"
#include "testing.h"
#include "ways/partition.h"

/* As many as clearing and adding them is less than what each of them saves, and no more than one for two blocks; where none fits, a shadow
 * of data that is not too large. */
TEST(sums_of_integers_have_as_many_accumulators_as_pay)
{
    enum { PARTITION = 2176 * 12 + 5 * 320 * 4 + sizeof(strew_partition_pass) + 128 }; /* of 2047 tuples and 4 threads */
    enum { MAX_THREADS = 64, HIST = 65536 * 4, LINE = 64, TO_A_LINE = LINE - 1, SHADOW = HIST + TO_A_LINE, NONE = 0 };
    static const struct {
        reference_operator op;
        strew_dtype dtype;
        strew_reduction reduction;
        int64_t axis, data[2], n_tuples;
        int32_t n_threads;
        size_t workspace_bytes;
    } rows[] = {
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, 2, 2 * HIST + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_UINT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, 3, 3 * HIST + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, MAX_THREADS, MAX_THREADS * HIST + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 60000, 2, 2 * HIST + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 59000, 2, NONE},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, 1, SHADOW},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_SUB, 0, {65536, 1}, 4000000, 2, SHADOW},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_MAX, 0, {65536, 1}, 4000000, 2, SHADOW},
        {REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, 2, SHADOW},
        {REFERENCE_ND, STREW_DTYPE_BOOL, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, 2, 65536 + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT64, STREW_REDUCTION_ADD, 0, {16384, 8}, 1000000, 2, (2 << 20) + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, 0, {1 << 20, 1}, 40000000, 2, (2 << 20) + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, 0, {(1 << 20) + 1, 1}, 40000000, 2, NONE},
        {REFERENCE_ND, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, 0, {LINE + 1, 1}, 1000000, 3, 3 * 2 * LINE + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {64, 128}, 2048, 4, 2 * 32768 + TO_A_LINE},
        {REFERENCE_ND, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {64, 128}, 2047, 4, PARTITION},
        {REFERENCE_UPDATE, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, 2, 2 * HIST + TO_A_LINE},
        {REFERENCE_UPDATE, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 1, {2, 32768}, 2000000, 2, NONE},
        {REFERENCE_ELEMENTS, STREW_DTYPE_INT32, STREW_REDUCTION_ADD, 0, {65536, 1}, 4000000, 2, SHADOW},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        scatter scatter = scatter_of(rows[i].op, rows[i].axis, 2, rows[i].data, SHAPE(rows[i].n_tuples, 1));
        if (rows[i].op == REFERENCE_UPDATE) scatter.indices_rank = 1;
        scatter.dtype = rows[i].dtype;
        scatter.reduction = rows[i].reduction;
        const strew_plan plan = plan_scatter(&scatter);
        const size_t size = strew_plan_workspace_size(&plan, rows[i].n_threads);
        if (size != rows[i].workspace_bytes) fail_msg("row %zu asks for %zu bytes, expected %zu", i, size, rows[i].workspace_bytes);
    }
}
