/* Segments of narrow slices and of rows, against a loop: of every width and length, by each instruction set, and with offsets and indices
 * that are wrong. */
#include <strew/segment.h>
#include <strew/strew.h>

#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "offsets.h"
#include "pools.h"
#include "reduce.h"
#include "reference.h"
#include "schedule.h"
#include "steps.h"
#include "testing.h"
#include "ways/way.h"

enum { SEGMENTS = 300, MAX_ROWS = 3000, MAX_ELEMENTS = 9, MAX_BYTES = 8 };

static uint64_t random_state = 51;
static int64_t offsets[SEGMENTS + 1];
static unsigned char *updates, *output; /* which end before pages that cannot be read */
static unsigned char expected[SEGMENTS * MAX_ELEMENTS * MAX_BYTES];

/* Lengths of 0 to 11, or now and then one that has most of the rows; and all of one length. */
static int64_t make_offsets(int kind)
{
    int64_t n = kind == 1 ? 5 : 0;
    for (size_t s = 0; s < SEGMENTS; s++) {
        offsets[s] = n;
        n += kind == 2 ? 3 : kind == 3 && s % 50 == 7 ? 200 : (int64_t)random_below(&random_state, 12);
        n = n > MAX_ROWS ? MAX_ROWS : n;
    }
    offsets[SEGMENTS] = n;
    return kind == 1 && n < MAX_ROWS ? n + 1 : n; /* rows before the first segment, and one after the last */
}

static void reduce_by_loop(strew_dtype dtype, strew_reduction reduction, size_t n_elements)
{
    const size_t bytes = reference_size(dtype), row_bytes = n_elements * bytes;
    memset(expected, 0, SEGMENTS * row_bytes);
    for (size_t s = 0; s < SEGMENTS; s++) {
        const int64_t length = offsets[s + 1] - offsets[s];
        unsigned char *to = expected + s * row_bytes;
        for (int64_t t = offsets[s]; t < offsets[s + 1]; t++) {
            for (size_t i = 0; i < n_elements; i++) {
                const unsigned char *update = updates + (size_t)t * row_bytes + i * bytes;
                if (t == offsets[s]) {
                    memcpy(to + i * bytes, update, bytes);
                } else {
                    const strew_reduction sum = reduction == STREW_REDUCTION_MEAN ? STREW_REDUCTION_ADD : reduction;
                    reference_combine_nan(dtype, sum, STREW_NAN_WINS, to + i * bytes, update);
                }
            }
        }
        for (size_t i = 0; reduction == STREW_REDUCTION_MEAN && length != 0 && i < n_elements; i++) {
            double value[2];
            reference_read_floats(dtype, to + i * bytes, value);
            value[0] /= (double)length;
            reference_write_floats(dtype, to + i * bytes, value);
        }
    }
}

TEST(segments_of_any_length_and_width)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_DTYPE_INT32, STREW_DTYPE_INT64,
                                         STREW_DTYPE_UINT32};
    static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX, STREW_REDUCTION_MEAN};
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const strew_reduction reduction = reductions[choose("reduction", COUNT(reductions))];
        const size_t n_elements = 1 + choose("n_elements", MAX_ELEMENTS), row_bytes = n_elements * reference_size(dtype);
        const strew_options options = STREW_OPTIONS(.isa = isas[choose("isa", n_isas)]);
        const int is_mean = reduction == STREW_REDUCTION_MEAN, is_whole = dtype != STREW_DTYPE_FLOAT32 && dtype != STREW_DTYPE_FLOAT64;
        const int64_t n_rows = make_offsets((int)choose("lengths", 4)), shape[] = {SEGMENTS, (int64_t)n_elements},
                      of_updates[] = {n_rows, (int64_t)n_elements}, of_offsets[] = {SEGMENTS + 1};
        if (is_mean && is_whole) continue; /* whose sums are in a wider type */
        const strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = reduction, .options = &options, .data = {dtype, 2, shape},
                       .updates = {dtype, 2, of_updates}, .offsets = {STREW_DTYPE_INT64, 1, of_offsets});
        strew_plan plan;
        updates = guarded_new((size_t)n_rows * row_bytes, FLUSH_END);
        output = guarded_new(SEGMENTS * row_bytes, FLUSH_END);
        fill(dtype, updates, (size_t)n_rows * n_elements, ORDINARY, &random_state);
        reduce_by_loop(dtype, reduction, n_elements);
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        const strew_buffers buffers = STREW_BUFFERS(.output = output, .offsets = offsets, .updates = updates);
        assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
        assert_memory_equal(output, expected, SEGMENTS * row_bytes);
        assert_true(guarded_free_all());
    }
}

