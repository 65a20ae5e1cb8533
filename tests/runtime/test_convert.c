/* Updates, and outputs of gathers, of another dtype than data: every pair, against elements that the reference converts one by one. */
#include <strew/strew.h>

#include "conversions.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"
#include "reference.h"
#include "rejection.h"
#include "testing.h"

enum { N_SLICES = 23, N_TUPLES = 61, MAX_WIDTH = 70, MAX_ELEMENTS = N_TUPLES * MAX_WIDTH, LARGEST = 8, WORKSPACE = 1 << 16 };

static uint64_t state = 46;
static size_t n_dtypes;
static strew_dtype dtypes[REFERENCE_MAX_DTYPES];

/* Of one call, whose slices have `width` elements. Tuples beyond N_SLICES are passed over if that is the policy. */
typedef struct conversion_case {
    strew_dtype data, ordered;
    int64_t width, indices[N_TUPLES];
    unsigned char *data_bytes, *ordered_bytes, *converted; /* values; the last of the ordered ones, in the type that is wanted */
    strew_options options;
} conversion_case;

static void *draw(strew_dtype dtype, size_t n)
{
    unsigned char *bytes = guarded_new(n * reference_size(dtype), random_below(&state, 2) ? FLUSH_END : FLUSH_START);
    fill(dtype, bytes, n, random_below(&state, 2) ? EXTREME : ORDINARY, &state);
    return bytes;
}

static void draw_indices(conversion_case *of)
{
    const uint64_t end = of->options.policy == STREW_POLICY_SKIP ? N_SLICES + 5 : N_SLICES;
    const int64_t first = (int64_t)random_below(&state, N_SLICES);
    for (size_t i = 0; i < N_TUPLES; i++) of->indices[i] = (int64_t)random_below(&state, end);
    for (int64_t i = 0; i < 8 && first + i < N_SLICES; i++) of->indices[20 + i] = first + i;
}

static strew_isa pick_isa(void)
{
    strew_isa isas[MAX_ISAS];
    return isas[random_below(&state, runnable_isas(isas))];
}

static int64_t pick_width(void)
{
    static const int64_t widths[] = {1, 2, 3, 8, 33, MAX_WIDTH};
    return widths[random_below(&state, COUNT(widths))];
}

/* Equal, or both NaN. */
static void expect_element(strew_dtype dtype, const unsigned char *found, const unsigned char *expected)
{
    double values[2][2];
    const size_t size = reference_size(dtype), n = reference_read_floats(dtype, found, values[0]);
    if (memcmp(found, expected, size) == 0) return;
    assert_int_equal(n, 1);
    reference_read_floats(dtype, expected, values[1]);
    assert_true(values[0][0] != values[0][0] && values[1][0] != values[1][0]);
}

static void expect_elements(strew_dtype dtype, const unsigned char *found, const unsigned char *expected, size_t n)
{
    const size_t size = reference_size(dtype);
    for (size_t i = 0; i < n; i++) expect_element(dtype, found + i * size, expected + i * size);
}

static void convert_all(strew_dtype from, const unsigned char *elements, strew_dtype to, unsigned char *converted, size_t n,
                        strew_overflow overflow)
{
    for (size_t i = 0; i < n; i++)
        convert_element(from, elements + i * reference_size(from), to, converted + i * reference_size(to), overflow);
}

/* ---- Scatters ------------------------------------------------------------------------------------------------------------------------ */

/* Updates have the order that `strides` says, which may be that of columns. */
static strew_status scatter(const conversion_case *of, strew_dtype dtype, const void *updates, strew_reduction reduction, int is_by_columns,
                            int is_shared, void *output, strew_fault *fault)
{
    static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
    const int64_t data_shape[] = {N_SLICES, of->width}, indices_shape[] = {N_TUPLES, 1}, updates_shape[] = {N_TUPLES, of->width},
                  columns[] = {1, N_TUPLES};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = reduction, .data = {of->data, 2, data_shape, NULL, NULL},
                   .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                   .updates = {dtype, 2, updates_shape, NULL, is_by_columns ? columns : NULL}, .options = &of->options);
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = of->data_bytes, .indices = of->indices, .updates = updates);
    size_t n_threads = 3;
    strew_resources resources = resources_on_threads(&n_threads, workspace, sizeof workspace);
    strew_plan plan;
    if (!is_shared) resources.parallel_for = NULL;
    const strew_status status = strew_plan_call(&plan, &call, fault);
    if (status != STREW_OK) return status;
    assert_in_range(strew_plan_workspace_size(&plan, 3), 0, WORKSPACE);
    return strew_run(&plan, &buffers, &resources, fault);
}

