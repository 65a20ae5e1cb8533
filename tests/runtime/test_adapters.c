/* The ready adapters: a run on pthreadpool's and on OpenMP's threads is shared, and gives what a run on one thread gives. */
#include <strew/openmp.h>
#include <strew/pthreadpool.h>

#include "group.h"
#include "testing.h"

/* Slices so wide that threads share them by columns; some of these have sums that a thread loses if it flushes denormals. */
enum { N = 300, WIDTH = 300, TUPLES = 1000 };

static placement end;
static float *data, *expected, *output, *updates;
static int32_t *indices;

static void place(placement placement)
{
    end = placement;
    data = guarded_new(N * WIDTH * sizeof *data, placement);
    expected = guarded_new(N * WIDTH * sizeof *expected, placement);
    output = guarded_new(N * WIDTH * sizeof *output, placement);
    updates = guarded_new(TUPLES * WIDTH * sizeof *updates, placement);
    indices = guarded_new(TUPLES * sizeof *indices, placement);
}

/* A pool that counts the tasks of another one. */
typedef struct counted {
    strew_resources of;
    size_t n_tasks;
} counted;

static void count_tasks(void *pool, size_t n, strew_task *task, void *argument)
{
    counted *const counted = pool;
    counted->n_tasks += n;
    counted->of.parallel_for(counted->of.pool, n, task, argument);
}

static void compare(strew_resources resources)
{
    const int64_t data_shape[] = {N, WIDTH}, indices_shape[] = {TUPLES, 1}, updates_shape[] = {TUPLES, WIDTH};
    const strew_tensor data_tensor = {STREW_FLOAT32, 2, data_shape, NULL}, indices_tensor = {STREW_INT32, 2, indices_shape, NULL},
                       updates_tensor = {STREW_FLOAT32, 2, updates_shape, NULL};
    counted counted = {resources, 0};
    strew_plan plan;

    for (int32_t i = 0; i < TUPLES; i++) {
        indices[i] = (int32_t)((uint32_t)i * 2654435761u % N);
        for (int32_t w = 0; w < WIDTH; w++) updates[i * WIDTH + w] = w % 16 == 5 ? 1e-41f : 1.0f / (float)(i + w + 1);
    }
    assert_true(resources.n_threads >= 1 && resources.workspace == NULL && resources.workspace_bytes == 0);
    assert_int_equal(strew_scatter_nd_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, STREW_ADD, NULL, NULL), STREW_OK);
    assert_int_equal(strew_run(&plan, expected, data, indices, updates, NULL), STREW_OK);
    resources.workspace_bytes = strew_workspace_size(&plan, resources.n_threads);
    resources.workspace = guarded_new(resources.workspace_bytes, end);
    resources.parallel_for = count_tasks;
    resources.pool = &counted;
    memset(output, 0xc3, N * WIDTH * sizeof *output);
    assert_int_equal(strew_run_with(&plan, output, data, indices, updates, &resources, NULL), STREW_OK);
    assert_memory_equal(output, expected, N * WIDTH * sizeof *output);
    assert_true(resources.n_threads == 1 ? counted.n_tasks == 0 : counted.n_tasks > 1);
}

static void pthreadpool_gives_the_same(void **state)
{
    for (size_t n = 1; n <= 5; n += 2) {
        pthreadpool_t pool = pthreadpool_create(n);
        assert_int_equal(strew_pthreadpool_resources(pool).n_threads, n);
        compare(strew_pthreadpool_resources(pool));
        pthreadpool_destroy(pool);
    }
}

static void openmp_gives_the_same(void **state)
{
    for (int n = 1; n <= 5; n += 2) {
        omp_set_num_threads(n);
        assert_int_equal(strew_openmp_resources().n_threads, n);
        compare(strew_openmp_resources());
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pthreadpool_gives_the_same), cmocka_unit_test(openmp_gives_the_same)};
    return run_at_either_end("adapters", tests, COUNT(tests), place);
}
