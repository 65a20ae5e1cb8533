# cmake -DSOURCE=... -DCORE=... -DGENERATOR=... -DMAKE_PROGRAM=... -DJOBS=... -P core_build.cmake
# Builds a core that adapters share: core.cmake. Two adapters may be built at once, and the second waits for the first. The build is
# configured every time, since the last adapter's CMake and make program may have been in an environment of pip that is gone.
file(LOCK "${CORE}.lock")
execute_process(COMMAND_ERROR_IS_FATAL ANY
    COMMAND ${CMAKE_COMMAND} -S "${SOURCE}" -B "${CORE}" -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" -C "${CORE}.cmake")
if("$ENV{CMAKE_BUILD_PARALLEL_LEVEL}" STREQUAL "")
    set(parallel --parallel ${JOBS})
endif()
execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND ${CMAKE_COMMAND} --build "${CORE}" --target strew ${parallel})
