/* The first planning of a process, by several threads at once; and errno, which it and everything after it leave alone. */
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <strew/strew.h>

#include "compare.h"
#include "fill.h"
#include "guarded.h"
#include "operators.h"
#include "rejection.h"
#include "system.h"
#include "testing.h"

enum { THREADS = 8, ROUNDS = 20, MAX_TUPLES = 1200, MAX_WORKSPACE = 1 << 14, ERRNO = 4321 };

/* One thread's scatter, and what the reference says to it. */
typedef struct runner {
    strew_dtype dtype;
    int64_t data_shape[4], indices_shape[2], updates_shape[2];
    int32_t k;
    strew_tensor data, indices, updates;
    unsigned char *data_values, *updates_values, *expected, *output;
    int64_t *indices_values;
    size_t n_data_bytes;
    guarded workspace; /* its size is known once something has been planned */
    placement end;
    int is_right;
} runner;

static runner runners[THREADS];
static atomic_int n_ready;

/* Other types, components, widths and tuples for every thread. */
static void prepare(runner *runner, size_t number)
{
    static const strew_dtype dtypes[] = {STREW_FLOAT32, STREW_INT8, STREW_FLOAT64, STREW_COMPLEX64};
    const placement end = runner->end = number % 2 ? FLUSH_END : FLUSH_START;
    uint64_t random = number;
    size_t n_data, n_updates, n_indices;

    runner->dtype = dtypes[number % COUNT(dtypes)];
    runner->k = 1 + (int32_t)(number % 3);
    for (int32_t j = 0; j < runner->k; j++) runner->data_shape[j] = 3 + (int64_t)number % 4 + j;
    runner->data_shape[runner->k] = runner->updates_shape[1] = 1 + (int64_t)number % 5;
    runner->indices_shape[0] = runner->updates_shape[0] = MAX_TUPLES - 130 * (int64_t)number;
    runner->indices_shape[1] = runner->k;
    runner->data = (strew_tensor){runner->dtype, runner->k + 1, runner->data_shape, NULL};
    runner->indices = (strew_tensor){STREW_INT64, 2, runner->indices_shape, NULL};
    runner->updates = (strew_tensor){runner->dtype, 2, runner->updates_shape, NULL};
    n_data = reference_elements(&runner->data);
    n_updates = reference_elements(&runner->updates);
    n_indices = reference_elements(&runner->indices);
    runner->n_data_bytes = n_data * reference_size(runner->dtype);
    runner->data.values = runner->data_values = guarded_new(runner->n_data_bytes, end);
    runner->output = guarded_new(runner->n_data_bytes, end);
    runner->expected = guarded_new(runner->n_data_bytes, end);
    runner->updates.values = runner->updates_values = guarded_new(n_updates * reference_size(runner->dtype), end);
    runner->indices.values = runner->indices_values = guarded_new(n_indices * sizeof(int64_t), end);
    runner->workspace = guarded_open(MAX_WORKSPACE);
    fill(runner->dtype, runner->data_values, n_data, ORDINARY, &random);
    fill(runner->dtype, runner->updates_values, n_updates, ORDINARY, &random);
    for (size_t i = 0; i < n_indices; i++) {
        const uint64_t size = (uint64_t)runner->data_shape[i % (size_t)runner->k];
        runner->indices_values[i] = (int64_t)random_below(&random, 2 * size) - (int64_t)size;
    }
    reference_scatter_nd(runner->expected, &runner->data, &runner->indices, &runner->updates, STREW_ADD);
}

static int is_output_right(const runner *runner)
{
    size_t where;
    return is_same(runner->dtype, runner->output, runner->expected, reference_elements(&runner->data), &where);
}

static void *place_workspace(runner *runner, const strew_plan *plan)
{
    return guarded_place(&runner->workspace, strew_workspace_size(plan, 1), runner->end, 0);
}

