/* What planning rejects in shapes: each rejection with its status, its numbers, its sentence, and an output that has not changed. */
#include <strew/strew.h>

#include "operators.h"
#include "rejection.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))
#define BIT_FROM_TOP(n) BIT(8 * sizeof(void *) - (n)) /* 2^(64 - n) where addresses have 64 bits, 2^(32 - n) where they have 32 */

static int set_up(void **state)
{
    open_rejections();
    return 0;
}

static int tear_down(void **state)
{
    close_rejections();
    return 0;
}

/* ---- Each tensor by itself ----------------------------------------------------------------------------------------------------------- */

/* The calls that all others corrupt are good ones. */
static void good_calls_are_accepted(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const call call = good_call(operators[i]);
        accept(&call);
    }
}

static void ranks_out_of_bounds_are_rejected(void **state)
{
    static const int32_t wrong[] = {-1, INT32_MIN, STREW_MAX_RANK + 1, INT32_MAX, 0};

    for (size_t i = 0; i < OPERATORS * COUNT(wrong); i++) {
        const reference_operator op = operators[i / COUNT(wrong)];
        const int32_t rank = wrong[i % COUNT(wrong)];
        call data = good_call(op), indices = good_call(op), updates = good_call(op);
        data.data.rank = indices.indices.rank = updates.updates.rank = rank;
        for (size_t d = 3; d < SHAPE_ROOM; d++) data.data_shape[d] = indices.indices_shape[d] = updates.updates_shape[d] = 1;
        /* Data may have no dimension where a tuple may have no component: that is a question of its own, too. */
        if (op != REFERENCE_ND)
            reject(&data, (strew_fault){.status = STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "data", .value = rank, .low = 1, .high = 64},
                   "data|rank|[1, 64]");
        else if (rank != 0)
            reject(&data, (strew_fault){.status = STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "data", .value = rank, .low = 0, .high = 64},
                   "data|rank|[0, 64]");
        /* An index alone, of rank 0, is for scatter_update. Updates may be alone: whether they should is a question of its own. */
        if (rank != 0 || op != REFERENCE_UPDATE)
            reject(&indices,
                   (strew_fault){.status = STREW_STATUS_RANK_OUT_OF_RANGE,
                                 .subject = "indices",
                                 .value = rank,
                                 .low = op == REFERENCE_UPDATE ? 0 : 1,
                                 .high = 64},
                   op == REFERENCE_UPDATE ? "indices|rank|[0, 64]" : "indices|rank|[1, 64]");
        if (rank != 0)
            reject(&updates,
                   (strew_fault){.status = STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "updates", .value = rank, .low = 0, .high = 64},
                   "updates|rank|[0, 64]");
    }
}

static void negative_dimensions_are_rejected(void **state)
{
    static const int64_t sizes[] = {-1, INT64_MIN};
    static const char *const subjects[] = {"data", "indices", "updates"};

    for (size_t i = 0; i < OPERATORS * COUNT(sizes) * COUNT(subjects); i++) {
        const size_t subject = i % COUNT(subjects);
        const int64_t size = sizes[i / COUNT(subjects) % COUNT(sizes)];
        const call good = good_call(operators[i / COUNT(subjects) / COUNT(sizes)]);
        const int32_t rank = subject == 0 ? good.data.rank : subject == 1 ? good.indices.rank : good.updates.rank;
        for (int32_t d = 0; d < rank; d++) {
            call call = good;
            (subject == 0 ? call.data_shape : subject == 1 ? call.indices_shape : call.updates_shape)[d] = size;
            reject(&call,
                   (strew_fault){.status = STREW_STATUS_NEGATIVE_DIMENSION, .subject = subjects[subject], .dimension = d, .value = size},
                   subject == 0   ? "data|negative"
                   : subject == 1 ? "indices|negative"
                                  : "updates|negative");
        }
    }
}

/* ---- Counts -------------------------------------------------------------------------------------------------------------------------- */

static strew_fault too_large(const char *subject)
{
    return (strew_fault){.status = STREW_STATUS_TOO_LARGE, .subject = subject, .high = sizeof(void *) == 8 ? INT64_MAX : INT32_MAX};
}

/* No tuple, so that a shape of data can be anything: indices [0, 1] in scatter_nd, [0, ...] and [0] along the first axis in the others. */
static call no_tuples(reference_operator op, strew_dtype dtype, int32_t data_rank)
{
    call call = good_call(op);

    set_dtype(&call, dtype);
    call.axis = 0;
    call.data.rank = data_rank;
    switch (op) {
    case REFERENCE_ND: INDICES(call, 0, 1); break;
    case REFERENCE_ELEMENTS:
        call.indices.rank = data_rank;
        for (int32_t d = 0; d < data_rank; d++) call.indices_shape[d] = d != 0;
        break;
    default: INDICES(call, 0); break;
    }
    return call;
}

