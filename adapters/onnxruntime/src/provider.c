#include "provider.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "fused.h"
#include "node.h"

#define NAME "StrewExecutionProvider"
#define PREFIX "ep.strewexecutionprovider." /* of the provider's options among those of a session */

enum { MAX_THREADS_OPTION = 64 };
enum { SPINNING_NS = 2000, SLEEPING_NS = 50000 }; /* as strew_resources.wake_ns says */

typedef struct registration registration;

/* What a kernel is made with. */
struct registration {
    const ort_functions *ort;
    const strew_ort_operator *op;
};

typedef struct factory {
    ort_factory base;
    ort_functions ort;
    registration registrations[STREW_ORT_N_OPERATORS];
    ort_registry *scatters; /* the kernels that are used without the option `gather` */
    ort_registry *all;
} factory;

typedef struct provider {
    ort_provider base;
    const factory *factory;
    const ort_registry *registry;
    bool claims_every_node; /* also those that gain nothing */
    bool fuses;             /* gathers and scatters to one node */
    bool is_wide;           /* sums and products of floats of 16 bits and fewer are computed in float32 */
    strew_ort_threads threads;
} provider;

typedef struct kernel {
    ort_kernel base;
    strew_ort_node *node;
} kernel;

/* ---- Kernels ------------------------------------------------------------------------------------------------------------------------- */

static ort_status *compute(ort_kernel *base, ort_context *context)
{
    return strew_ort_run_node(((kernel *)base)->node, context);
}

static void release_kernel(ort_kernel *base)
{
    kernel *self = (kernel *)base;
    strew_ort_release_node(self->node);
    free(self);
}

static ort_status *create_kernel(void *state, const ort_info *info, ort_kernel **made)
{
    const registration *registered = state;
    const ort_functions *ort = registered->ort;
    const ort_provider *base = NULL;
    ort_status *status = ort->KernelInfo_GetEp(info, &base);
    if (status) return status;
    kernel *self = calloc(1, sizeof *self);
    if (!self) return ort->CreateStatus(ORT_CODE_FAIL, "there is no memory for a kernel");
    self->base = (ort_kernel){.version = ORT_MIN_PROVIDER, .compute = compute, .release = release_kernel};
    provider *const session = (provider *)(uintptr_t)base; /* the count of threads is all that changes in it */
    status = strew_ort_create_node(&self->node, ort, info, registered->op, &session->threads, session->is_wide);
    if (status)
        free(self);
    else
        *made = &self->base;
    return status;
}

/* ---- The registry -------------------------------------------------------------------------------------------------------------------- */

/* Some versions lack some types: those are left out. */
static size_t find_types(const ort_functions *ort, int first, int last, const ort_data_type **types)
{
    size_t n = 0;
    for (int type = first; type <= last; type++) {
        if (!strew_ort_dtype(type)) continue;
        ort_status *status = ort->GetTensorDataType(type, &types[n]);
        if (status)
            ort->ReleaseStatus(status);
        else
            n++;
    }
    return n;
}

static ort_status *define(const ort_functions *ort, ort_builder *builder, const strew_ort_operator *op)
{
    const ort_data_type *types[STREW_ORT_N_TYPES], *index_types[2];
    const size_t n_types = find_types(ort, 0, STREW_ORT_N_TYPES - 1, types);
    const size_t n_index_types = find_types(ort, STREW_ORT_INT32, STREW_ORT_INT64, index_types);
    const int first = 0; /* data may become output */
    ort_status *status = ort->KernelDefBuilder_SetOperatorType(builder, op->name);
    if (!status) status = ort->KernelDefBuilder_SetDomain(builder, "");
    if (!status) status = ort->KernelDefBuilder_SetSinceVersion(builder, op->first_version, op->last_version);
    if (!status) status = ort->KernelDefBuilder_SetExecutionProvider(builder, NAME);
    if (!status) status = ort->KernelDefBuilder_AddTypeConstraint(builder, "T", types, n_types);
    if (!status && op->is_index_type_free) status = ort->KernelDefBuilder_AddTypeConstraint(builder, "Tind", index_types, n_index_types);
    if (!status && !strew_ort_is_gather(op)) status = ort->KernelDefBuilder_AddInputOutputMutableAliases(builder, &first, &first, 1);
    return status;
}

