/* Data in blocks, against formats that are written and read a number at a time: rows of every float into every format and back, and what
 * would split a block. */
#include <strew/convert.h>
#include <strew/inspect.h>

#include <math.h>

#include "blocks.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "isas.h"
#include "pools.h"
#include "reference.h"
#include "rejection.h"
#include "testing.h"

enum { N_ROWS = 40, N_TUPLES = 70, MAX_BLOCKS = 9, WORKSPACE = 1 << 16 };

static uint64_t seed = 32;
static const strew_dtype floats[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_DTYPE_BFLOAT16};

static strew_dtype pick_format(void)
{
    size_t n = 0;
    while (block_dtype_at(n) != 0) n++;
    return block_dtype_at(choose("format", n));
}

/* Every one, in turn: each has a kernel of its own for each format. */
static strew_isa pick_isa(void)
{
    strew_isa isas[MAX_ISAS];
    return isas[choose("isa", runnable_isas(isas))];
}

/* Blocks of numbers of very different magnitudes, zeros, ties, and some that are no numbers. */
static void draw_numbers(float *x, size_t n, size_t block)
{
    for (size_t i = 0; i < n; i += block) {
        const uint64_t kind = random_below(&seed, 16);
        const int exponent = (int)random_below(&seed, kind == 0 ? 250 : 20) - (kind == 0 ? 125 : 10);
        fill(STREW_DTYPE_FLOAT32, x + i, block, kind == 1 ? EXTREME : ORDINARY, &seed);
        for (size_t j = 0; j < block; j++) {
            if (kind == 2) x[i + j] = 0;
            if (kind == 3) x[i + j] = (float)((int)random_below(&seed, 255) - 127) / 2;
            if (kind == 4) x[i + j] = random_below(&seed, 2) ? -1.0F : 1.0F;
            if (kind != 1) x[i + j] = ldexpf(x[i + j], exponent);
        }
        if (kind == 5) x[i + random_below(&seed, block)] = INFINITY;
        if (kind == 6) { /* of any payload */
            const uint32_t bits = UINT32_C(0x7fc00000) | (uint32_t)random_below(&seed, 1 << 22) | (uint32_t)random_below(&seed, 2) << 31;
            memcpy(x + i + random_below(&seed, block), &bits, sizeof bits);
        }
    }
}

/* n numbers as elements of a float, and as float32 again. */
static unsigned char *as_floats(strew_dtype dtype, float *x, size_t n)
{
    const size_t size = reference_size(dtype);
    unsigned char *const bytes = guarded_new(n * size, FLUSH_END);
    for (size_t i = 0; i < n; i++) {
        double wide = (double)x[i];
        reference_write_floats(dtype, bytes + i * size, &wide);
        reference_read_floats(dtype, bytes + i * size, &wide);
        x[i] = (float)wide;
    }
    return bytes;
}

static strew_resources pick_resources(size_t *n_threads)
{
    static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
    strew_resources resources = resources_on_threads(n_threads, workspace, random_below(&seed, 2) ? sizeof workspace : 0);
    if (random_below(&seed, 2)) resources.parallel_for = NULL;
    return resources;
}

/* ---- Rows ---------------------------------------------------------------------------------------------------------------------------- */

