#include "gathering.h"
#include "calls.h"
#include "conversions.h"

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

/* The scatter whose tuples are those of the gather, and whose updates are like this output: what the one writes there the other reads. */
static reference_call scatter_like(const gather_call *call, const strew_tensor *output)
{
    const int64_t batch_dims = call->op == GATHER_ND || call->op == GATHER ? call->batch_dims : 0;
    return (reference_call){(reference_operator)call->op,
                            call->data,
                            call->indices,
                            output,
                            call->axis,
                            STREW_REDUCTION_NONE,
                            call->options,
                            batch_dims,
                            call->output,
                            call->components,
                            call->n_components};
}

strew_call call_of_gather(const gather_call *call)
{
    static const strew_operator operators_of[] = {STREW_OPERATOR_GATHER_ND, STREW_OPERATOR_GATHER_ELEMENTS, STREW_OPERATOR_GATHER,
                                                  STREW_OPERATOR_TAKE};
    const reference_call scatter = scatter_like(call, NULL);
    strew_call made = call_of(&scatter);

    made.op = operators_of[call->op];
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
    const reference_call scatter = scatter_like(call, NULL);

    return run_call(plan, output, &scatter, prepared, resources, fault);
}

strew_status prepare_gather_call(const strew_plan *plan, const gather_call *call, void *prepared, size_t prepared_bytes, strew_fault *fault)
{
    const reference_call scatter = scatter_like(call, NULL);

    return prepare_call(plan, &scatter, prepared, prepared_bytes, fault);
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

int32_t gather_shape(const gather_call *call, int64_t shape[STREW_MAX_RANK])
{
    const reference_call scatter = scatter_like(call, NULL);

    return updates_shape_of_call(&scatter, shape);
}

/* The call with an output of the dtype of data, which is converted afterwards. */
static void gather_converted(void *output, const gather_call *call)
{
    const strew_dtype from = call->data->dtype, to = call->output->dtype;
    const size_t n = reference_elements(call->output), from_bytes = reference_size(from), to_bytes = reference_size(to);
    unsigned char *const values = calloc(n + 1, from_bytes);
    gather_call same = *call;

    if (!values) abort();
    same.output = NULL;
    reference_gather(values, &same);
    for (size_t i = 0; i < n; i++) {
        convert_element(from, values + i * from_bytes, to, (unsigned char *)output + i * to_bytes,
                        call->options ? call->options->overflow : STREW_OVERFLOW_WRAPS);
    }
    free(values);
}

void reference_gather(void *output, const gather_call *call)
{
    static const unsigned char zeros[REFERENCE_LARGEST_ELEMENT];
    int64_t shape[STREW_MAX_RANK];
    const strew_tensor whole = {call->data->dtype, gather_shape(call, shape), shape, NULL, NULL};
    const reference_call scatter = scatter_like(call, &whole);
    const gather_profile_row *const row = call->options ? find_gather_profile(call->options->profile) : NULL;
    const int is_by_profile = row && row->fills && call->options->policy == STREW_POLICY_ERROR;

    if (call->output && call->output->dtype != call->data->dtype) {
        gather_converted(output, call);
        return;
    }

    reference_fetch(output, &scatter, call->options && call->options->fill && !is_by_profile ? call->options->fill : zeros);
}

int gather_is_out_of_bounds(const gather_call *call, reference_position *position)
{
    const reference_call scatter = scatter_like(call, NULL);

    return reference_is_out_of_bounds(&scatter, position);
}

/* The size of the dimension that component i of the indices names. */
static int64_t size_named_by(const gather_call *call, size_t i)
{
    const int32_t axis = (int32_t)(call->axis < 0 ? call->axis + call->data->rank : call->axis);
    const size_t k = (size_t)components_of((reference_operator)call->op, call->indices->rank, call->indices->shape);

    return call->data->shape[call->op == GATHER_ND ? call->batch_dims + (int64_t)(i % k) : axis];
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
    const gather_profile_row *const row = find_gather_profile(gathering->what.options.profile);
    const int may_wrap = gathering->what.options.negative == STREW_NEGATIVE_WRAPS && (!row || row->wraps);
    const int is_signed = reference_type_of(gathering->what.index_dtype).kind == REFERENCE_SIGNED;
    return is_signed && may_wrap && random_below(&gathering->random, 3) == 0 ? index - size : index;
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
    for (size_t i = 0; i < gathering->n_components; i++)
        gathering_write_index(gathering, i, draw_index(gathering, size_named_by(&gathering->call, i), out_of_bounds));
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
