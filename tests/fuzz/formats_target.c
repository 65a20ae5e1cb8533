/* A fuzz target: any bytes become a scatter or a gather of rows that are converted on their way: blocks, integers with zero points, numbers
 * with a scale, which may be anything, or elements that a function of the caller converts. Each row is converted by the reference's words,
 * an element at a time; the call runs on one thread and on several, with prepared indices, and in parts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strew/convert.h>

#include "blocks.h"
#include "bytes.h"
#include "compare.h"
#include "conversions.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"
#include "reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MAX_TUPLES = 40, MAX_ROWS = 9, MAX_BLOCK = 128, WORKSPACE = 1 << 15 };

typedef enum kind { BLOCKS, ZERO_POINTS, SCALED, CONVERTED, KINDS } kind;

/* Data is [n_outer, n_rows, width] and the ordered side [n_outer, n_tuples, width], of which the scale is [1 or n_outer, 1 or all,
 * n_scales], and so are zero points. */
typedef struct made {
    kind kind;
    int is_gather, skips;
    strew_dtype data, ordered;
    strew_options options;
    size_t n_outer, n_rows, n_tuples, width, block, n_scales, data_row_bytes, ordered_row_bytes;
    size_t scale_outer, scale_rows, zeros_outer, zeros_rows, n_zeros;
    int64_t indices[MAX_TUPLES];
    unsigned char *rows, *other; /* data and the ordered side */
    float *scale;
    unsigned char *zeros;
} made;

static uint64_t random_state;

static void require(int holds, const made *of, const char *what)
{
    if (holds) return;
    fprintf(stderr, "formats: %s of %s and %s, kind %d, width %zu: %s\n", of->is_gather ? "gather" : "scatter", strew_dtype_name(of->data),
            strew_dtype_name(of->ordered), (int)of->kind, of->width, what);
    abort();
}

/* ---- What is made -------------------------------------------------------------------------------------------------------------------- */

static size_t bytes_of_row(strew_dtype dtype, size_t width)
{
    return width / (block_elements(dtype) ? block_elements(dtype) : 1) * (block_bytes(dtype) ? block_bytes(dtype) : reference_size(dtype));
}

/* Of the caller: three bytes from two. */
static void convert(void *to, const void *from, size_t n, void *context, void *scratch)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (scratch) memset(scratch, 0x5a, 24);
    for (size_t i = 0; i < n; i++, out += 3, in += 2) {
        out[0] = (unsigned char)(in[0] ^ *(const unsigned char *)context);
        out[1] = in[1];
        out[2] = (unsigned char)(in[0] + in[1]);
    }
}

static void take_types(bytes *from, made *to)
{
    static const strew_dtype floats[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16},
                             narrow[] = {STREW_DTYPE_INT8, STREW_DTYPE_FLOAT8E4M3FN, STREW_DTYPE_FLOAT8E5M2, STREW_DTYPE_FLOAT16,
                                         STREW_DTYPE_BFLOAT16},
                             integers[] = {STREW_DTYPE_UINT4, STREW_DTYPE_INT4, STREW_DTYPE_UINT8, STREW_DTYPE_INT8};
    const unsigned number = take_byte(from);
    size_t n_formats = 0;
    while (block_dtype_at(n_formats) != 0) n_formats++;
    to->kind = (kind)take_below(from, KINDS);
    to->is_gather = to->kind == ZERO_POINTS || take_below(from, 2);
    to->ordered = floats[take_below(from, COUNT(floats))];
    to->data = to->kind == BLOCKS        ? block_dtype_at(number % n_formats)
               : to->kind == ZERO_POINTS ? integers[number % COUNT(integers)]
               : to->kind == SCALED      ? narrow[number % COUNT(narrow)]
                                         : (strew_dtype)STREW_DTYPE_OPAQUE(to->is_gather ? 2 : 3);
    if (to->kind == CONVERTED) to->ordered = (strew_dtype)STREW_DTYPE_OPAQUE(to->is_gather ? 3 : 2);
    to->block = to->kind == BLOCKS ? block_elements(to->data) : to->kind == ZERO_POINTS ? (size_t)8 << take_below(from, 5) : 1;
}

