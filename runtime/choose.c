/* The kernels of a plan. */
#include "choose.h"

#include "affine.h"
#include "arg.h"
#include "convert.h"
#include "dispatch.h"
#include "fault.h"
#include "offsets.h"
#include "plan_pool.h"
#include "scale.h"
#include "source.h"
#include "types.h"

#include <string.h>

const strew_apply_kernel *strew_find_move(const strew_request *request, size_t slice_bytes)
{
    return strew_find_apply(request->allowed, STREW_DO_NONE, strew_choose_ctype(request->dtype, STREW_DO_NONE, slice_bytes), slice_bytes);
}

/* The number of elements in a row that can be written as one slice if all its indices are equal: the last dimension, if its elements are
 * adjacent and everything else moves by whole rows. Otherwise 1. */
static size_t find_row(const strew_plan_state *plan)
{
    const int32_t last = plan->n_dims - 1;
    if (!plan->position_dependent) return 1;
    const size_t row = strew_counts_of(plan)[last]; /* not 0: without tuples, no step is 1 */
    if (strew_steps_of(plan)[last] != 1 || strew_strides_of(plan)[0] % row != 0) return 1;
    for (int32_t d = 0; d < last; d++) {
        if (strew_steps_of(plan)[d] % row != 0) return 1;
    }
    return row;
}

/* Whether updates are evenly apart, or in a gather's output slices follow each other as if all were dense; in output, or a gather's data,
 * positions may be further apart. Elements of large data have slice indices, by which they are prefetched or sorted, unless updates would
 * be staged for that, which takes longer than it saves. */
static int is_even(const strew_plan_state *plan, int is_large)
{
    ptrdiff_t step;
    if (!strew_is_strided(plan)) return !is_large;
    if (strew_find_even(plan, 0, plan->n_tuples, &step) != plan->n_tuples) return 0;
    return step == (ptrdiff_t)plan->slice_bytes ? !is_large : plan->is_scatter;
}

/* Whether the tuples, or many in a row, name neighbouring elements of data by one index each, which must be in bounds. */
static int names_elements(const strew_plan_state *plan)
{
    const int32_t last = plan->n_dims - 1;
    if (plan->k != 1 || strew_strides_of(plan)[0] != 1 || plan->n_outer != 1 || plan->slice_bytes != (size_t)plan->element_bytes) return 0;
    const int is_large = (size_t)strew_sizes_of(plan)[0] > STREW_MAX_TAKEN_BYTES / plan->slice_bytes;
    if (plan->skips || plan->rules.policy == STREW_POLICY_CLAMP || plan->index_view.is_staged) return 0;
    if (strew_has_rows(plan) || strew_has_weights(plan)) return 0;
    if (strew_converts(plan) || strew_has_products(plan) || strew_passes_over_nan(plan) || !is_even(plan, is_large)) return 0;
    if (!plan->position_dependent) return 1;
    if (strew_steps_of(plan)[last] != 0) return 0;
    if (!strew_has_short_rows(plan)) return 1;
    return strew_counts_of(plan)[last] >= STREW_MIN_SHORT_ROW && plan->n_dims <= 2 && !plan->exceeds_l2;
}

/* Room for an element, n_bytes of it repeated. */
static strew_status set_element(strew_plan_state *plan, const void *element, size_t bytes, size_t n_bytes, strew_fault *fault)
{
    unsigned char *to = strew_take_room(plan, n_bytes, &plan->at.element);
    if (to == NULL) return strew_reject_room(plan, "components and options.fill", n_bytes, fault);
    if (element == NULL) memset(to, 0, n_bytes);
    for (size_t i = 0; i < n_bytes && element != NULL; i += bytes) memcpy(to + i, element, bytes);
    return STREW_OK;
}

#if STREW_BUILD_CONVERSIONS
/* Whether numbers that are too large saturate on their way, and not only in the end. */
static int saturates_each(const strew_request *request)
{
    return request->options->overflow == STREW_OVERFLOW_SATURATES && !strew_accumulates(request->reduction);
}

/* Zero if this build lacks a kernel. */
static int find_combination(strew_combination *combination, const strew_request *request)
{
    const strew_dtype data = request->data->dtype, mixed = strew_find_mixed_dtype(data, request->ordered_dtype);
    const strew_dtype_record *record = strew_find_dtype(mixed);
    const strew_operation operation = strew_choose_operation(record, request->reduction, request->options->nan);
    combination->bytes = record->bytes;
    combination->combine = strew_find_apply(request->allowed, operation, strew_choose_ctype(record, operation, record->bytes), 0);
    int is_built = combination->combine != NULL;
    is_built &= strew_find_conversion(&combination->old, data, mixed, request->allowed, 0);
    is_built &= strew_find_conversion(&combination->update, request->ordered_dtype, mixed, request->allowed, 0);
    is_built &= strew_find_conversion(&combination->result, mixed, data, request->allowed, saturates_each(request));
    return is_built;
}

