#include "gathering.h"
#include "calls.h"

#include "operators.h"
#include "profiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Operators ----------------------------------------------------------------------------------------------------------------------- */

const char *gather_operator_name(gather_operator op)
{
    static const char *const names[] = {
        [GATHER_ND] = "gather_nd", [GATHER_ELEMENTS] = "gather_elements", [GATHER] = "gather", [GATHER_TAKE] = "take"};

    return names[op];
}

strew_call call_of_gather(const gather_call *call)
{
    static const strew_operator operators_of[] = {[GATHER_ND] = STREW_OPERATOR_GATHER_ND,
                                                  [GATHER_ELEMENTS] = STREW_OPERATOR_GATHER_ELEMENTS,
                                                  [GATHER] = STREW_OPERATOR_GATHER,
                                                  [GATHER_TAKE] = STREW_OPERATOR_TAKE};
    strew_call made =
        STREW_CALL(.op = operators_of[call->op], .options = call->options, .data = tensor_or_none(call->data),
                   .output = tensor_or_none(call->output), .components = call->components, .n_components = call->n_components);

    if (call->op == GATHER_ELEMENTS || call->op == GATHER) made.axis = call->axis;
    if (call->op == GATHER_ND || call->op == GATHER) made.batch_dims = call->batch_dims;
    if (!call->components) made.indices = tensor_or_none(call->indices);
    return made;
}

strew_status plan_gather_call(strew_plan *plan, const gather_call *call, strew_fault *fault)
{
    const strew_call made = call_of_gather(call);

    return strew_plan_call(plan, &made, fault);
}

strew_status run_gather_call(const strew_plan *plan, void *output, const gather_call *call, const void *prepared,
                             const strew_resources *resources, strew_fault *fault)
{
    component_values values;
    strew_buffers buffers = STREW_BUFFERS(.output = output, .data = call->data->values, .prepared = prepared);

    if (!prepared && call->components)
        buffers.components = values_of_components(call->components, call->n_components, &values);
    else if (!prepared)
        buffers.indices = call->indices->values;
    return strew_run(plan, &buffers, resources, fault);
}

strew_status prepare_gather_call(const strew_plan *plan, const gather_call *call, void *prepared, size_t prepared_bytes, strew_fault *fault)
{
    component_values values;
    const strew_buffers buffers = STREW_BUFFERS(.indices = call->components ? NULL : call->indices->values,
                                                .components = values_of_components(call->components, call->n_components, &values));

    return strew_prepare(plan, &buffers, prepared, prepared_bytes, fault);
}

strew_status make_gather(void *output, const gather_call *call, strew_fault *fault)
{
    strew_plan plan;

    if (call->op == GATHER_TAKE || call->output || call->components) {
        const strew_status status = plan_gather_call(&plan, call, fault);
        return status == STREW_OK ? run_gather_call(&plan, output, call, NULL, NULL, fault) : status;
    }
    switch (call->op) {
    case GATHER_ND: return strew_gather_nd(output, call->data, call->indices, call->batch_dims, call->options, fault);
    case GATHER_ELEMENTS: return strew_gather_elements(output, call->data, call->indices, call->axis, call->options, fault);
    default: return strew_gather(output, call->data, call->indices, call->axis, call->batch_dims, call->options, fault);
    }
}

/* ---- The reference ------------------------------------------------------------------------------------------------------------------- */

/* The numbers that the loops need, negative ones counted from the end. */
typedef struct numbers {
    int32_t r, q, axis, batch_dims, k;
} numbers;

static numbers numbers_of(const gather_call *call)
{
    numbers n = {.r = call->data->rank, .q = call->indices->rank, .k = 1};

    n.axis = (int32_t)(call->axis < 0 ? call->axis + n.r : call->axis);
    n.batch_dims = (int32_t)(call->batch_dims < 0 ? call->batch_dims + n.q : call->batch_dims);
    if (call->op == GATHER_ND) n.k = (int32_t)call->indices->shape[n.q - 1];
    if (call->op == GATHER_ELEMENTS || call->op == GATHER_TAKE) n.batch_dims = 0;
    return n;
}

