# Cross compiles for AArch64 Linux and runs what comes out under qemu-user:
#
#     cmake -S . -B build/aarch64 --toolchain cmake/aarch64-linux-gnu.cmake
#
# STREW_AARCH64_SYSROOT may name a folder with further libraries for the target; script/setup fills build/sysroot-aarch64 with those that
# the tests link.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(STREW_AARCH64_SYSROOT "${CMAKE_CURRENT_LIST_DIR}/../build/sysroot-aarch64" CACHE PATH "Further libraries for the target")
get_filename_component(sysroot "${STREW_AARCH64_SYSROOT}" ABSOLUTE)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STREW_AARCH64_SYSROOT)

set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu "${sysroot}/usr" "${sysroot}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# For pkg_check_modules.
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${sysroot}")
set(ENV{PKG_CONFIG_LIBDIR} "${sysroot}/usr/lib/aarch64-linux-gnu/pkgconfig:${sysroot}/usr/share/pkgconfig")

# The dynamic loader and libc are the cross compiler's. Libraries of the sysroot are found by the run path that CMake gives to tests.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
