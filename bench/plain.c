/* The plain C loop: what a careful C programmer writes without a library, and what the compiler makes of it at -O3 -march=native.
 *
 * scatter_nd: one loop over the tuples, generic in k and in the width of a slice, typed, with restrict: the compiler vectorizes along the
 * slice. scatter_elements: one loop over the rows of indices, generic in rank and axis; it walks every row in the order of memory, never a
 * column. In two ways these loops have less to do than strew:
 *   - There are two of each. One checks every component as it goes and stops at the first that is out of bounds, after some writes; the
 *     other checks nothing. strew checks all of them before the first write, unless the indices are trusted.
 *   - Its maximum is `a > b ? a : b`, one instruction everywhere. strew's also promises that a NaN wins and that -0 < +0.
 * On the workloads, which have neither NaN nor zero, both give the same bits, and the bench compares them before it times anything.
 *
 * -ffp-contract=off: a fused multiply-add would round differently from what strew promises. Nothing here could be fused. */
#include "plain.h"

#include <string.h>

#if !defined(__FLT16_MANT_DIG__) && defined(__F16C__)
#include <immintrin.h>
#endif

/* ---- Small floats -------------------------------------------------------------------------------------------------------------------- */

/* float16: the compiler's own type if it has one (GCC 12 and later; Clang 14 if the CPU computes in it), the best that plain C can have.
 * Rounding the float32 sum of two float16 to float16 gives the bits of a float16 addition: float32 has more than twice the mantissa and two
 * bits, so rounding twice does no harm. */
