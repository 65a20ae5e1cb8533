/* The edges of the contract that must work: tuples of no components and of 64, one tuple and none, empty slices, 64 dimensions, and an
 * order that shows. */
#include <strew/strew.h>

#include "group.h"
#include "operators.h"
#include "testing.h"

/* ---- Shapes of every kind ------------------------------------------------------------------------------------------------------------ */

typedef struct shapes {
    reference_operator op;
    strew_dtype dtype, index_dtype;
    int64_t axis;
    int32_t r, q;
    int64_t data[6], indices[6];
} shapes;

/* Random contents and indices; every reduction, instruction set and policy, in place and out of place, against the reference. */
static void check_scatter(scatter scatter)
{
    for (size_t i = 0; i < REFERENCE_REDUCTIONS * 4; i++) {
        scatter.reduction = reference_reductions[i / 4];
        scatter.options.policy = (strew_policy)(i % 4);
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, scatter.options.policy >= STREW_POLICY_SKIP ? 3 : 0);
        fixture_expect(&buffers);
        for (size_t j = 0; j < n_isas; j++) {
            const strew_plan plan = fixture_plan(&buffers, isas[j]);
            assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1));
            assert_true(fixture_call(&buffers, isas[j], 0) && fixture_call(&buffers, isas[j], 1));
        }
    }
}

static void check_shapes(const shapes *shapes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        scatter scatter = {
            .op = shapes[i].op,
            .dtype = shapes[i].dtype,
            .index_dtype = shapes[i].index_dtype,
            .axis = shapes[i].axis,
            .data_rank = shapes[i].r,
            .indices_rank = shapes[i].q,
        };
        memcpy(scatter.data_shape, shapes[i].data, sizeof shapes[i].data);
        memcpy(scatter.indices_shape, shapes[i].indices, sizeof shapes[i].indices);
        check_scatter(scatter);
    }
}

static void tuples_of_no_components_update_all_of_data(void **state)
{
    static const shapes of[] = {
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, 0, 2, 1, {3, 5}, {0}},
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT32, 0, 2, 2, {3, 5}, {4, 0}},
        {REFERENCE_ND, STREW_INT8, STREW_INT32, 0, 1, 3, {7}, {2, 3, 0}},
        {REFERENCE_ND, STREW_FLOAT16, STREW_INT64, 0, 3, 2, {5, 20, 13}, {3, 0}},
        {REFERENCE_ND, STREW_COMPLEX128, STREW_INT64, 0, 1, 2, {1}, {2500, 0}},
        {REFERENCE_ND, STREW_UINT16, STREW_INT64, 0, 2, 2, {3, 5}, {0, 0}},
    };

    check_shapes(of, COUNT(of));
}

/* indices of rank 1 in scatter_nd, and of rank 0 in scatter_update: updates have no dimension of tuples. */
static void indices_may_be_one_tuple(void **state)
{
    static const shapes of[] = {
        {REFERENCE_ND, STREW_FLOAT64, STREW_INT64, 0, 1, 1, {9}, {1}},
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT32, 0, 3, 1, {2, 3, 4}, {1}},
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, 0, 3, 1, {2, 3, 4}, {2}},
        {REFERENCE_ND, STREW_INT16, STREW_INT32, 0, 3, 1, {2, 3, 4}, {3}},
        {REFERENCE_ELEMENTS, STREW_FLOAT64, STREW_INT64, 0, 1, 1, {9}, {1}},
        {REFERENCE_ELEMENTS, STREW_INT8, STREW_INT32, -2, 3, 3, {2, 3, 4}, {1, 1, 1}},
        {REFERENCE_UPDATE, STREW_FLOAT64, STREW_INT64, 0, 1, 0, {9}, {0}},
        {REFERENCE_UPDATE, STREW_BFLOAT16, STREW_INT32, 1, 3, 0, {2, 3, 4}, {0}},
        {REFERENCE_UPDATE, STREW_UINT64, STREW_INT64, -1, 3, 0, {2, 3, 4}, {0}},
    };

    check_shapes(of, COUNT(of));
}

