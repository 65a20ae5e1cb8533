/* options.alpha: updates are multiplied before they are added or subtracted. The fuzz target of views has it with strides. */
#include <strew/strew.h>

#include <stdlib.h>

#include "calls.h"
#include "fault.h"
#include "gathering.h"
#include "group.h"
#include "rejection.h"
#include "tensors.h"
#include "testing.h"
#include "tokens.h"

enum { CAPACITY = 1 << 20 };

static void set_alpha(scatter *scatter, const void *alpha)
{
    scatter->options.alpha = alpha;
}

/* Draws alpha for the next call, at an odd address. */
static void draw_alpha(scatter *scatter, contents contents)
{
    static unsigned char elements[REFERENCE_LARGEST_ELEMENT + 1];

    fill(scatter->dtype, elements + 1, 1, contents, &buffers.random);
    set_alpha(scatter, elements + 1);
}

static void prepare(const scatter *scatter, unsigned out_of_bounds)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, out_of_bounds);
    fixture_expect(&buffers);
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

static void every_type_is_multiplied(void **state)
{
    static const strew_reduction reductions[] = {STREW_REDUCTION_ADD, STREW_REDUCTION_SUB};
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes), n = n_dtypes * OPERATORS * COUNT(reductions) * n_isas;
    const int n_rounds = is_light() ? 1 : 8;

    for (size_t i = 0; i < n * (size_t)n_rounds; i++) {
        const strew_dtype dtype = dtypes[i % n_dtypes];
        const strew_isa isa = isas[i / n_dtypes % n_isas];
        scatter scatter = small_scatter(operators[i / n_dtypes / n_isas % OPERATORS], STREW_DTYPE_INT64, 20);
        scatter.dtype = dtype;
        scatter.reduction = reductions[i / n_dtypes / n_isas / OPERATORS % COUNT(reductions)];
        scatter.contents = random_below(&buffers.random, 2) ? EXTREME : ORDINARY;
        if (!reference_is_defined(dtype, scatter.reduction)) continue;
        draw_alpha(&scatter, random_below(&buffers.random, 4) ? ORDINARY : EXTREME);
        prepare(&scatter, 0);
        expect_run(isa);
        assert_true(fixture_call(&buffers, isa, 0));
    }
}

/* Slices of one element to more than are staged at once, and some whose last piece is one element. */
static void slices_of_any_width_are_multiplied(void **state)
{
    static const strew_dtype dtypes[] = {STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8,    STREW_DTYPE_FLOAT16,
                                         STREW_DTYPE_BOOL,    STREW_DTYPE_FLOAT64, STREW_DTYPE_COMPLEX128};
    static const int64_t widths[] = {1, 2, 3, 7, 16, 17, 32, 100, 127, 128, 129, 511, 512, 513, 1023, 1025, 2048, 2049, 5000};
    static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP, STREW_POLICY_TRUSTED};

    for (size_t i = 0; i < COUNT(widths) * COUNT(dtypes); i++) {
        const int64_t width = widths[i / COUNT(dtypes)];
        scatter scatter = scatter_of(REFERENCE_ND, 0, SHAPE(5, width), SHAPE(11, 1));
        scatter.dtype = dtypes[i % COUNT(dtypes)];
        scatter.reduction = i % 2 ? STREW_REDUCTION_SUB : STREW_REDUCTION_ADD;
        scatter.options.policy = policies[i % COUNT(policies)];
        draw_alpha(&scatter, ORDINARY);
        prepare(&scatter, scatter.options.policy == STREW_POLICY_SKIP || scatter.options.policy == STREW_POLICY_CLAMP ? 5 : 0);
        for (size_t isa = 0; isa < n_isas; isa++) expect_run(isas[isa]);
    }
}

static void threads_multiply_as_one_does(void **state)
{
    const int n_rounds = is_light() ? 4 : 16;

    for (size_t i = 0; i < SHARED_SCATTERS * (size_t)n_rounds; i++) {
        scatter scatter = shared_scatter(i % SHARED_SCATTERS);
        scatter.reduction = i / SHARED_SCATTERS % 2 ? STREW_REDUCTION_SUB : STREW_REDUCTION_ADD;
        scatter.options.policy = i / SHARED_SCATTERS / 2 % 2 ? STREW_POLICY_SKIP : STREW_POLICY_ERROR;
        scatter.options.has_ignore_index = i % 3 == 0;
        scatter.options.ignore_index = i % 3 == 0;
        draw_alpha(&scatter, ORDINARY);
        prepare(&scatter, scatter.options.policy == STREW_POLICY_SKIP ? 1 : 0);
        expect_on_threads(isas[i % n_isas]);
    }
}

/* 1.1 * 1.1 rounded to float32, and then added to -1.21f: fused, the result would be another. Of integers the product wraps around, and of
 * bools it is AND. */
