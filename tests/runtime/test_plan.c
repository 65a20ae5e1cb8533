/* What planning rejects in types, options and pointers: each rejection with its status, its numbers, its sentence, and an output that
 * has not changed. Shapes and profiles have tests of their own. */
#include <strew/strew.h>

#include "fault.h"
#include "operators.h"
#include "rejection.h"
#include "testing.h"

static strew_dtype dtypes[REFERENCE_MAX_DTYPES + STREW_OPAQUE_LAST - STREW_OPAQUE_0];
static size_t n_dtypes;

/* All that there are, the opaque ones too. */
static int set_up(void **state)
{
    n_dtypes = reference_dtypes(dtypes);
    for (int bytes = 1; bytes <= STREW_OPAQUE_LAST - STREW_OPAQUE_0; bytes++) dtypes[n_dtypes++] = STREW_OPAQUE(bytes);
    open_rejections();
    return 0;
}

static int tear_down(void **state)
{
    close_rejections();
    return 0;
}

/* ---- Types --------------------------------------------------------------------------------------------------------------------------- */

static void unknown_dtypes_are_rejected(void **state)
{
    strew_dtype named[REFERENCE_MAX_DTYPES];
    const int wrong[] = {
        0, (int)reference_dtypes(named) + 1, STREW_OPAQUE_0 - 1, STREW_OPAQUE_0, STREW_OPAQUE_LAST + 1, 999, INT32_MAX, -1, INT32_MIN};

    for (size_t i = 0; i < OPERATORS * COUNT(wrong); i++) {
        const reference_operator op = operators[i / COUNT(wrong)];
        const int number = wrong[i % COUNT(wrong)];
        call data = good_call(op), updates = good_call(op), indices = good_call(op);
        assert_null(strew_dtype_name((strew_dtype)number));
        set_dtype(&data, (strew_dtype)number);
        reject(&data, (strew_fault){.status = STREW_STATUS_UNKNOWN_DTYPE, .subject = "data", .value = number}, "data|dtype");
        updates.updates.dtype = (strew_dtype)number;
        reject(&updates, (strew_fault){.status = STREW_STATUS_UNKNOWN_DTYPE, .subject = "updates", .value = number}, "updates|dtype");
        indices.indices.dtype = (strew_dtype)number;
        reject(&indices, (strew_fault){.status = STREW_STATUS_UNKNOWN_DTYPE, .subject = "indices", .value = number}, "indices|dtype");
    }
}

static void indices_of_another_dtype_are_rejected(void **state)
{
    for (size_t i = 0; i < OPERATORS * n_dtypes; i++) {
        call call = good_call(operators[i / n_dtypes]);
        const strew_dtype dtype = call.indices.dtype = dtypes[i % n_dtypes];
        if (dtype == STREW_INT32 || dtype == STREW_INT64)
            accept(&call);
        else
            reject(&call, (strew_fault){.status = STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .value = (int64_t)dtype}, strew_dtype_name(dtype));
    }
}

static void updates_of_another_dtype_are_rejected(void **state)
{
    for (size_t i = 0; i < n_dtypes * n_dtypes; i++) {
        call call = good_call(operators[i % OPERATORS]);
        const strew_dtype data = call.data.dtype = dtypes[i / n_dtypes], updates = call.updates.dtype = dtypes[i % n_dtypes];
        char parts[80];
        call.reduction = STREW_NONE;
        snprintf(parts, sizeof parts, "updates|data|%s|%s", strew_dtype_name(data), strew_dtype_name(updates));
        if (data == updates)
            accept(&call);
        else
            reject(&call, (strew_fault){.status = STREW_STATUS_DTYPE_MISMATCH, .value = (int64_t)updates, .high = (int64_t)data}, parts);
    }
}

static void unknown_reductions_are_rejected(void **state)
{
    static const int wrong[] = {STREW_MAX + 1, STREW_MAX + 2, 99, INT32_MAX, -1, INT32_MIN};

    for (size_t i = 0; i < OPERATORS * COUNT(wrong); i++) {
        call call = good_call(operators[i / COUNT(wrong)]);
        call.reduction = (strew_reduction)wrong[i % COUNT(wrong)];
        reject(&call, (strew_fault){.status = STREW_STATUS_UNKNOWN_REDUCTION, .value = wrong[i % COUNT(wrong)]}, "reduction");
    }
}