static void indices_may_have_many_dimensions(void **state)
{
    static const shapes of[] = {
        {REFERENCE_ND, STREW_INT32, STREW_INT64, 0, 2, 5, {6, 4}, {2, 1, 3, 2, 1}},
        {REFERENCE_ND, STREW_BFLOAT16, STREW_INT32, 0, 4, 4, {3, 4, 5, 2}, {3, 1, 4, 3}},
        {REFERENCE_ND, STREW_BOOL, STREW_INT64, 0, 3, 6, {3, 4, 5}, {1, 2, 1, 2, 3, 2}},
        {REFERENCE_ELEMENTS, STREW_BOOL, STREW_INT64, 2, 6, 6, {3, 1, 2, 3, 1, 4}, {2, 1, 9, 3, 1, 2}},
        {REFERENCE_UPDATE, STREW_BOOL, STREW_INT64, 0, 1, 6, {7}, {1, 2, 1, 2, 3, 2}},
        {REFERENCE_UPDATE, STREW_FLOAT16, STREW_INT32, 1, 3, 5, {2, 5, 3}, {2, 1, 2, 3, 2}},
    };

    check_shapes(of, COUNT(of));
}

static void no_tuples_make_a_plain_copy(void **state)
{
    static const shapes of[] = {
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, 0, 2, 2, {30, 5}, {0, 1}},
        {REFERENCE_ND, STREW_UINT8, STREW_INT32, 0, 1, 3, {7}, {3, 0, 1}},
        {REFERENCE_ND, STREW_COMPLEX64, STREW_INT32, 0, 2, 2, {3, 5}, {0, 2}},
        {REFERENCE_ELEMENTS, STREW_FLOAT32, STREW_INT64, 0, 2, 2, {30, 5}, {0, 5}},
        {REFERENCE_ELEMENTS, STREW_FLOAT32, STREW_INT64, 0, 2, 2, {30, 5}, {4, 0}},
        {REFERENCE_ELEMENTS, STREW_INT8, STREW_INT32, -1, 3, 3, {3, 4, 5}, {3, 0, 9}},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, 0, 2, 1, {30, 5}, {0}},
        {REFERENCE_UPDATE, STREW_INT8, STREW_INT32, 1, 3, 3, {3, 4, 5}, {3, 0, 9}},
    };

    check_shapes(of, COUNT(of));
}

static void empty_slices_leave_data_alone(void **state)
{
    static const shapes of[] = {
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, 0, 2, 2, {4, 0}, {6, 1}},
        {REFERENCE_ND, STREW_INT64, STREW_INT32, 0, 3, 2, {4, 3, 0}, {6, 2}},
        {REFERENCE_ND, STREW_INT64, STREW_INT32, 0, 3, 2, {4, 0, 3}, {6, 1}},
        {REFERENCE_ND, STREW_INT64, STREW_INT32, 0, 2, 2, {0, 3}, {6, 0}},
        {REFERENCE_ELEMENTS, STREW_INT64, STREW_INT32, 0, 3, 3, {4, 0, 3}, {9, 0, 3}},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, 0, 2, 1, {4, 0}, {6}},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, 1, 3, 1, {0, 4, 2}, {600}},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, 1, 4, 2, {2, 4, 2, 0}, {6, 3}},
    };

    check_shapes(of, COUNT(of));
}

/* Where there is nothing to write the tuples are checked all the same. */
static void tuples_of_empty_slices_are_checked(void **state)
{
    static const shapes of[] = {
        {REFERENCE_ND, STREW_FLOAT32, STREW_INT64, 0, 2, 2, {4, 0}, {6, 1}},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, 0, 2, 1, {4, 0}, {6}},
        {REFERENCE_UPDATE, STREW_FLOAT32, STREW_INT64, 1, 2, 1, {0, 4}, {6}},
    };

    for (size_t i = 0; i < COUNT(of) * n_isas; i++) {
        const shapes *const shapes = &of[i / n_isas];
        scatter scatter = {.op = shapes->op,
                           .dtype = shapes->dtype,
                           .index_dtype = shapes->index_dtype,
                           .reduction = STREW_ADD,
                           .axis = shapes->axis,
                           .data_rank = shapes->r,
                           .indices_rank = shapes->q};
        strew_plan plan;
        strew_fault fault;
        memcpy(scatter.data_shape, shapes->data, sizeof shapes->data);
        memcpy(scatter.indices_shape, shapes->indices, sizeof shapes->indices);
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        fixture_write_index(&buffers, 5, 4);
        plan = fixture_plan(&buffers, isas[i % n_isas]);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        assert_int_equal(fault.tuple, 5);
        assert_int_equal(fault.value, 4);
    }
}

