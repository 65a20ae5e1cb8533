/* The axes by number: which reductions a build has for which data types. */
#include <strew/strew.h>

#include "supported.h"
#include "testing.h"

/* Every dtype has every reduction, but what can only be moved has none; a whole build has them all. */
static void what_is_supported_can_be_planned(void **state)
{
    int n_dtypes = 0, n_reductions = 0;

    while (strew_dtype_name((strew_dtype)(n_dtypes + 1))) n_dtypes++;
    while (strew_reduction_name((strew_reduction)n_reductions)) n_reductions++;
    const int n_moved = 1 + STREW_OPAQUE_LAST - STREW_OPAQUE_0; /* string, and those of the caller's */
    assert_int_equal(count_supported(), (n_dtypes - 1) * n_reductions + n_moved);
}

static void the_answer_is_1_or_0(void **state)
{
    assert_int_equal(strew_reduction_is_supported(STREW_FLOAT16, STREW_MAX), 1);
    assert_int_equal(strew_reduction_is_supported(STREW_STRING, STREW_NONE), 1);
    assert_int_equal(strew_reduction_is_supported(STREW_OPAQUE(3), STREW_NONE), 1);
    assert_int_equal(strew_reduction_is_supported(STREW_STRING, STREW_ADD), 0);
    assert_int_equal(strew_reduction_is_supported(STREW_OPAQUE(3), STREW_MIN), 0);
    assert_int_equal(strew_reduction_is_supported((strew_dtype)0, STREW_ADD), 0);
    assert_int_equal(strew_reduction_is_supported(STREW_FLOAT32, (strew_reduction)99), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_supported_can_be_planned),
        cmocka_unit_test(the_answer_is_1_or_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