/* Every type has every reduction, but for what can only be moved; also where there is nothing to write. */
static void reductions_are_rejected_where_they_have_no_meaning(void **state)
{
    for (size_t i = 0; i < OPERATORS * n_dtypes * REFERENCE_REDUCTIONS; i++) {
        const strew_dtype dtype = dtypes[i / REFERENCE_REDUCTIONS % n_dtypes];
        call call = good_call(operators[i / REFERENCE_REDUCTIONS / n_dtypes]), empty;
        char parts[80];
        call.reduction = reference_reductions[i % REFERENCE_REDUCTIONS];
        set_dtype(&call, dtype);
        empty = call;
        empty.data_shape[2] = 0;
        if (empty.op == REFERENCE_ELEMENTS) empty.indices_shape[2] = 0;
        fit_updates(&empty);
        snprintf(parts, sizeof parts, "%s|%s", strew_dtype_name(dtype), strew_reduction_name(call.reduction));
        for (int is_empty = 0; is_empty < 2; is_empty++) {
            const strew_fault fault = {
                .status = STREW_STATUS_UNSUPPORTED_REDUCTION, .value = (int64_t)call.reduction, .high = (int64_t)dtype};
            if (reference_is_defined(dtype, call.reduction))
                accept(is_empty ? &empty : &call);
            else
                reject(is_empty ? &empty : &call, fault, parts);
        }
    }
}

/* ---- Options ------------------------------------------------------------------------------------------------------------------------- */

/* The number behind the last one, a great one, and one that is negative. */
static void reject_numbers(reference_operator op, const char *subject, size_t offset, int end)
{
    const int wrong[] = {end, end + 1, 999, INT32_MAX, -1, INT32_MIN};

    for (size_t i = 0; i < COUNT(wrong); i++) {
        call call = good_call(op);
        char parts[80];
        *(int *)(void *)((unsigned char *)&call.options + offset) = wrong[i];
        snprintf(parts, sizeof parts, "%s|%d", subject, wrong[i]);
        reject(&call, (strew_fault){.status = STREW_STATUS_UNKNOWN_OPTION, .subject = subject, .value = wrong[i]}, parts);
    }
}

static void unknown_options_are_rejected(void **state)
{
    int n_profiles = 0, end_isas = 1;

    while (strew_profile_name((strew_profile)n_profiles)) n_profiles++;
    while (strew_isa_name((strew_isa)end_isas)) end_isas++;
    assert_true(sizeof(strew_policy) == sizeof(int) && sizeof(strew_isa) == sizeof(int));
    for (size_t i = 0; i < OPERATORS; i++) {
        reject_numbers(operators[i], "options.policy", offsetof(strew_options, policy), STREW_POLICY_CLAMP + 1);
        reject_numbers(operators[i], "options.negative", offsetof(strew_options, negative), STREW_NEGATIVE_OUT_OF_BOUNDS + 1);
        reject_numbers(operators[i], "options.nan", offsetof(strew_options, nan), STREW_NAN_LOSES + 1);
        reject_numbers(operators[i], "options.profile", offsetof(strew_options, profile), n_profiles);
        reject_numbers(operators[i], "options.isa", offsetof(strew_options, isa), end_isas);
    }
}

static void every_option_has_its_values(void **state)
{
    for (size_t i = 0; i < OPERATORS * 4 * 2 * 2; i++) {
        call call = good_call(operators[i / 16]);
        call.options.policy = (strew_policy)(i / 4 % 4);
        call.options.negative = (strew_negative)(i / 2 % 2);
        call.options.nan = (strew_nan)(i % 2);
        accept(&call);
    }
}

/* ---- NULL ---------------------------------------------------------------------------------------------------------------------------- */

