/* Which kernels there are, and which one a plan gets: the generated list, best first, walked until something fits. */
#include "internal.h"

#include <stdatomic.h>
#include <string.h>

#if __STDC_HOSTED__
#include <stdlib.h>
#else
#define getenv(name) NULL /* there is no environment */
#endif

/* ---- The lists ---------------------------------------------------------------------------------------------------------------------- */

const strew_isa_record strew_isas[] = {
#define STREW_ISA(isa, name, title, rank, built, native) {isa, name, rank, built, native},
#include "isas.inc"
};
const size_t strew_n_isas = sizeof strew_isas / sizeof *strew_isas;

#define STREW_APPLY_KERNEL(name, operation, lane, width, isa) STREW_APPLY(name);
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, is_placed, k, isa) STREW_INDICES(name);
#define STREW_DEAL_KERNEL(name, bytes, is_quick, isa) STREW_DEAL(name);
#include "kernels.inc"

static const strew_apply_kernel apply_kernels[] = {
#define STREW_APPLY_KERNEL(name, operation, lane, width, isa)                                                                              \
    {{#name, "apply", isa, width}, STREW_APPLY_ORDER(operation, lane), lane, name},
#include "kernels.inc"
};
enum { N_APPLY = sizeof apply_kernels / sizeof *apply_kernels };

static const strew_indices_kernel indices_kernels[] = {
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, is_placed, k, isa)                                                        \
    {{#name, step_name, isa, k}, STREW_INDICES_ORDER(step, index_bytes, is_placed), name},
#include "kernels.inc"
};
enum { N_INDICES = sizeof indices_kernels / sizeof *indices_kernels };

static const strew_deal_kernel deal_kernels[] = {
#define STREW_DEAL_KERNEL(name, bytes, is_quick, isa) {{#name, "deal", isa, bytes}, is_quick, name},
#include "kernels.inc"
};
enum { N_DEAL = sizeof deal_kernels / sizeof *deal_kernels };

static const size_t lane_bytes[] = {
    [STREW_LANE_NONE] = 0,
#define STREW_LANE(lane, bytes) [lane] = (bytes),
#include "axes.inc"
};

/* ---- Which ISAs --------------------------------------------------------------------------------------------------------------------- */

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

/* What a cap at `cap` leaves of `usable`: ISAs of its rank and below. One that is emulated has no rank among the native ones: it is used
 * alone, with scalar to fill its holes. */
static strew_isa_set capped(strew_isa_set usable, const strew_isa_record *cap)
{
    if (is_emulated(cap)) return only(cap->isa) | only(STREW_ISA_SCALAR);
    strew_isa_set left = 0;
    for (size_t i = 0; i < strew_n_isas; i++) {
        if (strew_isas[i].rank <= cap->rank) left |= usable & only(strew_isas[i].isa);
    }
    return left;
}

/* The dispatch table: what this process may use, worked out at the first planning and published with one store; threads that come to it
 * together store the same value. One word holds it all: bits 1 to 15 are the ISAs that may be used, bits 17 to 31 those that the CPU
 * supports, and the two bits between, which no ISA has, are flags. When STREW_ISA asks in vain, bits 1 to 15 hold what it asks for, which
 * the CPU does not support. */
#define KNOWN UINT32_C(1)
#define REFUSED UINT32_C(0x10000)
#define ISAS UINT32_C(0xfffe)
static _Atomic uint32_t dispatch_table;

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
        return table | (can_run ? capped(supported, isa) : REFUSED | only(isa->isa));
    }
    return table | REFUSED;
}

static uint32_t get_dispatch_table(void)
{
    uint32_t table = atomic_load_explicit(&dispatch_table, memory_order_relaxed);
    if (table == 0) {
        table = make_dispatch_table();
        atomic_store_explicit(&dispatch_table, table, memory_order_relaxed);
    }
    return table;
}

strew_isa_state strew_isa_get_state(strew_isa isa)
{
    const strew_isa_record *record = find_isa(isa);
    const uint32_t table = get_dispatch_table();
    if (record == NULL) return STREW_ISA_NO_SUCH;
    if (!record->built) return STREW_ISA_NOT_BUILT;
    if (is_emulated(record)) return STREW_ISA_EMULATED;
    if (!(table >> 16 & only(isa))) return STREW_ISA_CPU_LACKS;
    return table & only(isa) ? STREW_ISA_USABLE : STREW_ISA_CAPPED;
}

/* STREW_ISA asked for something that cannot be had. */
static strew_status report_asked(strew_isa_set asked, strew_fault *fault)
{
    strew_fault what = {.status = STREW_ISA_UNUSABLE, .subject = "STREW_ISA", .value = -1};
    for (size_t i = 0; i < strew_n_isas; i++) { /* the first, scalar, is never refused */
        if (asked == only(strew_isas[i].isa)) what.value = (int64_t)strew_isas[i].isa;
    }
    return strew_report(fault, &what);
}

strew_status strew_allowed_isas(strew_isa cap, strew_isa_set *allowed, strew_fault *fault)
{
    const uint32_t table = get_dispatch_table();
    if (table & REFUSED) return report_asked(table & ISAS, fault);
    *allowed = table & ISAS;
    if (cap == STREW_ISA_BEST) return STREW_OK;
    const strew_isa_record *record = find_isa(cap);
    if (record == NULL) {
        return STREW_REFUSE(fault, STREW_OPTION_UNKNOWN, .subject = "options.isa", .value = (int32_t)cap);
    }
    if (!is_emulated(record) && !(table >> 16 & only(cap))) {
        return STREW_REFUSE(fault, STREW_ISA_UNUSABLE, .subject = "options.isa", .value = (int32_t)cap);
    }
    *allowed = capped(*allowed, record);
    return STREW_OK;
}

strew_isa strew_best_isa(void)
{
    const uint32_t table = get_dispatch_table();
    const strew_isa_set usable = table & REFUSED ? only(STREW_ISA_SCALAR) : table & ISAS;
    strew_isa best = STREW_ISA_SCALAR;
    for (size_t i = 0; i < strew_n_isas; i++) { /* in the order of their ranks */
        if (usable & only(strew_isas[i].isa)) best = strew_isas[i].isa;
    }
    return best;
}

/* ---- Which kernel ------------------------------------------------------------------------------------------------------------------- */

strew_operation strew_choose_operation(const strew_dtype_record *dtype, strew_reduction reduction, strew_nan nan)
{
    strew_operation operation = (strew_operation)reduction;
    if (nan == STREW_NAN_LOSES && reduction == STREW_MIN) operation = STREW_DO_MIN_NUMBER;
    if (nan == STREW_NAN_LOSES && reduction == STREW_MAX) operation = STREW_DO_MAX_NUMBER;
    return dtype->lane[operation] != STREW_LANE_NONE ? operation : (strew_operation)reduction; /* integers have no NaN */
}

strew_lane strew_choose_lane(const strew_dtype_record *dtype, strew_operation operation, size_t slice_bytes)
{
    if (operation != STREW_DO_NONE) return dtype->lane[operation];
    strew_lane chosen = STREW_LANE_NONE;
#define STREW_MOVE_LANE(lane, bytes)                                                                                                       \
    if (slice_bytes % (bytes) == 0) chosen = lane;
#include "axes.inc"
    return chosen;
}

/* Both lists are in order, so the first kernel of an order is found by halving; from there on it is walked until one fits. */
#define FIND_KERNEL(list, n, wanted, allowed, its_width)                                                                                   \
    do {                                                                                                                                   \
        size_t first = 0, beyond = (n);                                                                                                    \
        while (first < beyond) {                                                                                                           \
            const size_t middle = first + (beyond - first) / 2;                                                                            \
            if ((list)[middle].order < (wanted)) {                                                                                         \
                first = middle + 1;                                                                                                        \
            } else {                                                                                                                       \
                beyond = middle;                                                                                                           \
            }                                                                                                                              \
        }                                                                                                                                  \
        for (; first < (n) && (list)[first].order == (wanted); first++) {                                                                  \
            const strew_kernel *kernel = &(list)[first].kernel;                                                                            \
            const int fits = kernel->width == 0 || (size_t)kernel->width == (its_width);                                                   \
            if (fits && ((allowed)&only(kernel->isa))) return &(list)[first];                                                              \
        }                                                                                                                                  \
        return NULL;                                                                                                                       \
    } while (0)

const strew_apply_kernel *strew_find_apply(strew_isa_set allowed, strew_operation operation, strew_lane lane, size_t slice_bytes)
{
    FIND_KERNEL(apply_kernels, N_APPLY, STREW_APPLY_ORDER(operation, lane), allowed, slice_bytes / lane_bytes[lane]);
}

const strew_apply_kernel *strew_find_any_width(const strew_apply_kernel *like)
{
    while (like->kernel.width != 0) like++; /* it comes last of its instruction set */
    return like;
}

const strew_indices_kernel *strew_find_indices(strew_isa_set allowed, strew_step step, int32_t index_bytes, int is_placed, int32_t k)
{
    FIND_KERNEL(indices_kernels, N_INDICES, STREW_INDICES_ORDER(step, index_bytes, is_placed), allowed, (size_t)k);
}

const strew_deal_kernel *strew_find_deal(strew_isa_set allowed, size_t slice_bytes)
{
    for (size_t i = 0; i < N_DEAL; i++) {
        const strew_kernel *kernel = &deal_kernels[i].kernel;
        if ((size_t)kernel->width == slice_bytes && allowed & only(kernel->isa)) return &deal_kernels[i];
    }
    return NULL;
}

int strew_kernel_at(size_t i, strew_kernel *kernel)
{
    const size_t n_before_deal = (size_t)N_APPLY + N_INDICES;
    if (i >= n_before_deal + N_DEAL) return 0;
    *kernel = i < N_APPLY         ? apply_kernels[i].kernel
              : i < n_before_deal ? indices_kernels[i - N_APPLY].kernel
                                  : deal_kernels[i - n_before_deal].kernel;
    return 1;
}
