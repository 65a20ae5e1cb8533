#include "invalid_calls.h"

#include "operators.h"
#include "profiles.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define BIT(n) (INT64_C(1) << (n))

static int expect(bad_call *bad, strew_status status)
{
    bad->expected = status;
    return 1;
}

static int is_along_axis(const bad_call *bad)
{
    return bad->call.op != REFERENCE_ND;
}

static strew_tensor *tensor_of(bad_call *bad, size_t argument)
{
    return argument == DATA_ARGUMENT ? &bad->call.data : argument == INDICES_ARGUMENT ? &bad->call.indices : &bad->call.updates;
}

static int64_t *shape_of(bad_call *bad, size_t argument)
{
    return argument == DATA_ARGUMENT      ? bad->call.data_shape
           : argument == INDICES_ARGUMENT ? bad->call.indices_shape
                                          : bad->call.updates_shape;
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
    return expect(bad, STREW_STATUS_RANK_OUT_OF_RANGE);
}

static int corrupt_dimension(bad_call *bad, size_t configuration)
{
    static const int64_t sizes[] = {-1, INT64_MIN, -2};
    const size_t argument = configuration / COUNT(sizes) / MAX_RANK_OF_GOOD;
    const int32_t d = (int32_t)(configuration / COUNT(sizes) % MAX_RANK_OF_GOOD);

    if (argument > UPDATES_ARGUMENT) return -1;
    if (d >= tensor_of(bad, argument)->rank) return 0;
    shape_of(bad, argument)[d] = sizes[configuration % COUNT(sizes)];
    return expect(bad, STREW_STATUS_NEGATIVE_DIMENSION);
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
    return expect(bad, STREW_STATUS_TOO_LARGE);
}

static int corrupt_tuple(bad_call *bad, size_t configuration)
{
    const int64_t lengths[] = {bad->call.data.rank + 1, 64, BIT(32), BIT(32) + 2, INT64_MAX / 8};
    const int32_t last = bad->call.indices.rank - 1;

    if (is_along_axis(bad) || configuration == COUNT(lengths)) return -1;
    for (int32_t d = 0; d < last && lengths[configuration] > 64; d++) bad->call.indices_shape[d] = 0;
    bad->call.indices_shape[last] = lengths[configuration];
    return expect(bad, lengths[configuration] <= PTRDIFF_MAX / 8 ? STREW_STATUS_TUPLE_TOO_LONG : STREW_STATUS_TOO_LARGE);
}

static int corrupt_axis(bad_call *bad, size_t configuration)
{
    const int32_t rank = bad->call.data.rank;
    const int64_t axes[] = {rank, -rank - 1, 64, INT64_MAX, INT64_MIN, BIT(32) + rank - 1, -BIT(32) - rank, BIT(31)};

    if (!is_along_axis(bad) || configuration == COUNT(axes)) return -1;
    bad->call.axis = axes[configuration];
    return expect(bad, STREW_STATUS_AXIS_OUT_OF_RANGE);
}

static int corrupt_indices_rank(bad_call *bad, size_t configuration)
{
    const int32_t right = bad->call.indices.rank, ranks[] = {right + 1, right - 1, STREW_MAX_RANK};

    if (bad->call.op != REFERENCE_ELEMENTS || configuration == COUNT(ranks)) return -1;
    if (ranks[configuration] == 0) return 0;
    for (size_t d = (size_t)right; d < SHAPE_ROOM; d++) bad->call.indices_shape[d] = 1;
    bad->call.indices.rank = ranks[configuration];
    fit_updates(&bad->call);
    return expect(bad, STREW_STATUS_INDICES_RANK_MISMATCH);
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
    return expect(bad, STREW_STATUS_INDICES_SHAPE_MISMATCH);
}

