/* Tensors beyond 32 bits: offsets, strides and counts, for the three operators, and gathers. They are virtual, and only the pages that are
 * written exist. */
#include <time.h>

#include <strew/strew.h>

#include "plan_state.h" /* a plan's kernels, of which one is replaced here */
#include "testing.h"

#include "fault.h"
#include "group.h"
#include "guarded.h"
#include "large_tensors.h"
#include "pools.h"

#define BIT(n) (INT64_C(1) << (n))

/* With prepared indices, and shared. */
static void run_prepared(const sparse *output, const tensors *tensors, placement end)
{
    const strew_resources resources = {.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1};
    strew_plan plan;

    assert_int_equal(plan_call(&plan, &tensors->call, NULL), STREW_OK);
    const size_t size = strew_prepared_size(&plan);
    void *const prepared = guarded_new(size, end);
    assert_int_equal(strew_prepare(&plan, tensors->indices.values, prepared, size, NULL), STREW_OK);
    assert_int_equal(strew_run_prepared(&plan, output->bytes, output->bytes, prepared, tensors->updates.values, &resources, NULL),
                     STREW_OK);
    assert_true(guarded_free_all());
}

static void check_at(const large *large, strew_policy policy, strew_negative negative, placement placement)
{
    const uint64_t n_bytes = bytes_of(large);
    strew_options options = {.policy = policy, .negative = negative};
    sparse output = open_sparse(n_bytes, placement);
    tensors tensors;

    list_additions(large, &options);
    make_large_tensors(large, &output, &options, &tensors);
    for (size_t i = 0; i < n_isas; i++) {
        strew_fault fault;
        char sentence[STREW_MESSAGE_BYTES];
        options.isa = isas[i];
        if (make_call(output.bytes, &tensors.call, &fault) != STREW_OK) {
            strew_describe(&fault, sentence, sizeof sentence);
            fail_msg("%s under %s was rejected: %s", operator_name(large->op), strew_isa_name(isas[i]), sentence);
        }
        compare_additions(&output, n_bytes);
        run_prepared(&output, &tensors, placement);
        compare_additions(&output, n_bytes);
    }
    close_sparse(&output);
}

static void check_large_offset(const large *large, strew_policy policy, strew_negative negative)
{
    check_at(large, policy, negative, FLUSH_END);
    check_at(large, policy, negative, FLUSH_START);
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
};

static void is_written_where_it_should_be(void **state)
{
    check_in_bounds(&((const named *)*state)->large);
}

