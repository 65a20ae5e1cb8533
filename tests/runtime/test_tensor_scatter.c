/* tensor_scatter through the public header alone: shapes of every kind against the reference, in both modes and under every policy, and
 * what is rejected. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include <stdlib.h>

#include "calls.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "profiles.h"
#include "testing.h"
#include "tokens.h"

enum { CAPACITY = 4 << 20, MAX_BATCHES = 64 };

static guarded cache, update, indices, output;
static unsigned char *expected, *unlike;
static uint64_t state_of_random = 20261125;

static uint64_t below(uint64_t end)
{
    return random_below(&state_of_random, end);
}

static unsigned char *place(guarded *buffer, size_t size)
{
    return guarded_place(buffer, size, (placement)below(2), (size_t)below(64));
}

/* ---- What works ---------------------------------------------------------------------------------------------------------------------- */

typedef struct shapes {
    strew_dtype dtype, index_dtype;
    int64_t axis;
    int32_t rank;
    int64_t shape[6], n_tokens;
} shapes;

static int32_t axis_of(const shapes *what)
{
    return (int32_t)(what->axis < 0 ? what->axis + what->rank : what->axis);
}

/* A call in these buffers. */
typedef struct tokens {
    strew_tensor cache, update, indices;
    int64_t update_shape[6];
    token_call call;
    size_t n_bytes;
} tokens;

static void write_index(const tokens *of, size_t batch, int64_t value)
{
    const int32_t narrow = (int32_t)value;

    if (of->indices.dtype == STREW_DTYPE_INT32)
        memcpy(indices.bytes + batch * sizeof narrow, &narrow, sizeof narrow);
    else
        memcpy(indices.bytes + batch * sizeof value, &value, sizeof value);
}

/* Write indices are in bounds, or near a bound and beyond it. */
static int64_t draw_index(const shapes *what, const strew_options *options, strew_cache_mode mode, int is_wild)
{
    const int64_t size = what->shape[axis_of(what)], n = what->n_tokens;
    const int64_t wild[] = {-size - 1, -size - n, -n,        -1,        0,         size - n + 1, size,
                            size - 1,  size + 3,  INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    const int wraps = options->negative == STREW_NEGATIVE_WRAPS;
    const int64_t index = wild[below(what->index_dtype == STREW_DTYPE_INT32 ? COUNT(wild) - 2 : COUNT(wild))];

    if (is_wild || (mode == STREW_CACHE_CIRCULAR && (wraps || index >= 0))) return index;
    return (int64_t)below((uint64_t)(size - n + 1)) - (wraps && below(2) ? size : 0);
}

static void draw(tokens *to, const shapes *what, const strew_options *options, strew_cache_mode mode, int is_wild)
{
    const int32_t axis = axis_of(what);

    memcpy(to->update_shape, what->shape, sizeof to->update_shape);
    to->update_shape[axis] = what->n_tokens;
    to->cache = (strew_tensor){what->dtype, what->rank, what->shape, NULL, NULL};
    to->update = (strew_tensor){what->dtype, what->rank, to->update_shape, NULL, NULL};
    to->indices = (strew_tensor){what->index_dtype, 1, what->shape, NULL, NULL};
    to->n_bytes = reference_bytes(&to->cache);
    to->cache.values = place(&cache, to->n_bytes);
    to->update.values = place(&update, reference_bytes(&to->update));
    to->indices.values = place(&indices, reference_bytes(&to->indices));
    place(&output, to->n_bytes);
    fill(what->dtype, cache.bytes, reference_elements(&to->cache), EXTREME, &state_of_random);
    fill(what->dtype, update.bytes, reference_elements(&to->update), EXTREME, &state_of_random);
    for (size_t i = 0; i < to->n_bytes; i++) unlike[i] = (unsigned char)random_next(&state_of_random);
    for (size_t batch = 0; batch < (size_t)what->shape[0]; batch++)
        write_index(to, batch, draw_index(what, options, mode, is_wild && below(2)));
    to->call = (token_call){&to->cache, &to->update, &to->indices, what->axis, mode, options};
}

static void assert_is(const tokens *of, const unsigned char *bytes)
{
    for (size_t i = 0; memcmp(output.bytes, bytes, of->n_bytes) != 0 && i < of->n_bytes; i++) {
        if (output.bytes[i] != bytes[i]) fail_msg("byte %zu of %zu is %d, expected %d", i, of->n_bytes, output.bytes[i], bytes[i]);
    }
    assert_true(guarded_is_intact(&output) && guarded_is_intact(&cache) && guarded_is_intact(&update) && guarded_is_intact(&indices));
}

/* Every form of a call that works: one call, a plan, in place, and on threads. */
static void check_forms(const tokens *of)
{
    size_t n_threads = 3;
    const strew_resources on_three = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1);
    const strew_resources on_real = resources_on_threads(&n_threads, NULL, 0);
    strew_plan plan;
    strew_fault fault;

    reference_tensor_scatter(expected, &of->call);
    memcpy(output.bytes, unlike, of->n_bytes);
    assert_int_equal(make_tokens(output.bytes, &of->call, &fault), STREW_OK);
    assert_fault(&fault, (strew_fault){.status = STREW_OK});
    assert_is(of, expected);
    assert_int_equal(plan_tokens(&plan, &of->call, NULL), STREW_OK);
    const void *const given = of->call.write_indices ? indices.bytes : NULL;
    for (int threads = 0; threads < 3; threads++) {
        const strew_resources *const resources = threads == 0 ? NULL : threads == 1 ? &on_three : &on_real;
        memcpy(output.bytes, unlike, of->n_bytes);
        assert_int_equal(run_tensor_scatter(&plan, output.bytes, cache.bytes, given, update.bytes, resources, NULL), STREW_OK);
        assert_is(of, expected);
        memcpy(output.bytes, cache.bytes, of->n_bytes);
        assert_int_equal(run_tensor_scatter(&plan, output.bytes, output.bytes, given, update.bytes, resources, NULL), STREW_OK);
        assert_is(of, expected);
    }
}

