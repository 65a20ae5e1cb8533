/**
 * @file strew.h
 * strew: scatter and gather kernels for CPUs.
 *
 * An index tuple is a few numbers that name a slice of `data`. A scatter starts from a copy of `data`. For every tuple of `indices`, it
 * writes a slice of `updates` to the slice of the copy that the tuple names, or combines the two. A gather collects the slices of `data`
 * that the tuples name. strew does this for ONNX, OpenVINO, PyTorch and NumPy, with all their data types and reductions.
 *
 *     const int64_t data_shape[] = {8}, indices_shape[] = {4, 1}, updates_shape[] = {4};
 *     const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, data_shape, data_values, NULL};
 *     const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, indices_values, NULL};
 *     const strew_tensor updates = {STREW_DTYPE_FLOAT32, 1, updates_shape, updates_values, NULL};
 *     strew_fault fault;
 *     if (strew_scatter_nd(output, &data, &indices, &updates, STREW_REDUCTION_ADD, NULL, &fault) != STREW_OK) {
 *         char sentence[STREW_MESSAGE_BYTES];
 *         strew_fault_describe(&fault, sentence, sizeof sentence);
 *     }
 *
 * The header goes from simple to advanced. docs/contract.md has the rules in full, and docs/abi.md says what later versions keep.
 *
 * These rules hold for every function here:
 *
 * - The result is that of a plain loop over the tuples in row-major order, bit for bit, but for the sign and payload of a NaN.
 * - A call that returns an error has not written one byte of `output`, with one exception: STREW_STATUS_INDICES_CHANGED.
 * - Any thread may call it at any time. It allocates and prints nothing, never aborts, leaves errno, and takes at most 16 KiB of stack,
 *   apart from what a dynamic linker takes that binds a function at its first call.
 * - Tensors are row-major, dense or with strides. Buffers may have any address, odd addresses included. A buffer of zero bytes may be NULL.
 * - The caller's threads must have C's default floating-point environment: neither FTZ nor DAZ.
 * - A struct that begins with struct_size must carry its size. Its macro sets it, such as STREW_OPTIONS(.policy = STREW_POLICY_SKIP) in C11
 *   and C++20, and so does its initialiser, STREW_OPTIONS_INIT. A size of 0 is rejected. Later versions add members at the end. NULL
 *   for options or resources stands for members that are all 0.
 * - A member that the operator or the reduction has no use for is rejected by name (STREW_STATUS_UNUSED_ARGUMENT), whatever the dtype and
 *   the policy. Members that only concern speed are never rejected for that.
 */
#ifndef STREW_STREW_H
#define STREW_STREW_H

#include <stddef.h>
#include <stdint.h>
#include <strew/arg.h>
#include <strew/axes.h> /* strew_dtype, strew_reduction, strew_isa, strew_profile; in the source tree it is in generated/ */
#include <strew/segment.h>
#include <strew/sized.h>
#include <strew/status.h> /* strew_status */

