/* Options and resources of callers with older and newer headers: what struct_size lets through and what it rejects. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "guarded.h"
#include "testing.h"

enum { LARGEST = 1024 }; /* the largest struct_size that is accepted */

static const int64_t shape[] = {1}, indices_shape[] = {1, 1};
static const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL};
static const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL};

static strew_status plan_with(strew_plan *plan, const void *options, strew_fault *fault)
{
    return plan_scatter_nd(plan, &data, &indices, &data, STREW_REDUCTION_ADD, options, fault);
}

static strew_status run_with(const void *resources, strew_fault *fault)
{
    const float values[] = {1, 2};
    const int64_t zero = 0;
    float output = 5;
    strew_plan plan;
    assert_int_equal(plan_with(&plan, NULL, NULL), STREW_OK);
    const strew_status status = run_with(&plan, &output, &values[0], &zero, &values[1], resources, fault);
    assert_true(output == (status == STREW_OK ? 3 : 5));

    uint64_t prepared[1024];
    assert_in_range(strew_plan_prepared_size(&plan), 1, sizeof prepared);
    assert_int_equal(prepare_indices(&plan, &zero, prepared, sizeof prepared, NULL), STREW_OK);
    output = 5;
    assert_int_equal(run_prepared(&plan, &output, &values[0], prepared, &values[1], resources, fault), status);
    assert_true(output == (status == STREW_OK ? 3 : 5));
    return status;
}

static strew_status give_options(const void *options, strew_fault *fault)
{
    strew_plan plan;
    return plan_with(&plan, options, fault);
}

static const struct {
    const char *name, *size_name;
    size_t size, first_size, reserved, known; /* first_size: of version 0.1, which `reserved` ends in */
    strew_status (*give)(const void *given, strew_fault *fault);
} structs[] = {
    {"options", "options.struct_size", sizeof(strew_options), offsetof(strew_options, fill), offsetof(strew_options, reserved),
     sizeof(strew_options), give_options},
    {"resources", "resources.struct_size", sizeof(strew_resources), sizeof(strew_resources), sizeof(strew_resources),
     sizeof(strew_resources), run_with},
};
enum { N_STRUCTS = COUNT(structs) };

/* A struct of `size` bytes with a guard page behind it; all of it is 0 but struct_size. */
static unsigned char *place(size_t size, size_t struct_size)
{
    unsigned char *const given = guarded_new(size, FLUSH_END);
    memset(given, 0, size);
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

static void no_more_is_read_than_the_struct_has(void **state)
{
    for (size_t s = 0; s < N_STRUCTS; s++) {
        unsigned char *const first_version = place(LARGEST, 0);
        memset(first_version + structs[s].first_size, 0xff, LARGEST - structs[s].first_size);
        assert_int_equal(structs[s].give(first_version, NULL), STREW_OK);
        assert_int_equal(structs[s].give(place(structs[s].first_size, 0), NULL), STREW_OK);
        assert_int_equal(structs[s].give(place(structs[s].first_size, structs[s].first_size), NULL), STREW_OK);
        assert_int_equal(structs[s].give(place(structs[s].size, structs[s].size), NULL), STREW_OK);
        assert_int_equal(structs[s].give(place(LARGEST, LARGEST), NULL), STREW_OK);
        assert_true(guarded_free_all());
    }
}

static void a_member_that_is_not_known_must_be_0(void **state)
{
    for (size_t s = 0; s < N_STRUCTS; s++) {
        for (size_t at = structs[s].reserved; at < LARGEST; at++) {
            if (at >= structs[s].first_size && at < structs[s].known) continue;
            unsigned char *const given = place(LARGEST, at < structs[s].first_size ? 0 : at + 1);
            given[at] = 1;
            expect_rejected_struct(s, given,
                                   (strew_fault){.status = STREW_STATUS_UNKNOWN_MEMBER,
                                                 .subject = structs[s].name,
                                                 .value = (int64_t)at,
                                                 .high = (int64_t)structs[s].known});
        }
    }
}

/* A size inside a member would cut it, and half of a pointer would be followed. Here all members are as wrong as can be. */
static void a_size_of_no_version_is_rejected(void **state)
{
    static const size_t others[] = {LARGEST + 1, INT32_MAX, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX};

    for (size_t s = 0; s < N_STRUCTS; s++) {
        for (size_t i = 1; i < structs[s].known + COUNT(others); i++) {
            const size_t size = i < structs[s].known ? i : others[i - structs[s].known];
            if (size == structs[s].first_size) continue;
            const uint64_t bytes = size;
            unsigned char *const given = place(structs[s].size, size);
            memset(given + sizeof size, 0xff, structs[s].size - sizeof size);
            expect_rejected_struct(s, given,
                                   (strew_fault){.status = STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE,
                                                 .subject = structs[s].size_name,
                                                 .value = bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes,
                                                 .low = (int64_t)structs[s].first_size,
                                                 .high = (int64_t)structs[s].known});
        }
    }
}

/* The members of a larger struct that are known are read, and so is every pointer among them. */
static void a_size_of_a_later_version_has_all_members(void **state)
{
    static const float fill = 7;

    for (size_t size = sizeof(strew_options); size <= LARGEST; size += size < sizeof(strew_options) + 16 ? 1 : 97) {
        const strew_options known = {.struct_size = size, .policy = STREW_POLICY_SKIP, .fill = &fill};
        const int64_t wrong = 9;
        float output = 5;
        const void *const given = memcpy(place(size, size), &known, sizeof known);
        const strew_tensor values = {STREW_DTYPE_FLOAT32, 1, shape, &fill, NULL}, at = {STREW_DTYPE_INT64, 2, indices_shape, &wrong, NULL};
        assert_int_equal(strew_gather_nd(&output, &values, &at, 0, given, NULL), STREW_OK);
        assert_true(output == fill);
        assert_true(guarded_free_all());
    }
}

static void members_are_read_with_every_size(void **state)
{
    for (int is_sized = 0; is_sized < 2; is_sized++) {
        const size_t size = is_sized ? sizeof(strew_options) : 0;
        const strew_options first = {.struct_size = size, .policy = (strew_policy)9},
                            last = {.struct_size = size, .profile = STREW_PROFILE_ONNX_SCATTERND_11};
        assert_int_equal(give_options(&first, NULL), STREW_STATUS_UNKNOWN_OPTION);
        assert_int_equal(give_options(&last, NULL), STREW_STATUS_PROFILE_LACKS_REDUCTION);
    }
}

static void what_the_initialisers_say_is_the_default(void **state)
{
    const strew_options options = STREW_OPTIONS_INIT, zero_options = {.struct_size = sizeof zero_options};
    const strew_resources resources = STREW_RESOURCES_INIT, zero_resources = {.struct_size = sizeof zero_resources};

    assert_memory_equal(&options, &zero_options, sizeof options);
    assert_memory_equal(&resources, &zero_resources, sizeof resources);
    assert_int_equal(give_options(&options, NULL), STREW_OK);
    assert_int_equal(run_with(&resources, NULL), STREW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_more_is_read_than_the_struct_has),      cmocka_unit_test(a_member_that_is_not_known_must_be_0),
        cmocka_unit_test(a_size_of_no_version_is_rejected),         cmocka_unit_test(members_are_read_with_every_size),
        cmocka_unit_test(what_the_initialisers_say_is_the_default), cmocka_unit_test(a_size_of_a_later_version_has_all_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
