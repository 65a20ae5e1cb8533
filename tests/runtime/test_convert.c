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

enum {
    N_SLICES = 23,
    N_ROWS = 6,
    N_COLUMNS = 10,
    N_TUPLES = N_ROWS * N_COLUMNS,
    MAX_WIDTH = 70,
    MAX_ELEMENTS = N_TUPLES * MAX_WIDTH,
    LARGEST = 8,
    WORKSPACE = 1 << 16
};

static uint64_t state = 46;
static size_t n_dtypes;
static strew_dtype dtypes[REFERENCE_MAX_DTYPES];

/* Of one call, whose slices have `width` elements. Tuples beyond N_SLICES are passed over if that is the policy. */
typedef struct conversion_case {
    strew_dtype data, ordered;
    int64_t width, indices[N_TUPLES];
    unsigned char *data_bytes, *ordered_bytes; /* values */
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

/* ---- Layouts ------------------------------------------------------------------------------------------------------------------------- */

/* Where the slices of tuples are: one after another, column by column, or apart, and rows of them further apart. */
typedef struct layout {
    int64_t strides[3], n; /* elements from the first to the last */
} layout;

static layout draw_layout(int64_t width)
{
    const layout all[] = {{{N_COLUMNS * width, width, 1}, N_TUPLES * width},
                          {{N_COLUMNS, 1, N_TUPLES}, N_TUPLES * width},
                          {{N_COLUMNS * (width + 1) + 3, width + 1, 1}, N_TUPLES * (width + 1) + 3 * (N_ROWS - 1) - 1}};
    return all[random_below(&state, COUNT(all))];
}

static int64_t place_in(const layout *layout, int64_t tuple, int64_t i)
{
    return tuple / N_COLUMNS * layout->strides[0] + tuple % N_COLUMNS * layout->strides[1] + i * layout->strides[2];
}

static unsigned char *lay_out(const layout *layout, const unsigned char *elements, int64_t width, size_t size)
{
    unsigned char *const laid_out = guarded_new((size_t)layout->n * size, FLUSH_END);
    for (int64_t i = 0; i < N_TUPLES * width; i++)
        memcpy(laid_out + (size_t)place_in(layout, i / width, i % width) * size, elements + (size_t)i * size, size);
    return laid_out;
}

/* ---- Scatters ------------------------------------------------------------------------------------------------------------------------ */

static void expect_scatter_of(int64_t width, int is_shared, strew_dtype data, strew_dtype updates, strew_reduction reduction,
                              const strew_options *options)
{
    static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
    conversion_case of = {data, updates, width, {0}, NULL, NULL, *options};
    const size_t n_data = (size_t)(N_SLICES * of.width), n_updates = (size_t)(N_TUPLES * of.width), size = reference_size(data);
    const int64_t data_shape[] = {N_SLICES, of.width}, indices_shape[] = {N_ROWS, N_COLUMNS, 1},
                  updates_shape[] = {N_ROWS, N_COLUMNS, of.width};
    const layout layout = draw_layout(width);
    of.options.isa = pick_isa();
    of.options.policy = random_below(&state, 2) ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
    draw_indices(&of);
    of.data_bytes = draw(data, n_data);
    of.ordered_bytes = draw(updates, n_updates);
    if (options->alpha != NULL) of.options.alpha = draw(data, 1);
    unsigned char *const output = guarded_new(n_data * size, FLUSH_END), *const expected = guarded_new(n_data * size, FLUSH_END);
    const strew_tensor tensors[] = {{data, 2, data_shape, of.data_bytes, NULL},
                                    {STREW_DTYPE_INT64, 3, indices_shape, of.indices, NULL},
                                    {updates, 3, updates_shape, of.ordered_bytes, NULL}};
    reference_scatter(expected, &(reference_call){.op = REFERENCE_ND,
                                                  .data = &tensors[0],
                                                  .indices = &tensors[1],
                                                  .updates = &tensors[2],
                                                  .reduction = reduction,
                                                  .options = &of.options});

    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = reduction, .data = tensors[0], .indices = tensors[1],
                                       .updates = {updates, 3, updates_shape, NULL, layout.strides}, .options = &of.options);
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = of.data_bytes, .indices = of.indices,
                                                .updates = lay_out(&layout, of.ordered_bytes, width, reference_size(updates)));
    size_t n_threads = 3;
    strew_resources resources = resources_on_threads(&n_threads, workspace, sizeof workspace);
    strew_plan plan;
    strew_fault fault = {0};
    if (!is_shared) resources.parallel_for = NULL;
    in_case("%s of %s into %s, width %d", strew_reduction_name(reduction), strew_dtype_name(updates), strew_dtype_name(data), (int)width);
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
    assert_in_range(strew_plan_workspace_size(&plan, 3), 0, WORKSPACE);
    assert_int_equal(strew_run(&plan, &buffers, &resources, &fault), STREW_OK);
    expect_elements(data, output, expected, n_data);
    assert_true(guarded_all_intact());
    assert_true(guarded_free_all());
}

