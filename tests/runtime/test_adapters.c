/* The ready adapters: a run on pthreadpool's and on OpenMP's threads is shared, and gives what a run on one thread gives. */
#include <strew/openmp.h>
#include <strew/pthreadpool.h>

#include "compare.h"
#include "group.h"
#include "tensors.h"
#include "testing.h"

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

/* Slices so wide that threads share them by columns; some of these have sums that a thread loses if it flushes denormals. */
static void place_slices(placement end)
{
    enum { N = 300, WIDTH = 300, TUPLES = 1000 };
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(N, WIDTH), SHAPE(TUPLES, 1));

    scatter.index_dtype = STREW_INT32;
    fixture_place(&buffers, &scatter);
    fixture_flush(&buffers, end);
    memset(buffers.data.bytes, 0, buffers.n_data_bytes);
    for (size_t i = 5; i < TUPLES * WIDTH; i += 20) ((float *)(void *)buffers.updates.bytes)[i] = 1e-41f;
    fixture_draw_indices(&buffers, 0);
    fixture_expect(&buffers);
}

static void compare(strew_resources resources, int n_threads)
{
    assert_int_equal(resources.n_threads, n_threads);
    assert_true(resources.workspace == NULL && resources.workspace_bytes == 0);
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        counted counted = {resources, 0};
        strew_resources counting = resources;
        place_slices((placement)end);
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        counting.workspace_bytes = strew_workspace_size(&plan, resources.n_threads);
        counting.workspace = guarded_place(&buffers.workspace, counting.workspace_bytes, (placement)end, 0);
        counting.parallel_for = count_tasks;
        counting.pool = &counted;
        memset(buffers.output.bytes, 0xc3, buffers.n_data_bytes);
        assert_int_equal(
            strew_run_with(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &counting, NULL),
            STREW_OK);
        assert_true(is_same_or_print(STREW_FLOAT32, buffers.output.bytes, buffers.expected, buffers.n_data, "%d threads", n_threads));
        assert_true(guarded_is_intact(&buffers.output) && guarded_is_intact(&buffers.workspace));
        assert_true(n_threads == 1 ? counted.n_tasks == 0 : counted.n_tasks > 1);
    }
}

static void pthreadpool_gives_the_same(void **state)
{
    for (int n = 1; n <= 5; n += 2) {
        pthreadpool_t pool = pthreadpool_create((size_t)n);
        compare(strew_pthreadpool_resources(pool), n);
        pthreadpool_destroy(pool);
    }
}

static void openmp_gives_the_same(void **state)
{
    for (int n = 1; n <= 5; n += 2) {
        omp_set_num_threads(n);
        compare(strew_openmp_resources(), n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pthreadpool_gives_the_same), cmocka_unit_test(openmp_gives_the_same)};
    return run_on_fixture("adapters", tests, COUNT(tests), 2 << 20, 300);
}
