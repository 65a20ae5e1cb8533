/* How often each number occurs, or the sum of its weights. Many numbers are read once, though nobody knows the largest one before: a number
 * that has no bin yet has bins added. Few numbers, and those that need more bins than the caches hold, are read twice. */
#include "calls.h"

#include <algorithm>
#include <cstdlib>

namespace
{

constexpr size_t AT_ONCE = 4, FEW = 64, MAX_BINS = size_t(1) << 16, MAX_BINS_OF_NUMBER = 8, BIN_BYTES = 8;
static_assert(sizeof(int64_t) == BIN_BYTES && sizeof(double) == BIN_BYTES, "in both, zero bits are a zero");

/* What is counted, and its bins. */
struct job {
    const char *numbers, *weights; // weights are doubles, or NULL
    size_t n;
    char *bins;
    size_t n_bins, largest; // the largest number so far; all bins after it are zeros
    bool can_grow;
};

/* Bins for a number that has none. */
bool add_bins(job &job, uint64_t number)
{
    if (!job.can_grow || number >= MAX_BINS) return false;
    const size_t n = std::max(2 * job.n_bins, static_cast<size_t>(number) + 1);
    auto *bins = static_cast<char *>(std::realloc(job.bins, n * BIN_BYTES));
    if (bins == nullptr) return false;
    std::memset(bins + job.n_bins * BIN_BYTES, 0, (n - job.n_bins) * BIN_BYTES);
    job.bins = bins;
    job.n_bins = n;
    return true;
}

/* Number i; negative ones are larger than all that have bins. */
template <typename T> uint64_t number_at(const char *numbers, size_t i)
{
    T number;
    std::memcpy(&number, numbers + i * sizeof number, sizeof number);
    return static_cast<uint64_t>(static_cast<int64_t>(number));
}

/* Adds what `bin` adds to the bin of each number. False if a number has none, and gets none. */
template <typename T, typename Total, typename Term> bool add_each(job &job, Term term)
{
    size_t largest = job.largest;
    for (size_t i = 0; i < job.n;) {
        auto *totals = reinterpret_cast<Total *>(job.bins);
        const size_t n_bins = job.n_bins;
        for (; i + AT_ONCE <= job.n; i += AT_ONCE) {
            uint64_t number[AT_ONCE], most = 0;
            for (size_t j = 0; j < AT_ONCE; j++) {
                number[j] = number_at<T>(job.numbers, i + j);
                most = std::max(most, number[j]);
            }
            if (most >= n_bins) break;
            largest = std::max(largest, static_cast<size_t>(most));
            for (size_t j = 0; j < AT_ONCE; j++) totals[number[j]] += term(i + j);
        }
        for (const size_t end = std::min(i + AT_ONCE, job.n); i < end; i++) {
            const uint64_t number = number_at<T>(job.numbers, i);
            if (number >= job.n_bins && !add_bins(job, number)) return false;
            largest = std::max(largest, static_cast<size_t>(number));
            reinterpret_cast<Total *>(job.bins)[number] += term(i);
        }
    }
    job.largest = largest;
    return true;
}

template <typename T> uint64_t find_largest(const char *numbers, size_t n)
{
    uint64_t largest = 0;
    for (size_t i = 0; i < n; i++) largest = std::max(largest, number_at<T>(numbers, i));
    return largest;
}

template <typename T> bool add_all(job &job)
{
    const auto *weights = reinterpret_cast<const double *>(job.weights);
    if (weights == nullptr) return add_each<T, int64_t>(job, [](size_t) { return 1; });
    return add_each<T, double>(job, [weights](size_t i) { return weights[i]; });
}

struct number_type {
    const char *letter; // of NumPy
    size_t bytes;
    uint64_t (*find_largest)(const char *, size_t);
    bool (*add_all)(job &);
    PyObject *dtype;
};

template <typename T> number_type type_of(const char *letter)
{
    return {letter, sizeof(T), find_largest<T>, add_all<T>, nullptr};
}

number_type number_types[] = {type_of<signed char>("b"), type_of<unsigned char>("B"),     type_of<short>("h"), type_of<unsigned short>("H"),
                              type_of<int>("i"),         type_of<unsigned>("I"),          type_of<long>("l"),  type_of<unsigned long>("L"),
                              type_of<long long>("q"),   type_of<unsigned long long>("Q")};
PyObject *double_dtype, *count_dtype;

/* A new array for the bins and for at least `min_bins` of them. */
PyObject *new_bins(const job &job, size_t min_bins)
{
    const owned length(PyLong_FromSize_t(std::max(min_bins, job.largest + 1)));
    if (length.get() == nullptr) return nullptr;
    PyObject *made = PyObject_CallFunctionObjArgs(empty, length.get(), job.weights != nullptr ? double_dtype : count_dtype, nullptr);
    if (made != nullptr) std::memset(as_array(made)->data, 0, static_cast<size_t>(as_array(made)->shape[0]) * BIN_BYTES);
    return made;
}

/* Adds to the bins of the array, once the largest number is known. */
PyObject *count_in_place(job &job, const number_type &type, size_t min_bins)
{
    const uint64_t largest = type.find_largest(job.numbers, job.n);
    if (largest >= std::max(MAX_BINS, MAX_BINS_OF_NUMBER * job.n)) return nullptr;
    job.largest = static_cast<size_t>(largest);
    PyObject *made = new_bins(job, min_bins);
    if (made == nullptr) return nullptr;
    job.bins = as_array(made)->data;
    job.n_bins = job.largest + 1;
    job.can_grow = false;
    if (type.add_all(job)) return made;
    Py_DECREF(made); // another thread has changed numbers
    return nullptr;
}

/* Adds to bins beside the array. The first and the last number have bins from the beginning on, so that sorted ones need no others. NULL if
 * there are too many. */
PyObject *count_apart(job &job, const number_type &type, size_t min_bins)
{
    const char *last = job.numbers + (job.n - 1) * type.bytes;
    bool is_done;
    Py_BEGIN_ALLOW_THREADS;
    is_done = add_bins(job, std::max(type.find_largest(job.numbers, 1), type.find_largest(last, 1))) && type.add_all(job);
    Py_END_ALLOW_THREADS;
    PyObject *made = is_done ? new_bins(job, min_bins) : nullptr;
    if (made != nullptr) std::memcpy(as_array(made)->data, job.bins, (job.largest + 1) * BIN_BYTES);
    std::free(job.bins);
    return made;
}

const array_object *dense_line(PyObject *object)
{
    if (ndarray == nullptr || !is_array(object)) return nullptr;
    const array_object *array = as_array(object);
    return array->nd == 1 && (array->flags & C_CONTIGUOUS) != 0 && (array->flags & ALIGNED) != 0 ? array : nullptr;
}

const number_type *type_of_dtype(PyObject *dtype)
{
    for (const number_type &type : number_types) {
        if (type.dtype == dtype) return &type;
    }
    return nullptr;
}

} // namespace

