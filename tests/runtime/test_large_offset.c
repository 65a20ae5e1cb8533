/* Tensors beyond 32 bits: offsets, strides and counts, for the three operators. They are virtual, and only the pages that are written
 * exist. test_large_gather.c has the gathers, and views. */
#include <time.h>

#include <strew/strew.h>

#include "calls.h"
#include "testing.h"

#include "fault.h"
#include "group.h"
#include "guarded.h"
#include "large_tensors.h"
#include "pools.h"

/* With prepared indices, and shared. */
static void expect_prepared(const sparse *output, const tensors *tensors, placement end)
{
    const strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1);
    strew_plan plan;

    assert_int_equal(plan_call(&plan, &tensors->call, NULL), STREW_OK);
    const size_t size = strew_plan_prepared_size(&plan);
    void *const prepared = guarded_new(size, end);
    assert_int_equal(prepare_indices(&plan, tensors->indices.values, prepared, size, NULL), STREW_OK);
    assert_int_equal(run_prepared(&plan, output->bytes, output->bytes, prepared, tensors->updates.values, &resources, NULL), STREW_OK);
    assert_true(guarded_free_all());
}

/* An index that is ignored is passed over, as the policy skip does. */
static void check_at(const large *large, strew_options options, placement placement)
{
    const uint64_t n_bytes = bytes_of(large);
    strew_options model = options;
    sparse output = open_sparse(n_bytes, placement);
    tensors tensors;

    if (options.has_ignore_index) model.policy = STREW_POLICY_SKIP;
    list_additions(large, &model);
    make_large_tensors(large, &output, &options, &tensors);
    for (size_t i = 0; i < n_isas; i++) {
        in_case("%s under %s", operator_name(large->op), strew_isa_name(isas[i]));
        options.isa = isas[i];
        assert_int_equal(make_call(output.bytes, &tensors.call, NULL), STREW_OK);
        compare_additions(&output, n_bytes);
        expect_prepared(&output, &tensors, placement);
        compare_additions(&output, n_bytes);
    }
    close_sparse(&output);
}

static void check_large_offset(const large *large, strew_policy policy, strew_negative negative)
{
    for (int end = FLUSH_END; end <= FLUSH_START; end++)
        check_at(large, (strew_options)STREW_OPTIONS(.policy = policy, .negative = negative), (placement)end);
}

/* All indices are inside, with wrapping. */
static void check_in_bounds(const large *large)
{
    check_large_offset(large, STREW_POLICY_ERROR, STREW_NEGATIVE_WRAPS);
    check_large_offset(large, STREW_POLICY_TRUSTED, STREW_NEGATIVE_WRAPS);
    check_large_offset(large, STREW_POLICY_SKIP, STREW_NEGATIVE_OUT_OF_BOUNDS);
    check_large_offset(large, STREW_POLICY_CLAMP, STREW_NEGATIVE_OUT_OF_BOUNDS);
}

/* ---- Indices in bounds --------------------------------------------------------------------------------------------------------------- */

static const int64_t mixed[] = {0,          5, 2147483647, 2147483648, -1,          2147483649, 4294967295,
                                4294967296, 7, 4294967297, 4294967300, -4294967301, 4294967295, 4294967296};
