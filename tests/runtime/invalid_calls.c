#include "invalid_calls.h"

#include "fault.h"
#include "operators.h"
#include "profiles.h"
#include "testing.h"

#define BIT(n) (INT64_C(1) << (n))

static int expect(bad_call *bad, strew_status status)
{
    bad->expected = (strew_fault){.status = status};
    return 1;
}

static int expect_fault(bad_call *bad, strew_fault fault, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int expect_fault(bad_call *bad, strew_fault fault, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(bad->sentence_parts, sizeof bad->sentence_parts, format, arguments);
    va_end(arguments);
    bad->expected = fault;
    return 1;
}

static int is_along_axis(const bad_call *bad)
{
    return bad->call.op != REFERENCE_ND;
}

static const char *const names[ARGUMENTS] = {"data", "indices", "updates", "output"};

static strew_tensor *tensor_of(bad_call *bad, size_t argument)
{
    strew_tensor *const tensors[] = {&bad->call.data, &bad->call.indices, &bad->call.updates};
    return tensors[argument];
}

static int64_t *shape_of(bad_call *bad, size_t argument)
{
    int64_t *const shapes[] = {bad->call.data_shape, bad->call.indices_shape, bad->call.updates_shape};
    return shapes[argument];
}

static int64_t axis_of(const bad_call *bad)
{
    return bad->call.axis < 0 ? bad->call.axis + bad->call.data.rank : bad->call.axis;
}

/* Components of a tuple. */
static int32_t length_of(const bad_call *bad)
{
    return components_of(bad->call.op, bad->call.indices.rank, bad->call.indices_shape);
}

static int64_t bytes_of(const bad_call *bad, size_t argument)
{
    arguments to;
    const strew_tensor *const tensors[] = {&to.data, &to.indices, &to.updates};

    complete(&bad->call, &to);
    return (int64_t)reference_bytes(tensors[argument]);
}

/* ---- Shapes -------------------------------------------------------------------------------------------------------------------------- */

static int corrupt_rank(bad_call *bad, size_t configuration)
{
    static const int32_t ranks[] = {-1, STREW_MAX_RANK + 1, INT32_MAX, INT32_MIN, 0};
    const size_t argument = configuration / COUNT(ranks);
    const int32_t rank = ranks[configuration % COUNT(ranks)];

    if (argument > UPDATES_ARGUMENT) return -1;
    /* Updates may have rank 0, and so may the indices of scatter_update and the data of scatter_nd: whether they should is another
     * question. */
    if (rank == 0 && (argument == UPDATES_ARGUMENT || (argument == INDICES_ARGUMENT && bad->call.op == REFERENCE_UPDATE) ||
                      (argument == DATA_ARGUMENT && bad->call.op == REFERENCE_ND)))
        return 0;
    for (size_t d = (size_t)tensor_of(bad, argument)->rank; d < SHAPE_ROOM; d++) shape_of(bad, argument)[d] = 1;
    tensor_of(bad, argument)->rank = rank;
    const int low = (argument == DATA_ARGUMENT && is_along_axis(bad)) || (argument == INDICES_ARGUMENT && bad->call.op != REFERENCE_UPDATE);
    return expect_fault(bad, FAULT(RANK_OUT_OF_RANGE, .subject = names[argument], .value = rank, .low = low, .high = STREW_MAX_RANK),
                        "%s|rank|[%d, 64]", names[argument], low);
}

static int corrupt_dimension(bad_call *bad, size_t configuration)
{
    static const int64_t sizes[] = {-1, INT64_MIN, -2};
    const size_t argument = configuration / COUNT(sizes) / MAX_RANK_OF_GOOD;
    const int32_t d = (int32_t)(configuration / COUNT(sizes) % MAX_RANK_OF_GOOD);

    if (argument > UPDATES_ARGUMENT) return -1;
    if (d >= tensor_of(bad, argument)->rank) return 0;
    const int64_t size = shape_of(bad, argument)[d] = sizes[configuration % COUNT(sizes)];
    return expect_fault(bad, FAULT(NEGATIVE_DIMENSION, .subject = names[argument], .dimension = d, .value = size), "%s|negative",
                        names[argument]);
}

/* Counts of elements, hidden behind a zero or not, and counts of bytes whose elements could just be counted. */
static int corrupt_size(bad_call *bad, size_t configuration)
{
    static const int64_t shapes[][3] = {{BIT(32), BIT(32), 2},     {BIT(62), 4, 0}, {0, BIT(62), 4},
                                        {INT64_MAX, INT64_MAX, 2}, {BIT(62), 1, 1}, {INT64_MAX, 1, 0}};
    const size_t argument = configuration / COUNT(shapes), row = configuration % COUNT(shapes);

    if (argument > UPDATES_ARGUMENT) return -1;
    if (row >= 4 && reference_size(tensor_of(bad, argument)->dtype) == 1) return 0; /* of single bytes, so many can be addressed */
    tensor_of(bad, argument)->rank = 3;
    for (size_t d = 0; d < 3; d++) shape_of(bad, argument)[d] = shapes[row][d];
    return expect_fault(bad, FAULT(TOO_LARGE, .subject = names[argument], .high = PTRDIFF_MAX), "%s|bytes", names[argument]);
}

static int corrupt_tuple(bad_call *bad, size_t configuration)
{
    const int64_t lengths[] = {bad->call.data.rank + 1, 64, BIT(32), BIT(32) + 2, INT64_MAX / 8};
    const int32_t last = bad->call.indices.rank - 1;

    if (is_along_axis(bad) || configuration == COUNT(lengths)) return -1;
    for (int32_t d = 0; d < last && lengths[configuration] > 64; d++) bad->call.indices_shape[d] = 0;
    const int64_t length = bad->call.indices_shape[last] = lengths[configuration];
    if (length > PTRDIFF_MAX / 8) return expect(bad, STREW_STATUS_TOO_LARGE);
    const strew_fault fault = FAULT(TUPLE_TOO_LONG, .subject = last == 0 ? "indices" : NULL, .value = length, .high = bad->call.data.rank);
    return expect_fault(bad, fault, "%lld|%d", (long long)length, (int)bad->call.data.rank);
}

static int corrupt_axis(bad_call *bad, size_t configuration)
{
    const int32_t rank = bad->call.data.rank;
    const int64_t axes[] = {rank, -rank - 1, 64, INT64_MAX, INT64_MIN, BIT(32) + rank - 1, -BIT(32) - rank, BIT(31)};

    if (!is_along_axis(bad) || configuration == COUNT(axes)) return -1;
    bad->call.axis = axes[configuration];
    return expect_fault(bad, FAULT(AXIS_OUT_OF_RANGE, .value = axes[configuration], .low = -rank, .high = rank - 1), "axis");
}

static int corrupt_indices_rank(bad_call *bad, size_t configuration)
{
    const int32_t right = bad->call.indices.rank, ranks[] = {right + 1, right - 1, STREW_MAX_RANK};

    if (bad->call.op != REFERENCE_ELEMENTS || configuration == COUNT(ranks)) return -1;
    if (ranks[configuration] == 0) return 0;
    for (size_t d = (size_t)right; d < SHAPE_ROOM; d++) bad->call.indices_shape[d] = 1;
    bad->call.indices.rank = ranks[configuration];
    fit_updates(&bad->call);
    return expect_fault(bad, FAULT(INDICES_RANK_MISMATCH, .value = ranks[configuration], .high = right), "indices|%d", right);
}

/* Any dimension but the axis too long by one or by far, and not hidden by zeros in the others. */
static int corrupt_indices_shape(bad_call *bad, size_t configuration)
{
    const int32_t wrong = (int32_t)(configuration / 3);
    int64_t *const shape = bad->call.indices_shape;

    if (bad->call.op != REFERENCE_ELEMENTS || wrong == bad->call.indices.rank) return -1;
    if (wrong == axis_of(bad)) return 0;
    for (int32_t d = 0; d < bad->call.indices.rank; d++) {
        if (d == wrong)
            shape[d] = configuration % 3 == 2 ? 1 << 20 : bad->call.data_shape[d] + 1;
        else if (configuration % 3 != 0)
            shape[d] = 0;
    }
    fit_updates(&bad->call);
    return expect_fault(bad, FAULT(INDICES_SHAPE_MISMATCH, .dimension = wrong, .value = shape[wrong], .high = bad->call.data_shape[wrong]),
                        "indices|data");
}

static int corrupt_updates_rank(bad_call *bad, size_t configuration)
{
    const int32_t right = bad->call.updates.rank, ranks[] = {right + 1, right - 1, 0, STREW_MAX_RANK};

    if (configuration == COUNT(ranks)) return -1;
    if (ranks[configuration] < 0 || ranks[configuration] == right) return 0;
    for (size_t d = (size_t)right; d < SHAPE_ROOM; d++) bad->call.updates_shape[d] = 1;
    const int32_t rank = bad->call.updates.rank = ranks[configuration];
    /* As if a tuple were many of one index. */
    const int is_column = !is_along_axis(bad) && bad->call.indices.rank == 1 && rank == bad->call.data.rank;
    return expect_fault(bad, FAULT(UPDATES_RANK_MISMATCH, .subject = is_column ? "indices" : NULL, .value = rank, .high = right),
                        "updates|rank|%d", right);
}

static int corrupt_updates_shape(bad_call *bad, size_t configuration)
{
    const int32_t d = (int32_t)(configuration / 4);
    const int64_t right = bad->call.updates_shape[d], sizes[] = {right + 1, right - 1, 0, 2 * right};

    if (d >= bad->call.updates.rank) return -1;
    const int64_t size = bad->call.updates_shape[d] = sizes[configuration % 4];
    return expect_fault(bad, FAULT(UPDATES_SHAPE_MISMATCH, .dimension = d, .value = size, .high = right), "updates");
}

/* Dimensions of size 0 that tuples index. */
static int corrupt_clamp(bad_call *bad, size_t configuration)
{
    const int64_t first = is_along_axis(bad) ? axis_of(bad) : 0;

    if (bad->call.options.policy != STREW_POLICY_CLAMP || (int32_t)configuration == length_of(bad)) return -1;
    const int32_t d = (int32_t)first + (int32_t)configuration;
    bad->call.data_shape[d] = 0;
    return expect_fault(bad, FAULT(CLAMP_TO_EMPTY_DIMENSION, .dimension = d), "dimension|size 0|clamp");
}

/* ---- Types and options --------------------------------------------------------------------------------------------------------------- */

/* Of data alone and of data with updates, of indices, and of updates. */
static int corrupt_dtype(bad_call *bad, size_t configuration)
{
    static const size_t arguments[] = {DATA_ARGUMENT, DATA_ARGUMENT, INDICES_ARGUMENT, UPDATES_ARGUMENT};
    strew_dtype named[REFERENCE_MAX_DTYPES];
    const int numbers[] = {0,
                           (int)reference_dtypes(named) + 1,
                           STREW_DTYPE_OPAQUE_0 - 1,
                           STREW_DTYPE_OPAQUE_0,
                           STREW_DTYPE_OPAQUE_LAST + 1,
                           999,
                           INT32_MAX,
                           -1,
                           INT32_MIN};
    const size_t row = configuration / COUNT(numbers);
    const int number = numbers[configuration % COUNT(numbers)];

    if (row == COUNT(arguments)) return -1;
    assert_null(strew_dtype_name((strew_dtype)number));
    tensor_of(bad, arguments[row])->dtype = (strew_dtype)number;
    if (row == 1) bad->call.updates.dtype = (strew_dtype)number;
    return expect_fault(bad, FAULT(UNKNOWN_DTYPE, .subject = names[arguments[row]], .value = number), "%s|dtype", names[arguments[row]]);
}

static int corrupt_index_dtype(bad_call *bad, size_t configuration)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32,   STREW_DTYPE_FLOAT64,   STREW_DTYPE_FLOAT16,    STREW_DTYPE_BFLOAT16,
                                         STREW_DTYPE_COMPLEX64, STREW_DTYPE_BOOL,      STREW_DTYPE_OPAQUE(1),  STREW_DTYPE_STRING,
                                         STREW_DTYPE_OPAQUE(4), STREW_DTYPE_OPAQUE(8), STREW_DTYPE_COMPLEX128, STREW_DTYPE_FLOAT8E5M2};

    if (configuration == COUNT(dtypes)) return -1;
    const strew_dtype dtype = bad->call.indices.dtype = dtypes[configuration];
    return expect_fault(bad, FAULT(UNSUPPORTED_INDEX_DTYPE, .subject = "indices", .value = (int64_t)dtype), "%s", strew_dtype_name(dtype));
}

