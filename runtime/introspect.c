/* What the library reports about itself and its plans. */
#include "dispatch.h"
#include "plan_state.h"
#include "scale.h"
#include <strew/inspect.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *strew_version(void)
{
    return TEXT(STREW_VERSION_MAJOR) "." TEXT(STREW_VERSION_MINOR) "." TEXT(STREW_VERSION_PATCH);
}

size_t strew_plan_size(void)
{
    return sizeof(strew_plan);
}

const char *strew_plan_kernel(const strew_plan *plan)
{
    const strew_kernel *kernel = plan != NULL ? strew_kernel_of(strew_state_of(plan)) : NULL;
    return kernel != NULL ? kernel->name : NULL;
}

strew_isa strew_plan_isa(const strew_plan *plan)
{
    const strew_kernel *kernel = plan != NULL ? strew_kernel_of(strew_state_of(plan)) : NULL;
    return kernel != NULL ? kernel->isa : STREW_ISA_SCALAR;
}

int32_t strew_reduction_is_supported(strew_reduction reduction, strew_dtype dtype)
{
    const strew_dtype_record *record = strew_find_dtype(dtype);
    if (record == NULL || strew_reduction_name(reduction) == NULL) return 0;
    const strew_operation operation = strew_choose_operation(record, reduction, STREW_NAN_WINS);
    const strew_wide *wide =
        reduction == STREW_REDUCTION_MEAN && (record->is_integer || record->is_small_float) ? strew_find_wide(dtype) : NULL;
    const strew_ctype ctype = wide != NULL ? wide->widened : strew_choose_ctype(record, operation, strew_dtype_size(dtype));
    if (ctype == STREW_CTYPE_NONE || !record->built || !strew_reduction_is_built(reduction)) return 0;
    /* If there is a kernel, there is also a scalar one; and if there is one for a single element, there is one for every slice. */
    return strew_find_apply((strew_isa_set)1 << STREW_ISA_SCALAR, operation, ctype, strew_dtype_size(dtype)) != NULL;
}
