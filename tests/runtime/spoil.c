#include "spoil.h"

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

/* ---- Shapes ------------------------------------------------------------------------------------------------------------------------- */

static int spoil_rank(bad_call *bad, size_t way)
{
    static const int32_t ranks[] = {-1, STREW_MAX_RANK + 1, INT32_MAX, INT32_MIN, 0};
    const size_t argument = way / COUNT(ranks);
    const int32_t rank = ranks[way % COUNT(ranks)];

    if (argument > UPDATES_ARGUMENT) return -1;
    /* Updates may have rank 0, and so may the indices of scatter_update and the data of scatter_nd: whether they should is another
     * question. */
    if (rank == 0 && (argument == UPDATES_ARGUMENT || (argument == INDICES_ARGUMENT && bad->call.op == REFERENCE_UPDATE) ||
                      (argument == DATA_ARGUMENT && bad->call.op == REFERENCE_ND)))
        return 0;
    for (size_t d = (size_t)tensor_of(bad, argument)->rank; d < SHAPE_ROOM; d++) shape_of(bad, argument)[d] = 1;
    tensor_of(bad, argument)->rank = rank;
    return expect(bad, STREW_RANK_OUTSIDE);
}

static int spoil_dimension(bad_call *bad, size_t way)
{
    static const int64_t sizes[] = {-1, INT64_MIN, -2};
    const size_t argument = way / COUNT(sizes) / MOST_RANK_OF_GOOD;
    const int32_t d = (int32_t)(way / COUNT(sizes) % MOST_RANK_OF_GOOD);

    if (argument > UPDATES_ARGUMENT) return -1;
    if (d >= tensor_of(bad, argument)->rank) return 0;
    shape_of(bad, argument)[d] = sizes[way % COUNT(sizes)];
    return expect(bad, STREW_DIMENSION_NEGATIVE);
}

/* Counts of elements, hidden behind a zero or not, and counts of bytes whose elements could just be counted. */
static int spoil_size(bad_call *bad, size_t way)
{
    static const int64_t shapes[][3] = {{BIT(32), BIT(32), 2},     {BIT(62), 4, 0}, {0, BIT(62), 4},
                                        {INT64_MAX, INT64_MAX, 2}, {BIT(62), 1, 1}, {INT64_MAX, 1, 0}};
    const size_t argument = way / COUNT(shapes), row = way % COUNT(shapes);

    if (argument > UPDATES_ARGUMENT) return -1;
    if (row >= 4 && reference_size(tensor_of(bad, argument)->dtype) == 1) return 0; /* of single bytes, so many can be addressed */
    tensor_of(bad, argument)->rank = 3;
    for (size_t d = 0; d < 3; d++) shape_of(bad, argument)[d] = shapes[row][d];
    return expect(bad, STREW_TOO_LARGE);
}

static int spoil_tuple(bad_call *bad, size_t way)
{
    const int64_t lengths[] = {bad->call.data.rank + 1, 64, BIT(32), BIT(32) + 2, INT64_MAX / 8};
    const int32_t last = bad->call.indices.rank - 1;

    if (is_along_axis(bad) || way == COUNT(lengths)) return -1;
    for (int32_t d = 0; d < last && lengths[way] > 64; d++) bad->call.indices_shape[d] = 0;
    bad->call.indices_shape[last] = lengths[way];
    return expect(bad, lengths[way] <= PTRDIFF_MAX / 8 ? STREW_TUPLE_TOO_LONG : STREW_TOO_LARGE);
}

static int spoil_axis(bad_call *bad, size_t way)
{
    const int32_t rank = bad->call.data.rank;
    const int64_t axes[] = {rank, -rank - 1, 64, INT64_MAX, INT64_MIN, BIT(32) + rank - 1, -BIT(32) - rank, BIT(31)};

    if (!is_along_axis(bad) || way == COUNT(axes)) return -1;
    bad->call.axis = axes[way];
    return expect(bad, STREW_AXIS_OUTSIDE);
}

static int spoil_indices_rank(bad_call *bad, size_t way)
{
    const int32_t right = bad->call.indices.rank, ranks[] = {right + 1, right - 1, STREW_MAX_RANK};

    if (bad->call.op != REFERENCE_ELEMENTS || way == COUNT(ranks)) return -1;
    if (ranks[way] == 0) return 0;
    for (size_t d = (size_t)right; d < SHAPE_ROOM; d++) bad->call.indices_shape[d] = 1;
    bad->call.indices.rank = ranks[way];
    fit_updates(&bad->call);
    return expect(bad, STREW_INDICES_RANK);
}

