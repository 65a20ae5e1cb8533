/* strew: scatter kernels for CPUs.
 *
 * A scatter starts from a copy of `data`. Every tuple of `indices` names a slice of that copy, and the slice of `updates` that belongs to
 * the tuple is written there or combined with what is there. strew does this for ONNX ScatterND, ScatterElements and Scatter, and for
 * OpenVINO ScatterNDUpdate, ScatterElementsUpdate and ScatterUpdate, for every data type and reduction of theirs, and answers the same bits
 * on every CPU.
 *
 *     const int64_t data_shape[] = {8}, indices_shape[] = {4, 1}, updates_shape[] = {4};
 *     const strew_tensor data = {STREW_FLOAT32, 1, data_shape, data_values};
 *     const strew_tensor indices = {STREW_INT64, 2, indices_shape, indices_values};
 *     const strew_tensor updates = {STREW_FLOAT32, 1, updates_shape, updates_values};
 *     strew_fault fault;
 *     if (strew_scatter_nd(output, &data, &indices, &updates, STREW_ADD, NULL, &fault) != STREW_OK) {
 *         char sentence[STREW_MESSAGE_BYTES];
 *         strew_describe(&fault, sentence, sizeof sentence);
 *     }
 *
 * From simple to advanced: status and faults, tensors and options, one call, plan and run, introspection.
 *
 * What holds for every function here:
 *   - It may be called from any thread at any time. It allocates nothing, prints nothing, never aborts and leaves errno alone.
 *   - It needs at most 16 KiB of stack, not counting what a dynamic linker takes that binds memcpy and its like only at their first call
 *     (some 3 KiB; none where a program is linked with -z now, or statically).
 *   - The floating-point environment is C's default: to nearest even, subnormals neither flushed nor read as zero. Where a thread has set
 *     its CPU to do so (FTZ, DAZ), results that are subnormal, or come from subnormals, are not promised.
 *   - Tensors are dense and row-major. Buffers may have any address: no alignment is asked for, odd addresses included.
 *   - Not one byte outside `output` and the workspace is written, and none outside these and the other buffers is read.
 */
#ifndef STREW_STREW_H
#define STREW_STREW_H

#include <stddef.h>
#include <stdint.h>

#include <strew/axes.h> /* strew_dtype, strew_reduction, strew_isa, strew_profile */

#if defined(_WIN32) && defined(STREW_SHARED) && defined(STREW_BUILDING)
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

#define STREW_VERSION_MAJOR 0
#define STREW_VERSION_MINOR 1
#define STREW_VERSION_PATCH 0

/* The version of the library that is linked, for example "0.1.0". */
STREW_API const char *strew_version(void);

/* ---- Status and faults --------------------------------------------------------------------------------------------------------------- */

/* The outcome of a call. After anything but STREW_OK not one byte of `output` has been written, also when it works in place; the one
 * exception is STREW_STATUS_INDICES_CHANGED. The comment names the members of strew_fault that the status fills, beside `status` itself. */
