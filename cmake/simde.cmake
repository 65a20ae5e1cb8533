# Sets STREW_SIMDE_INCLUDE to a folder that holds simde/.
# SIMDe is the same headers for every target, so a cross build may take the machine's own.
find_path(STREW_SIMDE_DIR simde/simde-common.h NO_CMAKE_FIND_ROOT_PATH DOC "The folder that holds simde/")
if(NOT STREW_SIMDE_DIR)
    message(FATAL_ERROR "SIMDe's headers are missing: install libsimde-dev, or name their folder with -DSTREW_SIMDE_DIR.")
endif()
set(STREW_SIMDE_INCLUDE "${STREW_SIMDE_DIR}")
if(CMAKE_CROSSCOMPILING)
    # Its neighbours are headers of the machine that builds, which must stay out of sight.
    set(STREW_SIMDE_INCLUDE "${PROJECT_BINARY_DIR}/simde-include")
    file(MAKE_DIRECTORY "${STREW_SIMDE_INCLUDE}")
    file(CREATE_LINK "${STREW_SIMDE_DIR}/simde" "${STREW_SIMDE_INCLUDE}/simde" SYMBOLIC)
endif()
