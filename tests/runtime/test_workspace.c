/* The workspace: it changes the speed and nothing else, whatever its address and contents, and only its own bytes are touched. */
#define _GNU_SOURCE

#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "pools.h"
#include "system.h"
#include "tensors.h"
#include "testing.h"

enum { CAPACITY = 2 << 20 };

static guarded workspace;
static unsigned char without[CAPACITY];

static const int64_t sizes[] = {5, 3, 7, 2, 4};

static job job_of(int32_t k, strew_dtype index_dtype, size_t n_tuples)
{
    return (job){
        .dtype = STREW_DTYPE_FLOAT32,
        .index_dtype = index_dtype,
        .reduction = STREW_REDUCTION_ADD, /* a sum misses no tuple, and tells an order from another */
        .sizes = sizes,
        .n_sizes = k,
        .width = 3,
        .n_tuples = n_tuples,
        .pattern = (pattern)((size_t)k % PATTERNS),
    };
}

/* Enough components of either dtype for a workspace to be of use. */
static job large_job(strew_dtype index_dtype, size_t n_tuples)
{
    return job_of(3, index_dtype, n_tuples);
}

static strew_status run_in(const strew_plan *plan, void *bytes, size_t n_bytes, strew_fault *fault)
{
    return run_with(plan, buffers.output.bytes, buffers.data.bytes, buffers.indices.bytes, buffers.updates.bytes,
                    &STREW_RESOURCES(.workspace = bytes, .workspace_bytes = n_bytes), fault);
}

/* The result without a workspace must be right; the one with a workspace, as it stands in output, the same in every bit. */
static void remember_without(const strew_plan *plan)
{
    buffers.has_workspace = 0;
    assert_true(fixture_run(&buffers, plan, 0));
    memcpy(without, buffers.output.bytes, buffers.n_data_bytes);
    memset(buffers.output.bytes, 0x99, buffers.n_data_bytes);
}

static void assert_same_as_without(void)
{
    assert_memory_equal(buffers.output.bytes, without, buffers.n_data_bytes);
}

/* Both, with a run between them that has this workspace. */
static void compare_with(const strew_plan *plan, void *bytes, size_t n_bytes)
{
    remember_without(plan);
    assert_int_equal(run_in(plan, bytes, n_bytes, NULL), STREW_OK);
    assert_same_as_without();
}

/* With a workspace of the fixture, under each instruction set, out of place and in place. */
static void compare_fixture(void)
{
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        for (int is_in_place = 0; is_in_place <= 1; is_in_place++) {
            remember_without(&plan);
            buffers.has_workspace = 1;
            assert_true(fixture_run(&buffers, &plan, is_in_place));
            assert_same_as_without();
        }
    }
    buffers.has_workspace = 0;
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

TEST(the_result_is_that_without_one)
{
    static const size_t counts[] = {0, 1, 511, 512, 513, 1024, 5000};
    static const strew_dtype index_dtypes[] = {STREW_DTYPE_INT64, STREW_DTYPE_INT32};

    for (int32_t k = 0; k <= (int32_t)COUNT(sizes); k++) {
        for (size_t c = 0; c < COUNT(counts); c++) {
            for (size_t d = 0; d < COUNT(index_dtypes); d++) {
                const job job = job_of(k, index_dtypes[d], counts[c]);
                fixture_prepare(&buffers, &job);
                in_case("%s", fixture_describe(&buffers));
                compare_fixture();
            }
        }
    }
}

TEST(any_address_and_any_contents_will_do)
{
    static const int contents[] = {0x00, 0x01, 0x7f, 0x80, 0xff};

    for (size_t n_tuples = 1; n_tuples <= 513; n_tuples += 128) {
        const job job = large_job(n_tuples % 3 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, n_tuples);
        fixture_prepare(&buffers, &job);
        for (size_t i = 0; i < n_isas; i++) {
            const strew_plan plan = fixture_plan(&buffers, isas[i]);
            const size_t size = strew_plan_workspace_size(&plan, 1);
            remember_without(&plan);
            /* Every distance below 64 from the page before it, and from the one behind it. */
            for (size_t place = 0; place < 2 * 64; place++) {
                guarded_place(&workspace, size, place % 2 ? FLUSH_END : FLUSH_START, place / 2);
                memset(workspace.bytes, contents[place % COUNT(contents)], size);
                assert_int_equal(run_in(&plan, workspace.bytes, size, NULL), STREW_OK);
                assert_same_as_without();
                assert_true(guarded_is_intact(&workspace));
            }
        }
    }
}