static void expect_scatter_of(int64_t width, int is_shared, strew_dtype data, strew_dtype updates, strew_reduction reduction,
                              const strew_options *options)
{
    conversion_case of = {data, updates, width, {0}, NULL, NULL, NULL, *options};
    const size_t n_data = (size_t)(N_SLICES * of.width), n_updates = (size_t)(N_TUPLES * of.width);
    of.options.isa = pick_isa();
    const int is_by_columns = (int)random_below(&state, 2);
    strew_fault fault = {0};
    draw_indices(&of);
    of.data_bytes = draw(data, n_data);
    of.ordered_bytes = draw(updates, n_updates);
    of.converted = guarded_new(n_updates * reference_size(data), FLUSH_END);
    unsigned char *const output = guarded_new(n_data * reference_size(data), FLUSH_END), *const expected = guarded_new(
                                                                                             n_data * reference_size(data), FLUSH_END);
    convert_all(updates, of.ordered_bytes, data, of.converted, n_updates, options->overflow);
    in_case("%s into %s, width %d", strew_dtype_name(updates), strew_dtype_name(data), (int)of.width);
    assert_int_equal(scatter(&of, updates, of.ordered_bytes, reduction, is_by_columns, is_shared, output, &fault), STREW_OK);
    conversion_case alike = of;
    assert_int_equal(scatter(&alike, data, of.converted, reduction, is_by_columns, 0, expected, NULL), STREW_OK);
    expect_elements(data, output, expected, n_data);
    assert_true(guarded_all_intact());
    assert_true(guarded_free_all());
}

static void expect_scatter(strew_dtype data, strew_dtype updates, strew_reduction reduction, const strew_options *options)
{
    expect_scatter_of(pick_width(), (int)random_below(&state, 2), data, updates, reduction, options);
}

TEST(updates_of_every_type_are_rounded_once)
{
    n_dtypes = reference_dtypes(dtypes);
    while (next_case()) {
        const strew_dtype data = dtypes[choose("data", n_dtypes)], updates = dtypes[choose("updates", n_dtypes)];
        const strew_overflow overflow = (strew_overflow)choose("overflow", 2);
        const strew_policy policy = choose("skips", 2) ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        if (!may_be_converted(updates, data) || (is_light() && case_number() % 5 != 0)) continue;
        expect_scatter(data, updates, STREW_REDUCTION_NONE, &STREW_OPTIONS(.overflow = overflow, .policy = policy));
    }
}

/* A type that holds all numbers of another one, of which it thus takes sums, products and the others as if updates had been converted. */
TEST(reductions_of_what_data_holds_are_those_of_converted_updates)
{
    static const struct {
        strew_dtype data, updates;
    } pairs[] = {{STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16},     {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT8E4M3FN},
                 {STREW_DTYPE_FLOAT64, STREW_DTYPE_FLOAT32},     {STREW_DTYPE_FLOAT64, STREW_DTYPE_BFLOAT16},
                 {STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT8E5M2}, {STREW_DTYPE_INT64, STREW_DTYPE_INT8},
                 {STREW_DTYPE_INT32, STREW_DTYPE_UINT16},        {STREW_DTYPE_INT16, STREW_DTYPE_BOOL},
                 {STREW_DTYPE_FLOAT32, STREW_DTYPE_UINT8},       {STREW_DTYPE_FLOAT16, STREW_DTYPE_INT8}};
    while (next_case()) {
        const size_t i = choose("pair", COUNT(pairs));
        const strew_reduction reduction = (strew_reduction)choose("reduction", STREW_REDUCTION_MEAN + 1);
        const int excludes_self = reduction != STREW_REDUCTION_NONE && choose("excludes_self", 2);
        const int is_wide = reduction != STREW_REDUCTION_NONE && choose("is_wide", 2);
        const strew_dtype data = pairs[i].data, wide = data == STREW_DTYPE_BFLOAT16 || data == STREW_DTYPE_FLOAT16  ? STREW_DTYPE_FLOAT32
                                                       : data == STREW_DTYPE_FLOAT32 || data == STREW_DTYPE_FLOAT64 ? STREW_DTYPE_FLOAT64
                                                                                                                    : STREW_DTYPE_INT64;
        expect_scatter(data, pairs[i].updates, reduction,
                       &STREW_OPTIONS(.excludes_self = excludes_self, .accumulate = is_wide ? wide : (strew_dtype)0));
    }
}

/* What only moves or compares does so beside a wider type, too, of which it has no sums. */
TEST(numbers_that_are_too_large_saturate_without_sums)
{
    static const strew_reduction reductions[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX};
    while (next_case()) {
        expect_scatter(STREW_DTYPE_INT8, STREW_DTYPE_INT32, reductions[choose("reduction", COUNT(reductions))],
                       &STREW_OPTIONS(.overflow = STREW_OVERFLOW_SATURATES, .accumulate = STREW_DTYPE_INT64));
    }
    expect_scatter(STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE,
                   &STREW_OPTIONS(.overflow = STREW_OVERFLOW_SATURATES, .accumulate = STREW_DTYPE_FLOAT32));
}

