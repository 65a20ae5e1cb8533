#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "node.h"
#include "provider.h"
#include "raise.h"

/* The version of the struct of a custom operator that the runtime is told: the first one with all that is here. */
enum { STRUCT_VERSION = 18, STATUS_SINCE = 16 };
/* Before 1.15, the runtime knows one operator of a name. It is for all types: its inputs are one list of tensors, which a run checks. */
enum { TYPES_SINCE = 15, ANY_TYPE = 0 };
enum { REQUIRED, OPTIONAL, VARIADIC };
enum { MAX_OPERATORS = STREW_ORT_N_OPERATORS * STREW_ORT_N_TYPES * 2 };

/* One operator for one element type and one index type, or for any. */
typedef struct custom_op {
    ort_custom_op base;
    const strew_ort_operator *op;
    int type;
    int index_type;
} custom_op;

/* What all sessions share. It is filled once, by the first call, and lives as long as the library, which the runtime unloads with the last
 * session that knows it. */
static ort_functions ort;
static custom_op ops[MAX_OPERATORS];
static ort_domain *filled;
static atomic_flag is_locked = ATOMIC_FLAG_INIT; /* against two first calls at the same time */

static const char *get_name(const ort_custom_op *base)
{
    return ((const custom_op *)base)->op->name;
}

static const char *get_provider(const ort_custom_op *base)
{
    (void)base;
    return NULL; /* the CPU provider */
}

static bool is_tensor_scatter(const ort_custom_op *base)
{
    return ((const custom_op *)base)->op->kind == STREW_OPERATOR_TENSOR_SCATTER;
}

static bool has_any_type(const ort_custom_op *base)
{
    return ((const custom_op *)base)->type == ANY_TYPE;
}

static size_t get_n_inputs(const ort_custom_op *base)
{
    if (has_any_type(base)) return 1;
    return strew_ort_is_gather(((const custom_op *)base)->op) ? 2 : 3;
}

static int get_input_type(const ort_custom_op *base, size_t i)
{
    const custom_op *self = (const custom_op *)base;
    const size_t place_of_indices = is_tensor_scatter(base) ? 2 : 1;
    return i == place_of_indices ? self->index_type : self->type;
}

static size_t get_n_outputs(const ort_custom_op *base)
{
    (void)base;
    return 1;
}

static int get_output_type(const ort_custom_op *base, size_t i)
{
    (void)i;
    return ((const custom_op *)base)->type;
}

static int get_input_kind(const ort_custom_op *base, size_t i)
{
    if (has_any_type(base)) return VARIADIC;
    return is_tensor_scatter(base) && i == 2 ? OPTIONAL : REQUIRED;
}

static int get_output_kind(const ort_custom_op *base, size_t i)
{
    (void)base, (void)i;
    return REQUIRED;
}

static int get_memory(const ort_custom_op *base, size_t i)
{
    (void)base, (void)i;
    return ORT_MEMORY_DEFAULT;
}

static int get_min_inputs(const ort_custom_op *base)
{
    return has_any_type(base) ? 2 : 1;
}

static int get_input_homogeneity(const ort_custom_op *base)
{
    return !has_any_type(base);
}

/* The numbers of variadic outputs, which no operator here has, and the first version. */
static int get_one(const ort_custom_op *base)
{
    (void)base;
    return 1;
}

static int get_last_version(const ort_custom_op *base)
{
    (void)base;
    return INT32_MAX;
}

/* Data may become output. */
static size_t get_may_inplace(int **inputs, int **outputs)
{
    *inputs = calloc(1, sizeof **inputs);
    *outputs = calloc(1, sizeof **outputs);
    if (*inputs && *outputs) return 1;
    free(*inputs);
    free(*outputs);
    *inputs = *outputs = NULL;
    return 0;
}

static void release_may_inplace(int *inputs, int *outputs)
{
    free(inputs);
    free(outputs);
}

static ort_status *create_kernel_2(const ort_custom_op *base, const void *api, const ort_info *info, void **kernel)
{
    (void)api;
    strew_ort_node *node = NULL;
    ort_status *status = strew_ort_create_node(&node, &ort, info, ((const custom_op *)base)->op, NULL, false);
    *kernel = node;
    return status;
}

static ort_status *compute_2(void *kernel, ort_context *context)
{
    return strew_ort_run_node(kernel, context);
}

static void release_kernel(void *kernel)
{
    strew_ort_release_node(kernel);
}

