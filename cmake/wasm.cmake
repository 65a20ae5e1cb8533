# A toolchain for WebAssembly: Clang 19, its linker and wasi-libc, as Debian has them (clang-19, lld-19, llvm-19, wasi-libc and
# libclang-rt-19-dev-wasm32):
#
#     cmake -S . -B build/wasm --toolchain cmake/wasm.cmake
#
# STREW_WASI_SYSROOT may name another sysroot, such as that of wasi-sdk.
set(STREW_WASI_SYSROOT /usr CACHE PATH "The folder that holds include/wasm32-wasi and lib/wasm32-wasi")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STREW_WASI_SYSROOT)
set(CMAKE_SYSTEM_NAME Generic) # CMake knows no WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR /usr/bin/llvm-ar-19)
set(CMAKE_RANLIB /usr/bin/llvm-ranlib-19)
set(CMAKE_NM /usr/bin/llvm-nm-19)
# Not CMAKE_SYSROOT: CMake would look there for libraries of the machine that builds. Nor CMAKE_C_FLAGS_INIT, which CMAKE_C_FLAGS replaces.
add_compile_options("--sysroot=${STREW_WASI_SYSROOT}")
add_link_options("--sysroot=${STREW_WASI_SYSROOT}" -Wl,-z,stack-size=1048576)
