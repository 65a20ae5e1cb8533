/* A fuzz target: any bytes become a masked_scatter, often an invalid one. Whether it is planned is compared with what the header says, and
 * what it writes with the reference: by both forms, in place and shared, of tensors with strides of any kind. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "calls.h"
#include "conversions.h"
#include "fill.h"
#include "guarded.h"
#include "masks.h"
#include "pools.h"
#include "reference.h"
#include "views.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { CAPACITY = 1 << 17, MAX_SIZE = 9, MAX_RANK = 5 };

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "masked_scatter: %s\n", what);
    abort();
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* A call, without values and strides. */
typedef struct masked {
    int64_t data_shape[MAX_RANK], mask_shape[MAX_RANK], updates_shape[MAX_RANK];
    strew_tensor data, mask, updates;
    strew_options options;
    mask_call call;
} masked;

/* Mostly what fits together. */
static void take_call(bytes *from, masked *to)
{
    const unsigned dtype = take_byte(from), manner = take_byte(from);
    const strew_dtype known = (strew_dtype)(dtype < 200 ? 1 + dtype % 18 : dtype < 250 ? STREW_DTYPE_OPAQUE_0 + dtype - 199 : dtype);

    memset(to, 0, sizeof *to);
    to->options.struct_size = sizeof to->options;
    if (manner % 32 == 5) to->options.policy = (strew_policy)(manner / 32 % 4); /* masks have none */
    if (manner % 32 == 2) to->options.overflow = (strew_overflow)(manner / 32 % 2);
    if (manner % 32 == 3) to->options.profile = (strew_profile)take_below(from, 27);
    to->data = (strew_tensor){known, 0, to->data_shape, NULL, NULL};
    to->mask = (strew_tensor){manner % 32 == 1 ? STREW_DTYPE_UINT8 : STREW_DTYPE_BOOL, 0, to->mask_shape, NULL, NULL};
    to->updates = (strew_tensor){manner % 32 == 2 ? STREW_DTYPE_FLOAT32 : known, 0, to->updates_shape, NULL, NULL};
    take_shape(from, MAX_RANK, 1, MAX_SIZE, &to->data.rank, to->data_shape);
    take_shape(from, MAX_RANK, 1, MAX_SIZE, &to->updates.rank, to->updates_shape);
    if (manner % 8 == 4) {
        take_shape(from, MAX_RANK, 1, MAX_SIZE, &to->mask.rank, to->mask_shape);
    } else {
        to->mask.rank = to->data.rank;
        memcpy(to->mask_shape, to->data_shape, sizeof to->mask_shape);
    }
    to->call = (mask_call){&to->data, &to->mask, &to->updates, &to->options, NULL};
}

