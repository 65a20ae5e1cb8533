/* The fast way of every operator. A call is looked up by what it was given: the dtype, shape and strides of each array, and the options.
 * Where an equal call was made before, all that follows from these is known, and what is left is to hand over addresses. Everything else
 * is the long way's, in Python, which says what is wrong, or makes the call and has it remembered here. Nothing in this file knows an
 * operator: which arguments it has, and how they may be given, comes from the table of python/strew/_operators.py. */
#include "calls.h"

#include <cmath>
#include <limits>

PyObject *ndarray, *empty;

namespace
{

/* ---- Arrays -------------------------------------------------------------------------------------------------------------------------- */

/* What NumPy's __array_struct__ points to, by version 3 of the array interface. */
struct array_interface {
    int two, nd;
    char kind;
    int itemsize, flags;
    const Py_ssize_t *shape, *strides;
    void *data;
};

/* Of NumPy. */
PyObject *generic, *asarray;
PyObject *astype_word, *keep_word, *same_kind_word, *nothing;

/* Whether arrays of this NumPy are as array_object has them; if not, every call goes the long way. */
bool knows_arrays(PyObject *array)
{
    const owned capsule(PyObject_GetAttrString(array, "__array_struct__")), dtype(PyObject_GetAttrString(array, "dtype"));
    if (capsule.get() == nullptr || dtype.get() == nullptr) return false;
    const auto *expected = static_cast<const array_interface *>(PyCapsule_GetPointer(capsule.get(), nullptr));
    if (expected == nullptr || !is_array(array)) return false;
    const array_object *found = as_array(array);
    if (found->data != expected->data || found->nd != expected->nd || found->dtype != dtype.get()) return false;
    for (int d = 0; d < found->nd; d++) {
        if (found->shape[d] != expected->shape[d] || found->strides[d] != expected->strides[d]) return false;
    }
    return ((found->flags ^ expected->flags) & (C_CONTIGUOUS | ALIGNED | WRITEABLE)) == 0;
}

/* ---- Planned calls ------------------------------------------------------------------------------------------------------------------- */

int fill_recipe(PyObject *args, recipe &recipe)
{
    PyObject *keeper;
    unsigned long long call, plan, workspace_size;
    Py_ssize_t plan_bytes;
    if (!PyArg_ParseTuple(args, "OKKKnC:a recipe", &keeper, &call, &plan, &workspace_size, &plan_bytes, &recipe.order)) {
        return 0;
    }
    recipe.call = reinterpret_cast<const strew_call *>(static_cast<uintptr_t>(call));
    recipe.plan = reinterpret_cast<decltype(&strew_plan_call)>(static_cast<uintptr_t>(plan));
    recipe.workspace_size = reinterpret_cast<decltype(&strew_plan_workspace_size)>(static_cast<uintptr_t>(workspace_size));
    recipe.plan_bytes = static_cast<size_t>(plan_bytes);
    Py_INCREF(keeper);
    recipe.keeper = keeper;
    return 1;
}

PyObject *new_planned(PyTypeObject *type, PyObject *args, PyObject *)
{
    PyObject *lender, *shape, *dtype, *recipe;
    unsigned long long plan, run, prepared;
    Py_ssize_t workspace_bytes, number_bytes, n_repeats;
    int is_element, has_components, number_kind;
    double largest;
    if (!PyArg_ParseTuple(args, "OKKKnOOppCndnO:Planned", &lender, &plan, &run, &prepared, &workspace_bytes, &shape, &dtype, &is_element,
                          &has_components, &number_kind, &number_bytes, &largest, &n_repeats, &recipe)) {
        return nullptr;
    }
    if (n_repeats != 1 && !can_repeat(number_bytes, n_repeats)) return PyErr_Format(PyExc_ValueError, "%zd updates of a number", n_repeats);
    const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    auto *self = reinterpret_cast<planned *>(alloc(type, 0));
    if (self == nullptr) return nullptr;
    Py_INCREF(lender);
    Py_INCREF(shape);
    Py_INCREF(dtype);
    self->lender = lender;
    self->plan = reinterpret_cast<const strew_plan *>(static_cast<uintptr_t>(plan));
    self->run = reinterpret_cast<decltype(&strew_run)>(static_cast<uintptr_t>(run));
    self->prepared = reinterpret_cast<const void *>(static_cast<uintptr_t>(prepared));
    self->workspace_bytes = static_cast<size_t>(workspace_bytes);
    self->shape = shape;
    self->dtype = dtype;
    self->is_element = is_element;
    self->has_components = has_components;
    self->number_kind = number_kind;
    self->number_bytes = number_bytes;
    self->largest = largest;
    self->n_repeats = n_repeats;
    if (recipe != Py_None && !fill_recipe(recipe, self->again)) {
        Py_DECREF(self);
        return nullptr;
    }
    return reinterpret_cast<PyObject *>(self);
}

void free_object(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

void free_planned(PyObject *object)
{
    const auto *self = reinterpret_cast<planned *>(object);
    Py_XDECREF(self->lender);
    Py_XDECREF(self->shape);
    Py_XDECREF(self->dtype);
    Py_XDECREF(self->again.keeper);
    PyMem_Free(self->owned);
    free_object(object);
}

PyType_Slot planned_parts[] = {
    {Py_tp_new, reinterpret_cast<void *>(new_planned)},
    {Py_tp_dealloc, reinterpret_cast<void *>(free_planned)},
    {0, nullptr},
};

PyType_Spec planned_spec = {"strew._native.Planned", sizeof(planned), 0, Py_TPFLAGS_DEFAULT, planned_parts};
PyTypeObject *planned_type;

/* ---- Numbers of Python's ------------------------------------------------------------------------------------------------------------- */

bool is_number(PyObject *object)
{
    return PyFloat_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object) || PyComplex_CheckExact(object);
}

template <class type> bool store(void *element, type value)
{
    std::memcpy(element, &value, sizeof value);
    return true;
}

template <class type> bool store_within(void *element, long long value)
{
    if (value < static_cast<long long>(std::numeric_limits<type>::min())) return false;
    if (sizeof(type) < sizeof value && value > static_cast<long long>(std::numeric_limits<type>::max())) return false;
    return store(element, static_cast<type>(value));
}

bool store_integer(char kind, Py_ssize_t bytes, PyObject *number, void *element)
{
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow != 0) return false; /* the largest numbers of uint64 are left to the long way */
    if (kind == 'b') return (value == 0 || value == 1) && store(element, static_cast<unsigned char>(value));
    switch (kind == 'i' ? bytes : -bytes) {
    case 1: return store_within<int8_t>(element, value);
    case 2: return store_within<int16_t>(element, value);
    case 4: return store_within<int32_t>(element, value);
    case 8: return store_within<int64_t>(element, value);
    case -1: return store_within<uint8_t>(element, value);
    case -2: return store_within<uint16_t>(element, value);
    case -4: return store_within<uint32_t>(element, value);
    case -8: return value >= 0 && store(element, static_cast<uint64_t>(value));
    default: return false;
    }
}