static void take_sizes(bytes *from, made *to)
{
    static const unsigned char widths[] = {1, 2, 3, 7, 16, 31, 33, 64, 70, 130};
    to->n_outer = 1 + take_below(from, 3);
    to->n_rows = 1 + take_below(from, MAX_ROWS);
    to->n_tuples = take_below(from, MAX_TUPLES + 1);
    to->width = to->block * (to->block == 1 ? widths[take_below(from, COUNT(widths))] : 1 + take_below(from, 6));
    to->data_row_bytes = bytes_of_row(to->data, to->width);
    to->ordered_row_bytes = bytes_of_row(to->ordered, to->width);
    const unsigned shared = take_byte(from);
    to->scale_outer = shared & 1 ? to->n_outer : 1;
    to->scale_rows = shared & 2 ? (to->is_gather ? to->n_rows : to->n_tuples) : 1;
    to->n_scales = shared & 4 ? 1 : to->width / (to->kind == ZERO_POINTS || to->width % 16 ? to->block : 16);
    to->zeros_outer = shared & 8 ? to->n_outer : 1;
    to->zeros_rows = shared & 16 ? to->n_rows : 1;
    to->n_zeros = shared & 32 ? 1 : to->width / to->block;
    to->skips = (int)(shared >> 7);
}

/* Scales are of any magnitude, and some are no numbers. */
static void take_values(bytes *from, made *to)
{
    const size_t n_scales = to->scale_outer * to->scale_rows * to->n_scales, n_zeros = to->zeros_outer * to->zeros_rows * to->n_zeros,
                 per_byte = block_bytes(to->data) && to->kind == ZERO_POINTS ? 2 : 1,
                 n_data = to->n_outer * to->n_rows * to->data_row_bytes, n_other = to->n_outer * to->n_tuples * to->ordered_row_bytes;
    const placement end = take_below(from, 2) ? FLUSH_START : FLUSH_END;
    const contents contents = take_below(from, 2) ? EXTREME : ORDINARY;
    random_state = take_pair(from);
    to->rows = guarded_new(n_data, end);
    to->other = guarded_new(n_other, end);
    to->scale = guarded_new(n_scales * sizeof(float), end);
    to->zeros = guarded_new((n_zeros + per_byte - 1) / per_byte, end);
    fill(STREW_DTYPE_FLOAT32, to->scale, n_scales, contents, &random_state);
    for (size_t i = 0; i < (n_zeros + per_byte - 1) / per_byte; i++) to->zeros[i] = (unsigned char)random_next(&random_state);
    for (size_t i = 0; i < n_data; i++) to->rows[i] = (unsigned char)random_next(&random_state);
    const size_t n = n_other / reference_size(to->ordered);
    fill(to->ordered, to->other, n, contents, &random_state);
    for (size_t t = 0; t < to->n_tuples; t++) {
        const unsigned number = from->left ? take_byte(from) : (unsigned)random_below(&random_state, 256);
        to->indices[t] = (int64_t)(number % to->n_rows) - (number & 64 ? (int64_t)to->n_rows : 0);
        if (number & 128 && to->skips) to->indices[t] = (int64_t)to->n_rows + number;
    }
}

/* ---- What is expected ---------------------------------------------------------------------------------------------------------------- */

static float float_of(strew_dtype dtype, const unsigned char *element)
{
    float value;
    if (dtype == STREW_DTYPE_INT8) return (float)(*element < 128 ? *element : *element - 256);
    convert_element(dtype, element, STREW_DTYPE_FLOAT32, &value, STREW_OVERFLOW_WRAPS);
    return value;
}

static void round_to(const made *of, float value, unsigned char *to)
{
    convert_element(STREW_DTYPE_FLOAT32, &value, of->ordered, to, of->options.overflow);
}

static size_t place_of(size_t outer, size_t n_outer, size_t row, size_t n_rows, size_t i, size_t n, size_t width)
{
    return ((n_outer == 1 ? 0 : outer) * n_rows + (n_rows == 1 ? 0 : row)) * n + i / (width / n);
}

