/* The edges of the contract that must work: tuples of no components and of 64, one tuple and none, empty slices, 64 dimensions, and an
 * order that shows. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include <math.h>

#include "calls.h"
#include "fault.h"
#include "gathering.h"
#include "group.h"
#include "operators.h"
#include "tensors.h"
#include "testing.h"

/* ---- Shapes of every kind ------------------------------------------------------------------------------------------------------------ */

/* Random contents and indices; every reduction, instruction set and policy, in place and out of place, against the reference. */
static void check_scatter(scatter scatter)
{
    for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
        for (strew_policy policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
            scatter.reduction = reference_reductions[r];
            scatter.options.policy = policy;
            fixture_place(&buffers, &scatter);
            in_case("%s", fixture_describe(&buffers));
            fixture_draw_indices(&buffers, policy >= STREW_POLICY_SKIP ? 3 : 0);
            fixture_expect(&buffers);
            for (size_t i = 0; i < n_isas; i++) {
                expect_run(isas[i]);
                assert_true(fixture_call(&buffers, isas[i], 0) && fixture_call(&buffers, isas[i], 1));
            }
        }
    }
}

#define SCATTER(op, dtype, index_dtype, axis, ...)                                                                                         \
    {                                                                                                                                      \
        REFERENCE_##op, STREW_DTYPE_##dtype, STREW_DTYPE_##index_dtype, STREW_REDUCTION_NONE, {0}, axis, 0, __VA_ARGS__, ORDINARY          \
    }

static void shapes_of_every_kind_work(void **state)
{
    static const scatter scatters[] = {
        /* Tuples of no components update all of data. */
        SCATTER(ND, FLOAT32, INT64, 0, 2, 1, {3, 5}, {0}),
        SCATTER(ND, FLOAT32, INT32, 0, 2, 2, {3, 5}, {4, 0}),
        SCATTER(ND, INT8, INT32, 0, 1, 3, {7}, {2, 3, 0}),
        SCATTER(ND, FLOAT16, INT64, 0, 3, 2, {5, 20, 13}, {3, 0}),
        SCATTER(ND, COMPLEX128, INT64, 0, 1, 2, {1}, {2500, 0}),
        SCATTER(ND, UINT16, INT64, 0, 2, 2, {3, 5}, {0, 0}),
        /* One tuple: indices of rank 1 in scatter_nd, and of rank 0 in scatter_update, so that updates have no dimension of tuples. */
        SCATTER(ND, FLOAT64, INT64, 0, 1, 1, {9}, {1}),
        SCATTER(ND, FLOAT32, INT32, 0, 3, 1, {2, 3, 4}, {1}),
        SCATTER(ND, FLOAT32, INT64, 0, 3, 1, {2, 3, 4}, {2}),
        SCATTER(ND, INT16, INT32, 0, 3, 1, {2, 3, 4}, {3}),
        SCATTER(ELEMENTS, FLOAT64, INT64, 0, 1, 1, {9}, {1}),
        SCATTER(ELEMENTS, INT8, INT32, -2, 3, 3, {2, 3, 4}, {1, 1, 1}),
        SCATTER(UPDATE, FLOAT64, INT64, 0, 1, 0, {9}, {0}),
        SCATTER(UPDATE, BFLOAT16, INT32, 1, 3, 0, {2, 3, 4}, {0}),
        SCATTER(UPDATE, UINT64, INT64, -1, 3, 0, {2, 3, 4}, {0}),
        /* Indices of many dimensions. */
        SCATTER(ND, INT32, INT64, 0, 2, 5, {6, 4}, {2, 1, 3, 2, 1}),
        SCATTER(ND, BFLOAT16, INT32, 0, 4, 4, {3, 4, 5, 2}, {3, 1, 4, 3}),
        SCATTER(ND, BOOL, INT64, 0, 3, 6, {3, 4, 5}, {1, 2, 1, 2, 3, 2}),
        SCATTER(ELEMENTS, BOOL, INT64, 2, 6, 6, {3, 1, 2, 3, 1, 4}, {2, 1, 9, 3, 1, 2}),
        SCATTER(UPDATE, BOOL, INT64, 0, 1, 6, {7}, {1, 2, 1, 2, 3, 2}),
        SCATTER(UPDATE, FLOAT16, INT32, 1, 3, 5, {2, 5, 3}, {2, 1, 2, 3, 2}),
        /* No tuples: a plain copy. */
        SCATTER(ND, FLOAT32, INT64, 0, 2, 2, {30, 5}, {0, 1}),
        SCATTER(ND, UINT8, INT32, 0, 1, 3, {7}, {3, 0, 1}),
        SCATTER(ND, COMPLEX64, INT32, 0, 2, 2, {3, 5}, {0, 2}),
        SCATTER(ELEMENTS, FLOAT32, INT64, 0, 2, 2, {30, 5}, {0, 5}),
        SCATTER(ELEMENTS, FLOAT32, INT64, 0, 2, 2, {30, 5}, {4, 0}),
        SCATTER(ELEMENTS, INT8, INT32, -1, 3, 3, {3, 4, 5}, {3, 0, 9}),
        SCATTER(UPDATE, FLOAT32, INT64, 0, 2, 1, {30, 5}, {0}),
        SCATTER(UPDATE, INT8, INT32, 1, 3, 3, {3, 4, 5}, {3, 0, 9}),
        /* Empty slices leave data alone. */
        SCATTER(ND, FLOAT32, INT64, 0, 2, 2, {4, 0}, {6, 1}),
        SCATTER(ND, INT64, INT32, 0, 3, 2, {4, 3, 0}, {6, 2}),
        SCATTER(ND, INT64, INT32, 0, 3, 2, {4, 0, 3}, {6, 1}),
        SCATTER(ND, INT64, INT32, 0, 2, 2, {0, 3}, {6, 0}),
        SCATTER(ELEMENTS, INT64, INT32, 0, 3, 3, {4, 0, 3}, {9, 0, 3}),
        SCATTER(UPDATE, FLOAT32, INT64, 0, 2, 1, {4, 0}, {6}),
        SCATTER(UPDATE, FLOAT32, INT64, 1, 3, 1, {0, 4, 2}, {600}),
        SCATTER(UPDATE, FLOAT32, INT64, 1, 4, 2, {2, 4, 2, 0}, {6, 3}),
        /* From a megabyte on, data is prefetched; where neighbouring tuples write in one row of it, so is the next row. */
        SCATTER(ELEMENTS, FLOAT32, INT64, 1, 2, 2, {260, 1024}, {3, 700}),
    };

    for (size_t i = 0; i < COUNT(scatters); i++) check_scatter(scatters[i]);
}