/* Integers that wrap around do so at the end as after each update. */
TEST(sums_of_wider_integers_wrap)
{
    static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL};
    while (next_case()) {
        const strew_reduction reduction = reductions[choose("reduction", COUNT(reductions))];
        static const strew_dtype wider[] = {STREW_DTYPE_INT16, STREW_DTYPE_UINT32, STREW_DTYPE_INT64, STREW_DTYPE_UINT8};
        expect_scatter(STREW_DTYPE_INT8, wider[choose("updates", COUNT(wider))], reduction, &STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
    }
}

/* Each thread has columns of its own, which are as wide in updates as these say. */
TEST(threads_share_columns_of_wide_slices)
{
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR);
    expect_scatter_of(1 << 14, 1, STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, &options);
    expect_scatter_of(1 << 14, 1, STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, &options);
    expect_scatter_of(1 << 14, 1, STREW_DTYPE_INT64, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, &options);
}

/* ---- Gathers ------------------------------------------------------------------------------------------------------------------------- */

static void expect_gather(strew_dtype data, strew_dtype output_dtype, const strew_options *options)
{
    conversion_case of = {data, output_dtype, pick_width(), {0}, NULL, NULL, NULL, *options};
    const size_t n_data = (size_t)(N_SLICES * of.width), n_output = (size_t)(N_TUPLES * of.width);
    const int64_t data_shape[] = {N_SLICES, of.width}, indices_shape[] = {N_TUPLES}, output_shape[] = {N_TUPLES, of.width},
                  columns[] = {1, N_TUPLES};
    const int is_by_columns = (int)random_below(&state, 2);
    const unsigned char *const fill = draw(data, 1);
    if (options->policy == STREW_POLICY_SKIP) of.options.fill = fill;
    of.options.isa = pick_isa();
    draw_indices(&of);
    of.data_bytes = draw(data, n_data);
    unsigned char *const output = guarded_new(n_output * reference_size(output_dtype), FLUSH_END);
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = {data, 2, data_shape, NULL, NULL},
                   .indices = {STREW_DTYPE_INT64, 1, indices_shape, NULL, NULL},
                   .output = {output_dtype, 2, output_shape, NULL, is_by_columns ? columns : NULL}, .options = &of.options);
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = of.data_bytes, .indices = of.indices);
    size_t n_threads = 3;
    const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
    strew_plan plan;
    strew_fault fault = {0};
    in_case("%s from %s, width %d", strew_dtype_name(output_dtype), strew_dtype_name(data), (int)of.width);
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
    assert_int_equal(strew_run(&plan, &buffers, random_below(&state, 2) ? &resources : NULL, &fault), STREW_OK);
    for (size_t t = 0; t < N_TUPLES; t++) {
        const int is_skipped = of.indices[t] >= N_SLICES;
        for (int64_t i = 0; i < of.width; i++) {
            const unsigned char *const element =
                is_skipped ? fill : of.data_bytes + (size_t)(of.indices[t] * of.width + i) * reference_size(data);
            const size_t at = is_by_columns ? (size_t)i * N_TUPLES + t : t * (size_t)of.width + (size_t)i;
            unsigned char expected[LARGEST];
            convert_element(data, element, output_dtype, expected, options->overflow);
            expect_element(output_dtype, output + at * reference_size(output_dtype), expected);
        }
    }
    assert_true(guarded_all_intact());
    assert_true(guarded_free_all());
}

TEST(outputs_of_every_type_are_rounded_once)
{
    n_dtypes = reference_dtypes(dtypes);
    while (next_case()) {
        const strew_dtype data = dtypes[choose("data", n_dtypes)], output = dtypes[choose("output", n_dtypes)];
        const strew_overflow overflow = (strew_overflow)choose("overflow", 2);
        const strew_policy policy = choose("skips", 2) ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        if (data == output || !may_be_converted(data, output) || (is_light() && case_number() % 5 != 0)) continue;
        expect_gather(data, output, &STREW_OPTIONS(.overflow = overflow, .policy = policy));
    }
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static strew_status plan_pair(strew_dtype data, strew_dtype updates, strew_reduction reduction, const strew_options *options,
                              strew_fault *fault)
{
    static const int64_t data_shape[] = {4}, indices_shape[] = {3, 1}, updates_shape[] = {3};
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = reduction, .data = {data, 1, data_shape, NULL, NULL},
                                       .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                                       .updates = {updates, 1, updates_shape, NULL, NULL}, .options = options);
    strew_plan plan;
    return strew_plan_call(&plan, &call, fault);
}

