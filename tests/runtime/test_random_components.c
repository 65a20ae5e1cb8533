/* Random calls whose components are tensors of their own: scatter_nd and gather_nd give what they give for one tensor of tuples. */
#include <strew/strew.h>

#include <stdlib.h>

#include "calls.h"
#include "compare.h"
#include "fault.h"
#include "fill.h"
#include "gathering.h"
#include "guarded.h"
#include "isas.h"
#include "operators.h"
#include "pools.h"
#include "reference.h"
#include "testing.h"
#include "views.h"

enum { MAX_K = 4, MAX_TUPLES = 1200, CAPACITY = 1 << 19 };

/* The same call twice: with components apart, and with tuples side by side. */
typedef struct calls {
    view data, updates, components[MAX_K];
    strew_tensor of_components[MAX_K];
    unsigned char tuples[MAX_TUPLES * MAX_K * sizeof(int64_t)], *expected;
    int64_t shape[VIEW_RANK]; /* of tuples */
    strew_tensor together;
    strew_options of_apart, of_together;
    reference_call scatter, same_scatter;
    gather_call gather, same_gather;
    uint64_t random;
} calls;

static calls *open_calls(uint64_t seed)
{
    calls *calls = calloc(1, sizeof *calls);
    assert_non_null(calls);
    calls->data = view_open(CAPACITY);
    calls->updates = view_open(CAPACITY);
    for (int c = 0; c < MAX_K; c++) calls->components[c] = view_open(CAPACITY);
    calls->expected = malloc(CAPACITY);
    assert_non_null(calls->expected);
    calls->random = seed;
    return calls;
}

static void close_calls(calls *calls)
{
    view_close(&calls->data);
    view_close(&calls->updates);
    for (int c = 0; c < MAX_K; c++) view_close(&calls->components[c]);
    free(calls->expected);
    free(calls);
}

static int64_t below(calls *calls, int64_t end)
{
    return (int64_t)random_below(&calls->random, (uint64_t)end);
}

/* Draws one component, and copies it side by side with the others. Where elements share an address, the last one drawn counts. */
static void draw_component(calls *calls, int32_t c, int32_t k, strew_dtype dtype, int32_t n_dims, int64_t size, int out_of_bounds)
{
    view *component = &calls->components[c];
    const size_t bytes = reference_size(dtype);
    view_draw(component, dtype, n_dims, calls->shape, SHARED, ORDINARY, &calls->random);
    const size_t n = reference_elements(&component->tensor);
    const int is_signed = reference_type_of(dtype).kind == REFERENCE_SIGNED;
    for (size_t i = 0; i < n; i++) {
        const int64_t low = is_signed && calls->of_apart.negative == STREW_NEGATIVE_WRAPS ? -size : 0;
        const int is_wrong = out_of_bounds && below(calls, 8) == 0;
        reference_write_integer(dtype, view_at(component, i),
                                (uint64_t)(is_wrong ? size + below(calls, 3) : low + below(calls, size - low)));
    }
    view_refresh(component);
    for (size_t i = 0; i < n; i++) {
        memcpy(calls->tuples + (i * (size_t)k + (size_t)c) * bytes, (const unsigned char *)component->dense.values + i * bytes, bytes);
    }
    calls->of_components[c] = component->tensor;
}

