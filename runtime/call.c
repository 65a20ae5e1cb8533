/* Reading a call: which of its members count, and that none is set in vain. What the shapes must be, validate.c knows. */
#include "call.h"

#include "fault.h"
#include "sized_struct.h"

#include <string.h>

/* ---- The operators ------------------------------------------------------------------------------------------------------------------- */

/* The members that not every operator has a use for, and where the reduction decides, not every reduction; in the order of `members`. */
#define MEMBER(n) (UINT64_C(1) << (n))
#define REDUCTION MEMBER(0)
#define AXIS MEMBER(1)
#define BATCH_DIMS MEMBER(2)
#define MODE MEMBER(3)
#define INDICES MEMBER(4)
#define COMPONENTS MEMBER(5)
#define UPDATES MEMBER(6)
#define MASK MEMBER(7)
#define WRITE_INDICES MEMBER(8)
#define POLICY MEMBER(9)
#define NEGATIVE MEMBER(10)
#define IGNORE_INDEX MEMBER(11)
#define FILL MEMBER(12)
#define EXCLUDES_SELF MEMBER(13)
#define NAN_RULE MEMBER(14)
#define MEAN_ROUNDING MEMBER(15)
#define ALPHA MEMBER(16)
#define ACCUMULATE MEMBER(17)
#define OVERFLOW MEMBER(18)
#define VALUE_OF_IGNORE_INDEX MEMBER(19)
#define SCALE MEMBER(20)
#define ZERO_POINTS MEMBER(21)
#define SCALE_RULE MEMBER(22)
#define CONVERTER MEMBER(23)
#define UPDATE_INDICES MEMBER(24)
#define WEIGHTS MEMBER(25)
#define UPDATE_POLICY MEMBER(26)
#define UPDATE_NEGATIVE MEMBER(27)
#define UPDATE_IGNORE_INDEX MEMBER(28)
#define VALUE_OF_UPDATE_IGNORE_INDEX MEMBER(29)
#define OFFSETS MEMBER(30)
#define INITIAL MEMBER(31)
#define OFFSETS_END MEMBER(32)
#define UNIQUE MEMBER(33)
#define SORTED MEMBER(34)
#define DATA MEMBER(35) /* of buffers: a call always has it */
#define ARG MEMBER(36)
#define ARG_FILL MEMBER(37)
#define ARG_RULE MEMBER(38)
#define ARG_COUNTS MEMBER(39)

static const char *const members[] = {
    "reduction",
    "axis",
    "batch_dims",
    "mode",
    "indices",
    "components",
    "updates",
    "mask",
    "write_indices",
    "options.policy",
    "options.negative",
    "options.has_ignore_index",
    "options.fill",
    "options.excludes_self",
    "options.nan",
    "options.mean_rounding",
    "options.alpha",
    "options.accumulate",
    "options.overflow",
    "options.ignore_index without options.has_ignore_index",
    "scale",
    "zero_points",
    "options.scale_rule",
    "options.converter",
    "update_indices",
    "weights",
    "options.update_policy",
    "options.update_negative",
    "options.has_update_ignore_index",
    "options.update_ignore_index without options.has_update_ignore_index",
    "offsets",
    "options.initial",
    "options.offsets_end",
    "options.unique",
    "options.sorted",
    "data",
    "arg",
    "options.arg_fill",
    "options.arg_rule",
    "options.arg_counts",
};

#define READS_INDICES (POLICY | NEGATIVE | IGNORE_INDEX)
#define READS_ROWS (UPDATE_POLICY | UPDATE_NEGATIVE | UPDATE_IGNORE_INDEX)
#define SAYS_ARG (ARG_FILL | ARG_RULE | ARG_COUNTS)
#define FUSES (UPDATE_INDICES | WEIGHTS | READS_ROWS)
#define REDUCES                                                                                                                            \
    (REDUCTION | UPDATES | EXCLUDES_SELF | NAN_RULE | MEAN_ROUNDING | ALPHA | ACCUMULATE | OVERFLOW | CONVERTER | SCALE | SCALE_RULE |     \
     FUSES | ARG | ARG_FILL | ARG_RULE)
