/* Batch dimensions of scatter_nd and scatter_update: batches of every kind against the reference and against a call for each batch, with
 * every option, and what is rejected. The fuzz targets have them with strides and anything else. */
#include <strew/strew.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "rejection.h"
#include "tensors.h"
#include "testing.h"

enum { CAPACITY = 1 << 20, KINDS = 16, ALL_REDUCTIONS = STREW_REDUCTION_MEAN + 1 };

/* Batches of every kind: with slices and without, with one tuple or many for each, with outer indices between them and the axis; then of
 * one batch or none, and of no tuples and no elements. */
static scatter kind_of_batches(size_t i)
{
    const scatter scatters[KINDS] = {
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(5, 4, 3), SHAPE(5, 9, 1))),
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(5, 4, 3), SHAPE(5, 9, 2))),
        batches_of(2, scatter_of(REFERENCE_ND, 0, SHAPE(3, 2, 4, 5), SHAPE(3, 2, 7, 3, 1))),
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(6, 4, 3), SHAPE(6, 1))),
        batches_of(2, scatter_of(REFERENCE_ND, 0, SHAPE(3, 4), SHAPE(3, 4, 5, 0))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(5, 4, 3), SHAPE(5, 9))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(5, 3, 4, 2), SHAPE(5, 9))),
        batches_of(-1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(5, 3, 4), SHAPE(5, 9))),
        batches_of(2, scatter_of(REFERENCE_UPDATE, -1, SHAPE(3, 2, 5, 4), SHAPE(3, 2, 3, 3))),
        batches_of(2, scatter_of(REFERENCE_UPDATE, 2, SHAPE(3, 4, 6, 2), SHAPE(3, 4))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 3, SHAPE(4, 2, 3, 7), SHAPE(4))),
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(1, 4, 3), SHAPE(1, 9, 1))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(1, 3, 4, 2), SHAPE(1, 9))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(0, 4), SHAPE(0, 9))),
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(5, 4, 3), SHAPE(5, 0, 1))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(5, 4, 0), SHAPE(5, 9))),
    };

    return scatters[i];
}

/* Draws a call, of which `out_of_bounds` of 16 indices are. Runs have a workspace, which some of them need. */
static void prepare(const scatter *scatter, unsigned out_of_bounds)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, out_of_bounds);
    fixture_expect(&buffers);
    buffers.has_workspace = 1;
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

static void every_type_and_reduction_has_batches(void **state)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t i = 0; i < KINDS * n_dtypes * ALL_REDUCTIONS; i++) {
        scatter scatter = kind_of_batches(i % KINDS);
        scatter.dtype = dtypes[i / KINDS % n_dtypes];
        scatter.reduction = (strew_reduction)(i / KINDS / n_dtypes);
        scatter.index_dtype = reference_index_dtypes[i % REFERENCE_INDEX_DTYPES];
        if (reference_type_of(scatter.index_dtype).kind != REFERENCE_SIGNED) scatter.options.negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
        scatter.contents = i % 5 == 0 ? EXTREME : ORDINARY;
        if (!reference_is_defined(scatter.dtype, scatter.reduction)) continue;
        prepare(&scatter, 0);
        for (size_t isa = 0; isa < n_isas; isa++) {
            buffers.is_prepared = (int)(isa % 2);
            expect_run(isas[isa]);
        }
        buffers.is_prepared = 0;
    }
}

/* Each policy with ignore_index, excludes_self, NaN and alpha where they go together, alone and on threads. */
static void options_hold_in_every_batch(void **state)
{
    static const float alpha = -1.5f;
    const int n_rounds = is_light() ? 1 : 4;

    for (size_t i = 0; i < KINDS * ALL_REDUCTIONS * 4 * (size_t)n_rounds; i++) {
        scatter scatter = kind_of_batches(i % KINDS);
        const strew_reduction reduction = (strew_reduction)(i / KINDS % ALL_REDUCTIONS);
        const strew_policy policy = (strew_policy)(i / KINDS / ALL_REDUCTIONS % 4);
        const int is_sum = reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_SUB;
        scatter.reduction = reduction;
        scatter.options.policy = policy;
        scatter.options.negative = (strew_negative)random_below(&buffers.random, 2);
        scatter.options.has_ignore_index = random_below(&buffers.random, 2) != 0;
        scatter.options.ignore_index = scatter.options.has_ignore_index ? 1 : 0;
        scatter.options.excludes_self = reduction != STREW_REDUCTION_NONE && random_below(&buffers.random, 2);
        scatter.options.nan = nan_for(reduction, random_below(&buffers.random, 2));
        scatter.options.alpha = is_sum && !scatter.options.excludes_self && random_below(&buffers.random, 2) ? &alpha : NULL;
        scatter.contents = scatter.options.nan == STREW_NAN_LOSES ? EXTREME : ORDINARY;
        prepare(&scatter, policy == STREW_POLICY_SKIP || policy == STREW_POLICY_CLAMP ? 4 : 0);
        expect_on_threads(isas[i % n_isas]);
    }
}