#if defined(__FLT16_MANT_DIG__)
typedef _Float16 f16;
#define ADD_F16(a, b) (f16)((a) + (b))
#define WIDEN_F16(a) (float)(a)
#define NARROW_F16(a) (f16)(a)
#elif defined(__F16C__)
typedef uint16_t f16;
#define WIDEN_F16(a) _cvtsh_ss(a)
#define NARROW_F16(a) (f16) _cvtss_sh(a, _MM_FROUND_TO_NEAREST_INT)
#define ADD_F16(a, b) NARROW_F16(WIDEN_F16(a) + WIDEN_F16(b))
#else
typedef uint16_t f16;
static inline float f16_widen(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
    float value;
    if (bits >= UINT32_C(0x7c00) << 13) bits |= UINT32_C(0xff) << 23; /* infinity, NaN */
    memcpy(&value, &bits, sizeof value);
    if (bits < UINT32_C(0x7c00) << 13) value *= 0x1p112f; /* the exponent's bias is 127 instead of 15; subnormal numbers become normal */
    memcpy(&bits, &value, sizeof bits);
    bits |= sign;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint16_t f16_narrow(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    bits &= UINT32_C(0x7fffffff);
    if (bits > UINT32_C(0xff) << 23) return sign | 0x7e00;
    if (bits >= (UINT32_C(143) << 23) - (UINT32_C(1) << 12)) /* 65520, halfway from the largest float16 to 2^16 = 2^(143 - 127) */
        return sign | 0x7c00;
    if (bits < UINT32_C(113) << 23) { /* below 2^-14, subnormal: the sum with 0.5 has a last place of 2^-24, and rounds correctly */
        float shifted;
        memcpy(&shifted, &bits, sizeof shifted);
        shifted += 0.5f;
        memcpy(&bits, &shifted, sizeof bits);
        return sign | (uint16_t)(bits - (UINT32_C(126) << 23));
    }
    bits += 0xfff + (bits >> 13 & 1);
    return sign | (uint16_t)((bits >> 13) - ((127 - 15) << 10));
}
#define WIDEN_F16(a) f16_widen(a)
#define NARROW_F16(a) f16_narrow(a)
#define ADD_F16(a, b) NARROW_F16(WIDEN_F16(a) + WIDEN_F16(b))
#endif

/* bfloat16: the upper half of a float32. */
static inline float bf16_widen(uint16_t half)
{
    const uint32_t bits = (uint32_t)half << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint16_t bf16_narrow(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (uint16_t)(value != value ? 0x7fc0 : rounded);
}

/* ---- The loops ----------------------------------------------------------------------------------------------------------------------- */

#define ADD(a, b) ((a) + (b))
#define MUL(a, b) ((a) * (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LAST(a, b) ((void)(a), (b))
#define ADD_BF16(a, b) bf16_narrow(bf16_widen(a) + bf16_widen(b))

/* Integers are unsigned here because overflow wraps around. */
#define PLAIN_LOOPS(X)                                                                                                                     \
    X(STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, f32_add, float, ADD)                                                                       \
    X(STREW_DTYPE_FLOAT32, STREW_REDUCTION_MAX, f32_max, float, MAX)                                                                       \
    X(STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, f32_none, float, LAST)                                                                    \
    X(STREW_DTYPE_FLOAT16, STREW_REDUCTION_ADD, f16_add, f16, ADD_F16)                                                                     \
    X(STREW_DTYPE_BFLOAT16, STREW_REDUCTION_ADD, bf16_add, uint16_t, ADD_BF16)                                                             \
    X(STREW_DTYPE_INT32, STREW_REDUCTION_ADD, i32_add, uint32_t, ADD)                                                                      \
    X(STREW_DTYPE_INT64, STREW_REDUCTION_ADD, i64_add, uint64_t, ADD)                                                                      \
    X(STREW_DTYPE_INT64, STREW_REDUCTION_MUL, i64_mul, uint64_t, MUL)

/* The strides of the first n dimensions of data, in elements; that of the last one is `innermost`. */
static void strides_of(size_t stride[STREW_MAX_RANK], const int64_t *size, size_t n, size_t innermost)
{
    size_t product = innermost;
    for (size_t j = n; j-- > 0;) {
        stride[j] = product;
        product *= (size_t)size[j];
    }
}

/* Reads one component of a tuple, and wraps it. If it is out of bounds, `if_not` is run. */
#define READ_INDEX(i, component, size, if_not)                                                                                             \
    int64_t i = (component);                                                                                                               \
    if (i < 0) i += (size);                                                                                                                \
    if (i < 0 || i >= (size)) {                                                                                                            \
        if_not;                                                                                                                            \
    }

#define READ_OFFSET(offset, tuple, shape, stride, if_not)                                                                                  \
    size_t offset = 0;                                                                                                                     \
    for (size_t j = 0; j < (shape)->k; j++) {                                                                                              \
        READ_INDEX(i, (tuple)[j], (shape)->size[j], if_not)                                                                                \
        offset += (size_t)i * (stride)[j];                                                                                                 \
    }

/* The same, where an index out of bounds ends the loop, if it is checked. */
#define END_IF(is_checked)                                                                                                                 \
    if (is_checked) return 0
#define INDEX(i, component, size, is_checked) READ_INDEX(i, component, size, END_IF(is_checked))
#define OFFSET(offset, tuple, shape, stride, is_checked) READ_OFFSET(offset, tuple, shape, stride, END_IF(is_checked))

/* `if_not` is run where an index is out of bounds: it ends the loop, or takes the tuple out of it by is_in_bounds. */
#define DEFINE_LOOP_THAT(if_not, name, type, combine, index_type)                                                                          \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict updates_bytes,                   \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        type *restrict output = output_bytes;                                                                                              \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const type *restrict updates = updates_bytes;                                                                                      \
        const plain_shape shape = *shape_given;                                                                                            \
        size_t stride[STREW_MAX_RANK];                                                                                                     \
        strides_of(stride, shape.size, shape.k, shape.width);                                                                              \
        for (size_t t = 0; t < shape.n_tuples; t++) {                                                                                      \
            int is_in_bounds = 1;                                                                                                          \
            READ_OFFSET(offset, indices + t * shape.k, &shape, stride, if_not)                                                             \
            type *slice = output + offset;                                                                                                 \
            const type *update = updates + t * shape.width;                                                                                \
            for (size_t w = 0, n = is_in_bounds ? shape.width : 0; w < n; w++) slice[w] = combine(slice[w], update[w]);                    \
        }                                                                                                                                  \
        return 1;                                                                                                                          \
    }
#define DEFINE_LOOP(name, type, combine, index_type, is_checked) DEFINE_LOOP_THAT(END_IF(is_checked), name, type, combine, index_type)

/* Sums that pass over tuples that are out of bounds. */
DEFINE_LOOP_THAT(is_in_bounds = 0, skipping_add_i32, float, ADD, int32_t)
DEFINE_LOOP_THAT(is_in_bounds = 0, skipping_add_i64, float, ADD, int64_t)

/* Rows of indices and updates are along the last dimension. `at`, without the axis and the last dimension, gives the place of a row in
 * data. From there, an index selects the element along the axis; if that is not the last dimension, the element's place in the row is
 * added. `each` is done for every column c of a row and its element, `next` after every row. */
#define WALK_ELEMENTS(shape, indices, is_checked, each, next)                                                                              \
    const size_t last = (shape).rank - 1, n_columns = (size_t)(shape).indices_size[last];                                                  \
    const int64_t size = (shape).size[(shape).axis];                                                                                       \
    size_t stride[STREW_MAX_RANK], at[STREW_MAX_RANK] = {0}, n_rows = 1;                                                                   \
    strides_of(stride, (shape).size, (shape).rank, 1);                                                                                     \
    for (size_t d = 0; d < last; d++) n_rows *= (size_t)(shape).indices_size[d];                                                           \
    for (size_t r = 0; r < n_rows; r++) {                                                                                                  \
        size_t row = 0;                                                                                                                    \
        for (size_t d = 0; d < last; d++) row += d == (shape).axis ? 0 : at[d] * stride[d];                                                \
        for (size_t c = 0; c < n_columns; c++) {                                                                                           \
            INDEX(i, (indices)[c], size, is_checked)                                                                                       \
            const size_t element = row + ((shape).axis == last ? (size_t)i : (size_t)i * stride[(shape).axis] + c);                        \
            each;                                                                                                                          \
        }                                                                                                                                  \
        (indices) += n_columns;                                                                                                            \
        next;                                                                                                                              \
        for (size_t d = last; d-- > 0 && ++at[d] == (size_t)(shape).indices_size[d];) at[d] = 0;                                           \
    }

#define DEFINE_ELEMENTS_LOOP(name, type, combine, index_type, is_checked)                                                                  \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict updates_bytes,                   \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        type *restrict output = output_bytes;                                                                                              \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const type *restrict updates = updates_bytes;                                                                                      \
        const plain_shape shape = *shape_given;                                                                                            \
        WALK_ELEMENTS(shape, indices, is_checked, output[element] = combine(output[element], updates[c]), updates += n_columns)            \
        return 1;                                                                                                                          \
    }

