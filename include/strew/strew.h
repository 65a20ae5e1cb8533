/**
 * @file strew.h
 * strew: scatter kernels for CPUs.
 *
 * A scatter starts from a copy of `data`. Every tuple of `indices` names a slice of that copy. The slice of `updates` that belongs to the
 * tuple is written there, or combined with what is there. strew does this for ONNX ScatterND, ScatterElements and Scatter, and for OpenVINO
 * ScatterNDUpdate, ScatterElementsUpdate and ScatterUpdate, with all their data types and reductions. The result has the same bits on every
 * CPU.
 *
 *     const int64_t data_shape[] = {8}, indices_shape[] = {4, 1}, updates_shape[] = {4};
 *     const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, data_shape, data_values, NULL};
 *     const strew_tensor indices = {STREW_DTYPE_INT64, 2, indices_shape, indices_values, NULL};
 *     const strew_tensor updates = {STREW_DTYPE_FLOAT32, 1, updates_shape, updates_values, NULL};
 *     strew_fault fault;
 *     if (strew_scatter_nd(output, &data, &indices, &updates, STREW_REDUCTION_ADD, NULL, &fault) != STREW_OK) {
 *         char sentence[STREW_MESSAGE_BYTES];
 *         strew_describe(&fault, sentence, sizeof sentence);
 *     }
 *
 * The header goes from simple to advanced: version, status and fault, tensors and options, one call, plan and run, threads and workspace,
 * prepared indices, gather, tensor_scatter, masked_scatter, partition, introspection.
 *
 * These rules hold for every function here:
 *
 * - Any thread may call it at any time. It allocates nothing, prints nothing, never aborts and does not change errno.
 * - It needs at most 16 KiB of stack. A dynamic linker that binds memcpy only at its first call may take 3 KiB more. To avoid that, link
 *   the program with `-z now` or statically.
 * - It assumes C's default floating-point environment: round to nearest even, and subnormal numbers are neither flushed nor read as zero.
 *   If a thread has set its CPU otherwise (FTZ, DAZ), results that are subnormal or come from subnormal numbers are not promised.
 * - Tensors are row-major, dense or with strides. Buffers may have any address, odd addresses included.
 * - It writes no byte outside `output`, the workspace and what it is asked to fill (a plan, a fault, prepared indices, a text). It reads
 *   no byte outside these and the other arguments.
 *
 * docs/abi.md says what later versions keep.
 */
#ifndef STREW_STREW_H
#define STREW_STREW_H

#include <stddef.h>
#include <stdint.h>

#include <strew/axes.h> /* strew_dtype, strew_reduction, strew_isa, strew_profile */

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

/* ---- Version ------------------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup version Version
 * @{
 */

/** The version of this header. It is stated only here: the build, the packages and Python read it from this file. */
#define STREW_VERSION_MAJOR 0
#define STREW_VERSION_MINOR 2 /**< See STREW_VERSION_MAJOR. */
#define STREW_VERSION_PATCH 0 /**< See STREW_VERSION_MAJOR. */

/** The version of the ABI, which is the number in the shared library's name (libstrew.so.2). It increases when a program that was compiled
 * with an older header can no longer use the library. */
#define STREW_ABI_VERSION 2

/** The version of the library that is linked, for example "0.2.0". */
STREW_API const char *strew_version(void);
/** @} */

/* ---- Status and fault ---------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup status Status and fault
 * @{
 */

/**
 * The outcome of a call.
 *
 * After any status but STREW_OK, not one byte of `output` has been written, not even in place. The one exception is
 * STREW_STATUS_INDICES_CHANGED.
 *
 * The comment of a status names the members of strew_fault that it fills. Later versions may append statuses, so treat a number that you do
 * not know as an error.
 */