typedef enum strew_status {
    STREW_OK = 0,

    /* Shapes */

    /* subject; value: its rank; low, high: the ranks that are allowed */
    STREW_STATUS_RANK_OUT_OF_RANGE,
    /* subject, dimension; value: its size */
    STREW_STATUS_NEGATIVE_DIMENSION,
    /* subject: it has more bytes than can be addressed; high: the most, which is 2^63 - 1, or less where a pointer has fewer than 64 bits.
     * Only dimensions other than zero count, so a zero does not hide an overflow behind it */
    STREW_STATUS_TOO_LARGE,
    /* scatter_nd. value: k = indices.shape[-1]; high: the rank of data, which k must not exceed */
    STREW_STATUS_TUPLE_TOO_LONG,
    /* value: axis; low, high: its bounds */
    STREW_STATUS_AXIS_OUT_OF_RANGE,
    /* scatter_elements. value: the rank of indices; high: the rank of data, which it must have */
    STREW_STATUS_INDICES_RANK_MISMATCH,
    /* scatter_elements. dimension; value: its size in indices; high: its size in data, which it must not exceed */
    STREW_STATUS_INDICES_SHAPE_MISMATCH,
    /* value: the rank of updates; high: the rank it must have */
    STREW_STATUS_UPDATES_RANK_MISMATCH,
    /* dimension; value: its size in updates; high: the size it must have */
    STREW_STATUS_UPDATES_SHAPE_MISMATCH,
    /* dimension: of data, has size 0, so that there is nothing that an index could be clamped to (STREW_POLICY_CLAMP) */
    STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION,

    /* Types and options */

    /* subject; value: the dtype's number */
    STREW_STATUS_UNKNOWN_DTYPE,
    /* value: the dtype of indices, which must be int32 or int64 */
    STREW_STATUS_UNSUPPORTED_INDEX_DTYPE,
    /* value: the dtype of updates; high: the dtype of data */
    STREW_STATUS_DTYPE_MISMATCH,
    /* value: the reduction's number */
    STREW_STATUS_UNKNOWN_REDUCTION,
    /* value: the reduction; high: the dtype, for which it has no meaning (string has `none` only) */
    STREW_STATUS_UNSUPPORTED_REDUCTION,
    /* subject: the option; value: its number */
    STREW_STATUS_UNKNOWN_OPTION,
    /* value: the reduction; high: the dtype; this build of the library was trimmed of one of them */
    STREW_STATUS_NOT_BUILT,
    /* subject: who asked ("options.isa" or "STREW_ISA"); value: the ISA, or -1 for a name that strew does not know */
    STREW_STATUS_ISA_UNAVAILABLE,
    /* profile; subject: the operator that was called, which is not the profile's */
    STREW_STATUS_PROFILE_LACKS_OPERATOR,
    /* profile; value: a dtype of data that it does not have */
    STREW_STATUS_PROFILE_LACKS_DTYPE,
    /* profile; value: a dtype of indices that it does not have */
    STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE,
    /* profile; value: a reduction that it does not have */
    STREW_STATUS_PROFILE_LACKS_REDUCTION,

    /* Buffers */

    /* subject: "plan", "data", "shape of data", ...; value: the bytes that are needed there, or 0 for a struct */
    STREW_STATUS_NULL_POINTER,
    /* subject: what output overlaps; value: bytes in common */
    STREW_STATUS_OUTPUT_OVERLAP,
    /* subject: what the workspace overlaps; value: bytes in common */
    STREW_STATUS_WORKSPACE_OVERLAP,

    /* value: the bytes that were given to strew_prepare; low: the bytes that are needed */
    STREW_STATUS_PREPARED_TOO_SMALL,
    /* The prepared indices are of another plan, or of none */
    STREW_STATUS_PREPARED_MISMATCH,

    /* Indices */

    /* The first component outside, in row-major order. tuple; component; dimension: of data, which the component indexes; value: the index;
     * low, high: its bounds; profile: if it is the profile that lets no negative index through */
    STREW_STATUS_INDEX_OUT_OF_BOUNDS,
    /* Another thread rewrote the indices during the call: what output holds is undefined, and nothing outside the buffers was touched */
    STREW_STATUS_INDICES_CHANGED
} strew_status;

/* What was wrong, in numbers. Members that the status does not name are 0 or NULL. */
typedef struct strew_fault {
    strew_status status;
    int32_t dimension;   /* a dimension of the subject, or of data */
    const char *subject; /* which argument: "data", "indices", "updates", "output", ...; a constant of the library, never freed */
    int64_t tuple;     /* number of the tuple in row-major order; every element of indices is one in scatter_elements and scatter_update */
    int64_t value;     /* what was found */
    int64_t low, high; /* what would have been allowed, both ends included */
    int32_t component; /* of the tuple */
    strew_profile profile;
} strew_fault;

/* A size that holds every sentence of strew_describe and strew_explain. */
#define STREW_MESSAGE_BYTES 256

/* Writes the fault as one sentence, for example "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1".
 * At most `size` bytes are written and the text always ends in a zero byte (unless size is 0). Returns the length of the whole sentence
 * without the zero byte, as snprintf does. `buffer` may be NULL when size is 0; a NULL fault reads as STREW_OK. */
STREW_API size_t strew_describe(const strew_fault *fault, char *buffer, size_t size);

/* ---- Tensors and options ------------------------------------------------------------------------------------------------------------- */

#define STREW_MAX_RANK 64

/* A dense row-major tensor. `shape` has `rank` dimensions and may be NULL when rank is 0. `values` is read by the one-call forms only:
 * planning looks at types and shapes alone. */