/* By the caller's function. What exceeds all memory is no less, rounded up. */
static void set_function(strew_plan_state *plan, const strew_request *request, strew_conversion *conversion)
{
    const size_t bytes = request->converter->scratch_bytes;
    memset(conversion, 0, sizeof *conversion);
    conversion->whole = request->converter->convert;
    conversion->context = request->converter->context;
    conversion->is_callers = 1;
    conversion->from_bytes = (uint16_t)(request->record->is_gather ? request->element_bytes : request->ordered_bytes);
    conversion->to_bytes = (uint16_t)(request->record->is_gather ? request->ordered_bytes : request->element_bytes);
    plan->scratch_bytes = bytes > SIZE_MAX - STREW_LINE_BYTES ? SIZE_MAX : strew_round_up(bytes, STREW_LINE_BYTES);
}

/* Whether the float32 of blocks are converted on: to another float, or to finite ones. */
static int stages_blocks(const strew_request *request)
{
    const int saturates = request->record->is_gather && saturates_each(request);
    return request->block != 1 && (request->ordered_dtype != STREW_DTYPE_FLOAT32 || saturates);
}

/* By a kernel of blocks, and from float32 or to it by another conversion. */
static void set_blocks(const strew_request *request, strew_conversion *conversion)
{
    const strew_dtype ordered = request->ordered_dtype;
    const int is_gather = request->record->is_gather;
    const strew_blocks_kernel *kernel = strew_find_blocks(request->allowed, request->data->dtype);
    memset(conversion, 0, sizeof *conversion);
    conversion->whole = is_gather ? kernel->read : kernel->write;
    conversion->from_bytes = (uint16_t)(is_gather ? request->element_bytes : request->ordered_bytes);
    conversion->to_bytes = (uint16_t)(is_gather ? request->ordered_bytes : request->element_bytes);
    if (!stages_blocks(request)) return;
    conversion->block = (uint16_t)request->block;
    conversion->is_read = is_gather != 0;
    strew_find_conversion(conversion + 1, is_gather ? STREW_DTYPE_FLOAT32 : ordered, is_gather ? ordered : STREW_DTYPE_FLOAT32,
                          request->allowed, is_gather && saturates_each(request));
}

/* The kernel of a scale, which reads float32, or writes it in a gather. A build of the dtype has one. */
static void set_scale(strew_plan_state *plan, const strew_request *request)
{
    const uint32_t infinity = UINT32_C(0x7f800000);
    const strew_dtype data = request->data->dtype;
    strew_scale_map *map = strew_scale_map_of(plan);
    if (strew_is_affine(plan)) strew_affine_of(plan)->kernel = strew_find_affine(request->allowed, data);
    map->kernel = strew_find_scale(request->allowed, data);
    map->divides = request->options->scale_rule == STREW_SCALE_RULE_DIVIDES;
    memcpy(&map->largest, &infinity, sizeof infinity);
    const strew_wide *wide = strew_find_wide(data);
    if (saturates_each(request) && !request->record->is_gather) map->largest = (float)wide->largest;
}