#define SCATTERS (INDICES | READS_INDICES | REDUCES | UNIQUE | SORTED)
#define GATHERS (INDICES | READS_INDICES | FILL | OVERFLOW | CONVERTER | SCALE | ZERO_POINTS)

/* The members that also depend on the reduction. */
#define BY_REDUCTION (EXCLUDES_SELF | NAN_RULE | MEAN_ROUNDING | ALPHA | CONVERTER | SCALE | SCALE_RULE | ARG | SAYS_ARG)
/* Those of them that a reduction has a use for. */
static uint64_t used_by_reduction(strew_reduction reduction)
{
    if (reduction == STREW_REDUCTION_NONE) return CONVERTER | SCALE | SCALE_RULE | ARG | ARG_FILL | ARG_COUNTS;
    if (reduction == STREW_REDUCTION_MIN || reduction == STREW_REDUCTION_MAX) return EXCLUDES_SELF | NAN_RULE | ARG | SAYS_ARG;
    return EXCLUDES_SELF | NAN_RULE | (reduction == STREW_REDUCTION_MEAN ? MEAN_ROUNDING : 0) |
           (reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_SUB ? ALPHA : 0);
}

#define UNLESS_BUILT(feature, name) (STREW_BUILD_FEATURE_##feature ? NULL : name)
static const strew_operator_record operators[] = {
    [STREW_OPERATOR_SCATTER_ND] = {"scatter_nd", NULL, SCATTERS | BATCH_DIMS | COMPONENTS, .has_tuples = 1, .min_indices_rank = 1},
    [STREW_OPERATOR_SCATTER_ELEMENTS] = {"scatter_elements", NULL, SCATTERS | AXIS | ARG_COUNTS, .is_elements = 1, .min_rank = 1,
                                         .min_indices_rank = 1},
    [STREW_OPERATOR_SCATTER_UPDATE] = {"scatter_update", NULL, SCATTERS | AXIS | BATCH_DIMS, .min_rank = 1},
    [STREW_OPERATOR_PUT] = {"put", NULL, SCATTERS, .is_flat = 1},
    [STREW_OPERATOR_TENSOR_SCATTER] = {"tensor_scatter", UNLESS_BUILT(TENSOR_SCATTER, "tensor_scatter"),
                                       UPDATES | WRITE_INDICES | AXIS | MODE | READS_INDICES | OVERFLOW, .min_rank = 2,
                                       .min_indices_rank = 1},
    [STREW_OPERATOR_MASKED_SCATTER] = {"masked_scatter", UNLESS_BUILT(MASKED_SCATTER, "masked_scatter"), UPDATES | MASK | OVERFLOW,
                                       .min_indices_rank = 1},
    [STREW_OPERATOR_GATHER_ND] = {"gather_nd", UNLESS_BUILT(GATHER, "gather"), GATHERS | BATCH_DIMS | COMPONENTS, .is_gather = 1,
                                  .has_tuples = 1, .min_indices_rank = 1},
    [STREW_OPERATOR_GATHER_ELEMENTS] = {"gather_elements", UNLESS_BUILT(GATHER, "gather"), GATHERS | AXIS, .is_gather = 1, .is_elements = 1,
                                        .min_rank = 1, .min_indices_rank = 1},
    [STREW_OPERATOR_GATHER] = {"gather", UNLESS_BUILT(GATHER, "gather"), GATHERS | AXIS | BATCH_DIMS, .is_gather = 1, .min_rank = 1},
    [STREW_OPERATOR_TAKE] = {"take", UNLESS_BUILT(GATHER, "gather"), GATHERS, .is_gather = 1, .is_flat = 1},
    [STREW_OPERATOR_SEGMENT] = {"segment", STREW_BUILD_SEGMENT ? NULL : "segment",
                                (REDUCES | OFFSETS | INDICES | INITIAL | OFFSETS_END | SORTED) &
                                    ~(EXCLUDES_SELF | ALPHA | SCALE | SCALE_RULE),
                                .is_segment = 1, .min_rank = 1, .min_indices_rank = 1},
};
enum { N_OPERATORS = sizeof operators / sizeof *operators };

