/* Cutting work into chunks: each unit is handled once, by as many threads as have some, and the smallest result is that of all. */
#include "pool.h"
#include "testing.h"

#include "pools.h"

enum { MAX_UNITS = 200 };

typedef struct handled {
    unsigned char *times; /* that each unit was handled */
    size_t largest, n;    /* the units of the largest chunk, and the number of chunks */
    size_t unlucky;       /* the chunk with this unit returns `result` */
    int result;
} handled;

static int handle(const void *context, size_t begin, size_t end)
{
    handled *const all = *(handled *const *)context;
    assert_true(begin <= end);
    for (size_t i = begin; i < end; i++) all->times[i]++;
    all->n++;
    if (end - begin > all->largest) all->largest = end - begin;
    return begin <= all->unlucky && all->unlucky < end ? all->result : 2;
}

/* A pool whose tasks run one after the other, the last one first. */
static void run_backwards(void *pool, size_t n, strew_task *task, void *argument)
{
    ++*(size_t *)pool;
    for (size_t i = n; i-- > 0;) task(argument, i);
}

TEST(every_unit_is_handled_once)
{
    for (size_t n_threads = 1; n_threads <= 64; n_threads = n_threads * 2 + 1) {
        for (size_t n_units = 1; n_units <= MAX_UNITS; n_units += 7) {
            unsigned char times[MAX_UNITS] = {0};
            handled all = {.times = times, .unlucky = SIZE_MAX}, *const context = &all;
            size_t n_woken = 0;
            const strew_threads threads = {run_backwards, &n_woken, n_threads};
            const size_t n_chunks = n_threads < n_units ? n_threads : n_units;

            assert_int_equal(strew_run_chunks(&threads, n_units, handle, &context), 2);
            for (size_t i = 0; i < MAX_UNITS; i++) assert_int_equal(times[i], i < n_units);
            assert_int_equal(all.n, n_chunks);
            assert_int_equal(all.largest, (n_units + n_chunks - 1) / n_chunks);
            assert_int_equal(n_woken, n_chunks > 1); /* no thread is woken for nothing */
        }
    }
}

TEST(the_smallest_result_counts)
{
    for (int result = 0; result < 3; result++) {
        for (size_t unlucky = 0; unlucky < 10; unlucky++) {
            unsigned char times[MAX_UNITS] = {0};
            handled all = {.times = times, .unlucky = unlucky, .result = result}, *const context = &all;
            size_t n_woken = 0;
            const strew_threads threads = {run_backwards, &n_woken, 4};
            assert_int_equal(strew_run_chunks(&threads, 10, handle, &context), result);
        }
    }
}

TEST(the_caller_lends_threads)
{
    const strew_resources none = STREW_RESOURCES_INIT, four = STREW_RESOURCES(.parallel_for = run_backwards, .n_threads = 4),
                          many = STREW_RESOURCES(.parallel_for = run_backwards, .n_threads = 1000),
                          negative = STREW_RESOURCES(.parallel_for = run_backwards, .n_threads = -3),
                          without_pool = STREW_RESOURCES(.n_threads = 4);
    assert_int_equal(strew_find_threads(&none).n, 1);
    assert_int_equal(strew_find_threads(&four).n, 4);
    assert_int_equal(strew_find_threads(&many).n, STREW_MAX_THREADS);
    assert_int_equal(strew_find_threads(&negative).n, 1);
    assert_int_equal(strew_find_threads(&without_pool).n, 1);
}