static const int64_t of_32_bits[] = {0, 4294967294, -1, 2147483648, -4294967295, 1, 4294967294, -1, 3};
static const int64_t of_wide[] = {0, 299999999, -1, 252645135, 252645136, 126322567, 134217728};
static const int64_t pairs_of_wide[] = {0, 0, 19999, 24999, -1, -1, 15618, 21, 15618, 22, 7809, 0, -20000, 1};
static const int64_t singles[] = {0, 4294967295, -1, 1, 0, -1, 0, 77, 0, 2147483648};
static const int64_t pairs[] = {0, 1, 1, 1, 1, -1, 0, 4294967296, 1, 4294967295, -1, 0, -2, -1};
static const int64_t triples[] = {2, 49999, 29999, 0, 0, 1, -1, -1, -1, 1, 21582, 27296, 2, 43165, 24592};
static const int64_t small[] = {0, -1, 1, 0, 1, 1, 0, -2, 1, 0, 1, -1, 0, 0, 1};
static const int64_t half[] = {2147483654, 0, -1, 77, 2147483647, 5, -2147483655, 1, 2, 2147483654, -1, 0, 9, 2147483640, 9};
static const int64_t rows_of_3[] = {BIT(30) + 2, BIT(30) + 2, BIT(30) + 2, 0, 0, 0, -1, -1, -1, 715827882, 715827882, 715827882};
static const int64_t rows_of_2[] = {BIT(31) - 2, BIT(31) - 2, 0, 0, -1, -1, BIT(30), BIT(30), 7, 7};
static const int64_t quarters[] = {0, BIT(30), -1, 1, BIT(30), 12345};

typedef struct named {
    const char *name;
    large large;
} named;