static ort_status *add_kernel(ort_registry *registry, registration *registered)
{
    const ort_functions *ort = registered->ort;
    ort_builder *builder = NULL;
    ort_definition *definition = NULL;
    ort_status *status = ort->CreateKernelDefBuilder(&builder);
    if (!status) status = define(ort, builder, registered->op);
    if (!status) status = ort->KernelDefBuilder_Build(builder, &definition);
    if (!status) status = ort->KernelRegistry_AddKernel(registry, definition, create_kernel, registered);
    if (definition) ort->ReleaseKernelDef(definition);
    if (builder) ort->ReleaseKernelDefBuilder(builder);
    return status;
}

static ort_status *make_registry(factory *self, bool has_gathers, ort_registry **registry)
{
    ort_status *status = self->ort.CreateKernelRegistry(registry);
    for (int i = 0; !status && i < STREW_ORT_N_OPERATORS; i++) {
        self->registrations[i] = (registration){&self->ort, &strew_ort_operators[i]};
        if (has_gathers || !strew_ort_is_gather(&strew_ort_operators[i])) status = add_kernel(*registry, &self->registrations[i]);
    }
    return status;
}

/* ---- The provider -------------------------------------------------------------------------------------------------------------------- */

static const char *provider_name(const ort_provider *base)
{
    (void)base;
    return NAME;
}

/* Whether there is a kernel for a node, and the node gains something. */
static ort_status *claims_node(const provider *self, ort_support *support, const ort_graph_node *node, bool *claims)
{
    const ort_functions *ort = &self->factory->ort;
    const ort_definition *definition = NULL;
    ort_status *status = ort->EpGraphSupportInfo_LookUpKernel(support, node, &definition);
    *claims = !status && definition && (self->claims_every_node || strew_ort_pays(ort, node));
    return status;
}

/* Claims a scatter together with the gather of its updates, and takes them from the list. */
static ort_status *claim_group(const provider *self, ort_support *support, const ort_graph_node **nodes, size_t n,
                               const ort_graph_node *scatter)
{
    const ort_functions *ort = &self->factory->ort;
    strew_ort_group group;
    bool claims = false;
    if (!scatter || !strew_ort_find_group(ort, scatter, &group)) return NULL;
    if (!self->claims_every_node && !strew_ort_group_pays(ort, &group, self->is_wide)) return NULL;
    ort_status *status = claims_node(self, support, scatter, &claims);
    if (!status && claims) status = ort->EpGraphSupportInfo_AddNodesToFuse(support, group.nodes, group.n_nodes, NULL);
    for (size_t i = 0; claims && i < n; i++)
        for (size_t k = 0; k < group.n_nodes; k++)
            if (nodes[i] == group.nodes[k]) nodes[i] = NULL;
    return status;
}

/* Claims groups of nodes, and the single nodes that gain something. */
static ort_status *claim(ort_provider *base, const ort_graph *graph, ort_support *support)
{
    const provider *self = (provider *)base;
    const ort_functions *ort = &self->factory->ort;
    size_t n = 0;
    ort_status *status = ort->Graph_GetNumNodes(graph, &n);
    if (status || !n) return status;
    const ort_graph_node **nodes = malloc(n * sizeof(const ort_graph_node *));
    if (!nodes) return ort->CreateStatus(ORT_CODE_FAIL, "there is no memory for the list of nodes");
    status = ort->Graph_GetNodes(graph, nodes, n);
    for (size_t i = 0; !status && i < n; i++)
        if (self->fuses) status = claim_group(self, support, nodes, n, nodes[i]);
    for (size_t i = 0; !status && i < n; i++) {
        bool claims = false;
        if (nodes[i]) status = claims_node(self, support, nodes[i], &claims);
        if (!status && claims) status = ort->EpGraphSupportInfo_AddSingleNode(support, nodes[i]);
    }
    free(nodes);
    return status;
}

/* Makes what runs the nodes that were claimed as groups. */
static ort_status *compile(ort_provider *base, const ort_graph *const *graphs, const ort_graph_node *const *nodes, size_t n,
                           ort_compute **made, ort_graph_node **unused)
{
    (void)unused;
    provider *self = (provider *)base;
    ort_status *status = NULL;
    for (size_t i = 0; !status && i < n; i++)
        status = strew_ort_compile(&made[i], &self->factory->ort, graphs[i], nodes[i], &self->threads, self->is_wide);
    return status;
}

