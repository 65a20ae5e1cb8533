/* A program as it will be compiled with a later header, each of whose structs ends in a member `made_up`, with a library that knows none of
 * them. */
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

static int n_failed;

static void expect_unknown(strew_status status, const strew_fault *fault, const char *subject)
{
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, sentence, sizeof sentence);
    printf("%s\n", sentence);
    if (status != STREW_STATUS_UNKNOWN_MEMBER || strcmp(fault->subject, subject) != 0) n_failed++;
}

int main(void)
{
    const int64_t shape[] = {1}, indices_shape[] = {1, 1}, zero = 0;
    const float one = 1;
    float output = 0;
    strew_options options = STREW_OPTIONS_INIT;
    strew_resources resources = STREW_RESOURCES_INIT;
    strew_call call =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = STREW_REDUCTION_ADD, .options = &options,
                   .data = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL}, .indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL},
                   .updates = {STREW_DTYPE_FLOAT32, 1, shape, NULL, NULL});
    strew_buffers buffers = STREW_BUFFERS(.output = &output, .data = &one, .indices = &zero, .updates = &one);
    strew_plan plan;
    strew_fault fault;
    if (strew_plan_call(&plan, &call, &fault) != STREW_OK || strew_run(&plan, &buffers, &resources, &fault) != STREW_OK || output != 2)
        return 1;
    options.made_up = 7;
    expect_unknown(strew_plan_call(&plan, &call, &fault), &fault, "options");
    options.made_up = 0;
    call.made_up = 7;
    expect_unknown(strew_plan_call(&plan, &call, &fault), &fault, "call");
    call.made_up = 0;
    if (strew_plan_call(&plan, &call, &fault) != STREW_OK) return 1;
    buffers.made_up = 7;
    expect_unknown(strew_run(&plan, &buffers, &resources, &fault), &fault, "buffers");
    buffers.made_up = 0;
    resources.made_up = 7;
    expect_unknown(strew_run(&plan, &buffers, &resources, &fault), &fault, "resources");
    return n_failed != 0 || output != 2;
}