bool store_float(Py_ssize_t bytes, double value, void *element)
{
    if (bytes == 8) return store(element, value);
    if (bytes != 4 || (std::isfinite(value) && std::fabs(value) > std::numeric_limits<float>::max())) return false;
    return store(element, static_cast<float>(value));
}

/* The number as an element of data, if the element holds it: a number may be rounded, but nothing else may be lost. */
bool store_number(const planned &planned, PyObject *number, PyObject *dtype, void *element)
{
    const bool is_integer = PyLong_Check(number), is_complex = PyComplex_CheckExact(number);
    const int kind = planned.number_kind;
    if (kind == 'i' || kind == 'u' || kind == 'b')
        return is_integer && store_integer(static_cast<char>(kind), planned.number_bytes, number, element);
    if (kind == 'c') {
        const Py_ssize_t half = planned.number_bytes / 2;
        const double real = is_complex ? PyComplex_RealAsDouble(number) : is_integer ? PyLong_AsDouble(number) : PyFloat_AsDouble(number);
        const double imag = is_complex ? PyComplex_ImagAsDouble(number) : 0;
        return !PyErr_Occurred() && store_float(half, real, element) && store_float(half, imag, static_cast<char *>(element) + half);
    }
    if (is_complex || kind == 0) return false;
    const double value = is_integer ? PyLong_AsDouble(number) : PyFloat_AsDouble(number);
    if (PyErr_Occurred()) return false;
    if (kind == 'f') return store_float(planned.number_bytes, value, element);
    if (!(std::fabs(value) <= planned.largest) || (is_integer && std::fabs(value) >= 0x1p53)) return false;
    const owned plain(PyFloat_FromDouble(value));
    if (plain.get() == nullptr) return false;
    const owned converted(PyObject_CallFunctionObjArgs(asarray, plain.get(), dtype, nullptr));
    if (converted.get() == nullptr || !is_array(converted.get()) || as_array(converted.get())->nd != 0) return false;
    std::memcpy(element, as_array(converted.get())->data, static_cast<size_t>(planned.number_bytes));
    return true;
}