typedef struct strew_tensor {
    strew_dtype dtype;
    int32_t rank;
    const int64_t *shape;
    const void *values;
} strew_tensor;

/* What to do with an index component outside its dimension. s is the size of the dimension of data that the component indexes. */
typedef enum strew_policy {
    /* Reject the whole call with STREW_STATUS_INDEX_OUT_OF_BOUNDS before anything is written. */
    STREW_POLICY_ERROR = 0,
    /* THE CALLER VOUCHES FOR EVERY INDEX. NOTHING IS CHECKED, AND A WRONG INDEX IS UNDEFINED BEHAVIOUR: IT WRITES WHERE IT POINTS. For
     * indices that the caller made or has checked itself. */
    STREW_POLICY_TRUSTED,
    /* Pass over the whole tuple, and the slice of updates that belongs to it. */
    STREW_POLICY_SKIP,
    /* Take the nearest index inside: after wrapping, a component below 0 counts as 0 and one above s - 1 as s - 1. Planning rejects a
     * dimension of size 0 that a tuple would index (STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION). */
    STREW_POLICY_CLAMP
} strew_policy;

/* What a negative index component means. */
typedef enum strew_negative {
    /* -s to -1 count from the end of their own dimension, once: the bounds are [-s, s - 1]. */
    STREW_NEGATIVE_WRAPS = 0,
    /* A negative component is outside: the bounds are [0, s - 1]. */
    STREW_NEGATIVE_OUT_OF_BOUNDS
} strew_negative;

/* What STREW_MIN and STREW_MAX make of a NaN in floats, small floats and complex numbers. Between two NaN both give a NaN. */
typedef enum strew_nan {
    /* It wins: IEEE 754-2019 minimum and maximum. */
    STREW_NAN_WINS = 0,
    /* It loses to a number: IEEE 754-2019 minimumNumber and maximumNumber. */
    STREW_NAN_LOSES
} strew_nan;

/* All zero is the default, and so is a NULL pointer. */
typedef struct strew_options {
    strew_policy policy;
    strew_negative negative;
    strew_isa isa; /* the best instruction set that may be used; STREW_ISA_BEST (0) sets no cap. A lesser one changes the speed only */
    strew_nan nan;
    /* The version of a specification to follow; STREW_PROFILE_NONE (0) follows none. A profile rejects what its version does not allow
     * (STREW_STATUS_PROFILE_LACKS_OPERATOR to STREW_STATUS_PROFILE_LACKS_REDUCTION), and takes negative indices for outside where its
     * version does, whatever `negative` says. OpenVINO's ScatterNDUpdate also takes updates of a single element and any rank where rank
     * 0 is expected. */
    strew_profile profile;
} strew_options;

/* ---- One call ------------------------------------------------------------------------------------------------------------------------ */

/* What holds for the three operators:
 *
 * Types: data and updates have the same dtype, any of strew_dtype or STREW_OPAQUE(n); indices are STREW_INT32 or STREW_INT64. `output`
 * has the shape and dtype of data.
 *
 * Order: the result is that of a plain loop over the tuples in row-major order, whatever the CPU. Tuples may repeat; under STREW_NONE
 * the last one wins.
 *
 * Reductions: integers wrap around in two's complement. float32 and float64 round once per update, to nearest even, never fused.
 * float16, bfloat16 and the two float8 are computed in float32 and rounded to the stored type after every update; what is too large
 * becomes infinity, and in float8e4m3fn, which has none, NaN. min and max on floats are IEEE 754-2019 minimum and maximum (see
 * strew_nan): a NaN on either side gives NaN, and -0 < +0. bool is a byte, non-zero is true; add is OR, sub XOR, mul AND, max OR, min
 * AND, and the result is 0 or 1. Complex add and sub work by parts; mul is (ac - bd, ad + bc), every product and sum rounded; min and
 * max order by the real part, then the imaginary one, and a NaN in either part makes the value NaN (of two such values with
 * STREW_NAN_LOSES, the update); of equal values, zeros of either sign included, the one in output stays. string is an opaque handle of 2
 * * sizeof(void *) bytes; it and STREW_OPAQUE(n) are moved by STREW_NONE, and nothing dereferences them. Which NaN comes out is not
 * promised; every other bit is.
 *
 * Edges: no tuple at all makes a plain copy. A slice without elements writes nothing, but its tuple is still checked, and so are the
 * indices of scatter_update where data is empty. A buffer of zero bytes may be NULL.
 *
 * Aliasing: `output` may be data->values itself (in place). It must not overlap indices or updates, nor data in any other way.
 *
 * `options` may be NULL. `fault` may be NULL; otherwise it is filled on every return, with STREW_OK and zeros on success. Every status
 * of strew_status can come back but STREW_STATUS_WORKSPACE_OVERLAP, STREW_STATUS_PREPARED_TOO_SMALL, STREW_STATUS_PREPARED_MISMATCH and
 * those that name another operator. */

