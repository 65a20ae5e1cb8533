/* Segments of narrow slices, against a loop: of every width and length, by each instruction set, and with offsets that are wrong. */
#include <strew/segment.h>
#include <strew/strew.h>

#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "offsets.h"
#include "pools.h"
#include "reduce.h"
#include "reference.h"
#include "steps.h"
#include "testing.h"

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
