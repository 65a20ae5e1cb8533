/* What the library tells about itself and its plans. */
#include "dispatch.h"
#include "plan.h"

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
    const strew_apply_kernel *apply = strew_state_of(plan)->apply;
    return apply != NULL ? apply->kernel.name : NULL;
}

strew_isa strew_plan_isa(const strew_plan *plan)
{
    const strew_apply_kernel *apply = strew_state_of(plan)->apply;
    return apply != NULL ? apply->kernel.isa : STREW_ISA_SCALAR;
}
