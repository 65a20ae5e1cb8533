/* Means, and reductions that leave out the old elements, against the reference in a workspace of exactly the required size; and the
 * workspace itself. The fuzz targets have them with any type, shape and policy. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "plan_state.h" /* a plan's kernels, of which one is replaced here */
#include "tensors.h"
#include "testing.h"

#include <stdlib.h>

enum { CAPACITY = 1 << 19, ALL_REDUCTIONS = STREW_REDUCTION_MEAN + 1 };

/* The call of `buffers` under every instruction set, with indices and with prepared ones, alone and with threads, at both guard pages. */
static void check_all_runs(void)
{
    buffers.has_workspace = 1;
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        for (int n = 0; n < 4; n++) {
            buffers.is_prepared = n % 2;
            buffers.n_threads = n < 2 ? 0 : 4;
            assert_true(fixture_run(&buffers, &plan, (int)random_below(&buffers.random, 2)));
        }
        fixture_flush(&buffers, i % 2 ? FLUSH_END : FLUSH_START);
    }
    buffers.is_prepared = buffers.n_threads = buffers.has_workspace = 0;
}

static void check(scatter what, unsigned out_of_bounds)
{
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, out_of_bounds);
    fixture_expect(&buffers);
    check_all_runs();
}

static void check_options(scatter what)
{
    for (int policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
        for (int32_t excludes_self = 0; excludes_self < (what.reduction == STREW_REDUCTION_NONE ? 1 : 2); excludes_self++) {
            what.options.policy = (strew_policy)policy;
            what.options.excludes_self = excludes_self;
            if (what.reduction == STREW_REDUCTION_MEAN) what.options.mean_rounding = (strew_mean_rounding)random_below(&buffers.random, 2);
            what.options.nan = nan_for(what.reduction, random_below(&buffers.random, 2));
            what.options.negative = (strew_negative)random_below(&buffers.random, 2);
            check(what, policy >= STREW_POLICY_SKIP ? 3 : 0);
        }
    }
}

/* Slices of every width that has kernels, and one more; data that all tuples touch, and data of which they touch little. */
TEST(every_width_works)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8, STREW_DTYPE_FLOAT16};

    for (int64_t width = 1; width <= 65; width += width < 5 ? 1 : width / 2) {
        for (int64_t n_slices = 3; n_slices < 4000; n_slices *= 30) {
            for (int reduction = STREW_REDUCTION_ADD; reduction < ALL_REDUCTIONS; reduction++) {
                const int64_t n_tuples = 10 + (int64_t)random_below(&buffers.random, 700);
                scatter what = scatter_of(REFERENCE_ND, 0, SHAPE(n_slices, width), SHAPE(n_tuples, 1));
                what.dtype = dtypes[(width + reduction) % 3];
                what.reduction = (strew_reduction)reduction;
                if (n_slices * width * 8 < CAPACITY) check_options(what);
            }
        }
    }
}

/* ---- Values that are easily wrong ---------------------------------------------------------------------------------------------------- */

static strew_status scatter_with_workspace(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                           const strew_options *options)
{
    static unsigned char workspace[1 << 16];
    strew_plan plan;
    strew_status status = plan_scatter_update(&plan, data, indices, updates, 0, STREW_REDUCTION_MEAN, options, NULL);
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = strew_plan_workspace_size(&plan, 1));

    assert_true(resources.workspace_bytes <= sizeof workspace);
    if (status != STREW_OK) return status;
    return run_with(&plan, output, data->values, indices->values, updates->values, &resources, NULL);
}

/* The mean of n equal updates and an old element, all of one dtype. */
static uint64_t mean_of(strew_dtype dtype, uint64_t old, uint64_t update, int64_t n, strew_options options)
{
    static unsigned char updates[80000];
    static const int64_t indices[10000], one = 1;
    unsigned char data[8], output[8];
    const size_t size = reference_size(dtype);

    reference_write_integer(dtype, data, old);
    for (int64_t i = 0; i < n; i++) reference_write_integer(dtype, updates + (size_t)i * size, update);
    assert_int_equal(scatter_with_workspace(output, &(strew_tensor){dtype, 1, &one, data, NULL},
                                            &(strew_tensor){STREW_DTYPE_INT64, 1, &n, indices, NULL},
                                            &(strew_tensor){dtype, 1, &n, updates, NULL}, &options),
                     STREW_OK);
    return reference_read_integer(dtype, output);
}