static const named in_bounds[] = {
    {"slices", {REFERENCE_ND, 1, {BIT(32) + 5}, 2, {COUNT(mixed), 1}, 0, mixed}},
    /* As many slices as 32 bits can number, and one more and two more. */
    {"2^32 - 1 slices", {REFERENCE_ND, 1, {BIT(32) - 1}, 2, {COUNT(of_32_bits), 1}, 0, of_32_bits}},
    {"2^32 slices", {REFERENCE_ND, 1, {BIT(32)}, 2, {COUNT(of_32_bits), 1}, 0, of_32_bits}},
    {"2^32 + 1 slices", {REFERENCE_ND, 1, {BIT(32) + 1}, 2, {COUNT(of_32_bits), 1}, 0, of_32_bits}},
    {"2^32 - 1 elements", {REFERENCE_ELEMENTS, 1, {BIT(32) - 1}, 1, {COUNT(of_32_bits)}, 0, of_32_bits}},
    {"2^32 elements", {REFERENCE_ELEMENTS, 1, {BIT(32)}, 1, {COUNT(of_32_bits)}, 0, of_32_bits}},
    {"2^32 + 1 elements", {REFERENCE_ELEMENTS, 1, {BIT(32) + 1}, 1, {COUNT(of_32_bits)}, 0, of_32_bits}},
    {"2^32 - 1 updates", {REFERENCE_UPDATE, 1, {BIT(32) - 1}, 1, {COUNT(of_32_bits)}, 0, of_32_bits}},
    {"2^32 updates", {REFERENCE_UPDATE, 1, {BIT(32)}, 1, {COUNT(of_32_bits)}, 0, of_32_bits}},
    {"2^32 + 1 updates", {REFERENCE_UPDATE, 1, {BIT(32) + 1}, 1, {COUNT(of_32_bits)}, 0, of_32_bits}},
    /* Few slices, many bytes. */
    {"slices of 17 bytes", {REFERENCE_ND, 2, {300000000, 17}, 2, {COUNT(of_wide), 1}, 0, of_wide}},
    {"slices of 16 bytes", {REFERENCE_ND, 2, {300000000, 16}, 2, {COUNT(of_wide), 1}, 0, of_wide}},
    {"slices of 11 bytes", {REFERENCE_ND, 3, {20000, 25000, 11}, 2, {COUNT(pairs_of_wide) / 2, 2}, 0, pairs_of_wide}},
    {"updates of 17 bytes", {REFERENCE_UPDATE, 2, {300000000, 17}, 1, {COUNT(of_wide)}, 0, of_wide}},
    /* Strides beyond 32 bits, and a dimension in front that shifts by more than 2^32. */
    {"strides of 2 components", {REFERENCE_ND, 2, {2, BIT(32) + 3}, 2, {COUNT(pairs) / 2, 2}, 0, pairs}},
    {"strides of 3 components", {REFERENCE_ND, 4, {3, 50000, 30000, 2}, 2, {COUNT(triples) / 3, 3}, 0, triples}},
    {"a dimension of 1", {REFERENCE_ND, 2, {1, BIT(32)}, 2, {COUNT(singles) / 2, 2}, 0, singles}},
    {"elements of one axis", {REFERENCE_ELEMENTS, 1, {BIT(32) + 5}, 1, {COUNT(mixed)}, 0, mixed}},
    {"elements, last axis", {REFERENCE_ELEMENTS, 2, {2, BIT(32) + 5}, 2, {2, COUNT(mixed) / 2}, 1, mixed}},
    {"elements, first axis", {REFERENCE_ELEMENTS, 2, {2, BIT(32) + 5}, 2, {5, 3}, 0, small}},
    {"elements, middle axis", {REFERENCE_ELEMENTS, 3, {3, BIT(31) + 7, 2}, 3, {3, 5, 1}, 1, half}},
    {"elements of 4 axes", {REFERENCE_ELEMENTS, 4, {2, 3, BIT(30) + 1, 2}, 4, {5, 3, 1, 1}, 0, small}},
    /* Rows of equal indices, of as many elements as 32 bits can number, and of more. */
    {"2^30 + 3 rows of 3", {REFERENCE_ELEMENTS, 2, {BIT(30) + 3, 3}, 2, {4, 3}, 0, rows_of_3}},
    {"2^31 + 3 rows of 3", {REFERENCE_ELEMENTS, 2, {BIT(31) + 3, 3}, 2, {4, 3}, 0, rows_of_3}},
    {"2^31 - 1 rows of 2", {REFERENCE_ELEMENTS, 2, {BIT(31) - 1, 2}, 2, {5, 2}, 0, rows_of_2}},
    {"2^31 rows of 2", {REFERENCE_ELEMENTS, 2, {BIT(31), 2}, 2, {5, 2}, 0, rows_of_2}},
    {"2^31 + 1 rows of 2", {REFERENCE_ELEMENTS, 2, {BIT(31) + 1, 2}, 2, {5, 2}, 0, rows_of_2}},
    /* As many slices as 32 bits can number are written at once, and some are left. */
    {"5 parts", {REFERENCE_UPDATE, 2, {5, BIT(30) + 1}, 1, {COUNT(quarters)}, 1, quarters}},
    {"3 parts", {REFERENCE_UPDATE, 2, {3, BIT(31) + 3}, 2, {2, COUNT(quarters) / 2}, 1, quarters}},
    {"3 parts of slices", {REFERENCE_UPDATE, 3, {3, BIT(30) + 1, 3}, 1, {COUNT(quarters)}, 1, quarters}},
    {"2 parts", {REFERENCE_UPDATE, 2, {2, BIT(32) + 5}, 1, {COUNT(mixed)}, 1, mixed}},
    /* Batches, whose slices are numbered through; with outer indices between them, and slices of more than a byte. */
    {"2 batches of tuples", {REFERENCE_ND, 2, {2, BIT(32) + 5}, 3, {2, COUNT(mixed) / 2, 1}, 0, mixed, 1}},
    {"3 batches of slices", {REFERENCE_ND, 3, {3, BIT(30) + 1, 3}, 3, {3, COUNT(quarters) / 3, 1}, 0, quarters, 1}},
    {"3 batches", {REFERENCE_UPDATE, 2, {3, BIT(31) + 3}, 2, {3, COUNT(quarters) / 3}, 1, quarters, 1}},
    {"2 batches of 3 parts", {REFERENCE_UPDATE, 3, {2, 3, BIT(30) + 1}, 2, {2, COUNT(quarters) / 2}, 2, quarters, 1}},
};

static void is_written_where_it_should_be(void **state)
{
    check_in_bounds(&((const named *)*state)->large);
}

