/* Structs of callers with older and newer headers: what struct_size lets through and what it rejects. */
#include <strew/convert.h>
#include <strew/group.h>

#include "calls.h"
#include "fault.h"
#include "guarded.h"
#include "testing.h"

enum { LARGEST = 1024 }; /* the largest struct_size that is accepted */

static const int64_t shape[] = {1}, indices_shape[] = {1, 1};
static const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL};
static const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL};
static const float values[] = {1, 2};
static const int64_t zero = 0;
static float output;

/* ---- What comes ---------------------------------------------------------------------------------------------------------------------- */

/* Members such as docs/abi.md has, behind those of today: on no CPU may a struct begin or end them with padding. */
typedef struct next_call {
    strew_call today;
    strew_tensor one, other;
} next_call;

typedef struct next_options {
    strew_options today;
    int32_t one, other;
} next_options;

typedef struct next_buffers {
    strew_buffers today;
    const void *one, *other;
} next_buffers;

#define HAS_NO_PADDING(next, first, last)                                                                                                  \
    _Static_assert(offsetof(next, first) == sizeof(((next *)0)->today), "today's struct ends with its last member");                       \
    _Static_assert(offsetof(next, last) + sizeof(((next *)0)->last) == sizeof(next), "so does the next one")
HAS_NO_PADDING(next_call, one, other);
HAS_NO_PADDING(next_options, one, other);
HAS_NO_PADDING(next_buffers, one, other);
_Static_assert(sizeof(next_call) <= LARGEST, "no struct is larger in any version");

/* ---- The structs --------------------------------------------------------------------------------------------------------------------- */

/* Each of them is given to every function that takes it. All return one status, and a rejected call leaves output as it was. */

static strew_status give_options(const void *options, strew_fault *fault)
{
    const strew_tensor slices = {STREW_DTYPE_FLOAT32, 1, shape, values, NULL}, at = {STREW_DTYPE_INT64, 2, indices_shape, &zero, NULL};
    static const int64_t edges[] = {0, 1}, n_chunks[] = {1};
    static const int64_t *const all_edges[] = {edges};
    const strew_chunk_grid grid = {n_chunks, all_edges};
    int64_t starts[2] = {7, 7}, order = 7;
    strew_plan plan;
    strew_fault other;

    output = 5;
    const strew_status status = plan_scatter_nd(&plan, &data, &indices, &data, STREW_REDUCTION_NONE, options, fault);
    assert_int_equal(strew_group_by_chunk(starts, &order, NULL, &data, &at, &grid, options, &other), status);
    if (fault) assert_fault(&other, *fault);
    assert_true(order == (status == STREW_OK ? 0 : 7));
    order = 7;
    assert_int_equal(strew_group_by_index(starts, &order, STREW_DTYPE_INT64, NULL, NULL, &at, 1, options, NULL, &other), status);
    if (fault) assert_fault(&other, *fault);
    assert_true(order == (status == STREW_OK ? 0 : 7));
    assert_int_equal(strew_gather_nd(&output, &slices, &at, 0, options, &other), status);
    if (fault) assert_fault(&other, *fault);
    assert_true(output == (status == STREW_OK ? 1 : 5));
    return status;
}

static strew_status give_call(const void *call, strew_fault *fault)
{
    strew_plan plan;
    return strew_plan_call(&plan, call, fault);
}

static strew_plan good_plan(void)
{
    strew_plan plan;
    assert_int_equal(plan_scatter_nd(&plan, &data, &indices, &data, STREW_REDUCTION_ADD, NULL, NULL), STREW_OK);
    return plan;
}

static strew_status give_resources(const void *resources, strew_fault *fault)
{
    const strew_plan plan = good_plan();
    strew_plan gather;
    uint64_t prepared[1024];

    output = 5;
    const strew_status status = run_with(&plan, &output, &values[0], &zero, &values[1], resources, fault);
    assert_true(output == (status == STREW_OK ? 3 : 5));
    assert_in_range(strew_plan_prepared_size(&plan), 1, sizeof prepared);
    assert_int_equal(prepare_indices(&plan, &zero, prepared, sizeof prepared, NULL), STREW_OK);
    output = 5;
    assert_int_equal(run_prepared(&plan, &output, &values[0], prepared, &values[1], resources, fault), status);
    assert_true(output == (status == STREW_OK ? 3 : 5));
    assert_int_equal(plan_gather_nd(&gather, &data, &indices, 0, NULL, NULL), STREW_OK);
    output = 5;
    assert_int_equal(run_gather(&gather, &output, &values[0], &zero, resources, fault), status);
    assert_true(output == (status == STREW_OK ? 1 : 5));
    assert_int_equal(prepare_indices(&gather, &zero, prepared, sizeof prepared, NULL), STREW_OK);
    output = 5;
    assert_int_equal(run_gather_prepared(&gather, &output, &values[0], prepared, resources, fault), status);
    assert_true(output == (status == STREW_OK ? 1 : 5));
    const strew_tensor at = {STREW_DTYPE_INT64, 2, indices_shape, &zero, NULL};
    int64_t starts[2] = {7, 7}, order = 7;
    strew_fault other;
    assert_int_equal(strew_group_by_index(starts, &order, STREW_DTYPE_INT64, NULL, NULL, &at, 1, NULL, resources, &other), status);
    if (fault) assert_fault(&other, *fault);
    assert_true(order == (status == STREW_OK ? 0 : 7));
    return status;
}

