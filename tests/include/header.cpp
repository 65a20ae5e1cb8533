// The public header compiles alone and before anything else, as C++11, and its functions have C's linkage.
#include <strew/strew.h>

#include <strew/strew.h> // and twice

extern "C" {
#include "guarded.h"
}

static_assert(STREW_OK == 0 && STREW_REDUCTION_NONE == 0 && STREW_ISA_BEST == 0, "all zero is the default");

static bool calls_are_right(placement end)
{
    const int64_t shape[] = {1}, indices_shape[] = {1, 1}, zero = 0;
    const float one = 1, two = 2;
    float *const value = static_cast<float *>(guarded_copy(&one, sizeof one, end));
    const void *const index = guarded_copy(&zero, sizeof zero, end);
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, value, NULL};
    const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, index, NULL};
    const strew_tensor updates = {STREW_DTYPE_FLOAT32, 1, shape, guarded_copy(&two, sizeof two, end), NULL};
    const strew_tensor positions = {STREW_DTYPE_INT64, 1, shape, index, NULL};
    const strew_options options = STREW_OPTIONS_INIT;
    const strew_resources resources = STREW_RESOURCES_INIT;
    strew_fault fault;
    const bool are_right =
        strew_scatter_nd(value, &data, &indices, &updates, STREW_REDUCTION_ADD, &options, &fault) == STREW_OK && *value == 3 &&
        strew_scatter_elements(value, &data, &positions, &updates, 0, STREW_REDUCTION_MUL, nullptr, &fault) == STREW_OK && *value == 6 &&
        strew_scatter_update(value, &data, &positions, &updates, -1, STREW_REDUCTION_SUB, nullptr, &fault) == STREW_OK && *value == 4;
    return resources.struct_size == sizeof resources && guarded_free_all() && are_right;
}

int main()
{
    return calls_are_right(FLUSH_END) && calls_are_right(FLUSH_START) ? 0 : 1;
}
