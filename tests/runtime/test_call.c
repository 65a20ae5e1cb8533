/* Every member of a call, its options, its buffers and its resources, with every operator and every reduction: honoured, or rejected by
 * name. What uses a member is written here as the comments of strew.h say it; nothing is shared with the library. */
#include <strew/convert.h>

#include "call_text.h"
#include "fault.h"
#include "guarded.h"
#include "pools.h"
#include "testing.h"

/* The operator segment, which always reduces, has tests of its own. */
enum { N_OPERATORS = STREW_OPERATOR_TAKE, N_REDUCTIONS = STREW_REDUCTION_MEAN + 1, SIDE = 3, ELEMENTS = SIDE * SIDE };

#define OP(name) (1u << STREW_OPERATOR_##name)
#define REDUCTION(name) (1u << STREW_REDUCTION_##name)
enum {
    REDUCING = OP(SCATTER_ND) | OP(SCATTER_ELEMENTS) | OP(SCATTER_UPDATE) | OP(PUT),
    GATHERS = OP(GATHER_ND) | OP(GATHER_ELEMENTS) | OP(GATHER) | OP(TAKE),
    SCATTERS = REDUCING | OP(TENSOR_SCATTER) | OP(MASKED_SCATTER),
    ALL = SCATTERS | GATHERS,
    NONE = 0,
    ANY_REDUCTION = (1 << N_REDUCTIONS) - 1,
    ANY_BUT_NONE = ANY_REDUCTION & ~REDUCTION(NONE),
};

/* ---- Good calls ---------------------------------------------------------------------------------------------------------------------- */

static const int64_t sides[] = {SIDE, SIDE}, side[] = {SIDE}, tuples[] = {SIDE, 1}, all[] = {ELEMENTS};
static const int64_t indices[ELEMENTS] = {0, 1, 2, 2, 1, 0, 1, 1, 0};
static const unsigned char bools[ELEMENTS] = {1, 0, 1};
static const void *const pointers[] = {indices};
static unsigned char values[ELEMENTS * 16], updates[ELEMENTS * 16];
static const unsigned char element[64] = {1, 2, 3, 4};
static uint64_t prepared[1024];
static unsigned char workspace[4096];

#define TENSOR(dtype, shape) ((strew_tensor){dtype, (int32_t)COUNT(shape), shape, NULL, NULL})
static const strew_tensor component = {STREW_DTYPE_INT64, 1, side, NULL, NULL};

/* What was given; call.options points to its options. */
typedef struct given {
    strew_call call;
    strew_options options;
    strew_buffers buffers;
} given;

/* Every operator on data [3, 3], along axis 0 but for tensor_scatter, which has none there. */
static void make_good(given *to, strew_operator op, strew_reduction reduction, strew_dtype dtype, void *output)
{
    to->options = (strew_options)STREW_OPTIONS_INIT;
    to->call = STREW_CALL(.op = op, .reduction = reduction, .options = &to->options, .data = TENSOR(dtype, sides));
    to->buffers = STREW_BUFFERS(.output = output, .data = values);
    switch (op) {
    case STREW_OPERATOR_SCATTER_ND:
    case STREW_OPERATOR_GATHER_ND: to->call.indices = TENSOR(STREW_DTYPE_INT64, tuples); break;
    case STREW_OPERATOR_SCATTER_ELEMENTS:
    case STREW_OPERATOR_GATHER_ELEMENTS: to->call.indices = TENSOR(STREW_DTYPE_INT64, sides); break;
    case STREW_OPERATOR_TENSOR_SCATTER: to->call.axis = 1; break;
    case STREW_OPERATOR_MASKED_SCATTER: to->call.mask = TENSOR(STREW_DTYPE_BOOL, sides); break;
    default: to->call.indices = TENSOR(STREW_DTYPE_INT64, side);
    }
    if (OP(PUT) == 1u << op) {
        to->call.updates = TENSOR(dtype, side);
    } else if (OP(MASKED_SCATTER) == 1u << op) {
        to->call.updates = TENSOR(dtype, all);
    } else if (SCATTERS & 1u << op) {
        to->call.updates = TENSOR(dtype, sides);
    }
    if (to->call.updates.rank) to->buffers.updates = updates;
    if (to->call.indices.rank) to->buffers.indices = indices;
    if (to->call.mask.rank) to->buffers.mask = bools;
}

/* ---- Members of a call and of its options -------------------------------------------------------------------------------------------- */