TEST(rows_are_written_as_blocks)
{
    while (next_case()) {
        const strew_dtype format = pick_format(), dtype = floats[choose("dtype", COUNT(floats))];
        const strew_isa isa = pick_isa();
        const int is_spread = (int)random_below(&seed, 2), is_wide = (int)random_below(&seed, 2);
        const size_t block = block_elements(format), bytes = block_bytes(format),
                     n_blocks = is_wide ? MAX_BLOCKS : (size_t)(1 + random_below(&seed, 2)), width = n_blocks * block,
                     step = width + (is_spread ? 3 : 0), n = N_TUPLES * step;
        float *const x = guarded_new(n * sizeof *x, FLUSH_END);
        draw_numbers(x, n / block * block, block);
        const unsigned char *const updates = as_floats(dtype, x, n);
        unsigned char *const output = guarded_new(N_ROWS * n_blocks * bytes, FLUSH_START), *const expected = guarded_new(
                                                                                               N_ROWS * n_blocks * bytes, FLUSH_END);
        int64_t indices[N_TUPLES];
        for (size_t t = 0; t < N_TUPLES; t++) {
            indices[t] = (int64_t)random_below(&seed, N_ROWS);
            for (size_t b = 0; b < n_blocks; b++)
                block_write(format, expected + ((size_t)indices[t] * n_blocks + b) * bytes, x + t * step + b * block);
        }
        const int64_t shape[] = {N_ROWS, (int64_t)width}, tuples[] = {N_TUPLES, 1}, of_updates[] = {N_TUPLES, (int64_t)width},
                      strides[] = {(int64_t)step, 1};
        const strew_options options = STREW_OPTIONS(.isa = isa);
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .data = {format, 2, shape, NULL, NULL},
                                           .indices = {STREW_DTYPE_INT64, 2, tuples, NULL, NULL},
                                           .updates = {dtype, 2, of_updates, NULL, is_spread ? strides : NULL}, .options = &options);
        size_t n_threads = 3;
        const strew_resources resources = pick_resources(&n_threads);
        strew_plan plan;
        strew_fault fault;
        in_case("%s from %s", strew_dtype_name(format), strew_dtype_name(dtype));
        assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
        assert_int_equal(
            strew_run(&plan, &STREW_BUFFERS(.output = output, .data = output, .indices = indices, .updates = updates), &resources, &fault),
            STREW_OK);
        for (size_t i = 0; i < N_ROWS * n_blocks; i++) {
            if (memcmp(output + i * bytes, expected + i * bytes, bytes) != 0) in_case("block %zu", i);
            assert_memory_equal(output + i * bytes, expected + i * bytes, bytes);
        }
        assert_true(guarded_all_intact());
        assert_true(guarded_free_all());
    }
}

TEST(blocks_are_read_as_rows)
{
    while (next_case()) {
        const strew_dtype format = pick_format(), dtype = floats[choose("dtype", COUNT(floats))];
        const strew_isa isa = pick_isa();
        const int saturates = (int)random_below(&seed, 2);
        const size_t block = block_elements(format), bytes = block_bytes(format), n_blocks = (size_t)(1 + random_below(&seed, MAX_BLOCKS)),
                     width = n_blocks * block, size = reference_size(dtype);
        unsigned char *const data = guarded_new(N_ROWS * n_blocks * bytes, FLUSH_END);
        for (size_t i = 0; i < N_ROWS * n_blocks * bytes; i++) data[i] = (unsigned char)random_next(&seed);
        unsigned char *const output = guarded_new(N_TUPLES * width * size, FLUSH_END), *const fill = guarded_new(bytes, FLUSH_END);
        for (size_t i = 0; i < bytes; i++) fill[i] = (unsigned char)random_next(&seed);
        int64_t indices[N_TUPLES];
        for (size_t t = 0; t < N_TUPLES; t++) indices[t] = (int64_t)random_below(&seed, N_ROWS + 4);
        const int64_t shape[] = {N_ROWS, (int64_t)width}, tuples[] = {N_TUPLES}, of_output[] = {N_TUPLES, (int64_t)width};
        const strew_options options = STREW_OPTIONS(.isa = isa, .policy = STREW_POLICY_SKIP, .fill = fill,
                                                    .overflow = saturates ? STREW_OVERFLOW_SATURATES : STREW_OVERFLOW_WRAPS);
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = {format, 2, shape, NULL, NULL},
                                           .indices = {STREW_DTYPE_INT64, 1, tuples, NULL, NULL},
                                           .output = {dtype, 2, of_output, NULL, NULL}, .options = &options);
        size_t n_threads = 3;
        const strew_resources resources = pick_resources(&n_threads);
        strew_plan plan;
        strew_fault fault;
        in_case("%s to %s", strew_dtype_name(format), strew_dtype_name(dtype));
        assert_int_equal(strew_plan_call(&plan, &call, &fault), STREW_OK);
        assert_int_equal(strew_run(&plan, &STREW_BUFFERS(.output = output, .data = data, .indices = indices), &resources, &fault),
                         STREW_OK);
        for (size_t i = 0; i < N_TUPLES * n_blocks; i++) {
            const int64_t row = indices[i / n_blocks];
            float x[128];
            block_read(format, x, row < N_ROWS ? data + ((size_t)row * n_blocks + i % n_blocks) * bytes : fill);
            for (size_t j = 0; j < block; j++) {
                unsigned char *const found = output + (i * block + j) * size, expected[sizeof(float)];
                double wide = (double)x[j], back;
                reference_read_floats(dtype, found, &back);
                const double largest = dtype == STREW_DTYPE_FLOAT16 ? 65504 : dtype == STREW_DTYPE_BFLOAT16 ? 0x1.fep127 : 0x1.fffffep127;
                if (saturates && fabs(wide) > largest) wide = copysign(largest, wide);
                reference_write_floats(dtype, expected, &wide);
                if (wide == wide || back == back) assert_memory_equal(found, expected, size);
            }
        }
        assert_true(guarded_all_intact());
        assert_true(guarded_free_all());
    }
}

