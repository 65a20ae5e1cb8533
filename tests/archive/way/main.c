/* A run that takes the made-up way: what it asks for, what it leaves in the workspace, and its result. */
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

enum { N_SLICES = 5000, N_TUPLES = 20000 };
static float output[N_SLICES], expected[N_SLICES], updates[N_TUPLES];
static int64_t indices[N_TUPLES];

int main(void)
{
    const int64_t data_shape[] = {N_SLICES}, shape[] = {N_TUPLES};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD,
                   .data = {STREW_DTYPE_FLOAT32, 1, data_shape, NULL, NULL}, .indices = {STREW_DTYPE_INT64, 1, shape, NULL, NULL},
                   .updates = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL});
    char workspace[64] = "";
    strew_plan plan;
    for (int i = 0; i < N_TUPLES; i++) {
        indices[i] = i * 7 % N_SLICES;
        updates[i] = (float)i;
        expected[indices[i]] += updates[i];
    }
    if (strew_plan_call(&plan, &call, NULL) != STREW_OK) return 1;
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = output, .indices = indices, .updates = updates);
    const size_t size = strew_plan_workspace_size(&plan, 1);
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = size);
    if (size != sizeof "made up" || strew_run(&plan, &buffers, &resources, NULL) != STREW_OK) return 2;
    if (strcmp(workspace, "made up") != 0) return 3;
    if (memcmp(output, expected, sizeof output) != 0) return 4;
    indices[N_TUPLES - 1] = N_SLICES; /* the check is the way's, too */
    if (strew_run(&plan, &buffers, &resources, NULL) != STREW_STATUS_INDEX_OUT_OF_BOUNDS) return 5;
    puts("the made-up way is taken, and right");
    return 0;
}