/* Each row of data with an index of its own. */
static void set_batch_dims(given *to)
{
    to->call.batch_dims = 1;
    if ((OP(SCATTER_UPDATE) | OP(GATHER)) & 1u << to->call.op) to->call.axis = 1;
    if ((OP(SCATTER_UPDATE) | OP(SCATTER_ND)) & 1u << to->call.op) to->call.updates = TENSOR(to->call.data.dtype, side);
}

static void set_components(given *to)
{
    to->call.components = &component;
    to->call.n_components = 1;
    if ((OP(SCATTER_ND) | OP(GATHER_ND)) & 1u << to->call.op) memset(&to->call.indices, 0, sizeof to->call.indices);
}

static void set_has_ignore_index(given *to)
{
    to->options.has_ignore_index = 1;
    to->options.ignore_index = -1;
}

static int accumulates(strew_reduction reduction)
{
    return (REDUCTION(ADD) | REDUCTION(SUB) | REDUCTION(MUL) | REDUCTION(MEAN)) >> reduction & 1;
}

/* A wider type, or one that is as good; bools, which have none, do without where it would count. */
static void set_accumulate(given *to)
{
    const strew_dtype dtype = to->call.data.dtype;
    if (dtype == STREW_DTYPE_BOOL && REDUCING & 1u << to->call.op && accumulates(to->call.reduction)) return;
    to->options.accumulate = dtype == STREW_DTYPE_FLOAT32                               ? STREW_DTYPE_FLOAT64
                             : dtype == STREW_DTYPE_INT8 || dtype == STREW_DTYPE_UINT64 ? STREW_DTYPE_INT64
                                                                                        : STREW_DTYPE_FLOAT32;
}

/* Of a sum of uint64 nothing wider saturates. */
static void set_overflow(given *to)
{
    set_accumulate(to);
    const int has_wider = to->call.data.dtype != STREW_DTYPE_UINT64 || !accumulates(to->call.reduction) || !(REDUCING & 1u << to->call.op);
    if (to->options.accumulate != 0 && has_wider) to->options.overflow = STREW_OVERFLOW_SATURATES;
}

/* Of float32, in place of the dtypes that the call had. */
static void set_scale(given *to)
{
    to->call.scale = TENSOR(STREW_DTYPE_FLOAT32, side);
    to->call.data.dtype = STREW_DTYPE_INT8;
    if (to->call.updates.dtype != 0) to->call.updates.dtype = STREW_DTYPE_FLOAT32;
    if (GATHERS & 1u << to->call.op) {
        to->call.output = to->call.op == STREW_OPERATOR_TAKE ? TENSOR(STREW_DTYPE_FLOAT32, side) : TENSOR(STREW_DTYPE_FLOAT32, sides);
    }
}

/* Of int8, with a scale where there can be zero points. */
static void set_zero_points(given *to)
{
    if (GATHERS & 1u << to->call.op) set_scale(to);
    to->call.zero_points = TENSOR(STREW_DTYPE_INT8, side);
}

/* A row of a table for each tuple, and a weight, of float32 in place of the dtypes that the call had. */
static void set_update_indices(given *to)
{
    const int is_elements = to->call.op == STREW_OPERATOR_SCATTER_ELEMENTS;
    to->call.update_indices = is_elements ? TENSOR(STREW_DTYPE_INT64, sides) : TENSOR(STREW_DTYPE_INT64, side);
    if (is_elements) to->call.updates = TENSOR(to->call.data.dtype, side);
}

static const int64_t filled = 0;

static void set_arg(given *to)
{
    to->call.arg = (strew_tensor){STREW_DTYPE_INT64, to->call.data.rank, to->call.data.shape, NULL, NULL};
}

static void set_weights(given *to)
{
    to->call.data.dtype = STREW_DTYPE_FLOAT32;
    if (to->call.updates.dtype != 0) to->call.updates.dtype = STREW_DTYPE_FLOAT32;
    to->call.weights =
        to->call.op == STREW_OPERATOR_SCATTER_ELEMENTS ? TENSOR(STREW_DTYPE_FLOAT32, sides) : TENSOR(STREW_DTYPE_FLOAT32, side);
}

/* Dense output that is given. */
static void set_output(given *to)
{
    static const int64_t *const shapes[] = {sides, side};
    const int is_vector = to->call.op == STREW_OPERATOR_TAKE;
    to->call.output = (strew_tensor){to->call.data.dtype, 2 - is_vector, shapes[is_vector], NULL, NULL};
}

