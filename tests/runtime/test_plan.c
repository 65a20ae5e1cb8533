/* What planning rejects in types and pointers: each rejection with its status, its numbers, its sentence, and an output that has not
 * changed. invalid_calls.c has all that one argument alone can do wrong; shapes and profiles have tests of their own. */
#include <strew/strew.h>

#include "fault.h"
#include "operators.h"
#include "rejection.h"
#include "testing.h"

static strew_dtype dtypes[MAX_DTYPES];
static size_t n_dtypes;

/* ---- Types --------------------------------------------------------------------------------------------------------------------------- */

static void indices_of_another_dtype_are_rejected(void **state)
{
    for (size_t i = 0; i < OPERATORS * n_dtypes; i++) {
        call call = good_call(operators[i / n_dtypes]);
        const strew_dtype dtype = call.indices.dtype = dtypes[i % n_dtypes];
        if (reference_is_index(dtype))
            accept(&call);
        else
            reject(&call, (strew_fault){.status = STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .subject = "indices", .value = (int64_t)dtype},
                   strew_dtype_name(dtype));
    }
}

static void updates_of_another_dtype_are_rejected(void **state)
{
    for (size_t i = 0; i < n_dtypes * n_dtypes; i++) {
        call call = good_call(operators[i % OPERATORS]);
        const strew_dtype data = call.data.dtype = dtypes[i / n_dtypes], updates = call.updates.dtype = dtypes[i % n_dtypes];
        char parts[80];
        call.reduction = STREW_REDUCTION_NONE;
        snprintf(parts, sizeof parts, "updates|data|%s|%s", strew_dtype_name(data), strew_dtype_name(updates));
        if (data == updates)
            accept(&call);
        else
            reject(&call,
                   (strew_fault){
                       .status = STREW_STATUS_DTYPE_MISMATCH, .subject = "updates", .value = (int64_t)updates, .high = (int64_t)data},
                   parts);
    }
}

/* Every type has every reduction, but for what can only be moved; also where there is nothing to write. */
static void reductions_are_rejected_where_they_have_no_meaning(void **state)
{
    for (size_t i = 0; i < OPERATORS * n_dtypes * REFERENCE_REDUCTIONS * 4; i++) {
        const strew_dtype dtype = dtypes[i / 4 / REFERENCE_REDUCTIONS % n_dtypes];
        call call = good_call(operators[i / 4 / REFERENCE_REDUCTIONS / n_dtypes]);
        char parts[80];
        call.reduction = reference_reductions[i / 4 % REFERENCE_REDUCTIONS];
        call.indices.dtype = i % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        set_dtype(&call, dtype);
        if (i / 2 % 2) {
            call.data_shape[2] = 0;
            if (call.op == REFERENCE_ELEMENTS) call.indices_shape[2] = 0;
            fit_updates(&call);
        }
        snprintf(parts, sizeof parts, "%s|%s", strew_dtype_name(dtype), strew_reduction_name(call.reduction));
        if (reference_is_defined(dtype, call.reduction))
            accept(&call);
        else
            reject(&call,
                   (strew_fault){.status = STREW_STATUS_UNSUPPORTED_REDUCTION, .value = (int64_t)call.reduction, .high = (int64_t)dtype},
                   parts);
    }
}

/* ---- NULL ---------------------------------------------------------------------------------------------------------------------------- */

/* A plan must be there; NULL is the default of all options. */
static void a_plan_may_not_be_missing_but_options_may(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const call call = good_call(operators[i]);
        const reference_call nothing = {operators[i], NULL, NULL, NULL, 0, STREW_REDUCTION_ADD, NULL};
        arguments arguments;
        strew_plan plan;
        strew_fault fault;

        complete(&call, &arguments);
        assert_int_equal(plan_call(NULL, &arguments.call, &fault), STREW_STATUS_NULL_POINTER);
        assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "plan"});
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

static void tensors_of_rank_0_need_no_shape(void **state)
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
    int n_failed;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_of_another_dtype_are_rejected),
        cmocka_unit_test(updates_of_another_dtype_are_rejected),
        cmocka_unit_test(reductions_are_rejected_where_they_have_no_meaning),
        cmocka_unit_test(a_plan_may_not_be_missing_but_options_may),
        cmocka_unit_test(tensors_of_rank_0_need_no_shape),
    };

    n_dtypes = all_dtypes(dtypes);
    open_rejections();
    n_failed = cmocka_run_group_tests_name("plan", tests, NULL, NULL);
    close_rejections();
    return n_failed;
}
