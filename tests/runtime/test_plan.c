/* What planning refuses: each refusal with its status, its numbers, its sentence, and an output that has not changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "fault.h"
#include "guarded.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define BIT(n) (INT64_C(1) << (n))

/* ---- A call ------------------------------------------------------------------------------------------------------------------------- */

enum { BUFFER_BYTES = 512, SHAPE_ROOM = STREW_MAX_RANK + 2 };

/* The arguments of a call, to be spoiled one at a time. */
typedef struct call {
    strew_tensor data, indices, updates;
    int64_t data_shape[SHAPE_ROOM], indices_shape[SHAPE_ROOM], updates_shape[SHAPE_ROOM];
    strew_reduction reduction;
    strew_options options;
} call;

/* data [4, 3, 2], five tuples of two components. */
static call good_call(void)
{
    return (call){
        .data = {STREW_FLOAT32, 3, NULL, NULL},
        .indices = {STREW_INT64, 2, NULL, NULL},
        .updates = {STREW_FLOAT32, 2, NULL, NULL},
        .data_shape = {4, 3, 2},
        .indices_shape = {5, 2},
        .updates_shape = {5, 2},
        .reduction = STREW_ADD,
    };
}

static guarded output, data_values, indices_values, updates_values;

static int set_up(void **state)
{
    guarded *const buffers[] = {&output, &data_values, &indices_values, &updates_values};

    (void)state;
    for (size_t i = 0; i < COUNT(buffers); i++) {
        *buffers[i] = guarded_open(BUFFER_BYTES);
        memset(guarded_place(buffers[i], BUFFER_BYTES, FLUSH_END, i % 2), 0, BUFFER_BYTES);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    guarded_close(&output);
    guarded_close(&data_values);
    guarded_close(&indices_values);
    guarded_close(&updates_values);
    return 0;
}

static void set_shape(strew_tensor *tensor, int64_t *shape, int32_t rank, const int64_t *sizes)
{
    tensor->rank = rank;
    for (int32_t d = 0; d < rank && d < SHAPE_ROOM; d++) shape[d] = sizes[d];
}

#define DATA(call, ...) set_shape(&(call).data, (call).data_shape, COUNT(((int64_t[]){__VA_ARGS__})), (int64_t[]){__VA_ARGS__})
#define INDICES(call, ...) set_shape(&(call).indices, (call).indices_shape, COUNT(((int64_t[]){__VA_ARGS__})), (int64_t[]){__VA_ARGS__})
#define UPDATES(call, ...) set_shape(&(call).updates, (call).updates_shape, COUNT(((int64_t[]){__VA_ARGS__})), (int64_t[]){__VA_ARGS__})

static void complete(call *call)
{
    call->data.shape = call->data_shape;
    call->indices.shape = call->indices_shape;
    call->updates.shape = call->updates_shape;
    call->data.values = data_values.bytes;
    call->indices.values = indices_values.bytes;
    call->updates.values = updates_values.bytes;
}

/* The one-call form, out of place and in place: the same refusal, and not a byte of output has changed. */
static void refuse_call(const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates, strew_reduction reduction,
                        const strew_options *options, strew_fault expected)
{
    unsigned char before[BUFFER_BYTES];
    strew_tensor in_place;

    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        strew_fault fault;
        memset(&fault, 0x55, sizeof fault);
        for (size_t i = 0; i < BUFFER_BYTES; i++) before[i] = output.bytes[i] = (unsigned char)(i * 37 + 11);
        if (is_in_place && data) {
            in_place = *data;
            in_place.values = output.bytes;
        }
        assert_int_equal(
            strew_scatter_nd(output.bytes, is_in_place && data ? &in_place : data, indices, updates, reduction, options, &fault),
            expected.status);
        assert_fault(&fault, expected);
        assert_memory_equal(output.bytes, before, BUFFER_BYTES);
        assert_true(guarded_is_intact(&output));
    }
}