#define DEFINE_LOOPS(dtype, reduction, name, type, combine)                                                                                \
    DEFINE_LOOP(name##_i32, type, combine, int32_t, 0)                                                                                     \
    DEFINE_LOOP(name##_i64, type, combine, int64_t, 0)                                                                                     \
    DEFINE_LOOP(name##_i32_checked, type, combine, int32_t, 1)                                                                             \
    DEFINE_LOOP(name##_i64_checked, type, combine, int64_t, 1)                                                                             \
    DEFINE_ELEMENTS_LOOP(name##_elements_i32, type, combine, int32_t, 0)                                                                   \
    DEFINE_ELEMENTS_LOOP(name##_elements_i64, type, combine, int64_t, 0)                                                                   \
    DEFINE_ELEMENTS_LOOP(name##_elements_i32_checked, type, combine, int32_t, 1)                                                           \
    DEFINE_ELEMENTS_LOOP(name##_elements_i64_checked, type, combine, int64_t, 1)
PLAIN_LOOPS(DEFINE_LOOPS)

#define ADD_PRODUCT(a, b) ((a) + BENCH_FACTOR * (b))
DEFINE_LOOP(f32_products_i32, float, ADD_PRODUCT, int32_t, 0)
DEFINE_LOOP(f32_products_i64, float, ADD_PRODUCT, int64_t, 0)
DEFINE_LOOP(f32_products_i32_checked, float, ADD_PRODUCT, int32_t, 1)
DEFINE_LOOP(f32_products_i64_checked, float, ADD_PRODUCT, int64_t, 1)

/* `none` moves bytes of any type. A typed loop would not be faster: the compiler recognises it and calls memcpy too. */
#define DEFINE_MOVE(name, index_type, is_checked)                                                                                          \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict updates_bytes,                   \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        unsigned char *restrict output = output_bytes;                                                                                     \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const unsigned char *restrict updates = updates_bytes;                                                                             \
        const plain_shape shape = *shape_given;                                                                                            \
        const size_t slice_bytes = shape.width * shape.element_bytes;                                                                      \
        size_t stride[STREW_MAX_RANK];                                                                                                     \
        strides_of(stride, shape.size, shape.k, shape.width);                                                                              \
        for (size_t t = 0; t < shape.n_tuples; t++) {                                                                                      \
            OFFSET(offset, indices + t * shape.k, &shape, stride, is_checked)                                                              \
            memcpy(output + offset * shape.element_bytes, updates + t * slice_bytes, slice_bytes);                                         \
        }                                                                                                                                  \
        return 1;                                                                                                                          \
    }
DEFINE_MOVE(move_i32, int32_t, 0)
DEFINE_MOVE(move_i64, int64_t, 0)
DEFINE_MOVE(move_i32_checked, int32_t, 1)
DEFINE_MOVE(move_i64_checked, int64_t, 1)

#define DEFINE_GATHER(name, index_type, is_checked)                                                                                        \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict data_bytes,                      \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        unsigned char *restrict output = output_bytes;                                                                                     \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const unsigned char *restrict data = data_bytes;                                                                                   \
        const plain_shape shape = *shape_given;                                                                                            \
        const size_t slice_bytes = shape.width * shape.element_bytes;                                                                      \
        size_t stride[STREW_MAX_RANK];                                                                                                     \
        strides_of(stride, shape.size, shape.k, shape.width);                                                                              \
        for (size_t t = 0; t < shape.n_tuples; t++) {                                                                                      \
            OFFSET(offset, indices + t * shape.k, &shape, stride, is_checked)                                                              \
            memcpy(output + t * slice_bytes, data + offset * shape.element_bytes, slice_bytes);                                            \
        }                                                                                                                                  \
        return 1;                                                                                                                          \
    }
DEFINE_GATHER(gather_i32, int32_t, 0)
DEFINE_GATHER(gather_i64, int64_t, 0)
DEFINE_GATHER(gather_i32_checked, int32_t, 1)
DEFINE_GATHER(gather_i64_checked, int64_t, 1)

/* Writes BENCH_FILL for tuples that are out of bounds. */
#define DEFINE_FILLING_GATHER(name, index_type)                                                                                            \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict data_bytes,                      \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        float *restrict output = output_bytes;                                                                                             \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const float *restrict data = data_bytes;                                                                                           \
        const plain_shape shape = *shape_given;                                                                                            \
        size_t stride[STREW_MAX_RANK];                                                                                                     \
        strides_of(stride, shape.size, shape.k, shape.width);                                                                              \
        for (size_t t = 0; t < shape.n_tuples; t++) {                                                                                      \
            int is_in_bounds = 1;                                                                                                          \
            READ_OFFSET(offset, indices + t * shape.k, &shape, stride, is_in_bounds = 0)                                                   \
            float *slice = output + t * shape.width;                                                                                       \
            if (is_in_bounds) {                                                                                                            \
                memcpy(slice, data + offset, shape.width * sizeof *slice);                                                                 \
            } else {                                                                                                                       \
                for (size_t w = 0; w < shape.width; w++) slice[w] = BENCH_FILL;                                                            \
            }                                                                                                                              \
        }                                                                                                                                  \
        return 1;                                                                                                                          \
    }
DEFINE_FILLING_GATHER(filling_gather_i32, int32_t)
DEFINE_FILLING_GATHER(filling_gather_i64, int64_t)

/* Elements of four bytes, row by row as they are scattered. */
#define DEFINE_GATHER_ELEMENTS(name, index_type, is_checked)                                                                               \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict data_bytes,                      \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        uint32_t *restrict output = output_bytes;                                                                                          \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const uint32_t *restrict data = data_bytes;                                                                                        \
        const plain_shape shape = *shape_given;                                                                                            \
        WALK_ELEMENTS(shape, indices, is_checked, output[c] = data[element], output += n_columns)                                          \
        return 1;                                                                                                                          \
    }
DEFINE_GATHER_ELEMENTS(gather_elements_i32, int32_t, 0)
DEFINE_GATHER_ELEMENTS(gather_elements_i64, int64_t, 0)
DEFINE_GATHER_ELEMENTS(gather_elements_i32_checked, int32_t, 1)
DEFINE_GATHER_ELEMENTS(gather_elements_i64_checked, int64_t, 1)

static size_t slices_of(const plain_shape *shape)
{
    size_t product = 1;
    for (size_t j = 0; j < shape->k; j++) product *= (size_t)shape->size[j];
    return product;
}

#define IDENTITY(value) (value)
#define DIVIDE_FLOAT(sum, count) ((sum) / (float)(count))
#define DIVIDE_F16(sum, count) NARROW_F16((sum) / (float)(count))
#define DIVIDE_BF16(sum, count) bf16_narrow((sum) / (float)(count))
#define ROUND_FLOAT(sum, count) ((void)(count), (sum))
#define ROUND_F16(sum, count) ((void)(count), NARROW_F16(sum))
#define ROUND_BF16(sum, count) ((void)(count), bf16_narrow(sum))
#define DIVIDE_DOWN(sum, count) ((sum) / (count) - ((sum) % (count) < 0))

/* Means of slices: their type, that of sums, and whether these are in output. Sums start from the old elements. strew's sums of int64 have
 * 128 bits; those of a bench fit into 64. */
#define MEAN_LOOPS(X)                                                                                                                      \
    X(STREW_DTYPE_FLOAT32, f32_mean, float, float, 1, IDENTITY, DIVIDE_FLOAT)                                                              \
    X(STREW_DTYPE_FLOAT16, f16_mean, f16, float, 0, WIDEN_F16, DIVIDE_F16)                                                                 \
    X(STREW_DTYPE_BFLOAT16, bf16_mean, uint16_t, float, 0, bf16_widen, DIVIDE_BF16)                                                        \
    X(STREW_DTYPE_INT8, i8_mean, int8_t, int64_t, 0, IDENTITY, DIVIDE_DOWN)                                                                \
    X(STREW_DTYPE_INT32, i32_mean, int32_t, int64_t, 0, IDENTITY, DIVIDE_DOWN)                                                             \
    X(STREW_DTYPE_INT64, i64_mean, int64_t, int64_t, 0, IDENTITY, DIVIDE_DOWN)

/* The same, rounded once. */
#define WIDE_LOOPS(X)                                                                                                                      \
    X(STREW_DTYPE_FLOAT32, f32_wide, float, double, 0, IDENTITY, ROUND_FLOAT)                                                              \
    X(STREW_DTYPE_FLOAT16, f16_wide, f16, float, 0, WIDEN_F16, ROUND_F16)                                                                  \
    X(STREW_DTYPE_BFLOAT16, bf16_wide, uint16_t, float, 0, bf16_widen, ROUND_BF16)

#define DEFINE_MEAN(name, type, sum_type, is_in_output, widen, divide, index_type, is_checked)                                             \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict updates_bytes,                   \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        type *output = output_bytes;                                                                                                       \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const type *restrict updates = updates_bytes;                                                                                      \
        const plain_shape shape = *shape_given;                                                                                            \
        const size_t n_slices = slices_of(&shape), width = shape.width;                                                                    \
        uint64_t *restrict counts = shape.memory;                                                                                          \
        sum_type *sums = is_in_output ? output_bytes : (void *)(counts + n_slices);                                                        \
        size_t stride[STREW_MAX_RANK];                                                                                                     \
        strides_of(stride, shape.size, shape.k, 1);                                                                                        \
        memset(counts, 0, n_slices * sizeof *counts);                                                                                      \
        for (size_t t = 0; t < shape.n_tuples; t++) {                                                                                      \
            OFFSET(slice, indices + t * shape.k, &shape, stride, is_checked)                                                               \
            sum_type *sum = sums + slice * width;                                                                                          \
            const type *update = updates + t * width;                                                                                      \
            for (size_t w = 0; !(is_in_output) && counts[slice] == 0 && w < width; w++) sum[w] = widen(output[slice * width + w]);         \
            for (size_t w = 0; w < width; w++) sum[w] += widen(update[w]);                                                                 \
            counts[slice]++;                                                                                                               \
        }                                                                                                                                  \
        for (size_t slice = 0; slice < n_slices; slice++) {                                                                                \
            if (counts[slice] == 0) continue;                                                                                              \
            const sum_type *sum = sums + slice * width;                                                                                    \
            const int64_t count = (int64_t)counts[slice] + 1;                                                                              \
            for (size_t w = 0; w < width; w++) output[slice * width + w] = (type)divide(sum[w], count);                                    \
        }                                                                                                                                  \
        return 1;                                                                                                                          \
    }

#define DEFINE_MEANS(dtype, name, ...)                                                                                                     \
    DEFINE_MEAN(name##_i32, __VA_ARGS__, int32_t, 0)                                                                                       \
    DEFINE_MEAN(name##_i64, __VA_ARGS__, int64_t, 0)                                                                                       \
    DEFINE_MEAN(name##_i32_checked, __VA_ARGS__, int32_t, 1)                                                                               \
    DEFINE_MEAN(name##_i64_checked, __VA_ARGS__, int64_t, 1)
MEAN_LOOPS(DEFINE_MEANS)
WIDE_LOOPS(DEFINE_MEANS)

/* Sums without the old elements. */
#define DEFINE_FIRST(name, index_type, is_checked)                                                                                         \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict updates_bytes,                   \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        float *restrict output = output_bytes;                                                                                             \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const float *restrict updates = updates_bytes;                                                                                     \
        const plain_shape shape = *shape_given;                                                                                            \
        unsigned char *restrict is_touched = shape.memory;                                                                                 \
        size_t stride[STREW_MAX_RANK];                                                                                                     \
        strides_of(stride, shape.size, shape.k, 1);                                                                                        \
        memset(is_touched, 0, slices_of(&shape));                                                                                          \
        for (size_t t = 0; t < shape.n_tuples; t++) {                                                                                      \
            OFFSET(index, indices + t * shape.k, &shape, stride, is_checked)                                                               \
            float *slice = output + index * shape.width;                                                                                   \
            const float *update = updates + t * shape.width;                                                                               \
            if (is_touched[index]) {                                                                                                       \
                for (size_t w = 0; w < shape.width; w++) slice[w] += update[w];                                                            \
            } else {                                                                                                                       \
                memcpy(slice, update, shape.width * sizeof *slice);                                                                        \
            }                                                                                                                              \
            is_touched[index] = 1;                                                                                                         \
        }                                                                                                                                  \
        return 1;                                                                                                                          \
    }
DEFINE_FIRST(f32_first_i32, int32_t, 0)
DEFINE_FIRST(f32_first_i64, int64_t, 0)
DEFINE_FIRST(f32_first_i32_checked, int32_t, 1)
DEFINE_FIRST(f32_first_i64_checked, int64_t, 1)

/* The same of single elements that have an index each. */
#define DEFINE_FIRST_ELEMENTS(name, index_type, is_checked)                                                                                \
    static int name(void *restrict output_bytes, const void *restrict indices_bytes, const void *restrict updates_bytes,                   \
                    const plain_shape *shape_given)                                                                                        \
    {                                                                                                                                      \
        float *restrict output = output_bytes;                                                                                             \
        const index_type *restrict indices = indices_bytes;                                                                                \
        const float *restrict updates = updates_bytes;                                                                                     \
        const plain_shape shape = *shape_given;                                                                                            \
        unsigned char *restrict is_touched = shape.memory;                                                                                 \
        size_t n_elements = 1;                                                                                                             \
        for (size_t d = 0; d < shape.rank; d++) n_elements *= (size_t)shape.size[d];                                                       \
        memset(is_touched, 0, n_elements);                                                                                                 \
        WALK_ELEMENTS(shape, indices, is_checked, output[element] = is_touched[element] ? output[element] + updates[c] : updates[c];       \
                      is_touched[element] = 1, updates += n_columns)                                                                       \
        return 1;                                                                                                                          \
    }
DEFINE_FIRST_ELEMENTS(f32_first_elements_i32, int32_t, 0)
DEFINE_FIRST_ELEMENTS(f32_first_elements_i64, int64_t, 0)
DEFINE_FIRST_ELEMENTS(f32_first_elements_i32_checked, int32_t, 1)
DEFINE_FIRST_ELEMENTS(f32_first_elements_i64_checked, int64_t, 1)

#define CHOOSE(name) (is_checked ? (wide ? name##_i64_checked : name##_i32_checked) : (wide ? name##_i64 : name##_i32))

plain_fn *plain_find(const bench_workload *workload, strew_dtype index_dtype, int is_checked)
{
    const bench_operator op = workload->op;
    const strew_dtype dtype = workload->dtype;
    const strew_reduction reduction = workload->reduction;
    if (index_dtype != STREW_DTYPE_INT32 && index_dtype != STREW_DTYPE_INT64) return NULL;
    const int wide = index_dtype == STREW_DTYPE_INT64;
    if (op == BENCH_GATHER_ELEMENTS) return strew_dtype_size(dtype) == sizeof(uint32_t) ? CHOOSE(gather_elements) : NULL;
    if (workload->skips && is_checked && dtype != STREW_DTYPE_FLOAT32) return NULL;
    if (workload->skips && is_checked && reduction == STREW_REDUCTION_NONE) return wide ? filling_gather_i64 : filling_gather_i32;
    if (workload->skips && is_checked) return wide ? skipping_add_i64 : skipping_add_i32;
    if (op == BENCH_GATHER_ND || op == BENCH_GATHER) return CHOOSE(gather);
    if (op != BENCH_ELEMENTS && reduction == STREW_REDUCTION_NONE) return CHOOSE(move);
    if (workload->products != BENCH_NO_PRODUCTS) return CHOOSE(f32_products);
    if (workload->excludes_self && (dtype != STREW_DTYPE_FLOAT32 || reduction != STREW_REDUCTION_ADD)) return NULL;
    if (workload->excludes_self && op == BENCH_ELEMENTS) return CHOOSE(f32_first_elements);
    if (bench_needs_workspace(workload) && op == BENCH_ELEMENTS) return NULL;
    if (workload->excludes_self) return CHOOSE(f32_first);
#define FIND_MEAN(its_dtype, name, ...)                                                                                                    \
    if (dtype == its_dtype && reduction == STREW_REDUCTION_MEAN) return CHOOSE(name);
    MEAN_LOOPS(FIND_MEAN)
#define FIND_WIDE(its_dtype, name, ...)                                                                                                    \
    if (dtype == its_dtype && reduction == STREW_REDUCTION_ADD && workload->accumulate != 0) return CHOOSE(name);
    WIDE_LOOPS(FIND_WIDE)
#define FIND(its_dtype, its_reduction, name, type, combine)                                                                                \
    if (dtype == its_dtype && reduction == its_reduction) return op == BENCH_ELEMENTS ? CHOOSE(name##_elements) : CHOOSE(name);
    PLAIN_LOOPS(FIND)
    return NULL;
}