const strew_operator_record *strew_find_operator(strew_operator op)
{
    const size_t number = (size_t)op;
    return number < N_OPERATORS && operators[number].name != NULL ? &operators[number] : NULL;
}

const char *strew_operator_name(strew_operator op)
{
    const strew_operator_record *record = strew_find_operator(op);
    return record != NULL ? record->name : NULL;
}

/* ---- What is set in vain ------------------------------------------------------------------------------------------------------------- */

static STREW_INLINE int is_there(const strew_tensor *tensor)
{
    return tensor->dtype != 0 || tensor->rank != 0 || tensor->shape != NULL || tensor->strides != NULL;
}

/* The options that are set, of those that `members` names. */
static uint64_t find_set_options(const strew_options *options)
{
    return (options->policy != STREW_POLICY_ERROR ? POLICY : 0) | (options->negative != STREW_NEGATIVE_WRAPS ? NEGATIVE : 0) |
           (options->has_ignore_index ? IGNORE_INDEX : 0) | (options->fill != NULL ? FILL : 0) |
           (options->excludes_self ? EXCLUDES_SELF : 0) | (options->nan != STREW_NAN_WINS ? NAN_RULE : 0) |
           (options->mean_rounding != STREW_MEAN_ROUNDING_FLOORS ? MEAN_ROUNDING : 0) | (options->alpha != NULL ? ALPHA : 0) |
           (options->accumulate != 0 ? ACCUMULATE : 0) | (options->overflow != STREW_OVERFLOW_WRAPS ? OVERFLOW : 0) |
           (options->ignore_index != 0 && !options->has_ignore_index ? VALUE_OF_IGNORE_INDEX : 0) |
           (options->scale_rule != STREW_SCALE_RULE_DIVIDES ? SCALE_RULE : 0) | (options->converter != NULL ? CONVERTER : 0) |
           (options->update_policy != STREW_POLICY_ERROR ? UPDATE_POLICY : 0) |
           (options->update_negative != STREW_NEGATIVE_WRAPS ? UPDATE_NEGATIVE : 0) |
           (options->has_update_ignore_index ? UPDATE_IGNORE_INDEX : 0) |
           (options->update_ignore_index != 0 && !options->has_update_ignore_index ? VALUE_OF_UPDATE_IGNORE_INDEX : 0) |
           (options->unique != STREW_HINT_NONE ? UNIQUE : 0) | (options->sorted != STREW_HINT_NONE ? SORTED : 0) |
           (options->initial != STREW_INITIAL_ZERO ? INITIAL : 0) | (options->offsets_end != STREW_OFFSETS_END_GIVEN ? OFFSETS_END : 0) |
           (options->arg_fill != NULL ? ARG_FILL : 0) | (options->arg_rule != STREW_ARG_RULE_FIRST ? ARG_RULE : 0) |
           (options->arg_counts != STREW_ARG_COUNTS_TUPLES ? ARG_COUNTS : 0);
}