static void draw(calls *calls, int out_of_bounds)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_DTYPE_INT64, STREW_DTYPE_UINT8,
                                         STREW_DTYPE_COMPLEX64};
    const strew_dtype dtype = dtypes[below(calls, COUNT(dtypes))],
                      index_dtype = reference_index_dtypes[below(calls, REFERENCE_INDEX_DTYPES)];
    const int32_t k = 1 + (int32_t)below(calls, MAX_K), n_dims = (int32_t)below(calls, 4), n_after = (int32_t)below(calls, 3);
    const int is_long = below(calls, 8) == 0;
    int64_t data_shape[VIEW_RANK], updates_shape[VIEW_RANK];

    for (int32_t d = 0; d < k + n_after; d++) data_shape[d] = 1 + below(calls, 4);
    for (int32_t d = 0; d < n_dims; d++) calls->shape[d] = is_long && n_dims == 1 ? 300 + below(calls, 900) : 1 + below(calls, 6);
    memcpy(updates_shape, calls->shape, (size_t)n_dims * sizeof *updates_shape);
    memcpy(updates_shape + n_dims, data_shape + k, (size_t)n_after * sizeof *updates_shape);
    calls->of_apart = (strew_options)STREW_OPTIONS_INIT;
    calls->of_apart.policy = out_of_bounds ? below(calls, 2) == 0 ? STREW_POLICY_SKIP : STREW_POLICY_CLAMP : STREW_POLICY_ERROR;
    calls->of_apart.negative = (strew_negative)below(calls, 2);
    calls->of_apart.has_ignore_index = below(calls, 4) == 0;
    view_draw(&calls->data, dtype, k + n_after, data_shape, DISTINCT, ORDINARY, &calls->random);
    view_draw(&calls->updates, dtype, n_dims + n_after, updates_shape, SHARED, ORDINARY, &calls->random);
    for (int32_t c = 0; c < k; c++) draw_component(calls, c, k, index_dtype, n_dims, data_shape[c], out_of_bounds);
    calls->shape[n_dims] = k;
    calls->together = (strew_tensor){index_dtype, n_dims + 1, calls->shape, calls->tuples, NULL};
    calls->of_together = calls->of_apart;

    const strew_reduction reduction = reference_reductions[below(calls, REFERENCE_REDUCTIONS)];
    calls->scatter = (reference_call){REFERENCE_ND,
                                      &calls->data.tensor,
                                      NULL,
                                      &calls->updates.tensor,
                                      0,
                                      reduction,
                                      &calls->of_apart,
                                      .output = &calls->data.tensor,
                                      .components = calls->of_components,
                                      .n_components = k};
    calls->same_scatter =
        (reference_call){REFERENCE_ND, &calls->data.dense, &calls->together, &calls->updates.dense, 0, reduction, &calls->of_together};
    calls->gather =
        (gather_call){GATHER_ND, &calls->data.tensor, NULL, 0, 0, &calls->of_apart, .components = calls->of_components, .n_components = k};
    calls->same_gather = (gather_call){GATHER_ND, &calls->data.dense, &calls->together, 0, 0, &calls->of_together};
}

static void *output_of(const calls *calls)
{
    return view_at(&calls->data, 0);
}

static int are_indices_unchanged(const calls *calls)
{
    int are_unchanged = 1;
    for (int32_t c = 0; c < calls->scatter.n_components; c++) are_unchanged &= view_is_unchanged(&calls->components[c]);
    return are_unchanged;
}

/* In place, by every way in which indices are read. */
static void scatter_every_way(calls *calls, strew_isa isa)
{
    strew_plan plan;
    size_t n_threads = 3;

    calls->of_apart.isa = isa;
    assert_int_equal(make_call(output_of(calls), &calls->scatter, NULL), STREW_OK);
    assert_true(view_holds(&calls->data, calls->expected));

    view_restore(&calls->data);
    assert_int_equal(plan_call(&plan, &calls->scatter, NULL), STREW_OK);
    const size_t workspace_bytes = strew_plan_workspace_size(&plan, (int32_t)n_threads), prepared_bytes = strew_plan_prepared_size(&plan);
    void *workspace = guarded_new(workspace_bytes, FLUSH_END), *prepared = guarded_new(prepared_bytes, FLUSH_END);
    strew_resources resources = resources_on_threads(&n_threads, workspace, workspace_bytes);
    resources.wake_ns = 1000;
    calls->data.tensor.values = output_of(calls);
    assert_int_equal(run_call(&plan, output_of(calls), &calls->scatter, NULL, &resources, NULL), STREW_OK);
    assert_true(view_holds(&calls->data, calls->expected));

    view_restore(&calls->data);
    assert_int_equal(prepare_call(&plan, &calls->scatter, prepared, prepared_bytes, NULL), STREW_OK);
    assert_int_equal(run_call(&plan, output_of(calls), &calls->scatter, prepared, &resources, NULL), STREW_OK);
    assert_true(view_holds(&calls->data, calls->expected));
    view_restore(&calls->data);
    assert_true(guarded_free_all());
    assert_true(are_indices_unchanged(calls));
}

