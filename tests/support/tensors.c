#include "tensors.h"

#include "testing.h"

void make_tensors(const scatter *scatter, tensors *to)
{
    const int32_t updates_rank = updates_shape_of(scatter->op, scatter->data_rank, scatter->data_shape, scatter->indices_rank,
                                                  scatter->indices_shape, scatter->axis, to->updates_shape);

    assert_true(updates_rank >= 0);
    to->data = (strew_tensor){scatter->dtype, scatter->data_rank, scatter->data_shape, NULL};
    to->indices = (strew_tensor){scatter->index_dtype, scatter->indices_rank, scatter->indices_shape, NULL};
    to->updates = (strew_tensor){scatter->dtype, updates_rank, to->updates_shape, NULL};
    to->call = (reference_call){scatter->op, &to->data, &to->indices, &to->updates, scatter->axis, scatter->reduction, &scatter->options};
}

strew_plan plan_scatter(const scatter *scatter)
{
    tensors tensors;
    strew_plan plan;

    make_tensors(scatter, &tensors);
    assert_int_equal(plan_call(&plan, &tensors.call, NULL), STREW_OK);
    return plan;
}

scatter small_scatter(reference_operator op, strew_dtype index_dtype, int64_t n)
{
    switch (op) {
    case REFERENCE_ND: return (scatter){op, STREW_FLOAT32, index_dtype, STREW_ADD, {0}, 0, 3, 2, {4, 3, 2}, {n, 2}, ORDINARY};
    case REFERENCE_ELEMENTS: return (scatter){op, STREW_FLOAT32, index_dtype, STREW_ADD, {0}, 1, 3, 3, {4, 3, 2}, {3, n, 2}, ORDINARY};
    default: return (scatter){op, STREW_FLOAT32, index_dtype, STREW_ADD, {0}, 1, 3, 1, {4, 3, 2}, {n}, ORDINARY};
    }
}