static void check_rejection(const tokens *of, const reference_position *position)
{
    strew_plan plan;
    strew_fault fault;

    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        const unsigned char *const before = is_in_place ? cache.bytes : unlike;
        memcpy(output.bytes, before, of->n_bytes);
        assert_int_equal(plan_tokens(&plan, &of->call, &fault), STREW_OK);
        assert_int_equal(
            run_tensor_scatter(&plan, output.bytes, is_in_place ? output.bytes : cache.bytes, indices.bytes, update.bytes, NULL, &fault),
            STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_true(reference_is_position(&fault, position));
        assert_is(of, before);
    }
    assert_int_equal(make_tokens(output.bytes, &of->call, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_true(reference_is_position(&fault, position));
}

static void check_policies(const shapes *what)
{
    reference_position position;
    tokens tokens;

    for (int i = 0; i < 2 * 2 * 4 * 3; i++) {
        const strew_cache_mode mode = (strew_cache_mode)(i % 2);
        strew_options options = STREW_OPTIONS(.negative = (strew_negative)(i / 2 % 2), .policy = (strew_policy)(i / 4 % 4));
        const int ignoring = i / 16;
        draw(&tokens, what, &options, mode, options.policy != STREW_POLICY_TRUSTED);
        if (ignoring != 0) {
            options.has_ignore_index = 1;
            options.ignore_index = ignoring == 1 ? -1 : 0;
            if (what->shape[0] > 1) write_index(&tokens, (size_t)below((uint64_t)what->shape[0]), options.ignore_index);
        }
        if (options.policy == STREW_POLICY_ERROR && tokens_are_out_of_bounds(&tokens.call, &position))
            check_rejection(&tokens, &position);
        else if (options.policy != STREW_POLICY_TRUSTED || !tokens_are_out_of_bounds(&tokens.call, &position))
            check_forms(&tokens);
        tokens.call.write_indices = NULL;
        check_forms(&tokens);
    }
}

static void shapes_of_every_kind_work(void **state)
{
    static const shapes all[] = {
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, -2, 4, {2, 1, 4, 5}, 1},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, -2, 4, {2, 3, 4, 5}, 2},
        {STREW_DTYPE_FLOAT16, STREW_DTYPE_INT32, 1, 3, {3, 7, 5}, 7},
        {STREW_DTYPE_FLOAT16, STREW_DTYPE_INT32, 1, 2, {5, 9}, 3},
        {STREW_DTYPE_INT8, STREW_DTYPE_INT64, -1, 3, {3, 4, 11}, 6},
        {STREW_DTYPE_INT8, STREW_DTYPE_INT64, 2, 3, {3, 4, 1}, 1},
        {STREW_DTYPE_FLOAT64, STREW_DTYPE_INT64, 3, 5, {2, 2, 3, 16, 2}, 5},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 1, 4, {1, 40, 8, 64}, 13},
        {STREW_DTYPE_BFLOAT16, STREW_DTYPE_INT64, 2, 4, {4, 8, 32, 128}, 1},
        {STREW_DTYPE_BFLOAT16, STREW_DTYPE_INT64, 2, 4, {2, 8, 256, 64}, 100},
        /* Nothing to write: no tokens, no batches, no outer indices, empty tokens, an empty cache. */
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 1, 3, {3, 7, 5}, 0},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 1, 3, {0, 7, 5}, 3},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 2, 4, {3, 0, 7, 5}, 3},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 1, 3, {3, 7, 0}, 3},
        {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, 1, 3, {3, 0, 5}, 0},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        for (int n = 0; n < (is_light() ? 1 : 4); n++) check_policies(&all[i]);
    }
}

