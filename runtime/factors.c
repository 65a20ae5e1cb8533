/* Factors: digits, the factors of a slice, and the dimensions that digits are made of. */
#include "factors.h"

#include "fault.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* ---- Digits -------------------------------------------------------------------------------------------------------------------------- */

/* The largest n first. Few parts, which nearly always are in order. */
static void sort(strew_part *parts, int32_t n_parts)
{
    for (int32_t i = 1; i < n_parts; i++) {
        const strew_part part = parts[i];
        int32_t at = i;
        for (; at > 0 && parts[at - 1].n < part.n; at--) parts[at] = parts[at - 1];
        parts[at] = part;
    }
}

const strew_part *strew_find_ambiguous(strew_part *parts, int32_t n_parts, uint64_t *smallest)
{
    uint64_t sum = 0;
    sort(parts, n_parts);
    for (int32_t i = n_parts - 1; i >= 0; i--) {
        *smallest = sum + 1;
        if (parts[i].n <= sum) return parts + i;
        sum += (uint64_t)(parts[i].count - 1) * parts[i].n;
    }
    return NULL;
}

/* Takes room for one more digit, unless it does the work of the last one too. */
static int add_digit(strew_plan_state *plan, uint8_t *n_digits, uint64_t n, int64_t step)
{
    strew_place at = 0;
    strew_digit *last = (strew_digit *)(strew_pool_of(plan) + plan->at.n_words) - 1;
    if (*n_digits != 0 && last->n % n == 0 && strew_is_as_long(last->step, step, (size_t)(last->n / n))) {
        last->n = n;
        last->step = step;
        return 1;
    }
    strew_digit *digit = strew_take_room(plan, sizeof *digit, &at);
    if (digit == NULL) return 0;
    *digit = (strew_digit){n, step};
    ++*n_digits;
    return 1;
}

int strew_take_digits(strew_plan_state *plan, strew_part *parts, int32_t n_parts, size_t block, uint8_t *n_digits)
{
    enum { DIGIT_WORDS = sizeof(strew_digit) / sizeof(uint64_t) };
    *n_digits = 0;
    sort(parts, n_parts);
    for (int32_t i = 0; i < n_parts; i++) {
        const strew_part *part = parts + i;
        if (!add_digit(plan, n_digits, part->n * (part->is_in_blocks ? block : 1), part->step)) return 0;
        if (part->is_in_blocks && !add_digit(plan, n_digits, part->n, 0)) return 0;
    }
    /* A digit without a step is only there for those behind it. */
    for (; *n_digits != 0 && ((strew_digit *)(strew_pool_of(plan) + plan->at.n_words) - 1)->step == 0; --*n_digits) {
        plan->at.n_words = (strew_place)(plan->at.n_words - DIGIT_WORDS);
    }
    return 1;
}

int strew_take_element_digits(strew_plan_state *plan, strew_factors *factors, strew_part *parts, int32_t n_parts, size_t block)
{
    if (!strew_take_digits(plan, parts, n_parts, block, &factors->n_elements)) return 0;
    const strew_digit *last = strew_digits_of(factors) + factors->n_named + factors->n_outer + factors->n_elements - 1;
    factors->element_step = 0;
    if (factors->n_elements == 0 || last->n != 1) return 1;
    factors->element_step = last->step;
    factors->n_elements--;
    return 1;
}

/* ---- The factors of a slice ---------------------------------------------------------------------------------------------------------- */

/* Elements whose factors are element_step apart: those from `element` on, of a run that begins at `start`. */
typedef struct run {
    const unsigned char *start;
    size_t element, n;
    size_t n_above; /* until a digit other than the last one changes: till then the next run begins a step of the last digit further */
} run;

static STREW_INLINE run find_run(const strew_factors *factors, const unsigned char *start, size_t element, size_t n)
{
    const strew_digit *digits = strew_digits_of(factors) + factors->n_named + factors->n_outer;
    run run = {start, element, n, n};
    for (size_t i = 0; i < factors->n_elements; i++) {
        const size_t n_of_digit = (size_t)digits[i].n;
        run.start += (ptrdiff_t)(run.element / n_of_digit) * (ptrdiff_t)digits[i].step;
        run.element %= n_of_digit;
        run.n_above = run.n;
        run.n = strew_min(run.n, n_of_digit - run.element);
    }
    return run;
}