static void expect_mismatch(strew_dtype data, strew_dtype updates, strew_reduction reduction, strew_options options)
{
    strew_fault fault;
    in_case("%s into %s", strew_dtype_name(updates), strew_dtype_name(data));
    const strew_status status = plan_pair(data, updates, reduction, &options, &fault);
    assert_int_equal(status, STREW_STATUS_DTYPE_MISMATCH);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_DTYPE_MISMATCH, .subject = "updates", .value = updates, .high = data});
}

TEST(pairs_without_a_meaning_are_rejected)
{
    n_dtypes = reference_dtypes(dtypes);
    for (size_t i = 0; i < n_dtypes * n_dtypes; i++) {
        const strew_dtype data = dtypes[i / n_dtypes], updates = dtypes[i % n_dtypes];
        if (!may_be_converted(updates, data))
            expect_mismatch(data, updates, STREW_REDUCTION_NONE, STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
    }
    expect_mismatch(STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_REDUCTION_MEAN, STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
    expect_mismatch(STREW_DTYPE_INT8, STREW_DTYPE_INT16, STREW_REDUCTION_MEAN, STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
    expect_mismatch(STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD,
                    STREW_OPTIONS(.accumulate = STREW_DTYPE_FLOAT32, .excludes_self = 1));
    expect_mismatch(STREW_DTYPE_INT8, STREW_DTYPE_UINT64, STREW_REDUCTION_ADD, STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
    expect_mismatch(STREW_DTYPE_UINT64, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
}

TEST(caches_and_masks_have_one_type)
{
    static const int64_t shape[] = {2, 3, 4}, tokens[] = {2, 1, 4};
    const strew_tensor data = {STREW_DTYPE_BFLOAT16, 3, shape, NULL, NULL};
    const strew_call calls[] = {
        STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = 1, .data = data, .updates = {STREW_DTYPE_FLOAT32, 3, tokens, NULL, NULL}),
        STREW_CALL(.op = STREW_OPERATOR_MASKED_SCATTER, .data = data, .updates = {STREW_DTYPE_FLOAT32, 3, shape, NULL, NULL},
                   .mask = {STREW_DTYPE_BOOL, 3, shape, NULL, NULL})};
    for (size_t i = 0; i < COUNT(calls); i++) {
        strew_plan plan;
        strew_fault fault;
        EXPECT_FAULT(strew_plan_call(&plan, &calls[i], &fault), DTYPE_MISMATCH, .subject = "updates", .value = STREW_DTYPE_FLOAT32,
                     .high = STREW_DTYPE_BFLOAT16);
    }
}

/* What reads updates as they are stored, and specifications, whose tensors have one type. */
TEST(some_options_need_one_type)
{
    static const float half = 0.5F;
    const strew_dtype data = STREW_DTYPE_FLOAT32, updates = STREW_DTYPE_FLOAT16;
    expect_mismatch(data, updates, STREW_REDUCTION_ADD, STREW_OPTIONS(.alpha = &half));
    expect_mismatch(data, updates, STREW_REDUCTION_ADD, STREW_OPTIONS(.nan = STREW_NAN_LOSES));
    expect_mismatch(data, updates, STREW_REDUCTION_NONE, STREW_OPTIONS(.profile = STREW_PROFILE_ONNX_SCATTERND_18));
    assert_int_equal(plan_pair(data, updates, STREW_REDUCTION_MAX, &STREW_OPTIONS(.nan = STREW_NAN_LOSES), NULL), STREW_OK);
    assert_int_equal(plan_pair(STREW_DTYPE_INT32, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, &STREW_OPTIONS(.nan = STREW_NAN_LOSES), NULL),
                     STREW_OK);
}

/* A call of 64 components has room for a conversion; but one whose components are tensors of their own has room for some 40. */
TEST(a_plan_without_room_for_a_conversion_is_rejected)
{
    enum { RANK = STREW_MAX_RANK };
    static const int64_t two[] = {2}, indices_shape[] = {2, RANK};
    int64_t shape[RANK];
    strew_tensor components[RANK];
    strew_plan plan;
    strew_fault fault = {0};
    for (int d = 0; d < RANK; d++) {
        shape[d] = 1;
        components[d] = (strew_tensor){STREW_DTYPE_INT64, 1, two, NULL, NULL};
    }
    strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .data = {STREW_DTYPE_FLOAT32, RANK, shape, NULL, NULL},
                   .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL}, .updates = {STREW_DTYPE_FLOAT16, 1, two, NULL, NULL});
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
    call.indices = (strew_tensor){0};
    call.components = components;
    int n = 1;
    for (; n < RANK && fault.status == STREW_OK; n++) {
        call.data.rank = call.n_components = n;
        (void)strew_plan_call(&plan, &call, &fault);
    }
    assert_in_range(n, 40, RANK - 1);
    assert_int_equal(fault.status, STREW_STATUS_STRIDES_TOO_MANY);
    assert_string_equal(fault.subject, "data and updates");
}