/* Both ways to come to a first planning, and errno, which is each thread's own. */
static void *plan_and_run(void *argument)
{
    runner *const runner = argument;

    errno = ERRNO;
    runner->is_right = 1;
    atomic_fetch_add(&n_ready, 1);
    while (atomic_load(&n_ready) < THREADS) continue;
    for (int i = 0; i < 5; i++) {
        strew_plan plan;
        if (strew_scatter_nd_plan(&plan, &runner->data, &runner->indices, &runner->updates, STREW_ADD, NULL, NULL) != STREW_OK ||
            strew_run_with(&plan, runner->output, runner->data_values, runner->indices_values, runner->updates_values,
                           &(strew_resources){.workspace = place_workspace(runner, &plan), .workspace_bytes = runner->workspace.size},
                           NULL) != STREW_OK ||
            !is_output_right(runner)) {
            runner->is_right = 0;
        }
        memset(runner->output, 0x5a, runner->n_data_bytes);
        if (strew_scatter_nd(runner->output, &runner->data, &runner->indices, &runner->updates, STREW_ADD, NULL, NULL) != STREW_OK ||
            !is_output_right(runner)) {
            runner->is_right = 0;
        }
    }
    runner->is_right &= errno == ERRNO;
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
static void threads_may_come_to_the_first_planning_together(void **state)
{
    for (size_t i = 0; i < THREADS; i++) prepare(&runners[i], i);
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
    for (size_t i = 0; i < THREADS; i++) {
        assert_true(guarded_is_intact(&runners[i].workspace));
        guarded_close(&runners[i].workspace);
    }
    assert_true(guarded_free_all());
}

/* ---- errno --------------------------------------------------------------------------------------------------------------------------- */

static void look_at_errno(placement end)
{
    const int64_t data_shape[] = {4, 2}, indices_shape[] = {3, 2}, updates_shape[] = {3}, negative[] = {-1, 2},
                  large_offset[] = {INT64_MAX, 9};
    static const int64_t good_indices[] = {0, 0, 3, 1, -1, -1};
    static const float good_updates[] = {1, 2, 3};
    int64_t *const indices_values = guarded_copy(good_indices, sizeof good_indices, end);
    const float *const updates_values = guarded_copy(good_updates, sizeof good_updates, end);
    float *const output = guarded_new(8 * sizeof *output, end);
    guarded workspace = guarded_open(MAX_WORKSPACE);
    const strew_tensor data = {STREW_FLOAT32, 2, data_shape, output}, indices = {STREW_INT64, 2, indices_shape, indices_values};
    const strew_tensor updates = {STREW_FLOAT32, 1, updates_shape, updates_values};
    const strew_tensor of_negative = {STREW_FLOAT32, 2, negative, output}, too_large = {STREW_FLOAT32, 2, large_offset, output};
    const strew_tensor overlapping = {STREW_FLOAT32, 1, updates_shape, output + 1}, missing = {STREW_FLOAT32, 1, updates_shape, NULL};
    const strew_tensor of_no_dtype = {(strew_dtype)77, 2, data_shape, output};
    const strew_options bad_policy = {.policy = (strew_policy)9}, bad_isa = {.isa = (strew_isa)15};
    const struct {
        const strew_tensor *data, *updates;
        strew_reduction reduction;
        const strew_options *options;
        strew_status status;
        int64_t index;
    } rows[] = {
        {&data, &updates, STREW_ADD, NULL, STREW_OK, 0},
        {&of_negative, &updates, STREW_ADD, NULL, STREW_STATUS_NEGATIVE_DIMENSION, 0},
        {&too_large, &updates, STREW_ADD, NULL, STREW_STATUS_TOO_LARGE, 0},
        {&of_no_dtype, &updates, STREW_ADD, NULL, STREW_STATUS_UNKNOWN_DTYPE, 0},
        {&data, &data, STREW_ADD, NULL, STREW_STATUS_UPDATES_RANK_MISMATCH, 0},
        {&data, &updates, (strew_reduction)50, NULL, STREW_STATUS_UNKNOWN_REDUCTION, 0},
        {&data, &updates, STREW_ADD, &bad_policy, STREW_STATUS_UNKNOWN_OPTION, 0},
        {&data, &updates, STREW_ADD, &bad_isa, STREW_STATUS_UNKNOWN_OPTION, 0},
        {&data, &missing, STREW_ADD, NULL, STREW_STATUS_NULL_POINTER, 0},
        {&data, &overlapping, STREW_ADD, NULL, STREW_STATUS_OUTPUT_OVERLAP, 0},
        {&data, &updates, STREW_ADD, NULL, STREW_STATUS_INDEX_OUT_OF_BOUNDS, 9},
        {NULL, &updates, STREW_ADD, NULL, STREW_STATUS_NULL_POINTER, 0},
    };

    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int number = 0; number < 2; number++) {
            const int before = number ? ERRNO : 0;
            strew_fault fault;
            strew_plan plan;
            char sentence[STREW_MESSAGE_BYTES];
            strew_status status, planned;

            indices_values[0] = rows[row].index;
            errno = before;
            status = strew_scatter_nd(output, rows[row].data, &indices, rows[row].updates, rows[row].reduction, rows[row].options, &fault);
            assert_int_equal(errno, before);
            assert_int_equal(status, rows[row].status);
            errno = before;
            strew_describe(&fault, sentence, sizeof sentence);
            assert_int_equal(errno, before);
            errno = before;
            planned =
                strew_scatter_nd_plan(&plan, rows[row].data, &indices, rows[row].updates, rows[row].reduction, rows[row].options, &fault);
            assert_int_equal(errno, before);
            if (planned != STREW_OK) continue;
            guarded_place(&workspace, strew_workspace_size(&plan, 1), end, 0);
            errno = before;
            strew_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
            strew_run_with(&plan, output, output, indices_values, rows[row].updates->values,
                           &(strew_resources){.workspace = workspace.bytes, .workspace_bytes = workspace.size}, &fault);
            strew_run_with(&plan, output, output, indices_values, rows[row].updates->values,
                           &(strew_resources){.workspace = output, .workspace_bytes = workspace.size}, &fault);
            assert_int_equal(errno, before);
            assert_int_equal(fault.status, STREW_STATUS_WORKSPACE_OVERLAP);
        }
    }
    assert_true(guarded_is_intact(&workspace) && guarded_free_all());
    guarded_close(&workspace);
}

