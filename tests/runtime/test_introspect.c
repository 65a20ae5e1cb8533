/* What the library tells about itself. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include "tensors.h"
#include "testing.h"

TEST(the_version_is_that_of_the_header)
{
    char expected[32];

    snprintf(expected, sizeof expected, "%d.%d.%d", STREW_VERSION_MAJOR, STREW_VERSION_MINOR, STREW_VERSION_PATCH);
    assert_string_equal(strew_version(), expected);
}

TEST(a_plan_has_the_size_of_its_storage)
{
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
    assert_int_equal(strew_plan_size(), STREW_PLAN_BYTES);
}

TEST(an_empty_plan_has_no_kernel)
{
    const scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(0, 3), SHAPE(2, 1));
    const strew_plan plan = plan_scatter(&scatter);

    assert_null(strew_plan_kernel(&plan));
    assert_int_equal(strew_plan_isa(&plan), STREW_ISA_SCALAR);
}