TEST(sums_of_integers_do_not_overflow)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_INT8,  STREW_DTYPE_INT16,  STREW_DTYPE_INT32,  STREW_DTYPE_INT64,
                                         STREW_DTYPE_UINT8, STREW_DTYPE_UINT16, STREW_DTYPE_UINT32, STREW_DTYPE_UINT64};

    for (size_t d = 0; d < COUNT(dtypes); d++) {
        const unsigned bits = 8 * (unsigned)reference_size(dtypes[d]);
        const uint64_t all = UINT64_MAX >> (64 - bits), max = d < 4 ? all >> 1 : all, min = d < 4 ? ~max : 0;
        const strew_options excludes = STREW_OPTIONS(.excludes_self = 1), none = STREW_OPTIONS_INIT,
                            truncates = STREW_OPTIONS(.mean_rounding = STREW_MEAN_ROUNDING_TRUNCATES);
        assert_true(mean_of(dtypes[d], max, max, 10000, none) == max);
        assert_true(mean_of(dtypes[d], min, min, 10000, none) == min);
        assert_true(mean_of(dtypes[d], min, max, 10000, excludes) == max);
        assert_true(mean_of(dtypes[d], max, min, 10000, excludes) == min);
        assert_true(mean_of(dtypes[d], max - 1, max, 1, none) == max - 1);
        assert_true(mean_of(dtypes[d], max, max - 9, 9, truncates) == max - 9);
        if (d < 4) {
            assert_true(mean_of(dtypes[d], (uint64_t)-1, (uint64_t)-2, 1, none) == (uint64_t)-2);
            assert_true(mean_of(dtypes[d], (uint64_t)-1, (uint64_t)-2, 1, truncates) == (uint64_t)-1);
            assert_true(mean_of(dtypes[d], min, min + 1, 2, none) == min);
            assert_true(mean_of(dtypes[d], min, min + 1, 2, truncates) == min + 1);
        }
    }
}

/* The first update replaces the old element also where arithmetic would not give it back. */
TEST(negative_zeros_stay)
{
    static const float data[] = {1, 1}, updates[] = {-0.0f};
    static const int64_t two = 2, one = 1, index = 1;
    const strew_options options = STREW_OPTIONS(.excludes_self = 1);
    float output[2];

    assert_int_equal(scatter_with_workspace(output, &(strew_tensor){STREW_DTYPE_FLOAT32, 1, &two, data, NULL},
                                            &(strew_tensor){STREW_DTYPE_INT64, 1, &one, &index, NULL},
                                            &(strew_tensor){STREW_DTYPE_FLOAT32, 1, &one, updates, NULL}, &options),
                     STREW_OK);
    assert_memory_equal(output, ((float[]){1, -0.0f}), sizeof output);
}

/* ---- Views --------------------------------------------------------------------------------------------------------------------------- */

enum { ROWS = 6, COLUMNS = 100, SLICES = 50, WIDTH = 3 };
static const strew_apply_kernel *counted;
static size_t n_calls;

static STREW_APPLY(count_calls)
{
    n_calls++;
    counted->run(output, updates, slice_indices, n_tuples, slices);
}

