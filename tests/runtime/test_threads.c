/* Runs that threads share, one plan on several outputs, and indices that change during a call. Threads change them in test_rewritten.c, at
 * any moment; here kernels do, at the worst. */
#include <pthread.h>

#include <strew/strew.h>

#include "calls.h"
#include "plan_state.h"
#include "testing.h"

#include "compare.h"
#include "fill.h"
#include "group.h"
#include "pools.h"
#include "tensors.h"
#include "thread_schedule.h"

/* ---- Rewritten by a kernel ----------------------------------------------------------------------------------------------------------- */

/* Of one index, or of all of them: to one value, or to many. */
typedef enum change { ONE, ALL_ALIKE, ALL_DIFFERENT, CHANGES } change;

/* What happens to the indices, and when: once all tuples have been checked, or before they are turned into slice indices. */
static struct {
    strew_indices_kernel check, locate;
    const strew_plan *plan;
    size_t left; /* tuples to check */
    size_t which;
    change change;
    unsigned n_corrupted;
} hook;

static void corrupt(void)
{
    const size_t n = buffers.n_components, one = hook.which * 7919 % n, first = hook.change == ONE ? one : 0;

    for (size_t i = first; i < (hook.change == ONE ? one + 1 : n); i++)
        fixture_write_index(&buffers, i, value_for(i, hook.which + (hook.change == ALL_DIFFERENT ? i : 0)));
    hook.n_corrupted++;
}

static STREW_INDICES(check_then_corrupt)
{
    const uint32_t largest = hook.check.run(slice_indices, indices, positions, n_tuples, components);
    hook.left -= n_tuples;
    if (hook.left == 0) corrupt();
    return largest;
}

static STREW_INDICES(corrupt_then_locate)
{
    if (hook.n_corrupted == 0) corrupt();
    return hook.locate.run(slice_indices, indices, positions, n_tuples, components);
}

static size_t n_tuples_or_rows(const strew_plan_state *plan)
{
    return plan->n_tuples / (plan->apply_row ? strew_counts_of(plan)[plan->n_dims - 1] : 1);
}

/* Puts a copy that runs `run` in the place of a plan's kernel, which it returns. */
static strew_indices_kernel replace(const strew_indices_kernel **kernel, strew_indices_kernel *copy, strew_indices_fn *run)
{
    const strew_indices_kernel replaced = **kernel;

    *copy = replaced;
    copy->run = run;
    *kernel = copy;
    return replaced;
}

static strew_plan plan_with_hooks(strew_isa isa, strew_indices_fn *run_check, strew_indices_fn *run_locate)
{
    static strew_indices_kernel check, locate;
    strew_plan planned = fixture_plan(&buffers, isa);
    strew_plan_state *const plan = strew_state_of(&planned);

    hook.locate = replace(&plan->locate, &locate, run_locate);
    if (plan->check && run_check) hook.check = replace(&plan->check, &check, run_check);
    return planned;
}

TEST(indices_that_change_at_the_worst_moment_harm_nothing_else)
{
    unsigned n_changed = 0;

    while (next_case()) {
        const configuration *const configuration = &configurations[choose("configuration", n_configurations)];
        const strew_policy policy = policies[choose("policy", POLICIES)];
        const strew_isa isa = choose_isa();
        const size_t turn = choose("turn", 4) + 4 * (case_number() / 4);
        place_turn(configuration, draw_kind(), policy, (placement)random_below(&buffers.random, 2));
        const strew_plan plan = plan_with_hooks(isa, check_then_corrupt, corrupt_then_locate);
        for (hook.which = is_light() ? turn % 7 : 0; hook.which < CHANGES * VALUES; hook.which += is_light() ? 7 : 1) {
            strew_status status;
            begin_turn(configuration);
            hook.left = n_tuples_or_rows(strew_state_of(&plan));
            hook.change = (change)(hook.which / VALUES);
            hook.n_corrupted = 0;
            status = run_turn(&plan, turn, 1);
            /* Elements are put into a shadow by their indices as they are stored, which no other kernel reads. */
            assert_true(hook.n_corrupted > 0 || strew_state_of(&plan)->put != NULL);
            assert_true(can_come_of(policy, status));
            n_changed += status == STREW_STATUS_INDICES_CHANGED;
        }
    }
    /* Without a single one, no moment was bad. */
    fprintf(stderr, "%u calls noticed a change\n", n_changed);
    assert_true(n_changed > 0);
}

/* ---- Read twice ---------------------------------------------------------------------------------------------------------------------- */

