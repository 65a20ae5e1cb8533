/* Profiles: every row of the contract's table, for what it allows, what it rejects and which rules it follows. */
#include <strew/strew.h>

#include "fault.h"
#include "group.h"
#include "operators.h"
#include "profiles.h"
#include "rejection.h"
#include "testing.h"

static strew_dtype dtypes[MAX_DTYPES];
static size_t n_dtypes;

/* ---- What is allowed ----------------------------------------------------------------------------------------------------------------- */

TEST(profiles_have_the_names_of_their_versions)
{
    assert_string_equal(strew_profile_name(STREW_PROFILE_NONE), "none");
    for (size_t i = 0; i < PROFILE_ROWS; i++) assert_string_equal(strew_profile_name(profile_rows[i].profile), profile_rows[i].name);
    for (size_t i = 0; i < GATHER_PROFILE_ROWS; i++)
        assert_string_equal(strew_profile_name(gather_profile_rows[i].profile), gather_profile_rows[i].name);
    for (size_t i = 0; i < TOKEN_PROFILE_ROWS; i++)
        assert_string_equal(strew_profile_name(token_profile_rows[i].profile), token_profile_rows[i].name);
    const int n_profiles = PROFILE_ROWS + GATHER_PROFILE_ROWS + TOKEN_PROFILE_ROWS;
    for (int profile = 0; profile <= n_profiles; profile++) assert_non_null(strew_profile_name((strew_profile)profile));
    assert_null(strew_profile_name((strew_profile)(n_profiles + 1)));
}

/* One combination of the table. */
typedef struct cell {
    const profile_row *row;
    strew_dtype dtype, index_dtype;
    strew_reduction reduction;
} cell;

enum { ALL_REDUCTIONS = STREW_REDUCTION_MEAN + 1 };

typedef void check_cell(const cell *cell);

static void for_each_cell(check_cell *check)
{
    for (const profile_row *row = profile_rows; row < profile_rows + PROFILE_ROWS; row++) {
        for (size_t d = 0; d < n_dtypes; d++) {
            for (int r = 0; r < ALL_REDUCTIONS; r++) {
                in_case("%s, %s, %s", row->name, strew_dtype_name(dtypes[d]), strew_reduction_name((strew_reduction)r));
                check(&(cell){row, dtypes[d], STREW_DTYPE_INT64, (strew_reduction)r});
                check(&(cell){row, dtypes[d], STREW_DTYPE_INT32, (strew_reduction)r});
            }
        }
    }
}

/* A call that the cell describes. */
static call call_of_cell(const cell *cell)
{
    call call = good_call(cell->row->op);

    call.options.profile = cell->row->profile;
    call.reduction = cell->reduction;
    call.indices.dtype = cell->index_dtype;
    set_dtype(&call, cell->dtype);
    return call;
}

/* Of several reasons any will do, but each must name what it is about, and the profile. */
static void reject_by_profile(const cell *cell, const call *call)
{
    const profile_row *const row = cell->row;
    const struct {
        strew_status status;
        int64_t value;
        int is_reason;
        const char *name;
    } reasons[] = {
        {STREW_STATUS_PROFILE_LACKS_DTYPE, (int64_t)cell->dtype, !profile_has_dtype(row, cell->dtype), reference_dtype_name(cell->dtype)},
        {STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE, (int64_t)cell->index_dtype, !profile_has_indices(row, cell->index_dtype),
         reference_dtype_name(cell->index_dtype)},
        {STREW_STATUS_PROFILE_LACKS_REDUCTION, (int64_t)cell->reduction, !profile_has_reduction(row, cell->reduction),
         reference_reduction_name(cell->reduction)},
    };
    arguments arguments;
    strew_plan plan;
    strew_fault fault;
    size_t i = 0;

    complete(call, &arguments);
    plan_call(&plan, &arguments.call, &fault);
    while (i < COUNT(reasons) && !(reasons[i].is_reason && reasons[i].status == fault.status)) i++;
    if (i == COUNT(reasons)) {
        fail_msg("%s came to status %d for %s of %s by %s", row->name, (int)fault.status, reasons[0].name, reasons[1].name,
                 reasons[2].name);
    } else {
        char parts[STREW_MESSAGE_BYTES];
        snprintf(parts, sizeof parts, "%s|%s", row->name, reasons[i].name);
        reject(call, (strew_fault){.status = fault.status, .value = reasons[i].value, .profile = row->profile}, parts);
    }
}

