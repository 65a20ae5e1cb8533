/* Profiles: every row of the contract's table, for what it allows, what it rejects and which rules it follows. */
#include <strew/strew.h>

#include "fault.h"
#include "fixture.h"
#include "operators.h"
#include "profiles.h"
#include "rejection.h"
#include "testing.h"

static fixture buffers;
static strew_isa isas[MAX_ISAS];
static size_t n_isas;
static strew_dtype dtypes[REFERENCE_MAX_DTYPES + STREW_OPAQUE_LAST - STREW_OPAQUE_0];
static size_t n_dtypes;

/* All dtypes that there are, the opaque ones too. */
static int set_up(void **state)
{
    n_dtypes = reference_dtypes(dtypes);
    for (int bytes = 1; bytes <= STREW_OPAQUE_LAST - STREW_OPAQUE_0; bytes++) dtypes[n_dtypes++] = STREW_OPAQUE(bytes);
    n_isas = runnable_isas(isas);
    buffers = fixture_open(1 << 16, 18);
    open_rejections();
    return n_isas == 0;
}

static int tear_down(void **state)
{
    fixture_close(&buffers);
    close_rejections();
    return 0;
}

static call profile_call(const profile_row *row)
{
    call call = good_call(row->op);
    call.reduction = STREW_NONE;
    call.options.profile = row->profile;
    return call;
}

/* ---- What is allowed ----------------------------------------------------------------------------------------------------------------- */

static void profiles_have_the_names_of_their_versions(void **state)
{
    assert_string_equal(strew_profile_name(STREW_PROFILE_NONE), "none");
    for (size_t i = 0; i < PROFILE_ROWS; i++) assert_string_equal(strew_profile_name(profile_rows[i].profile), profile_rows[i].name);
    for (int profile = 0; profile <= PROFILE_ROWS; profile++) assert_non_null(strew_profile_name((strew_profile)profile));
    assert_null(strew_profile_name((strew_profile)(PROFILE_ROWS + 1)));
}

/* Of several reasons any will do, but each must name what it is about, and the profile. */
static void reject_by_profile(const profile_row *row, const call *call)
{
    const struct {
        strew_status status;
        int64_t value;
        int is_reason;
        const char *name;
    } reasons[] = {
        {STREW_STATUS_PROFILE_LACKS_DTYPE, (int64_t)call->data.dtype, !profile_has_dtype(row, call->data.dtype),
         reference_dtype_name(call->data.dtype)},
        {STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE, (int64_t)call->indices.dtype, !profile_has_indices(row, call->indices.dtype),
         reference_dtype_name(call->indices.dtype)},
        {STREW_STATUS_PROFILE_LACKS_REDUCTION, (int64_t)call->reduction, !profile_has_reduction(row, call->reduction),
         reference_reduction_name(call->reduction)},
    };
    arguments arguments;
    strew_plan plan;
    strew_fault fault;
    strew_status status;

    complete(call, &arguments);
    status = plan_call(&plan, &arguments.call, &fault);
    for (size_t i = 0; i < COUNT(reasons); i++) {
        char parts[STREW_MESSAGE_BYTES];
        if (!reasons[i].is_reason || reasons[i].status != status) continue;
        snprintf(parts, sizeof parts, "%s|%s", row->name, reasons[i].name);
        reject(call, (strew_fault){.status = status, .value = reasons[i].value, .profile = row->profile}, parts);
        return;
    }
    fail_msg("%s came to status %d for %s of %s by %s", row->name, (int)status, reference_dtype_name(call->data.dtype),
             reference_dtype_name(call->indices.dtype), reference_reduction_name(call->reduction));
}

static void each_allows_its_types_and_reductions_and_no_others(void **state)
{
    size_t n_allowed = 0, n_rejected = 0;

    for (size_t i = 0; i < PROFILE_ROWS * n_dtypes * REFERENCE_REDUCTIONS * 2; i++) {
        const profile_row *const row = &profile_rows[i / 2 / REFERENCE_REDUCTIONS / n_dtypes];
        const strew_dtype dtype = dtypes[i / 2 / REFERENCE_REDUCTIONS % n_dtypes];
        call call = profile_call(row);
        call.reduction = reference_reductions[i / 2 % REFERENCE_REDUCTIONS];
        call.indices.dtype = i % 2 ? STREW_INT32 : STREW_INT64;
        set_dtype(&call, dtype);
        if (!profile_has_dtype(row, dtype) || !profile_has_indices(row, call.indices.dtype) ||
            !profile_has_reduction(row, call.reduction)) {
            reject_by_profile(row, &call);
            n_rejected++;
        } else if (!reference_is_defined(dtype, call.reduction)) {
            reject(&call,
                   (strew_fault){.status = STREW_STATUS_UNSUPPORTED_REDUCTION, .value = (int64_t)call.reduction, .high = (int64_t)dtype},
                   reference_dtype_name(dtype));
            n_rejected++;
        } else {
            accept(&call);
            n_allowed++;
        }
    }
    fprintf(stderr, "%zu combinations were allowed, %zu rejected\n", n_allowed, n_rejected);
    /* By the table: dtypes x index types x reductions, without arithmetic on strings. */
    assert_int_equal(n_allowed, 3 * 15 * 2 + 16 * 2 + (15 * 3 + 1) * 2 + (15 * 5 + 1) * 2  /* ONNX along an axis */
                                    + 15 + 16 + (15 * 3 + 1) + (15 * 5 + 1)                /* ONNX ScatterND */
                                    + 12 * 2 + 13 * 2 * 6 + 12 * 2 + 13 * 2 * 5 + 12 * 2); /* OpenVINO */
}

