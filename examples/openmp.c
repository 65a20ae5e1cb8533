/* openmp.c: strew on the threads of OpenMP: a histogram, with a workspace in which threads count apart. Compile with -fopenmp. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/openmp.h>

enum { BINS = 50000, SAMPLES = 2000000 };

static int32_t alone[BINS], together[BINS], bins[SAMPLES], ones[SAMPLES];

int main(void)
{
    for (int i = 0; i < SAMPLES; i++) {
        bins[i] = (int32_t)((int64_t)i * i % BINS);
        ones[i] = 1;
    }
    const strew_tensor data = {.dtype = STREW_DTYPE_INT32, .rank = 1, .shape = (int64_t[]){BINS}};
    const strew_tensor indices = {.dtype = STREW_DTYPE_INT32, .rank = 2, .shape = (int64_t[]){SAMPLES, 1}};
    const strew_tensor updates = {.dtype = STREW_DTYPE_INT32, .rank = 1, .shape = (int64_t[]){SAMPLES}};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = data, .indices = indices, .updates = updates);
    strew_plan plan;
    if (strew_plan_call(&plan, &call, NULL) != STREW_OK) return 1;
    const strew_buffers one = STREW_BUFFERS(.output = alone, .data = alone, .indices = bins, .updates = ones);
    const strew_buffers many = STREW_BUFFERS(.output = together, .data = together, .indices = bins, .updates = ones);

    strew_resources resources = strew_openmp_resources();
    resources.workspace_bytes = strew_plan_workspace_size(&plan, resources.n_threads); /* 0 where it would not help */
    resources.workspace = malloc(resources.workspace_bytes);

    if (strew_run(&plan, &one, NULL, NULL) != STREW_OK) return 1;
    if (strew_run(&plan, &many, &resources, NULL) != STREW_OK) return 1;
    free(resources.workspace);

    if (memcmp(alone, together, sizeof alone) != 0) return 1;
    printf("1 thread and %d threads: the same bits\n", (int)resources.n_threads);
    return 0;
}