static void refuse(call call, strew_fault expected, const char *sentence_parts)
{
    strew_plan plan;
    strew_fault fault;

    complete(&call);
    memset(&fault, 0x55, sizeof fault);
    assert_int_equal(strew_scatter_nd_plan(&plan, &call.data, &call.indices, &call.updates, call.reduction, &call.options, &fault),
                     expected.status);
    assert_fault(&fault, expected);
    assert_sentence(&fault, sentence_parts);
    assert_int_equal(strew_scatter_nd_plan(&plan, &call.data, &call.indices, &call.updates, call.reduction, &call.options, NULL),
                     expected.status);
    refuse_call(&call.data, &call.indices, &call.updates, call.reduction, &call.options, expected);
}

static void accept(call call)
{
    strew_plan plan;
    strew_fault fault;

    complete(&call);
    memset(&fault, 0x55, sizeof fault);
    assert_int_equal(strew_scatter_nd_plan(&plan, &call.data, &call.indices, &call.updates, call.reduction, &call.options, &fault),
                     STREW_OK);
    assert_fault(&fault, (strew_fault){.status = STREW_OK});
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------------------------- */

/* The call that all others spoil is a good one. */
static void a_good_call_is_accepted(void **state)
{
    call call = good_call();
    strew_plan plan;

    (void)state;
    accept(call);
    complete(&call);
    assert_int_equal(strew_scatter_nd_plan(&plan, &call.data, &call.indices, &call.updates, call.reduction, NULL, NULL), STREW_OK);
}

static void ranks_outside_are_refused(void **state)
{
    static const int32_t wrong[] = {-1, INT32_MIN, STREW_MAX_RANK + 1, INT32_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT(wrong) + 1; i++) {
        /* data and indices have at least one dimension, updates may have none. */
        const int32_t rank = i < COUNT(wrong) ? wrong[i] : 0;
        call data = good_call(), indices = good_call(), updates = good_call();
        data.data.rank = indices.indices.rank = updates.updates.rank = rank;
        for (size_t d = 3; d < SHAPE_ROOM; d++) data.data_shape[d] = indices.indices_shape[d] = updates.updates_shape[d] = 1;
        refuse(data, (strew_fault){.status = STREW_RANK_OUTSIDE, .subject = "data", .value = rank, .low = 1, .high = 64},
               "data|rank|[1, 64]");
        refuse(indices, (strew_fault){.status = STREW_RANK_OUTSIDE, .subject = "indices", .value = rank, .low = 1, .high = 64},
               "indices|rank|[1, 64]");
        if (rank != 0)
            refuse(updates, (strew_fault){.status = STREW_RANK_OUTSIDE, .subject = "updates", .value = rank, .low = 0, .high = 64},
                   "updates|rank|[0, 64]");
    }
}

static void negative_dimensions_are_refused(void **state)
{
    static const int64_t sizes[] = {-1, INT64_MIN};

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        for (int32_t d = 0; d < 3; d++) {
            call call = good_call();
            call.data_shape[d] = sizes[i];
            refuse(call, (strew_fault){.status = STREW_DIMENSION_NEGATIVE, .subject = "data", .dimension = d, .value = sizes[i]},
                   "data|negative");
        }
        for (int32_t d = 0; d < 2; d++) {
            call indices = good_call(), updates = good_call();
            indices.indices_shape[d] = updates.updates_shape[d] = sizes[i];
            refuse(indices, (strew_fault){.status = STREW_DIMENSION_NEGATIVE, .subject = "indices", .dimension = d, .value = sizes[i]},
                   "indices|negative");
            refuse(updates, (strew_fault){.status = STREW_DIMENSION_NEGATIVE, .subject = "updates", .dimension = d, .value = sizes[i]},
                   "updates|negative");
        }
    }
}

static strew_fault too_large(const char *subject)
{
    return (strew_fault){.status = STREW_TOO_LARGE, .subject = subject, .high = sizeof(void *) == 8 ? INT64_MAX : INT32_MAX};
}

