# What this compiler can do. The build finds out by compiling something, and not by the compiler's name: compilers of the same name and
# version may have other options, and an unknown compiler may be able to do everything.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)

# The processor that the code is compiled for, which is not always the one that CMake runs on. STREW_PROCESSORS_OF_<isa> is compared with
# it.
set(processor "${CMAKE_SYSTEM_PROCESSOR}")
list(LENGTH CMAKE_OSX_ARCHITECTURES n_architectures)
if(CMAKE_C_COMPILER_ARCHITECTURE_ID STREQUAL "x64") # each of Visual Studio's compilers is for one processor and reports it
    set(processor AMD64)
elseif(CMAKE_C_COMPILER_ARCHITECTURE_ID MATCHES "^ARM64")
    set(processor ARM64)
elseif(n_architectures EQUAL 1)
    set(processor "${CMAKE_OSX_ARCHITECTURES}")
elseif(EMSCRIPTEN) # whose toolchain file says that it is x86
    set(processor wasm32)
endif()

# strew_append_flags(<list> <flag>...) appends those flags that the compiler knows.
function(strew_append_flags list)
    set(known ${${list}})
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # linking is not tested: it may need libraries that are missing
    set(CMAKE_REQUIRED_QUIET ON)
    foreach(flag IN LISTS ARGN)
        # GCC accepts any -Wno-..., and complains about it later, beside another warning.
        string(REGEX REPLACE "^-Wno-" "-W" asked "${flag}")
        string(MAKE_C_IDENTIFIER "STREW_HAS${asked}" has)
        check_c_compiler_flag("${asked}" ${has})
        if(${has})
            list(APPEND known "${flag}")
        endif()
    endforeach()
    set(${list} ${known} PARENT_SCOPE)
endfunction()

# strew_find_flags_of(<isa> <found>) sets STREW_FLAGS_OF_<isa>, of a native vector instruction set, to flags that work with this compiler,
# and <found> to whether there are any: with them the whole vocabulary compiles, and SIMDe finds the instructions. Otherwise SIMDe would
# write them in portable code, which is slower than scalar kernels.
function(strew_find_flags_of isa found)
    set(extra)
    if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND processor MATCHES "AMD64|x86_64")
        # GCC stores vectors of 32 and 64 bytes on the stack as if it were aligned for them, but Windows aligns it to 16. Binutils 2.38 and
        # later can write instructions that need no alignment.
        set(extra -Wa,-muse-unaligned-vector-move)
    endif()
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
    set(CMAKE_REQUIRED_QUIET ON)
    set(CMAKE_REQUIRED_INCLUDES "${PROJECT_SOURCE_DIR}/generated" "${PROJECT_SOURCE_DIR}/runtime" "${STREW_SIMDE_INCLUDE}")
    set(source "#include \"${isa}/vocabulary.h\"\n")
    if(STREW_NATIVE_MACRO_OF_${isa}) # words without vectors have none
        string(APPEND source "#if !defined(${STREW_NATIVE_MACRO_OF_${isa}})\n#error portable\n#endif\n")
    endif()
    set(${found} OFF PARENT_SCOPE)
    foreach(candidates IN ITEMS STREW_FLAGS_OF_${isa} STREW_MSVC_FLAGS_OF_${isa})
        set(candidates ${${candidates}} ${extra})
        list(JOIN candidates " " CMAKE_REQUIRED_FLAGS)
        string(MAKE_C_IDENTIFIER "STREW_COMPILES_${isa}_BY_${CMAKE_REQUIRED_FLAGS}_AND_${STREW_SIMDE_FOLDER}" compiles)
        check_c_source_compiles("${source}" ${compiles})
        if(${compiles})
            set(STREW_FLAGS_OF_${isa} ${candidates} PARENT_SCOPE)
            set(${found} ON PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()
