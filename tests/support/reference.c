#include "reference.h"

#include "conversions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profiles.h"

/* Without this every mean below could be computed with a fused or a wider intermediate result. */
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "the reference needs float and double arithmetic without excess precision"
#endif

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

static size_t product(const int64_t *sizes, int32_t first, int32_t end)
{
    size_t result = 1;
    for (int32_t d = first; d < end; d++) result *= (size_t)sizes[d];
    return result;
}

size_t reference_elements(const strew_tensor *tensor)
{
    return product(tensor->shape, 0, tensor->rank);
}

size_t reference_bytes(const strew_tensor *tensor)
{
    return reference_elements(tensor) * reference_size(tensor->dtype);
}

uint64_t reference_full_bytes(const strew_tensor *tensor)
{
    uint64_t product = reference_size(tensor->dtype);

    for (int32_t d = 0; d < tensor->rank; d++) {
        const int64_t size = tensor->shape[d];
        if (size < 0 || (size > 0 && product > (uint64_t)PTRDIFF_MAX / (uint64_t)size)) return 0;
        if (size > 0) product *= (uint64_t)size;
    }
    return product;
}

static int64_t component_at(const strew_tensor *indices, size_t position)
{
    const size_t size = reference_size(indices->dtype);
    return reference_read_index(indices->dtype, (const unsigned char *)indices->values + position * size);
}

static int32_t axis_of(const reference_call *call)
{
    return (int32_t)(call->axis < 0 ? call->axis + call->data->rank : call->axis);
}

/* A profile may say that a negative index is out of bounds. */
static int wraps(const strew_options *options)
{
    const gather_profile_row *const of_gather = options ? find_gather_profile(options->profile) : NULL;
    int may_wrap = !of_gather || of_gather->wraps;

    for (size_t i = 0; options && i < PROFILE_ROWS; i++) {
        if (profile_rows[i].profile == options->profile) may_wrap = profile_rows[i].wraps;
    }
    return !options || (may_wrap && options->negative == STREW_NEGATIVE_WRAPS);
}

/* Whether an index passes its tuple over, whatever its other components are. */
static int is_ignored(const strew_options *options, int64_t index)
{
    return options && options->has_ignore_index && index == options->ignore_index;
}

static int is_ignored_tuple(const reference_call *call, size_t tuple, size_t k)
{
    int found = 0;

    for (size_t c = 0; c < k; c++) found |= is_ignored(call->options, component_at(call->indices, tuple * k + c));
    return found;
}

void reference_make_line(reference_line *line, const strew_tensor *data)
{
    line->n = (int64_t)reference_elements(data);
    line->data = (strew_tensor){data->dtype, 1, &line->n, data->values, NULL};
}

/* The same scatter along the only dimension of a line. */
static reference_call along_line(const reference_call *call, reference_line *line)
{
    reference_make_line(line, call->data);
    return (reference_call){REFERENCE_UPDATE, &line->data, call->indices, call->updates, 0, call->reduction, call->options};
}

static int32_t batch_dims_of(const reference_call *call)
{
    return (int32_t)(call->batch_dims < 0 ? call->batch_dims + call->indices->rank : call->batch_dims);
}

int reference_is_out_of_bounds(const reference_call *call, reference_position *position)
{
    if (call->op == REFERENCE_PUT) {
        reference_line line;
        const reference_call same = along_line(call, &line);
        const int is_out_of_bounds = reference_is_out_of_bounds(&same, position);
        position->dimension = -1;
        return is_out_of_bounds;
    }
    const strew_tensor *const indices = call->indices;
    const int is_nd = call->op == REFERENCE_ND;
    const size_t k = is_nd ? (size_t)indices->shape[indices->rank - 1] : 1, n = reference_elements(indices);

    for (size_t i = 0; i < n; i++) {
        const int32_t component = (int32_t)(i % k), dimension = is_nd ? batch_dims_of(call) + component : axis_of(call);
        const int64_t size = call->data->shape[dimension], low = wraps(call->options) ? -size : 0, value = component_at(indices, i);
        if (!is_ignored_tuple(call, i / k, k) && (value < low || value > size - 1)) {
            *position = (reference_position){(int64_t)(i / k), value, low, size - 1, component, dimension};
            return 1;
        }
    }
    return 0;
}

int reference_is_position(const strew_fault *fault, const reference_position *position)
{
    return fault->tuple == position->tuple && fault->component == position->component && fault->dimension == position->dimension &&
           fault->value == position->value && fault->low == position->low && fault->high == position->high;
}