/* Updates of one that is a number, or an array of no dimensions. */
void repeat(const planned &planned, given &given)
{
    const size_t bytes = static_cast<size_t>(planned.number_bytes), end = bytes * static_cast<size_t>(planned.n_repeats);
    if (given.number == nullptr) std::memcpy(given.elements, given.buffers.updates, bytes);
    for (size_t n = bytes; n < end; n *= 2) std::memcpy(given.elements + n, given.elements, n < end - n ? n : end - n);
    given.buffers.updates = given.elements;
}

/* ---- What a call is given ------------------------------------------------------------------------------------------------------------ */

/* How an argument may be given, beside as an array. */
enum : int {
    AS_TUPLE = 1,    /* a tuple of arrays, which are the components of indices */
    AS_INDICES = 2,  /* as what numpy.asarray makes an array of */
    AS_OPERAND = 4,  /* as a number, or with another dtype that becomes data's by casting of the same kind */
    AS_ASSIGNED = 8, /* as a number, or as anything that an assignment to data takes */
};

struct role {
    const char *name;
    int ways;
};

const role roles[] = {{"array", 0},
                      {"components", AS_TUPLE},
                      {"indices", AS_INDICES},
                      {"places", AS_INDICES | AS_TUPLE},
                      {"operand", AS_OPERAND},
                      {"assigned", AS_ASSIGNED}};

struct member {
    const char *name;
    size_t in_buffers, in_call;
};

const member members[] = {{"data", offsetof(strew_buffers, data), offsetof(strew_call, data)},
                          {"indices", offsetof(strew_buffers, indices), offsetof(strew_call, indices)},
                          {"updates", offsetof(strew_buffers, updates), offsetof(strew_call, updates)},
                          {"mask", offsetof(strew_buffers, mask), offsetof(strew_call, mask)},
                          {"write_indices", offsetof(strew_buffers, write_indices), offsetof(strew_call, write_indices)}};

bool is_short(PyObject *sequence)
{
    return (PyList_CheckExact(sequence) ? PyList_Size(sequence) : PyTuple_Size(sequence)) <= MAX_LIST;
}

bool is_scalar(PyObject *object)
{
    return PyType_IsSubtype(Py_TYPE(object), reinterpret_cast<PyTypeObject *>(generic)) != 0;
}