static int corrupt_updates_rank(bad_call *bad, size_t configuration)
{
    const int32_t right = bad->call.updates.rank, ranks[] = {right + 1, right - 1, 0, STREW_MAX_RANK};

    if (configuration == COUNT(ranks)) return -1;
    if (ranks[configuration] < 0 || ranks[configuration] == right) return 0;
    for (size_t d = (size_t)right; d < SHAPE_ROOM; d++) bad->call.updates_shape[d] = 1;
    bad->call.updates.rank = ranks[configuration];
    return expect(bad, STREW_STATUS_UPDATES_RANK_MISMATCH);
}

static int corrupt_updates_shape(bad_call *bad, size_t configuration)
{
    const int32_t d = (int32_t)(configuration / 4);
    const int64_t right = bad->call.updates_shape[d], sizes[] = {right + 1, right - 1, 0, 2 * right};

    if (d >= bad->call.updates.rank) return -1;
    bad->call.updates_shape[d] = sizes[configuration % 4];
    return expect(bad, STREW_STATUS_UPDATES_SHAPE_MISMATCH);
}

/* Dimensions of size 0 that tuples index. */
static int corrupt_clamp(bad_call *bad, size_t configuration)
{
    const int64_t first = is_along_axis(bad) ? axis_of(bad) : 0;

    if (bad->call.options.policy != STREW_POLICY_CLAMP || (int32_t)configuration == length_of(bad)) return -1;
    bad->call.data_shape[first + (int64_t)configuration] = 0;
    return expect(bad, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION);
}

/* ---- Types and options --------------------------------------------------------------------------------------------------------------- */

static int corrupt_dtype(bad_call *bad, size_t configuration)
{
    strew_dtype named[REFERENCE_MAX_DTYPES];
    const int numbers[] = {0, (int)reference_dtypes(named) + 1, STREW_OPAQUE_0, STREW_OPAQUE_LAST + 1, INT32_MAX, -1};
    const size_t argument = configuration / COUNT(numbers);
    const strew_dtype dtype = (strew_dtype)numbers[configuration % COUNT(numbers)];

    if (argument > UPDATES_ARGUMENT) return -1;
    tensor_of(bad, argument)->dtype = dtype;
    if (argument == DATA_ARGUMENT && configuration % 2) bad->call.updates.dtype = dtype;
    return expect(bad, STREW_STATUS_UNKNOWN_DTYPE);
}

static int corrupt_index_dtype(bad_call *bad, size_t configuration)
{
    static const strew_dtype dtypes[] = {STREW_FLOAT32, STREW_FLOAT64, STREW_INT8,   STREW_INT16,     STREW_UINT8,     STREW_UINT32,
                                         STREW_UINT64,  STREW_BOOL,    STREW_STRING, STREW_OPAQUE(4), STREW_OPAQUE(8), STREW_FLOAT8E5M2};

    if (configuration == COUNT(dtypes)) return -1;
    bad->call.indices.dtype = dtypes[configuration];
    return expect(bad, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE);
}

static int corrupt_updates_dtype(bad_call *bad, size_t configuration)
{
    static const strew_dtype dtypes[] = {STREW_FLOAT32,  STREW_INT32,  STREW_INT64,     STREW_UINT8,
                                         STREW_BFLOAT16, STREW_STRING, STREW_OPAQUE(16)};

    if (configuration == COUNT(dtypes)) return -1;
    if (bad->call.data.dtype == dtypes[configuration]) return 0;
    bad->call.updates.dtype = dtypes[configuration];
    return expect(bad, STREW_STATUS_DTYPE_MISMATCH);
}

static int corrupt_reduction(bad_call *bad, size_t configuration)
{
    static const int numbers[] = {REFERENCE_REDUCTIONS, REFERENCE_REDUCTIONS + 1, 99, -1, INT32_MAX, INT32_MIN};

    if (configuration == COUNT(numbers)) return -1;
    bad->call.reduction = (strew_reduction)numbers[configuration];
    return expect(bad, STREW_STATUS_UNKNOWN_REDUCTION);
}

