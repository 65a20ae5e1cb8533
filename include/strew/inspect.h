/**
 * @file inspect.h
 * Which kernels a library has, which of them can run here, and which a plan uses: for tests, tuning and reports.
 */
#ifndef STREW_INSPECT_H
#define STREW_INSPECT_H

#include <strew/strew.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Whether kernels of an instruction set can run here. */
typedef enum strew_isa_state {
    STREW_ISA_STATE_USABLE = 0, /**< They can. */
    STREW_ISA_STATE_EMULATED,   /**< They are another architecture's, as portable code for tests, used only if options.isa names the ISA. */
    STREW_ISA_STATE_NOT_BUILT,  /**< They are another architecture's, or the build was trimmed of them. */
    STREW_ISA_STATE_UNSUPPORTED, /**< The CPU or the operating system does not support the instruction set. */
    STREW_ISA_STATE_CAPPED,      /**< The environment variable STREW_ISA names an ISA of lower rank, or one that cannot be used here. */
    STREW_ISA_STATE_UNKNOWN      /**< The number is not an instruction set. */
} strew_isa_state;

/** Whether kernels of an instruction set can run here. */
STREW_API strew_isa_state strew_isa_get_state(strew_isa isa);

/** The best instruction set that a plan without a cap uses on this machine. The environment variable STREW_ISA caps it by a name, such as
 * "avx2". It is read once, at the first call that needs it; if it cannot be used here, all planning returns
 * STREW_STATUS_ISA_UNAVAILABLE. */
STREW_API strew_isa strew_isa_get_best(void);

/** One kernel of the library. */
typedef struct strew_kernel {
    const char *name; /**< What it does, then how: "strew_add_f32_w4__avx2". */
    /** "apply" or "put"; "gather" or "take"; "check", "linearise" or "clamp" (of indices); "select"; "mean"; "scale"; "blocks". */
    const char *step;
    strew_isa isa; /**< Its instruction set. */
    int32_t width; /**< Elements of a slice (apply, put, mean), its bytes (select, gather, take), or components of a tuple. 0: any. */
} strew_kernel;

/** Fills `kernel`, unless it is NULL, with the i-th kernel of this build and returns 1. Returns 0 if there are no more. */
STREW_API int32_t strew_kernel_at(size_t i, strew_kernel *kernel);

/** The name of the kernel that a plan writes with; NULL if the plan is, or if it has no kernel: there is nothing to write, or the operator
 * copies bytes, as tensor_scatter and masked_scatter do. A run of scatter_elements may write whole rows, with a kernel of another width.
 * Where updates or a gather's output have another dtype, it is the kernel that combines or converts; NULL if none does. */
STREW_API const char *strew_plan_kernel(const strew_plan *plan);

/** The instruction set of strew_plan_kernel; STREW_ISA_SCALAR without a kernel. */
STREW_API strew_isa strew_plan_isa(const strew_plan *plan);

/** Writes one sentence on why the plan uses `isa`, or why not, for example "avx2 is not used: the CPU or the operating system lacks it".
 * `buffer`, `size` and the result are as in strew_fault_describe. */
STREW_API size_t strew_plan_explain(const strew_plan *plan, strew_isa isa, char *buffer, size_t size);

/** The elements that take strew_dtype_size bytes: those of a block, of dtypes that are stored in blocks, such as STREW_DTYPE_Q8_0; 1 of
 * every other dtype, and 0 of an unknown one. */
STREW_API int64_t strew_dtype_block(strew_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif /* STREW_INSPECT_H */
