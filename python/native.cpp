/* What the package needs beside ctypes: a way from NumPy arrays to the library that takes a microsecond, and a pool of threads. It is not
 * linked with the library: the package hands over the addresses of its functions, so that STREW_LIBRARY may name any build of it. Limited
 * to Python's stable ABI, so that one file serves every version. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include <Python.h>

#include <exception>

#include <strew/std_thread.h>

namespace
{

using run_function = decltype(&strew_run);

/* ---- Arrays -------------------------------------------------------------------------------------------------------------------------- */

/* What NumPy's __array_struct__ points to, by version 3 of the array interface. */
struct array_interface {
    int two, nd;
    char kind;
    int itemsize, flags;
    const Py_ssize_t *shape, *strides;
    void *data;
    PyObject *descr;
};

enum : int { C_CONTIGUOUS = 0x1, WRITEABLE = 0x400 };

/* An array that was planned. No tensor has more than 64 dimensions. */
struct expected {
    PyObject *dtype;
    int nd;
    Py_ssize_t shape[64];
};

PyObject *ndarray, *dtype_word, *array_struct_word;

/* An object that is owned here. */
class owned
{
  public:
    explicit owned(PyObject *object) : object(object) {}
    owned(const owned &) = delete;
    owned &operator=(const owned &) = delete;
    ~owned()
    {
        Py_XDECREF(object);
    }
    PyObject *get() const
    {
        return object;
    }

  private:
    PyObject *object;
};

/* The address of a plain NumPy array of exactly this shape and dtype, in row-major order; NULL for everything else, which is not an error
 * here. The array holds the memory as long as the caller holds the array. */
void *address_of(PyObject *array, const expected &expected, int flags)
{
    if (reinterpret_cast<PyObject *>(Py_TYPE(array)) != ndarray) return nullptr;
    const owned dtype(PyObject_GetAttr(array, dtype_word));
    if (dtype.get() != expected.dtype) return nullptr;
    const owned capsule(PyObject_GetAttr(array, array_struct_word));
    if (capsule.get() == nullptr) return nullptr;
    const auto *found = static_cast<const array_interface *>(PyCapsule_GetPointer(capsule.get(), nullptr));
    if (found == nullptr || found->nd != expected.nd || (found->flags & flags) != flags) return nullptr;
    for (int d = 0; d < expected.nd; d++) {
        if (found->shape[d] != expected.shape[d]) return nullptr;
    }
    return found->data;
}

/* ---- Planned calls ------------------------------------------------------------------------------------------------------------------- */

/* A plan, which `keeper` keeps in memory, and what its data, indices and updates are. */
struct planned {
    PyObject_HEAD PyObject *keeper;
    const strew_plan *plan;
    run_function run;
    expected data, indices, updates;
};

int fill_expected(expected *expected, PyObject *dtype, PyObject *shape)
{
    const Py_ssize_t nd = PyTuple_Size(shape);
    if (nd < 0) return 0;
    if (nd > 64) {
        PyErr_Format(PyExc_ValueError, "%zd dimensions are more than 64", nd);
        return 0;
    }
    for (Py_ssize_t d = 0; d < nd; d++) expected->shape[d] = PyLong_AsSsize_t(PyTuple_GetItem(shape, d));
    expected->nd = static_cast<int>(nd);
    Py_INCREF(dtype);
    expected->dtype = dtype;
    return !PyErr_Occurred();
}

PyObject *new_planned(PyTypeObject *type, PyObject *args, PyObject *)
{
    PyObject *keeper, *dtypes[3], *shapes[3];
    unsigned long long plan, run;
    if (!PyArg_ParseTuple(args, "OKK(OO)(OO)(OO):Planned", &keeper, &plan, &run, &dtypes[0], &shapes[0], &dtypes[1], &shapes[1], &dtypes[2],
                          &shapes[2])) {
        return nullptr;
    }
    const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    auto *self = reinterpret_cast<planned *>(alloc(type, 0));
    if (self == nullptr) return nullptr;
    Py_INCREF(keeper);
    self->keeper = keeper;
    self->plan = reinterpret_cast<const strew_plan *>(static_cast<uintptr_t>(plan));
    self->run = reinterpret_cast<run_function>(static_cast<uintptr_t>(run));
    if (!fill_expected(&self->data, dtypes[0], shapes[0]) || !fill_expected(&self->indices, dtypes[1], shapes[1]) ||
        !fill_expected(&self->updates, dtypes[2], shapes[2])) {
        Py_DECREF(self);
        return nullptr;
    }
    return reinterpret_cast<PyObject *>(self);
}

