/* Which calls may have an arg, where it may be, and what it has where no tuple wins. */
#include <strew/strew.h>

#include "call_text.h"
#include "fault.h"
#include "guarded.h"
#include "testing.h"

#define SCATTER "scatter_nd data=float32[3,2] indices=int64[4,1] updates=float32[4,2] max "

TEST(what_has_no_arg_is_rejected)
{
    static const struct {
        const char *call;
        strew_fault fault;
        const char *parts;
    } rows[] = {
        {SCATTER "arg=int64[3,2]", {.status = STREW_OK}, ""},
        {SCATTER "arg=int32[3,2]{1,-3} arg_fill=-2147483648 arg_rule=1", {.status = STREW_OK}, ""},
        {SCATTER "arg=int16[3,2]", FAULT(UNSUPPORTED_DTYPE, .subject = "arg", .value = STREW_DTYPE_INT16), "arg|int16|int32"},
        {SCATTER "arg=int64[6]", FAULT(OUTPUT_SHAPE_MISMATCH, .subject = "arg", .dimension = -1, .value = 1, .high = 2), "arg|rank 1"},
        {SCATTER "arg=int64[3,1]", FAULT(OUTPUT_SHAPE_MISMATCH, .subject = "arg", .dimension = 1, .value = 1, .high = 2), "arg|size 1"},
        {SCATTER "arg=int64[3,2]{1,1}", FAULT(STRIDES_OVERLAP, .subject = "arg", .dimension = 0, .value = 1, .low = 2), "arg|1|2"},
        {SCATTER "arg=int32[3,2] arg_fill=2147483648", FAULT(ARG_TOO_NARROW, .subject = "options.arg_fill", .value = 2147483648),
         "options.arg_fill|2147483648"},
        {SCATTER "arg=int64[3,2]{max,1}", FAULT(TOO_LARGE, .subject = "arg", .high = PTRDIFF_MAX), "arg"},
#if PTRDIFF_MAX > INT32_MAX /* elsewhere data is too large itself */
        {"scatter_elements data=int8[0,2^62] indices=int64[0,0] updates=int8[0,0] arg=int64[0,2^62]",
         FAULT(TOO_LARGE, .subject = "arg", .high = PTRDIFF_MAX), "arg"},
#endif
        {SCATTER "arg=int64[3,2] arg_rule=2", FAULT(UNKNOWN_OPTION, .subject = "options.arg_rule", .value = 2), "options.arg_rule|2"},
        {SCATTER "arg=int64[3,2] arg_counts=1",
         FAULT(UNUSED_ARGUMENT, .subject = "options.arg_counts", .value = STREW_OPERATOR_SCATTER_ND, .high = -1), "options.arg_counts"},
        {"scatter_elements data=int8[3] indices=int64[4] updates=int8[4] arg=int64[3] arg_counts=2",
         FAULT(UNKNOWN_OPTION, .subject = "options.arg_counts", .value = 2), "options.arg_counts|2"},
        {SCATTER "arg_fill=0", FAULT(UNUSED_ARGUMENT, .subject = "options.arg_fill", .value = STREW_OPERATOR_SCATTER_ND, .high = -1),
         "options.arg_fill"},
        {"scatter_nd data=int8[3,2] indices=int64[4,1] updates=int8[4,2] arg=int64[3,2] arg_rule=1",
         FAULT(UNUSED_ARGUMENT, .subject = "options.arg_rule", .value = STREW_OPERATOR_SCATTER_ND, .high = STREW_REDUCTION_NONE),
         "options.arg_rule|none"},
        {SCATTER "profile=ONNX_ScatterND-18 arg=int64[3,2]",
         FAULT(PROFILE_LACKS_OPTION, .subject = "arg", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "arg|ONNX ScatterND-18"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) reject_text(rows[i].call, rows[i].fault, rows[i].parts);
}

#if PTRDIFF_MAX > INT32_MAX
/* The number of the last tuple decides, not how many win; or its position along the axis. */
TEST(numbers_fit_the_type)
{
    reject_text("scatter_nd data=int8[3] indices=int64[2^31,1] updates=int8[2^31] arg=int32[3]", (strew_fault){.status = STREW_OK}, "");
    reject_text("scatter_nd data=int8[3] indices=int64[2^31+1,1] updates=int8[2^31+1] arg=int32[3]",
                FAULT(ARG_TOO_NARROW, .subject = "tuple", .value = INT64_C(1) << 31), "tuple 2147483648");
    reject_text("scatter_elements data=int8[3,2^20] indices=int64[2^20,2^20] updates=int8[2^20,2^20] arg=int32[3,2^20] arg_counts=1",
                (strew_fault){.status = STREW_OK}, "");
}
#endif

/* The buffers of SCATTER, with an index that is checked last. */
enum { N_DATA = 6, N_UPDATES = 8, N_TUPLES = 4, ROOM = 64 };
static float data[N_DATA], updates[N_UPDATES], output[N_DATA];
static int64_t indices[N_TUPLES], args[ROOM];

static strew_status run(const char *more, const strew_buffers *buffers, const strew_resources *resources, strew_fault *fault)
{
    const strew_plan plan = plan_text(SCATTER "arg=int64[3,2] %s", more);
    return strew_run(&plan, buffers, resources, fault);
}

static void fill_buffers(void)
{
    for (size_t i = 0; i < N_DATA; i++) data[i] = output[i] = (float)i;
    for (size_t i = 0; i < N_UPDATES; i++) updates[i] = (float)(i % 3 * 3);
    for (size_t i = 0; i < N_TUPLES; i++) indices[i] = (int64_t)i % 2 * 2;
    memset(args, 0x5a, sizeof args);
}

TEST(an_arg_overlaps_no_other_buffer)
{
    static const char *const names[] = {"output", "data", "indices", "updates"};
    strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .indices = indices, .updates = updates, .arg = args);
    strew_fault fault;
    fill_buffers();
    assert_int_equal(run("", &buffers, NULL, NULL), STREW_OK);
    for (size_t i = 0; i < COUNT(names); i++) {
        /* The last bytes of arg are the first ones of the other, and the other way round. */
        void *const others[] = {output, data, indices, updates};
        const size_t bytes[] = {sizeof output, sizeof data, sizeof indices, sizeof updates};
        static unsigned char room[512];
        for (int is_behind = 0; is_behind < 2; is_behind++) {
            strew_buffers of = buffers;
            unsigned char *const first = room + 128;
            void *const moved = is_behind ? first + N_DATA * sizeof *args - 4 : first - bytes[i] + 4;
            memcpy(moved, others[i], bytes[i]);
            of.output = i == 0 ? moved : output;
            of.data = i == 1 ? moved : data;
            of.indices = i == 2 ? moved : indices;
            of.updates = i == 3 ? moved : updates;
            of.arg = first;
            EXPECT_FAULT(run("", &of, NULL, &fault), ARG_OVERLAP, .subject = names[i], .value = 4);
        }
    }
    buffers.arg = NULL;
    EXPECT_FAULT(run("", &buffers, NULL, &fault), NULL_POINTER, .subject = "arg", .value = N_DATA * sizeof *args);
}

/* Not one byte of arg is written, by whatever way, with any workspace. */
TEST(a_rejected_call_leaves_its_arg)
{
    static uint64_t workspace[1 << 10];
    const strew_resources resources = STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace);
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .indices = indices, .updates = updates, .arg = args);
    for (int has_workspace = 0; has_workspace < 2; has_workspace++) {
        strew_fault fault;
        int64_t before[ROOM];
        fill_buffers();
        memcpy(before, args, sizeof args);
        indices[N_TUPLES - 1] = 3;
        assert_int_equal(run("", &buffers, has_workspace ? &resources : NULL, &fault), STREW_STATUS_INDEX_OUT_OF_BOUNDS);
        assert_memory_equal(args, before, sizeof args);
        assert_memory_equal(output, data, sizeof output);
    }
}