/* Of a megabyte on, data is prefetched, and where neighbouring tuples write in one row of it, the next row while they are written. */
static void elements_go_into_rows_of_large_data(void **state)
{
    static const shapes of[] = {{REFERENCE_ELEMENTS, STREW_FLOAT32, STREW_INT64, 1, 2, 2, {260, 1024}, {3, 700}}};

    check_shapes(of, COUNT(of));
}

static void sixty_four_dimensions_work(void **state)
{
    static const int64_t ks[] = {0, 1, 4, 5, 63, 64};

    /* Tuples of 0, 1, 4, 5, 63 and 64 components into data of rank 64; then indices of rank 64 into data of rank 1; then along axes. */
    for (size_t i = 0; i < COUNT(ks) + 1 + 5; i++) {
        scatter scatter = {.op = REFERENCE_ND,
                           .dtype = STREW_INT32,
                           .index_dtype = i % 2 ? STREW_INT32 : STREW_INT64,
                           .data_rank = STREW_MAX_RANK,
                           .indices_rank = STREW_MAX_RANK};
        for (size_t d = 0; d < STREW_MAX_RANK; d++) {
            scatter.data_shape[d] = d % 8 == 1 ? 2 : 1;
            scatter.indices_shape[d] = d % 16 == 3 ? 2 : 1;
        }
        if (i < COUNT(ks)) {
            /* The updates of k components have rank 1 + 64 - k: with none, one dimension too many for any but one tuple. */
            scatter.indices_rank = ks[i] == 0 ? 1 : 2;
            scatter.indices_shape[0] = ks[i] == 0 ? 0 : 40;
            scatter.indices_shape[1] = ks[i];
        } else if (i == COUNT(ks)) {
            scatter.data_rank = 1;
            scatter.data_shape[0] = 5;
        } else {
            const size_t turn = i - COUNT(ks) - 1;
            scatter.axis = (const int64_t[]){0, 33, -1, -64, 9}[turn];
            if (turn < 3) {
                scatter.op = REFERENCE_ELEMENTS;
                for (size_t d = 0; d < STREW_MAX_RANK; d++) scatter.indices_shape[d] = scatter.data_shape[d];
                scatter.indices_shape[scatter.axis < 0 ? scatter.axis + STREW_MAX_RANK : scatter.axis] = 3;
            } else {
                scatter.op = REFERENCE_UPDATE;
                scatter.indices_rank = 1;
                scatter.indices_shape[0] = 7;
            }
        }
        check_scatter(scatter);
    }
    {
        /* An index of rank 0 or 64, into data of rank 64 or 1. */
        scatter scatter = {.op = REFERENCE_UPDATE, .dtype = STREW_INT32, .index_dtype = STREW_INT64, .data_rank = 1, .data_shape = {5}};
        scatter.indices_rank = STREW_MAX_RANK;
        for (size_t d = 0; d < STREW_MAX_RANK; d++) scatter.indices_shape[d] = d % 16 == 3 ? 2 : 1;
        check_scatter(scatter);
    }
}

/* ---- Order --------------------------------------------------------------------------------------------------------------------------- */

/* Indices and updates of one dimension for each operator: the same scatter, into and out of `output`. */
static strew_status scatter_along(reference_operator op, void *output, strew_dtype dtype, int64_t n_data, int64_t n, const int64_t *indices,
                                  const void *updates, strew_reduction reduction, strew_isa isa, placement end)
{
    const size_t size = reference_size(dtype), n_bytes = (size_t)n_data * size;
    void *const guarded_output = guarded_copy(output, n_bytes, end);
    const int64_t data_shape[] = {n_data}, indices_shape[] = {n, 1};
    const strew_tensor data = {dtype, 1, data_shape, guarded_output};
    const strew_tensor indices_tensor = {STREW_INT64, op == REFERENCE_ND ? 2 : 1, indices_shape,
                                         guarded_copy(indices, (size_t)n * sizeof *indices, end)};
    const strew_tensor updates_tensor = {dtype, 1, indices_shape, guarded_copy(updates, (size_t)n * size, end)};
    const strew_options options = {.isa = isa};
    const reference_call call = {op, &data, &indices_tensor, &updates_tensor, 0, reduction, &options};
    const strew_status status = make_call(guarded_output, &call, NULL);

    memcpy(output, guarded_output, n_bytes);
    assert_true(guarded_free_all());
    return status;
}

