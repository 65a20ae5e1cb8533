/* How deep a call goes: at most 16 KiB of stack, measured on threads whose stack is painted beforehand. */
#define _GNU_SOURCE

#include <pthread.h>

#include <strew/inspect.h>
#include <strew/strew.h>

#include "calls.h"
#include "configurations.h"
#include "group.h"
#include "large_tensors.h"
#include "pools.h"
#include "tensors.h"
#include "testing.h"

/* Room for the system's own part of a thread's stack, and for a call that breaks its promise to be measured instead of crashing. Sanitizers
 * enlarge frames: with them the calls are made, and what they take says nothing. */
#ifdef STREW_SANITIZED
enum { STACK_BYTES = 1 << 20, PROMISED = STACK_BYTES };
#else
enum { STACK_BYTES = 128 << 10, PROMISED = 16 << 10 };
#endif
enum { PAINT = 0xb5, WORKSPACE_BYTES = 6 << 20 };

static guarded stack, workspace;

/* ---- Measuring ----------------------------------------------------------------------------------------------------------------------- */

/* As many bytes as the library asks for, of which the last touches a guard page. */
#define AS_ASKED SIZE_MAX

/* Arguments of a call, and what came of it. */
typedef struct call {
    void (*make)(struct call *call);
    reference_call arguments; /* but for the options, which are the next member */
    strew_options options;
    void *output, *workspace, *prepared;
    size_t workspace_bytes, prepared_bytes; /* or AS_ASKED */
    size_t answer;                          /* to what else the library is asked */
    strew_status status;
    strew_fault fault;
    size_t depth; /* bytes below the frame that made the call */
} call;

static void *make_and_measure(void *argument)
{
    call *const call = argument;
    const unsigned char *const frame = __builtin_frame_address(0);
    const unsigned char *at = stack.bytes;

    call->make(call);
    guarded_allow(at, (size_t)(frame - at));
    while (*at == PAINT) at++;
    call->depth = (size_t)(frame - at);
    return NULL;
}

static size_t deepest;

/* Makes the call on a painted stack, and remembers the deepest. */
static void measure(call *call)
{
    pthread_attr_t attributes;
    pthread_t thread;

    guarded_allow(stack.bytes, STACK_BYTES);
    memset(stack.bytes, PAINT, STACK_BYTES);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack.bytes, STACK_BYTES), 0);
    assert_int_equal(pthread_create(&thread, &attributes, make_and_measure, call), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(pthread_attr_destroy(&attributes), 0);
    assert_true(guarded_is_intact(&workspace) && guarded_is_intact(&buffers.prepared));
    if (call->depth > deepest) deepest = call->depth;
}