#define SETTER(name, setting)                                                                                                              \
    static void name(given *to)                                                                                                            \
    {                                                                                                                                      \
        setting;                                                                                                                           \
    }
SETTER(set_reduction, to->call.reduction = STREW_REDUCTION_ADD)
SETTER(set_axis, to->call.axis = -1)
SETTER(set_mode, to->call.mode = STREW_CACHE_CIRCULAR)
SETTER(set_indices, to->call.indices = to->call.indices.rank ? to->call.indices : TENSOR(STREW_DTYPE_INT64, side))
SETTER(set_updates, to->call.updates = to->call.updates.rank ? to->call.updates : TENSOR(to->call.data.dtype, side))
SETTER(set_mask, to->call.mask = TENSOR(STREW_DTYPE_BOOL, sides))
SETTER(set_write_indices, to->call.write_indices = TENSOR(STREW_DTYPE_INT64, side))
SETTER(set_policy, to->options.policy = STREW_POLICY_SKIP)
SETTER(set_negative, to->options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS)
SETTER(set_isa, to->options.isa = STREW_ISA_SCALAR)
SETTER(set_ignore_index_alone, to->options.ignore_index = -1)
SETTER(set_excludes_self, to->options.excludes_self = 1)
SETTER(set_nan, to->options.nan = STREW_NAN_LOSES)
SETTER(set_mean_rounding, to->options.mean_rounding = STREW_MEAN_ROUNDING_TRUNCATES)
SETTER(set_fill, to->options.fill = element)
SETTER(set_alpha, to->options.alpha = element)
SETTER(set_update_policy, to->options.update_policy = STREW_POLICY_SKIP)
SETTER(set_update_negative, to->options.update_negative = STREW_NEGATIVE_OUT_OF_BOUNDS)
SETTER(set_has_update_ignore_index, to->options.has_update_ignore_index = 1)
SETTER(set_update_ignore_index_alone, to->options.update_ignore_index = -1)
SETTER(set_arg_fill, to->options.arg_fill = &filled)
SETTER(set_arg_rule, to->options.arg_rule = STREW_ARG_RULE_LAST)
SETTER(set_arg_counts, to->options.arg_counts = STREW_ARG_COUNTS_AXIS)
SETTER(set_scale_rule, to->options.scale_rule = STREW_SCALE_RULE_MULTIPLIES)
SETTER(set_unique, to->options.unique = STREW_HINT_TRUSTED)
SETTER(set_sorted, to->options.sorted = STREW_HINT_TRUSTED)
SETTER(set_offsets, to->call.offsets = TENSOR(STREW_DTYPE_INT64, side))
SETTER(set_initial, to->options.initial = STREW_INITIAL_IDENTITY)
SETTER(set_offsets_end, to->options.offsets_end = STREW_OFFSETS_END_IMPLIED)

static void convert(void *to, const void *from, size_t n, void *context, void *scratch)
{
    (void)to, (void)from, (void)n, (void)context, (void)scratch; /* no call is run */
}

static const strew_converter converter = {.struct_size = sizeof converter, .convert = convert};
SETTER(set_converter, to->options.converter = &converter)

