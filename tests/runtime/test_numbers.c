/* What becomes of updates before they are added: STREW_NAN_LOSES in add, sub, mul and mean passes over what is NaN, element by element, and
 * options.alpha multiplies what is added or subtracted. test_strided.c has it with strides of every tensor, test_flat_indices.c with flat
 * indices, and test_alpha.c the products by hand. */
#include <strew/inspect.h>

#include <math.h>
#include <stdlib.h>

#include "calls.h"
#include "compare.h"
#include "group.h"
#include "plan_state.h"
#include "tensors.h"
#include "testing.h"

enum { CAPACITY = 1 << 20 };

static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL, STREW_REDUCTION_MEAN};

static int is_complex(strew_dtype dtype)
{
    return dtype == STREW_DTYPE_COMPLEX64 || dtype == STREW_DTYPE_COMPLEX128;
}

/* Makes `of_16` of 16 updates NaN, of either sign; of a complex number a part or both. */
static void sprinkle(unsigned of_16)
{
    const strew_dtype dtype = buffers.call.data->dtype;
    const size_t size = reference_size(dtype), n = reference_elements(buffers.call.updates);
    double parts[2];

    if (reference_read_floats(dtype, extremes(dtype, &(size_t){0}), parts) == 0) return;
    for (size_t i = 0; i < n; i++) {
        unsigned char *const element = buffers.updates.bytes + i * size;
        if (random_below(&buffers.random, 16) >= of_16) continue;
        (void)reference_read_floats(dtype, element, parts);
        const uint64_t which = random_below(&buffers.random, 3);
        if (which != 0 || !is_complex(dtype)) parts[0] = (double)NAN;
        if (which != 1) parts[1] = (double)NAN;
        if (random_below(&buffers.random, 2)) {
            reference_write_floats(dtype, element, parts);
        } else {
            memset(element, 0xff, size);
        }
    }
}

/* Draws a call of `what`, whose updates are NaN as often as that. */
static void prepare(scatter what, unsigned of_16, unsigned out_of_bounds)
{
    fixture_place(&buffers, &what);
    sprinkle(of_16);
    fixture_draw_indices(&buffers, out_of_bounds);
    fixture_expect(&buffers);
    buffers.has_workspace = 1;
}

/* Draws what becomes of updates before they are added: alpha, at an odd address, that a NaN is passed over, that they are accumulated in a
 * wider type, or several of these. Alpha is of sums and differences with the old elements alone. */
static void draw_numbers(scatter *scatter)
{
    static unsigned char alpha[REFERENCE_LARGEST_ELEMENT + 1];
    const int may_have_alpha = !scatter->options.excludes_self && scatter->reduction <= STREW_REDUCTION_SUB;
    const int has_alpha = may_have_alpha && random_below(&buffers.random, 2);

    if (random_below(&buffers.random, 2)) scatter->options.accumulate = reference_wide_dtype(scatter->dtype);
    if (scatter->options.accumulate != 0) scatter->options.overflow = (strew_overflow)random_below(&buffers.random, 2);
    const int has_more = has_alpha || scatter->options.accumulate != 0;
    scatter->options.nan = has_more && random_below(&buffers.random, 2) ? STREW_NAN_WINS : STREW_NAN_LOSES;
    if (!has_alpha) return;
    fill(scatter->dtype, alpha + 1, 1, random_below(&buffers.random, 4) ? ORDINARY : EXTREME, &buffers.random);
    scatter->options.alpha = alpha + 1;
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

/* One scatter of floats along axis 0 by indices 0, 1, 2, 0, 1, 2. */
static void scatter_floats(float output[3], const float updates[6], strew_reduction reduction, int32_t excludes_self, const float *alpha)
{
    static const int64_t shape[] = {3}, indices_shape[] = {6};
    static const int32_t indices[] = {0, 1, 2, 0, 1, 2};
    static unsigned char workspace[1024];
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, output, NULL},
                       of_indices = {STREW_DTYPE_INT32, 1, indices_shape, indices, NULL},
                       of_updates = {STREW_DTYPE_FLOAT32, 1, indices_shape, updates, NULL};
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
    const strew_options options = STREW_OPTIONS(.nan = STREW_NAN_LOSES, .excludes_self = excludes_self, .alpha = alpha);
    strew_plan plan;

    assert_int_equal(plan_scatter_update(&plan, &data, &of_indices, &of_updates, 0, reduction, &options, NULL), STREW_OK);
    assert_int_equal(run_with(&plan, output, output, indices, updates, &resources, NULL), STREW_OK);
}

