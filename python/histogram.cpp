/* Numbers in bins. An axis has n + 1 edges and n + 2 bins: bins 1 to n lie between the edges, bin 0 has what is below the first edge, and
 * NaN, and bin n + 1 what is above the last one. Values go through in blocks that stay in the L1 cache: first their bins, in loops that
 * compilers turn into vector code, then counts or sums, in order.
 *
 * A value's bin follows from its place, which is rounded, but never falls where the value rises. So what is true of the places of all edges
 * is true between the edges, and no bound on rounding is needed. */
#include "histogram.h"
#include "native.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <strew/std_thread.h>

/* Places of edges and of values are computed alike. GCC and Clang have a flag for that, which the build passes. */
#if defined(_MSC_VER) && !defined(__clang__)
#pragma fp_contract(off)
#endif

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif
#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_AVX2
#endif

namespace
{

/* Values. They are so few that the next bins are found while the counts of these wait for memory: 512 took up to a third longer. */
constexpr int BLOCK = 128;
/* Counts are in tables that stay in the L1 cache, as far as possible: few bins have several counts, so that equal neighbours do not wait
 * for each other, and counts are short, and are added to the totals before they overflow. */
constexpr int N_TABLES = 4;
constexpr size_t MAX_BINS_OF_TABLES = 2048, MAX_SHORT_BINS = 16384; // 16 KiB for all tables, 32 KiB for one
constexpr int MAX_CELLS = 4096;                                     // 16 KiB, for the same reason

/* ---- Values -------------------------------------------------------------------------------------------------------------------------- */

/* Values of any type and stride. */
struct column {
    const char *values;
    Py_ssize_t stride; // bytes
    char letter;       // their type, as Python's module struct writes it
};

bool has_bytes(char letter)
{
    return letter == 'b' || letter == 'B';
}

bool has_integers(char letter)
{
    return letter != 'f' && letter != 'd';
}

template <typename T, typename From> ALWAYS_INLINE void convert_each(const char *from, Py_ssize_t stride, int n, T *to)
{
    for (int i = 0; i < n; i++) {
        From value;
        std::memcpy(&value, from + i * stride, sizeof value); // a field of a record may be at any address
        to[i] = static_cast<T>(value);
    }
}

template <typename T, typename From> ALWAYS_INLINE const T *convert(const char *from, Py_ssize_t stride, int n, T *block)
{
    constexpr Py_ssize_t dense = sizeof(From); // a constant, so that the loop becomes vector code
    if (std::is_same<T, From>::value && stride == dense && reinterpret_cast<uintptr_t>(from) % alignof(T) == 0) {
        return reinterpret_cast<const T *>(from);
    }
    if (stride == dense) {
        convert_each<T, From>(from, dense, n, block);
    } else {
        convert_each<T, From>(from, stride, n, block);
    }
    return block;
}

/* Values as T, where they are or in a block. T is float for floats only. */
template <typename T> ALWAYS_INLINE const T *load(const column &column, size_t at, int n, T *block)
{
    const char *from = column.values + static_cast<Py_ssize_t>(at) * column.stride;
    if (std::is_same<T, float>::value) return convert<T, float>(from, column.stride, n, block);
    switch (column.letter) {
    case 'f': return convert<T, float>(from, column.stride, n, block);
    case 'b': return convert<T, int8_t>(from, column.stride, n, block);
    case 'B': return convert<T, uint8_t>(from, column.stride, n, block);
    case 'h': return convert<T, int16_t>(from, column.stride, n, block);
    case 'H': return convert<T, uint16_t>(from, column.stride, n, block);
    case 'i': return convert<T, int32_t>(from, column.stride, n, block);
    case 'I': return convert<T, uint32_t>(from, column.stride, n, block);
    case 'q': return convert<T, int64_t>(from, column.stride, n, block);
    case 'Q': return convert<T, uint64_t>(from, column.stride, n, block);
    default: return convert<T, double>(from, column.stride, n, block);
    }
}

/* ---- Axes ---------------------------------------------------------------------------------------------------------------------------- */

/* a * x + b, between two limits; that of NaN is the lower one. */
template <typename T> struct line {
    T a, b, lowest, highest;

    ALWAYS_INLINE T at(T x) const
    {
        const T y = a * x + b;
        const T limited = y > lowest ? y : lowest;
        return limited < highest ? limited : highest;
    }
};

/* What follows from edges, for values of one type. */
template <typename T> struct axis {
    char letter;           // of the values
    int n_bins;            // between edges
    std::vector<T> begins; // begins[k] is the least value of bin k, from bin 1 on; NaN where there is none, which no value reaches
    line<T> place;
    /* Bins of about equal width: the whole part of a place is the bin, or the fraction is near 0 or 1, and it may be a neighbour. */
    bool is_even;
    T surely_within; // the fraction is less than this from 1/2, if it is near neither
    /* Others: the whole part of a place is a cell, and the bin is one of the 2^n_steps from this one on. */
    std::vector<int32_t> first_bin;
    int n_steps;
    std::vector<int32_t> of_byte; // of values of a byte: the bin of each
};

template <typename T> void make_begins(axis<T> &axis, const double *edges)
{
    const size_t n = static_cast<size_t>(axis.n_bins);
    const T infinity = std::numeric_limits<T>::infinity(), last = static_cast<T>(edges[n]);
    axis.begins.assign(n + 3, std::numeric_limits<T>::quiet_NaN());
    for (size_t j = 0; j < n; j++) axis.begins[j + 1] = static_cast<T>(edges[j]);
    if (last < infinity) axis.begins[n + 1] = std::nextafter(last, infinity); // the last bin has its upper edge, too
    // Halfway between integers, no value is near where a bin begins.
    const auto is_small_integer = [](double edge) { return std::fabs(edge) < 0x1p51 && edge == std::floor(edge); };
    if (has_integers(axis.letter) && std::all_of(edges, edges + n + 1, is_small_integer)) {
        for (size_t j = 0; j < n; j++) axis.begins[j + 1] -= static_cast<T>(0.5);
        axis.begins[n + 1] = last + static_cast<T>(0.5);
    }
}

/* Whether bins are of about equal width. If so, places are numbers of bins. */
template <typename T> bool make_even(axis<T> &axis)
{
    const int n = axis.n_bins;
    const T first = axis.begins[1], width = axis.begins[static_cast<size_t>(n) + 1] - first;
    // T has room for a half behind the number of the last bin, and int32_t for that.
    if (n > (std::is_same<T, float>::value ? 1 << 20 : 1 << 30) || !(width > 0 && width < std::numeric_limits<T>::infinity())) return false;
    const T a = static_cast<T>(n) / width, b = 1 - first * a;
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
    T error = 0;
    for (int k = 1; k <= n + 1; k++) {
        error = std::max(error, std::fabs(a * axis.begins[static_cast<size_t>(k)] + b - static_cast<T>(k)));
    }
    axis.place = {a, b, static_cast<T>(0.5), static_cast<T>(n) + static_cast<T>(1.5)}; // in the middle of the first bin and of the last one
    axis.surely_within = static_cast<T>(0.5) - error - std::numeric_limits<T>::epsilon(); // of which the distance from 1/2 is rounded
    return axis.surely_within > static_cast<T>(0.25);
}

/* Cells, of which each begins with the first bin that a value there may have. */
template <typename T> void make_cells(axis<T> &axis)
{
    const auto is_finite = [](T x) { return std::isfinite(x); };
    const auto begin = axis.begins.begin() + 1, end = axis.begins.end();
    const auto first = std::find_if(begin, end, is_finite);
    const auto last = std::find_if(axis.begins.rbegin(), axis.begins.rend(), is_finite);
    int n_cells = 64;
    while (n_cells < MAX_CELLS && n_cells < 4 * axis.n_bins) n_cells *= 2;
    axis.place = {0, 0, 0, static_cast<T>(n_cells - 1)}; // one cell for all but NaN and what becomes NaN, of which the place is 0, too
    if (first != end && *first < *last) {
        const T a = static_cast<T>(n_cells) / (*last - *first), b = -*first * a;
        if (std::isfinite(a) && std::isfinite(b)) axis.place.a = a, axis.place.b = b;
    }
    axis.first_bin.assign(static_cast<size_t>(n_cells) + 1, 0);
    for (auto each = begin; each != end && *each == *each; ++each) axis.first_bin[static_cast<size_t>(axis.place.at(*each)) + 1]++;
    const int32_t most = *std::max_element(axis.first_bin.begin(), axis.first_bin.end());
    for (size_t c = 1; c < axis.first_bin.size(); c++) axis.first_bin[c] += axis.first_bin[c - 1];
    axis.n_steps = 0;
    while ((1 << axis.n_steps) <= most) axis.n_steps++;
    axis.begins.insert(axis.begins.end(), size_t(1) << axis.n_steps, std::numeric_limits<T>::quiet_NaN()); // so far a search looks
}

template <typename T> ALWAYS_INLINE void find_even(const axis<T> &axis, const T *values, int n, int32_t *bins)
{
    const line<T> place = axis.place;
    const T surely_within = axis.surely_within, half = static_cast<T>(0.5);
    typename std::conditional<sizeof(T) == sizeof(int64_t), int64_t, int32_t>::type is_any_unsure = 0; // as wide as T, for vectors
    for (int i = 0; i < n; i++) {
        const T y = place.at(values[i]);
        const int32_t bin = static_cast<int32_t>(y);
        is_any_unsure |= !(std::fabs(y - static_cast<T>(bin) - half) < surely_within);
        bins[i] = bin;
    }
    if (!is_any_unsure) return;
    const T *begins = axis.begins.data();
    for (int i = 0; i < n; i++) {
        const int32_t bin = bins[i];
        bins[i] = bin + (values[i] >= begins[bin + 1]) - (values[i] < begins[bin]);
    }
}

template <typename T> ALWAYS_INLINE void search(const axis<T> &axis, const T *values, int n, int32_t *bins)
{
    const line<T> place = axis.place;
    const int32_t *first_bin = axis.first_bin.data();
    const T *begins = axis.begins.data();
    for (int i = 0; i < n; i++) bins[i] = static_cast<int32_t>(place.at(values[i]));
    for (int i = 0; i < n; i++) bins[i] = first_bin[bins[i]];
    for (int step = (1 << axis.n_steps) / 2; step > 0; step /= 2) {
        for (int i = 0; i < n; i++) bins[i] += values[i] >= begins[bins[i] + step] ? step : 0;
    }
}

template <typename T> ALWAYS_INLINE void find(const axis<T> &axis, const T *values, int n, int32_t *bins)
{
    if (axis.is_even) {
        find_even(axis, values, n, bins);
    } else {
        search(axis, values, n, bins);
    }
}

template <typename T> void make_of_byte(axis<T> &axis)
{
    unsigned char bytes[256];
    T values[256];
    for (int i = 0; i < 256; i++) bytes[i] = static_cast<unsigned char>(i);
    const column every = {reinterpret_cast<const char *>(bytes), 1, axis.letter};
    axis.of_byte.resize(256);
    find(axis, load<T>(every, 0, 256, values), 256, axis.of_byte.data());
}

template <typename T> ALWAYS_INLINE void find_of_bytes(const axis<T> &axis, const column &column, size_t at, int n, int32_t *bins)
{
    const auto *values = reinterpret_cast<const unsigned char *>(column.values);
    for (int i = 0; i < n; i++) bins[i] = axis.of_byte[values[(static_cast<Py_ssize_t>(at) + i) * column.stride]];
}

template <typename T> axis<T> make_axis(char letter, const double *edges, int n_bins)
{
    axis<T> axis = {letter, n_bins, {}, {}, false, 0, {}, 0, {}};
    make_begins(axis, edges);
    axis.is_even = make_even(axis);
    if (!axis.is_even) make_cells(axis);
    if (has_bytes(letter)) make_of_byte(axis);
    return axis;
}

/* ---- Counts and sums ----------------------------------------------------------------------------------------------------------------- */

/* What is done with bins. */
struct purpose {
    char kind;           // n: they are counted; s: they are stored; or the type of the weights: f, d, q, or D for complex doubles
    const char *weights; // dense
    char *totals;        // of all bins: int64_t to count and for q, complex for D, or double; int32_t of all values to store
    size_t n_bins;       // of all axes, those below and above them included
};

/* Values, and the axis that they are on. */
template <typename T> struct dimension {
    column values;
    const axis<T> *on;
};

template <typename T> struct job {
    std::vector<dimension<T>> columns;
    struct purpose purpose;
};

template <typename Weight, typename Total> ALWAYS_INLINE void add(const purpose &purpose, size_t at, const int32_t *bins, int n)
{
    const Weight *weights = reinterpret_cast<const Weight *>(purpose.weights) + at;
    Total *totals = reinterpret_cast<Total *>(purpose.totals);
    for (int i = 0; i < n; i++) totals[bins[i]] += static_cast<Total>(weights[i]);
}

ALWAYS_INLINE void add_complex(const purpose &purpose, size_t at, const int32_t *bins, int n)
{
    const double *weights = reinterpret_cast<const double *>(purpose.weights) + 2 * at;
    double *totals = reinterpret_cast<double *>(purpose.totals);
    for (int i = 0; i < n; i++) {
        totals[2 * static_cast<size_t>(bins[i])] += weights[2 * i];
        totals[2 * static_cast<size_t>(bins[i]) + 1] += weights[2 * i + 1];
    }
}

template <typename Count, int n_tables> ALWAYS_INLINE void count(size_t n_bins, const int32_t *bins, int n, void *memory)
{
    auto *tables = static_cast<Count *>(memory);
    int i = 0;
    for (; i + n_tables <= n; i += n_tables) {
        for (int t = 0; t < n_tables; t++) tables[static_cast<size_t>(t) * n_bins + static_cast<size_t>(bins[i + t])]++;
    }
    for (; i < n; i++) tables[bins[i]]++;
}

/* Values from begin to end. The tables are those of this thread, with zeros. */
template <typename T> ALWAYS_INLINE void walk(const job<T> &job, size_t begin, size_t end, void *tables)
{
    T block[BLOCK];
    int32_t bins[BLOCK], others[BLOCK];
    const purpose &purpose = job.purpose;
    for (size_t at = begin; at < end; at += BLOCK) {
        const int n = static_cast<int>(std::min(end - at, static_cast<size_t>(BLOCK)));
        int32_t *found = bins;
        for (const dimension<T> &column : job.columns) {
            const axis<T> &axis = *column.on;
            if (!axis.of_byte.empty()) {
                find_of_bytes(axis, column.values, at, n, found);
            } else {
                find(axis, load<T>(column.values, at, n, block), n, found);
            }
            if (found == others) {
                for (int i = 0; i < n; i++) bins[i] = bins[i] * (axis.n_bins + 2) + others[i];
            }
            found = others;
        }
        switch (purpose.kind) {
        case 'n':
            if (purpose.n_bins <= MAX_BINS_OF_TABLES) {
                count<uint16_t, N_TABLES>(purpose.n_bins, bins, n, tables);
            } else if (purpose.n_bins <= MAX_SHORT_BINS) {
                count<uint16_t, 1>(purpose.n_bins, bins, n, tables);
            } else {
                count<uint32_t, 1>(purpose.n_bins, bins, n, tables);
            }
            break;
        case 'f': add<float, double>(purpose, at, bins, n); break;
        case 'd': add<double, double>(purpose, at, bins, n); break;
        case 'D': add_complex(purpose, at, bins, n); break;
        case 'q': add<int64_t, uint64_t>(purpose, at, bins, n); break; // modulo 2^64
        default: std::memcpy(purpose.totals + at * sizeof(int32_t), bins, static_cast<size_t>(n) * sizeof(int32_t)); break;
        }
    }
}

/* ---- Extents ------------------------------------------------------------------------------------------------------------------------- */

struct extent {
    double low, high;
    bool has_nan;
};

template <typename T> ALWAYS_INLINE extent extent_of(const column &column, size_t begin, size_t end)
{
    constexpr size_t GROUP = 128 / sizeof(T); // several vectors, none of which waits for another
    T block[BLOCK], low[GROUP], high[GROUP];
    int has_nan[GROUP] = {0};
    std::fill_n(low, GROUP, std::numeric_limits<T>::infinity());
    std::fill_n(high, GROUP, -std::numeric_limits<T>::infinity());
    for (size_t at = begin; at < end; at += BLOCK) {
        size_t n = std::min(end - at, static_cast<size_t>(BLOCK));
        const T *values = load<T>(column, at, static_cast<int>(n), block);
        if (n % GROUP != 0) { // the first value stands in for those that a group lacks
            std::copy_n(values, n, block);
            for (values = block; n % GROUP != 0; n++) block[n] = block[0];
        }
        for (size_t i = 0; i < n; i += GROUP) {
            for (size_t j = 0; j < GROUP; j++) {
                const T value = values[i + j];
                low[j] = value < low[j] ? value : low[j];
                high[j] = value > high[j] ? value : high[j];
                has_nan[j] |= value != value;
            }
        }
    }
    const bool is_any_nan = std::any_of(has_nan, has_nan + GROUP, [](int each) { return each != 0; });
    return {*std::min_element(low, low + GROUP), *std::max_element(high, high + GROUP), is_any_nan};
}

/* ---- Instruction sets ---------------------------------------------------------------------------------------------------------------- */

/* Code for both is the same. There is none for AVX-512, which was no faster: counts take most of the time. */
template <typename T> struct code {
    void (*walk)(const job<T> &, size_t, size_t, void *);
    extent (*extent_of)(const column &, size_t, size_t);
};

template <typename T> void walk_plain(const job<T> &job, size_t begin, size_t end, void *tables)
{
    walk(job, begin, end, tables);
}

template <typename T> extent extent_plain(const column &column, size_t begin, size_t end)
{
    return extent_of<T>(column, begin, end);
}

#ifdef HAS_AVX2
template <typename T> __attribute__((target("avx2"))) void walk_avx2(const job<T> &job, size_t begin, size_t end, void *tables)
{
    walk(job, begin, end, tables);
}

template <typename T> __attribute__((target("avx2"))) extent extent_avx2(const column &column, size_t begin, size_t end)
{
    return extent_of<T>(column, begin, end);
}
#endif

template <typename T> code<T> code_of(bool has_avx2)
{
#ifdef HAS_AVX2
    if (has_avx2) return {walk_avx2<T>, extent_avx2<T>};
#endif
    (void)has_avx2;
    return {walk_plain<T>, extent_plain<T>};
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

struct team {
    strew_std_thread_pool *pool; // NULL for one thread
    size_t n_threads;

    /* Calls task(thread, begin, end) with whole blocks for each thread. */
    template <typename Task> void share_out(size_t n_values, const Task &task) const
    {
        const size_t n_blocks = (n_values + BLOCK - 1) / BLOCK;
        const auto from = [&](size_t thread) { return std::min(n_blocks * thread / n_threads * BLOCK, n_values); };
        const auto run = [&](size_t thread) { task(thread, from(thread), from(thread + 1)); };
        if (pool == nullptr) {
            run(0);
        } else {
            const auto call = [](void *run_of, size_t thread) { (*static_cast<decltype(&run)>(run_of))(thread); };
            pool->parallel_for(n_threads, call, const_cast<void *>(static_cast<const void *>(&run)));
        }
    }
};

/* Adds counts of tables to sums. */
template <typename Count, int n_tables> void add_tables(const Count *tables, size_t n_bins, int64_t *sums)
{
    for (size_t k = 0; k < n_bins; k++) {
        uint32_t sum = 0;
        for (size_t t = 0; t < n_tables; t++) sum += tables[t * n_bins + k];
        sums[k] += sum;
    }
}

/* Memory is allocated before threads begin, which must not throw. */
template <typename Count, int n_tables, typename T> void count_on(const team &team, const job<T> &job, size_t n_values, const code<T> &code)
{
    constexpr size_t CHUNK = std::numeric_limits<Count>::max() / BLOCK * BLOCK; // values whose counts do not overflow
    const size_t n_bins = job.purpose.n_bins, n_counts = n_tables * n_bins;
    std::vector<Count> tables(team.n_threads * n_counts);
    std::vector<int64_t> sums_of_others((team.n_threads - 1) * n_bins);
    int64_t *totals = reinterpret_cast<int64_t *>(job.purpose.totals);
    team.share_out(n_values, [&](size_t thread, size_t begin, size_t end) {
        Count *own = tables.data() + thread * n_counts;
        int64_t *sums = thread == 0 ? totals : sums_of_others.data() + (thread - 1) * n_bins;
        for (size_t at = begin; at < end; at += CHUNK) {
            if (at != begin) std::fill_n(own, n_counts, Count(0));
            code.walk(job, at, std::min(end, at + CHUNK), own);
            add_tables<Count, n_tables>(own, n_bins, sums);
        }
    });
    for (size_t t = 0; t < sums_of_others.size(); t += n_bins) {
        for (size_t k = 0; k < n_bins; k++) totals[k] += sums_of_others[t + k];
    }
}

/* The bins of all axes, in row-major order: those between edges, which a caller has, among those below and above them. */
template <typename T> class grid
{
  public:
    explicit grid(const std::vector<dimension<T>> &columns)
    {
        for (const dimension<T> &column : columns) {
            lengths.push_back(static_cast<size_t>(column.on->n_bins));
            n_bins *= lengths.back() + 2;
        }
    }

    /* Calls copy(inner, all, n) for each row of n bins between edges, with the numbers of the first of them. */
    template <typename Copy> void each_row(const Copy &copy) const
    {
        const size_t n = lengths.back();
        size_t n_rows = 1;
        for (size_t d = 0; d + 1 < lengths.size(); d++) n_rows *= lengths[d];
        for (size_t row = 0; row < n_rows; row++) {
            size_t all = 1, step = n + 2, rest = row;
            for (size_t d = lengths.size() - 1; d-- > 0; rest /= lengths[d], step *= lengths[d] + 2) all += (rest % lengths[d] + 1) * step;
            copy(row * n, all, n);
        }
    }

    size_t n_bins = 1;

  private:
    std::vector<size_t> lengths;
};

/* Adds to totals, or stores bins there. Totals are those of the bins between edges. */
template <typename T> void fill(const team &team, job<T> &job, size_t n_values, bool has_avx2)
{
    const code<T> code = code_of<T>(has_avx2);
    purpose &purpose = job.purpose;
    const auto walk = [&](size_t, size_t begin, size_t end) { code.walk(job, begin, end, nullptr); };
    if (purpose.kind == 's') {
        team.share_out(n_values, walk);
        return;
    }
    const grid<T> grid(job.columns);
    const size_t n_words = purpose.kind == 'D' ? 2 : 1;
    std::vector<uint64_t> all(grid.n_bins * n_words);
    auto *inner = reinterpret_cast<uint64_t *>(purpose.totals);
    grid.each_row([&](size_t to, size_t from, size_t n) { std::copy_n(inner + to * n_words, n * n_words, all.data() + from * n_words); });
    purpose.totals = reinterpret_cast<char *>(all.data());
    purpose.n_bins = grid.n_bins;
    if (purpose.kind != 'n') {
        team.share_out(n_values, walk);
    } else if (purpose.n_bins <= MAX_BINS_OF_TABLES) {
        count_on<uint16_t, N_TABLES>(team, job, n_values, code);
    } else if (purpose.n_bins <= MAX_SHORT_BINS) {
        count_on<uint16_t, 1>(team, job, n_values, code);
    } else {
        count_on<uint32_t, 1>(team, job, n_values, code);
    }
    grid.each_row([&](size_t to, size_t from, size_t n) { std::copy_n(all.data() + from * n_words, n * n_words, inner + to * n_words); });
}

/* ---- Arguments ----------------------------------------------------------------------------------------------------------------------- */

constexpr const char *EDGES = "strew.edges";

/* What a capsule has. */
using edges = std::variant<axis<float>, axis<double>>;

void free_edges(PyObject *capsule)
{
    delete static_cast<edges *>(PyCapsule_GetPointer(capsule, EDGES));
}

template <typename T> const axis<T> *axis_of(PyObject *capsule)
{
    const auto *prepared = static_cast<const edges *>(PyCapsule_GetPointer(capsule, EDGES));
    if (prepared == nullptr) return nullptr;
    const auto *found = std::get_if<axis<T>>(prepared);
    if (found == nullptr) PyErr_SetString(PyExc_TypeError, "these edges are prepared for another type");
    return found;
}

team team_of(unsigned long long pool, Py_ssize_t n_threads)
{
    return {reinterpret_cast<strew_std_thread_pool *>(static_cast<uintptr_t>(pool)), static_cast<size_t>(n_threads)};
}

/* Calls `work` without the interpreter's lock. False, with an exception set, if memory is out. */
template <typename Work> bool run_unlocked(const Work &work)
{
    bool has_memory = true;
    Py_BEGIN_ALLOW_THREADS;
    try {
        work();
    } catch (const std::bad_alloc &) {
        has_memory = false;
    }
    Py_END_ALLOW_THREADS;
    if (!has_memory) PyErr_NoMemory();
    return has_memory;
}

template <typename T> PyObject *fill_as(PyObject *columns, PyObject *axes, const purpose &purpose, const team &team, bool has_avx2)
{
    job<T> job = {{}, purpose};
    Py_ssize_t n_values = 0;
    for (Py_ssize_t d = 0; d < PyTuple_Size(columns); d++) {
        array_view view;
        const axis<T> *axis = axis_of<T>(PyTuple_GetItem(axes, d));
        if (axis == nullptr || !look_at(PyTuple_GetItem(columns, d), view)) return nullptr;
        job.columns.push_back({{view.data, view.stride, axis->letter}, axis});
        n_values = view.n;
    }
    if (!run_unlocked([&] { fill(team, job, static_cast<size_t>(n_values), has_avx2); })) return nullptr;
    Py_RETURN_NONE;
}

} // namespace

PyObject *find_extent(PyObject *, PyObject *args)
{
    unsigned long long pool;
    PyObject *values;
    array_view view;
    Py_ssize_t n_threads;
    int letter, has_avx2;
    if (!PyArg_ParseTuple(args, "OCpKn:find_extent", &values, &letter, &has_avx2, &pool, &n_threads) || !look_at(values, view)) {
        return nullptr;
    }
    const column column = {view.data, view.stride, static_cast<char>(letter)};
    const team team = team_of(pool, n_threads);
    const auto code = column.letter == 'f' ? code_of<float>(has_avx2 != 0).extent_of : code_of<double>(has_avx2 != 0).extent_of;
    extent found = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), false};
    const bool has_memory = run_unlocked([&] {
        std::vector<extent> extents(team.n_threads, found);
        team.share_out(static_cast<size_t>(view.n),
                       [&](size_t thread, size_t begin, size_t end) { extents[thread] = code(column, begin, end); });
        for (const extent &each : extents) {
            found = {std::min(found.low, each.low), std::max(found.high, each.high), found.has_nan || each.has_nan};
        }
    });
    if (!has_memory) return nullptr;
    if (found.has_nan) Py_RETURN_NONE;
    return Py_BuildValue("dd", found.low, found.high);
}