static int corrupt_meaning(bad_call *bad, size_t configuration)
{
    static const strew_dtype dtypes[] = {STREW_STRING, STREW_OPAQUE(1), STREW_OPAQUE(4), STREW_OPAQUE(8), STREW_OPAQUE(64)};

    if (bad->call.reduction == STREW_NONE || configuration == COUNT(dtypes)) return -1;
    set_dtype(&bad->call, dtypes[configuration]);
    return expect(bad, STREW_STATUS_UNSUPPORTED_REDUCTION);
}

static int corrupt_option(bad_call *bad, size_t configuration)
{
    strew_options *const options = &bad->call.options;
    int n_profiles = 0, n_isas = 1;

    while (strew_profile_name((strew_profile)n_profiles)) n_profiles++;
    while (strew_isa_name((strew_isa)n_isas)) n_isas++;
    {
        const int end[] = {STREW_POLICY_CLAMP + 1, STREW_NEGATIVE_OUT_OF_BOUNDS + 1, STREW_NAN_LOSES + 1, n_profiles, n_isas};
        const int numbers[] = {end[configuration % COUNT(end)], 999, INT32_MAX, -1, INT32_MIN};
        const int number = numbers[configuration / COUNT(end) % COUNT(numbers)];
        if (configuration == COUNT(end) * COUNT(numbers)) return -1;
        switch (configuration % COUNT(end)) {
        case 0: options->policy = (strew_policy)number; break;
        case 1: options->negative = (strew_negative)number; break;
        case 2: options->nan = (strew_nan)number; break;
        case 3: options->profile = (strew_profile)number; break;
        default: options->isa = (strew_isa)number; break;
        }
    }
    return expect(bad, STREW_STATUS_UNKNOWN_OPTION);
}

static int corrupt_isa(bad_call *bad, size_t configuration)
{
    const strew_isa isa = (strew_isa)(configuration + 1);
    const strew_isa_state state = strew_isa_get_state(isa);

    if (!strew_isa_name(isa)) return -1;
    if (state != STREW_ISA_STATE_NOT_BUILT && state != STREW_ISA_STATE_UNSUPPORTED) return 0;
    bad->call.options.isa = isa;
    return expect(bad, STREW_STATUS_ISA_UNAVAILABLE);
}

/* Where a profile has one reason to reject, that one it must be. */
static int corrupt_profile(bad_call *bad, size_t configuration)
{
    const profile_row *row;
    int n_reasons = 0;

    if (configuration == PROFILE_ROWS) return -1;
    row = &profile_rows[configuration];
    bad->call.options.profile = row->profile;
    if (row->op != bad->call.op) n_reasons += expect(bad, STREW_STATUS_PROFILE_LACKS_OPERATOR);
    if (!profile_has_dtype(row, bad->call.data.dtype)) n_reasons += expect(bad, STREW_STATUS_PROFILE_LACKS_DTYPE);
    if (!profile_has_indices(row, bad->call.indices.dtype)) n_reasons += expect(bad, STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE);
    if (!profile_has_reduction(row, bad->call.reduction)) n_reasons += expect(bad, STREW_STATUS_PROFILE_LACKS_REDUCTION);
    return n_reasons == 1;
}

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------- */

static int corrupt_pointer(bad_call *bad, size_t configuration)
{
    static const struct {
        int no_tensor, no_shape, no_values;
    } rows[] = {{1, 0, 0}, {2, 0, 0}, {4, 0, 0}, {7, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0},
                {0, 7, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 4}, {0, 0, 8}, {0, 0, 15}};

    if (configuration == COUNT(rows)) return -1;
    /* What has no dimensions has no shape, and what has no bytes has no values. */
    if (rows[configuration].no_shape == 2 && bad->call.indices.rank == 0) return 0;
    if (rows[configuration].no_shape == 4 && bad->call.updates.rank == 0) return 0;
    if (rows[configuration].no_values == 2 && bytes_of(bad, INDICES_ARGUMENT) == 0) return 0;
    bad->no_tensor = rows[configuration].no_tensor;
    bad->no_shape = rows[configuration].no_shape;
    bad->no_values = rows[configuration].no_values;
    return expect(bad, STREW_STATUS_NULL_POINTER);
}