/* Rows, each as far behind the one before as on a grid, but the last beyond the last slice: it begins 2^32 slices before that. */
TEST(rows_that_come_round_at_2_to_the_32_lie_on_no_grid)
{
    enum { ROW = 300 };
    static const struct {
        int32_t indices_rank;
        int64_t indices_shape[4], first[4];
    } cases[] = {
        {3, {3, ROW, 1}, {2000000000, 3500000000, 5000000000 - BIT(32)}},
        {4, {2, 2, ROW, 1}, {1900000000, 3100000000, 3200000000, 4400000000 - BIT(32)}},
        {4, {2, 2, ROW, 1}, {1000000000, 2200000000, 2300000000, 3500000000}}, /* does not */
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        int64_t indices[4 * ROW];
        large large = {REFERENCE_ND, 1, {BIT(32) - 1}, cases[i].indices_rank, {0}, 0, indices};
        memcpy(large.indices_shape, cases[i].indices_shape, sizeof large.indices_shape);
        for (int64_t t = 0; t < 4 * ROW; t++) indices[t] = cases[i].first[t / ROW] + t % ROW;
        check_in_bounds(&large);
    }
}

/* A few tuples do not look at every line of a large tensor, in advance or otherwise: here that would take each block of them at least
 * 20 ms, and all of the tuples take a millisecond. */
TEST(time_follows_the_tuples_and_not_the_data)
{
    enum { LANES = 1 << 16 };

    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        const int64_t data_shape[] = {2, BIT(31) - BIT(20)}, shape[] = {2, LANES};
        int64_t *const indices = guarded_new(2 * LANES * sizeof *indices, (placement)end);
        sparse output = open_sparse(BIT(32) - BIT(21), (placement)end);
        const strew_tensor data = {STREW_DTYPE_INT8, 2, data_shape, output.bytes, NULL};
        const strew_tensor updates = {STREW_DTYPE_INT8, 2, shape, guarded_new(2 * LANES, (placement)end), NULL}; /* zeros */
        const strew_tensor tuples = {STREW_DTYPE_INT64, 2, shape, indices, NULL};
        for (size_t i = 0; i < 2 * LANES; i++) indices[i] = (int64_t)(i * i % 4099);
        for (size_t i = 0; i < n_isas; i++) {
            const strew_options options = STREW_OPTIONS(.isa = isas[i]);
            const clock_t start = clock();
            assert_int_equal(strew_scatter_elements(output.bytes, &data, &tuples, &updates, 1, STREW_REDUCTION_ADD, &options, NULL),
                             STREW_OK);
            assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
        }
        close_sparse(&output);
        assert_true(guarded_free_all());
    }
}

/* ---- Indices out of bounds ----------------------------------------------------------------------------------------------------------- */

static const int64_t any_indices[] = {
    BIT(32) + 5,  0, BIT(33),       -1, 4294967295, INT64_MAX,  INT64_MIN, 4294967296, 4294967297, -BIT(32) - 6,
    -BIT(32) - 5, 5, INT64_MIN / 2, 9,  -BIT(40),   4294967300,
};

/* Each operator, with these indices. */
enum { N_LARGE = 4 };
static large large_of(int i, const int64_t *indices, int64_t n)
{
    const large all[N_LARGE] = {
        {REFERENCE_ND, 1, {BIT(32) + 5}, 2, {n, 1}, 0, indices},
        {REFERENCE_ELEMENTS, 2, {2, BIT(32) + 5}, 2, {2, n / 2}, 1, indices},
        {REFERENCE_UPDATE, 2, {2, BIT(32) + 5}, 1, {n}, 1, indices},
        {REFERENCE_ND, 2, {2, BIT(32) + 5}, 2, {n / 2, 2}, 0, indices},
    };
    return all[i];
}

TEST(tuples_out_of_bounds_are_skipped_or_clamped)
{
    for (int i = 0; i < N_LARGE; i++) {
        const large large = large_of(i, any_indices, COUNT(any_indices));
        for (int negative = STREW_NEGATIVE_WRAPS; negative <= STREW_NEGATIVE_OUT_OF_BOUNDS; negative++) {
            check_large_offset(&large, STREW_POLICY_SKIP, (strew_negative)negative);
            check_large_offset(&large, STREW_POLICY_CLAMP, (strew_negative)negative);
        }
    }
}

