# Runs the port without vcpkg: cmake -DPORT_FILE= -DWORK= -DARCHIVE= -P vcpkg.cmake. The functions below stand in for vcpkg's.
set(PORT strew)
set(CURRENT_INSTALLED_DIR "${WORK}/installed")
set(CURRENT_PACKAGES_DIR "${WORK}/packages")

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${ARGN} failed")
    endif()
endfunction()

function(vcpkg_download_distfile variable)
    cmake_parse_arguments(PARSE_ARGV 1 file "" "URLS;FILENAME;SHA512" "")
    file(SHA512 "${ARCHIVE}" found)
    if(NOT found STREQUAL file_SHA512)
        message(FATAL_ERROR "the archive has the checksum ${found}")
    endif()
    set(${variable} "${ARCHIVE}" PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive variable)
    cmake_parse_arguments(PARSE_ARGV 1 extract "" "ARCHIVE" "")
    file(ARCHIVE_EXTRACT INPUT "${extract_ARCHIVE}" DESTINATION "${WORK}/sources")
    file(GLOB folder "${WORK}/sources/*")
    set(${variable} "${folder}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 configure "" "SOURCE_PATH" "OPTIONS")
    run("${CMAKE_COMMAND}" -S "${configure_SOURCE_PATH}" -B "${WORK}/build" "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}"
        -DCMAKE_INSTALL_LIBDIR=lib ${configure_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
    run("${CMAKE_COMMAND}" --build "${WORK}/build" --parallel 2)
    run("${CMAKE_COMMAND}" --install "${WORK}/build")
endfunction()

function(vcpkg_cmake_config_fixup) # moves CMake's files to share/, two folders below the prefix instead of three
    cmake_parse_arguments(PARSE_ARGV 0 config "" "CONFIG_PATH" "")
    file(MAKE_DIRECTORY "${CURRENT_PACKAGES_DIR}/share")
    file(RENAME "${CURRENT_PACKAGES_DIR}/${config_CONFIG_PATH}" "${CURRENT_PACKAGES_DIR}/share/${PORT}")
    file(GLOB files "${CURRENT_PACKAGES_DIR}/share/${PORT}/*.cmake")
    foreach(file IN LISTS files)
        file(READ "${file}" text)
        set(one "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
        string(REPLACE "${one}${one}${one}" "${one}${one}" text "${text}")
        file(WRITE "${file}" "${text}")
    endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 copyright "" "" "FILE_LIST")
    file(COPY_FILE "${copyright_FILE_LIST}" "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright")
endfunction()

include("${PORT_FILE}")
