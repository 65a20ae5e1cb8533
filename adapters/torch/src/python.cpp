/* Kernels of aten for the CPU that have an argument which the stable ABI cannot pass: a Scalar, or a list of tensors, out of which it takes
 * the tensors, so that the caller's own list is empty. And kernels of autograd, since only a function of Python can call aten's own for a
 * gradient, with all that an error of Python means there. They are functions of Python, to which PyTorch passes its objects, but run no
 * line of Python where strew does the call: two lines take as long as a short call. What is left to do is done by `otherwise`, which is
 * Python, and has PyTorch's own kernel; see _patch.py. Of Python only its stable ABI is used. */
#define Py_LIMITED_API 0x030a0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <limits>
#include <type_traits>

#include <torch/headeronly/util/BFloat16.h>
#include <torch/headeronly/util/Half.h>

#include "autograd.h"
#include "cache.h"
#include "fused.h"
#include "ops.h"
#include "patch.h"

namespace strew_torch
{
namespace
{

/* PyTorch has these two from 2.14 on. */
template <class Function> Function find(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

const auto from_python = find<AOTITorchError (*)(void *, AtenTensorHandle *)>("torch_tensor_from_pyobject");
const auto to_python = find<AOTITorchError (*)(AtenTensorHandle, void *, void **)>("torch_tensor_to_pyobject");

Tensor tensor_of(PyObject *object)
{
    AtenTensorHandle handle;
    check_torch(from_python(object, &handle));
    return Tensor(handle);
}

PyObject *object_of(const Tensor &tensor)
{
    void *object;
    check_torch(to_python(tensor.get(), nullptr, &object));
    return static_cast<PyObject *>(object);
}

/* Other threads run Python while strew computes, unless it has so few updates that it would be done before one has begun. */
class WithoutPython
{
  public:
    explicit WithoutPython(int64_t n_updates) : state_(n_updates < MIN_UPDATES ? nullptr : PyEval_SaveThread()) {}
    WithoutPython(const WithoutPython &) = delete;
    ~WithoutPython()
    {
        if (state_) PyEval_RestoreThread(state_);
    }

  private:
    static constexpr int64_t MIN_UPDATES = 1 << 14; /* microseconds, where Python's threads take turns of milliseconds */
    PyThreadState *state_;
};

/* PyTorch leaves out arguments that have their default, from the end. */
struct Arguments {
    PyObject *const *values;
    Py_ssize_t n;
    PyObject *names; /* of the arguments that follow the n, or NULL */

    bool is_true(Py_ssize_t i) const
    {
        return i < n && PyObject_IsTrue(values[i]) == 1;
    }
};

/* What alpha, the only argument with a name, makes of a sum; NULL if it is another factor. */
const char *sum_with_alpha(const Arguments &given)
{
    if (given.names == nullptr || PyTuple_Size(given.names) == 0) return "sum";
    const double alpha = PyFloat_AsDouble(given.values[given.n]);
    if (alpha == 1) return "sum";
    if (alpha == -1 && PyErr_Occurred() == nullptr) return "sub";
    PyErr_Clear(); /* of a complex number */
    return nullptr;
}

/* Each returns what the kernel shall return, or NULL if strew does not do the call. */

PyObject *index_add_to(bool writes, const Arguments &given)
{
    const char *const sum = sum_with_alpha(given);
    if (!sum) return nullptr;
    const int64_t dim = PyLong_AsLongLong(given.values[1]);
    const Tensor self = tensor_of(given.values[0]), index = tensor_of(given.values[2]), source = tensor_of(given.values[3]);
    const How how = how_to_index(sum, true, self, dim, index);
    if (!fits_index_add(self, index, source, how.reduction)) return nullptr;
    std::optional<Tensor> result;
    {
        const WithoutPython released(source.numel());
        if (writes) {
            index_reduce_(self, dim, index, source, how);
        } else {
            result = index_reduce(self, dim, index, source, how);
        }
    }
    if (result) return object_of(*result);
    Py_IncRef(given.values[0]);
    return given.values[0];
}

PyObject *index_add(const Arguments &given)
{
    return index_add_to(false, given);
}

PyObject *index_add_(const Arguments &given)
{
    return index_add_to(true, given);
}

/* A number of Python as an element of a type, where every number of its kind that the type has is the same in PyTorch. */
class Element
{
  public:
    /* False for what PyTorch's kernel shall convert, or reject. */
    bool set(const Tensor &self, PyObject *number)
    {
        using Type = torch::headeronly::ScalarType;
        const bool is_truth = PyBool_Check(number), is_integer = PyLong_Check(number) && !is_truth, is_float = PyFloat_Check(number);
        switch (self.scalar_type()) {
        case Type::Bool: return is_truth && store<bool>(number == Py_True);
        case Type::Float: return (is_integer || is_float) && set_float<float>(number);
        case Type::Double: return (is_integer || is_float) && set_float<double>(number);
        case Type::Half: return (is_integer || is_float) && set_float<c10::Half>(number);
        case Type::BFloat16: return (is_integer || is_float) && set_float<c10::BFloat16>(number);
        case Type::Char: return is_integer && set_integer<int8_t>(number);
        case Type::Short: return is_integer && set_integer<int16_t>(number);
        case Type::Int: return is_integer && set_integer<int32_t>(number);
        case Type::Long: return is_integer && set_integer<int64_t>(number);
        case Type::Byte: return is_integer && set_integer<uint8_t>(number);
        default: return false;
        }
    }
    const void *get() const
    {
        return bytes_;
    }

  private:
    template <class Type> bool store(Type value)
    {
        std::memcpy(bytes_, &value, sizeof value);
        return true;
    }

    /* A finite number that is too large is an error in PyTorch, and so is an integer beyond 64 bits. */
    template <class Type> bool set_float(PyObject *number)
    {
        const double value = PyFloat_AsDouble(number);
        if (PyErr_Occurred() != nullptr || (PyLong_Check(number) && std::abs(value) >= 0x1p53)) {
            PyErr_Clear();
            return false;
        }
        const Type converted = static_cast<Type>(static_cast<std::conditional_t<sizeof(Type) == 8, double, float>>(value));
        return std::isfinite(static_cast<double>(converted)) == std::isfinite(value) && store(converted);
    }
    template <class Type> bool set_integer(PyObject *number)
    {
        const int64_t value = PyLong_AsLongLong(number);
        if (PyErr_Occurred() != nullptr || value < std::numeric_limits<Type>::min() || value > std::numeric_limits<Type>::max()) {
            PyErr_Clear();
            return false;
        }
        return store(static_cast<Type>(value));
    }

    alignas(8) unsigned char bytes_[8];
};

PyObject *index_fill_(const Arguments &given)
{
    const int64_t dim = PyLong_AsLongLong(given.values[1]);
    const Tensor self = tensor_of(given.values[0]), index = tensor_of(given.values[2]);
    Element value;
    if (!fits_index_fill(self, index) || !value.set(self, given.values[3])) return nullptr;
    {
        const WithoutPython released(self.dim() == 0 ? 1 : index.numel() * (self.numel() / std::max<int64_t>(self.size(dim), 1)));
        strew_torch::index_fill_(self, dim, index, value.get());
    }
    Py_IncRef(given.values[0]);
    return given.values[0];
}

PyObject *scatter_value_to(bool writes, const Arguments &given)
{
    if (given.n != 4 || (given.names != nullptr && PyTuple_Size(given.names) != 0)) return nullptr; /* with a reduction */
    const int64_t dim = PyLong_AsLongLong(given.values[1]);
    const Tensor self = tensor_of(given.values[0]), index = tensor_of(given.values[2]);
    Element value;
    if (!fits_scatter_value(self, index, STREW_REDUCTION_NONE) || !value.set(self, given.values[3])) return nullptr;
    std::optional<Tensor> result;
    {
        const WithoutPython released(index.numel());
        if (writes) {
            scatter_value_(self, dim, index, value.get(), {STREW_REDUCTION_NONE});
        } else {
            result = scatter_value(self, dim, index, value.get(), {STREW_REDUCTION_NONE});
        }
    }
    if (result) return object_of(*result);
    Py_IncRef(given.values[0]);
    return given.values[0];
}

PyObject *scatter_value(const Arguments &given)
{
    return scatter_value_to(false, given);
}

PyObject *scatter_value_(const Arguments &given)
{
    return scatter_value_to(true, given);
}

PyObject *index_put(const Arguments &given)
{
    const Tensor self = tensor_of(given.values[0]), values = tensor_of(given.values[2]);
    std::vector<std::optional<Tensor>> indices(static_cast<size_t>(PyList_Size(given.values[1])));
    int64_t n_updates = values.numel(); /* or a few of them for all indices */
    for (size_t i = 0; i < indices.size(); i++) {
        PyObject *const index = PyList_GetItem(given.values[1], static_cast<Py_ssize_t>(i));
        if (index == Py_None) continue;
        indices[i] = tensor_of(index);
        n_updates = std::max(n_updates, indices[i]->numel());
    }
    if (!fits_index_put(self, indices, values)) return nullptr;
    {
        const WithoutPython released(n_updates);
        index_put_(self, indices, values, given.is_true(3));
    }
    Py_IncRef(given.values[0]);
    return given.values[0];
}

/* What autograd has before each of these is a set of keys, for `otherwise`. */

PyObject *scatter_to(bool writes, const Arguments &given)
{
    PyObject *const *const values = given.values + 1;
    const int64_t dim = PyLong_AsLongLong(values[1]);
    const Tensor self = tensor_of(values[0]), index = tensor_of(values[2]), src = tensor_of(values[3]);
    std::optional<Tensor> result;
    if (given.n == 5) {
        const WithoutPython released(src.numel());
        result = scatter_add_below(self, dim, index, src, writes);
    } else {
        const std::string reduce = PyUnicode_AsUTF8AndSize(values[4], nullptr);
        const bool is_named = given.names != nullptr && PyTuple_Size(given.names) != 0; /* include_self is the only name */
        const bool includes_self = !is_named || PyObject_IsTrue(given.values[given.n]) == 1;
        const WithoutPython released(src.numel());
        result = scatter_reduce_below(self, dim, index, src, reduce, includes_self, writes);
    }
    if (!result) return nullptr;
    if (!writes) return object_of(*result);
    Py_IncRef(values[0]);
    return values[0];
}

PyObject *scatter(const Arguments &given)
{
    return scatter_to(false, given);
}

PyObject *scatter_(const Arguments &given)
{
    return scatter_to(true, given);
}

std::optional<Tensor> optional_of(PyObject *object)
{
    return object == Py_None ? std::nullopt : std::optional<Tensor>(tensor_of(object));
}

/* A tensor of PyTorch's own class, or None in place of one. */
bool is_plain(PyObject *object)
{
    static PyObject *const type = [] {
        PyObject *const torch = PyImport_ImportModule("torch");
        PyObject *const found = torch == nullptr ? nullptr : PyObject_GetAttrString(torch, "Tensor");
        Py_DecRef(torch);
        return found;
    }();
    return object == Py_None || reinterpret_cast<PyObject *>(Py_TYPE(object)) == type;
}

/* An operator of strew, not of aten: it is routed whether PyTorch is patched or not. */
PyObject *store_in_cache(const Arguments &given)
{
    PyObject *const *const values = given.values;
    if (!std::all_of(values, values + given.n, is_plain)) return nullptr;
    const Tensor k = tensor_of(values[0]), v = tensor_of(values[1]), places = tensor_of(values[2]), k_cache = tensor_of(values[3]),
                 v_cache = tensor_of(values[4]);
    const Tensor *const all[] = {&k, &v, &places, &k_cache, &v_cache};
    const std::optional<Tensor> k_scale = optional_of(values[5]), v_scale = optional_of(values[6]);
    const bool is_in_memory = std::all_of(std::begin(all), std::end(all), [](const Tensor *one) { return one->is_cpu(); });
    if (!is_in_memory || needs_gradient(k_cache, k) || needs_gradient(v_cache, v)) return nullptr;
    {
        const WithoutPython released(k.numel());
        store_cache(k, v, places, k_cache, v_cache, k_scale, v_scale);
    }
    Py_IncRef(Py_None);
    return Py_None;
}

std::optional<int64_t> number_of(PyObject *object)
{
    return object == Py_None ? std::nullopt : std::optional<int64_t>(PyLong_AsLongLong(object));
}

std::string text_of(PyObject *object)
{
    const char *const text = PyUnicode_AsUTF8AndSize(object, nullptr);
    if (text == nullptr) throw std::runtime_error("a word is needed");
    return text;
}

/* The same of spmm, with all its arguments. By PyTorch's dispatcher it takes as long as a bag of a thousand rows in the caches. */
PyObject *product(const Arguments &given)
{
    PyObject *const *const values = given.values;
    if (given.n != 9 || !std::all_of(values, values + 4, is_plain)) return nullptr;
    const Tensor table = tensor_of(values[0]);
    const Given entries = {tensor_of(values[1]), optional_of(values[2]), optional_of(values[3]),
                           text_of(values[6]),   number_of(values[7]),   number_of(values[8])};
    const int64_t n_rows = PyLong_AsLongLong(values[4]);
    const std::string reduce = text_of(values[5]);
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear(); /* no number: what it is, and what to say, `otherwise` knows */
        return nullptr;
    }
    const bool is_in_memory = table.is_cpu() && entries.rows.is_cpu() && (!entries.columns || entries.columns->is_cpu()) &&
                              (!entries.weights || entries.weights->is_cpu());
    if (!is_in_memory || needs_gradient(table, entries.weights ? *entries.weights : table)) return nullptr;
    std::optional<Tensor> result;
    {
        const WithoutPython released(entries.columns ? entries.columns->numel() : table.numel());
        result = spmm(table, entries, n_rows, reduce);
    }
    return object_of(*result);
}

PyObject *call_otherwise(PyObject *otherwise, const Arguments &given)
{
    PyObject *const values = PyTuple_New(given.n), *const named = PyDict_New();
    bool is_right = values != nullptr && named != nullptr;
    for (Py_ssize_t i = 0; is_right && i < given.n; i++) {
        Py_IncRef(given.values[i]);
        is_right = PyTuple_SetItem(values, i, given.values[i]) == 0;
    }
    const Py_ssize_t n_named = given.names == nullptr ? 0 : PyTuple_Size(given.names);
    for (Py_ssize_t i = 0; is_right && i < n_named; i++) {
        is_right = PyDict_SetItem(named, PyTuple_GetItem(given.names, i), given.values[given.n + i]) == 0;
    }
    PyObject *const result = is_right ? PyObject_Call(otherwise, values, named) : nullptr;
    Py_DecRef(values);
    Py_DecRef(named);
    return result;
}

/* An error that strew has is left to `otherwise` as well, which finds it again, and says it in PyTorch's words. */
template <PyObject *kernel(const Arguments &)> PyObject *call(PyObject *otherwise, PyObject *const *values, Py_ssize_t n, PyObject *names)
{
    const Arguments given = {values, n, names};
    if (kernel == store_in_cache || kernel == product || is_routed()) {
        try {
            if (PyObject *const result = kernel(given)) return result;
        } catch (const std::exception &) {
        }
    }
    return call_otherwise(otherwise, given);
}

template <PyObject *kernel(const Arguments &)> PyMethodDef method_of(const char *name)
{
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call<kernel>)), METH_FASTCALL | METH_KEYWORDS, nullptr};
}