static void expect_scatter(strew_dtype data, strew_dtype updates, strew_reduction reduction, const strew_options *options)
{
    expect_scatter_of(pick_width(), (int)random_below(&state, 2), data, updates, reduction, options);
}

/* What a call may ask for besides. */
enum { WIDE = 1, SATURATES = 2, ALONE = 4, LOSES = 8, ALPHA = 16, WAYS = 32 };

TEST(updates_of_every_type_are_rounded_as_the_contract_says)
{
    n_dtypes = reference_dtypes(dtypes);
    while (next_case()) {
        const strew_dtype data = dtypes[choose("data", n_dtypes)], updates = dtypes[choose("updates", n_dtypes)];
        const strew_reduction reduction = (strew_reduction)choose("reduction", STREW_REDUCTION_MEAN + 1);
        const size_t way = choose("way", WAYS);
        const int reduces = reduction != STREW_REDUCTION_NONE, adds = reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_SUB;
        const strew_options options =
            STREW_OPTIONS(.accumulate = !(way & WIDE)                 ? (strew_dtype)0
                                        : data == STREW_DTYPE_FLOAT64 ? data
                                                                      : reference_wide_dtype(data),
                          .overflow = way & SATURATES ? STREW_OVERFLOW_SATURATES : STREW_OVERFLOW_WRAPS,
                          .excludes_self = way & ALONE && reduces, .nan = way & LOSES && reduces ? STREW_NAN_LOSES : STREW_NAN_WINS,
                          .alpha = way & ALPHA && adds && !(way & ALONE) ? "one is drawn" : NULL);
        /* Nothing but sums in a wider type may say what becomes of those that are too large. */
        const int is_compared = reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX;
        if (options.overflow && reduces && (options.accumulate == 0 || (options.accumulate == data && !is_compared))) continue;
        if (data == updates || !can_take_updates(data, updates, reduction, &options) || (is_light() && case_number() % 13 != 0)) continue;
        expect_scatter(data, updates, reduction, &options);
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

/* ---- Tokens and masks ---------------------------------------------------------------------------------------------------------------- */

/* Runs a call whose updates have another dtype, and the same with updates that were converted one by one before. */
static void expect_as_converted(strew_call call, strew_buffers buffers, const strew_options *options)
{
    const strew_dtype data = call.data.dtype, updates = call.updates.dtype;
    const size_t n_data = reference_elements(&call.data), n_updates = reference_elements(&call.updates), size = reference_size(data);
    unsigned char *const update_bytes = draw(updates, n_updates), *const converted = guarded_new(n_updates * size, FLUSH_END),
                         *const outputs[2] = {guarded_new(n_data * size, FLUSH_END), guarded_new(n_data * size, FLUSH_END)};
    for (size_t i = 0; i < n_updates; i++)
        convert_element(updates, update_bytes + i * reference_size(updates), data, converted + i * size, options->overflow);
    size_t n_threads = 3;
    const strew_resources on_threads = resources_on_threads(&n_threads, NULL, 0);
    buffers.data = draw(data, n_data);
    call.options = options;
    in_case("%s of %s into %s", strew_operator_name(call.op), strew_dtype_name(updates), strew_dtype_name(data));
    for (int is_alike = 0; is_alike < 2; is_alike++) {
        strew_plan plan;
        strew_fault fault = {0};
        if (is_alike) call.updates.dtype = data;
        buffers.output = outputs[is_alike];
        buffers.updates = is_alike ? converted : update_bytes;
        assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
        assert_int_equal(strew_run(&plan, &buffers, !is_alike && random_below(&state, 2) ? &on_threads : NULL, &fault), STREW_OK);
    }
    expect_elements(data, outputs[0], outputs[1], n_data);
    assert_true(guarded_all_intact());
    assert_true(guarded_free_all());
}

/* Tokens of one row and of several, a slice of one element and of many, in a cache that may be circular. */
static void expect_tokens(strew_dtype data, strew_dtype updates, const strew_options *options)
{
    const int64_t width = pick_width(), heads = random_below(&state, 2) ? 1 : 3, shape[] = {2, heads, 12, width},
                  n = 1 + (int64_t)random_below(&state, 4), tokens[] = {2, heads, n, width};
    const int64_t indices[] = {(int64_t)random_below(&state, 9), (int64_t)random_below(&state, 9)};
    const strew_cache_mode mode = random_below(&state, 2) ? STREW_CACHE_CIRCULAR : STREW_CACHE_LINEAR;
    expect_as_converted(STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = 2, .mode = mode, .data = {data, 4, shape, NULL, NULL},
                                   .updates = {updates, 4, tokens, NULL, NULL}, .write_indices = {STREW_DTYPE_INT64, 1, shape, NULL, NULL}),
                        STREW_BUFFERS(.write_indices = indices), options);
}

/* Runs of true elements and single ones, and a mask of rows, whose updates are slices. */
static void expect_masked(strew_dtype data, strew_dtype updates, const strew_options *options)
{
    const int64_t shape[] = {N_TUPLES, pick_width()}, all[] = {N_TUPLES * MAX_WIDTH}, rows[] = {1, 0};
    const int is_of_rows = (int)random_below(&state, 2);
    unsigned char mask[MAX_ELEMENTS];
    for (size_t i = 0; i < MAX_ELEMENTS; i++) mask[i] = i / 16 % 3 == 0 || random_below(&state, 4) == 0;
    expect_as_converted(STREW_CALL(.op = STREW_OPERATOR_MASKED_SCATTER, .data = {data, 2, shape, NULL, NULL},
                                   .updates = {updates, 1, all, NULL, NULL},
                                   .mask = {STREW_DTYPE_BOOL, 2, shape, NULL, is_of_rows ? rows : NULL}),
                        STREW_BUFFERS(.mask = mask), options);
}

TEST(tokens_and_masks_take_updates_of_every_type)
{
    n_dtypes = reference_dtypes(dtypes);
    while (next_case()) {
        const strew_dtype data = dtypes[choose("data", n_dtypes)], updates = dtypes[choose("updates", n_dtypes)];
        const strew_options options = STREW_OPTIONS(.overflow = (strew_overflow)choose("overflow", 2), .isa = pick_isa());
        if (data == updates || !may_be_converted(updates, data) || (is_light() && case_number() % 5 != 0)) continue;
        expect_tokens(data, updates, &options);
        expect_masked(data, updates, &options);
    }
    /* Few tokens, by a kernel that saturates. */
    for (int i = 0; i < 8; i++)
        expect_tokens(STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, &STREW_OPTIONS(.overflow = STREW_OVERFLOW_SATURATES));
}

/* ---- Gathers ------------------------------------------------------------------------------------------------------------------------- */

static void expect_gather(int64_t width, strew_dtype data, strew_dtype output_dtype, const strew_options *options)
{
    conversion_case of = {data, output_dtype, width, {0}, NULL, NULL, *options};
    const size_t n_data = (size_t)(N_SLICES * of.width);
    const int64_t data_shape[] = {N_SLICES, of.width}, indices_shape[] = {N_ROWS, N_COLUMNS},
                  output_shape[] = {N_ROWS, N_COLUMNS, of.width};
    const layout layout = draw_layout(of.width);
    const unsigned char *const fill = draw(data, 1);
    if (options->policy == STREW_POLICY_SKIP) of.options.fill = fill;
    of.options.isa = pick_isa();
    draw_indices(&of);
    of.data_bytes = draw(data, n_data);
    unsigned char *const output = guarded_new((size_t)layout.n * reference_size(output_dtype), FLUSH_END);
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = {data, 2, data_shape, NULL, NULL},
                                       .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                                       .output = {output_dtype, 3, output_shape, NULL, layout.strides}, .options = &of.options);
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = of.data_bytes, .indices = of.indices);
    size_t n_threads = 3;
    const strew_resources resources = resources_on_threads(&n_threads, NULL, 0);
    strew_plan plan;
    strew_fault fault = {0};
    in_case("%s from %s, width %d", strew_dtype_name(output_dtype), strew_dtype_name(data), (int)of.width);
    assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
    assert_int_equal(strew_run(&plan, &buffers, random_below(&state, 2) ? &resources : NULL, &fault), STREW_OK);
    for (int64_t t = 0; t < N_TUPLES; t++) {
        const int is_skipped = of.indices[t] >= N_SLICES;
        for (int64_t i = 0; i < of.width; i++) {
            const unsigned char *const element =
                is_skipped ? fill : of.data_bytes + (size_t)(of.indices[t] * of.width + i) * reference_size(data);
            const size_t at = (size_t)place_in(&layout, t, i);
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
        expect_gather(pick_width(), data, output, &STREW_OPTIONS(.overflow = overflow, .policy = policy));
    }
}

