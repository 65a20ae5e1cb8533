/* Planning without what may be missing. test_null.c has what may not, and test_validate.c all else that one argument alone can do wrong. */
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
