/* pthreadpool.c: strew on the threads of a pthreadpool: messages along the edges of a graph, summed step after step. The edges stay the
 * same, so they are prepared once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/pthreadpool.h>

enum { NODES = 2000, EDGES = 40000, FEATURES = 64, STEPS = 3 };

static float alone[NODES][FEATURES], together[NODES][FEATURES], messages[EDGES][FEATURES];
static int32_t targets[EDGES]; /* edge e ends at node targets[e] */

int main(void)
{
    for (int e = 0; e < EDGES; e++) {
        targets[e] = (int32_t)((int64_t)e * e % NODES);
        for (int f = 0; f < FEATURES; f++) messages[e][f] = 1.0f / (float)(e + f + 1);
    }
    const strew_tensor data = {.dtype = STREW_DTYPE_FLOAT32, .rank = 2, .shape = (int64_t[]){NODES, FEATURES}};
    const strew_tensor indices = {.dtype = STREW_DTYPE_INT32, .rank = 2, .shape = (int64_t[]){EDGES, 1}};
    const strew_tensor updates = {.dtype = STREW_DTYPE_FLOAT32, .rank = 2, .shape = (int64_t[]){EDGES, FEATURES}};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = data, .indices = indices, .updates = updates);
    strew_plan plan;
    if (strew_plan_call(&plan, &call, NULL) != STREW_OK) return 1;

    const size_t n_bytes = strew_plan_prepared_size(&plan);
    void *prepared = malloc(n_bytes);
    const strew_buffers edges = STREW_BUFFERS(.indices = targets);
    if (!prepared || strew_prepare(&plan, &edges, prepared, n_bytes, NULL) != STREW_OK) return 1;

    const pthreadpool_t pool = pthreadpool_create(0); /* a thread for every processor */
    const strew_resources resources = strew_pthreadpool_resources(pool);
    const strew_buffers one = STREW_BUFFERS(.output = alone, .data = alone, .updates = messages, .prepared = prepared);
    const strew_buffers many = STREW_BUFFERS(.output = together, .data = together, .updates = messages, .prepared = prepared);
    for (int step = 0; step < STEPS; step++) {
        if (strew_run(&plan, &one, NULL, NULL) != STREW_OK) return 1;
        if (strew_run(&plan, &many, &resources, NULL) != STREW_OK) return 1;
    }
    pthreadpool_destroy(pool);
    free(prepared);

    if (memcmp(alone, together, sizeof alone) != 0) return 1;
    printf("1 thread and %d threads: the same bits\n", (int)resources.n_threads);
    return 0;
}