/* One argument as an array of NumPy's; NULL if it is the long way's, maybe with an exception set. */
PyObject *array_of(PyObject *object, int ways, PyObject *dtype, given &given)
{
    const bool is_value = (ways & (AS_OPERAND | AS_ASSIGNED)) != 0;
    if (!is_array(object)) {
        const bool is_sequence = PyList_CheckExact(object) || PyTuple_CheckExact(object);
        const bool is_like_array = is_sequence ? is_short(object) : is_scalar(object) || (!is_value && PyLong_CheckExact(object));
        if (ways == 0 || !is_like_array) return nullptr;
        PyObject *with = (ways & AS_ASSIGNED) != 0 ? dtype : nullptr;
        object = given.keep(PyObject_CallFunctionObjArgs(asarray, object, with, nullptr));
        if (object == nullptr || !is_array(object)) return nullptr;
    }
    if (!is_value || as_array(object)->dtype == dtype) return object;
    object = given.keep(PyObject_CallMethodObjArgs(object, astype_word, dtype, keep_word, same_kind_word, nullptr));
    return object != nullptr && is_array(object) ? object : nullptr;
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

struct entry {
    uint64_t hash;
    uint64_t *key;
    Py_ssize_t n_words;
    PyObject *dtypes; /* a tuple, which keeps their addresses theirs */
    PyObject *words;
    planned *call;
    int releases_lock;
    unsigned long long last_used;
};

/* The calls of one function, or of one plan, that were made before. */
struct calls {
    PyObject_HEAD PyObject *on_fault; /* raises a fault, of which it is given the bytes, after which nothing can be tried again */
    tensor tensors[MAX_TENSORS];
    Py_ssize_t n_tensors;
    int is_in_place;
    int form; /* how calls of other sizes are planned; see plan_again(); 0: not at all */
    entry *entries;
    Py_ssize_t n_entries;
    unsigned long long n_taken, clock;
};

/* So many entries, from the one that the hash names, may have a call. */
const Py_ssize_t N_WAYS = 8;

/* A call of fewer elements takes less time than to give up the interpreter's lock and to get it again. */
const size_t MIN_RELEASED = 2000;

/* A larger workspace is kept by Python's thread from call to call. */
const size_t MAX_OWN_WORKSPACE = 64 << 10;

/* False if the call is the long way's, maybe with an exception set. */
bool collect(const calls &self, PyObject *args, Py_ssize_t first, given &given)
{
    PyObject *data = PyTuple_GetItem(args, first);
    if (!is_array(data)) return false;
    given.kind.add(1); /* which is no address of a dtype, with which the other key begins */
    PyObject *dtype = as_array(data)->dtype;

    /* Everything is converted before an address is read: objects of a user's can do anything meanwhile. */
    for (Py_ssize_t t = 0; t < self.n_tensors; t++) {
        PyObject *object = PyTuple_GetItem(args, first + t);
        const int ways = self.tensors[t].ways;
        given.parts[t] = {given.n_arrays, 1};
        if ((ways & AS_TUPLE) != 0 && PyTuple_CheckExact(object)) {
            given.parts[t].n = given.n_components = PyTuple_Size(object);
            if (given.n_components > MAX_COMPONENTS) return false;
            for (Py_ssize_t c = 0; c < given.n_components; c++) {
                const Py_ssize_t at = given.n_arrays++;
                given.arrays[at] = array_of(PyTuple_GetItem(object, c), ways & ~AS_TUPLE, dtype, given);
                if (given.arrays[at] == nullptr) return false;
            }
            continue;
        }
        const Py_ssize_t at = given.n_arrays++;
        if (object == Py_None) continue;
        if ((ways & (AS_OPERAND | AS_ASSIGNED)) != 0 && is_number(object)) {
            given.number = object;
            given.offset_of_number = self.tensors[t].in_buffers;
            continue;
        }
        given.arrays[at] = array_of(object, ways & ~AS_TUPLE, dtype, given);
        if (given.arrays[at] == nullptr) return false;
    }

    for (Py_ssize_t t = 0; t < self.n_tensors; t++) {
        const bool is_tuple = (self.tensors[t].ways & AS_TUPLE) != 0 && given.n_components >= 0;
        if (is_tuple) given.add(~static_cast<uint64_t>(given.n_components));
        for (Py_ssize_t i = 0; i < given.parts[t].n; i++) {
            PyObject *array = given.arrays[given.parts[t].first + i];
            const bool is_of_number = array == nullptr && given.number != nullptr && self.tensors[t].in_buffers == given.offset_of_number;
            if (is_of_number) { /* as an array of no dimensions */
                given.add_dtype(dtype);
                given.add(1);
            } else if (array == nullptr) {
                given.add(0);
            } else if (is_tuple) {
                given.components[i] = as_array(array)->data;
                given.add_array(array);
            } else {
                given.set(self.tensors[t].in_buffers, as_array(array)->data);
                given.add_array(array);
            }
        }
    }
    return true;
}

/* The same for out. */
bool collect_output(PyObject *out, PyObject *data, given &given)
{
    if (out == Py_None) {
        given.add(0);
        return true;
    }
    if (!is_array(out) || (as_array(out)->flags & WRITEABLE) == 0) return false;
    given.buffers.output = as_array(out)->data;
    if (out == data) {
        given.add(1);
    } else {
        given.add_array(out);
    }
    return true;
}

/* A word that may be remembered: it cannot change, and to compare it runs nobody's code. */
bool is_plain(PyObject *word)
{
    return word == Py_None || PyBool_Check(word) || PyUnicode_CheckExact(word) || PyLong_CheckExact(word) || PyFloat_CheckExact(word);
}

bool are_same(PyObject *words, PyObject *others)
{
    const Py_ssize_t n = PyTuple_Size(words);
    if (n != PyTuple_Size(others)) return false;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *word = PyTuple_GetItem(words, i), *other = PyTuple_GetItem(others, i);
        if (word == other) continue;
        if (Py_TYPE(word) != Py_TYPE(other) || !is_plain(word)) return false;
        if (PyFloat_CheckExact(word)) { /* of which 0.0 and -0.0 are not the same */
            const double a = PyFloat_AsDouble(word), b = PyFloat_AsDouble(other);
            if (std::memcmp(&a, &b, sizeof a) != 0) return false;
        } else if (PyObject_RichCompareBool(word, other, Py_EQ) != 1) {
            return false;
        }
    }
    return true;
}