/** Marks what the library exports. With STREW_EMBED it is a part of another library, which exports nothing of it. */
#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#define STREW_API __attribute__((visibility("hidden")))
#elif defined(_WIN32) && defined(STREW_SHARED) && defined(STREW_BUILDING)
#define STREW_API __declspec(dllexport)
#elif defined(_WIN32) && defined(STREW_SHARED)
#define STREW_API __declspec(dllimport)
#elif defined(__GNUC__)
#define STREW_API __attribute__((visibility("default")))
#else
#define STREW_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup version Version
 * @{ */
/** The version of this header. It is stated only here: the build, the packages and Python read it from this file. */
#define STREW_VERSION_MAJOR 0
#define STREW_VERSION_MINOR 2 /**< See STREW_VERSION_MAJOR. */
#define STREW_VERSION_PATCH 0 /**< See STREW_VERSION_MAJOR. */
/** The number in the shared library's name (libstrew.so.2): programs of an older header with this number can use the library. */
#define STREW_ABI_VERSION 2
STREW_API const char *strew_version(void); /**< The version of the library that is linked, for example "0.2.0". */
/** @} */

/** @defgroup status Status and fault
 * @{ */
/** What was wrong, in numbers. Members that the status does not name are 0 or NULL. */
typedef struct strew_fault {
    strew_status status;   /**< The status that the call returned. */
    int32_t dimension;     /**< A dimension of the subject, or of data. */
    const char *subject;   /**< The argument: "data", "indices", "options.alpha", ... A constant of the library; do not free it. */
    int64_t tuple;         /**< The tuple's number in row-major order. With one index per tuple it is the number of the index. */
    int64_t value;         /**< What was found. A uint64 index above 2^63 - 1 is given as 2^63 - 1. */
    int64_t low;           /**< The smallest allowed value. */
    int64_t high;          /**< The largest allowed value. */
    int32_t component;     /**< The component of the tuple. */
    strew_profile profile; /**< The profile that rejects the call, or STREW_PROFILE_NONE. */
    uint64_t reserved[3];  /**< For later versions. The library sets it to 0. */
} strew_fault;

STREW_API const char *strew_status_name(strew_status status); /**< For example "TOO_LARGE"; NULL for an unknown number. */

/** The size of a buffer that holds every sentence of strew_fault_describe and strew_plan_explain (strew/inspect.h). It never changes. */
#define STREW_MESSAGE_BYTES 256

/** Writes a fault as one sentence, for example "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1". Cuts it to `size` bytes
 * and returns its whole length, both as snprintf does. A NULL `buffer` counts as one of no bytes, and a NULL fault as STREW_OK. */
STREW_API size_t strew_fault_describe(const strew_fault *fault, char *buffer, size_t size);
/** @} */

/** @defgroup tensors Tensors and options
 * @{ */
/** The largest number of dimensions that a tensor can have. */
#define STREW_MAX_RANK 64

/**
 * A tensor: row-major and dense, or with strides, as a view of another tensor has them. A struct of zeros stands for no tensor.
 *
 * Strides may be 0 and negative. `values`, and every buffer of a run, point to the element with index 0 in every dimension, which is not
 * the lowest address where a stride is negative. Tensors overlap if their address ranges meet, unless whole rows of equal stride alternate.
 */
typedef struct strew_tensor {
    strew_dtype dtype;      /**< The type of the elements. */
    int32_t rank;           /**< The number of dimensions, 0 to STREW_MAX_RANK. */
    const int64_t *shape;   /**< The size of every dimension, in elements. May be NULL if rank is 0. */
    const void *values;     /**< The elements, for the one-call forms. Planning reads types, shapes and strides alone. */
    const int64_t *strides; /**< For every dimension the elements from one index to the next; NULL: the tensor is dense. */
} strew_tensor;

/** What to do with an index component that is out of bounds. Below, s is the size of the dimension of data that the component indexes. */
typedef enum strew_policy {
    /** Reject the whole call with STREW_STATUS_INDEX_OUT_OF_BOUNDS before anything is written. */
    STREW_POLICY_ERROR = 0,
    /** THE CALLER GUARANTEES THAT EVERY INDEX IS IN BOUNDS. INDICES ARE NOT CHECKED. A WRONG INDEX IS UNDEFINED BEHAVIOUR: IT WRITES TO
     * MEMORY OUTSIDE OUTPUT, OR A GATHER READS MEMORY OUTSIDE DATA. */
    STREW_POLICY_TRUSTED,
    /** Skip the whole tuple and its slice of updates; a gather fills the slice of output: see fill. For padding of -1 see ignore_index. */
    STREW_POLICY_SKIP,
    /** Use the nearest index in bounds: after wrapping, a component below 0 counts as 0, and one above s - 1 as s - 1. Planning rejects a
     * dimension of size 0 that a tuple would index (STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION). */
    STREW_POLICY_CLAMP
} strew_policy;

/** What a negative index component means. */
typedef enum strew_negative {
    STREW_NEGATIVE_WRAPS = 0,    /**< -s to -1 count from the end of their own dimension, once. The bounds are [-s, s - 1]. */
    STREW_NEGATIVE_OUT_OF_BOUNDS /**< A negative component is out of bounds. The bounds are [0, s - 1]. */
} strew_negative;

/** What a reduction does with a NaN in floats and complex numbers. A complex number is NaN if one of its parts is. */
typedef enum strew_nan {
    /** A NaN wins over a number. Minima and maxima are minimum and maximum of IEEE 754-2019; sums, products and means are NaN. */
    STREW_NAN_WINS = 0,
    /** Minima and maxima are minimumNumber and maximumNumber of IEEE 754-2019: a NaN loses. Sums, products and means pass over a NaN in
     * updates and do not count it, but an old NaN stays one. An element all of whose updates are NaN stays as it is. */
    STREW_NAN_LOSES
} strew_nan;

/** How a mean rounds the quotients of integers that are not integers. */
typedef enum strew_mean_rounding {
    STREW_MEAN_ROUNDING_FLOORS = 0, /**< Towards minus infinity, as PyTorch and OpenVINO do: the mean of -1 and -2 is -2. */
    STREW_MEAN_ROUNDING_TRUNCATES   /**< Towards zero, as C's division does: the mean of -1 and -2 is -1. */
} strew_mean_rounding;

/** What becomes of a result that is too large for its type. */
typedef enum strew_overflow {
    STREW_OVERFLOW_WRAPS = 0, /**< Integers wrap around, a float becomes infinity, or NaN in a type that has none. */
    STREW_OVERFLOW_SATURATES  /**< It becomes the nearest finite number. A NaN stays NaN. */
} strew_overflow;

/** How a scatter scales: a quotient and a product with the reciprocal differ in the last bit. */
typedef enum strew_scale_rule {
    STREW_SCALE_RULE_DIVIDES = 0, /**< By updates / scale. */
    STREW_SCALE_RULE_MULTIPLIES   /**< By updates * scale. */
} strew_scale_rule;

/** What the caller knows of the slices that tuples name. A hint that is true makes a run faster, and changes no result. */
typedef enum strew_hint {
    STREW_HINT_NONE = 0, /**< Nothing is known. */
    STREW_HINT_TRUSTED,  /**< It is so. Where it is not, the values of output are undefined, but nothing outside of it is touched. */
    STREW_HINT_CHECKED   /**< It is so, and a call where it is not is rejected before the first write, or when tuples are prepared. */
} strew_hint;

/** How an operator behaves where its defaults do not suit: `STREW_OPTIONS(.has_ignore_index = 1, .ignore_index = -1)` for padding.
 * Booleans are 0 or 1. */
typedef struct strew_options {
    size_t struct_size;      /**< sizeof(strew_options), which STREW_OPTIONS and STREW_OPTIONS_INIT set. */
    strew_policy policy;     /**< What to do with an index that is out of bounds. For operators with indices or write_indices. */
    strew_negative negative; /**< What a negative index means. For operators with indices or write_indices. */
    strew_isa isa;           /**< The best instruction set that may be used; STREW_ISA_BEST (0) sets no cap. It changes the speed only. */
    /** The version of a specification to follow; STREW_PROFILE_NONE (0) follows none. What the version does not allow is rejected
     * (STREW_STATUS_PROFILE_LACKS_OPERATOR to _OPTION), and so are negative indices. docs/dtypes-and-profiles.md has the table. */
    strew_profile profile;
    int32_t has_ignore_index; /**< 1: ignore_index counts, with every policy. For operators with indices or write_indices. */
    /** 1 leaves the old elements of output out of the reduction (`include_self = false` of PyTorch): the first update of an element
     * replaces it, the others are combined with that. Such a run needs a workspace. For every reduction except none. */
    int32_t excludes_self;
    /** The index of padding, such as -1. A tuple with a component of this value, as it is stored, is passed over; so is a batch of a
     * tensor_scatter. Its slice in output stays, and a gather fills it. 2^63 - 1 stands for any larger uint64. No unsigned one is -1. */
    int64_t ignore_index;
    strew_nan nan;                     /**< What a NaN does. For every reduction except none. */
    strew_mean_rounding mean_rounding; /**< How a mean rounds integers. For the reduction mean. */
    /** What a gather writes where a tuple is passed over: one element of the dtype of data, which planning copies. NULL: zero bytes. */
    const void *fill;
    /** Updates are multiplied by it before they are added or subtracted, as by PyTorch's index_add; the product is rounded, then the sum.
     * It is one element of the dtype of data, which planning copies. NULL: 1. For the reductions add and sub, without excludes_self. */
    const void *alpha;
    /** A wider type, in which add, sub, mul and mean compute, and round once: STREW_DTYPE_FLOAT32 for floats of 1 or 2 bytes, _FLOAT64 for
     * float32, _INT64 for integers. 0: rounded after each update. It needs a workspace. For every reduction: docs/contract.md, 2.16. */
    strew_dtype accumulate;
    strew_overflow overflow;                 /**< What becomes of a result of `accumulate`, or of a number of another dtype. */
    strew_scale_rule scale_rule;             /**< How strew_call.scale scales. For scatters. */
    int32_t has_update_ignore_index;         /**< 1: update_ignore_index counts. */
    int64_t update_ignore_index;             /**< As `ignore_index`, of strew_call.update_indices: the tuple is passed over. */
    strew_policy update_policy;              /**< As `policy`, of these. */
    strew_negative update_negative;          /**< As `negative`, of these. */
    const struct strew_converter *converter; /**< NULL, or the caller's own function that converts elements: strew/convert.h. */
    /** No two tuples name the same slice (STREW_STATUS_NOT_UNIQUE). For scatters with indices, and not for segment; tuples that are passed
     * over do not count. To check it takes a workspace of a bit for each slice, or nothing with `sorted`. */
    strew_hint unique;
    /** From one tuple to the next, the number of its slice in row-major order never falls (STREW_STATUS_NOT_SORTED). For scatters with
     * indices whose output has its dimensions in order and forwards; in a segment with indices it is always so, and NONE is CHECKED. Then
     * excludes_self and a mean of float32, float64 or complex numbers need no workspace. */
    strew_hint sorted;
    strew_initial initial;         /**< What output has where a segment has no update. For segment. */
    strew_offsets_end offsets_end; /**< Whether the last offset is left out. For segment with offsets. */
    const int64_t *arg_fill;       /**< What strew_call.arg has where no update won. Planning copies it. NULL: -1. */
    strew_arg_rule arg_rule;       /**< Which of equal updates it names. For min and max. */
    strew_arg_counts arg_counts;   /**< What it counts. The positions along the axis: for scatter_elements. */
} strew_options;

#define STREW_OPTIONS(...) STREW_SIZED(strew_options, __VA_ARGS__) /**< For example STREW_OPTIONS(.alpha = &half). */
#define STREW_OPTIONS_INIT STREW_SIZED_INIT(strew_options)         /**< The default options. */
/** @} */

/**
 * @defgroup one_call One call
 * The operators of ONNX, each in one call. They are thin: a strew_call, strew_plan_call and strew_run without resources.
 *
 * Types: output has the dtype of data; updates may have another one (docs/contract.md, 2.18). indices are integers of 8 to 64 bits.
 * Reductions: with STREW_REDUCTION_NONE the last tuple wins; others round floats to their type after every update (docs/contract.md, 2).
 * Empty input: without tuples, a scatter is a plain copy. A slice without elements writes nothing, but its tuple is still checked.
 * Shapes: r is the rank of data and q that of indices. axis is -r to r - 1; a negative one counts from the end.
 *
 * Aliasing: output is dense. For a scatter of dense data it may be data->values itself (in place). Otherwise it must not overlap any other
 * buffer (STREW_STATUS_OUTPUT_OVERLAP). A gather never works in place. Inputs may overlap each other.
 *
 * `options` may be NULL. `fault` may be NULL; otherwise it is filled at every return, with STREW_OK and zeros on success. Means and
 * excludes_self need a workspace and scales a strew_call, which these calls do not have: plan and run them.
 * @{
 */

/**
 * ONNX ScatterND (11, 13, 16, 18), OpenVINO ScatterNDUpdate (3, 15), tf.tensor_scatter_nd_*.
 *
 *     output = copy of data
 *     for each tuple t of indices, in row-major order:
 *         output[indices[t]] = reduction(output[indices[t]], updates[t])
 *
 * Shapes: q is at least 1; k = indices.shape[q - 1], 0 to r. Each tuple of k components names the slice data[i_1, ..., i_k] of shape
 * data.shape[k .. r - 1]. updates.shape is indices.shape[0 .. q - 2], then data.shape[k .. r - 1].
 */
STREW_API strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                        strew_reduction reduction, const strew_options *options, strew_fault *fault);

