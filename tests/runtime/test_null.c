/* NULL for each pointer of each public function, and for all of them: a documented answer, and no other byte is read or written. The list
 * of functions is that of cmake/symbols.map: a new one does not compile here before it has its test. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include "calls.h"
#include "testing.h"

static const int64_t data_shape[] = {3, 2}, tuples_shape[] = {2, 1}, updates_shape[] = {2, 2}, batch_shape[] = {3}, grid_edges[] = {0, 3};
static const int64_t tuples[] = {2, 0}, zeros[] = {0, 0, 0, 0}, n_chunks[] = {1};
static const int64_t *const edges[] = {grid_edges};
static const strew_chunk_grid grid = {n_chunks, edges};
static const float values[] = {1, 2, 3, 4, 5, 6}, more[] = {7, 8, 9, 10, 11, 12};
static const unsigned char bools[] = {1, 0, 0, 1, 0, 0};

static const strew_tensor data = {STREW_DTYPE_FLOAT32, 2, data_shape, values, NULL},
                          updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, more, NULL};
static const strew_tensor at = {STREW_DTYPE_INT64, 2, tuples_shape, tuples, NULL},
                          vector = {STREW_DTYPE_INT64, 1, updates_shape, tuples, NULL};
static const strew_tensor square = {STREW_DTYPE_INT64, 2, updates_shape, zeros, NULL};
static const strew_tensor mask = {STREW_DTYPE_BOOL, 2, data_shape, bools, NULL},
                          all_updates = {STREW_DTYPE_FLOAT32, 2, data_shape, more, NULL};
static const strew_tensor batches = {STREW_DTYPE_INT64, 1, batch_shape, zeros, NULL};

static const strew_resources resources = STREW_RESOURCES_INIT;

static float output[6];
static uint64_t prepared[1024];
static strew_plan plan;
static strew_fault fault;

#define UNLESS(i, n, pointer) ((i) == (n) ? NULL : (pointer))

/* What a call says whose argument `i` is NULL, of those that have these names; of i past the last one, none is. A NULL name: it may be. */
static void expect(strew_status status, const char *const *names, size_t n, size_t i)
{
    const char *const name = i < n ? names[i] : NULL;

    assert_int_equal(status, name ? STREW_STATUS_NULL_POINTER : STREW_OK);
    assert_int_equal(fault.status, status);
    if (name) assert_string_equal(fault.subject, name);
}

#define NAMES(...) static const char *const names[] = {__VA_ARGS__}
#define FOR_EACH_NULL for (size_t i = 0; i <= COUNT(names); i++)
#define EXPECT(call) expect(call, names, COUNT(names), i)

/* ---- Planning ------------------------------------------------------------------------------------------------------------------------ */

#define SCATTER_ARGUMENTS(i, indices) UNLESS(i, 1, &data), UNLESS(i, 2, indices), UNLESS(i, 3, &updates)
#define GATHER_ARGUMENTS(i, indices) UNLESS(i, 1, &data), UNLESS(i, 2, indices)