/* The other members that are set. */
static uint64_t find_set_members(const strew_call *call)
{
    return (call->reduction != STREW_REDUCTION_NONE ? REDUCTION : 0) | (call->axis != 0 ? AXIS : 0) |
           (call->batch_dims != 0 ? BATCH_DIMS : 0) | (call->mode != STREW_CACHE_LINEAR ? MODE : 0) |
           (is_there(&call->indices) ? INDICES : 0) | (call->components != NULL || call->n_components != 0 ? COMPONENTS : 0) |
           (is_there(&call->updates) ? UPDATES : 0) | (is_there(&call->mask) ? MASK : 0) |
           (is_there(&call->write_indices) ? WRITE_INDICES : 0) | (is_there(&call->scale) ? SCALE : 0) |
           (is_there(&call->zero_points) ? ZERO_POINTS : 0) | (is_there(&call->update_indices) ? UPDATE_INDICES : 0) |
           (is_there(&call->weights) ? WEIGHTS : 0) | (is_there(&call->offsets) ? OFFSETS : 0) | (is_there(&call->arg) ? ARG : 0);
}

static const char *name_of_first(uint64_t bits)
{
    size_t i = 0;
    while (!(bits >> i & 1)) i++;
    return members[i];
}

static STREW_COLD strew_status reject_unused(uint64_t unused, int64_t op, int64_t reduction, strew_fault *fault)
{
    return STREW_REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = name_of_first(unused), .value = op, .high = reduction);
}

/* Rejects a member that the operator, or the reduction, would ignore. */
static strew_status check_unused(const strew_call *call, uint64_t set, const strew_operator_record *op, strew_fault *fault)
{
    const uint64_t unused = set & ~op->members;
    if (unused != 0) return reject_unused(unused, (int64_t)call->op, -1, fault);
    if (set & SAYS_ARG && !(set & ARG)) return reject_unused(set & SAYS_ARG, (int64_t)call->op, -1, fault);
    const uint64_t unused_by_reduction = set & BY_REDUCTION & ~used_by_reduction(call->reduction);
    if (unused_by_reduction != 0) return reject_unused(unused_by_reduction, (int64_t)call->op, (int64_t)call->reduction, fault);
    if (set & OVERFLOW && !(set & ACCUMULATE) && call->reduction != STREW_REDUCTION_NONE) {
        return STREW_REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.overflow without options.accumulate",
                            .value = (int64_t)call->op, .high = -1);
    }
    if (set & SCALE_RULE && !(set & SCALE)) {
        return STREW_REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.scale_rule without scale", .value = (int64_t)call->op,
                            .high = -1);
    }
    if (set & ZERO_POINTS && !(set & SCALE)) {
        return STREW_REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = "zero_points without scale", .value = (int64_t)call->op,
                            .high = -1);
    }
    if (set & READS_ROWS && !(set & UPDATE_INDICES)) return reject_unused(set & READS_ROWS, (int64_t)call->op, -1, fault);
    const char *conflict = set & ALPHA && set & EXCLUDES_SELF     ? "options.alpha and options.excludes_self"
                           : set & INDICES && set & COMPONENTS    ? "indices and components"
                           : set & INDICES && set & OFFSETS       ? "indices and offsets"
                           : set & OFFSETS && set & SORTED        ? "offsets and options.sorted"
                           : set & INDICES && set & OFFSETS_END   ? "indices and options.offsets_end"
                           : set & BATCH_DIMS && set & COMPONENTS ? "batch_dims and components"
                           : set & CONVERTER && set & ACCUMULATE  ? "options.converter and options.accumulate"
                           : set & CONVERTER && set & OVERFLOW    ? "options.converter and options.overflow"
                           : set & CONVERTER && set & SCALE       ? "scale and options.converter"
                           : set & ALPHA && set & WEIGHTS         ? "weights and options.alpha"
                           : set & SCALE && set & FUSES           ? (set & WEIGHTS ? "weights and scale" : "update_indices and scale")
                           : set & CONVERTER && set & FUSES
                               ? (set & WEIGHTS ? "weights and options.converter" : "update_indices and options.converter")
                               : NULL;
    return conflict == NULL ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_CONFLICT, .subject = conflict);
}