/**
 * ONNX ScatterElements (11, 13, 16, 18) and Scatter (9, 11), OpenVINO ScatterElementsUpdate (3, 12), torch.scatter_reduce.
 *
 *     output = copy of data
 *     for each position p of indices, in row-major order:
 *         at = p, but at[axis] = indices[p]
 *         output[at] = reduction(output[at], updates[p])
 *
 * Shapes: all have the same rank, at least 1. indices.shape = updates.shape, at most data.shape but on the axis, where it is any size.
 */
STREW_API strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices,
                                              const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                              const strew_options *options, strew_fault *fault);

/**
 * Rows, or other slices of one axis, by their numbers: OpenVINO ScatterUpdate (3), torch.index_copy, index_add and index_reduce.
 *
 *     output = copy of data
 *     for each position o of data.shape[0 .. axis - 1] and p of indices, in row-major order:
 *         output[o, indices[p]] = reduction(output[o, indices[p]], updates[o, p])
 *
 * Shapes: r is at least 1, q any rank, 0 included (one index). updates.shape is data.shape[0 .. axis - 1], then indices.shape, then
 * data.shape[axis + 1 .. r - 1].
 */
STREW_API strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices,
                                            const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                            const strew_options *options, strew_fault *fault);

/**
 * ONNX GatherND (11, 12, 13), tf.gather_nd.
 *
 *     for each position b of indices.shape[0 .. batch_dims - 1] and t of the other tuples:
 *         output[b, t] = data[b][indices[b, t]]
 *
 * Shapes: as in strew_scatter_nd, but data and indices begin with the same batch_dims dimensions, 0 to the smaller of q - 1 and r.
 */