static void errno_stays_what_it_was(void **state)
{
    look_at_errno(FLUSH_END);
    look_at_errno(FLUSH_START);
}

/* What scatter_nd has no part in: axes, and the policies and profiles that have rejections of their own. */
static void errno_stays_what_it_was_along_an_axis(void **state)
{
    static const struct {
        strew_status status;
        int64_t axis, size;
        strew_options options;
    } rows[] = {
        {STREW_OK, 1, 3, {.policy = STREW_POLICY_ERROR}},
        {STREW_OK, -2, 3, {.policy = STREW_POLICY_SKIP}},
        {STREW_OK, 1, 3, {.policy = STREW_POLICY_CLAMP, .nan = STREW_NAN_LOSES}},
        {STREW_STATUS_AXIS_OUT_OF_RANGE, 3, 3, {.policy = STREW_POLICY_ERROR}},
        {STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, 1, 0, {.policy = STREW_POLICY_CLAMP}},
        {STREW_STATUS_INDEX_OUT_OF_BOUNDS, 1, 0, {.policy = STREW_POLICY_ERROR}},
        {STREW_STATUS_PROFILE_LACKS_OPERATOR, 1, 3, {.profile = STREW_PROFILE_ONNX_SCATTERND_18}},
    };

    open_rejections();
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        call call = good_call(i % 2 ? REFERENCE_UPDATE : REFERENCE_ELEMENTS);
        arguments arguments;
        strew_fault fault;
        strew_status status;
        char sentence[STREW_MESSAGE_BYTES];
        void *output;
        call.data_shape[1] = rows[i / 2].size;
        call.axis = rows[i / 2].axis;
        call.options = rows[i / 2].options;
        complete(&call, &arguments);
        output = guarded_new(reference_bytes(&arguments.data), i / 2 % 2 ? FLUSH_END : FLUSH_START);
        errno = ERRNO;
        status = make_call(output, &arguments.call, &fault);
        strew_describe(&fault, sentence, sizeof sentence);
        assert_int_equal(errno, ERRNO);
        assert_int_equal(status, rows[i / 2].status);
        assert_true(guarded_free_all());
    }
    close_rejections();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_may_come_to_the_first_planning_together), /* before anything else plans */
        cmocka_unit_test(errno_stays_what_it_was),
        cmocka_unit_test(errno_stays_what_it_was_along_an_axis),
    };
    return cmocka_run_group_tests_name("first", tests, NULL, NULL);
}
