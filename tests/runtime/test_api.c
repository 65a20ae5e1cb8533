/* The one-call forms: what planning rejects they reject, and what a plan and a run do they do. */
#include <strew/strew.h>

#include "operators.h"
#include "testing.h"

static const int64_t data_shape[] = {3, 2}, tuples_shape[] = {2, 1}, shape[] = {2, 2}, at[] = {2, 0, 1, 1};
static const float values[] = {1, 2, 3, 4, 5, 6}, more[] = {10, 20, 30, 40};
static const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, data_shape, values, NULL}, updates = {STREW_DTYPE_FLOAT32, 2, shape, more, NULL};
static const strew_tensor indices[OPERATORS] = {{STREW_DTYPE_INT64, 2, tuples_shape, at, NULL},
                                                {STREW_DTYPE_INT64, 2, shape, at, NULL},
                                                {STREW_DTYPE_INT64, 1, tuples_shape, at, NULL}};

TEST(each_form_plans_and_runs_or_rejects)
{
    static const float expected[OPERATORS][6] = {{31, 42, 3, 4, 15, 26}, {1, 22, 33, 44, 15, 6}, {31, 42, 3, 4, 15, 26}}, zeros[6];
    const strew_tensor pairs = {STREW_DTYPE_COMPLEX64, 2, shape, more, NULL};

    while (next_case()) {
        const size_t op = choose("operator", OPERATORS);
        const int is_right = (int)choose("is_right", 2);
        const reference_call call = {operators[op], &data, &indices[op], is_right ? &updates : &pairs, 0, STREW_REDUCTION_ADD, NULL};
        const strew_status status = is_right ? STREW_OK : STREW_STATUS_DTYPE_MISMATCH;
        float output[6] = {0};
        strew_fault fault;
        assert_int_equal(make_call(output, &call, &fault), status);
        assert_int_equal(fault.status, status);
        assert_memory_equal(output, is_right ? expected[op] : zeros, sizeof output);
        assert_int_equal(make_call(output, &call, NULL), status);
    }
}
