/* Sentences: a fault, and why a plan uses an ISA or not. It has its own small writer, because the library does not link printf. */
#include "dispatch.h"
#include "plan_state.h"
#include "scale.h"
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

/* A {member} of the fault stands for a number or a name (put_member), or for a phrase that depends on it (phrase_of). */
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
    ROW(UPDATES_RANK_MISMATCH, "updates has rank {v}, but the other tensors ask for rank {h}{1}"),
    ROW(UPDATES_SHAPE_MISMATCH, "dimension {d} of updates is {v}, but the other tensors ask for {h}"),
    ROW(CLAMP_TO_EMPTY_DIMENSION, "{x} name dimension {d}, which has size 0, so none can be clamped to it"),
    ROW(UNKNOWN_DTYPE, "{s} has dtype number {v}, which is none that strew knows"),
    ROW(UNSUPPORTED_INDEX_DTYPE, "{s} are {V}, but must be integers of 8 to 64 bits"),
    ROW(DTYPE_MISMATCH, "{T} {V}, but {O} {H}{w}"),
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
    ROW(ARG_OVERLAP, "arg overlaps {s} in {y}"),
    ROW(ARG_TOO_NARROW, "{s} {v} does not fit an arg of int32"),
    ROW(WORKSPACE_OVERLAP, "the workspace overlaps {s} in {y}"),
    ROW(PREPARED_TOO_SMALL, "prepared indices need {l} bytes, and {v} are given"),
    ROW(PREPARED_MISMATCH, "the prepared indices are of another plan"),
    ROW(INDEX_OUT_OF_BOUNDS, "{x}[{t}]{f} is {v}, {B}{p}"),
    ROW(INDICES_CHANGED,
        "the indices or the mask changed during the call, or an index that was trusted is wrong; what output holds is undefined"),
    ROW(PLAN_MISMATCH, "{W}"),
    ROW(BATCH_DIMS_OUT_OF_RANGE, "batch_dims is {v}, {r}"),
    ROW(BATCH_SHAPE_MISMATCH, "batch dimension {d} of {x} is {v}, but {h} in data"),
    ROW(TOO_MANY_TOKENS, "dimension {d} of updates is {v}, more than the {h} of data"),
    ROW(WORKSPACE_TOO_SMALL, "this call needs a workspace of {l} bytes, and {v} are given"),
    ROW(PROFILE_LACKS_OPTION, "{P} has no {s}{o}"),
    ROW(STRIDES_OVERLAP, "the stride {v} of {z} dimension {d} may let elements share an address, and must be at least {l}"),
    ROW(STRIDES_MISMATCH, "output is data itself, but its strides differ: dimension {d} has {v}, and {h} in data"),
    ROW(STRIDES_TOO_MANY, "too many dimensions of {s} remain when joined: they take {v} bytes of a plan, which has {h}"),
    ROW(STRIDES_UNSUPPORTED, "{s} has strides, but must be dense for this operator"),
    ROW(CHUNK_EDGE_OUT_OF_RANGE, "edge {t} of the chunks of data dimension {d} is {v}, {r}"),
    ROW(UNSUPPORTED_ACCUMULATION, "data of {H} cannot be accumulated in {V}, and rounded once"),
    ROW(UNKNOWN_OPERATOR, "operator number {v} is none that strew knows"),
    ROW(UNUSED_ARGUMENT, "{u} has no use for {s}"),
    ROW(CONFLICT, "{s} exclude each other"),
    ROW(COMPONENTS_MISMATCH, "component {c} has {D}, but component 0 has {h}"),
    ROW(OUTPUT_SHAPE_MISMATCH, "{z} has {D}, but the operator gives it {h}"),
    ROW(UNSUPPORTED_MASK_DTYPE, "mask is {V}, but must be bool"),
    ROW(MASK_SHAPE_MISMATCH, "dimension {d} of mask is {v}, but {h} in data"),
    ROW(TOO_FEW_UPDATES, "updates has {v} of the {l} elements that mask takes"),
    ROW(UNSUPPORTED_SCALE, "{V} and data of {H} cannot be converted with {Z}"),
    ROW(SCALE_SHAPE_MISMATCH, "dimension {d} of {q} is {v}, which does not broadcast to the {h} of {Q}"),
    ROW(SPLIT_BLOCK, "{K} would split a block of {h} elements"),
    ROW(TUPLES_SHAPE_MISMATCH, "{s} has {D}, but the tuples have {h}"),
    ROW(UNSUPPORTED_WEIGHTS, "updates of {H} cannot have weights of {V}"),
    ROW(OFFSETS_SHAPE_MISMATCH, "offsets has {v} elements, but the segments ask for {h}"),
    ROW(NOT_SORTED, "tuple {t} names slice {v}, after slice {h} of the tuple before"),
    ROW(NOT_UNIQUE, "tuples {v} and {t} name the same slice"),
    ROW(NO_IDENTITY, "{R} of {H} has no identity for segments without rows"),
    ROW(UNSUPPORTED_DTYPE, "{g}"),
    ROW(UNSUPPORTED_GRADIENT, "the reduction {R} has no gradient of this operand"),
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

