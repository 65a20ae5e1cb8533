// The public header compiles alone and before anything else, as C++11, and its functions have C's linkage.
#include <strew/strew.h>

#include <strew/strew.h> // and twice

static_assert(STREW_OK == 0 && STREW_NONE == 0 && STREW_ISA_BEST == 0, "all zero is the default");

int main()
{
    const int64_t shape[] = {1}, indices_shape[] = {1, 1}, index = 0;
    float value = 1;
    const float update = 2;
    const strew_tensor data = {STREW_FLOAT32, 1, shape, &value};
    const strew_tensor indices = {STREW_INT64, 2, indices_shape, &index};
    const strew_tensor updates = {STREW_FLOAT32, 1, shape, &update};
    const strew_tensor positions = {STREW_INT64, 1, shape, &index};
    strew_fault fault;
    const bool is_right =
        strew_scatter_nd(&value, &data, &indices, &updates, STREW_ADD, nullptr, &fault) == STREW_OK && value == 3 &&
        strew_scatter_elements(&value, &data, &positions, &updates, 0, STREW_MUL, nullptr, &fault) == STREW_OK && value == 6 &&
        strew_scatter_update(&value, &data, &positions, &updates, -1, STREW_SUB, nullptr, &fault) == STREW_OK && value == 4;
    return is_right ? 0 : 1;
}