typedef enum strew_status {
    STREW_OK = 0, /**< Success. */

    /* Shapes */

    /** A tensor has too few or too many dimensions. subject; value: its rank; low, high: the allowed ranks. */
    STREW_STATUS_RANK_OUT_OF_RANGE,
    /** A dimension is negative. subject; dimension; value: its size. */
    STREW_STATUS_NEGATIVE_DIMENSION,
    /** A tensor has more bytes than can be addressed. subject; high: the largest allowed number, 2^63 - 1, or less if pointers have fewer
     * than 64 bits. Dimensions of size 0 are not counted, so that they do not hide an overflow of the others. */
    STREW_STATUS_TOO_LARGE,
    /** scatter_nd, gather_nd: tuples have more components than data has dimensions. value: k = indices.shape[-1]; high: the rank of data,
     * without batch dimensions. subject: "indices" if they have rank 1, which is a single tuple: perhaps n tuples of one index were meant,
     * whose shape is [n, 1]. */
    STREW_STATUS_TUPLE_TOO_LONG,
    /** The axis does not exist. value: axis; low, high: its bounds. */
    STREW_STATUS_AXIS_OUT_OF_RANGE,
    /** scatter_elements, gather_elements: indices and data must have the same rank. value: the rank of indices; high: the rank of data. */
    STREW_STATUS_INDICES_RANK_MISMATCH,
    /** scatter_elements, gather_elements: a dimension of indices is larger than in data. dimension; value: its size in indices; high: its
     * size in data. */
    STREW_STATUS_INDICES_SHAPE_MISMATCH,
    /** updates has the wrong rank. value: its rank; high: the rank it must have. subject: "indices" if they are a single tuple of rank 1,
     * and updates has the rank of data, as for n tuples of one index, whose shape is [n, 1]. */
    STREW_STATUS_UPDATES_RANK_MISMATCH,
    /** A dimension of updates has the wrong size. dimension; value: its size; high: the size it must have. */
    STREW_STATUS_UPDATES_SHAPE_MISMATCH,
    /** STREW_POLICY_CLAMP: an indexed dimension of data has size 0, so there is no nearest index. dimension: of data; 0 of
     * flat indices, for which data has one dimension. */
    STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION,

    /* Types and options */

    /** A dtype is not one of strew_dtype. subject; value: the dtype's number. */
    STREW_STATUS_UNKNOWN_DTYPE,
    /** indices must be integers of 8 to 64 bits. value: their dtype. */
    STREW_STATUS_UNSUPPORTED_INDEX_DTYPE,
    /** updates and data must have the same dtype. value: the dtype of updates; high: the dtype of data. */
    STREW_STATUS_DTYPE_MISMATCH,
    /** The reduction is not one of strew_reduction. value: its number. */
    STREW_STATUS_UNKNOWN_REDUCTION,
    /** The reduction has no meaning for the dtype: string and STREW_DTYPE_OPAQUE(n) have STREW_REDUCTION_NONE only. value: the reduction; high: the
     * dtype. */
    STREW_STATUS_UNSUPPORTED_REDUCTION,
    /** An option has a number that is not in its enum. subject: the option; value: its number. */
    STREW_STATUS_UNKNOWN_OPTION,
    /** A struct_size is that of no version of strew: larger than any, or inside the members that this library knows, and of no released
     * header. subject: the struct_size; value: it; low: the bytes of version 0.1; high: the bytes that this library knows. */
    STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE,
    /** A struct of a newer header has a member that is not 0 and that this library does not know. subject: the struct; value: the offset of
     * the first such byte in the struct; high: the number of bytes that this library knows. */
    STREW_STATUS_UNKNOWN_MEMBER,
    /** This build of the library was trimmed. subject: the feature, which is an option of the build; or "indices", and value: their dtype;
     * or NULL, and value: the reduction; high: the dtype. */
    STREW_STATUS_NOT_BUILT,
    /** The requested ISA cannot be used here. subject: where the request is ("options.isa" or "STREW_ISA"); value: the ISA, or -1 if strew
     * does not know the name. */
    STREW_STATUS_ISA_UNAVAILABLE,
    /** The profile is a version of another operator. profile; subject: the operator that was called. */
    STREW_STATUS_PROFILE_LACKS_OPERATOR,
    /** The profile does not have the dtype of data. profile; value: the dtype. */
    STREW_STATUS_PROFILE_LACKS_DTYPE,
    /** The profile does not have the dtype of indices. profile; value: the dtype. */
    STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE,
    /** The profile does not have the reduction. profile; value: the reduction. */
    STREW_STATUS_PROFILE_LACKS_REDUCTION,

    /* Buffers */

    /** A pointer is NULL. subject: "plan", "data", "shape of data", ...; value: the bytes that are needed, or 0 for a struct. */
    STREW_STATUS_NULL_POINTER,
    /** output overlaps another buffer. subject: that buffer; value: the number of common bytes. */
    STREW_STATUS_OUTPUT_OVERLAP,
    /** The workspace overlaps a buffer. subject: that buffer; value: the number of common bytes. */
    STREW_STATUS_WORKSPACE_OVERLAP,
    /** strew_prepare was given too little memory. value: the bytes given; low: the bytes needed. */
    STREW_STATUS_PREPARED_TOO_SMALL,
    /** The prepared indices belong to another plan, or to none. */
    STREW_STATUS_PREPARED_MISMATCH,

    /* Indices */

    /** An index is out of bounds. The fault describes the first such component in row-major order. tuple; component; dimension: of data,
     * which the component indexes, or -1 of a flat index; value: the index; low, high: its bounds; profile: set if the reason is that the
     * profile allows no negative index. */
    STREW_STATUS_INDEX_OUT_OF_BOUNDS,
    /** Another thread changed the indices, or the mask of a masked_scatter, during the call. The content of output is undefined. No byte
     * outside the buffers was read or written. */
    STREW_STATUS_INDICES_CHANGED,

    /* Gather, since version 0.2 */

    /** The plan is of another kind: strew_run and strew_run_with take plans of a scatter, a tensor_scatter or a masked_scatter,
     * strew_run_prepared those of a scatter, strew_run_gather and strew_run_gather_prepared those of a gather, and strew_prepare those of a
     * scatter or a gather. subject: what the plan is of, "scatter", "gather", "tensor_scatter" or "masked_scatter". */
    STREW_STATUS_PLAN_MISMATCH,
    /** gather_nd, gather: batch_dims is out of bounds. value: batch_dims; low, high: its bounds, which are 0 with a profile that has no
     * batch dimensions. */
    STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE,
    /** gather_nd, gather, tensor_scatter: indices and data differ in a batch dimension. dimension; value: its size in indices; high: its
     * size in data. */
    STREW_STATUS_BATCH_SHAPE_MISMATCH,

    /* tensor_scatter, since version 0.2 */

    /** tensor_scatter: updates has more tokens than data has room for. dimension: the axis; value: its size in updates; high: its size in
     * data. */
    STREW_STATUS_TOO_MANY_TOKENS,

    /* Mean and excludes_self, since version 0.2 */

    /** The plan cannot run without a workspace, and none or a smaller one was given: see strew_workspace_size. value: the bytes given; low:
     * the bytes needed. */
    STREW_STATUS_WORKSPACE_TOO_SMALL,
    /** The profile does not have what an option asks for. profile; subject: the option; value: its number, or 0 if it is a pointer. */
    STREW_STATUS_PROFILE_LACKS_OPTION,

    /* Strides, since version 0.2 */

    /** Two elements of output may share an address: its strides must keep them apart, as strew_options.output_strides says. dimension: the
     * first one whose elements meet; value: its stride in elements; low: the smallest stride that is large enough. */
    STREW_STATUS_STRIDES_OVERLAP,
    /** output is data itself, but has other strides. dimension: the first one that differs; value: its stride in output; high: in data. */
    STREW_STATUS_STRIDES_MISMATCH,
    /** The operator takes this tensor only if it is dense. subject: the tensor, which has strides. */
    STREW_STATUS_STRIDES_UNSUPPORTED,
    /** Too many dimensions remain when all are joined whose strides follow each other. subject: "data and output", or "indices and
     * updates", "mask and output" or a gather's "data, indices and output", which are planned together, or "indices" or "components of
     * indices", or "data" or "output" of flat indices; high: the largest number. */
    STREW_STATUS_STRIDES_TOO_MANY,

    /* partition, since version 0.2 */

    /** partition: the edges of the chunks do not ascend from 0 to the size of data. dimension: of data; tuple: the number of the edge;
     * value: the edge; low, high: the allowed values. */
    STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE,

    /* Components of their own, since version 0.2 */

    /** options.component_strides is for scatter_nd and gather_nd, without strides of indices and without batch dimensions. subject: what it
     * does not go with: the operator, "indices.strides" or "batch_dims". */
    STREW_STATUS_COMPONENTS_UNSUPPORTED,

    /* Alpha, since version 0.2 */

    /** options.alpha is for STREW_REDUCTION_ADD and STREW_REDUCTION_SUB without excludes_self. subject: what it does not go with: the name of the reduction, or
     * "options.excludes_self". */
    STREW_STATUS_ALPHA_UNSUPPORTED,

    /* Flat indices, since version 0.2 */

    /** options.has_flat_indices is for scatter_nd and gather_nd, without components of their own and batch dimensions. subject: what it
     * does not go with: the operator, "options.component_strides" or "batch_dims". */
    STREW_STATUS_FLAT_INDICES_UNSUPPORTED,

    /* masked_scatter, since version 0.2 */

    /** masked_scatter: mask must be STREW_DTYPE_BOOL. value: its dtype. */
    STREW_STATUS_UNSUPPORTED_MASK_DTYPE,
    /** masked_scatter: mask and data differ in a dimension. dimension; value: its size in mask; high: its size in data. */
    STREW_STATUS_MASK_SHAPE_MISMATCH,
    /** masked_scatter: updates has fewer elements than mask has true ones. value: the elements of updates; low: the true elements. */
    STREW_STATUS_TOO_FEW_UPDATES,

    /* NaN, since version 0.2 */

    /** STREW_NAN_LOSES is for reductions: STREW_REDUCTION_NONE, a gather, a tensor_scatter and a masked_scatter have no use for it. */
    STREW_STATUS_NAN_UNSUPPORTED
} strew_status;

/** What was wrong, in numbers. Members that the status does not name are 0 or NULL. */
typedef struct strew_fault {
    strew_status status;   /**< The status that the call returned. */
    int32_t dimension;     /**< A dimension of the subject, or of data. */
    const char *subject;   /**< The argument: "data", "indices", "updates", "output", ... A constant of the library; do not free it. */
    int64_t tuple;         /**< The tuple's number in row-major order. In scatter_elements and scatter_update, every index is a tuple. */
    int64_t value;         /**< What was found. */
    int64_t low;           /**< The smallest allowed value. */
    int64_t high;          /**< The largest allowed value. */
    int32_t component;     /**< The component of the tuple. */
    strew_profile profile; /**< The profile that rejects the call, or STREW_PROFILE_NONE. */
    uint64_t reserved[3];  /**< For later versions. The library sets it to 0. */
} strew_fault;

/** The name of a status without its prefix, for example "TOO_LARGE", and "OK" for success; NULL for an unknown number. */
STREW_API const char *strew_status_name(strew_status status);

/** The size of a buffer that holds every sentence of strew_describe and strew_explain. It never changes. */
#define STREW_MESSAGE_BYTES 256

/**
 * Writes a fault as one sentence, for example "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1".
 *
 * At most `size` bytes are written, and the text always ends in a zero byte (unless `size` is 0). Returns the length of the whole sentence
 * without the zero byte, as snprintf does. A NULL `buffer` counts as one of no bytes, whatever `size` is. A NULL fault counts as STREW_OK.
 */
STREW_API size_t strew_describe(const strew_fault *fault, char *buffer, size_t size);
/** @} */

/* ---- Tensors and options ------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup tensors Tensors and options
 * @{
 */

/** The largest number of dimensions that a tensor can have. */
#define STREW_MAX_RANK 64

/**
 * A tensor: row-major and dense, or with strides, as a view of another tensor has them.
 *
 * Strides may be 0, for a tensor that is expanded along a dimension, and negative. Planning reads them, and the plan keeps what it needs of
 * them. `values`, and every pointer that a run is given, point to the element with index 0 in every dimension, which is not the lowest
 * address where a stride is negative. tensor_scatter takes dense tensors only, and masked_scatter dense updates
 * (STREW_STATUS_STRIDES_UNSUPPORTED). A profile allows no negative stride of indices (STREW_STATUS_PROFILE_LACKS_OPTION), because no
 * specification has one.
 *
 * The bytes of a tensor with strides, which must not overlap output, are those from its lowest to its highest element. Of two tensors that
 * are interleaved row by row, such as two ranges of columns of one matrix, it is seen that they have no element in common.
 */
