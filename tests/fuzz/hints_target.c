/* A fuzz target: any bytes become a scatter of rows, or of rows of a table, with hints that hold or not, an arg, and often hostile indices.
 * What it writes is compared with a loop; what must be rejected writes nothing; and where a hint is trusted in vain, nothing but output and
 * arg is written. */
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

enum { CAPACITY = 1 << 18, MAX_SLICES = 700, MAX_TUPLES = 700, MAX_ROWS = 9, MAX_WIDTH = 70, PATTERN = 0x5a };

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "hints: %s\n", what);
    abort();
}

typedef struct scatter {
    strew_dtype dtype, indices_dtype, rows_dtype, arg; /* the last: 0 for none */
    strew_reduction reduction;
    strew_options options;
    int has_rows;
    int64_t n, n_tuples, n_updates, width;
    int64_t indices[MAX_TUPLES], rows[MAX_TUPLES];
} scatter;

static guarded output, updates, indices, rows, workspace, args;
static unsigned char expected[4 * CAPACITY], old[4 * CAPACITY];
static int64_t winners[MAX_SLICES * MAX_WIDTH];

static void take_call(bytes *from, scatter *to)
{
    static const strew_reduction reductions[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_MIN, STREW_REDUCTION_MAX, STREW_REDUCTION_ADD};
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_DTYPE_INT64,   STREW_DTYPE_UINT8,
                                         STREW_DTYPE_BOOL,    STREW_DTYPE_INT32,   STREW_DTYPE_FLOAT64, STREW_DTYPE_COMPLEX64};
    static const int64_t widths[] = {1, 1, 2, 5, 16, 33, 64, 70};
    const unsigned manner = take_byte(from), more = take_byte(from);
    memset(to, 0, sizeof *to);
    to->dtype = dtypes[manner % 8];
    to->reduction = reductions[manner / 8 % 4];
    to->has_rows = manner / 32 % 2;
    to->options = (strew_options)STREW_OPTIONS(.unique = (strew_hint)(more % 3), .sorted = (strew_hint)(more / 3 % 3));
    if (more / 9 % 2) to->options.policy = STREW_POLICY_SKIP;
    if (to->has_rows && more / 18 % 2) to->options.update_policy = STREW_POLICY_SKIP;
    if (to->reduction != STREW_REDUCTION_ADD) to->arg = manner / 64 % 2 ? STREW_DTYPE_INT64 : manner / 128 ? STREW_DTYPE_INT32 : 0;
    to->indices_dtype = reference_index_dtypes[take_below(from, REFERENCE_INDEX_DTYPES)];
    to->rows_dtype = reference_index_dtypes[take_below(from, REFERENCE_INDEX_DTYPES)];
    to->width = widths[take_below(from, 8)];
    const unsigned kind = take_byte(from), longer = take_byte(from);
    to->n = kind % 16 == 15 ? MAX_SLICES - (int64_t)take_below(from, 100) : 1 + kind % 13;
    to->n_tuples = longer % 8 == 7 ? MAX_TUPLES - (int64_t)take_below(from, 200) : longer % 32;
    to->n_updates = to->has_rows ? 1 + (int64_t)take_below(from, MAX_ROWS) : to->n_tuples;
}

static int64_t after_writing(strew_dtype dtype, int64_t value)
{
    unsigned char element[8];
    reference_write_integer(dtype, element, (uint64_t)value);
    return reference_read_index(dtype, element);
}

/* Indices that ascend or do not, some of which are hostile: as the type holds them. */
static void take_indices(bytes *from, scatter *to)
{
    const unsigned order = take_byte(from), hostility = take_byte(from);
    uint64_t random = take_pair(from);
    int64_t at = 0;
    for (int64_t t = 0; t < to->n_tuples; t++) {
        if (order % 2) at += (int64_t)random_below(&random, 2) + order / 2 % 2;
        if (order % 2 == 0) at = (int64_t)random_below(&random, (uint64_t)to->n);
        const int64_t drawn = order % 4 == 2 ? at - to->n : at < to->n ? at : to->n - 1;
        const int is_hostile = hostility > 200 && random_below(&random, 64) == 0;
        to->indices[t] = after_writing(to->indices_dtype, is_hostile ? take_number(from) : drawn);
        const int is_hostile_row = hostility % 8 > 5 && random_below(&random, 64) == 0;
        const int64_t row = (int64_t)random_below(&random, (uint64_t)to->n_updates);
        to->rows[t] = after_writing(to->rows_dtype, is_hostile_row ? take_number(from) : row);
    }
}

