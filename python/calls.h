/* What calls.cpp, which looks calls up, plans.cpp, which plans calls of other sizes, and bincount.cpp know. */
#ifndef STREW_PYTHON_CALLS_H
#define STREW_PYTHON_CALLS_H

#include "native.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <strew/strew.h>

/* An array as NumPy's binary interface has had it since version 1.7. Attributes are stable as well, but take 20 times as long;
 * knows_arrays() compares the two. */
struct array_object {
    PyObject_HEAD char *data;
    int nd;
    const Py_ssize_t *shape, *strides;
    PyObject *base, *dtype;
    int flags;
};

enum : int { C_CONTIGUOUS = 0x1, ALIGNED = 0x100, WRITEABLE = 0x400 };

/* Of NumPy. There is no ndarray if arrays of this NumPy are other than array_object has them. */
extern PyObject *ndarray, *empty;

inline bool is_array(PyObject *object)
{
    return reinterpret_cast<PyObject *>(Py_TYPE(object)) == ndarray;
}

inline const array_object *as_array(PyObject *object)
{
    return reinterpret_cast<const array_object *>(object);
}

/* How a call is planned for arrays of other sizes: a call of strew_plan_call that succeeded, and functions of the library. */
struct recipe {
    PyObject *keeper; /* of what the call points to */
    const strew_call *call;
    decltype(&strew_plan_call) plan;
    decltype(&strew_plan_workspace_size) workspace_size; /* NULL: a workspace gains nothing */
    size_t plan_bytes;
    int order; /* the shape of output: 't', 'e' or 'a' as in python/strew/_operators.py, or 0: that of data */
};

/* All that follows from what a call is given. */
struct planned {
    PyObject_HEAD PyObject *lender; /* what a call with these threads is lent, or None; it keeps the plan in memory */
    const strew_plan *plan;
    decltype(&strew_run) run;
    const void *prepared;
    size_t workspace_bytes; /* for one thread */
    PyObject *shape;        /* of a new output, or None where there is none */
    PyObject *dtype;        /* of a new output, or None where it is that of data */
    int is_element;         /* a new output of no dimensions is returned as an element, as NumPy does */
    int has_components;     /* the plan reads components, each where it lies */
    int number_kind; /* how a number of Python's becomes an element of data: NumPy's kind, or 'x' for a float of NumPy's or ml_dtypes'
                               that C has not, or 0 for not at all */
    Py_ssize_t number_bytes;
    double largest;       /* the largest number of an 'x' */
    Py_ssize_t n_repeats; /* how many updates a number, or an array of no dimensions, becomes; 1: the plan reads it with strides of 0 */
    recipe again;         /* without a keeper: there is none */
    strew_plan *owned;    /* the plan, if it is no one else's */
};

enum : Py_ssize_t {
    MAX_TENSORS = 4,
    MAX_COMPONENTS = 8,
    MAX_ARRAYS = MAX_TENSORS + MAX_COMPONENTS,
    MAX_KEPT = 2 * MAX_ARRAYS + 4, /* of an array, what it was converted to and what that was cast to */
    MAX_WORDS = 128,
    MAX_REPEATED_BYTES = 512, /* of updates; with strides of 0, more take no longer */
    MAX_LIST = 4096,          /* a longer list, which takes longer to convert than the long way takes, is converted there only */
};

/* Whether a number of so many bytes becomes so many updates. */
inline bool can_repeat(Py_ssize_t bytes, int64_t n)
{
    return bytes > 0 && n > 1 && n <= MAX_REPEATED_BYTES / bytes;
}

/* An argument of a function. */
struct tensor {
    size_t in_buffers, in_call; /* where strew_buffers and strew_call have it */
    int ways;
};

/* What identifies a call among others of its function. */
struct key {
    uint64_t words[MAX_WORDS]; /* of which n are there */
    Py_ssize_t n = 0;          /* if it is more than MAX_WORDS, the call is the long way's */

    void add(uint64_t word)
    {
        if (n < MAX_WORDS) words[n] = word;
        n++;
    }

    uint64_t hash() const
    {
        uint64_t hash = 0;
        for (Py_ssize_t i = 0; i < n; i++) {
            hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 29;
        }
        return hash;
    }
};

/* The arguments of a call as arrays, and what identifies the call among others of its function. There is no destructor: a daemon thread
 * that is in the library when Python ends is ended there, on some systems as if by an exception, and must not let go of objects. */
struct given {
    PyObject *arrays[MAX_ARRAYS] = {}; /* NULL for what is absent, and for a number */
    Py_ssize_t n_arrays = 0;
    struct {
        Py_ssize_t first, n;
    } parts[MAX_TENSORS];     /* of arrays, for each tensor */
    PyObject *kept[MAX_KEPT]; /* what is owned until the call ends */
    Py_ssize_t n_kept = 0;
    PyObject *number = nullptr;
    size_t offset_of_number = 0;
    Py_ssize_t n_components = -1; /* no tuple was given */
    const void *components[MAX_COMPONENTS] = {};
    strew_buffers buffers = STREW_BUFFERS_INIT;
    key exact; /* the dtype, shape and strides of each array */
    key kind;  /* the same without sizes */
    PyObject *dtypes[MAX_ARRAYS] = {};
    Py_ssize_t n_dtypes = 0;
    size_t n_elements = 0;
    alignas(16) char elements[MAX_REPEATED_BYTES]; /* of the number */
    strew_resources resources = STREW_RESOURCES_INIT;
    const strew_resources *lent = nullptr;
    void *workspace = nullptr;

    /* The object, whose reference may be NULL, and is owned from here on. */
    PyObject *keep(PyObject *object)
    {
        kept[n_kept++] = object;
        return object;
    }

    void release()
    {
        while (n_kept > 0) Py_XDECREF(kept[--n_kept]);
        PyMem_Free(workspace);
    }

    void set(size_t offset, const void *address)
    {
        std::memcpy(reinterpret_cast<char *>(&buffers) + offset, &address, sizeof address);
    }

    void add(uint64_t word)
    {
        exact.add(word);
        kind.add(word);
    }

    void add_dtype(PyObject *dtype)
    {
        add(reinterpret_cast<uintptr_t>(dtype));
        dtypes[n_dtypes++] = dtype;
    }

    void add_array(PyObject *object)
    {
        const array_object *array = as_array(object);
        const bool is_dense = (array->flags & C_CONTIGUOUS) != 0;
        size_t size = 1;
        add_dtype(array->dtype);
        add(static_cast<uint64_t>(array->nd) << 1 | static_cast<uint64_t>(is_dense));
        for (int d = 0; d < array->nd; d++) {
            exact.add(static_cast<uint64_t>(array->shape[d]));
            size *= static_cast<size_t>(array->shape[d]);
        }
        /* Nothing depends on the stride of a single index, and NumPy leaves it open. */
        for (int d = 0; d < array->nd && !is_dense; d++) exact.add(array->shape[d] != 1 ? static_cast<uint64_t>(array->strides[d]) : 0);
        n_elements += size;
    }
};

static_assert(std::is_trivially_destructible<given>::value, "");

/* plans.cpp: a new Planned of `type`, for what is given; NULL, maybe with an exception set, if it is the long way's. `form` says how
 * updates follow from what is given: 'g' as they are, 'o' broadcast to the slices that indices name, 'a' one after another. */
PyObject *plan_again(PyTypeObject *type, const planned &like, const given &given, const tensor *tensors, Py_ssize_t n_tensors, int form,
                     PyObject *out);

#endif