/* The index of a component in a dimension of data. Returns 0 if the tuple must be skipped. */
static int read_index(const reference_call *call, size_t position, int32_t dimension, int64_t *index)
{
    const int64_t size = call->data->shape[dimension];

    *index = component_at(call->indices, position);
    if (is_ignored(call->options, *index)) return 0;
    if (*index < 0 && wraps(call->options)) *index += size;
    if (call->options && call->options->policy == STREW_POLICY_CLAMP) {
        if (*index < 0) *index = 0;
        if (*index > size - 1) *index = size - 1;
    }
    return *index >= 0 && *index < size;
}

/* ---- The loops ----------------------------------------------------------------------------------------------------------------------- */

/* What is known of an element of output in a mean, or where updates exclude it. */
typedef struct element {
    uint64_t count; /* of what was combined in it */
    double sum[2];  /* of floats: the parts */
    int64_t high;   /* of integers: the sum is high * 2^32 + low */
    uint64_t low;
    unsigned char wide[sizeof(uint64_t)]; /* accumulated, if the options ask for a wider type */
} element;

/* Output, and its elements if something must be known of them. */
typedef struct target {
    void *output;
    element *elements;
} target;

static int is_mean(const reference_call *call)
{
    return call->reduction == STREW_REDUCTION_MEAN;
}

static int excludes_self(const reference_call *call)
{
    return call->options && call->options->excludes_self && call->reduction != STREW_REDUCTION_NONE;
}

/* Sums of small floats are floats. */
static void add_to_element(strew_dtype dtype, element *element, const void *value)
{
    double parts[2] = {0, 0};
    const size_t n_parts = reference_read_floats(dtype, value, parts);
    const int is_double = dtype == STREW_DTYPE_FLOAT64 || dtype == STREW_DTYPE_COMPLEX128;

    for (size_t part = 0; part < n_parts; part++) {
        const double sum = element->count ? element->sum[part] + parts[part] : parts[part];
        element->sum[part] = is_double ? sum : (double)(float)sum;
    }
    if (n_parts == 0) {
        const uint64_t integer = reference_read_integer(dtype, value), low = integer & UINT32_MAX;
        const int is_negative = reference_type_of(dtype).kind == REFERENCE_SIGNED && integer >> 63;
        element->low += low;
        element->high += (int64_t)(integer >> 32) - (is_negative ? INT64_C(1) << 32 : 0);
    }
    element->count++;
}

/* Long division in base 2^32, rounded down. */
static uint64_t divide_integers(const element *element, strew_mean_rounding rounding)
{
    const int64_t high = element->high + (int64_t)(element->low >> 32), count = (int64_t)element->count;
    int64_t quotient = high / count, rest = high % count;
    uint64_t result, last;

    if (rest < 0) {
        rest += count;
        quotient--;
    }
    last = ((uint64_t)rest << 32) + (element->low & UINT32_MAX);
    result = ((uint64_t)quotient << 32) + last / element->count;
    if (high < 0 && rounding == STREW_MEAN_ROUNDING_TRUNCATES && last % element->count) result++;
    return result;
}

static void write_mean(strew_dtype dtype, void *to, const element *element, strew_mean_rounding rounding)
{
    double parts[2];

    if (reference_read_floats(dtype, to, parts) == 0) {
        reference_write_integer(dtype, to, divide_integers(element, rounding));
        return;
    }
    for (int part = 0; part < 2; part++) {
        parts[part] = element->sum[part] / (double)element->count;
        /* float64 is written as it is; small floats are floats before they are rounded. */
        if (dtype != STREW_DTYPE_FLOAT64 && dtype != STREW_DTYPE_COMPLEX128) parts[part] = (double)(float)parts[part];
    }
    reference_write_floats(dtype, to, parts);
}

/* ---- Wider types --------------------------------------------------------------------------------------------------------------------- */

strew_dtype reference_wide_dtype(strew_dtype dtype)
{
    const reference_type type = reference_type_of(dtype);
    switch (type.kind) {
    case REFERENCE_SMALL_FLOAT: return STREW_DTYPE_FLOAT32;
    case REFERENCE_FLOAT: return type.size == sizeof(float) ? STREW_DTYPE_FLOAT64 : 0;
    case REFERENCE_SIGNED:
    case REFERENCE_UNSIGNED: return type.size < sizeof(int64_t) ? STREW_DTYPE_INT64 : 0;
    default: return 0;
    }
}