STREW_API strew_status strew_gather_nd(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                                       const strew_options *options, strew_fault *fault);

/**
 * ONNX GatherElements (11, 13), OpenVINO GatherElements (6), torch.gather.
 *
 *     for each position p of indices:
 *         at = p, but at[axis] = indices[p]
 *         output[p] = data[at]
 *
 * Shapes: those of strew_scatter_elements. output has the shape of indices.
 */
STREW_API strew_status strew_gather_elements(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                             const strew_options *options, strew_fault *fault);

/**
 * ONNX Gather (1, 11, 13), OpenVINO Gather (1, 7, 8), torch.index_select, numpy.take.
 *
 *     for each position b of data.shape[0 .. batch_dims - 1], o of data.shape[batch_dims .. axis - 1] and p of the rest of indices:
 *         output[b, o, p] = data[b, o, indices[b, p]]
 *
 * Shapes: data and indices begin with the same batch_dims dimensions; a negative number counts from the end of indices. output has the
 * shape data.shape[0 .. axis - 1], then indices.shape[batch_dims .. q - 1], then data.shape[axis + 1 .. r - 1].
 */
STREW_API strew_status strew_gather(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                                    const strew_options *options, strew_fault *fault);

/** What happens at the end of the cache of a tensor_scatter. */
typedef enum strew_cache_mode {
    /** The index of each token must be in bounds. A negative one counts from the end, so that two tokens at -1 go to the end and to 0. */
    STREW_CACHE_LINEAR = 0,
    STREW_CACHE_CIRCULAR /**< Tokens go on at the start: indices count modulo the size of the axis. */
} strew_cache_mode;

