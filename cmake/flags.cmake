# How the C of this project is compiled, the adapters' too.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)

if(MSVC)
    # Results exactly as the source computes them; runtime/compiler.h keeps products and sums from being fused.
    add_compile_options(/fp:precise)
    if(is_top_level)
        add_compile_options(/W4)
    endif()
    if(STREW_WERROR)
        add_compile_options(/WX)
    endif()
else()
    # A fused multiply-add rounds once where the contract rounds twice. Nothing reads errno after a function of math.h.
    # And a parent's flags may not loosen any of that, -ffast-math as a whole nor its parts.
    set(options)
    strew_append_flags(options -fno-fast-math -fno-unsafe-math-optimizations -fno-finite-math-only -fsigned-zeros -fno-associative-math
        -fno-reciprocal-math -ffp-contract=off -fno-math-errno)
    # Intermediate results must not be wider than their type. 32-bit x86 needs SSE2 for that, instead of the x87 registers. GCC on s390x
    # needs to be told to compute float in float: in standard C it follows an old definition of float_t. If a compiler has no such flag and
    # computes in a wider type, the library does not compile.
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "86|AMD64|amd64" AND CMAKE_SIZEOF_VOID_P EQUAL 4 AND NOT EMSCRIPTEN)
        strew_append_flags(options -msse2 -mfpmath=sse)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "s390" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        strew_append_flags(options -fexcess-precision=fast)
    endif()
    add_compile_options(${options})
    if(is_top_level AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        add_compile_options(-Wall -Wextra -Wconversion -Wsign-conversion)
    endif()
    if(NOT is_top_level) # a parent's warnings are for its own code
        add_compile_options(-w)
    endif()
    if(STREW_WERROR)
        add_compile_options(-Werror)
    endif()
    if(STREW_SANITIZE)
        list(JOIN STREW_SANITIZE "," sanitizers)
        add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        add_link_options(-fsanitize=${sanitizers})
    endif()
    # The default of later Clang versions: an uninitialised argument is reported at the call, and one from a library that is not sanitized
    # counts as initialised.
    if("memory" IN_LIST STREW_SANITIZE)
        add_compile_options(-fsanitize-memory-param-retval)
    endif()
endif()
