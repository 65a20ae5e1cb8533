/* Rows of a table that are combined with slices, against a loop. */
#include <strew/strew.h>

#include "fill.h"
#include "isas.h"
#include "reference.h"
#include "testing.h"

static uint64_t random_state = 48;

/* Slices of every number of elements around those of registers, with and without weights, by each instruction set: tuples that name a slice
 * in a row, and others, and more than are read ahead. The kernels that keep slices in registers are those of sums of floats; other rows are
 * read one by one. */
TEST(rows_of_any_width_are_combined_with_slices)
{
    enum { SLICES = 7, TUPLES = 200, ROWS = 9, MAX_WIDTH = 150 };
    static double table[ROWS * MAX_WIDTH], of_output[SLICES * MAX_WIDTH], sums[SLICES * MAX_WIDTH], of_weights[TUPLES];
    static int64_t at[TUPLES], of_table[TUPLES];
    static const struct {
        strew_dtype dtype;
        strew_reduction reduction;
    } kinds[] = {{STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD},
                 {STREW_DTYPE_FLOAT64, STREW_REDUCTION_ADD},
                 {STREW_DTYPE_FLOAT32, STREW_REDUCTION_MUL},
                 {STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD},
                 {STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD},
                 {STREW_DTYPE_INT64, STREW_REDUCTION_SUB}};
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    for (size_t t = 0; t < TUPLES; t++) {
        at[t] = (int64_t)(t / 3 % 2 ? t * 5 % SLICES : t / 20 % SLICES);
        of_table[t] = (int64_t)(t * t % ROWS);
    }
    while (next_case()) {
        const size_t kind = choose("kind", COUNT(kinds)), has_weights = choose("has_weights", 2);
        const size_t width = choose("width", MAX_WIDTH) + 1, n = SLICES * width;
        const strew_dtype dtype = kinds[kind].dtype;
        const strew_reduction reduction = kinds[kind].reduction;
        const int64_t shape[] = {SLICES, (int64_t)width}, tuples[] = {TUPLES}, table_shape[] = {ROWS, (int64_t)width};
        strew_options options = STREW_OPTIONS(.isa = isas[choose("isa", n_isas)]);
        strew_plan plan;
        strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = reduction, .options = &options,
                                     .data = {dtype, 2, shape}, .indices = {STREW_DTYPE_INT64, 1, tuples},
                                     .updates = {dtype, 2, table_shape}, .update_indices = {STREW_DTYPE_INT64, 1, tuples});
        if (has_weights) call.weights = (strew_tensor){dtype, 1, tuples};
        fill(dtype, table, ROWS * width, ORDINARY, &random_state);
        fill(dtype, of_weights, TUPLES, ORDINARY, &random_state);
        fill(dtype, of_output, n, ORDINARY, &random_state);
        memcpy(sums, of_output, n * reference_size(dtype));
        for (size_t t = 0; t < TUPLES; t++) {
            for (size_t i = 0; i < width; i++) {
                const size_t to = (size_t)at[t] * width + i, from = (size_t)of_table[t] * width + i, size = reference_size(dtype);
                double update;
                memcpy(&update, (unsigned char *)table + from * size, size);
                if (has_weights)
                    reference_combine_nan(dtype, STREW_REDUCTION_MUL, STREW_NAN_WINS, &update, (unsigned char *)of_weights + t * size);
                reference_combine_nan(dtype, reduction, STREW_NAN_WINS, (unsigned char *)sums + to * size, &update);
            }
        }
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        const strew_buffers buffers = STREW_BUFFERS(.output = of_output, .data = of_output, .indices = at, .updates = table,
                                                    .update_indices = of_table, .weights = has_weights ? of_weights : NULL);
        assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
        assert_memory_equal(of_output, sums, n * reference_size(dtype));
    }
}
