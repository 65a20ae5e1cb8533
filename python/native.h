/* What the files of the extension module share. Each adds what it has to the module by a function that is declared here. */
#ifndef STREW_PYTHON_NATIVE_H
#define STREW_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include <Python.h>

/* A reference that is owned here. */
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
    PyObject *release()
    {
        PyObject *released = object;
        object = nullptr;
        return released;
    }

  private:
    PyObject *object;
};

/* Where an array is, and its first dimension: one element if it has none. */
struct array_view {
    char *data;
    Py_ssize_t n, stride;
};

/* calls.cpp: Calls and Planned, 0, or -1 with an exception set. */
int add_calls(PyObject *module);
/* Also calls.cpp: what an array is while it exists. False, with an exception set, if it is no array. */
bool look_at(PyObject *array, array_view &view);

/* bincount.cpp: what native.cpp says of count_numbers; and what it needs of NumPy, after add_calls. 0, or -1 with an exception set. */
PyObject *count_numbers(PyObject *module, PyObject *args);
int find_number_types();

#endif