/* Where an index or a row is; -1 if a policy passes it over, -2 if it must be rejected. */
static int64_t place_of(int64_t given, int64_t n, strew_policy policy)
{
    const int64_t place = given < 0 && given >= -n ? given + n : given;
    return place >= 0 && place < n ? place : policy == STREW_POLICY_SKIP ? -1 : -2;
}

/* What must come of the call: of the statuses, what is out of bounds of data comes first. */
typedef struct verdict {
    int is_out_of_bounds, has_wrong_row, falls, repeats;
} verdict;

static verdict reduce(const scatter *of)
{
    static unsigned char is_named[MAX_SLICES];
    verdict found = {0, 0, 0, 0};
    const size_t size = reference_size(of->dtype), width = (size_t)of->width;
    int64_t before = -1;
    memcpy(expected, old, (size_t)of->n * width * size);
    memset(winners, 0xff, (size_t)of->n * width * sizeof *winners);
    memset(is_named, 0, sizeof is_named);
    for (int64_t t = 0; t < of->n_tuples; t++) {
        const int64_t s = place_of(of->indices[t], of->n, of->options.policy),
                      row = of->has_rows ? place_of(of->rows[t], of->n_updates, of->options.update_policy) : t;
        if (s == -1 || row == -1) continue; /* what one side passes over is not checked on the other */
        found.is_out_of_bounds |= s == -2;
        found.has_wrong_row |= row == -2;
        if (s < 0) continue;
        found.falls |= s < before;
        found.repeats |= is_named[s];
        before = s;
        is_named[s] = 1;
        if (row < 0) continue;
        for (size_t i = 0; i < width; i++) {
            unsigned char last[64], *const to = expected + ((size_t)s * width + i) * size;
            const unsigned char *const update = updates.bytes + ((size_t)row * width + i) * size;
            memcpy(last, to, size);
            if (of->dtype == STREW_DTYPE_BOOL) last[0] = last[0] != 0;
            if (of->reduction == STREW_REDUCTION_NONE) {
                memcpy(to, update, size);
            } else {
                reference_combine_nan(of->dtype, of->reduction, STREW_NAN_WINS, to, update);
            }
            const int wins = of->reduction == STREW_REDUCTION_NONE || !is_same_element(of->dtype, last, to, SAME_ZERO);
            if (wins) winners[(size_t)s * width + i] = t;
        }
    }
    return found;
}

static void place_integers(guarded *to, strew_dtype dtype, const int64_t *values, int64_t n, bytes *from)
{
    const size_t size = reference_size(dtype);
    guarded_place(to, (size_t)n * size, (placement)take_below(from, 2), take_below(from, 64));
    for (int64_t i = 0; i < n; i++) reference_write_integer(dtype, to->bytes + (size_t)i * size, (uint64_t)values[i]);
}

static void require_result(const scatter *of)
{
    const size_t size = reference_size(of->dtype), n_output = (size_t)(of->n * of->width);
    for (size_t i = 0; i < n_output; i++) {
        require(is_same_element(of->dtype, output.bytes + i * size, expected + i * size, SAME_ZERO), "the result is another");
        if (of->arg == 0) continue;
        require(reference_read_index(of->arg, args.bytes + i * reference_size(of->arg)) == winners[i], "another tuple has won");
    }
}