/* The macro that sets the struct_size which is the subject: STREW_OPTIONS of options.struct_size. */
static void put_initialiser(writer *out, const char *name)
{
    put_text(out, "STREW_");
    for (; *name != '\0' && *name != '.'; name++) {
        const char capital = (char)(*name >= 'a' ? *name - 'a' + 'A' : *name);
        put(out, &capital, 1);
    }
}

static int is_about(const strew_fault *fault, const char *subject)
{
    return fault->subject != NULL && strcmp(fault->subject, subject) == 0;
}

/* A part of a sentence that depends on the fault, and is a sentence of its own. */
static const char *phrase_of(const strew_fault *fault, char member)
{
    const int is_one = (member == 'm' ? fault->high : fault->value) == 1;
    const int is_flat = fault->dimension < 0, is_empty = fault->high < fault->low, has_profile = fault->profile != STREW_PROFILE_NONE;
    /* Of softmax, and of gradients, which index no data. */
    const int is_of_rows = is_about(fault, "offsets") || is_about(fault, "indices") || is_about(fault, "arg");
    switch (member) {
    case 'r': return fault->low != fault->high ? "outside [{l}, {h}]" : "but {l} is needed";
    case 'f': return is_of_rows || is_about(fault, "update_indices") ? "" : " component {c}";
    case 'B': /* the bounds of an index into a dimension, or into all elements; no interval says that there are none */
        if (is_of_rows && is_empty) return is_about(fault, "arg") ? "but there are no tuples" : "but there are no segments";
        if (is_of_rows) return "outside [{l}, {h}]";
        if (is_about(fault, "update_indices")) return is_empty ? "but updates have no rows" : "outside [{l}, {h}] of the rows of updates";
        if (is_empty) return is_flat ? "but data is empty: it has size 0" : "but data dimension {d} is empty: it has size 0";
        return is_flat ? "outside [{l}, {h}] of all elements of data" : "outside [{l}, {h}] of data dimension {d}";
    case 'p': return has_profile && !is_empty ? ": {P} has no negative indices" : "";
    case 'C': return is_one ? "{v} component" : "{v} components";
    case 'y': return is_one ? "{v} byte" : "{v} bytes";
    case 'm': return is_one ? "{h} dimension" : "{h} dimensions";
    case 'n': return fault->value == 0 ? "" : is_one ? ", but {v} byte is needed there" : ", but {v} bytes are needed there";
    case 'o': return fault->value == 0 ? "" : " of {v}";
    case 'K': return is_flat ? "{s} of {v} element" : "the {v} in dimension {d} of the {s}";
    case 'D': return is_flat ? "rank {v}" : "size {v} in dimension {d}";
    case '1': /* what a caller meant who wrote single indices as one tuple, if that is the subject */
        return fault->subject == NULL ? "" : "; indices of rank 1 are a single tuple, and n tuples of one index have the shape [n, 1]";
    case 'z': return fault->subject == NULL ? "output" : "{s}"; /* the tensor whose strides meet */
    case 'W':                                                   /* what is wrong with a plan */
        return fault->subject == NULL ? "the plan holds no call: it is all zeros, or its planning was rejected"
                                      : "the plan is of a {s}, which this function does not run";
    case 'u': return fault->high < 0 ? "{U}" : "{U} with the reduction {S}"; /* what has no use for a member */
    case 'T':                                                                /* the tensor whose dtype is wrong */
        return is_about(fault, "components") ? "component {c} is" : is_about(fault, "updates") ? "updates are" : "{s} is";
    case 'O': /* the tensor that has the right one */
        return is_about(fault, "components")                          ? "component 0 is"
               : is_about(fault, "scale") || is_about(fault, "order") ? "must be"
                                                                      : "data is";
    case 'w': /* why, if that is not the pair itself */
        return has_profile ? ": {P} has one type" : fault->low == 0 ? "" : ", and {M} combines no such pair";
    case 'g':
        return is_about(fault, "arg") ? "arg is {V}, but must be int32 or int64"
                                      : "{s} are {V}, but must be float16, bfloat16, float32 or float64";
    case 'Z': return is_about(fault, "zero_points") ? "zero points" : "a scale";
    case 'q': return is_about(fault, "zero_points") ? "zero_points" : "scale"; /* what does not broadcast, and to what */
    case 'Q': return is_about(fault, "zero_points") ? "data" : "{s}";
    case 'k': /* what a build lacks */
        return fault->subject == NULL                                            ? "kernel for {R} on {H}"
               : is_about(fault, "indices") || is_about(fault, "update_indices") ? "{V} indices"
               : is_about(fault, "updates")                                      ? "conversion of {V} to {H}"
               : is_about(fault, "output")                                       ? "conversion of {H} to {V}"
                                                                                 : "feature {s}";
    case 'I': return strew_isa_name((strew_isa)fault->value) == NULL ? "an instruction set that strew does not know" : "{A}, but {a}";
    default: return ""; /* uncovered: no sentence has another member */
    }
}