static STREW_INLINE const unsigned char *first_of(const run *run, ptrdiff_t step)
{
    return run->start + (ptrdiff_t)run->element * step;
}

/* Compilers make vectors of a loop whose length is constant. The number of bytes is too where this is called. */
static STREW_INLINE void repeat(unsigned char *to, const unsigned char *from, size_t n, size_t bytes)
{
    enum { GROUP = 16 };
    for (; n >= GROUP; n -= GROUP, to += GROUP * bytes) {
        for (size_t i = 0; i < GROUP; i++) memcpy(to + i * bytes, from, bytes);
    }
    for (size_t i = 0; i < n; i++) memcpy(to + i * bytes, from, bytes);
}

static STREW_INLINE void copy_factors_of(unsigned char *to, const unsigned char *from, ptrdiff_t step, size_t n, size_t bytes)
{
    if (step == 0) {
        repeat(to, from, n, bytes);
    } else {
        for (size_t i = 0; i < n; i++, from += step) memcpy(to + i * bytes, from, bytes);
    }
}

static STREW_INLINE void copy_run(unsigned char *to, const run *run, ptrdiff_t step, size_t n, size_t bytes)
{
    const unsigned char *from = first_of(run, step);
    switch (bytes) {
    case 4: copy_factors_of(to, from, step, n, 4); break; /* all scales */
    case 2: copy_factors_of(to, from, step, n, 2); break;
    case 8: copy_factors_of(to, from, step, n, 8); break;
    default: copy_factors_of(to, from, step, n, bytes); break;
    }
}

void strew_copy_factors(const strew_factors *factors, const unsigned char *start, size_t first, size_t n, void *to)
{
    const strew_digit *last = strew_digits_of(factors) + factors->n_named + factors->n_outer + factors->n_elements - 1;
    const size_t bytes = factors->bytes;
    run run = find_run(factors, start, first, n);
    for (size_t done = 0;;) {
        /* uncovered: a row of blocks has elements, and the last of them ends it */
        for (const size_t end = done + run.n_above; done < end;) {
            copy_run((unsigned char *)to + done * bytes, &run, (ptrdiff_t)factors->element_step, run.n, bytes);
            done += run.n;
            if (done >= end) break;
            run.start += (ptrdiff_t)last->step;
            run.element = 0;
            run.n = strew_min((size_t)last->n, end - done);
        }
        if (done >= n) return;
        run = find_run(factors, start, first + done, n - done);
    }
}

size_t strew_find_factors(const strew_factors *factors, const unsigned char *start, size_t first, size_t n, const unsigned char **at)
{
    const run run = find_run(factors, start, first, n);
    *at = first_of(&run, (ptrdiff_t)factors->element_step);
    return run.n;
}

/* ---- Dimensions ---------------------------------------------------------------------------------------------------------------------- */

/* The dimensions of a number, and what of the factors their parts need. */
typedef struct parts {
    int64_t steps[STREW_MAX_RANK]; /* of the factors, by dimension of the tensor that has them */
    size_t last_block;             /* the elements of its last dimension that share a factor */
    int32_t n_dims;                /* of that tensor */
    int is_of_data;                /* its dimensions are those of data, and not of the ordered side */
    strew_part of[STREW_MAX_RANK];
    int32_t n;
} parts;

#if STREW_BUILD_CONVERSIONS
static void find_scale_steps(parts *parts, const strew_tensor *scaled, const strew_tensor *scale, size_t bytes)
{
    const int32_t first = scaled->rank - scale->rank;
    memset(parts->steps, 0, sizeof parts->steps);
    parts->n_dims = scaled->rank;
    strew_find_steps(parts->steps + first, scale, scale->strides, bytes);
    const int64_t n_last = scale->rank != 0 ? scale->shape[scale->rank - 1] : 1;
    parts->last_block = n_last > 1 ? (size_t)(scaled->shape[scaled->rank - 1] / n_last) : 1;
}
#endif

/* Adds dimension d of the tensor with factors, which has `size` indices there, to a number that counts n for each of them. If it is turned,
 * index 0 is the last one. */
static void add_part(parts *parts, strew_factors *factors, uint64_t n, int32_t d, size_t size, size_t count, int is_turned)
{
    const size_t block = d == parts->n_dims - 1 ? parts->last_block : 1;
    strew_part part = {n, count, parts->steps[d], d, block != 1};
    if (count == 1 || (n == 0 && part.step == 0)) return;
    if (is_turned) {
        factors->base += (int64_t)(size / block - 1) * part.step;
        part.step = -part.step;
    }
    parts->of[parts->n++] = part;
}