/* More than a block of tuples in one half of the offsets, then in the other; every third tuple is outside. */
TEST(many_tuples_are_taken_block_by_block)
{
    static int64_t indices[1500];
    const large nd = {REFERENCE_ND, 1, {BIT(32) + 1000}, 2, {COUNT(indices), 1}, 0, indices};
    const large update = {REFERENCE_UPDATE, 1, {BIT(32) + 1000}, 1, {COUNT(indices)}, 0, indices};
    const large elements = {REFERENCE_ELEMENTS, 2, {BIT(31) + 500, 2}, 2, {COUNT(indices) / 2, 2}, 0, indices};

    for (size_t i = 0; i < COUNT(indices); i++) indices[i] = i < 700 ? (int64_t)i * 3 : BIT(32) + (int64_t)(i * i % 1000);
    check_in_bounds(&nd);
    check_in_bounds(&update);
    for (size_t i = 0; i < COUNT(indices); i += 3) indices[i] = i % 2 ? -1 : BIT(32) + 1000;
    check_large_offset(&nd, STREW_POLICY_SKIP, STREW_NEGATIVE_OUT_OF_BOUNDS);
    check_large_offset(&update, STREW_POLICY_SKIP, STREW_NEGATIVE_OUT_OF_BOUNDS);
    for (size_t i = 0; i < COUNT(indices); i++) indices[i] = i < 700 ? (int64_t)i * 3 : BIT(31) + (int64_t)(i * i % 600);
    check_large_offset(&elements, STREW_POLICY_SKIP, STREW_NEGATIVE_WRAPS);
    check_large_offset(&elements, STREW_POLICY_CLAMP, STREW_NEGATIVE_WRAPS);
}

/* ---- Rejections ---------------------------------------------------------------------------------------------------------------------- */

