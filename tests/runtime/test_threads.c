/* More than one thread: one plan on several outputs, and indices that another thread rewrites during the call. Nobody may do the latter,
 * but whoever does it must not harm what lies around: every buffer here touches a guard page. What threads hit by chance, kernels that
 * rewrite the indices at the worst moment hit for sure. */
#define _GNU_SOURCE

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "kernels.h"

#include "compare.h"
#include "group.h"
#include "pools.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};

/* ---- What to scatter ---------------------------------------------------------------------------------------------------------------- */

typedef struct way {
    const char *name;
    reference_operator op;
    int64_t axis;
    int32_t data_rank, indices_rank;
    int64_t data[3], indices[3];
} way;

/* Every way through a run. All indices are 0 to begin with, so that rows of scatter_elements are written as one. */
static const way ways[] = {
    {"a few tuples", REFERENCE_ND, 0, 1, 2, {1000}, {9, 1}},
    {"one block", REFERENCE_ND, 0, 2, 2, {200, 5}, {500, 1}},
    {"many blocks", REFERENCE_ND, 0, 1, 2, {1000}, {20000, 1}},
    {"two components", REFERENCE_ND, 0, 2, 2, {10, 100}, {400, 2}},
    {"two components, many blocks", REFERENCE_ND, 0, 2, 2, {10, 100}, {20000, 2}},
    {"elements, a few", REFERENCE_ELEMENTS, 0, 2, 2, {40, 3}, {3, 3}},
    {"elements, one block", REFERENCE_ELEMENTS, 1, 2, 2, {20, 30}, {20, 25}},
    {"elements, many blocks", REFERENCE_ELEMENTS, 1, 3, 3, {20, 30, 50}, {20, 37, 23}},
    {"one row", REFERENCE_ELEMENTS, 0, 2, 2, {300, 40}, {1, 40}},
    {"rows, one block", REFERENCE_ELEMENTS, 0, 2, 2, {300, 40}, {20, 40}},
    {"rows, many blocks", REFERENCE_ELEMENTS, 1, 3, 3, {30, 40, 9}, {30, 61, 9}},
    {"one part", REFERENCE_UPDATE, 0, 2, 1, {500, 4}, {3000}},
    {"few tuples in many parts", REFERENCE_UPDATE, 1, 3, 1, {900, 7, 3}, {4}},
    {"many tuples in few parts", REFERENCE_UPDATE, 1, 3, 1, {3, 200, 3}, {2000}},
    {"as many as a block in few parts", REFERENCE_UPDATE, 1, 3, 1, {3, 200, 3}, {512}},
};

/* Every way to share one. Where one thread writes, the others make slots for it, or copy data, of which there is enough for that. */
static const way shared_ways[] = {
    {"written by one", REFERENCE_ND, 0, 1, 2, {300000}, {132000, 1}},
    {"two components, written by one", REFERENCE_ND, 0, 2, 2, {1000, 300}, {66000, 2}},
    {"slices of pages, by columns", REFERENCE_ND, 0, 2, 2, {40, 17000}, {30, 1}},
    {"slices of lines, dealt out", REFERENCE_ND, 0, 2, 2, {8000, 700}, {1400, 1}},
    {"far slices, dealt out", REFERENCE_ND, 0, 2, 2, {40000, 128}, {2100, 1}},
    {"elements, by place", REFERENCE_ELEMENTS, 1, 2, 2, {100, 30}, {100, 400}},
    {"elements, by lanes", REFERENCE_ELEMENTS, 0, 2, 2, {90, 128}, {1100, 128}},
    {"rows, by columns", REFERENCE_ELEMENTS, 0, 2, 2, {40, 17000}, {30, 17000}},
    {"rows, dealt out", REFERENCE_ELEMENTS, 0, 2, 2, {8000, 600}, {460, 600}},
    {"few tuples in many parts", REFERENCE_UPDATE, 1, 3, 1, {3000, 9, 3}, {30}},
    {"many tuples in few parts", REFERENCE_UPDATE, 1, 3, 1, {8, 200, 3}, {12000}},
};