static void element_counts_that_overflow_are_rejected(void **state)
{
    static const struct {
        int32_t rank;
        int64_t shape[5];
    } rows[] = {
        {3, {BIT(32), BIT(32), 2}}, /* 2^65 wraps to 0 */
        {3, {INT64_MAX, INT64_MAX, 2}},
        {5, {BIT(31), BIT(31), 4, BIT(32), BIT(32)}}, /* wraps to 0 more than once */
        {2, {BIT(32), BIT(31)}},
        /* A zero does not hide it. */
        {4, {BIT(32), BIT(32), 0, 4}},
        {4, {0, BIT(62), 4, 4}},
        {4, {BIT(62), 4, 4, 0}},
    };

    for (size_t i = 0; i < OPERATORS * COUNT(rows); i++) {
        const size_t row = i % COUNT(rows);
        call call = no_tuples(operators[i / COUNT(rows)], STREW_FLOAT32, rows[row].rank);
        for (int32_t d = 0; d < rows[row].rank; d++) call.data_shape[d] = rows[row].shape[d];
        fit_updates(&call);
        reject(&call, too_large("data"), "data|bytes");
    }
}

static void an_overflow_of_indices_or_updates_is_rejected(void **state)
{
    call nd = good_call(REFERENCE_ND), elements = good_call(REFERENCE_ELEMENTS), update = good_call(REFERENCE_UPDATE);

    INDICES(nd, 0, BIT(40), BIT(40), 2);
    fit_updates(&nd);
    reject(&nd, too_large("indices"), "indices|bytes");
    DATA(nd, 4, BIT_FROM_TOP(24));
    INDICES(nd, 0, BIT(26), 1);
    fit_updates(&nd);
    reject(&nd, too_large("updates"), "updates|bytes");

    set_dtype(&elements, STREW_INT8);
    DATA(elements, 4, 0, BIT_FROM_TOP(5));
    INDICES(elements, 4, 0, BIT_FROM_TOP(5));
    fit_updates(&elements);
    reject(&elements, too_large("indices"), "indices|bytes");
    set_dtype(&elements, STREW_COMPLEX128);
    elements.indices.dtype = STREW_INT32;
    DATA(elements, 1, 4, 0);
    INDICES(elements, 1, BIT_FROM_TOP(4), 0);
    fit_updates(&elements);
    reject(&elements, too_large("updates"), "updates|bytes");

    INDICES(update, BIT_FROM_TOP(2), 0, 2);
    fit_updates(&update);
    reject(&update, too_large("indices"), "indices|bytes");
    DATA(update, BIT_FROM_TOP(20), 0, BIT(6));
    INDICES(update, BIT(20), 0);
    fit_updates(&update);
    reject(&update, too_large("updates"), "updates|bytes");
}

/* 2^63 - 1 bytes are the most, or 2^31 - 1: elements may fit where bytes do not. */
static void byte_counts_that_overflow_are_rejected(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        call call = no_tuples(operators[i], STREW_FLOAT64, 1);
        DATA(call, BIT_FROM_TOP(4));
        fit_updates(&call);
        reject(&call, too_large("data"), "data|bytes");
        DATA(call, BIT_FROM_TOP(3));
        reject(&call, too_large("data"), "data|bytes");
        set_dtype(&call, STREW_COMPLEX128);
        DATA(call, BIT_FROM_TOP(5));
        reject(&call, too_large("data"), "data|bytes");
        set_dtype(&call, STREW_OPAQUE(64));
        call.reduction = STREW_NONE;
        DATA(call, BIT_FROM_TOP(7));
        reject(&call, too_large("data"), "data|bytes");

        set_dtype(&call, STREW_INT8);
        DATA(call, 4);
        call.indices.dtype = STREW_INT32;
        call.indices_shape[0] = BIT_FROM_TOP(3);
        fit_updates(&call);
        reject(&call, too_large("indices"), "indices|bytes");
        /* The indices just fit, the updates are twice as many bytes. */
        set_dtype(&call, STREW_INT64);
        call.indices_shape[0] = BIT_FROM_TOP(3) - 1;
        fit_updates(&call);
        reject(&call, too_large("updates"), "updates|bytes");
    }
}