static void reject_last(const large *large, placement placement, strew_fault expected)
{
    strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_SKIP);
    sparse output = open_sparse(bytes_of(large), placement);
    tensors tensors;
    strew_plan plan;

    /* What would be written otherwise stays as it is. */
    list_additions(large, &options);
    make_large_tensors(large, &output, &options, &tensors);
    options.policy = STREW_POLICY_ERROR;
    for (size_t i = 0; i < n_isas; i++) {
        strew_fault fault;
        options.isa = isas[i];
        assert_int_equal(make_call(output.bytes, &tensors.call, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_fault(&fault, expected);
        assert_int_equal(plan_call(&plan, &tensors.call, NULL), STREW_OK);
        const size_t size = strew_plan_prepared_size(&plan);
        assert_int_equal(prepare_indices(&plan, tensors.indices.values, guarded_new(size, placement), size, &fault),
                         STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_fault(&fault, expected);
        assert_true(guarded_free_all());
        for (size_t w = 0; w < n_additions; w++) {
            for (size_t b = 0; b < additions[w].width; b++) assert_int_equal(output.bytes[additions[w].first + b], 0);
        }
    }
    close_sparse(&output);
}

static const int64_t one_out_of_bounds[] = {0, BIT(32), 4, -BIT(32) - 5, BIT(32) + 5, 0};

TEST(an_index_out_of_bounds_is_rejected)
{
    for (int i = 0; i < N_LARGE - 1; i++) {
        const large large = large_of(i, one_out_of_bounds, COUNT(one_out_of_bounds));
        const strew_fault expected = FAULT(INDEX_OUT_OF_BOUNDS, .tuple = 4, .dimension = large.op != REFERENCE_ND, .value = BIT(32) + 5,
                                           .low = -BIT(32) - 5, .high = BIT(32) + 4);
        for (int end = FLUSH_END; end <= FLUSH_START; end++) reject_last(&large, (placement)end, expected);
    }
}

TEST(an_ignored_index_need_not_be_in_bounds)
{
    for (int i = 0; i < N_LARGE - 1; i++) {
        const large large = large_of(i, one_out_of_bounds, COUNT(one_out_of_bounds));
        check_at(&large, (strew_options)STREW_OPTIONS(.has_ignore_index = 1, .ignore_index = BIT(32) + 5), FLUSH_END);
    }
}

/* The indices change once they have been checked: whatever comes of it, nothing is touched beside output, or the process ends. */
TEST(indices_that_change_harm_nothing_else)
{
    enum { CHANGING = 10 };
    static const int64_t values[] = {BIT(32) + 5, -BIT(32) - 6, BIT(33), INT64_MAX, INT64_MIN, BIT(40), -BIT(40)};
    static const int64_t zeros[CHANGING];

    for (int f = 0; f < N_LARGE - 1; f++) {
        const large large = large_of(f, zeros, CHANGING);
        sparse output = open_sparse(bytes_of(&large), f == 1 ? FLUSH_START : FLUSH_END);
        for (size_t i = 0; i < n_isas; i++) {
            const strew_options options = STREW_OPTIONS(.isa = isas[i]);
            for (size_t v = 0; v < COUNT(values); v++) {
                tensors tensors;
                strew_plan plan;
                strew_fault fault;
                list_additions(&large, &options);
                make_large_tensors(&large, &output, &options, &tensors);
                int64_t *const changing = (int64_t *)(uintptr_t)tensors.indices.values;
                assert_int_equal(plan_call(&plan, &tensors.call, NULL), STREW_OK);
                corrupt_after_check(&plan, changing, CHANGING, values[v]);
                EXPECT_FAULT(run_alone(&plan, output.bytes, output.bytes, changing, tensors.updates.values, &fault), INDICES_CHANGED);
                clear_additions(&output);
            }
        }
        close_sparse(&output);
    }
}

/* ---- Touched slices ------------------------------------------------------------------------------------------------------------------ */

/* A record of touched slices whose numbers have 64 bits: of a mean, and of a difference without the old elements. Three tuples are out of
 * bounds, which are skipped or ignored. */
TEST(touched_slices_past_32_bits)
{
    enum { N = 9 };
    const int64_t n = BIT(32) + 10, data_shape[] = {n}, indices_shape[] = {N, 1}, updates_shape[] = {N};
    const int64_t tuples[N] = {n - 1, 3, n, n - 1, 0, BIT(32) + 3, n, n - 1, n};
    const signed char values[N] = {10, 20, 1, -5, 7, 9, 2, -20, 4};
    const strew_tensor data = {STREW_DTYPE_INT8, 1, data_shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                       updates = {STREW_DTYPE_INT8, 1, updates_shape, NULL, NULL};
    static const struct {
        strew_reduction reduction;
        int32_t excludes_self;
        signed char last, of_3, of_0, middle;
    } rows[] = {{STREW_REDUCTION_MEAN, 0, -4, 10, 4, 5}, {STREW_REDUCTION_MEAN, 1, -5, 20, 7, 9}, {STREW_REDUCTION_SUB, 1, 35, 20, 7, 9}};
    const strew_options ways[] = {STREW_OPTIONS(.policy = STREW_POLICY_SKIP), STREW_OPTIONS(.has_ignore_index = 1, .ignore_index = n)};
    sparse output = open_sparse((uint64_t)n, FLUSH_END);
    signed char *const bytes = (signed char *)output.bytes;

    for (size_t row = 0; row < COUNT(rows); row++) {
        for (size_t way = 0; way < COUNT(ways); way++) {
            strew_options options = ways[way];
            int64_t copy[N];
            strew_plan plan;
            options.excludes_self = rows[row].excludes_self;
            assert_int_equal(plan_scatter_nd(&plan, &data, &indices, &updates, rows[row].reduction, &options, NULL), STREW_OK);
            strew_resources resources = STREW_RESOURCES(.workspace_bytes = strew_plan_workspace_size(&plan, 1));
            resources.workspace = guarded_new(resources.workspace_bytes, FLUSH_END);
            const size_t size = strew_plan_prepared_size(&plan);
            void *const prepared = guarded_new(size, FLUSH_END);
            assert_int_equal(prepare_indices(&plan, tuples, prepared, size, NULL), STREW_OK);
            for (int is_prepared = 0; is_prepared <= 1; is_prepared++) {
                for (size_t t = 0; t < N; t++) bytes[tuples[t] % n] = 1;
                assert_int_equal(is_prepared ? run_prepared(&plan, bytes, bytes, prepared, values, &resources, NULL)
                                             : run_with(&plan, bytes, bytes, tuples, values, &resources, NULL),
                                 STREW_OK);
                assert_true(bytes[n - 1] == rows[row].last && bytes[3] == rows[row].of_3);
                assert_true(bytes[0] == rows[row].of_0 && bytes[BIT(32) + 3] == rows[row].middle);
            }
            for (size_t t = 0; t < N; t++) copy[t] = tuples[t] % n;
            if (options.policy == STREW_POLICY_ERROR) { /* the others check no index beforehand */
                corrupt_after_check(&plan, copy, N, BIT(40));
                assert_int_equal(run_with(&plan, bytes, bytes, copy, values, &resources, NULL), STREW_STATUS_INDICES_CHANGED);
            }
            assert_true(guarded_free_all());
        }
    }
    for (size_t t = 0; t < N; t++) bytes[tuples[t] % n] = 0; /* the next test expects zeros */
    close_sparse(&output);
}

/* The same of sums in a wider type: 1 + 1 + 2 and 1 + 16 - 16, each rounded once; float8 has no 17. */
TEST(sums_past_32_bits)
{
    enum { N = 5, ONE = 0x38, TWO = 0x40, FOUR = 0x48, SIXTEEN = 0x58, NEGATIVE = 0x80 }; /* of E4M3FN */
    const int64_t n = BIT(32) + 10, data_shape[] = {n}, indices_shape[] = {N, 1}, updates_shape[] = {N};
    const int64_t tuples[N] = {n - 1, 3, n - 1, 3, n};
    const unsigned char values[N] = {ONE, SIXTEEN, TWO, SIXTEEN | NEGATIVE, ONE};
    const strew_tensor data = {STREW_DTYPE_FLOAT8E4M3FN, 1, data_shape, NULL, NULL},
                       indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                       updates = {STREW_DTYPE_FLOAT8E4M3FN, 1, updates_shape, NULL, NULL};
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_SKIP, .accumulate = STREW_DTYPE_FLOAT32);
    sparse output = open_sparse((uint64_t)n, FLUSH_END);
    strew_plan plan;

    output.bytes[n - 1] = output.bytes[3] = ONE;
    assert_int_equal(plan_scatter_nd(&plan, &data, &indices, &updates, STREW_REDUCTION_ADD, &options, NULL), STREW_OK);
    strew_resources resources = STREW_RESOURCES(.workspace_bytes = strew_plan_workspace_size(&plan, 1));
    resources.workspace = guarded_new(resources.workspace_bytes, FLUSH_END);
    assert_int_equal(run_with(&plan, output.bytes, output.bytes, tuples, values, &resources, NULL), STREW_OK);
    assert_true(output.bytes[n - 1] == FOUR && output.bytes[3] == ONE);
    assert_true(guarded_free_all());
    output.bytes[n - 1] = output.bytes[3] = 0;
    close_sparse(&output);
}

int main(void)
{
    for (size_t i = 0; i < COUNT(in_bounds); i++)
        add_test(is_written_where_it_should_be, (void *)(uintptr_t)&in_bounds[i], "writes where it should: %s", in_bounds[i].name);
    return run_on_fixture(1 << 12, 1);
}