/* Blocks that are equal on both sides are moved as they are, by every operator whose slices are whole ones. */
TEST(blocks_are_moved_as_bytes)
{
    while (next_case()) {
        const strew_dtype format = pick_format();
        const size_t block = block_elements(format), bytes = block_bytes(format);
        const int64_t n = (int64_t)block, shape[] = {2, 5, 2 * n}, of_updates[] = {2, 3, 2 * n}, tuples[] = {3};
        static const int64_t indices[] = {4, 0, 2}, write_indices[] = {1, 2};
        unsigned char data[20 * 132], updates[12 * 132], output[20 * 132];
        for (size_t i = 0; i < sizeof updates; i++) updates[i] = (unsigned char)random_next(&seed);
        for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)random_next(&seed);
        const int is_cache = (int)choose("is_cache", 2), is_turned = !is_cache && choose("is_turned", 2);
        const strew_tensor of_data = {format, 3, shape, NULL, NULL};
        const strew_call update = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .axis = 1, .data = of_data,
                                             .indices = {STREW_DTYPE_INT64, 1, tuples, NULL, NULL},
                                             .updates = {format, 3, of_updates, NULL, NULL},
                                             .output = {format, 3, shape, NULL, is_turned ? (int64_t[]){-20 * n, 4 * n, 1} : NULL}),
                         cache = STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = 1, .data = of_data,
                                            .updates = {format, 3, of_updates, NULL, NULL},
                                            .write_indices = {STREW_DTYPE_INT64, 1, (int64_t[]){2}, NULL, NULL});
        unsigned char room[60 * 132];
        unsigned char *const first = is_turned ? room + 20 * bytes : output;
        strew_plan plan;
        strew_fault fault;
        assert_int_equal(strew_plan_call(&plan, is_cache ? &cache : &update, &fault), STREW_OK);
        assert_int_equal(strew_run(&plan,
                                   &STREW_BUFFERS(.output = first, .data = data, .indices = is_cache ? NULL : indices,
                                                  .write_indices = is_cache ? write_indices : NULL, .updates = updates),
                                   NULL, &fault),
                         STREW_OK);
        for (size_t o = 0; o < 2; o++) {
            for (size_t r = 0; r < 5; r++) {
                const unsigned char *expected = data + (o * 5 + r) * 2 * bytes;
                for (size_t t = 0; t < 3; t++) {
                    const size_t row = is_cache ? (size_t)write_indices[o] + t : (size_t)indices[t];
                    if (row == r) expected = updates + (o * 3 + t) * 2 * bytes;
                }
                const unsigned char *const found = is_turned ? first - o * 20 * bytes + r * 4 * bytes : output + (o * 5 + r) * 2 * bytes;
                assert_memory_equal(found, expected, 2 * bytes);
            }
        }
    }
}

/* So are those of a gather that has no other output. */
TEST(blocks_are_gathered_as_bytes)
{
    while (next_case()) {
        const strew_dtype format = pick_format();
        const int64_t n = (int64_t)block_elements(format), shape[] = {5, 2 * n}, tuples[] = {3};
        static const int64_t indices[] = {4, 0, 4};
        const size_t row_bytes = 2 * block_bytes(format);
        unsigned char *const data = guarded_new(5 * row_bytes, FLUSH_END), *const output = guarded_new(3 * row_bytes, FLUSH_END);
        for (size_t i = 0; i < 5 * row_bytes; i++) data[i] = (unsigned char)random_next(&seed);
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = {format, 2, shape, NULL, NULL},
                                           .indices = {STREW_DTYPE_INT64, 1, tuples, NULL, NULL});
        strew_plan plan;
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        assert_int_equal(strew_run(&plan, &STREW_BUFFERS(.output = output, .data = data, .indices = indices), NULL, NULL), STREW_OK);
        for (size_t t = 0; t < 3; t++) assert_memory_equal(output + t * row_bytes, data + (size_t)indices[t] * row_bytes, row_bytes);
        assert_true(guarded_free_all());
    }
}