/* Where there is nothing to write the tuples are checked all the same. */
static void tuples_of_empty_slices_are_checked(void **state)
{
    static const scatter scatters[] = {
        SCATTER(ND, FLOAT32, INT64, 0, 2, 2, {4, 0}, {6, 1}),
        SCATTER(UPDATE, FLOAT32, INT64, 0, 2, 1, {4, 0}, {6}),
        SCATTER(UPDATE, FLOAT32, INT64, 1, 2, 1, {0, 4}, {6}),
    };

    for (size_t i = 0; i < COUNT(scatters); i++) {
        reference_position position;
        fixture_place(&buffers, &scatters[i]);
        fixture_draw_indices(&buffers, 0);
        fixture_write_index(&buffers, 5, 4);
        assert_true(reference_is_out_of_bounds(&buffers.call, &position));
        for (size_t isa = 0; isa < n_isas; isa++) expect_rejection(isas[isa], position);
    }
}

static void fill_shape(int64_t *shape, size_t period, size_t first)
{
    for (size_t d = 0; d < STREW_MAX_RANK; d++) shape[d] = d % period == first ? 2 : 1;
}

static void sixty_four_dimensions_work(void **state)
{
    static const int64_t ks[] = {0, 1, 4, 5, 63, 64}, axes[] = {0, 33, -1}, axes_of_update[] = {-64, 9};
    scatter scatter = {.dtype = STREW_DTYPE_INT32};

    /* Tuples of 0, 1, 4, 5, 63 and 64 components into data of rank 64. The updates of k components have rank 1 + 64 - k: with none, one
     * dimension too many for any but one tuple. */
    scatter.data_rank = STREW_MAX_RANK;
    fill_shape(scatter.data_shape, 8, 1);
    for (size_t i = 0; i < COUNT(ks); i++) {
        scatter.index_dtype = i % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        scatter.indices_rank = ks[i] == 0 ? 1 : 2;
        scatter.indices_shape[0] = ks[i] == 0 ? 0 : 40;
        scatter.indices_shape[1] = ks[i];
        check_scatter(scatter);
    }
    /* Along axes. */
    scatter.op = REFERENCE_ELEMENTS;
    scatter.indices_rank = STREW_MAX_RANK;
    for (size_t i = 0; i < COUNT(axes); i++) {
        scatter.index_dtype = i % 2 ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
        scatter.axis = axes[i];
        memcpy(scatter.indices_shape, scatter.data_shape, sizeof scatter.data_shape);
        scatter.indices_shape[(axes[i] + STREW_MAX_RANK) % STREW_MAX_RANK] = 3;
        check_scatter(scatter);
    }
    scatter.op = REFERENCE_UPDATE;
    scatter.indices_rank = 1;
    scatter.indices_shape[0] = 7;
    for (size_t i = 0; i < COUNT(axes_of_update); i++) {
        scatter.index_dtype = i % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
        scatter.axis = axes_of_update[i];
        check_scatter(scatter);
    }
    /* Indices of rank 64 into data of rank 1. */
    scatter.index_dtype = STREW_DTYPE_INT64;
    scatter.axis = 0;
    scatter.data_rank = 1;
    scatter.data_shape[0] = 5;
    scatter.indices_rank = STREW_MAX_RANK;
    fill_shape(scatter.indices_shape, 16, 3);
    check_scatter(scatter);
    scatter.op = REFERENCE_ND;
    check_scatter(scatter);
}