/* Any dimension but the axis too long by one or by far, and not hidden by zeros in the others. */
static int spoil_indices_shape(bad_call *bad, size_t way)
{
    const int32_t wrong = (int32_t)(way / 3);
    int64_t *const shape = bad->call.indices_shape;

    if (bad->call.op != REFERENCE_ELEMENTS || wrong == bad->call.indices.rank) return -1;
    if (wrong == axis_of(bad)) return 0;
    for (int32_t d = 0; d < bad->call.indices.rank; d++) {
        if (d == wrong)
            shape[d] = way % 3 == 2 ? 1 << 20 : bad->call.data_shape[d] + 1;
        else if (way % 3 != 0)
            shape[d] = 0;
    }
    fit_updates(&bad->call);
    return expect(bad, STREW_INDICES_SHAPE);
}

static int spoil_updates_rank(bad_call *bad, size_t way)
{
    const int32_t right = bad->call.updates.rank, ranks[] = {right + 1, right - 1, 0, STREW_MAX_RANK};

    if (way == COUNT(ranks)) return -1;
    if (ranks[way] < 0 || ranks[way] == right) return 0;
    for (size_t d = (size_t)right; d < SHAPE_ROOM; d++) bad->call.updates_shape[d] = 1;
    bad->call.updates.rank = ranks[way];
    return expect(bad, STREW_UPDATES_RANK);
}

static int spoil_updates_shape(bad_call *bad, size_t way)
{
    const int32_t d = (int32_t)(way / 4);
    const int64_t right = bad->call.updates_shape[d], sizes[] = {right + 1, right - 1, 0, 2 * right};

    if (d >= bad->call.updates.rank) return -1;
    bad->call.updates_shape[d] = sizes[way % 4];
    return expect(bad, STREW_UPDATES_SHAPE);
}

/* Dimensions of size 0 that tuples index. */
static int spoil_clamp(bad_call *bad, size_t way)
{
    const int64_t first = is_along_axis(bad) ? axis_of(bad) : 0;

    if (bad->call.options.policy != STREW_POLICY_CLAMP || (int32_t)way == length_of(bad)) return -1;
    bad->call.data_shape[first + (int64_t)way] = 0;
    return expect(bad, STREW_NOTHING_TO_CLAMP_TO);
}

/* ---- Types and options -------------------------------------------------------------------------------------------------------------- */

static int spoil_dtype(bad_call *bad, size_t way)
{
    strew_dtype named[REFERENCE_MOST_DTYPES];
    const int numbers[] = {0, (int)reference_dtypes(named) + 1, STREW_OPAQUE_0, STREW_OPAQUE_LAST + 1, INT32_MAX, -1};
    const size_t argument = way / COUNT(numbers);
    const strew_dtype dtype = (strew_dtype)numbers[way % COUNT(numbers)];

    if (argument > UPDATES_ARGUMENT) return -1;
    tensor_of(bad, argument)->dtype = dtype;
    if (argument == DATA_ARGUMENT && way % 2) bad->call.updates.dtype = dtype;
    return expect(bad, STREW_DTYPE_UNKNOWN);
}

static int spoil_index_dtype(bad_call *bad, size_t way)
{
    static const strew_dtype dtypes[] = {STREW_FLOAT32, STREW_FLOAT64, STREW_INT8,   STREW_INT16,     STREW_UINT8,     STREW_UINT32,
                                         STREW_UINT64,  STREW_BOOL,    STREW_STRING, STREW_OPAQUE(4), STREW_OPAQUE(8), STREW_FLOAT8E5M2};

    if (way == COUNT(dtypes)) return -1;
    bad->call.indices.dtype = dtypes[way];
    return expect(bad, STREW_INDEX_DTYPE);
}

static int spoil_updates_dtype(bad_call *bad, size_t way)
{
    static const strew_dtype dtypes[] = {STREW_FLOAT32,  STREW_INT32,  STREW_INT64,     STREW_UINT8,
                                         STREW_BFLOAT16, STREW_STRING, STREW_OPAQUE(16)};

    if (way == COUNT(dtypes)) return -1;
    if (bad->call.data.dtype == dtypes[way]) return 0;
    bad->call.updates.dtype = dtypes[way];
    return expect(bad, STREW_DTYPE_MISMATCH);
}

