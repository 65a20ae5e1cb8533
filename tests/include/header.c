/* The public header compiles alone and before anything else, as C11. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include <strew/strew.h> /* and twice */

typedef struct uses {
    strew_plan plan;
    strew_fault fault;
    strew_kernel kernel;
} uses;

int strew_header_as_c(void);
int strew_header_as_c(void)
{
    const strew_tensor tensor = {STREW_DTYPE_FLOAT32, 0, NULL, NULL, NULL};
    const strew_options options = STREW_OPTIONS_INIT;
    const strew_resources resources = STREW_RESOURCES_INIT;
    const strew_call call = STREW_CALL(.op = STREW_OPERATOR_PUT, .options = &options, .data = tensor, .indices = tensor, .updates = tensor);
    const strew_buffers buffers = STREW_BUFFERS_INIT;
    uses none;
    return resources.struct_size == sizeof resources && strew_plan_call(&none.plan, &call, &none.fault) == STREW_OK &&
           strew_run(&none.plan, &buffers, &resources, &none.fault) == STREW_OK;
}