static int corrupt_updates_dtype(bad_call *bad, size_t configuration)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32,  STREW_DTYPE_INT32,  STREW_DTYPE_INT64,     STREW_DTYPE_UINT8,
                                         STREW_DTYPE_BFLOAT16, STREW_DTYPE_STRING, STREW_DTYPE_OPAQUE(16)};

    if (configuration == COUNT(dtypes)) return -1;
    if (bad->call.data.dtype == dtypes[configuration]) return 0;
    const strew_dtype dtype = bad->call.updates.dtype = dtypes[configuration], right = bad->call.data.dtype;
    return expect_fault(bad, FAULT(DTYPE_MISMATCH, .subject = "updates", .value = (int64_t)dtype, .high = (int64_t)right),
                        "updates|data|%s|%s", strew_dtype_name(right), strew_dtype_name(dtype));
}

static int corrupt_reduction(bad_call *bad, size_t configuration)
{
    static const int numbers[] = {STREW_REDUCTION_MEAN + 1, STREW_REDUCTION_MEAN + 2, 99, -1, INT32_MAX, INT32_MIN};

    if (configuration == COUNT(numbers)) return -1;
    bad->call.reduction = (strew_reduction)numbers[configuration];
    return expect_fault(bad, FAULT(UNKNOWN_REDUCTION, .value = numbers[configuration]), "reduction");
}