/* Offsets that another thread changes after they were checked: no row is read that there is none of, and no slice outside is written. */
TEST(no_row_is_read_that_offsets_were_not_checked_for)
{
    static const int64_t wrong[] = {-1, 0, 7, 100, INT64_MAX, INT64_MIN, (int64_t)1 << 32};
    enum { ROWS = 100 };
    const int64_t shape[] = {SEGMENTS}, of_updates[] = {ROWS}, of_offsets[] = {SEGMENTS + 1};
    const strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = STREW_REDUCTION_ADD, .data = {STREW_DTYPE_FLOAT32, 1, shape},
                   .updates = {STREW_DTYPE_FLOAT32, 1, of_updates}, .offsets = {STREW_DTYPE_INT64, 1, of_offsets});
    strew_plan plan;
    assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
    while (next_case()) {
        const int is_first = (int)choose("is_first", 2);
        const int64_t value = wrong[choose("value", COUNT(wrong))];
        strew_job job;
        updates = guarded_new(ROWS * sizeof(float), FLUSH_END);
        output = guarded_new(SEGMENTS * sizeof(float), FLUSH_END);
        fill(STREW_DTYPE_FLOAT32, updates, ROWS, ORDINARY, &random_state);
        for (size_t s = 0; s <= SEGMENTS; s++) {
            offsets[s] = random_below(&random_state, 3) == 0 ? value : (int64_t)random_below(&random_state, ROWS + 1);
        }
        if (is_first) offsets[0] = value;
        strew_begin_job(&job, strew_state_of(&plan), output, offsets, updates);
        const strew_steps all = strew_all_steps(&job, NULL);
        assert_true(strew_reduces(&job, &all));
        assert_int_equal(strew_reduce_steps(&job, &all), 1);
        assert_true(guarded_free_all());
    }
}

/* ---- Rows ---------------------------------------------------------------------------------------------------------------------------- */

enum { BAGS = 140, TABLE = 50, MAX_TUPLES = 900, MAX_WIDTH = 280 };

/* Where rows are, and what they are multiplied by. */
static const struct {
    int index_bytes, has_weights, are_weights_float32;
} kinds[] = {{0, 0, 0}, {8, 0, 0}, {4, 1, 1}, {8, 1, 0}, {0, 1, 0}};

static int64_t bag_offsets[BAGS + 1], bag_indices[MAX_TUPLES], rows[MAX_TUPLES];

/* Lengths of 0 to 11, and one of 100 in the middle. Returns the number of tuples. */
static int64_t make_bags(int64_t n)
{
    for (size_t s = 0; s < BAGS; s++) {
        bag_offsets[s] = n;
        n += s == BAGS / 2 ? 100 : (int64_t)random_below(&random_state, 12);
        n = n > MAX_TUPLES ? MAX_TUPLES : n;
    }
    bag_offsets[BAGS] = n;
    for (int64_t s = 0; s < BAGS; s++) {
        for (int64_t t = bag_offsets[s]; t < bag_offsets[s + 1]; t++) bag_indices[t] = s;
    }
    return n;
}

/* Row t, or its product, in the type that rows are combined in. */
static void read_row(strew_dtype wide, strew_dtype dtype, unsigned char *to, const unsigned char *row, strew_dtype of_weights,
                     const unsigned char *weight, size_t n)
{
    const size_t bytes = reference_size(dtype), wide_bytes = reference_size(wide);
    for (size_t i = 0; i < n; i++) {
        double value[2];
        unsigned char factor[MAX_BYTES];
        reference_read_floats(dtype, row + i * bytes, value);
        reference_write_floats(wide, to + i * wide_bytes, value);
        if (weight == NULL) continue;
        reference_read_floats(of_weights, weight, value);
        reference_write_floats(wide, factor, value);
        reference_combine_nan(wide, STREW_REDUCTION_MUL, STREW_NAN_WINS, to + i * wide_bytes, factor);
    }
}

/* How segments are said. Sorted indices may count from the end. */
typedef enum form { BY_OFFSETS, BY_INDICES, AS_SCATTER, AS_SCATTER_WITHOUT_SELF, FORMS } form;