/* Rows, each as far behind the one before as on a grid, but the last beyond the last slice: it begins 2^32 slices before that. */
static void rows_that_come_round_at_2_to_the_32_lie_on_no_grid(void **state)
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
static void time_follows_the_tuples_and_not_the_data(void **state)
{
    enum { LANES = 1 << 16 };

    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        const int64_t data_shape[] = {2, BIT(31) - BIT(20)}, shape[] = {2, LANES};
        int64_t *const indices = guarded_new(2 * LANES * sizeof *indices, (placement)end);
        sparse output = open_sparse(BIT(32) - BIT(21), (placement)end);
        const strew_tensor data = {STREW_INT8, 2, data_shape, output.bytes, NULL};
        const strew_tensor updates = {STREW_INT8, 2, shape, guarded_new(2 * LANES, (placement)end), NULL}; /* zeros */
        const strew_tensor tuples = {STREW_INT64, 2, shape, indices, NULL};
        for (size_t i = 0; i < 2 * LANES; i++) indices[i] = (int64_t)(i * i % 4099);
        for (size_t i = 0; i < n_isas; i++) {
            const strew_options options = {.isa = isas[i]};
            const clock_t start = clock();
            assert_int_equal(strew_scatter_elements(output.bytes, &data, &tuples, &updates, 1, STREW_ADD, &options, NULL), STREW_OK);
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

static void tuples_out_of_bounds_are_skipped_or_clamped(void **state)
{
    const large all[] = {
        {REFERENCE_ND, 1, {BIT(32) + 5}, 2, {COUNT(any_indices), 1}, 0, any_indices},
        {REFERENCE_ND, 2, {2, BIT(32) + 5}, 2, {COUNT(any_indices) / 2, 2}, 0, any_indices},
        {REFERENCE_ELEMENTS, 2, {2, BIT(32) + 5}, 2, {2, COUNT(any_indices) / 2}, 1, any_indices},
        {REFERENCE_UPDATE, 2, {2, BIT(32) + 5}, 1, {COUNT(any_indices)}, 1, any_indices},
    };

    for (size_t i = 0; i < COUNT(all) * 2; i++) {
        check_large_offset(&all[i / 2], STREW_POLICY_SKIP, (strew_negative)(i % 2));
        check_large_offset(&all[i / 2], STREW_POLICY_CLAMP, (strew_negative)(i % 2));
    }
}

/* More than a block of tuples in one half of the offsets, then in the other; every third tuple is outside. */
static void many_tuples_are_taken_block_by_block(void **state)
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

static void many_parts_are_skipped_or_clamped(void **state)
{
    const large many = {REFERENCE_UPDATE, 2, {300, 30000000}, 1, {COUNT(quarters) - 3}, 1, quarters + 2};

    check_large_offset(&many, STREW_POLICY_SKIP, STREW_NEGATIVE_WRAPS);
    check_large_offset(&many, STREW_POLICY_CLAMP, STREW_NEGATIVE_WRAPS);
}

/* ---- Rejections ---------------------------------------------------------------------------------------------------------------------- */

static void reject_last(const large *large, placement placement, strew_fault expected)
{
    strew_options options = {.policy = STREW_POLICY_SKIP};
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
        const size_t size = strew_prepared_size(&plan);
        assert_int_equal(strew_prepare(&plan, tensors.indices.values, guarded_new(size, placement), size, &fault),
                         STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_fault(&fault, expected);
        assert_true(guarded_free_all());
        for (size_t w = 0; w < n_additions; w++) {
            for (size_t b = 0; b < additions[w].width; b++) assert_int_equal(output.bytes[additions[w].first + b], 0);
        }
    }
    close_sparse(&output);
}

static void an_index_out_of_bounds_is_rejected(void **state)
{
    static const int64_t indices[] = {0, BIT(32), 4, -BIT(32) - 5, BIT(32) + 5, 0};
    const large nd = {REFERENCE_ND, 1, {BIT(32) + 5}, 2, {6, 1}, 0, indices};
    const large elements = {REFERENCE_ELEMENTS, 2, {2, BIT(32) + 5}, 2, {2, 3}, 1, indices};
    const large update = {REFERENCE_UPDATE, 2, {2, BIT(32) + 5}, 1, {6}, 1, indices};
    strew_fault expected = {
        .status = STREW_STATUS_INDEX_OUT_OF_BOUNDS, .tuple = 4, .value = BIT(32) + 5, .low = -BIT(32) - 5, .high = BIT(32) + 4};

    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        expected.dimension = 0;
        reject_last(&nd, (placement)end, expected);
        expected.dimension = 1;
        reject_last(&elements, (placement)end, expected);
        reject_last(&update, (placement)end, expected);
    }
}

/* ignore_index passes the only index out of bounds over, as the policy skip does. */
static void an_ignored_index_need_not_be_in_bounds(void **state)
{
    static const int64_t indices[] = {0, BIT(32), 4, -BIT(32) - 5, BIT(32) + 5, 0};
    const large all[] = {
        {REFERENCE_ND, 1, {BIT(32) + 5}, 2, {6, 1}, 0, indices},
        {REFERENCE_ELEMENTS, 2, {2, BIT(32) + 5}, 2, {2, 3}, 1, indices},
        {REFERENCE_UPDATE, 2, {2, BIT(32) + 5}, 1, {6}, 1, indices},
    };

    for (size_t i = 0; i < COUNT(all) * n_isas; i++) {
        strew_options options = {.struct_size = sizeof options, .policy = STREW_POLICY_SKIP};
        sparse output = open_sparse(bytes_of(&all[i / n_isas]), FLUSH_END);
        tensors tensors;
        list_additions(&all[i / n_isas], &options);
        make_large_tensors(&all[i / n_isas], &output, &options, &tensors);
        options.policy = STREW_POLICY_ERROR;
        options.isa = isas[i % n_isas];
        options.has_ignore_index = 1;
        options.ignore_index = BIT(32) + 5;
        assert_int_equal(make_call(output.bytes, &tensors.call, NULL), STREW_OK);
        compare_additions(&output, bytes_of(&all[i / n_isas]));
        run_prepared(&output, &tensors, FLUSH_END);
        compare_additions(&output, bytes_of(&all[i / n_isas]));
        close_sparse(&output);
    }
}

/* The indices change once they have been checked: whatever comes of it, nothing is touched beside output, or the process ends. */
enum { CHANGING = 9 };
static int64_t *changing;
static strew_indices_kernel uncorrupted;
static int64_t corrupted_value;

static STREW_INDICES(check_then_corrupt)
{
    const uint32_t largest = uncorrupted.run(slice_indices, indices, positions, n_tuples, components);
    for (size_t i = 0; i < CHANGING; i++) changing[i] = corrupted_value;
    return largest;
}

/* Runs a plan in place, whose indices are out of bounds after the check. */
static strew_status run_while_changing(strew_plan plan, void *output, int64_t *indices, const void *updates,
                                       const strew_resources *resources)
{
    strew_indices_kernel check = *strew_state_of(&plan)->check;

    uncorrupted = check;
    changing = indices;
    corrupted_value = BIT(40);
    check.run = check_then_corrupt;
    strew_state_of(&plan)->check = &check;
    return strew_run_with(&plan, output, output, indices, updates, resources, NULL);
}

static void indices_that_change_harm_nothing_else(void **state)
{
    static const int64_t values[] = {BIT(32) + 5, -BIT(32) - 6, BIT(33), INT64_MAX, INT64_MIN, BIT(40), -BIT(40)};
    static const int64_t zeros[CHANGING];
    const large fars[] = {
        {REFERENCE_ND, 1, {BIT(32) + 5}, 2, {CHANGING, 1}, 0, zeros},
        {REFERENCE_ELEMENTS, 2, {3, BIT(32) + 5}, 2, {3, 3}, 1, zeros},
        {REFERENCE_UPDATE, 2, {2, BIT(32) + 5}, 1, {CHANGING}, 1, zeros},
    };

    for (size_t f = 0; f < COUNT(fars) * 2; f++) {
        const large *const large = &fars[f / 2];
        sparse output = open_sparse(bytes_of(large), (placement)(f % 2));
        for (size_t i = 0; i < COUNT(values) * n_isas; i++) {
            const strew_options options = {.isa = isas[i / COUNT(values)]};
            strew_indices_kernel check;
            tensors tensors;
            strew_plan plan;
            strew_fault fault;
            list_additions(large, &options);
            make_large_tensors(large, &output, &options, &tensors);
            changing = (int64_t *)(uintptr_t)tensors.indices.values;
            assert_int_equal(plan_call(&plan, &tensors.call, NULL), STREW_OK);
            uncorrupted = check = *strew_state_of(&plan)->check;
            corrupted_value = values[i % COUNT(values)];
            check.run = check_then_corrupt;
            strew_state_of(&plan)->check = &check;
            assert_int_equal(strew_run(&plan, output.bytes, output.bytes, changing, tensors.updates.values, &fault),
                             STREW_STATUS_INDICES_CHANGED);
            assert_fault(&fault, (strew_fault){.status = STREW_STATUS_INDICES_CHANGED});
            clear_additions(&output);
        }
        close_sparse(&output);
    }
}

/* ---- Gather -------------------------------------------------------------------------------------------------------------------------- */

enum { PICKED = 8, PARTS = 2 };
static const int64_t long_size = BIT(32) + 5, picked[PICKED] = {0, BIT(32) + 4, -1, BIT(32), 7, BIT(31), -BIT(32) - 5, BIT(32) - 1};

/* Where an index leads, after its policy; -1 if it is skipped. */
static int64_t place_of(int64_t index, strew_policy policy)
{
    if (index < 0 && index >= -long_size) index += long_size;
    if (index >= 0 && index < long_size) return index;
    return policy == STREW_POLICY_SKIP ? -1 : index < 0 ? 0 : long_size - 1;
}

static void expect_gathered(const unsigned char *output, const sparse *data, const int64_t *indices, strew_policy policy,
                            unsigned char fill)
{
    for (size_t part = 0; part < PARTS; part++) {
        for (size_t i = 0; i < PICKED; i++) {
            const int64_t place = place_of(indices[i], policy);
            const unsigned char expected = place < 0 ? fill : data->bytes[part * (size_t)long_size + (size_t)place];
            assert_int_equal(output[part * PICKED + i], expected);
        }
    }
}

static void slices_past_32_bits_are_gathered(void **state)
{
    const int64_t data_shape[] = {PARTS, long_size}, indices_shape[] = {PICKED};
    const strew_tensor data = {STREW_UINT8, 2, data_shape, NULL, NULL}, tuples = {STREW_INT64, 1, indices_shape, NULL, NULL};
    const strew_resources resources = {.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1};
    const unsigned char fill = 200;
    const sparse from = open_sparse(PARTS * (uint64_t)long_size, FLUSH_END);
    sparse closed = from;

    for (size_t i = 0; i < PICKED * PARTS; i++) {
        from.bytes[i / PICKED * (size_t)long_size + (size_t)place_of(picked[i % PICKED], STREW_POLICY_SKIP)] = (unsigned char)(i + 1);
    }
    for (size_t n = 0; n < n_isas * 2 * (STREW_POLICY_CLAMP + 1); n++) {
        const strew_policy policy = (strew_policy)(n % (STREW_POLICY_CLAMP + 1));
        const strew_options options = {
            .struct_size = sizeof options, .policy = policy, .isa = isas[n / (2 * (STREW_POLICY_CLAMP + 1))], .fill = &fill};
        const int is_wrong = n / (STREW_POLICY_CLAMP + 1) % 2 && policy != STREW_POLICY_TRUSTED;
        unsigned char *const output = guarded_new(PARTS * PICKED, FLUSH_END);
        int64_t *const indices = guarded_new(sizeof picked, FLUSH_END);
        strew_plan plan;
        memcpy(indices, picked, sizeof picked);
        if (is_wrong) indices[3] = long_size, indices[5] = -long_size - 1;
        memset(output, 77, PARTS * PICKED);
        assert_int_equal(strew_gather_plan(&plan, &data, &tuples, 1, 0, &options, NULL), STREW_OK);
        const size_t size = strew_prepared_size(&plan);
        void *const prepared = guarded_new(size, FLUSH_END);
        if (is_wrong && policy == STREW_POLICY_ERROR) {
            assert_int_equal(strew_run_gather(&plan, output, from.bytes, indices, NULL, NULL), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            assert_int_equal(strew_prepare(&plan, indices, prepared, size, NULL), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            for (size_t i = 0; i < PARTS * PICKED; i++) assert_int_equal(output[i], 77);
        } else {
            assert_int_equal(strew_run_gather(&plan, output, from.bytes, indices, &resources, NULL), STREW_OK);
            expect_gathered(output, &from, indices, policy, fill);
            memset(output, 77, PARTS * PICKED);
            assert_int_equal(strew_prepare(&plan, indices, prepared, size, NULL), STREW_OK);
            assert_int_equal(strew_run_gather_prepared(&plan, output, from.bytes, prepared, &resources, NULL), STREW_OK);
            expect_gathered(output, &from, indices, policy, fill);
        }
        assert_true(guarded_free_all());
    }
    for (size_t i = 0; i < PICKED * PARTS; i++) {
        from.bytes[i / PICKED * (size_t)long_size + (size_t)place_of(picked[i % PICKED], STREW_POLICY_SKIP)] = 0;
    }
    close_sparse(&closed);
}

/* As above: indices that change once they have been checked. */
static void indices_of_a_gather_that_change_harm_nothing_else(void **state)
{
    const int64_t data_shape[] = {long_size}, indices_shape[] = {CHANGING};
    const strew_tensor data = {STREW_UINT8, 1, data_shape, NULL, NULL}, tuples = {STREW_INT64, 1, indices_shape, NULL, NULL};
    sparse from = open_sparse((uint64_t)long_size, FLUSH_END);

    for (size_t i = 0; i < n_isas; i++) {
        const strew_options options = {.isa = isas[i]};
        unsigned char *const output = guarded_new(CHANGING, FLUSH_END);
        strew_indices_kernel check;
        strew_plan plan;
        strew_fault fault;
        changing = guarded_new(CHANGING * sizeof *changing, FLUSH_END);
        memset(changing, 0, CHANGING * sizeof *changing);
        assert_int_equal(strew_gather_plan(&plan, &data, &tuples, 0, 0, &options, NULL), STREW_OK);
        uncorrupted = check = *strew_state_of(&plan)->check;
        corrupted_value = long_size;
        check.run = check_then_corrupt;
        strew_state_of(&plan)->check = &check;
        assert_int_equal(strew_run_gather(&plan, output, from.bytes, changing, NULL, &fault), STREW_STATUS_INDICES_CHANGED);
        assert_fault(&fault, (strew_fault){.status = STREW_STATUS_INDICES_CHANGED});
        assert_true(guarded_free_all());
    }
    close_sparse(&from);
}

/* A tuple that is ignored need not be in bounds of a gather either; and its threads do not share what has 64 bits. */
static void a_gather_passes_over_an_ignored_index(void **state)
{
    enum { N = 4000 };
    static int64_t indices[N];
    static unsigned char output[N];
    const int64_t data_shape[] = {long_size}, indices_shape[] = {N};
    const strew_tensor data = {STREW_UINT8, 1, data_shape, NULL, NULL}, tuples = {STREW_INT64, 1, indices_shape, indices, NULL};
    const strew_resources resources = {.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1};
    const unsigned char fill = 200;
    const sparse from = open_sparse((uint64_t)long_size, FLUSH_END);
    sparse closed = from;

    from.bytes[long_size - 1] = 7;
    for (size_t i = 0; i < N; i++) indices[i] = i % 3 == 0 ? long_size : i % 3 == 1 ? -1 : 5;
    for (size_t i = 0; i < n_isas; i++) {
        strew_options options = {.struct_size = sizeof options, .isa = isas[i], .fill = &fill, .has_ignore_index = 1};
        strew_plan plan;
        strew_fault fault;
        options.ignore_index = long_size;
        assert_int_equal(strew_gather_plan(&plan, &data, &tuples, 0, 0, &options, NULL), STREW_OK);
        assert_int_equal(strew_run_gather(&plan, output, from.bytes, indices, &resources, NULL), STREW_OK);
        for (size_t t = 0; t < N; t++) assert_int_equal(output[t], t % 3 == 0 ? fill : t % 3 == 1 ? 7 : 0);
        indices[N - 1] = long_size + 1;
        assert_int_equal(strew_run_gather(&plan, output, from.bytes, indices, &resources, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(fault.tuple, N - 1);
        indices[N - 1] = long_size;
    }
    from.bytes[long_size - 1] = 0;
    close_sparse(&closed);
}

/* Outer indices are gathered at once only as far as their slice indices have 32 bits. */
static void outer_indices_past_32_bits_are_gathered(void **state)
{
    enum { N_OUTER = 3 };
    const int64_t size = 3 * BIT(30), data_shape[] = {N_OUTER, size}, indices_shape[] = {2}, values[] = {size - 1, 5};
    const strew_tensor data = {STREW_UINT8, 2, data_shape, NULL, NULL}, tuples = {STREW_INT64, 1, indices_shape, values, NULL};
    const sparse from = open_sparse(N_OUTER * (uint64_t)size, FLUSH_END);
    sparse closed = from;

    for (size_t i = 0; i < 2 * N_OUTER; i++) from.bytes[i / 2 * (size_t)size + (size_t)values[i % 2]] = (unsigned char)(i + 1);
    for (size_t i = 0; i < n_isas; i++) {
        const strew_options options = {.isa = isas[i]};
        unsigned char output[2 * N_OUTER] = {0};
        strew_plan plan;
        assert_int_equal(strew_gather_plan(&plan, &data, &tuples, 1, 0, &options, NULL), STREW_OK);
        assert_int_equal(strew_run_gather(&plan, output, from.bytes, values, NULL, NULL), STREW_OK);
        for (size_t t = 0; t < 2 * N_OUTER; t++) assert_int_equal(output[t], t + 1);
    }
    for (size_t i = 0; i < 2 * N_OUTER; i++) from.bytes[i / 2 * (size_t)size + (size_t)values[i % 2]] = 0;
    close_sparse(&closed);
}

enum { ROWS = 6, COLUMNS = 3, TUPLES = 5 };

/* What a tuple of the next test names, or -1 if it is skipped. Tuple 2 is out of bounds. */
static int cell_of(size_t tuple, strew_policy policy)
{
    static const int cells[TUPLES] = {5 * COLUMNS + 2, 0, -1, 5 * COLUMNS + 2, 2 * COLUMNS + 1};
    return tuple == 2 && policy == STREW_POLICY_CLAMP ? 5 * COLUMNS + 1 : cells[tuple];
}

/* Rows of a few bytes that are 2^30 bytes apart, forwards and backwards: a scatter in place, and a gather of all cells. */
static void rows_that_are_far_apart_are_found(void **state)
{
    static const int64_t shape[] = {ROWS, COLUMNS}, tuples_shape[] = {TUPLES, 2}, updates_shape[] = {TUPLES};
    static const int64_t values[] = {5, 2, 0, 0, 7, 1, -1, -1, 2, 1};
    static const unsigned char updates_of[TUPLES] = {1, 2, 4, 8, 16}, fill = 99;
    const int64_t strides[][2] = {{BIT(30), 1}, {-BIT(30), -1}, {BIT(30), -1}};
    const strew_tensor tuples = {STREW_INT64, 2, tuples_shape, values, NULL};
    const strew_tensor updates = {STREW_UINT8, 1, updates_shape, updates_of, NULL};
    const sparse from = open_sparse((ROWS - 1) * BIT(30) + COLUMNS, FLUSH_END);
    sparse closed = from;

    for (size_t n = 0; n < COUNT(strides) * 5; n++) {
        const int64_t *const stride = strides[n / 5];
        const strew_policy policy = n % 5 < 2 ? STREW_POLICY_ERROR : (strew_policy)(n % 5 - 1);
        const int is_rejected = n % 5 == 1;
        strew_options options = {.struct_size = sizeof options, .policy = policy, .output_strides = stride};
        unsigned char *at = from.bytes, *cells[ROWS * COLUMNS], expected[ROWS * COLUMNS] = {0}, gathered[TUPLES] = {0};
        strew_fault fault;

        if (policy == STREW_POLICY_TRUSTED) continue;
        options.has_ignore_index = n % 5 == 0;
        options.ignore_index = 7;
        for (int d = 0; d < 2; d++) at -= stride[d] < 0 ? (shape[d] - 1) * stride[d] : 0;
        for (int i = 0; i < ROWS * COLUMNS; i++) cells[i] = at + i / COLUMNS * stride[0] + i % COLUMNS * stride[1];
        for (size_t t = 0; t < TUPLES && !is_rejected; t++) {
            if (cell_of(t, policy) >= 0) expected[cell_of(t, policy)] += updates_of[t];
        }
        const strew_tensor data = {STREW_UINT8, 2, shape, at, stride};
        assert_int_equal(strew_scatter_nd(at, &data, &tuples, &updates, STREW_ADD, &options, &fault),
                         is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
        for (int i = 0; i < ROWS * COLUMNS; i++) assert_int_equal(*cells[i], expected[i]);
        if (policy == STREW_POLICY_ERROR) {
            int64_t copy[COUNT(values)];
            strew_plan plan;
            memcpy(copy, values, sizeof copy);
            options.has_ignore_index = 0;
            copy[4] = 1;
            assert_int_equal(strew_scatter_nd_plan(&plan, &data, &tuples, &updates, STREW_ADD, &options, NULL), STREW_OK);
            assert_int_equal(run_while_changing(plan, at, copy, updates_of, NULL), STREW_STATUS_INDICES_CHANGED);
            for (int i = 0; i < ROWS * COLUMNS; i++) assert_int_equal(*cells[i], expected[i]);
            options.has_ignore_index = n % 5 == 0;
        }

        for (int i = 0; i < ROWS * COLUMNS; i++) *cells[i] = (unsigned char)(i + 1);
        options.output_strides = NULL;
        options.fill = &fill;
        assert_int_equal(strew_gather_nd(gathered, &data, &tuples, 0, &options, &fault),
                         is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
        for (size_t t = 0; t < TUPLES; t++) {
            assert_int_equal(gathered[t], is_rejected ? 0 : cell_of(t, policy) < 0 ? fill : cell_of(t, policy) + 1);
        }
        if (is_rejected) assert_int_equal(fault.tuple, 2);
        for (int i = 0; i < ROWS * COLUMNS; i++) *cells[i] = 0;
    }
    close_sparse(&closed);
}

/* Flat indices past 31 and 32 bits, in two dimensions that cannot be joined: they are divided otherwise there. */
static void flat_indices_past_32_bits(void **state)
{
    enum { ROWS = 3, N = 6 };
    static const int64_t transposed[] = {1, ROWS}, n = N;
    static const int8_t updates[N] = {1, 2, 3, 4, 5, 6};

    for (int bits = 29; bits <= 31; bits++) { /* in all 1.5 * 2^30, 2^31 and 2^32 bytes */
        const int64_t columns = BIT(bits) + 1, size = ROWS * columns, shape[] = {ROWS, columns};
        const int64_t indices[N] = {0, columns - 1, columns, -1, size / 2, -columns};
        sparse output = open_sparse((uint64_t)size, FLUSH_END);
        int8_t *const bytes = (int8_t *)output.bytes, gathered[N];
        const strew_tensor data = {STREW_INT8, 2, shape, bytes, transposed}, tuples = {STREW_INT64, 1, &n, indices, NULL},
                           of_updates = {STREW_INT8, 1, &n, updates, NULL};
        for (size_t i = 0; i < n_isas; i++) {
            strew_options options = {.struct_size = sizeof options, .isa = isas[i], .has_flat_indices = 1, .output_strides = transposed};
            assert_int_equal(strew_scatter_nd(bytes, &data, &tuples, &of_updates, STREW_ADD, &options, NULL), STREW_OK);
            options.output_strides = NULL;
            assert_int_equal(strew_gather_nd(gathered, &data, &tuples, 0, &options, NULL), STREW_OK);
            assert_memory_equal(gathered, updates, N);
            for (size_t t = 0; t < N; t++) {
                const int64_t index = indices[t] < 0 ? indices[t] + size : indices[t];
                int8_t *const at = bytes + index / columns + index % columns * ROWS;
                assert_int_equal(*at, updates[t]);
                *at = 0;
            }
        }
        close_sparse(&output);
    }
}

/* Few elements, whose slice indices take more than 32 bits: as many as are divided at once elsewhere. */
static void flat_indices_of_rows_that_are_far_apart(void **state)
{
    enum { N = 40 };
    static const int64_t shape[] = {ROWS, COLUMNS}, strides[] = {BIT(30), 1}, n = N;
    int64_t indices[N];
    unsigned char gathered[N], updates[N];
    sparse output = open_sparse((ROWS - 1) * BIT(30) + COLUMNS, FLUSH_END);
    const strew_tensor data = {STREW_UINT8, 2, shape, output.bytes, strides}, tuples = {STREW_INT64, 1, &n, indices, NULL},
                       of_updates = {STREW_UINT8, 1, &n, updates, NULL};
    strew_options options = {.struct_size = sizeof options, .has_flat_indices = 1, .output_strides = strides};

    for (int i = 0; i < N; i++) {
        indices[i] = i * 7 % (ROWS * COLUMNS) - i % 2 * ROWS * COLUMNS;
        updates[i] = (unsigned char)(i * 7 % (ROWS * COLUMNS) + 1);
    }
    assert_int_equal(strew_scatter_nd(output.bytes, &data, &tuples, &of_updates, STREW_NONE, &options, NULL), STREW_OK);
    for (int i = 0; i < ROWS * COLUMNS; i++) assert_int_equal(output.bytes[i / COLUMNS * BIT(30) + i % COLUMNS], i + 1);
    options.output_strides = NULL;
    assert_int_equal(strew_gather_nd(gathered, &data, &tuples, 0, &options, NULL), STREW_OK);
    assert_memory_equal(gathered, updates, N);
    for (int i = 0; i < ROWS * COLUMNS; i++) output.bytes[i / COLUMNS * BIT(30) + i % COLUMNS] = 0;
    close_sparse(&output);
}

/* Where one index is ignored, the others are checked. */
static void an_index_beside_an_ignored_one_is_checked(void **state)
{
    static const int64_t indices[] = {0, BIT(32), BIT(32) + 6, 4, BIT(32) + 5, 0};
    const large nd = {REFERENCE_ND, 1, {BIT(32) + 5}, 2, {6, 1}, 0, indices};
    strew_options options = {.struct_size = sizeof options, .policy = STREW_POLICY_SKIP};
    sparse output = open_sparse(bytes_of(&nd), FLUSH_END);
    tensors tensors;
    strew_fault fault;

    list_additions(&nd, &options);
    make_large_tensors(&nd, &output, &options, &tensors);
    options.policy = STREW_POLICY_ERROR;
    options.has_ignore_index = 1;
    options.ignore_index = BIT(32) + 6;
    for (size_t i = 0; i < n_isas; i++) {
        options.isa = isas[i];
        assert_int_equal(make_call(output.bytes, &tensors.call, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(fault.tuple, 4);
    }
    for (size_t w = 0; w < n_additions; w++) assert_int_equal(output.bytes[additions[w].first], 0);
    close_sparse(&output);
}

/* A record of touched slices whose numbers have 64 bits: of a mean, and of a difference without the old elements. Three tuples are out of
 * bounds, which are skipped or ignored. */
static void touched_slices_past_32_bits(void **state)
{
    const int64_t n = BIT(32) + 10, data_shape[] = {n}, indices_shape[] = {CHANGING, 1}, updates_shape[] = {CHANGING};
    const int64_t tuples[CHANGING] = {n - 1, 3, n, n - 1, 0, BIT(32) + 3, n, n - 1, n};
    const signed char values[CHANGING] = {10, 20, 1, -5, 7, 9, 2, -20, 4};
    static const struct {
        strew_reduction reduction;
        uint32_t excludes_self;
        signed char last, of_3, of_0, middle;
    } rows[] = {{STREW_MEAN, 0, -4, 10, 4, 5}, {STREW_MEAN, 1, -5, 20, 7, 9}, {STREW_SUB, 1, 35, 20, 7, 9}};
    sparse output = open_sparse((uint64_t)n, FLUSH_END);
    signed char *const bytes = (signed char *)output.bytes;

    for (size_t i = 0; i < 4 * COUNT(rows); i++) {
        const strew_options options = {.struct_size = sizeof options,
                                       .policy = i & 1 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR,
                                       .has_ignore_index = !(i & 1),
                                       .ignore_index = n,
                                       .excludes_self = rows[i / 4].excludes_self};
        const strew_tensor data = {STREW_INT8, 1, data_shape, NULL, NULL}, indices = {STREW_INT64, 2, indices_shape, NULL, NULL};
        const strew_tensor updates = {STREW_INT8, 1, updates_shape, NULL, NULL};
        strew_plan plan;
        for (size_t t = 0; t < COUNT(tuples); t++) bytes[tuples[t] % n] = 1;
        assert_int_equal(strew_scatter_nd_plan(&plan, &data, &indices, &updates, rows[i / 4].reduction, &options, NULL), STREW_OK);
        strew_resources resources = {.workspace_bytes = strew_workspace_size(&plan, 1)};
        resources.workspace = guarded_new(resources.workspace_bytes, FLUSH_END);
        if (i & 2) {
            const size_t size = strew_prepared_size(&plan);
            void *const prepared = guarded_new(size, FLUSH_END);
            assert_int_equal(strew_prepare(&plan, tuples, prepared, size, NULL), STREW_OK);
            assert_int_equal(strew_run_prepared(&plan, bytes, bytes, prepared, values, &resources, NULL), STREW_OK);
        } else {
            assert_int_equal(strew_run_with(&plan, bytes, bytes, tuples, values, &resources, NULL), STREW_OK);
        }
        if (!(i & 3)) {
            int64_t copy[CHANGING];
            for (size_t t = 0; t < COUNT(tuples); t++) copy[t] = tuples[t] % n;
            assert_int_equal(run_while_changing(plan, bytes, copy, values, &resources), STREW_STATUS_INDICES_CHANGED);
        }
        assert_true(bytes[n - 1] == rows[i / 4].last && bytes[3] == rows[i / 4].of_3);
        assert_true(bytes[0] == rows[i / 4].of_0 && bytes[BIT(32) + 3] == rows[i / 4].middle);
        assert_true(guarded_free_all());
    }
    for (size_t t = 0; t < COUNT(tuples); t++) bytes[tuples[t] % n] = 0; /* the next test expects zeros */
    close_sparse(&output);
}

int main(void)
{
    enum { OTHERS = 16 };
    struct CMUnitTest tests[OTHERS + COUNT(in_bounds)] = {
        cmocka_unit_test(rows_that_come_round_at_2_to_the_32_lie_on_no_grid),
        cmocka_unit_test(tuples_out_of_bounds_are_skipped_or_clamped),
        cmocka_unit_test(many_tuples_are_taken_block_by_block),
        cmocka_unit_test(many_parts_are_skipped_or_clamped),
        cmocka_unit_test(an_ignored_index_need_not_be_in_bounds),
        cmocka_unit_test(an_index_out_of_bounds_is_rejected),
        cmocka_unit_test(indices_that_change_harm_nothing_else),
        cmocka_unit_test(slices_past_32_bits_are_gathered),
        cmocka_unit_test(indices_of_a_gather_that_change_harm_nothing_else),
        cmocka_unit_test(time_follows_the_tuples_and_not_the_data),
        cmocka_unit_test(touched_slices_past_32_bits),
        cmocka_unit_test(flat_indices_past_32_bits),
        cmocka_unit_test(flat_indices_of_rows_that_are_far_apart),
        cmocka_unit_test(a_gather_passes_over_an_ignored_index),
        cmocka_unit_test(outer_indices_past_32_bits_are_gathered),
        cmocka_unit_test(rows_that_are_far_apart_are_found),
        cmocka_unit_test(an_index_beside_an_ignored_one_is_checked),
    };

    for (size_t i = 0; i < COUNT(in_bounds); i++)
        name_test(&tests[OTHERS + i], "writes where it should: %s", in_bounds[i].name, is_written_where_it_should_be,
                  (void *)(uintptr_t)&in_bounds[i]);
    return run_on_fixture("large_offset", tests, COUNT(tests), 1 << 12, 1);
}