/* ---- None, too small, too large ------------------------------------------------------------------------------------------------------ */

TEST(one_that_is_missing_or_too_small_is_as_good_as_none)
{
    const job job = large_job(STREW_DTYPE_INT64, 700);
    strew_plan plan;
    strew_fault fault;
    size_t size;

    fixture_prepare(&buffers, &job);
    plan = fixture_plan(&buffers, STREW_ISA_BEST);
    size = strew_plan_workspace_size(&plan, 1);
    for (size_t row = 0; row < 6; row++) {
        const size_t bytes[] = {0, size, SIZE_MAX, 0, 1, size - 1};
        remember_without(&plan);
        guarded_place(&workspace, row < 3 ? 0 : bytes[row], FLUSH_END, 0);
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(run_in(&plan, row < 3 ? NULL : workspace.bytes, bytes[row], &fault), STREW_OK);
        assert_fault(&fault, (strew_fault){.status = STREW_OK});
        assert_same_as_without();
        assert_true(guarded_is_intact(&workspace));
    }
    /* What is not used cannot be in the way either. */
    compare_with(&plan, buffers.output.bytes, size - 1);

    fixture_set_index(&buffers, 699, 2, 7);
    assert_int_equal(run_in(&plan, workspace.bytes, size - 1, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_index_fault(&fault, (reference_position){699, 7, -7, 6, 2, 2});
}

/* Of data that has no shadow. */
static size_t size_under(strew_policy policy, strew_dtype index_dtype, int64_t n_tuples, int64_t k, int64_t width)
{
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(128, 128, 128, width), SHAPE(n_tuples, k));
    strew_plan plan;
    size_t size;

    scatter.dtype = STREW_DTYPE_INT8;
    scatter.index_dtype = index_dtype;
    scatter.options.policy = policy;
    plan = plan_scatter(&scatter);
    size = strew_plan_workspace_size(&plan, 1);
    /* Fewer threads than one are the caller's. */
    assert_int_equal(strew_plan_workspace_size(&plan, 0), size);
    assert_int_equal(strew_plan_workspace_size(&plan, INT32_MIN), size);
    return size;
}

static size_t size_for(strew_dtype index_dtype, int64_t n_tuples, int64_t k, int64_t width)
{
    return size_under(STREW_POLICY_ERROR, index_dtype, n_tuples, k, width);
}

TEST(its_size_is_4_bytes_a_tuple_and_some)
{
    static const int64_t counts[] = {1, 2, 3, 511, 512, 513, 100000, INT64_C(1) << 32};

    for (size_t c = 0; c < COUNT(counts); c++) {
        const size_t some = size_for(STREW_DTYPE_INT64, 1, 2, 5) - 4;
        assert_true(some < 1024);
        if ((uint64_t)counts[c] > SIZE_MAX / 64) continue;
        assert_int_equal(size_for(STREW_DTYPE_INT64, counts[c], 2, 5), 4 * (size_t)counts[c] + some);
        assert_int_equal(size_for(STREW_DTYPE_INT64, counts[c], 3, 5), 4 * (size_t)counts[c] + some);
        assert_int_equal(size_for(STREW_DTYPE_INT32, counts[c], 3, 5), 4 * (size_t)counts[c] + some);
    }
}

TEST(its_size_is_0_where_none_makes_a_run_faster)
{
    static const struct {
        strew_policy policy;
        strew_dtype index_dtype;
        int64_t k, width, n_tuples;
        int is_needed;
    } rows[] = {
        {STREW_POLICY_ERROR, STREW_DTYPE_INT32, 2, 5, 5000, 0},   {STREW_POLICY_ERROR, STREW_DTYPE_INT32, 3, 5, 5000, 1},
        {STREW_POLICY_ERROR, STREW_DTYPE_INT64, 1, 5, 5000, 0},   {STREW_POLICY_ERROR, STREW_DTYPE_INT64, 2, 5, 1, 1},
        {STREW_POLICY_ERROR, STREW_DTYPE_INT64, 0, 5, 50, 0},     {STREW_POLICY_ERROR, STREW_DTYPE_INT64, 3, 0, 9, 0}, /* empty slices */
        {STREW_POLICY_ERROR, STREW_DTYPE_INT64, 3, 5, 0, 0},      {STREW_POLICY_SKIP, STREW_DTYPE_INT64, 3, 5, 5000, 0},
        {STREW_POLICY_TRUSTED, STREW_DTYPE_INT64, 3, 5, 5000, 0}, {STREW_POLICY_CLAMP, STREW_DTYPE_INT64, 3, 5, 5000, 0},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        in_case("row %zu", i);
        const size_t size = size_under(rows[i].policy, rows[i].index_dtype, rows[i].n_tuples, rows[i].k, rows[i].width);
        assert_int_equal(size != 0, rows[i].is_needed);
    }
}

#if SIZE_MAX > UINT32_MAX
/* Slice indices of more than 32 bits would not fit. */
TEST(its_size_is_0_for_more_slices_than_32_bits_can_number)
{
    for (int64_t last = 65536; last <= 65538; last++) { /* 2^32 - 1 slices are 65535 * 65537 */
        scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(65535, last), SHAPE(100, 2));
        scatter.dtype = STREW_DTYPE_INT8;
        const strew_plan plan = plan_scatter(&scatter);
        assert_int_equal(strew_plan_workspace_size(&plan, 1) > 0, last <= 65537);
    }
}
#endif