static void prepare(const way *way, strew_policy policy, placement placement)
{
    scatter scatter = {
        .op = way->op,
        .dtype = STREW_UINT8,
        .index_dtype = STREW_INT64,
        .reduction = STREW_ADD,
        .options = {.policy = policy},
        .axis = way->axis,
        .data_rank = way->data_rank,
        .indices_rank = way->indices_rank,
    };

    memcpy(scatter.data_shape, way->data, sizeof way->data);
    memcpy(scatter.indices_shape, way->indices, sizeof way->indices);
    stage_place(&buffers, &scatter);
    stage_flush(&buffers, placement);
    memset(buffers.indices.bytes, 0, buffers.indices.size);
}

static void assert_intact(void)
{
    assert_true(guarded_is_intact(&buffers.output) && guarded_is_intact(&buffers.data) && guarded_is_intact(&buffers.updates));
    assert_true(guarded_is_intact(&buffers.indices) && guarded_is_intact(&buffers.workspace) && guarded_is_intact(&buffers.prepared));
}

/* Out of place and in place, without a workspace and with one. */
static strew_status run_turn(const strew_plan *plan, size_t turn, size_t n_threads)
{
    const size_t size = turn / 2 % 2 ? strew_workspace_size(plan, (int32_t)n_threads) : 0;
    unsigned char *const workspace = size != 0 ? guarded_place(&buffers.workspace, size, FLUSH_END, 0) : NULL;
    const strew_resources resources = {workspace, size, on_threads, &n_threads, (int32_t)n_threads};
    strew_fault fault;
    const strew_status status = strew_run_with(plan, buffers.output.bytes, turn % 2 ? buffers.output.bytes : buffers.data.bytes,
                                               buffers.indices.bytes, buffers.updates.bytes, &resources, &fault);

    assert_int_equal(status, fault.status);
    assert_intact();
    return status;
}

/* The same with prepared indices, which are inside whatever becomes of those they come from. */
static strew_status run_prepared_turn(const strew_plan *plan, size_t turn, size_t n_threads)
{
    const size_t size = strew_prepared_size(plan);
    unsigned char *const prepared = guarded_place(&buffers.prepared, size, turn / 2 % 2 ? FLUSH_END : FLUSH_START, 0);
    const strew_resources resources = {NULL, 0, on_threads, &n_threads, (int32_t)n_threads};
    strew_fault fault;
    const strew_status status = strew_prepare(plan, buffers.indices.bytes, prepared, size, &fault);

    assert_int_equal(status, fault.status);
    assert_int_equal(strew_run_prepared(plan, buffers.output.bytes, turn % 2 ? buffers.output.bytes : buffers.data.bytes, prepared,
                                        buffers.updates.bytes, &resources, NULL),
                     status == STREW_OK ? STREW_OK : STREW_PREPARED_MISMATCH);
    assert_intact();
    return status;
}

/* Only the policy error has an index to refuse; any may notice that indices have changed, or not. */
static int can_come_of(strew_policy policy, strew_status status)
{
    return status == STREW_OK || status == STREW_INDICES_CHANGED || (policy == STREW_POLICY_ERROR && status == STREW_INDEX_OUTSIDE);
}

/* Inside, and so far outside that a write there would end the process or show beside the buffer. */
enum { VALUES = 13 };
static int64_t value_of(int64_t size, size_t which)
{
    const int64_t values[VALUES] = {
        INT64_C(0x7fffffff), INT64_MIN / 2, size, -1, INT64_C(0xffffffff), -size - 1, INT64_MAX, 2 * size, INT64_MIN, size + 1, size - 1,
        INT64_C(1) << 32,    49152};
    return values[which % VALUES];
}

/* ---- Rewritten by a kernel ---------------------------------------------------------------------------------------------------------- */

/* Of one index, or of all of them: to one value, or to many. */
typedef enum change { ONE, ALL_ALIKE, ALL_DIFFERENT, CHANGES } change;

/* What happens to the indices, and when: once all tuples have been checked, or before they are turned into slots. */
static struct {
    strew_indices_kernel check, locate;
    const strew_plan *plan;
    size_t left; /* tuples to check */
    size_t which;
    change change;
    unsigned n_spoiled;
} hook;

