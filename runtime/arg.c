/* Planning an arg, and the passes over all of it. */
#include "arg.h"

#include "dispatch.h"
#include "fault.h"
#include "types.h"
#include "util.h"

#include <string.h>

/* ---- Planning ------------------------------------------------------------------------------------------------------------------------ */

/* Rejects an arg whose first and last byte are too far from each other. As of other tensors, a dimension of 0 hides no overflow. */
static strew_status check_bytes(const strew_tensor *arg, strew_fault *fault)
    STREW_REQUIRES_TENSOR(arg)
    STREW_REPORTS(fault)
{
    const int64_t *strides = strew_is_empty(arg) ? NULL : arg->strides;
    const size_t element_bytes = strew_dtype_size(arg->dtype);
    STREW_GIVEN(element_bytes != 0); /* the dtype was checked */
    uint64_t left = STREW_MAX_BYTES / element_bytes - 1, dense = 1; /* elements behind the first one */
    for (int32_t d = arg->rank - 1; d >= 0; d--)
        STREW_LAST_TO_FIRST(d, arg->rank, left, dense)
    {
        const int64_t size = arg->shape[d];
        const uint64_t n_steps = size != 0 ? (uint64_t)size - 1 : 0, step = strides != NULL ? strew_magnitude_of(strides[d]) : dense;
        if (n_steps == 0 || step == 0) continue;
        if (n_steps > left / step) return STREW_REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "arg", .high = (int64_t)STREW_MAX_BYTES);
        left -= n_steps * step;
        dense *= n_steps + 1;
    }
    return STREW_OK;
}

strew_status strew_check_arg(const strew_request *request, strew_fault *fault)
{
    const strew_tensor *arg = request->arg, *data = request->data;
    if (request->options->profile != STREW_PROFILE_NONE) {
        return STREW_REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPTION, .subject = "arg", .profile = request->options->profile);
    }
    if (request->block != 1 || strew_is_packed(data->dtype)) {
        return STREW_REJECT(fault, STREW_STATUS_CONFLICT, .subject = "arg and data in blocks");
    }
    if (arg->dtype != STREW_DTYPE_INT32 && arg->dtype != STREW_DTYPE_INT64) {
        return STREW_REJECT(fault, STREW_STATUS_UNSUPPORTED_DTYPE, .subject = "arg", .value = (int64_t)arg->dtype);
    }
    if (arg->rank != data->rank) {
        return STREW_REJECT(fault, STREW_STATUS_OUTPUT_SHAPE_MISMATCH, .subject = "arg", .dimension = -1, .value = arg->rank,
                            .high = data->rank);
    }
    for (int32_t d = 0; d < data->rank; d++)
        STREW_FIRST_TO_LAST(d, data->rank)
    {
        const int64_t size = arg->shape[d], of_data = data->shape[d];
        if (size == of_data) continue;
        return STREW_REJECT(fault, STREW_STATUS_OUTPUT_SHAPE_MISMATCH, .subject = "arg", .dimension = d, .value = size, .high = of_data);
    }
    const int64_t fill = request->options->arg_fill != NULL ? *request->options->arg_fill : -1;
    if (arg->dtype == STREW_DTYPE_INT32 && (fill < INT32_MIN || fill > INT32_MAX)) {
        return STREW_REJECT(fault, STREW_STATUS_ARG_TOO_NARROW, .subject = "options.arg_fill", .value = fill);
    }
    return check_bytes(arg, fault);
}

/* Loops over all args, those joined whose steps follow each other. Zero if there is no room. */
static int take_loops(strew_plan_state *plan, strew_arg_map *map, const strew_tensor *arg)
{
    const size_t bytes = strew_dtype_size(arg->dtype);
    strew_arg_loop *last = NULL;
    strew_place at = 0;
    for (int32_t d = arg->rank - 1; d >= 0 && !strew_is_empty(arg); d--) {
        const size_t count = (size_t)arg->shape[d];
        const int64_t step = strew_find_step(arg, d, bytes);
        if (count == 1) continue;
        if (last != NULL && strew_is_as_long(step, last->step, last->count)) {
            last->count *= count;
            continue;
        }
        last = strew_take_room(plan, sizeof *last, &at);
        if (last == NULL) return 0;
        if (map->n_loops++ == 0) map->loops = at;
        *last = (strew_arg_loop){{count}, step};
    }
    return 1;
}

/* Whether tuple t has the number t: no dimension was turned. */
static int is_numbered(const strew_plan_state *plan)
{
    uint64_t number = 1;
    int is_numbered = plan->views.number_base == 0;
    for (int32_t i = plan->n_tuple_loops - 1; i >= 0; i--) {
        is_numbered &= strew_loops_of(plan)[i].number == (int64_t)number;
        number *= strew_loops_of(plan)[i].count;
    }
    return is_numbered;
}

