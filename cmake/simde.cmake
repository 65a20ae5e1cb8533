# Looks for SIMDe, whose headers only the files of vector instruction sets include: `vectors` has those that are to be built. Sets
# STREW_SIMDE_FOLDER to the folder that holds simde/, or to nothing, and STREW_SIMDE_INCLUDE to a folder that holds only simde/.
#
# It takes the first place that has SIMDe: the folder that the user names, a target of the project that contains strew, an installed
# package, the folders that compilers search, and, if STREW_FETCH_SIMDE allows it, a download. So a user's choice comes before what is
# installed. Where it is nowhere, the library is built without these kernels, with a warning. But pip shows no warnings, so a package is
# built without them only for a user who asks for that.
strew_set_default(STREW_SIMDE_DIR "" PATH "The folder that holds simde/; looked for where none is named")
option(STREW_FETCH_SIMDE "Download SIMDe where it is not found" OFF)

set(STREW_SIMDE_REPOSITORY https://github.com/simd-everywhere/simde)
set(STREW_SIMDE_FETCHED_VERSION 0.8.2)
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
    # SIMDe has the same headers for every target, so a cross build may use those of the build machine, where CMake does not look for
    # every system.
    find_path(STREW_SIMDE_FOUND simde/simde-common.h HINTS ${places} PATHS /usr/local/include /usr/include NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(STREW_SIMDE_FOUND simde_DIR)
    if(STREW_SIMDE_FOUND)
        set(STREW_SIMDE_FOLDER "${STREW_SIMDE_FOUND}")
    elseif(STREW_FETCH_SIMDE AND NOT STREW_SHARE_CORE) # the shared core downloads it itself
        include(FetchContent)
        set(repository ${STREW_SIMDE_REPOSITORY})
        if(NOT FETCHCONTENT_SOURCE_DIR_SIMDE AND NOT EXISTS "${FETCHCONTENT_BASE_DIR}/simde-src/simde")
            message(STATUS "strew: downloading SIMDe from ${repository}")
            find_package(Git QUIET)
            if(Git_FOUND)
                execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_TERMINAL_PROMPT=0 ${GIT_EXECUTABLE} ls-remote ${repository} HEAD
                    TIMEOUT 60 RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
            endif()
            if(NOT Git_FOUND OR failed) # FetchContent would say it in forty lines
                message(FATAL_ERROR "strew: SIMDe cannot be downloaded with git from ${repository}: install its headers (libsimde-dev in "
                    "Debian and Ubuntu), or name their folder with STREW_SIMDE_DIR.")
            endif()
        endif()
        FetchContent_Declare(simde
            GIT_REPOSITORY ${repository}
            GIT_TAG 71fd833d9666141edcd1d3c109a80e228303d8d7 # STREW_SIMDE_FETCHED_VERSION
            SOURCE_SUBDIR simde) # a folder without a CMakeLists.txt: only the headers are needed
        FetchContent_MakeAvailable(simde)
        set(STREW_SIMDE_FOLDER "${simde_SOURCE_DIR}")
    endif()
endif()

if(STREW_SIMDE_FOLDER)
    # Other headers in its folder, such as /usr/include, may be for another target or another C library, and must not be found.
    set(STREW_SIMDE_INCLUDE "${PROJECT_BINARY_DIR}/simde-include")
    file(MAKE_DIRECTORY "${STREW_SIMDE_INCLUDE}")
    if(POLICY CMP0205) # a folder that cannot be linked is copied with what is in it
        cmake_policy(SET CMP0205 NEW)
    endif()
    file(CREATE_LINK "${STREW_SIMDE_FOLDER}/simde" "${STREW_SIMDE_INCLUDE}/simde" SYMBOLIC COPY_ON_ERROR)
elseif(NOT STREW_FETCH_SIMDE)
    list(JOIN vectors ", " names)
    string(CONCAT missing "the headers of SIMDe are missing, which the kernels of ${names} need: install them (libsimde-dev in Debian and "
        "Ubuntu), or give")
    if(SKBUILD)
        set(give "--config-settings=cmake.define.")
        message(FATAL_ERROR "strew: ${missing} pip one of the options ${give}STREW_SIMDE_DIR=FOLDER to name their folder, "
            "${give}STREW_FETCH_SIMDE=ON to download them, or ${give}STREW_ISAS=scalar to do without these kernels.")
    endif()
    message(WARNING "strew: ${missing} CMake one of the options -DSTREW_SIMDE_DIR=FOLDER to name their folder, -DSTREW_FETCH_SIMDE=ON to "
        "download them, or -DSTREW_ISAS=scalar to do without these kernels, as this build does.")
endif()