/* What is emulated is for tests, keeps vectors in arrays, and may take more. */
static void measure_shallow(call *call, strew_status status, const char *what)
{
    const int is_emulated = strew_isa_get_state(call->options.isa) == STREW_ISA_STATE_EMULATED;

    measure(call);
    assert_int_equal(call->status, status);
    if (call->depth > (is_emulated ? 2 : 1) * PROMISED)
        fail_msg("%s took %zu bytes of stack: %s", what, call->depth, fixture_describe(&buffers));
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

static void one_call(call *call)
{
    call->arguments.options = &call->options;
    call->status = make_call(call->output, &call->arguments, &call->fault);
}

static strew_plan plan;

static int is_planned(call *call)
{
    call->arguments.options = &call->options;
    call->status = plan_call(&plan, &call->arguments, &call->fault);
    return call->status == STREW_OK;
}

static void plan_and_run(call *call)
{
    const reference_call *const to = &call->arguments;

    if (!is_planned(call)) return;
    call->status = run_alone(&plan, call->output, to->data->values, to->indices->values, to->updates->values, &call->fault);
}

static void place_as_asked(guarded *memory, void **bytes, size_t *n_bytes, size_t asked)
{
    if (*n_bytes != AS_ASKED) return;
    *bytes = guarded_place(memory, asked, FLUSH_END, 0);
    *n_bytes = asked;
}

static void run_on(call *call, strew_parallel_for *parallel_for, int32_t n_threads)
{
    const reference_call *const to = &call->arguments;

    if (!is_planned(call)) return;
    call->answer = strew_plan_workspace_size(&plan, n_threads);
    place_as_asked(&workspace, &call->workspace, &call->workspace_bytes, call->answer);
    const strew_resources resources = STREW_RESOURCES(.workspace = call->workspace, .workspace_bytes = call->workspace_bytes,
                                                      .parallel_for = parallel_for, .n_threads = n_threads);
    call->status = run_with(&plan, call->output, to->data->values, to->indices->values, to->updates->values, &resources, &call->fault);
}

static void plan_and_run_with(call *call)
{
    run_on(call, NULL, 1);
}

/* All shares of a run on one stack. */
static void run_shared(call *call)
{
    run_on(call, on_one_thread, 3);
}

static void prepare_and_run(call *call)
{
    const reference_call *const to = &call->arguments;
    const strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1);

    if (!is_planned(call)) return;
    call->answer = strew_plan_prepared_size(&plan);
    place_as_asked(&buffers.prepared, &call->prepared, &call->prepared_bytes, call->answer);
    call->status = prepare_indices(&plan, to->indices->values, call->prepared, call->prepared_bytes, &call->fault);
    if (call->status != STREW_OK) return;
    call->answer += (size_t)strew_prepared_is_distinct(call->prepared);
    call->status = run_prepared(&plan, call->output, to->data->values, call->prepared, to->updates->values, &resources, &call->fault);
}

static void explain_everything(call *call)
{
    static char sentence[STREW_MESSAGE_BYTES];

    if (!is_planned(call)) return;
    for (int isa = 0; isa < MAX_ISAS; isa++) strew_plan_explain(&plan, (strew_isa)isa, sentence, sizeof sentence);
    for (int status = 0; status <= STREW_STATUS_INDICES_CHANGED; status++) {
        const strew_fault fault = {.status = (strew_status)status,
                                   .dimension = 63,
                                   .subject = "indices",
                                   .tuple = INT64_MAX,
                                   .value = STREW_ISA_BEST,
                                   .low = INT64_MIN,
                                   .high = STREW_DTYPE_FLOAT32,
                                   .component = 63,
                                   .profile = STREW_PROFILE_ONNX_SCATTERND_18};
        strew_fault_describe(&fault, sentence, sizeof sentence);
    }
}

/* All else that can be asked. */
static void ask_everything(call *call)
{
    strew_kernel kernel;
    size_t n_answers = strew_plan_size() + strlen(strew_version());

    for (int i = 0; i <= STREW_DTYPE_OPAQUE_LAST; i++)
        n_answers += strew_dtype_size((strew_dtype)i) + (strew_dtype_name((strew_dtype)i) != NULL);
    for (int i = 0; strew_reduction_name((strew_reduction)i); i++) n_answers++;
    for (int i = 0; strew_profile_name((strew_profile)i); i++) n_answers++;
    for (int i = 0; strew_isa_name((strew_isa)i); i++) n_answers += strew_isa_get_state((strew_isa)i) == STREW_ISA_STATE_USABLE;
    for (size_t i = 0; strew_kernel_at(i, &kernel); i++) n_answers += kernel.name != NULL;
    if (is_planned(call)) n_answers += strew_plan_kernel(&plan) != NULL && strew_plan_isa(&plan) == strew_isa_get_best();
    call->answer = n_answers;
}

/* The first of all calls finds out about the machine. */
static void ask_the_machine(call *call)
{
    call->answer = strew_isa_get_best() != STREW_ISA_BEST;
}

