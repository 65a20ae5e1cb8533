/* A fuzz target: any bytes become a segment, by offsets or by indices, often with hostile ones, of rows or of a table by hostile indices,
 * and with an arg or without. What it writes is compared with a loop: plain, prepared and shared. What must be rejected writes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "compare.h"
#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { CAPACITY = 1 << 17, MAX_SEGMENTS = 700, MAX_TUPLES = 700, MAX_ROWS = 9, MAX_WIDTH = 5, PATTERN = 0x5a };

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "segment: %s\n", what);
    abort();
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

typedef struct segment {
    strew_dtype dtype, vector_dtype, rows_dtype;
    strew_reduction reduction;
    strew_options options;
    int has_offsets, has_rows, has_weights;
    strew_dtype arg; /* 0: none */
    int64_t n, n_tuples, n_vector, n_updates, width;
    int64_t vector[MAX_SEGMENTS + MAX_TUPLES], rows[MAX_TUPLES], segment_of[MAX_TUPLES]; /* the last: -1 for none */
} segment;

static int64_t take_size(bytes *from, unsigned max, int64_t longest)
{
    const unsigned kind = take_byte(from);
    return kind % 16 == 15 ? longest - (int64_t)take_below(from, 100) : kind % 8 == 7 ? 0 : (int64_t)(kind % max) + 1;
}

static void take_call(bytes *from, segment *to)
{
    const unsigned dtype = take_byte(from), manner = take_byte(from), more = take_byte(from);
    memset(to, 0, sizeof *to);
    to->dtype = (strew_dtype)(1 + dtype % 18);
    to->reduction = (strew_reduction)(STREW_REDUCTION_ADD + manner % 5); /* to max */
    to->vector_dtype = reference_index_dtypes[take_below(from, REFERENCE_INDEX_DTYPES)];
    to->rows_dtype = reference_index_dtypes[take_below(from, REFERENCE_INDEX_DTYPES)];
    to->has_offsets = manner / 8 % 4 != 0;
    to->has_rows = manner / 32 % 2;
    to->has_weights = manner / 64 % 2 && to->dtype != STREW_DTYPE_BOOL;
    to->options = (strew_options)STREW_OPTIONS(.initial = (strew_initial)(more % 3));
    if (to->has_offsets && more / 4 % 2) to->options.offsets_end = STREW_OFFSETS_END_IMPLIED;
    if (to->has_rows && more / 8 % 2) to->options.update_policy = STREW_POLICY_SKIP;
    if (to->has_rows && more / 16 % 2) to->options.update_policy = STREW_POLICY_CLAMP;
    if (to->has_rows && more / 32 % 2) to->options.update_negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    const int is_ordered = to->reduction == STREW_REDUCTION_MIN || to->reduction == STREW_REDUCTION_MAX;
    if (is_ordered && more / 64 % 2) to->arg = more / 128 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
    if (to->arg != 0 && manner % 3 == 0) to->options.arg_rule = STREW_ARG_RULE_LAST;
    to->n = take_size(from, 12, MAX_SEGMENTS - 1);
    to->n_tuples = take_size(from, 30, MAX_TUPLES);
    to->width = (int64_t)take_below(from, MAX_WIDTH);
    to->n_updates = to->has_rows ? 1 + (int64_t)take_below(from, MAX_ROWS) : to->n_tuples;
    const int is_implied = to->options.offsets_end == STREW_OFFSETS_END_IMPLIED;
    to->n_vector = !to->has_offsets ? to->n_tuples : is_implied && to->n != 0 ? to->n : to->n + 1;
    if (to->has_offsets && is_implied && to->n == 0) to->n_vector = 1;
}

static int64_t after_writing(strew_dtype dtype, int64_t value)
{
    unsigned char element[8];
    reference_write_integer(dtype, element, (uint64_t)value);
    return reference_read_index(dtype, element);
}

/* Offsets or indices that ascend, unless the bytes say otherwise: as the type holds them. */
static void take_vector(bytes *from, segment *to)
{
    const int64_t largest = to->has_offsets ? to->n_tuples : to->n - 1;
    const unsigned max_step = 1 + take_below(from, 8), hostility = take_byte(from);
    uint64_t random = take_pair(from);
    int64_t at = to->has_offsets && hostility % 4 == 1 ? 1 : 0;
    for (int64_t i = 0; i < to->n_vector; i++) {
        if (random_below(&random, 2)) at += (int64_t)random_below(&random, max_step);
        if (at > largest) at = largest;
        const int is_hostile = hostility > 200 && random_below(&random, 64) == 0;
        to->vector[i] = after_writing(to->vector_dtype, is_hostile ? take_number(from) : at);
    }
    for (int64_t t = 0; t < to->n_tuples && to->has_rows; t++) {
        const int is_hostile = hostility % 8 > 5 && random_below(&random, 64) == 0;
        const int64_t drawn = (int64_t)random_below(&random, 2 * (uint64_t)to->n_updates) - to->n_updates;
        to->rows[t] = after_writing(to->rows_dtype, is_hostile ? take_number(from) : drawn);
    }
}

