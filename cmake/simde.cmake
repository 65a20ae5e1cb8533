# Looks for SIMDe, whose headers the files of vector instruction sets include and nothing else does. Sets STREW_SIMDE_FOLDER to the folder
# that holds simde/, or to nothing, and STREW_SIMDE_INCLUDE to a folder that holds simde/ alone.
#
# The first that has it: the folder that the user names, a target of the project that strew is part of, an installed package, the folders
# that compilers search, and, where STREW_FETCH_SIMDE allows, a download. What somebody chose comes before what happens to be there.
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
    # SIMDe is the same headers for every target, so a cross build may take the machine's own.
    find_path(STREW_SIMDE_FOUND simde/simde-common.h HINTS ${places} NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(STREW_SIMDE_FOUND simde_DIR)
    if(STREW_SIMDE_FOUND)
        set(STREW_SIMDE_FOLDER "${STREW_SIMDE_FOUND}")
    elseif(STREW_FETCH_SIMDE)
        include(FetchContent)
        FetchContent_Declare(simde
            GIT_REPOSITORY https://github.com/simd-everywhere/simde
            GIT_TAG 71fd833d9666141edcd1d3c109a80e228303d8d7 # 0.8.2
            SOURCE_SUBDIR simde) # holds no CMakeLists.txt: the headers are all that is wanted
        FetchContent_MakeAvailable(simde)
        set(STREW_SIMDE_FOLDER "${simde_SOURCE_DIR}")
    endif()
endif()

if(STREW_SIMDE_FOLDER)
    # Its neighbours, such as those in /usr/include, may be headers of another target or another C library, and must stay out of sight.
    set(STREW_SIMDE_INCLUDE "${PROJECT_BINARY_DIR}/simde-include")
    file(MAKE_DIRECTORY "${STREW_SIMDE_INCLUDE}")
    file(CREATE_LINK "${STREW_SIMDE_FOLDER}/simde" "${STREW_SIMDE_INCLUDE}/simde" SYMBOLIC COPY_ON_ERROR)
endif()