static void spoil(void)
{
    const size_t n = buffers.n_components, one = hook.which * 7919 % n, first = hook.change == ONE ? one : 0;

    for (size_t i = first; i < (hook.change == ONE ? one + 1 : n); i++)
        stage_write_index(&buffers, i, value_of(stage_size_at(&buffers, i), hook.which + (hook.change == ALL_DIFFERENT ? i : 0)));
    hook.n_spoiled++;
}

static STREW_INDICES(check_then_spoil)
{
    const uint32_t largest = hook.check.run(slots, indices, positions, n_tuples, components);
    hook.left -= n_tuples;
    if (hook.left == 0) spoil();
    return largest;
}

static STREW_INDICES(spoil_then_locate)
{
    if (hook.n_spoiled == 0) spoil();
    return hook.locate.run(slots, indices, positions, n_tuples, components);
}

static strew_plan plan_with_hooks(strew_isa isa)
{
    static strew_indices_kernel check, locate;
    strew_plan plan = stage_plan(&buffers, isa);

    hook.locate = locate = *plan.locate;
    locate.run = spoil_then_locate;
    plan.locate = &locate;
    if (!plan.check) return plan;
    hook.check = check = *plan.check;
    check.run = check_then_spoil;
    plan.check = &check;
    return plan;
}

static void indices_that_change_at_the_worst_moment_harm_nothing_else(void **state)
{
    unsigned n_changed = 0;

    (void)state;
    for (size_t turn = 0; turn < COUNT(ways) * COUNT(policies) * n_isas * 4; turn++) {
        const strew_policy policy = policies[turn / 4 / n_isas % COUNT(policies)];
        strew_plan plan;
        prepare(&ways[turn / 4 / n_isas / COUNT(policies)], policy, (placement)random_below(&buffers.random, 2));
        plan = plan_with_hooks(isas[turn / 4 % n_isas]);
        for (hook.which = is_light() ? turn % 3 : 0; hook.which < CHANGES * VALUES; hook.which += is_light() ? 3 : 1) {
            strew_status status;
            memset(buffers.indices.bytes, 0, buffers.indices.size);
            hook.left = plan.n_tuples / (plan.apply_row ? plan.count[plan.n_dims - 1] : 1);
            hook.change = (change)(hook.which / VALUES);
            hook.n_spoiled = 0;
            status = run_turn(&plan, turn, 1);
            assert_true(hook.n_spoiled > 0);
            assert_true(can_come_of(policy, status));
            n_changed += status == STREW_INDICES_CHANGED;
        }
    }
    /* Without a single one, no moment was bad. */
    fprintf(stderr, "%u calls noticed a change\n", n_changed);
    assert_true(n_changed > 0);
}

/* ---- Read twice ------------------------------------------------------------------------------------------------------------------- */

/* What may become of a kernel: a compiler is free to load an index once to compare it and once more for the slot, and another thread to
 * rewrite it in between. */
static STREW_INDICES(locate_astray)
{
    const uint32_t largest = hook.locate.run(slots, indices, positions, n_tuples, components), astray = (uint32_t)hook.plan->n_slots;

    slots[hook.which * 7919 % n_tuples] = astray;
    hook.n_spoiled++;
    return largest > astray ? largest : astray;
}

static void a_slot_outside_of_an_index_inside(strew_policy policy, strew_status expected)
{
    unsigned n_astray = 0;

    for (size_t turn = 0; turn < COUNT(ways) * n_isas * 4; turn++) {
        strew_indices_kernel locate;
        strew_plan plan;
        prepare(&ways[turn / 4 / n_isas], policy, (placement)random_below(&buffers.random, 2));
        plan = stage_plan(&buffers, isas[turn / 4 % n_isas]);
        hook.locate = locate = *plan.locate;
        locate.run = locate_astray;
        plan.locate = &locate;
        hook.plan = &plan;
        for (hook.which = 0; hook.which < 3; hook.which++) {
            strew_status status;
            hook.n_spoiled = 0;
            status = run_turn(&plan, turn, 1);
            assert_int_equal(status, hook.n_spoiled > 0 ? expected : STREW_OK);
            n_astray += hook.n_spoiled > 0;
        }
    }
    assert_true(n_astray > 0);
}

static void a_slot_outside_of_an_index_inside_is_noticed(void **state)
{
    (void)state;
    a_slot_outside_of_an_index_inside(STREW_POLICY_ERROR, STREW_INDICES_CHANGED);
}

