/* Which kernels exist, and which one a plan uses. */
#include "dispatch.h"
#include "fault.h"
#include "types.h"

#include <string.h>

#if __STDC_HOSTED__
#include <stdlib.h>
#else
#define getenv(name) NULL /* there is no environment */
#endif

/* ---- The lists ----------------------------------------------------------------------------------------------------------------------- */

#define STREW_APPLY_KERNEL(name, operation, ctype, width, to_any_width, isa) STREW_APPLY(name);
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, position_dependent, k, isa) STREW_INDICES(name);
#define STREW_SELECT_KERNEL(name, bytes, is_quick, isa) STREW_SELECT(name);
#define STREW_GATHER_KERNEL(name, bytes, isa) STREW_GATHER(name);
#define STREW_TAKE_KERNEL(name, bytes, index_bytes, isa) STREW_TAKE(name);
#define STREW_PUT_KERNEL(name, operation, ctype, index_bytes, isa) STREW_PUT(name);
#define STREW_SUM_KERNEL(name, operation, ctype, isa) STREW_SUM(name);
#define STREW_FUSE_KERNEL(name, operation, ctype, isa) STREW_FUSE(name);
#define STREW_REDUCE_KERNEL(name, operation, ctype, isa) STREW_REDUCE(name);
#define STREW_BAG_KERNEL(name, operation, ctype, min_bytes, whole_bytes, isa) STREW_BAG(name);
#define STREW_MEAN_KERNEL(name, ctype, bytes, sum_bytes, start, sum, divide, isa) STREW_MEAN_DIVIDE(divide);
#define STREW_READING_KERNEL(name, dequantize, dtype, isa) STREW_SCALE(dequantize);
#define STREW_SCALE_KERNEL(name, quantize, dequantize, dtype, isa)                                                                         \
    STREW_SCALE(quantize);                                                                                                                 \
    STREW_SCALE(dequantize);
#define STREW_BLOCKS_KERNEL(name, write, read, dtype, isa)                                                                                 \
    STREW_WRITE_BLOCKS(write);                                                                                                             \
    STREW_READ_BLOCKS(read);
#define STREW_AFFINE_KERNEL(name, dtype, isa) STREW_AFFINE(name);
#define STREW_ARG_KERNEL(name, ctype, isa) STREW_ARG(name);
#define STREW_MEAN_SUMS(start, sum)                                                                                                        \
    STREW_MEAN_START(start);                                                                                                               \
    STREW_APPLY(sum);
#include "kernels.inc"

