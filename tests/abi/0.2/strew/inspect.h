#ifndef STREW_INSPECT_H
#define STREW_INSPECT_H
#include <strew/strew.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef enum strew_isa_state {
    STREW_ISA_STATE_USABLE = 0,
    STREW_ISA_STATE_EMULATED,
    STREW_ISA_STATE_NOT_BUILT,
    STREW_ISA_STATE_UNSUPPORTED,
    STREW_ISA_STATE_CAPPED,
    STREW_ISA_STATE_UNKNOWN
} strew_isa_state;
STREW_API strew_isa_state strew_isa_get_state(strew_isa isa);
STREW_API strew_isa strew_isa_get_best(void);
typedef struct strew_kernel {
    const char *name;
    const char *step;
    strew_isa isa;
    int32_t width;
} strew_kernel;
STREW_API int32_t strew_kernel_at(size_t i, strew_kernel *kernel);
STREW_API const char *strew_plan_kernel(const strew_plan *plan);
STREW_API strew_isa strew_plan_isa(const strew_plan *plan);
STREW_API size_t strew_plan_explain(const strew_plan *plan, strew_isa isa, char *buffer, size_t size);
#ifdef __cplusplus
}
#endif
#endif
