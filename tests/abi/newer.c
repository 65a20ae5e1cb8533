/* A program as it will be compiled with a later header, whose options end in a member `made_up`, with a library that does not know it. */
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

int main(void)
{
    const int64_t shape[] = {1}, indices_shape[] = {1, 1};
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL};
    strew_options options = {.struct_size = sizeof options};
    strew_plan plan;
    strew_fault fault;
    const strew_status without = strew_scatter_nd_plan(&plan, &data, &indices, &data, STREW_REDUCTION_ADD, &options, &fault);
    options.made_up = 7;
    const strew_status with = strew_scatter_nd_plan(&plan, &data, &indices, &data, STREW_REDUCTION_ADD, &options, &fault);
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault_describe(&fault, sentence, sizeof sentence);
    printf("%s\n%s: %s\n", strew_status_name(without), strew_status_name(with), sentence);
    return without != STREW_OK || with != STREW_STATUS_UNKNOWN_MEMBER || strcmp(fault.subject, "options") != 0;
}
