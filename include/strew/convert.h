/**
 * @file convert.h
 * A caller's own conversion: updates, or the output of a gather, as the elements of data, by a function of the caller. So a runtime keeps
 * the code for formats of its own, such as quantised blocks, and lets strew find, check, copy and share the rows.
 */
#ifndef STREW_CONVERT_H_OF_CALLERS
#define STREW_CONVERT_H_OF_CALLERS

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Converts n elements that follow each other: in a scatter those of updates to those of data, in a gather those of data to those of output.
 * n is at least 1 and counts elements of the dtypes that the call names. If data is STREW_DTYPE_OPAQUE(34) and updates are
 * STREW_DTYPE_OPAQUE(128), for example, an element is a block of 32 float32 numbers on one side and of 34 bytes on the other.
 *
 * `to` and `from` may have any address, and never overlap. `context` is that of the strew_converter. `scratch` is memory of its
 * scratch_bytes, at a multiple of 64 bytes and with any content, which no other thread uses during this call; NULL if scratch_bytes is 0.
 *
 * The function is called only once all indices are found in bounds, or the policy needs no check; on any thread, on several at once. A row
 * may be given in several parts, and several adjacent rows at once, so each element must be converted on its own. It must write all of `to`
 * and nothing else, must not throw, because no exception can pass through the library, and should take little stack.
 */
typedef void strew_convert_elements(void *to, const void *from, size_t n, void *context, void *scratch);

/**
 * The function, and what it needs: `STREW_OPTIONS(.converter = &converter)`.
 *
 * For scatters with STREW_REDUCTION_NONE and all gathers, but not for tensor_scatter and masked_scatter. data and updates, or data and
 * output, may have any dtype; opaque ones and twice the same are allowed. `fill` of a gather is converted too, as one element of data,
 * whenever it is needed. options.accumulate and options.overflow exclude a converter (STREW_STATUS_CONFLICT), and so does a profile.
 *
 * Planning copies the struct; `context` must stay valid as long as the plan is run. If scratch_bytes is not 0, a run needs a workspace for
 * it (STREW_STATUS_WORKSPACE_TOO_SMALL), and uses as many threads as the workspace has scratch for; strew_plan_workspace_size counts it.
 */
typedef struct strew_converter {
    size_t struct_size;              /**< sizeof(strew_converter), which STREW_CONVERTER and STREW_CONVERTER_INIT set. */
    strew_convert_elements *convert; /**< The function. */
    void *context;                   /**< What it is called with. */
    size_t scratch_bytes;            /**< The memory that each thread needs for it. */
} strew_converter;

#define STREW_CONVERTER(...) STREW_SIZED(strew_converter, __VA_ARGS__) /**< For example STREW_CONVERTER(.convert = to_q8_0). */
#define STREW_CONVERTER_INIT STREW_SIZED_INIT(strew_converter)         /**< No function, to be filled. */

#ifdef __cplusplus
}
#endif

#endif /* STREW_CONVERT_H_OF_CALLERS */