/* ONNX ScatterND (11, 13, 16, 18), OpenVINO ScatterNDUpdate (3, 15), tf.tensor_scatter_nd_*:
 *
 *     output = copy of data
 *     for each tuple t of indices, in row-major order:
 *         output[indices[t]] = reduction(output[indices[t]], updates[t])
 *
 * Shapes: r = data.rank, at least 1 under a profile; q = indices.rank, at least 1; k = indices.shape[q - 1], 0 to r.
 * indices.shape[0 .. q - 2] counts the tuples; each names the slice data[i_1, ..., i_k] of shape data.shape[k .. r - 1]. updates.shape must
 * be indices.shape[0 .. q - 2] followed by data.shape[k .. r - 1]. k = 0 makes every tuple update the whole tensor.
 * (ONNX ScatterND's text ends updates.shape in `data.shape[k:r-1]`; `data.shape[k:r]` is meant, and holds here.) */
STREW_API strew_status strew_scatter_nd(void *output, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                        strew_reduction reduction, const strew_options *options, strew_fault *fault);

/* ONNX ScatterElements (11, 13, 16, 18) and Scatter (9, 11), OpenVINO ScatterElementsUpdate (3, 12), torch.scatter_reduce:
 *
 *     output = copy of data
 *     for each position p of indices, in row-major order:
 *         at = p, but at[axis] = indices[p]
 *         output[at] = reduction(output[at], updates[p])
 *
 * Shapes: data, indices and updates have the same rank r, at least 1; indices.shape = updates.shape; indices.shape[d] is at most
 * data.shape[d] for d != axis, and anything on the axis. axis is from -r to r - 1, a negative one counts from the end. */
STREW_API strew_status strew_scatter_elements(void *output, const strew_tensor *data, const strew_tensor *indices,
                                              const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                              const strew_options *options, strew_fault *fault);

/* OpenVINO ScatterUpdate (3), torch.index_copy, index_add and index_reduce:
 *
 *     output = copy of data
 *     for each position o of data.shape[0 .. axis - 1] and p of indices, in row-major order:
 *         output[o, indices[p]] = reduction(output[o, indices[p]], updates[o, p])
 *
 * where both sides are slices of shape data.shape[axis + 1 .. r - 1]. Shapes: r = data.rank, at least 1; indices has any rank, 0 included
 * (one index); updates.shape must be data.shape[0 .. axis - 1], then indices.shape, then data.shape[axis + 1 .. r - 1]. axis is from -r to
 * r - 1, a negative one counts from the end. */
STREW_API strew_status strew_scatter_update(void *output, const strew_tensor *data, const strew_tensor *indices,
                                            const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                            const strew_options *options, strew_fault *fault);

/* ---- Plan and run -------------------------------------------------------------------------------------------------------------------- */

/* Everything that follows from types, shapes and options, computed once for any number of runs. A plain value: copy it, move it, drop it;
 * it needs no heap and no destructor. Only planning fills it and only strew reads it. What it holds may change from version to version, its
 * size and alignment may not: they are part of the ABI, and about an eighth of the storage is in reserve. */
#define STREW_PLAN_BYTES 3072
typedef struct strew_plan {
    uint64_t opaque[STREW_PLAN_BYTES / 8];
} strew_plan;

/* Plans an operator for tensors of these types and shapes; `values` is not looked at. On any status but STREW_OK the plan must not be
 * run. Cheap enough to be called for every new shape: no memory but the plan is written. Can return every status from
 * STREW_STATUS_RANK_OUT_OF_RANGE to STREW_STATUS_NULL_POINTER. */
STREW_API strew_status strew_scatter_nd_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                             const strew_tensor *updates, strew_reduction reduction, const strew_options *options,
                                             strew_fault *fault);