/* ---- What must come of it ------------------------------------------------------------------------------------------------------------ */

/* The row of a tuple; -1 if it is passed over, -2 if it must be rejected. */
static int64_t row_of(const segment *of, int64_t t)
{
    const int64_t n = of->n_updates, given = of->has_rows ? of->rows[t] : t;
    const int wraps = of->options.update_negative == STREW_NEGATIVE_WRAPS && given < 0 && given >= -n;
    const int64_t row = wraps ? given + n : given;
    if (row >= 0 && row < n) return row;
    if (of->options.update_policy == STREW_POLICY_CLAMP) return row < 0 ? 0 : n - 1;
    return of->options.update_policy == STREW_POLICY_SKIP ? -1 : -2;
}

/* Whether offsets or indices are right; finds the segment of each tuple. */
static int find_segments(segment *of)
{
    int64_t before = 0;
    for (int64_t t = 0; t < of->n_tuples; t++) of->segment_of[t] = of->has_offsets ? -1 : of->vector[t];
    for (int64_t i = 0; i < of->n_vector; i++) {
        const int64_t value = of->vector[i];
        if (value < 0 || value > of->n_tuples - (of->has_offsets ? 0 : of->n_tuples - of->n + 1)) return 0;
        if (value < before) return 0;
        before = value;
    }
    for (int64_t s = 0; s < of->n && of->has_offsets; s++) {
        const int64_t end = s + 1 < of->n_vector ? of->vector[s + 1] : of->n_tuples;
        for (int64_t t = of->vector[s]; t < end; t++) of->segment_of[t] = s;
    }
    return 1;
}

static guarded output, data, updates, weights, vector, rows, prepared, workspace, args;
static unsigned char expected[CAPACITY], old[CAPACITY];
static int64_t winners[MAX_SEGMENTS * MAX_WIDTH];

/* The loop. A slice without updates is left as it is: whether it has one is in *has_updates. */
static void reduce(const segment *of, unsigned char *has_updates)
{
    const size_t size = reference_size(of->dtype), width = (size_t)of->width;
    memset(has_updates, 0, (size_t)of->n);
    memset(winners, 0xff, (size_t)of->n * width * sizeof *winners);
    for (int64_t t = 0; t < of->n_tuples; t++) {
        const int64_t s = of->segment_of[t], row = s < 0 ? -1 : row_of(of, t);
        for (size_t i = 0; i < width && row >= 0; i++) {
            unsigned char update[64], *const to = expected + ((size_t)s * width + i) * size;
            memcpy(update, updates.bytes + ((size_t)row * width + i) * size, size);
            if (of->has_weights) {
                reference_combine_nan(of->dtype, STREW_REDUCTION_MUL, STREW_NAN_WINS, update, weights.bytes + (size_t)t * size);
            }
            unsigned char before[64];
            int64_t *const winner = winners + (size_t)s * width + i;
            memcpy(before, to, size);
            if (has_updates[s]) {
                if (of->dtype == STREW_DTYPE_BOOL) before[0] = before[0] != 0; /* the first one is moved as it is */
                if (of->dtype == STREW_DTYPE_BOOL) update[0] = update[0] != 0;
                const int is_equal = is_same_element(of->dtype, before, update, SAME_ZERO);
                reference_combine_nan(of->dtype, of->reduction, STREW_NAN_WINS, to, update);
                const int has_won =
                    is_equal ? of->options.arg_rule == STREW_ARG_RULE_LAST : !is_same_element(of->dtype, before, to, SAME_ZERO);
                if (has_won) *winner = t;
            } else {
                memcpy(to, update, size);
                *winner = t;
            }
        }
        if (row >= 0) has_updates[s] = 1;
    }
}