static int is_allowed(const cell *cell)
{
    return profile_has_dtype(cell->row, cell->dtype) && profile_has_indices(cell->row, cell->index_dtype) &&
           profile_has_reduction(cell->row, cell->reduction);
}

static size_t n_allowed;

static void check_types(const cell *cell)
{
    const call call = call_of_cell(cell);

    if (!is_allowed(cell)) {
        reject_by_profile(cell, &call);
    } else if (!reference_is_defined(cell->dtype, cell->reduction)) {
        reject(&call, FAULT(UNSUPPORTED_REDUCTION, .value = (int64_t)cell->reduction, .high = (int64_t)cell->dtype),
               reference_dtype_name(cell->dtype));
    } else {
        accept(&call);
        n_allowed++;
    }
}

TEST(each_allows_its_types_and_reductions_and_no_others)
{
    n_allowed = 0;
    for_each_cell(check_types);
    /* By the table: dtypes x index types x reductions, without arithmetic on strings. */
    assert_int_equal(n_allowed, 3 * 15 * 2 + 16 * 2 + (15 * 3 + 1) * 2 + (15 * 5 + 1) * 2      /* ONNX along an axis */
                                    + 15 + 16 + (15 * 3 + 1) + (15 * 5 + 1)                    /* ONNX ScatterND */
                                    + 12 * 2 + 13 * 2 * 6 + 12 * 2 + (13 * 6 - 1) * 2 + 12 * 2 /* OpenVINO */
                                    + (15 * 5 - 1) * 2 + 9 * 4 * 2);                           /* PyTorch; a bool has no mean */
}

static void check_option(const cell *cell, call call, const char *name, int is_had)
{
    char sentence[STREW_MESSAGE_BYTES];

    snprintf(sentence, sizeof sentence, "%s has no %s of 1", cell->row->name, name);
    if (is_had) {
        accept(&call);
    } else {
        reject(&call, FAULT(PROFILE_LACKS_OPTION, .subject = name, .value = 1, .profile = cell->row->profile), sentence);
    }
}

/* Without a reduction or a mean they are rejected whatever the profile: see test_call.c. */
static void check_options(const cell *cell)
{
    call excluding = call_of_cell(cell), truncating = excluding;

    excluding.options.excludes_self = 1;
    truncating.options.mean_rounding = STREW_MEAN_ROUNDING_TRUNCATES;
    if (!is_allowed(cell) || !reference_is_defined(cell->dtype, cell->reduction)) return;
    if (cell->reduction != STREW_REDUCTION_NONE) check_option(cell, excluding, "options.excludes_self", cell->row->may_exclude_self);
    if (cell->reduction == STREW_REDUCTION_MEAN) check_option(cell, truncating, "options.mean_rounding", cell->row->may_truncate);
}

TEST(each_allows_its_options_and_no_others)
{
    for_each_cell(check_options);
}

/* ---- Which rules are followed -------------------------------------------------------------------------------------------------------- */

/* Tuples that name one element each of data [4, 3, 2], and updates of these shapes: where rank 0 is expected, one element of any rank is
 * enough for OpenVINO's ScatterNDUpdate, and for nobody else. */
TEST(a_single_update_needs_no_rank_where_the_version_says_so)
{
    static const struct {
        int32_t rank;
        int64_t shape[4];
        int is_single;
    } shapes[] = {{0, {0}, 1}, {1, {1}, 1}, {2, {1, 1}, 1}, {4, {1, 1, 1, 1}, 1}, {64, {0}, 1},
                  {1, {2}, 0}, {1, {0}, 0}, {2, {1, 0}, 0}, {3, {1, 2, 1}, 0}};

    while (next_case()) {
        const size_t s = choose("shape", COUNT(shapes)), profile = choose("profile", PROFILE_ROWS + 1);
        const profile_row *const row = profile < PROFILE_ROWS ? &profile_rows[profile] : NULL;
        call call = good_call(REFERENCE_ND);
        if (row && row->op != REFERENCE_ND) continue;
        call.options.profile = row ? row->profile : STREW_PROFILE_NONE;
        call.reduction = STREW_REDUCTION_NONE;
        INDICES(call, 3);
        call.updates.rank = shapes[s].rank;
        for (int32_t d = 0; d < shapes[s].rank; d++) call.updates_shape[d] = shapes[s].rank == 64 ? 1 : shapes[s].shape[d];
        strew_fault fault = {.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = shapes[s].rank, .high = 0};
        if (shapes[s].rank == call.data.rank) fault.subject = "indices"; /* as if they were tuples of one index */
        if (shapes[s].rank == 0 || (row && row->any_single_update && shapes[s].is_single))
            accept(&call);
        else
            reject(&call, fault, "updates|rank");
    }
}