/* The same gather along the only dimension of a line. */
static gather_call along_line(const gather_call *call, reference_line *line)
{
    reference_make_line(line, call->data);
    return (gather_call){GATHER, &line->data, call->indices, 0, 0, call->options};
}

int32_t gather_shape(const gather_call *call, int64_t shape[STREW_MAX_RANK])
{
    if (call->op == GATHER_TAKE) {
        reference_line line;
        const gather_call same = along_line(call, &line);
        return gather_shape(&same, shape);
    }
    const numbers n = numbers_of(call);
    const int64_t *const data = call->data->shape, *const indices = call->indices->shape;
    int32_t rank = 0;

    switch (call->op) {
    case GATHER_ND:
        for (int32_t d = 0; d < n.q - 1; d++) shape[rank++] = indices[d];
        for (int32_t d = n.batch_dims + n.k; d < n.r; d++) shape[rank++] = data[d];
        break;
    case GATHER_ELEMENTS:
        for (int32_t d = 0; d < n.q; d++) shape[rank++] = indices[d];
        break;
    default:
        for (int32_t d = 0; d < n.axis; d++) shape[rank++] = data[d];
        for (int32_t d = n.batch_dims; d < n.q; d++) shape[rank++] = indices[d];
        for (int32_t d = n.axis + 1; d < n.r; d++) shape[rank++] = data[d];
    }
    return rank;
}

static size_t flat(const strew_tensor *tensor, const int64_t *at)
{
    size_t position = 0;

    for (int32_t d = 0; d < tensor->rank; d++) position = position * (size_t)tensor->shape[d] + (size_t)at[d];
    return position;
}

static int64_t read_index(const strew_tensor *indices, size_t position)
{
    return reference_read_index(indices->dtype, (const char *)indices->values + position * reference_size(indices->dtype));
}

static int wraps(const gather_call *call)
{
    const gather_profile_row *const row = call->options ? find_gather_profile(call->options->profile) : NULL;

    return !call->options || (call->options->negative == STREW_NEGATIVE_WRAPS && (!row || row->wraps));
}

static int is_ignored(const gather_call *call, int64_t index)
{
    return call->options && call->options->has_ignore_index && index == call->options->ignore_index;
}

/* Returns 0 if the index is ignored, or out of bounds and not clamped. */
static int resolve(const gather_call *call, int64_t size, int64_t *index)
{
    if (is_ignored(call, *index)) return 0;
    if (*index < 0 && *index >= -size && wraps(call)) *index += size;
    if (call->options && call->options->policy == STREW_POLICY_CLAMP) {
        if (*index >= size) *index = size - 1;
        if (*index < 0) *index = 0;
    }
    return *index >= 0 && *index < size;
}

/* The position in data of a position of output. Returns 0 if it is out of bounds. */
static int find_source(const gather_call *call, const int64_t *out, int64_t *from)
{
    const numbers n = numbers_of(call);
    int64_t at[STREW_MAX_RANK + 1];
    int is_in_bounds = 1;

    switch (call->op) {
    case GATHER_ND:
        for (int32_t d = 0; d < n.q - 1; d++) at[d] = out[d];
        for (int32_t d = 0; d < n.batch_dims; d++) from[d] = out[d];
        for (int32_t c = 0; c < n.k; c++) {
            at[n.q - 1] = c;
            from[n.batch_dims + c] = read_index(call->indices, flat(call->indices, at));
            is_in_bounds &= resolve(call, call->data->shape[n.batch_dims + c], &from[n.batch_dims + c]);
        }
        for (int32_t d = n.batch_dims + n.k; d < n.r; d++) from[d] = out[n.q - 1 + d - n.batch_dims - n.k];
        return is_in_bounds;
    case GATHER_ELEMENTS:
        for (int32_t d = 0; d < n.r; d++) from[d] = out[d];
        from[n.axis] = read_index(call->indices, flat(call->indices, out));
        break;
    default:
        for (int32_t d = 0; d < n.axis; d++) from[d] = out[d];
        for (int32_t d = 0; d < n.q; d++) at[d] = d < n.batch_dims ? out[d] : out[n.axis + d - n.batch_dims];
        from[n.axis] = read_index(call->indices, flat(call->indices, at));
        for (int32_t d = n.axis + 1; d < n.r; d++) from[d] = out[d + n.q - n.batch_dims - 1];
    }
    return resolve(call, call->data->shape[n.axis], &from[n.axis]);
}