TEST(values_by_hand)
{
    const float nan = NAN, zero = 0;
    const struct {
        strew_reduction reduction;
        int32_t excludes_self;
        float old[3], updates[6], expected[3];
    } rows[] = {
        {STREW_REDUCTION_ADD, 0, {0, 0, 0}, {nan, 1, 1, nan, 1, 1}, {0, 2, 2}},
        {STREW_REDUCTION_ADD, 0, {5, nan, 7}, {nan, 1, nan, 1, nan, nan}, {6, nan, 7}},
        {STREW_REDUCTION_ADD, 1, {5, 6, 7}, {nan, 1, nan, 2, nan, nan}, {2, 1, 7}},
        {STREW_REDUCTION_ADD, 1, {nan, nan, nan}, {nan, -0.0f, 3, nan, nan, 4}, {nan, -0.0f, 7}},
        {STREW_REDUCTION_SUB, 0, {5, 6, -0.0f}, {1, nan, nan, nan, 2, nan}, {4, 4, -0.0f}},
        {STREW_REDUCTION_SUB, 1, {5, 6, 7}, {nan, 1, nan, 2, 4, nan}, {2, -3, 7}},
        {STREW_REDUCTION_MUL, 0, {5, 6, -0.0f}, {2, nan, nan, 3, 2, nan}, {30, 12, -0.0f}},
        {STREW_REDUCTION_MUL, 1, {5, 6, 7}, {2, nan, nan, 3, 2, nan}, {6, 2, 7}},
        {STREW_REDUCTION_MEAN, 0, {5, 6, 7}, {nan, 1, nan, 2, 2, nan}, {3.5f, 3, 7}},
        {STREW_REDUCTION_MEAN, 1, {5, nan, 7}, {nan, 1, nan, 2, 4, nan}, {2, 2.5f, 7}},
        {STREW_REDUCTION_MEAN, 0, {nan, nan, 0}, {nan, 1, -0.0f, nan, 1, nan}, {nan, nan, 0}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        float output[3];
        memcpy(output, rows[i].old, sizeof output);
        scatter_floats(output, rows[i].updates, rows[i].reduction, rows[i].excludes_self, NULL);
        for (int e = 0; e < 3; e++) {
            assert_int_equal(isnan(output[e]), isnan(rows[i].expected[e]));
            if (!isnan(output[e])) assert_memory_equal(&output[e], &rows[i].expected[e], sizeof *output);
        }
    }
    /* Before alpha: 0 * infinity is NaN, and counts. */
    float output[] = {1, 2, 3};
    scatter_floats(output, (const float[]){INFINITY, 1, nan, 4, nan, nan}, STREW_REDUCTION_ADD, 0, &zero);
    assert_true(isnan(output[0]) && output[1] == 2 && output[2] == 3);
    /* Every update is passed over or adds a NaN. */
    scatter_floats(output, (const float[]){INFINITY, 1, nan, 4, nan, nan}, STREW_REDUCTION_ADD, 0, &nan);
    assert_true(isnan(output[0]) && isnan(output[1]) && output[2] == 3);
}

/* Complex numbers, part by part: of an update with a NaN in one, the other is not added either. */
TEST(complex_updates_are_passed_over_whole)
{
    static const int64_t one[] = {1}, two[] = {2};
    static const int32_t indices[] = {0, 0};
    const float updates[] = {NAN, 1, 2, NAN}, infinite[] = {INFINITY, 3};

    for (size_t i = 0; i < 3; i++) {
        float output[] = {INFINITY, 3};
        const strew_tensor data = {STREW_DTYPE_COMPLEX64, 1, one, output, NULL}, at = {STREW_DTYPE_INT32, 1, two, indices, NULL},
                           with = {STREW_DTYPE_COMPLEX64, 1, two, updates, NULL};
        strew_options options = STREW_OPTIONS_INIT;
        options.nan = STREW_NAN_LOSES;
        assert_int_equal(strew_scatter_update(output, &data, &at, &with, 0, reductions[i], &options, NULL), STREW_OK);
        assert_memory_equal(output, infinite, sizeof output);
    }
}

/* Bit for bit, which comparing values does not see: the quiet bit and the payload of a NaN, and the sign of a zero. */
TEST(an_element_without_a_number_keeps_its_bits)
{
    static const uint32_t old[] = {0x7fa12345, 0xffc54321, 0x80000000, 0, 1, 0xff800000};
    static const int64_t shape[] = {6}, many[] = {60};
    static unsigned char workspace[4096];
    float updates[60];
    int32_t indices[60];
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, old, NULL}, at = {STREW_DTYPE_INT32, 1, many, indices, NULL},
                       with = {STREW_DTYPE_FLOAT32, 1, many, updates, NULL};
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);

    for (int i = 0; i < 60; i++) {
        updates[i] = NAN;
        indices[i] = i % 6;
    }
    while (next_case()) {
        const strew_reduction reduction = reductions[choose("reduction", COUNT(reductions))];
        const strew_options options =
            STREW_OPTIONS(.nan = STREW_NAN_LOSES, .excludes_self = (int32_t)choose("excludes_self", 2), .isa = choose_isa());
        uint32_t output[6];
        strew_plan plan;
        assert_int_equal(plan_scatter_update(&plan, &data, &at, &with, 0, reduction, &options, NULL), STREW_OK);
        assert_int_equal(run_with(&plan, output, old, indices, updates, &resources, NULL), STREW_OK);
        assert_memory_equal(output, old, sizeof old);
    }
}