static void elements_of_every_dtype_are_copied(void **state)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t d = 0; d < n_dtypes + 64; d++) {
        const strew_dtype dtype = d < n_dtypes ? dtypes[d] : STREW_DTYPE_OPAQUE(d - n_dtypes + 1);
        const shapes what = {dtype, STREW_DTYPE_INT64, -2, 3, {3, 7, 2}, 3};
        if (strew_reduction_is_supported(STREW_REDUCTION_NONE, dtype)) check_policies(&what);
    }
}

/* The write indices change once they have been checked: whatever comes of it, nothing is touched beside output. */
static int64_t changed_to;

static void change_indices(void *pool, size_t n, strew_task *task, void *argument)
{
    for (size_t batch = 0; batch < *(const size_t *)pool; batch++) memcpy(indices.bytes + batch * sizeof changed_to, &changed_to, 8);
    on_one_thread(NULL, n, task, argument);
}

static void indices_that_change_harm_nothing_else(void **state)
{
    static const int64_t values[] = {157, 255, 256, 1000, -257, INT64_MAX, INT64_MIN};
    const shapes what = {STREW_DTYPE_BFLOAT16, STREW_DTYPE_INT64, 2, 4, {2, 8, 256, 64}, 100};
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR, .negative = STREW_NEGATIVE_OUT_OF_BOUNDS);
    size_t n_batches = 2;
    const strew_resources resources = STREW_RESOURCES(.parallel_for = change_indices, .pool = &n_batches, .n_threads = 2, .wake_ns = 1);
    strew_plan plan;
    tokens tokens;

    for (size_t i = 0; i < 2 * COUNT(values); i++) {
        draw(&tokens, &what, &options, STREW_CACHE_LINEAR, 0);
        changed_to = values[i / 2];
        memcpy(output.bytes, cache.bytes, tokens.n_bytes);
        assert_int_equal(plan_tokens(&plan, &tokens.call, NULL), STREW_OK);
        const void *const data = i % 2 ? output.bytes : cache.bytes;
        assert_int_equal(run_tensor_scatter(&plan, output.bytes, data, indices.bytes, update.bytes, &resources, NULL),
                         STREW_STATUS_INDICES_CHANGED);
        assert_true(guarded_is_intact(&output) && guarded_is_intact(&cache) && guarded_is_intact(&update));
    }
}

/* How often each byte of output is written, by tasks that find it full of what no update has. */
static unsigned char n_writes[CAPACITY];

static void count_writes(void *pool, size_t n, strew_task *task, void *argument)
{
    enum { UNWRITTEN = 0xEE };
    const size_t n_bytes = *(const size_t *)pool;

    for (size_t i = 0; i < n; i++) {
        memset(output.bytes, UNWRITTEN, n_bytes);
        task(argument, i);
        for (size_t at = 0; at < n_bytes; at++) n_writes[at] = (unsigned char)(n_writes[at] + (output.bytes[at] != UNWRITTEN));
    }
}

static void each_token_is_written_by_one_task(void **state)
{
    const shapes what = {STREW_DTYPE_UINT8, STREW_DTYPE_INT64, 2, 4, {3, 8, 256, 64}, 200};

    for (int mode = STREW_CACHE_LINEAR; mode <= STREW_CACHE_CIRCULAR; mode++) {
        for (int32_t n_threads = 2; n_threads <= 64; n_threads += 31) {
            const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR);
            strew_plan plan;
            tokens tokens;
            draw(&tokens, &what, &options, (strew_cache_mode)mode, 0);
            const strew_resources resources =
                STREW_RESOURCES(.parallel_for = count_writes, .pool = &tokens.n_bytes, .n_threads = n_threads, .wake_ns = 1);
            memset(update.bytes, 1, reference_bytes(&tokens.update));
            memset(cache.bytes, 0, tokens.n_bytes);
            memset(n_writes, 0, tokens.n_bytes);
            reference_tensor_scatter(expected, &tokens.call);
            assert_int_equal(plan_tokens(&plan, &tokens.call, NULL), STREW_OK);
            assert_int_equal(run_tensor_scatter(&plan, output.bytes, output.bytes, indices.bytes, update.bytes, &resources, NULL),
                             STREW_OK);
            assert_memory_equal(n_writes, expected, tokens.n_bytes);
        }
    }
}