void reference_gather(void *output, const gather_call *call)
{
    if (call->op == GATHER_TAKE) {
        reference_line line;
        const gather_call same = along_line(call, &line);
        reference_gather(output, &same);
        return;
    }
    static const unsigned char zeros[REFERENCE_LARGEST_ELEMENT];
    int64_t shape[STREW_MAX_RANK], out[STREW_MAX_RANK] = {0}, from[STREW_MAX_RANK];
    const size_t size = reference_size(call->data->dtype);
    const strew_tensor whole = {call->data->dtype, gather_shape(call, shape), shape, NULL, NULL};
    const int is_by_profile = call->options && call->options->policy == STREW_POLICY_ERROR && find_gather_profile(call->options->profile) &&
                              find_gather_profile(call->options->profile)->fills;
    const int has_fill = call->options && !is_by_profile && call->options->fill;
    const void *const fill = has_fill ? call->options->fill : zeros;

    for (size_t i = 0, n = reference_elements(&whole); i < n; i++) {
        const int is_found = find_source(call, out, from);
        memcpy((char *)output + i * size, is_found ? (const char *)call->data->values + flat(call->data, from) * size : fill, size);
        for (int32_t d = whole.rank - 1; d >= 0 && ++out[d] == shape[d]; d--) out[d] = 0;
    }
}

int gather_is_out_of_bounds(const gather_call *call, reference_position *position)
{
    if (call->op == GATHER_TAKE) {
        reference_line line;
        const gather_call same = along_line(call, &line);
        const int is_out_of_bounds = gather_is_out_of_bounds(&same, position);
        position->dimension = -1;
        return is_out_of_bounds;
    }
    const numbers n = numbers_of(call);
    const int32_t first = call->op == GATHER_ND ? n.batch_dims : n.axis;

    for (size_t i = 0, end = reference_elements(call->indices); i < end; i++) {
        const int32_t component = n.k > 1 ? (int32_t)(i % (size_t)n.k) : 0;
        const int64_t size = call->data->shape[first + component], index = read_index(call->indices, i);
        const int64_t low = wraps(call) ? -size : 0;
        int is_passed_over = 0;
        for (size_t c = 0; c < (size_t)n.k; c++)
            is_passed_over |= is_ignored(call, read_index(call->indices, i / (size_t)n.k * (size_t)n.k + c));
        if (is_passed_over || (index >= low && index < size)) continue;
        *position = (reference_position){(int64_t)(i / (size_t)n.k), index, low, size - 1, component, first + component};
        return 1;
    }
    return 0;
}

/* ---- Guarded buffers ----------------------------------------------------------------------------------------------------------------- */

gathering gathering_open(size_t capacity, uint64_t seed)
{
    gathering gathering = {.data = guarded_open(capacity), .indices = guarded_open(capacity), .output = guarded_open(capacity)};

    gathering.prepared = guarded_open(4 * capacity);

    gathering.expected = malloc(capacity);
    gathering.unlike = malloc(capacity);
    if (!gathering.expected || !gathering.unlike) abort();
    gathering.random = seed;
    return gathering;
}