strew_status strew_check_unused_buffers(const strew_plan_state *plan, const strew_buffers *buffers, strew_fault *fault)
{
    uint64_t used = operators[plan->op].members | DATA;
    used &= plan->has_components ? ~INDICES : ~COMPONENTS;
    if (plan->has_no_indices) used &= ~WRITE_INDICES;
    if (!strew_scales(plan)) used &= ~SCALE;
    if (!strew_has_zero_points(plan)) used &= ~ZERO_POINTS;
    if (!strew_has_rows(plan)) used &= ~UPDATE_INDICES;
    if (!strew_has_weights(plan)) used &= ~WEIGHTS;
    used &= strew_has_offsets(plan) ? ~INDICES : ~OFFSETS;
    if (!strew_reads_data(plan)) used &= ~DATA;
    if (!strew_has_arg(plan)) used &= ~ARG;
    const uint64_t set = (buffers->indices != NULL ? INDICES : 0) | (buffers->components != NULL ? COMPONENTS : 0) |
                         (buffers->updates != NULL ? UPDATES : 0) | (buffers->mask != NULL ? MASK : 0) |
                         (buffers->write_indices != NULL ? WRITE_INDICES : 0) | (buffers->scale != NULL ? SCALE : 0) |
                         (buffers->zero_points != NULL ? ZERO_POINTS : 0) | (buffers->update_indices != NULL ? UPDATE_INDICES : 0) |
                         (buffers->weights != NULL ? WEIGHTS : 0) | (buffers->offsets != NULL ? OFFSETS : 0) |
                         (buffers->data != NULL ? DATA : 0) | (buffers->arg != NULL ? ARG : 0);
    const char *subject = (set & ~used) != 0                                                      ? name_of_first(set & ~used)
                          : buffers->prepared != NULL && !(operators[plan->op].members & INDICES) ? "prepared"
                                                                                                  : NULL;
    if (subject != NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = subject, .value = (int64_t)plan->op, .high = -1);
    }
    if (buffers->prepared == NULL || (set & (INDICES | COMPONENTS | OFFSETS)) == 0) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_CONFLICT,
                        .subject = plan->has_components      ? "components and prepared"
                                   : strew_has_offsets(plan) ? "offsets and prepared"
                                                             : "indices and prepared");
}

#if STREW_BUILD_FEATURE_PREPARE
strew_status strew_check_buffers_to_prepare(const strew_plan_state *plan, const strew_buffers *buffers, strew_fault *fault)
{
    const char *subject = buffers->output != NULL           ? "output"
                          : buffers->data != NULL           ? "data"
                          : buffers->updates != NULL        ? "updates"
                          : buffers->prepared != NULL       ? "prepared"
                          : buffers->scale != NULL          ? "scale"
                          : buffers->zero_points != NULL    ? "zero_points"
                          : buffers->update_indices != NULL ? "update_indices"
                          : buffers->weights != NULL        ? "weights"
                          : buffers->arg != NULL            ? "arg"
                                                            : NULL;
    if (subject == NULL) return strew_check_unused_buffers(plan, buffers, fault);
    return STREW_REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = subject, .high = -1); /* no operator: preparing has no use for it */
}
#endif

/* ---- Enums --------------------------------------------------------------------------------------------------------------------------- */