/* Before version 1.16 an operator has no other way to fail than an exception of C++, which the runtime catches. */
static void raise_status(ort_status *status)
{
    char sentence[STREW_MESSAGE_BYTES];
    snprintf(sentence, sizeof sentence, "%s", ort.GetErrorMessage(status));
    ort.ReleaseStatus(status);
    strew_ort_raise(sentence);
}

static void *create_kernel(const ort_custom_op *base, const void *api, const ort_info *info)
{
    void *kernel = NULL;
    ort_status *status = create_kernel_2(base, api, info, &kernel);
    if (status) raise_status(status);
    return kernel;
}

static void compute(void *kernel, ort_context *context)
{
    ort_status *status = ort.version < TYPES_SINCE ? strew_ort_check_count(kernel, context) : NULL;
    if (!status) status = compute_2(kernel, context);
    if (status) raise_status(status);
}

static ort_status *add(ort_domain *domain, custom_op *self, const strew_ort_operator *op, int type, int index_type)
{
    *self = (custom_op){
        .base = {.version = (uint32_t)(ort.version < STRUCT_VERSION ? ort.version : STRUCT_VERSION),
                 .get_name = get_name,
                 .get_provider = get_provider,
                 .get_input_type = get_input_type,
                 .get_n_inputs = get_n_inputs,
                 .get_output_type = get_output_type,
                 .get_n_outputs = get_n_outputs,
                 .release_kernel = release_kernel,
                 .get_input_kind = get_input_kind,
                 .get_output_kind = get_output_kind,
                 .get_input_memory = get_memory,
                 .get_min_inputs = get_min_inputs,
                 .get_input_homogeneity = get_input_homogeneity,
                 .get_min_outputs = get_one,
                 .get_output_homogeneity = get_one,
                 .get_first_version = get_one,
                 .get_last_version = get_last_version,
                 .get_may_inplace = strew_ort_is_gather(op) ? NULL : get_may_inplace,
                 .release_may_inplace = release_may_inplace},
        .op = op,
        .type = type,
        .index_type = index_type,
    };
    if (ort.version < STATUS_SINCE) {
        self->base.create_kernel = create_kernel;
        self->base.compute = compute;
    } else {
        self->base.create_kernel_2 = create_kernel_2;
        self->base.compute_2 = compute_2;
    }
    return ort.CustomOpDomain_Add(domain, &self->base);
}

/* Float8 came later than the oldest version, and no integer of it has another number. */
static bool has_type(int type)
{
    return ort.version >= TYPES_SINCE && strew_ort_dtype(type) && (type < STREW_ORT_FLOAT8 || ort.version >= 16);
}

static ort_status *fill_domain(void)
{
    ort_domain *domain = NULL;
    ort_status *status = ort.CreateCustomOpDomain("strew", &domain);
    size_t n = 0;
    for (int i = 0; i < STREW_ORT_N_OPERATORS; i++) {
        const strew_ort_operator *op = &strew_ort_operators[i];
        if (!status && ort.version < TYPES_SINCE) status = add(domain, &ops[n++], op, ANY_TYPE, ANY_TYPE);
        for (int type = 0; type < STREW_ORT_N_TYPES; type++)
            for (int index_type = op->is_index_type_free ? STREW_ORT_INT32 : STREW_ORT_INT64; index_type <= STREW_ORT_INT64; index_type++)
                if (!status && has_type(type)) status = add(domain, &ops[n++], op, type, index_type);
    }
    if (!status)
        filled = domain;
    else if (domain)
        ort.ReleaseCustomOpDomain(domain);
    return status;
}

#if defined(__GNUC__) /* elsewhere a few KiB are lost each time */
__attribute__((destructor)) static void release_domain(void)
{
    if (filled) ort.ReleaseCustomOpDomain(filled);
}
#endif

ort_status *RegisterCustomOps(ort_options *options, const ort_base *base)
{
    ort_status *status = NULL;
    while (atomic_flag_test_and_set_explicit(&is_locked, memory_order_acquire)) continue;
    if (!filled)
        status =
            strew_ort_load(&ort, base, ORT_MIN_CUSTOM_OPS) ? fill_domain() : strew_ort_reject(base, "custom operators", ORT_MIN_CUSTOM_OPS);
    ort_domain *domain = filled;
    atomic_flag_clear_explicit(&is_locked, memory_order_release);
    return domain ? ort.AddCustomOpDomain(options, domain) : status;
}
