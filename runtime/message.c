/* Sentences: a fault, and why a plan uses an ISA or not. It has its own small writer, because the library does not link printf. */
#include "dispatch.h"
#include "plan_state.h"
#include "types.h"
#include <strew/inspect.h>

#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------------------------------------------------- */

/* Writes text to a buffer that may be too small: what does not fit is still counted. */
typedef struct writer {
    char *buffer;
    size_t size, length;
} writer;

/* Without a buffer, nothing fits. */
static writer begin(char *buffer, size_t size)
{
    return (writer){buffer, buffer != NULL ? size : 0, 0};
}

static void put(writer *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++, out->length++) {
        if (out->length < out->size) out->buffer[out->length] = text[i];
    }
}

static void put_text(writer *out, const char *text)
{
    put(out, text, strlen(text));
}

static void put_number(writer *out, int64_t number)
{
    char digits[20]; /* -9223372036854775808 */
    size_t first = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0) digits[--first] = '-';
    put(out, digits + first, sizeof digits - first);
}

static size_t finish(writer *out)
{
    if (out->size != 0) out->buffer[out->length < out->size ? out->length : out->size - 1] = '\0';
    return out->length;
}

/* ---- Faults -------------------------------------------------------------------------------------------------------------------------- */

/* A {member} of the fault stands for its number, or for a name: s subject, t tuple, d dimension, v value, l low, h high; c component; n
 * the bytes that are needed, if it is known; u what has no use for the subject, i the macro that initialises it; r: the range from low to
 * high; B: the same of indices, with what they index; C, y: value as components or bytes; D: value as a rank, or as the size of a
 * dimension; m: high as dimensions; V, H: value and high as a dtype; T, O: the tensor that has the one, and the tensor that has the other;
 * R: value as a reduction; I: value as an ISA, with the reason
 * why it cannot be used; k: what is not built; P: the profile; p: the same, if there is one, as the reason; o: the number of an option, if
 * it is one; 1: what a caller meant who wrote single indices as one tuple, if that is the subject. */