typedef struct strew_tensor {
    strew_dtype dtype;    /**< The type of the elements. */
    int32_t rank;         /**< The number of dimensions, 0 to STREW_MAX_RANK. */
    const int64_t *shape; /**< The size of every dimension, in elements. May be NULL if rank is 0. */
    const void *values;   /**< The elements. Only the one-call forms use it; planning needs types, shapes and strides alone. */
    /** Since version 0.2: the elements from one index of a dimension to the next, for every dimension. NULL: the tensor is dense. */
    const int64_t *strides;
} strew_tensor;

/** What to do with an index component that is out of bounds. Below, s is the size of the dimension of data that the component indexes. */
typedef enum strew_policy {
    /** Reject the whole call with STREW_STATUS_INDEX_OUT_OF_BOUNDS before anything is written. */
    STREW_POLICY_ERROR = 0,
    /** THE CALLER GUARANTEES THAT EVERY INDEX IS IN BOUNDS. INDICES ARE NOT CHECKED. A WRONG INDEX IS UNDEFINED BEHAVIOUR: IT WRITES TO
     * MEMORY OUTSIDE OUTPUT, OR A GATHER READS MEMORY OUTSIDE DATA. Use it only for indices that the caller computed or has checked
     * itself. */
    STREW_POLICY_TRUSTED,
    /** Skip the whole tuple and its slice of updates. A gather fills the slice of output instead: see strew_options.fill. */
    STREW_POLICY_SKIP,
    /** Use the nearest index in bounds: after wrapping, a component below 0 counts as 0, and one above s - 1 as s - 1. Planning rejects a
     * dimension of size 0 that a tuple would index (STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION). */
    STREW_POLICY_CLAMP
} strew_policy;

/** What a negative index component means. */
typedef enum strew_negative {
    /** -s to -1 count from the end of their own dimension, once. The bounds are [-s, s - 1]. */
    STREW_NEGATIVE_WRAPS = 0,
    /** A negative component is out of bounds. The bounds are [0, s - 1]. */
    STREW_NEGATIVE_OUT_OF_BOUNDS
} strew_negative;

/** What a reduction does with a NaN in floats, small floats and complex numbers. A complex number is NaN if one of its parts is. */
typedef enum strew_nan {
    /** A NaN wins over a number. STREW_REDUCTION_MIN and STREW_REDUCTION_MAX are minimum and maximum of IEEE 754-2019; sums, products and means are NaN. */
    STREW_NAN_WINS = 0,
    /** A NaN loses to a number. STREW_REDUCTION_MIN and STREW_REDUCTION_MAX are minimumNumber and maximumNumber of IEEE 754-2019, where two NaNs give a NaN.
     * STREW_REDUCTION_ADD, STREW_REDUCTION_SUB, STREW_REDUCTION_MUL and STREW_REDUCTION_MEAN pass over an element of updates that is NaN, before `alpha`, and do not count it, as
     * NumPy's nansum and pandas' sum and mean do. The old element takes part as it is. An element all of whose updates are NaN stays as it
     * is, also with excludes_self; then the first update is the first that is not NaN. */
    STREW_NAN_LOSES
} strew_nan;

/** How STREW_REDUCTION_MEAN rounds the quotients of integers that are not integers. */
typedef enum strew_mean_rounding {
    /** Towards minus infinity, as PyTorch and OpenVINO do: the mean of -1 and -2 is -2. */
    STREW_MEAN_ROUNDING_FLOORS = 0,
    /** Towards zero, as C's division does: the mean of -1 and -2 is -1. */
    STREW_MEAN_ROUNDING_TRUNCATES
} strew_mean_rounding;

/**
 * How an operator behaves. The default is all zeros, or a NULL pointer.
 *
 *     const strew_options options = {.policy = STREW_POLICY_SKIP};
 *
 * Later versions may add members at the end. struct_size tells the library which members the caller has:
 *
 * - 0 means the members of version 0.1, which are those below up to `reserved`. This never changes.
 * - sizeof(strew_options), as in STREW_OPTIONS_INIT, means all members of the header that the caller was compiled with. A member that is
 *   marked with a later version is read only then.
 *
 * A library that is older than the caller's header accepts members that it does not know only if all their bytes are 0. Otherwise it
 * returns STREW_STATUS_UNKNOWN_MEMBER. So set the whole struct to zero before you fill it, as every initialiser of C does.
 */
typedef struct strew_options {
    size_t struct_size;      /**< 0 or sizeof(strew_options), see above. */
    strew_policy policy;     /**< What to do with an index that is out of bounds. */
    strew_negative negative; /**< What a negative index means. */
    strew_isa isa;           /**< The best instruction set that may be used; STREW_ISA_BEST (0) sets no cap. It changes the speed only. */
    /** What a NaN does. STREW_REDUCTION_NONE and operators without a reduction reject STREW_NAN_LOSES (STREW_STATUS_NAN_UNSUPPORTED); for types
     * without NaN it changes nothing. A call that passes over NaN runs as one of tensors with strides does, and has as many dimensions at
     * most (STREW_STATUS_STRIDES_TOO_MANY). */
    strew_nan nan;
    /** The version of a specification to follow; STREW_PROFILE_NONE (0) follows none. A profile rejects what its version does not allow,
     * with STREW_STATUS_PROFILE_LACKS_OPERATOR to STREW_STATUS_PROFILE_LACKS_REDUCTION and STREW_STATUS_PROFILE_LACKS_OPTION. An option
     * that a call ignores, as its comment says, is ignored with a profile too. If the version allows no negative index, such an index is
     * out of bounds, whatever `negative` says. In OpenVINO's Gather-8 STREW_POLICY_ERROR fills slices that are out of bounds with zeros,
     * as its text says, and those of ignore_index too, whatever `fill` is. OpenVINO's ScatterNDUpdate also accepts updates of one element
     * and any rank where rank 0 is expected. */
    strew_profile profile;
    uint32_t reserved; /**< Must be 0. */
    /** Since version 0.2: what a gather writes to every element of a slice whose tuple is passed over: skipped by STREW_POLICY_SKIP, or
     * equal to ignore_index. It points to one element of the dtype of data, at any address, which planning copies. NULL: zero bytes. A
     * scatter ignores it. */
    const void *fill;
    /** Since version 0.2: other than 0, ignore_index counts, with every policy. */
    uint32_t has_ignore_index;
    uint32_t reserved_2; /**< Must be 0. */
    /** Since version 0.2: the index of padding, such as -1. A tuple is passed over if one of its components has this value, as it is
     * stored, before a negative one counts from the end; so is a whole batch of a tensor_scatter. Its slice in output stays as it is, and
     * a gather fills it: see fill. All other tuples follow the policy: with STREW_POLICY_ERROR each of them is checked, and with
     * STREW_POLICY_TRUSTED the caller guarantees them alone. The value may be in bounds or not. 2^63 - 1 stands for a larger uint64 too. */
    int64_t ignore_index;
    /** Since version 0.2: 1 leaves the old elements of output out of the reduction (`include_self = false` of PyTorch, `use_init_val =
     * false` of OpenVINO): the first update of an element replaces it, and the others are combined with that. Elements without an update
     * stay. 0: the old element is combined with the first update. STREW_REDUCTION_NONE ignores it, and so does a gather; every other reduction then
     * needs a workspace. */
    uint32_t excludes_self;
    /** Since version 0.2: how STREW_REDUCTION_MEAN rounds integers. Other reductions and types ignore it. PyTorch's profiles have
     * STREW_MEAN_ROUNDING_FLOORS only (STREW_STATUS_PROFILE_LACKS_OPTION). */
    strew_mean_rounding mean_rounding;
    /** Since version 0.2: the strides of output, in elements, for every dimension; NULL: output is dense, whatever strides data has. In
     * place they must be those of data (STREW_STATUS_STRIDES_MISMATCH). No two elements of output may share an address: with its dimensions
     * in the order of their strides, leaving out those of size 1, every stride must exceed the distance between the first and the last
     * element of all dimensions before it. Other strides are rejected with STREW_STATUS_STRIDES_OVERLAP, even if they happen to keep the
     * elements apart, as 2 and 3 do for the shape (3, 2). */
    const int64_t *output_strides;
    /** Since version 0.2: each component of the tuples is a tensor of its own, as in `data[i, j]` of NumPy and PyTorch, and its strides are
     * here. For scatter_nd and gather_nd without batch dimensions and without a profile; NULL: indices is one tensor of tuples.
     *
     * indices.shape is still the shape of the tuples followed by k, and indices.strides is NULL. component_strides points to k pointers.
     * Pointer c points to the strides of component c, in elements, for each of the first q - 1 dimensions of indices; NULL: the component
     * is dense. A stride of 0 broadcasts it along a dimension. indices.values, and `indices` of strew_run, strew_run_gather and
     * strew_prepare, then point to k pointers, to the element with index 0 of each component; these pointers must not change during the
     * call. All components have the dtype of indices, and none may overlap output. k times the number of dimensions of the tuples is at
     * most 32 (STREW_STATUS_STRIDES_TOO_MANY). Those of size 1 do not count, and those that follow each other in every component, and in
     * updates or a gather's output, count as one. */
    const int64_t *const *component_strides;
    /** Since version 0.2: updates are multiplied by it before they are added or subtracted, as `alpha` of PyTorch's index_add says. It
     * points to one element of the dtype of data, at any address, which planning copies. NULL: 1. The product is rounded as that of
     * STREW_REDUCTION_MUL, and then added or subtracted as without alpha; of bools it is AND. For STREW_REDUCTION_ADD and STREW_REDUCTION_SUB without excludes_self
     * (STREW_STATUS_ALPHA_UNSUPPORTED) and without a profile (STREW_STATUS_PROFILE_LACKS_OPTION). A gather, a tensor_scatter and a
     * masked_scatter ignore it. Such a call runs as one of tensors with strides does, and has as many dimensions at most
     * (STREW_STATUS_STRIDES_TOO_MANY). */
    const void *alpha;
    /** Since version 0.2: with 1 indices are flat, as in PyTorch's take and put_, and in NumPy's put, and its take without an axis. For
     * scatter_nd and gather_nd without components of their own, batch dimensions and a profile. With 0 they are tuples.
     *
     * A flat index is the number of an element of data in row-major order, whatever strides data and output have. With n elements its
     * bounds are [-n, n - 1], and negative ones count from the end; the policy and ignore_index apply to it as to a component. indices has
     * any rank and no last dimension of components, and updates, or a gather's output, has the shape of indices. At most 10 dimensions may
     * remain of output, or of a gather's data, when all are joined whose strides follow each other (STREW_STATUS_STRIDES_TOO_MANY). */
    uint32_t has_flat_indices;
    uint32_t reserved_3; /**< Must be 0. */
} strew_options;