static void element_counts_that_overflow_are_refused(void **state)
{
    call call = good_call();

    (void)state;
    DATA(call, BIT(32), BIT(32), 2); /* 2^65 wraps to 0 */
    INDICES(call, 1, 3);
    UPDATES(call, 1);
    refuse(call, too_large("data"), "data|bytes");
    DATA(call, INT64_MAX, INT64_MAX, 2);
    refuse(call, too_large("data"), "data|bytes");
    DATA(call, BIT(31), BIT(31), 4, BIT(32), BIT(32)); /* wraps to 0 more than once */
    refuse(call, too_large("data"), "data|bytes");
}

static void a_zero_dimension_does_not_hide_an_overflow(void **state)
{
    call call = good_call();

    (void)state;
    DATA(call, BIT(32), BIT(32), 0, 4);
    INDICES(call, 0, 3);
    UPDATES(call, 0, 4);
    refuse(call, too_large("data"), "data|bytes");
    DATA(call, 0, BIT(62), 4, 4);
    UPDATES(call, 0, 4);
    refuse(call, too_large("data"), "data|bytes");
    DATA(call, 4, 3, 2);
    INDICES(call, 0, BIT(40), BIT(40), 2);
    UPDATES(call, 0, BIT(40), BIT(40), 2);
    refuse(call, too_large("indices"), "indices|bytes");
    DATA(call, 4, BIT(40));
    INDICES(call, 0, BIT(30), 1);
    UPDATES(call, 0, BIT(30), BIT(40));
    refuse(call, too_large("updates"), "updates|bytes");
}

/* 2^63 - 1 bytes are the most: elements may fit where bytes do not. */
static void byte_counts_that_overflow_are_refused(void **state)
{
    call call = good_call();

    (void)state;
    INDICES(call, 0, 1);
    UPDATES(call, 0);
    call.data.dtype = call.updates.dtype = STREW_FLOAT64;
    DATA(call, BIT(60));
    refuse(call, too_large("data"), "data|bytes");
    DATA(call, BIT(61));
    refuse(call, too_large("data"), "data|bytes");
    call.data.dtype = call.updates.dtype = STREW_COMPLEX128;
    DATA(call, BIT(59));
    refuse(call, too_large("data"), "data|bytes");

    DATA(call, 4);
    call.indices.dtype = STREW_INT32;
    INDICES(call, BIT(61), 1);
    UPDATES(call, BIT(61));
    refuse(call, too_large("indices"), "indices|bytes");
    /* The indices just fit, the updates are twice as many bytes. */
    call.data.dtype = call.updates.dtype = STREW_INT64;
    INDICES(call, BIT(61) - 1, 1);
    UPDATES(call, BIT(61) - 1);
    refuse(call, too_large("updates"), "updates|bytes");
}

static void the_largest_tensors_that_can_be_addressed_are_accepted(void **state)
{
    const int64_t most = sizeof(void *) == 8 ? INT64_MAX : INT32_MAX;
    call call = good_call();

    (void)state;
    INDICES(call, 0, 1);
    UPDATES(call, 0);
    DATA(call, most / 4);
    accept(call);
    call.data.dtype = call.updates.dtype = STREW_INT8;
    DATA(call, most);
    accept(call);
    DATA(call, most, 0);
    UPDATES(call, 0, 0);
    accept(call);
}

static void tuples_longer_than_the_rank_are_refused(void **state)
{
    call call = good_call();

    (void)state;
    INDICES(call, 5, 4);
    refuse(call, (strew_fault){.status = STREW_TUPLE_TOO_LONG, .value = 4, .high = 3}, "4|3");
    INDICES(call, 4);
    refuse(call, (strew_fault){.status = STREW_TUPLE_TOO_LONG, .value = 4, .high = 3}, "4|3");
    /* Also where there is nothing to do, and where the number does not fit 32 bits: 2^32 + 1 is not 1. */
    INDICES(call, 0, 0, 0, 6);
    UPDATES(call, 0, 0);
    refuse(call, (strew_fault){.status = STREW_TUPLE_TOO_LONG, .value = 6, .high = 3}, "6|3");
    INDICES(call, 0, BIT(32) + 1);
    refuse(call, (strew_fault){.status = STREW_TUPLE_TOO_LONG, .value = BIT(32) + 1, .high = 3}, "4294967297|3");
}