static int spoil_reduction(bad_call *bad, size_t way)
{
    static const int numbers[] = {REFERENCE_REDUCTIONS, REFERENCE_REDUCTIONS + 1, 99, -1, INT32_MAX, INT32_MIN};

    if (way == COUNT(numbers)) return -1;
    bad->call.reduction = (strew_reduction)numbers[way];
    return expect(bad, STREW_REDUCTION_UNKNOWN);
}

static int spoil_meaning(bad_call *bad, size_t way)
{
    static const strew_dtype dtypes[] = {STREW_STRING, STREW_OPAQUE(1), STREW_OPAQUE(4), STREW_OPAQUE(8), STREW_OPAQUE(64)};

    if (bad->call.reduction == STREW_NONE || way == COUNT(dtypes)) return -1;
    set_dtype(&bad->call, dtypes[way]);
    return expect(bad, STREW_REDUCTION_UNDEFINED);
}

static int spoil_option(bad_call *bad, size_t way)
{
    strew_options *const options = &bad->call.options;
    int n_profiles = 0, n_isas = 1;

    while (strew_profile_name((strew_profile)n_profiles)) n_profiles++;
    while (strew_isa_name((strew_isa)n_isas)) n_isas++;
    {
        const int beyond[] = {STREW_POLICY_CLAMP + 1, STREW_NEGATIVE_OUTSIDE + 1, STREW_NAN_LOSES + 1, n_profiles, n_isas};
        const int numbers[] = {beyond[way % COUNT(beyond)], 999, INT32_MAX, -1, INT32_MIN};
        const int number = numbers[way / COUNT(beyond) % COUNT(numbers)];
        if (way == COUNT(beyond) * COUNT(numbers)) return -1;
        switch (way % COUNT(beyond)) {
        case 0: options->policy = (strew_policy)number; break;
        case 1: options->negative = (strew_negative)number; break;
        case 2: options->nan = (strew_nan)number; break;
        case 3: options->profile = (strew_profile)number; break;
        default: options->isa = (strew_isa)number; break;
        }
    }
    return expect(bad, STREW_OPTION_UNKNOWN);
}

static int spoil_isa(bad_call *bad, size_t way)
{
    const strew_isa isa = (strew_isa)(way + 1);
    const strew_isa_state state = strew_isa_get_state(isa);

    if (!strew_isa_name(isa)) return -1;
    if (state != STREW_ISA_NOT_BUILT && state != STREW_ISA_CPU_LACKS) return 0;
    bad->call.options.isa = isa;
    return expect(bad, STREW_ISA_UNUSABLE);
}

/* Where a profile has one reason to refuse, that one it must be. */
static int spoil_profile(bad_call *bad, size_t way)
{
    const profile_row *row;
    int n_reasons = 0;

    if (way == PROFILE_ROWS) return -1;
    row = &profile_rows[way];
    bad->call.options.profile = row->profile;
    if (row->op != bad->call.op) n_reasons += expect(bad, STREW_PROFILE_OPERATOR);
    if (!profile_has_dtype(row, bad->call.data.dtype)) n_reasons += expect(bad, STREW_PROFILE_DTYPE);
    if (!profile_has_indices(row, bad->call.indices.dtype)) n_reasons += expect(bad, STREW_PROFILE_INDEX_DTYPE);
    if (!profile_has_reduction(row, bad->call.reduction)) n_reasons += expect(bad, STREW_PROFILE_REDUCTION);
    return n_reasons == 1;
}

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------ */

static int spoil_pointer(bad_call *bad, size_t way)
{
    static const struct {
        int no_tensor, no_shape, no_values;
    } rows[] = {{1, 0, 0}, {2, 0, 0}, {4, 0, 0}, {7, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 4, 0},
                {0, 7, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 4}, {0, 0, 8}, {0, 0, 15}};

    if (way == COUNT(rows)) return -1;
    /* What has no dimensions has no shape, and what has no bytes has no values. */
    if (rows[way].no_shape == 2 && bad->call.indices.rank == 0) return 0;
    if (rows[way].no_shape == 4 && bad->call.updates.rank == 0) return 0;
    if (rows[way].no_values == 2 && bytes_of(bad, INDICES_ARGUMENT) == 0) return 0;
    bad->no_tensor = rows[way].no_tensor;
    bad->no_shape = rows[way].no_shape;
    bad->no_values = rows[way].no_values;
    return expect(bad, STREW_POINTER_NULL);
}

