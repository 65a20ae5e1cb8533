/* The kernels of a mean for so many tuples that no test can run them: sums of 16 bytes give what those of 8 bytes do, and more. */
#include <strew/strew.h>

#include "dispatch.h"
#include "fill.h"
#include "reference.h"
#include "testing.h"
#include "types.h"

enum { ELEMENTS = 7, TUPLES = 9 };

static void divide_sums(strew_dtype dtype, size_t n_tuples, int has_old, strew_mean_rounding rounding, unsigned char *output)
{
    const strew_mean_kernel *const kernel = strew_find_mean(strew_find_dtype(dtype)->cells[STREW_DO_MEAN].ctype, n_tuples);
    const strew_isa_set scalar = (strew_isa_set)1 << STREW_ISA_SCALAR;
    const strew_ctype widened = strew_find_wide(dtype)->widened;
    const size_t bytes = ELEMENTS * reference_size(dtype);
    const uint32_t zeros[TUPLES] = {0};
    uint32_t tuples[TUPLES];
    unsigned char values[(TUPLES + 1) * ELEMENTS * 8];
    uint64_t sums[2 * ELEMENTS] = {0}, random = 5;
    const strew_slices slices = {bytes, sizeof sums, bytes, 0, 0, tuples, 0}, old = {bytes, 0, 0, 0, 0, zeros, 0};

    for (uint32_t t = 0; t < TUPLES; t++) tuples[t] = TUPLES - t; /* the old elements are the first */
    fill(dtype, values, (TUPLES + 1) * ELEMENTS, EXTREME, &random);
    if (kernel->start != NULL) {
        kernel->start(sums, has_old ? values : NULL, ELEMENTS);
        kernel->sum.run((unsigned char *)sums, values, zeros, TUPLES, &slices);
    } else {
        if (has_old) strew_find_apply(scalar, STREW_DO_NONE, widened, 0)->run((unsigned char *)sums, values, zeros, 1, &old);
        strew_find_apply(scalar, STREW_DO_ADD, widened, 0)->run((unsigned char *)sums, values, zeros, TUPLES, &slices);
    }
    kernel->divide(output, sums, ELEMENTS, (uint64_t)TUPLES + (uint64_t)has_old, rounding);
}

TEST(wide_sums_are_as_narrow_ones)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_INT32, STREW_DTYPE_UINT32};

    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const int has_old = (int)choose("has_old", 2);
        const strew_mean_rounding rounding = (strew_mean_rounding)choose("rounding", 2);
        unsigned char narrow[ELEMENTS * 4], wide[ELEMENTS * 4];
        divide_sums(dtype, TUPLES, has_old, rounding, narrow);
        divide_sums(dtype, SIZE_MAX, has_old, rounding, wide);
        assert_memory_equal(narrow, wide, sizeof narrow);
    }
}

/* Counts that no test can reach: the sum of 2^62 integers, and of more than 2^63. */
TEST(large_counts_divide_right)
{
    const strew_mean_kernel *const i64 = strew_find_mean(STREW_CTYPE_I64, SIZE_MAX), *const u64 =
                                                                                         strew_find_mean(STREW_CTYPE_U64, SIZE_MAX);
    const uint64_t max = INT64_MAX, count = (UINT64_C(1) << 63) + 1;
    uint64_t mean, sum[2];

    sum[0] = max << 62;
    sum[1] = max >> 2;
    i64->divide((unsigned char *)&mean, sum, 1, UINT64_C(1) << 62, STREW_MEAN_ROUNDING_FLOORS);
    assert_true(mean == max);
    /* -1 in 2^62 elements, and 0 in the others. */
    sum[0] = sum[1] = UINT64_MAX;
    i64->divide((unsigned char *)&mean, sum, 1, UINT64_C(1) << 62, STREW_MEAN_ROUNDING_FLOORS);
    assert_true(mean == UINT64_MAX);
    i64->divide((unsigned char *)&mean, sum, 1, UINT64_C(1) << 62, STREW_MEAN_ROUNDING_TRUNCATES);
    assert_true(mean == 0);
    /* (2^64 - 1) * (2^63 + 1) = 2^127 + 2^64 - 2^63 - 1 */
    sum[0] = (UINT64_C(1) << 63) - 1;
    sum[1] = UINT64_C(1) << 63;
    u64->divide((unsigned char *)&mean, sum, 1, count, STREW_MEAN_ROUNDING_FLOORS);
    assert_true(mean == UINT64_MAX);
}