/**
 * ONNX TensorScatter (24): new tokens are written to a cache of keys or values, each batch from a place of its own on.
 *
 *     output = copy of data
 *     for each position (b, o) of updates.shape[0 .. axis - 1], where b is the batch, and t of updates.shape[axis]:
 *         i = write_indices[b] + t, modulo data.shape[axis] if the mode is circular
 *         output[b, o, i] = updates[b, o, t]
 *
 * `data` is ONNX's past_cache and `updates` its update. Both are dense; updates may have another dtype, as above.
 * Shapes: axis is 1 to r - 1, and ONNX's default is -2. updates has the shape of data, but on the axis its size, the number of tokens, is
 * at most that of data. write_indices has the shape data.shape[0]; NULL stands for zeros.
 *
 * Policies apply to each i by itself, ignore_index to a write index. In the circular mode no i is above the bounds.
 */
STREW_API strew_status strew_tensor_scatter(void *output, const strew_tensor *data, const strew_tensor *updates,
                                            const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode,
                                            const strew_options *options, strew_fault *fault);
/** @} */

/** @defgroup plan Plan and run
 * @{ */
/** What a call does. 0 is no operator, so that a call without one is rejected. */
typedef enum strew_operator {
    STREW_OPERATOR_SCATTER_ND = 1,   /**< See strew_scatter_nd. Batch dimensions as in strew_gather_nd. */
    STREW_OPERATOR_SCATTER_ELEMENTS, /**< See strew_scatter_elements. */
    STREW_OPERATOR_SCATTER_UPDATE,   /**< See strew_scatter_update. Batch dimensions as in strew_gather. */
    /** torch.put_, numpy.put. Each index is the number of an element of data in row-major order, whatever strides data and output have;
     * with n elements its bounds are [-n, n - 1]. updates has the shape of indices. */
    STREW_OPERATOR_PUT,
    STREW_OPERATOR_TENSOR_SCATTER, /**< See strew_tensor_scatter. */
    /** torch.masked_scatter: the n-th element of updates, in row-major order, is copied to the n-th element of data where mask, a bool
     * tensor of the shape of data, is true. updates is dense, of any shape, with at least as many elements as mask has true ones. */
    STREW_OPERATOR_MASKED_SCATTER,
    STREW_OPERATOR_GATHER_ND,       /**< See strew_gather_nd. */
    STREW_OPERATOR_GATHER_ELEMENTS, /**< See strew_gather_elements. */
    STREW_OPERATOR_GATHER,          /**< See strew_gather. */
    STREW_OPERATOR_TAKE, /**< torch.take, numpy.take without an axis: indices as of STREW_OPERATOR_PUT; output has the shape of indices. */
    STREW_OPERATOR_SEGMENT /**< Reductions of rows that are stored segment after segment: see strew/segment.h. */
} strew_operator;

