/* one_call.c: adds four numbers to a vector, each to the element that its index names. */
#include <stdio.h>

#include <strew/strew.h>

int main(void)
{
    float values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, output[8];
    const int64_t where[4] = {4, 3, 4, -1}; /* 4 occurs twice: both numbers are added. -1 is the last element. */
    const float what[4] = {9, 10, 11, 12};

    const strew_tensor data = {.dtype = STREW_DTYPE_FLOAT32, .rank = 1, .shape = (int64_t[]){8}, .values = values};
    const strew_tensor indices = {.dtype = STREW_DTYPE_INT64, .rank = 2, .shape = (int64_t[]){4, 1}, .values = where};
    const strew_tensor updates = {.dtype = STREW_DTYPE_FLOAT32, .rank = 1, .shape = (int64_t[]){4}, .values = what};

    strew_fault fault;
    if (strew_scatter_nd(output, &data, &indices, &updates, STREW_REDUCTION_ADD, NULL, &fault) != STREW_OK) {
        char message[STREW_MESSAGE_BYTES];
        strew_fault_describe(&fault, message, sizeof message);
        fprintf(stderr, "%s\n", message); /* for example "indices[1] component 0 is 9, ..." */
        return 1;
    }
    for (int i = 0; i < 8; i++) printf("%g%c", (double)output[i], i < 7 ? ' ' : '\n'); /* 1 2 3 14 25 6 7 20 */
    return 0;
}