/** The default options, for C and C++: `strew_options options = STREW_OPTIONS_INIT;` */
#define STREW_OPTIONS_INIT                                                                                                                 \
    {                                                                                                                                      \
        sizeof(strew_options), STREW_POLICY_ERROR, STREW_NEGATIVE_WRAPS, STREW_ISA_BEST, STREW_NAN_WINS, STREW_PROFILE_NONE, 0, NULL, 0,   \
            0, 0, 0, STREW_MEAN_ROUNDING_FLOORS, NULL, NULL, NULL, 0, 0                                                                    \
    }
/** @} */

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup one_call One call
 * The three operators, each in one call.
 *
 * These rules hold for all three:
 *
 * Types: data and updates have the same dtype, any of strew_dtype or STREW_DTYPE_OPAQUE(n). indices are any signed or unsigned
 * integers of 8 to 64 bits (since version 0.2; before, STREW_DTYPE_INT32 or STREW_DTYPE_INT64), read where they are. output has the shape and dtype
 * of data.
 *
 * Order: the result is that of a plain loop over the tuples in row-major order, on every CPU and with any number of threads. Tuples may
 * repeat; with STREW_REDUCTION_NONE, the last one wins.
 *
 * Reductions:
 *
 * - Integers wrap around in two's complement.
 * - float32 and float64 round once per update, to nearest even, never fused.
 * - float16, bfloat16 and the two float8 types are computed in float32, and rounded to the stored type after every update. A value that is
 *   too large becomes infinity, or NaN in float8e4m3fn, which has no infinity.
 * - STREW_REDUCTION_MIN and STREW_REDUCTION_MAX on floats are IEEE 754-2019 minimum and maximum: a NaN on either side gives NaN, and -0 < +0. With
 *   STREW_NAN_LOSES they are minimumNumber and maximumNumber, and the other reductions pass over NaN: see strew_nan.
 * - bool is a byte, and every value but 0 is true. add is OR, sub is XOR, mul is AND, max is OR, min is AND. The result is 0 or 1.
 * - Complex add and sub work on each part. mul is (ac - bd, ad + bc), with every product and every sum rounded. min and max order by the
 *   real part, then by the imaginary part; if both are equal (zeros of either sign are), the value in output stays. A NaN in either part
 *   makes the whole value NaN; of two such values with STREW_NAN_LOSES, the update wins.
 * - STREW_REDUCTION_MEAN (since version 0.2) is the sum of the old element of output (unless options.excludes_self leaves it out) and its updates, in
 *   row-major order, divided by their number. Elements without an update stay. Sums of float32 and float64 are rounded to their type after
 *   every addition, as those of STREW_REDUCTION_ADD; the other floats are added in float32. The quotient is computed in float64 and rounded to
 *   float32, or stays float64, and then rounded to the stored type. Complex numbers do so by parts. Sums of integers are exact: they cannot
 *   overflow, and the quotient is rounded as options.mean_rounding says. bool, string and STREW_DTYPE_OPAQUE(n) have no mean.
 * - With options.excludes_self, the first update of each element in row-major order is stored as STREW_REDUCTION_NONE does, and the others are
 *   combined with it by the rules above.
 * - string is an opaque handle of 2 * sizeof(void *) bytes. It and STREW_DTYPE_OPAQUE(n) have STREW_REDUCTION_NONE only; strew moves them and never follows
 *   a pointer in them.
 *
 * If a result is NaN, its sign and payload are not promised. Every other bit is.
 *
 * Empty input: without tuples, the result is a plain copy. A slice without elements writes nothing, but its tuple is still checked; so are
 * the indices of scatter_update if data is empty. A buffer of zero bytes may be NULL.
 *
 * Aliasing: output may be data->values itself (in place). It must not overlap indices or updates, nor data in any other way.
 *
 * `options` may be NULL. `fault` may be NULL; otherwise it is filled at every return, with STREW_OK and zeros on success.
 *
 * No workspace: STREW_REDUCTION_MEAN, and options.excludes_self with any reduction but STREW_REDUCTION_NONE, need one, which these calls do not have. So they
 * are rejected with STREW_STATUS_WORKSPACE_TOO_SMALL, unless there are no updates. Plan, ask strew_workspace_size, and call strew_run_with.
 *
 * Statuses: every status can be returned, except STREW_STATUS_WORKSPACE_OVERLAP, STREW_STATUS_PREPARED_TOO_SMALL,
 * STREW_STATUS_PREPARED_MISMATCH, and those that name another operator.
 * @{
 */

/**
 * ONNX ScatterND (11, 13, 16, 18), OpenVINO ScatterNDUpdate (3, 15), tf.tensor_scatter_nd_*.
 *
 *     output = copy of data
 *     for each tuple t of indices, in row-major order:
 *         output[indices[t]] = reduction(output[indices[t]], updates[t])
 *
 * Shapes: r = data.rank, at least 1 with a profile; q = indices.rank, at least 1; k = indices.shape[q - 1], 0 to r. indices.shape[0 .. q -
 * 2] counts the tuples. Each tuple names the slice data[i_1, ..., i_k] of shape data.shape[k .. r - 1]. updates.shape must be
 * indices.shape[0 .. q - 2] followed by data.shape[k .. r - 1]. With k = 0 every tuple updates the whole tensor. (The text of ONNX
 * ScatterND says `data.shape[k:r-1]` for the end of updates.shape. It means `data.shape[k:r]`, which is the rule here.)
 *
 * Two options give indices another form: component_strides and has_flat_indices.
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
 * Shapes: data, indices and updates have the same rank r, at least 1. indices.shape = updates.shape. indices.shape[d] is at most
 * data.shape[d] for d != axis, and any size on the axis. axis is -r to r - 1; a negative one counts from the end.
 */
STREW_API strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices,
                                              const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                              const strew_options *options, strew_fault *fault);