strew_status strew_take_arg(strew_plan_state *plan, const strew_request *request, const strew_dims *dims, strew_fault *fault)
{
    strew_arg_map *map = strew_take_room(plan, sizeof *map, &plan->at.arg);
    if (map == NULL) return strew_reject_room(plan, "arg", sizeof *map, fault);
    const strew_options *options = request->options;
    const strew_tensor *indices = request->indices;
    memset(map, 0, sizeof *map);
    map->fill = options->arg_fill != NULL ? *options->arg_fill : -1;
    map->is_last = options->arg_rule == STREW_ARG_RULE_LAST;
    map->is_numbered = is_numbered(plan) != 0;
    if (options->arg_counts == STREW_ARG_COUNTS_AXIS) {
        map->of_axis = 1;
        for (int32_t d = plan->axis + 1; d < indices->rank; d++) map->of_axis *= (uint64_t)indices->shape[d];
        map->n_axis = (uint64_t)indices->shape[plan->axis];
    }
    const uint64_t n_numbers = map->n_axis != 0 ? map->n_axis : plan->n_tuples;
    if (request->arg->dtype == STREW_DTYPE_INT32 && n_numbers > (uint64_t)INT32_MAX + 1) {
        return STREW_REJECT(fault, STREW_STATUS_ARG_TOO_NARROW, .subject = "tuple", .value = (int64_t)n_numbers - 1);
    }
    if (!take_loops(plan, map, request->arg)) return strew_reject_room(plan, "arg", sizeof(strew_arg_loop), fault);
    const strew_status status = strew_set_arg_factors(plan, &map->at, request, dims, fault);
    const strew_digit *first = strew_digits_of(&map->at);
    map->is_linear = map->at.n_named == 0 || (map->at.n_named == 1 && first->n == 1);
    map->step = status == STREW_OK && map->at.n_named == 1 ? first->step : 0;
    map->is_simple = map->is_numbered && map->is_linear && map->step >= 0 && map->n_axis == 0;
    return status;
}

int strew_choose_arg(const strew_plan_state *plan, const strew_request *request, strew_dtype dtype)
{
    strew_arg_map *map = strew_arg_of(plan);
    const strew_dtype_record *record = strew_find_dtype(dtype);
    const int is_complex = dtype == STREW_DTYPE_COMPLEX64 || dtype == STREW_DTYPE_COMPLEX128;
    const strew_ctype ctype = is_complex ? record->cells[STREW_DO_MIN].ctype : strew_choose_ctype(record, STREW_DO_NONE, record->bytes);
    const strew_isa_set scalar = (strew_isa_set)1 << STREW_ISA_SCALAR;
    map->dtype = dtype;
    map->kernel = strew_find_arg(map->is_last ? request->allowed & scalar : request->allowed, ctype);
    return map->kernel != NULL;
}

/* What is NaN is the largest key, or the smallest one. The others are turned so that they are in the order of signed integers. */
strew_arg_order strew_find_arg_order(const strew_plan_state *plan)
{
    const strew_arg_map *map = strew_arg_of(plan);
    strew_arg_order order = {0};
    order.none = map->fill < 0 ? map->fill : -1;
    order.touched = order.none == -1 ? -2 : -1;
    if (map->kernel == NULL) return order;
    const strew_dtype_record *record = strew_find_dtype(map->dtype);
    const strew_numbers *numbers = strew_find_numbers(map->dtype);
    const uint64_t sign = UINT64_C(1) << (8 * strew_min(record->bytes, sizeof(uint64_t)) - 1), all = sign | (sign - 1);
    const int is_signed = record->is_float || record->is_signed;
    order.is_min = plan->reduction == STREW_REDUCTION_MIN;
    order.is_last = map->is_last;
    order.is_bool = plan->dtype == STREW_DTYPE_BOOL;
    order.nan_loses = plan->rules.nan == STREW_NAN_LOSES;
    order.excludes_self = plan->rules.excludes_self;
    order.largest = numbers != NULL ? numbers->largest : all;
    order.fold = record->is_float ? sign - 1 : 0;
    order.flip = (is_signed ? 0 : sign) ^ (order.is_min ? all : 0);
    order.of_nan = order.nan_loses ? sign : sign - 1;
    return order;
}

/* ---- All args ------------------------------------------------------------------------------------------------------------------------ */

/* A pass over all args, of which each is filled, or only those that are negative. Units of so many are shared. */
enum { UNIT = 1024 };
typedef struct all_args {
    const strew_arg_map *map;
    unsigned char *args;
    size_t n;
    int64_t value;
    int is_first;
} all_args;