static void a_slot_outside_of_an_index_inside_is_skipped(void **state)
{
    (void)state;
    a_slot_outside_of_an_index_inside(STREW_POLICY_SKIP, STREW_OK);
}

/* ---- Rewritten by a thread ---------------------------------------------------------------------------------------------------------- */

enum { MOST_REWRITTEN = 3 };

typedef struct rewriter {
    volatile int64_t *indices[MOST_REWRITTEN];
    int64_t size; /* of the dimension that they index */
    atomic_int is_running, is_done;
} rewriter;

/* Never the same for long, and inside every other time. */
static void *rewrite(void *argument)
{
    rewriter *const rewriter = argument;

    for (size_t turn = 0; !atomic_load_explicit(&rewriter->is_done, memory_order_relaxed); turn++) {
        for (size_t i = 0; i < MOST_REWRITTEN; i++) *rewriter->indices[i] = turn % 2 ? value_of(rewriter->size, turn / 2 + 5 * i) : 0;
        atomic_store_explicit(&rewriter->is_running, 1, memory_order_relaxed);
    }
    return NULL;
}

/* A full run takes a minute, shared by all policies, all ways, both ends, and calls with and without prepared indices. */
enum { SECONDS_FULL = 60, REWRITTEN_WAYS = COUNT(ways) + COUNT(shared_ways) };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static size_t n_rewritten_runs(int is_shared, size_t n_tuples)
{
    if (is_shared) return is_light() ? 1 : 20;
    return is_light() ? 5 : n_tuples < 1000 ? 1500 : 60;
}

