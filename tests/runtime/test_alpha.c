/* options.alpha: updates are multiplied before they are added or subtracted. test_numbers.c has it with every type, width and policy, and
 * with threads; the fuzz target of views has it with strides. */
#include <strew/strew.h>

#include <stdlib.h>

#include "calls.h"
#include "fault.h"
#include "group.h"
#include "rejection.h"
#include "tensors.h"
#include "testing.h"

enum { CAPACITY = 1 << 20 };

static void prepare(const scatter *scatter, unsigned out_of_bounds)
{
    fixture_place(&buffers, scatter);
    fixture_draw_indices(&buffers, out_of_bounds);
    fixture_expect(&buffers);
}

/* ---- Results ------------------------------------------------------------------------------------------------------------------------- */

/* 1.1 * 1.1 rounded to float32, and then added to -1.21f: fused, the result would be another. Of integers the product wraps around, and of
 * bools it is AND. */
TEST(products_are_rounded_before_they_are_added)
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

TEST(a_plan_keeps_its_alpha)
{
    scatter scatter = small_scatter(REFERENCE_UPDATE, STREW_DTYPE_INT32, 9);
    float alpha = 0.75f;

    scatter.options.alpha = &alpha;
    prepare(&scatter, 0);
    const strew_plan plan = fixture_plan(&buffers, STREW_ISA_BEST);
    alpha = 5;
    assert_true(fixture_run(&buffers, &plan, 0));
}

TEST(prepared_indices_are_for_any_alpha)
{
    scatter scatter = small_scatter(REFERENCE_ND, STREW_DTYPE_INT64, 9);
    const float alphas[] = {0.75f, -3};
    strew_fault fault;

    scatter.options.alpha = &alphas[0];
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
TEST(many_dimensions_fit)
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
    return run_on_fixture(CAPACITY, 20260403);
}
