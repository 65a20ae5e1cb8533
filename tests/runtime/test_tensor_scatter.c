/* tensor_scatter through the public header alone: what threads write, and indices that are no ordinary ones. The fuzz target of tokens
 * compares calls of any kind with the reference, and test_validate.c has what planning rejects. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include <stdlib.h>

#include "call_text.h"
#include "calls.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "profiles.h"
#include "testing.h"
#include "tokens.h"

enum { CAPACITY = 4 << 20 };

static guarded cache, update, indices, output;
static unsigned char *expected;
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
    strew_dtype dtype;
    int32_t axis, rank;
    int64_t shape[6], n_tokens;
    strew_dtype index_dtype; /* 0 for int64 */
} shapes;

/* A call in these buffers. */
typedef struct tokens {
    strew_tensor cache, update, indices;
    int64_t update_shape[6];
    token_call call;
    size_t n_bytes;
} tokens;

/* With write indices in bounds, also counted from the end; or, of a circular cache, beyond them. */
static void draw(tokens *to, const shapes *what, const strew_options *options, strew_cache_mode mode)
{
    const int64_t n_places = what->shape[what->axis] - what->n_tokens + 1;

    memcpy(to->update_shape, what->shape, sizeof to->update_shape);
    to->update_shape[what->axis] = what->n_tokens;
    to->cache = (strew_tensor){what->dtype, what->rank, what->shape, NULL, NULL};
    to->update = (strew_tensor){what->dtype, what->rank, to->update_shape, NULL, NULL};
    to->indices = (strew_tensor){what->index_dtype ? what->index_dtype : STREW_DTYPE_INT64, 1, what->shape, NULL, NULL};
    to->n_bytes = reference_bytes(&to->cache);
    to->cache.values = place(&cache, to->n_bytes);
    to->update.values = place(&update, reference_bytes(&to->update));
    to->indices.values = place(&indices, reference_bytes(&to->indices));
    place(&output, to->n_bytes);
    fill(what->dtype, cache.bytes, reference_elements(&to->cache), EXTREME, &state_of_random);
    fill(what->dtype, update.bytes, reference_elements(&to->update), EXTREME, &state_of_random);
    for (int64_t batch = 0; batch < what->shape[0]; batch++) {
        const int64_t from_start = (int64_t)below((uint64_t)(mode == STREW_CACHE_CIRCULAR ? 3 * n_places : n_places));
        const int64_t index = options->negative == STREW_NEGATIVE_WRAPS && below(2) ? from_start - what->shape[what->axis] : from_start;
        const int32_t narrow = (int32_t)index;
        if (to->indices.dtype == STREW_DTYPE_INT32)
            memcpy(indices.bytes + batch * (int64_t)sizeof narrow, &narrow, sizeof narrow);
        else
            memcpy(indices.bytes + batch * (int64_t)sizeof index, &index, sizeof index);
    }
    to->call = (token_call){&to->cache, &to->update, &to->indices, what->axis, mode, options};
}

/* Enough for threads; tokens of one element; and few enough for a short call. */
TEST(threads_write_what_one_does)
{
    static const shapes all[] = {
        {STREW_DTYPE_BFLOAT16, 2, 4, {2, 8, 256, 64}, 100},
        {STREW_DTYPE_BFLOAT16, 2, 4, {4, 8, 32, 128}, 1},
        {STREW_DTYPE_FLOAT32, 1, 4, {1, 40, 8, 64}, 13},
        {STREW_DTYPE_FLOAT64, 3, 5, {2, 2, 3, 16, 2}, 5},
        {STREW_DTYPE_INT8, 2, 3, {30, 40, 1100}, 60},
        {STREW_DTYPE_FLOAT16, 2, 4, {2, 3, 40, 24}, 3, STREW_DTYPE_INT32},
        {STREW_DTYPE_INT8, 1, 2, {31, 9}, 9},
        {STREW_DTYPE_FLOAT16, 1, 3, {8, 64, 128}, 1},
    };
    size_t n_threads = 3;
    const strew_resources alone = STREW_RESOURCES_INIT,
                          on_three = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1),
                          on_real = resources_on_threads(&n_threads, NULL, 0), *const all_resources[] = {&alone, &on_three, &on_real};

    while (next_case()) {
        const shapes *const what = &all[choose("shapes", COUNT(all))];
        const strew_cache_mode mode = (strew_cache_mode)(STREW_CACHE_LINEAR + (int)choose("mode", 2));
        const strew_resources *const resources = all_resources[choose("resources", COUNT(all_resources))];
        const int is_in_place = (int)choose("is_in_place", 2);
        const strew_options options = STREW_OPTIONS_INIT;
        tokens tokens;
        strew_plan plan;
        draw(&tokens, what, &options, mode);
        reference_tensor_scatter(expected, &tokens.call);
        memcpy(output.bytes, is_in_place ? cache.bytes : update.bytes, reference_bytes(is_in_place ? &tokens.cache : &tokens.update));
        assert_int_equal(plan_tokens(&plan, &tokens.call, NULL), STREW_OK);
        assert_int_equal(
            run_tensor_scatter(&plan, output.bytes, is_in_place ? output.bytes : cache.bytes, indices.bytes, update.bytes, resources, NULL),
            STREW_OK);
        assert_memory_equal(output.bytes, expected, tokens.n_bytes);
        assert_true(guarded_is_intact(&output) && guarded_is_intact(&cache) && guarded_is_intact(&update));
    }
}