/**
 * What a call does, and to which tensors: everything but where they are.
 *
 *     strew_plan plan;
 *     const strew_call call = STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD, .axis = 1, .data = data,
 *                                        .indices = indices, .updates = updates);
 *     strew_status status = strew_plan_call(&plan, &call, &fault);
 *
 * A tensor that is all zeros is not there.
 */
typedef struct strew_call {
    size_t struct_size;           /**< sizeof(strew_call), which STREW_CALL and STREW_CALL_INIT set. */
    strew_operator op;            /**< The operator. */
    strew_reduction reduction;    /**< How an update is combined with the old element. For scatter_nd, _elements, _update and put. */
    int64_t axis;                 /**< For scatter_elements, scatter_update, gather_elements, gather; tensor_scatter must have it. */
    int64_t batch_dims;           /**< For scatter_nd, scatter_update, gather_nd and gather. */
    strew_cache_mode mode;        /**< For tensor_scatter. */
    int32_t n_components;         /**< The number of `components`; 0: the operator has indices. */
    const strew_options *options; /**< NULL: the defaults. Planning copies what it needs of all pointers here. */
    strew_tensor data;            /**< What is scattered into, or gathered from. */
    strew_tensor indices;         /**< For all operators but tensor_scatter and masked_scatter. */
    strew_tensor updates;         /**< What is scattered. For scatters. */
    /** Optional, for strides of output, which is dense without it, and for another dtype of a gather's output. The shape is that of the
     * operator, and in place strides are those of data. In ascending order, each exceeds the sum of (size - 1) * stride of those before. */
    strew_tensor output;
    strew_tensor mask;          /**< For masked_scatter. */
    strew_tensor write_indices; /**< For tensor_scatter; without it they are zeros. */
    /** In place of indices: each component of the tuples is a tensor of its own, as in `data[i, j]` of NumPy and PyTorch. All have the same
     * dtype and shape, that of the tuples. For scatter_nd and gather_nd without batch dimensions and without a profile. */
    const strew_tensor *components;
    /** Optional, float32: what updates are divided by before they are rounded to data's dtype, or what a gather multiplies data by. It
     * broadcasts to updates, or to data, as in NumPy, or has one number for each block of neighbours in the last dimension: its size there
     * divides the tensor's. For the reduction none and floats of updates and output: docs/contract.md, 2.22. */
    strew_tensor scale;
    strew_tensor zero_points; /**< Optional, of data's dtype: a gather subtracts them from integers before it scales these. */
    /** Optional, of scatters: the row of a table that each tuple has. It has the shape of the tuples; `updates` is the table, of the shape
     * [rows] and that of a slice, or in scatter_update that of data with the rows on the axis: docs/contract.md, 2.24. */
    strew_tensor update_indices;
    /** Optional, of scatters: what each update is multiplied by, in the dtype of updates, or float32 if that is a smaller float. It has the
     * shape of the tuples, or that and the dimensions of a slice, each of which is 1 or the slice's. */
    strew_tensor weights;
    strew_tensor offsets; /**< For segment: where segments begin, and the last one ends. In place of indices. */
    strew_tensor arg; /**< Optional, of scatters with none, min and max: which tuple won each element of output. See strew/arg.h. */
} strew_call;

#define STREW_CALL(...) STREW_SIZED(strew_call, __VA_ARGS__) /**< For example STREW_CALL(.op = STREW_OPERATOR_TAKE, ...). */
#define STREW_CALL_INIT STREW_SIZED_INIT(strew_call)         /**< A call without an operator, to be filled. */