/* A row of data as one of the ordered side. `scaled` is 0 for what is filled. */
static void read_row(const made *of, unsigned char *to, const unsigned char *from, size_t outer, size_t row, int scaled)
{
    const size_t size = reference_size(of->ordered);
    float x[MAX_BLOCK];
    if (of->kind == CONVERTED) {
        convert(to, from, of->width, of->options.converter->context, NULL);
        return;
    }
    for (size_t i = 0; i < of->width; i++) {
        const float by =
            scaled && of->kind != BLOCKS ? of->scale[place_of(outer, of->scale_outer, row, of->scale_rows, i, of->n_scales, of->width)] : 1;
        volatile float product;
        if (of->kind == BLOCKS) {
            if (i % of->block == 0) block_read(of->data, x, from + i / of->block * block_bytes(of->data));
            product = x[i % of->block];
        } else if (of->kind == ZERO_POINTS) {
            const size_t at = place_of(outer, of->zeros_outer, row, of->zeros_rows, i, of->n_zeros, of->width);
            const int zero = scaled ? element_at(of->data, of->zeros, (int64_t)at) : 0;
            product = (float)(element_at(of->data, from, (int64_t)i) - zero) * by;
        } else {
            product = float_of(of->data, from + i * reference_size(of->data)) * by;
        }
        round_to(of, product, to + i * size);
    }
}

static void write_row(const made *of, unsigned char *to, const unsigned char *from, size_t outer, size_t tuple)
{
    const size_t size = reference_size(of->ordered), narrow = of->kind == SCALED ? reference_size(of->data) : 0;
    float x[MAX_BLOCK];
    if (of->kind == CONVERTED) {
        convert(to, from, of->width, of->options.converter->context, NULL);
        return;
    }
    for (size_t i = 0; i < of->width; i++) {
        const float value = float_of(of->ordered, from + i * size);
        if (of->kind == BLOCKS) {
            x[i % of->block] = value;
            if (i % of->block == of->block - 1) block_write(of->data, to + i / of->block * block_bytes(of->data), x);
            continue;
        }
        const float by = of->scale[place_of(outer, of->scale_outer, tuple, of->scale_rows, i, of->n_scales, of->width)];
        const volatile float q = of->options.scale_rule == STREW_SCALE_RULE_DIVIDES ? value / by : value * by;
        const float rounded = q;
        if (of->data == STREW_DTYPE_INT8) {
            const int code = isnan(rounded) ? 0 : rounded > 127 ? 127 : rounded < -128 ? -128 : (int)nearbyintf(rounded);
            to[i] = (unsigned char)code;
        } else {
            convert_element(STREW_DTYPE_FLOAT32, &rounded, of->data, to + i * narrow, of->options.overflow);
        }
    }
}

