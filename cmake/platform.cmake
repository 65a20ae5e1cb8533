# Cross compiles for a platform of platforms.txt, and runs the programs, most of them under an emulator:
#
#     cmake -S . -B build/s390x --toolchain cmake/platform.cmake -DSTREW_PLATFORM=s390x
#
# STREW_COMPILER may name a Clang in place of the platform's GCC, of which it needs the libraries, with the linker lld.
# STREW_SYSROOT may name a folder with further libraries for the platform; script/setup fills build/sysroots/<platform> with those that the
# tests link.
set(STREW_PLATFORM "" CACHE STRING "The platform to cross compile for, from cmake/platforms.txt")
set(STREW_SYSROOT "${CMAKE_CURRENT_LIST_DIR}/../build/sysroots/${STREW_PLATFORM}" CACHE PATH "Further libraries for the platform")
set(STREW_COMPILER "" CACHE STRING "A Clang, if the platform's GCC shall not compile")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STREW_PLATFORM STREW_SYSROOT STREW_COMPILER)

file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/platforms.txt" row REGEX "^${STREW_PLATFORM} ")
if(NOT row)
    message(FATAL_ERROR "STREW_PLATFORM is \"${STREW_PLATFORM}\", which cmake/platforms.txt does not have.")
endif()
separate_arguments(row UNIX_COMMAND "${row}")
list(GET row 1 CMAKE_SYSTEM_PROCESSOR)
list(GET row 2 triplet)
list(GET row 3 emulator)

get_filename_component(sysroot "${STREW_SYSROOT}" ABSOLUTE)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${triplet}-gcc)
if(STREW_COMPILER)
    set(CMAKE_C_COMPILER ${STREW_COMPILER})
    set(CMAKE_C_COMPILER_TARGET ${triplet})
    set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld) # an older linker may not know what a new Clang writes
    set(CMAKE_SHARED_LINKER_FLAGS_INIT -fuse-ld=lld)
endif()
if(STREW_PLATFORM STREQUAL "musl")
    set(CMAKE_C_COMPILER musl-gcc)
elseif(STREW_PLATFORM STREQUAL "windows")
    set(CMAKE_SYSTEM_NAME Windows)
    set(CMAKE_C_COMPILER ${triplet}-gcc-posix) # the tests use POSIX threads
    set(CMAKE_RC_COMPILER ${triplet}-windres)
    set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # or every program needs the compiler's libraries
    set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
elseif(STREW_PLATFORM STREQUAL "wasm")
    include("${CMAKE_CURRENT_LIST_DIR}/wasm.cmake")
    # The tests want threads and a way back, of which there are headers alone, and signals and a clock of processes, which wasi-libc makes.
    get_filename_component(headers "${CMAKE_CURRENT_LIST_DIR}/../tests/platforms/wasm" ABSOLUTE)
    add_compile_options(-isystem "${headers}" -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS)
    # Clang gives every program to wasm-opt if binaryen is installed, but not those of -O0, which changes no linking. What is tested is the
    # code of the compiler. Clang 19 links nothing at all with --no-wasm-opt.
    add_link_options(-O0 -lwasi-emulated-signal -lwasi-emulated-process-clocks -lc-printscan-long-double)
endif()
set(CMAKE_FIND_ROOT_PATH /usr/${triplet} "${sysroot}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The dynamic loader and libc are those of the cross compiler; those of musl are installed where its programs look for them.
if(STREW_PLATFORM STREQUAL "i386")
    set(CMAKE_CROSSCOMPILING_EMULATOR /usr/${triplet}/lib/ld-linux.so.2 --library-path /usr/${triplet}/lib)
elseif(emulator STREQUAL "wine")
    set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/wine.sh" "${sysroot}")
elseif(emulator STREQUAL "wasm")
    set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/wasm.sh" "${sysroot}/venv/bin/python")
elseif(NOT emulator STREQUAL "-")
    set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${emulator} -L /usr/${triplet})
endif()