PyObject *count_numbers(PyObject *, PyObject *args)
{
    PyObject *x, *given, *minlength, *made = nullptr;
    if (!PyArg_UnpackTuple(args, "count_numbers", 3, 3, &x, &given, &minlength)) return nullptr;
    const array_object *numbers = dense_line(x), *weights = given != Py_None ? dense_line(given) : nullptr;
    const bool has_weights =
        weights != nullptr && weights->dtype == double_dtype && numbers != nullptr && weights->shape[0] == numbers->shape[0];
    const bool are_counted = given == Py_None && sizeof(Py_ssize_t) == BIN_BYTES; // NumPy's counts are as wide as that
    const Py_ssize_t min_bins = PyLong_CheckExact(minlength) ? PyLong_AsSsize_t(minlength) : -1;
    const number_type *type = numbers != nullptr ? type_of_dtype(numbers->dtype) : nullptr;
    if (type != nullptr && numbers->shape[0] > 0 && (are_counted || has_weights) && min_bins >= 0) {
        job job = {numbers->data, has_weights ? weights->data : nullptr, static_cast<size_t>(numbers->shape[0]), nullptr, 0, 0, true};
        if (job.n > FEW) made = count_apart(job, *type, static_cast<size_t>(min_bins));
        if (made == nullptr && !PyErr_Occurred()) made = count_in_place(job, *type, static_cast<size_t>(min_bins));
    }
    if (made != nullptr) return made;
    PyErr_Clear(); // the long way says what is wrong
    Py_RETURN_NONE;
}

int find_number_types()
{
    const owned numpy(PyImport_ImportModule("numpy"));
    if (numpy.get() == nullptr) return -1;
    for (number_type &type : number_types) {
        type.dtype = PyObject_CallMethod(numpy.get(), "dtype", "s", type.letter);
        if (type.dtype == nullptr) return -1;
    }
    double_dtype = PyObject_CallMethod(numpy.get(), "dtype", "s", "d");
    count_dtype = PyObject_CallMethod(numpy.get(), "dtype", "s", "p"); // as NumPy's bincount has it
    return double_dtype == nullptr || count_dtype == nullptr ? -1 : 0;
}