static const char *name_of(const strew_fault *fault, char member)
{
    const char *reason;
    switch (member) {
    case 's': return fault->subject;
    case 'x': return fault->subject != NULL ? fault->subject : "indices";
    case 'R': return strew_reduction_name((strew_reduction)fault->value);
    case 'S': return strew_reduction_name((strew_reduction)fault->high);
    case 'M': return strew_reduction_name((strew_reduction)fault->low);
    case 'P': return strew_profile_name(fault->profile);
    case 'A': return strew_isa_name((strew_isa)fault->value);
    case 'a': reason = reasons[strew_isa_get_state((strew_isa)fault->value)]; return reason != NULL ? reason : "it can be used here now";
    default: reason = strew_operator_name((strew_operator)fault->value); return reason != NULL ? reason : "this function";
    }
}

/* Opaque elements are told apart by their size. */
static void put_dtype(writer *out, strew_dtype dtype)
{
    put_text(out, or_unknown(strew_dtype_name(dtype)));
    if (dtype > STREW_DTYPE_OPAQUE_0) put_number(out, (int64_t)strew_dtype_size(dtype));
}

/* Returns 0 for a member that is neither a number nor a name. */
static int put_member(writer *out, const strew_fault *fault, char member)
{
    switch (member) {
    case 't': put_number(out, fault->tuple); return 1;
    case 'd': put_number(out, fault->dimension); return 1;
    case 'v': put_number(out, fault->value); return 1;
    case 'l': put_number(out, fault->low); return 1;
    case 'h': put_number(out, fault->high); return 1;
    case 'c': put_number(out, fault->component); return 1;
    case 'V': put_dtype(out, (strew_dtype)fault->value); return 1;
    case 'H': put_dtype(out, (strew_dtype)fault->high); return 1;
    case 'i': put_initialiser(out, or_unknown(fault->subject)); return 1;
    case 's':
    case 'x':
    case 'R':
    case 'S':
    case 'M':
    case 'P':
    case 'A':
    case 'a':
    case 'U': put_text(out, or_unknown(name_of(fault, member))); return 1;
    default: return 0;
    }
}