/* Tokens of a cache, whose write indices are its tuples. */
TEST(tokens_are_written_as_blocks)
{
    while (next_case()) {
        const strew_dtype format = pick_format(), dtype = floats[choose("dtype", COUNT(floats))];
        const size_t block = block_elements(format), bytes = block_bytes(format);
        const int64_t n = (int64_t)block, shape[] = {2, 5, 2 * n}, of_updates[] = {2, 2, 2 * n}, batches[] = {2};
        static const int64_t write_indices[] = {3, 1};
        float *const x = guarded_new(8 * block * sizeof *x, FLUSH_END);
        draw_numbers(x, 8 * block, block);
        const unsigned char *const updates = as_floats(dtype, x, 8 * block);
        unsigned char *const output = guarded_new(20 * bytes, FLUSH_END), *const expected = guarded_new(20 * bytes, FLUSH_END);
        const strew_call call =
            STREW_CALL(.op = STREW_OPERATOR_TENSOR_SCATTER, .axis = 1, .data = {format, 3, shape, NULL, NULL},
                       .updates = {dtype, 3, of_updates, NULL, NULL}, .write_indices = {STREW_DTYPE_INT64, 1, batches, NULL, NULL});
        strew_plan plan;
        for (size_t i = 0; i < 8; i++) {
            const size_t row = i / 4 * 5 + (size_t)write_indices[i / 4] + i % 4 / 2;
            block_write(format, expected + (row * 2 + i % 2) * bytes, x + i * block);
        }
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = output, .write_indices = write_indices, .updates = updates);
        assert_int_equal(strew_run(&plan, &buffers, NULL, NULL), STREW_OK);
        assert_memory_equal(output, expected, 20 * bytes);
        assert_true(guarded_free_all());
    }
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

/* A good call, and what is changed in it. */
typedef struct given {
    int64_t data_shape[2], updates_shape[2], tuples[2], data_strides[2], updates_strides[2];
    strew_options options;
    strew_call call;
} given;

static void make_good(given *to)
{
    *to = (given){.data_shape = {6, 64}, .updates_shape = {3, 64}, .tuples = {3, 1}, .data_strides = {64, 1}, .updates_strides = {64, 1}};
    to->options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR);
    to->call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .data = {STREW_DTYPE_Q8_0, 2, to->data_shape, NULL, to->data_strides},
                          .indices = {STREW_DTYPE_INT64, 2, to->tuples, NULL, NULL},
                          .updates = {STREW_DTYPE_FLOAT32, 2, to->updates_shape, NULL, to->updates_strides}, .options = &to->options);
}