/* ---- Order --------------------------------------------------------------------------------------------------------------------------- */

/* One dimension of data, and one index a tuple: the same scatter by every operator and instruction set. */
static void assert_scattered(strew_dtype dtype, strew_reduction reduction, int64_t n_data, const void *data, int64_t n_tuples,
                             const int64_t *indices, const void *updates, const void *expected)
{
    for (size_t i = 0; i < n_isas * OPERATORS * 2; i++) {
        const reference_operator op = operators[i / 2 % OPERATORS];
        const int32_t indices_rank = op == REFERENCE_ND ? 2 : 1;
        const strew_isa isa = isas[i / 2 / OPERATORS];
        fixture_place(&buffers,
                      &(scatter){op, dtype, STREW_DTYPE_INT64, reduction, {0}, 0, 0, 1, indices_rank, {n_data}, {n_tuples, 1}, ORDINARY});
        memcpy(buffers.data.bytes, data, buffers.data.size);
        memcpy(buffers.indices.bytes, indices, buffers.indices.size);
        memcpy(buffers.updates.bytes, updates, buffers.updates.size);
        memcpy(buffers.expected, expected, buffers.data.size);
        fixture_flush(&buffers, (placement)(i % 2));
        assert_true(fixture_call(&buffers, isa, 0) && fixture_call(&buffers, isa, 1));
    }
}

/* More tuples than any block, all into one slice. */
static void the_last_of_many_writers_wins(void **state)
{
    enum { WRITERS = 10001 };
    static const int16_t data[] = {-1, -2, -3}, expected[] = {-1, WRITERS - 1, -3};
    static int64_t indices[WRITERS];
    static int16_t updates[WRITERS];

    for (size_t i = 0; i < WRITERS; i++) {
        indices[i] = i % 3 ? 1 : -2;
        updates[i] = (int16_t)i;
    }
    assert_scattered(STREW_DTYPE_INT16, STREW_REDUCTION_NONE, COUNT(data), data, WRITERS, indices, updates, expected);
}

/* Sums that depend on the order, and on rounding after every one: 1 + 2^24 - 2^24 is 0 in float32, and 4,096 ones in float16 are 2,048. */
static void sums_are_rounded_tuple_by_tuple(void **state)
{
    enum { ONES = 4096 };
    static uint16_t ones[ONES];
    static const int64_t indices[ONES];
    static const float large[] = {1, 16777216, -16777216}, other_order[] = {16777216, -16777216, 1}, zero = 0, one = 1;
    static const uint16_t no_count = 0, count = 0x6800;

    for (size_t i = 0; i < ONES; i++) ones[i] = 0x3c00;
    assert_scattered(STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 1, &zero, COUNT(large), indices, large, &zero);
    assert_scattered(STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, 1, &zero, COUNT(other_order), indices, other_order, &one);
    assert_scattered(STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, 1, &no_count, ONES, indices, ones, &count);
}

/* Nothing is written, and no address is computed from NULL. */
static void tuples_of_data_without_bytes_are_skipped(void **state)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(0, 3), SHAPE(2, 1));

    scatter.options.policy = STREW_POLICY_SKIP;
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        strew_plan plan;
        fixture_place(&buffers, &scatter);
        fixture_write_index(&buffers, 0, 0);
        fixture_write_index(&buffers, 1, -1);
        fixture_flush(&buffers, (placement)end);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_null(strew_plan_kernel(&plan));
        assert_int_equal(run_alone(&plan, NULL, NULL, buffers.indices.bytes, buffers.updates.bytes, NULL), STREW_OK);
        assert_true(guarded_is_intact(&buffers.indices) && guarded_is_intact(&buffers.updates));
    }
}

/* ---- Where there is nothing to do ---------------------------------------------------------------------------------------------------- */