/* More tuples than 32 bits can number, where memory is so large, for more than one thread. */
TEST(its_size_is_4_bytes_a_tuple_for_any_number_of_tuples)
{
    /* More tuples than threads can sort, where a size_t has so many; fewer are not sorted by one thread. */
    const int has_many = SIZE_MAX > UINT32_MAX;
    const int64_t n = has_many ? (INT64_C(1) << 32) + 1 : 1 << 20;
    scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(1 << 8, 1 << 8, 128), SHAPE(n, 2));
    strew_plan plan;

    scatter.dtype = STREW_DTYPE_INT8;
    plan = plan_scatter(&scatter);
    for (int32_t n_threads = 1; n_threads <= (has_many ? 4 : 1); n_threads++)
        assert_in_range(strew_plan_workspace_size(&plan, n_threads), 4 * (uint64_t)n, 4 * (uint64_t)n + 1000);
}

static void ignore_workspace(void)
{
    for (size_t i = 0; i < n_isas; i++) {
        const strew_plan plan = fixture_plan(&buffers, isas[i]);
        assert_int_equal(strew_plan_workspace_size(&plan, 1), 0);
        compare_with(&plan, memset(guarded_place(&workspace, 4096, FLUSH_START, 1), 0x3c, 4096), 4096);
        for (size_t b = 0; b < 4096; b++) assert_int_equal(workspace.bytes[b], 0x3c);
        assert_true(guarded_is_intact(&workspace));
        /* What is not used cannot be in the way either. */
        assert_int_equal(run_in(&plan, buffers.output.bytes, buffers.n_data_bytes, NULL), STREW_OK);
        assert_same_as_without();
    }
}

/* A pool of one thread, which counts how often it is asked. */
static void on_one_counted_thread(void *n_calls, size_t n, strew_task *task, void *argument)
{
    ++*(size_t *)n_calls;
    on_one_thread(NULL, n, task, argument);
}

/* What a slow pool could use has no more bytes than what the fastest one uses. So a run with a workspace of the size for that one is shared
 * whenever it would be with a larger one. */
