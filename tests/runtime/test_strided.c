/* Rows with gaps between them, beside plain loops: in output, updates, and what is gathered from. Sums are of small integers, so they are
 * exact. Strides of any kind are the fuzz target's of views, and those that threads share test_parallel.c's. */
#include <strew/strew.h>

#include "call_text.h"
#include "calls.h"
#include "gathering.h"
#include "group.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "testing.h"

/* N rows are enough for three threads. */
enum { ROWS = 24, COLUMNS = 100, TAKEN = 48, N = 8000, WIDTH = 8, STRIDE = 2 * WIDTH, MEMORY = N * STRIDE, MIDDLE = MEMORY / 2 };

static float output[MEMORY], expected[MEMORY], values[MEMORY];
static int64_t indices[N];
static int32_t narrow_indices[N];
static unsigned char workspace[1 << 20], prepared[1 << 20];

typedef enum form { ALONE, THREADS, PREPARED, FORMS } form;
static const char *const forms[FORMS] = {"alone", "threads", "prepared"};

static strew_resources lend(form form, size_t *n_threads)
{
    *n_threads = form == ALONE ? 1 : 3;
    return resources_on_threads(n_threads, workspace, sizeof workspace);
}

static void fill_memory(float *memory)
{
    for (size_t i = 0; i < MEMORY; i++) memory[i] = (float)(i * 7 % 1009);
}

/* ---- By indices as they are stored --------------------------------------------------------------------------------------------------- */

/* Strides, in elements, of output or what is gathered from, and of updates or what is gathered; how many indices a row has; and a factor
 * of the updates. */
typedef struct layout {
    const char *name;
    int64_t strides[2], updates_strides[2], taken;
    float alpha;
} layout;

static const layout layouts[] = {
    {"gaps between rows", {128, 1}, {TAKEN, 1}, TAKEN, 1},
    {"short rows", {128, 1}, {5, 1}, 5, 1},
    {"every second element", {256, 2}, {TAKEN, 1}, TAKEN, 1},
    {"gaps between rows of updates", {128, 1}, {64, 1}, TAKEN, 1},
    {"every second update", {128, 1}, {2 * TAKEN, 2}, TAKEN, 1},
    {"updates backwards", {128, 1}, {-TAKEN, -1}, TAKEN, 1},
    {"one update for all", {128, 1}, {0, 0}, TAKEN, 1},
    {"no tuples", {128, 1}, {0, 1}, 0, 1},
    {"a factor", {128, 1}, {TAKEN, 1}, TAKEN, 3},
};

static void draw_indices(int64_t taken)
{
    for (int64_t i = 0; i < ROWS * taken; i++) {
        indices[i] = i * i % COLUMNS - (i % 3 == 0 ? COLUMNS : 0);
        narrow_indices[i] = (int32_t)indices[i];
    }
}

static size_t place_of(const int64_t *strides, int64_t row, int64_t column)
{
    return (size_t)(row * strides[0] + (column < 0 ? column + COLUMNS : column) * strides[1]);
}

static strew_status add(const layout *of, strew_options *options, form form, strew_dtype index_dtype)
{
    const void *const from = index_dtype == STREW_DTYPE_INT32 ? (const void *)narrow_indices : indices;
    const int64_t shape[] = {ROWS, COLUMNS}, taken[] = {ROWS, of->taken};
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, shape, output, of->strides}, tuples = {index_dtype, 2, taken, from, NULL},
                       updates = {STREW_DTYPE_FLOAT32, 2, taken, values, of->updates_strides};
    size_t n_threads;
    const strew_resources resources = lend(form, &n_threads);
    strew_plan plan;

    options->alpha = of->alpha != 1 ? &of->alpha : NULL;
    const reference_call call = {REFERENCE_ELEMENTS, &data, &tuples, &updates, 1, STREW_REDUCTION_ADD, options, .output = &data};
    assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
    float *const to = output + MIDDLE;
    if (form != PREPARED) return run_with(&plan, to, to, from, values + MIDDLE, &resources, NULL);
    const strew_status status = prepare_indices(&plan, from, prepared, sizeof prepared, NULL);
    return status != STREW_OK ? status : run_prepared(&plan, to, to, prepared, values + MIDDLE, &resources, NULL);
}