static const struct {
    const char *name, *sentence;
} statuses[] = {
#define ROW(name, sentence) [STREW_STATUS_##name] = {#name, sentence}
    [STREW_OK] = {"OK", "no fault"},
    ROW(RANK_OUT_OF_RANGE, "{s} has rank {v}, {r}"),
    ROW(NEGATIVE_DIMENSION, "dimension {d} of {s} is {v}, a negative size"),
    ROW(TOO_LARGE, "{s} has more than {h} bytes, the most that can be addressed (dimensions of size 0 not counted)"),
    ROW(TUPLE_TOO_LONG, "a tuple of indices has {C}, more than the {m} of data that it can index{1}"),
    ROW(AXIS_OUT_OF_RANGE, "axis is {v}, {r}"),
    ROW(INDICES_RANK_MISMATCH, "indices has rank {v}, but data has rank {h}"),
    ROW(INDICES_SHAPE_MISMATCH, "dimension {d} of indices is {v}, more than the {h} of data"),
    ROW(UPDATES_RANK_MISMATCH, "updates has rank {v}, but indices and data ask for rank {h}{1}"),
    ROW(UPDATES_SHAPE_MISMATCH, "dimension {d} of updates is {v}, but indices and data ask for {h}"),
    ROW(CLAMP_TO_EMPTY_DIMENSION, "indices name dimension {d}, which has size 0, so none can be clamped to it"),
    ROW(UNKNOWN_DTYPE, "{s} has dtype number {v}, which is none that strew knows"),
    ROW(UNSUPPORTED_INDEX_DTYPE, "{s} are {V}, but must be integers of 8 to 64 bits"),
    ROW(DTYPE_MISMATCH, "{T} {V}, but {O} {H}"),
    ROW(UNKNOWN_REDUCTION, "reduction number {v} is none that strew knows"),
    ROW(UNSUPPORTED_REDUCTION, "{R} has no meaning for {H}"),
    ROW(UNKNOWN_OPTION, "{s} is {v}, which is none of its values"),
    ROW(STRUCT_SIZE_OUT_OF_RANGE, "{s} is {v}, but must be the size of the struct, {l} bytes here: initialise it with {i}"),
    ROW(UNKNOWN_MEMBER, "{s} has a member at byte {v} that is not 0, and this version of strew knows {h} bytes"),
    ROW(NOT_BUILT, "this build of strew was trimmed: it has no {k}"),
    ROW(ISA_UNAVAILABLE, "{s} asks for {I}"),
    ROW(PROFILE_LACKS_OPERATOR, "{P} is not a version of {s}"),
    ROW(PROFILE_LACKS_DTYPE, "{P} has no {V} data"),
    ROW(PROFILE_LACKS_INDEX_DTYPE, "{P} has no {V} indices"),
    ROW(PROFILE_LACKS_REDUCTION, "{P} has no reduction {R}"),
    ROW(NULL_POINTER, "{s} is NULL{n}"),
    ROW(OUTPUT_OVERLAP, "output overlaps {s} in {y}"),
    ROW(WORKSPACE_OVERLAP, "the workspace overlaps {s} in {y}"),
    ROW(PREPARED_TOO_SMALL, "prepared indices need {l} bytes, and {v} are given"),
    ROW(PREPARED_MISMATCH, "the prepared indices are of another plan"),
    ROW(INDEX_OUT_OF_BOUNDS, "indices[{t}] component {c} is {v}, {B}{p}"),
    ROW(INDICES_CHANGED, "the indices or the mask changed during the call; what output holds is undefined"),
    ROW(PLAN_MISMATCH, "the plan is of a {s}, which this function does not run"),
    ROW(BATCH_DIMS_OUT_OF_RANGE, "batch_dims is {v}, {r}"),
    ROW(BATCH_SHAPE_MISMATCH, "batch dimension {d} of indices is {v}, but {h} in data"),
    ROW(TOO_MANY_TOKENS, "dimension {d} of updates is {v}, more than the {h} of data"),
    ROW(WORKSPACE_TOO_SMALL, "this plan needs a workspace of {l} bytes, and {v} are given"),
    ROW(PROFILE_LACKS_OPTION, "{P} has no {s}{o}"),
    ROW(STRIDES_OVERLAP, "the stride {v} of output dimension {d} lets elements share an address, and must be at least {l}"),
    ROW(STRIDES_MISMATCH, "output is data itself, but its strides differ: dimension {d} has {v}, and {h} in data"),
    ROW(STRIDES_TOO_MANY, "too many dimensions of {s} remain when joined: they take {v} bytes of a plan, which has {h}"),
    ROW(STRIDES_UNSUPPORTED, "{s} has strides, but must be dense for this operator"),
    ROW(CHUNK_EDGE_OUT_OF_RANGE, "edge {t} of the chunks of data dimension {d} is {v}, {r}"),
    ROW(UNKNOWN_OPERATOR, "operator number {v} is none that strew knows"),
    ROW(UNUSED_ARGUMENT, "{u} has no use for {s}"),
    ROW(CONFLICT, "{s} exclude each other"),
    ROW(COMPONENTS_MISMATCH, "component {c} has {D}, but component 0 has {h}"),
    ROW(OUTPUT_SHAPE_MISMATCH, "output has {D}, but the operator gives it {h}"),
    ROW(UNSUPPORTED_MASK_DTYPE, "mask is {V}, but must be bool"),
    ROW(MASK_SHAPE_MISMATCH, "dimension {d} of mask is {v}, but {h} in data"),
    ROW(TOO_FEW_UPDATES, "updates has {v} of the {l} elements that mask takes"),
};
enum { N_STATUSES = sizeof statuses / sizeof *statuses };

const char *strew_status_name(strew_status status)
{
    return (size_t)status < N_STATUSES ? statuses[status].name : NULL;
}

static const char *or_unknown(const char *name)
{
    return name != NULL ? name : "unknown";
}

/* Why an instruction set is not used, by its state. A table, because no machine has all states, so tests could not reach every branch. */
static const char *const reasons[] = {
    [STREW_ISA_STATE_USABLE] = NULL,
    [STREW_ISA_STATE_EMULATED] = "another architecture's, it is used only when named as the cap",
    [STREW_ISA_STATE_NOT_BUILT] = "it is not in this build",
    [STREW_ISA_STATE_UNSUPPORTED] = "the CPU or the operating system lacks it",
    [STREW_ISA_STATE_CAPPED] = "the environment variable STREW_ISA excludes it",
    [STREW_ISA_STATE_UNKNOWN] = "it is not an instruction set",
};