/* So many updates of `one`, which has the bits of a 1, to one element, of which these are the bits. Returns its bits then. */
static uint64_t add_ones(strew_dtype dtype, uint64_t element, uint64_t one, int64_t n, strew_reduction reduction, strew_dtype wide)
{
    static const int64_t shape[] = {1}, no_strides[] = {0};
    static unsigned char workspace[1024];
    static const int32_t zero = 0;
    const int64_t many[] = {n};
    const strew_tensor data = {dtype, 1, shape, NULL, NULL}, indices = {STREW_DTYPE_INT32, 1, many, NULL, no_strides},
                       updates = {dtype, 1, many, NULL, no_strides};
    const strew_options options = STREW_OPTIONS(.accumulate = wide);
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
    strew_plan plan;

    assert_int_equal(plan_scatter_update(&plan, &data, &indices, &updates, 0, reduction, &options, NULL), STREW_OK);
    assert_int_equal(run_with(&plan, &element, &element, &zero, &one, &resources, NULL), STREW_OK);
    return element;
}

/* On machines that are little endian, where the bits of a small float are the first of a uint64. */
TEST(sums_of_many_ones_are_exact_in_a_wider_type)
{
    enum { ONE_OF_FLOAT32 = 0x3f800000, FULL = 0x4b800000 }; /* 1, and 2^24, which the next 1 does not change */
    if (*(const unsigned char *)&(const uint16_t){1} == 0) return;
    assert_int_equal(add_ones(STREW_DTYPE_FLOAT16, 0, 0x3c00, 4096, STREW_REDUCTION_ADD, 0), 0x6800); /* 2,048 */
    assert_int_equal(add_ones(STREW_DTYPE_FLOAT16, 0, 0x3c00, 4096, STREW_REDUCTION_ADD, STREW_DTYPE_FLOAT32), 0x6c00);
    assert_int_equal(add_ones(STREW_DTYPE_BFLOAT16, 0, 0x3f80, 1000, STREW_REDUCTION_ADD, 0), 0x4380); /* 256 */
    assert_int_equal(add_ones(STREW_DTYPE_BFLOAT16, 0, 0x3f80, 1000, STREW_REDUCTION_ADD, STREW_DTYPE_FLOAT32), 0x447a);

    assert_int_equal(add_ones(STREW_DTYPE_FLOAT32, FULL, ONE_OF_FLOAT32, 100, STREW_REDUCTION_ADD, 0), FULL);
    assert_int_equal(add_ones(STREW_DTYPE_FLOAT32, FULL, ONE_OF_FLOAT32, 100, STREW_REDUCTION_ADD, STREW_DTYPE_FLOAT64), FULL + 50);
    assert_int_equal(add_ones(STREW_DTYPE_FLOAT32, FULL, ONE_OF_FLOAT32, 2, STREW_REDUCTION_MEAN, 0), 0x4aaaaaab); /* a third of 2^24 */
    /* 5,592,406, a third of 2^24 + 2 */
    assert_int_equal(add_ones(STREW_DTYPE_FLOAT32, FULL, ONE_OF_FLOAT32, 2, STREW_REDUCTION_MEAN, STREW_DTYPE_FLOAT64), 0x4aaaaaac);
}

