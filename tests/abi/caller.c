/* A program as it was compiled with an older header. Behind every struct lie bytes that are not the library's: none may be read as a
 * member, and none may be written. The library is trimmed to float32 and add. */
#include <stdio.h>
#include <string.h>

#include <strew/group.h>
#include <strew/inspect.h>
#include <strew/strew.h>

static int n_failed;

static void expect(int is_right, const char *what)
{
    if (is_right) return;
    printf("wrong: %s\n", what);
    n_failed++;
}

enum { BEHIND = 128 };
#define FOLLOWED(type, name)                                                                                                               \
    struct {                                                                                                                               \
        type it;                                                                                                                           \
        unsigned char behind[BEHIND];                                                                                                      \
    } name

static void expect_untouched(const unsigned char *behind, const char *what)
{
    for (int i = 0; i < BEHIND; i++) expect(behind[i] == 0xa5, what);
}

static const int64_t shape[] = {4}, indices_shape[] = {3, 1}, updates_shape[] = {3};
static const float data[] = {1, 2, 3, 4}, updates[] = {10, 20, 30}, expected[] = {41, 2, 23, 4};
static const int64_t right[] = {0, 2, -4}, wrong[] = {0, 1, 9};

/* A call that returned OK, and the sum that it left. */
static void expect_sum(strew_status status, float output[4], const char *what)
{
    expect(status == STREW_OK && memcmp(output, expected, sizeof expected) == 0, what);
    memset(output, 0, sizeof expected);
}

static void run_tasks(void *pool, size_t n, strew_task *task, void *argument)
{
    (void)pool;
    for (size_t i = n; i-- > 0;) task(argument, i);
}

int main(void)
{
    FOLLOWED(strew_tensor, tensors[3]);
    FOLLOWED(strew_options, options);
    FOLLOWED(strew_resources, resources);
    FOLLOWED(strew_call, call);
    FOLLOWED(strew_buffers, buffers);
    FOLLOWED(strew_fault, fault);
    FOLLOWED(strew_plan, plan);
    FOLLOWED(strew_kernel, kernel);
    float output[4] = {0};

    memset(tensors, 0xa5, sizeof tensors);
    memset(&plan, 0xa5, sizeof plan);
    memset(&fault, 0xa5, sizeof fault);
    memset(&kernel, 0xa5, sizeof kernel);
    tensors[0].it = (strew_tensor){STREW_DTYPE_FLOAT32, 1, shape, data, NULL};
    tensors[1].it = (strew_tensor){STREW_DTYPE_INT64, 2, indices_shape, right, NULL};
    tensors[2].it = (strew_tensor){STREW_DTYPE_FLOAT32, 1, updates_shape, updates, NULL};

    memset(&options, 0xa5, sizeof options);
    memset(&resources, 0xa5, sizeof resources);
    memset(&call, 0xa5, sizeof call);
    memset(&buffers, 0xa5, sizeof buffers);
    options.it = STREW_OPTIONS(.profile = STREW_PROFILE_NONE);
    resources.it = STREW_RESOURCES(.parallel_for = run_tasks, .n_threads = 2);
    call.it = STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .options = &options.it, .data = tensors[0].it,
                         .indices = tensors[1].it, .updates = tensors[2].it);
    buffers.it = STREW_BUFFERS(.output = output, .data = data, .indices = right, .updates = updates);

    expect_sum(strew_scatter_nd(output, &tensors[0].it, &tensors[1].it, &tensors[2].it, STREW_REDUCTION_ADD, &options.it, &fault.it),
               output, "one call");
    expect(strew_plan_call(&plan.it, &call.it, &fault.it) == STREW_OK, "planning");
    const strew_plan copy = plan.it;
    expect_sum(strew_run(&copy, &buffers.it, &resources.it, &fault.it), output, "a copy of a plan, with resources");
    uint64_t prepared[256];
    const strew_buffers to_prepare = STREW_BUFFERS(.indices = right);
    expect(strew_plan_prepared_size(&plan.it) <= sizeof prepared &&
               strew_prepare(&plan.it, &to_prepare, prepared, sizeof prepared, &fault.it) == STREW_OK,
           "preparing indices");
    buffers.it.indices = NULL;
    buffers.it.prepared = prepared;
    expect_sum(strew_run(&plan.it, &buffers.it, &resources.it, &fault.it), output, "prepared indices");
    buffers.it.indices = wrong;
    buffers.it.prepared = NULL;
    expect(strew_run(&plan.it, &buffers.it, NULL, &fault.it) == STREW_STATUS_INDEX_OUT_OF_BOUNDS, "an index out of bounds");
    expect(fault.it.status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && fault.it.tuple == 2 && fault.it.value == 9 && fault.it.low == -4 &&
               fault.it.high == 3 && fault.it.component == 0 && fault.it.dimension == 0 && fault.it.profile == STREW_PROFILE_NONE,
           "the members of a fault");
    char sentence[STREW_MESSAGE_BYTES];
    expect(strew_fault_describe(&fault.it, sentence, sizeof sentence) < sizeof sentence, "the sentence");

    options.it.policy = STREW_POLICY_SKIP;
    options.it.profile = STREW_PROFILE_ONNX_SCATTERND_18;
    tensors[1].it.values = wrong;
    expect(strew_scatter_nd(output, &tensors[0].it, &tensors[1].it, &tensors[2].it, STREW_REDUCTION_ADD, &options.it, &fault.it) ==
                   STREW_OK &&
               output[0] == 11 && output[1] == 22 && output[2] == 3 && output[3] == 4,
           "the members of options");

    float columns[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    const int64_t strides[] = {2};
    options.it = STREW_OPTIONS(.excludes_self = 0);
    call.it.data.strides = strides;
    call.it.output = call.it.data;
    buffers.it = STREW_BUFFERS(.output = columns, .data = columns, .indices = right, .updates = updates);
    expect(strew_plan_call(&plan.it, &call.it, &fault.it) == STREW_OK && strew_run(&plan.it, &buffers.it, NULL, NULL) == STREW_OK &&
               columns[0] == 41 && columns[1] == 0 && columns[2] == 2 && columns[4] == 23 && columns[6] == 4,
           "strides");
    expect(strew_plan_size() == sizeof(strew_plan), "the size of a plan");
    size_t n_kernels = 0;
    while (strew_kernel_at(n_kernels, &kernel.it)) {
        expect(strncmp(kernel.it.name, "strew_", 6) == 0 && strew_isa_name(kernel.it.isa) != NULL, "the members of a kernel");
        n_kernels++;
    }
    expect(n_kernels > 0, "the list of kernels");
    expect(strew_reduction_is_supported(STREW_REDUCTION_ADD, STREW_DTYPE_FLOAT32) == 1, "what is supported");
    expect_untouched(fault.behind, "bytes behind a fault");
    expect_untouched(plan.behind, "bytes behind a plan");
    expect_untouched(kernel.behind, "bytes behind a kernel");
    return n_failed != 0;
}