static void convert(void *to, const void *from, size_t n, void *context, void *scratch)
{
    (void)context, (void)scratch;
    memcpy(to, from, n * sizeof(float));
}

static strew_status give_converter(const void *converter, strew_fault *fault)
{
    strew_plan plan;
    return plan_scatter_nd(&plan, &data, &indices, &data, STREW_REDUCTION_NONE, &STREW_OPTIONS(.converter = converter), fault);
}

static strew_status give_buffers(const void *buffers, strew_fault *fault)
{
    const strew_plan plan = good_plan();
    strew_fault other;
    uint64_t prepared[1024] = {0};

    output = 5;
    const strew_status status = strew_run(&plan, buffers, NULL, fault);
    assert_true(output == (status == STREW_OK ? 3 : 5));
    if (status == STREW_OK) return status; /* strew_prepare has no use for updates */
    assert_int_equal(strew_prepare(&plan, buffers, prepared, sizeof prepared, &other), status);
    if (fault) assert_fault(&other, *fault);
    assert_true(prepared[0] == 0);
    return status;
}

static const strew_options good_options = STREW_OPTIONS_INIT;
static const strew_resources good_resources = STREW_RESOURCES_INIT;
static const strew_converter good_converter = {.struct_size = sizeof(strew_converter), .convert = convert};
static const strew_call good_call = {.struct_size = sizeof(strew_call),
                                     .op = STREW_OPERATOR_GATHER_ND,
                                     .data = {STREW_DTYPE_FLOAT32, 1, shape},
                                     .indices = {STREW_DTYPE_INT64, 2, indices_shape}};
static const strew_buffers good_buffers = {
    .struct_size = sizeof(strew_buffers), .output = &output, .data = &values[0], .indices = &zero, .updates = &values[1]};

static const struct {
    const char *name, *size_name;
    size_t size, first; /* of today, and of version 0.2 */
    const void *good;
    strew_status (*give)(const void *given, strew_fault *fault);
} structs[] = {
    {"options", "options.struct_size", sizeof(strew_options), offsetof(strew_options, accumulate), &good_options, give_options},
    {"resources", "resources.struct_size", sizeof(strew_resources), sizeof(strew_resources), &good_resources, give_resources},
    {"call", "call.struct_size", sizeof(strew_call), offsetof(strew_call, scale), &good_call, give_call},
    {"buffers", "buffers.struct_size", sizeof(strew_buffers), offsetof(strew_buffers, scale), &good_buffers, give_buffers},
    {"converter", "converter.struct_size", sizeof(strew_converter), sizeof(strew_converter), &good_converter, give_converter},
};
enum { N_STRUCTS = COUNT(structs) };

/* A good struct that says that it has struct_size bytes, of `size` bytes before a guard page. What this header does not know is 0. */
static unsigned char *place(size_t s, size_t size, size_t struct_size)
{
    unsigned char *const given = guarded_new(size, FLUSH_END);
    memset(given, 0, size);
    memcpy(given, structs[s].good, size < structs[s].size ? size : structs[s].size);
    memcpy(given, &struct_size, sizeof struct_size);
    return given;
}

static void expect_rejected_struct(size_t s, const void *given, strew_fault expected)
{
    strew_fault fault;

    assert_int_equal(structs[s].give(given, &fault), expected.status);
    assert_fault(&fault, expected);
    assert_true(guarded_free_all());
}

/* ---- Sizes --------------------------------------------------------------------------------------------------------------------------- */

TEST(the_sizes_of_versions_and_each_larger_one_are_accepted)
{
    for (size_t s = 0; s < N_STRUCTS; s++) {
        assert_int_equal(structs[s].give(place(s, structs[s].first, structs[s].first), NULL), STREW_OK);
        /* The sizes that a struct can have: those that keep the next one in an array aligned. */
        for (size_t size = structs[s].size; size <= LARGEST; size += sizeof(uint64_t)) {
            assert_int_equal(structs[s].give(place(s, size, size), NULL), STREW_OK);
            assert_true(guarded_free_all());
        }
    }
}

TEST(a_member_that_is_not_known_must_be_0)
{
    for (size_t s = 0; s < N_STRUCTS; s++) {
        for (size_t at = structs[s].size; at < LARGEST; at++) {
            unsigned char *const given = place(s, LARGEST, at + 1);
            memset(given + at, 1, LARGEST - at);
            expect_rejected_struct(
                s, given, FAULT(UNKNOWN_MEMBER, .subject = structs[s].name, .value = (int64_t)at, .high = (int64_t)structs[s].size));
        }
    }
}

