#include "call_text.h"

#include <stdlib.h>

#include "fault.h"
#include "group.h"
#include "guarded.h"
#include "reference.h"
#include "testing.h"

/* ---- Reading ------------------------------------------------------------------------------------------------------------------------- */

static int64_t read_number(const char **from)
{
    const char *at = *from;
    int64_t number;

    if (strncmp(at, "max", 3) == 0 || strncmp(at, "end", 3) == 0) {
        *from += 3;
        return *at == 'm' ? INT64_MAX : PTRDIFF_MAX;
    }
    if (strncmp(at, "top", 3) == 0) {
        number = INT64_C(1) << ((int64_t)(8 * sizeof(void *)) - strtoll(at + 3, (char **)(uintptr_t)from, 10));
    } else {
        number = strtoll(at, (char **)(uintptr_t)from, 10);
        if (**from == '^') {
            ++*from;
            number = INT64_C(1) << strtoll(*from, (char **)(uintptr_t)from, 10);
        }
    }
    if (**from == '+' || **from == '-') number += strtoll(*from, (char **)(uintptr_t)from, 10);
    return number;
}

/* Up to the closing bracket. Returns how many there are. */
static int32_t read_numbers(const char *from, char end, int64_t *to)
{
    int32_t n = 0;

    while (*from != end) {
        to[n++] = read_number(&from);
        if (*from == ',') from++;
    }
    return n;
}

/* The number of a name, or a number itself. */
static int number_of(const char *text, const char *(*name)(int number))
{
    for (int number = 0; number <= STREW_DTYPE_OPAQUE_LAST; number++) {
        if (name(number) && strcmp(name(number), text) == 0) return number;
    }
    return -1;
}

static const char *dtype_name(int number)
{
    return reference_dtype_name((strew_dtype)number);
}

static const char *name_of_operator(int number)
{
    return strew_operator_name((strew_operator)number);
}

static const char *reduction_name(int number)
{
    return strew_reduction_name((strew_reduction)number);
}

/* Without spaces. */
static const char *profile_name(int number)
{
    static char name[80];
    const char *const spaced = strew_profile_name((strew_profile)number);

    for (size_t i = 0; spaced && i <= strlen(spaced); i++) name[i] = spaced[i] == ' ' ? '_' : spaced[i];
    return spaced ? name : NULL;
}

static void read_tensor(text_call *to, size_t i, strew_tensor *tensor, const char *text)
{
    const char *const sizes = strchr(text, '['), *const strides = strchr(text, '{');
    char dtype[32];

    snprintf(dtype, sizeof dtype, "%.*s", (int)(sizes - text), text);
    const int number = number_of(dtype, dtype_name);
    tensor->dtype = (strew_dtype)(number < 0 ? atoi(dtype) : number);
    tensor->rank = read_numbers(sizes + 1, ']', to->shapes[i]);
    tensor->shape = to->shapes[i];
    if (strides) (void)read_numbers(strides + 1, '}', to->strides[i]);
    tensor->strides = strides ? to->strides[i] : NULL;
}

