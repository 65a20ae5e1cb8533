/* Numbers in bins: functions of the extension module. native.cpp says what they take and return. */
#ifndef STREW_PYTHON_HISTOGRAM_H
#define STREW_PYTHON_HISTOGRAM_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include <Python.h>

PyObject *find_extent(PyObject *module, PyObject *args);
PyObject *prepare_edges(PyObject *module, PyObject *args);
PyObject *fill_bins(PyObject *module, PyObject *args);

#endif
