# What the compiler at hand can do. It is asked, by compiling something, and not judged by its name: the same name and version may be built
# with other options, and a name that nobody thought of may belong to a compiler that can do it all.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)

# What STREW_PROCESSORS_OF_<isa> is compared with: the processor that is compiled for, which is not always the one that CMake runs on.
set(processor "${CMAKE_SYSTEM_PROCESSOR}")
list(LENGTH CMAKE_OSX_ARCHITECTURES n_architectures)
if(CMAKE_C_COMPILER_ARCHITECTURE_ID STREQUAL "x64") # each of Visual Studio's compilers is for one processor, and says for which
    set(processor AMD64)
elseif(CMAKE_C_COMPILER_ARCHITECTURE_ID MATCHES "^ARM64")
    set(processor ARM64)
elseif(n_architectures EQUAL 1)
    set(processor "${CMAKE_OSX_ARCHITECTURES}")
endif()

# strew_append_flags(<list> <flag>...) appends those flags that the compiler knows.
function(strew_append_flags list)
    set(known ${${list}})
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # linking is not asked about, and may need more than there is
    set(CMAKE_REQUIRED_QUIET ON)
    foreach(flag IN LISTS ARGN)
        # GCC takes any -Wno-..., and complains of it later, beside another warning.
        string(REGEX REPLACE "^-Wno-" "-W" asked "${flag}")
        string(MAKE_C_IDENTIFIER "STREW_HAS${asked}" has)
        check_c_compiler_flag("${asked}" ${has})
        if(${has})
            list(APPEND known "${flag}")
        endif()
    endforeach()
    set(${list} ${known} PARENT_SCOPE)
endfunction()

# strew_find_flags_of(<isa> <found>) sets STREW_FLAGS_OF_<isa>, of a native vector instruction set, to flags that will do for this compiler,
# and <found> to whether there are any: with them its whole vocabulary compiles, and SIMDe finds the instructions. Where SIMDe does not, it
# writes them in portable code, which is slower than scalar kernels are.
function(strew_find_flags_of isa found)
    set(extra)
    if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND processor MATCHES "AMD64|x86_64")
        # GCC keeps vectors of 32 and 64 bytes on the stack as if it were aligned for them; Windows aligns it to 16. Binutils since 2.38
        # can write the instructions that do not mind.
        set(extra -Wa,-muse-unaligned-vector-move)
    endif()
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
    set(CMAKE_REQUIRED_QUIET ON)
    set(CMAKE_REQUIRED_INCLUDES "${PROJECT_SOURCE_DIR}/generated" "${STREW_SIMDE_INCLUDE}")
    set(source "#include \"${isa}/vocabulary.h\"\n#if !defined(${STREW_NATIVE_MACRO_OF_${isa}})\n#error portable\n#endif\n")
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