PyObject *prepare_edges(PyObject *, PyObject *args)
{
    PyObject *array;
    array_view view;
    int letter, is_float;
    if (!PyArg_ParseTuple(args, "OCp:prepare_edges", &array, &letter, &is_float) || !look_at(array, view)) return nullptr;
    const auto *values = reinterpret_cast<const double *>(view.data);
    const int n_bins = static_cast<int>(view.n) - 1;
    try {
        const auto make = [&](auto zero) { return edges(make_axis<decltype(zero)>(static_cast<char>(letter), values, n_bins)); };
        auto made = std::make_unique<edges>(is_float != 0 ? make(0.0f) : make(0.0));
        PyObject *capsule = PyCapsule_New(made.get(), EDGES, free_edges);
        if (capsule != nullptr) made.release();
        return capsule;
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
}

PyObject *fill_bins(PyObject *, PyObject *args)
{
    PyObject *columns, *axes, *weights, *totals;
    Py_ssize_t n_threads;
    int kind, is_float, has_avx2;
    unsigned long long pool;
    array_view of_weights = {}, of_totals;
    if (!PyArg_ParseTuple(args, "O!O!pCOOpKn:fill_bins", &PyTuple_Type, &columns, &PyTuple_Type, &axes, &is_float, &kind, &weights, &totals,
                          &has_avx2, &pool, &n_threads) ||
        (weights != Py_None && !look_at(weights, of_weights)) || !look_at(totals, of_totals)) {
        return nullptr;
    }
    const auto fill_of = is_float != 0 ? fill_as<float> : fill_as<double>;
    try {
        return fill_of(columns, axes, {static_cast<char>(kind), of_weights.data, of_totals.data, 0}, team_of(pool, n_threads),
                       has_avx2 != 0);
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
}