entry *find(calls &self, const key &key, uint64_t hash, PyObject *words)
{
    const size_t bytes = static_cast<size_t>(key.n) * sizeof key.words[0];
    for (Py_ssize_t way = 0; way < N_WAYS && way < self.n_entries; way++) {
        entry &entry = self.entries[(hash + static_cast<uint64_t>(way)) % static_cast<uint64_t>(self.n_entries)];
        if (entry.call != nullptr && entry.hash == hash && entry.n_words == key.n && std::memcmp(entry.key, key.words, bytes) == 0 &&
            are_same(words, entry.words)) {
            entry.last_used = ++self.clock;
            return &entry;
        }
    }
    return nullptr;
}

void forget(entry &entry)
{
    PyMem_Free(entry.key);
    PyObject *dtypes = entry.dtypes, *words = entry.words, *call = reinterpret_cast<PyObject *>(entry.call);
    entry = {};
    Py_XDECREF(dtypes);
    Py_XDECREF(words);
    Py_XDECREF(call);
}

/* The entry that a new call may have: a free one, or the one that was not used for longest. */
entry &place_for(calls &self, uint64_t hash)
{
    entry *found = nullptr;
    for (Py_ssize_t way = 0; way < N_WAYS && way < self.n_entries; way++) {
        entry &entry = self.entries[(hash + static_cast<uint64_t>(way)) % static_cast<uint64_t>(self.n_entries)];
        if (entry.call == nullptr) return entry;
        if (found == nullptr || entry.last_used < found->last_used) found = &entry;
    }
    return *found;
}

/* The new entry, also in place of an old one of this key; NULL without memory. */
entry *add_entry(calls &self, const key &key, const given &given, PyObject *words, PyObject *call)
{
    owned dtypes(PyTuple_New(given.n_dtypes));
    const size_t bytes = static_cast<size_t>(key.n) * sizeof key.words[0];
    auto *kept = static_cast<uint64_t *>(PyMem_Malloc(bytes));
    if (dtypes.get() == nullptr || kept == nullptr) {
        PyMem_Free(kept);
        return nullptr;
    }
    for (Py_ssize_t i = 0; i < given.n_dtypes; i++) {
        Py_INCREF(given.dtypes[i]);
        PyTuple_SetItem(dtypes.get(), i, given.dtypes[i]);
    }
    std::memcpy(kept, key.words, bytes);
    const uint64_t hash = key.hash();
    entry *known = find(self, key, hash, words);
    entry &place = known != nullptr ? *known : place_for(self, hash);
    entry old = place;
    Py_INCREF(words);
    Py_INCREF(call);
    const int releases_lock = given.n_elements >= MIN_RELEASED;
    place = {hash, kept, key.n, dtypes.release(), words, reinterpret_cast<planned *>(call), releases_lock, ++self.clock};
    forget(old);
    return &place;
}