STREW_COLD strew_status strew_set_conversion(strew_plan_state *plan, const strew_request *request, const strew_wide *wide,
                                             strew_fault *fault)
{
    const strew_dtype data = strew_scales(plan) ? STREW_DTYPE_FLOAT32 : request->data->dtype, ordered = request->ordered_dtype;
    const int is_gather = request->record->is_gather, is_mixed = request->converter == NULL && request->mixing == STREW_MIX_WIDE,
              is_staged = stages_blocks(request);
    const size_t behind = is_mixed    ? sizeof(strew_combination)
                          : is_staged ? sizeof(strew_conversion)
                                      : 0,
                 n_bytes = sizeof(strew_conversion) + behind;
    /* The place of scales needed it before. */
    strew_conversion *conversion = strew_scales(plan) ? (strew_conversion *)(uintptr_t)strew_conversion_of(plan)
                                                      : strew_take_room(plan, n_bytes, &plan->at.conversion);
    if (conversion == NULL) return strew_reject_room(plan, is_gather ? "data and output" : "data and updates", n_bytes, fault);
    plan->scratch_bytes = 0;
    if (request->converter != NULL) {
        set_function(plan, request, conversion);
        return STREW_OK;
    }
    if (request->block != 1 && !strew_scales(plan)) {
        set_blocks(request, conversion);
        return STREW_OK;
    }
    const strew_dtype from = is_gather ? data : ordered, to = is_gather ? ordered : request->mixing == STREW_MIX_SUMS ? wide->wide : data;
    /* What is added up saturates in the end, and so does what is scaled before it is rounded. */
    const int saturates = saturates_each(request) && (is_gather || !strew_scales(plan));
    int is_built = strew_find_conversion(conversion, from, to, request->allowed, saturates);
    if (is_mixed) is_built &= find_combination((strew_combination *)(conversion + 1), request);
    if (strew_scales(plan)) set_scale(plan, request);
    const strew_fault lacking = {.status = STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_NONE, .high = (int64_t)ordered};
    return is_built ? STREW_OK : strew_report(fault, &lacking); /* uncovered: a build lacks a type that both are converted to, or none */
}
#endif

/* The type that updates have when they are multiplied or looked at: of converted ones, that in which they are combined. */
static strew_dtype staged_dtype_of(const strew_plan_state *plan, const strew_request *request, const strew_wide *wide)
{
#if STREW_BUILD_CONVERSIONS
    if (strew_converts_to_sums(plan)) return wide->wide;
    if (strew_is_mixed(plan)) return strew_find_mixed_dtype(request->data->dtype, request->ordered_dtype);
#endif
    (void)plan;
    (void)wide;
    return request->data->dtype;
}

/* The factor of all updates, and the kernel that multiplies by it, into a wider type if that is accumulated in. */
static STREW_INLINE strew_status set_alpha(strew_plan_state *plan, const strew_request *request, const strew_wide *wide, strew_fault *fault)
{
    plan->multiply = NULL;
    if (!strew_has_alpha(request)) return STREW_OK;
    const int is_widened = wide != NULL && !strew_converts(plan);
    const strew_dtype staged = staged_dtype_of(plan, request, wide);
    const strew_ctype ctype = is_widened ? wide->widened : strew_find_dtype(staged)->cells[STREW_DO_MUL].ctype;
    plan->multiply = strew_find_apply(request->allowed, STREW_DO_MUL, ctype, 0);
    if (plan->multiply == NULL) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_MUL, .high = (int64_t)request->data->dtype);
    }
    /* The bytes of a number divide a line. */
    unsigned char alpha[sizeof(uint64_t)];
    const uint32_t first = 0;
    const strew_slices one = {request->element_bytes, 0, 0, 0, 0, &first, 0};
#if STREW_BUILD_CONVERSIONS
    if (strew_is_mixed(plan)) {
        strew_convert_by_steps(&strew_combination_of(plan)->old, alpha, request->options->alpha, 1);
        return set_element(plan, alpha, strew_dtype_size(staged), STREW_LINE_BYTES, fault);
    }
#endif
    if (wide == NULL) return set_element(plan, request->options->alpha, request->element_bytes, STREW_LINE_BYTES, fault);
    plan->widen->run(alpha, request->options->alpha, &first, 1, &one);
    return set_element(plan, alpha, wide->bytes, STREW_LINE_BYTES, fault);
}

#if STREW_BUILD_FUSED
/* How products with weights are made, of updates and weights of any type. */
STREW_COLD static strew_status set_weighing(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    const strew_dtype products = request->product_dtype, updates = request->updates->dtype, weights = request->weights->dtype;
    strew_weighing *weighing = strew_weighing_of(plan);
    weighing->multiply = strew_find_apply(request->allowed, STREW_DO_MUL, strew_find_dtype(products)->cells[STREW_DO_MUL].ctype, 0);
    weighing->numbers = strew_find_numbers(products);
    weighing->update_bytes = (uint16_t)request->read_bytes;
    weighing->product_bytes = (uint16_t)strew_dtype_size(products);
    weighing->reads = products != updates;
    weighing->widens = products != weights;
    int is_built = weighing->multiply != NULL;
    if (weighing->reads) is_built &= strew_find_conversion(&weighing->read, updates, products, request->allowed, 0);
    if (weighing->widens) is_built &= strew_find_conversion(&weighing->widen, weights, products, request->allowed, 0);
    if (is_built) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_MUL, .high = (int64_t)products);
}