static void put_isa(writer *out, int64_t isa)
{
    const char *name = strew_isa_name((strew_isa)isa);
    if (name == NULL) {
        put_text(out, "an instruction set that strew does not know");
        return;
    }
    const char *reason = reasons[strew_isa_get_state((strew_isa)isa)];
    put_text(out, name);
    put_text(out, ", but ");
    put_text(out, reason != NULL ? reason : "it can be used here now");
}

/* What a trimmed build does not have: indices of a type, a feature, or a kernel. */
static void put_not_built(writer *out, const strew_fault *fault)
{
    if (fault->subject == NULL) {
        put_text(out, "kernel for ");
        put_text(out, or_unknown(strew_reduction_name((strew_reduction)fault->value)));
        put_text(out, " on ");
        put_text(out, or_unknown(strew_dtype_name((strew_dtype)fault->high)));
        return;
    }
    const int is_index_dtype = strcmp(fault->subject, "indices") == 0;
    put_text(out, is_index_dtype ? or_unknown(strew_dtype_name((strew_dtype)fault->value)) : "feature");
    put_text(out, " ");
    put_text(out, fault->subject);
}

static void put_count(writer *out, int64_t n, const char *unit)
{
    put_number(out, n);
    put_text(out, unit);
    if (n != 1) put_text(out, "s");
}

static void put_interval(writer *out, const strew_fault *fault)
{
    put_text(out, "outside [");
    put_number(out, fault->low);
    put_text(out, ", ");
    put_number(out, fault->high);
    put_text(out, "]");
}

static void put_range(writer *out, const strew_fault *fault)
{
    if (fault->low != fault->high) {
        put_interval(out, fault);
    } else {
        put_text(out, "but ");
        put_number(out, fault->low);
        put_text(out, " is needed");
    }
}

/* Of indices, into a dimension of data or into all its elements. No interval says that there are none. */
static void put_bounds(writer *out, const strew_fault *fault)
{
    const int is_empty = fault->high < fault->low, is_flat = fault->dimension < 0;
    if (!is_empty) put_interval(out, fault);
    put_text(out, is_empty ? "but " : " of ");
    put_text(out, !is_flat ? "data dimension " : is_empty ? "data" : "all elements of data");
    if (!is_flat) put_number(out, fault->dimension);
    if (is_empty) put_text(out, " is empty: it has size 0");
}

/* What has no use for a member: an operator, or a reduction of it. */
static void put_user(writer *out, const strew_fault *fault)
{
    const char *const name = strew_operator_name((strew_operator)fault->value);
    put_text(out, name != NULL ? name : "this function");
    if (fault->high < 0) return;
    put_text(out, " with the reduction ");
    put_text(out, or_unknown(strew_reduction_name((strew_reduction)fault->high)));
}

/* The tensor whose dtype is wrong, or the tensor that has the right one. */
static void put_tensor(writer *out, const strew_fault *fault, int is_other)
{
    const char *const name = or_unknown(fault->subject);
    if (strcmp(name, "components") == 0) {
        put_text(out, "component ");
        put_number(out, is_other ? 0 : fault->component);
        put_text(out, " is");
    } else {
        put_text(out, is_other ? "data" : name);
        put_text(out, is_other || strcmp(name, "updates") != 0 ? " is" : " are");
    }
}

/* The macro that sets the struct_size which is the subject: STREW_OPTIONS of options.struct_size. */
static void put_initialiser(writer *out, const strew_fault *fault)
{
    const char *const name = fault->subject != NULL ? fault->subject : "";
    put_text(out, "STREW_");
    for (size_t i = 0; name[i] != '\0' && name[i] != '.'; i++) {
        const int is_small = name[i] >= 'a' && name[i] <= 'z';
        const char capital = (char)(is_small ? name[i] - 'a' + 'A' : name[i]);
        put(out, &capital, 1);
    }
}