strew_dtype reference_accumulates_in(const reference_call *call)
{
    const reference_kind kind = reference_type_of(call->data->dtype).kind;
    const strew_dtype wide = call->options ? call->options->accumulate : 0;
    const int is_integer = kind == REFERENCE_SIGNED || kind == REFERENCE_UNSIGNED;

    if (wide == call->data->dtype || call->reduction == STREW_REDUCTION_NONE || call->reduction == STREW_REDUCTION_MIN ||
        call->reduction == STREW_REDUCTION_MAX)
        return 0;
    return is_integer && (is_mean(call) || call->options->overflow == STREW_OVERFLOW_WRAPS) ? 0 : wide;
}

static void combine_wide(const reference_call *call, strew_dtype wide, element *element, const void *old, const void *update)
{
    const strew_dtype dtype = call->data->dtype;
    const strew_reduction reduction = is_mean(call) ? STREW_REDUCTION_ADD : call->reduction;
    unsigned char number[sizeof element->wide], alpha[sizeof element->wide];
    const int is_first = element->count == 0;

    convert_element(call->updates->dtype, update, wide, number, STREW_OVERFLOW_WRAPS);
    if (call->options->alpha) {
        convert_element(dtype, call->options->alpha, wide, alpha, STREW_OVERFLOW_WRAPS);
        reference_combine_nan(wide, STREW_REDUCTION_MUL, STREW_NAN_WINS, number, alpha);
    }
    if (is_first && !excludes_self(call)) {
        convert_element(dtype, old, wide, element->wide, STREW_OVERFLOW_WRAPS);
        element->count = 1;
    }
    reference_combine_nan(wide, element->count ? reduction : STREW_REDUCTION_NONE, STREW_NAN_WINS, element->wide, number);
    element->count++;
}

static void write_wide(target to, const reference_call *call, strew_dtype wide)
{
    const size_t size = reference_size(call->data->dtype), n = reference_elements(call->data);
    double value;

    for (size_t i = 0; i < n; i++) {
        element *element = &to.elements[i];
        if (!element->count) continue;
        if (is_mean(call)) {
            reference_read_floats(wide, element->wide, &value);
            value /= (double)element->count;
            reference_write_floats(wide, element->wide, &value);
        }
        convert_element(wide, element->wide, call->data->dtype, (unsigned char *)to.output + i * size, call->options->overflow);
    }
}

/* The same as combine_slices for one element of which something must be known. */
static void combine_known(const reference_call *call, element *element, void *to, const void *update)
{
    const strew_dtype dtype = call->data->dtype;

    if (reference_accumulates_in(call)) {
        combine_wide(call, reference_accumulates_in(call), element, to, update);
    } else if (is_mean(call)) {
        if (element->count == 0 && !excludes_self(call)) add_to_element(dtype, element, to);
        add_to_element(dtype, element, update);
    } else {
        reference_combine_nan(dtype, element->count++ ? call->reduction : STREW_REDUCTION_NONE, call->options->nan, to, update);
    }
}

static void write_means(target to, const reference_call *call)
{
    const size_t size = reference_size(call->data->dtype), n = reference_elements(call->data);
    const strew_mean_rounding rounding = call->options ? call->options->mean_rounding : STREW_MEAN_ROUNDING_FLOORS;

    for (size_t i = 0; i < n; i++) {
        if (to.elements[i].count) write_mean(call->data->dtype, (unsigned char *)to.output + i * size, &to.elements[i], rounding);
    }
}

/* The update times alpha, if there is one. */
static const void *multiply(const reference_call *call, const void *update, unsigned char product[REFERENCE_LARGEST_ELEMENT])
{
    if (!call->options || !call->options->alpha) return update;
    memcpy(product, update, reference_size(call->data->dtype));
    reference_combine_nan(call->data->dtype, STREW_REDUCTION_MUL, STREW_NAN_WINS, product, call->options->alpha);
    return product;
}

/* Whether an update is passed over: a NaN, or a complex number with one, by a reduction that adds or multiplies, where a NaN loses. */
static int is_passed_over(const reference_call *call, const void *update)
{
    double parts[2];
    int is_nan = 0;

    if (!call->options || call->options->nan != STREW_NAN_LOSES) return 0;
    if (call->reduction == STREW_REDUCTION_MIN || call->reduction == STREW_REDUCTION_MAX) return 0;
    const size_t n_parts = reference_read_floats(call->updates->dtype, update, parts);
    for (size_t part = 0; part < n_parts; part++) is_nan |= parts[part] != parts[part];
    return is_nan;
}