/* What changes nothing: combined with any number it is that number. */
static int is_identity(const segment *of, const unsigned char *element)
{
    static const unsigned char seeds[] = {1, 7, 40, 90};
    for (size_t i = 0; i < sizeof seeds; i++) {
        unsigned char number[64], combined[64];
        uint64_t random = seeds[i];
        fill(of->dtype, number, 1, ORDINARY, &random);
        if (of->dtype == STREW_DTYPE_BOOL) number[0] = i % 2;
        memcpy(combined, of->reduction == STREW_REDUCTION_SUB ? number : element, reference_size(of->dtype));
        reference_combine_nan(of->dtype, of->reduction, STREW_NAN_WINS, combined, of->reduction == STREW_REDUCTION_SUB ? element : number);
        if (!is_same_element(of->dtype, combined, number, ANY_ZERO)) return 0;
    }
    return 1;
}

static void require_output(const segment *of, const unsigned char *has_updates)
{
    static const unsigned char zeros[64];
    const size_t size = reference_size(of->dtype), width = (size_t)of->width;
    for (size_t i = 0; i < (size_t)of->n * width; i++) {
        const unsigned char *const element = output.bytes + i * size;
        if (has_updates[i / width]) {
            require(is_same_element(of->dtype, element, expected + i * size, SAME_ZERO), "the result is another");
        } else if (of->options.initial == STREW_INITIAL_DATA) {
            require(memcmp(element, old + i * size, size) == 0, "an old element is not what it was");
        } else if (of->options.initial == STREW_INITIAL_ZERO) {
            require(memcmp(element, zeros, size) == 0, "a segment without rows is not zero");
        } else {
            require(is_identity(of, element), "a segment without rows is not the identity");
        }
    }
}