static int corrupt_meaning(bad_call *bad, size_t configuration)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_STRING, STREW_DTYPE_OPAQUE(1), STREW_DTYPE_OPAQUE(4), STREW_DTYPE_OPAQUE(8),
                                         STREW_DTYPE_OPAQUE(64)};

    if (bad->call.reduction == STREW_REDUCTION_NONE || configuration == COUNT(dtypes)) return -1;
    const strew_dtype dtype = dtypes[configuration];
    set_dtype(&bad->call, dtype);
    return expect_fault(bad, FAULT(UNSUPPORTED_REDUCTION, .value = (int64_t)bad->call.reduction, .high = (int64_t)dtype), "%s|%s",
                        strew_dtype_name(dtype), strew_reduction_name(bad->call.reduction));
}

static int corrupt_option(bad_call *bad, size_t configuration)
{
    int n_profiles = 0, n_isas = 1;

    while (strew_profile_name((strew_profile)n_profiles)) n_profiles++;
    while (strew_isa_name((strew_isa)n_isas)) n_isas++;
    const struct {
        const char *subject;
        size_t offset;
        int end;
    } rows[] = {{"options.policy", offsetof(strew_options, policy), STREW_POLICY_CLAMP + 1},
                {"options.negative", offsetof(strew_options, negative), STREW_NEGATIVE_OUT_OF_BOUNDS + 1},
                {"options.nan", offsetof(strew_options, nan), STREW_NAN_LOSES + 1},
                {"options.profile", offsetof(strew_options, profile), n_profiles},
                {"options.isa", offsetof(strew_options, isa), n_isas}};
    const size_t row = configuration % COUNT(rows);
    const int numbers[] = {rows[row].end, rows[row].end + 1, 999, INT32_MAX, -1, INT32_MIN};
    const int number = numbers[configuration / COUNT(rows) % COUNT(numbers)];

    if (configuration == COUNT(rows) * COUNT(numbers)) return -1;
    assert_true(sizeof(strew_policy) == sizeof number && sizeof(strew_isa) == sizeof number);
    memcpy((unsigned char *)&bad->call.options + rows[row].offset, &number, sizeof number);
    return expect_fault(bad, FAULT(UNKNOWN_OPTION, .subject = rows[row].subject, .value = number), "%s|%d", rows[row].subject, number);
}