static void the_largest_tensors_that_can_be_addressed_are_accepted(void **state)
{
    const int64_t max = sizeof(void *) == 8 ? INT64_MAX : INT32_MAX;

    for (size_t i = 0; i < OPERATORS; i++) {
        call call = no_tuples(operators[i], STREW_FLOAT32, 1), flat = no_tuples(operators[i], STREW_INT8, 2);
        DATA(call, max / 4);
        fit_updates(&call);
        accept(&call);
        set_dtype(&call, STREW_INT8);
        DATA(call, max);
        accept(&call);
        DATA(flat, max, 0);
        flat.indices_shape[1] = operators[i] == REFERENCE_ELEMENTS ? 0 : flat.indices_shape[1];
        fit_updates(&flat);
        accept(&flat);
    }
}

/* ---- How they fit together ----------------------------------------------------------------------------------------------------------- */

static void tuples_longer_than_the_rank_are_rejected(void **state)
{
    call call = good_call(REFERENCE_ND);

    INDICES(call, 5, 4);
    reject(&call, (strew_fault){.status = STREW_STATUS_TUPLE_TOO_LONG, .value = 4, .high = 3}, "4|3");
    INDICES(call, 4);
    reject(&call, (strew_fault){.status = STREW_STATUS_TUPLE_TOO_LONG, .value = 4, .high = 3}, "4|3");
    /* Also where there is nothing to do, and where the number does not fit 32 bits: 2^32 + 1 is not 1. */
    INDICES(call, 0, 0, 0, 6);
    UPDATES(call, 0, 0);
    reject(&call, (strew_fault){.status = STREW_STATUS_TUPLE_TOO_LONG, .value = 6, .high = 3}, "6|3");
    INDICES(call, 0, BIT(32) + 1);
    if (sizeof(void *) == 4) return; /* where that is too large before anything else */
    reject(&call, (strew_fault){.status = STREW_STATUS_TUPLE_TOO_LONG, .value = BIT(32) + 1, .high = 3}, "4294967297|3");
}

/* -r to r - 1, in 64 bits: 2^32 + 1 is not 1. */
static void an_axis_out_of_bounds_is_rejected(void **state)
{
    static const int64_t wrong[] = {3, -4, 64, INT64_MAX, INT64_MIN, BIT(32), BIT(32) + 1, -BIT(32) - 1, BIT(31), -BIT(31) - 1};

    for (size_t i = 0; i < OPERATORS; i++) {
        if (operators[i] == REFERENCE_ND) continue;
        for (size_t w = 0; w < COUNT(wrong); w++) {
            call call = good_call(operators[i]);
            call.axis = wrong[w];
            reject(&call, (strew_fault){.status = STREW_STATUS_AXIS_OUT_OF_RANGE, .value = wrong[w], .low = -3, .high = 2}, "axis|[-3, 2]");
        }
        for (int64_t axis = -3; axis < 3; axis++) {
            call call = good_call(operators[i]);
            if (operators[i] == REFERENCE_ELEMENTS) INDICES(call, 2, 2, 2);
            call.axis = axis;
            fit_updates(&call);
            accept(&call);
        }
    }
}

static void indices_of_another_rank_are_rejected(void **state)
{
    call call = good_call(REFERENCE_ELEMENTS);

    INDICES(call, 3, 5);
    fit_updates(&call);
    reject(&call, (strew_fault){.status = STREW_STATUS_INDICES_RANK_MISMATCH, .value = 2, .high = 3}, "indices|2|3");
    INDICES(call, 3, 5, 2, 1);
    fit_updates(&call);
    reject(&call, (strew_fault){.status = STREW_STATUS_INDICES_RANK_MISMATCH, .value = 4, .high = 3}, "indices|4|3");
    INDICES(call, 0);
    fit_updates(&call);
    reject(&call, (strew_fault){.status = STREW_STATUS_INDICES_RANK_MISMATCH, .value = 1, .high = 3}, "indices|1|3");
}

/* Up to the size of data, but free on the axis. */
static void indices_end_data_are_rejected(void **state)
{
    static const int64_t data_shape[] = {4, 3, 2};

    for (int64_t axis = -3; axis < 3; axis++) {
        for (int32_t d = 0; d < 3; d++) {
            for (int64_t size = 0; size < 7; size++) {
                call call = good_call(REFERENCE_ELEMENTS);
                call.axis = axis;
                INDICES(call, 1, 1, 1);
                call.indices_shape[d] = size;
                fit_updates(&call);
                if (size <= data_shape[d] || d == (axis + 3) % 3)
                    accept(&call);
                else
                    reject(
                        &call,
                        (strew_fault){.status = STREW_STATUS_INDICES_SHAPE_MISMATCH, .dimension = d, .value = size, .high = data_shape[d]},
                        "indices|data");
            }
        }
    }
}