static void updates_of_a_wrong_rank_are_refused(void **state)
{
    call call = good_call();

    (void)state;
    UPDATES(call, 5);
    refuse(call, (strew_fault){.status = STREW_UPDATES_RANK, .value = 1, .high = 2}, "updates|1|2");
    UPDATES(call, 5, 2, 1);
    refuse(call, (strew_fault){.status = STREW_UPDATES_RANK, .value = 3, .high = 2}, "updates|3|2");
    call.updates.rank = 0;
    refuse(call, (strew_fault){.status = STREW_UPDATES_RANK, .value = 0, .high = 2}, "updates|0|2");
    /* One tuple that names one element: a single element is not a rank of 0. */
    DATA(call, 3);
    INDICES(call, 1);
    UPDATES(call, 1);
    refuse(call, (strew_fault){.status = STREW_UPDATES_RANK, .value = 1, .high = 0}, "updates|1|0");
}

/* Two tensors of rank 64 whose updates would need rank 127. */
static void updates_that_would_need_too_many_dimensions_are_refused(void **state)
{
    call call = good_call();

    (void)state;
    call.data.rank = call.indices.rank = call.updates.rank = STREW_MAX_RANK;
    for (size_t d = 0; d < STREW_MAX_RANK; d++) call.data_shape[d] = call.indices_shape[d] = call.updates_shape[d] = 1;
    call.indices_shape[STREW_MAX_RANK - 1] = 0;
    refuse(call, (strew_fault){.status = STREW_UPDATES_RANK, .value = 64, .high = 127}, "updates|64|127");
}

static void updates_of_a_wrong_shape_are_refused(void **state)
{
    (void)state;
    for (int32_t d = 0; d < 3; d++) {
        const int64_t right[] = {5, 3, 2};
        for (int64_t wrong = 0; wrong < 7; wrong++) {
            call call = good_call();
            INDICES(call, 5, 1);
            UPDATES(call, 5, 3, 2);
            call.updates_shape[d] = wrong;
            if (wrong == right[d])
                accept(call);
            else
                refuse(call, (strew_fault){.status = STREW_UPDATES_SHAPE, .dimension = d, .value = wrong, .high = right[d]}, "updates");
        }
    }
}

/* ---- Types and options -------------------------------------------------------------------------------------------------------------- */

static void unknown_dtypes_are_refused(void **state)
{
    static const int wrong[] = {0, STREW_STRING + 1, 99, INT32_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        call data = good_call(), updates = good_call(), indices = good_call();
        data.data.dtype = data.updates.dtype = (strew_dtype)wrong[i];
        refuse(data, (strew_fault){.status = STREW_DTYPE_UNKNOWN, .subject = "data", .value = wrong[i]}, "data|dtype");
        updates.updates.dtype = (strew_dtype)wrong[i];
        refuse(updates, (strew_fault){.status = STREW_DTYPE_UNKNOWN, .subject = "updates", .value = wrong[i]}, "updates|dtype");
        indices.indices.dtype = (strew_dtype)wrong[i];
        refuse(indices, (strew_fault){.status = STREW_DTYPE_UNKNOWN, .subject = "indices", .value = wrong[i]}, "indices|dtype");
    }
}

static void indices_of_another_dtype_are_refused(void **state)
{
    (void)state;
    for (int dtype = STREW_FLOAT32; dtype <= STREW_STRING; dtype++) {
        call call = good_call();
        call.indices.dtype = (strew_dtype)dtype;
        if (dtype == STREW_INT32 || dtype == STREW_INT64)
            accept(call);
        else
            refuse(call, (strew_fault){.status = STREW_INDEX_DTYPE, .value = dtype}, strew_dtype_name((strew_dtype)dtype));
    }
}