TEST(every_type_has_numbers)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t d = 0; d < n_dtypes; d++) {
        for (size_t r = 0; r < COUNT(reductions); r++) {
            if (!reference_is_defined(dtypes[d], reductions[r])) continue;
            for (int round = 0; round < (is_light() ? 6 : 48); round++) {
                scatter scatter = small_scatter(operators[round % OPERATORS], STREW_DTYPE_INT64, 20);
                scatter.dtype = dtypes[d];
                scatter.reduction = reductions[r];
                scatter.contents = random_below(&buffers.random, 2) ? EXTREME : ORDINARY;
                scatter.options.excludes_self = (int32_t)random_below(&buffers.random, 2);
                draw_numbers(&scatter);
                prepare(scatter, (unsigned)random_below(&buffers.random, 17), 0);
                for (size_t i = 0; i < n_isas; i++) expect_run(isas[i]);
            }
        }
    }
}

/* Slices of one element to more than are looked at or staged at once, and some of which one element is left at the end; in data of which
 * tuples touch all, and of which they touch little. */
TEST(slices_of_any_width_have_numbers)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8,    STREW_DTYPE_FLOAT8E5M2, STREW_DTYPE_FLOAT16,
                                         STREW_DTYPE_BOOL,    STREW_DTYPE_FLOAT64, STREW_DTYPE_COMPLEX128, STREW_DTYPE_COMPLEX64};
    static const int64_t widths[] = {1,   2,   3,   7,   16,  17,  31,  32,   33,   63,   64,   65,
                                     100, 127, 128, 129, 511, 512, 513, 1023, 1025, 2048, 2049, 5000};

    for (size_t w = 0; w < COUNT(widths); w++) {
        for (size_t d = 0; d < COUNT(dtypes); d++) {
            for (size_t r = 0; r < COUNT(reductions); r++) {
                if (!reference_is_defined(dtypes[d], reductions[r])) continue;
                const int64_t n_slices = (w + d + r) % 3 == 0 && widths[w] < 100 ? 300 : 5, n_tuples = widths[w] < 100 ? 150 : 11;
                scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(n_slices, widths[w]), SHAPE(n_tuples, 1));
                scatter.dtype = dtypes[d];
                scatter.reduction = reductions[r];
                scatter.options.policy = (strew_policy)random_below(&buffers.random, STREW_POLICY_CLAMP + 1);
                scatter.options.excludes_self = (int32_t)random_below(&buffers.random, 2);
                draw_numbers(&scatter);
                prepare(scatter, (unsigned)random_below(&buffers.random, 17), scatter.options.policy >= STREW_POLICY_SKIP ? 5 : 0);
                for (size_t i = 0; i < n_isas; i++) expect_run(isas[i]);
            }
        }
    }
}

/* As if data exceeded the second-level cache: then slices are prefetched, by kernels only those after the next ones. */
TEST(slices_in_memory_have_nans)
{
    static const int64_t widths[] = {1, 2, 16, 33, 65, 129};

    for (size_t w = 0; w < COUNT(widths); w++) {
        for (size_t r = 0; r < COUNT(reductions); r++) {
            scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(900, widths[w]), SHAPE(150, 1));
            scatter.reduction = reductions[r];
            scatter.options.nan = STREW_NAN_LOSES;
            prepare(scatter, 3, 0);
            for (size_t i = 0; i < n_isas; i++) {
                strew_plan plan = fixture_plan(&buffers, isas[i]);
                strew_state_of(&plan)->exceeds_l2 = 1;
                assert_true(fixture_run(&buffers, &plan, 0));
            }
        }
    }
}

