/* masked_scatter through the public header alone: masks that threads share, buffers, and masks that change. The fuzz target of masks
 * compares calls of any kind with the reference, and test_validate.c has what planning rejects. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include <stdlib.h>

#include "calls.h"
#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "masks.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "views.h"

enum { CAPACITY = 8 << 20 };

static view data, mask, output;
static guarded updates;
static unsigned char *expected;
static uint64_t state_of_random = 20261127;

static uint64_t below(uint64_t end)
{
    return random_below(&state_of_random, end);
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* A call in these buffers. */
typedef struct masked {
    int64_t n_updates;
    strew_tensor updates;
    strew_options options;
    mask_call call;
} masked;

/* How the bytes of a mask are drawn. */
typedef enum pattern { NONE_TRUE, ALL_TRUE, MIXED, RARE, RUNS, PATTERNS } pattern;

/* True is every byte but 0. */
static void draw_mask(pattern pattern)
{
    int is_true = 0;

    for (size_t i = 0; i < mask.buffer.size; i++) {
        switch (pattern) {
        case NONE_TRUE: is_true = 0; break;
        case ALL_TRUE: is_true = 1; break;
        case MIXED: is_true = below(2) == 0; break;
        case RARE: is_true = below(50) == 0; break;
        default: is_true = below(20) == 0 ? !is_true : is_true;
        }
        mask.buffer.bytes[i] = is_true ? (unsigned char)(below(2) ? 1 : 1 + below(255)) : 0;
    }
    view_refresh(&mask);
}

/* Updates are as many as are true, and `more`, next to a guard page. */
static void draw_updates(masked *to, int64_t more)
{
    const strew_dtype dtype = data.tensor.dtype;

    to->n_updates = (int64_t)reference_count_true(&mask.dense) + more;
    to->updates = (strew_tensor){dtype, 1, &to->n_updates, NULL, NULL};
    to->updates.values =
        guarded_place(&updates, (size_t)to->n_updates * reference_size(dtype), (placement)below(2), below(2) ? 0 : (size_t)below(64));
    fill(dtype, updates.bytes, (size_t)to->n_updates, EXTREME, &state_of_random);
    to->options = STREW_OPTIONS(.isa = STREW_ISA_BEST);
    to->call = (mask_call){&data.tensor, &mask.tensor, &to->updates, &to->options, &output.tensor};
}

static void draw(masked *to, strew_dtype dtype, int32_t rank, const int64_t *shape, pattern pattern)
{
    view_draw(&data, dtype, rank, shape, SHARED, EXTREME, &state_of_random);
    view_draw(&mask, STREW_DTYPE_BOOL, rank, shape, SHARED, ORDINARY, &state_of_random);
    view_draw(&output, dtype, rank, shape, DISTINCT, EXTREME, &state_of_random);
    draw_mask(pattern);
    draw_updates(to, below(2) ? 0 : (int64_t)below(100));
}

/* The same with these strides of mask, and dense tensors. */
static void draw_broadcast(masked *to, strew_dtype dtype, int32_t rank, const int64_t *shape, const int64_t *strides, pattern pattern)
{
    view_place(&data, dtype, rank, shape, NULL, EXTREME, &state_of_random);
    view_place(&mask, STREW_DTYPE_BOOL, rank, shape, strides, ORDINARY, &state_of_random);
    view_place(&output, dtype, rank, shape, NULL, EXTREME, &state_of_random);
    draw_mask(pattern);
    draw_updates(to, 0);
}

static int are_inputs_unchanged(void)
{
    return view_is_unchanged(&data) && view_is_unchanged(&mask) && guarded_is_intact(&updates);
}

static unsigned char *values_of(const view *view)
{
    return view_at(view, 0);
}

/* A run out of place, and one in place, where output begins with the elements of data. */
static void check_run(const masked *of, const strew_resources *resources)
{
    const strew_tensor in_place = output.tensor;
    const mask_call call = {&in_place, &mask.tensor, &of->updates, &of->options, &output.tensor};
    const size_t size = reference_size(data.tensor.dtype), n = reference_elements(&data.tensor);
    strew_plan plan;
    strew_fault fault;

    view_restore(&output);
    assert_int_equal(plan_mask(&plan, &of->call, &fault), STREW_OK);
    assert_int_equal(run_masked_scatter(&plan, (void *)(uintptr_t)output.tensor.values, data.tensor.values, mask.tensor.values,
                                        updates.bytes, resources, &fault),
                     STREW_OK);
    assert_fault(&fault, (strew_fault){.status = STREW_OK});
    assert_true(view_holds(&output, expected));
    for (size_t i = 0; i < n; i++) memcpy(view_at(&output, i), data.dense_room + i * size, size);
    assert_int_equal(plan_mask(&plan, &call, &fault), STREW_OK);
    void *const at = (void *)(uintptr_t)output.tensor.values;
    assert_int_equal(run_masked_scatter(&plan, at, at, mask.tensor.values, updates.bytes, resources, &fault), STREW_OK);
    assert_true(view_holds(&output, expected));
    assert_true(are_inputs_unchanged());
}