/* Who uses a member. */
#define CALL(member) offsetof(strew_call, member), sizeof(((strew_call *)0)->member)
#define OPTION(member) sizeof(strew_call) + offsetof(strew_options, member), sizeof(((strew_options *)0)->member)
static const struct {
    const char *name;
    size_t offset, bytes; /* in a call, and behind it in its options */
    void (*set)(given *to);
    unsigned operators, reductions;
} members[] = {
    {"reduction", CALL(reduction), set_reduction, REDUCING, ANY_REDUCTION},
    {"axis", CALL(axis), set_axis, OP(SCATTER_ELEMENTS) | OP(SCATTER_UPDATE) | OP(TENSOR_SCATTER) | OP(GATHER_ELEMENTS) | OP(GATHER),
     ANY_REDUCTION},
    {"batch_dims", CALL(batch_dims), set_batch_dims, OP(SCATTER_ND) | OP(SCATTER_UPDATE) | OP(GATHER_ND) | OP(GATHER), ANY_REDUCTION},
    {"mode", CALL(mode), set_mode, OP(TENSOR_SCATTER), ANY_REDUCTION},
    {"components", CALL(components), set_components, OP(SCATTER_ND) | OP(GATHER_ND), ANY_REDUCTION},
    {"indices", CALL(indices), set_indices, ALL & ~(OP(TENSOR_SCATTER) | OP(MASKED_SCATTER)), ANY_REDUCTION},
    {"updates", CALL(updates), set_updates, SCATTERS, ANY_REDUCTION},
    {"mask", CALL(mask), set_mask, OP(MASKED_SCATTER), ANY_REDUCTION},
    {"write_indices", CALL(write_indices), set_write_indices, OP(TENSOR_SCATTER), ANY_REDUCTION},
    {"output", CALL(output), set_output, ALL, ANY_REDUCTION},
    {"options.policy", OPTION(policy), set_policy, ALL & ~OP(MASKED_SCATTER), ANY_REDUCTION},
    {"options.negative", OPTION(negative), set_negative, ALL & ~OP(MASKED_SCATTER), ANY_REDUCTION},
    {"options.isa", OPTION(isa), set_isa, ALL, ANY_REDUCTION},
    {"options.has_ignore_index", OPTION(has_ignore_index), set_has_ignore_index, ALL & ~OP(MASKED_SCATTER), ANY_REDUCTION},
    {"options.ignore_index without options.has_ignore_index", OPTION(ignore_index), set_ignore_index_alone, NONE, ANY_REDUCTION},
    {"options.excludes_self", OPTION(excludes_self), set_excludes_self, REDUCING, ANY_BUT_NONE},
    {"options.nan", OPTION(nan), set_nan, REDUCING, ANY_BUT_NONE},
    {"options.mean_rounding", OPTION(mean_rounding), set_mean_rounding, REDUCING, REDUCTION(MEAN)},
    {"options.fill", OPTION(fill), set_fill, GATHERS, ANY_REDUCTION},
    {"options.alpha", OPTION(alpha), set_alpha, REDUCING, REDUCTION(ADD) | REDUCTION(SUB)},
    {"options.accumulate", OPTION(accumulate), set_accumulate, REDUCING, ANY_REDUCTION},
    {"options.overflow", OPTION(overflow), set_overflow, REDUCING, ANY_REDUCTION},
    {"scale", CALL(scale), set_scale, REDUCING | GATHERS, REDUCTION(NONE)},
    {"zero_points", CALL(zero_points), set_zero_points, GATHERS, ANY_REDUCTION},
    {"options.scale_rule", OPTION(scale_rule), set_scale_rule, REDUCING, NONE}, /* the calls here have no scale */
    {"options.converter", OPTION(converter), set_converter, REDUCING | GATHERS, REDUCTION(NONE)},
    {"update_indices", CALL(update_indices), set_update_indices, REDUCING, ANY_REDUCTION},
    {"weights", CALL(weights), set_weights, REDUCING, ANY_REDUCTION},
    /* The calls here have no update indices. */
    {"options.update_policy", OPTION(update_policy), set_update_policy, NONE, ANY_REDUCTION},
    {"options.update_negative", OPTION(update_negative), set_update_negative, NONE, ANY_REDUCTION},
    {"options.has_update_ignore_index", OPTION(has_update_ignore_index), set_has_update_ignore_index, NONE, ANY_REDUCTION},
    {"options.update_ignore_index without options.has_update_ignore_index", OPTION(update_ignore_index), set_update_ignore_index_alone,
     NONE, ANY_REDUCTION},
    {"options.unique", OPTION(unique), set_unique, REDUCING, ANY_REDUCTION},
    {"options.sorted", OPTION(sorted), set_sorted, REDUCING, ANY_REDUCTION},
    {"offsets", CALL(offsets), set_offsets, NONE, ANY_REDUCTION},
    {"options.initial", OPTION(initial), set_initial, NONE, ANY_REDUCTION},
    {"options.offsets_end", OPTION(offsets_end), set_offsets_end, NONE, ANY_REDUCTION},
    {"arg", CALL(arg), set_arg, REDUCING, REDUCTION(NONE) | REDUCTION(MIN) | REDUCTION(MAX)},
    /* Nor have they an arg before. */
    {"options.arg_fill", OPTION(arg_fill), set_arg_fill, NONE, ANY_REDUCTION},
    {"options.arg_rule", OPTION(arg_rule), set_arg_rule, NONE, ANY_REDUCTION},
    {"options.arg_counts", OPTION(arg_counts), set_arg_counts, NONE, ANY_REDUCTION},
};