/**
 * OpenVINO ScatterUpdate (3), torch.index_copy, index_add and index_reduce.
 *
 *     output = copy of data
 *     for each position o of data.shape[0 .. axis - 1] and p of indices, in row-major order:
 *         output[o, indices[p]] = reduction(output[o, indices[p]], updates[o, p])
 *
 * Both sides are slices of shape data.shape[axis + 1 .. r - 1].
 *
 * Shapes: r = data.rank, at least 1. indices has any rank, 0 included (one index). updates.shape must be data.shape[0 .. axis - 1], then
 * indices.shape, then data.shape[axis + 1 .. r - 1]. axis is -r to r - 1; a negative one counts from the end.
 */
STREW_API strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices,
                                            const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                            const strew_options *options, strew_fault *fault);
/** @} */

/* ---- Plan and run -------------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup plan Plan and run
 * @{
 */

/** The size of a plan. It never changes within one STREW_ABI_VERSION, and neither does the alignment, that of uint64_t. */
#define STREW_PLAN_BYTES 5312

/**
 * Everything that follows from types, shapes and options, computed once for any number of runs.
 *
 * It is a plain value: copy it, move it, drop it. It needs no heap and no destructor. Planning fills it and only strew reads it. Its
 * content is valid only in this process, with this library; do not store it.
 */
typedef struct strew_plan {
    uint64_t opaque[STREW_PLAN_BYTES / 8]; /**< Not for callers. At least 96 bytes of it are unused, for later versions. */
} strew_plan;

/**
 * Plans strew_scatter_nd for tensors of these types and shapes. `values` of the tensors is not used.
 *
 * It is cheap enough to be called for every new shape, and writes no memory but the plan. After any status but STREW_OK the plan must not
 * be used. Statuses: STREW_OK, every status from STREW_STATUS_RANK_OUT_OF_RANGE to STREW_STATUS_NULL_POINTER,
 * STREW_STATUS_PROFILE_LACKS_OPTION, STREW_STATUS_STRIDES_OVERLAP, STREW_STATUS_STRIDES_TOO_MANY, STREW_STATUS_COMPONENTS_UNSUPPORTED,
 * STREW_STATUS_ALPHA_UNSUPPORTED, STREW_STATUS_FLAT_INDICES_UNSUPPORTED and STREW_STATUS_NAN_UNSUPPORTED.
 */
STREW_API strew_status strew_scatter_nd_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                             const strew_tensor *updates, strew_reduction reduction, const strew_options *options,
                                             strew_fault *fault);

/** As strew_scatter_nd_plan, for strew_scatter_elements. */
STREW_API strew_status strew_scatter_elements_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                                   const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                                   const strew_options *options, strew_fault *fault);

/** As strew_scatter_nd_plan, for strew_scatter_update. */
STREW_API strew_status strew_scatter_update_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                                 const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                                 const strew_options *options, strew_fault *fault);

/**
 * Runs a plan over four buffers of the planned shapes.
 *
 * output may be `data` (in place). It must not overlap any buffer in any other way. Any number of threads may run one plan at the same
 * time, each with an output of its own. A plan that needs a workspace is rejected: use strew_run_with. Statuses: STREW_OK,
 * STREW_STATUS_NULL_POINTER, STREW_STATUS_OUTPUT_OVERLAP, STREW_STATUS_PLAN_MISMATCH, STREW_STATUS_INDEX_OUT_OF_BOUNDS,
 * STREW_STATUS_INDICES_CHANGED, STREW_STATUS_WORKSPACE_TOO_SMALL, STREW_STATUS_STRIDES_MISMATCH and STREW_STATUS_TOO_FEW_UPDATES.
 */
STREW_API strew_status strew_run(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates,
                                 strew_fault *fault);
/** @} */

/* ---- Threads and workspace ----------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup threads Threads and workspace
 * @{
 */

/** One of many tasks. The library passes it to a strew_parallel_for, with its argument. */
typedef void strew_task(void *argument, size_t i);

/** The caller's thread pool: runs task(argument, i) for every i from 0 to n - 1, in any order and on any threads, and returns when all
 * calls have returned. `strew/openmp.h`, `strew/pthreadpool.h`, `strew/onetbb.h` and `strew/std_thread.h` define one each. */
typedef void strew_parallel_for(void *pool, size_t n, strew_task *task, void *argument);

/**
 * What a run may use to be faster: memory and threads. It changes the speed only: the result has the same bits with any number of threads.
 * But STREW_REDUCTION_MEAN and options.excludes_self cannot do without the memory. All zeros, or a NULL pointer, gives a run nothing. Later versions
 * may add members as in strew_options, with the same meaning of struct_size.
 */
typedef struct strew_resources {
    size_t struct_size; /**< 0 or sizeof(strew_resources), see strew_options. */
    /** Memory of strew_workspace_size bytes, at any address and with any content. The pass that checks the indices stores there what the
     * pass that writes needs, so that the indices are read once; threads sort tuples there, or add up their updates. It is overwritten,
     * whatever the call returns. It must not overlap any of the four buffers (STREW_STATUS_WORKSPACE_OVERLAP). It is not used if it is
     * NULL, if nothing that helps fits it, or if strew_workspace_size returns 0. With fewer bytes fewer threads may sort tuples. */
    void *workspace;
    size_t workspace_bytes;           /**< The size of the workspace. */
    strew_parallel_for *parallel_for; /**< The thread pool. NULL, or a library built without threads: the calling thread does everything. */
    void *pool;                       /**< The first argument of parallel_for. */
    int32_t n_threads;                /**< The number of threads to use. At most 64 are used. */
    /** The time to wake the pool and to wait for it, in ns: about 2,000 if its threads spin, 10,000 if they sleep for a short time, 50,000
     * if they sleep for long. A run is shared only if that gains more. 0: 10,000. Less than 1,000 counts as 1,000. */
    uint32_t wake_ns;
} strew_resources;

/** No resources, for C and C++: `strew_resources resources = STREW_RESOURCES_INIT;` */
#define STREW_RESOURCES_INIT                                                                                                               \
    {                                                                                                                                      \
        sizeof(strew_resources), NULL, 0, NULL, NULL, 0, 0                                                                                 \
    }

/**
 * The size in bytes of a workspace that makes a run of this plan on n_threads threads faster, or 0 if no workspace does.
 *
 * A plan of STREW_REDUCTION_MEAN, or with options.excludes_self and another reduction than STREW_REDUCTION_NONE, cannot run without one: with fewer bytes than
 * this, a run returns STREW_STATUS_WORKSPACE_TOO_SMALL before anything is written. It is the same for any number of threads, and holds a
 * record of the slices that are touched, of which there are at most as many as tuples, and as slices in an outer index. Without a mean it
 * takes a bit for every slice, or 12 to 20 bytes for each touched one if that is less. A mean takes 4 bytes for every slice, or 16 to 24
 * for each touched one if that is less. Its sums of float32, float64 and complex numbers are in output. Others take, for each element of
 * those slices, 4 bytes for floats, 8 for integers, 16 for those of 64 bits. If updates that are NaN are passed over, it takes 4 bytes more
 * for each element of those slices, 8 for a complex one, and at least 4 for each slice. Numbers are twice as large for 2^32 tuples or
 * slices. Otherwise:
 *
 * Pass the number of threads that the run uses, 1 without a pool: more threads can need less. The size is for a pool that wakes in a
 * microsecond, and enough for slower ones: with these a run may use less of it, or nothing.
 *
 * - One thread: what several threads need, if slices have at most 16 bytes and the tuples touch so much data, some tens of MiB, that sorted
 *   ones are faster. Otherwise 4 bytes per tuple and a few more with STREW_POLICY_ERROR, if a tuple has 12 bytes or more. Otherwise 0.
 * - Several threads: 12 bytes per tuple, or 8 and the bytes of a slice if that is more and a slice has at most 32; and up to 400 KiB for 64
 *   threads. The tuples are sorted there by the slices that they name. This is worth it from some tens of microseconds of work on: without
 *   a workspace most shapes gain nothing beyond four threads, with one they gain with every thread from the fourth on.
 * - Several threads, sums of integers in data of up to 1 MiB, several tuples for each element: one copy of data for each thread.
 * - It is 0 if data has 2^32 slices or more, and if threads need none: where slices differ by the position of a tuple, or for several outer
 *   indices.
 */
STREW_API size_t strew_workspace_size(const strew_plan *plan, int32_t n_threads);