static strew_status take(const layout *of, strew_options *options, form form, strew_dtype index_dtype)
{
    const void *const from = index_dtype == STREW_DTYPE_INT32 ? (const void *)narrow_indices : indices;
    const int64_t shape[] = {ROWS, COLUMNS}, taken[] = {ROWS, of->taken};
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, shape, values, of->strides}, tuples = {index_dtype, 2, taken, from, NULL};
    size_t n_threads;
    const strew_resources resources = lend(form, &n_threads);
    strew_plan plan;

    const strew_tensor to = {STREW_DTYPE_FLOAT32, 2, taken, NULL, of->updates_strides};
    const gather_call call = {GATHER_ELEMENTS, &data, &tuples, 1, 0, options, .output = &to};
    assert_int_equal(plan_gather_call(&plan, &call, NULL), STREW_OK);
    if (form != PREPARED) return run_gather(&plan, output + MIDDLE, values + MIDDLE, from, &resources, NULL);
    const strew_status status = prepare_indices(&plan, from, prepared, sizeof prepared, NULL);
    return status != STREW_OK ? status : run_gather_prepared(&plan, output + MIDDLE, values + MIDDLE, prepared, &resources, NULL);
}

static void begin(const layout *of)
{
    draw_indices(of->taken);
    fill_memory(values);
    fill_memory(output);
    memcpy(expected, output, sizeof output);
}

static void assert_output(strew_status actual, strew_status status)
{
    assert_int_equal(actual, status);
    assert_true(memcmp(output, expected, sizeof output) == 0);
}

typedef strew_status run_rows(const layout *of, strew_options *options, form form, strew_dtype index_dtype);

static void expect_rows(const layout *of, run_rows *run)
{
    for (int64_t t = 0; t < ROWS * of->taken; t++) {
        const int64_t row = t / of->taken;
        const size_t at = MIDDLE + place_of(of->strides, row, indices[t]);
        const size_t update = (size_t)(MIDDLE + row * of->updates_strides[0] + t % of->taken * of->updates_strides[1]);
        if (run == take) {
            expected[update] = values[at];
        } else {
            expected[at] += of->alpha * values[update];
        }
    }
}

/* `run` is add or take. */
static void check_rows(run_rows *run)
{
    static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_TRUSTED};
    static const strew_dtype index_dtypes[] = {STREW_DTYPE_INT64, STREW_DTYPE_INT32};

    for (const layout *of = layouts; of < layouts + COUNT(layouts); of++) {
        if (run == take && of->updates_strides[1] == 0) continue; /* output has no two elements in one place */
        for (form form = ALONE; form < FORMS; form++) {
            for (size_t i = 0; i < n_isas; i++) {
                for (int how = 0; how < 4; how++) {
                    strew_options options = STREW_OPTIONS(.isa = isas[i], .policy = policies[how & 1]);
                    in_case("%s, %s, %s", of->name, forms[form], strew_isa_name(isas[i]));
                    begin(of);
                    expect_rows(of, run);
                    assert_output(run(of, &options, form, index_dtypes[how >> 1]), STREW_OK);
                }
            }
        }
    }
}

TEST(rows_are_scattered_between_gaps)
{
    check_rows(add);
}

TEST(rows_are_gathered_between_gaps)
{
    check_rows(take);
}

TEST(an_index_out_of_bounds_is_rejected_as_without_gaps)
{
    static const int64_t wrong[] = {COLUMNS, -COLUMNS - 1, INT64_MAX, INT64_MIN};

    for (size_t i = 0; i < COUNT(wrong); i++) {
        for (form form = ALONE; form < FORMS; form++) {
            for (int is_gather = 0; is_gather < 2; is_gather++) {
                strew_options options = STREW_OPTIONS_INIT;
                begin(&layouts[0]);
                indices[ROWS * TAKEN - 3] = wrong[i];
                assert_output((is_gather ? take : add)(&layouts[0], &options, form, STREW_DTYPE_INT64), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
            }
        }
    }
}

/* Counts, in data that exceeds the caches, where dense updates have slice indices. */
TEST(one_update_is_added_anywhere_in_large_data)
{
    enum { LARGE = 9 << 18 }; /* of 4 bytes: 9 MiB */
    static float large[LARGE], counts[LARGE];
    const int64_t shape[] = {LARGE}, taken[] = {N, 1}, each[] = {N}, one_for_all[] = {0};
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, large, NULL}, tuples = {STREW_DTYPE_INT64, 2, taken, indices, NULL},
                       updates = {STREW_DTYPE_FLOAT32, 1, each, values, one_for_all};
    strew_options options = STREW_OPTIONS_INIT;
    strew_plan plan;

    values[0] = 1;
    for (int64_t i = 0; i < N; i++) {
        indices[i] = i * i * 7919 % LARGE - (i % 3 == 0 ? LARGE : 0);
        counts[indices[i] < 0 ? indices[i] + LARGE : indices[i]] += 1;
    }
    const reference_call call = {REFERENCE_ND, &data, &tuples, &updates, 0, STREW_REDUCTION_ADD, &options, .output = &data};
    assert_int_equal(plan_call(&plan, &call, NULL), STREW_OK);
    assert_int_equal(run_with(&plan, large, large, indices, values, NULL, NULL), STREW_OK);
    assert_true(memcmp(large, counts, sizeof large) == 0);
}