/* The fault of a member that is set in vain; STREW_OK if it is used. */
static strew_fault fault_of_member(size_t m, strew_operator op, strew_reduction reduction)
{
    strew_fault fault = {.status = STREW_STATUS_UNUSED_ARGUMENT, .subject = members[m].name, .value = (int64_t)op, .high = -1};

    if (members[m].set == set_overflow) fault.subject = "options.accumulate"; /* which is set with it, and comes first */

    if (!(members[m].operators & 1u << op)) return fault;
    if (members[m].set == set_scale_rule && reduction == STREW_REDUCTION_NONE) {
        fault.subject = "options.scale_rule without scale";
        return fault;
    }
    fault.high = (int64_t)reduction;
    return members[m].reductions & 1u << reduction ? (strew_fault){.status = STREW_OK} : fault;
}

static void expect_untouched(const unsigned char *output)
{
    for (size_t i = 0; i < sizeof values; i++) assert_int_equal(output[i], 0xa5);
}

static int is_about_results(size_t m)
{
    return strcmp(members[m].name, "options.accumulate") == 0 || strcmp(members[m].name, "options.overflow") == 0;
}

/* What is accepted is not ignored: the plan is another one than without the member. Those that a good call has are the exceptions, and so
 * are the ISA, which may be the best anyway, and a dense output. */
static void expect_difference(size_t m, const given *to, const strew_plan *plan)
{
    const int is_same = strcmp(members[m].name, "options.isa") == 0 || strcmp(members[m].name, "output") == 0 ||
                        (to->call.op == STREW_OPERATOR_TENSOR_SCATTER && strcmp(members[m].name, "axis") == 0);
    strew_plan without;
    given good;

    make_good(&good, to->call.op, to->call.reduction, to->call.data.dtype, NULL);
    const int is_given = memcmp(&good.call.indices, &to->call.indices, sizeof good.call.indices) == 0 &&
                         memcmp(&good.call.updates, &to->call.updates, sizeof good.call.updates) == 0;
    if (is_same || (is_given && (strcmp(members[m].name, "indices") == 0 || strcmp(members[m].name, "updates") == 0 ||
                                 (to->call.op == STREW_OPERATOR_MASKED_SCATTER && strcmp(members[m].name, "mask") == 0)))) {
        return;
    }
    if (is_about_results(m) && !accumulates(to->call.reduction)) return; /* none, min and max are exact anyway */
    if (m == 0) good.call.reduction = STREW_REDUCTION_NONE;
    memset(&without, 0, sizeof without);
    assert_int_equal(strew_plan_call(&without, &good.call, NULL), STREW_OK);
    if (memcmp(plan, &without, sizeof without) == 0) fail_msg("%s of %s is ignored", members[m].name, strew_operator_name(to->call.op));
}

/* With one member set. Of options, the form of one call says the same. */
static void check_member(size_t m, strew_operator op, strew_reduction reduction, strew_dtype dtype)
{
    const strew_fault expected = fault_of_member(m, op, reduction);
    unsigned char output[sizeof values];
    strew_plan plan;
    strew_fault fault;
    given to;

    make_good(&to, op, reduction, dtype, output);
    members[m].set(&to);
    memset(output, 0xa5, sizeof output);
    memset(&fault, 0x55, sizeof fault);
    memset(&plan, 0, sizeof plan);
    const strew_status status = strew_plan_call(&plan, &to.call, &fault);
    if (status != expected.status) {
        char sentence[STREW_MESSAGE_BYTES];
        strew_fault_describe(&fault, sentence, sizeof sentence);
        fail_msg("%s of %s, %s and %s: %s", members[m].name, strew_operator_name(op), strew_reduction_name(reduction),
                 strew_dtype_name(dtype), sentence);
    }
    assert_fault(&fault, expected);
    if (expected.status == STREW_OK && dtype == STREW_DTYPE_FLOAT32) expect_difference(m, &to, &plan);
    if (expected.status == STREW_OK || members[m].offset < sizeof(strew_call)) return;
    if (OP(PUT) == 1u << op || OP(MASKED_SCATTER) == 1u << op || OP(TAKE) == 1u << op) return; /* which have none */
    assert_int_equal(make_one_call(output, &to.call, values, indices, updates, &fault), expected.status);
    assert_fault(&fault, expected);
    expect_untouched(output);
}