/* What lies in `buffers`. */
static call call_of_fixture(strew_isa isa)
{
    call call = {.arguments = buffers.call,
                 .options = buffers.options,
                 .output = buffers.output.bytes,
                 .workspace_bytes = AS_ASKED,
                 .prepared_bytes = AS_ASKED};

    call.options.isa = isa;
    return call;
}

static void (*const forms[])(call *) = {one_call, plan_and_run, plan_and_run_with, prepare_and_run};

/* In every form, or in one after the other where time is short. */
static void measure_fixture(strew_status status)
{
    static size_t turn;

    turn++;
    for (size_t i = 0; i < n_isas; i++) {
        for (size_t form = 0; form < COUNT(forms); form++) {
            call call = call_of_fixture(isas[i]);
            if (is_light() && (form + turn) % COUNT(forms) != 0) continue;
            call.make = forms[form];
            measure_shallow(&call, status, strew_isa_name(call.options.isa));
        }
    }
}

/* Large enough to be shared, by each way of schedule.c; every index is 0. */
static const struct {
    const char *name;
    reference_operator op;
    strew_reduction reduction;
    strew_policy policy;
    int64_t axis;
    int32_t data_rank, indices_rank;
    int64_t data[3], indices[3];
} shared[] = {
    {"near elements", REFERENCE_ND, STREW_REDUCTION_ADD, STREW_POLICY_ERROR, 0, 1, 2, {9000}, {140000, 1}},
    {"large elements", REFERENCE_ND, STREW_REDUCTION_ADD, STREW_POLICY_ERROR, 0, 1, 2, {1500000}, {140000, 1}},
    {"big slices of two lines, skipping", REFERENCE_ND, STREW_REDUCTION_MUL, STREW_POLICY_SKIP, 0, 2, 2, {40000, 33}, {3000, 1}},
    {"big slices of two lines", REFERENCE_ND, STREW_REDUCTION_ADD, STREW_POLICY_ERROR, 0, 2, 2, {40000, 33}, {3000, 1}},
    {"columns", REFERENCE_ND, STREW_REDUCTION_ADD, STREW_POLICY_CLAMP, 0, 2, 2, {20, 8501}, {30, 1}},
    {"slices of lines, clamped", REFERENCE_ND, STREW_REDUCTION_ADD, STREW_POLICY_CLAMP, 0, 2, 2, {300, 1001}, {300, 1}},
    {"parts", REFERENCE_UPDATE, STREW_REDUCTION_NONE, STREW_POLICY_ERROR, 1, 3, 1, {400, 30, 3}, {700}},
    {"places", REFERENCE_ELEMENTS, STREW_REDUCTION_ADD, STREW_POLICY_ERROR, 1, 2, 2, {300, 50}, {300, 300}},
    {"rows", REFERENCE_ELEMENTS, STREW_REDUCTION_ADD, STREW_POLICY_ERROR, 0, 2, 2, {90, 128}, {700, 128}},
};

/* ---- Tests --------------------------------------------------------------------------------------------------------------------------- */

/* The other tests use what it finds. */
TEST(the_first_call_needs_little)
{
    call call = {.make = ask_the_machine};

    measure(&call);
    assert_true(call.answer);
    if (call.depth > PROMISED) fail_msg("the first call took %zu bytes of stack", call.depth);
    n_isas = runnable_isas(isas);
    assert_true(n_isas > 0);
}

/* Lanes, their tails and the kernels for any width; each reduction and type. */
TEST(every_kernel_that_applies_needs_little)
{
    static const size_t widths[] = {1, 2, 3, 4, 7, 8, 16, 31, 32, 64, 65, 200};
    static const int64_t size = 37;
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t d = 0; d < n_dtypes; d++) {
        for (size_t r = 0; r < REFERENCE_REDUCTIONS; r++) {
            if (!reference_is_defined(dtypes[d], reference_reductions[r])) continue;
            for (size_t w = 0; w < COUNT(widths); w++) {
                fixture_prepare(&buffers, &(job){.dtype = dtypes[d],
                                                 .index_dtype = w % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
                                                 .reduction = reference_reductions[r],
                                                 .options = {.nan = nan_for(reference_reductions[r], w / 2)},
                                                 .sizes = &size,
                                                 .n_sizes = 1,
                                                 .width = widths[w],
                                                 .n_tuples = 50});
                measure_fixture(STREW_OK);
            }
        }
    }
}