/* Phrases have no phrases in them. */
static void put_sentence(writer *out, const strew_fault *fault, const char *sentence)
{
    const char *after = "";
    for (const char *at = sentence; *at != '\0' || *after != '\0';) {
        if (*at == '\0') {
            at = after;
            after = "";
        } else if (*at != '{') {
            put(out, at++, 1);
        } else if (put_member(out, fault, at[1])) {
            at += 3;
        } else {
            after = at + 3;
            at = phrase_of(fault, at[1]);
        }
    }
}

size_t strew_fault_describe(const strew_fault *fault, char *buffer, size_t size)
{
    const strew_fault none = {0};
    if (fault == NULL) fault = &none;
    writer out = begin(buffer, size);
    const size_t status = (size_t)fault->status;
    put_sentence(&out, fault, status < N_STATUSES ? statuses[status].sentence : or_unknown(NULL));
    return finish(&out);
}

/* ---- Plans --------------------------------------------------------------------------------------------------------------------------- */

static const char *why_not(const strew_plan_state *plan, strew_isa isa)
{
    const char *reason = reasons[strew_isa_get_state(isa)];
    if (reason != NULL) return reason;
    if (!strew_is_planned(plan)) return "there is no plan";
    if (strew_kernel_of(plan) == NULL) {
        if (strew_converts(plan)) return "elements are converted without a kernel, if there are any";
        return plan->is_scatter || plan->is_gather ? "there is nothing to write" : "this operator copies bytes without a kernel";
    }
    strew_isa_set allowed = 0;
    strew_allowed_isas(plan->rules.isa, &allowed, NULL);
    if (!(allowed >> isa & 1)) return "options.isa caps it";
#if STREW_BUILD_CONVERSIONS
    if (strew_scales(plan)) {
        const strew_isa_set one = (strew_isa_set)1 << isa;
        const int has_kernel =
            strew_is_affine(plan) ? strew_find_affine(one, plan->dtype) != NULL : strew_find_scale(one, plan->dtype) != NULL;
        /* uncovered: all that are built have one for every type */
        return has_kernel ? "a better one is used" : "it has no kernel for this type and a scale";
    }
#endif
    if (plan->is_gather || strew_converts(plan)) return "a better one is used, or it has no kernel for such slices";
    const strew_operation operation = strew_choose_operation(strew_find_dtype(plan->dtype), plan->reduction, plan->rules.nan);
    const strew_isa_set one = (strew_isa_set)1 << isa;
    if (strew_find_apply(one, operation, plan->apply->ctype, plan->slice_bytes) != NULL) return "a better one is used";
    const int has_wide = strew_find_apply(one, operation, plan->apply->ctype, 0) != NULL;
    /* uncovered: only SVE has kernels for wide slices alone */
    return has_wide ? "it has no kernel for slices as narrow as these" : "it has no kernel for this reduction and type";
}

size_t strew_plan_explain(const strew_plan *storage, strew_isa isa, char *buffer, size_t size)
{
    const strew_plan_state *plan = strew_state_of(storage);
    writer out = begin(buffer, size);
    put_text(&out, or_unknown(strew_isa_name(isa)));
    const strew_kernel *kernel = plan != NULL ? strew_kernel_of(plan) : NULL;
    if (kernel != NULL && kernel->isa == isa) {
        put_text(&out, " is used: ");
        put_text(&out, kernel->name);
    } else {
        put_text(&out, " is not used: ");
        put_text(&out, why_not(plan, isa));
    }
    return finish(&out);
}