/* Runs a scatter of [ROWS, COLUMNS] tuples in place, and counts the calls of its kernel. */
static void run_counted(void *output, const strew_tensor *indices, const strew_tensor *updates, strew_reduction reduction,
                        const strew_options *options)
{
    static const int64_t shape[] = {SLICES, WIDTH};
    static unsigned char workspace[1 << 12];
    const strew_tensor data = {updates->dtype, 2, shape, NULL, NULL};
    strew_plan plan;

    assert_int_equal(plan_scatter_nd(&plan, &data, indices, updates, reduction, options, NULL), STREW_OK);
    counted = strew_of_any_width(strew_state_of(&plan)->apply);
    const strew_apply_kernel counting = {.kernel = counted->kernel, .run = count_calls};
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = strew_plan_workspace_size(&plan, 1));
    assert_true(resources.workspace_bytes <= sizeof workspace);
    strew_state_of(&plan)->apply = &counting;
    n_calls = 0;
    assert_int_equal(run_with(&plan, output, output, indices->values, updates->values, &resources, NULL), STREW_OK);
}

/* Updates that go backwards, or that are evenly apart only within rows, are applied many at a time too. */
TEST(updates_of_views_are_applied_in_groups)
{
    static const int64_t tuples[] = {ROWS, COLUMNS, 1}, shape[] = {ROWS, COLUMNS, WIDTH};
    static const int64_t strides[][3] = {{-COLUMNS * WIDTH, -WIDTH, 1}, {-2 * COLUMNS * WIDTH, -2 * WIDTH, 1},
                                         {WIDTH, ROWS * WIDTH, 1},      {-WIDTH, -ROWS * WIDTH, 1},
                                         {COLUMNS * WIDTH, -WIDTH, 1},  {-2 * COLUMNS * WIDTH, WIDTH, 1}};
    static uint32_t view[2 * ROWS * COLUMNS * WIDTH], dense[ROWS * COLUMNS * WIDTH];
    static int32_t indices[ROWS * COLUMNS];

    while (next_case()) {
        const strew_dtype dtype =
            choose("is_integer", 2) ? STREW_DTYPE_INT32 : STREW_DTYPE_FLOAT32; /* sums in the workspace, or in output */
        const strew_reduction reduction = choose("is_sum", 2) ? STREW_REDUCTION_ADD : STREW_REDUCTION_MEAN;
        const strew_policy policy = choose("skips", 2) ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        const strew_options options = STREW_OPTIONS(.policy = policy, .excludes_self = reduction == STREW_REDUCTION_ADD);
        const int64_t *const step = strides[choose("strides", COUNT(strides))];
        uint32_t *first = view, output[SLICES * WIDTH] = {0}, expected[SLICES * WIDTH] = {0};
        for (int d = 0; d < 3; d++) first -= step[d] < 0 ? (shape[d] - 1) * step[d] : 0;
        for (int t = 0; t < ROWS * COLUMNS; t++) {
            indices[t] = t * 7 % (policy == STREW_POLICY_SKIP ? SLICES + 3 : SLICES);
            for (int j = 0; j < WIDTH; j++) {
                const float number = (float)random_below(&buffers.random, 1000);
                uint32_t *const at = first + t / COLUMNS * step[0] + t % COLUMNS * step[1] + j;
                *at = (uint32_t)number;
                if (dtype == STREW_DTYPE_FLOAT32) memcpy(at, &number, sizeof number);
                dense[t * WIDTH + j] = *at;
            }
        }
        const strew_tensor of_indices = {STREW_DTYPE_INT32, 3, tuples, indices, NULL};
        run_counted(expected, &of_indices, &(strew_tensor){dtype, 3, shape, dense, NULL}, reduction, &options);
        run_counted(output, &of_indices, &(strew_tensor){dtype, 3, shape, first, step}, reduction, &options);
        assert_memory_equal(output, expected, sizeof expected);
        assert_in_range(n_calls, 1, 4 * ROWS);
    }
}

/* ---- The workspace ------------------------------------------------------------------------------------------------------------------- */

static void set_call(strew_reduction reduction, int32_t excludes_self)
{
    scatter what = scatter_of(REFERENCE_ND, 0, SHAPE(100, 3), SHAPE(50, 1));

    what.reduction = reduction;
    what.options.excludes_self = excludes_self;
    fixture_place(&buffers, &what);
    fixture_draw_indices(&buffers, 0);
    fixture_expect(&buffers);
}

