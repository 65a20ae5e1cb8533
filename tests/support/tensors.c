#include "tensors.h"

#include "testing.h"

scatter scatter_of(reference_operator op, int64_t axis, int32_t data_rank, const int64_t *data_shape, int32_t indices_rank,
                   const int64_t *indices_shape)
{
    scatter scatter = {
        .op = op,
        .dtype = STREW_DTYPE_FLOAT32,
        .index_dtype = STREW_DTYPE_INT64,
        .reduction = STREW_REDUCTION_ADD,
        .options = STREW_OPTIONS_INIT,
        .axis = axis,
        .data_rank = data_rank,
        .indices_rank = indices_rank,
    };

    for (int32_t d = 0; d < data_rank; d++) scatter.data_shape[d] = data_shape[d];
    for (int32_t d = 0; d < indices_rank; d++) scatter.indices_shape[d] = indices_shape[d];
    return scatter;
}

scatter batches_of(int64_t batch_dims, scatter scatter)
{
    scatter.batch_dims = batch_dims;
    return scatter;
}

scatter small_scatter(reference_operator op, strew_dtype index_dtype, int64_t n)
{
    scatter scatter = op == REFERENCE_ND         ? scatter_of(op, 0, SHAPE(4, 3, 2), SHAPE(n, 2))
                      : op == REFERENCE_ELEMENTS ? scatter_of(op, 1, SHAPE(4, 3, 2), SHAPE(3, n, 2))
                                                 : scatter_of(op, 1, SHAPE(4, 3, 2), SHAPE(n));

    scatter.index_dtype = index_dtype;
    return scatter;
}

scatter shared_scatter(size_t i)
{
    const scatter scatters[SHARED_SCATTERS] = {
        scatter_of(REFERENCE_UPDATE, 1, SHAPE(40, 50, 6), SHAPE(70)),
        scatter_of(REFERENCE_UPDATE, 0, SHAPE(400, 32), SHAPE(900)),
        scatter_of(REFERENCE_ND, 0, SHAPE(6, 9000), SHAPE(20, 1)),
        scatter_of(REFERENCE_ND, 0, SHAPE(3000, 64), SHAPE(2500, 1)),
        scatter_of(REFERENCE_ND, 0, SHAPE(70, 60), SHAPE(9000, 2)),
        scatter_of(REFERENCE_ELEMENTS, 1, SHAPE(80, 90), SHAPE(80, 120)),
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(900, 130), SHAPE(300, 130)),
        scatter_of(REFERENCE_UPDATE, 2, SHAPE(7, 3, 99), SHAPE(50, 3)),
        batches_of(1, scatter_of(REFERENCE_ND, 0, SHAPE(40, 30, 6), SHAPE(40, 70, 1))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 1, SHAPE(40, 50, 6), SHAPE(40, 70))),
        batches_of(1, scatter_of(REFERENCE_UPDATE, 2, SHAPE(6, 9, 50, 4), SHAPE(6, 60))),
    };

    return scatters[i];
}

scatter edge_scatter(size_t i)
{
    const scatter scatters[EDGE_SCATTERS] = {
        scatter_of(REFERENCE_ND, 0, SHAPE(4, 3), SHAPE(5, 0)),       scatter_of(REFERENCE_ND, 0, SHAPE(4, 0), SHAPE(5, 1)),
        scatter_of(REFERENCE_ND, 0, SHAPE(4, 3), SHAPE(0, 1)),       scatter_of(REFERENCE_UPDATE, 1, SHAPE(0, 3), SHAPE(5)),
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(4), SHAPE(0)),       scatter_of(REFERENCE_UPDATE, 0, SHAPE(4, 3), SHAPE(1, 1)),
        scatter_of(REFERENCE_ELEMENTS, 0, SHAPE(1, 1), SHAPE(1, 1)), scatter_of(REFERENCE_UPDATE, 1, SHAPE(3, 70, 4), SHAPE(90)),
    };

    return scatters[i];
}

void make_tensors(const scatter *scatter, tensors *to)
{
    to->data = (strew_tensor){scatter->dtype, scatter->data_rank, scatter->data_shape, NULL, NULL};
    to->indices = (strew_tensor){scatter->index_dtype, scatter->indices_rank, scatter->indices_shape, NULL, NULL};
    to->updates = (strew_tensor){scatter->dtype, 0, to->updates_shape, NULL, NULL};
    to->call = (reference_call){scatter->op,   &to->data,          &to->indices,      &to->updates,
                                scatter->axis, scatter->reduction, &scatter->options, scatter->batch_dims};
    to->updates.rank = updates_shape_of_call(&to->call, to->updates_shape);
    assert_true(to->updates.rank >= 0);
}

strew_plan plan_scatter(const scatter *scatter)
{
    tensors tensors;
    strew_plan plan;

    make_tensors(scatter, &tensors);
    assert_int_equal(plan_call(&plan, &tensors.call, NULL), STREW_OK);
    return plan;
}
