/* Plans a call like one that was made before, over arrays of other sizes. What cannot be planned so, or is rejected, is the long way's. */
#include "calls.h"

namespace
{

enum : int { MAX_RANK = 8 };

/* A tensor with room for one dimension more. */
struct view {
    strew_tensor tensor = {};
    int64_t shape[MAX_RANK + 1], strides[MAX_RANK + 1];
};

struct shape {
    int64_t sizes[2 * MAX_RANK + 1];
    int rank = 0;

    bool append(const int64_t *from, const int64_t *end)
    {
        for (; from < end; from++) {
            if (rank == 2 * MAX_RANK) return false;
            sizes[rank++] = *from;
        }
        return true;
    }

    int64_t n_elements() const
    {
        int64_t n = 1;
        for (int d = 0; d < rank; d++) n *= sizes[d];
        return n;
    }
};

int64_t bytes_of(PyObject *dtype)
{
    const owned bytes(PyObject_GetAttrString(dtype, "itemsize"));
    return bytes.get() != nullptr ? PyLong_AsLongLong(bytes.get()) : -1;
}

/* The array as a tensor. Not where there is nothing in it, for which functions of NumPy's have rules of their own. */
bool look(PyObject *object, strew_dtype dtype, view &view)
{
    const array_object *array = as_array(object);
    const bool is_dense = (array->flags & C_CONTIGUOUS) != 0;
    if (array->nd > MAX_RANK) return false;
    const int64_t bytes = is_dense ? 1 : bytes_of(array->dtype);
    if (bytes <= 0) return false;
    for (int d = 0; d < array->nd; d++) {
        const int64_t stride = array->shape[d] != 1 ? array->strides[d] : 0;
        if (array->shape[d] == 0 || (!is_dense && stride % bytes != 0)) return false;
        view.shape[d] = array->shape[d];
        view.strides[d] = stride / bytes; /* of a dense one they are not read */
    }
    view.tensor = {dtype, array->nd, view.shape, nullptr, is_dense ? nullptr : view.strides};
    return true;
}

void fill_dense_strides(view &view)
{
    int64_t step = 1;
    for (int d = view.tensor.rank; d-- > 0; step *= view.shape[d]) view.strides[d] = step;
    view.tensor.strides = view.strides;
}

bool broadcast(view &view, const shape &shape)
{
    const int n_new = shape.rank - view.tensor.rank;
    if (n_new < 0 || shape.rank > MAX_RANK + 1) return false;
    bool is_same = n_new == 0;
    for (int d = 0; d < view.tensor.rank; d++) {
        if (view.shape[d] == shape.sizes[n_new + d]) continue;
        if (view.shape[d] != 1) return false;
        is_same = false;
    }
    if (is_same) return true;
    if (view.tensor.strides == nullptr) fill_dense_strides(view);
    for (int d = shape.rank; d-- > 0;) {
        const int old = d - n_new;
        view.strides[d] = old >= 0 && view.shape[old] == shape.sizes[d] ? view.strides[old] : 0;
    }
    for (int d = 0; d < shape.rank; d++) view.shape[d] = shape.sizes[d];
    view.tensor.rank = shape.rank;
    return true;
}

bool broadcast_to(view &view, const struct view &other)
{
    shape shape;
    return shape.append(other.shape, other.shape + other.tensor.rank) && broadcast(view, shape);
}

/* The shape to which the views are broadcast together. */
bool common_shape(const view *views, Py_ssize_t n, shape &shape)
{
    for (Py_ssize_t i = 0; i < n; i++) shape.rank = views[i].tensor.rank > shape.rank ? views[i].tensor.rank : shape.rank;
    for (int d = 0; d < shape.rank; d++) {
        shape.sizes[d] = 1;
        for (Py_ssize_t i = 0; i < n; i++) {
            const int of_view = d - (shape.rank - views[i].tensor.rank);
            if (of_view < 0 || views[i].shape[of_view] == 1) continue;
            if (shape.sizes[d] != 1 && shape.sizes[d] != views[i].shape[of_view]) return false;
            shape.sizes[d] = views[i].shape[of_view];
        }
    }
    return true;
}

/* A call that is being described, with the memory that it points to. */
struct description {
    strew_call call;
    view views[MAX_TENSORS], components[MAX_COMPONENTS], output;
    strew_tensor component_tensors[MAX_COMPONENTS];
    shape tuples; /* that of indices, without components */
    int64_t k = 1;
    view *data = nullptr, *indices = nullptr, *updates = nullptr;
    Py_ssize_t number_bytes, n_repeats = 1;
};

strew_tensor *tensor_at(strew_call &call, size_t offset)
{
    return reinterpret_cast<strew_tensor *>(reinterpret_cast<char *>(&call) + offset);
}

/* Every argument as it is given, but a mask as it is broadcast. Data is the first one. */
bool describe_arguments(const planned &like, const given &given, const tensor *tensors, Py_ssize_t n_tensors, description &made)
{
    made.call = *like.again.call;
    made.call.output = {};
    for (Py_ssize_t t = 0; t < n_tensors; t++) {
        view &view = made.views[t];
        strew_tensor &tensor = *tensor_at(made.call, tensors[t].in_call);
        const bool are_indices = tensors[t].in_call == offsetof(strew_call, indices);
        if (are_indices && given.n_components >= 0) {
            const strew_dtype dtype = like.has_components ? made.call.components[0].dtype : tensor.dtype;
            made.k = given.n_components;
            if (made.k < 1) return false;
            for (Py_ssize_t c = 0; c < made.k; c++) {
                if (!look(given.arrays[given.parts[t].first + c], dtype, made.components[c])) return false;
            }
            if (!common_shape(made.components, made.k, made.tuples)) return false;
            view = made.components[0];
            view.tensor.shape = view.shape;
            if (view.tensor.strides != nullptr) view.tensor.strides = view.strides;
        } else if (tensors[t].in_buffers == given.offset_of_number && given.number != nullptr) {
            view.tensor = {tensor.dtype, 0, view.shape, nullptr, nullptr};
        } else if (given.arrays[given.parts[t].first] == nullptr) {
            continue; /* it is absent in both calls */
        } else if (!look(given.arrays[given.parts[t].first], tensor.dtype, view)) {
            return false;
        }
        if (are_indices) {
            made.indices = &view;
            if (given.n_components < 0) made.tuples.append(view.shape, view.shape + view.tensor.rank);
        }
        if (tensors[t].in_call == offsetof(strew_call, data)) made.data = &view;
        if (tensors[t].in_call == offsetof(strew_call, updates)) made.updates = &view;
        if (tensors[t].in_call == offsetof(strew_call, mask) && !broadcast_to(view, made.views[0])) return false;
    }
    return made.data != nullptr;
}

/* Updates as what has no dimensions is broadcast to this shape, or repeated, if there are few of them. */
bool broadcast_updates_to(description &made, const shape &shape)
{
    view &updates = *made.updates;
    const int64_t n = shape.n_elements();
    if (updates.tensor.rank != 0 || !can_repeat(made.number_bytes, n)) return broadcast(updates, shape);
    if (shape.rank > MAX_RANK + 1) return false;
    for (int d = 0; d < shape.rank; d++) updates.shape[d] = shape.sizes[d];
    updates.tensor.rank = shape.rank;
    updates.tensor.strides = nullptr;
    made.n_repeats = static_cast<Py_ssize_t>(n);
    return true;
}

/* As numpy.add.at has them: updates are broadcast to what indices name. */
bool broadcast_updates(description &made)
{
    shape slices = made.tuples;
    if (made.k > made.data->tensor.rank) return false;
    return slices.append(made.data->shape + made.k, made.data->shape + made.data->tensor.rank) && broadcast_updates_to(made, slices);
}

/* As numpy.put has them: one for all, or one for each index, whatever shape they have. */
bool assign_updates(description &made)
{
    shape given;
    if (!given.append(made.updates->shape, made.updates->shape + made.updates->tensor.rank) || made.tuples.rank > MAX_RANK) return false;
    if (given.rank == 0) return broadcast_updates_to(made, made.tuples);
    if (given.n_elements() == 1) {
        made.updates->tensor.rank = 0;
        return broadcast(*made.updates, made.tuples);
    }
    if (given.n_elements() != made.tuples.n_elements() || made.updates->tensor.strides != nullptr) return false;
    for (int d = 0; d < made.tuples.rank; d++) made.updates->shape[d] = made.tuples.sizes[d];
    made.updates->tensor.rank = made.tuples.rank;
    return true;
}

/* An index becomes a tuple of one. */
void make_tuples(view &indices)
{
    const int rank = indices.tensor.rank++;
    indices.shape[rank] = 1;
    indices.strides[rank] = 0;
}

bool describe_components(description &made)
{
    for (Py_ssize_t c = 0; c < made.k; c++) {
        if (!broadcast(made.components[c], made.tuples)) return false;
        made.component_tensors[c] = made.components[c].tensor;
    }
    made.call.components = made.component_tensors;
    return true;
}

/* The shape of a gather's output. */
bool result_of(const description &made, int order, shape &result)
{
    const int64_t *data = made.data->shape, *end = data + made.data->tensor.rank;
    const int64_t *tuples = made.tuples.sizes;
    const int64_t rank = made.data->tensor.rank, n = made.tuples.rank;
    if (order == 'e') return result.append(tuples, tuples + n);
    if (order == 't') {
        const bool are_apart = made.call.components != nullptr;
        if (!are_apart && n == 0) return false;
        const int64_t k = are_apart ? made.k : tuples[n - 1], first = made.call.batch_dims + k;
        if (made.call.batch_dims < 0 || first > rank) return false;
        return result.append(tuples, tuples + (are_apart ? n : n - 1)) && result.append(data + first, end);
    }
    const int64_t axis = made.call.axis < 0 ? made.call.axis + rank : made.call.axis;
    const int64_t n_batches = made.call.batch_dims < 0 ? made.call.batch_dims + n : made.call.batch_dims;
    if (axis < 0 || axis >= rank || n_batches < 0 || n_batches > n) return false;
    return result.append(data, data + axis) && result.append(tuples + n_batches, tuples + n) && result.append(data + axis + 1, end);
}

bool has_shape(PyObject *object, const shape &shape)
{
    const array_object *array = as_array(object);
    if (array->nd != shape.rank) return false;
    for (int d = 0; d < shape.rank; d++) {
        if (array->shape[d] != shape.sizes[d]) return false;
    }
    return true;
}

PyObject *tuple_of(const shape &shape)
{
    owned tuple(PyTuple_New(shape.rank));
    for (int d = 0; d < shape.rank && tuple.get() != nullptr; d++) {
        PyObject *size = PyLong_FromLongLong(shape.sizes[d]);
        if (size == nullptr) return nullptr;
        PyTuple_SetItem(tuple.get(), d, size);
    }
    return tuple.release();
}

} // namespace

