# cmake -DSTREW_DTYPES=... -P cmake/list_parts.cmake, in the folder of strew: prints what a build with these options is made of, for any
# processor, a line for each part. script/amalgamate reads it.
cmake_minimum_required(VERSION 3.14...3.22)
include(cmake/trim.cmake)
include(generated/kernels.cmake)
include(cmake/choices.cmake)
list(APPEND isas scalar)
list(REMOVE_DUPLICATES isas)
set(emulated)
include(cmake/parts.cmake)

set(names definitions sources isas)
foreach(isa IN LISTS isas)
    list(APPEND names sources_of_${isa} STREW_FLAGS_OF_${isa} STREW_TARGET_OF_${isa} STREW_HEADER_OF_${isa})
endforeach()
set(lines)
foreach(name IN LISTS names)
    foreach(value IN LISTS ${name})
        string(APPEND lines "${name} ${value}\n")
    endforeach()
endforeach()
string(REGEX REPLACE "\n$" "" lines "${lines}")
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${lines}") # message() would print to stderr