/* ---- By prepared runs ---------------------------------------------------------------------------------------------------------------- */

enum { SKIPPED = 50 };

static int is_skipped(int64_t row)
{
    return row % SKIPPED == SKIPPED - 1;
}

/* All rows in order. */
static void draw_runs(strew_tensor *tuples, const int64_t *shape)
{
    for (int64_t t = 0; t < N; t++) indices[t] = is_skipped(t) ? N : t;
    *tuples = (strew_tensor){STREW_DTYPE_INT64, 1, shape, indices, NULL};
}

/* Two tuples of many outer indices, whose slices follow each other in output or do not, in data that lies in any order. */
TEST(few_tuples_are_gathered_from_views_of_any_order)
{
    enum { HIGH = 2, WIDE = 5, LONG = 7, PICKED = 2, BYTES = 4096 };
    static const struct {
        int64_t data[3], output[3]; /* strides of [HIGH, WIDE, LONG] and of [HIGH, WIDE, PICKED] */
    } views[] = {
        {{1, 2, 10}, {10, 2, 1}},     {{5, 1, 10}, {10, 2, 1}},   {{70, 14, 2}, {10, 2, 1}},  {{-5, 1, 10}, {10, 2, 1}},
        {{-70, -14, 2}, {10, 2, 1}},  {{70, 14, 2}, {20, 4, 2}},  {{70, 14, 2}, {1, 2, 10}},  {{70, 14, 2}, {5, 1, 10}},
        {{105, 21, 3}, {-10, -2, 1}}, {{105, 21, 3}, {15, 3, 1}}, {{100, 15, 2}, {10, 2, 1}}, {{100, 1, 15}, {5, 1, 10}},
    };
    static const int64_t data_shape[] = {HIGH, WIDE, LONG}, output_shape[] = {HIGH, WIDE, PICKED}, indices_shape[] = {PICKED},
                         picked[PICKED] = {6, -5};
    static int16_t data[BYTES], output[BYTES], expected[BYTES];

    for (size_t v = 0; v < COUNT(views); v++) {
        const int64_t *const from = views[v].data, *const to = views[v].output;
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER, .axis = 2, .data = {STREW_DTYPE_INT16, 3, data_shape, NULL, from},
                                           .indices = {STREW_DTYPE_INT64, 1, indices_shape, NULL, NULL},
                                           .output = {STREW_DTYPE_INT16, 3, output_shape, NULL, to});
        strew_plan plan;
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        for (int i = 0; i < BYTES; i++) {
            data[i] = (int16_t)i;
            output[i] = expected[i] = -1;
        }
        for (int64_t i = 0; i < HIGH * WIDE * PICKED; i++) {
            const int64_t high = i / (WIDE * PICKED), wide = i / PICKED % WIDE, tuple = i % PICKED,
                          index = picked[tuple] < 0 ? picked[tuple] + LONG : picked[tuple];
            expected[BYTES / 2 + high * to[0] + wide * to[1] + tuple * to[2]] =
                data[BYTES / 2 + high * from[0] + wide * from[1] + index * from[2]];
        }
        const strew_buffers given = STREW_BUFFERS(.output = output + BYTES / 2, .data = data + BYTES / 2, .indices = picked);
        assert_int_equal(strew_run(&plan, &given, NULL, NULL), STREW_OK);
        assert_memory_equal(output, expected, sizeof output);
    }
}