static void put_member(writer *out, const strew_fault *fault, char member)
{
    switch (member) {
    case 's': put_text(out, or_unknown(fault->subject)); break;
    case 't': put_number(out, fault->tuple); break;
    case 'd': put_number(out, fault->dimension); break;
    case 'r': put_range(out, fault); break;
    case 'B': put_bounds(out, fault); break;
    case 'C': put_count(out, fault->value, " component"); break;
    case 'y': put_count(out, fault->value, " byte"); break;
    case 'm': put_count(out, fault->high, " dimension"); break;
    case '1':
        if (fault->subject != NULL)
            put_text(out, "; indices of rank 1 are a single tuple, and n tuples of one index have the shape [n, 1]");
        break;
    case 'v': put_number(out, fault->value); break;
    case 'l': put_number(out, fault->low); break;
    case 'h': put_number(out, fault->high); break;
    case 'V': put_text(out, or_unknown(strew_dtype_name((strew_dtype)fault->value))); break;
    case 'H': put_text(out, or_unknown(strew_dtype_name((strew_dtype)fault->high))); break;
    case 'T': put_tensor(out, fault, 0); break;
    case 'O': put_tensor(out, fault, 1); break;
    case 'R': put_text(out, or_unknown(strew_reduction_name((strew_reduction)fault->value))); break;
    case 'k': put_not_built(out, fault); break;
    case 'c': put_number(out, fault->component); break;
    case 'P': put_text(out, or_unknown(strew_profile_name(fault->profile))); break;
    case 'p':
        if (fault->profile == STREW_PROFILE_NONE || fault->high < fault->low) break;
        put_text(out, ": ");
        put_text(out, or_unknown(strew_profile_name(fault->profile)));
        put_text(out, " has no negative indices");
        break;
    case 'o':
        if (fault->value == 0) break;
        put_text(out, " of ");
        put_number(out, fault->value);
        break;
    case 'I': put_isa(out, fault->value); break;
    case 'u': put_user(out, fault); break;
    case 'D':
        put_text(out, fault->dimension < 0 ? "rank " : "size ");
        put_number(out, fault->value);
        if (fault->dimension < 0) break;
        put_text(out, " in dimension ");
        put_number(out, fault->dimension);
        break;
    case 'i': put_initialiser(out, fault); break;
    case 'n':
        if (fault->value == 0) break;
        put_text(out, ", but ");
        put_number(out, fault->value);
        put_text(out, fault->value == 1 ? " byte is needed there" : " bytes are needed there");
        break;
    }
}

size_t strew_fault_describe(const strew_fault *fault, char *buffer, size_t size)
{
    const strew_fault none = {0};
    if (fault == NULL) fault = &none;
    writer out = begin(buffer, size);
    const size_t status = (size_t)fault->status;
    const char *sentence = status < N_STATUSES ? statuses[status].sentence : NULL;
    for (const char *at = or_unknown(sentence); *at != '\0'; at++) {
        if (*at == '{') {
            put_member(&out, fault, at[1]);
            at += 2;
        } else {
            put(&out, at, 1);
        }
    }
    return finish(&out);
}

/* ---- Plans --------------------------------------------------------------------------------------------------------------------------- */

static const char *why_not(const strew_plan_state *plan, strew_isa isa)
{
    const char *reason = reasons[strew_isa_get_state(isa)];
    if (reason != NULL) return reason;
    if (plan == NULL) return "there is no plan";
    if (plan->without_kernel != NULL) return "this operator copies bytes without a kernel";
    if (strew_writing_kernel(plan) == NULL) return "there is nothing to write";
    strew_isa_set allowed = 0;
    strew_allowed_isas(plan->rules.isa, &allowed, NULL);
    if (!(allowed >> isa & 1)) return "options.isa caps it";
    if (plan->is_gather) return "a better one is used, or it has no kernel for such slices";
    const strew_operation operation = strew_choose_operation(strew_find_dtype(plan->dtype), plan->reduction, plan->rules.nan);
    if (strew_find_apply((strew_isa_set)1 << isa, operation, plan->apply->ctype, plan->slice_bytes) == NULL) {
        return "it has no kernel for this reduction and type";
    }
    return "a better one is used";
}

size_t strew_plan_explain(const strew_plan *storage, strew_isa isa, char *buffer, size_t size)
{
    const strew_plan_state *plan = strew_state_of(storage);
    writer out = begin(buffer, size);
    put_text(&out, or_unknown(strew_isa_name(isa)));
    const strew_kernel *kernel = plan != NULL ? strew_writing_kernel(plan) : NULL;
    if (kernel != NULL && kernel->isa == isa) {
        put_text(&out, " is used: ");
        put_text(&out, kernel->name);
    } else {
        put_text(&out, " is not used: ");
        put_text(&out, why_not(plan, isa));
    }
    return finish(&out);
}