/* Few slices that many tuples name: their order counts, in each batch by itself. */
static void repeated_slices_are_updated_in_order(void **state)
{
    static const strew_reduction reductions[] = {STREW_REDUCTION_NONE, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL, STREW_REDUCTION_MEAN};

    for (size_t i = 0; i < 4 * COUNT(reductions); i++) {
        scatter scatter = i % 4 == 0   ? batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(30, 3, 5), SHAPE(30, 400, 1)))
                          : i % 4 == 1 ? batches_of(2, scatter_of(REFERENCE_ND, 0, SHAPE(6, 5, 2, 2), SHAPE(6, 5, 300, 2)))
                          : i % 4 == 2 ? batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(30, 3, 5), SHAPE(30, 400)))
                                       : batches_of(1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(8, 5, 3, 2), SHAPE(8, 500)));
        scatter.reduction = reductions[i / 4];
        prepare(&scatter, 0);
        expect_on_threads(isas[i % n_isas]);
    }
}

/* So much work that threads share it, of which each has some of the batches, or of the outer indices. */
static void threads_share_batches(void **state)
{
    for (size_t i = 0; i < SHARED_SCATTERS * ALL_REDUCTIONS; i++) {
        scatter scatter = shared_scatter(i % SHARED_SCATTERS);
        if (scatter.batch_dims == 0) continue;
        scatter.reduction = (strew_reduction)(i / SHARED_SCATTERS);
        scatter.options.policy = i % 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        prepare(&scatter, i % 2);
        expect_on_threads(isas[i % n_isas]);
    }
}

/* ---- A call for each batch ----------------------------------------------------------------------------------------------------------- */

static void assert_batch_by_batch(int32_t batch_dims)
{
    const reference_call *const whole = &buffers.call;
    const size_t size = reference_size(whole->data->dtype), index_size = reference_size(whole->indices->dtype);
    strew_tensor data = *whole->data, indices = *whole->indices, updates = *whole->updates;
    reference_call call = *whole;
    size_t n_batches = 1;

    for (int32_t d = 0; d < batch_dims; d++) n_batches *= (size_t)data.shape[d];
    strew_tensor *const tensors[] = {&data, &indices, &updates};
    for (size_t t = 0; t < COUNT(tensors); t++) {
        tensors[t]->rank -= batch_dims;
        tensors[t]->shape += batch_dims;
    }
    call.data = &data;
    call.indices = &indices;
    call.updates = &updates;
    call.batch_dims = 0;
    if (call.axis > 0) call.axis -= batch_dims;
    for (size_t b = 0; b < n_batches; b++) {
        const size_t at = b * reference_elements(&data) * size;
        data.values = buffers.data.bytes + at;
        indices.values = buffers.indices.bytes + b * reference_elements(&indices) * index_size;
        updates.values = buffers.updates.bytes + b * reference_elements(&updates) * size;
        assert_int_equal(make_call(buffers.expected + at, &call, NULL), STREW_OK);
    }
    assert_true(fixture_call(&buffers, STREW_ISA_BEST, 0) && fixture_call(&buffers, STREW_ISA_BEST, 1));
}

static void batches_are_as_calls_of_their_own(void **state)
{
    for (size_t i = 0; i < KINDS * REFERENCE_REDUCTIONS; i++) {
        scatter scatter = kind_of_batches(i % KINDS);
        scatter.reduction = reference_reductions[i / KINDS];
        prepare(&scatter, 0);
        assert_batch_by_batch((int32_t)(scatter.batch_dims < 0 ? scatter.batch_dims + scatter.indices_rank : scatter.batch_dims));
    }
}

/* ---- Prepared indices ---------------------------------------------------------------------------------------------------------------- */

/* The same index in two batches names two slices. */
static void slices_of_two_batches_are_distinct(void **state)
{
    static uint64_t prepared[1 << 13];

    for (size_t i = 0; i < 3 * 2; i++) {
        const int is_repeated = i % 2 != 0;
        const scatter scatter = i / 2 == 0   ? batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(3, 8, 2), SHAPE(3, 4, 1)))
                                : i / 2 == 1 ? batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(3, 8, 2), SHAPE(3, 4)))
                                             : batches_of(1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(3, 2, 8), SHAPE(3, 4)));
        fixture_place(&buffers, &scatter);
        for (size_t t = 0; t < 12; t++) fixture_write_index(&buffers, t, is_repeated && t == 11 ? 2 : (int64_t)(t % 4));
        const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
        assert_true(strew_plan_prepared_size(&plan) <= sizeof prepared);
        assert_int_equal(prepare_indices(&plan, buffers.indices.bytes, prepared, sizeof prepared, NULL), STREW_OK);
        assert_int_equal(strew_prepared_is_distinct(prepared), !is_repeated);
    }
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static void the_wrong_index_of_a_batch_is_named(void **state)
{
    for (size_t i = 0; i < 13; i++) { /* the kinds with tuples */
        const scatter scatter = kind_of_batches(i);
        reference_position position;
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, 0);
        if (buffers.n_components == 0) continue;
        fixture_write_index(&buffers, buffers.n_components - 1, i % 2 ? 100 : -100);
        assert_true(reference_is_out_of_bounds(&buffers.call, &position));
        for (size_t isa = 0; isa < n_isas; isa++) expect_rejection(isas[isa], position);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_and_reduction_has_batches), cmocka_unit_test(options_hold_in_every_batch),
        cmocka_unit_test(repeated_slices_are_updated_in_order), cmocka_unit_test(threads_share_batches),
        cmocka_unit_test(batches_are_as_calls_of_their_own),    cmocka_unit_test(slices_of_two_batches_are_distinct),
        cmocka_unit_test(the_wrong_index_of_a_batch_is_named),
    };

    open_rejections();
    const int n_failed = run_on_fixture("batches", tests, COUNT(tests), CAPACITY, 20261128);
    close_rejections();
    return n_failed;
}
