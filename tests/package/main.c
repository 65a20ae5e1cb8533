/* What an outside project writes: one call, checked to the last number. */
#include <stdio.h>

#include <strew/inspect.h>
#include <strew/strew.h>

int main(void)
{
    const int64_t data_shape[] = {8}, indices_shape[] = {4, 1}, updates_shape[] = {4};
    float values[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const int64_t where[] = {4, 3, -1, 4};
    const float what[] = {9, 10, 11, 12};
    const float expected[] = {1, 2, 3, 14, 26, 6, 7, 19};

    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, data_shape, values, NULL};
    const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, where, NULL};
    const strew_tensor updates = {STREW_DTYPE_FLOAT32, 1, updates_shape, what, NULL};
    strew_fault fault;
    if (strew_scatter_nd(values, &data, &indices, &updates, STREW_REDUCTION_ADD, NULL, &fault) != STREW_OK) {
        char sentence[STREW_MESSAGE_BYTES];
        strew_fault_describe(&fault, sentence, sizeof sentence);
        printf("strew rejected: %s\n", sentence);
        return 1;
    }
    for (int i = 0; i < 8; i++) {
        if (values[i] != expected[i]) {
            printf("output[%d] is %g, not %g\n", i, (double)values[i], (double)expected[i]);
            return 1;
        }
    }
    printf("strew %s, %s: the numbers are right\n", strew_version(), strew_isa_name(strew_isa_get_best()));
    return 0;
}