/* The entry of what is given. If there is none, but one of arrays of other sizes, the call is planned as that one was. */
entry *find_or_plan(calls &self, given &given, PyObject *words, PyObject *out)
{
    if (given.exact.n > MAX_WORDS) return nullptr;
    entry *found = find(self, given.exact, given.exact.hash(), words);
    if (found != nullptr || self.form == 0) return found;
    const entry *like = find(self, given.kind, given.kind.hash(), words);
    if (like == nullptr) return nullptr;
    PyObject *call = given.keep(plan_again(planned_type, *like->call, given, self.tensors, self.n_tensors, self.form, out));
    return call != nullptr ? add_entry(self, given.exact, given, words, call) : nullptr;
}

bool lend(const planned &call, PyObject *threads, given &given)
{
    const bool is_alone = PyLong_CheckExact(threads) && PyLong_AsLong(threads) == 1;
    if (PyErr_Occurred()) return false;
    if (is_alone && call.workspace_bytes == 0) return true;
    if (is_alone && call.workspace_bytes <= MAX_OWN_WORKSPACE) {
        given.workspace = PyMem_Malloc(call.workspace_bytes);
        given.resources.workspace = given.workspace;
        given.resources.workspace_bytes = given.workspace != nullptr ? call.workspace_bytes : 0;
        given.resources.n_threads = 1;
        given.lent = &given.resources;
        return true;
    }
    if (call.lender == nullptr) return false;
    PyObject *lent = given.keep(PyObject_CallFunctionObjArgs(call.lender, threads, nullptr));
    if (lent == nullptr || lent == Py_None) return lent != nullptr;
    const owned address(PyObject_GetAttrString(lent, "address"));
    if (address.get() == nullptr) return false;
    given.lent = static_cast<const strew_resources *>(PyLong_AsVoidPtr(address.get()));
    return given.lent != nullptr;
}

PyObject *not_taken()
{
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) return nullptr; /* somebody interrupts */
    PyErr_Clear();                                                                    /* the long way says what is wrong */
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
}

/* The output, which is a new reference. */
PyObject *run(calls &self, const entry &entry, given &given, PyObject *out, PyObject *threads, PyObject *data)
{
    planned *call = entry.call;
    Py_INCREF(call); /* which another call may push out meanwhile */
    given.keep(reinterpret_cast<PyObject *>(call));
    const bool is_new = given.buffers.output == nullptr && out == Py_None, releases_lock = entry.releases_lock;
    PyObject *dtype = as_array(data)->dtype;
    if (given.number != nullptr) {
        if (!store_number(*call, given.number, dtype, given.elements)) return not_taken();
        given.set(given.offset_of_number, given.elements);
    }
    if (call->n_repeats > 1) repeat(*call, given);
    if (given.n_components >= 0 && call->has_components) {
        given.buffers.components = given.components;
    } else if (given.n_components >= 0) {
        given.buffers.indices = given.components[0];
    }
    given.buffers.prepared = call->prepared;
    if (is_new) {
        PyObject *of_output = call->dtype != Py_None ? call->dtype : dtype;
        out = given.keep(PyObject_CallFunctionObjArgs(empty, call->shape, of_output, nullptr));
        if (out == nullptr || !is_array(out)) return not_taken();
        given.buffers.output = as_array(out)->data;
    }
    if (!lend(*call, threads, given)) return not_taken();

    strew_fault fault;
    strew_status status;
    if (releases_lock || (given.lent != nullptr && given.lent->n_threads > 1)) {
        Py_BEGIN_ALLOW_THREADS;
        status = call->run(call->plan, &given.buffers, given.lent, &fault);
        Py_END_ALLOW_THREADS;
    } else {
        status = call->run(call->plan, &given.buffers, given.lent, &fault);
    }
    if (status == STREW_STATUS_INDICES_CHANGED) {
        const owned bytes(PyBytes_FromStringAndSize(reinterpret_cast<const char *>(&fault), sizeof fault));
        return bytes.get() == nullptr ? nullptr : PyObject_CallFunctionObjArgs(self.on_fault, bytes.get(), nullptr);
    }
    if (status != STREW_OK) return not_taken(); /* nothing was written */
    self.n_taken++;
    if (is_new && call->is_element) return PyObject_GetItem(out, nothing);
    Py_INCREF(out);
    return out;
}