static int corrupt_isa(bad_call *bad, size_t configuration)
{
    const strew_isa isa = (strew_isa)(configuration + 1);
    const strew_isa_state state = strew_isa_get_state(isa);

    if (!strew_isa_name(isa)) return -1;
    if (state != STREW_ISA_STATE_NOT_BUILT && state != STREW_ISA_STATE_UNSUPPORTED) return 0;
    bad->call.options.isa = isa;
    return expect_fault(bad, FAULT(ISA_UNAVAILABLE, .subject = "options.isa", .value = (int64_t)isa), "options.isa|%s",
                        strew_isa_name(isa));
}

/* Where a profile has one reason to reject, that one it must be. */
static int corrupt_profile(bad_call *bad, size_t configuration)
{
    const call *const call = &bad->call;
    const profile_row *row;
    int n_reasons = 0;

    if (configuration == PROFILE_ROWS) return -1;
    row = &profile_rows[configuration];
    bad->call.options.profile = row->profile;
    if (!profile_has_dtype(row, call->data.dtype)) n_reasons += expect(bad, STREW_STATUS_PROFILE_LACKS_DTYPE);
    if (!profile_has_indices(row, call->indices.dtype)) n_reasons += expect(bad, STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE);
    if (!profile_has_reduction(row, call->reduction)) n_reasons += expect(bad, STREW_STATUS_PROFILE_LACKS_REDUCTION);
    if (row->op != call->op)
        n_reasons += expect_fault(bad, FAULT(PROFILE_LACKS_OPERATOR, .subject = operator_name(call->op), .profile = row->profile), "%s|%s",
                                  row->name, operator_name(call->op));
    return n_reasons == 1;
}

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------- */