/* What int64 cannot hold is out of bounds, of a circular cache too. */
static void uint64_past_int64_is_out_of_bounds(void **state)
{
    static const uint64_t values[] = {INT64_MAX, UINT64_C(1) << 63, UINT64_MAX, INT64_MAX - UINT64_C(1)};
    static const int64_t shape[] = {1, 5, 2}, update_shape[] = {1, 3, 2}, batch[] = {1};
    static const float old[10] = {0}, new[6] = {1, 2, 3, 4, 5, 6};
    static const float clamped[10] = {0, 0, 0, 0, 0, 0, 0, 0, 5, 6};

    for (size_t i = 0; i < COUNT(values); i++) {
        for (int policy = STREW_POLICY_ERROR; policy <= STREW_POLICY_CLAMP; policy++) {
            const strew_tensor past = {STREW_DTYPE_FLOAT32, 3, shape, old, NULL},
                               tokens = {STREW_DTYPE_FLOAT32, 3, update_shape, new, NULL};
            const strew_tensor at = {STREW_DTYPE_UINT64, 1, batch, &values[i], NULL};
            const strew_options options = STREW_OPTIONS(.policy = (strew_policy)policy);
            const token_call call = {&past, &tokens, &at, 1, STREW_CACHE_CIRCULAR, &options};
            float result[10] = {0}, expected[10] = {0};
            strew_fault fault;
            const strew_status status = make_tokens(result, &call, &fault);
            if (i == 3) { /* in bounds: (2^63 - 2) % 5 is 1 */
                memcpy(expected + 2, new, sizeof new);
            } else if (policy == STREW_POLICY_CLAMP) {
                memcpy(expected, clamped, sizeof clamped);
            }
            assert_int_equal(status, i != 3 && policy == STREW_POLICY_ERROR ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK);
            assert_memory_equal(result, expected, sizeof expected);
            reference_tensor_scatter(expected, &call);
            if (status == STREW_OK) assert_memory_equal(result, expected, sizeof expected);
        }
    }
}

/* ---- Profiles ------------------------------------------------------------------------------------------------------------------------ */

static void the_profile_allows_what_its_version_does(void **state)
{
    const token_profile_row *const row = &token_profile_rows[0];
    strew_options options = STREW_OPTIONS(.profile = row->profile);
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);
    reference_position position;
    strew_plan plan;
    strew_fault fault;
    tokens tokens;

    for (size_t d = 0; d < n_dtypes + 2; d++) {
        const strew_dtype dtype = d < n_dtypes ? dtypes[d] : STREW_DTYPE_OPAQUE(d - n_dtypes + 1);
        const int is_allowed = d < n_dtypes ? has_word(row->dtypes, reference_dtype_name(dtype)) : d == n_dtypes;
        const shapes what = {dtype, STREW_DTYPE_INT64, -2, 3, {3, 7, 2}, 3};
        if (!strew_reduction_is_supported(STREW_REDUCTION_NONE, dtype)) continue;
        draw(&tokens, &what, &options, STREW_CACHE_LINEAR, 0);
        assert_int_equal(plan_tokens(&plan, &tokens.call, &fault), is_allowed ? STREW_OK : STREW_STATUS_PROFILE_LACKS_DTYPE);
    }
    const shapes narrow = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT32, -2, 3, {3, 7, 2}, 3},
                 what = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT64, -2, 3, {3, 7, 2}, 3};
    draw(&tokens, &narrow, &options, STREW_CACHE_LINEAR, 0);
    assert_int_equal(plan_tokens(&plan, &tokens.call, &fault), STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE);
    for (int mode = STREW_CACHE_LINEAR; mode <= STREW_CACHE_CIRCULAR; mode++) {
        draw(&tokens, &what, &options, (strew_cache_mode)mode, 0);
        for (size_t batch = 0; batch < 3; batch++) write_index(&tokens, batch, 2);
        check_forms(&tokens);
        write_index(&tokens, 1, -1);
        assert_true(tokens_are_out_of_bounds(&tokens.call, &position));
        check_rejection(&tokens, &position);
        make_tokens(output.bytes, &tokens.call, &fault);
        assert_int_equal(fault.profile, row->profile);
    }
    options.profile = STREW_PROFILE_ONNX_SCATTERND_18;
    assert_int_equal(plan_tokens(&plan, &tokens.call, &fault), STREW_STATUS_PROFILE_LACKS_OPERATOR);
    assert_string_equal(fault.subject, "tensor_scatter");
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static void buffers_are_checked(void **state)
{
    const int64_t shape[] = {2, 4}, update_shape[] = {2, 1}, values[] = {3, 1};
    float memory[8] = {0}, new[2] = {5, 6};
    const strew_tensor past = {STREW_DTYPE_FLOAT32, 2, shape, memory, NULL}, tokens = {STREW_DTYPE_FLOAT32, 2, update_shape, new, NULL},
                       at = {STREW_DTYPE_INT64, 1, shape, values, NULL};
    const token_call call = {&past, &tokens, &at, 1, STREW_CACHE_LINEAR, NULL};
    strew_plan plan;
    strew_fault fault;

    assert_int_equal(plan_tokens(&plan, &call, NULL), STREW_OK);
    EXPECT_FAULT(make_tokens(NULL, &call, &fault), NULL_POINTER, .subject = "output", .value = 32);
    EXPECT_FAULT(make_tokens(memory + 1, &call, &fault), OUTPUT_OVERLAP, .subject = "data", .value = 28);
    EXPECT_FAULT(run_tensor_scatter(&plan, memory, memory, NULL, new, NULL, &fault), NULL_POINTER, .subject = "write_indices", .value = 16);
    EXPECT_FAULT(run_tensor_scatter(&plan, memory, memory, values, memory, NULL, &fault), OUTPUT_OVERLAP, .subject = "updates", .value = 8);
    assert_int_equal(run_tensor_scatter(&plan, memory, memory, values, new, NULL, &fault), STREW_OK);
    assert_true(memory[3] == 5 && memory[5] == 6);
}

