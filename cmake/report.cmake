# Every build prints the size of its library.
get_filename_component(nm_name "${CMAKE_NM}" NAME)
string(REPLACE "nm" "size" size_name "${nm_name}")
find_program(STREW_SIZE_TOOL NAMES ${size_name} size DOC "The binutils' size")
list(LENGTH dtypes n_dtypes)
list(LENGTH reductions n_reductions)
set(report_isas ${isas} ${emulated})
list(JOIN report_isas "," report_isas)
add_custom_command(TARGET strew POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} "-DLIBRARY=$<TARGET_FILE:strew>" "-DNM=${CMAKE_NM}" "-DSIZE=${STREW_SIZE_TOOL}" -DISAS=${report_isas}
        -DDTYPES=${n_dtypes} -DREDUCTIONS=${n_reductions} -P "${CMAKE_CURRENT_LIST_DIR}/report_size.cmake")