/* The kernels of indices that find rows, if these indices are as kernels read them and none is ignored. */
static void find_row_kernels(strew_plan_state *plan, const strew_request *request)
{
    strew_source *source = strew_source_of(plan);
    const int is_of_kernels = source->dtype == STREW_DTYPE_INT32 || source->dtype == STREW_DTYPE_INT64;
    if (!is_of_kernels || source->has_ignore_index || source->n_rows == 0 || source->n_rows >= UINT32_MAX) return;
    const strew_step step = source->policy == STREW_POLICY_CLAMP ? STREW_STEP_CLAMP : STREW_STEP_LINEARISE;
    const int32_t bytes = (int32_t)strew_dtype_size(source->dtype);
    for (int32_t i = 0; i < STREW_MAX_INDEX_LANES; i++) {
        source->low[i] = source->wraps ? -(int64_t)source->n_rows : 0;
        source->size[i] = (int64_t)source->n_rows;
        source->stride[i] = 1;
    }
    source->check = strew_find_indices(request->allowed, STREW_STEP_CHECK, bytes, 0, 1);
    source->locate = strew_find_indices(request->allowed, step, bytes, 0, 1);
}

/* Whether updates are rows: of a table; or of a segment, where they are evenly apart. */
static int finds_rows(const strew_plan_state *plan)
{
    ptrdiff_t step = (ptrdiff_t)plan->slice_bytes;
    uint64_t n_rows = plan->n_tuples;
    if (strew_has_rows(plan)) {
        step = (ptrdiff_t)strew_source_of(plan)->row_bytes;
        n_rows = strew_source_of(plan)->n_rows;
    } else if (!strew_is_segment(plan) || plan->n_tuples == 0 ||
               (strew_is_strided(plan) && strew_find_even(plan, 0, plan->n_tuples, &step) != plan->n_tuples)) {
        return 0;
    }
    return step >= 0 && n_rows < UINT32_MAX;
}

/* Whether rows are combined as they are, or in a wider type, if they have a weight each, or none. */
static int combines_rows(const strew_plan_state *plan, const strew_request *request, strew_ctype ctype, const strew_wide *wide)
{
    if (!strew_takes_updates_as_is(plan) || (wide == NULL && plan->sum_bytes != 0) || !finds_rows(plan)) return 0;
    if (!strew_has_weights(plan)) return 1;
    const strew_weighing *weighing = strew_weighing_of(plan);
    const int has_one_each = weighing->at.n_elements == 0 && weighing->at.element_step == 0;
    const int is_wide = request->product_dtype == (wide != NULL ? wide->wide : request->data->dtype);
    if (!has_one_each || !is_wide || request->updates->dtype != request->data->dtype) return 0;
    if (wide != NULL) return 1;
    if (weighing->reads || weighing->widens || weighing->at.bytes != request->element_bytes) return 0;
    return request->dtype->cells[STREW_DO_MUL].ctype == ctype; /* a complex number is no number of its parts */
}

/* The kernel that combines rows in registers. */
static const strew_fuse_kernel *find_fuse(const strew_plan_state *plan, const strew_request *request, strew_operation operation,
                                          strew_ctype ctype, const strew_wide *wide)
{
    if (!combines_rows(plan, request, ctype, wide)) return NULL;
    return strew_find_fuse(request->allowed, operation, wide != NULL ? wide->widened : ctype);
}
#else
#define set_weighing(plan, request, fault) STREW_OK
#define find_row_kernels(plan, request) ((void)(plan))
#define find_fuse(plan, request, operation, ctype, wide) NULL
#endif

#if STREW_BUILD_SUMS
/* What a plan accumulates in, if that is wider than its data: what the call asks for; and of a mean what it always does. */
static const strew_wide *find_wide(const strew_plan_state *plan, const strew_request *request)
{
    if (request->wide != NULL || request->reduction != STREW_REDUCTION_MEAN) return request->wide;
    if (!request->dtype->is_integer) return request->dtype->is_small_float ? strew_find_wide(request->data->dtype) : NULL;
    const strew_mean_kernel *mean = strew_find_mean(request->dtype->cells[STREW_DO_MEAN].ctype, plan->n_tuples);
    return mean != NULL && mean->start == NULL ? strew_find_wide(request->data->dtype) : NULL;
}

#else
#define find_wide(plan, request) ((void)(plan), (const strew_wide *)NULL)
#endif

#if STREW_BUILD_ARG
/* The kernel that compares: elements as they are, or what both are converted to. */
static strew_status choose_arg(const strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    const strew_dtype dtype = staged_dtype_of(plan, request, NULL);
    if (strew_choose_arg(plan, request, dtype)) return STREW_OK;
    return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = (int64_t)request->reduction, .high = (int64_t)dtype);
}
#else
#define choose_arg(plan, request, fault) STREW_OK
#endif