/* What may become of a kernel: a compiler is free to load an index once to compare it and once more for the slice index, and another
 * thread to rewrite it in between. */
static STREW_INDICES(locate_astray)
{
    const uint32_t largest = hook.locate.run(slice_indices, indices, positions, n_tuples, components),
                   astray = (uint32_t)strew_state_of(hook.plan)->n_slices;

    slice_indices[hook.which * 7919 % n_tuples] = astray;
    hook.n_corrupted++;
    return largest > astray ? largest : astray;
}

static void a_slice_index_out_of_bounds_is_noticed_or_skipped(void **state)
{
    const strew_policy policy = *(const strew_policy *)*state;
    const strew_status expected = policy == STREW_POLICY_ERROR ? STREW_STATUS_INDICES_CHANGED : STREW_OK;
    unsigned n_astray = 0;

    while (next_case()) {
        const configuration *const configuration = &configurations[choose("configuration", n_configurations)];
        const strew_isa isa = choose_isa();
        const size_t turn = choose("turn", 4);
        place_turn(configuration, draw_kind(), policy, (placement)random_below(&buffers.random, 2));
        const strew_plan plan = plan_with_hooks(isa, NULL, locate_astray);
        hook.plan = &plan;
        for (hook.which = 0; hook.which < 3; hook.which++) {
            hook.n_corrupted = 0;
            const strew_status status = run_turn(&plan, turn, 1);
            assert_int_equal(status, hook.n_corrupted > 0 ? expected : STREW_OK);
            n_astray += hook.n_corrupted > 0;
        }
    }
    assert_true(n_astray > 0);
}

/* ---- Shared by threads --------------------------------------------------------------------------------------------------------------- */

/* Whether the ways to share a run are: where the indices change, a call may come to nothing before it is shared. */
TEST(what_is_to_be_shared_is_shared)
{
    while (next_case()) {
        const size_t number = choose("configuration", n_shared_configurations), i = choose("kind", n_kinds);
        const strew_policy policy = policies[case_number() % POLICIES];
        const kind *const kind = &kinds[i];
        const size_t before = n_shared;
        strew_plan plan;
        if (is_light() && i % 4 != number % 4) continue;
        place_turn(&shared_configurations[number], kind, policy, FLUSH_END);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        for (size_t turn = 0; turn < 2; turn++) assert_int_equal(run_turn(&plan, turn, 2), STREW_OK);
        if (n_shared == before) {
            fail_msg("%s: not shared under policy %d, %s", shared_configurations[number].name, (int)policy, fixture_describe(&buffers));
        }
    }
}

/* ---- One plan, many threads ---------------------------------------------------------------------------------------------------------- */

enum { THREADS = 4, OUTPUT_BYTES = 4 * 30 * 2 * sizeof(float) };

static strew_plan shared_plan;

typedef struct runner {
    unsigned char *output;
    int is_right;
} runner;

static void *run_plan(void *argument)
{
    runner *const runner = argument;
    size_t where;

    runner->is_right = 1;
    for (int i = 0; i < 20; i++) {
        runner->is_right &=
            run_alone(&shared_plan, runner->output, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, NULL) == STREW_OK &&
            is_same(STREW_DTYPE_FLOAT32, runner->output, buffers.expected, buffers.n_data, &where);
    }
    return NULL;
}

TEST(threads_run_one_plan_at_once)
{
    static const int64_t n_tuples[OPERATORS] = {2500, 700, 600};

    for (size_t op = 0; op < OPERATORS; op++) {
        scatter scatter = small_scatter(operators[op], STREW_DTYPE_INT32, n_tuples[op]);
        pthread_t threads[THREADS];
        runner runners[THREADS];

        scatter.data_shape[1] = 30;
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        fixture_expect(&buffers);
        assert_int_equal(buffers.n_data_bytes, OUTPUT_BYTES);
        shared_plan = fixture_plan(&buffers, STREW_ISA_BEST);
        for (int i = 0; i < THREADS; i++) {
            runners[i] = (runner){guarded_new(OUTPUT_BYTES, i % 2 ? FLUSH_END : FLUSH_START), 0};
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
    add_test(a_slice_index_out_of_bounds_is_noticed_or_skipped, &policies[0], "a_slice_index_out_of_bounds_is_noticed");
    add_test(a_slice_index_out_of_bounds_is_noticed_or_skipped, &policies[1], "a_slice_index_out_of_bounds_is_skipped");
    return run_on_fixture(FIXTURE_BYTES, 7331);
}