TEST(runs_that_threads_share_need_little)
{
    while (next_case()) {
        const size_t row = choose("row", COUNT(shared)), form = choose("without a workspace, with one, prepared", 3);
        const placement end = (placement)(case_number() % 2);
        scatter scatter = scatter_of(shared[row].op, shared[row].axis, shared[row].data_rank, shared[row].data, shared[row].indices_rank,
                                     shared[row].indices);
        tensors tensors;
        call call = {.make = form == 2 ? prepare_and_run : run_shared,
                     .options = STREW_OPTIONS(.policy = shared[row].policy),
                     .workspace_bytes = form ? AS_ASKED : 0,
                     .prepared_bytes = AS_ASKED};
        scatter.reduction = shared[row].reduction;
        make_tensors(&scatter, &tensors);
        tensors.data.values = call.output = guarded_new(reference_bytes(&tensors.data), end);
        tensors.indices.values = guarded_new(reference_bytes(&tensors.indices), end);
        tensors.updates.values = guarded_new(reference_bytes(&tensors.updates), end);
        call.arguments = tensors.call;
        measure(&call);
        assert_int_equal(call.status, STREW_OK);
        if (call.depth > PROMISED) fail_msg("%s took %zu bytes of stack", shared[row].name, call.depth);
        assert_true(guarded_free_all());
    }
}

/* Rows of a table with weights: of the type of updates, of another one, looked at for NaN, and accumulated. */
static strew_dtype weights_dtype;
static void plan_and_run_fused(call *call)
{
    static const int64_t data_shape[] = {40, 33}, tuples[] = {200}, table[] = {50, 33};
    static uint64_t output[40 * 33], of_table[50 * 33], weights[200], room[1 << 15];
    static int64_t zeros[200];
    strew_plan to;
    const strew_call fused = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_MEAN, .options = &call->options,
                                        .data = {STREW_DTYPE_FLOAT16, 2, data_shape}, .indices = {STREW_DTYPE_INT64, 1, tuples},
                                        .updates = {STREW_DTYPE_FLOAT16, 2, table}, .update_indices = {STREW_DTYPE_INT64, 1, tuples},
                                        .weights = {weights_dtype, 1, tuples});
    const strew_resources resources =
        STREW_RESOURCES(.workspace = room, .workspace_bytes = sizeof room, .parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1);
    call->status = strew_plan_call(&to, &fused, &call->fault);
    if (call->status != STREW_OK) return;
    call->status = strew_run(&to,
                             &STREW_BUFFERS(.output = output, .data = output, .indices = zeros, .updates = of_table,
                                            .update_indices = zeros, .weights = weights),
                             &resources, &call->fault);
}

TEST(rows_with_weights_need_little)
{
    while (next_case()) {
        const strew_isa isa = isas[choose("isa", n_isas)];
        weights_dtype = choose("weights", 2) ? STREW_DTYPE_FLOAT32 : STREW_DTYPE_FLOAT16;
        call call = {.make = plan_and_run_fused,
                     .options =
                         STREW_OPTIONS(.isa = isa, .nan = (strew_nan)choose("nan", 2), .excludes_self = (int32_t)choose("excludes_self", 2),
                                       .policy = STREW_POLICY_SKIP, .update_policy = STREW_POLICY_SKIP)};
        if (choose("accumulate", 2)) call.options.accumulate = STREW_DTYPE_FLOAT32;
        measure(&call);
        assert_int_equal(call.status, STREW_OK);
        const int is_emulated = strew_isa_get_state(isa) == STREW_ISA_STATE_EMULATED;
        if (call.depth > (is_emulated ? 2 : 1) * PROMISED) fail_msg("%zu bytes of stack", call.depth);
    }
}