/* The write indices change once they have been checked: whatever comes of it, nothing is touched beside output. */
static int64_t changed_to;

static void change_indices(void *pool, size_t n, strew_task *task, void *argument)
{
    for (size_t batch = 0; batch < *(const size_t *)pool; batch++) memcpy(indices.bytes + batch * sizeof changed_to, &changed_to, 8);
    on_one_thread(NULL, n, task, argument);
}

TEST(indices_that_change_harm_nothing_else)
{
    static const int64_t values[] = {157, 255, 256, 1000, -257, INT64_MAX, INT64_MIN};
    const shapes what = {STREW_DTYPE_BFLOAT16, 2, 4, {2, 8, 256, 64}, 100};
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR, .negative = STREW_NEGATIVE_OUT_OF_BOUNDS);
    size_t n_batches = 2;
    const strew_resources resources = STREW_RESOURCES(.parallel_for = change_indices, .pool = &n_batches, .n_threads = 2, .wake_ns = 1);
    strew_plan plan;
    tokens tokens;

    while (next_case()) {
        draw(&tokens, &what, &options, STREW_CACHE_LINEAR);
        changed_to = values[choose("value", COUNT(values))];
        memcpy(output.bytes, cache.bytes, tokens.n_bytes);
        assert_int_equal(plan_tokens(&plan, &tokens.call, NULL), STREW_OK);
        const void *const data = choose("is_in_place", 2) ? output.bytes : cache.bytes;
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

TEST(each_token_is_written_by_one_task)
{
    const shapes what = {STREW_DTYPE_UINT8, 2, 4, {3, 8, 256, 64}, 200};

    for (int mode = STREW_CACHE_LINEAR; mode <= STREW_CACHE_CIRCULAR; mode++) {
        for (int32_t n_threads = 2; n_threads <= 64; n_threads += 31) {
            const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR);
            strew_plan plan;
            tokens tokens;
            draw(&tokens, &what, &options, (strew_cache_mode)mode);
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
TEST(uint64_past_int64_is_out_of_bounds)
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
            if (status != STREW_OK) {
                assert_string_equal(fault.subject, "write_indices");
                assert_sentence(&fault, "write_indices[0] component 0 is ");
            }
            assert_memory_equal(result, expected, sizeof expected);
            reference_tensor_scatter(expected, &call);
            if (status == STREW_OK) assert_memory_equal(result, expected, sizeof expected);
        }
    }
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

TEST(buffers_are_checked)
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
TEST(plans_are_of_no_other_kind)
{
    const int64_t values[] = {0, 0};
    const strew_fault expected = {.status = STREW_STATUS_PLAN_MISMATCH, .subject = "tensor_scatter"};
    uint64_t memory[512] = {0};
    char sentence[STREW_MESSAGE_BYTES];
    const strew_plan plan = plan_text("tensor_scatter data=float32[2,4] updates=float32[2,4] write_indices=int64[2] axis=1");
    strew_fault fault;

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
    cache = guarded_open(CAPACITY);
    update = guarded_open(CAPACITY);
    indices = guarded_open(CAPACITY);
    output = guarded_open(CAPACITY);
    expected = malloc(CAPACITY);
    return run_all_tests(NULL, NULL);
}