static void none_allows_everything(void **state)
{
    for (size_t i = 0; i < OPERATORS * n_dtypes * REFERENCE_REDUCTIONS * 2; i++) {
        const strew_dtype dtype = dtypes[i / 2 / REFERENCE_REDUCTIONS % n_dtypes];
        call call = good_call(operators[i / 2 / REFERENCE_REDUCTIONS / n_dtypes]);
        call.reduction = reference_reductions[i / 2 % REFERENCE_REDUCTIONS];
        call.indices.dtype = i % 2 ? STREW_INT32 : STREW_INT64;
        set_dtype(&call, dtype);
        if (reference_is_defined(dtype, call.reduction)) accept(&call);
    }
}

static void each_belongs_to_one_operator(void **state)
{
    for (size_t i = 0; i < PROFILE_ROWS * OPERATORS; i++) {
        const profile_row *const row = &profile_rows[i / OPERATORS];
        call call = good_call(operators[i % OPERATORS]);
        char parts[STREW_MESSAGE_BYTES];
        call.reduction = STREW_NONE;
        call.options.profile = row->profile;
        snprintf(parts, sizeof parts, "%s|%s", row->name, operator_name(call.op));
        if (call.op == row->op)
            accept(&call);
        else
            reject(&call,
                   (strew_fault){.status = STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = operator_name(call.op), .profile = row->profile},
                   parts);
    }
}

/* ---- Which rules are followed -------------------------------------------------------------------------------------------------------- */

/* Seven tuples into data [4, 3, 2]. */
static void place_small(const profile_row *row, strew_dtype dtype, strew_dtype index_dtype, strew_reduction reduction,
                        strew_options options)
{
    static const int64_t indices_shapes[OPERATORS][3] = {{7, 2}, {3, 7, 2}, {7}};
    scatter scatter = {
        .op = row->op,
        .dtype = dtype,
        .index_dtype = index_dtype,
        .reduction = reduction,
        .options = options,
        .axis = row->op == REFERENCE_ND ? 0 : 1,
        .data_rank = 3,
        .indices_rank = row->op == REFERENCE_ND         ? 2
                        : row->op == REFERENCE_ELEMENTS ? 3
                                                        : 1,
        .data_shape = {4, 3, 2},
    };

    scatter.options.profile = row->profile;
    memcpy(scatter.indices_shape, indices_shapes[row->op], sizeof indices_shapes[row->op]);
    fixture_place(&buffers, &scatter);
}

static void run_small(void)
{
    fixture_expect(&buffers);
    for (size_t i = 0; i < n_isas; i++) assert_true(fixture_call(&buffers, isas[i], 0) && fixture_call(&buffers, isas[i], 1));
}

static void what_is_allowed_comes_out_right(void **state)
{
    for (size_t i = 0; i < PROFILE_ROWS * n_dtypes * REFERENCE_REDUCTIONS * 2; i++) {
        const profile_row *const row = &profile_rows[i / 2 / REFERENCE_REDUCTIONS / n_dtypes];
        const strew_dtype dtype = dtypes[i / 2 / REFERENCE_REDUCTIONS % n_dtypes], index_dtype = i % 2 ? STREW_INT32 : STREW_INT64;
        const strew_reduction reduction = reference_reductions[i / 2 % REFERENCE_REDUCTIONS];
        if (!profile_has_dtype(row, dtype) || !profile_has_indices(row, index_dtype) || !profile_has_reduction(row, reduction)) continue;
        if (!reference_is_defined(dtype, reduction)) continue;
        place_small(row, dtype, index_dtype, reduction, (strew_options){.policy = STREW_POLICY_ERROR});
        if (!row->wraps) buffers.options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS; /* so that none is drawn */
        fixture_draw_indices(&buffers, 0);
        buffers.options.negative = STREW_NEGATIVE_WRAPS;
        run_small();
    }
}