TEST(what_would_split_a_block_is_rejected)
{
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];
    given to;
    make_good(&to);
    assert_int_equal(strew_plan_call(&plan, &to.call, &fault), STREW_OK);
    to.data_shape[1] = to.updates_shape[1] = 40;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "shape of data", .dimension = 1, .value = 40,
                 .high = 32);
    strew_fault_describe(&fault, sentence, sizeof sentence);
    assert_string_equal(sentence, "the 40 in dimension 1 of the shape of data would split a block of 32 elements");
    make_good(&to), to.updates_shape[1] = 48;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "shape of updates", .dimension = 1, .value = 48,
                 .high = 32);
    make_good(&to), to.updates_shape[1] = 96;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), UPDATES_SHAPE_MISMATCH, .dimension = 1, .value = 96, .high = 64);
    make_good(&to), to.data_strides[0] = 80;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "strides of data", .value = 80, .high = 32);
    make_good(&to), to.data_strides[1] = 2;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "strides of data", .dimension = 1, .value = 2,
                 .high = 32);
    make_good(&to), to.updates_strides[1] = 3;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "strides of updates", .dimension = 1, .value = 3,
                 .high = 32);
    make_good(&to), to.call.output = (strew_tensor){STREW_DTYPE_Q8_0, 2, to.data_shape, NULL, (int64_t[]){65, 1}};
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "strides of output", .value = 65, .high = 32);
    to.call.output.strides = (int64_t[]){32, 1};
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), STRIDES_OVERLAP, .dimension = 0, .value = 32, .low = 64);
    to.call.output.shape = (int64_t[]){6, 32};
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), OUTPUT_SHAPE_MISMATCH, .dimension = 1, .value = 32, .high = 64);
    make_good(&to), to.call.output = (strew_tensor){STREW_DTYPE_Q8_0, 1, to.data_shape, NULL, (int64_t[]){1}};
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), OUTPUT_SHAPE_MISMATCH, .dimension = -1, .value = 1, .high = 2);
    make_good(&to), to.call.output = (strew_tensor){STREW_DTYPE_FLOAT32, 2, to.data_shape, NULL, to.data_strides};
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), DTYPE_MISMATCH, .subject = "output", .value = STREW_DTYPE_FLOAT32,
                 .high = STREW_DTYPE_Q8_0);
    make_good(&to), to.updates_shape[0] = 4;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), UPDATES_SHAPE_MISMATCH, .value = 4, .high = 3);
    make_good(&to), to.call.updates.rank = 0;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), UPDATES_RANK_MISMATCH, .value = 0, .high = 2);
    make_good(&to), to.call.data.rank = INT32_MIN;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), RANK_OUT_OF_RANGE, .subject = "data", .value = INT32_MIN,
                 .high = STREW_MAX_RANK);
    make_good(&to), to.call.updates.dtype = (strew_dtype)99;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), UNKNOWN_DTYPE, .subject = "updates", .value = 99);
    make_good(&to), to.call.op = STREW_OPERATOR_PUT;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 32);
    make_good(&to), to.tuples[1] = 2, to.call.updates.rank = 1, to.call.updates.strides = NULL;
    to.updates_shape[0] = 64; /* any multiple: the slices are single elements */
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 32);
    strew_fault_describe(&fault, sentence, sizeof sentence);
    assert_string_equal(sentence, "a slice of 1 element would split a block of 32 elements");
    make_good(&to), to.call.op = STREW_OPERATOR_SCATTER_UPDATE, to.call.axis = -1;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 32);
    make_good(&to), to.call.op = STREW_OPERATOR_SCATTER_ELEMENTS;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 32);
    make_good(&to), to.call.data.rank = 0;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 32);
    make_good(&to), to.call.op = STREW_OPERATOR_TENSOR_SCATTER, to.call.axis = 1, to.call.updates.dtype = STREW_DTYPE_Q8_0;
    to.call.indices = (strew_tensor){0}, to.call.updates.strides = to.call.data.strides = NULL;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 32);
    make_good(&to), to.call.op = STREW_OPERATOR_MASKED_SCATTER, to.call.indices = (strew_tensor){0};
    to.call.mask = (strew_tensor){STREW_DTYPE_BOOL, 2, to.data_shape, NULL, NULL};
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), SPLIT_BLOCK, .subject = "a slice", .dimension = -1, .value = 1, .high = 32);
}

/* The shape of a gather's output is compared by elements. */
TEST(an_output_of_another_shape_is_rejected)
{
    static const struct {
        int64_t shape[2];
        int32_t rank, dimension;
        int64_t value, high;
    } rows[] = {{{3, 96}, 2, 1, 96, 64}, {{4, 64}, 2, 0, 4, 3}, {{64}, 1, -1, 1, 2}};
    given to;
    strew_plan plan;
    strew_fault fault;
    for (size_t i = 0; i < COUNT(rows); i++) {
        make_good(&to), to.call.op = STREW_OPERATOR_GATHER_ND;
        to.call.output = (strew_tensor){STREW_DTYPE_FLOAT32, rows[i].rank, rows[i].shape, NULL, NULL};
        to.call.updates = (strew_tensor){0};
        EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), OUTPUT_SHAPE_MISMATCH, .dimension = rows[i].dimension,
                     .value = rows[i].value, .high = rows[i].high);
    }
}

/* No stride is taken in a tensor without elements. */
TEST(strides_of_nothing_split_no_block)
{
    given to;
    strew_plan plan;
    make_good(&to);
    to.data_shape[0] = to.updates_shape[0] = to.tuples[0] = 0;
    to.data_strides[0] = 7, to.data_strides[1] = 3;
    assert_int_equal(strew_plan_call(&plan, &to.call, NULL), STREW_OK);
}

static void convert(void *to, const void *from, size_t n, void *context, void *scratch)
{
    (void)to, (void)from, (void)n, (void)context, (void)scratch; /* no call is run */
}