TEST(prepared_runs_are_gathered_into_rows_with_gaps)
{
    const int64_t shape[] = {N, WIDTH}, strides[] = {STRIDE, 1}, n[] = {N};
    const float fill = -5;
    strew_options options = STREW_OPTIONS_INIT;
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, shape, values, NULL};
    strew_tensor tuples;
    size_t n_threads;
    strew_plan plan;

    draw_runs(&tuples, n);
    fill_memory(values);
    options.policy = STREW_POLICY_SKIP;
    options.fill = &fill;
    const strew_tensor to = output_with(&data, strides);
    const gather_call call = {GATHER, &data, &tuples, 0, 0, &options, .output = &to};
    assert_int_equal(plan_gather_call(&plan, &call, NULL), STREW_OK);
    assert_int_equal(prepare_indices(&plan, indices, prepared, sizeof prepared, NULL), STREW_OK);
    for (int form = ALONE; form <= THREADS; form++) {
        const strew_resources resources = lend((enum form)form, &n_threads);
        memset(output, 0, sizeof output);
        memset(expected, 0, sizeof expected);
        for (int64_t i = 0; i < N * WIDTH; i++) expected[i / WIDTH * STRIDE + i % WIDTH] = is_skipped(i / WIDTH) ? fill : values[i];
        assert_output(run_gather_prepared(&plan, output, values, prepared, &resources, NULL), STREW_OK);
    }
}

TEST(prepared_runs_are_scattered_from_rows_with_gaps)
{
    const int64_t shape[] = {N, WIDTH}, strides[] = {STRIDE, 1}, n[] = {N};
    strew_options options = STREW_OPTIONS_INIT;
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, shape, output, NULL}, updates = {STREW_DTYPE_FLOAT32, 2, shape, values, strides};
    strew_tensor tuples;
    size_t n_threads;
    strew_plan plan;

    draw_runs(&tuples, n);
    fill_memory(values);
    options.policy = STREW_POLICY_SKIP;
    assert_int_equal(plan_scatter_update(&plan, &data, &tuples, &updates, 0, STREW_REDUCTION_ADD, &options, NULL), STREW_OK);
    assert_int_equal(prepare_indices(&plan, indices, prepared, sizeof prepared, NULL), STREW_OK);
    for (int form = ALONE; form <= THREADS; form++) {
        const strew_resources resources = lend((enum form)form, &n_threads);
        fill_memory(output);
        fill_memory(expected);
        for (int64_t i = 0; i < N * WIDTH; i++) expected[i] += is_skipped(i / WIDTH) ? 0 : values[i / WIDTH * STRIDE + i % WIDTH];
        assert_output(run_prepared(&plan, output, output, prepared, values, &resources, NULL), STREW_OK);
    }
}

/* Rows of updates from the last one to the first, which are wider than the room to stage them. */
TEST(wide_rows_are_scattered_backwards)
{
    enum { WIDE = 600, TUPLES = 5 };
    static const int64_t rows[TUPLES] = {4, 0, 4, 7, 1}, data_shape[] = {8, WIDE}, n[] = {TUPLES}, shape[] = {TUPLES, WIDE},
                         strides[] = {-WIDE, 1};
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, data_shape, output, NULL}, tuples = {STREW_DTYPE_INT64, 1, n, rows, NULL},
                       updates = {STREW_DTYPE_FLOAT32, 2, shape, values + (TUPLES - 1) * WIDE, strides};

    for (size_t i = 0; i < n_isas; i++) {
        const strew_options options = STREW_OPTIONS(.isa = isas[i]);
        fill_memory(values);
        fill_memory(output);
        fill_memory(expected);
        for (int64_t t = 0; t < TUPLES * WIDE; t++)
            expected[rows[t / WIDE] * WIDE + t % WIDE] += values[(TUPLES - 1 - t / WIDE) * WIDE + t % WIDE];
        assert_output(strew_scatter_update(output, &data, &tuples, &updates, 0, STREW_REDUCTION_ADD, &options, NULL), STREW_OK);
    }
}

/* Twice this distance in bytes exceeds an int64, and must not overflow one. */
TEST(strides_of_a_quarter_of_all_memory_are_planned)
{
    for (long long sign = -1; sign <= 1; sign += 2) {
        const long long stride = sign * (PTRDIFF_MAX / 8 + 1);
        plan_text("scatter_nd data=float32[8] indices=int64[3,2,1] updates=float32[3,2]{1,%lld} add", stride);
        plan_text("gather_nd data=float32[8] indices=int64[3,2,1] output=float32[3,2]{1,%lld}", stride);
    }
}

int main(void)
{
    n_isas = runnable_isas(isas);
    return run_all_tests(NULL, NULL);
}
