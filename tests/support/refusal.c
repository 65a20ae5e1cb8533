#include "refusal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "fault.h"
#include "guarded.h"
#include "operators.h"

static guarded output, data_values, indices_values, updates_values;

void open_refusals(void)
{
    guarded *const buffers[] = {&output, &data_values, &indices_values, &updates_values};

    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        *buffers[i] = guarded_open(BUFFER_BYTES);
        memset(guarded_place(buffers[i], BUFFER_BYTES, FLUSH_END, i % 2), 0, BUFFER_BYTES);
    }
}

void close_refusals(void)
{
    guarded_close(&output);
    guarded_close(&data_values);
    guarded_close(&indices_values);
    guarded_close(&updates_values);
}

/* ---- Calls -------------------------------------------------------------------------------------------------------------------------- */

void set_shape(strew_tensor *tensor, int64_t *shape, size_t bytes, const int64_t *sizes)
{
    tensor->rank = (int32_t)(bytes / sizeof *sizes);
    memcpy(shape, sizes, bytes);
}

void fit_updates(call *call)
{
    call->updates.rank = updates_shape_of(call->op, call->data.rank, call->data_shape, call->indices.rank, call->indices_shape, call->axis,
                                          call->updates_shape);
}

void set_dtype(call *call, strew_dtype dtype)
{
    call->data.dtype = call->updates.dtype = dtype;
}

call good_call(reference_operator op)
{
    call call;

    memset(&call, 0, sizeof call);
    call.op = op;
    call.axis = op == REFERENCE_ND ? 0 : 1;
    call.reduction = STREW_ADD;
    call.indices.dtype = STREW_INT64;
    set_dtype(&call, STREW_FLOAT32);
    DATA(call, 4, 3, 2);
    switch (op) {
    case REFERENCE_ND: INDICES(call, 5, 2); break;
    case REFERENCE_ELEMENTS: INDICES(call, 3, 5, 2); break;
    default: INDICES(call, 5); break;
    }
    fit_updates(&call);
    return call;
}

void complete(const call *call, arguments *to)
{
    to->data = (strew_tensor){call->data.dtype, call->data.rank, call->data_shape, data_values.bytes};
    to->indices = (strew_tensor){call->indices.dtype, call->indices.rank, call->indices_shape, indices_values.bytes};
    to->updates = (strew_tensor){call->updates.dtype, call->updates.rank, call->updates_shape, updates_values.bytes};
    to->call = (reference_call){call->op, &to->data, &to->indices, &to->updates, call->axis, call->reduction, &call->options};
}

void withhold(arguments *from, int tensors, int shapes)
{
    if (shapes & 1) from->data.shape = NULL;
    if (shapes & 2) from->indices.shape = NULL;
    if (shapes & 4) from->updates.shape = NULL;
    if (tensors & 1) from->call.data = NULL;
    if (tensors & 2) from->call.indices = NULL;
    if (tensors & 4) from->call.updates = NULL;
}

/* ---- Refusals ----------------------------------------------------------------------------------------------------------------------- */

void refuse_arguments(const reference_call *arguments, strew_fault expected, const char *sentence_parts)
{
    unsigned char before[BUFFER_BYTES];
    strew_plan plan;
    strew_fault fault;

    memset(&fault, 0x55, sizeof fault);
    assert_int_equal(plan_call(&plan, arguments, &fault), expected.status);
    assert_fault(&fault, expected);
    assert_sentence(&fault, sentence_parts);
    assert_int_equal(plan_call(&plan, arguments, NULL), expected.status);
    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        reference_call call = *arguments;
        strew_tensor in_place;
        if (is_in_place && call.data) {
            in_place = *call.data;
            in_place.values = output.bytes;
            call.data = &in_place;
        }
        for (size_t i = 0; i < BUFFER_BYTES; i++) before[i] = output.bytes[i] = (unsigned char)(i * 37 + 11);
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(make_call(output.bytes, &call, &fault), expected.status);
        assert_fault(&fault, expected);
        assert_memory_equal(output.bytes, before, BUFFER_BYTES);
        assert_true(guarded_is_intact(&output));
    }
}

void refuse(const call *call, strew_fault expected, const char *sentence_parts)
{
    arguments arguments;

    complete(call, &arguments);
    refuse_arguments(&arguments.call, expected, sentence_parts);
}

void accept(const call *call)
{
    arguments arguments;
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_SENTENCE_BYTES];

    complete(call, &arguments);
    memset(&fault, 0x55, sizeof fault);
    if (plan_call(&plan, &arguments.call, &fault) != STREW_OK) {
        strew_describe(&fault, sentence, sizeof sentence);
        fail_msg("%s was refused: %s", operator_name(call->op), sentence);
    }
    assert_fault(&fault, (strew_fault){.status = STREW_OK});
}
