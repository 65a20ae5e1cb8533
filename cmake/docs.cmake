# cmake --build <folder> --target docs renders the reference of the public headers into <folder>/docs/html. It needs Doxygen and Graphviz,
# and a warning is an error.
find_package(Doxygen COMPONENTS dot QUIET)
if(NOT DOXYGEN_FOUND)
    add_custom_target(docs VERBATIM COMMAND "${CMAKE_COMMAND}" -E echo "The target docs needs Doxygen and Graphviz: script/setup docs"
        COMMAND "${CMAKE_COMMAND}" -E false)
    return()
endif()
set(DOXYGEN_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/docs")
set(DOXYGEN_PROJECT_BRIEF "${PROJECT_DESCRIPTION}")
set(DOXYGEN_OPTIMIZE_OUTPUT_FOR_C YES)
set(DOXYGEN_TYPEDEF_HIDES_STRUCT YES) # a struct and its typedef have one name
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
set(DOXYGEN_SORT_MEMBER_DOCS NO)
set(DOXYGEN_GENERATE_LATEX NO)
set(DOXYGEN_GENERATE_XML YES) # for the site: script/docs
set(DOXYGEN_STRIP_FROM_PATH "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/generated")
set(DOXYGEN_DOTFILE_DIRS "${PROJECT_SOURCE_DIR}/docs/reference")
set(DOXYGEN_DOT_IMAGE_FORMAT svg)
# The macros that decide how a header is compiled are not part of the interface; static functions of the adapters are.
set(DOXYGEN_MACRO_EXPANSION YES)
set(DOXYGEN_EXPAND_ONLY_PREDEF YES)
set(DOXYGEN_PREDEFINED STREW_API= __cpp_exceptions)
set(DOXYGEN_EXCLUDE_SYMBOLS STREW_STREW_H STREW_AXES_H STREW_OPENMP_H STREW_PTHREADPOOL_H STREW_API)
set(DOXYGEN_EXTRACT_STATIC YES)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
doxygen_add_docs(docs include/strew generated/strew docs/reference/index.md COMMENT "The reference of the public headers")