/* The kernels of a scatter, but for those of rows and of single elements. */
typedef struct chosen {
    strew_operation operation;
    strew_ctype ctype; /* STREW_CTYPE_NONE for moves, where the width decides */
    const strew_wide *wide;
} chosen;

static strew_ctype ctype_of(const strew_request *request, const chosen *chosen, size_t slice_bytes)
{
    return chosen->ctype != STREW_CTYPE_NONE ? chosen->ctype : strew_choose_ctype(request->dtype, chosen->operation, slice_bytes);
}

static const strew_apply_kernel *find_apply(const strew_request *request, const chosen *chosen, size_t slice_bytes)
{
    return strew_find_apply(request->allowed, chosen->operation, ctype_of(request, chosen, slice_bytes), slice_bytes);
}

/* What is done with updates: a wider accumulation reads them as they are stored, unless something else is done with them before. */
static chosen choose(const strew_plan_state *plan, const strew_request *request)
{
    chosen chosen = {strew_choose_operation(request->dtype, request->reduction, request->options->nan), STREW_CTYPE_NONE,
                     find_wide(plan, request)};
    if (request->reduction == STREW_REDUCTION_MEAN && chosen.wide == NULL && request->dtype->is_integer) chosen.operation = STREW_DO_MEAN;
    if (chosen.wide == NULL) return chosen;
    const int is_product = request->weights != NULL && request->product_dtype == chosen.wide->wide;
    const int is_staged = strew_has_alpha(request) || request->numbers != NULL || strew_converts_to_sums(plan) || is_product;
    chosen.ctype = is_staged ? chosen.wide->ctype : chosen.wide->widened;
    return chosen;
}

/* The kernel that puts first updates in the place of old elements, or in that of their sums. */
static const strew_apply_kernel *find_first(const strew_plan_state *plan, const strew_request *request, const strew_wide *wide)
{
    if (wide == NULL) return strew_find_move(request, plan->slice_bytes);
    const int is_product = request->weights != NULL && request->product_dtype == wide->wide;
    if (!strew_converts_to_sums(plan) && !is_product) return plan->widen;
    return strew_find_apply(request->allowed, STREW_DO_NONE, strew_choose_ctype(strew_find_dtype(wide->wide), STREW_DO_NONE, wide->bytes),
                            0);
}

#if STREW_BUILD_SEGMENT
/* The bits of an unsigned integer of so many bytes, as they are stored. */
static void store_bits(unsigned char *to, uint64_t bits, size_t bytes)
{
    const uint8_t b1 = (uint8_t)bits;
    const uint16_t b2 = (uint16_t)bits;
    const uint32_t b4 = (uint32_t)bits;
    memcpy(to,
           bytes == 1   ? (const void *)&b1
           : bytes == 2 ? (const void *)&b2
           : bytes == 4 ? (const void *)&b4
                        : (const void *)&bits,
           bytes);
}

/* The largest magnitude of a float that is no NaN, as bits. */
static uint64_t largest_bits_of(strew_dtype dtype)
{
    static const strew_numbers all[] = {
#define STREW_DTYPE_WITH_NAN(dtype, part_bytes, n_parts, largest) {dtype, part_bytes, n_parts, largest},
#include "axes.inc"
    };
    size_t i = 0;
    while (all[i].dtype != dtype) i++; /* every float has NaN */
    return all[i].largest;
}

/* The element that a reduction changes nothing by; zero if there is none. The exponent of 1 is half the range of exponents. */
static int find_identity(unsigned char *element, const strew_request *request)
{
    const strew_dtype_record *dtype = request->dtype;
    const strew_reduction reduction = request->reduction;
    const int is_real = dtype->value_bits != 0, is_max = reduction == STREW_REDUCTION_MAX;
    const size_t part_bytes = is_real ? dtype->bytes : dtype->bytes / 2;
    const int n_bits = 8 * (int)part_bytes;
    const uint64_t sign = UINT64_C(1) << (n_bits - 1);
    if (reduction == STREW_REDUCTION_ADD || reduction == STREW_REDUCTION_SUB) return 1;
    if (reduction == STREW_REDUCTION_MUL) {
        const int mantissa_bits = is_real ? dtype->value_bits - 1 : part_bytes == sizeof(float) ? 23 : 52;
        const int is_float = dtype->is_float || !is_real;
        store_bits(element, is_float ? (sign >> 1) - (UINT64_C(1) << mantissa_bits) : 1, part_bytes);
        return 1;
    }
    if (!is_real || reduction == STREW_REDUCTION_MEAN) return 0;
    const uint64_t lowest = dtype->is_float    ? sign | largest_bits_of(request->data->dtype)
                            : dtype->is_signed ? sign
                                               : 0,
                   highest = dtype->is_float     ? largest_bits_of(request->data->dtype)
                             : dtype->is_signed  ? sign - 1
                             : dtype->is_integer ? (sign - 1) | sign
                                                 : 1;
    store_bits(element, is_max ? lowest : highest, part_bytes);
    return 1;
}