/** The size of a plan: room for dense tensors of any rank, and any strides of 16 dimensions. It never changes within an ABI version. */
#define STREW_PLAN_BYTES 2304

/** Everything that follows from a call, computed once for any number of runs: a plain value, to be copied, moved and dropped. Its content
 * is valid only in this process, with this library; do not store it. */
typedef struct strew_plan {
    uint64_t opaque[STREW_PLAN_BYTES / 8]; /**< Not for callers. */
} strew_plan;

/** Plans a call, which is cheap enough for every new shape. It writes the plan alone. A plan of zeros, or of a call that was rejected,
 * holds no call: its sizes are 0, and running it is rejected (STREW_STATUS_PLAN_MISMATCH). Never use a plan of other bytes. */
STREW_API strew_status strew_plan_call(strew_plan *plan, const strew_call *call, strew_fault *fault);

/** Where the tensors of a call are. A buffer that the plan has no use for must be NULL. */
typedef struct strew_buffers {
    size_t struct_size;            /**< sizeof(strew_buffers), which STREW_BUFFERS and STREW_BUFFERS_INIT set. */
    void *output;                  /**< out; in place in and out. */
    const void *data;              /**< in; always given: in place, of a scatter, output itself. */
    const void *indices;           /**< in; not with prepared indices. */
    const void *updates;           /**< in; of scatters. */
    const void *mask;              /**< in; of masked_scatter. */
    const void *write_indices;     /**< in; of tensor_scatter. */
    const void *const *components; /**< in; one pointer for each component tensor, which must not change during the run. */
    const void *prepared;          /**< in; what strew_prepare has made, in place of indices. */
    const void *scale;             /**< in; of a call with a scale. */
    const void *zero_points;       /**< in; of a call with zero points. */
    const void *update_indices;    /**< in; of a call with update indices. */
    const void *weights;           /**< in; of a call with weights. */
    const void *offsets;           /**< in; of a segment with offsets. */
    void *arg;                     /**< out; of a call with an arg. */
} strew_buffers;

#define STREW_BUFFERS(...) STREW_SIZED(strew_buffers, __VA_ARGS__) /**< For example STREW_BUFFERS(.output = output, ...). */
#define STREW_BUFFERS_INIT STREW_SIZED_INIT(strew_buffers)         /**< No buffers, to be filled. */
/** @} */

/** @defgroup threads Threads and workspace
 * @{ */
typedef void strew_task(void *argument, size_t i); /**< One of many tasks, which the library passes to a strew_parallel_for. */

/** The caller's thread pool: runs task(argument, i) for every i from 0 to n - 1, in any order and on any threads, and returns when all
 * calls have returned. It must not throw, because no exception can pass through the library. `strew/openmp.h`, `strew/pthreadpool.h`, and
 * for C++ `strew/onetbb.h` and `strew/std_thread.h` define one each, and make strew_resources with it. */
typedef void strew_parallel_for(void *pool, size_t n, strew_task *task, void *argument);

/** Memory and threads. They change no result, but a mean or excludes_self cannot run without a workspace. */
typedef struct strew_resources {
    size_t struct_size; /**< sizeof(strew_resources), which STREW_RESOURCES and STREW_RESOURCES_INIT set. */
    /** Memory of strew_plan_workspace_size bytes, at any address and with any content, that overlaps no buffer. With fewer bytes, a run
     * uses fewer threads, or no workspace. With one, a run in place may rewrite elements that no tuple names, with their own bits. */
    void *workspace;
    size_t workspace_bytes;           /**< Its size. */
    strew_parallel_for *parallel_for; /**< The thread pool. NULL, or a library built without threads: the calling thread does everything. */
    void *pool;                       /**< The first argument of parallel_for. */
    int32_t n_threads;                /**< The number of threads to use; less than 1 counts as 1, more than 64 as 64. */
    uint32_t wake_ns; /**< The ns to wake the pool and wait for it: 2,000 if it spins, 50,000 if it sleeps; 0: 10,000; 1 to 999: 1,000. */
    int32_t part;     /**< The part of the run that this call does, 0 to n_parts - 1, for threads that run already: docs/threads.md. */
    int32_t n_parts;  /**< The number of parts, at most 64, without a parallel_for (STREW_STATUS_CONFLICT); 0 or 1: the whole run. */
} strew_resources;