TEST(what_blocks_have_no_rule_for_is_rejected)
{
    const strew_converter converter = STREW_CONVERTER(.convert = convert);
    strew_plan plan;
    strew_fault fault;
    given to;
    make_good(&to), to.call.updates.dtype = STREW_DTYPE_FLOAT64;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), DTYPE_MISMATCH, .subject = "updates", .value = STREW_DTYPE_FLOAT64,
                 .high = STREW_DTYPE_Q8_0);
    make_good(&to), to.call.reduction = STREW_REDUCTION_ADD;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), UNSUPPORTED_REDUCTION, .value = STREW_REDUCTION_ADD, .high = STREW_DTYPE_Q8_0);
    make_good(&to), to.call.data.dtype = STREW_DTYPE_FLOAT32, to.call.updates.dtype = STREW_DTYPE_Q8_0;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), DTYPE_MISMATCH, .subject = "updates", .value = STREW_DTYPE_Q8_0,
                 .high = STREW_DTYPE_FLOAT32);
    make_good(&to), to.options.converter = &converter;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), CONFLICT, .subject = "options.converter and a dtype of blocks");
    to.call.data.dtype = STREW_DTYPE_FLOAT32, to.call.updates.dtype = STREW_DTYPE_Q8_0;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), CONFLICT, .subject = "options.converter and a dtype of blocks");
    to.call.updates.dtype = STREW_DTYPE_FLOAT32;
    assert_int_equal(strew_plan_call(&plan, &to.call, NULL), STREW_OK);
    to.call.op = STREW_OPERATOR_GATHER_ND, to.call.updates = (strew_tensor){0};
    assert_int_equal(strew_plan_call(&plan, &to.call, NULL), STREW_OK);
    make_good(&to), to.options.profile = STREW_PROFILE_ONNX_SCATTERND_18;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), DTYPE_MISMATCH, .subject = "updates", .value = STREW_DTYPE_FLOAT32,
                 .high = STREW_DTYPE_Q8_0);
    make_good(&to), to.call.data.rank = STREW_MAX_RANK + 1;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), RANK_OUT_OF_RANGE, .subject = "data", .value = STREW_MAX_RANK + 1, .low = 1,
                 .high = 6);
    make_good(&to), to.data_shape[1] = -3;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), NEGATIVE_DIMENSION, .subject = "data", .dimension = 1, .value = -3);
}

TEST(a_dtype_says_its_block)
{
    for (size_t i = 0; block_dtype_at(i) != 0; i++) {
        assert_int_equal(strew_dtype_block(block_dtype_at(i)), block_elements(block_dtype_at(i)));
        assert_int_equal(strew_dtype_size(block_dtype_at(i)), block_bytes(block_dtype_at(i)));
        assert_non_null(strew_dtype_name(block_dtype_at(i)));
        assert_int_equal(strew_reduction_is_supported(STREW_REDUCTION_NONE, block_dtype_at(i)), 1);
        assert_int_equal(strew_reduction_is_supported(STREW_REDUCTION_ADD, block_dtype_at(i)), 0);
        const int64_t shape[] = {2, (int64_t)block_elements(block_dtype_at(i))}, tuples[] = {1};
        const strew_call call = STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = {block_dtype_at(i), 2, shape, NULL, NULL},
                                           .indices = {STREW_DTYPE_INT64, 1, tuples, NULL, NULL},
                                           .output = {STREW_DTYPE_FLOAT32, 2, (int64_t[]){1, shape[1]}, NULL, NULL});
        strew_plan plan;
        assert_int_equal(strew_plan_call(&plan, &call, NULL), STREW_OK);
        assert_null(strew_plan_kernel(&plan)); /* blocks have functions of their own */
        if (i == 0) assert_null(strew_dtype_name((strew_dtype)(block_dtype_at(0) - 1)));
        if (block_dtype_at(i + 1) == 0) assert_null(strew_dtype_name((strew_dtype)(block_dtype_at(i) + 1)));
    }
    assert_int_equal(strew_dtype_block(STREW_DTYPE_UINT4), 2);
    assert_int_equal(strew_dtype_size(STREW_DTYPE_INT4), 1);
    assert_null(strew_dtype_name((strew_dtype)(STREW_DTYPE_INT4 + 1)));
    assert_int_equal(strew_dtype_block(STREW_DTYPE_FLOAT32), 1);
    assert_int_equal(strew_dtype_block(STREW_DTYPE_OPAQUE(7)), 1);
    assert_int_equal(strew_dtype_block((strew_dtype)0), 0);
}