/* The dimensions of one kind. In a slice a number counts elements, elsewhere it counts the indices of all dimensions behind. */
STREW_OWN_FRAME static void add_parts(parts *parts, strew_factors *factors, const strew_plan_state *plan, const strew_dims *dims,
                                      const strew_request *request, strew_dim_kind kind)
{
    uint64_t n = 1;
    parts->n = 0;
    for (int32_t i = dims->n - 1; i >= 0; i--) {
        const strew_dim *dim = dims->of + i;
        if (dim->kind != (int16_t)kind) continue;
        if (kind == STREW_DIM_USED) n = (uint64_t)(dim->named / plan->element_bytes);
        const int32_t d = parts->is_of_data ? dim->of_data : i;
        const size_t size = parts->is_of_data ? (size_t)request->data->shape[d] : dim->count;
        add_part(parts, factors, n, d, size, dim->count, dim->is_turned);
        n *= dim->count;
    }
}

/* Those of the slices that the tuples name: of components, and of positions. A slice index tells the dimensions apart, unless the data of a
 * gather has elements at one address. */
STREW_OWN_FRAME static strew_status add_named_parts(parts *parts, strew_factors *factors, const strew_plan_state *plan,
                                                    const strew_dims *dims, const strew_request *request, strew_fault *fault)
{
    const strew_tensor named = {request->data->dtype, request->data->rank, request->data->shape, NULL,
                                request->record->is_gather ? request->data->strides : request->output_strides};
    const strew_tensor *data = &named;
    const int64_t unit = (int64_t)plan->stride_bytes;
    const int32_t end = request->record->is_flat ? data->rank : plan->axis + plan->k;
    uint64_t smallest = 0;
    int has_steps = 0;
    parts->n = 0;
    for (int32_t d = request->record->is_flat ? 0 : plan->axis; d < end; d++) {
        const int64_t step = strew_find_step(data, d, request->element_bytes);
        add_part(parts, factors, strew_magnitude_of(step / unit), d, (size_t)data->shape[d], (size_t)data->shape[d], step < 0);
    }
    for (int32_t i = 0; i < dims->n; i++) {
        const strew_dim *dim = dims->of + i;
        const int32_t d = dim->of_data;
        if (dim->kind != STREW_DIM_TUPLES || d < 0 || (d >= plan->axis && d < end)) continue;
        const uint64_t n = strew_magnitude_of(dim->named / unit);
        add_part(parts, factors, n, d, (size_t)data->shape[d], dim->count, dim->is_turned);
        /* Backwards, positions count from the last one that there is. A single one has no part. */
        if (dim->is_turned && dim->count != 1) factors->first += (uint64_t)((size_t)data->shape[d] - dim->count) * n;
    }
    for (int32_t i = 0; i < parts->n; i++) has_steps |= parts->of[i].step != 0;
    const strew_part *ambiguous = has_steps ? strew_find_ambiguous(parts->of, parts->n, &smallest) : NULL;
    if (!has_steps) parts->n = 0;
    if (ambiguous == NULL) return STREW_OK;
    const int32_t d = ambiguous->dimension;
    const int64_t step = strew_find_step(data, d, request->element_bytes);
    return STREW_REJECT(fault, STREW_STATUS_STRIDES_OVERLAP, .subject = "data", .dimension = d, .value = step / plan->element_bytes,
                        .low = (int64_t)smallest * unit / plan->element_bytes);
}

/* Takes room for digits: of tuples or slices, whose parts are there already, of outer indices and of elements. */
static strew_status take_digits(parts *parts, strew_factors *factors, strew_plan_state *plan, const strew_dims *dims,
                                const strew_request *request, const char *subject, strew_fault *fault)
{
    strew_begin_digits(plan, factors);
    int has_room = strew_take_digits(plan, parts->of, parts->n, parts->last_block, &factors->n_named);
    add_parts(parts, factors, plan, dims, request, STREW_DIM_FREE);
    has_room &= strew_take_digits(plan, parts->of, parts->n, parts->last_block, &factors->n_outer);
    add_parts(parts, factors, plan, dims, request, STREW_DIM_USED);
    has_room &= strew_take_element_digits(plan, factors, parts->of, parts->n, parts->last_block);
    return has_room ? STREW_OK : strew_reject_room(plan, subject, sizeof(strew_digit), fault);
}