static void updates_of_another_dtype_are_refused(void **state)
{
    (void)state;
    for (int data = STREW_FLOAT32; data <= STREW_STRING; data++) {
        for (int updates = STREW_FLOAT32; updates <= STREW_STRING; updates++) {
            call call = good_call();
            call.data.dtype = (strew_dtype)data;
            call.updates.dtype = (strew_dtype)updates;
            call.reduction = STREW_NONE;
            if (data == updates)
                accept(call);
            else
                refuse(call, (strew_fault){.status = STREW_DTYPE_MISMATCH, .value = updates, .high = data}, "updates|data");
        }
    }
}

static void unknown_reductions_are_refused(void **state)
{
    static const int wrong[] = {STREW_MAX + 1, 99, INT32_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        call call = good_call();
        call.reduction = (strew_reduction)wrong[i];
        refuse(call, (strew_fault){.status = STREW_REDUCTION_UNKNOWN, .value = wrong[i]}, "reduction");
    }
}

static void strings_are_moved_and_nothing_else(void **state)
{
    call call = good_call();

    (void)state;
    call.data.dtype = call.updates.dtype = STREW_STRING;
    call.reduction = STREW_NONE;
    accept(call);
    for (int reduction = STREW_ADD; reduction <= STREW_MAX; reduction++) {
        call.reduction = (strew_reduction)reduction;
        refuse(call, (strew_fault){.status = STREW_REDUCTION_UNDEFINED, .value = reduction, .high = STREW_STRING}, "string");
    }
    /* Also where there is nothing to write. */
    DATA(call, 4, 3, 0);
    UPDATES(call, 5, 0);
    refuse(call, (strew_fault){.status = STREW_REDUCTION_UNDEFINED, .value = STREW_MAX, .high = STREW_STRING}, "string|max");
}

static void every_other_type_has_every_reduction(void **state)
{
    (void)state;
    for (int dtype = STREW_FLOAT32; dtype < STREW_STRING; dtype++) {
        for (int reduction = STREW_NONE; reduction <= STREW_MAX; reduction++) {
            call call = good_call();
            call.data.dtype = call.updates.dtype = (strew_dtype)dtype;
            call.reduction = (strew_reduction)reduction;
            accept(call);
        }
    }
}

static void unknown_options_are_refused(void **state)
{
    call policy = good_call(), negative = good_call(), isa = good_call();

    (void)state;
    policy.options.policy = (strew_policy)(STREW_POLICY_TRUSTED + 1);
    refuse(policy, (strew_fault){.status = STREW_OPTION_UNKNOWN, .subject = "options.policy", .value = STREW_POLICY_TRUSTED + 1},
           "policy|2");
    negative.options.negative = (strew_negative)(STREW_NEGATIVE_OUTSIDE + 1);
    refuse(negative, (strew_fault){.status = STREW_OPTION_UNKNOWN, .subject = "options.negative", .value = STREW_NEGATIVE_OUTSIDE + 1},
           "negative|2");
    isa.options.isa = (strew_isa)99;
    refuse(isa, (strew_fault){.status = STREW_OPTION_UNKNOWN, .subject = "options.isa", .value = 99}, "isa|99");
}

/* ---- NULL --------------------------------------------------------------------------------------------------------------------------- */