/* Without tuples and without winners arg has its fill, also one that could be the number of a tuple. */
TEST(what_has_no_winner_is_filled)
{
    static const int64_t fills[] = {-1, 0, 2, -7, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < COUNT(fills); i++) {
        char more[64];
        strew_buffers buffers = STREW_BUFFERS(.output = output, .data = data, .indices = indices, .updates = updates, .arg = args);
        const strew_plan none = plan_text(
            "scatter_nd data=float32[3,2] indices=int64[0,1] updates=float32[0,2] max arg=int64[3,2] arg_fill=%lld", (long long)fills[i]);
        fill_buffers();
        assert_int_equal(strew_run(&none, &buffers, NULL, NULL), STREW_OK);
        for (size_t n = 0; n < N_DATA; n++) assert_int_equal(args[n], fills[i]);
        snprintf(more, sizeof more, "arg_fill=%lld", (long long)fills[i]);
        assert_int_equal(run(more, &buffers, NULL, NULL), STREW_OK);
        /* data 0 1 2 3 4 5; tuples 0 to 3 name rows 0, 2, 0, 2 with 0 3, 6 0, 3 6, 0 3. */
        const int64_t expected[] = {2, 2, fills[i], fills[i], 1, fills[i]};
        assert_memory_equal(args, expected, sizeof expected);
        assert_int_equal(args[N_DATA], INT64_C(0x5a5a5a5a5a5a5a5a));
    }
}
