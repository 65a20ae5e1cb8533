/* prepared.c: sums messages along the edges of a graph, step after step. The graph stays the same and the messages change, so the program
 * plans once, prepares the indices once, and only runs in the loop. */
#include <stdio.h>
#include <stdlib.h>

#include <strew/strew.h>

enum { NODES = 1000, EDGES = 5000, FEATURES = 64, STEPS = 10 };

static float nodes[NODES][FEATURES], messages[EDGES][FEATURES];
static int32_t targets[EDGES]; /* edge e ends at node targets[e] */

static int fail(const strew_fault *fault)
{
    char message[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, message, sizeof message);
    fprintf(stderr, "%s\n", message);
    return 1;
}

int main(void)
{
    for (int e = 0; e < EDGES; e++) {
        targets[e] = e * 7 % NODES; /* every node is the target of five edges */
        for (int f = 0; f < FEATURES; f++) messages[e][f] = 0.5f;
    }

    /* A plan depends on types, shapes and options. It needs no values. */
    const strew_tensor data = {.dtype = STREW_DTYPE_FLOAT32, .rank = 2, .shape = (int64_t[]){NODES, FEATURES}};
    const strew_tensor indices = {.dtype = STREW_DTYPE_INT32, .rank = 2, .shape = (int64_t[]){EDGES, 1}};
    const strew_tensor updates = {.dtype = STREW_DTYPE_FLOAT32, .rank = 2, .shape = (int64_t[]){EDGES, FEATURES}};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = data, .indices = indices, .updates = updates);
    strew_plan plan;
    strew_fault fault;
    if (strew_plan_call(&plan, &call, &fault) != STREW_OK) return fail(&fault);

    /* Preparing checks the indices and turns them into slice indices, in the caller's memory. */
    const size_t n_bytes = strew_plan_prepared_size(&plan);
    void *prepared = malloc(n_bytes);
    if (!prepared) return 1;
    const strew_buffers edges = STREW_BUFFERS(.indices = targets);
    if (strew_prepare(&plan, &edges, prepared, n_bytes, &fault) != STREW_OK) return fail(&fault);

    /* In place: output is data. */
    const strew_buffers buffers = STREW_BUFFERS(.output = nodes, .data = nodes, .updates = messages, .prepared = prepared);
    for (int step = 0; step < STEPS; step++) {
        if (strew_run(&plan, &buffers, NULL, &fault) != STREW_OK) return fail(&fault);
    }
    free(prepared);
    printf("after %d steps node 0 holds %g\n", STEPS, (double)nodes[0][0]); /* 10 steps * 5 edges * 0.5 = 25 */
    return 0;
}