/* One pointer, or all to tensors, to shapes or to values. Of several it depends on the form which is named. */
static int corrupt_pointer(bad_call *bad, size_t configuration)
{
    enum { TENSORS = 3, SHAPES = 3, VALUES = 4, POINTERS = TENSORS + SHAPES + VALUES };
    static const char *const subjects[POINTERS] = {"data", "indices", "updates", "shape of data", "shape of indices", "shape of updates",
                                                   "data", "indices", "updates", "output"};
    static const int all[] = {7, 7 << TENSORS, 15 << (TENSORS + SHAPES)};
    strew_fault fault = {.status = STREW_STATUS_NULL_POINTER};
    int missing;

    if (configuration == POINTERS + COUNT(all)) return -1;
    missing = configuration < POINTERS ? 1 << configuration : all[configuration - POINTERS];
    bad->no_tensor = missing & 7;
    bad->no_shape = missing >> TENSORS & 7;
    bad->no_values = missing >> (TENSORS + SHAPES);
    /* What has no dimensions has no shape, and what has no bytes has no values. */
    if ((bad->no_shape == 2 && bad->call.indices.rank == 0) || (bad->no_shape == 4 && bad->call.updates.rank == 0)) return 0;
    if (bad->no_values == 2 && bytes_of(bad, INDICES_ARGUMENT) == 0) return 0;
    if (configuration >= POINTERS) return expect(bad, fault.status);
    fault.subject = subjects[configuration];
    if (bad->no_values == 0) return expect_fault(bad, fault, "%s|NULL", fault.subject);
    fault.value = bytes_of(bad, bad->no_values == 2 ? INDICES_ARGUMENT : bad->no_values == 4 ? UPDATES_ARGUMENT : DATA_ARGUMENT);
    return expect_fault(bad, fault, "%s|NULL|%lld", fault.subject, (long long)fault.value);
}

