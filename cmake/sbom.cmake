# What is inside a wheel and not Python, as a list that tools read: strew.cdx.json in CycloneDX's form, which PEP 770 puts into the folder
# sboms of a wheel's metadata. It has no date and no number of its own, so the same sources give the same bytes.

# Appends a component to the list `components` of the caller: strew_add_part(<ref> <name> <version or ""> <licence> [<page>]).
function(strew_add_part ref name version licence)
    set(text "{\n      \"type\": \"library\",\n      \"bom-ref\": \"${ref}\",\n      \"name\": \"${name}\",\n")
    if(version)
        string(APPEND text "      \"version\": \"${version}\",\n")
    endif()
    string(APPEND text "      \"licenses\": [{\"expression\": \"${licence}\"}]")
    if(ARGN)
        string(APPEND text ",\n      \"externalReferences\": [{\"type\": \"vcs\", \"url\": \"${ARGN}\"}]")
    endif()
    set(components ${components} "${text}\n    }" PARENT_SCOPE)
    set(refs ${refs} "\"${ref}\"" PARENT_SCOPE)
endfunction()

# strew_install_sbom(<component> [LIBSTDCXX] [HEADERS <package> <folder> <licence>]): for the wheel that scikit-build-core is building.
# LIBSTDCXX says that GCC's C++ library is linked into it, and HEADERS whose inline functions are compiled into it: those of a Python
# package in this folder.
function(strew_install_sbom component)
    if(NOT SKBUILD_METADATA_DIR)
        return()
    endif()
    cmake_parse_arguments(has "LIBSTDCXX" "" "HEADERS" ${ARGN})
    set(components)
    set(refs)
    strew_add_part(strew-library "strew (C library)" "${PROJECT_VERSION}" MIT)
    if(STREW_SIMDE_FOLDER OR STREW_FETCH_SIMDE) # of which kernels of vectors are made
        set(version "${STREW_SIMDE_FETCHED_VERSION}")
        if(STREW_SIMDE_FOLDER)
            set(version)
            foreach(part IN ITEMS MAJOR MINOR MICRO)
                file(STRINGS "${STREW_SIMDE_FOLDER}/simde/simde-common.h" line REGEX "#define SIMDE_VERSION_${part} ")
                string(REGEX MATCH "[0-9]+" number "${line}")
                list(APPEND version ${number})
            endforeach()
            list(JOIN version "." version)
        endif()
        # Its hedley.h is in the public domain by CC0.
        strew_add_part(simde SIMDe "${version}" "MIT AND CC0-1.0" "${STREW_SIMDE_REPOSITORY}")
    endif()
    if(has_LIBSTDCXX)
        set(version)
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # whose version is that of its library
            set(version "${CMAKE_CXX_COMPILER_VERSION}")
        endif()
        set(licence "GPL-3.0-or-later WITH GCC-exception-3.1")
        strew_add_part(libstdc++ libstdc++ "${version}" "${licence}")
        strew_add_part(libgcc libgcc "${version}" "${licence}")
    endif()
    if(has_HEADERS)
        list(GET has_HEADERS 0 package)
        list(GET has_HEADERS 1 folder)
        list(GET has_HEADERS 2 licence)
        set(version)
        get_filename_component(site "${folder}" DIRECTORY)
        file(GLOB found LIST_DIRECTORIES true "${site}/${package}-*.dist-info")
        if(found MATCHES "^[^;]*/${package}-([^/;]+)[.]dist-info$")
            set(version "${CMAKE_MATCH_1}")
        endif()
        strew_add_part(${package} "${package} (headers)" "${version}" "${licence}")
    endif()
    list(JOIN components ", " components)
    list(JOIN refs ", " refs)
    string(REPLACE "_" "-" package "${SKBUILD_PROJECT_NAME}")
    file(WRITE "${PROJECT_BINARY_DIR}/strew.cdx.json" "{
  \"bomFormat\": \"CycloneDX\",
  \"specVersion\": \"1.6\",
  \"version\": 1,
  \"metadata\": {
    \"component\": {
      \"type\": \"library\",
      \"bom-ref\": \"package\",
      \"name\": \"${package}\",
      \"version\": \"${SKBUILD_PROJECT_VERSION_FULL}\",
      \"licenses\": [{\"expression\": \"MIT\"}]
    }
  },
  \"components\": [
    ${components}
  ],
  \"dependencies\": [{\"ref\": \"package\", \"dependsOn\": [${refs}]}]
}
")
    install(FILES "${PROJECT_BINARY_DIR}/strew.cdx.json" DESTINATION "${SKBUILD_METADATA_DIR}/sboms" COMPONENT ${component})
endfunction()
