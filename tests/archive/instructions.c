/* Plans a short call and runs it, 1,000 times: instructions.sh counts the instructions of both. */
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

enum { TIMES = 1000, TUPLES = 2, ROWS = 4, WIDTH = 16, LARGE = 1 << 16, LARGE_WIDTH = 128 };

static float data[(size_t)LARGE * LARGE_WIDTH], output[ROWS * WIDTH], updates[LARGE_WIDTH];
static const int64_t indices[TUPLES] = {2, 1};
static const int64_t data_shape[] = {ROWS, WIDTH}, indices_shape[] = {TUPLES}, updates_shape[] = {TUPLES, WIDTH};
static const int64_t large_shape[] = {LARGE, LARGE_WIDTH}, one[] = {1}, row_shape[] = {1, LARGE_WIDTH};

static const struct {
    const char *name;
    strew_operator op;
    const int64_t *data_shape, *indices_shape, *updates_shape;
} calls[] = {
    {"scatter", STREW_OPERATOR_SCATTER_UPDATE, data_shape, indices_shape, updates_shape},
    {"gather", STREW_OPERATOR_GATHER, data_shape, indices_shape, NULL},
    {"row", STREW_OPERATOR_SCATTER_UPDATE, large_shape, one, row_shape}, /* which exceeds the second-level cache */
};

int main(int n_arguments, char **arguments)
{
    const strew_options options = STREW_OPTIONS(.isa = STREW_ISA_SCALAR); /* which every CPU has */
    for (size_t c = 0; c < sizeof calls / sizeof *calls && n_arguments == 2; c++) {
        if (strcmp(arguments[1], calls[c].name) != 0) continue;
        const int is_gather = calls[c].updates_shape == NULL;
        strew_call call =
            STREW_CALL(.op = calls[c].op, .options = &options, .data = {STREW_DTYPE_FLOAT32, 2, calls[c].data_shape, NULL, NULL},
                       .indices = {STREW_DTYPE_INT64, 1, calls[c].indices_shape, NULL, NULL});
        if (!is_gather) call.updates = (strew_tensor){STREW_DTYPE_FLOAT32, 2, calls[c].updates_shape, NULL, NULL};
        const strew_buffers buffers =
            STREW_BUFFERS(.output = is_gather ? output : data, .data = data, .indices = indices, .updates = is_gather ? NULL : updates);
        for (int i = 0; i < TIMES; i++) {
            strew_plan plan;
            if (strew_plan_call(&plan, &call, NULL) != STREW_OK || strew_run(&plan, &buffers, NULL, NULL) != STREW_OK) return 1;
        }
        return 0;
    }
    fprintf(stderr, "usage: instructions scatter|gather|row\n");
    return 2;
}
