/* What the library tells about itself. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include "tensors.h"
#include "testing.h"

static void the_version_is_that_of_the_header(void **state)
{
    char expected[32];

    snprintf(expected, sizeof expected, "%d.%d.%d", STREW_VERSION_MAJOR, STREW_VERSION_MINOR, STREW_VERSION_PATCH);
    assert_string_equal(strew_version(), expected);
}

static void a_plan_has_the_size_of_its_storage(void **state)
{
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
    assert_int_equal(strew_plan_size(), STREW_PLAN_BYTES);
}

static void an_empty_plan_has_no_kernel(void **state)
{
    const scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(0, 3), SHAPE(2, 1));
    const strew_plan plan = plan_scatter(&scatter);

    assert_null(strew_plan_kernel(&plan));
    assert_int_equal(strew_plan_isa(&plan), STREW_ISA_SCALAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_that_of_the_header),
        cmocka_unit_test(a_plan_has_the_size_of_its_storage),
        cmocka_unit_test(an_empty_plan_has_no_kernel),
    };
    return cmocka_run_group_tests_name("introspect", tests, NULL, NULL);
}
