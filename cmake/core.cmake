# STREW_SHARE_CORE: the adapters that are built in a checkout, whose builds are thrown away, share one core. It is compiled in
# <checkout>/build/core/<key> by a build of its own: static, hidden, position independent. Each adapter has it inside, as if it had compiled
# it. Here the target `strew` stands for that library. Before an adapter is linked, the inner build compiles what changed.
include(ProcessorCount)
if(CMAKE_CONFIGURATION_TYPES)
    message(FATAL_ERROR "STREW_SHARE_CORE is ON, but ${CMAKE_GENERATOR} builds several configurations, and a shared core has one.")
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" config)

# The key stands for all that decides what is compiled, but for the sources: what it is made of is the inner build's first cache.
string(CONCAT cache "# ${PROJECT_SOURCE_DIR}, ${CMAKE_GENERATOR}, ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\n"
    "set(STREW_EMBED ON CACHE BOOL \"\")\n")
foreach(variable IN ITEMS CMAKE_BUILD_TYPE CMAKE_C_COMPILER CMAKE_C_COMPILER_LAUNCHER CMAKE_C_COMPILER_TARGET CMAKE_C_FLAGS
    CMAKE_C_FLAGS_${config} CMAKE_AR CMAKE_RANLIB CMAKE_INTERPROCEDURAL_OPTIMIZATION CMAKE_MSVC_RUNTIME_LIBRARY CMAKE_OSX_ARCHITECTURES
    CMAKE_OSX_DEPLOYMENT_TARGET CMAKE_OSX_SYSROOT CMAKE_SYSROOT CMAKE_TOOLCHAIN_FILE STREW_CONVERSIONS STREW_DTYPES STREW_EMULATE
    STREW_FEATURES
    STREW_FETCH_SIMDE STREW_INDEX_DTYPES STREW_ISAS STREW_PLATFORM STREW_REDUCTIONS STREW_SANITIZE STREW_SIMDE_DIR STREW_SYSROOT
    STREW_WERROR)
    if(DEFINED ${variable})
        string(APPEND cache "set(${variable} [==[${${variable}}]==] CACHE STRING \"\")\n")
    endif()
endforeach()
string(SHA256 key "${cache}")
string(SUBSTRING ${key} 0 12 key)
set(core "${PROJECT_SOURCE_DIR}/build/core/${key}")
file(WRITE "${core}.cmake" "${cache}")
message(STATUS "strew: its core is shared by the adapters of this checkout, from build/core/${key}")

ProcessorCount(jobs)
set(library "${core}/${CMAKE_STATIC_LIBRARY_PREFIX}strew${CMAKE_STATIC_LIBRARY_SUFFIX}")
add_custom_target(strew_core BYPRODUCTS "${library}" USES_TERMINAL VERBATIM
    COMMAND ${CMAKE_COMMAND} "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DCORE=${core}" "-DGENERATOR=${CMAKE_GENERATOR}"
        "-DMAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}" -DJOBS=${jobs} -P "${CMAKE_CURRENT_LIST_DIR}/core_build.cmake")
add_library(strew STATIC IMPORTED GLOBAL)
add_library(strew::strew ALIAS strew)
add_dependencies(strew strew_core)
set_target_properties(strew PROPERTIES IMPORTED_LOCATION "${library}"
    INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include;${PROJECT_SOURCE_DIR}/generated"
    INTERFACE_COMPILE_DEFINITIONS STREW_EMBED)
