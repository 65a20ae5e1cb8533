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
    uses none;
    return resources.struct_size == sizeof resources &&
           strew_scatter_nd_plan(&none.plan, &tensor, &tensor, &tensor, STREW_REDUCTION_NONE, &options, &none.fault) == STREW_OK &&
           strew_scatter_elements_plan(&none.plan, &tensor, &tensor, &tensor, 0, STREW_REDUCTION_NONE, &options, &none.fault) == STREW_OK &&
           strew_scatter_update_plan(&none.plan, &tensor, &tensor, &tensor, 0, STREW_REDUCTION_NONE, &options, &none.fault) == STREW_OK;
}
