#include "original.h"

#include <dlfcn.h>

namespace strew_torch
{

Original::Original(const char *name)
{
    static void *const library = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
    function_ = library ? dlsym(library, name) : nullptr;
}

} // namespace strew_torch