STREW_API strew_status strew_scatter_elements_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                                   const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                                   const strew_options *options, strew_fault *fault);
STREW_API strew_status strew_scatter_update_plan(strew_plan *plan, const strew_tensor *data, const strew_tensor *indices,
                                                 const strew_tensor *updates, int64_t axis, strew_reduction reduction,
                                                 const strew_options *options, strew_fault *fault);

/* Runs a plan over four buffers of the shapes that were planned. `output` may be `data` (in place); no other overlap with output is
 * allowed. Any number of threads may run one plan at once, each on an output of its own. Can return STREW_OK, STREW_STATUS_NULL_POINTER,
 * STREW_STATUS_OUTPUT_OVERLAP, STREW_STATUS_INDEX_OUT_OF_BOUNDS and STREW_STATUS_INDICES_CHANGED. */
STREW_API strew_status strew_run(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates,
                                 strew_fault *fault);

/* Runs task(argument, i) for every i from 0 to n - 1, in any order and on any threads, and returns when all of them are done: a pool of the
 * caller's. <strew/pthreadpool.h> and <strew/openmp.h> have one ready. */
typedef void strew_task(void *argument, size_t i);
typedef void strew_parallel_for(void *pool, size_t n, strew_task *task, void *argument);

/* What a caller can spare to make a run faster. It changes nothing but the speed: the result is the same bits with any number of threads.
 * All zero spares nothing, and so does a NULL pointer. */
typedef struct strew_resources {
    /* Memory of strew_workspace_size bytes: the pass that checks the indices leaves there what the pass that writes needs, so that they
     * are read once, by all threads together; or threads add up there what is then added to output. It may have any address and hold
     * anything; it is overwritten, whatever comes of the call. It must not overlap any of the four buffers
     * (STREW_STATUS_WORKSPACE_OVERLAP). A workspace that is NULL, or of fewer bytes than strew_workspace_size asks for, or handed where
     * that is 0, is not looked at. */
    void *workspace;
    size_t workspace_bytes;
    strew_parallel_for *parallel_for; /* NULL: all is done by the thread that calls */
    void *pool;                       /* handed to parallel_for */
    int32_t n_threads;                /* of the pool, how many to use; 64 at most are */
} strew_resources;

/* Bytes of a workspace that makes a run of this plan on so many threads faster: 4 for every tuple and some more, or for sums of integers in
 * data of up to 1 MiB room for a copy of it for each thread but one, though no more than an eighth of the bytes of updates. 0 if none does,
 * as on one thread under any policy but STREW_POLICY_ERROR, for most other shapes where a tuple has fewer than 12 bytes, and where data has
 * 2^32 slices or more. Ask for the number of threads that the run has, 1 where it has no pool: more threads can need less. */
STREW_API size_t strew_workspace_size(const strew_plan *plan, int32_t n_threads);

/* strew_run with what the caller can spare. Can return what strew_run can, and STREW_STATUS_WORKSPACE_OVERLAP. */
STREW_API strew_status strew_run_with(const strew_plan *plan, void *output, const void *data, const void *indices, const void *updates,
                                      const strew_resources *resources, strew_fault *fault);

/* ---- Prepared indices ---------------------------------------------------------------------------------------------------------------- */

/* Bytes that strew_prepare needs: 8 to 16 a tuple and some hundred besides, more where the policy is to skip or data has more than 2^32
 * slices. */
STREW_API size_t strew_prepared_size(const strew_plan *plan);

/* Looks at indices that are known early, once for any number of runs: they are checked after the plan's policy, turned into offsets,
 * runs of neighbouring slices joined, and it is found out whether a slice occurs twice. `prepared` is memory of the caller's, at least
 * strew_prepared_size bytes at any address that the indices do not overlap; it must not be moved, and is for this plan, its copies, and
 * plans that differ in data type of the same size, reduction or ISA alone. The indices are not needed afterwards. After a rejection
 * `prepared` is of no plan. Can return STREW_OK, STREW_STATUS_NULL_POINTER, STREW_STATUS_PREPARED_TOO_SMALL,
 * STREW_STATUS_INDEX_OUT_OF_BOUNDS and STREW_STATUS_INDICES_CHANGED. */
STREW_API strew_status strew_prepare(const strew_plan *plan, const void *indices, void *prepared, size_t prepared_bytes,
                                     strew_fault *fault);