PyObject *call_calls(PyObject *object, PyObject *args, PyObject *)
{
    auto &self = *reinterpret_cast<calls *>(object);
    if (PyTuple_Size(args) != self.n_tensors + 3) return PyErr_Format(PyExc_TypeError, "%zd arguments are needed", self.n_tensors + 3);
    PyObject *out = PyTuple_GetItem(args, 0), *threads = PyTuple_GetItem(args, 1), *words = PyTuple_GetItem(args, 2);
    PyObject *data = PyTuple_GetItem(args, 3);
    given given;
    entry *entry = nullptr;
    if (self.is_in_place) out = data;
    if (ndarray != nullptr && collect(self, args, 3, given) && collect_output(out, data, given)) {
        entry = find_or_plan(self, given, words, out);
    }
    PyObject *result = entry != nullptr ? run(self, *entry, given, out, threads, data) : not_taken();
    given.release();
    return result;
}

PyObject *call_remember(PyObject *object, PyObject *args)
{
    auto &self = *reinterpret_cast<calls *>(object);
    if (PyTuple_Size(args) != self.n_tensors + 3) return PyErr_Format(PyExc_TypeError, "%zd arguments are needed", self.n_tensors + 3);
    PyObject *call = PyTuple_GetItem(args, 0), *out = PyTuple_GetItem(args, 1), *words = PyTuple_GetItem(args, 2);
    if (Py_TYPE(call) != planned_type || !PyTuple_CheckExact(words))
        return PyErr_Format(PyExc_TypeError, "a Planned and a tuple are needed");
    if (self.is_in_place) out = PyTuple_GetItem(args, 3);
    given given;
    bool is_known = ndarray != nullptr && collect(self, args, 3, given) && collect_output(out, PyTuple_GetItem(args, 3), given) &&
                    given.exact.n <= MAX_WORDS;
    for (Py_ssize_t i = 0; is_known && i < PyTuple_Size(words); i++) is_known = is_plain(PyTuple_GetItem(words, i));
    PyErr_Clear();
    is_known = is_known && add_entry(self, given.exact, given, words, call) != nullptr;
    if (is_known && self.form != 0 && reinterpret_cast<planned *>(call)->again.keeper != nullptr) {
        add_entry(self, given.kind, given, words, call);
    }
    given.release();
    PyErr_Clear();
    return PyBool_FromLong(is_known);
}

PyObject *call_taken(PyObject *object, PyObject *)
{
    return PyLong_FromUnsignedLongLong(reinterpret_cast<calls *>(object)->n_taken);
}

int fill_tensor(PyObject *name_and_role, tensor &tensor)
{
    const char *name, *way;
    if (!PyArg_ParseTuple(name_and_role, "ss:a tensor", &name, &way)) return 0;
    tensor = {};
    for (const member &member : members) {
        if (std::strcmp(member.name, name) == 0) tensor = {member.in_buffers, member.in_call, 0};
    }
    bool is_known = tensor.in_buffers != 0;
    bool has_role = false;
    for (const role &role : roles) {
        if (std::strcmp(role.name, way) != 0) continue;
        tensor.ways = role.ways;
        has_role = true;
    }
    is_known = is_known && has_role;
    if (!is_known) PyErr_Format(PyExc_ValueError, "%s as %s is not known", name, way);
    return is_known;
}

PyObject *new_calls(PyTypeObject *type, PyObject *args, PyObject *)
{
    PyObject *tensors, *on_fault;
    Py_ssize_t n_entries;
    int is_in_place, form;
    if (!PyArg_ParseTuple(args, "O!npCO:Calls", &PyTuple_Type, &tensors, &n_entries, &is_in_place, &form, &on_fault)) return nullptr;
    if (n_entries < 1 || PyTuple_Size(tensors) < 1 || PyTuple_Size(tensors) > MAX_TENSORS) {
        return PyErr_Format(PyExc_ValueError, "%zd tensors and %zd entries", PyTuple_Size(tensors), n_entries);
    }
    const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    owned made(alloc(type, 0)); /* all zeros */
    if (made.get() == nullptr) return nullptr;
    auto *self = reinterpret_cast<calls *>(made.get());
    self->entries = static_cast<entry *>(PyMem_Calloc(static_cast<size_t>(n_entries), sizeof(entry)));
    if (self->entries == nullptr) return PyErr_NoMemory();
    self->n_entries = n_entries;
    self->is_in_place = is_in_place;
    self->form = form;
    Py_INCREF(on_fault);
    self->on_fault = on_fault;
    self->n_tensors = PyTuple_Size(tensors);
    for (Py_ssize_t t = 0; t < self->n_tensors; t++) {
        if (!fill_tensor(PyTuple_GetItem(tensors, t), self->tensors[t])) return nullptr;
    }
    return made.release();
}