#define STREW_RESOURCES(...) STREW_SIZED(strew_resources, __VA_ARGS__) /**< For example STREW_RESOURCES(.n_threads = 4, ...). */
#define STREW_RESOURCES_INIT STREW_SIZED_INIT(strew_resources)         /**< No resources. */

/** The size in bytes of a workspace that makes a run of this plan on n_threads threads faster; 0 if none does, or the plan is NULL. A mean
 * or excludes_self cannot run without one (STREW_STATUS_WORKSPACE_TOO_SMALL), unless it has no tuples or empty data: docs/threads.md. */
STREW_API size_t strew_plan_workspace_size(const strew_plan *plan, int32_t n_threads);
STREW_API size_t strew_plan_part_workspace_size(const strew_plan *plan, int32_t n_parts); /**< The same of each part, for its own. */

/** Runs a plan. `resources` may be NULL. Any number of threads may run one plan at the same time, each with an output of its own. Statuses:
 * those from STREW_STATUS_PLAN_MISMATCH on, those of the call itself, STREW_STATUS_STRIDES_MISMATCH and STREW_STATUS_NOT_BUILT. */
STREW_API strew_status strew_run(const strew_plan *plan, const strew_buffers *buffers, const strew_resources *resources,
                                 strew_fault *fault);
/** @} */

/** @defgroup prepared Prepared indices
 * @{ */
/** The bytes that strew_prepare needs: 8 to 16 for each tuple and some thousand more; more if data has 2^32 slices or more. 0 if the plan
 * is NULL, or the library was built without prepared indices. */
STREW_API size_t strew_plan_prepared_size(const strew_plan *plan);

/**
 * Checks and prepares indices that are known early, once for any number of runs, which take `prepared` in place of `indices`. `buffers` has
 * nothing but the indices (or components), which are checked as the plan's policy says, and are not needed afterwards. tensor_scatter and
 * masked_scatter have nothing to prepare (STREW_STATUS_PLAN_MISMATCH).
 *
 * `prepared` is the caller's memory: at least strew_plan_prepared_size bytes at any address, not overlapping the indices. Its content must
 * not be moved, and is valid only in this process, with this library. It can be used with this plan, its copies, and plans that differ
 * only in reduction, ISA, the number that options.alpha points to, or one dtype of all elements for another of its size; but where one
 * passes over NaN (see strew_nan), both must.
 */
STREW_API strew_status strew_prepare(const strew_plan *plan, const strew_buffers *buffers, void *prepared, size_t prepared_bytes,
                                     strew_fault *fault);

/** 1 if every slice occurs at most once in prepared indices. 0 if one occurs twice, if this is unknown because data has more than 64 slices
 * for each tuple, or if `prepared` is NULL. */
STREW_API int32_t strew_prepared_is_distinct(const void *prepared);
/** @} */

/** @defgroup introspection Introspection
 * @{ */
/** Whether this build can apply a reduction to a dtype: 1, or 0 if the reduction has no meaning for the dtype, if the build was trimmed of
 * one of them, or if one of the numbers is unknown. A profile may allow less. */
STREW_API int32_t strew_reduction_is_supported(strew_reduction reduction, strew_dtype dtype);

/** The name that ONNX uses, for example "float32"; "opaque" for every STREW_DTYPE_OPAQUE(n). All functions of names return NULL for an
 * unknown number: a loop from the first enumerator to the first NULL visits all but opaque types and blocks. */
STREW_API const char *strew_dtype_name(strew_dtype dtype);
STREW_API const char *strew_reduction_name(strew_reduction reduction); /**< The name that ONNX uses, for example "add". */
STREW_API const char *strew_operator_name(strew_operator op);          /**< For example "scatter_nd". */
STREW_API const char *strew_isa_name(strew_isa isa);                   /**< For example "avx2". */
STREW_API const char *strew_profile_name(strew_profile profile);       /**< For example "ONNX ScatterND-18". */

STREW_API size_t strew_dtype_size(strew_dtype dtype); /**< The bytes of one element, or of a block of them; 0 for an unknown dtype. */
STREW_API size_t strew_plan_size(void);               /**< sizeof(strew_plan), for bindings from other languages. */
/** @} */

#if defined(__cplusplus) && __cplusplus >= 201103L
static_assert(sizeof(strew_status) == sizeof(int), "strew's enumerations are as large as int: compile without -fshort-enums");
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(strew_status) == sizeof(int), "strew's enumerations are as large as int: compile without -fshort-enums");
#endif

#ifdef __cplusplus
}
#endif

#endif /* STREW_STREW_H */