TEST(each_member_is_honoured_or_rejected_by_name)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8,   STREW_DTYPE_UINT64,   STREW_DTYPE_BFLOAT16,
                                         STREW_DTYPE_BOOL,    STREW_DTYPE_STRING, STREW_DTYPE_OPAQUE(3)};
    size_t n = 0;

    for (int op = 1; op <= N_OPERATORS; op++) {
        for (int r = 0; r < N_REDUCTIONS; r++) {
            if (r != STREW_REDUCTION_NONE && !(REDUCING & 1u << op)) continue; /* see the member `reduction` */
            for (size_t d = 0; d < COUNT(dtypes); d++) {
                const int has_meaning = strew_reduction_is_supported((strew_reduction)r, dtypes[d]);
                for (size_t m = 0; m < COUNT(members); m++) {
                    /* The member `reduction` is ADD, and the others find the reduction of the row. */
                    if (m == 0 && (r != STREW_REDUCTION_NONE || !strew_reduction_is_supported(STREW_REDUCTION_ADD, dtypes[d]))) continue;
                    if (!has_meaning && fault_of_member(m, (strew_operator)op, (strew_reduction)r).status == STREW_OK) continue;
                    check_member(m, (strew_operator)op, (strew_reduction)r, dtypes[d]);
                    n++;
                }
            }
        }
    }
    assert_true(n > 3000);
}

/* Also what has no meaning is rejected as such, and each of these numbers is a reduction or an operator of its own. */
TEST(all_operators_and_reductions_are_crossed)
{
    strew_plan plan;
    strew_fault fault;
    given to;

    for (int op = -2; op <= N_OPERATORS + 3; op++) {
        if (op == STREW_OPERATOR_SEGMENT) continue;
        const int is_one = op >= 1 && op <= N_OPERATORS;
        make_good(&to, is_one ? (strew_operator)op : STREW_OPERATOR_PUT, STREW_REDUCTION_NONE, STREW_DTYPE_FLOAT32, NULL);
        to.call.op = (strew_operator)op;
        assert_int_equal(strew_operator_name((strew_operator)op) != NULL, is_one);
        assert_int_equal(strew_plan_call(&plan, &to.call, &fault), is_one ? STREW_OK : STREW_STATUS_UNKNOWN_OPERATOR);
        assert_fault(&fault, is_one ? (strew_fault){.status = STREW_OK} : FAULT(UNKNOWN_OPERATOR, .value = op));
    }
    for (int r = -2; r < N_REDUCTIONS + 2; r++) {
        const int is_one = r >= 0 && r < N_REDUCTIONS;
        make_good(&to, STREW_OPERATOR_SCATTER_ND, STREW_REDUCTION_NONE, STREW_DTYPE_FLOAT32, NULL);
        to.call.reduction = (strew_reduction)r;
        assert_int_equal(strew_reduction_name((strew_reduction)r) != NULL, is_one);
        assert_int_equal(strew_plan_call(&plan, &to.call, &fault), is_one ? STREW_OK : STREW_STATUS_UNKNOWN_REDUCTION);
        assert_fault(&fault, is_one ? (strew_fault){.status = STREW_OK} : FAULT(UNKNOWN_REDUCTION, .value = r));
    }
}

/* A member that is added must get a row: each byte of a call and of its options is in one, or is named here. */
TEST(every_byte_is_a_member_of_the_table)
{
    unsigned char is_in[sizeof(strew_call) + sizeof(strew_options)] = {0};
    static const struct {
        size_t offset, bytes;
    } others[] = {{CALL(struct_size)},   {CALL(op)},       {CALL(data)}, {CALL(options)}, {CALL(n_components)},
                  {OPTION(struct_size)}, {OPTION(profile)}};

    for (size_t m = 0; m < COUNT(members); m++) memset(is_in + members[m].offset, 1, members[m].bytes);
    for (size_t i = 0; i < COUNT(others); i++) memset(is_in + others[i].offset, 1, others[i].bytes);
#if SIZE_MAX > UINT32_MAX /* elsewhere there is padding */
    for (size_t i = 0; i < sizeof is_in; i++) {
        if (!is_in[i]) fail_msg("byte %zu is in no row", i);
    }
#endif
}

/* A profile rejects by itself: it is never without a use. */
TEST(a_profile_has_a_use_everywhere)
{
    strew_plan plan;
    strew_fault fault;
    given to;

    for (int op = 1; op <= N_OPERATORS; op++) {
        const int is_its_own = op == STREW_OPERATOR_SCATTER_ND;
        make_good(&to, (strew_operator)op, STREW_REDUCTION_NONE, STREW_DTYPE_FLOAT32, NULL);
        to.options.profile = STREW_PROFILE_ONNX_SCATTERND_18;
        assert_int_equal(strew_plan_call(&plan, &to.call, &fault), is_its_own ? STREW_OK : STREW_STATUS_PROFILE_LACKS_OPERATOR);
        if (!is_its_own) assert_string_equal(fault.subject, strew_operator_name((strew_operator)op));
    }
}