static void release_compiled(ort_provider *base, ort_compute **made, size_t n)
{
    (void)base;
    for (size_t i = 0; i < n; i++) strew_ort_release_compiled(made[i]);
}

static ort_status *get_registry(ort_provider *base, const ort_registry **registry)
{
    *registry = ((provider *)base)->registry;
    return NULL;
}

static ort_status *reject_option(const ort_functions *ort, const char *name, const char *value, const char *must_be)
{
    char sentence[STREW_MESSAGE_BYTES];
    snprintf(sentence, sizeof sentence, "strew's option %s is %.32s, and must be %s", name, value, must_be);
    return ort->CreateStatus(ORT_CODE_INVALID_ARGUMENT, sentence);
}

static ort_status *read_flag(const ort_functions *ort, const char *name, const char *value, bool *flag)
{
    *flag = !strcmp(value, "1");
    return *flag || !strcmp(value, "0") ? NULL : reject_option(ort, name, value, "0 or 1");
}

static ort_status *read_threads(const ort_functions *ort, const char *value, int32_t *threads)
{
    int32_t n = 0;
    const char *at = value;
    for (; '0' <= *at && *at <= '9'; at++) n = n < MAX_THREADS_OPTION ? 10 * n + (*at - '0') : n;
    if (*at || at == value) return reject_option(ort, "threads", value, "a number, or 0 to have them counted");
    *threads = n < MAX_THREADS_OPTION ? n : MAX_THREADS_OPTION;
    return NULL;
}

static ort_status *read_accumulation(const ort_functions *ort, const char *value, bool *is_wide)
{
    *is_wide = !strcmp(value, "float32");
    return *is_wide || !strcmp(value, "none") ? NULL : reject_option(ort, "accumulate", value, "none or float32");
}

static ort_status *read_option(provider *self, const char *name, const char *value)
{
    const ort_functions *ort = &self->factory->ort;
    if (!strcmp(name, "threads")) return read_threads(ort, value, &self->threads.told);
    if (!strcmp(name, "every_node")) return read_flag(ort, name, value, &self->claims_every_node);
    if (!strcmp(name, "fuse")) return read_flag(ort, name, value, &self->fuses);
    if (!strcmp(name, "accumulate")) return read_accumulation(ort, value, &self->is_wide);
    if (!strcmp(name, "gather")) {
        bool has_gathers = false;
        ort_status *status = read_flag(ort, name, value, &has_gathers);
        self->registry = has_gathers ? self->factory->all : self->factory->scatters;
        return status;
    }
    char sentence[STREW_MESSAGE_BYTES];
    snprintf(sentence, sizeof sentence, "strew has no option %.64s; its options are threads, gather, every_node, fuse and accumulate",
             name);
    return ort->CreateStatus(ORT_CODE_INVALID_ARGUMENT, sentence);
}

/* Reads the options that a session has for the provider. */
static ort_status *read_options(provider *self, const ort_pairs *options)
{
    const ort_functions *ort = &self->factory->ort;
    const char *spinning = ort->GetKeyValue(options, "session.intra_op.allow_spinning");
    self->threads.wake_ns = spinning && !strcmp(spinning, "0") ? SLEEPING_NS : SPINNING_NS;
    self->registry = self->factory->scatters;

    const char *const *names = NULL, *const *values = NULL;
    size_t n = 0;
    ort->GetKeyValuePairs(options, &names, &values, &n);
    ort_status *status = NULL;
    for (size_t i = 0; !status && i < n; i++)
        if (!strncmp(names[i], PREFIX, strlen(PREFIX))) status = read_option(self, names[i] + strlen(PREFIX), values[i]);
    return status;
}

static ort_status *create_provider(ort_factory *base, const ort_hardware *const *hardware, const ort_pairs *const *metadata, size_t n,
                                   const ort_options *options, const ort_logger *logger, ort_provider **made)
{
    (void)hardware, (void)metadata, (void)n, (void)logger;
    const factory *maker = (factory *)base;
    provider *self = calloc(1, sizeof *self);
    if (!self) return maker->ort.CreateStatus(ORT_CODE_FAIL, "there is no memory for a provider");
    self->base = (ort_provider){.version = ORT_MIN_PROVIDER,
                                .get_name = provider_name,
                                .claim = claim,
                                .compile = compile,
                                .release_compiled = release_compiled,
                                .get_registry = get_registry};
    self->factory = maker;
    self->fuses = true;
    ort_pairs *pairs = NULL;
    ort_status *status = maker->ort.GetSessionOptionsConfigEntries(options, &pairs);
    if (!status) status = read_options(self, pairs);
    if (pairs) maker->ort.ReleaseKeyValuePairs(pairs);
    if (status)
        free(self);
    else
        *made = &self->base;
    return status;
}