/* Blocks, rows, parts and tuples that are skipped. Where an index is out of bounds, the indices are read once more. */
TEST(every_configuration_of_every_operator_needs_little)
{
    enum { DRAWS = 6 };

    while (next_case()) {
        const configuration *const configuration = &configurations[choose("configuration", n_configurations)];
        const size_t policy = choose("policy", 4), i = choose("draw", DRAWS) * 4 + policy;
        scatter scatter = {
            .op = configuration->op,
            .dtype = i % 3 ? STREW_DTYPE_FLOAT16 : STREW_DTYPE_COMPLEX128,
            .index_dtype = i % 5 < 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
            .reduction = i % 2 ? STREW_REDUCTION_ADD : STREW_REDUCTION_MIN,
            .options = {.policy = (strew_policy)policy},
        };
        reference_position place;
        configuration->draw(&scatter, &buffers.random);
        fixture_place(&buffers, &scatter);
        if (plan_call(&plan, &buffers.call, NULL) == STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION) {
            measure_fixture(STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION);
            continue;
        }
        draw_indices(&buffers, configuration->likeness,
                     scatter.options.policy == STREW_POLICY_TRUSTED ? NONE_OUT_OF_BOUNDS : (out_of_bounds)(i % OUT_OF_BOUNDS_KINDS));
        measure_fixture(scatter.options.policy == STREW_POLICY_ERROR && reference_is_out_of_bounds(&buffers.call, &place)
                            ? STREW_STATUS_INDEX_OUT_OF_BOUNDS
                            : STREW_OK);
    }
}

/* Places a job of sums of float32. */
static void place_tuples(int32_t k, const int64_t *sizes, strew_dtype index_dtype, size_t width, size_t n_tuples)
{
    fixture_prepare(&buffers, &(job){.dtype = STREW_DTYPE_FLOAT32,
                                     .index_dtype = index_dtype,
                                     .reduction = STREW_REDUCTION_ADD,
                                     .sizes = sizes,
                                     .n_sizes = k,
                                     .width = width,
                                     .n_tuples = n_tuples});
}

TEST(tuples_of_any_length_need_little)
{
    int64_t sizes[STREW_MAX_RANK];

    for (int32_t j = 0; j < STREW_MAX_RANK; j++) sizes[j] = 1 + j % 13 / 12;
    for (int32_t k = 0; k <= STREW_MAX_RANK; k = k < 8 ? k + 1 : k * 2) {
        for (int is_narrow = 0; is_narrow < 2; is_narrow++) {
            place_tuples(k, sizes, is_narrow ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64, 1, 1100);
            measure_fixture(STREW_OK);
        }
    }
}

