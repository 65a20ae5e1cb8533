/* Every type of indices, at its limits. */
#include <strew/group.h>

#include <stdlib.h>

#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "gathering.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "tokens.h"
#include "views.h"

/* A gather from one byte that is expanded to `size` bytes: it needs no memory, so that every index can be in bounds. */
static strew_status gather_expanded(strew_dtype dtype, uint64_t index, int64_t size, const strew_options *options, strew_fault *fault)
{
    const unsigned char byte = 42;
    static const int64_t zero = 0;
    unsigned char index_bytes[8], result = 0;
    const strew_tensor from = {STREW_DTYPE_UINT8, 1, &size, &byte, &zero}, at = {dtype, 0, NULL, index_bytes, NULL};

    reference_write_integer(dtype, index_bytes, index);
    const strew_status status = strew_gather(&result, &from, &at, 0, 0, options, fault);
    if (status == STREW_OK) assert_int_equal(result, options && options->policy == STREW_POLICY_SKIP ? 0 : 42);
    return status;
}

/* The same index by a scatter of slices without elements. */
static strew_status scatter_nothing(strew_dtype dtype, uint64_t index, int64_t size, strew_fault *fault)
{
    const int64_t shape[] = {size, 0}, indices_shape[] = {1, 1}, updates_shape[] = {1, 0};
    unsigned char index_bytes[8];
    const strew_tensor to = {STREW_DTYPE_UINT8, 2, shape, NULL, NULL}, at = {dtype, 2, indices_shape, index_bytes, NULL};
    const strew_tensor from = {STREW_DTYPE_UINT8, 2, updates_shape, NULL, NULL};

    reference_write_integer(dtype, index_bytes, index);
    return strew_scatter_nd(NULL, &to, &at, &from, STREW_REDUCTION_ADD, NULL, fault);
}

