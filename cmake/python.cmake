# The extension module of the Python package, which is not linked with the library. It is limited to Python's stable ABI, and has the C++
# library inside where it can, so that it depends on libc alone.
strew_enable_language(CXX)
find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
if(NOT Python_FOUND)
    message(FATAL_ERROR "strew's extension module needs Python 3.9 or newer with its headers, and CMake does not find them: install them "
        "(python3-dev in Debian and Ubuntu), or name a Python that has them with Python_EXECUTABLE.")
endif()

add_library(strew_native MODULE python/native.cpp python/calls.cpp python/plans.cpp python/histogram.cpp python/bincount.cpp)
set_target_properties(strew_native PROPERTIES OUTPUT_NAME _native PREFIX "" SUFFIX .abi3.so
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden)
target_include_directories(strew_native PRIVATE include generated)
target_include_directories(strew_native SYSTEM PRIVATE ${Python_INCLUDE_DIRS})
set(contains)
if(WIN32)
    set_target_properties(strew_native PROPERTIES SUFFIX .pyd)
    target_link_directories(strew_native PRIVATE ${Python_LIBRARY_DIRS}) # Python.h names the library of the stable ABI
elseif(APPLE)
    target_link_options(strew_native PRIVATE LINKER:-undefined,dynamic_lookup)
else()
    set(contains LIBSTDCXX)
    target_link_options(strew_native PRIVATE -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL)
    find_package(Threads REQUIRED)
    target_link_libraries(strew_native PRIVATE Threads::Threads)
endif()

if(STREW_WHEEL) # whose root for CMake is the folder of the package
    install(TARGETS strew_native LIBRARY DESTINATION . COMPONENT python)
    include(cmake/sbom.cmake)
    strew_install_sbom(python ${contains})
endif()