/* By one byte at either end, by all but one, all, and some. Data may be output, but nothing else may. */
static int spoil_overlap(bad_call *bad, size_t way)
{
    static const size_t arguments[] = {DATA_ARGUMENT, INDICES_ARGUMENT, UPDATES_ARGUMENT};
    const size_t argument = arguments[way / 7 % COUNT(arguments)];
    const int64_t output = bytes_of(bad, DATA_ARGUMENT), own = bytes_of(bad, argument);
    const int64_t distances[] = {0, 1, -1, output - 1, 1 - own, output / 2, -own / 2};
    const int64_t distance = distances[way % COUNT(distances)];

    if (way == COUNT(arguments) * COUNT(distances)) return -1;
    if (own == 0 || distance >= output || distance + own <= 0 || (distance == 0 && argument == DATA_ARGUMENT)) return 0;
    bad->overlapped = (int)argument + 1;
    bad->distance = distance;
    return expect(bad, STREW_OVERLAP);
}

/* ---- Indices ------------------------------------------------------------------------------------------------------------------------ */

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
static int spoil_index(bad_call *bad, size_t way)
{
    enum { NARROW = 6, ALL = 13 };
    const size_t n_values = bad->call.indices.dtype == STREW_INT32 ? NARROW : ALL;
    int64_t size;

    if (bad->call.options.policy != STREW_POLICY_ERROR || way == 3 * n_values) return -1;
    size = choose_position(bad, way / n_values);
    if (size == 0) return -1;
    bad->index = ((const int64_t[ALL]){size, -size - 1, 100, -100, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, BIT(32), BIT(31), -BIT(32),
                                       BIT(32) + size - 1, BIT(62) + 1})[way % n_values];
    return expect(bad, STREW_INDEX_OUTSIDE);
}

/* Where none wraps, because of the option or of the profile. */
static int spoil_negative_index(bad_call *bad, size_t way)
{
    static const int64_t values[] = {-1, -3, INT32_MIN};
    const size_t who = way / 9;

    if (bad->call.options.policy != STREW_POLICY_ERROR || who > PROFILE_ROWS) return -1;
    if (who == PROFILE_ROWS) {
        bad->call.options.negative = STREW_NEGATIVE_OUTSIDE;
    } else {
        const profile_row *const row = &profile_rows[who];
        const call *const call = &bad->call;
        if (row->wraps || row->op != call->op || !profile_has_dtype(row, call->data.dtype) ||
            !profile_has_indices(row, call->indices.dtype) || !profile_has_reduction(row, call->reduction))
            return 0;
        bad->call.options.profile = row->profile;
    }
    bad->index = values[way % 3];
    if (choose_position(bad, way / 3 % 3) == 0) return 0;
    return expect(bad, STREW_INDEX_OUTSIDE);
}

/* ---- The table ---------------------------------------------------------------------------------------------------------------------- */

const spoiler spoilers[] = {
    {.name = "a rank outside", .spoil = spoil_rank},
    {.name = "a negative dimension", .spoil = spoil_dimension},
    {.name = "too many elements or bytes", .spoil = spoil_size},
    {.name = "a tuple too long", .spoil = spoil_tuple},
    {.name = "an axis outside", .spoil = spoil_axis},
    {.name = "indices of a wrong rank", .spoil = spoil_indices_rank},
    {.name = "indices that do not fit data", .spoil = spoil_indices_shape},
    {.name = "updates of a wrong rank", .spoil = spoil_updates_rank},
    {.name = "updates of a wrong shape", .spoil = spoil_updates_shape},
    {.name = "nothing to clamp to", .spoil = spoil_clamp},
    {.name = "an unknown dtype", .spoil = spoil_dtype},
    {.name = "indices of another dtype", .spoil = spoil_index_dtype},
    {.name = "updates of another dtype", .spoil = spoil_updates_dtype},
    {.name = "an unknown reduction", .spoil = spoil_reduction},
    {.name = "a reduction without meaning", .spoil = spoil_meaning},
    {.name = "an unknown option", .spoil = spoil_option},
    {.name = "an instruction set that cannot be used", .spoil = spoil_isa, .may_find_none = 1}, /* where a build's are all there */
    {.name = "a profile that does not allow it", .spoil = spoil_profile},
    {.name = "a missing pointer", .spoil = spoil_pointer},
    {.name = "an overlap", .spoil = spoil_overlap},
    {.name = "an index outside", .spoil = spoil_index},
    {.name = "a negative index that does not wrap", .spoil = spoil_negative_index},
};
const size_t n_spoilers = COUNT(spoilers);
