# Cross compiles for a platform of platforms.txt, and runs what comes out, most of it under qemu-user:
#
#     cmake -S . -B build/s390x --toolchain cmake/platform.cmake -DSTREW_PLATFORM=s390x
#
# STREW_SYSROOT may name a folder with further libraries for the platform; script/setup fills build/sysroots/<platform> with those that the
# tests link.
set(STREW_PLATFORM "" CACHE STRING "The platform to cross compile for, from cmake/platforms.txt")
set(STREW_SYSROOT "${CMAKE_CURRENT_LIST_DIR}/../build/sysroots/${STREW_PLATFORM}" CACHE PATH "Further libraries for the platform")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STREW_PLATFORM STREW_SYSROOT)

file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/platforms.txt" row REGEX "^${STREW_PLATFORM} ")
if(NOT row)
    message(FATAL_ERROR "STREW_PLATFORM is \"${STREW_PLATFORM}\", which cmake/platforms.txt does not have.")
endif()
separate_arguments(row UNIX_COMMAND "${row}")
list(GET row 1 CMAKE_SYSTEM_PROCESSOR)
list(GET row 2 triplet)
list(GET row 3 qemu)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${triplet}-gcc)
get_filename_component(sysroot "${STREW_SYSROOT}" ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH /usr/${triplet} "${sysroot}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The dynamic loader and libc are the cross compiler's.
if(qemu STREQUAL "-")
    set(CMAKE_CROSSCOMPILING_EMULATOR /usr/${triplet}/lib/ld-linux.so.2 --library-path /usr/${triplet}/lib)
else()
    set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${qemu} -L /usr/${triplet})
endif()