static void gather_every_way(calls *calls, strew_isa isa)
{
    const size_t bytes = reference_bytes(&calls->updates.dense);
    void *output = guarded_new(bytes, FLUSH_END), *prepared;
    const size_t n = reference_elements(&calls->updates.dense);
    const strew_dtype dtype = calls->data.tensor.dtype;
    strew_options options = calls->of_apart;
    gather_call call = calls->gather;
    strew_plan plan;

    options.isa = isa;
    call.options = &options;
    assert_int_equal(make_gather(output, &call, NULL), STREW_OK);
    assert_true(is_same_or_print(dtype, output, calls->expected, n, "one call"));
    memset(output, 0x5a, bytes);
    assert_int_equal(plan_gather_call(&plan, &call, NULL), STREW_OK);
    const size_t prepared_bytes = strew_plan_prepared_size(&plan);
    prepared = guarded_new(prepared_bytes, FLUSH_END);
    assert_int_equal(prepare_gather_call(&plan, &call, prepared, prepared_bytes, NULL), STREW_OK);
    assert_int_equal(run_gather_call(&plan, output, &call, prepared, NULL, NULL), STREW_OK);
    assert_true(is_same_or_print(dtype, output, calls->expected, n, "prepared"));
    assert_true(guarded_free_all());
    assert_true(are_indices_unchanged(calls));
}

static void components_apart_give_what_tuples_give(void **state)
{
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    calls *calls = open_calls(1);

    for (int i = 0; i < (is_light() ? 300 : 4000); i++) {
        const strew_isa isa = isas[random_below(&calls->random, n_isas)];
        draw(calls, i % 2);
        memcpy(calls->expected, calls->data.dense.values, reference_bytes(&calls->data.dense));
        reference_scatter(calls->expected, &calls->same_scatter);
        scatter_every_way(calls, isa);
        reference_gather(calls->expected, &calls->same_gather);
        gather_every_way(calls, isa);
    }
    close_calls(calls);
}