static void tensors_that_are_missing_are_refused(void **state)
{
    static const char *const subjects[] = {"data", "indices", "updates"};
    call call = good_call();
    strew_plan plan;
    strew_fault fault;

    (void)state;
    complete(&call);
    for (size_t i = 0; i < COUNT(subjects); i++) {
        const strew_tensor *const data = i == 0 ? NULL : &call.data, *const indices = i == 1 ? NULL : &call.indices;
        const strew_tensor *const updates = i == 2 ? NULL : &call.updates;
        const strew_fault expected = {.status = STREW_POINTER_NULL, .subject = subjects[i]};
        assert_int_equal(strew_scatter_nd_plan(&plan, data, indices, updates, STREW_ADD, NULL, &fault), STREW_POINTER_NULL);
        assert_fault(&fault, expected);
        assert_sentence(&fault, "NULL");
        assert_sentence(&fault, subjects[i]);
        refuse_call(data, indices, updates, STREW_ADD, NULL, expected);
    }
    assert_int_equal(strew_scatter_nd_plan(NULL, &call.data, &call.indices, &call.updates, STREW_ADD, NULL, &fault), STREW_POINTER_NULL);
    assert_fault(&fault, (strew_fault){.status = STREW_POINTER_NULL, .subject = "plan"});
    assert_sentence(&fault, "plan|NULL");
    assert_int_equal(strew_scatter_nd_plan(NULL, NULL, NULL, NULL, STREW_ADD, NULL, NULL), STREW_POINTER_NULL);
    assert_int_equal(strew_scatter_nd(NULL, NULL, NULL, NULL, STREW_ADD, NULL, NULL), STREW_POINTER_NULL);
}

static void shapes_that_are_missing_are_refused(void **state)
{
    static const char *const subjects[] = {"shape of data", "shape of indices", "shape of updates"};
    strew_plan plan;
    strew_fault fault;

    (void)state;
    for (size_t i = 0; i < COUNT(subjects); i++) {
        const strew_fault expected = {.status = STREW_POINTER_NULL, .subject = subjects[i]};
        call call = good_call();
        complete(&call);
        *(i == 0 ? &call.data.shape : i == 1 ? &call.indices.shape : &call.updates.shape) = NULL;
        assert_int_equal(strew_scatter_nd_plan(&plan, &call.data, &call.indices, &call.updates, STREW_ADD, NULL, &fault),
                         STREW_POINTER_NULL);
        assert_fault(&fault, expected);
        assert_sentence(&fault, subjects[i]);
        refuse_call(&call.data, &call.indices, &call.updates, STREW_ADD, NULL, expected);
    }
}

/* A tensor of rank 0 has no shape to point to. */
static void rank_0_updates_need_no_shape(void **state)
{
    call call = good_call();
    strew_plan plan;

    (void)state;
    INDICES(call, 3);
    complete(&call);
    call.updates.rank = 0;
    call.updates.shape = NULL;
    assert_int_equal(strew_scatter_nd_plan(&plan, &call.data, &call.indices, &call.updates, STREW_ADD, NULL, NULL), STREW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_call_is_accepted),
        cmocka_unit_test(ranks_outside_are_refused),
        cmocka_unit_test(negative_dimensions_are_refused),
        cmocka_unit_test(element_counts_that_overflow_are_refused),
        cmocka_unit_test(a_zero_dimension_does_not_hide_an_overflow),
        cmocka_unit_test(byte_counts_that_overflow_are_refused),
        cmocka_unit_test(the_largest_tensors_that_can_be_addressed_are_accepted),
        cmocka_unit_test(tuples_longer_than_the_rank_are_refused),
        cmocka_unit_test(updates_of_a_wrong_rank_are_refused),
        cmocka_unit_test(updates_that_would_need_too_many_dimensions_are_refused),
        cmocka_unit_test(updates_of_a_wrong_shape_are_refused),
        cmocka_unit_test(unknown_dtypes_are_refused),
        cmocka_unit_test(indices_of_another_dtype_are_refused),
        cmocka_unit_test(updates_of_another_dtype_are_refused),
        cmocka_unit_test(unknown_reductions_are_refused),
        cmocka_unit_test(strings_are_moved_and_nothing_else),
        cmocka_unit_test(every_other_type_has_every_reduction),
        cmocka_unit_test(unknown_options_are_refused),
        cmocka_unit_test(tensors_that_are_missing_are_refused),
        cmocka_unit_test(shapes_that_are_missing_are_refused),
        cmocka_unit_test(rank_0_updates_need_no_shape),
    };
    return cmocka_run_group_tests_name("plan", tests, set_up, tear_down);
}