TEST(a_single_update_is_written)
{
    const int64_t data_shape[] = {4, 3}, indices_shape[] = {2}, updates_shape[] = {1, 1, 1};
    const strew_tensor data = {STREW_DTYPE_FLOAT64, 2, data_shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 1, indices_shape, NULL, NULL},
                       updates = {STREW_DTYPE_FLOAT64, 3, updates_shape, NULL, NULL};

    for (const profile_row *row = profile_rows; row < profile_rows + PROFILE_ROWS; row++) {
        const strew_options options = STREW_OPTIONS(.profile = row->profile);
        if (!row->any_single_update) continue;
        in_case("%s", row->name);
        fixture_place_call(&buffers, &(reference_call){REFERENCE_ND, &data, &indices, &updates, 0, STREW_REDUCTION_NONE, &options},
                           ORDINARY);
        fixture_write_index(&buffers, 0, 2);
        fixture_write_index(&buffers, 1, 1);
        memcpy(buffers.expected, buffers.data.bytes, buffers.n_data_bytes);
        memcpy(buffers.expected + 7 * sizeof(double), buffers.updates.bytes, sizeof(double));
        for (size_t i = 0; i < n_isas; i++) {
            fixture_flush(&buffers, i % 2 ? FLUSH_START : FLUSH_END);
            assert_true(fixture_call(&buffers, isas[i], 0));
        }
    }
}

/* A shape that is expected to have dimensions must have them, one element or not. */
TEST(a_single_update_stands_for_no_other_rank)
{
    static const struct {
        strew_profile profile;
        reference_operator op;
        int32_t indices_rank, rank, expected;
    } rows[] = {
        {STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3, REFERENCE_ND, 2, 2, 1},
        {STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3, REFERENCE_ND, 2, 0, 1},
        {STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_15, REFERENCE_ND, 2, 2, 1},
        {STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_15, REFERENCE_ND, 2, 0, 1},
        {STREW_PROFILE_OPENVINO_SCATTERUPDATE_3, REFERENCE_UPDATE, 0, 1, 0},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        call call = good_call(rows[i].op);
        call.reduction = STREW_REDUCTION_NONE;
        call.options.profile = rows[i].profile;
        call.axis = 0;
        DATA(call, 1);
        INDICES(call, 1, 1);
        UPDATES(call, 1, 1);
        call.indices.rank = rows[i].indices_rank;
        call.updates.rank = rows[i].rank;
        reject(&call, FAULT(UPDATES_RANK_MISMATCH, .value = rows[i].rank, .high = rows[i].expected), "updates|rank");
    }
}

/* Not every index out of bounds is rejected for the version's sake: 0 is not negative, and of no use where a dimension is empty. */
TEST(zero_is_no_negative_index)
{
    for (int end = FLUSH_END; end <= FLUSH_START; end++) {
        strew_fault fault;
        fixture_place(&buffers, &(scatter){.op = REFERENCE_ELEMENTS,
                                           .dtype = STREW_DTYPE_FLOAT32,
                                           .index_dtype = STREW_DTYPE_INT64,
                                           .options.profile = STREW_PROFILE_ONNX_SCATTER_9,
                                           .data_rank = 1,
                                           .indices_rank = 1,
                                           .indices_shape = {1}});
        fixture_write_index(&buffers, 0, 0);
        fixture_flush(&buffers, (placement)end);
        assert_true(fixture_call_rejected(&buffers, STREW_ISA_BEST, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        assert_fault(&fault, FAULT(INDEX_OUT_OF_BOUNDS, .high = -1));
    }
}

int main(void)
{
    n_dtypes = all_dtypes(dtypes);
    return run_on_fixture(1 << 16, 18);
}