void gathering_close(gathering *gathering)
{
    guarded_close(&gathering->data);
    guarded_close(&gathering->indices);
    guarded_close(&gathering->output);
    guarded_close(&gathering->prepared);
    free(gathering->expected);
    free(gathering->unlike);
}

static void place(gathering *gathering, guarded *buffer, size_t size)
{
    guarded_place(buffer, size, (placement)random_below(&gathering->random, 2), (size_t)random_below(&gathering->random, 64));
}

static void point_to_values(gathering *gathering)
{
    gathering->data_tensor.values = gathering->data.bytes;
    gathering->indices_tensor.values = gathering->indices.bytes;
}

void gathering_write_index(gathering *gathering, size_t position, int64_t value)
{
    const strew_dtype dtype = gathering->what.index_dtype;
    reference_write_integer(dtype, gathering->indices.bytes + position * reference_size(dtype), (uint64_t)value);
}

static int64_t draw_index(gathering *gathering, int64_t size, unsigned out_of_bounds)
{
    const int64_t wrong[] = {size, size + 7, -size - 1, -size - 9, INT32_MAX, INT32_MIN};

    if (size == 0 || random_below(&gathering->random, 16) < out_of_bounds) return wrong[random_below(&gathering->random, 6)];
    const int64_t index = (int64_t)random_below(&gathering->random, (uint64_t)size);
    const int is_signed = reference_type_of(gathering->what.index_dtype).kind == REFERENCE_SIGNED;
    return is_signed && wraps(&gathering->call) && random_below(&gathering->random, 3) == 0 ? index - size : index;
}

void gathering_draw(gathering *gathering, const gather *what, unsigned out_of_bounds)
{
    int64_t shape[STREW_MAX_RANK];

    gathering->what = *what;
    gathering->what.options.struct_size = sizeof what->options;
    gathering->data_tensor = (strew_tensor){what->dtype, what->data_rank, gathering->what.data_shape, NULL, NULL};
    gathering->indices_tensor = (strew_tensor){what->index_dtype, what->indices_rank, gathering->what.indices_shape, NULL, NULL};
    gathering->call = (gather_call){what->op,   &gathering->data_tensor, &gathering->indices_tensor,
                                    what->axis, what->batch_dims,        &gathering->what.options};
    const strew_tensor output = {what->dtype, gather_shape(&gathering->call, shape), shape, NULL, NULL};
    gathering->output_bytes = reference_bytes(&output);
    place(gathering, &gathering->data, reference_bytes(&gathering->data_tensor));
    place(gathering, &gathering->indices, reference_bytes(&gathering->indices_tensor));
    place(gathering, &gathering->output, gathering->output_bytes);
    fill(what->dtype, gathering->data.bytes, reference_elements(&gathering->data_tensor), EXTREME, &gathering->random);
    for (size_t i = 0; i < gathering->output_bytes; i++) gathering->unlike[i] = (unsigned char)random_next(&gathering->random);
    gathering->n_components = reference_elements(&gathering->indices_tensor);
    point_to_values(gathering);
    const numbers n = numbers_of(&gathering->call);
    const int32_t first = what->op == GATHER_ND ? n.batch_dims : n.axis;
    for (size_t i = 0; i < gathering->n_components; i++) {
        const int64_t size = what->data_shape[first + (n.k > 1 ? (int32_t)(i % (size_t)n.k) : 0)];
        gathering_write_index(gathering, i, draw_index(gathering, size, out_of_bounds));
    }
}

void gathering_flush(gathering *gathering, placement end)
{
    guarded_move(&gathering->data, end);
    guarded_move(&gathering->indices, end);
    guarded_move(&gathering->output, end);
    point_to_values(gathering);
}

void gathering_expect(gathering *gathering)
{
    reference_gather(gathering->expected, &gathering->call);
}