static void rewrite_during_calls(size_t number, strew_policy policy, placement placement, int is_prepared, unsigned *n_of_status)
{
    const double end = now() + (double)SECONDS_FULL / (double)(COUNT(policies) * REWRITTEN_WAYS * 2 * 2);
    const int is_shared = number >= COUNT(ways);
    rewriter rewriter = {.is_done = 0};
    strew_plan plans[MOST_ISAS];
    pthread_t thread;
    size_t n_runs;

    prepare(is_shared ? &shared_ways[number - COUNT(ways)] : &ways[number], policy, placement);
    for (size_t i = 0; i < n_isas; i++) plans[i] = stage_plan(&buffers, isas[i]);
    n_runs = n_rewritten_runs(is_shared, plans[0].n_tuples);
    rewriter.size = stage_size_at(&buffers, 0);
    for (size_t i = 0; i < MOST_REWRITTEN; i++)
        rewriter.indices[i] = (int64_t *)(void *)buffers.indices.bytes + i * (buffers.n_components - 1) / (MOST_REWRITTEN - 1);
    assert_int_equal(pthread_create(&thread, NULL, rewrite, &rewriter), 0);
    while (!atomic_load(&rewriter.is_running)) continue;
    for (size_t i = 0; is_full() ? now() < end : i < n_runs; i++) {
        /* Where runs are few, ways differ in how they are run. */
        const size_t run = i + number, turn = run / n_isas;
        n_of_status[(is_prepared ? run_prepared_turn : run_turn)(&plans[run % n_isas], turn, is_shared ? 2 + turn % 3 : 1)]++;
    }
    atomic_store(&rewriter.is_done, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void indices_rewritten_during_the_call_harm_nothing_else(void **state)
{
    const strew_policy policy = *(const strew_policy *)*state;
    unsigned n_of_status[STREW_INDICES_CHANGED + 1] = {0};

    for (size_t turn = 0; turn < REWRITTEN_WAYS * 4; turn++) {
        const size_t number = turn / 4;
        /* In a light run, each of those that are shared is run once. */
        if (is_light() && number >= COUNT(ways) && (policy != policies[number % COUNT(policies)] || turn % 4 != number % 4)) continue;
        rewrite_during_calls(number, policy, turn % 2 ? FLUSH_END : FLUSH_START, turn / 2 % 2, n_of_status);
    }
    for (int status = STREW_OK; status <= STREW_INDICES_CHANGED; status++)
        assert_true(n_of_status[status] == 0 || can_come_of(policy, (strew_status)status));
    fprintf(stderr, "%u calls came through, %u were refused, %u noticed a change\n", n_of_status[STREW_OK],
            n_of_status[STREW_INDEX_OUTSIDE], n_of_status[STREW_INDICES_CHANGED]);
}

/* Whether the ways above are: where the indices change, a call may come to nothing before it is shared. */
static void what_is_to_be_shared_is_shared(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(shared_ways) * COUNT(policies); i++) {
        const way *const way = &shared_ways[i / COUNT(policies)];
        const size_t before = n_shared;
        strew_plan plan;
        if (is_light() && i % COUNT(policies) != i / COUNT(policies) % COUNT(policies)) continue;
        prepare(way, policies[i % COUNT(policies)], FLUSH_END);
        plan = stage_plan(&buffers, STREW_ISA_BEST);
        for (size_t turn = 0; turn < 2; turn++) assert_int_equal(run_turn(&plan, turn, 2), STREW_OK);
        if (n_shared == before) fail_msg("%s: not shared under policy %d", way->name, (int)policies[i % COUNT(policies)]);
    }
}

/* ---- One plan, many threads --------------------------------------------------------------------------------------------------------- */

enum { THREADS = 4, OUTPUT_BYTES = 4 * 30 * 2 * sizeof(float) };

typedef struct runner {
    const strew_plan *plan;
    unsigned char *output;
    int is_right;
} runner;

static void *run_plan(void *argument)
{
    runner *const runner = argument;
    size_t where;
    runner->is_right = 1;
    for (int i = 0; i < 20; i++) {
        const strew_status status =
            strew_run(runner->plan, runner->output, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, NULL);
        runner->is_right &= status == STREW_OK && is_same(runner->plan->dtype, runner->output, buffers.expected, buffers.n_data, &where);
    }
    return NULL;
}

static void threads_run_one_plan_at_once(void **state)
{
    static const int64_t indices_shapes[][3] = {{2500, 2}, {4, 700, 2}, {600}};

    (void)state;
    for (size_t op = 0; op < COUNT(indices_shapes); op++) {
        scatter scatter = {
            .op = (reference_operator)op,
            .dtype = STREW_FLOAT32,
            .index_dtype = STREW_INT32,
            .reduction = STREW_ADD,
            .options = {.policy = STREW_POLICY_ERROR},
            .axis = op != REFERENCE_ND,
            .data_rank = 3,
            .indices_rank = op == REFERENCE_ND         ? 2
                            : op == REFERENCE_ELEMENTS ? 3
                                                       : 1,
            .data_shape = {4, 30, 2},
        };
        pthread_t threads[THREADS];
        runner runners[THREADS];
        strew_plan plan;

        memcpy(scatter.indices_shape, indices_shapes[op], sizeof indices_shapes[op]);
        stage_place(&buffers, &scatter);
        stage_draw_indices(&buffers, 0);
        stage_expect(&buffers);
        assert_int_equal(buffers.n_data_bytes, OUTPUT_BYTES);
        plan = stage_plan(&buffers, STREW_ISA_BEST);
        for (int i = 0; i < THREADS; i++) {
            runners[i] = (runner){&plan, guarded_new(OUTPUT_BYTES, i % 2 ? FLUSH_END : FLUSH_START), 0};
            assert_int_equal(pthread_create(&threads[i], NULL, run_plan, &runners[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_true(runners[i].is_right);
        }
        assert_true(guarded_free_all());
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_that_change_at_the_worst_moment_harm_nothing_else),
        cmocka_unit_test(a_slot_outside_of_an_index_inside_is_noticed),
        cmocka_unit_test(a_slot_outside_of_an_index_inside_is_skipped),
        cmocka_unit_test(what_is_to_be_shared_is_shared),
        {"indices_rewritten_during_the_call_harm_nothing_else", indices_rewritten_during_the_call_harm_nothing_else, NULL, NULL,
         &policies[0]},
        {"indices_rewritten_while_some_are_skipped_harm_nothing_else", indices_rewritten_during_the_call_harm_nothing_else, NULL, NULL,
         &policies[1]},
        {"indices_rewritten_while_some_are_clamped_harm_nothing_else", indices_rewritten_during_the_call_harm_nothing_else, NULL, NULL,
         &policies[2]},
        cmocka_unit_test(threads_run_one_plan_at_once),
    };
    return run_on_stage("threads", tests, COUNT(tests), 6 << 20, 7331);
}