/* By one byte at either end, by all but one, all, and some. Data may be output, but nothing else may. */
static int corrupt_overlap(bad_call *bad, size_t configuration)
{
    static const size_t arguments[] = {DATA_ARGUMENT, INDICES_ARGUMENT, UPDATES_ARGUMENT};
    const size_t argument = arguments[configuration / 7 % COUNT(arguments)];
    const int64_t output = bytes_of(bad, DATA_ARGUMENT), own = bytes_of(bad, argument);
    const int64_t distances[] = {0, 1, -1, output - 1, 1 - own, output / 2, -own / 2};
    const int64_t distance = distances[configuration % COUNT(distances)];

    if (configuration == COUNT(arguments) * COUNT(distances)) return -1;
    if (own == 0 || distance >= output || distance + own <= 0 || (distance == 0 && argument == DATA_ARGUMENT)) return 0;
    bad->overlapped = (int)argument + 1;
    bad->distance = distance;
    return expect(bad, STREW_STATUS_OUTPUT_OVERLAP);
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------- */

/* The first, the last and some index; returns the size of the dimension that it indexes, or 0 if there are no indices. */
static int64_t choose_position(bad_call *bad, size_t which)
{
    const int64_t n = bytes_of(bad, INDICES_ARGUMENT) / (int64_t)reference_size(bad->call.indices.dtype), positions[] = {0, n - 1, n / 2};

    if (n == 0) return 0;
    bad->has_index = 1;
    bad->position = positions[which];
    return bad->call.data_shape[is_along_axis(bad) ? axis_of(bad) : bad->position % length_of(bad)];
}

/* The narrow ones come first. */
static int corrupt_index(bad_call *bad, size_t configuration)
{
    enum { NARROW = 6, ALL = 13 };
    const size_t n_values = bad->call.indices.dtype == STREW_INT32 ? NARROW : ALL;
    int64_t size;

    if (bad->call.options.policy != STREW_POLICY_ERROR || configuration == 3 * n_values) return -1;
    size = choose_position(bad, configuration / n_values);
    if (size == 0) return -1;
    bad->index = ((const int64_t[ALL]){size, -size - 1, 100, -100, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, BIT(32), BIT(31), -BIT(32),
                                       BIT(32) + size - 1, BIT(62) + 1})[configuration % n_values];
    return expect(bad, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
}

/* Where none wraps, because of the option or of the profile. */
static int corrupt_negative_index(bad_call *bad, size_t configuration)
{
    static const int64_t values[] = {-1, -3, INT32_MIN};
    const size_t who = configuration / 9;

    if (bad->call.options.policy != STREW_POLICY_ERROR || who > PROFILE_ROWS) return -1;
    if (who == PROFILE_ROWS) {
        bad->call.options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
    } else {
        const profile_row *const row = &profile_rows[who];
        const call *const call = &bad->call;
        if (row->wraps || row->op != call->op || !profile_has_dtype(row, call->data.dtype) ||
            !profile_has_indices(row, call->indices.dtype) || !profile_has_reduction(row, call->reduction))
            return 0;
        bad->call.options.profile = row->profile;
    }
    bad->index = values[configuration % 3];
    if (choose_position(bad, configuration / 3 % 3) == 0) return 0;
    return expect(bad, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
}

/* ---- The table ----------------------------------------------------------------------------------------------------------------------- */

const corrupter corrupters[] = {
    {.name = "a rank outside", .corrupt = corrupt_rank},
    {.name = "a negative dimension", .corrupt = corrupt_dimension},
    {.name = "too many elements or bytes", .corrupt = corrupt_size},
    {.name = "a tuple too long", .corrupt = corrupt_tuple},
    {.name = "an axis outside", .corrupt = corrupt_axis},
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
    {.name = "an index outside", .corrupt = corrupt_index},
    {.name = "a negative index that does not wrap", .corrupt = corrupt_negative_index},
};
const size_t n_corrupters = COUNT(corrupters);