TEST(threads_do_what_one_does)
{
    for (int round = 0; round < (is_light() ? 4 : 24); round++) {
        for (size_t i = 0; i < SHARED_SCATTERS; i++) {
            const int32_t is_ignored = i % 3 == 0;
            scatter scatter = shared_scatter(i);
            scatter.reduction = reductions[(size_t)round % COUNT(reductions)];
            scatter.dtype = round % 3 == 2 ? STREW_DTYPE_BFLOAT16 : STREW_DTYPE_FLOAT32;
            scatter.options = STREW_OPTIONS(.policy = random_below(&buffers.random, 2) ? STREW_POLICY_SKIP : STREW_POLICY_ERROR,
                                            .has_ignore_index = is_ignored, .ignore_index = is_ignored,
                                            .excludes_self = (int32_t)random_below(&buffers.random, 2));
            draw_numbers(&scatter);
            prepare(scatter, i % 5 == 0 ? 0 : 4, scatter.options.policy == STREW_POLICY_SKIP ? 1 : 0);
            expect_on_threads(isas[i % n_isas]);
        }
    }
}

/* min and max are minimumNumber and maximumNumber, and types without NaN are as they are. */
TEST(other_reductions_and_types_are_as_they_were)
{
    static const strew_reduction all[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL,
                                          STREW_REDUCTION_MIN, STREW_REDUCTION_MAX, STREW_REDUCTION_MEAN};
    static const strew_dtype dtypes[] = {STREW_DTYPE_INT32, STREW_DTYPE_UINT8, STREW_DTYPE_BOOL, STREW_DTYPE_FLOAT32,
                                         STREW_DTYPE_COMPLEX64};

    for (size_t r = 0; r < COUNT(all); r++) {
        for (size_t d = 0; d < COUNT(dtypes); d++) {
            scatter scatter = scatter_of(REFERENCE_UPDATE, 0, SHAPE(9, 5), SHAPE(70));
            const int is_number = dtypes[d] == STREW_DTYPE_FLOAT32 || dtypes[d] == STREW_DTYPE_COMPLEX64;
            scatter.reduction = all[r];
            scatter.dtype = dtypes[d];
            scatter.options.nan = STREW_NAN_LOSES;
            if (!reference_is_defined(dtypes[d], all[r]) || (is_number && all[r] < STREW_REDUCTION_MIN)) continue;
            prepare(scatter, 4, 0);
            const strew_plan with = fixture_plan(&buffers, STREW_ISA_BEST);
            expect_run(STREW_ISA_BEST);
            buffers.options.nan = STREW_NAN_WINS;
            const strew_plan without = fixture_plan(&buffers, STREW_ISA_BEST);
            if (is_number) continue;
            assert_string_equal(strew_plan_kernel(&with), strew_plan_kernel(&without));
            assert_int_equal(strew_plan_workspace_size(&with, 1), strew_plan_workspace_size(&without, 1));
        }
    }
}

/* ---- Plans --------------------------------------------------------------------------------------------------------------------------- */

/* Those of a plan that passes over NaN are for other reductions that do, and for no other. */
TEST(prepared_indices_are_for_plans_that_pass_over_nan)
{
    scatter scatter = scatter_of(REFERENCE_UPDATE, 0, SHAPE(9, 5), SHAPE(70));
    strew_fault fault;

    scatter.options.nan = STREW_NAN_LOSES;
    prepare(scatter, 4, 0);
    const strew_plan sum = fixture_plan(&buffers, STREW_ISA_BEST);
    const size_t size = strew_plan_prepared_size(&sum);
    void *const prepared = malloc(size);
    assert_non_null(prepared);
    assert_int_equal(prepare_indices(&sum, buffers.indices.bytes, prepared, size, &fault), STREW_OK);
    for (strew_reduction reduction = STREW_REDUCTION_SUB; reduction <= STREW_REDUCTION_MAX; reduction++) {
        const strew_status expected = reduction < STREW_REDUCTION_MIN ? STREW_OK : STREW_STATUS_PREPARED_MISMATCH;
        buffers.call.reduction = reduction;
        fixture_expect(&buffers);
        const strew_plan other = fixture_plan(&buffers, STREW_ISA_BEST);
        const strew_status status =
            run_prepared(&other, buffers.output.bytes, buffers.data.bytes, prepared, buffers.updates.bytes, NULL, &fault);
        assert_int_equal(status, expected);
        if (status == STREW_OK)
            assert_true(is_same_or_print(STREW_DTYPE_FLOAT32, buffers.output.bytes, buffers.expected, buffers.n_data, "%s", "another"));
    }
    free(prepared);
}

int main(void)
{
    return run_on_fixture(CAPACITY, 20261128);
}