static void release_provider(ort_factory *base, ort_provider *made)
{
    (void)base;
    free(made);
}

/* ---- The factory --------------------------------------------------------------------------------------------------------------------- */

static const char *factory_name(const ort_factory *base)
{
    (void)base;
    return NAME;
}

static const char *vendor(const ort_factory *base)
{
    (void)base;
    return "strew";
}

static uint32_t vendor_id(const ort_factory *base)
{
    (void)base;
    return 0; /* strew is no member of the PCI-SIG */
}

static const char *version(const ort_factory *base)
{
    (void)base;
    return strew_version();
}

static ort_status *get_devices(ort_factory *base, const ort_hardware *const *hardware, size_t n_hardware, ort_device **devices,
                               size_t max_devices, size_t *n_devices)
{
    const ort_functions *ort = &((factory *)base)->ort;
    *n_devices = 0;
    for (size_t i = 0; i < n_hardware && *n_devices < max_devices; i++) {
        if (ort->HardwareDevice_Type(hardware[i]) != ORT_HARDWARE_CPU) continue;
        ort_status *status = ort->CreateEpDevice(base, hardware[i], NULL, NULL, &devices[*n_devices]);
        if (status) return status;
        ++*n_devices;
    }
    return NULL;
}

/* The provider works in the memory of the CPU provider: it has no allocator and no streams, and nothing is copied to it. */

static ort_status *create_allocator(ort_factory *base, const ort_memory_info *memory, const ort_pairs *options, ort_allocator **made)
{
    (void)base, (void)memory, (void)options;
    *made = NULL;
    return NULL;
}

static void release_allocator(ort_factory *base, ort_allocator *allocator)
{
    (void)base, (void)allocator;
}

static ort_status *create_data_transfer(ort_factory *base, ort_data_transfer **transfer)
{
    (void)base;
    *transfer = NULL;
    return NULL;
}

static bool is_stream_aware(const ort_factory *base)
{
    (void)base;
    return false;
}

ort_status *CreateEpFactories(const char *registered_name, const ort_base *base, const ort_logger *logger, ort_factory **factories,
                              size_t max_factories, size_t *n_factories)
{
    (void)registered_name, (void)logger;
    *n_factories = 0;
    ort_functions ort = {0};
    if (!strew_ort_load(&ort, base, ORT_MIN_PROVIDER)) return strew_ort_reject(base, "kernels", ORT_MIN_PROVIDER);
    if (!max_factories) return ort.CreateStatus(ORT_CODE_INVALID_ARGUMENT, "there is no room for a factory");
    factory *self = calloc(1, sizeof *self);
    if (!self) return ort.CreateStatus(ORT_CODE_FAIL, "there is no memory for a factory");
    self->ort = ort;
    self->base = (ort_factory){.version = ORT_MIN_PROVIDER,
                               .get_name = factory_name,
                               .get_vendor = vendor,
                               .get_devices = get_devices,
                               .create_provider = create_provider,
                               .release_provider = release_provider,
                               .get_vendor_id = vendor_id,
                               .get_version = version,
                               .create_allocator = create_allocator,
                               .release_allocator = release_allocator,
                               .create_data_transfer = create_data_transfer,
                               .is_stream_aware = is_stream_aware};
    ort_status *status = make_registry(self, false, &self->scatters);
    if (!status) status = make_registry(self, true, &self->all);
    if (status) {
        ReleaseEpFactory(&self->base);
        return status;
    }
    factories[0] = &self->base;
    *n_factories = 1;
    return NULL;
}

ort_status *ReleaseEpFactory(ort_factory *base)
{
    factory *self = (factory *)base;
    if (self->scatters) self->ort.ReleaseKernelRegistry(self->scatters);
    if (self->all) self->ort.ReleaseKernelRegistry(self->all);
    free(self);
    return NULL;
}