static const strew_apply_kernel apply_kernels[] = {
#define STREW_APPLY_KERNEL(name, operation, ctype, width, to_any_width, isa)                                                               \
    {{#name, "apply", isa, width}, STREW_APPLY_ORDER(operation, ctype), ctype, to_any_width, name},
#include "kernels.inc"
};
enum { N_APPLY = sizeof apply_kernels / sizeof *apply_kernels };

/* The numbers of all kernels, among which the name of a run stands for that of its first. */
enum {
#define STREW_APPLY_RUN(operation, ctype) FIRST_##operation##_##ctype, BEFORE_##operation##_##ctype = FIRST_##operation##_##ctype - 1,
#define STREW_APPLY_KERNEL(name, operation, ctype, width, to_any_width, isa) NUMBER_##name,
#include "kernels.inc"
};

/* Where a run of kernels begins; 0 if there is none, and otherwise one more than the number of its first. */
static const uint16_t apply_runs[STREW_OPERATIONS][STREW_CTYPES] = {
#define STREW_APPLY_RUN(operation, ctype) [operation][ctype] = 1 + FIRST_##operation##_##ctype,
#define STREW_APPLY_KERNEL(name, operation, ctype, width, to_any_width, isa)
#include "kernels.inc"
};

static const strew_indices_kernel indices_kernels[] = {
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, position_dependent, k, isa)                                               \
    {{#name, step_name, isa, k}, STREW_INDICES_ORDER(step, index_bytes, position_dependent), name},
#include "kernels.inc"
};
enum { N_INDICES = sizeof indices_kernels / sizeof *indices_kernels };

enum {
#define STREW_INDICES_RUN(step, index_bytes, position_dependent)                                                                           \
    FIRST_##step##_##index_bytes##_##position_dependent,                                                                                   \
        BEFORE_##step##_##index_bytes##_##position_dependent = FIRST_##step##_##index_bytes##_##position_dependent - 1,
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, position_dependent, k, isa) NUMBER_##name,
#include "kernels.inc"
};
static const uint16_t indices_runs[][2][2] = {
#define STREW_INDICES_RUN(step, index_bytes, position_dependent)                                                                           \
    [step][(index_bytes) / 8][position_dependent] = 1 + FIRST_##step##_##index_bytes##_##position_dependent,
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, position_dependent, k, isa)
#include "kernels.inc"
};

/* The next eight end with one that is none. */
static const strew_select_kernel select_kernels[] = {
#define STREW_SELECT_KERNEL(name, bytes, is_quick, isa) {{#name, "select", isa, bytes}, is_quick, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, 0, NULL},
};
enum { N_SELECT = sizeof select_kernels / sizeof *select_kernels - 1 };

static const strew_gather_kernel gather_kernels[] = {
#define STREW_GATHER_KERNEL(name, bytes, isa) {{#name, "gather", isa, bytes}, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, NULL},
};
enum { N_GATHER = sizeof gather_kernels / sizeof *gather_kernels - 1 };

static const strew_take_kernel take_kernels[] = {
#define STREW_TAKE_KERNEL(name, bytes, index_bytes, isa) {{#name, "take", isa, bytes}, index_bytes, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, 0, NULL},
};
enum { N_TAKE = sizeof take_kernels / sizeof *take_kernels - 1 };

static const strew_put_kernel put_kernels[] = {
#define STREW_PUT_KERNEL(name, operation, ctype, index_bytes, isa) {{#name, "put", isa, 1}, operation, ctype, index_bytes, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, STREW_DO_NONE, STREW_CTYPE_NONE, 0, NULL},
};
enum { N_PUT = sizeof put_kernels / sizeof *put_kernels - 1 };

static const strew_sum_kernel sum_kernels[] = {
#define STREW_SUM_KERNEL(name, operation, ctype, isa) {{#name, "sum", isa, 0}, operation, ctype, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, STREW_DO_NONE, STREW_CTYPE_NONE, NULL},
};
enum { N_SUM = sizeof sum_kernels / sizeof *sum_kernels - 1 };

static const strew_fuse_kernel fuse_kernels[] = {
#define STREW_FUSE_KERNEL(name, operation, ctype, isa) {{#name, "fuse", isa, 0}, operation, ctype, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, STREW_DO_NONE, STREW_CTYPE_NONE, NULL},
};
enum { N_FUSE = sizeof fuse_kernels / sizeof *fuse_kernels - 1 };

static const strew_reduce_kernel reduce_kernels[] = {
#define STREW_REDUCE_KERNEL(name, operation, ctype, isa) {{#name, "reduce", isa, 0}, operation, ctype, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, STREW_DO_NONE, STREW_CTYPE_NONE, NULL},
};
enum { N_REDUCE = sizeof reduce_kernels / sizeof *reduce_kernels - 1 };

static const strew_bag_kernel bag_kernels[] = {
#define STREW_BAG_KERNEL(name, operation, ctype, min_bytes, whole_bytes, isa)                                                              \
    {{#name, "bag", isa, 0}, operation, ctype, min_bytes, whole_bytes, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, STREW_DO_NONE, STREW_CTYPE_NONE, 0, 0, NULL},
};
enum { N_BAG = sizeof bag_kernels / sizeof *bag_kernels - 1 };

static const strew_mean_kernel mean_kernels[] = {
#define STREW_MEAN_SUMS(start, sum)
#define STREW_MEAN_KERNEL(name, ctype, bytes, sum_bytes, start, sum, divide, isa)                                                          \
    {{{#name, "mean", isa, 0}, STREW_APPLY_ORDER(STREW_DO_MEAN, ctype), ctype, 0, sum}, bytes, sum_bytes, start, divide},
#include "kernels.inc"
    {{{NULL, NULL, STREW_ISA_SCALAR, 0}, 0, STREW_CTYPE_NONE, 0, NULL}, 0, 0, NULL, NULL},
};
enum { N_MEAN = sizeof mean_kernels / sizeof *mean_kernels - 1 };

static const strew_scale_kernel scale_kernels[] = {
#define STREW_SCALE_KERNEL(name, quantize, dequantize, dtype, isa) {{#name, "scale", isa, 0}, dtype, quantize, dequantize},
#define STREW_READING_KERNEL(name, dequantize, dtype, isa) STREW_SCALE_KERNEL(name, NULL, dequantize, dtype, isa)
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, 0, NULL, NULL},
};
enum { N_SCALE = sizeof scale_kernels / sizeof *scale_kernels - 1 };

static const strew_blocks_kernel blocks_kernels[] = {
#define STREW_BLOCKS_KERNEL(name, write, read, dtype, isa) {{#name, "blocks", isa, 0}, dtype, write, read},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, 0, NULL, NULL},
};
enum { N_BLOCKS = sizeof blocks_kernels / sizeof *blocks_kernels - 1 };

static const strew_affine_kernel affine_kernels[] = {
#define STREW_AFFINE_KERNEL(name, dtype, isa) {{#name, "affine", isa, 0}, dtype, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, 0, NULL},
};
enum { N_AFFINE = sizeof affine_kernels / sizeof *affine_kernels - 1 };

static const strew_arg_kernel arg_kernels[] = {
#define STREW_ARG_KERNEL(name, ctype, isa) {{#name, "arg", isa, 0}, ctype, name},
#include "kernels.inc"
    {{NULL, NULL, STREW_ISA_SCALAR, 0}, STREW_CTYPE_NONE, NULL},
};
enum { N_ARG = sizeof arg_kernels / sizeof *arg_kernels - 1 };

static const uint8_t ctype_bytes[] = {
    [STREW_CTYPE_NONE] = 0,
#define STREW_CTYPE(ctype, bytes) [ctype] = (bytes),
#include "axes.inc"
};

/* ---- Which ISAs ---------------------------------------------------------------------------------------------------------------------- */

static strew_isa_set only(strew_isa isa)
{
    return (strew_isa_set)1 << isa;
}

static const strew_isa_record *find_isa(strew_isa isa)
{
    for (size_t i = 0; i < strew_n_isas; i++) {
        if (strew_isas[i].isa == isa) return &strew_isas[i];
    }
    return NULL;
}

static int is_emulated(const strew_isa_record *isa)
{
    return isa->built && !isa->native;
}

/* The part of `usable` that a cap allows: ISAs of its rank and below. An emulated ISA has no rank among the native ones: it is used alone,
 * with scalar to fill its holes. */
static strew_isa_set capped(strew_isa_set usable, const strew_isa_record *cap)
{
    if (is_emulated(cap)) return only(cap->isa) | only(STREW_ISA_SCALAR);
    strew_isa_set left = 0;
    for (size_t i = 0; i < strew_n_isas; i++) {
        if (strew_isas[i].rank <= cap->rank) left |= usable & only(strew_isas[i].isa);
    }
    return left;
}

/* The dispatch table: which ISAs this process may use, found at the first planning and published with one store. Threads that do so at the
 * same time store the same value. One word holds it all: bits 1 to 15 are the ISAs that may be used, bits 17 to 31 those that the CPU
 * supports, and the two bits that no ISA has are flags. If STREW_ISA asks for an ISA that cannot be used, bits 1 to 15 hold that ISA, which
 * the CPU does not support. */
#define KNOWN UINT32_C(1)
#define REJECTED UINT32_C(0x10000)
#define ISAS UINT32_C(0xfffe)
static strew_atomic dispatch_table;

static uint32_t make_dispatch_table(void)
{
    const strew_isa_set supported = strew_cpu_isas();
    const uint32_t table = KNOWN | supported << 16;
    const char *asked = getenv("STREW_ISA");
    if (asked == NULL || *asked == '\0') return table | supported;
    for (size_t i = 0; i < strew_n_isas; i++) {
        const strew_isa_record *isa = &strew_isas[i];
        if (strcmp(asked, isa->name) != 0) continue;
        const int can_run = (supported & only(isa->isa)) != 0 || is_emulated(isa);
        return table | (can_run ? capped(supported, isa) : REJECTED | only(isa->isa));
    }
    return table | REJECTED;
}

static uint32_t get_dispatch_table(void)
{
    uint32_t table = strew_atomic_load(&dispatch_table);
    if (table == 0) {
        table = make_dispatch_table();
        strew_atomic_store(&dispatch_table, table);
    }
    return table;
}

strew_isa_state strew_isa_get_state(strew_isa isa)
{
    const strew_isa_record *record = find_isa(isa);
    const uint32_t table = get_dispatch_table();
    if (record == NULL) return STREW_ISA_STATE_UNKNOWN;
    if (!record->built) return STREW_ISA_STATE_NOT_BUILT;
    if (is_emulated(record)) return STREW_ISA_STATE_EMULATED;
    if (!(table >> 16 & only(isa))) return STREW_ISA_STATE_UNSUPPORTED;
    return table & only(isa) ? STREW_ISA_STATE_USABLE : STREW_ISA_STATE_CAPPED;
}

/* STREW_ISA asked for an ISA that cannot be used. */
static strew_status report_asked(strew_isa_set asked, strew_fault *fault)
{
    strew_fault what = {.status = STREW_STATUS_ISA_UNAVAILABLE, .subject = "STREW_ISA", .value = -1};
    for (size_t i = 0; i < strew_n_isas; i++) { /* the first, scalar, is never rejected */
        if (asked == only(strew_isas[i].isa)) what.value = (int64_t)strew_isas[i].isa;
    }
    return strew_report(fault, &what);
}

strew_status strew_allowed_isas(strew_isa cap, strew_isa_set *allowed, strew_fault *fault)
{
    const uint32_t table = get_dispatch_table();
    if (table & REJECTED) return report_asked(table & ISAS, fault);
    *allowed = table & ISAS;
    if (cap == STREW_ISA_BEST) return STREW_OK;
    const strew_isa_record *record = find_isa(cap);
    if (record == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "options.isa", .value = (int32_t)cap);
    }
    if (!is_emulated(record) && !(table >> 16 & only(cap))) {
        return STREW_REJECT(fault, STREW_STATUS_ISA_UNAVAILABLE, .subject = "options.isa", .value = (int32_t)cap);
    }
    *allowed = capped(*allowed, record);
    return STREW_OK;
}

strew_isa strew_isa_get_best(void)
{
    const uint32_t table = get_dispatch_table();
    const strew_isa_set usable = table & REJECTED ? only(STREW_ISA_SCALAR) : table & ISAS;
    strew_isa best = STREW_ISA_SCALAR;
    for (size_t i = 0; i < strew_n_isas; i++) { /* in the order of their ranks */
        if (usable & only(strew_isas[i].isa)) best = strew_isas[i].isa;
    }
    return best;
}

/* ---- Which kernel -------------------------------------------------------------------------------------------------------------------- */

strew_operation strew_choose_operation(const strew_dtype_record *dtype, strew_reduction reduction, strew_nan nan)
{
    strew_operation operation = (strew_operation)reduction;
    if (nan == STREW_NAN_LOSES && reduction == STREW_REDUCTION_MIN) operation = STREW_DO_MIN_NUMBER;
    if (nan == STREW_NAN_LOSES && reduction == STREW_REDUCTION_MAX) operation = STREW_DO_MAX_NUMBER;
    const strew_cell *cell = &dtype->cells[operation];
    if (cell->ctype == STREW_CTYPE_NONE) return (strew_operation)reduction;
    if (reduction != STREW_REDUCTION_MEAN) return cell->operation;
    const strew_mean_kernel *mean = strew_find_mean(cell->ctype, 0);
    return mean == NULL || mean->sum.run == NULL ? STREW_DO_ADD : STREW_DO_MEAN;
}

strew_ctype strew_choose_ctype(const strew_dtype_record *dtype, strew_operation operation, size_t slice_bytes)
{
    if (operation != STREW_DO_NONE) return dtype->cells[operation].ctype;
    strew_ctype chosen = STREW_CTYPE_NONE;
#define STREW_MOVE_CTYPE(ctype, bytes)                                                                                                     \
    if (slice_bytes % (bytes) == 0) chosen = ctype;
#include "axes.inc"
    return chosen;
}

/* The first kernel of a run that is allowed and fits. Its kernels have one order, which no other has. Most are of instruction sets that are
 * not allowed, and `left` of the same set follow each of them. */
#define FIND_KERNEL(list, n, run, allowed, its_width, its_unit, left)                                                                      \
    do {                                                                                                                                   \
        if ((run) == 0) return NULL;                                                                                                       \
        const size_t width = (its_width), unit = (its_unit);                                                                               \
        const uint32_t order = (list)[(run)-1].order;                                                                                      \
        for (size_t i = (run)-1u; i < (n) && (list)[i].order == order; i++) {                                                              \
            const strew_kernel *kernel = &(list)[i].kernel;                                                                                \
            if (!((allowed) >> kernel->isa & 1)) {                                                                                         \
                i += left;                                                                                                                 \
                continue;                                                                                                                  \
            }                                                                                                                              \
            if (kernel->width == 0 || (size_t)kernel->width * unit == width) return &(list)[i];                                            \
        }                                                                                                                                  \
        return NULL;                                                                                                                       \
    } while (0)

const strew_mean_kernel *strew_find_mean(strew_ctype ctype, size_t n_tuples)
{
    const strew_mean_kernel *found = mean_kernels;
    while (found->sum.ctype != ctype && found->sum.ctype != STREW_CTYPE_NONE) found++;
    if (found->sum.ctype == STREW_CTYPE_NONE) return NULL;
    /* Fewer integers of 32 bits, with the old element, add up to less than 2^63. */
    return n_tuples >= INT32_MAX && found[1].sum.ctype == ctype ? found + 1 : found;
}

/* Those that combine slices of so many bytes; 0: any. */
static strew_isa_set leave_narrow(strew_isa_set allowed, size_t slice_bytes)
{
    (void)slice_bytes;
#define STREW_MIN_BYTES(isa, bytes)                                                                                                        \
    if (slice_bytes != 0 && slice_bytes < (bytes)) allowed &= ~only(isa);
#include "isas.inc"
    return allowed;
}

const strew_apply_kernel *strew_find_apply(strew_isa_set allowed, strew_operation operation, strew_ctype ctype, size_t slice_bytes)
{
    if (operation == STREW_DO_MEAN) {
        const strew_mean_kernel *mean = strew_find_mean(ctype, 0);
        return mean != NULL && allowed & only(mean->sum.kernel.isa) ? &mean->sum : NULL;
    }
    FIND_KERNEL(apply_kernels, N_APPLY, apply_runs[operation][ctype], leave_narrow(allowed, slice_bytes), slice_bytes, ctype_bytes[ctype],
                apply_kernels[i].to_any_width);
}

const strew_indices_kernel *strew_find_indices(strew_isa_set allowed, strew_step step, int32_t index_bytes, int position_dependent,
                                               int32_t k)
{
    FIND_KERNEL(indices_kernels, N_INDICES, indices_runs[step][index_bytes / 8][position_dependent != 0], allowed, (size_t)k, 1, 0);
}

const strew_select_kernel *strew_find_select(strew_isa_set allowed, size_t slice_bytes)
{
    for (const strew_select_kernel *found = select_kernels; found->kernel.name != NULL; found++) {
        if ((size_t)found->kernel.width == slice_bytes && allowed & only(found->kernel.isa)) return found;
    }
    return NULL;
}

const strew_put_kernel *strew_find_put(strew_isa_set allowed, strew_operation operation, strew_ctype ctype, int32_t index_bytes,
                                       size_t element_bytes)
{
    if (ctype_bytes[ctype] != element_bytes) return NULL; /* a complex number is two */
    for (const strew_put_kernel *found = put_kernels; found->kernel.name != NULL; found++) {
        if (found->operation != operation || found->ctype != ctype || found->index_bytes != index_bytes) continue;
        if (allowed & only(found->kernel.isa)) return found; /* uncovered: they are scalar, which is always allowed */
    }
    return NULL;
}

/* The first that may be used of a list that ends with a kernel without a name. */
#define FIND_BY_OPERATION(type, list)                                                                                                      \
    for (const type *found = list; found->kernel.name != NULL; found++) {                                                                  \
        if (found->operation == operation && found->ctype == ctype && allowed & only(found->kernel.isa)) return found;                     \
    }                                                                                                                                      \
    return NULL;

const strew_sum_kernel *strew_find_sum(strew_isa_set allowed, strew_operation operation, strew_ctype ctype)
{
    FIND_BY_OPERATION(strew_sum_kernel, sum_kernels)
}

#if STREW_BUILD_FUSED
const strew_fuse_kernel *strew_find_fuse(strew_isa_set allowed, strew_operation operation, strew_ctype ctype)
{
    if (operation == STREW_DO_MAX) operation = STREW_DO_MIN; /* of numbers with the other sign */
    FIND_BY_OPERATION(strew_fuse_kernel, fuse_kernels)
}
#endif

#if STREW_BUILD_SEGMENT
const strew_reduce_kernel *strew_find_reduce(strew_isa_set allowed, strew_operation operation, strew_ctype ctype)
{
    FIND_BY_OPERATION(strew_reduce_kernel, reduce_kernels)
}
#endif

#if STREW_BUILD_SEGMENT && STREW_BUILD_FUSED
const strew_bag_kernel *strew_find_bag(strew_isa_set allowed, strew_operation operation, strew_ctype ctype)
{
    FIND_BY_OPERATION(strew_bag_kernel, bag_kernels)
}
#endif

#if STREW_BUILD_CONVERSIONS
const strew_scale_kernel *strew_find_scale(strew_isa_set allowed, strew_dtype dtype)
{
    for (const strew_scale_kernel *found = scale_kernels; found->kernel.name != NULL; found++) {
        if (found->dtype == dtype && allowed & only(found->kernel.isa)) return found;
    }
    return NULL;
}
#endif

#if STREW_BUILD_CONVERSIONS
const strew_blocks_kernel *strew_find_blocks(strew_isa_set allowed, strew_dtype dtype)
{
    for (const strew_blocks_kernel *found = blocks_kernels; found->kernel.name != NULL; found++) {
        if (found->dtype == dtype && allowed & only(found->kernel.isa)) return found;
    }
    return NULL; /* uncovered: every build has the scalar kernels */
}

const strew_affine_kernel *strew_find_affine(strew_isa_set allowed, strew_dtype dtype)
{
    for (const strew_affine_kernel *found = affine_kernels; found->kernel.name != NULL; found++) {
        if (found->dtype == dtype && allowed & only(found->kernel.isa)) return found;
    }
    return NULL;
}
#endif

#if STREW_BUILD_ARG
const strew_arg_kernel *strew_find_arg(strew_isa_set allowed, strew_ctype ctype)
{
    for (const strew_arg_kernel *found = arg_kernels; found->kernel.name != NULL; found++) {
        if (found->ctype == ctype && allowed & only(found->kernel.isa)) return found;
    }
    return NULL; /* uncovered: every build has the scalar kernels */
}
#endif

#if STREW_BUILD_FEATURE_GATHER
const strew_gather_kernel *strew_find_gather(strew_isa_set allowed, size_t slice_bytes)
{
    const strew_gather_kernel *found = gather_kernels;
    /* uncovered: but on RISC-V, all kernels that gather are scalar, which is always allowed */
    for (; !(allowed & only(found->kernel.isa)) || (found->kernel.width != 0 && (size_t)found->kernel.width != slice_bytes); found++) {
    }
    return found;
}

const strew_take_kernel *strew_find_take(strew_isa_set allowed, int32_t index_bytes, size_t element_bytes)
{
    for (const strew_take_kernel *found = take_kernels; found->kernel.name != NULL; found++) {
        if ((size_t)found->kernel.width != element_bytes || found->index_bytes != index_bytes) continue;
        if (allowed & only(found->kernel.isa)) return found; /* uncovered: they are scalar, which is always allowed */
    }
    return NULL;
}
#endif

int32_t strew_kernel_at(size_t i, strew_kernel *kernel)
{
    const size_t n_before_select = (size_t)N_APPLY + N_INDICES, n_before_gather = n_before_select + N_SELECT,
                 n_before_take = n_before_gather + N_GATHER, n_before_put = n_before_take + N_TAKE, n_before_sum = n_before_put + N_PUT,
                 n_before_mean = n_before_sum + N_SUM, n_before_scale = n_before_mean + N_MEAN, n_before_blocks = n_before_scale + N_SCALE,
                 n_before_affine = n_before_blocks + N_BLOCKS, n_before_fuse = n_before_affine + N_AFFINE,
                 n_before_reduce = n_before_fuse + N_FUSE, n_before_bag = n_before_reduce + N_REDUCE, n_before_arg = n_before_bag + N_BAG;
    if (i >= n_before_arg + N_ARG) return 0;
    if (kernel == NULL) return 1;
    *kernel = i < N_APPLY           ? apply_kernels[i].kernel
              : i < n_before_select ? indices_kernels[i - N_APPLY].kernel
              : i < n_before_gather ? select_kernels[i - n_before_select].kernel
              : i < n_before_take   ? gather_kernels[i - n_before_gather].kernel
              : i < n_before_put    ? take_kernels[i - n_before_take].kernel
              : i < n_before_sum    ? put_kernels[i - n_before_put].kernel
              : i < n_before_mean   ? sum_kernels[i - n_before_sum].kernel
              : i < n_before_scale  ? mean_kernels[i - n_before_mean].sum.kernel
              : i < n_before_blocks ? scale_kernels[i - n_before_scale].kernel
              : i < n_before_affine ? blocks_kernels[i - n_before_blocks].kernel
              : i < n_before_fuse   ? affine_kernels[i - n_before_affine].kernel
              : i < n_before_reduce ? fuse_kernels[i - n_before_fuse].kernel
              : i < n_before_bag    ? reduce_kernels[i - n_before_reduce].kernel
              : i < n_before_arg    ? bag_kernels[i - n_before_bag].kernel
                                    : arg_kernels[i - n_before_arg].kernel;
    return 1;
}