/* Wider than what is staged, of one step and of several. */
TEST(outputs_of_wide_slices_are_converted)
{
    for (int i = 0; i < 8; i++) {
        expect_gather(1 << 10, STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, &STREW_OPTIONS(.policy = STREW_POLICY_SKIP));
        expect_gather(1 << 10, STREW_DTYPE_INT64, STREW_DTYPE_FLOAT16, &STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
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
    const int is_pair = may_be_converted(updates, data); /* which the reduction or the profile rejects */
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_DTYPE_MISMATCH,
                                       .subject = "updates",
                                       .value = updates,
                                       .high = data,
                                       .low = is_pair ? (int64_t)reduction : 0,
                                       .profile = options.profile});
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
    expect_mismatch(STREW_DTYPE_INT8, STREW_DTYPE_UINT64, STREW_REDUCTION_ADD, STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
    expect_mismatch(STREW_DTYPE_UINT64, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, STREW_OPTIONS(.policy = STREW_POLICY_ERROR));
    expect_mismatch(STREW_DTYPE_UINT8, STREW_DTYPE_UINT64, STREW_REDUCTION_ADD,
                    STREW_OPTIONS(.accumulate = STREW_DTYPE_INT64, .overflow = STREW_OVERFLOW_SATURATES));
}

TEST(specifications_have_one_type)
{
    expect_mismatch(STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE,
                    STREW_OPTIONS(.profile = STREW_PROFILE_ONNX_SCATTERND_18));
}

/* A call of 64 components has room for a conversion; but one whose components are tensors of their own has room for some 40. */
static void expect_no_room(strew_operator op, const char *subject)
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
    strew_call call = STREW_CALL(.op = op, .data = {STREW_DTYPE_FLOAT32, RANK, shape, NULL, NULL},
                                 .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL});
    *(op == STREW_OPERATOR_GATHER_ND ? &call.output : &call.updates) = (strew_tensor){STREW_DTYPE_FLOAT16, 1, two, NULL, NULL};
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
    assert_string_equal(fault.subject, subject);
}

/* What is combined in the wider of two types takes more room. */
static void expect_room_for(int32_t n)
{
    static const int64_t two[] = {2};
    int64_t shape[STREW_MAX_RANK];
    const int64_t indices_shape[] = {2, n};
    for (int d = 0; d < STREW_MAX_RANK; d++) shape[d] = 1;
    strew_plan plan;
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = {STREW_DTYPE_BFLOAT16, n, shape, NULL, NULL},
                   .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL}, .updates = {STREW_DTYPE_FLOAT32, 1, two, NULL, NULL});
    assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
}

TEST(a_plan_without_room_for_a_conversion_is_rejected)
{
    expect_room_for(50);
    expect_no_room(STREW_OPERATOR_SCATTER_ND, "data and updates");
    expect_no_room(STREW_OPERATOR_GATHER_ND, "data and output");
}
