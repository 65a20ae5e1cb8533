/* Runs on the pools of adapters.h: shared by any number of threads, several at once on one pool, or inside a task of the pool, all give
 * what the reference gives. */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "adapters.h"
#include "calls.h"
#include "compare.h"
#include "fill.h"
#include "group.h"
#include "tensors.h"
#include "testing.h"

static const int32_t numbers_of_threads[] = {1, 2, 3, 8, 64};

/* The last number is left out where it takes long. */
static size_t n_numbers(int is_slow)
{
    return COUNT(numbers_of_threads) - (is_slow || is_light() ? 1 : 0);
}

/* ---- What to scatter ----------------------------------------------------------------------------------------------------------------- */

/* Slices that threads share by columns; elements far from each other; sums of integers, which threads may add up apart; elements along an
 * axis; sums of integers of which nearly all are of one element; two neighbours that take turns. All are large enough to be shared. */
enum { WIDE, ELEMENTS, COUNTS, LANES, HOT, NEIGHBOURS, SHAPES };

static scatter scatter_for(int shape)
{
    switch (shape) {
    case WIDE: return scatter_of(REFERENCE_ND, 0, SHAPE(300, 300), SHAPE(1000, 1));
    case HOT:
    case NEIGHBOURS:
    case ELEMENTS: return scatter_of(REFERENCE_ND, 0, SHAPE(263000), SHAPE(132000, 1));
    case COUNTS: return scatter_of(REFERENCE_ND, 0, SHAPE(1000), SHAPE(132000, 1));
    default: return scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(90, 128), SHAPE(2200, 128));
    }
}

