/* The one-call forms: what planning rejects they reject, and what a plan and a run do they do. */
#include <strew/strew.h>

#include "testing.h"

static const int64_t data_shape[] = {3, 2}, indices_shape[] = {2, 1}, updates_shape[] = {2, 2}, elements_shape[] = {2, 2};
static const float values[] = {1, 2, 3, 4, 5, 6}, more[] = {10, 20, 30, 40};
static const int64_t at[] = {2, 0, 1, 1};

static void each_form_plans_and_runs(void **state)
{
    const strew_tensor data = {STREW_FLOAT32, 2, data_shape, values}, tuples = {STREW_INT64, 2, indices_shape, at},
                       list = {STREW_INT64, 1, indices_shape, at}, elements = {STREW_INT64, 2, elements_shape, at},
                       updates = {STREW_FLOAT32, 2, updates_shape, more};
    static const float expected[] = {31, 42, 3, 4, 15, 26}, expected_elements[] = {1, 22, 33, 44, 15, 6};
    float output[6];
    strew_fault fault;

    assert_int_equal(strew_scatter_nd(output, &data, &tuples, &updates, STREW_ADD, NULL, &fault), STREW_OK);
    assert_memory_equal(output, expected, sizeof output);
    assert_int_equal(fault.status, STREW_OK);
    assert_int_equal(strew_scatter_update(output, &data, &list, &updates, 0, STREW_ADD, NULL, &fault), STREW_OK);
    assert_memory_equal(output, expected, sizeof output);
    assert_int_equal(strew_scatter_elements(output, &data, &elements, &updates, 0, STREW_ADD, NULL, &fault), STREW_OK);
    assert_memory_equal(output, expected_elements, sizeof output);
}

static void what_planning_rejects_is_rejected(void **state)
{
    const strew_tensor data = {STREW_FLOAT32, 2, data_shape, values}, tuples = {STREW_INT64, 2, indices_shape, at},
                       updates = {STREW_FLOAT64, 2, updates_shape, more};
    float output[6] = {0};
    strew_fault fault;

    assert_int_equal(strew_scatter_nd(output, &data, &tuples, &updates, STREW_ADD, NULL, &fault), STREW_STATUS_DTYPE_MISMATCH);
    assert_int_equal(fault.status, STREW_STATUS_DTYPE_MISMATCH);
    assert_int_equal(strew_scatter_update(output, &data, &tuples, &updates, 0, STREW_ADD, NULL, NULL), STREW_STATUS_DTYPE_MISMATCH);
    assert_int_equal(strew_scatter_elements(output, &data, &tuples, &updates, 0, STREW_ADD, NULL, NULL), STREW_STATUS_DTYPE_MISMATCH);
    for (size_t i = 0; i < 6; i++) assert_true(output[i] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_form_plans_and_runs),
        cmocka_unit_test(what_planning_rejects_is_rejected),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