/* Whether no slice occurs twice in what strew_prepare filled, so that the order of the tuples does not matter: 1, or 0 if one does, or if
 * it is not known because data has more than 64 slices for every tuple. */
STREW_API int strew_prepared_is_distinct(const void *prepared);

/* strew_run_with over prepared indices: nothing of what strew_prepare did is done again. No workspace is needed. output must not overlap
 * `prepared` (STREW_STATUS_OUTPUT_OVERLAP). Can return STREW_OK, STREW_STATUS_NULL_POINTER, STREW_STATUS_OUTPUT_OVERLAP and
 * STREW_STATUS_PREPARED_MISMATCH. */
STREW_API strew_status strew_run_prepared(const strew_plan *plan, void *output, const void *data, const void *prepared, const void *updates,
                                          const strew_resources *resources, strew_fault *fault);

/* sizeof(strew_plan), for bindings from other languages. */
STREW_API size_t strew_plan_size(void);

/* ---- Introspection ------------------------------------------------------------------------------------------------------------------- */

/* The names that ONNX uses: "float32", "add", "ONNX ScatterND-18", and "avx2" for an ISA. NULL for a number that names nothing, so that a
 * loop from 0 (ISAs, reductions and profiles) or 1 (dtypes) up to the first NULL visits all of them, but for STREW_OPAQUE(1), "opaque1", to
 * STREW_OPAQUE(64), "opaque64". */
STREW_API const char *strew_dtype_name(strew_dtype dtype);
STREW_API const char *strew_reduction_name(strew_reduction reduction);
STREW_API const char *strew_isa_name(strew_isa isa);
STREW_API const char *strew_profile_name(strew_profile profile);

/* Bytes of one element; 0 for an unknown dtype. */
STREW_API size_t strew_dtype_size(strew_dtype dtype);

/* Whether kernels of an ISA can run here. */
typedef enum strew_isa_state {
    STREW_ISA_STATE_USABLE = 0,
    /* Another architecture's, compiled in through portable code for testing: used only when it is named as the cap. */
    STREW_ISA_STATE_EMULATED,
    /* Not in this library: another architecture's, or trimmed. */
    STREW_ISA_STATE_NOT_BUILT,
    /* The CPU, or the operating system, does not support it. */
    STREW_ISA_STATE_UNSUPPORTED,
    /* The environment variable STREW_ISA names a lesser one, or one that cannot be had. */
    STREW_ISA_STATE_CAPPED,
    /* Not an instruction set. */
    STREW_ISA_STATE_UNKNOWN
} strew_isa_state;
STREW_API strew_isa_state strew_isa_get_state(strew_isa isa);

/* The best ISA that a plan without a cap uses on this machine. The environment variable STREW_ISA=scalar|sse41|avx2|avx512|neon, read
 * once, at the first call that needs it, caps it; a name that does not exist or cannot run here makes every planning return
 * STREW_STATUS_ISA_UNAVAILABLE. */
STREW_API strew_isa strew_best_isa(void);

/* One kernel of the library. */
typedef struct strew_kernel {
    const char *name; /* "strew_add_f32_w4__avx2": what, then how */
    const char *step; /* "apply", what is done with indices: "check", "linearise" or "clamp", or "partition", to threads */
    strew_isa isa;
    int32_t width; /* lanes of a slice (apply), its bytes (partition) or components of a tuple (all others); 0: any */
} strew_kernel;

/* Fills `kernel` with the i-th kernel of this build and returns 1; returns 0 when there are no more. */
STREW_API int strew_kernel_at(size_t i, strew_kernel *kernel);

/* The kernel that a plan writes with, by its name, or NULL when there is nothing to write; and its ISA. Where a run of scatter_elements
 * finds the indices of every row equal, it writes whole rows, with a kernel of the same name but for the width. Here, as in
 * strew_workspace_size, strew_prepared_size and strew_explain, the plan must be one that planning has filled. */
STREW_API const char *strew_plan_kernel(const strew_plan *plan);
STREW_API strew_isa strew_plan_isa(const strew_plan *plan);

/* One sentence on why the plan uses `isa`, or why it does not, for example "avx2 is not used: the CPU lacks it". Same buffer rules as
 * strew_describe. */
STREW_API size_t strew_explain(const strew_plan *plan, strew_isa isa, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* STREW_STREW_H */
