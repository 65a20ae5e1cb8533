# cmake --install: the library, its headers, and what find_package(strew) and pkg-config look for.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/strew")
install(TARGETS strew EXPORT strewTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
# The folder and not a list of names, so that new headers are installed too.
install(DIRECTORY include/strew generated/strew DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development
    FILES_MATCHING REGEX "[.](h|hpp)$")
install(EXPORT strewTargets NAMESPACE strew:: DESTINATION "${package_dir}" COMPONENT development)

configure_package_config_file(cmake/strewConfig.cmake.in strewConfig.cmake INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(strewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/strewConfig.cmake" "${PROJECT_BINARY_DIR}/strewConfigVersion.cmake" DESTINATION "${package_dir}"
    COMPONENT development)

# pkg-config computes the prefix from the place of its own file, so that the installed tree can be moved.
set(pc_cflags "")
if(BUILD_SHARED_LIBS)
    set(pc_cflags " -DSTREW_SHARED")
endif()
file(RELATIVE_PATH pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/strew.pc.in strew.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/strew.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

# cpack makes archives of what is installed.
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_VENDOR "The strew developers")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_CHECKSUM SHA256)
if(is_top_level)
    include(CPack)
endif()