static void null_strew_scatter_nd_plan(void **state)
{
    NAMES("plan", "data", "indices", "updates");
    FOR_EACH_NULL EXPECT(plan_scatter_nd(UNLESS(i, 0, &plan), SCATTER_ARGUMENTS(i, &at), STREW_REDUCTION_ADD, NULL, &fault));
    assert_int_equal(plan_scatter_nd(NULL, NULL, NULL, NULL, STREW_REDUCTION_ADD, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_scatter_elements_plan(void **state)
{
    NAMES("plan", "data", "indices", "updates");
    FOR_EACH_NULL EXPECT(plan_scatter_elements(UNLESS(i, 0, &plan), SCATTER_ARGUMENTS(i, &square), 0, STREW_REDUCTION_ADD, NULL, &fault));
    assert_int_equal(plan_scatter_elements(NULL, NULL, NULL, NULL, 0, STREW_REDUCTION_ADD, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_scatter_update_plan(void **state)
{
    NAMES("plan", "data", "indices", "updates");
    FOR_EACH_NULL EXPECT(plan_scatter_update(UNLESS(i, 0, &plan), SCATTER_ARGUMENTS(i, &vector), 0, STREW_REDUCTION_ADD, NULL, &fault));
    assert_int_equal(plan_scatter_update(NULL, NULL, NULL, NULL, 0, STREW_REDUCTION_ADD, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_gather_nd_plan(void **state)
{
    NAMES("plan", "data", "indices");
    FOR_EACH_NULL EXPECT(plan_gather_nd(UNLESS(i, 0, &plan), GATHER_ARGUMENTS(i, &at), 0, NULL, &fault));
    assert_int_equal(plan_gather_nd(NULL, NULL, NULL, 0, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_gather_elements_plan(void **state)
{
    NAMES("plan", "data", "indices");
    FOR_EACH_NULL EXPECT(plan_gather_elements(UNLESS(i, 0, &plan), GATHER_ARGUMENTS(i, &square), 0, NULL, &fault));
    assert_int_equal(plan_gather_elements(NULL, NULL, NULL, 0, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_gather_plan(void **state)
{
    NAMES("plan", "data", "indices");
    FOR_EACH_NULL EXPECT(plan_gather(UNLESS(i, 0, &plan), GATHER_ARGUMENTS(i, &vector), 0, 0, NULL, &fault));
    assert_int_equal(plan_gather(NULL, NULL, NULL, 0, 0, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_tensor_scatter_plan(void **state)
{
    NAMES("plan", "data", "updates", NULL);
    FOR_EACH_NULL EXPECT(plan_tensor_scatter(UNLESS(i, 0, &plan), UNLESS(i, 1, &data), UNLESS(i, 2, &all_updates), UNLESS(i, 3, &batches),
                                             1, STREW_CACHE_LINEAR, NULL, &fault));
    assert_int_equal(plan_tensor_scatter(NULL, NULL, NULL, NULL, 0, STREW_CACHE_LINEAR, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_masked_scatter_plan(void **state)
{
    NAMES("plan", "data", "mask", "updates");
    FOR_EACH_NULL EXPECT(
        plan_masked_scatter(UNLESS(i, 0, &plan), UNLESS(i, 1, &data), UNLESS(i, 2, &mask), UNLESS(i, 3, &updates), NULL, &fault));
    assert_int_equal(plan_masked_scatter(NULL, NULL, NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

static void null_strew_scatter_nd(void **state)
{
    NAMES("output", "data", "indices", "updates");
    FOR_EACH_NULL EXPECT(strew_scatter_nd(UNLESS(i, 0, output), SCATTER_ARGUMENTS(i, &at), STREW_REDUCTION_ADD, NULL, &fault));
    assert_int_equal(strew_scatter_nd(NULL, NULL, NULL, NULL, STREW_REDUCTION_ADD, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_scatter_elements(void **state)
{
    NAMES("output", "data", "indices", "updates");
    FOR_EACH_NULL EXPECT(strew_scatter_elements(UNLESS(i, 0, output), SCATTER_ARGUMENTS(i, &square), 0, STREW_REDUCTION_ADD, NULL, &fault));
    assert_int_equal(strew_scatter_elements(NULL, NULL, NULL, NULL, 0, STREW_REDUCTION_ADD, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_scatter_update(void **state)
{
    NAMES("output", "data", "indices", "updates");
    FOR_EACH_NULL EXPECT(strew_scatter_update(UNLESS(i, 0, output), SCATTER_ARGUMENTS(i, &vector), 0, STREW_REDUCTION_ADD, NULL, &fault));
    assert_int_equal(strew_scatter_update(NULL, NULL, NULL, NULL, 0, STREW_REDUCTION_ADD, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_gather_nd(void **state)
{
    NAMES("output", "data", "indices");
    FOR_EACH_NULL EXPECT(strew_gather_nd(UNLESS(i, 0, output), GATHER_ARGUMENTS(i, &at), 0, NULL, &fault));
    assert_int_equal(strew_gather_nd(NULL, NULL, NULL, 0, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_gather_elements(void **state)
{
    NAMES("output", "data", "indices");
    FOR_EACH_NULL EXPECT(strew_gather_elements(UNLESS(i, 0, output), GATHER_ARGUMENTS(i, &square), 0, NULL, &fault));
    assert_int_equal(strew_gather_elements(NULL, NULL, NULL, 0, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_gather(void **state)
{
    NAMES("output", "data", "indices");
    FOR_EACH_NULL EXPECT(strew_gather(UNLESS(i, 0, output), GATHER_ARGUMENTS(i, &vector), 0, 0, NULL, &fault));
    assert_int_equal(strew_gather(NULL, NULL, NULL, 0, 0, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_tensor_scatter(void **state)
{
    NAMES("output", "data", "updates", NULL);
    FOR_EACH_NULL EXPECT(strew_tensor_scatter(UNLESS(i, 0, output), UNLESS(i, 1, &data), UNLESS(i, 2, &all_updates), UNLESS(i, 3, &batches),
                                              1, STREW_CACHE_LINEAR, NULL, &fault));
    assert_int_equal(strew_tensor_scatter(NULL, NULL, NULL, NULL, 0, STREW_CACHE_LINEAR, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_masked_scatter(void **state)
{
    NAMES("output", "data", "mask", "updates");
    FOR_EACH_NULL EXPECT(
        strew_masked_scatter(UNLESS(i, 0, output), UNLESS(i, 1, &data), UNLESS(i, 2, &mask), UNLESS(i, 3, &updates), NULL, &fault));
    assert_int_equal(strew_masked_scatter(NULL, NULL, NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_partition(void **state)
{
    int64_t starts[2], order[2], local[2];
    NAMES("starts", "order", NULL, "data", "indices", "grid");
    FOR_EACH_NULL EXPECT(strew_group_by_chunk(UNLESS(i, 0, starts), UNLESS(i, 1, order), UNLESS(i, 2, local), UNLESS(i, 3, &data),
                                              UNLESS(i, 4, &at), UNLESS(i, 5, &grid), NULL, &fault));
    assert_int_equal(strew_group_by_chunk(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static void plan_a_scatter(void)
{
    assert_int_equal(plan_scatter_nd(&plan, &data, &at, &updates, STREW_REDUCTION_ADD, NULL, NULL), STREW_OK);
}

static void plan_a_gather(void)
{
    assert_int_equal(plan_gather_nd(&plan, &data, &at, 0, NULL, NULL), STREW_OK);
}

static void prepare_indices(void)
{
    assert_in_range(strew_plan_prepared_size(&plan), 1, sizeof prepared);
    assert_int_equal(prepare_indices(&plan, tuples, prepared, sizeof prepared, NULL), STREW_OK);
}

static void null_strew_run(void **state)
{
    NAMES("plan", "output", "data", "indices", "updates");
    plan_a_scatter();
    FOR_EACH_NULL EXPECT(
        run_alone(UNLESS(i, 0, &plan), UNLESS(i, 1, output), UNLESS(i, 2, values), UNLESS(i, 3, tuples), UNLESS(i, 4, more), &fault));
    assert_int_equal(run_alone(NULL, NULL, NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

/* strew_run_with and strew_run_prepared, which call indices by different names. */
static void expect_of_run(strew_status (*run)(const strew_plan *, void *, const void *, const void *, const void *, const strew_resources *,
                                              strew_fault *),
                          const char *name, const void *indices)
{
    const char *const names[] = {"plan", "output", "data", name, "updates", NULL};

    FOR_EACH_NULL EXPECT(run(UNLESS(i, 0, &plan), UNLESS(i, 1, output), UNLESS(i, 2, values), UNLESS(i, 3, indices), UNLESS(i, 4, more),
                             UNLESS(i, 5, &resources), &fault));
    assert_int_equal(run(NULL, NULL, NULL, NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_run_with(void **state)
{
    plan_a_scatter();
    expect_of_run(strew_run_with, "indices", tuples);
}

/* strew_run_gather and strew_run_gather_prepared. */
static void expect_of_gather(strew_status (*run)(const strew_plan *, void *, const void *, const void *, const strew_resources *,
                                                 strew_fault *),
                             const char *name, const void *indices)
{
    const char *const names[] = {"plan", "output", "data", name, NULL};

    FOR_EACH_NULL EXPECT(
        run(UNLESS(i, 0, &plan), UNLESS(i, 1, output), UNLESS(i, 2, values), UNLESS(i, 3, indices), UNLESS(i, 4, &resources), &fault));
    assert_int_equal(run(NULL, NULL, NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_run_gather(void **state)
{
    plan_a_gather();
    expect_of_gather(strew_run_gather, "indices", tuples);
}

static void null_strew_prepare(void **state)
{
    NAMES("plan", "indices", "prepared");
    plan_a_scatter();
    FOR_EACH_NULL EXPECT(prepare_indices(UNLESS(i, 0, &plan), UNLESS(i, 1, tuples), UNLESS(i, 2, prepared), sizeof prepared, &fault));
    assert_int_equal(prepare_indices(NULL, NULL, NULL, 0, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_run_prepared(void **state)
{
    plan_a_scatter();
    prepare_indices();
    expect_of_run(strew_run_prepared, "prepared", prepared);
}

static void null_strew_run_gather_prepared(void **state)
{
    plan_a_gather();
    prepare_indices();
    expect_of_gather(strew_run_gather_prepared, "prepared", prepared);
}

/* ---- Questions ----------------------------------------------------------------------------------------------------------------------- */

static void null_strew_workspace_size(void **state)
{
    assert_int_equal(strew_plan_workspace_size(NULL, 4), 0);
}

static void null_strew_prepared_size(void **state)
{
    assert_int_equal(strew_plan_prepared_size(NULL), 0);
}

static void null_strew_prepared_is_distinct(void **state)
{
    assert_int_equal(strew_prepared_is_distinct(NULL), 0);
}

static void null_strew_plan_kernel(void **state)
{
    assert_null(strew_plan_kernel(NULL));
}

static void null_strew_plan_isa(void **state)
{
    assert_int_equal(strew_plan_isa(NULL), STREW_ISA_SCALAR);
}

static void null_strew_kernel_at(void **state)
{
    strew_kernel kernel;
    size_t n = 0;

    while (strew_kernel_at(n, &kernel)) n++;
    for (size_t i = 0; i < n + 2; i++) assert_int_equal(strew_kernel_at(i, NULL), i < n);
}

/* The sentence is that of a plan or fault that says nothing, and without a buffer only its length is returned. */
static void null_strew_explain(void **state)
{
    char sentence[STREW_MESSAGE_BYTES];
    const size_t length = strew_plan_explain(NULL, STREW_ISA_SCALAR, sentence, sizeof sentence);

    assert_string_equal(sentence, "scalar is not used: there is no plan");
    assert_int_equal(length, strlen(sentence));
    assert_int_equal(strew_plan_explain(NULL, STREW_ISA_SCALAR, NULL, sizeof sentence), length);
    assert_int_equal(strew_plan_explain(NULL, STREW_ISA_SCALAR, NULL, 0), length);
    plan_a_scatter();
    assert_in_range(strew_plan_explain(&plan, STREW_ISA_SCALAR, NULL, sizeof sentence), 1, sizeof sentence - 1);
}

static void null_strew_describe(void **state)
{
    static const strew_fault without_subject = {.status = STREW_STATUS_NULL_POINTER};
    char sentence[STREW_MESSAGE_BYTES];
    const size_t length = strew_fault_describe(NULL, sentence, sizeof sentence);

    assert_string_equal(sentence, "no fault");
    assert_int_equal(length, strlen(sentence));
    assert_int_equal(strew_fault_describe(NULL, NULL, sizeof sentence), length);
    assert_int_equal(strew_fault_describe(NULL, NULL, 0), length);
    strew_fault_describe(&without_subject, sentence, sizeof sentence);
    assert_string_equal(sentence, "unknown is NULL");
}

/* ---- Without pointers ---------------------------------------------------------------------------------------------------------------- */

/* They have nothing to follow, and answer numbers of nothing as the header says. */
enum { OF_NOTHING = -1 };

static void null_strew_version(void **state)
{
    assert_non_null(strew_version());
}

static void null_strew_plan_size(void **state)
{
    assert_int_equal(strew_plan_size(), sizeof(strew_plan));
}

static void null_strew_best_isa(void **state)
{
    assert_int_equal(strew_isa_get_state(strew_isa_get_best()), STREW_ISA_STATE_USABLE);
}

static void null_strew_status_name(void **state)
{
    assert_null(strew_status_name((strew_status)OF_NOTHING));
}

static void null_strew_dtype_name(void **state)
{
    assert_null(strew_dtype_name((strew_dtype)OF_NOTHING));
}

static void null_strew_dtype_size(void **state)
{
    assert_int_equal(strew_dtype_size((strew_dtype)OF_NOTHING), 0);
}

static void null_strew_isa_name(void **state)
{
    assert_null(strew_isa_name((strew_isa)OF_NOTHING));
}

static void null_strew_isa_get_state(void **state)
{
    assert_int_equal(strew_isa_get_state((strew_isa)OF_NOTHING), STREW_ISA_STATE_UNKNOWN);
}

static void null_strew_profile_name(void **state)
{
    assert_null(strew_profile_name((strew_profile)OF_NOTHING));
}

static void null_strew_reduction_name(void **state)
{
    assert_null(strew_reduction_name((strew_reduction)OF_NOTHING));
}

static void null_strew_reduction_is_supported(void **state)
{
    assert_int_equal(strew_reduction_is_supported((strew_dtype)OF_NOTHING, STREW_REDUCTION_ADD), 0);
    assert_int_equal(strew_reduction_is_supported(STREW_DTYPE_FLOAT32, (strew_reduction)OF_NOTHING), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define FUNCTION(name) cmocka_unit_test(null_##name),
        FUNCTIONS
#undef FUNCTION
    };
    return cmocka_run_group_tests_name("null", tests, NULL, NULL);
}