void free_planned(PyObject *object)
{
    auto *self = reinterpret_cast<planned *>(object);
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(self->keeper);
    Py_XDECREF(self->data.dtype);
    Py_XDECREF(self->indices.dtype);
    Py_XDECREF(self->updates.dtype);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* True; False, if an array is not as planned; or the bytes of a strew_fault. The buffers have their indices already. */
PyObject *run(const planned *self, strew_buffers &buffers, PyObject *data, PyObject *updates, PyObject *output,
              unsigned long long resources)
{
    buffers.data = address_of(data, self->data, C_CONTIGUOUS);
    buffers.updates = buffers.data != nullptr ? address_of(updates, self->updates, C_CONTIGUOUS) : nullptr;
    buffers.output = buffers.updates != nullptr ? address_of(output, self->data, C_CONTIGUOUS | WRITEABLE) : nullptr;
    if (PyErr_Occurred()) return nullptr;
    if (buffers.output == nullptr) Py_RETURN_FALSE;
    strew_fault fault;
    strew_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = self->run(self->plan, &buffers, reinterpret_cast<const strew_resources *>(static_cast<uintptr_t>(resources)), &fault);
    Py_END_ALLOW_THREADS;
    if (status == STREW_OK) Py_RETURN_TRUE;
    return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(&fault), sizeof fault);
}

PyObject *call_run(PyObject *object, PyObject *args)
{
    const auto *self = reinterpret_cast<const planned *>(object);
    PyObject *data, *indices, *updates, *output;
    unsigned long long resources;
    if (!PyArg_ParseTuple(args, "OOOOK:run", &data, &indices, &updates, &output, &resources)) return nullptr;
    strew_buffers buffers = STREW_BUFFERS_INIT;
    buffers.indices = address_of(indices, self->indices, C_CONTIGUOUS);
    if (PyErr_Occurred()) return nullptr;
    if (buffers.indices == nullptr) Py_RETURN_FALSE;
    return run(self, buffers, data, updates, output, resources);
}

PyObject *call_run_prepared(PyObject *object, PyObject *args)
{
    const auto *self = reinterpret_cast<const planned *>(object);
    PyObject *data, *updates, *output;
    unsigned long long prepared, resources;
    if (!PyArg_ParseTuple(args, "OKOOK:run_prepared", &data, &prepared, &updates, &output, &resources)) return nullptr;
    strew_buffers buffers = STREW_BUFFERS_INIT;
    buffers.prepared = reinterpret_cast<const void *>(static_cast<uintptr_t>(prepared));
    return run(self, buffers, data, updates, output, resources);
}

PyMethodDef planned_methods[] = {
    {"run", call_run, METH_VARARGS,
     "run(data, indices, updates, output, resources): True; False if an array is not as planned; or the bytes of a strew_fault."},
    {"run_prepared", call_run_prepared, METH_VARARGS, "run_prepared(data, prepared, updates, output, resources): the same."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot planned_parts[] = {
    {Py_tp_new, reinterpret_cast<void *>(new_planned)},
    {Py_tp_dealloc, reinterpret_cast<void *>(free_planned)},
    {Py_tp_methods, planned_methods},
    {0, nullptr},
};

PyType_Spec planned_spec = {"strew._native.Planned", sizeof(planned), 0, Py_TPFLAGS_DEFAULT, planned_parts};

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

/* No pool is ever closed: a daemon thread may be in a call, or about to begin one, until the process ends. */
PyObject *open_pool(PyObject *, PyObject *args)
{
    int n_threads;
    if (!PyArg_ParseTuple(args, "i:open_pool", &n_threads)) return nullptr;
    try {
        return PyLong_FromVoidPtr(new strew_std_thread_pool(n_threads));
    } catch (const std::exception &reason) {
        return PyErr_Format(PyExc_RuntimeError, "%d threads cannot be started: %s", n_threads, reason.what());
    }
}

/* ---- The module ---------------------------------------------------------------------------------------------------------------------- */

PyMethodDef methods[] = {
    {"open_pool", open_pool, METH_VARARGS, "open_pool(n_threads): the address of a new pool, which lasts as long as the process."},
    {nullptr, nullptr, 0, nullptr},
};

int fill_module(PyObject *module)
{
    const owned numpy(PyImport_ImportModule("numpy"));
    if (numpy.get() == nullptr) return -1;
    ndarray = PyObject_GetAttrString(numpy.get(), "ndarray");
    dtype_word = PyUnicode_InternFromString("dtype");
    array_struct_word = PyUnicode_InternFromString("__array_struct__");
    if (ndarray == nullptr || dtype_word == nullptr || array_struct_word == nullptr) return -1;
    PyObject *type = PyType_FromSpec(&planned_spec);
    if (type == nullptr || PyModule_AddObject(module, "Planned", type) != 0) return -1;
    PyObject *address = PyLong_FromVoidPtr(reinterpret_cast<void *>(strew_std_thread_for));
    return address == nullptr ? -1 : PyModule_AddObject(module, "PARALLEL_FOR", address);
}

PyModuleDef_Slot module_parts[] = {{Py_mod_exec, reinterpret_cast<void *>(fill_module)}, {0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "strew._native", nullptr, 0, methods, module_parts, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
