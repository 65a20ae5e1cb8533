/* The first planning of a process, by several threads at once. */
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <strew/inspect.h>
#include <strew/strew.h>

#include "calls.h"
#include "fixture.h"
#include "system.h"
#include "testing.h"

enum { THREADS = 8, ROUNDS = 20, MAX_TUPLES = 1200, CAPACITY = 1 << 17, ERRNO = 4321 };

/* One thread's scatter. */
static struct runner {
    fixture fixture;
    int is_right;
} runners[THREADS];
static atomic_int n_ready;

/* Other types, components, widths and tuples for every thread. */
static void prepare(fixture *fixture, size_t number)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8, STREW_DTYPE_FLOAT64, STREW_DTYPE_COMPLEX64};
    const int64_t n = (int64_t)number;
    const int32_t k = 1 + (int32_t)(number % 3);
    scatter scatter = {
        .op = REFERENCE_ND,
        .dtype = dtypes[number % COUNT(dtypes)],
        .index_dtype = STREW_DTYPE_INT64,
        .reduction = STREW_REDUCTION_ADD,
        .data_rank = k + 1,
        .indices_rank = 2,
        .indices_shape = {MAX_TUPLES - 130 * n, k},
    };

    for (int32_t j = 0; j < k; j++) scatter.data_shape[j] = 3 + n % 4 + j;
    scatter.data_shape[k] = 1 + n % 5;
    *fixture = fixture_open(CAPACITY, number);
    fixture_place(fixture, &scatter);
    fixture_flush(fixture, number % 2 ? FLUSH_END : FLUSH_START);
    fixture_draw_indices(fixture, 0);
    fixture_expect(fixture);
    fixture->has_workspace = 1; /* its size is known once something has been planned */
}

/* Both ways to come to a first planning. */
static void *plan_and_run(void *argument)
{
    struct runner *const runner = argument;

    runner->is_right = 1;
    atomic_fetch_add(&n_ready, 1);
    while (atomic_load(&n_ready) < THREADS) continue;
    for (int i = 0; i < 5; i++) {
        const strew_plan plan = fixture_plan(&runner->fixture, STREW_ISA_BEST);
        runner->is_right &= fixture_run(&runner->fixture, &plan, 0) && fixture_call(&runner->fixture, STREW_ISA_BEST, 0);
    }
    return NULL;
}

/* 0 if every thread of this process had the right results. */
static int race(void)
{
    pthread_t threads[THREADS];
    int n_wrong = 0;

    for (size_t i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, plan_and_run, &runners[i]) != 0) abort();
    }
    for (size_t i = 0; i < THREADS; i++) {
        if (pthread_join(threads[i], NULL) != 0) abort();
        n_wrong += !runners[i].is_right;
    }
    return n_wrong;
}

/* A process plans for the first time only once: each round is a child, and nothing here plans before. */
TEST(threads_may_come_to_the_first_planning_together)
{
#if !defined(_WIN32) /* which has no fork: there this process is the only round */
    for (int round = 0; round < (is_light() ? 2 : ROUNDS); round++) {
        const pid_t child = fork();
        int status;
        assert_true(child >= 0);
        if (child == 0) _exit(race());
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
#endif
    assert_int_equal(race(), 0);
}

/* plan_call, make_call and fixture_run assert it of what they call. */
TEST(errno_stays_what_it_was)
{
    for (size_t i = 1; i < THREADS; i += 3) { /* tuples of two components, which want a workspace */
        fixture *const fixture = &runners[i].fixture;
        unsigned char *const output = fixture->output.bytes;
        const strew_plan plan = fixture_plan(fixture, STREW_ISA_BEST);
        const strew_resources overlapping = STREW_RESOURCES(.workspace = output, .workspace_bytes = strew_plan_workspace_size(&plan, 1));
        strew_fault fault;
        char sentence[STREW_MESSAGE_BYTES];
        errno = ERRNO;
        strew_plan_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
        run_with(&plan, output, output, fixture->indices.bytes, fixture->updates.bytes, &overlapping, &fault);
        strew_fault_describe(&fault, sentence, sizeof sentence);
        assert_int_equal(errno, ERRNO);
        assert_int_equal(fault.status, STREW_STATUS_WORKSPACE_OVERLAP);
    }
}

static int set_up(void **state)
{
    for (size_t i = 0; i < THREADS; i++) prepare(&runners[i].fixture, i);
    return 0;
}

static int tear_down(void **state)
{
    for (size_t i = 0; i < THREADS; i++) fixture_close(&runners[i].fixture);
    return 0;
}

int main(void)
{
    return run_all_tests(set_up, tear_down);
}