/** strew_run with resources. `resources` may be NULL. Statuses: those of strew_run, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE,
 * STREW_STATUS_UNKNOWN_MEMBER and STREW_STATUS_WORKSPACE_OVERLAP. */
STREW_API strew_status strew_run_with(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates,
                                      const strew_resources *resources, strew_fault *fault);
/** @} */

/* ---- Prepared indices ---------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup prepared Prepared indices
 * @{
 */

/** The bytes that strew_prepare needs: 8 to 16 per tuple and a few hundred more; and 8 per tuple and six thousand more if a run takes long
 * enough to be shared. It needs more if data has 2^32 slices or more. 0 if the library was built without prepared indices. */
STREW_API size_t strew_prepared_size(const strew_plan *plan);

/**
 * Prepares indices that are known early, once for any number of runs.
 *
 * The indices are checked as the plan's policy says and turned into slice indices, neighbouring slices become runs, repeated slices are
 * found, and tuples are sorted by the slices that they name, so that threads can share a run. The indices are not needed afterwards.
 *
 * `prepared` is the caller's memory: at least strew_prepared_size bytes at any address, not overlapping the indices. Its content must not
 * be moved, and is valid only in this process, with this library. It can be used with this plan, its copies, and plans that differ only in
 * reduction, ISA, the number that options.alpha points to, or a dtype of the same size; but where one of them passes over NaN (see
 * strew_nan), both must. After any status but STREW_OK it cannot be used.
 * Statuses: STREW_OK, STREW_STATUS_NULL_POINTER, STREW_STATUS_PLAN_MISMATCH, STREW_STATUS_PREPARED_TOO_SMALL,
 * STREW_STATUS_INDEX_OUT_OF_BOUNDS and STREW_STATUS_INDICES_CHANGED.
 */
STREW_API strew_status strew_prepare(const strew_plan *plan, const void *indices, void *prepared, size_t prepared_bytes,
                                     strew_fault *fault);

/** 1 if every slice occurs at most once in prepared indices, so that the order of the tuples does not matter. 0 if a slice occurs twice, if
 * this is unknown because data has more than 64 slices per tuple, or if `prepared` is NULL. */
STREW_API int strew_prepared_is_distinct(const void *prepared);

/**
 * strew_run_with over prepared indices: nothing that strew_prepare did is done again. It needs a workspace only for STREW_REDUCTION_MEAN and
 * options.excludes_self, as strew_run_with does. output must not overlap `prepared` (STREW_STATUS_OUTPUT_OVERLAP). Statuses: STREW_OK,
 * STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, STREW_STATUS_UNKNOWN_MEMBER, STREW_STATUS_NULL_POINTER, STREW_STATUS_OUTPUT_OVERLAP,
 * STREW_STATUS_PLAN_MISMATCH, STREW_STATUS_PREPARED_MISMATCH, STREW_STATUS_WORKSPACE_OVERLAP, STREW_STATUS_WORKSPACE_TOO_SMALL and
 * STREW_STATUS_STRIDES_MISMATCH.
 */
STREW_API strew_status strew_run_prepared(const strew_plan *plan, void *output, const void *data, const void *prepared, const void *updates,
                                          const strew_resources *resources, strew_fault *fault);
/** @} */

/* ---- Gather -------------------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup gather Gather
 * The way back, since version 0.2: every tuple of `indices` names a slice of `data`, and output gets a copy of it.
 *
 * These rules hold for all three operators:
 *
 * Types: data has any of strew_dtype or STREW_DTYPE_OPAQUE(n), and output has the same. Elements are copied as bytes, NaNs included. indices are
 * any integers of 8 to 64 bits.
 *
 * Order: each slice of output belongs to one tuple, so tuples may repeat and their order does not matter.
 *
 * Indices: the policies are those of a scatter. With STREW_POLICY_SKIP, every element of a slice whose tuple is out of bounds is
 * options.fill, and with ignore_index every element of a slice whose tuple it passes over.
 *
 * Empty input: without tuples, nothing is written. A slice without elements writes nothing, but its tuple is still checked; so are indices
 * where output is empty for another reason. A buffer of zero bytes may be NULL.
 *
 * Aliasing: output must not overlap data or indices (STREW_STATUS_OUTPUT_OVERLAP). A gather never works in place.
 *
 * `options` may be NULL; its members `excludes_self`, `mean_rounding` and `alpha` have no meaning here, and `nan` is STREW_NAN_WINS
 * (STREW_STATUS_NAN_UNSUPPORTED). `fault` may be NULL; otherwise it is filled at every return, with STREW_OK and zeros on success. After
 * any status but STREW_OK and STREW_STATUS_INDICES_CHANGED, output is as it was.
 *
 * Statuses: those of a scatter, except those that name updates or a reduction; STREW_STATUS_RANK_OUT_OF_RANGE and STREW_STATUS_TOO_LARGE
 * also for output; STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE and STREW_STATUS_BATCH_SHAPE_MISMATCH.
 * @{
 */

/**
 * ONNX GatherND (11, 12, 13), tf.gather_nd.
 *
 *     for each position b of indices.shape[0 .. batch_dims - 1] and t of the other tuples:
 *         output[b, t] = data[b][indices[b, t]]
 *
 * Shapes: r = data.rank; q = indices.rank, at least 1; k = indices.shape[q - 1], 0 to r - batch_dims. batch_dims is 0 to the smaller of
 * q - 1 and r, and the first batch_dims dimensions of data and indices are equal. output has the shape indices.shape[0 .. q - 2], then
 * data.shape[batch_dims + k .. r - 1], of at most STREW_MAX_RANK dimensions. component_strides and has_flat_indices are as in
 * strew_scatter_nd.
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
 * Shapes: data and indices have the same rank r, at least 1. indices.shape[d] is at most data.shape[d] for d != axis, and any size on the
 * axis. output has the shape of indices. axis is -r to r - 1; a negative one counts from the end.
 */
STREW_API strew_status strew_gather_elements(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                             const strew_options *options, strew_fault *fault);

/**
 * ONNX Gather (1, 11, 13), OpenVINO Gather (1, 7, 8), torch.index_select, numpy.take.
 *
 *     for each position b of data.shape[0 .. batch_dims - 1], o of data.shape[batch_dims .. axis - 1] and p of the rest of indices:
 *         output[b, o, p] = data[b, o, indices[b, p]]
 *
 * Both sides are slices of shape data.shape[axis + 1 .. r - 1].
 *
 * Shapes: r = data.rank, at least 1. indices has any rank q, 0 included (one index). axis is -r to r - 1; a negative one counts from the
 * end. batch_dims is -q to the smaller of q and axis; a negative one counts from the end of indices. The first batch_dims dimensions of
 * data and indices are equal. output has the shape data.shape[0 .. axis - 1], then indices.shape[batch_dims .. q - 1], then
 * data.shape[axis + 1 .. r - 1], of at most STREW_MAX_RANK dimensions.
 */
STREW_API strew_status strew_gather(void *output, const strew_tensor *data, const strew_tensor *indices, int64_t axis, int64_t batch_dims,
                                    const strew_options *options, strew_fault *fault);

/** Plans a strew_gather_nd, as strew_scatter_nd_plan does a scatter. A plan of a gather runs by strew_run_gather. */
STREW_API strew_status strew_gather_nd_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t batch_dims,
                                            const strew_options *options, strew_fault *fault);

/** Plans a strew_gather_elements. */
STREW_API strew_status strew_gather_elements_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                                  const strew_options *options, strew_fault *fault);

/** Plans a strew_gather. */
STREW_API strew_status strew_gather_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices, int64_t axis,
                                         int64_t batch_dims, const strew_options *options, strew_fault *fault);

/**
 * Runs a plan of a gather over three buffers of the planned shapes. Any number of threads may run one plan at the same time, each with an
 * output of its own.
 *
 * `resources` may be NULL. A gather uses its threads, and no workspace. Statuses: STREW_OK, STREW_STATUS_NULL_POINTER,
 * STREW_STATUS_PLAN_MISMATCH, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, STREW_STATUS_UNKNOWN_MEMBER, STREW_STATUS_OUTPUT_OVERLAP,
 * STREW_STATUS_INDEX_OUT_OF_BOUNDS and STREW_STATUS_INDICES_CHANGED.
 */
STREW_API strew_status strew_run_gather(const strew_plan *plan, void *output, const void *data, const void *indices,
                                        const strew_resources *resources, strew_fault *fault);