/* One call, and runs on 1, 2, 3 and 7 threads, of which those of on_one_thread are not real. */
static void check_forms(const masked *of)
{
    size_t n_threads[] = {2, 7};
    const strew_resources resources[] = {
        STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1),
        resources_on_threads(&n_threads[0], NULL, 0),
        resources_on_threads(&n_threads[1], NULL, 0),
    };
    strew_fault fault;
    strew_tensor from = *of->call.updates;

    from.values = updates.bytes;
    reference_masked_scatter(expected, &data.dense, &mask.dense, &from, of->call.options);
    view_restore(&output);
    assert_int_equal(make_mask((void *)(uintptr_t)output.tensor.values, &of->call, &fault), STREW_OK);
    assert_true(view_holds(&output, expected) && are_inputs_unchanged());
    check_run(of, NULL);
    for (size_t i = 0; i < COUNT(resources); i++) check_run(of, &resources[i]);
}

/* ---- What works ---------------------------------------------------------------------------------------------------------------------- */

/* Large enough for every pass to be shared, also among more threads than a call has. */
TEST(large_masks_are_shared)
{
    static const strew_resources many = {
        .struct_size = sizeof(strew_resources), .parallel_for = on_one_thread, .n_threads = 1000, .wake_ns = 1};
    static const int64_t flat[] = {400007}, rows[] = {631, 641}, pixels[] = {300, 400, 3}, of_pixels[] = {400, 1, 0};

    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        masked masked;
        const size_t before = n_shared;
        draw_broadcast(&masked, STREW_DTYPE_FLOAT32, 1, flat, NULL, (enum pattern)pattern);
        check_forms(&masked);
        assert_true(n_shared - before >= 6);
        check_run(&masked, &many);
        if (is_light()) continue;
        draw_broadcast(&masked, STREW_DTYPE_FLOAT16, 3, pixels, of_pixels, (enum pattern)pattern);
        check_forms(&masked);
        draw(&masked, STREW_DTYPE_INT8, 2, rows, (enum pattern)pattern);
        check_forms(&masked);
    }
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

/* 25 pairs of dimensions, of which mask is expanded along each second one: none can be joined. */
TEST(too_many_loops_are_rejected)
{
    int64_t shape[50], strides[50], narrow[50];
    const strew_tensor of = {STREW_DTYPE_UINT8, 50, shape, NULL, NULL}, from = {STREW_DTYPE_UINT8, 1, shape, NULL, NULL};
    const strew_tensor by = {STREW_DTYPE_BOOL, 50, shape, NULL, strides}, fewer = {STREW_DTYPE_BOOL, 33, shape, NULL, narrow};
    const strew_tensor of_fewer = {STREW_DTYPE_UINT8, 33, shape, NULL, NULL};
    strew_plan plan;
    strew_fault fault;

    for (int d = 0; d < 50; d++) {
        shape[d] = 2;
        strides[d] = d % 2; /* from 0 to 1 and back, so the last one is not expanded */
        narrow[d] = (d + 1) % 2;
    }
    const strew_status status = plan_masked_scatter(&plan, &of, &by, &from, NULL, &fault);
    if (SIZE_MAX == UINT32_MAX) {
        assert_int_equal(status, STREW_STATUS_TOO_LARGE);
        return;
    }
    assert_int_equal(status, STREW_STATUS_STRIDES_TOO_MANY);
    assert_no_room(&fault, "mask and output");
    narrow[32] = 0; /* these two are the slice */
    narrow[31] = 0;
    assert_int_equal(plan_masked_scatter(&plan, &of_fewer, &fewer, &from, NULL, &fault), STREW_OK);
}