static strew_status check_options(const strew_options *options, strew_fault *fault)
{
    static const struct {
        const char *subject;
        uint32_t member, last; /* where the option is in the struct */
    } enumerations[] = {
        {"options.policy", offsetof(strew_options, policy), STREW_POLICY_CLAMP},
        {"options.negative", offsetof(strew_options, negative), STREW_NEGATIVE_OUT_OF_BOUNDS},
        {"options.has_ignore_index", offsetof(strew_options, has_ignore_index), 1},
        {"options.excludes_self", offsetof(strew_options, excludes_self), 1},
        {"options.nan", offsetof(strew_options, nan), STREW_NAN_LOSES},
        {"options.mean_rounding", offsetof(strew_options, mean_rounding), STREW_MEAN_ROUNDING_TRUNCATES},
        {"options.overflow", offsetof(strew_options, overflow), STREW_OVERFLOW_SATURATES},
        {"options.scale_rule", offsetof(strew_options, scale_rule), STREW_SCALE_RULE_MULTIPLIES},
        {"options.update_policy", offsetof(strew_options, update_policy), STREW_POLICY_CLAMP},
        {"options.update_negative", offsetof(strew_options, update_negative), STREW_NEGATIVE_OUT_OF_BOUNDS},
        {"options.has_update_ignore_index", offsetof(strew_options, has_update_ignore_index), 1},
        {"options.unique", offsetof(strew_options, unique), STREW_HINT_CHECKED},
        {"options.sorted", offsetof(strew_options, sorted), STREW_HINT_CHECKED},
        {"options.initial", offsetof(strew_options, initial), STREW_INITIAL_DATA},
        {"options.offsets_end", offsetof(strew_options, offsets_end), STREW_OFFSETS_END_IMPLIED},
        {"options.arg_rule", offsetof(strew_options, arg_rule), STREW_ARG_RULE_LAST},
        {"options.arg_counts", offsetof(strew_options, arg_counts), STREW_ARG_COUNTS_AXIS},
    };
    for (size_t i = 0; i < sizeof enumerations / sizeof *enumerations; i++) {
        uint32_t value;
        memcpy(&value, (const unsigned char *)options + enumerations[i].member, sizeof value);
        if (value > enumerations[i].last) {
            return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = enumerations[i].subject, .value = (int32_t)value);
        }
    }
    if (options->accumulate != 0 && !strew_is_wide(options->accumulate)) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "options.accumulate", .value = (int32_t)options->accumulate);
    }
    if (strew_find_profile(options->profile) != NULL) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "options.profile", .value = (int32_t)options->profile);
}

static strew_status check_enums(const strew_call *call, strew_fault *fault)
{
    if (strew_reduction_name(call->reduction) == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_REDUCTION, .value = (int32_t)call->reduction);
    }
    if ((uint32_t)call->mode > STREW_CACHE_CIRCULAR) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "mode", .value = (int32_t)call->mode);
    }
    return STREW_OK;
}

/* ---- The tensors --------------------------------------------------------------------------------------------------------------------- */

static STREW_INLINE int lacks_shape(const strew_tensor *tensor)
{
    return tensor->shape == NULL && tensor->rank > 0;
}

static strew_status check_shape_pointers(const strew_call *call, strew_fault *fault)
{
    const char *subject = lacks_shape(&call->data)             ? "shape of data"
                          : lacks_shape(&call->indices)        ? "shape of indices"
                          : lacks_shape(&call->updates)        ? "shape of updates"
                          : lacks_shape(&call->output)         ? "shape of output"
                          : lacks_shape(&call->mask)           ? "shape of mask"
                          : lacks_shape(&call->write_indices)  ? "shape of write_indices"
                          : lacks_shape(&call->update_indices) ? "shape of update_indices"
                          : lacks_shape(&call->weights)        ? "shape of weights"
                          : lacks_shape(&call->offsets)        ? "shape of offsets"
                          : lacks_shape(&call->arg)            ? "shape of arg"
                                                               : NULL;
    return subject == NULL ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = subject);
}

/* Rejects members of which this build has nothing. */
static strew_status check_features(uint64_t set, strew_fault *fault)
{
    const char *missing = !STREW_BUILD_ARG && set & ARG                            ? "arg"
                          : !STREW_BUILD_HINTS && set & (UNIQUE | SORTED)          ? "hints"
                          : !STREW_BUILD_FUSED && set & (UPDATE_INDICES | WEIGHTS) ? "fused"
                                                                                   : NULL;
    return missing == NULL ? STREW_OK : STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = missing);
}

