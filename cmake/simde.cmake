# Looks for SIMDe, whose headers only the files of vector instruction sets include. Sets STREW_SIMDE_FOLDER to the folder that holds simde/,
# or to nothing, and STREW_SIMDE_INCLUDE to a folder that holds only simde/.
#
# It takes the first place that has SIMDe: the folder that the user names, a target of the project that contains strew, an installed
# package, the folders that compilers search, and, if STREW_FETCH_SIMDE allows it, a download. So a user's choice comes before what is
# installed.
set(STREW_SIMDE_DIR "" CACHE PATH "The folder that holds simde/; looked for where none is named")
option(STREW_FETCH_SIMDE "Download SIMDe where it is not found" OFF)

set(STREW_SIMDE_FOLDER)
if(STREW_SIMDE_DIR)
    if(NOT EXISTS "${STREW_SIMDE_DIR}/simde/simde-common.h")
        message(FATAL_ERROR "STREW_SIMDE_DIR is ${STREW_SIMDE_DIR}, where there is no simde/simde-common.h.")
    endif()
    set(STREW_SIMDE_FOLDER "${STREW_SIMDE_DIR}")
else()
    set(places)
    if(NOT TARGET simde::simde AND NOT TARGET simde)
        find_package(simde CONFIG QUIET)
    endif()
    foreach(target IN ITEMS simde::simde simde)
        if(TARGET ${target})
            get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
            string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" folders "${folders}")
            list(APPEND places ${folders})
        endif()
    endforeach()
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        pkg_check_modules(STREW_SIMDE_PACKAGE QUIET simde)
        list(APPEND places ${STREW_SIMDE_PACKAGE_INCLUDE_DIRS})
    endif()
    # SIMDe has the same headers for every target, so a cross build may use those of the build machine.
    find_path(STREW_SIMDE_FOUND simde/simde-common.h HINTS ${places} NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(STREW_SIMDE_FOUND simde_DIR)
    if(STREW_SIMDE_FOUND)
        set(STREW_SIMDE_FOLDER "${STREW_SIMDE_FOUND}")
    elseif(STREW_FETCH_SIMDE)
        include(FetchContent)
        FetchContent_Declare(simde
            GIT_REPOSITORY https://github.com/simd-everywhere/simde
            GIT_TAG 71fd833d9666141edcd1d3c109a80e228303d8d7 # 0.8.2
            SOURCE_SUBDIR simde) # a folder without a CMakeLists.txt: only the headers are needed
        FetchContent_MakeAvailable(simde)
        set(STREW_SIMDE_FOLDER "${simde_SOURCE_DIR}")
    endif()
endif()

if(STREW_SIMDE_FOLDER)
    # Other headers in its folder, such as /usr/include, may be for another target or another C library, and must not be found.
    set(STREW_SIMDE_INCLUDE "${PROJECT_BINARY_DIR}/simde-include")
    file(MAKE_DIRECTORY "${STREW_SIMDE_INCLUDE}")
    file(CREATE_LINK "${STREW_SIMDE_FOLDER}/simde" "${STREW_SIMDE_INCLUDE}/simde" SYMBOLIC COPY_ON_ERROR)
endif()