static void run(scatter *of, const strew_plan *plan, bytes *from)
{
    const size_t size = reference_size(of->dtype), n_output = (size_t)(of->n * of->width), n_updates = (size_t)(of->n_updates * of->width);
    const size_t n_args = of->arg != 0 ? n_output * reference_size(of->arg) : 0;
    take_indices(from, of);
    place_integers(&indices, of->indices_dtype, of->indices, of->n_tuples, from);
    place_integers(&rows, of->rows_dtype, of->rows, of->has_rows ? of->n_tuples : 0, from);
    guarded_place(&updates, n_updates * size, (placement)take_below(from, 2), take_below(from, 64));
    uint64_t random = take_pair(from);
    fill(of->dtype, updates.bytes, n_updates, ORDINARY, &random);
    fill(of->dtype, old, n_output, ORDINARY, &random);
    const verdict found = reduce(of);
    const int is_violated =
                  (found.falls && of->options.sorted == STREW_HINT_CHECKED) || (found.repeats && of->options.unique == STREW_HINT_CHECKED),
              is_undefined =
                  (found.falls && of->options.sorted == STREW_HINT_TRUSTED) || (found.repeats && of->options.unique == STREW_HINT_TRUSTED);
    const int32_t n_threads = 1 + (int32_t)take_below(from, 7);
    for (int way = 0; way < 2; way++) {
        const size_t n_bytes = strew_plan_workspace_size(plan, way ? n_threads : 1);
        strew_resources resources =
            STREW_RESOURCES(.n_threads = way ? n_threads : 1, .parallel_for = way ? on_one_thread : NULL, .wake_ns = 1);
        strew_fault fault;
        guarded_place(&output, n_output * size, (placement)way, 0);
        guarded_place(&args, n_args, (placement)!way, 0);
        memcpy(output.bytes, old, n_output * size);
        memset(args.bytes, PATTERN, n_args);
        require(n_bytes <= CAPACITY, "the workspace is large");
        resources.workspace = guarded_place(&workspace, n_bytes, FLUSH_END, 0);
        resources.workspace_bytes = n_bytes;
        const strew_buffers buffers =
            STREW_BUFFERS(.output = output.bytes, .data = output.bytes, .indices = indices.bytes, .updates = updates.bytes,
                          .update_indices = of->has_rows ? rows.bytes : NULL, .arg = of->arg != 0 ? args.bytes : NULL);
        const strew_status status = strew_run(plan, &buffers, &resources, &fault);
        require(fault.status == status, "the fault has another status");
        const int is_hint = status == STREW_STATUS_NOT_SORTED || status == STREW_STATUS_NOT_UNIQUE,
                  is_bound = status == STREW_STATUS_INDEX_OUT_OF_BOUNDS;
        const int may_be_hint = is_hint && is_violated && of->options.update_policy == STREW_POLICY_SKIP; /* both are wrong */
        if (found.is_out_of_bounds) require(is_bound || may_be_hint, "run, or another fault, out of bounds");
        /* Where tuples are trusted to be sorted, those that name the same slice are looked for next to each other. */
        const int may_be_missed = found.falls && of->options.sorted == STREW_HINT_TRUSTED;
        if (!found.is_out_of_bounds && is_violated && !may_be_missed)
            require(is_hint || (is_bound && found.has_wrong_row), "a wrong hint is not told");
        if (!found.is_out_of_bounds && !is_violated && found.has_wrong_row) require(is_bound, "run, or another fault, of a wrong row");
        if (!found.is_out_of_bounds && !is_violated && !found.has_wrong_row) require(status == STREW_OK, "not run");
        if (status == STREW_OK && !is_undefined) require_result(of);
        for (size_t i = 0; i < n_output * size && status != STREW_OK; i++)
            require(output.bytes[i] == old[i], "rejected, but output has changed");
        for (size_t i = 0; i < n_args && status != STREW_OK; i++) require(args.bytes[i] == PATTERN, "rejected, but arg has changed");
        require(guarded_is_intact(&output) && guarded_is_intact(&workspace) && guarded_is_intact(&args), "bytes beside were written");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static guarded *const all[] = {&output, &updates, &indices, &rows, &workspace, &args};
    static scatter what;
    bytes from = {input, size};
    strew_plan plan;
    strew_fault fault;
    for (size_t i = 0; i < sizeof all / sizeof *all && !output.bytes; i++)
        *all[sizeof all / sizeof *all - 1 - i] = guarded_open(4 * CAPACITY);
    take_call(&from, &what);
    const int64_t of_output[] = {what.n, what.width}, of_updates[] = {what.n_updates, what.width};
    strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = what.reduction, .options = &what.options,
                                 .data = {what.dtype, 2, of_output}, .updates = {what.dtype, 2, of_updates},
                                 .indices = {.dtype = what.indices_dtype, .rank = 1, .shape = &what.n_tuples});
    if (what.has_rows) call.update_indices = (strew_tensor){.dtype = what.rows_dtype, .rank = 1, .shape = &what.n_tuples};
    if (what.arg != 0) call.arg = (strew_tensor){.dtype = what.arg, .rank = 2, .shape = of_output};
    const strew_status status = strew_plan_call(&plan, &call, &fault);
    require(fault.status == status, "the fault has another status");
    require((status == STREW_OK) == (reference_is_defined(what.dtype, what.reduction) != 0),
            "planned, but not valid, or the other way round");
    if (status == STREW_OK) run(&what, &plan, &from);
    return 0;
}