/**
 * strew_run_gather over indices that strew_prepare has prepared for this plan: nothing that it did is done again. Prepared indices of a
 * gather are not those of a scatter. output must not overlap `prepared` either. Statuses: those of strew_run_gather but the two that name
 * indices, and STREW_STATUS_PREPARED_MISMATCH.
 */
STREW_API strew_status strew_run_gather_prepared(const strew_plan *plan, void *output, const void *data, const void *prepared,
                                                 const strew_resources *resources, strew_fault *fault);
/** @} */

/* ---- Tensor scatter ------------------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup tensor_scatter Tensor scatter
 * Since version 0.2: new tokens are written to a cache of keys or values, each batch from a place of its own on.
 * @{
 */

/** What happens at the end of the cache. */
typedef enum strew_cache_mode {
    STREW_CACHE_LINEAR = 0, /**< The tokens of a batch must fit before the end. */
    STREW_CACHE_CIRCULAR    /**< They go on at the start: an index counts modulo the size of the axis. */
} strew_cache_mode;

/**
 * ONNX TensorScatter (24).
 *
 *     output = copy of past_cache
 *     for each position (b, o) of update.shape[0 .. axis - 1], where b is the batch, and t of update.shape[axis]:
 *         i = write_indices[b] + t, modulo past_cache.shape[axis] if the mode is circular
 *         output[b, o, i] = update[b, o, t]
 *
 * Faults call past_cache `data`, write_indices `indices` and update `updates`.
 *
 * Shapes: past_cache has rank r, at least 2. axis is 1 to r - 1; a negative one counts from the end, and ONNX's default is -2. update has
 * the shape of past_cache, but for the axis: there its size, the number of tokens, is at most that of past_cache
 * (STREW_STATUS_TOO_MANY_TOKENS). write_indices has the shape past_cache.shape[0]; NULL stands for zeros.
 *
 * Types: past_cache and update have the same dtype, any of strew_dtype or STREW_DTYPE_OPAQUE(n). Elements are copied as bytes, NaNs included. For
 * float8e4m3fnuz, float8e5m2fnuz and float8e8m0 use STREW_DTYPE_OPAQUE(1), which the profile accepts as well. Types of four bits, of which two
 * share a byte, have no dtype. write_indices are any integers of 8 to 64 bits, with the profile STREW_DTYPE_INT64. In the mode
 * STREW_CACHE_CIRCULAR, those of STREW_DTYPE_UINT64 must be less than 2^63 - 1.
 *
 * Indices: s is the size of the axis, and n the number of tokens. A write index stands for the n indices of its tokens.
 *
 * - Linear: the index of each token has the bounds [-s, s - 1], or [0, s - 1] if negative indices are out of bounds, as with the profile.
 *   So a write index has the bounds [-s, s - n] or [0, s - n]. A negative index counts from the end, for each token by itself: with -1, the
 *   first token is the last of the cache, and the second one the first.
 * - Circular: every index is in bounds. If negative indices are out of bounds, the bounds are [0, 2^63 - 1].
 *
 * Policies: STREW_POLICY_ERROR rejects the whole call with STREW_STATUS_INDEX_OUT_OF_BOUNDS, whose `tuple` is the batch, `value` the write
 * index, and `low` and `high` its bounds. STREW_POLICY_SKIP skips the tokens that are out of bounds, and writes the others of their batch.
 * STREW_POLICY_CLAMP moves each token to the nearest index, where the last token wins. With STREW_POLICY_TRUSTED a write index that is out
 * of bounds is undefined behaviour. A write index that is ignore_index passes its batch over, and so do the zeros that NULL stands for.
 *
 * Empty input: without tokens, the result is a plain copy, but write indices are still checked. A buffer of zero bytes may be NULL.
 *
 * Aliasing: output may be past_cache->values itself (in place), and usually is: otherwise the whole cache is copied. It must not overlap
 * write_indices or update, nor past_cache in any other way.
 *
 * `options` may be NULL; its members `fill`, `excludes_self`, `mean_rounding` and `alpha` have no meaning here, and `nan` is STREW_NAN_WINS
 * (STREW_STATUS_NAN_UNSUPPORTED). `fault` is as in a scatter. After any status but STREW_OK and STREW_STATUS_INDICES_CHANGED, output is as
 * it was. Statuses: those of strew_scatter_update, STREW_STATUS_BATCH_SHAPE_MISMATCH for write_indices, and STREW_STATUS_TOO_MANY_TOKENS.
 * An unknown mode is STREW_STATUS_UNKNOWN_OPTION.
 */
STREW_API strew_status strew_tensor_scatter(void *output, const strew_tensor *past_cache, const strew_tensor *update,
                                            const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode,
                                            const strew_options *options, strew_fault *fault);

/**
 * Plans a strew_tensor_scatter, as strew_scatter_nd_plan does a scatter.
 *
 * strew_run and strew_run_with run it: `data` is past_cache, `indices` write_indices (NULL if they were NULL when it was planned), and
 * `updates` update. It needs no workspace and no prepared indices: strew_workspace_size is 0, and strew_prepare returns
 * STREW_STATUS_PLAN_MISMATCH.
 */
STREW_API strew_status strew_tensor_scatter_plan(strew_plan *plan, const strew_tensor *past_cache, const strew_tensor *update,
                                                 const strew_tensor *write_indices, int64_t axis, strew_cache_mode mode,
                                                 const strew_options *options, strew_fault *fault);
/** @} */

/* ---- Masked scatter ------------------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup masked_scatter Masked scatter
 * Since version 0.2: updates are written, one after another, to the elements of data where a mask is true.
 * @{
 */

/**
 * torch.masked_scatter, numpy.place with enough values.
 *
 *     output = copy of data
 *     n = 0
 *     for each position p of data, in row-major order:
 *         if mask[p]: output[p] = updates[n++]
 *
 * Shapes: data has any rank. mask has the shape of data; to broadcast one that is smaller, give it strides of 0. updates has any shape. It
 * is read in row-major order, and must have at least as many elements as mask has true ones (STREW_STATUS_TOO_FEW_UPDATES). Those after
 * them are not read.
 *
 * Types: data and updates have the same dtype, any of strew_dtype or STREW_DTYPE_OPAQUE(n). Elements are copied as bytes, NaNs included. mask is
 * STREW_DTYPE_BOOL: a byte, and every value but 0 is true.
 *
 * Strides: data, mask and output may have any, as in a scatter. updates must be dense (STREW_STATUS_STRIDES_UNSUPPORTED).
 *
 * Empty input: without a true element, the result is a plain copy. A buffer of zero bytes may be NULL.
 *
 * Aliasing: output may be data->values itself (in place). It must not overlap mask or updates, nor data in any other way.
 *
 * `options` may be NULL. Only its members `isa`, which changes nothing, and `output_strides` have a meaning here. No profile has this
 * operator, and neither component_strides nor has_flat_indices goes with it, nor STREW_NAN_LOSES (STREW_STATUS_NAN_UNSUPPORTED). `fault` is
 * as in a scatter. After any status but STREW_OK and STREW_STATUS_INDICES_CHANGED, output is as it was: the true elements are counted
 * before the first one is written. Statuses: those of strew_scatter_nd, except those that name indices or a reduction;
 * STREW_STATUS_UNSUPPORTED_MASK_DTYPE to STREW_STATUS_TOO_FEW_UPDATES, and STREW_STATUS_STRIDES_UNSUPPORTED.
 */
STREW_API strew_status strew_masked_scatter(void *output, const strew_tensor *data, const strew_tensor *mask, const strew_tensor *updates,
                                            const strew_options *options, strew_fault *fault);

/**
 * Plans a strew_masked_scatter, as strew_scatter_nd_plan does a scatter.
 *
 * strew_run and strew_run_with run it, and take the values of mask as `indices`. It needs no workspace and no prepared indices:
 * strew_workspace_size is 0, and strew_prepare returns STREW_STATUS_PLAN_MISMATCH.
 */
STREW_API strew_status strew_masked_scatter_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *mask,
                                                 const strew_tensor *updates, const strew_options *options, strew_fault *fault);
/** @} */

/* ---- Partition ----------------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup partition Partition
 * Since version 0.2: tuples are grouped by the chunk of data that they name, as a scatter into data that is stored in chunks needs them.
 * @{
 */