/* Of 0 up. A size that was never set, and one that would end inside a member: half of a pointer would be followed. All members are as wrong
 * as can be, and only as many bytes can be read as a struct_size takes. */
TEST(every_other_size_is_rejected)
{
    static const size_t others[] = {LARGEST + 1, INT32_MAX, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX};

    for (size_t s = 0; s < N_STRUCTS; s++) {
        for (size_t i = 0; i < structs[s].size + COUNT(others); i++) {
            const size_t size = i < structs[s].size ? i : others[i - structs[s].size];
            const uint64_t bytes = size;
            const strew_fault expected = {.status = STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE,
                                          .subject = structs[s].size_name,
                                          .value = bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes,
                                          .low = (int64_t)structs[s].first,
                                          .high = LARGEST};
            if (size == structs[s].first) continue;
            unsigned char *const given = place(s, structs[s].size, size);
            memset(given + sizeof size, 0xff, structs[s].size - sizeof size);
            expect_rejected_struct(s, given, expected);
            expect_rejected_struct(s, place(s, sizeof size, size), expected);
        }
    }
}

/* The sentence names the macro that would have set the size. */
TEST(a_size_of_0_names_the_initialiser)
{
    static const char *const macros[N_STRUCTS] = {"STREW_OPTIONS", "STREW_RESOURCES", "STREW_CALL", "STREW_BUFFERS", "STREW_CONVERTER"};

    for (size_t s = 0; s < N_STRUCTS; s++) {
        char sentence[STREW_MESSAGE_BYTES];
        strew_fault fault;
        assert_int_equal(structs[s].give(place(s, structs[s].size, 0), &fault), STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE);
        strew_fault_describe(&fault, sentence, sizeof sentence);
        assert_non_null(strstr(sentence, " is 0,"));
        assert_string_equal(strstr(sentence, "STREW_"), macros[s]);
        assert_true(guarded_free_all());
    }
}

/* The members of a larger struct that are known are read, and so is every pointer among them. */
TEST(a_size_of_a_later_version_has_all_members)
{
    static const float fill = 7;

    for (size_t size = sizeof(strew_options); size <= LARGEST; size += sizeof(uint64_t)) {
        const strew_options known = {.struct_size = size, .policy = STREW_POLICY_SKIP, .fill = &fill};
        const int64_t wrong = 9;
        const void *const given = memcpy(place(0, size, size), &known, sizeof known);
        const strew_tensor slices = {STREW_DTYPE_FLOAT32, 1, shape, &fill, NULL}, at = {STREW_DTYPE_INT64, 2, indices_shape, &wrong, NULL};
        output = 5;
        assert_int_equal(strew_gather_nd(&output, &slices, &at, 0, given, NULL), STREW_OK);
        assert_true(output == fill);
        assert_true(guarded_free_all());
    }
}

/* ---- Initialisers -------------------------------------------------------------------------------------------------------------------- */

TEST(the_macros_set_the_size_and_nothing_else)
{
    static const float half = 0.5f;
    const strew_options options = STREW_OPTIONS_INIT, zero_options = {.struct_size = sizeof zero_options};
    const strew_resources resources = STREW_RESOURCES_INIT, zero_resources = {.struct_size = sizeof zero_resources};
    const strew_call call = STREW_CALL_INIT, zero_call = {.struct_size = sizeof zero_call};
    const strew_buffers buffers = STREW_BUFFERS_INIT, zero_buffers = {.struct_size = sizeof zero_buffers};
    const strew_converter converter = STREW_CONVERTER_INIT, zero_converter = {.struct_size = sizeof zero_converter};
    const strew_options with_alpha = {.struct_size = sizeof with_alpha, .alpha = &half};

    assert_memory_equal(&options, &zero_options, sizeof options);
    assert_memory_equal(&resources, &zero_resources, sizeof resources);
    assert_memory_equal(&call, &zero_call, sizeof call);
    assert_memory_equal(&buffers, &zero_buffers, sizeof buffers);
    assert_memory_equal(&converter, &zero_converter, sizeof converter);
    assert_memory_equal(&STREW_OPTIONS(.alpha = &half), &with_alpha, sizeof with_alpha);
}

/* The macro's members are in force: what was dropped in silence where the size was 0. */
TEST(no_member_is_dropped)
{
    static const float half = 0.5f;
    const strew_tensor slices = {STREW_DTYPE_FLOAT32, 1, shape, &values[0], NULL}, at = {STREW_DTYPE_INT64, 2, indices_shape, &zero, NULL},
                       updates = {STREW_DTYPE_FLOAT32, 1, shape, &values[1], NULL};
    const strew_options unset = {.alpha = &half};

    assert_int_equal(strew_scatter_nd(&output, &slices, &at, &updates, STREW_REDUCTION_ADD, &STREW_OPTIONS(.alpha = &half), NULL),
                     STREW_OK);
    assert_true(output == 2);
    assert_int_equal(strew_scatter_nd(&output, &slices, &at, &updates, STREW_REDUCTION_ADD, &unset, NULL),
                     STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE);
    assert_true(output == 2);
}
