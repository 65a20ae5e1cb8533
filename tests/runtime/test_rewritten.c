/* Indices that another thread rewrites during the call: a race, and meant to be one. */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include <strew/strew.h>

#include "plan_state.h"
#include "testing.h"

#include "fill.h"
#include "group.h"
#include "thread_schedule.h"

/* ---- Rewritten by a thread ----------------------------------------------------------------------------------------------------------- */

static atomic_int is_running, is_done;

/* In one store of the index's type, where the machine has such. ThreadSanitizer does not see it, but would see threads of a call that race
 * with one another because of it. */
__attribute__((noinline, no_sanitize("thread"))) static void rewrite_index(size_t position, int64_t value)
{
    if (buffers.indices_tensor.dtype == STREW_DTYPE_INT32) {
        ((volatile int32_t *)(void *)buffers.indices.bytes)[position] = (int32_t)value;
    } else {
        ((volatile int64_t *)(void *)buffers.indices.bytes)[position] = value;
    }
}

/* A few at once, which come by all of them, and which are what they were every other time: 7919 is a prime, and no number of indices a
 * multiple. Of runs on a grid, one in five meets none but those that are. */
enum { AT_ONCE = 3 };
static void *rewrite(void *configuration_of_indices)
{
    const configuration *const configuration = configuration_of_indices;
    const size_t n = buffers.n_components;

    for (size_t turn = 0; !atomic_load_explicit(&is_done, memory_order_relaxed); turn++) {
        for (size_t i = 0; i < AT_ONCE; i++) {
            const size_t position = (turn / 2 + i * n / AT_ONCE) % n * 7919 % n;
            rewrite_index(position, turn % 2 ? first_value_for(configuration, position) : value_for(position, turn / 2 + 5 * i));
        }
        atomic_store_explicit(&is_running, 1, memory_order_relaxed);
    }
    return NULL;
}

/* A full run takes a minute, shared by all policies, all ways, both ends, and calls with and without prepared indices: twelve turns for
 * each way, in which it meets all kinds. */
enum { SECONDS_FULL = 60, ROUNDS = 2 * 2 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static size_t n_rewritten_runs(int is_shared, size_t n_tuples)
{
    if (is_shared) return is_light() ? 3 : 20;
    return is_light() ? 5 : n_tuples < 1000 ? 1500 : 60;
}

static void rewrite_during_calls(size_t number, strew_policy policy, size_t turn, unsigned *n_of_status)
{
    const int is_shared = number >= n_configurations, is_prepared = (int)random_below(&buffers.random, 2);
    const configuration *const configuration = is_shared ? &shared_configurations[number - n_configurations] : &configurations[number];
    const double end = now() + (double)SECONDS_FULL / (double)(POLICIES * (n_configurations + n_shared_configurations) * ROUNDS);
    strew_plan plans[MAX_ISAS];
    pthread_t thread;
    size_t n_runs;

    place_turn(configuration, &kinds[(number + turn) % n_kinds], policy, turn % 2 ? FLUSH_END : FLUSH_START);
    for (size_t i = 0; i < n_isas; i++) plans[i] = fixture_plan(&buffers, isas[i]);
    n_runs = n_rewritten_runs(is_shared, strew_state_of(&plans[0])->n_tuples);
    atomic_store(&is_running, 0);
    atomic_store(&is_done, 0);
    assert_int_equal(pthread_create(&thread, NULL, rewrite, (void *)configuration), 0);
    while (!atomic_load(&is_running)) continue;
    for (size_t i = 0; is_full() ? now() < end : i < n_runs; i++) {
        /* Where runs are few, ways differ in how they are run. */
        const size_t run = i + number;
        n_of_status[(is_prepared ? run_prepared_turn : run_turn)(&plans[run % n_isas], run / n_isas,
                                                                 is_shared ? 2 + run / n_isas % 3 : 1)]++;
    }
    atomic_store(&is_done, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void indices_rewritten_during_the_call_harm_nothing_else(void **state)
{
    const strew_policy *const policy = *state;
    const size_t first = (size_t)(policy - policies) * ROUNDS;
    unsigned n_of_status[STREW_STATUS_INDICES_CHANGED + 1] = {0};

    for (size_t number = 0; number < n_configurations + n_shared_configurations; number++) {
        for (size_t turn = first; turn < first + ROUNDS; turn++) {
            /* In a light run, those that are shared have one turn each. */
            if (is_light() && number >= n_configurations && turn - first != number % ROUNDS) continue;
            rewrite_during_calls(number, *policy, turn, n_of_status);
        }
    }
    for (int status = STREW_OK; status <= STREW_STATUS_INDICES_CHANGED; status++)
        assert_true(n_of_status[status] == 0 || can_come_of(*policy, (strew_status)status));
    fprintf(stderr, "%u calls came through, %u were rejected, %u noticed a change\n", n_of_status[STREW_OK],
            n_of_status[STREW_STATUS_INDEX_OUT_OF_BOUNDS], n_of_status[STREW_STATUS_INDICES_CHANGED]);
    /* Of so many calls some meet the rewriter at every moment; of a light run's, maybe none. */
    if (!is_light() && *policy == STREW_POLICY_ERROR)
        assert_true(n_of_status[STREW_OK] > 0 && n_of_status[STREW_STATUS_INDEX_OUT_OF_BOUNDS] > 0 &&
                    n_of_status[STREW_STATUS_INDICES_CHANGED] > 0);
}

int main(void)
{
    static const char *const some[POLICIES] = {"rejected", "skipped", "clamped"};

    for (size_t i = 0; i < POLICIES; i++)
        add_test(indices_rewritten_during_the_call_harm_nothing_else, &policies[i], "indices_rewritten_while_some_are_%s_harm_nothing_else",
                 some[i]);
    return run_on_fixture(FIXTURE_BYTES, 7331);
}