static int is_as(const gathering *gathering, const unsigned char *expected, const char *what)
{
    for (size_t i = 0; i < gathering->output_bytes; i++) {
        if (gathering->output.bytes[i] == expected[i]) continue;
        fprintf(stderr, "%s: %s: byte %zu of %zu of output is %d, expected %d\n", gather_operator_name(gathering->what.op), what, i,
                gathering->output_bytes, gathering->output.bytes[i], expected[i]);
        return 0;
    }
    if (guarded_is_intact(&gathering->data) && guarded_is_intact(&gathering->indices) && guarded_is_intact(&gathering->output)) return 1;
    fprintf(stderr, "%s: %s: a byte outside the buffers was written\n", gather_operator_name(gathering->what.op), what);
    return 0;
}

int gathering_run(gathering *gathering, const strew_plan *plan, const strew_resources *resources)
{
    memcpy(gathering->output.bytes, gathering->unlike, gathering->output_bytes);
    const strew_status status = run_gather(plan, gathering->output.bytes, gathering->data.bytes, gathering->indices.bytes, resources, NULL);
    if (status != STREW_OK) fprintf(stderr, "%s: status %d\n", gather_operator_name(gathering->what.op), (int)status);
    return status == STREW_OK && is_as(gathering, gathering->expected, "run");
}

int gathering_run_prepared(gathering *gathering, const strew_plan *plan, const strew_resources *resources)
{
    const size_t n_bytes = strew_plan_prepared_size(plan);
    unsigned char *const prepared = guarded_place(&gathering->prepared, n_bytes, (placement)random_below(&gathering->random, 2),
                                                  (size_t)random_below(&gathering->random, 9));

    memcpy(gathering->output.bytes, gathering->unlike, gathering->output_bytes);
    memset(prepared, 0xa5, n_bytes);
    strew_status status = prepare_indices(plan, gathering->indices.bytes, prepared, n_bytes, NULL);
    if (status == STREW_OK) status = run_gather_prepared(plan, gathering->output.bytes, gathering->data.bytes, prepared, resources, NULL);
    if (status != STREW_OK) fprintf(stderr, "%s, prepared: status %d\n", gather_operator_name(gathering->what.op), (int)status);
    return status == STREW_OK && is_as(gathering, gathering->expected, "prepared") && guarded_is_intact(&gathering->prepared);
}

int gathering_works(gathering *gathering, strew_isa isa)
{
    strew_options options = gathering->what.options;
    gather_call call = gathering->call;
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];

    options.isa = isa;
    call.options = &options;
    if (plan_gather_call(&plan, &call, &fault) != STREW_OK) {
        strew_fault_describe(&fault, sentence, sizeof sentence);
        fprintf(stderr, "%s: not planned: %s\n", gather_operator_name(call.op), sentence);
        return 0;
    }
    if (!gathering_run(gathering, &plan, NULL) || !gathering_run_prepared(gathering, &plan, NULL)) return 0;
    memcpy(gathering->output.bytes, gathering->unlike, gathering->output_bytes);
    if (make_gather(gathering->output.bytes, &call, &fault) != STREW_OK || fault.status != STREW_OK) return 0;
    return is_as(gathering, gathering->expected, "one call");
}

int gathering_is_rejected(gathering *gathering, strew_isa isa, strew_status status, strew_fault *fault)
{
    strew_options options = gathering->what.options;
    gather_call call = gathering->call;
    strew_plan plan;

    options.isa = isa;
    call.options = &options;
    memcpy(gathering->output.bytes, gathering->unlike, gathering->output_bytes);
    strew_status returned = plan_gather_call(&plan, &call, fault);
    if (returned == STREW_OK) {
        returned = run_gather(&plan, gathering->output.bytes, gathering->data.bytes, gathering->indices.bytes, NULL, fault);
    }
    if (returned != status || fault->status != status || !is_as(gathering, gathering->unlike, "rejected")) return 0;
    return make_gather(gathering->output.bytes, &call, fault) == status && is_as(gathering, gathering->unlike, "rejected");
}