TEST(its_size_is_enough_however_long_a_pool_takes_to_wake)
{
    static const struct {
        int64_t n_slices, width, n_tuples; /* of all shapes at most MAX_TUPLES, and together with a slice MAX_ELEMENTS */
    } rows[] = {{100000, 1, 95000}, {100000, 1, 20000}, {1000, 1, 50000}, {2000, 128, 20000}, {50, 1000, 2500}, {200000, 3, 90000}};
    static const uint32_t wakes[] = {1000, 3000, 10000, 20000, 40000};
    static const int32_t threads[] = {2, 4, 8, 16, 64};
    enum { MAX_TUPLES = 95000, MAX_ELEMENTS = 2560000, LARGE = 64 << 20 };
    int32_t *const output = guarded_new(MAX_ELEMENTS * sizeof *output, FLUSH_END), *const updates = guarded_new(
                                                                                       MAX_ELEMENTS * sizeof *updates, FLUSH_END);
    int64_t *const indices = guarded_new(MAX_TUPLES * sizeof *indices, FLUSH_END);
    unsigned char *const large = guarded_new(LARGE, FLUSH_START);
    size_t n_runs = 0, n_runs_shared = 0;

    memset(output, 0, MAX_ELEMENTS * sizeof *output);
    memset(updates, 0, MAX_ELEMENTS * sizeof *updates);
    for (size_t row = 0; row < COUNT(rows); row++) {
        const int64_t n_slices = rows[row].n_slices, n_tuples = rows[row].n_tuples;
        scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(n_slices, rows[row].width), SHAPE(n_tuples, 1));
        scatter.dtype = STREW_DTYPE_INT32;
        const strew_plan plan = plan_scatter(&scatter);
        for (int64_t t = 0; t < n_tuples; t++) indices[t] = t * 7919 % n_slices;
        while (next_case()) {
            const int32_t n_threads = threads[choose("threads", COUNT(threads))];
            const uint32_t wake_ns = wakes[choose("wake_ns", COUNT(wakes))];
            const size_t sizes_lent[] = {strew_plan_workspace_size(&plan, n_threads), LARGE};
            size_t n_calls[] = {0, 0};
            in_case("row %zu", row);
            for (int is_large = 0; is_large < 2; is_large++) {
                const strew_resources resources =
                    STREW_RESOURCES(.workspace = large, .workspace_bytes = sizes_lent[is_large], .parallel_for = on_one_counted_thread,
                                    .pool = &n_calls[is_large], .n_threads = n_threads, .wake_ns = wake_ns);
                assert_int_equal(run_with(&plan, output, output, indices, updates, &resources, NULL), STREW_OK);
            }
            assert_int_equal(n_calls[0] > 0, n_calls[1] > 0);
            n_runs_shared += n_calls[0] > 0;
            n_runs++;
        }
    }
    assert_in_range(n_runs_shared, n_runs / 2, n_runs);
    assert_true(guarded_free_all());
}

/* Tuples that are few beside data, and other policies. */
TEST(one_that_nobody_asked_for_is_not_looked_at)
{
    static const strew_policy policies[] = {STREW_POLICY_TRUSTED, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};

    const job few = job_of(1, STREW_DTYPE_INT32, 2);
    fixture_prepare(&buffers, &few);
    ignore_workspace();
    for (size_t p = 0; p < COUNT(policies); p++) {
        job job = large_job(STREW_DTYPE_INT64, 600);
        job.options.policy = policies[p];
        fixture_prepare(&buffers, &job);
        ignore_workspace();
    }
}

/* A workspace for the slice indices of all tuples would be a quarter of all memory. */
TEST(very_many_tuples_ask_for_no_workspace)
{
    static const int64_t data_shape[] = {64, 64, 64, 64};
    const size_t numbers[] = {1000, SIZE_MAX / 16 + 1};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        const int64_t n = (int64_t)numbers[i], indices_shape[] = {n, 4};
        const strew_tensor data = {STREW_DTYPE_INT8, 4, data_shape, NULL, NULL}, indices = {STREW_DTYPE_INT8, 2, indices_shape, NULL, NULL},
                           updates = {STREW_DTYPE_INT8, 1, &n, NULL, NULL};
        strew_plan plan;
        assert_int_equal(plan_scatter_nd(&plan, &data, &indices, &updates, STREW_REDUCTION_ADD, NULL, NULL), STREW_OK);
        assert_int_equal(strew_plan_workspace_size(&plan, 1) == 0, i);
        if (i == 1) assert_int_equal(strew_plan_part_workspace_size(&plan, 2), 0);
    }
}

int main(void)
{
    workspace = guarded_open(CAPACITY);
    return run_on_fixture(CAPACITY, 40512);
}