PyObject *plan_again(PyTypeObject *type, const planned &like, const given &given, const tensor *tensors, Py_ssize_t n_tensors, int form,
                     PyObject *out)
{
    const recipe &recipe = like.again;
    description made;
    made.number_bytes = like.number_bytes;
    if (!describe_arguments(like, given, tensors, n_tensors, made)) return nullptr;
    if (form == 'o' && !broadcast_updates(made)) return nullptr;
    if (form == 'a' && !assign_updates(made)) return nullptr;
    if (like.has_components && !describe_components(made)) return nullptr;
    if (!like.has_components && form == 'o') make_tuples(*made.indices);
    for (Py_ssize_t t = 0; t < n_tensors; t++) {
        const bool is_there = !(like.has_components && tensors[t].in_call == offsetof(strew_call, indices));
        if (is_there && made.views[t].tensor.shape != nullptr) *tensor_at(made.call, tensors[t].in_call) = made.views[t].tensor;
    }

    shape result;
    if (recipe.order != 0 ? !result_of(made, recipe.order, result)
                          : !result.append(made.data->shape, made.data->shape + made.data->tensor.rank)) {
        return nullptr;
    }
    if (out != Py_None) {
        const strew_dtype planned = recipe.call->output.dtype, of_data = made.call.data.dtype;
        const bool is_converted = planned != 0 && planned != of_data;
        if (!has_shape(out, result) || !look(out, is_converted ? planned : of_data, made.output)) return nullptr;
        if (is_converted || made.output.tensor.strides != nullptr) made.call.output = made.output.tensor;
    }

    owned shape(out == Py_None ? tuple_of(result) : (Py_INCREF(Py_None), Py_None));
    auto *plan = static_cast<strew_plan *>(PyMem_Malloc(recipe.plan_bytes));
    strew_fault fault;
    if (shape.get() == nullptr || plan == nullptr || recipe.plan(plan, &made.call, &fault) != STREW_OK) {
        PyMem_Free(plan);
        return nullptr;
    }
    const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    auto *self = reinterpret_cast<planned *>(alloc(type, 0));
    if (self == nullptr) {
        PyMem_Free(plan);
        return nullptr;
    }
    self->lender = nullptr; /* more threads, or a large workspace, are the long way's to lend */
    self->plan = self->owned = plan;
    self->run = like.run;
    self->workspace_bytes = recipe.workspace_size != nullptr ? recipe.workspace_size(plan, 1) : 0;
    self->shape = shape.release();
    self->dtype = like.dtype;
    Py_INCREF(self->dtype);
    self->is_element = like.is_element;
    self->has_components = like.has_components;
    self->number_kind = like.number_kind;
    self->number_bytes = like.number_bytes;
    self->largest = like.largest;
    self->n_repeats = made.n_repeats;
    return reinterpret_cast<PyObject *>(self);
}