/* All of output. Zeros are read where a gather fills. */
static unsigned char *expect(const made *of)
{
    static const unsigned char nothing[MAX_BLOCK * 8 * 4];
    const size_t row_bytes = of->is_gather ? of->ordered_row_bytes : of->data_row_bytes,
                 n = of->n_outer * (of->is_gather ? of->n_tuples : of->n_rows) * row_bytes;
    unsigned char *const expected = guarded_new(n, FLUSH_END);
    if (!of->is_gather) memcpy(expected, of->rows, n);
    for (size_t outer = 0; outer < of->n_outer; outer++) {
        for (size_t t = 0; t < of->n_tuples; t++) {
            const int64_t index = of->indices[t] < 0 ? of->indices[t] + (int64_t)of->n_rows : of->indices[t];
            const int is_in_bounds = index < (int64_t)of->n_rows;
            const size_t at = outer * of->n_rows + (size_t)index;
            unsigned char *const ordered = expected + (outer * of->n_tuples + t) * row_bytes;
            if (of->is_gather)
                read_row(of, ordered, is_in_bounds ? of->rows + at * of->data_row_bytes : nothing, outer, (size_t)index, is_in_bounds);
            else if (is_in_bounds)
                write_row(of, expected + at * row_bytes, of->other + (outer * of->n_tuples + t) * of->ordered_row_bytes, outer, t);
        }
    }
    return expected;
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static int is_as_expected(const made *of, const unsigned char *output, const unsigned char *expected)
{
    const strew_dtype written = of->is_gather ? of->ordered : of->data;
    const size_t n = of->n_outer * (of->is_gather ? of->n_tuples * of->ordered_row_bytes : of->n_rows * of->data_row_bytes),
                 size = block_bytes(written) ? 1 : reference_size(written);
    if (block_bytes(written)) return memcmp(output, expected, n) == 0;
    for (size_t i = 0; i < n; i += size) {
        if (!is_same_element(written, output + i, expected + i, SAME_ZERO)) return 0;
    }
    return 1;
}

static void run(const made *of, const strew_plan *plan)
{
    static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
    enum { ALONE, THREADS, PREPARED, PARTS, FORMS };
    const unsigned char *const expected = expect(of);
    const size_t n_output = of->n_outer * (of->is_gather ? of->n_tuples * of->ordered_row_bytes : of->n_rows * of->data_row_bytes),
                 n_prepared = strew_plan_prepared_size(plan);
    unsigned char *const output = guarded_new(n_output, FLUSH_END), *const prepared = guarded_new(n_prepared, FLUSH_END);
    const strew_buffers all =
        STREW_BUFFERS(.output = output, .data = of->rows, .indices = of->indices, .updates = of->is_gather ? NULL : of->other,
                      .scale = of->kind == ZERO_POINTS || of->kind == SCALED ? of->scale : NULL,
                      .zero_points = of->kind == ZERO_POINTS ? of->zeros : NULL);
    for (int form = ALONE; form < FORMS; form++) {
        strew_buffers buffers = all;
        strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace, .wake_ns = 1);
        if (form == THREADS) resources.parallel_for = in_mixed_order, resources.n_threads = 3;
        if (form == PREPARED) {
            const strew_buffers tuples = STREW_BUFFERS(.indices = of->indices);
            require(strew_prepare(plan, &tuples, prepared, n_prepared, NULL) == STREW_OK, of, "is not prepared");
            buffers.indices = NULL;
            buffers.prepared = prepared;
        }
        memset(output, 0xa5, n_output);
        resources.n_parts = form == PARTS ? 3 : 0;
        for (int part = form == PARTS ? 2 : 0; part >= 0; part--) {
            resources.part = part;
            require(strew_run(plan, &buffers, &resources, NULL) == STREW_OK, of, "does not run");
        }
        require(is_as_expected(of, output, expected), of, form == ALONE ? "other numbers" : "other numbers in another form");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static unsigned char key = 0x5c;
    strew_converter converter = STREW_CONVERTER(.convert = convert, .context = &key);
    bytes from = {input, size};
    made to = {.options = STREW_OPTIONS_INIT};
    strew_isa isas[MAX_ISAS];
    strew_plan plan;
    take_types(&from, &to);
    take_sizes(&from, &to);
    const unsigned how = take_byte(&from);
    to.options.isa = isas[how % runnable_isas(isas)];
    to.options.policy = to.skips ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
    if (to.kind != CONVERTED) to.options.overflow = (strew_overflow)(how >> 5 & 1);
    if (to.kind == SCALED && !to.is_gather) to.options.scale_rule = (strew_scale_rule)(how >> 6 & 1);
    converter.scratch_bytes = how & 128 ? 24 : 0;
    if (to.kind == CONVERTED) to.options.converter = &converter;
    take_values(&from, &to);
    const int64_t data_shape[] = {(int64_t)to.n_outer, (int64_t)to.n_rows, (int64_t)to.width}, tuples[] = {(int64_t)to.n_tuples},
                  ordered_shape[] = {(int64_t)to.n_outer, (int64_t)to.n_tuples, (int64_t)to.width},
                  scale_shape[] = {(int64_t)to.scale_outer, (int64_t)to.scale_rows, (int64_t)to.n_scales},
                  zeros_shape[] = {(int64_t)to.zeros_outer, (int64_t)to.zeros_rows, (int64_t)to.n_zeros};
    strew_call call =
        STREW_CALL(.op = to.is_gather ? STREW_OPERATOR_GATHER : STREW_OPERATOR_SCATTER_UPDATE, .axis = 1, .options = &to.options,
                   .data = {to.data, 3, data_shape, NULL, NULL}, .indices = {STREW_DTYPE_INT64, 1, tuples, NULL, NULL});
    *(to.is_gather ? &call.output : &call.updates) = (strew_tensor){to.ordered, 3, ordered_shape, NULL, NULL};
    if (to.kind == ZERO_POINTS || to.kind == SCALED) call.scale = (strew_tensor){STREW_DTYPE_FLOAT32, 3, scale_shape, NULL, NULL};
    if (to.kind == ZERO_POINTS) call.zero_points = (strew_tensor){to.data, 3, zeros_shape, NULL, NULL};
    require(strew_plan_call(&plan, &call, NULL) == STREW_OK, &to, "is not planned");
    run(&to, &plan);
    require(guarded_all_intact() && guarded_free_all(), &to, "bytes beside a buffer were written");
    return 0;
}