static void expect_conflict(const given *of, const char *subject)
{
    strew_plan plan;
    strew_fault fault;

    EXPECT_FAULT(strew_plan_call(&plan, &of->call, &fault), CONFLICT, .subject = subject);
}

/* What a reduction without a wider type makes too large wraps around after each update. What only moves converts at most. */
TEST(overflow_of_a_reduction_needs_a_wider_type)
{
    strew_plan plan;
    strew_fault fault;
    given to;

    make_good(&to, STREW_OPERATOR_PUT, STREW_REDUCTION_ADD, STREW_DTYPE_INT8, NULL);
    to.options.overflow = STREW_OVERFLOW_SATURATES;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), UNUSED_ARGUMENT, .subject = "options.overflow without options.accumulate",
                 .value = STREW_OPERATOR_PUT, .high = -1);
    to.call.reduction = STREW_REDUCTION_NONE;
    assert_int_equal(strew_plan_call(&plan, &to.call, &fault), STREW_OK);
    make_good(&to, STREW_OPERATOR_GATHER, STREW_REDUCTION_NONE, STREW_DTYPE_INT8, NULL);
    to.options.overflow = STREW_OVERFLOW_SATURATES;
    assert_int_equal(strew_plan_call(&plan, &to.call, &fault), STREW_OK);
}

/* A tensor that has strides alone is given too. */
TEST(strides_alone_are_not_ignored)
{
    strew_plan plan;
    strew_fault fault;
    given to;

    make_good(&to, STREW_OPERATOR_GATHER, STREW_REDUCTION_NONE, STREW_DTYPE_FLOAT32, NULL);
    to.call.mask.strides = side;
    EXPECT_FAULT(strew_plan_call(&plan, &to.call, &fault), UNUSED_ARGUMENT, .subject = "mask", .value = STREW_OPERATOR_GATHER, .high = -1);
}

TEST(two_members_that_exclude_each_other_are_named)
{
    static const strew_operator reducing[] = {STREW_OPERATOR_SCATTER_ND, STREW_OPERATOR_SCATTER_ELEMENTS, STREW_OPERATOR_SCATTER_UPDATE,
                                              STREW_OPERATOR_PUT},
                                nd[] = {STREW_OPERATOR_SCATTER_ND, STREW_OPERATOR_GATHER_ND};
    given to;

    for (size_t i = 0; i < COUNT(reducing); i++) {
        make_good(&to, reducing[i], STREW_REDUCTION_SUB, STREW_DTYPE_FLOAT32, NULL);
        set_alpha(&to);
        set_excludes_self(&to);
        expect_conflict(&to, "options.alpha and options.excludes_self");
    }
    for (size_t i = 0; i < COUNT(nd); i++) {
        make_good(&to, nd[i], STREW_REDUCTION_NONE, STREW_DTYPE_FLOAT32, NULL);
        const strew_tensor at = to.call.indices;
        set_components(&to);
        to.call.indices = at;
        expect_conflict(&to, "indices and components");
        make_good(&to, nd[i], STREW_REDUCTION_NONE, STREW_DTYPE_FLOAT32, NULL);
        set_components(&to);
        to.call.batch_dims = 1;
        expect_conflict(&to, "batch_dims and components");
    }
}

/* ---- Buffers and resources ----------------------------------------------------------------------------------------------------------- */

#define BUFFER(member) #member, offsetof(strew_buffers, member)
static const struct {
    const char *name;
    size_t offset;
    const void *pointer;
    unsigned operators;
} buffers[] = {
    {BUFFER(indices), indices, ALL & ~(OP(TENSOR_SCATTER) | OP(MASKED_SCATTER))},
    {BUFFER(updates), updates, SCATTERS},
    {BUFFER(mask), bools, OP(MASKED_SCATTER)},
    {BUFFER(write_indices), indices, NONE}, /* the calls here have no such tensor */
    {BUFFER(components), pointers, NONE},   /* nor these */
    {BUFFER(prepared), prepared, ALL & ~(OP(TENSOR_SCATTER) | OP(MASKED_SCATTER))},
    {BUFFER(scale), values, NONE}, /* nor these five */
    {BUFFER(zero_points), values, NONE},
    {BUFFER(update_indices), indices, NONE},
    {BUFFER(weights), values, NONE},
    {BUFFER(offsets), indices, NONE},
    {BUFFER(arg), values, NONE},
    {BUFFER(output), workspace, ALL},
    {BUFFER(data), values, ALL},
};