/* Index -1 of dimension 1, which has size 3, in tuple 5: from the end, or outside. */
static void negative_indices_wrap_where_the_version_says_so(void **state)
{
    for (size_t i = 0; i < PROFILE_ROWS * 4; i++) {
        const profile_row *const row = &profile_rows[i / 4];
        const strew_policy policy = (strew_policy)(i % 4);
        const size_t position = row->op == REFERENCE_ND ? 11 : 5;
        char parts[STREW_MESSAGE_BYTES];
        place_small(row, STREW_FLOAT32, STREW_INT64, STREW_NONE, (strew_options){.policy = policy});
        memset(buffers.indices.bytes, 0, buffers.indices.size);
        fixture_write_index(&buffers, position, -1);
        snprintf(parts, sizeof parts, "outside [0, 2]|%s|negative", row->name);
        if (policy == STREW_POLICY_TRUSTED && !row->wraps) continue;
        if (policy == STREW_POLICY_ERROR && !row->wraps) {
            const strew_plan plan = fixture_plan(&buffers, isas[i / 4 % n_isas]);
            strew_fault fault, expected = {.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                                           .dimension = 1,
                                           .component = row->op == REFERENCE_ND,
                                           .tuple = 5,
                                           .value = -1,
                                           .high = 2,
                                           .profile = row->profile};
            assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
            assert_fault(&fault, expected);
            assert_sentence(&fault, parts);
            /* What is too large is so without the profile. */
            fixture_write_index(&buffers, position, 3);
            assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
            expected.value = 3;
            expected.profile = STREW_PROFILE_NONE;
            assert_fault(&fault, expected);
            continue;
        }
        run_small();
        /* The one that is written: the last of its dimension, none, or the first. */
        {
            const size_t slice = row->op == REFERENCE_ELEMENTS ? sizeof(float) : 2 * sizeof(float);
            const size_t first = row->op == REFERENCE_ELEMENTS ? 5 * sizeof(float) : 2 * 2 * sizeof(float);
            const int is_untouched = memcmp(buffers.output.bytes + first, buffers.data.bytes + first, slice) == 0;
            assert_int_equal(is_untouched, !row->wraps);
        }
    }
}

/* The option can take wrapping away from a version, and then it is not the version that rejects. */
static void the_option_rejects_negative_indices_everywhere(void **state)
{
    for (size_t i = 0; i < PROFILE_ROWS; i++) {
        const profile_row *const row = &profile_rows[i];
        strew_plan plan;
        strew_fault fault;
        if (!row->wraps) continue;
        place_small(row, STREW_FLOAT32, STREW_INT64, STREW_NONE, (strew_options){.negative = STREW_NEGATIVE_OUT_OF_BOUNDS});
        memset(buffers.indices.bytes, 0, buffers.indices.size);
        fixture_write_index(&buffers, 0, -1);
        plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(fixture_run_rejected(&buffers, &plan, STREW_STATUS_INDEX_OUT_OF_BOUNDS, &fault));
        assert_int_equal(fault.profile, STREW_PROFILE_NONE);
        assert_int_equal(fault.low, 0);
    }
}

/* Tuples that name one element each of data [4, 3, 2], and updates of these shapes: where rank 0 is expected, one element of any rank is
 * enough for OpenVINO's ScatterNDUpdate, and for nobody else. */
static void a_single_update_needs_no_rank_where_the_version_says_so(void **state)
{
    static const struct {
        int32_t rank;
        int64_t shape[4];
        int is_single;
    } shapes[] = {{0, {0}, 1}, {1, {1}, 1}, {2, {1, 1}, 1}, {4, {1, 1, 1, 1}, 1}, {64, {0}, 1},
                  {1, {2}, 0}, {1, {0}, 0}, {2, {1, 0}, 0}, {3, {1, 2, 1}, 0}};

    for (size_t i = 0; i < (PROFILE_ROWS + 1) * COUNT(shapes); i++) {
        const size_t s = i % COUNT(shapes);
        const profile_row *const row = i / COUNT(shapes) < PROFILE_ROWS ? &profile_rows[i / COUNT(shapes)] : NULL;
        call call = good_call(REFERENCE_ND);
        if (row && row->op != REFERENCE_ND) continue;
        call.options.profile = row ? row->profile : STREW_PROFILE_NONE;
        call.reduction = STREW_NONE;
        INDICES(call, 3);
        call.updates.rank = shapes[s].rank;
        for (int32_t d = 0; d < shapes[s].rank; d++) call.updates_shape[d] = shapes[s].rank == 64 ? 1 : shapes[s].shape[d];
        if (shapes[s].rank == 0 || (row && row->any_single_update && shapes[s].is_single))
            accept(&call);
        else
            reject(&call, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = shapes[s].rank, .high = 0}, "updates|rank");
    }
}

