/* Planning without what may be missing. test_null.c has what may not, and test_validate.c all else that one argument alone can do wrong. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include "fault.h"
#include "operators.h"
#include "rejection.h"
#include "testing.h"

/* A plan must be there; NULL is the default of all options. */
TEST(a_plan_may_not_be_missing_but_options_may)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const call call = good_call(operators[i]);
        const reference_call nothing = {operators[i], NULL, NULL, NULL, 0, STREW_REDUCTION_ADD, NULL};
        arguments arguments;
        strew_plan plan;
        strew_fault fault;

        complete(&call, &arguments);
        EXPECT_FAULT(plan_call(NULL, &arguments.call, &fault), NULL_POINTER, .subject = "plan");
        assert_sentence(&fault, "plan|NULL");
        assert_int_equal(plan_call(NULL, &nothing, NULL), STREW_STATUS_NULL_POINTER);
        assert_int_equal(make_call(NULL, &nothing, NULL), STREW_STATUS_NULL_POINTER);
        arguments.call.options = NULL;
        assert_int_equal(plan_call(&plan, &arguments.call, &fault), STREW_OK);
        assert_fault(&fault, (strew_fault){.status = STREW_OK});
    }
}

/* What planning has not filled, or has rejected, is no plan, whatever it was before; but a call of any size was planned there. */
TEST(a_plan_without_a_call_is_rejected)
{
    static const int64_t data_shape[] = {4}, indices_shape[] = {2}, indices[] = {3, 0};
    static const int32_t data[] = {1, 2, 3, 4}, updates[] = {5, 6}, untouched[4];
    const strew_call good = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .data = {STREW_DTYPE_INT32, 1, data_shape, NULL, NULL},
                                       .indices = {STREW_DTYPE_INT64, 1, indices_shape, NULL, NULL},
                                       .updates = {STREW_DTYPE_INT32, 1, indices_shape, NULL, NULL});
    strew_call bad[3] = {good, good, good};

    bad[1].struct_size = 0; /* rejected before anything of it is read */
    bad[2].axis = 1;
    for (size_t i = 0; i < COUNT(bad); i++) {
        int32_t output[4] = {0};
        uint64_t memory[512];
        char sentence[STREW_MESSAGE_BYTES];
        const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .indices = indices, .updates = updates);
        const strew_buffers to_prepare = STREW_BUFFERS(.indices = indices);
        strew_plan plan = {{0}};
        strew_fault fault;
        if (i != 0) {
            assert_int_equal(strew_plan_call(&plan, &good, NULL), STREW_OK);
            assert_int_not_equal(strew_plan_call(&plan, &bad[i], NULL), STREW_OK);
        }
        EXPECT_FAULT(strew_run(&plan, &buffers, NULL, &fault), PLAN_MISMATCH);
        EXPECT_FAULT(strew_prepare(&plan, &to_prepare, memory, sizeof memory, &fault), PLAN_MISMATCH);
        assert_memory_equal(output, untouched, sizeof output);
        assert_int_equal(strew_plan_workspace_size(&plan, 8), 0);
        assert_int_equal(strew_plan_part_workspace_size(&plan, 8), 0);
        assert_int_equal(strew_plan_prepared_size(&plan), 0);
        assert_null(strew_plan_kernel(&plan));
        strew_plan_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
        assert_string_equal(sentence, "scalar is not used: there is no plan");
        assert_int_equal(strew_plan_call(&plan, &good, NULL), STREW_OK);
        assert_int_equal(strew_run(&plan, &buffers, NULL, &fault), STREW_OK);
        assert_true(output[0] == 6 && output[3] == 5);
    }
}

/* A tensor of rank 0 has no shape to point to: bit n of `without` is tensor n. */
static void assert_accepted_without_shapes(call *call, int without)
{
    arguments arguments;
    strew_plan plan;

    fit_updates(call);
    complete(call, &arguments);
    withhold(&arguments, 0, without);
    assert_int_equal(plan_call(&plan, &arguments.call, NULL), STREW_OK);
}

TEST(tensors_of_rank_0_need_no_shape)
{
    call nd = good_call(REFERENCE_ND), whole = nd, update = good_call(REFERENCE_UPDATE);

    INDICES(nd, 3);
    assert_accepted_without_shapes(&nd, 4);
    assert_int_equal(nd.updates.rank, 0);

    whole.data.rank = 0;
    INDICES(whole, 5, 0);
    assert_accepted_without_shapes(&whole, 1);

    DATA(update, 3);
    update.axis = 0;
    update.indices.rank = 0;
    assert_accepted_without_shapes(&update, 2 | 4);
    assert_int_equal(update.updates.rank, 0);
}

int main(void)
{
    return run_all_tests(NULL, NULL);
}