#if STREW_BUILD_CONVERSIONS
STREW_OWN_FRAME strew_status strew_set_scale_factors(strew_plan_state *plan, strew_factors *factors, const strew_request *request,
                                                     const strew_dims *dims, const strew_tensor *scale, size_t bytes, strew_fault *fault)
{
    parts parts;
    parts.is_of_data = request->record->is_gather;
    find_scale_steps(&parts, request->updates, scale, bytes);
    factors->bytes = (uint8_t)bytes;
    factors->extent = strew_extent_of_steps(scale, parts.steps + request->updates->rank - scale->rank, bytes);
    if (plan->n_tuples == 0 || strew_is_empty(request->updates)) return STREW_OK; /* nothing is converted but a fill, which has no scale */
    strew_status status = STREW_OK;
    if (request->record->is_gather) {
        status = add_named_parts(&parts, factors, plan, dims, request, fault);
    } else {
        add_parts(&parts, factors, plan, dims, request, STREW_DIM_TUPLES);
    }
    return status == STREW_OK ? take_digits(&parts, factors, plan, dims, request, "scale", fault) : status;
}
#endif

#if STREW_BUILD_FUSED
/* Weights have the dimensions of the tuples, and after them those of a slice, or none. Dimensions before the axis share them. The frame is
 * left before digits are taken. */
STREW_OWN_FRAME static void find_weight_steps(parts *parts, strew_factors *factors, const strew_plan_state *plan,
                                              const strew_request *request, const strew_dims *dims)
{
    const strew_tensor *weights = request->weights;
    const size_t bytes = strew_dtype_size(weights->dtype);
    const int32_t n_tuple_dims = strew_tuples_rank_of(request), first_of_slice = plan->axis + plan->k;
    const int has_slice = weights->rank != n_tuple_dims;
    strew_find_steps(parts->steps, weights, weights->strides, bytes);
    factors->bytes = (uint8_t)bytes;
    factors->extent = strew_extent_of_steps(weights, parts->steps, bytes);
    memset(parts->steps, 0, sizeof parts->steps);
    parts->last_block = 1;
    parts->n_dims = dims->n;
    parts->is_of_data = 0;
    for (int32_t i = 0; i < dims->n; i++) {
        const strew_dim *dim = dims->of + i;
        if (dim->of_indices >= 0) {
            parts->steps[i] = strew_find_step(weights, dim->of_indices, bytes);
        } else if (has_slice && dim->of_data >= first_of_slice) {
            parts->steps[i] = strew_find_step(weights, n_tuple_dims + dim->of_data - first_of_slice, bytes);
        }
    }
}

STREW_OWN_FRAME strew_status strew_set_weight_factors(strew_plan_state *plan, strew_factors *factors, const strew_request *request,
                                                      const strew_dims *dims, strew_fault *fault)
{
    parts parts;
    find_weight_steps(&parts, factors, plan, request, dims);
    if (plan->n_tuples == 0) return STREW_OK;
    add_parts(&parts, factors, plan, dims, request, STREW_DIM_TUPLES);
    return take_digits(&parts, factors, plan, dims, request, "weights", fault);
}
#endif

#if STREW_BUILD_ARG
STREW_OWN_FRAME strew_status strew_set_arg_factors(strew_plan_state *plan, strew_factors *factors, const strew_request *request,
                                                   const strew_dims *dims, strew_fault *fault)
{
    parts parts;
    const strew_tensor *arg = request->arg;
    const size_t bytes = strew_dtype_size(arg->dtype);
    strew_find_steps(parts.steps, arg, arg->strides, bytes);
    parts.last_block = 1;
    parts.n_dims = arg->rank;
    parts.is_of_data = 1;
    factors->bytes = (uint8_t)bytes;
    factors->extent = strew_extent_of_steps(arg, parts.steps, bytes);
    if (plan->n_tuples == 0 || strew_is_empty(arg)) return STREW_OK;
    const strew_status status = add_named_parts(&parts, factors, plan, dims, request, fault);
    return status == STREW_OK ? take_digits(&parts, factors, plan, dims, request, "arg", fault) : status;
}
#endif