/* What output begins with. */
static strew_status set_initial(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    unsigned char element[2 * sizeof(uint64_t)] = {0};
    if (request->options->initial == STREW_INITIAL_DATA) return STREW_OK;
    if (request->options->initial == STREW_INITIAL_IDENTITY && !find_identity(element, request)) {
        return STREW_REJECT(fault, STREW_STATUS_NO_IDENTITY, .value = (int64_t)request->reduction, .high = (int64_t)request->data->dtype);
    }
    return set_element(plan, element, request->element_bytes, request->element_bytes, fault);
}
#else
#define set_initial(plan, request, fault) STREW_OK
#endif

#if STREW_BUILD_SEGMENT && STREW_BUILD_FUSED
/* Whether weights follow each other as kernels read them. */
static int are_weights_adjacent(const strew_plan_state *plan)
{
    const strew_factors *factors = &strew_weighing_of(plan)->at;
    const strew_digit *digits = strew_digits_of(factors);
    return factors->n_named == 1 && digits->n == 1 && digits->step == (int64_t)factors->bytes;
}

/* Whether update indices follow each other as kernels read them, and every tuple has a row. */
static int are_rows_adjacent(const strew_plan_state *plan)
{
    const strew_source *source = strew_source_of(plan);
    ptrdiff_t step;
    if (source->n_rows == 0 || source->policy == STREW_POLICY_CLAMP || strew_passes_over_rows(plan)) return 0;
    if (source->dtype != STREW_DTYPE_INT32 && source->dtype != STREW_DTYPE_INT64) return 0;
    if (strew_find_even(plan, 0, plan->n_tuples, &step) != plan->n_tuples) return 0;
    return step == (ptrdiff_t)strew_dtype_size(source->dtype);
}

/* Whether rows of a table are copied before they are reduced, some at a time. Only single numbers have weights there. */
static int stages_rows(const strew_plan_state *plan, const strew_request *request, strew_ctype ctype)
{
    if (!strew_has_rows(plan) || strew_passes_over_rows(plan) || !combines_rows(plan, request, ctype, NULL)) return 0;
    if (!strew_has_weights(plan)) return 1;
    return plan->slice_bytes == (size_t)plan->element_bytes && are_weights_adjacent(plan);
}
#else
#define stages_rows(plan, request, ctype) 0
#endif

#if STREW_BUILD_SEGMENT
/* The kernel that reduces segments whose updates follow each other, if slices are narrow and nothing else is done with them. */
static const strew_reduce_kernel *find_reduce(const strew_plan_state *plan, const strew_request *request, strew_operation operation,
                                              strew_ctype ctype)
{
    ptrdiff_t step = (ptrdiff_t)plan->slice_bytes;
    if (!strew_takes_updates_as_is(plan) || plan->slice_bytes > STREW_MAX_REDUCED_BYTES || !strew_has_lengths(plan)) return NULL;
    if (strew_has_rows(plan) || strew_has_weights(plan)) {
        if (!stages_rows(plan, request, ctype)) return NULL;
    } else if (strew_is_strided(plan) && strew_find_even(plan, 0, plan->n_tuples, &step) != plan->n_tuples) {
        return NULL;
    }
    return step > 0 ? strew_find_reduce(request->allowed, operation, ctype) : NULL;
}
#else
#define find_reduce(plan, request, operation, ctype) NULL
#endif

