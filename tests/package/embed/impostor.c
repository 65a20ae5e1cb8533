/* Preloaded, it stands for another strew in the same process. */
#include <stdlib.h>

#define IMPOSTOR(name)                                                                                                                     \
    void *name(void);                                                                                                                      \
    void *name(void)                                                                                                                       \
    {                                                                                                                                      \
        abort();                                                                                                                           \
    }
IMPOSTOR(strew_scatter_elements)
IMPOSTOR(strew_gather)
IMPOSTOR(strew_plan_call)
IMPOSTOR(strew_run)