TEST(rejections_need_little)
{
    static const int64_t sizes[] = {4, 5, 6};

    place_tuples(3, sizes, STREW_DTYPE_INT64, 2, 5000);
    fixture_set_index(&buffers, 4990, 2, 6);
    measure_fixture(STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    fixture_set_index(&buffers, 4990, 2, 5);
    for (size_t row = 0; row < 5; row++) {
        static const strew_status expected[] = {STREW_STATUS_NULL_POINTER, STREW_STATUS_WORKSPACE_OVERLAP, STREW_STATUS_OUTPUT_OVERLAP,
                                                STREW_STATUS_NULL_POINTER, STREW_STATUS_PREPARED_TOO_SMALL};
        call call = call_of_fixture(STREW_ISA_BEST);
        call.make = row < 2 ? plan_and_run_with : prepare_and_run;
        if (row == 0) call.output = NULL;
        if (row == 1) {
            call.workspace = buffers.output.bytes;
            call.workspace_bytes = buffers.capacity;
        }
        if (row == 2) {
            call.prepared_bytes = buffers.prepared.pages_bytes;
            call.output = call.prepared = guarded_place(&buffers.prepared, call.prepared_bytes, FLUSH_END, 0);
        }
        if (row >= 3) call.prepared_bytes = 1;
        if (row == 4) call.prepared = buffers.prepared.bytes;
        measure_shallow(&call, expected[row], "a buffer that cannot be used");
    }
}

TEST(questions_need_little)
{
    static void (*const questions[])(call *) = {explain_everything, ask_everything};
    static const int64_t size = 9;

    fixture_prepare(
        &buffers,
        &(job){.dtype = STREW_DTYPE_INT8, .index_dtype = STREW_DTYPE_INT64, .sizes = &size, .n_sizes = 1, .width = 1, .n_tuples = 4});
    for (size_t i = 0; i < COUNT(questions); i++) {
        call call = call_of_fixture(STREW_ISA_BEST);
        call.make = questions[i];
        measure_shallow(&call, STREW_OK, i ? "asking" : "explaining");
    }
}

#if SIZE_MAX > UINT32_MAX
/* More slices than 32 bits can number are on a path of their own. In place, on a mapping of which few pages are touched. */
TEST(large_offset_tensors_need_little)
{
    static const int64_t indices[] = {0, 1, 2, -1, 1, 0, 2, 0, 0, 0, 2, 2147483000};
    static const large fars[] = {
        {REFERENCE_ND, 2, {3, (INT64_C(1) << 31) + 7}, 2, {6, 2}, 0, indices},
        {REFERENCE_ELEMENTS, 2, {3, (INT64_C(1) << 31) + 7}, 2, {2, 6}, 1, indices},
        {REFERENCE_UPDATE, 2, {2, (INT64_C(1) << 32) + 7}, 1, {12}, 1, indices},
    };

    while (next_case()) {
        const large *const wide = &fars[choose("tensors", COUNT(fars))];
        strew_options options = STREW_OPTIONS(.policy = (strew_policy)choose("policy", 4));
        sparse output = open_sparse(bytes_of(wide), (placement)(case_number() % 2));
        tensors tensors;
        list_additions(wide, &options);
        make_large_tensors(wide, &output, NULL, &tensors);
        options.isa = choose_isa();
        call call = {.make = forms[choose("form", COUNT(forms))],
                     .arguments = tensors.call,
                     .options = options,
                     .output = output.bytes,
                     .prepared_bytes = AS_ASKED};
        measure_shallow(&call, STREW_OK, "a very large tensor");
        compare_additions(&output, bytes_of(wide));
        close_sparse(&output);
    }
}
#endif

#ifndef STREW_SANITIZED
/* The measure itself: a call that takes so many bytes is seen to. Afterwards, since it is the deepest of all. */
static void take_more_than_is_promised(call *call)
{
    volatile unsigned char bytes[PROMISED + 1000];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = 0;
    call->status = (strew_status)bytes[call->workspace_bytes % sizeof bytes];
}

TEST(a_measurement_sees_every_byte)
{
    call call = call_of_fixture(STREW_ISA_BEST);

    fprintf(stderr, "the deepest call took %zu bytes of stack\n", deepest);
    call.make = take_more_than_is_promised;
    measure(&call);
    assert_in_range(call.depth, PROMISED + 1000, PROMISED + 2000);
}
#endif

int main(void)
{
    /* Not run_on_fixture, which would make the first call. */
    stack = guarded_open(STACK_BYTES);
    guarded_place(&stack, STACK_BYTES, FLUSH_START, 0);
    workspace = guarded_open(WORKSPACE_BYTES);
    guarded_place(&workspace, 0, FLUSH_END, 0);
    buffers = fixture_open(1 << 20, 16384);
    guarded_place(&buffers.prepared, 0, FLUSH_END, 0);
    return run_all_tests(NULL, NULL);
}