/* `to` begins with what slices have before. */
static void reduce_rows_by_loop(form form, strew_dtype dtype, strew_dtype wide, strew_reduction reduction, const unsigned char *table,
                                int has_indices, strew_dtype of_weights, const unsigned char *weights, size_t width, unsigned char *to)
{
    const size_t bytes = reference_size(dtype), wide_bytes = reference_size(wide);
    const strew_reduction sum = reduction == STREW_REDUCTION_MEAN ? STREW_REDUCTION_ADD : reduction;
    unsigned char sums[MAX_WIDTH * MAX_BYTES], row[MAX_WIDTH * MAX_BYTES];
    for (size_t s = 0; s < BAGS; s++) {
        const int64_t length = bag_offsets[s + 1] - bag_offsets[s];
        read_row(wide, dtype, sums, to + s * width * bytes, dtype, NULL, width);
        for (int64_t t = bag_offsets[s]; t < bag_offsets[s + 1]; t++) {
            const int64_t index = has_indices ? rows[t] + (rows[t] < 0 ? TABLE : 0) : t;
            const unsigned char *weight = weights != NULL ? weights + (size_t)t * reference_size(of_weights) : NULL;
            read_row(wide, dtype, row, table + (size_t)index * width * bytes, of_weights, weight, width);
            for (size_t i = 0; i < width; i++) {
                if (t == bag_offsets[s] && form != AS_SCATTER) {
                    memcpy(sums + i * wide_bytes, row + i * wide_bytes, wide_bytes);
                } else {
                    reference_combine_nan(wide, sum, STREW_NAN_WINS, sums + i * wide_bytes, row + i * wide_bytes);
                }
            }
        }
        for (size_t i = 0; length != 0 && i < width; i++) {
            double value[2];
            reference_read_floats(wide, sums + i * wide_bytes, value);
            if (reduction == STREW_REDUCTION_MEAN)
                value[0] = wide == STREW_DTYPE_FLOAT32 ? (float)(value[0] / (double)length) : value[0] / (double)length;
            reference_write_floats(dtype, to + (s * width + i) * bytes, value);
        }
    }
}

TEST(segments_of_rows_of_any_length_and_width)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};
    static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX, STREW_REDUCTION_MEAN};
    static unsigned char of_loop[BAGS * MAX_WIDTH * MAX_BYTES];
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const strew_reduction reduction = reductions[choose("reduction", COUNT(reductions))];
        const size_t kind = choose("kind", COUNT(kinds)), bytes = reference_size(dtype), is_narrow = choose("is_narrow", 2),
                     form = choose("form", FORMS);
        const size_t width = 1 + (size_t)random_below(&random_state, is_narrow ? 12 : MAX_WIDTH);
        const int is_sum = reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_MEAN,
                  has_indices = kinds[kind].index_bytes != 0, is_small = bytes == 2;
        const strew_dtype wide = is_small && is_sum ? STREW_DTYPE_FLOAT32 : dtype,
                          of_weights = kinds[kind].are_weights_float32 && wide != dtype ? STREW_DTYPE_FLOAT32 : dtype;
        const int is_scatter = form == AS_SCATTER || form == AS_SCATTER_WITHOUT_SELF;
        const strew_options options =
            STREW_OPTIONS(.isa = isas[choose("isa", n_isas)], .accumulate = wide != dtype ? wide : 0,
                          .sorted = is_scatter ? STREW_HINT_CHECKED : STREW_HINT_NONE, .excludes_self = form == AS_SCATTER_WITHOUT_SELF);
        if (form == AS_SCATTER && reduction == STREW_REDUCTION_MEAN) continue; /* in which old elements count */
        const int64_t n_tuples = make_bags(form != BY_OFFSETS ? 0 : (int64_t)random_below(&random_state, 3)),
                      n_rows = has_indices ? TABLE : n_tuples, shape[] = {BAGS, (int64_t)width}, of_table[] = {n_rows, (int64_t)width},
                      of_offsets[] = {BAGS + 1}, of_tuples[] = {n_tuples};
        const size_t row_bytes = width * bytes, weights_bytes = (size_t)n_tuples * reference_size(of_weights);
        strew_call call = STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = reduction, .options = &options, .data = {dtype, 2, shape},
                                     .updates = {dtype, 2, of_table}, .offsets = {STREW_DTYPE_INT64, 1, of_offsets});
        unsigned char *table = guarded_new((size_t)n_rows * row_bytes, FLUSH_END), *weights = guarded_new(weights_bytes, FLUSH_END),
                      *indices = guarded_new((size_t)n_tuples * 8, FLUSH_END);
        strew_plan plan;
        output = guarded_new(BAGS * row_bytes, FLUSH_END);
        fill(dtype, table, (size_t)n_rows * width, ORDINARY, &random_state);
        fill(of_weights, weights, (size_t)n_tuples, ORDINARY, &random_state);
        if (kinds[kind].index_bytes == 4) indices += (size_t)n_tuples * 4;
        for (int64_t t = 0; t < n_tuples; t++) {
            rows[t] = (int64_t)random_below(&random_state, 2 * TABLE) - TABLE;
            const int32_t narrow = (int32_t)rows[t];
            if (kinds[kind].index_bytes == 4) memcpy(indices + (size_t)t * 4, &narrow, 4);
            if (kinds[kind].index_bytes == 8) memcpy(indices + (size_t)t * 8, &rows[t], 8);
        }
        if (has_indices) {
            const strew_dtype of_indices = kinds[kind].index_bytes == 8 ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32;
            call.update_indices = (strew_tensor){of_indices, 1, of_tuples};
        }
        if (form != BY_OFFSETS) {
            call.offsets = (strew_tensor){0};
            call.indices = (strew_tensor){STREW_DTYPE_INT64, 1, of_tuples};
        }
        if (is_scatter) call.op = STREW_OPERATOR_SCATTER_UPDATE;
        for (int64_t t = 0; is_scatter && t < n_tuples; t++) bag_indices[t] -= bag_indices[t] > BAGS / 2 ? BAGS : 0;
        if (kinds[kind].has_weights) call.weights = (strew_tensor){of_weights, 1, of_tuples};
        memset(of_loop, 0, BAGS * row_bytes);
        if (is_scatter) fill(dtype, of_loop, BAGS * width, ORDINARY, &random_state);
        memcpy(output, of_loop, BAGS * row_bytes);
        reduce_rows_by_loop((enum form)form, dtype, wide, reduction, table, has_indices, of_weights,
                            kinds[kind].has_weights ? weights : NULL, width, of_loop);
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        const strew_buffers buffers =
            STREW_BUFFERS(.output = output, .data = is_scatter ? output : NULL, .offsets = form == BY_OFFSETS ? bag_offsets : NULL,
                          .indices = form != BY_OFFSETS ? bag_indices : NULL, .updates = table,
                          .update_indices = has_indices ? indices : NULL, .weights = kinds[kind].has_weights ? weights : NULL);
        const size_t workspace_bytes = strew_plan_workspace_size(&plan, 1);
        const strew_resources resources =
            STREW_RESOURCES(.workspace = guarded_new(workspace_bytes, FLUSH_END), .workspace_bytes = workspace_bytes);
        assert_int_equal(strew_run(&plan, &buffers, &resources, NULL), STREW_OK);
        assert_memory_equal(output, of_loop, BAGS * row_bytes);
        assert_true(guarded_free_all());
    }
}