/* The type in which data is combined with updates of another type. */
static strew_dtype mixed_dtype(strew_dtype data, strew_dtype updates)
{
    const reference_kind kind = reference_type_of(data).kind;

    if (kind == REFERENCE_FLOAT || kind == REFERENCE_SMALL_FLOAT)
        return data == STREW_DTYPE_FLOAT64 || updates == STREW_DTYPE_FLOAT64 ? STREW_DTYPE_FLOAT64 : STREW_DTYPE_FLOAT32;
    return data == STREW_DTYPE_UINT64 || updates == STREW_DTYPE_UINT64 ? STREW_DTYPE_UINT64 : STREW_DTYPE_INT64;
}

/* A converted update times alpha: rounded to data's type if that holds all updates, and otherwise to the one that both are mixed in. */
static void multiply_converted(const reference_call *call, strew_dtype mixed, void *number)
{
    const strew_dtype data = call->data->dtype, product = holds_updates(data, call->updates->dtype) ? data : mixed;
    unsigned char alpha[sizeof(double)], converted[sizeof(double)];

    convert_element(data, call->options->alpha, product, alpha, STREW_OVERFLOW_WRAPS);
    convert_element(mixed, number, product, converted, STREW_OVERFLOW_WRAPS);
    reference_combine_nan(product, STREW_REDUCTION_MUL, STREW_NAN_WINS, converted, alpha);
    convert_element(product, converted, mixed, number, STREW_OVERFLOW_WRAPS);
}

/* Combines an element with an update of another type. `known` is NULL if nothing must be known of it. */
static void combine_converted(const reference_call *call, element *known, void *to, const void *update)
{
    const strew_dtype data = call->data->dtype, updates = call->updates->dtype, mixed = mixed_dtype(data, updates);
    const strew_nan nan = call->options ? call->options->nan : STREW_NAN_WINS;
    const int is_moved =
        call->reduction == STREW_REDUCTION_NONE || call->reduction == STREW_REDUCTION_MIN || call->reduction == STREW_REDUCTION_MAX;
    const strew_overflow overflow = call->options && is_moved ? call->options->overflow : STREW_OVERFLOW_WRAPS;
    unsigned char old[sizeof(double)], number[sizeof(double)];

    if (known && reference_accumulates_in(call)) {
        combine_wide(call, reference_accumulates_in(call), known, to, update);
    } else if (known && is_mean(call)) {
        const strew_dtype sum = reference_type_of(data).kind == REFERENCE_SMALL_FLOAT ? STREW_DTYPE_FLOAT32 : data;
        if (known->count == 0 && !excludes_self(call)) add_to_element(data, known, to);
        convert_element(updates, update, sum, number, STREW_OVERFLOW_WRAPS);
        add_to_element(sum, known, number);
    } else if (call->reduction == STREW_REDUCTION_NONE || (known && known->count++ == 0)) {
        convert_element(updates, update, data, to, overflow);
    } else {
        convert_element(data, to, mixed, old, STREW_OVERFLOW_WRAPS);
        convert_element(updates, update, mixed, number, STREW_OVERFLOW_WRAPS);
        if (call->options && call->options->alpha) multiply_converted(call, mixed, number);
        reference_combine_nan(mixed, call->reduction, nan, old, number);
        convert_element(mixed, old, data, to, overflow);
    }
}

/* What becomes of each tuple that is not passed over: `width` elements of data from element `at` on, and of updates from `source` on. */
typedef void visit(void *context, const reference_call *call, size_t at, size_t source, size_t width);

/* Combines those of output with those of updates. */
static void combine_slices(void *context, const reference_call *call, size_t at, size_t source, size_t width)
{
    const target target = *(const struct target *)context;
    const strew_dtype dtype = call->data->dtype;
    const size_t size = reference_size(dtype);
    const strew_nan nan = call->options ? call->options->nan : STREW_NAN_WINS;

    if (width == 0) return;
    unsigned char *const to = (unsigned char *)target.output + at * size;
    const size_t update_size = reference_size(call->updates->dtype);
    const unsigned char *const from = (const unsigned char *)call->updates->values + source * update_size;
    for (size_t w = 0; w < width && call->updates->dtype != dtype; w++) {
        if (is_passed_over(call, from + w * update_size)) continue;
        combine_converted(call, target.elements ? &target.elements[at + w] : NULL, to + w * size, from + w * update_size);
    }
    if (call->updates->dtype != dtype) return;
    if (call->reduction == STREW_REDUCTION_NONE) {
        memcpy(to, from, width * size);
        return;
    }
    for (size_t w = 0; w < width; w++) {
        if (is_passed_over(call, from + w * size)) continue;
        if (target.elements) {
            combine_known(call, &target.elements[at + w], to + w * size, from + w * size);
        } else {
            unsigned char product[REFERENCE_LARGEST_ELEMENT];
            reference_combine_nan(dtype, call->reduction, nan, to + w * size, multiply(call, from + w * size, product));
        }
    }
}