static void plan_good(given *to, strew_plan *plan, int op, void *output)
{
    make_good(to, (strew_operator)op, STREW_REDUCTION_NONE, STREW_DTYPE_FLOAT32, output);
    assert_int_equal(strew_plan_call(plan, &to->call, NULL), STREW_OK);
}

TEST(each_buffer_is_used_or_rejected_by_name)
{
    assert_int_equal(sizeof(strew_buffers), sizeof(size_t) + COUNT(buffers) * sizeof(void *));
    for (int op = 1; op <= N_OPERATORS; op++) {
        for (size_t b = 0; b < COUNT(buffers); b++) {
            const int is_used = (buffers[b].operators & 1u << op) != 0, is_prepared = strcmp(buffers[b].name, "prepared") == 0;
            unsigned char output[sizeof values];
            strew_plan plan;
            strew_fault fault;
            given to;
            plan_good(&to, &plan, op, output);
            memcpy((unsigned char *)&to.buffers + buffers[b].offset, &buffers[b].pointer, sizeof(void *));
            memset(output, 0xa5, sizeof output);
            const strew_status status = strew_run(&plan, &to.buffers, NULL, &fault);
            if (is_used && !is_prepared) {
                assert_int_equal(status, STREW_OK);
                continue;
            }
            assert_fault(&fault, is_used ? FAULT(CONFLICT, .subject = "indices and prepared")
                                         : FAULT(UNUSED_ARGUMENT, .subject = buffers[b].name, .value = op, .high = -1));
            assert_int_equal(status, fault.status);
            expect_untouched(output);
        }
    }
}

/* Preparing has a use for indices or components alone. */
TEST(preparing_has_a_use_for_indices_alone)
{
    static const uint64_t untouched[COUNT(prepared)];

    for (int op = 1; op <= N_OPERATORS; op++) {
        const int has_indices = (buffers[0].operators & 1u << op) != 0;
        for (size_t b = 1; b < COUNT(buffers); b++) {
            const strew_buffers of = {.struct_size = sizeof of, .indices = indices};
            unsigned char output[sizeof values];
            strew_buffers wrong = of;
            strew_plan plan;
            strew_fault fault;
            given to;
            plan_good(&to, &plan, op, output);
            memcpy((unsigned char *)&wrong + buffers[b].offset, &buffers[b].pointer, sizeof(void *));
            memset(prepared, 0, sizeof prepared);
            assert_int_equal(strew_prepare(&plan, &wrong, prepared, sizeof prepared, &fault),
                             has_indices ? STREW_STATUS_UNUSED_ARGUMENT : STREW_STATUS_PLAN_MISMATCH);
            assert_string_equal(fault.subject, has_indices ? buffers[b].name : strew_operator_name((strew_operator)op));
            if (has_indices && buffers[b].operators & 1u << op) assert_sentence(&fault, "this function has no use for ");
            assert_memory_equal(prepared, untouched, sizeof prepared);
        }
    }
}

/* What may make a run faster is never rejected. */
TEST(resources_are_never_rejected)
{
    const strew_resources given_ones[] = {
        STREW_RESOURCES_INIT,
        STREW_RESOURCES(.workspace = workspace, .workspace_bytes = sizeof workspace),
        STREW_RESOURCES(.workspace = workspace),
        STREW_RESOURCES(.workspace_bytes = sizeof workspace),
        STREW_RESOURCES(.parallel_for = on_one_thread),
        STREW_RESOURCES(.pool = workspace),
        STREW_RESOURCES(.n_threads = 1000),
        STREW_RESOURCES(.n_threads = -1),
        STREW_RESOURCES(.wake_ns = UINT32_MAX),
        STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 3, .wake_ns = 1),
    };

    for (int op = 1; op <= N_OPERATORS; op++) {
        unsigned char first[sizeof values], output[sizeof values];
        for (size_t i = 0; i < COUNT(given_ones); i++) {
            strew_plan plan;
            given to;
            plan_good(&to, &plan, op, output);
            memset(output, 0xa5, sizeof output);
            assert_int_equal(strew_run(&plan, &to.buffers, &given_ones[i], NULL), STREW_OK);
            if (i == 0) memcpy(first, output, sizeof first);
            assert_memory_equal(output, first, sizeof first);
        }
    }
}

/* ---- Sizes --------------------------------------------------------------------------------------------------------------------------- */