TEST(indices_reach_the_limits_of_their_type)
{
    for (size_t i = 0; i < REFERENCE_INDEX_DTYPES; i++) {
        const strew_dtype dtype = reference_index_dtypes[i];
        const reference_type type = reference_type_of(dtype);
        const int is_signed = type.kind == REFERENCE_SIGNED;
        /* The largest index that is tried: 2^62, or 2^30 where addresses have 32 bits. */
        const uint64_t limit = (uint64_t)PTRDIFF_MAX / 2 + 1;
        const uint64_t all = UINT64_MAX >> (64 - 8 * type.size), largest = is_signed ? all >> 1 : all;
        const uint64_t max = largest > limit ? limit : largest;
        strew_fault fault;
        assert_int_equal(gather_expanded(dtype, max, (int64_t)max + 1, NULL, &fault), STREW_OK);
        assert_int_equal(scatter_nothing(dtype, max, (int64_t)max + 1, &fault), STREW_OK);
        assert_int_equal(gather_expanded(dtype, max, (int64_t)max, NULL, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, (reference_position){0, (int64_t)max, -(int64_t)max, (int64_t)max - 1, 0, 0});
        assert_int_equal(scatter_nothing(dtype, max, (int64_t)max, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, (reference_position){0, (int64_t)max, -(int64_t)max, (int64_t)max - 1, 0, 0});
        /* All bits are -1, which counts from the end, or the largest number. */
        assert_int_equal(gather_expanded(dtype, UINT64_MAX, 100, NULL, &fault), is_signed ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(scatter_nothing(dtype, UINT64_MAX, 100, &fault), is_signed ? STREW_OK : STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        if (!is_signed) {
            const int64_t value = largest > INT64_MAX ? INT64_MAX : (int64_t)largest;
            assert_index_fault(&fault, (reference_position){0, value, -100, 99, 0, 0});
        } else if (largest < limit) {
            assert_int_equal(gather_expanded(dtype, ~largest, (int64_t)largest + 1, NULL, &fault), STREW_OK);
            assert_int_equal(scatter_nothing(dtype, ~largest, (int64_t)largest, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            assert_index_fault(&fault, (reference_position){0, -(int64_t)largest - 1, -(int64_t)largest, (int64_t)largest - 1, 0, 0});
        }
    }
}

TEST(indices_beyond_int64_are_out_of_bounds)
{
    static const uint64_t numbers[] = {UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX - 4};
    static const int64_t shape[] = {4, 1}, rows_of_one[] = {1, 1};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        for (int policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
            if (policy == STREW_POLICY_TRUSTED) continue;
            for (int negative = STREW_NEGATIVE_WRAPS; negative <= STREW_NEGATIVE_OUT_OF_BOUNDS; negative++) {
                strew_options options = STREW_OPTIONS_INIT;
                strew_fault fault;
                float values[4] = {0}, one = 1;
                options.policy = (strew_policy)policy;
                options.negative = (strew_negative)negative;
                options.has_ignore_index = 1;
                options.ignore_index = -1; /* no number of uint64 is */
                const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 2, shape, values, NULL};
                const strew_tensor of_indices = {STREW_DTYPE_UINT64, 2, rows_of_one, &numbers[i], NULL};
                const strew_tensor of_updates = {STREW_DTYPE_FLOAT32, 2, rows_of_one, &one, NULL};
                const strew_status status =
                    strew_scatter_nd(values, &of_data, &of_indices, &of_updates, STREW_REDUCTION_ADD, &options, &fault);
                assert_int_equal(status, policy == STREW_POLICY_ERROR ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
                if (policy == STREW_POLICY_ERROR)
                    assert_index_fault(&fault, (reference_position){0, INT64_MAX, negative ? 0 : -4, 3, 0, 0});
                for (int at = 0; at < 4; at++) assert_true(values[at] == (policy == STREW_POLICY_CLAMP && at == 3 ? 1.0f : 0.0f));
                assert_int_equal(gather_expanded(STREW_DTYPE_UINT64, numbers[i], 4, &options, &fault), status);
            }
        }
    }
}

/* They are ignored together, as the padding that all bits of a uint64 are. */
TEST(indices_beyond_int64_can_be_ignored)
{
    static const uint64_t numbers[] = {INT64_MAX, UINT64_C(1) << 63, UINT64_MAX, 1};
    static const int64_t shape[] = {4, 1}, all[] = {4, 1}, n_chunks = 1, edges_of[] = {0, 4}, *const edges[] = {edges_of};
    const strew_chunk_grid grid = {&n_chunks, edges};
    float values[4] = {0}, updates[] = {1, 2, 3, 4}, gathered[4];
    int64_t starts[2], order[4];
    strew_options options = STREW_OPTIONS_INIT;
    const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 2, shape, values, NULL}, of_updates = {STREW_DTYPE_FLOAT32, 2, all, updates, NULL},
                       of_indices = {STREW_DTYPE_UINT64, 2, all, numbers, NULL}, line = {STREW_DTYPE_FLOAT32, 1, shape, updates, NULL},
                       of_line = {STREW_DTYPE_UINT64, 1, shape, numbers, NULL};

    options.has_ignore_index = 1;
    options.ignore_index = INT64_MAX;
    assert_int_equal(strew_scatter_nd(values, &of_data, &of_indices, &of_updates, STREW_REDUCTION_ADD, &options, NULL), STREW_OK);
    for (int at = 0; at < 4; at++) assert_true(values[at] == (at == 1 ? 4.0f : 0.0f));
    assert_int_equal(strew_gather(gathered, &line, &of_line, 0, 0, &options, NULL), STREW_OK);
    for (int at = 0; at < 4; at++) assert_true(gathered[at] == (at == 3 ? 2.0f : 0.0f));
    assert_int_equal(strew_group_by_chunk(starts, order, NULL, &of_data, &of_indices, &grid, &options, NULL), STREW_OK);
    assert_true(starts[1] == 1 && order[0] == 3);
}