/* Rejects a call without a tensor that its operator needs. */
static strew_status check_missing(const strew_call *call, uint64_t set, const strew_operator_record *op, strew_fault *fault)
{
    const uint64_t needed = op->members & (op->is_segment ? OFFSETS | UPDATES : INDICES | UPDATES | MASK),
                   given = set | (set & COMPONENTS ? INDICES : 0) | (set & INDICES ? OFFSETS : 0), missing = needed & ~given;
    if (is_there(&call->data) && missing == 0) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = is_there(&call->data) ? name_of_first(missing) : "data");
}

/* Component tensors take the place of indices: their shape is that of the tuples, whose components they are. */
static strew_status read_components(strew_request *request, const strew_call *call, strew_fault *fault)
{
    const int32_t n = call->n_components;
    if (call->components == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "components");
    if (n < 1 || n > STREW_MAX_RANK) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "n_components", .value = n);
    }
    const strew_tensor *first = call->components;
    for (int32_t c = 0; c < n; c++) {
        const strew_tensor *component = call->components + c;
        if (component->shape == NULL && component->rank > 0) {
            return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "shape of component");
        }
        if (component->dtype != first->dtype) {
            return STREW_REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .subject = "components", .component = c,
                                .value = (int64_t)component->dtype, .high = (int64_t)first->dtype);
        }
        if (component->rank != first->rank) {
            return STREW_REJECT(fault, STREW_STATUS_COMPONENTS_MISMATCH, .component = c, .dimension = -1, .value = component->rank,
                                .high = first->rank);
        }
        if (component->rank < 0 || component->rank >= STREW_MAX_RANK) {
            return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "components", .value = component->rank, .low = 0,
                                .high = STREW_MAX_RANK - 1);
        }
        for (int32_t d = 0; d < component->rank; d++) {
            if (component->shape[d] == first->shape[d]) continue;
            return STREW_REJECT(fault, STREW_STATUS_COMPONENTS_MISMATCH, .component = c, .dimension = d, .value = component->shape[d],
                                .high = first->shape[d]);
        }
    }
    for (int32_t d = 0; d < first->rank; d++) request->tuples_shape[d] = first->shape[d];
    request->tuples_shape[first->rank] = n;
    request->tuples = (strew_tensor){first->dtype, first->rank + 1, request->tuples_shape, NULL, NULL};
    request->indices = &request->tuples;
    request->components = call->components;
    request->indices_name = "components";
    return STREW_OK;
}

/* Offsets take the place of indices, of which there is one for each tuple; data is only its shape, unless segments without rows have its
 * elements: then output stands for it. */
static strew_status read_segment(strew_request *request, const strew_call *call, strew_options *storage, strew_fault *fault)
{
    const strew_tensor *tuples = request->update_indices != NULL ? request->update_indices : request->updates;
    request->components = NULL;
    request->indices_name = request->offsets != NULL ? "offsets" : "indices";
    request->indices = &call->indices;
    request->has_no_indices = 0;
    if (call->reduction == STREW_REDUCTION_NONE) {
        return STREW_REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = "reduction none", .value = (int64_t)call->op, .high = -1);
    }
    *storage = *request->options;
    storage->excludes_self = 1;
    storage->negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    storage->policy = request->offsets != NULL ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
    request->options = storage;
    request->policy = storage->policy;
    if (storage->initial != STREW_INITIAL_DATA) {
        if (call->data.strides != NULL) {
            return STREW_REJECT(fault, STREW_STATUS_CONFLICT, .subject = "strides of data and options.initial");
        }
        request->shape_of_output = call->data;
        request->shape_of_output.strides = call->output.strides;
        request->data = &request->shape_of_output;
    }
    if (request->offsets == NULL) return STREW_OK;
    if (tuples->rank < 1) {
        return STREW_REJECT(fault, STREW_STATUS_RANK_OUT_OF_RANGE,
                            .subject = request->update_indices != NULL ? "update_indices" : "updates", .value = tuples->rank, .low = 1,
                            .high = STREW_MAX_RANK);
    }
    request->tuples_shape[0] = tuples->shape[0] < 0 ? 0 : tuples->shape[0]; /* which is rejected later */
    request->tuples = (strew_tensor){request->offsets->dtype, 1, request->tuples_shape, NULL, NULL};
    request->indices = &request->tuples;
    return STREW_OK;
}