static void updates_of_a_wrong_rank_are_rejected(void **state)
{
    call single = good_call(REFERENCE_ND);

    for (size_t i = 0; i < OPERATORS; i++) {
        for (int32_t rank = 0; rank <= STREW_MAX_RANK; rank = rank < 6 ? rank + 1 : rank + 29) {
            call call = good_call(operators[i]);
            const int32_t right = call.updates.rank;
            for (int32_t d = right; d < rank; d++) call.updates_shape[d] = 1;
            call.updates.rank = rank;
            if (rank == right)
                accept(&call);
            else
                reject(&call, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = rank, .high = right}, "updates|rank");
        }
    }
    /* One tuple that names one element: a single element is not a rank of 0. */
    DATA(single, 3);
    INDICES(single, 1);
    UPDATES(single, 1);
    reject(&single, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 1, .high = 0}, "updates|1|0");
}

/* Two tensors of rank 64 whose updates would need nearly twice as many dimensions. */
static void updates_that_would_need_too_many_dimensions_are_rejected(void **state)
{
    static const reference_operator ops[] = {REFERENCE_ND, REFERENCE_UPDATE};

    for (size_t i = 0; i < COUNT(ops); i++) {
        call call = good_call(ops[i]);
        call.data.rank = call.indices.rank = call.updates.rank = STREW_MAX_RANK;
        for (size_t d = 0; d < STREW_MAX_RANK; d++) call.data_shape[d] = call.indices_shape[d] = call.updates_shape[d] = 1;
        if (ops[i] == REFERENCE_ND) call.indices_shape[STREW_MAX_RANK - 1] = 0;
        reject(&call, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 64, .high = 127}, "updates|64|127");
    }
}

static void updates_of_a_wrong_shape_are_rejected(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        const call good = good_call(operators[i]);
        for (int32_t d = 0; d < good.updates.rank; d++) {
            for (int64_t wrong = 0; wrong < 7; wrong++) {
                const int64_t right = good.updates_shape[d];
                call call = good;
                call.updates_shape[d] = wrong;
                if (wrong == right)
                    accept(&call);
                else
                    reject(&call,
                           (strew_fault){.status = STREW_STATUS_UPDATES_SHAPE_MISMATCH, .dimension = d, .value = wrong, .high = right},
                           "updates");
            }
        }
    }
}

/* There is nothing that an index into a dimension of size 0 could be clamped to, but no tuple has no index. */
static void clamping_to_an_empty_dimension_is_rejected(void **state)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        for (int32_t d = 0; d < 3; d++) {
            call call = good_call(operators[i]);
            const int is_indexed = call.op == REFERENCE_ND ? d < 2 : d == 1;
            call.options.policy = STREW_POLICY_CLAMP;
            call.data_shape[d] = 0;
            if (call.op == REFERENCE_ELEMENTS && !is_indexed) call.indices_shape[d] = 0;
            fit_updates(&call);
            if (!is_indexed) {
                accept(&call);
                continue;
            }
            reject(&call, (strew_fault){.status = STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .dimension = d}, "data dimension|size 0|clamp");
            call.options.policy = STREW_POLICY_SKIP;
            accept(&call);
            call.options.policy = STREW_POLICY_CLAMP;
            call.indices_shape[0] = 0;
            fit_updates(&call);
            accept(&call);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_calls_are_accepted),
        cmocka_unit_test(ranks_out_of_bounds_are_rejected),
        cmocka_unit_test(negative_dimensions_are_rejected),
        cmocka_unit_test(element_counts_that_overflow_are_rejected),
        cmocka_unit_test(an_overflow_of_indices_or_updates_is_rejected),
        cmocka_unit_test(byte_counts_that_overflow_are_rejected),
        cmocka_unit_test(the_largest_tensors_that_can_be_addressed_are_accepted),
        cmocka_unit_test(tuples_longer_than_the_rank_are_rejected),
        cmocka_unit_test(an_axis_out_of_bounds_is_rejected),
        cmocka_unit_test(indices_of_another_rank_are_rejected),
        cmocka_unit_test(indices_end_data_are_rejected),
        cmocka_unit_test(updates_of_a_wrong_rank_are_rejected),
        cmocka_unit_test(updates_that_would_need_too_many_dimensions_are_rejected),
        cmocka_unit_test(updates_of_a_wrong_shape_are_rejected),
        cmocka_unit_test(clamping_to_an_empty_dimension_is_rejected),
    };
    return cmocka_run_group_tests_name("shapes", tests, set_up, tear_down);
}
