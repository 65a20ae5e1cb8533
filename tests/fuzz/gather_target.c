/* A fuzz target: any bytes become a gather, often an invalid one. Whether it is planned is compared with what the header says, and what it
 * writes with the reference: by both forms, with prepared indices, and shared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "gathering.h"
#include "isas.h"
#include "pools.h"
#include "profiles.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { CAPACITY = 1 << 17, MAX_SIZE = 6 };

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "gather: %s\n", what);
    abort();
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* Makes an indexed dimension empty, and the tuples more than a block. */
static void make_empty(gather *what)
{
    const int32_t first =
        what->op == GATHER_ND ? (int32_t)what->batch_dims : (int32_t)(what->axis < 0 ? what->axis + what->data_rank : what->axis);
    const int32_t d = what->op == GATHER_ELEMENTS ? what->data_rank - 1 : (int32_t)what->batch_dims;

    if (first < 0 || first >= what->data_rank || d < 0 || d >= what->indices_rank - (what->op == GATHER_ND)) return;
    what->indices_shape[d] = LONG_SIZE;
    if (what->op == GATHER_ELEMENTS) what->data_shape[d] = LONG_SIZE;
    what->data_shape[first] = 0;
}

/* Mostly what fits together. */
static gather take_gather(bytes *from)
{
    gather what = {.op = (gather_operator)take_below(from, GATHER_OPERATORS)};
    const unsigned dtype = take_byte(from), manner = take_byte(from), profile = take_byte(from);

    what.dtype = (strew_dtype)(dtype < 200 ? 1 + dtype % 18 : dtype < 250 ? STREW_DTYPE_OPAQUE_0 + dtype - 199 : dtype);
    what.index_dtype = manner % 32 == 1 ? STREW_DTYPE_FLOAT32 : manner / 32 % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
    if (profile % 3 == 1) what.index_dtype = reference_index_dtypes[profile / 3 % REFERENCE_INDEX_DTYPES];
    what.options.struct_size = sizeof what.options;
    what.options.policy = (strew_policy)(manner / 64);
    what.options.negative = (strew_negative)(profile % 2);
    what.options.has_ignore_index = profile % 5 == 0;
    if (what.options.has_ignore_index) what.options.ignore_index = profile % 2 ? -1 : 2;
    if (profile % 3 == 0) what.options.profile = (strew_profile)(profile / 3 % 29);
    take_shape(from, 4, 1, MAX_SIZE, &what.data_rank, what.data_shape);
    take_shape(from, 4, 1, MAX_SIZE, &what.indices_rank, what.indices_shape);
    what.axis = (int64_t)take_below(from, 9) - 4;
    what.batch_dims = what.op == GATHER_ELEMENTS ? 0 : (int64_t)take_below(from, 6) - 2;
    if (manner % 4 == 0) return what;
    if (what.op == GATHER_ELEMENTS) {
        what.indices_rank = what.data_rank;
        for (int32_t d = 0; d < what.data_rank; d++) {
            const int is_axis = d == what.axis || d == what.axis + what.data_rank;
            if (!is_axis && (manner % 4 == 3 || what.indices_shape[d] > what.data_shape[d] || what.indices_shape[d] < 0))
                what.indices_shape[d] = what.data_shape[d];
        }
    }
    for (int64_t d = 0; d < what.batch_dims && d < what.data_rank && d < what.indices_rank; d++) what.indices_shape[d] = what.data_shape[d];
    if (what.op == GATHER_ND && what.indices_rank > 0) what.indices_shape[what.indices_rank - 1] = take_below(from, 4);
    if (manner / 4 % 8 == 7) make_empty(&what);
    return what;
}