static void tensors_that_are_missing_are_rejected(void **state)
{
    static const char *const subjects[] = {"data", "indices", "updates"};

    for (size_t i = 0; i < OPERATORS; i++) {
        const call call = good_call(operators[i]);
        arguments arguments;
        reference_call nothing = {operators[i], NULL, NULL, NULL, 0, STREW_ADD, NULL};
        strew_fault fault;

        complete(&call, &arguments);
        for (size_t missing = 0; missing < COUNT(subjects); missing++) {
            reference_call given = arguments.call;
            *(missing == 0 ? &given.data : missing == 1 ? &given.indices : &given.updates) = NULL;
            reject_arguments(&given, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = subjects[missing]}, "NULL");
        }
        assert_int_equal(plan_call(NULL, &arguments.call, &fault), STREW_STATUS_NULL_POINTER);
        assert_fault(&fault, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = "plan"});
        assert_sentence(&fault, "plan|NULL");
        assert_int_equal(plan_call(NULL, &nothing, NULL), STREW_STATUS_NULL_POINTER);
        assert_int_equal(make_call(NULL, &nothing, NULL), STREW_STATUS_NULL_POINTER);
    }
}

static void shapes_that_are_missing_are_rejected(void **state)
{
    static const char *const subjects[] = {"shape of data", "shape of indices", "shape of updates"};

    for (size_t i = 0; i < OPERATORS * COUNT(subjects); i++) {
        const size_t missing = i % COUNT(subjects);
        const call call = good_call(operators[i / COUNT(subjects)]);
        arguments arguments;
        complete(&call, &arguments);
        strew_tensor *const tensor = missing == 0 ? &arguments.data : missing == 1 ? &arguments.indices : &arguments.updates;
        tensor->shape = NULL;
        for (int32_t rank = tensor->rank; rank > 0; rank--) {
            tensor->rank = rank;
            reject_arguments(&arguments.call, (strew_fault){.status = STREW_STATUS_NULL_POINTER, .subject = subjects[missing]},
                             subjects[missing]);
        }
    }
}

/* A tensor of rank 0 has no shape to point to. */
static void tensors_of_rank_0_need_no_shape(void **state)
{
    call nd = good_call(REFERENCE_ND), whole = nd, update = good_call(REFERENCE_UPDATE);
    arguments arguments;
    strew_plan plan;

    INDICES(nd, 3);
    fit_updates(&nd);
    complete(&nd, &arguments);
    assert_int_equal(arguments.updates.rank, 0);
    arguments.updates.shape = NULL;
    assert_int_equal(plan_call(&plan, &arguments.call, NULL), STREW_OK);

    whole.data.rank = 0;
    INDICES(whole, 5, 0);
    fit_updates(&whole);
    complete(&whole, &arguments);
    arguments.data.shape = NULL;
    assert_int_equal(plan_call(&plan, &arguments.call, NULL), STREW_OK);

    DATA(update, 3);
    update.axis = 0;
    update.indices.rank = 0;
    fit_updates(&update);
    complete(&update, &arguments);
    assert_int_equal(arguments.updates.rank, 0);
    arguments.indices.shape = arguments.updates.shape = NULL;
    assert_int_equal(plan_call(&plan, &arguments.call, NULL), STREW_OK);
}

/* NULL is the default of all options. */
static void options_may_be_missing(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const call call = good_call(operators[i]);
        arguments arguments;
        strew_plan plan;
        strew_fault fault;
        complete(&call, &arguments);
        arguments.call.options = NULL;
        assert_int_equal(plan_call(&plan, &arguments.call, &fault), STREW_OK);
        assert_fault(&fault, (strew_fault){.status = STREW_OK});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_dtypes_are_rejected),
        cmocka_unit_test(indices_of_another_dtype_are_rejected),
        cmocka_unit_test(updates_of_another_dtype_are_rejected),
        cmocka_unit_test(unknown_reductions_are_rejected),
        cmocka_unit_test(reductions_are_rejected_where_they_have_no_meaning),
        cmocka_unit_test(unknown_options_are_rejected),
        cmocka_unit_test(every_option_has_its_values),
        cmocka_unit_test(tensors_that_are_missing_are_rejected),
        cmocka_unit_test(shapes_that_are_missing_are_rejected),
        cmocka_unit_test(tensors_of_rank_0_need_no_shape),
        cmocka_unit_test(options_may_be_missing),
    };
    return cmocka_run_group_tests_name("plan", tests, set_up, tear_down);
}