static void place_shape(int shape, placement end)
{
    scatter scatter = scatter_for(shape);

    scatter.index_dtype = STREW_DTYPE_INT32;
    if (shape == COUNTS || shape == HOT) scatter.dtype = STREW_DTYPE_INT32;
    fixture_place(&buffers, &scatter);
    fixture_flush(&buffers, end);
    if (shape == WIDE) { /* with some sums that a thread loses if it flushes denormals */
        memset(buffers.data.bytes, 0, buffers.n_data_bytes);
        for (size_t i = 5; i < 1000 * 300; i += 20) ((float *)(void *)buffers.updates.bytes)[i] = 1e-41f;
    }
    fixture_draw_indices(&buffers, 0);
    for (size_t i = 0; shape >= HOT && i < buffers.n_components; i++) {
        fixture_write_index(&buffers, i, 7 + (shape == HOT ? i % 100 == 0 : i % 2));
    }
    fixture_expect(&buffers);
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* What runs at once, each with an output and a workspace of its own. */
enum { CALLS = 3 };

typedef struct call {
    strew_resources pool, resources; /* the pool's, and those that count its tasks */
    size_t n_tasks;
    unsigned char *output;
    int is_right;
} call;

static strew_plan plan;
static unsigned char *prepared;
static call calls[CALLS];

static void count_tasks(void *pool, size_t n, strew_task *task, void *argument)
{
    call *const call = pool;
    call->n_tasks += n;
    call->pool.parallel_for(call->pool.pool, n, task, argument);
}

static int is_as_expected(const call *call)
{
    size_t where;
    return is_same(buffers.data_tensor.dtype, call->output, buffers.expected, buffers.n_data, &where);
}

/* A strew_task. Any thread may run it, so it asserts nothing itself. */
static void make_run(void *argument, size_t i)
{
    call *const call = &((struct call *)argument)[i];

    call->is_right = run_with(&plan, call->output, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &call->resources,
                              NULL) == STREW_OK &&
                     is_as_expected(call);
    memset(call->output, 0xc3, buffers.n_data_bytes);
    call->is_right &=
        run_prepared(&plan, call->output, buffers.data.bytes, prepared, buffers.updates.bytes, &call->resources, NULL) == STREW_OK &&
        is_as_expected(call);
}

static void open_call(call *call, strew_resources pool, placement end)
{
    *call = (struct call){.pool = pool, .resources = pool, .output = guarded_new(buffers.n_data_bytes, end)};
    call->resources.parallel_for = count_tasks;
    call->resources.pool = call;
    call->resources.workspace_bytes = strew_plan_workspace_size(&plan, pool.n_threads);
    if (call->resources.workspace_bytes > 0) call->resources.workspace = guarded_new(call->resources.workspace_bytes, end);
}

static void prepare_at(placement end)
{
    const size_t size = strew_plan_prepared_size(&plan);
    prepared = guarded_new(size, end);
    assert_int_equal(prepare_indices(&plan, buffers.indices.bytes, prepared, size, NULL), STREW_OK);
}

/* Runs calls in one way, and returns how many. */
typedef size_t run_calls(const adapter *adapter);

static void compare(const adapter *adapter, int32_t n_threads, int shape, placement end, run_calls *run)
{
    strew_resources pool = adapter->open(n_threads);

    assert_true(pool.n_threads == n_threads && pool.workspace == NULL && pool.workspace_bytes == 0);
    plan = fixture_plan(&buffers, STREW_ISA_BEST);
    prepare_at(end);
    for (size_t i = 0; i < CALLS; i++) open_call(&calls[i], pool, end);
    for (size_t i = run(adapter); i-- > 0;) {
        if (!calls[i].is_right) fail_msg("%s, %d threads, shape %d, call %zu: other bits", adapter->name, (int)n_threads, shape, i);
        assert_true(n_threads == 1 ? calls[i].n_tasks == 0 : shape != WIDE || calls[i].n_tasks > 1);
    }
    assert_true(guarded_free_all());
    adapter->close(pool.pool);
}

static void compare_all(run_calls *run)
{
    for (int shape = 0; shape < SHAPES; shape++) {
        const placement end = (placement)random_below(&buffers.random, 2);
        place_shape(shape, end);
        for (size_t i = 0; i < n_adapters; i++) {
            const size_t n = n_numbers(adapters[i].does_spin && shape != WIDE);
            for (size_t number = 0; number < n; number++) compare(&adapters[i], numbers_of_threads[number], shape, end, run);
        }
    }
}

/* ---- How they run -------------------------------------------------------------------------------------------------------------------- */

static size_t run_one(const adapter *adapter)
{
    (void)adapter;
    make_run(calls, 0);
    return 1;
}

static void *run_on_this_thread(void *argument)
{
    make_run(argument, 0);
    return NULL;
}

/* Threads of their own use one pool at the same time. */
static size_t run_at_once(const adapter *adapter)
{
    pthread_t threads[CALLS];

    (void)adapter;
    for (size_t i = 0; i < CALLS; i++) assert_int_equal(pthread_create(&threads[i], NULL, run_on_this_thread, &calls[i]), 0);
    for (size_t i = 0; i < CALLS; i++) pthread_join(threads[i], NULL);
    return CALLS;
}

/* Tasks of the pool use it. */
static size_t run_in_tasks(const adapter *adapter)
{
    const strew_resources pool = calls[0].pool;

    for (size_t i = 0; i < CALLS && adapter->nested; i++) calls[i].pool = adapter->nested(pool);
    pool.parallel_for(pool.pool, CALLS, make_run, calls);
    return CALLS;
}

TEST(a_pool_gives_the_same)
{
    compare_all(run_one);
}

TEST(a_pool_gives_the_same_to_several_threads)
{
    compare_all(run_at_once);
}

TEST(a_pool_gives_the_same_in_its_own_tasks)
{
    compare_all(run_in_tasks);
}

/* ---- The contract of a pool ---------------------------------------------------------------------------------------------------------- */

static void count(void *argument, size_t i)
{
    ((size_t *)argument)[i]++;
}

static void expect_each_task_once(const strew_resources *pool, size_t n)
{
    size_t n_runs[64 + 1] = {0};

    pool->parallel_for(pool->pool, n, count, n_runs);
    for (size_t task = 0; task < COUNT(n_runs); task++) assert_int_equal(n_runs[task], task < n);
}

TEST(each_task_has_run_once_when_the_pool_returns)
{
    for (size_t i = 0; i < n_adapters; i++) {
        for (size_t number = 0; number < n_numbers(0); number++) {
            const strew_resources pool = adapters[i].open(numbers_of_threads[number]);
            for (size_t other = 0; other < COUNT(numbers_of_threads); other++)
                expect_each_task_once(&pool, (size_t)numbers_of_threads[other]);
            adapters[i].close(pool.pool);
        }
    }
}

/* Tasks that wait until all have begun, or until half a minute is over. */
typedef struct meeting {
    size_t n;
    atomic_size_t n_begun;
    time_t end;
} meeting;

static void meet(void *argument, size_t i)
{
    meeting *const meeting = argument;

    (void)i;
    meeting->n_begun++;
    while (meeting->n_begun < meeting->n && time(NULL) < meeting->end) sched_yield();
}

TEST_WITH_OTHERS(as_many_tasks_run_at_once_as_there_are_threads)
{
    for (size_t i = 0; i < n_adapters; i++) {
        for (size_t number = 0; adapters[i].is_parallel && number < n_numbers(1); number++) {
            const strew_resources pool = adapters[i].open(numbers_of_threads[number]);
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); /* until the threads sleep too */
            meeting meeting = {.n = (size_t)pool.n_threads, .end = time(NULL) + 30};
            pool.parallel_for(pool.pool, meeting.n, meet, &meeting);
            assert_true(time(NULL) < meeting.end);
            adapters[i].close(pool.pool);
        }
    }
}

int main(void)
{
    return run_on_fixture(2 << 20, 300);
}
