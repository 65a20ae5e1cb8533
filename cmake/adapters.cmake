# What the adapters of runtimes that are Python packages have in common.

# Sets a cache variable to the folder of a Python package, unless a user has. What the runtime is called is for the error.
function(strew_find_python_package variable package title)
    set(${variable} "" CACHE PATH "The folder of the package ${package}; empty: Python3_EXECUTABLE knows it")
    if(${variable})
        return()
    endif()
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    execute_process(COMMAND ${Python3_EXECUTABLE} -c
        "import importlib.util as u; print(u.find_spec('${package}').submodule_search_locations[0])"
        OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT found)
        if(SKBUILD) # pip builds in an environment of its own, where the runtime is missing
            message(FATAL_ERROR "${PROJECT_NAME}: ${title} is needed to build, and pip hides the installed one. Install it together with "
                "scikit-build-core, and add pip's option --no-build-isolation: pip install scikit-build-core ${package}, then "
                "pip install --no-build-isolation and the folder.")
        endif()
        message(FATAL_ERROR "${PROJECT_NAME}: ${Python3_EXECUTABLE} has no ${title}. Name one that has, with -DPython3_EXECUTABLE=")
    endif()
    set_property(CACHE ${variable} PROPERTY VALUE ${found})
endfunction()

# The library of an adapter has strew inside. `component` is that of its package. What follows is for strew_install_sbom.
function(strew_finish_adapter target component)
    target_link_libraries(${target} PRIVATE strew::strew)
    set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
        # A program may have another copy of strew, whose functions must not be mixed with these.
        target_link_options(${target} PRIVATE LINKER:--exclude-libs,ALL LINKER:-z,now)
    endif()
    if(SKBUILD AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT MSVC)
        # Headers of runtimes put the paths of files into their messages. A wheel must not tell where it was built.
        cmake_parse_arguments(has "" "" "HEADERS" ${ARGN})
        target_compile_options(${target} PRIVATE "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
        if(has_HEADERS)
            list(GET has_HEADERS 0 package)
            list(GET has_HEADERS 1 folder)
            target_compile_options(${target} PRIVATE "-ffile-prefix-map=${folder}/=${package}/")
        endif()
    endif()
    if(SKBUILD)
        install(TARGETS ${target} LIBRARY DESTINATION . COMPONENT ${component}) # into the folder of the package
        install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION . COMPONENT ${component}) # pyproject.toml cannot name a file above its own
        include(${PROJECT_SOURCE_DIR}/cmake/sbom.cmake)
        strew_install_sbom(${component} ${ARGN})
    endif()
endfunction()