/* It has a kernel of its own kind, and nothing to prepare. */
static void plans_are_of_no_other_kind(void **state)
{
    const int64_t shape[] = {2, 4}, values[] = {0, 0};
    const strew_tensor past = {STREW_DTYPE_FLOAT32, 2, shape, NULL, NULL}, at = {STREW_DTYPE_INT64, 1, shape, values, NULL};
    const strew_fault expected = {.status = STREW_STATUS_PLAN_MISMATCH, .subject = "tensor_scatter"};
    uint64_t memory[512] = {0};
    char sentence[STREW_MESSAGE_BYTES];
    strew_plan plan;
    strew_fault fault;

    assert_int_equal(plan_tensor_scatter(&plan, &past, &past, &at, 1, STREW_CACHE_LINEAR, NULL, NULL), STREW_OK);
    assert_int_equal(strew_plan_workspace_size(&plan, 8), 0);
    assert_null(strew_plan_kernel(&plan));
    assert_int_equal(prepare_indices(&plan, values, memory, sizeof memory, &fault), STREW_STATUS_PLAN_MISMATCH);
    assert_fault(&fault, expected);
    assert_int_equal(run_prepared(&plan, NULL, NULL, memory, NULL, NULL, &fault), STREW_STATUS_UNUSED_ARGUMENT);
    assert_string_equal(fault.subject, "prepared");
    assert_int_equal(run_gather(&plan, NULL, NULL, values, NULL, &fault), STREW_STATUS_UNUSED_ARGUMENT);
    assert_string_equal(fault.subject, "indices");
    strew_plan_explain(&plan, STREW_ISA_SCALAR, sentence, sizeof sentence);
    assert_string_equal(sentence, "scalar is not used: this operator copies bytes without a kernel");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_every_kind_work),
        cmocka_unit_test(elements_of_every_dtype_are_copied),
        cmocka_unit_test(indices_that_change_harm_nothing_else),
        cmocka_unit_test(each_token_is_written_by_one_task),
        cmocka_unit_test(uint64_past_int64_is_out_of_bounds),
        cmocka_unit_test(the_profile_allows_what_its_version_does),
        cmocka_unit_test(buffers_are_checked),
        cmocka_unit_test(plans_are_of_no_other_kind),
    };

    cache = guarded_open(CAPACITY);
    update = guarded_open(CAPACITY);
    indices = guarded_open(CAPACITY);
    output = guarded_open(CAPACITY);
    expected = malloc(CAPACITY);
    unlike = malloc(CAPACITY);
    const int n_failed = cmocka_run_group_tests(tests, NULL, NULL);
    guarded_close(&cache);
    guarded_close(&update);
    guarded_close(&indices);
    guarded_close(&output);
    free(expected);
    free(unlike);
    return n_failed;
}
