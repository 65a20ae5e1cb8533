/* NULL for each pointer of each public function, and for all of them: a documented answer, and no other byte is read or written. The list
 * of functions is that of cmake/symbols.map: a new one does not compile here before it has its test. */
#include <strew/gradient.h>
#include <strew/group.h>
#include <strew/inspect.h>
#include <strew/softmax.h>
#include <strew/strew.h>

#include "call_text.h"
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
static const strew_tensor component = {STREW_DTYPE_INT64, 1, updates_shape, NULL, NULL};
static const void *const components[] = {tuples};
static const strew_tensor all_updates = {STREW_DTYPE_FLOAT32, 2, data_shape, more, NULL};
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

static void null_strew_plan_call(void **state)
{
    static const strew_tensor no_shape = {STREW_DTYPE_INT64, 1, NULL, NULL, NULL};
    static const char *const names_of_shapes[] = {"shape of data",   "shape of indices", "shape of updates",
                                                  "shape of output", "shape of mask",    "shape of write_indices"};
    const strew_call good =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .data = data, .indices = at, .updates = updates);
    NAMES("plan", "call");
    FOR_EACH_NULL EXPECT(strew_plan_call(UNLESS(i, 0, &plan), UNLESS(i, 1, &good), &fault));
    assert_int_equal(strew_plan_call(&plan, &good, NULL), STREW_OK);
    assert_int_equal(strew_plan_call(NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
    for (size_t i = 0; i < COUNT(names_of_shapes); i++) {
        strew_call call = good;
        strew_tensor *const tensors[] = {&call.data, &call.indices, &call.updates, &call.output, &call.mask, &call.write_indices};
        *tensors[i] = no_shape;
        expect(strew_plan_call(&plan, &call, &fault), names_of_shapes, COUNT(names_of_shapes), i);
    }
    strew_call with_components = good;
    memset(&with_components.indices, 0, sizeof with_components.indices);
    with_components.n_components = 1;
    expect(strew_plan_call(&plan, &with_components, &fault), (const char *const[]){"components"}, 1, 0);
    with_components.components = &no_shape;
    expect(strew_plan_call(&plan, &with_components, &fault), (const char *const[]){"shape of component"}, 1, 0);
}

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

/* A function whose last argument is a fault, with each of its first pointers NULL in turn, then with none. */
#define ONE_CALL(function, names_of, call, all_null)                                                                                       \
    static void null_##function(void **state)                                                                                              \
    {                                                                                                                                      \
        NAMES names_of;                                                                                                                    \
        FOR_EACH_NULL EXPECT(call);                                                                                                        \
        assert_int_equal(all_null, STREW_STATUS_NULL_POINTER);                                                                             \
    }
#define OF_SCATTER ("output", "data", "indices", "updates")
#define OF_GATHER ("output", "data", "indices")
#define OUTPUT(i) UNLESS(i, 0, output)
#define ADD STREW_REDUCTION_ADD
ONE_CALL(strew_scatter_nd, OF_SCATTER, strew_scatter_nd(OUTPUT(i), SCATTER_ARGUMENTS(i, &at), ADD, NULL, &fault),
         strew_scatter_nd(NULL, NULL, NULL, NULL, ADD, NULL, NULL))
ONE_CALL(strew_scatter_elements, OF_SCATTER, strew_scatter_elements(OUTPUT(i), SCATTER_ARGUMENTS(i, &square), 0, ADD, NULL, &fault),
         strew_scatter_elements(NULL, NULL, NULL, NULL, 0, ADD, NULL, NULL))
ONE_CALL(strew_scatter_update, OF_SCATTER, strew_scatter_update(OUTPUT(i), SCATTER_ARGUMENTS(i, &vector), 0, ADD, NULL, &fault),
         strew_scatter_update(NULL, NULL, NULL, NULL, 0, ADD, NULL, NULL))
ONE_CALL(strew_gather_nd, OF_GATHER, strew_gather_nd(OUTPUT(i), GATHER_ARGUMENTS(i, &at), 0, NULL, &fault),
         strew_gather_nd(NULL, NULL, NULL, 0, NULL, NULL))
ONE_CALL(strew_gather_elements, OF_GATHER, strew_gather_elements(OUTPUT(i), GATHER_ARGUMENTS(i, &square), 0, NULL, &fault),
         strew_gather_elements(NULL, NULL, NULL, 0, NULL, NULL))
ONE_CALL(strew_gather, OF_GATHER, strew_gather(OUTPUT(i), GATHER_ARGUMENTS(i, &vector), 0, 0, NULL, &fault),
         strew_gather(NULL, NULL, NULL, 0, 0, NULL, NULL))

static void null_strew_tensor_scatter(void **state)
{
    NAMES("output", "data", "updates", NULL);
    FOR_EACH_NULL EXPECT(strew_tensor_scatter(UNLESS(i, 0, output), UNLESS(i, 1, &data), UNLESS(i, 2, &all_updates), UNLESS(i, 3, &batches),
                                              1, STREW_CACHE_LINEAR, NULL, &fault));
    assert_int_equal(strew_tensor_scatter(NULL, NULL, NULL, NULL, 0, STREW_CACHE_LINEAR, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_group_by_chunk(void **state)
{
    int64_t starts[2], order[2], local[2];
    NAMES("starts", "order", NULL, "data", "indices", "grid");
    FOR_EACH_NULL EXPECT(strew_group_by_chunk(UNLESS(i, 0, starts), UNLESS(i, 1, order), UNLESS(i, 2, local), UNLESS(i, 3, &data),
                                              UNLESS(i, 4, &at), UNLESS(i, 5, &grid), NULL, &fault));
    assert_int_equal(strew_group_by_chunk(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_group_by_index(void **state)
{
    int64_t starts[5], order[2], unique[2], n_unique;
    NAMES("starts", "order", NULL, NULL, "indices");
    FOR_EACH_NULL EXPECT(strew_group_by_index(UNLESS(i, 0, starts), UNLESS(i, 1, order), STREW_DTYPE_INT64, UNLESS(i, 2, unique),
                                              UNLESS(i, 3, &n_unique), UNLESS(i, 4, &vector), 4, NULL, NULL, &fault));
    assert_int_equal(strew_group_by_index(NULL, NULL, STREW_DTYPE_INT64, NULL, NULL, NULL, 4, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static const int64_t two_rows[] = {0, 2};
static const strew_softmax good_softmax = {.struct_size = sizeof(strew_softmax),
                                           .function = STREW_SOFTMAX_FUNCTION_SOFTMAX,
                                           .updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, more, NULL},
                                           .offsets = {STREW_DTYPE_INT64, 1, updates_shape, two_rows, NULL}};

static void null_strew_segment_softmax(void **state)
{
    NAMES("output", "softmax", NULL);
    FOR_EACH_NULL EXPECT(strew_segment_softmax(UNLESS(i, 0, output), UNLESS(i, 1, &good_softmax), UNLESS(i, 2, &resources), &fault));
    assert_int_equal(strew_segment_softmax(NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
    strew_softmax without_values = good_softmax;
    without_values.updates.values = NULL;
    expect(strew_segment_softmax(output, &without_values, NULL, &fault), (const char *const[]){"updates"}, 1, 0);
}

static void null_strew_segment_softmax_workspace_size(void **state)
{
    assert_int_equal(strew_segment_softmax_workspace_size(NULL, 4), 0);
    assert_int_equal(strew_segment_softmax_workspace_size(&good_softmax, 4), 0);
}

static const strew_call good_call = {.struct_size = sizeof(strew_call),
                                     .op = STREW_OPERATOR_SCATTER_ND,
                                     .reduction = STREW_REDUCTION_ADD,
                                     .data = {STREW_DTYPE_FLOAT32, 2, data_shape, NULL, NULL},
                                     .indices = {STREW_DTYPE_INT64, 2, tuples_shape, NULL, NULL},
                                     .updates = {STREW_DTYPE_FLOAT32, 2, updates_shape, NULL, NULL}};

static void null_strew_gradient(void **state)
{
    NAMES("output", "call", "buffers", "output_gradient", "indices", NULL);
    FOR_EACH_NULL
    {
        const strew_gradient_buffers buffers =
            STREW_GRADIENT_BUFFERS(.output_gradient = UNLESS(i, 3, values), .indices = UNLESS(i, 4, tuples));
        EXPECT(strew_gradient(UNLESS(i, 0, output), UNLESS(i, 1, &good_call), STREW_GRADIENT_OF_UPDATES, UNLESS(i, 2, &buffers),
                              UNLESS(i, 5, &resources), &fault));
    }
    assert_int_equal(strew_gradient(NULL, NULL, STREW_GRADIENT_OF_DATA, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
}

static void null_strew_gradient_workspace_size(void **state)
{
    assert_int_equal(strew_gradient_workspace_size(NULL, STREW_GRADIENT_OF_UPDATES, 4), 0);
    assert_int_equal(strew_gradient_workspace_size(&good_call, STREW_GRADIENT_OF_UPDATES, 4), 0);
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

/* A plan of each operator, and the buffers that it needs. */
static const struct {
    const char *call;
    int32_t n_components;
    strew_buffers buffers;
    const char *names[3]; /* of the buffers but output and data, in the order of strew_buffers; NULL at the end */
} runs[] = {
#define BUFFERS(...)                                                                                                                       \
    {                                                                                                                                      \
        .struct_size = sizeof(strew_buffers), .output = output, .data = values, __VA_ARGS__                                                \
    }
    {"scatter_nd data=float32[3,2] indices=int64[2,1] updates=float32[2,2]",
     0,
     BUFFERS(.indices = tuples, .updates = more),
     {"indices", "updates"}},
    {"gather_nd data=float32[3,2] indices=int64[2,1]", 0, BUFFERS(.indices = tuples), {"indices"}},
    {"masked_scatter data=float32[3,2] mask=bool[3,2] updates=float32[2,2]",
     0,
     BUFFERS(.updates = more, .mask = bools),
     {"updates", "mask"}},
    {"tensor_scatter data=float32[3,2] updates=float32[3,2] write_indices=int64[3] axis=1",
     0,
     BUFFERS(.updates = more, .write_indices = zeros),
     {"updates", "write_indices"}},
    {"scatter_nd data=float32[3,2] updates=float32[2,2]", 1, BUFFERS(.updates = more, .components = components), {"updates", "components"}},
};

static void plan_run(size_t run)
{
    text_call of;

    read_call(&of, runs[run].call);
    of.call.components = runs[run].n_components ? &component : NULL;
    of.call.n_components = runs[run].n_components;
    assert_int_equal(strew_plan_call(&plan, &of.call, NULL), STREW_OK);
}

static const void **buffer_called(strew_buffers *buffers, const char *name)
{
    const struct {
        const char *name;
        const void **buffer;
    } all[] = {{"data", &buffers->data},
               {"indices", &buffers->indices},
               {"updates", &buffers->updates},
               {"mask", &buffers->mask},
               {"write_indices", &buffers->write_indices},
               {"components", (const void **)(void *)&buffers->components},
               {"prepared", &buffers->prepared}};

    for (size_t i = 0; i < COUNT(all); i++) {
        if (strcmp(name, all[i].name) == 0) return all[i].buffer;
    }
    fail_msg("there is no buffer %s", name);
    return NULL;
}

/* Each buffer of these names is NULL in turn, then none. */
static void expect_of_buffers(const strew_buffers *good, const char *const *names)
{
    strew_buffers none = STREW_BUFFERS_INIT;

    for (size_t i = 0; names[i]; i++) {
        strew_buffers buffers = *good;
        *buffer_called(&buffers, names[i]) = NULL;
        expect(strew_run(&plan, &buffers, NULL, &fault), names, i + 1, i);
    }
    strew_buffers without_output = *good;
    without_output.output = NULL;
    expect(strew_run(&plan, &without_output, NULL, &fault), (const char *const[]){"output"}, 1, 0);
    assert_int_equal(strew_run(&plan, &none, NULL, NULL), STREW_STATUS_NULL_POINTER);
    expect(strew_run(&plan, good, &resources, &fault), NULL, 0, 0);
    expect(strew_run(&plan, good, NULL, &fault), NULL, 0, 0);
}

static void prepare_tuples(void)
{
    assert_in_range(strew_plan_prepared_size(&plan), 1, sizeof prepared);
    assert_int_equal(prepare_indices(&plan, tuples, prepared, sizeof prepared, NULL), STREW_OK);
}

static void null_strew_run(void **state)
{
    NAMES("plan", "buffers", NULL);
    for (size_t run = 0; run < COUNT(runs); run++) {
        const char *const names_of[] = {"data", runs[run].names[0], runs[run].names[1], NULL};
        plan_run(run);
        FOR_EACH_NULL EXPECT(strew_run(UNLESS(i, 0, &plan), UNLESS(i, 1, &runs[run].buffers), UNLESS(i, 2, &resources), &fault));
        assert_int_equal(strew_run(NULL, NULL, NULL, NULL), STREW_STATUS_NULL_POINTER);
        expect_of_buffers(&runs[run].buffers, names_of);
        if (!runs[run].buffers.indices) continue;
        strew_buffers with_prepared = runs[run].buffers;
        with_prepared.indices = NULL;
        with_prepared.prepared = prepared;
        prepare_tuples();
        expect_of_buffers(&with_prepared, (const char *const[]){"data", runs[run].names[1], NULL});
    }
    void *const nowhere[] = {NULL};
    strew_buffers missing_component = runs[COUNT(runs) - 1].buffers;
    missing_component.components = (const void *const *)nowhere;
    expect(strew_run(&plan, &missing_component, NULL, &fault), (const char *const[]){"component"}, 1, 0);
}

static void null_strew_prepare(void **state)
{
    const strew_buffers good = STREW_BUFFERS(.indices = tuples), none = STREW_BUFFERS_INIT;
    NAMES("plan", "buffers", "prepared");

    plan_run(0);
    FOR_EACH_NULL EXPECT(strew_prepare(UNLESS(i, 0, &plan), UNLESS(i, 1, &good), UNLESS(i, 2, prepared), sizeof prepared, &fault));
    expect(strew_prepare(&plan, &none, prepared, sizeof prepared, &fault), (const char *const[]){"indices"}, 1, 0);
    assert_int_equal(strew_prepare(NULL, NULL, NULL, 0, NULL), STREW_STATUS_NULL_POINTER);
}

/* ---- Questions ----------------------------------------------------------------------------------------------------------------------- */

/* What a function says of nothing, as the header has it. */
#define ANSWER(function, asserted)                                                                                                         \
    static void null_##function(void **state)                                                                                              \
    {                                                                                                                                      \
        asserted;                                                                                                                          \
    }
ANSWER(strew_plan_part_workspace_size, assert_int_equal(strew_plan_part_workspace_size(NULL, 4), 0))
ANSWER(strew_plan_workspace_size, assert_int_equal(strew_plan_workspace_size(NULL, 4), 0))
ANSWER(strew_group_by_index_workspace_size, assert_int_equal(strew_group_by_index_workspace_size(NULL, 4, 1), 0))
ANSWER(strew_plan_prepared_size, assert_int_equal(strew_plan_prepared_size(NULL), 0))
ANSWER(strew_prepared_is_distinct, assert_int_equal(strew_prepared_is_distinct(NULL), 0))
ANSWER(strew_plan_kernel, assert_null(strew_plan_kernel(NULL)))
ANSWER(strew_plan_isa, assert_int_equal(strew_plan_isa(NULL), STREW_ISA_SCALAR))

static void null_strew_kernel_at(void **state)
{
    strew_kernel kernel;
    size_t n = 0;

    while (strew_kernel_at(n, &kernel)) n++;
    for (size_t i = 0; i < n + 2; i++) assert_int_equal(strew_kernel_at(i, NULL), i < n);
}

/* The sentence is that of a plan or fault that says nothing, and without a buffer only its length is returned. */
static void null_strew_plan_explain(void **state)
{
    char sentence[STREW_MESSAGE_BYTES];
    const size_t length = strew_plan_explain(NULL, STREW_ISA_SCALAR, sentence, sizeof sentence);

    assert_string_equal(sentence, "scalar is not used: there is no plan");
    assert_int_equal(length, strlen(sentence));
    assert_int_equal(strew_plan_explain(NULL, STREW_ISA_SCALAR, NULL, sizeof sentence), length);
    assert_int_equal(strew_plan_explain(NULL, STREW_ISA_SCALAR, NULL, 0), length);
    plan_run(0);
    assert_in_range(strew_plan_explain(&plan, STREW_ISA_SCALAR, NULL, sizeof sentence), 1, sizeof sentence - 1);
}

static void null_strew_fault_describe(void **state)
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

ANSWER(strew_version, assert_non_null(strew_version()))
ANSWER(strew_plan_size, assert_int_equal(strew_plan_size(), sizeof(strew_plan)))
ANSWER(strew_isa_get_best, assert_int_equal(strew_isa_get_state(strew_isa_get_best()), STREW_ISA_STATE_USABLE))
ANSWER(strew_status_name, assert_null(strew_status_name((strew_status)OF_NOTHING)))
ANSWER(strew_dtype_name, assert_null(strew_dtype_name((strew_dtype)OF_NOTHING)))
ANSWER(strew_dtype_size, assert_int_equal(strew_dtype_size((strew_dtype)OF_NOTHING), 0))
ANSWER(strew_dtype_block, assert_int_equal(strew_dtype_block((strew_dtype)OF_NOTHING), 0))
ANSWER(strew_isa_name, assert_null(strew_isa_name((strew_isa)OF_NOTHING)))
ANSWER(strew_isa_get_state, assert_int_equal(strew_isa_get_state((strew_isa)OF_NOTHING), STREW_ISA_STATE_UNKNOWN))
ANSWER(strew_profile_name, assert_null(strew_profile_name((strew_profile)OF_NOTHING)))
ANSWER(strew_operator_name, assert_true(!strew_operator_name((strew_operator)OF_NOTHING) && !strew_operator_name((strew_operator)0)))
ANSWER(strew_reduction_name, assert_null(strew_reduction_name((strew_reduction)OF_NOTHING)))
ANSWER(strew_reduction_is_supported, assert_false(strew_reduction_is_supported(STREW_REDUCTION_ADD, (strew_dtype)OF_NOTHING) ||
                                                  strew_reduction_is_supported((strew_reduction)OF_NOTHING, STREW_DTYPE_FLOAT32)))

int main(void)
{
    /* One for each function that the library exports. */
#define FUNCTION(function) add_test(null_##function, NULL, "%s", #function);
    FUNCTIONS
#undef FUNCTION
    return run_all_tests(NULL, NULL);
}