static void products_are_rounded_before_they_are_added(void **state)
{
    static const int64_t one[] = {1}, indices_shape[] = {1, 1};
    static const int32_t zero[] = {0};
    const volatile float factor = 1.1f, product = factor * factor, sum = -1.21f + product;
    float data = -1.21f, update = factor, alpha = factor, output = 0;
    const strew_tensor data_tensor = {STREW_DTYPE_FLOAT32, 1, one, &data, NULL},
                       updates_tensor = {STREW_DTYPE_FLOAT32, 1, one, &update, NULL},
                       indices_tensor = {STREW_DTYPE_INT32, 2, indices_shape, zero, NULL};
    strew_options options = STREW_OPTIONS_INIT;

    options.alpha = &alpha;
    assert_int_equal(strew_scatter_nd(&output, &data_tensor, &indices_tensor, &updates_tensor, STREW_REDUCTION_ADD, &options, NULL),
                     STREW_OK);
    assert_true(output == sum);

    uint8_t byte = 3, many = 200, two = 2, wrapped = 0;
    const strew_tensor byte_tensor = {STREW_DTYPE_UINT8, 1, one, &byte, NULL}, many_tensor = {STREW_DTYPE_UINT8, 1, one, &many, NULL};
    options.alpha = &two;
    assert_int_equal(strew_scatter_nd(&wrapped, &byte_tensor, &indices_tensor, &many_tensor, STREW_REDUCTION_SUB, &options, NULL),
                     STREW_OK);
    assert_int_equal(wrapped, (3 - 400) & 255);

    uint8_t no = 0, yes = 7, truth = 9;
    const strew_tensor no_tensor = {STREW_DTYPE_BOOL, 1, one, &no, NULL}, yes_tensor = {STREW_DTYPE_BOOL, 1, one, &yes, NULL};
    options.alpha = &no;
    assert_int_equal(strew_scatter_nd(&truth, &no_tensor, &indices_tensor, &yes_tensor, STREW_REDUCTION_ADD, &options, NULL), STREW_OK);
    assert_int_equal(truth, 0);
    options.alpha = &yes;
    assert_int_equal(strew_scatter_nd(&truth, &no_tensor, &indices_tensor, &yes_tensor, STREW_REDUCTION_ADD, &options, NULL), STREW_OK);
    assert_int_equal(truth, 1);
}

/* ---- Plans --------------------------------------------------------------------------------------------------------------------------- */

static void a_plan_keeps_its_alpha(void **state)
{
    scatter scatter = small_scatter(REFERENCE_UPDATE, STREW_DTYPE_INT32, 9);
    float alpha = 0.75f;

    set_alpha(&scatter, &alpha);
    prepare(&scatter, 0);
    const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
    alpha = 5;
    assert_true(fixture_run(&buffers, &plan, 0));
}

static void prepared_indices_are_for_any_alpha(void **state)
{
    scatter scatter = small_scatter(REFERENCE_ND, STREW_DTYPE_INT64, 9);
    const float alphas[] = {0.75f, -3};
    strew_fault fault;

    set_alpha(&scatter, &alphas[0]);
    prepare(&scatter, 0);
    const strew_plan first = fixture_plan(&buffers, STREW_ISA_BEST);
    const size_t size = strew_plan_prepared_size(&first);
    void *const prepared = malloc(size);
    assert_non_null(prepared);
    assert_int_equal(prepare_indices(&first, buffers.indices.bytes, prepared, size, &fault), STREW_OK);
    buffers.options.alpha = &alphas[1];
    fixture_expect(&buffers);
    const strew_plan second = fixture_plan(&buffers, STREW_ISA_BEST);
    const strew_status status =
        run_prepared(&second, buffers.output.bytes, buffers.data.bytes, prepared, buffers.updates.bytes, NULL, &fault);
    free(prepared);
    assert_int_equal(status, STREW_OK);
    assert_memory_equal(buffers.output.bytes, buffers.expected, buffers.n_data_bytes);
}

/* ---- Rejections ---------------------------------------------------------------------------------------------------------------------- */

/* Of 2 indices in every dimension of size 3, none follow each other. */
static void many_dimensions_fit(void **state)
{
    const float alpha = 1;
    call call = good_call(REFERENCE_ELEMENTS);

    call.axis = 0;
    call.data.rank = call.indices.rank = 33;
    for (int d = 0; d < 33; d++) {
        call.data_shape[d] = 3;
        call.indices_shape[d] = 2;
    }
    fit_updates(&call);
    if (SIZE_MAX == UINT32_MAX) {
        const strew_tensor data = {STREW_DTYPE_FLOAT32, 33, call.data_shape, NULL, NULL},
                           indices = {STREW_DTYPE_INT64, 33, call.indices_shape, NULL, NULL};
        const strew_tensor updates = {STREW_DTYPE_FLOAT32, 33, call.indices_shape, NULL, NULL};
        strew_plan plan;
        const strew_status status = plan_scatter_elements(&plan, &data, &indices, &updates, 0, STREW_REDUCTION_ADD, NULL, NULL);
        assert_int_equal(status, STREW_STATUS_TOO_LARGE);
        return;
    }
    accept(&call);
    call.options.alpha = &alpha;
    accept(&call);
    call.options.nan = STREW_NAN_LOSES;
    accept(&call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_is_multiplied),     cmocka_unit_test(slices_of_any_width_are_multiplied),
        cmocka_unit_test(threads_multiply_as_one_does), cmocka_unit_test(products_are_rounded_before_they_are_added),
        cmocka_unit_test(a_plan_keeps_its_alpha),       cmocka_unit_test(prepared_indices_are_for_any_alpha),
        cmocka_unit_test(many_dimensions_fit),
    };

    open_rejections();
    const int n_failed = run_on_fixture("alpha", tests, COUNT(tests), CAPACITY, 20260403);
    close_rejections();
    return n_failed;
}