void free_calls(PyObject *object)
{
    auto *self = reinterpret_cast<calls *>(object);
    for (Py_ssize_t i = 0; i < self->n_entries; i++) forget(self->entries[i]);
    PyMem_Free(self->entries);
    Py_XDECREF(self->on_fault);
    free_object(object);
}

PyMethodDef calls_methods[] = {
    {"remember", call_remember, METH_VARARGS,
     "remember(planned, out, words, *tensors): what the next call that is given the same does. False if no call can be looked up so."},
    {"taken", call_taken, METH_NOARGS, "taken(): how many calls were known."},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot calls_parts[] = {
    {Py_tp_new, reinterpret_cast<void *>(new_calls)},
    {Py_tp_dealloc, reinterpret_cast<void *>(free_calls)},
    {Py_tp_call, reinterpret_cast<void *>(call_calls)},
    {Py_tp_methods, calls_methods},
    {Py_tp_doc,
     const_cast<char *>("Calls(tensors, n_entries, is_in_place, form, on_fault): calls that were made before. (out, threads, words, "
                        "*tensors) makes such a call and returns its output, or NotImplemented, if it is the long way's.")},
    {0, nullptr},
};

PyType_Spec calls_spec = {"strew._native.Calls", sizeof(calls), 0, Py_TPFLAGS_DEFAULT, calls_parts};

/* An array with strides of its own, to look at. */
PyObject *probe(PyObject *numpy)
{
    const owned made(PyObject_CallMethod(numpy, "zeros", "((ii))", 3, 5));
    return made.get() == nullptr ? nullptr : PyObject_GetAttrString(made.get(), "T");
}

} // namespace

bool look_at(PyObject *array, array_view &view)
{
    const auto fill = [&view](const auto &of) {
        view = {static_cast<char *>(of.data), of.nd > 0 ? of.shape[0] : 1, of.nd > 0 ? of.strides[0] : 0};
        return true;
    };
    if (ndarray != nullptr && is_array(array)) return fill(*as_array(array));
    const owned capsule(PyObject_GetAttrString(array, "__array_struct__"));
    if (capsule.get() == nullptr) return false;
    const auto *found = static_cast<const array_interface *>(PyCapsule_GetPointer(capsule.get(), nullptr));
    return found != nullptr && fill(*found);
}

int add_calls(PyObject *module)
{
    const owned numpy(PyImport_ImportModule("numpy"));
    if (numpy.get() == nullptr) return -1;
    ndarray = PyObject_GetAttrString(numpy.get(), "ndarray");
    generic = PyObject_GetAttrString(numpy.get(), "generic");
    asarray = PyObject_GetAttrString(numpy.get(), "asarray");
    empty = PyObject_GetAttrString(numpy.get(), "empty");
    astype_word = PyUnicode_InternFromString("astype");
    keep_word = PyUnicode_InternFromString("K");
    same_kind_word = PyUnicode_InternFromString("same_kind");
    nothing = PyTuple_New(0);
    if (PyErr_Occurred()) return -1;
    const owned array(probe(numpy.get()));
    if (array.get() == nullptr) return -1;
    if (!knows_arrays(array.get())) {
        PyErr_Clear();
        ndarray = nullptr;
    }
    PyObject *type = PyType_FromSpec(&planned_spec);
    planned_type = reinterpret_cast<PyTypeObject *>(type);
    if (type == nullptr || PyModule_AddObject(module, "Planned", type) != 0) return -1;
    type = PyType_FromSpec(&calls_spec);
    return type == nullptr ? -1 : PyModule_AddObject(module, "Calls", type);
}