static void read_word(text_call *to, const char *word)
{
    static const unsigned char element[64] = {1, 2, 3, 4};
    static const char *const tensors[TEXT_TENSORS] = {"data",  "indices",     "updates",        "output",  "mask",    "write_indices",
                                                      "scale", "zero_points", "update_indices", "weights", "offsets", "arg"};
    strew_tensor *const all[TEXT_TENSORS] = {&to->call.data,           &to->call.indices,       &to->call.updates, &to->call.output,
                                             &to->call.mask,           &to->call.write_indices, &to->call.scale,   &to->call.zero_points,
                                             &to->call.update_indices, &to->call.weights,       &to->call.offsets, &to->call.arg};
    static const char *const policies[] = {"error", "trusted", "skip", "clamp"};
    const char *value = strchr(word, '=');
    const size_t length = value ? (size_t)(value - word) : strlen(word);
    const int reduction = number_of(word, reduction_name);

    if (reduction >= 0) {
        to->call.reduction = (strew_reduction)reduction;
        return;
    }
    value = value ? value + 1 : "";
    for (size_t i = 0; i < TEXT_TENSORS; i++) {
        if (strlen(tensors[i]) != length || strncmp(word, tensors[i], length) != 0) continue;
        read_tensor(to, i, all[i], value);
        return;
    }
    const char *at = value;
#define IS(name) (strncmp(word, name, length) == 0 && strlen(name) == length)
    if (IS("policy")) {
        for (size_t i = 0; i < COUNT(policies); i++) {
            if (strcmp(value, policies[i]) == 0) to->options.policy = (strew_policy)i;
        }
    } else if (IS("profile")) {
        to->options.profile = (strew_profile)number_of(value, profile_name);
        assert_true((int)to->options.profile > 0);
    } else if (IS("alpha")) {
        to->options.alpha = element;
    } else if (IS("fill")) {
        to->options.fill = element;
    } else {
        const int64_t number = read_number(&at);
        if (IS("axis")) {
            to->call.axis = number;
        } else if (IS("batch_dims")) {
            to->call.batch_dims = number;
        } else if (IS("mode")) {
            to->call.mode = (strew_cache_mode)number;
        } else if (IS("negative")) {
            to->options.negative = (strew_negative)number;
        } else if (IS("nan")) {
            to->options.nan = (strew_nan)number;
        } else if (IS("excludes_self")) {
            to->options.excludes_self = (int32_t)number;
        } else if (IS("arg_fill")) {
            to->arg_fill = number;
            to->options.arg_fill = &to->arg_fill;
        } else if (IS("arg_rule")) {
            to->options.arg_rule = (strew_arg_rule)number;
        } else if (IS("arg_counts")) {
            to->options.arg_counts = (strew_arg_counts)number;
        } else if (IS("accumulate")) {
            to->options.accumulate = (strew_dtype)number;
        } else if (IS("mean_rounding")) {
            to->options.mean_rounding = (strew_mean_rounding)number;
        } else if (IS("initial")) {
            to->options.initial = (strew_initial)number;
        } else if (IS("offsets_end")) {
            to->options.offsets_end = (strew_offsets_end)number;
        } else if (IS("isa")) {
            to->options.isa = (strew_isa)number;
        } else if (IS("number_of_policy")) {
            to->options.policy = (strew_policy)number;
        } else {
            fail_msg("%s says nothing about a call", word);
        }
    }
#undef IS
}

void read_call(text_call *to, const char *text)
{
    char words[600], *word;

    memset(to, 0, sizeof *to);
    assert_in_range(snprintf(words, sizeof words, "%s", text), 1, sizeof words - 1);
    to->options = (strew_options)STREW_OPTIONS_INIT;
    to->call = (strew_call)STREW_CALL_INIT;
    to->call.options = &to->options;
    word = strtok(words, " ");
    to->call.op = (strew_operator)number_of(word, name_of_operator);
    while ((word = strtok(NULL, " "))) read_word(to, word);
}

/* ---- Calling ------------------------------------------------------------------------------------------------------------------------- */

strew_status make_one_call(void *output, const strew_call *call, const void *data, const void *indices, const void *updates,
                           strew_fault *fault)
{
    strew_tensor to = call->data, at = call->indices, from = call->updates, write_at = call->write_indices;

    to.values = data;
    at.values = write_at.values = indices;
    from.values = updates;
    switch (call->op) {
    case STREW_OPERATOR_SCATTER_ND: return strew_scatter_nd(output, &to, &at, &from, call->reduction, call->options, fault);
    case STREW_OPERATOR_SCATTER_ELEMENTS:
        return strew_scatter_elements(output, &to, &at, &from, call->axis, call->reduction, call->options, fault);
    case STREW_OPERATOR_SCATTER_UPDATE:
        return strew_scatter_update(output, &to, &at, &from, call->axis, call->reduction, call->options, fault);
    case STREW_OPERATOR_GATHER_ND: return strew_gather_nd(output, &to, &at, call->batch_dims, call->options, fault);
    case STREW_OPERATOR_GATHER_ELEMENTS: return strew_gather_elements(output, &to, &at, call->axis, call->options, fault);
    case STREW_OPERATOR_GATHER: return strew_gather(output, &to, &at, call->axis, call->batch_dims, call->options, fault);
    case STREW_OPERATOR_TENSOR_SCATTER:
        return strew_tensor_scatter(output, &to, &from, write_at.dtype ? &write_at : NULL, call->axis, call->mode, call->options, fault);
    default: return STREW_STATUS_UNKNOWN_OPERATOR;
    }
}