/* What needs to know which elements are touched does not where none are. */
static void nothing_needs_no_workspace(void **state)
{
    const scatter scatters[] = {
        scatter_of(REFERENCE_ND, 0, SHAPE(4, 3), SHAPE(0, 1)),       scatter_of(REFERENCE_ND, 0, SHAPE(4, 0), SHAPE(5, 1)),
        scatter_of(REFERENCE_ND, 0, SHAPE(0, 3), SHAPE(0, 1)),       scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(4, 3), SHAPE(4, 0)),
        scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(4, 3), SHAPE(0, 2)), scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(0, 3), SHAPE(0, 3)),
        scatter_of(REFERENCE_UPDATE, 0, SHAPE(4, 3), SHAPE(0)),      scatter_of(REFERENCE_UPDATE, 1, SHAPE(0, 3), SHAPE(5)),
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 3, 0), SHAPE(5)),   scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 3), SHAPE(2, 0)),
    };
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8, STREW_DTYPE_BFLOAT16};

    for (size_t i = 0; i < COUNT(scatters) * 8; i++) {
        const unsigned how = (unsigned)i % 8; /* a bit each */
        scatter scatter = scatters[i / 8];
        scatter.dtype = dtypes[i % COUNT(dtypes)];
        scatter.reduction = how & 1 ? STREW_REDUCTION_MEAN : STREW_REDUCTION_ADD;
        scatter.options.excludes_self = (how & 2) != 0;
        scatter.options.nan = how & 4 ? STREW_NAN_LOSES : STREW_NAN_WINS;
        fixture_place(&buffers, &scatter);
        for (size_t c = 0; c < buffers.n_components; c++) fixture_write_index(&buffers, c, 0);
        fixture_expect(&buffers);
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_int_equal(strew_plan_workspace_size(&plan, 4), 0);
        assert_true(fixture_run(&buffers, &plan, 0) && fixture_run(&buffers, &plan, 1) && fixture_call(&buffers, STREW_ISA_BEST, 0));
    }
}

/* ---- Parts --------------------------------------------------------------------------------------------------------------------------- */

/* One part of a complex result is NaN by the rules of its reduction: the other is promised, in lanes of a vector and outside. */
static void the_part_beside_a_nan_is_promised(void **state)
{
    static const struct {
        strew_reduction reduction;
        double data[2], update[2], expected[2];
    } rows[] = {
        {STREW_REDUCTION_ADD, {NAN, 1}, {1, 2}, {NAN, 3}},
        {STREW_REDUCTION_ADD, {1, INFINITY}, {2, -INFINITY}, {3, NAN}},
        {STREW_REDUCTION_SUB, {1, 2}, {NAN, 5}, {NAN, -3}},
        {STREW_REDUCTION_MUL, {INFINITY, 0}, {0, 1}, {NAN, INFINITY}},
        {STREW_REDUCTION_MUL, {INFINITY, 1}, {1, 0}, {INFINITY, NAN}},
        {STREW_REDUCTION_MIN, {NAN, 1}, {2, 3}, {NAN, 1}},
        {STREW_REDUCTION_MAX, {2, 3}, {4, NAN}, {4, NAN}},
    };
    static const strew_dtype dtypes[] = {STREW_DTYPE_COMPLEX64, STREW_DTYPE_COMPLEX128};
    enum { N = 37 };

    for (size_t i = 0; i < COUNT(rows) * COUNT(dtypes) * n_isas; i++) {
        static const int64_t shape[] = {N};
        static int32_t indices[N];
        unsigned char data[16 * N], updates[16 * N];
        const strew_dtype dtype = dtypes[i / COUNT(rows) % COUNT(dtypes)];
        const size_t size = reference_size(dtype);
        strew_options options = STREW_OPTIONS(.isa = isas[i / COUNT(rows) / COUNT(dtypes)]);
        for (size_t e = 0; e < N; e++) {
            indices[e] = (int32_t)e;
            reference_write_floats(dtype, data + e * size, rows[i % COUNT(rows)].data);
            reference_write_floats(dtype, updates + e * size, rows[i % COUNT(rows)].update);
        }
        const strew_tensor to = {dtype, 1, shape, data, NULL}, at = {STREW_DTYPE_INT32, 1, shape, indices, NULL},
                           with = {dtype, 1, shape, updates, NULL};
        assert_int_equal(strew_scatter_update(data, &to, &at, &with, 0, rows[i % COUNT(rows)].reduction, &options, NULL), STREW_OK);
        for (size_t e = 0; e < N; e++) {
            double found[2];
            (void)reference_read_floats(dtype, data + e * size, found);
            for (int part = 0; part < 2; part++) {
                const double expected = rows[i % COUNT(rows)].expected[part];
                assert_true(isnan(expected) ? isnan(found[part]) : found[part] == expected);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_every_kind_work),       cmocka_unit_test(tuples_of_empty_slices_are_checked),
        cmocka_unit_test(sixty_four_dimensions_work),      cmocka_unit_test(the_last_of_many_writers_wins),
        cmocka_unit_test(sums_are_rounded_tuple_by_tuple), cmocka_unit_test(tuples_of_data_without_bytes_are_skipped),
        cmocka_unit_test(nothing_needs_no_workspace),      cmocka_unit_test(the_part_beside_a_nan_is_promised),
    };
    return run_on_fixture("edges", tests, COUNT(tests), 2 << 20, 99);
}