PyMethodDef methods[] = {
    method_of<index_add>("index_add"),
    method_of<index_add_>("index_add_"),
    method_of<index_put>("_index_put_impl_"),
    method_of<index_fill_>("index_fill_.int_Scalar"),
    method_of<scatter_value>("scatter.value"),
    method_of<scatter_value_>("scatter_.value"),
    method_of<index_put>("index_put_"),
    method_of<scatter>("scatter_add"),
    method_of<scatter_>("scatter_add_"),
    method_of<scatter>("scatter_reduce.two"),
    method_of<scatter_>("scatter_reduce_.two"),
    method_of<store_in_cache>("store_cache"),
    method_of<product>("spmm"),
};

} // namespace
} // namespace strew_torch

/* A function that does what the kernel `name` of aten does, or NULL: then this PyTorch has no such functions. */
extern "C" __attribute__((visibility("default"))) PyObject *strew_torch_kernel(const char *name, PyObject *otherwise)
{
    using namespace strew_torch;
    for (PyMethodDef &method : methods) {
        if (std::strcmp(method.ml_name, name) == 0 && from_python && to_python && has_symbols_of_autograd())
            return PyCFunction_NewEx(&method, otherwise, nullptr);
    }
    Py_IncRef(otherwise);
    return otherwise;
}