/* By one byte at either end, by all but one, all, and some. Data may be output, but nothing else may. */
static int corrupt_overlap(bad_call *bad, size_t configuration)
{
    static const size_t arguments[] = {DATA_ARGUMENT, INDICES_ARGUMENT, UPDATES_ARGUMENT};
    const size_t argument = arguments[configuration / 7 % COUNT(arguments)];
    const int64_t output = bytes_of(bad, DATA_ARGUMENT), own = bytes_of(bad, argument);
    const int64_t distances[] = {0, 1, -1, output - 1, 1 - own, output / 2, -own / 2};
    const int64_t distance = distances[configuration % COUNT(distances)];
    int64_t common;

    if (configuration == COUNT(arguments) * COUNT(distances)) return -1;
    if (own == 0 || distance >= output || distance + own <= 0 || (distance == 0 && argument == DATA_ARGUMENT)) return 0;
    bad->overlapped = (int)argument + 1;
    bad->distance = distance;
    common = (distance + own < output ? distance + own : output) - (distance > 0 ? distance : 0);
    return expect_fault(bad, FAULT(OUTPUT_OVERLAP, .subject = names[argument], .value = common), "output|overlap|byte");
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* Changes the first, the last or some index, of a dimension of size *size; returns 0 if there are no indices. */
static int choose_position(bad_call *bad, size_t which, int64_t *size)
{
    const int64_t n = bytes_of(bad, INDICES_ARGUMENT) / (int64_t)reference_size(bad->call.indices.dtype), positions[] = {0, n - 1, n / 2};

    if (n == 0) return 0;
    bad->has_index = 1;
    bad->position = positions[which];
    *size = bad->call.data_shape[is_along_axis(bad) ? axis_of(bad) : bad->position % length_of(bad)];
    return 1;
}

/* The profile is the reason if there is a row. */
static int expect_index(bad_call *bad, int64_t low, int64_t high, const profile_row *row)
{
    const int32_t component = (int32_t)(bad->position % length_of(bad));
    const strew_fault fault = {.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                               .dimension = is_along_axis(bad) ? (int32_t)axis_of(bad) : component,
                               .component = component,
                               .tuple = bad->position / length_of(bad),
                               .value = bad->index,
                               .low = low,
                               .high = high,
                               .profile = row ? row->profile : STREW_PROFILE_NONE};

    return expect_fault(bad, fault, "outside [%lld, %lld]|%s|%s", (long long)low, (long long)high, row ? row->name : "",
                        row ? "negative" : "");
}

/* The narrow ones come first. */
static int corrupt_index(bad_call *bad, size_t configuration)
{
    enum { NARROW = 6, ALL = 13 };
    const size_t n_values = bad->call.indices.dtype == STREW_DTYPE_INT32 ? NARROW : ALL;
    int64_t size;

    if (bad->call.options.policy != STREW_POLICY_ERROR || configuration == 3 * n_values) return -1;
    if (!choose_position(bad, configuration / n_values, &size)) return -1;
    bad->index = ((const int64_t[ALL]){size, -size - 1, 100, -100, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, BIT(32), BIT(31), -BIT(32),
                                       BIT(32) + size - 1, BIT(62) + 1})[configuration % n_values];
    return expect_index(bad, bad->call.options.negative == STREW_NEGATIVE_WRAPS ? -size : 0, size - 1, NULL);
}

/* Where none wraps, because of the profile or else of the option; and with such a profile one that is too large, which is no reason of the
 * profile's. */
static int corrupt_negative_index(bad_call *bad, size_t configuration)
{
    enum { VALUES = 4 };
    const size_t who = configuration / VALUES / 3;
    const profile_row *row = NULL;
    int64_t size;

    if (bad->call.options.policy != STREW_POLICY_ERROR || who > PROFILE_ROWS) return -1;
    if (who < PROFILE_ROWS) {
        const call *const call = &bad->call;
        row = &profile_rows[who];
        if (row->op != call->op || !profile_has_dtype(row, call->data.dtype) || !profile_has_indices(row, call->indices.dtype) ||
            !profile_has_reduction(row, call->reduction))
            return 0;
        bad->call.options.profile = row->profile;
    }
    if (!row || row->wraps) bad->call.options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    if (!choose_position(bad, configuration / VALUES % 3, &size)) return 0;
    bad->index = ((const int64_t[VALUES]){-1, -3, INT32_MIN, size})[configuration % VALUES];
    return expect_index(bad, 0, size - 1, row && !row->wraps && bad->index < 0 ? row : NULL);
}

/* ---- The table ----------------------------------------------------------------------------------------------------------------------- */

const corrupter corrupters[] = {
    {.name = "a rank out of range", .corrupt = corrupt_rank},
    {.name = "a negative dimension", .corrupt = corrupt_dimension},
    {.name = "too many elements or bytes", .corrupt = corrupt_size},
    {.name = "a tuple too long", .corrupt = corrupt_tuple},
    {.name = "an axis out of range", .corrupt = corrupt_axis},
    {.name = "indices of a wrong rank", .corrupt = corrupt_indices_rank},
    {.name = "indices that do not fit data", .corrupt = corrupt_indices_shape},
    {.name = "updates of a wrong rank", .corrupt = corrupt_updates_rank},
    {.name = "updates of a wrong shape", .corrupt = corrupt_updates_shape},
    {.name = "nothing to clamp to", .corrupt = corrupt_clamp},
    {.name = "an unknown dtype", .corrupt = corrupt_dtype},
    {.name = "indices of another dtype", .corrupt = corrupt_index_dtype},
    {.name = "updates of another dtype", .corrupt = corrupt_updates_dtype},
    {.name = "an unknown reduction", .corrupt = corrupt_reduction},
    {.name = "a reduction without meaning", .corrupt = corrupt_meaning},
    {.name = "an unknown option", .corrupt = corrupt_option},
    {.name = "an instruction set that cannot be used", .corrupt = corrupt_isa, .may_find_none = 1}, /* where a build's are all there */
    {.name = "a profile that does not allow it", .corrupt = corrupt_profile},
    {.name = "a missing pointer", .corrupt = corrupt_pointer},
    {.name = "an overlap", .corrupt = corrupt_overlap},
    {.name = "an index out of bounds", .corrupt = corrupt_index},
    {.name = "a negative index that does not wrap", .corrupt = corrupt_negative_index},
};
const size_t n_corrupters = COUNT(corrupters);