static void the_wrong_component_is_named(void **state)
{
    calls *calls = open_calls(2);
    int n_wrong = 0;

    for (int i = 0; i < (is_light() ? 200 : 2000); i++) {
        reference_position position;
        strew_fault fault;
        draw(calls, 1);
        calls->of_apart.policy = calls->of_together.policy = STREW_POLICY_ERROR;
        if (!reference_is_out_of_bounds(&calls->same_scatter, &position)) continue;
        n_wrong++;
        assert_int_equal(make_call(output_of(calls), &calls->scatter, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, position);
        assert_true(view_is_unchanged(&calls->data));
        assert_int_equal(make_gather(calls->expected, &calls->gather, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, position);
    }
    assert_true(n_wrong > 50);
    close_calls(calls);
}

/* Dense components of many tuples are checked where they are. */
static void check_dense_components(strew_dtype dtype, strew_isa isa, int32_t has_ignore_index, uint64_t *random)
{
    enum { N = 6 * 512 - 1, ROWS = 30, COLUMNS = 20 };
    static const int64_t shape[] = {ROWS, COLUMNS}, of_tuples[] = {N, 2}, n = N;
    static float updates[N], gathered[N], expected_rows[N];
    static int64_t tuples[N][2];
    float data[ROWS][COLUMNS], expected[ROWS][COLUMNS] = {{0}};
    const size_t bytes = reference_size(dtype), wrong[] = {0, 7, 1500, N - 2, N - 1};
    unsigned char *const at[2] = {guarded_new(N * bytes, FLUSH_END), guarded_new(N * bytes, FLUSH_END)};
    const strew_tensor components[2] = {{dtype, 1, &n, at[0], NULL}, {dtype, 1, &n, at[1], NULL}};
    strew_options options = STREW_OPTIONS_INIT, of_tuple = STREW_OPTIONS_INIT;
    strew_fault fault;

    for (size_t t = 0; t < N; t++) {
        updates[t] = (float)random_below(random, 100);
        for (int c = 0; c < 2; c++) {
            tuples[t][c] = (int64_t)random_below(random, 2 * (uint64_t)shape[c]) - shape[c];
            reference_write_integer(dtype, at[c] + t * bytes, (uint64_t)tuples[t][c]);
        }
    }
    memset(data, 0, sizeof data);
    options.isa = isa;
    options.has_ignore_index = has_ignore_index;
    options.ignore_index = has_ignore_index ? 100 : 0; /* no tuple has 100 */
    const strew_tensor of_data = {STREW_DTYPE_FLOAT32, 2, shape, data, NULL}, together = {STREW_DTYPE_INT64, 2, of_tuples, tuples, NULL},
                       of_updates = {STREW_DTYPE_FLOAT32, 1, &n, updates, NULL};
    const reference_call scatter =
                             {REFERENCE_ND,     &of_data, NULL, &of_updates, 0, STREW_REDUCTION_ADD, &options, .components = components,
                              .n_components = 2},
                         same_scatter = {REFERENCE_ND, &of_data, &together, &of_updates, 0, STREW_REDUCTION_ADD, &of_tuple};
    const gather_call gather = {GATHER_ND, &of_data, NULL, 0, 0, &options, .components = components, .n_components = 2},
                      same_gather = {GATHER_ND, &of_data, &together, 0, 0, &of_tuple};

    reference_scatter(expected, &same_scatter);
    assert_int_equal(make_call(data, &scatter, NULL), STREW_OK);
    assert_memory_equal(data, expected, sizeof expected);
    reference_gather(expected_rows, &same_gather);
    assert_int_equal(make_gather(gathered, &gather, NULL), STREW_OK);
    assert_memory_equal(gathered, expected_rows, sizeof gathered);
    for (int32_t i = 0; i < 2 * (int32_t)COUNT(wrong); i++) {
        const int32_t c = i % 2;
        const int64_t t = (int64_t)wrong[i / 2], low = -shape[c], value = i % 4 < 2 ? shape[c] : low - 1;
        const reference_position position = {.tuple = t, .component = c, .dimension = c, .value = value, .low = low, .high = shape[c] - 1};
        reference_write_integer(dtype, at[c] + (size_t)t * bytes, (uint64_t)value);
        assert_int_equal(make_call(data, &scatter, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, position);
        assert_int_equal(make_gather(gathered, &gather, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_index_fault(&fault, position);
        reference_write_integer(dtype, at[c] + (size_t)t * bytes, (uint64_t)tuples[t][c]);
    }
    assert_memory_equal(data, expected, sizeof expected);
    assert_memory_equal(gathered, expected_rows, sizeof gathered);
    assert_true(guarded_free_all());
}

static void dense_components_of_many_tuples_are_checked(void **state)
{
    strew_isa isas[MAX_ISAS];
    const size_t n_isas = runnable_isas(isas);
    uint64_t random = 3;

    for (size_t i = 0; i < n_isas; i++) {
        for (int32_t has_ignore_index = 0; has_ignore_index < 2; has_ignore_index++) {
            check_dense_components(STREW_DTYPE_INT32, isas[i], has_ignore_index, &random);
            check_dense_components(STREW_DTYPE_INT64, isas[i], has_ignore_index, &random);
            check_dense_components(STREW_DTYPE_INT16, isas[i], has_ignore_index, &random); /* staged: no kernel reads them */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_apart_give_what_tuples_give),
        cmocka_unit_test(the_wrong_component_is_named),
        cmocka_unit_test(dense_components_of_many_tuples_are_checked),
    };

    return cmocka_run_group_tests_name("random_components", tests, NULL, NULL);
}