/* Whether all options are the defaults, which are 0: as words, because nearly all calls have them. */
static STREW_INLINE int are_defaults(const strew_options *options)
{
    typedef size_t STREW_MAY_ALIAS word;
    const word *words = (const word *)options;
    size_t any = 0;
    for (size_t i = 1; i < sizeof *options / sizeof *words; i++) any |= words[i];
    return any == 0;
}

strew_status strew_read_request(strew_request *request, const strew_call *call, strew_options *storage, strew_converter *converter,
                                strew_fault *fault)
{
    /* Stands for indices that an operator does not have. */
    static const int64_t no_indices_shape[] = {0};
    static const strew_tensor no_indices = {STREW_DTYPE_INT64, 1, no_indices_shape, NULL, NULL};

    request->options = call->options;
    strew_status status = strew_read_options(&request->options, storage, fault);
    if (status != STREW_OK) return status;
    request->policy = request->options->policy;
    request->converter = request->options->converter;
#if STREW_BUILD_CONVERSIONS
    if (request->converter != NULL) status = strew_read_converter(&request->converter, converter, fault);
    if (status != STREW_OK) return status;
#else
    (void)converter;
#endif
    const int has_defaults = call->options == NULL || are_defaults(request->options);
    const strew_operator_record *op = strew_find_operator(call->op);
    if (op == NULL) return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPERATOR, .value = (int32_t)call->op);
    if (op->missing != NULL) return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = op->missing);
    status = check_shape_pointers(call, fault);
    if (status == STREW_OK) status = check_enums(call, fault);
    if (status == STREW_OK && !has_defaults) status = check_options(request->options, fault);
    const uint64_t set = find_set_members(call) | (has_defaults ? 0 : find_set_options(request->options));
    if (status == STREW_OK) status = check_unused(call, set, op, fault);
    if (status == STREW_OK) status = check_features(set, fault);
    if (status == STREW_OK) status = check_missing(call, set, op, fault);
    if (status != STREW_OK) return status;
    request->record = op;
    request->op = call->op;
    request->reduction = call->reduction;
    request->data = &call->data;
    request->updates = op->is_gather ? &call->data : &call->updates;
    request->output = is_there(&call->output) ? &call->output : NULL;
    request->output_strides = call->output.strides;
    request->batch_dims = 0;
    request->has_no_indices = 0;
    request->scale = set & SCALE ? &call->scale : NULL;
    request->zero_points = set & ZERO_POINTS ? &call->zero_points : NULL;
    request->update_indices = set & UPDATE_INDICES ? &call->update_indices : NULL;
    request->weights = set & WEIGHTS ? &call->weights : NULL;
    request->offsets = set & OFFSETS ? &call->offsets : NULL;
    request->arg = set & ARG ? &call->arg : NULL;
    if (set & SCALE && lacks_shape(&call->scale)) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "shape of scale");
    if (set & ZERO_POINTS && lacks_shape(&call->zero_points)) {
        return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "shape of zero_points");
    }
    if (set & COMPONENTS) return read_components(request, call, fault);
    if (op->is_segment) return read_segment(request, call, storage, fault);
    request->components = NULL;
    request->indices_name = op->members & WRITE_INDICES ? "write_indices" : "indices";
    request->indices = op->members & WRITE_INDICES ? &call->write_indices : &call->indices;
    if (set & (INDICES | WRITE_INDICES)) return STREW_OK;
    request->indices = &no_indices;
    request->has_no_indices = 1;
    return STREW_OK;
}