#if STREW_BUILD_SEGMENT && STREW_BUILD_FUSED
/* The kernel that reduces segments of rows. Counts of more rows than MAX_FLOAT_COUNT are no float32. */
static const strew_bag_kernel *find_bag(const strew_plan_state *plan, const strew_request *request, strew_operation operation,
                                        strew_ctype ctype, const strew_wide *wide)
{
    enum { MAX_FLOAT_COUNT = 1 << 24 };
    const int is_mean = plan->mean != NULL;
    if (!strew_has_lengths(plan) || (is_mean && !strew_replaces(plan))) return NULL; /* old elements count in a mean */
    if (!strew_has_offsets(plan) && wide == NULL && plan->slice_bytes < STREW_MIN_SORTED_BYTES) return NULL;
    if (plan->saturates || strew_compares(plan) || (is_mean && wide != NULL && plan->n_tuples > MAX_FLOAT_COUNT)) return NULL;
    if (!combines_rows(plan, request, ctype, wide)) return NULL;
    if ((strew_has_rows(plan) && !are_rows_adjacent(plan)) || (strew_has_weights(plan) && !are_weights_adjacent(plan))) return NULL;
    if (strew_has_weights(plan) && wide == NULL && request->dtype->is_small_float) return NULL; /* products would be rounded */
    const strew_bag_kernel *kernel = strew_find_bag(request->allowed, operation, wide != NULL ? wide->widened : ctype);
    if (kernel == NULL || plan->slice_bytes < kernel->min_bytes) return NULL;
    return strew_replaces(plan) || plan->slice_bytes % kernel->whole_bytes == 0 ? kernel : NULL;
}
#else
#define find_bag(plan, request, operation, ctype, wide) NULL
#endif

static STREW_INLINE strew_status choose_scatter(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    const chosen chosen = choose(plan, request);
    const strew_wide *wide = chosen.wide;
    const int64_t dtype_number = (int64_t)request->data->dtype;
    const strew_ctype element_ctype = ctype_of(request, &chosen, plan->slice_bytes);
    if (element_ctype == STREW_CTYPE_NONE) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_REDUCTION, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    const int is_staged = wide != NULL && chosen.ctype == wide->ctype;
    const strew_apply_kernel *apply = find_apply(request, &chosen, is_staged ? 0 : plan->slice_bytes);
    plan->widen = wide != NULL ? strew_find_apply(request->allowed, STREW_DO_NONE, wide->widened, 0) : NULL;
    const int excludes_self = request->options->excludes_self && chosen.operation != STREW_DO_MEAN && !strew_compares(plan);
    const strew_apply_kernel *move = excludes_self ? find_first(plan, request, wide) : NULL;
    /* uncovered: a build has the kernels that move, or it does not */
    if (!request->dtype->built || !strew_reduction_is_built(request->reduction) || apply == NULL || (excludes_self && move == NULL)) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = (int64_t)request->reduction, .high = dtype_number);
    }
    strew_status status = strew_converts(plan) ? strew_set_conversion(plan, request, wide, fault) : STREW_OK;
    if (status == STREW_OK) status = set_alpha(plan, request, wide, fault);
    if (status == STREW_OK && request->weights != NULL) status = set_weighing(plan, request, fault);
    if (status == STREW_OK && request->record->is_segment) status = set_initial(plan, request, fault);
    if (status == STREW_OK && strew_compares(plan)) status = choose_arg(plan, request, fault);
    if (status != STREW_OK) return status;
    plan->numbers = request->numbers != NULL ? strew_find_numbers(staged_dtype_of(plan, request, wide)) : NULL;
    const int is_as_dense = strew_is_as_dense(plan);
    const size_t row = is_as_dense && request->record->is_elements ? find_row(plan) : 1, row_bytes = row * plan->slice_bytes;
    const int is_mean = request->reduction == STREW_REDUCTION_MEAN, is_quotient = is_mean && request->dtype->is_integer;
    const strew_ctype ctype = wide != NULL && !is_quotient ? wide->ctype : request->dtype->cells[STREW_DO_MEAN].ctype;
    plan->mean = is_mean ? strew_find_mean(ctype, wide != NULL ? 0 : plan->n_tuples) : NULL; /* wide sums of integers are int64 */
    plan->sum_bytes = (int8_t)(wide != NULL ? wide->bytes : chosen.operation == STREW_DO_MEAN ? plan->mean->sum_bytes : 0);
    plan->narrow = wide != NULL && !is_quotient ? strew_find_apply(request->allowed, STREW_DO_NONE, wide->narrowed, 0) : NULL;
    plan->saturates = request->wide != NULL && request->options->overflow == STREW_OVERFLOW_SATURATES;
    if (chosen.operation == STREW_DO_MEAN) apply = &plan->mean->sum;
    if (plan->stride_bytes != plan->slice_bytes && plan->sum_bytes == 0) apply = strew_of_any_width(apply);
    if (plan->stride_bytes != plan->slice_bytes && excludes_self) move = strew_of_any_width(move);
    plan->apply = plan->data_bytes != 0 && (!strew_is_strided(plan) || plan->updates_bytes != 0) ? apply : NULL;
    plan->apply_row = row > 1 ? find_apply(request, &chosen, row_bytes) : NULL;
    if (chosen.operation == STREW_DO_MEAN && row > 1) plan->apply_row = apply;
    plan->move = move;
    plan->move_row = !excludes_self || row <= 1 ? NULL : wide != NULL ? move : strew_find_move(request, row_bytes);
    const int is_rounded_alone = wide != NULL && !is_staged && !is_mean && !excludes_self && !plan->saturates;
    plan->sum = is_as_dense && is_rounded_alone ? strew_find_sum(request->allowed, chosen.operation, wide->widened) : NULL;
    const int needs_touched = strew_needs_touched(plan);
    plan->select = is_as_dense && !needs_touched ? strew_find_select(request->allowed, plan->slice_bytes) : NULL;
    if (strew_has_rows(plan)) find_row_kernels(plan, request);
    plan->fuse = find_fuse(plan, request, chosen.operation, element_ctype, wide);
    const int may_have_lengths = request->record->is_segment || request->options->sorted != STREW_HINT_NONE;
    plan->reduce = request->record->is_segment ? find_reduce(plan, request, chosen.operation, element_ctype) : NULL;
    plan->bag = may_have_lengths && plan->reduce == NULL ? find_bag(plan, request, chosen.operation, element_ctype, wide) : NULL;
    const int is_put = plan->apply != NULL && !needs_touched && !strew_compares(plan) && names_elements(plan);
    plan->put = is_put ? strew_find_put(request->allowed, chosen.operation, element_ctype, plan->index_bytes, plan->slice_bytes) : NULL;
    return STREW_OK;
}