/* Update indices that another thread changes after they were checked: no row is read that there is none of. */
TEST(no_row_is_read_that_indices_were_not_checked_for)
{
    static const int64_t wrong[] = {-1, TABLE, -TABLE - 1, INT64_MAX, INT64_MIN, (int64_t)1 << 32};
    const int64_t shape[] = {BAGS, 16}, of_table[] = {TABLE, 16}, of_offsets[] = {BAGS + 1};
    while (next_case()) {
        const int64_t value = wrong[choose("value", COUNT(wrong))], n_tuples = make_bags(2), of_tuples[] = {n_tuples};
        const strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = STREW_REDUCTION_ADD, .data = {STREW_DTYPE_FLOAT32, 2, shape},
                       .updates = {STREW_DTYPE_FLOAT32, 2, of_table}, .offsets = {STREW_DTYPE_INT64, 1, of_offsets},
                       .update_indices = {STREW_DTYPE_INT64, 1, of_tuples});
        strew_plan plan;
        strew_job job;
        unsigned char *table = guarded_new(TABLE * 16 * sizeof(float), FLUSH_END);
        output = guarded_new(BAGS * 16 * sizeof(float), FLUSH_END);
        fill(STREW_DTYPE_FLOAT32, table, TABLE * 16, ORDINARY, &random_state);
        for (int64_t t = 0; t < n_tuples; t++)
            rows[t] = random_below(&random_state, 3) == 0 ? value : (int64_t)random_below(&random_state, TABLE);
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        strew_begin_job(&job, strew_state_of(&plan), output, bag_offsets, table);
        job.rows = (const unsigned char *)rows;
        const strew_steps all = strew_all_steps(&job, NULL);
        assert_true(strew_reduces(&job, &all));
        assert_int_equal(strew_reduce_steps(&job, &all), 1);
        assert_true(guarded_free_all());
    }
}

