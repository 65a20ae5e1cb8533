# What a shared library promises to programs that are linked with it: docs/abi.md. Its file is libstrew.so.<version>, its SONAME
# libstrew.so.<ABI version>.
# A wheel has no links to files, and its library has only the name that the package and its users look for.
if(NOT STREW_WHEEL)
    set_target_properties(strew PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${abi_version})
endif()
if(BUILD_SHARED_LIBS AND NOT STREW_EMBED)
    include(CheckCSourceCompiles)
    set(symbols "${CMAKE_CURRENT_LIST_DIR}/symbols.map")
    file(WRITE "${PROJECT_BINARY_DIR}/probe.map" "PROBE { global: main; local: *; };\n")
    set(CMAKE_REQUIRED_LINK_OPTIONS "LINKER:--version-script=${PROJECT_BINARY_DIR}/probe.map")
    check_c_source_compiles("int main(void) { return 0; }" STREW_HAS_VERSION_SCRIPTS)
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
    if(STREW_HAS_VERSION_SCRIPTS AND NOT WIN32)
        target_link_options(strew PRIVATE "LINKER:--version-script=${symbols}")
        set_target_properties(strew PROPERTIES LINK_DEPENDS "${symbols}")
    endif()
endif()