TEST(a_missing_workspace_is_rejected)
{
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES], expected[STREW_MESSAGE_BYTES];

    for (int i = 0; i < 3; i++) {
        set_call(i == 0 ? STREW_REDUCTION_MEAN : STREW_REDUCTION_MUL, i == 1);
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        if (i == 2) {
            assert_true(fixture_run(&buffers, &plan, 0)); /* nothing is excluded */
            break;
        }
        const size_t needed = strew_plan_workspace_size(&plan, 1);
        assert_true(needed != 0 && needed == strew_plan_workspace_size(&plan, 8));
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_WORKSPACE_TOO_SMALL, &fault));
        assert_true(fault.value == 0 && fault.low == (int64_t)needed);
        assert_true(fixture_call_rejected(&buffers, STREW_ISA_BEST, STREW_STATUS_WORKSPACE_TOO_SMALL, &fault));
        strew_fault_describe(&fault, sentence, sizeof sentence);
        snprintf(expected, sizeof expected, "this call needs a workspace of %zu bytes, and 0 are given", needed);
        assert_string_equal(sentence, expected);
        const strew_resources resources = STREW_RESOURCES(.workspace = buffers.workspace.bytes, .workspace_bytes = needed - 1);
        assert_int_equal(
            run_with(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &resources, &fault),
            STREW_STATUS_WORKSPACE_TOO_SMALL);
        assert_true(fault.value == (int64_t)needed - 1);
    }
}

TEST(a_workspace_that_overlaps_is_rejected)
{
    strew_fault fault;

    set_call(STREW_REDUCTION_MEAN, 0);
    const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
    const strew_resources resources =
        STREW_RESOURCES(.workspace = buffers.updates.bytes, .workspace_bytes = strew_plan_workspace_size(&plan, 1));
    assert_int_equal(
        run_with(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &resources, &fault),
        STREW_STATUS_WORKSPACE_OVERLAP);
}

/* ---- Indices that change ------------------------------------------------------------------------------------------------------------- */

/* Once the first part of output has its sums, an index names a slice that has none. */
static strew_mean_kernel right_mean;
static strew_apply_kernel right_narrow;

static STREW_MEAN_DIVIDE(divide_then_change)
{
    right_mean.divide(output, sums, n, count, rounding);
    fixture_write_index(&buffers, 0, 0);
}

static STREW_APPLY(narrow_then_change)
{
    right_narrow.run(output, updates, slice_indices, n_tuples, slices);
    fixture_write_index(&buffers, 0, 0);
}

/* In records that count updates, and that have bits. */
TEST(a_slice_that_is_new_in_another_part_is_noticed)
{
    static unsigned char workspace[1 << 12];

    for (int is_mean = 0; is_mean <= 1; is_mean++) {
        scatter what = scatter_of(REFERENCE_UPDATE, 1, SHAPE(2, 4), SHAPE(30));
        what.dtype = STREW_DTYPE_INT16;
        what.reduction = is_mean ? STREW_REDUCTION_MEAN : STREW_REDUCTION_ADD;
        what.options.accumulate = STREW_DTYPE_INT64;
        what.options.overflow = STREW_OVERFLOW_SATURATES;
        fixture_place(&buffers, &what);
        for (size_t t = 0; t < buffers.n_components; t++) fixture_write_index(&buffers, t, 1);
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
        strew_plan_state *const state = strew_state_of(&plan);
        strew_mean_kernel mean;
        strew_apply_kernel narrow;
        if (is_mean) {
            mean = right_mean = *state->mean;
            mean.divide = divide_then_change;
            state->mean = &mean;
        } else {
            narrow = right_narrow = *state->narrow;
            narrow.run = narrow_then_change;
            state->narrow = &narrow;
        }
        assert_int_equal(
            run_with(&plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes, &resources, NULL),
            STREW_STATUS_INDICES_CHANGED);
    }
}

int main(void)
{
    return run_on_fixture(CAPACITY, 0x3ea2);
}