/**
 * How the dimensions that tuples index are cut into chunks: chunk j of dimension c has the indices edges[c][j] to edges[c][j + 1] - 1.
 *
 * Both arrays have k members, where k is the number of components of a tuple, and may be NULL if k is 0. The first edge of a dimension is
 * 0, none is smaller than the one before, and the last one is the size of the dimension. A chunk may be empty. If all chunks of a dimension
 * have the same size, but for the last one, which may be smaller, the chunk of an index takes one multiplication; otherwise a search.
 */
typedef struct strew_chunk_grid {
    const int64_t *n_chunks;     /**< For each dimension, the number of its chunks. */
    const int64_t *const *edges; /**< For each dimension, n_chunks[c] + 1 numbers. */
} strew_chunk_grid;

/**
 * Groups tuples by the chunk of data that they name: a stable counting sort.
 *
 *     for each tuple t of indices, in row-major order, that is not passed over:
 *         p = the number of its chunk: n_chunks[0 .. k - 1] counted in row-major order
 *         append t to part p, and the tuple's local indices to those of part p
 *
 * Part p is order[starts[p]] to order[starts[p + 1] - 1]: the numbers of its tuples, in row-major order as fault.tuple counts them. A local
 * index is the index minus the first index of its chunk, after a negative index was counted from the end and after STREW_POLICY_CLAMP. So
 * a scatter of the updates of a part, in this order and by these local indices, into the chunk does what the whole scatter does there.
 * Tuples that STREW_POLICY_SKIP or ignore_index passes over are in no part: starts[n] says how many tuples are in one, where n is the
 * number of parts, the product of n_chunks.
 *
 * Buffers: starts has room for n + 1 numbers. order has room for as many numbers as there are tuples, and local for as many as there are
 * components; local may be NULL. What follows the tuples that are in a part is not written. data gives its dtype and shape alone: its
 * values and strides are not read. Its bytes must be fewer than 2^63, but need not be in memory.
 *
 * Shapes: r = data.rank; q = indices.rank, at least 1; k = indices.shape[q - 1], 0 to r. Without components, all tuples are in the only
 * part. indices are of any integer type and may have strides.
 *
 * Policies and negative indices are those of a scatter, but STREW_POLICY_TRUSTED passes over a tuple that is out of bounds, as
 * STREW_POLICY_SKIP does. `options` may be NULL; only policy, negative and ignore_index have a meaning here. A profile is
 * STREW_STATUS_PROFILE_LACKS_OPERATOR, and STREW_NAN_LOSES is STREW_STATUS_NAN_UNSUPPORTED.
 *
 * Aliasing: starts, order and local are aligned as int64_t is. They must overlap neither each
 * other nor indices (STREW_STATUS_OUTPUT_OVERLAP), nor the arrays of the grid.
 *
 * `fault` is as in a scatter. After any status but STREW_OK and STREW_STATUS_INDICES_CHANGED, nothing was written. Statuses: those of
 * strew_scatter_nd, except those that name updates or a reduction; STREW_STATUS_CHUNK_EDGE_OUT_OF_RANGE; STREW_STATUS_NEGATIVE_DIMENSION
 * for a number of chunks; STREW_STATUS_TOO_LARGE also for starts, order and local.
 */
STREW_API strew_status strew_partition(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data,
                                       const strew_tensor *indices, const strew_chunk_grid *grid, const strew_options *options,
                                       strew_fault *fault);
/** @} */

/* ---- Introspection ------------------------------------------------------------------------------------------------------------------- */

/**
 * @defgroup introspection Introspection
 * @{
 */

/** Whether this build can apply a reduction to a dtype: 1, or 0 if the reduction has no meaning for the dtype, if the build was trimmed of
 * one of them, or if one of the numbers is unknown. Call it before you register an operator. A profile may allow less. */
STREW_API int strew_reduction_is_supported(strew_dtype dtype, strew_reduction reduction);

/** The name that ONNX uses, for example "float32". NULL for an unknown number: a loop from 1 to the first NULL visits all but
 * STREW_DTYPE_OPAQUE(n), whose names are "opaque1" to "opaque64". */
STREW_API const char *strew_dtype_name(strew_dtype dtype);

/** The name that ONNX uses, for example "add". NULL for an unknown number: a loop from 0 to the first NULL visits all. */
STREW_API const char *strew_reduction_name(strew_reduction reduction);

/** The name of an instruction set, for example "avx2". NULL for an unknown number: a loop from 0 to the first NULL visits all. */
STREW_API const char *strew_isa_name(strew_isa isa);

/** The name of a profile, for example "ONNX ScatterND-18". NULL for an unknown number: a loop from 0 to the first NULL visits all. */
STREW_API const char *strew_profile_name(strew_profile profile);

/** The bytes of one element; 0 for an unknown dtype. */
STREW_API size_t strew_dtype_size(strew_dtype dtype);

/** Whether kernels of an instruction set can run here. */
typedef enum strew_isa_state {
    STREW_ISA_STATE_USABLE = 0, /**< They can. */
    /** They are for another architecture, compiled as portable code for tests. They are used only if options.isa names the ISA. */
    STREW_ISA_STATE_EMULATED,
    /** They are not in this library: they are for another architecture, or the build was trimmed of them. */
    STREW_ISA_STATE_NOT_BUILT,
    /** The CPU or the operating system does not support the instruction set. */
    STREW_ISA_STATE_UNSUPPORTED,
    /** The environment variable STREW_ISA names an ISA of lower rank, or one that cannot be used here. */
    STREW_ISA_STATE_CAPPED,
    /** The number is not an instruction set. */
    STREW_ISA_STATE_UNKNOWN
} strew_isa_state;

/** Whether kernels of an instruction set can run here. */
STREW_API strew_isa_state strew_isa_get_state(strew_isa isa);

/**
 * The best instruction set that a plan without a cap uses on this machine.
 *
 * The environment variable STREW_ISA caps it: its value is the name of an instruction set, such as "avx2". It is read once, at the first
 * call that needs it. If the name is unknown or cannot be used here, all planning returns STREW_STATUS_ISA_UNAVAILABLE.
 */
STREW_API strew_isa strew_best_isa(void);

/** One kernel of the library. */
typedef struct strew_kernel {
    const char *name; /**< What it does, then how: "strew_add_f32_w4__avx2". */
    /** "apply" or "put"; "gather" or "take"; "check", "linearise" or "clamp" (done with indices); "select" (for threads); "mean". */
    const char *step;
    strew_isa isa; /**< Its instruction set. */
    int32_t width; /**< Elements of a slice (apply, put, mean), its bytes (select, gather, take), or components of a tuple. 0: any. */
} strew_kernel;

/** Fills `kernel`, unless it is NULL, with the i-th kernel of this build and returns 1. Returns 0 if there are no more. */
STREW_API int strew_kernel_at(size_t i, strew_kernel *kernel);

/**
 * The name of the kernel that a plan writes with, or NULL if there is nothing to write. tensor_scatter and masked_scatter copy bytes
 * without a kernel.
 *
 * If a run of scatter_elements finds that the indices of every row are equal, it writes whole rows, with a kernel whose name differs only
 * in the width. The plan must be one that planning has filled, or NULL, with which there is nothing to write. The same holds for
 * strew_plan_isa, strew_workspace_size, strew_prepared_size and strew_explain; both sizes of a NULL plan are 0.
 */
STREW_API const char *strew_plan_kernel(const strew_plan *plan);

/** The instruction set of strew_plan_kernel; STREW_ISA_SCALAR if there is nothing to write. */
STREW_API strew_isa strew_plan_isa(const strew_plan *plan);

/** Writes one sentence on why the plan uses `isa`, or why not, for example "avx2 is not used: the CPU or the operating system lacks it".
 * `buffer`, `size` and the result are as in strew_describe. */
STREW_API size_t strew_explain(const strew_plan *plan, strew_isa isa, char *buffer, size_t size);

#if defined(__cplusplus) && __cplusplus >= 201103L
static_assert(sizeof(strew_status) == sizeof(int), "strew's enumerations are as large as int: compile without -fshort-enums");
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(strew_status) == sizeof(int), "strew's enumerations are as large as int: compile without -fshort-enums");
#endif

/** sizeof(strew_plan), for bindings from other languages. It never changes within one STREW_ABI_VERSION. */
STREW_API size_t strew_plan_size(void);

/** @} */

#ifdef __cplusplus
}
#endif

#endif /* STREW_STREW_H */