static void visit_nd(const reference_call *call, visit *visit, void *context)
{
    const strew_tensor *const data = call->data, *const indices = call->indices;
    const int32_t k = (int32_t)indices->shape[indices->rank - 1], b = batch_dims_of(call);
    const size_t n_tuples = product(indices->shape, 0, indices->rank - 1), width = product(data->shape, b + k, data->rank);
    const size_t tuples_of_batch = product(indices->shape, b, indices->rank - 1);

    for (size_t t = 0; t < n_tuples; t++) {
        size_t slice = t / tuples_of_batch;
        int is_in_bounds = 1;
        for (int32_t j = 0; j < k; j++) {
            int64_t index;
            is_in_bounds &= read_index(call, t * (size_t)k + (size_t)j, b + j, &index);
            slice = slice * (size_t)data->shape[b + j] + (size_t)index;
        }
        if (is_in_bounds) visit(context, call, slice * width, t * width, width);
    }
}

static void visit_elements(const reference_call *call, visit *visit, void *context)
{
    const strew_tensor *const data = call->data, *const indices = call->indices;
    const int32_t axis = axis_of(call);
    const size_t n = reference_elements(indices);

    for (size_t p = 0; p < n; p++) {
        size_t rest = p, stride = 1, at = 0;
        int64_t index;
        if (!read_index(call, p, axis, &index)) continue;
        for (int32_t d = data->rank; d-- > 0;) {
            const size_t coordinate = rest % (size_t)indices->shape[d];
            at += (d == axis ? (size_t)index : coordinate) * stride;
            rest /= (size_t)indices->shape[d];
            stride *= (size_t)data->shape[d];
        }
        visit(context, call, at, p, 1);
    }
}

static void visit_axis(const reference_call *call, visit *visit, void *context)
{
    const strew_tensor *const data = call->data, *const indices = call->indices;
    const int32_t axis = axis_of(call), b = batch_dims_of(call);
    const size_t n_batches = product(data->shape, 0, b), outer = product(data->shape, b, axis);
    const size_t width = product(data->shape, axis + 1, data->rank), n = product(indices->shape, b, indices->rank);

    for (size_t o = 0; o < n_batches * outer; o++) {
        const size_t batch = o / outer;
        for (size_t p = 0; p < n; p++) {
            int64_t index;
            if (!read_index(call, batch * n + p, axis, &index)) continue;
            visit(context, call, (o * (size_t)data->shape[axis] + (size_t)index) * width, (o * n + p) * width, width);
        }
    }
}

static void visit_tuples(const reference_call *call, visit *visit, void *context)
{
    if (reference_elements(call->updates) == 0) return; /* the loops could be long, and would visit nothing */
    switch (call->op) {
    case REFERENCE_ND: visit_nd(call, visit, context); break;
    case REFERENCE_ELEMENTS: visit_elements(call, visit, context); break;
    default: visit_axis(call, visit, context); break;
    }
}

static void copy_slices(void *output, const reference_call *call, size_t at, size_t source, size_t width)
{
    const size_t size = reference_size(call->data->dtype);
    if (width) memcpy((unsigned char *)output + source * size, (const unsigned char *)call->data->values + at * size, width * size);
}

void reference_fetch(void *output, const reference_call *call, const void *fill)
{
    reference_line line;
    const reference_call of_line = call->op == REFERENCE_PUT ? along_line(call, &line) : *call;
    const size_t size = reference_size(call->data->dtype);

    for (size_t i = 0, n = reference_elements(call->updates); i < n; i++) memcpy((unsigned char *)output + i * size, fill, size);
    visit_tuples(&of_line, copy_slices, output);
}

void reference_scatter(void *output, const reference_call *call)
{
    if (call->op == REFERENCE_PUT) {
        reference_line line;
        const reference_call same = along_line(call, &line);
        reference_scatter(output, &same);
        return;
    }
    const size_t n_bytes = reference_bytes(call->data);
    target to = {output, NULL};

    if (n_bytes && output != call->data->values) memcpy(output, call->data->values, n_bytes);
    if (is_mean(call) || excludes_self(call) || reference_accumulates_in(call)) {
        to.elements = calloc(reference_elements(call->data) + 1, sizeof *to.elements);
        if (!to.elements) abort();
    }
    visit_tuples(call, combine_slices, &to);
    if (reference_accumulates_in(call))
        write_wide(to, call, reference_accumulates_in(call));
    else if (is_mean(call))
        write_means(to, call);
    free(to.elements);
}