static void require_winners(const segment *of)
{
    for (size_t i = 0; i < (size_t)(of->n * of->width) && of->arg != 0; i++) {
        const unsigned char *const element = args.bytes + i * reference_size(of->arg);
        require(reference_read_index(of->arg, element) == winners[i], "another tuple has won");
    }
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static void place_integers(guarded *to, strew_dtype dtype, const int64_t *values, int64_t n, bytes *from)
{
    const size_t size = reference_size(dtype);
    guarded_place(to, (size_t)n * size, (placement)take_below(from, 2), take_below(from, 64));
    for (int64_t i = 0; i < n; i++) reference_write_integer(dtype, to->bytes + (size_t)i * size, (uint64_t)values[i]);
}

static void run(segment *of, const strew_plan *plan, bytes *from)
{
    static unsigned char has_updates[MAX_SEGMENTS];
    const size_t size = reference_size(of->dtype), n_output = (size_t)(of->n * of->width), n_updates = (size_t)(of->n_updates * of->width);
    int is_wrong_row = 0;
    take_vector(from, of);
    place_integers(&vector, of->vector_dtype, of->vector, of->n_vector, from);
    place_integers(&rows, of->rows_dtype, of->rows, of->has_rows ? of->n_tuples : 0, from);
    guarded_place(&updates, n_updates * size, (placement)take_below(from, 2), take_below(from, 64));
    guarded_place(&weights, of->has_weights ? (size_t)of->n_tuples * size : 0, FLUSH_END, 0);
    guarded_place(&data, n_output * size, FLUSH_START, 0);
    uint64_t random = take_pair(from);
    fill(of->dtype, updates.bytes, n_updates, ORDINARY, &random);
    fill(of->dtype, weights.bytes, of->has_weights ? (size_t)of->n_tuples : 0, ORDINARY, &random);
    fill(of->dtype, old, n_output, ORDINARY, &random);
    memcpy(data.bytes, old, n_output * size);
    const int is_right = find_segments(of);
    for (int64_t t = 0; t < of->n_tuples && is_right; t++) is_wrong_row |= of->segment_of[t] >= 0 && row_of(of, t) == -2;
    if (is_right && !is_wrong_row) reduce(of, has_updates);
    const int32_t n_threads = 1 + (int32_t)take_below(from, 7);
    for (int way = 0; way < 4; way++) {
        const int is_prepared = way / 2, is_shared = way % 2, is_in_place = of->options.initial == STREW_INITIAL_DATA && way % 2;
        const size_t n_bytes = is_shared ? strew_plan_workspace_size(plan, n_threads) : 0;
        strew_resources resources = STREW_RESOURCES(.n_threads = n_threads, .parallel_for = is_shared ? on_one_thread : NULL, .wake_ns = 1);
        strew_fault fault;
        strew_buffers buffers = STREW_BUFFERS(.updates = updates.bytes, .update_indices = of->has_rows ? rows.bytes : NULL,
                                              .weights = of->has_weights ? weights.bytes : NULL);
        const void **const at = of->has_offsets ? &buffers.offsets : &buffers.indices;
        guarded_place(&output, n_output * size, (placement)(way % 2), 0);
        memset(output.bytes, PATTERN, n_output * size);
        if (is_in_place) memcpy(output.bytes, old, n_output * size);
        const size_t n_args = of->arg != 0 ? n_output * reference_size(of->arg) : 0;
        guarded_place(&args, n_args, (placement)((way + 1) % 2), 0);
        memset(args.bytes, PATTERN, n_args);
        buffers.output = output.bytes;
        if (of->arg != 0) buffers.arg = args.bytes;
        if (of->options.initial == STREW_INITIAL_DATA) buffers.data = is_in_place ? output.bytes : data.bytes;
        resources.workspace = guarded_place(&workspace, n_bytes <= CAPACITY ? n_bytes : 0, FLUSH_END, 0);
        resources.workspace_bytes = n_bytes <= CAPACITY ? n_bytes : 0;
        *at = vector.bytes;
        strew_status status = STREW_OK;
        guarded_place(&prepared, 0, FLUSH_END, 0);
        if (is_prepared) {
            const size_t needed = strew_plan_prepared_size(plan);
            strew_buffers of_vector = STREW_BUFFERS_INIT;
            require(needed <= CAPACITY, "prepared memory is large");
            guarded_place(&prepared, needed, FLUSH_END, 0);
            if (of->has_offsets)
                of_vector.offsets = vector.bytes;
            else
                of_vector.indices = vector.bytes;
            status = strew_prepare(plan, &of_vector, prepared.bytes, needed, &fault);
            *at = NULL;
            buffers.prepared = prepared.bytes;
        }
        if (status == STREW_OK) status = strew_run(plan, &buffers, &resources, &fault);
        if (is_right && !is_wrong_row) {
            require(status == STREW_OK, "not run");
            require_output(of, has_updates);
            require_winners(of);
        } else {
            const int is_known =
                status == STREW_STATUS_INDEX_OUT_OF_BOUNDS || (status == STREW_STATUS_NOT_SORTED && !is_right && !of->has_offsets);
            require(is_known, "wrong offsets, indices or rows have another status");
            require(fault.status == status, "the fault has another status");
            for (size_t i = 0; i < n_output * size; i++) {
                require(output.bytes[i] == (is_in_place ? old[i] : PATTERN), "rejected, but output has changed");
            }
            for (size_t i = 0; i < n_args; i++) require(args.bytes[i] == PATTERN, "rejected, but arg has changed");
        }
        require(guarded_is_intact(&output) && guarded_is_intact(&workspace) && guarded_is_intact(&prepared) && guarded_is_intact(&args),
                "bytes beside were written");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static guarded *const all[] = {&output, &data, &updates, &weights, &vector, &rows, &prepared, &workspace, &args};
    static segment what;
    bytes from = {input, size};
    strew_plan plan;
    strew_fault fault;
    for (size_t i = 0; i < sizeof all / sizeof *all && !output.bytes; i++) *all[sizeof all / sizeof *all - 1 - i] = guarded_open(CAPACITY);
    take_call(&from, &what);
    const int64_t of_output[] = {what.n, what.width}, of_updates[] = {what.n_updates, what.width};
    strew_call call = STREW_CALL(.op = STREW_OPERATOR_SEGMENT, .reduction = what.reduction, .options = &what.options,
                                 .data = {what.dtype, 2, of_output}, .updates = {what.dtype, 2, of_updates});
    const strew_tensor of_vector = {.dtype = what.vector_dtype, .rank = 1, .shape = &what.n_vector};
    if (what.has_offsets)
        call.offsets = of_vector;
    else
        call.indices = of_vector;
    if (what.has_rows) call.update_indices = (strew_tensor){.dtype = what.rows_dtype, .rank = 1, .shape = &what.n_tuples};
    if (what.has_weights) call.weights = (strew_tensor){.dtype = what.dtype, .rank = 1, .shape = &what.n_tuples};
    if (what.arg != 0) call.arg = (strew_tensor){.dtype = what.arg, .rank = 2, .shape = of_output};
    const strew_status status = strew_plan_call(&plan, &call, &fault);
    require(fault.status == status, "the fault has another status");
    const int is_complex = what.dtype == STREW_DTYPE_COMPLEX64 || what.dtype == STREW_DTYPE_COMPLEX128;
    const int is_ordered = what.reduction == STREW_REDUCTION_MIN || what.reduction == STREW_REDUCTION_MAX;
    const int lacks_identity = what.options.initial == STREW_INITIAL_IDENTITY && is_complex && is_ordered;
    const int is_defined = reference_is_defined(what.dtype, what.reduction);
    require((status == STREW_OK) == (is_defined && !lacks_identity), "planned, but not valid, or the other way round");
    if (status == STREW_OK) run(&what, &plan, &from);
    return 0;
}