/* Those at equal steps, which compilers make vectors of where they are adjacent. */
#define FILL(type, step_bytes)                                                                                                             \
    for (size_t i = 0; i < n; i++, at += (step_bytes)) {                                                                                   \
        const type value = (type)all->value;                                                                                               \
        memcpy(at, &value, sizeof value);                                                                                                  \
    }
#define FINISH(type, step_bytes)                                                                                                           \
    for (size_t i = 0; i < n; i++, at += (step_bytes)) {                                                                                   \
        type value;                                                                                                                        \
        memcpy(&value, at, sizeof value);                                                                                                  \
        value = value < 0 ? (type)all->value : value;                                                                                      \
        memcpy(at, &value, sizeof value);                                                                                                  \
    }
#define PASS(type, LOOP)                                                                                                                   \
    if (step == (ptrdiff_t)sizeof(type)) {                                                                                                 \
        LOOP(type, sizeof(type))                                                                                                           \
    } else {                                                                                                                               \
        LOOP(type, step)                                                                                                                   \
    }

static void pass_row(const all_args *all, unsigned char *at, ptrdiff_t step, size_t n)
{
    const int is_wide = all->map->at.bytes == sizeof(int64_t);
    if (all->is_first && is_wide) {
        PASS(int64_t, FILL)
    } else if (all->is_first) {
        PASS(int32_t, FILL)
    } else if (is_wide) {
        PASS(int64_t, FINISH)
    } else {
        PASS(int32_t, FINISH)
    }
}

#undef PASS
#undef FINISH
#undef FILL

static const strew_arg_loop *loops_of(const strew_plan_state *plan)
{
    return (const strew_arg_loop *)(strew_pool_of(plan) + strew_arg_of(plan)->loops);
}

/* What a chunk has besides. */
typedef struct pass {
    const strew_plan_state *plan;
    all_args all;
} pass;

static int pass_chunk(const void *context, size_t begin, size_t end)
{
    const pass *pass = context;
    const all_args *all = &pass->all;
    const strew_arg_loop *loops = loops_of(pass->plan);
    const size_t stop = strew_min(end * UNIT, all->n), row = all->map->n_loops != 0 ? loops->count : 1;
    for (size_t at = begin * UNIT, n; at < stop; at += n) {
        size_t rest = at / row;
        const size_t first = at % row;
        int64_t offset = all->map->n_loops != 0 ? (int64_t)first * loops->step : 0;
        n = strew_min(row - first, stop - at);
        for (int32_t i = 1; i < all->map->n_loops; i++) {
            offset += (int64_t)(rest % loops[i].count) * loops[i].step;
            rest /= loops[i].count;
        }
        pass_row(all, all->args + (ptrdiff_t)offset, all->map->n_loops != 0 ? (ptrdiff_t)loops->step : 0, n);
    }
    return 1;
}

static void pass_over(const strew_threads *threads, const strew_plan_state *plan, unsigned char *args, int64_t value, int is_first)
{
    const strew_arg_map *map = strew_arg_of(plan);
    const pass pass = {plan, {map, args, plan->data_bytes / (size_t)plan->element_bytes, value, is_first}};
    strew_run_chunks(threads, (pass.all.n + UNIT - 1) / UNIT, pass_chunk, &pass);
}

void strew_begin_args(const strew_threads *threads, const strew_plan_state *plan, unsigned char *args, int has_tuples)
{
    pass_over(threads, plan, args, has_tuples ? strew_find_arg_order(plan).none : strew_arg_of(plan)->fill, 1);
}

void strew_finish_args(const strew_threads *threads, const strew_plan_state *plan, unsigned char *args)
{
    const strew_arg_order order = strew_find_arg_order(plan);
    const int64_t fill = strew_arg_of(plan)->fill;
    if (fill >= 0 || (order.excludes_self && order.nan_loses)) pass_over(threads, plan, args, fill, 0);
}

/* ---- Tuples -------------------------------------------------------------------------------------------------------------------------- */

void strew_number_tuples(const strew_plan_state *plan, size_t first, const uint32_t *tuples, size_t n, int64_t *numbers)
{
    const strew_arg_map *map = strew_arg_of(plan);
    for (size_t i = 0; i < n; i++) numbers[i] = (int64_t)(first + tuples[i]);
    for (size_t i = 0; i < n && !map->is_numbered; i++) numbers[i] = strew_find_tuple(plan, (size_t)numbers[i]).number;
    if (map->n_axis == 0) return;
    for (size_t i = 0; i < n; i++) numbers[i] = (int64_t)((uint64_t)numbers[i] / map->of_axis % map->n_axis);
}