TEST(buffers_are_checked)
{
    const int64_t shape[] = {2, 4}, eight[] = {8}, backwards[] = {4, -1};
    static const unsigned char by[8] = {0, 1, 0, 0, 1, 0, 0, 0};
    float memory[16] = {0}, new[8] = {5, 6};
    const strew_tensor of = {STREW_DTYPE_FLOAT32, 2, shape, memory, NULL}, from = {STREW_DTYPE_FLOAT32, 1, eight, new, NULL},
                       which = {STREW_DTYPE_BOOL, 2, shape, by, NULL};
    mask_call call = {&of, &which, &from};
    strew_plan plan;
    strew_fault fault;

    EXPECT_FAULT(make_mask(NULL, &call, &fault), NULL_POINTER, .subject = "output", .value = 32);
    EXPECT_FAULT(make_mask(memory + 1, &call, &fault), OUTPUT_OVERLAP, .subject = "data", .value = 28);
    assert_int_equal(plan_mask(&plan, &call, NULL), STREW_OK);
    EXPECT_FAULT(run_masked_scatter(&plan, memory, memory, NULL, new, NULL, &fault), NULL_POINTER, .subject = "mask", .value = 8);
    EXPECT_FAULT(run_masked_scatter(&plan, memory, memory, memory + 1, new, NULL, &fault), OUTPUT_OVERLAP, .subject = "mask", .value = 8);
    EXPECT_FAULT(run_masked_scatter(&plan, memory, memory, by, NULL, NULL, &fault), NULL_POINTER, .subject = "updates", .value = 32);
    EXPECT_FAULT(run_masked_scatter(&plan, memory, memory, by, memory + 7, NULL, &fault), OUTPUT_OVERLAP, .subject = "updates", .value = 4);
    assert_int_equal(run_masked_scatter(&plan, memory, memory, by, new, NULL, &fault), STREW_OK);
    assert_true(memory[1] == 5 && memory[4] == 6);
    const strew_tensor to = output_with(&of, backwards);
    call.output = &to;
    assert_int_equal(plan_mask(&plan, &call, NULL), STREW_OK);
    EXPECT_FAULT(run_masked_scatter(&plan, memory + 8, memory + 8, by, new, NULL, &fault), STRIDES_MISMATCH, .dimension = 1, .value = -1,
                 .high = 1);
}

/* With a mask that broadcasts. Updates may end where output begins, or begin where it ends. */
TEST(updates_may_be_beside_output)
{
    static const int64_t shape[] = {2, 4}, eight[] = {8}, by_rows[] = {1, 0};
    static const unsigned char by[2] = {1, 1};
    unsigned char memory[24];
    const strew_tensor of = {STREW_DTYPE_UINT8, 2, shape, memory + 8, NULL}, which = {STREW_DTYPE_BOOL, 2, shape, by, by_rows},
                       from = {STREW_DTYPE_UINT8, 1, eight, NULL, NULL};
    strew_plan plan;

    assert_int_equal(plan_masked_scatter(&plan, &of, &which, &from, NULL, NULL), STREW_OK);
    for (int at = 0; at <= 16; at++) {
        for (int i = 0; i < 24; i++) memory[i] = (unsigned char)i;
        const int is_beside = at == 0 || at == 16;
        assert_int_equal(run_masked_scatter(&plan, memory + 8, memory + 8, by, memory + at, NULL, NULL),
                         is_beside ? STREW_OK : STREW_STATUS_OUTPUT_OVERLAP);
        for (int i = 0; i < 8; i++) assert_int_equal(memory[8 + i], is_beside ? at + i : 8 + i);
    }
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

/* The mask changes once it has been counted, to elements of which one in 16 differs from the others, or none: whatever comes of it, nothing
 * is touched beside output. */
static int changes_to, changes_16th_to;

static void change_mask(void *pool, size_t n, strew_task *task, void *argument)
{
    size_t *const n_calls = pool;

    if (++*n_calls > 1) memset(mask.buffer.bytes, changes_to, mask.buffer.size);
    for (size_t i = 0; *n_calls > 1 && i < mask.buffer.size; i += 16) mask.buffer.bytes[i] = changes_16th_to != 0;
    on_one_thread(NULL, n, task, argument);
}

TEST(masks_that_change_harm_nothing_else)
{
    static const int64_t shape[] = {300000};

    while (next_case()) {
        const int is_in_place = !choose("is_out_of_place", 2);
        size_t n_calls = 0;
        const strew_resources resources = STREW_RESOURCES(.parallel_for = change_mask, .pool = &n_calls, .n_threads = 3, .wake_ns = 1);
        strew_plan plan;
        masked masked;
        draw_broadcast(&masked, STREW_DTYPE_FLOAT32, 1, shape, NULL, MIXED);
        changes_to = (int)choose("changes_to", 2);
        changes_16th_to = (int)choose("changes_16th_to", 2);
        (void)choose("round", 4);
        assert_int_equal(plan_mask(&plan, &masked.call, NULL), STREW_OK);
        void *const at = is_in_place ? values_of(&data) : values_of(&output);
        assert_int_equal(run_masked_scatter(&plan, at, values_of(&data), mask.tensor.values, updates.bytes, &resources, NULL),
                         STREW_STATUS_INDICES_CHANGED);
        assert_true(guarded_is_intact(&output.buffer) && guarded_is_intact(&updates) && guarded_is_intact(&data.buffer));
    }
}

int main(void)
{
    data = view_open(CAPACITY);
    mask = view_open(CAPACITY);
    output = view_open(CAPACITY);
    updates = guarded_open(CAPACITY);
    expected = malloc(CAPACITY);
    return run_all_tests(NULL, NULL);
}
