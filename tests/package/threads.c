/* What an outside project with threads writes: on OpenMP's where it is compiled for them, otherwise on those of a pthreadpool. */
#include <stdio.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <strew/openmp.h>
#else
#include <strew/pthreadpool.h>
#endif

enum { BINS = 1000, TUPLES = 200000 };

static float sums[BINS], weights[TUPLES];
static int32_t bins[TUPLES];

int main(void)
{
    const int64_t sums_shape[] = {BINS}, bins_shape[] = {TUPLES, 1}, weights_shape[] = {TUPLES};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD,
                   .data = {STREW_DTYPE_FLOAT32, 1, sums_shape, NULL, NULL}, .indices = {STREW_DTYPE_INT32, 2, bins_shape, NULL, NULL},
                   .updates = {STREW_DTYPE_FLOAT32, 1, weights_shape, NULL, NULL});
    const strew_buffers buffers = STREW_BUFFERS(.output = sums, .data = sums, .indices = bins, .updates = weights);
    strew_plan plan;
    strew_status status;
#ifdef _OPENMP
    strew_resources spare = strew_openmp_resources();
#else
    const pthreadpool_t pool = pthreadpool_create(0); /* a thread for every processor */
    strew_resources spare = strew_pthreadpool_resources(pool);
#endif

    for (int32_t i = 0; i < TUPLES; i++) {
        bins[i] = i * 7 % BINS;
        weights[i] = 0.5f;
    }
    if (strew_plan_call(&plan, &call, NULL) != STREW_OK) return 1;
    spare.workspace_bytes = strew_plan_workspace_size(&plan, spare.n_threads);
    spare.workspace = malloc(spare.workspace_bytes + 1); /* malloc(0) may be NULL */
    if (!spare.workspace) return 1;
    status = strew_run(&plan, &buffers, &spare, NULL);
    free(spare.workspace);
#ifndef _OPENMP
    pthreadpool_destroy(pool);
#endif
    if (status != STREW_OK) return 1;
    for (int i = 0; i < BINS; i++) {
        if (sums[i] != 0.5f * TUPLES / BINS) { /* 7 and 1,000 have no divisor in common, so that every bin gets as many */
            printf("sums[%d] is %g, not %g\n", i, (double)sums[i], 0.5 * TUPLES / BINS);
            return 1;
        }
    }
    printf("strew %s on %d threads: the numbers are right\n", strew_version(), (int)spare.n_threads);
    return 0;
}
