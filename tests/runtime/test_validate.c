/* What planning rejects in shapes: each rejection with its status, its numbers, its sentence, and an output that has not changed. */
#include <strew/strew.h>

#include "operators.h"
#include "rejection.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))
#define BIT_FROM_TOP(n) BIT(8 * sizeof(void *) - (n)) /* 2^(64 - n) where addresses have 64 bits, 2^(32 - n) where they have 32 */

enum { DATA_TENSOR, INDICES_TENSOR, UPDATES_TENSOR, SUBJECTS };
static const char *const subjects[SUBJECTS] = {"data", "indices", "updates"};

static strew_tensor *tensor_of(call *call, size_t subject)
{
    return (strew_tensor *[SUBJECTS]){&call->data, &call->indices, &call->updates}[subject];
}

static int64_t *shape_of(call *call, size_t subject)
{
    return (int64_t *[SUBJECTS]){call->data_shape, call->indices_shape, call->updates_shape}[subject];
}

static void accept_or_reject(const call *call, int is_accepted, strew_fault expected, const char *sentence_parts)
{
    if (is_accepted)
        accept(call);
    else
        reject(call, expected, sentence_parts);
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

/* Data may have no dimension where a tuple may have no component, and indices may be a single one in scatter_update. Updates may have no
 * dimension, too: whether they should is a question of its own. */
static void ranks_out_of_bounds_are_rejected(void **state)
{
    static const int32_t wrong[] = {-1, INT32_MIN, STREW_MAX_RANK + 1, INT32_MAX, 0};

    for (size_t i = 0; i < OPERATORS * COUNT(wrong) * SUBJECTS; i++) {
        const size_t subject = i % SUBJECTS;
        const int32_t rank = wrong[i / SUBJECTS % COUNT(wrong)];
        call call = good_call(operators[i / SUBJECTS / COUNT(wrong)]);
        const int low = (subject == DATA_TENSOR && call.op != REFERENCE_ND) || (subject == INDICES_TENSOR && call.op != REFERENCE_UPDATE);
        char parts[40];
        if (rank == 0 && low == 0) continue;
        tensor_of(&call, subject)->rank = rank;
        for (size_t d = 3; d < SHAPE_ROOM; d++) shape_of(&call, subject)[d] = 1;
        snprintf(parts, sizeof parts, "%s|rank|[%d, 64]", subjects[subject], low);
        reject(
            &call,
            (strew_fault){
                .status = STREW_STATUS_RANK_OUT_OF_RANGE, .subject = subjects[subject], .value = rank, .low = low, .high = STREW_MAX_RANK},
            parts);
    }
}

static void negative_dimensions_are_rejected(void **state)
{
    static const int64_t sizes[] = {-1, INT64_MIN};

    for (size_t i = 0; i < OPERATORS * COUNT(sizes) * SUBJECTS; i++) {
        const size_t subject = i % SUBJECTS;
        const int64_t size = sizes[i / SUBJECTS % COUNT(sizes)];
        call good = good_call(operators[i / SUBJECTS / COUNT(sizes)]);
        for (int32_t d = 0; d < tensor_of(&good, subject)->rank; d++) {
            const strew_fault expected = {
                .status = STREW_STATUS_NEGATIVE_DIMENSION, .subject = subjects[subject], .dimension = d, .value = size};
            call call = good;
            char parts[40];
            shape_of(&call, subject)[d] = size;
            snprintf(parts, sizeof parts, "%s|negative", subjects[subject]);
            reject(&call, expected, parts);
        }
    }
}

/* ---- Counts -------------------------------------------------------------------------------------------------------------------------- */

static void reject_too_large(call *call, const char *subject)
{
    const int64_t max = sizeof(void *) == 8 ? INT64_MAX : INT32_MAX;
    char parts[40];

    fit_updates(call);
    snprintf(parts, sizeof parts, "%s|bytes", subject);
    reject(call, (strew_fault){.status = STREW_STATUS_TOO_LARGE, .subject = subject, .high = max}, parts);
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

/* 2^63 - 1 bytes are the most, or 2^31 - 1 where addresses have 32 bits. A product that wraps would be what a small buffer holds. */
static void data_of_too_many_bytes_is_rejected(void **state)
{
    static const struct {
        strew_dtype dtype;
        int32_t rank;
        int64_t shape[5];
    } rows[] = {
        {STREW_DTYPE_FLOAT32, 3, {BIT(32), BIT(32), 2}}, /* 2^65 wraps to 0 */
        {STREW_DTYPE_FLOAT32, 3, {INT64_MAX, INT64_MAX, 2}},
        {STREW_DTYPE_FLOAT32, 5, {BIT(31), BIT(31), 4, BIT(32), BIT(32)}}, /* wraps to 0 more than once */
        {STREW_DTYPE_FLOAT32, 2, {BIT(32), BIT(31)}},
        {STREW_DTYPE_INT8, 2, {BIT(61) + 3, 8}}, /* 2^64 + 24 elements */
        {STREW_DTYPE_INT8, 2, {8, BIT(61) + 3}},
        /* A zero does not hide it: it makes the product harmless, but not the strides. */
        {STREW_DTYPE_FLOAT32, 4, {BIT(32), BIT(32), 0, 4}},
        {STREW_DTYPE_FLOAT32, 4, {0, BIT(62), 4, 4}},
        {STREW_DTYPE_FLOAT32, 4, {BIT(62), 4, 4, 0}},
        {STREW_DTYPE_INT8, 3, {0, BIT(61) + 3, 8}},
        {STREW_DTYPE_INT8, 4, {BIT(31), BIT(31), 0, 8}},
        /* The elements fit where the bytes do not. */
        {STREW_DTYPE_FLOAT32, 1, {BIT(62) + 24}}, /* 2^64 + 96 bytes */
        {STREW_DTYPE_FLOAT64, 1, {BIT_FROM_TOP(4)}},
        {STREW_DTYPE_FLOAT64, 1, {BIT_FROM_TOP(3)}},
        {STREW_DTYPE_COMPLEX128, 1, {BIT_FROM_TOP(5)}},
        {STREW_DTYPE_OPAQUE(64), 1, {BIT_FROM_TOP(7)}},
    };

    for (size_t i = 0; i < OPERATORS * COUNT(rows); i++) {
        const size_t row = i % COUNT(rows);
        call call = no_tuples(operators[i / COUNT(rows)], rows[row].dtype, rows[row].rank);
        if (rows[row].dtype == STREW_DTYPE_OPAQUE(64)) call.reduction = STREW_REDUCTION_NONE;
        memcpy(call.data_shape, rows[row].shape, sizeof rows[row].shape);
        reject_too_large(&call, "data");
    }
}

static void indices_or_updates_of_too_many_bytes_are_rejected(void **state)
{
    static const struct {
        const char *subject, *subject_of_32_bits;
        reference_operator op;
        strew_dtype dtype, index_dtype;
        int32_t data_rank, indices_rank;
        int64_t axis, data[3], indices[4];
    } rows[] = {
        {"indices", "indices", REFERENCE_ND, STREW_DTYPE_INT8, STREW_DTYPE_INT64, 1, 2, 0, {4}, {BIT(61) + 3, 1}},
        {"indices", "indices", REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 3, 4, 0, {4, 3, 2}, {0, BIT(40), BIT(40), 2}},
        {"updates", "updates", REFERENCE_ND, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 2, 3, 0, {4, BIT_FROM_TOP(24)}, {0, BIT(26), 1}},
        {"updates", "data", REFERENCE_ND, STREW_DTYPE_INT8, STREW_DTYPE_INT64, 2, 2, 0, {4, BIT(34)}, {BIT(30), 1}},
        {"updates", "data", REFERENCE_ND, STREW_DTYPE_INT8, STREW_DTYPE_INT64, 3, 2, 0, {4, 0, BIT(34)}, {BIT(30), 1}},
        {"indices", "data", REFERENCE_ELEMENTS, STREW_DTYPE_INT8, STREW_DTYPE_INT64, 3, 3, 0, {4, 0, BIT(59)}, {4, 0, BIT(59)}},
        {"indices",
         "indices",
         REFERENCE_ELEMENTS,
         STREW_DTYPE_INT8,
         STREW_DTYPE_INT64,
         3,
         3,
         1,
         {4, 0, BIT_FROM_TOP(5)},
         {4, 0, BIT_FROM_TOP(5)}},
        {"updates", "indices", REFERENCE_ELEMENTS, STREW_DTYPE_COMPLEX128, STREW_DTYPE_INT64, 1, 1, 0, {4}, {BIT(59)}},
        {"updates", "updates", REFERENCE_ELEMENTS, STREW_DTYPE_COMPLEX128, STREW_DTYPE_INT32, 3, 3, 1, {1, 4, 0}, {1, BIT_FROM_TOP(4), 0}},
        {"indices", "indices", REFERENCE_UPDATE, STREW_DTYPE_INT8, STREW_DTYPE_INT64, 1, 2, 0, {4}, {BIT(32), BIT(32)}},
        {"indices", "indices", REFERENCE_UPDATE, STREW_DTYPE_INT8, STREW_DTYPE_INT64, 1, 3, 0, {4}, {0, BIT(61) + 3, 8}},
        {"indices", "indices", REFERENCE_UPDATE, STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 3, 3, 1, {4, 3, 2}, {BIT_FROM_TOP(2), 0, 2}},
        {"updates", "data", REFERENCE_UPDATE, STREW_DTYPE_INT16, STREW_DTYPE_INT64, 3, 1, 1, {BIT(31), 1, 4}, {BIT(32)}},
        {"updates",
         "updates",
         REFERENCE_UPDATE,
         STREW_DTYPE_FLOAT32,
         STREW_DTYPE_INT64,
         3,
         2,
         1,
         {BIT_FROM_TOP(20), 0, BIT(6)},
         {BIT(20), 0}},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        call call = good_call(rows[i].op);
        set_dtype(&call, rows[i].dtype);
        call.indices.dtype = rows[i].index_dtype;
        call.axis = rows[i].axis;
        set_shape(&call.data, call.data_shape, (size_t)rows[i].data_rank * sizeof(int64_t), rows[i].data);
        set_shape(&call.indices, call.indices_shape, (size_t)rows[i].indices_rank * sizeof(int64_t), rows[i].indices);
        reject_too_large(&call, sizeof(void *) == 8 ? rows[i].subject : rows[i].subject_of_32_bits);
    }
    /* Indices that are too large, and some that just fit, with updates of twice as many bytes. */
    for (size_t i = 0; i < OPERATORS; i++) {
        call call = no_tuples(operators[i], STREW_DTYPE_INT8, 1);
        DATA(call, 4);
        call.indices.dtype = STREW_DTYPE_INT32;
        call.indices_shape[0] = BIT_FROM_TOP(3);
        reject_too_large(&call, "indices");
        set_dtype(&call, STREW_DTYPE_INT64);
        call.indices_shape[0]--;
        reject_too_large(&call, "updates");
    }
}

static void the_largest_tensors_that_can_be_addressed_are_accepted(void **state)
{
    const int64_t max = sizeof(void *) == 8 ? INT64_MAX : INT32_MAX;

    for (size_t i = 0; i < OPERATORS; i++) {
        call call = no_tuples(operators[i], STREW_DTYPE_FLOAT32, 1), flat = no_tuples(operators[i], STREW_DTYPE_INT8, 2);
        DATA(call, max / 4);
        fit_updates(&call);
        accept(&call);
        set_dtype(&call, STREW_DTYPE_INT8);
        DATA(call, max);
        accept(&call);
        DATA(flat, max, 0);
        flat.indices_shape[1] = operators[i] == REFERENCE_ELEMENTS ? 0 : flat.indices_shape[1];
        fit_updates(&flat);
        accept(&flat);
    }
}

/* ---- How they fit together ----------------------------------------------------------------------------------------------------------- */

static void reject_tuple_too_long(const call *call, int64_t k, const char *sentence_parts)
{
    const char *const subject = call->indices.rank == 1 ? "indices" : NULL;
    reject(call, (strew_fault){.status = STREW_STATUS_TUPLE_TOO_LONG, .subject = subject, .value = k, .high = 3}, sentence_parts);
}

static void tuples_longer_than_the_rank_are_rejected(void **state)
{
    call call = good_call(REFERENCE_ND);

    INDICES(call, 5, 4);
    reject_tuple_too_long(&call, 4, "4|3");
    INDICES(call, 4);
    reject_tuple_too_long(&call, 4, "4|3|n tuples of one index have the shape [n, 1]");
    /* Also where there is nothing to do, and where the number does not fit 32 bits: 2^32 + 1 is not 1. */
    INDICES(call, 0, 0, 0, 6);
    UPDATES(call, 0, 0);
    reject_tuple_too_long(&call, 6, "6|3");
    INDICES(call, 0, BIT(32) + 1);
    if (sizeof(void *) == 8)
        reject_tuple_too_long(&call, BIT(32) + 1, "4294967297|3"); /* elsewhere that is too large before anything else */
}

/* -r to r - 1, in 64 bits: 2^32 + 1 is not 1. */
static void an_axis_out_of_bounds_is_rejected(void **state)
{
    static const int64_t wrong[] = {3, -4, 64, INT64_MAX, INT64_MIN, BIT(32), BIT(32) + 1, -BIT(32) - 1, BIT(31), -BIT(31) - 1};
    static const reference_operator ops[] = {REFERENCE_ELEMENTS, REFERENCE_UPDATE};

    for (size_t i = 0; i < COUNT(ops); i++) {
        call call = good_call(ops[i]);
        for (size_t w = 0; w < COUNT(wrong); w++) {
            call.axis = wrong[w];
            reject(&call, (strew_fault){.status = STREW_STATUS_AXIS_OUT_OF_RANGE, .value = wrong[w], .low = -3, .high = 2}, "axis|[-3, 2]");
        }
        if (ops[i] == REFERENCE_ELEMENTS) INDICES(call, 2, 2, 2);
        for (call.axis = -3; call.axis < 3; call.axis++) {
            fit_updates(&call);
            accept(&call);
        }
    }
}

static void indices_of_another_rank_are_rejected(void **state)
{
    static const char *const parts[] = {"", "indices|1|3", "indices|2|3", "", "indices|4|3"};

    for (int32_t rank = 1; rank <= 4; rank++) {
        call call = good_call(REFERENCE_ELEMENTS);
        if (rank == 3) continue;
        call.indices.rank = rank;
        call.indices_shape[0] = rank == 1 ? 0 : 3;
        call.indices_shape[3] = 1;
        fit_updates(&call);
        reject(&call, (strew_fault){.status = STREW_STATUS_INDICES_RANK_MISMATCH, .value = rank, .high = 3}, parts[rank]);
    }
}

/* Up to the size of data, but free on the axis. */
static void indices_larger_than_data_are_rejected(void **state)
{
    for (int64_t axis = -3; axis < 3; axis++) {
        for (int32_t d = 0; d < 3; d++) {
            call call = good_call(REFERENCE_ELEMENTS);
            call.axis = axis;
            INDICES(call, 1, 1, 1);
            for (int64_t size = 0; size < 7; size++) {
                const int64_t high = call.data_shape[d];
                const strew_fault expected = {.status = STREW_STATUS_INDICES_SHAPE_MISMATCH, .dimension = d, .value = size, .high = high};
                call.indices_shape[d] = size;
                fit_updates(&call);
                accept_or_reject(&call, size <= high || d == (axis + 3) % 3, expected, "indices|data");
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
            accept_or_reject(&call, rank == right,
                             (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = rank, .high = right}, "updates|rank");
        }
    }
    /* One tuple that names one element: a single element is not a rank of 0. */
    DATA(single, 3);
    INDICES(single, 1);
    UPDATES(single, 1);
    reject(&single, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .subject = "indices", .value = 1, .high = 0},
           "updates|1|0");
}

/* Whoever writes single indices without the dimension of their tuples is told so. Whatever else is wrong with updates has no such hint. */
static void single_indices_without_a_dimension_of_tuples_are_explained(void **state)
{
    static const strew_fault expected = {.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 2, .high = 0};
    static const char hint[] = "indices of rank 1 are a single tuple, and n tuples of one index have the shape [n, 1]";
    call call = good_call(REFERENCE_ND);
    strew_fault fault = expected;

    DATA(call, 5, 4);
    INDICES(call, 2);
    UPDATES(call, 2, 4);
    fault.subject = "indices";
    reject(&call, fault, hint);
    INDICES(call, 1, 2);
    fault = expected;
    fault.high = 1;
    reject(&call, fault, "updates has rank 2, but indices and data ask for rank 1");
    INDICES(call, 2);
    UPDATES(call, 2);
    fault.value = 1;
    fault.high = 0;
    reject(&call, fault, "updates has rank 1, but indices and data ask for rank 0");
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
            for (int64_t size = 0; size < 7; size++) {
                const int64_t right = good.updates_shape[d];
                const strew_fault expected = {.status = STREW_STATUS_UPDATES_SHAPE_MISMATCH, .dimension = d, .value = size, .high = right};
                call call = good;
                call.updates_shape[d] = size;
                accept_or_reject(&call, size == right, expected, "updates");
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
            reject(&call, (strew_fault){.status = STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION, .dimension = d}, "dimension|size 0|clamp");
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
        cmocka_unit_test(data_of_too_many_bytes_is_rejected),
        cmocka_unit_test(indices_or_updates_of_too_many_bytes_are_rejected),
        cmocka_unit_test(the_largest_tensors_that_can_be_addressed_are_accepted),
        cmocka_unit_test(tuples_longer_than_the_rank_are_rejected),
        cmocka_unit_test(an_axis_out_of_bounds_is_rejected),
        cmocka_unit_test(indices_of_another_rank_are_rejected),
        cmocka_unit_test(indices_larger_than_data_are_rejected),
        cmocka_unit_test(updates_of_a_wrong_rank_are_rejected),
        cmocka_unit_test(single_indices_without_a_dimension_of_tuples_are_explained),
        cmocka_unit_test(updates_that_would_need_too_many_dimensions_are_rejected),
        cmocka_unit_test(updates_of_a_wrong_shape_are_rejected),
        cmocka_unit_test(clamping_to_an_empty_dimension_is_rejected),
    };
    int n_failed;

    open_rejections();
    n_failed = cmocka_run_group_tests_name("shapes", tests, NULL, NULL);
    close_rejections();
    return n_failed;
}
