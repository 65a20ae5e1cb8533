/* Steps and extents of tensors. */
#include "dims.h"

#include "testing.h"

TEST(steps_are_bytes_and_those_of_one_index_are_zero)
{
    static const int64_t shape[] = {2, 1, 3}, strides[] = {-7, 5, 2}, empty[] = {2, 0, 3};
    const strew_tensor tensor = {STREW_DTYPE_INT16, 3, shape, NULL, NULL}, nothing = {STREW_DTYPE_INT16, 3, empty, NULL, NULL};
    int64_t steps[3];
    strew_find_steps(steps, &tensor, NULL, 2);
    assert_true(steps[0] == 6 && steps[1] == 0 && steps[2] == 2);
    strew_find_steps(steps, &tensor, strides, 2);
    assert_true(steps[0] == -14 && steps[1] == 0 && steps[2] == 4);
    const strew_extent extent = strew_extent_of_steps(&tensor, steps, 2);
    assert_int_equal(extent.low, -14);
    assert_int_equal(extent.bytes, 14 + 8 + 2);
    strew_find_steps(steps, &nothing, strides, 2);
    assert_true(strew_is_empty(&nothing) && steps[2] == 2); /* strides of an empty tensor do not count */
    assert_int_equal(strew_extent_of_steps(&nothing, steps, 2).bytes, 0);
}