/* Whether the header allows the call. */
static int is_valid(const masked *of)
{
    const size_t shape_bytes = (size_t)of->data.rank * sizeof *of->data_shape;

    return reference_size(of->data.dtype) && reference_size(of->updates.dtype) && may_be_converted(of->updates.dtype, of->data.dtype) &&
           of->mask.dtype == STREW_DTYPE_BOOL && of->options.profile == STREW_PROFILE_NONE && of->options.policy == STREW_POLICY_ERROR &&
           reference_full_bytes(&of->data) && reference_full_bytes(&of->updates) && of->mask.rank == of->data.rank &&
           memcmp(of->mask_shape, of->data_shape, shape_bytes) == 0;
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static view data, mask, output;
static guarded updates;
static unsigned char expected[CAPACITY];

static void *values_of(const view *view)
{
    return (void *)(uintptr_t)view->tensor.values;
}

/* Out of place, in place, shared or not: a plan, or for `resources` of NULL out of place a single call. */
static strew_status run_as(const masked *of, int is_in_place, const strew_resources *resources, strew_fault *fault)
{
    const mask_call call = {is_in_place ? &output.tensor : &data.tensor, &mask.tensor, &of->updates, &of->options, &output.tensor};
    const size_t size = reference_size(of->data.dtype), n = reference_elements(&of->data);
    strew_plan plan;

    view_restore(&output);
    for (size_t i = 0; is_in_place && i < n; i++) memcpy(view_at(&output, i), data.dense_room + i * size, size);
    if (!is_in_place && !resources) return make_mask(values_of(&output), &call, fault);
    require(plan_mask(&plan, &call, NULL) == STREW_OK, "views are not planned");
    return run_masked_scatter(&plan, values_of(&output), call.data->values, mask.tensor.values, updates.bytes, resources, fault);
}

static void run(masked *of, bytes *from)
{
    const strew_resources resources =
        STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 1 + (int32_t)take_below(from, 7), .wake_ns = 1);
    const unsigned density = take_byte(from);
    const size_t n_bytes = reference_bytes(&of->updates), size = reference_size(of->data.dtype), n = reference_elements(&of->data);
    uint64_t random = take_pair(from);
    strew_fault fault;

    view_draw(&data, of->data.dtype, of->data.rank, of->data_shape, SHARED, EXTREME, &random);
    view_draw(&mask, STREW_DTYPE_BOOL, of->data.rank, of->data_shape, SHARED, ORDINARY, &random);
    view_draw(&output, of->data.dtype, of->data.rank, of->data_shape, DISTINCT, EXTREME, &random);
    for (size_t i = 0; i < mask.buffer.size; i++) {
        const int is_kept = density % 4 == 0 && i != 0 && random_below(&random, 16) != 0; /* runs */
        mask.buffer.bytes[i] = is_kept ? mask.buffer.bytes[i - 1] : random_below(&random, 256) <= density;
    }
    view_refresh(&mask);
    of->updates.values = guarded_place(&updates, n_bytes, (placement)random_below(&random, 2), (size_t)random_below(&random, 64));
    fill(of->updates.dtype, updates.bytes, reference_elements(&of->updates), EXTREME, &random);
    const size_t n_true = reference_count_true(&mask.dense), n_updates = reference_elements(&of->updates);
    const int is_rejected = n_true > n_updates;
    if (!is_rejected) reference_masked_scatter(expected, &data.dense, &mask.dense, &of->updates, &of->options);
    for (int form = 0; form < 4; form++) {
        const strew_status status = run_as(of, form % 2, form / 2 ? &resources : NULL, &fault);
        if (is_rejected) {
            require(status == STREW_STATUS_TOO_FEW_UPDATES, "too few updates, but another status");
            require(fault.low == (int64_t)n_true && fault.value == (int64_t)n_updates, "the fault has other numbers");
            require(form % 2 || view_is_unchanged(&output), "rejected, but output has changed");
            for (size_t i = 0; form % 2 && i < n; i++)
                require(memcmp(view_at(&output, i), data.dense_room + i * size, size) == 0, "rejected, but output has changed in place");
        } else {
            require(status == STREW_OK, "not planned or run");
            require(view_holds(&output, expected), "the result is another");
        }
        require(view_is_unchanged(&data) && view_is_unchanged(&mask) && guarded_is_intact(&updates), "an input was written");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    bytes from = {input, size};
    masked what;
    strew_plan plan;
    strew_fault fault;

    if (!data.before) {
        data = view_open(CAPACITY);
        mask = view_open(CAPACITY);
        output = view_open(CAPACITY);
        updates = guarded_open(CAPACITY);
    }
    take_call(&from, &what);
    const strew_status status = plan_mask(&plan, &what.call, &fault);
    require(fault.status == status, "the fault has another status");
    require((status == STREW_OK) == is_valid(&what), status == STREW_OK ? "planned, but not valid" : "valid, but rejected");
    const uint64_t max = CAPACITY / 8;
    if (status == STREW_OK && reference_full_bytes(&what.data) < max && reference_full_bytes(&what.updates) < max) run(&what, &from);
    return 0;
}
