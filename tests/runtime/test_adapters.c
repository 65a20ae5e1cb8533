/* The ready adapters: a run on pthreadpool's and on OpenMP's threads gives what a run on one thread gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <strew/openmp.h>
#include <strew/pthreadpool.h>

#include "group.h"

enum { N = 3000, TUPLES = 100000 };

static placement end;
static float *data, *expected, *output, *updates;
static int32_t *indices;

static void place(placement placement)
{
    end = placement;
    data = guarded_new(N * sizeof *data, placement);
    expected = guarded_new(N * sizeof *expected, placement);
    output = guarded_new(N * sizeof *output, placement);
    updates = guarded_new(TUPLES * sizeof *updates, placement);
    indices = guarded_new(TUPLES * sizeof *indices, placement);
}

static void compare(strew_resources resources)
{
    const int64_t data_shape[] = {N}, indices_shape[] = {TUPLES, 1}, updates_shape[] = {TUPLES};
    const strew_tensor data_tensor = {STREW_FLOAT32, 1, data_shape, NULL}, indices_tensor = {STREW_INT32, 2, indices_shape, NULL},
                       updates_tensor = {STREW_FLOAT32, 1, updates_shape, NULL};
    strew_plan plan;

    for (int32_t i = 0; i < TUPLES; i++) {
        indices[i] = (int32_t)((uint32_t)i * 2654435761u % N);
        updates[i] = 1.0f / (float)(i + 1);
    }
    assert_true(resources.n_threads >= 1);
    assert_int_equal(strew_scatter_nd_plan(&plan, &data_tensor, &indices_tensor, &updates_tensor, STREW_ADD, NULL, NULL), STREW_OK);
    assert_int_equal(strew_run(&plan, expected, data, indices, updates, NULL), STREW_OK);
    resources.workspace_bytes = strew_workspace_size(&plan, resources.n_threads);
    resources.workspace = guarded_new(resources.workspace_bytes, end);
    memset(output, 0xc3, N * sizeof *output);
    assert_int_equal(strew_run_with(&plan, output, data, indices, updates, &resources, NULL), STREW_OK);
    assert_memory_equal(output, expected, N * sizeof *output);
}

static void pthreadpool_gives_the_same(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 5; n += 2) {
        pthreadpool_t pool = pthreadpool_create(n);
        assert_int_equal(strew_pthreadpool_resources(pool).n_threads, n);
        compare(strew_pthreadpool_resources(pool));
        pthreadpool_destroy(pool);
    }
}

static void openmp_gives_the_same(void **state)
{
    (void)state;
    for (int n = 1; n <= 5; n += 2) {
        omp_set_num_threads(n);
        assert_int_equal(strew_openmp_resources().n_threads, n);
        compare(strew_openmp_resources());
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pthreadpool_gives_the_same), cmocka_unit_test(openmp_gives_the_same)};
    return run_at_either_end("adapters", tests, sizeof tests / sizeof *tests, place);
}