/* Whether the header allows the call. */
static int is_valid(const gather_call *call)
{
    const strew_tensor *const data = call->data, *const indices = call->indices;
    const gather_profile_row *const row = find_gather_profile(call->options->profile);
    const int has_axis = call->op != GATHER_ND;
    const int64_t r = data->rank, q = indices->rank, axis = call->axis < 0 ? call->axis + r : call->axis;
    int64_t shape[STREW_MAX_RANK], b = call->batch_dims;

    if (!reference_size(data->dtype) || !reference_is_index(indices->dtype)) return 0;
    if (call->options->profile != STREW_PROFILE_NONE && (!row || strcmp(row->operator_name, gather_operator_name(call->op)) != 0 ||
                                                         !has_word(row->indices, reference_dtype_name(indices->dtype)) ||
                                                         !has_word(row->dtypes, reference_dtype_name(data->dtype)) || r < 1))
        return 0;
    if (!reference_full_bytes(data) || !reference_full_bytes(indices)) return 0;
    if (has_axis && (r < 1 || axis < 0 || axis >= r)) return 0;
    if (call->op != GATHER && q < 1) return 0;
    if (call->op == GATHER_ELEMENTS) {
        if (q != r) return 0;
        for (int64_t d = 0; d < r; d++) {
            if (d != axis && indices->shape[d] > data->shape[d]) return 0;
        }
    } else {
        const int64_t of_indices = call->op == GATHER ? q : q - 1, of_data = call->op == GATHER ? axis : r;
        if (row && !row->has_batch_dims && b != 0) return 0;
        if (b < 0 && (call->op == GATHER_ND || b < -q)) return 0;
        if (b < 0) b += q;
        if (b > of_indices || b > of_data) return 0;
        for (int64_t d = 0; d < b; d++) {
            if (indices->shape[d] != data->shape[d]) return 0;
        }
        if (call->op == GATHER_ND && indices->shape[q - 1] > r - b) return 0;
    }
    const int64_t k = call->op == GATHER_ND ? indices->shape[q - 1] : 1, first = call->op == GATHER_ND ? b : axis;
    int has_tuples = 1, has_empty = 0;
    for (int64_t d = 0; d < (call->op == GATHER_ND ? q - 1 : q); d++) has_tuples &= indices->shape[d] != 0;
    for (int64_t c = 0; c < k; c++) has_empty |= data->shape[first + c] == 0;
    if (call->options->policy == STREW_POLICY_CLAMP && has_tuples && has_empty) return 0;
    return reference_full_bytes(&(strew_tensor){data->dtype, gather_shape(call, shape), shape, NULL, NULL}) != 0;
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static int fits(const gather_call *call)
{
    int64_t shape[STREW_MAX_RANK];
    const strew_tensor output = {call->data->dtype, gather_shape(call, shape), shape, NULL, NULL};

    return reference_full_bytes(call->data) < CAPACITY / 4 && reference_elements(call->indices) < CAPACITY / 32 &&
           reference_full_bytes(&output) < CAPACITY / 4;
}

static void run(gathering *gathering, gather *what, bytes *from)
{
    static const strew_policy safe[] = {STREW_POLICY_ERROR, STREW_POLICY_TRUSTED};
    const unsigned isa = take_byte(from), n_wrong = take_below(from, 3);
    const int is_rejected = what->options.policy == safe[0] || what->options.policy == safe[1];
    const gather_profile_row *const row = find_gather_profile(what->options.profile);
    strew_isa isas[MAX_ISAS];
    size_t n_threads = 1 + take_below(from, 5);
    const strew_isa chosen = isas[isa % runnable_isas(isas)];
    unsigned char element[REFERENCE_LARGEST_ELEMENT];
    reference_position position;
    strew_fault fault;
    strew_plan plan;

    gathering->random = take_pair(from);
    for (size_t i = 0; i < sizeof element; i++) element[i] = (unsigned char)random_next(&gathering->random);
    if (isa / 128 && !(row && row->fills && what->options.policy == STREW_POLICY_ERROR)) what->options.fill = element;
    gathering_draw(gathering, what, what->options.policy == STREW_POLICY_TRUSTED ? 0 : n_wrong);
    const int is_out_of_bounds = gather_is_out_of_bounds(&gathering->call, &position);
    if (is_out_of_bounds && what->options.policy == STREW_POLICY_TRUSTED) return;
    if (is_out_of_bounds && is_rejected && !(row && row->fills)) {
        require(gathering_is_rejected(gathering, chosen, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault),
                "an index out of bounds is not rejected");
        require(reference_is_position(&fault, &position), "the fault names another index");
        return;
    }
    gathering_expect(gathering);
    require(gathering_works(gathering, chosen), "the result is another");
    require(plan_gather_call(&plan, &gathering->call, NULL) == STREW_OK, "a plan is not made again");
    const strew_resources resources = STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = (int32_t)n_threads, .wake_ns = 1);
    require(gathering_run(gathering, &plan, &resources), "the result on threads is another");
    require(gathering_run_prepared(gathering, &plan, &resources), "the prepared result on threads is another");
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static gathering gathering;
    bytes from = {input, size};
    gather what = take_gather(&from);
    const strew_tensor data = {what.dtype, what.data_rank, what.data_shape, NULL, NULL};
    const strew_tensor indices = {what.index_dtype, what.indices_rank, what.indices_shape, NULL, NULL};
    const gather_call call = {what.op, &data, &indices, what.axis, what.batch_dims, &what.options};
    strew_plan plan;
    strew_fault fault;

    if (!gathering.expected) gathering = gathering_open(CAPACITY, 1);
    const strew_status status = plan_gather_call(&plan, &call, &fault);
    require(fault.status == status, "the fault has another status");
    require((status == STREW_OK) == is_valid(&call), status == STREW_OK ? "planned, but not valid" : "valid, but rejected");
    if (status == STREW_OK && fits(&call)) run(&gathering, &what, &from);
    return 0;
}
