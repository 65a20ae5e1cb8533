/* The extension module of the package: what it needs beside ctypes. It is not linked with the library: the package hands over the
 * addresses of its functions, so that STREW_LIBRARY may name any build of it. Limited to Python's stable ABI, so that one file serves every
 * version. */
#include "native.h"

#include <exception>

#include <strew/std_thread.h>

#include "histogram.h"

namespace
{

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
    {"find_extent", find_extent, METH_VARARGS,
     "find_extent(values, letter, has_avx2, pool, n_threads): the least and the greatest value; None if one is NaN. The letter is the "
     "type, "
     "as in the module struct."},
    {"prepare_edges", prepare_edges, METH_VARARGS,
     "prepare_edges(edges, letter, is_float): what fill_bins needs of dense float64 edges, for values of the type of the letter. If "
     "is_float, the edges and the values are float32."},
    {"fill_bins", fill_bins, METH_VARARGS,
     "fill_bins(columns, edges, is_float, kind, weights, totals, has_avx2, pool, n_threads): adds to the totals of the bins between edges, "
     "which are prepared, for each column of values. The kind is n to count, or the type of the weights, with which there is one thread, "
     "or "
     "s to store the bins, those below and above the edges included."},
    {"count_numbers", count_numbers, METH_VARARGS,
     "count_numbers(x, weights, minlength): as numpy.bincount; None for arguments that are left to it, and for errors."},
    {nullptr, nullptr, 0, nullptr},
};

int fill_module(PyObject *module)
{
    if (add_calls(module) != 0 || find_number_types() != 0) return -1;
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