static void a_single_update_is_written(void **state)
{
    for (size_t i = 0; i < PROFILE_ROWS * n_isas * 2; i++) {
        const profile_row *const row = &profile_rows[i / 2 / n_isas];
        const int64_t data_shape[] = {4, 3}, indices_shape[] = {2}, updates_shape[] = {1, 1, 1}, tuple[] = {2, 1};
        const double values[12] = {0}, update = 7;
        const placement end = i % 2 ? FLUSH_END : FLUSH_START;
        const strew_tensor data = {STREW_FLOAT64, 2, data_shape, guarded_copy(values, sizeof values, end)};
        const strew_tensor indices = {STREW_INT64, 1, indices_shape, guarded_copy(tuple, sizeof tuple, end)};
        const strew_tensor updates = {STREW_FLOAT64, 3, updates_shape, guarded_copy(&update, sizeof update, end)};
        const strew_options options = {.profile = row->profile, .isa = isas[i / 2 % n_isas]};
        double *const output = guarded_new(sizeof values, end);
        if (row->any_single_update) {
            assert_int_equal(strew_scatter_nd(output, &data, &indices, &updates, STREW_NONE, &options, NULL), STREW_OK);
            for (size_t e = 0; e < COUNT(values); e++) assert_true(output[e] == (e == 7 ? 7 : 0));
        }
        assert_true(guarded_free_all());
    }
}

/* A shape that is expected to have dimensions must have them, one element or not. */
static void a_single_update_stands_for_no_other_rank(void **state)
{
    static const reference_operator ops[] = {REFERENCE_ND, REFERENCE_ND, REFERENCE_UPDATE};
    static const strew_profile profiles[] = {STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_3, STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_15,
                                             STREW_PROFILE_OPENVINO_SCATTERUPDATE_3};

    for (size_t i = 0; i < COUNT(ops); i++) {
        call call = good_call(ops[i]);
        call.reduction = STREW_NONE;
        call.options.profile = profiles[i];
        call.axis = 0;
        DATA(call, 1);
        if (ops[i] == REFERENCE_ND) {
            INDICES(call, 1, 1);
            UPDATES(call, 1, 1);
            reject(&call, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 2, .high = 1}, "updates|rank");
            call.updates.rank = 0;
            reject(&call, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 0, .high = 1}, "updates|rank");
        } else {
            call.indices.rank = 0;
            UPDATES(call, 1);
            reject(&call, (strew_fault){.status = STREW_STATUS_UPDATES_RANK_MISMATCH, .value = 1, .high = 0}, "updates|rank");
        }
    }
}

/* Not every index outside is rejected for the version's sake: 0 is not negative, and of no use where a dimension is empty. */
static void reject_zero(placement end)
{
    const int64_t none[] = {0}, one[] = {1};
    const strew_tensor data = {STREW_FLOAT32, 1, none, NULL}, indices = {STREW_INT64, 1, one, guarded_new(sizeof(int64_t), end)},
                       updates = {STREW_FLOAT32, 1, one, guarded_new(sizeof(float), end)};
    const strew_options options = {.profile = STREW_PROFILE_ONNX_SCATTER_9};
    strew_fault fault;

    assert_int_equal(strew_scatter_elements(NULL, &data, &indices, &updates, 0, STREW_NONE, &options, &fault),
                     STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_fault(&fault, (strew_fault){.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS, .high = -1});
    assert_true(guarded_free_all());
}

static void zero_is_no_negative_index(void **state)
{
    reject_zero(FLUSH_END);
    reject_zero(FLUSH_START);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profiles_have_the_names_of_their_versions),
        cmocka_unit_test(each_allows_its_types_and_reductions_and_no_others),
        cmocka_unit_test(none_allows_everything),
        cmocka_unit_test(each_belongs_to_one_operator),
        cmocka_unit_test(what_is_allowed_comes_out_right),
        cmocka_unit_test(negative_indices_wrap_where_the_version_says_so),
        cmocka_unit_test(the_option_rejects_negative_indices_everywhere),
        cmocka_unit_test(a_single_update_needs_no_rank_where_the_version_says_so),
        cmocka_unit_test(a_single_update_is_written),
        cmocka_unit_test(a_single_update_stands_for_no_other_rank),
        cmocka_unit_test(zero_is_no_negative_index),
    };
    return cmocka_run_group_tests_name("profiles", tests, set_up, tear_down);
}
