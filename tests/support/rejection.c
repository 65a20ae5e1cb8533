#include "rejection.h"

#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "operators.h"
#include "testing.h"

enum { OUTPUT, DATA_VALUES, INDICES_VALUES, UPDATES_VALUES, BUFFERS, TENSORS = 3, CONFIGURATIONS = 4 };

static guarded buffers[BUFFERS], shapes[TENSORS];
static unsigned char bytes_of[BUFFERS][BUFFER_BYTES];
static placement end;

static void open_buffers(void)
{
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i] = guarded_open(BUFFER_BYTES);
        for (int n = 0; n < BUFFER_BYTES && i != INDICES_VALUES; n++) bytes_of[i][n] = (unsigned char)(n * 37 + i + 11);
    }
}

/* At either end, one half of the buffers flush, then the other half. */
static void place_buffers(int configuration)
{
    if (!buffers[0].mapping) open_buffers();
    end = configuration % 2 ? FLUSH_START : FLUSH_END;
    for (int i = 0; i < BUFFERS; i++)
        memcpy(guarded_place(&buffers[i], BUFFER_BYTES, end, (size_t)(i + configuration / 2) % 2), bytes_of[i], BUFFER_BYTES);
}

/* In the next configuration: a call is made in each, or, where time is short, they follow each other. */
static void place_buffers_anew(void)
{
    static int configuration;
    place_buffers(configuration++ % CONFIGURATIONS);
}

static void assert_untouched(void)
{
    for (int i = 0; i < BUFFERS; i++) {
        assert_memory_equal(buffers[i].bytes, bytes_of[i], BUFFER_BYTES);
        assert_true(guarded_is_intact(&buffers[i]));
    }
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

void set_shape(strew_tensor *tensor, int64_t *shape, size_t bytes, const int64_t *sizes)
{
    tensor->rank = (int32_t)(bytes / sizeof *sizes);
    memcpy(shape, sizes, bytes);
}

void fit_updates(call *call)
{
    const strew_tensor data = {call->data.dtype, call->data.rank, call->data_shape, NULL, NULL};
    const strew_tensor indices = {call->indices.dtype, call->indices.rank, call->indices_shape, NULL, NULL};

    call->updates.rank = updates_shape_of_call(
        &(reference_call){.op = call->op, .data = &data, .indices = &indices, .axis = call->axis, .batch_dims = call->batch_dims},
        call->updates_shape);
}

void set_dtype(call *call, strew_dtype dtype)
{
    call->data.dtype = call->updates.dtype = dtype;
}

size_t all_dtypes(strew_dtype dtypes[MAX_DTYPES])
{
    size_t n = reference_dtypes(dtypes);

    for (int bytes = 1; bytes <= STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0; bytes++) dtypes[n++] = STREW_DTYPE_OPAQUE(bytes);
    return n;
}

call good_call(reference_operator op)
{
    call call;

    memset(&call, 0, sizeof call);
    call.op = op;
    call.options.struct_size = sizeof call.options;
    call.axis = op == REFERENCE_ND ? 0 : 1;
    call.reduction = STREW_REDUCTION_ADD;
    call.indices.dtype = STREW_DTYPE_INT64;
    set_dtype(&call, STREW_DTYPE_FLOAT32);
    DATA(call, 4, 3, 2);
    switch (op) {
    case REFERENCE_ND: INDICES(call, 5, 2); break;
    case REFERENCE_ELEMENTS: INDICES(call, 3, 5, 2); break;
    default: INDICES(call, 5); break;
    }
    fit_updates(&call);
    return call;
}

static void place_shape(strew_tensor *tensor, const int64_t *sizes, guarded *to, placement end)
{
    const size_t n_bytes = tensor->rank > 0 && tensor->rank <= STREW_MAX_RANK ? (size_t)tensor->rank * sizeof *sizes : 0;

    if (!to->mapping) *to = guarded_open(STREW_MAX_RANK * sizeof *sizes);
    tensor->shape = memcpy(guarded_place(to, n_bytes, end, 0), sizes, n_bytes);
}

void place_shapes(const call *call, placement end, arguments *to)
{
    to->data = call->data;
    to->indices = call->indices;
    to->updates = call->updates;
    place_shape(&to->data, call->data_shape, &shapes[0], end);
    place_shape(&to->indices, call->indices_shape, &shapes[1], end);
    place_shape(&to->updates, call->updates_shape, &shapes[2], end);
    to->call =
        (reference_call){call->op, &to->data, &to->indices, &to->updates, call->axis, call->reduction, &call->options, call->batch_dims};
}

int are_shapes_intact(void)
{
    return guarded_is_intact(&shapes[0]) && guarded_is_intact(&shapes[1]) && guarded_is_intact(&shapes[2]);
}

void complete(const call *call, arguments *to)
{
    if (!buffers[0].mapping) place_buffers(0);
    place_shapes(call, end, to);
    to->data.values = buffers[DATA_VALUES].bytes;
    to->indices.values = buffers[INDICES_VALUES].bytes;
    to->updates.values = buffers[UPDATES_VALUES].bytes;
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

/* ---- Rejections ---------------------------------------------------------------------------------------------------------------------- */

void reject_arguments(const reference_call *arguments, strew_fault expected, const char *sentence_parts)
{
    unsigned char *const output = buffers[OUTPUT].bytes;
    strew_plan plan;
    strew_fault fault;

    if (arguments->data && arguments->indices && arguments->updates) {
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(plan_call(&plan, arguments, &fault), expected.status);
        assert_fault(&fault, expected);
        assert_sentence(&fault, sentence_parts);
        assert_int_equal(plan_call(&plan, arguments, NULL), expected.status);
    }
    for (int is_in_place = 0; is_in_place < 2; is_in_place++) {
        reference_call call = *arguments;
        strew_tensor in_place;
        if (is_in_place && call.data) {
            in_place = *call.data;
            in_place.values = output;
            call.data = &in_place;
        }
        memset(&fault, 0x55, sizeof fault);
        assert_int_equal(make_call(output, &call, &fault), expected.status);
        assert_fault(&fault, expected);
        assert_sentence(&fault, sentence_parts);
        assert_untouched();
    }
}

void reject(const call *call, strew_fault expected, const char *sentence_parts)
{
    arguments arguments;

    for (int n = is_light() ? 1 : CONFIGURATIONS; n > 0; n--) {
        place_buffers_anew();
        complete(call, &arguments);
        reject_arguments(&arguments.call, expected, sentence_parts);
    }
}

void accept(const call *call)
{
    arguments arguments;
    strew_plan plan;
    strew_fault fault;
    char sentence[STREW_MESSAGE_BYTES];

    for (int n = is_light() ? 1 : CONFIGURATIONS; n > 0; n--) {
        place_buffers_anew();
        complete(call, &arguments);
        memset(&fault, 0x55, sizeof fault);
        if (plan_call(&plan, &arguments.call, &fault) != STREW_OK) {
            strew_fault_describe(&fault, sentence, sizeof sentence);
            fail_msg("%s was rejected: %s", operator_name(call->op), sentence);
        }
        assert_fault(&fault, (strew_fault){.status = STREW_OK});
    }
}
