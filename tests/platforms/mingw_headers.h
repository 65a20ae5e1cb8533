/* Headers of Windows' C library come with Visual Studio, or from MinGW-w64, which writes them for GCC. Included first, this makes those of
 * MinGW-w64 ones that clang-cl reads, so that it can compile the library where there is no Visual Studio. */
#include <_mingw.h>

#undef __attribute__
#undef __MINGW_ATTRIB_NORETURN
#define __MINGW_ATTRIB_NORETURN
#undef __MINGW_ATTRIB_DEPRECATED
#define __MINGW_ATTRIB_DEPRECATED

/* Clang's intrin.h declares it as Visual Studio does. */
#define _setjmp mingw_setjmp
#include <setjmp.h>
#undef _setjmp