/* What the forms of one call do not say. */
static int has_one_call(const strew_call *call)
{
    const int is_batched_scatter = call->op <= STREW_OPERATOR_SCATTER_UPDATE && call->batch_dims != 0;
    return call->op != STREW_OPERATOR_PUT && call->op != STREW_OPERATOR_MASKED_SCATTER && call->op != STREW_OPERATOR_TAKE &&
           call->op != STREW_OPERATOR_SEGMENT && !call->output.dtype && !call->mask.dtype && !call->scale.dtype &&
           !call->zero_points.dtype && !call->update_indices.dtype && !call->weights.dtype && !call->offsets.dtype && !call->arg.dtype &&
           !is_batched_scatter && !(call->op == STREW_OPERATOR_SCATTER_ELEMENTS && call->batch_dims != 0);
}

static void place_shapes(text_call *of, placement end)
{
    strew_tensor *const all[TEXT_TENSORS] = {&of->call.data,           &of->call.indices,       &of->call.updates, &of->call.output,
                                             &of->call.mask,           &of->call.write_indices, &of->call.scale,   &of->call.zero_points,
                                             &of->call.update_indices, &of->call.weights,       &of->call.offsets, &of->call.arg};

    for (size_t i = 0; i < TEXT_TENSORS; i++) {
        const int32_t rank = all[i]->rank <= STREW_MAX_RANK ? all[i]->rank : 0; /* of one that is too large nothing is read */
        if (all[i]->shape) all[i]->shape = guarded_copy(of->shapes[i], (size_t)rank * sizeof **of->shapes, end);
        if (all[i]->strides) all[i]->strides = guarded_copy(of->strides[i], (size_t)rank * sizeof **of->strides, end);
    }
}

void reject_text(const char *text, strew_fault expected, const char *sentence_parts)
{
    static const unsigned char unlike[64] = {9, 8, 7};

    in_case("%s", text);
    for (placement end = FLUSH_END; end <= FLUSH_START; end++) {
        unsigned char *const output = guarded_copy(unlike, sizeof unlike, end);
        const void *const values = guarded_new(0, end);
        text_call of;
        strew_fault fault;
        strew_plan plan;
        read_call(&of, text);
        place_shapes(&of, end);
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(strew_plan_call(&plan, &of.call, &fault), expected.status);
        assert_fault(&fault, expected);
        if (expected.status != STREW_OK) assert_sentence(&fault, sentence_parts);
        assert_int_equal(strew_plan_call(&plan, &of.call, NULL), expected.status);
        if (expected.status != STREW_OK && has_one_call(&of.call)) {
            assert_int_equal(make_one_call(output, &of.call, values, values, values, &fault), expected.status);
            assert_fault(&fault, expected);
            assert_memory_equal(output, unlike, sizeof unlike);
        }
        assert_true(guarded_free_all());
    }
}

strew_plan plan_text(const char *format, ...)
{
    char text[300];
    va_list arguments;
    text_call of;
    strew_plan plan;
    strew_fault fault;

    va_start(arguments, format);
    assert_in_range(vsnprintf(text, sizeof text, format, arguments), 1, sizeof text - 1);
    va_end(arguments);
    read_call(&of, text);
    if (strew_plan_call(&plan, &of.call, &fault) != STREW_OK) fail_msg("%s is rejected: %s", text, strew_status_name(fault.status));
    return plan;
}

void accept_text(const char *text)
{
    reject_text(text, (strew_fault){.status = STREW_OK}, "");
}