/* More tuples than any block, all into one slice. */
static void the_last_of_many_writers_wins(void **state)
{
    enum { WRITERS = 10001 };
    static int64_t indices[WRITERS];
    static int16_t updates[WRITERS];

    for (size_t i = 0; i < WRITERS; i++) {
        indices[i] = i % 3 ? 1 : -2;
        updates[i] = (int16_t)i;
    }
    for (size_t i = 0; i < n_isas * OPERATORS * 2; i++) {
        const reference_operator op = operators[i / 2 % OPERATORS];
        const strew_isa isa = isas[i / 2 / OPERATORS];
        int16_t output[3] = {-1, -2, -3};
        assert_int_equal(scatter_along(op, output, STREW_INT16, 3, WRITERS, indices, updates, STREW_NONE, isa, (placement)(i % 2)),
                         STREW_OK);
        assert_int_equal(output[0], -1);
        assert_int_equal(output[1], WRITERS - 1);
        assert_int_equal(output[2], -3);
    }
}

/* Sums that depend on the order, and on rounding after every one: 1 + 2^24 - 2^24 is 0 in float32, and 4,096 ones in float16 are 2,048. */
static void sums_are_rounded_tuple_by_tuple(void **state)
{
    enum { ONES = 4096 };
    static uint16_t ones[ONES];
    static int64_t zeros[ONES];
    static const float large[] = {1, 16777216, -16777216}, other_order[] = {16777216, -16777216, 1};

    for (size_t i = 0; i < ONES; i++) ones[i] = 0x3c00;
    for (size_t i = 0; i < n_isas * OPERATORS * 2; i++) {
        const reference_operator op = operators[i / 2 % OPERATORS];
        const strew_isa isa = isas[i / 2 / OPERATORS];
        const placement end = (placement)(i % 2);
        float sum = 0;
        uint16_t count = 0;
        assert_int_equal(scatter_along(op, &sum, STREW_FLOAT32, 1, 3, zeros, large, STREW_ADD, isa, end), STREW_OK);
        assert_true(sum == 0);
        assert_int_equal(scatter_along(op, &sum, STREW_FLOAT32, 1, 3, zeros, other_order, STREW_ADD, isa, end), STREW_OK);
        assert_true(sum == 1);
        assert_int_equal(scatter_along(op, &count, STREW_FLOAT16, 1, ONES, zeros, ones, STREW_ADD, isa, end), STREW_OK);
        assert_int_equal(count, 0x6800);
    }
}

/* Nothing is there to be written, and nothing is reckoned from an address that is none. */
static void skip_tuples_of_no_bytes(placement end)
{
    static const int64_t data_shape[] = {0, 3}, indices_shape[] = {2, 1}, updates_shape[] = {2, 3};
    const int64_t *const indices_values = guarded_copy((const int64_t[]){0, -1}, 2 * sizeof(int64_t), end);
    const float *const updates_values = guarded_new(6 * sizeof(float), end);
    const strew_tensor data = {STREW_FLOAT32, 2, data_shape, NULL}, indices = {STREW_INT64, 2, indices_shape, indices_values},
                       updates = {STREW_FLOAT32, 2, updates_shape, updates_values};
    const strew_options options = {.policy = STREW_POLICY_SKIP};
    strew_plan plan;

    assert_int_equal(strew_scatter_nd_plan(&plan, &data, &indices, &updates, STREW_ADD, &options, NULL), STREW_OK);
    assert_null(strew_plan_kernel(&plan));
    assert_int_equal(strew_run(&plan, NULL, NULL, indices_values, updates_values, NULL), STREW_OK);
    assert_true(guarded_free_all());
}

static void tuples_of_data_without_bytes_are_skipped(void **state)
{
    skip_tuples_of_no_bytes(FLUSH_END);
    skip_tuples_of_no_bytes(FLUSH_START);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_of_no_components_update_all_of_data),
        cmocka_unit_test(indices_may_be_one_tuple),
        cmocka_unit_test(indices_may_have_many_dimensions),
        cmocka_unit_test(no_tuples_make_a_plain_copy),
        cmocka_unit_test(empty_slices_leave_data_alone),
        cmocka_unit_test(tuples_of_empty_slices_are_checked),
        cmocka_unit_test(elements_go_into_rows_of_large_data),
        cmocka_unit_test(sixty_four_dimensions_work),
        cmocka_unit_test(the_last_of_many_writers_wins),
        cmocka_unit_test(sums_are_rounded_tuple_by_tuple),
        cmocka_unit_test(tuples_of_data_without_bytes_are_skipped),
    };
    return run_on_fixture("edges", tests, COUNT(tests), 2 << 20, 99);
}