/* A NaN may have any bits, of which none may become a number. */
TEST(nan_stays_nan_where_small_floats_are_rounded)
{
    static const uint32_t weights[] = {0x7fc00000, 0x7fffffff, 0xffffffff, 0x7fffc000, 0x3f800000};
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};
    enum { WIDTH = 100, ROWS = 3 };
    static const int64_t two[] = {0, ROWS, ROWS}, one[] = {0, 1, 2}, shape[] = {2, WIDTH}, of_table[] = {ROWS, WIDTH}, of_offsets[] = {3},
                         of_tuples[] = {ROWS};
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    while (next_case()) {
        const strew_dtype dtype = dtypes[choose("dtype", COUNT(dtypes))];
        const uint16_t nan = dtype == STREW_DTYPE_FLOAT16 ? 0x7e01 : 0xffc1;
        const strew_reduction reduction = choose("is_max", 2) ? STREW_REDUCTION_MAX : STREW_REDUCTION_ADD;
        const size_t weight = choose("weight", COUNT(weights));
        const int is_sum = reduction == STREW_REDUCTION_ADD, has_number = weights[weight] == 0x3f800000;
        const strew_options options = STREW_OPTIONS(.isa = isas[choose("isa", n_isas)], .accumulate = is_sum ? STREW_DTYPE_FLOAT32 : 0);
        uint32_t of_rows[ROWS] = {weights[weight], 0x3f800000, 0x3f800000};
        uint16_t table[ROWS * WIDTH] = {0}, result[2 * WIDTH];
        for (size_t i = 0; has_number && i < WIDTH; i++) table[WIDTH + i] = nan;
        if (!has_number && !is_sum) continue; /* weights of another type are staged */
        strew_call call = STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = reduction, .options = &options, .data = {dtype, 2, shape},
                                     .updates = {dtype, 2, of_table}, .offsets = {STREW_DTYPE_INT64, 1, of_offsets},
                                     .update_indices = {STREW_DTYPE_INT64, 1, of_tuples});
        static const int64_t in_order[ROWS] = {0, 1, 2};
        if (is_sum) call.weights = (strew_tensor){STREW_DTYPE_FLOAT32, 1, of_tuples};
        strew_plan plan;
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        const strew_buffers buffers = STREW_BUFFERS(.output = result, .offsets = choose("is_short", 2) ? one : two, .updates = table,
                                                    .update_indices = in_order, .weights = is_sum ? of_rows : NULL);
        assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
        for (size_t i = 0; i < WIDTH; i++) {
            double value;
            reference_read_floats(dtype, result + (buffers.offsets == one && has_number ? WIDTH : 0) + i, &value);
            assert_true(value != value);
        }
    }
}

/* The last tuple of a sorted scatter is out of bounds, with any workspace: nothing is written. */
TEST(sorted_tuples_that_are_out_of_bounds_are_rejected)
{
    enum { SLICES = 5, TUPLES = 300, WIDTH = 128 };
    const int64_t shape[] = {SLICES, WIDTH}, of_table[] = {TABLE, WIDTH}, of_tuples[] = {TUPLES};
    static float data[SLICES * WIDTH], before[SLICES * WIDTH], table[TABLE * WIDTH];
    static int64_t indices[TUPLES], of_rows[TUPLES];
    while (next_case()) {
        const int64_t wrong = choose("is_low", 2) ? -SLICES - 1 : SLICES;
        const strew_options options = STREW_OPTIONS(.sorted = choose("is_checked", 2) ? STREW_HINT_CHECKED : STREW_HINT_TRUSTED);
        const int has_workspace = (int)choose("has_workspace", 2);
        const strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .options = &options,
                       .data = {STREW_DTYPE_FLOAT32, 2, shape}, .indices = {STREW_DTYPE_INT64, 1, of_tuples},
                       .updates = {STREW_DTYPE_FLOAT32, 2, of_table}, .update_indices = {STREW_DTYPE_INT64, 1, of_tuples});
        strew_plan plan;
        strew_fault fault;
        for (size_t t = 0; t < TUPLES; t++) indices[t] = (int64_t)(t * SLICES / TUPLES);
        indices[TUPLES - 1] = wrong;
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        const strew_known known = strew_know(strew_state_of(&plan), 1, SIZE_MAX, STREW_MIN_WAKE_NS);
        assert_int_equal(strew_shadow_way.fits(&known), 0); /* it checks tuples by applying them */
        const size_t bytes = has_workspace ? strew_plan_workspace_size(&plan, 1) : 0;
        const strew_resources resources = STREW_RESOURCES(.workspace = guarded_new(bytes, FLUSH_END), .workspace_bytes = bytes);
        const strew_buffers buffers =
            STREW_BUFFERS(.output = data, .data = data, .indices = indices, .updates = table, .update_indices = of_rows);
        assert_int_equal(strew_run(&plan, &buffers, &resources, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_int_equal(fault.tuple, TUPLES - 1);
        assert_memory_equal(data, before, sizeof data);
        assert_true(guarded_free_all());
    }
}