#if STREW_BUILD_FEATURE_GATHER
/* Skipped slices of a gather with a scale, which is not that of any element of data: the fill is converted as if it were 1. */
static STREW_INLINE strew_status set_scaled_fill(strew_plan_state *plan, const void *fill, strew_fault *fault)
{
#if STREW_BUILD_CONVERSIONS
    unsigned char converted[2 * sizeof(float)]; /* of two elements in a byte */
    const strew_scaling none = strew_scaling_of(strew_scale_map_of(plan));
    if (fill != NULL && strew_is_affine(plan)) {
        float wide[2];
        const size_t n = strew_read_affine_element(wide, fill, plan->dtype);
        strew_convert_by_steps(strew_conversion_of(plan), converted, (const unsigned char *)wide, n);
    } else if (fill != NULL) {
        strew_convert_scaled(plan, converted, fill, 1, &none);
    }
    return set_element(plan, fill != NULL ? converted : NULL, (size_t)plan->converted_bytes, (size_t)plan->converted_bytes, fault);
#else
    return (void)plan, (void)fill, (void)fault, STREW_OK; /* uncovered: no plan scales */
#endif
}

static STREW_INLINE strew_status choose_gather(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    if (!request->dtype->built) {
        return STREW_REJECT(fault, STREW_STATUS_NOT_BUILT, .value = STREW_REDUCTION_NONE, .high = (int64_t)request->data->dtype);
    }
    const int is_empty = plan->updates_bytes == 0;
    const size_t row = strew_is_strided(plan) || !request->record->is_elements ? 1 : find_row(plan);
    plan->gather = !is_empty ? strew_find_gather(request->allowed, plan->slice_bytes) : NULL;
    plan->gather_row = !is_empty && row > 1 ? strew_find_gather(request->allowed, row * plan->slice_bytes) : NULL;
    plan->take = !is_empty && names_elements(plan) ? strew_find_take(request->allowed, plan->index_bytes, plan->slice_bytes) : NULL;
    const strew_status status = strew_converts(plan) ? strew_set_conversion(plan, request, NULL, fault) : STREW_OK;
    const void *fill = request->options->fill;
    if (status != STREW_OK || (!plan->skips && fill == NULL)) return status;
    if (strew_scales(plan)) return set_scaled_fill(plan, fill, fault);
    return set_element(plan, fill, request->element_bytes, request->element_bytes, fault);
}
#else
#define choose_gather(plan, request, fault) STREW_OK /* uncovered: this build has no gathers */
#endif

strew_status strew_choose(strew_plan_state *plan, const strew_request *request, strew_fault *fault)
{
    return request->record->is_gather ? choose_gather(plan, request, fault) : choose_scatter(plan, request, fault);
}
