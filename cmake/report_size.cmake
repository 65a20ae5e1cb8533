# cmake -DLIBRARY=... -DNM=... -DSIZE=... -DISAS=scalar,avx2 -DDTYPES=16 -DREDUCTIONS=6 -P report_size.cmake
# Prints one line on the size of a library. If a tool is missing, the line is shorter; the build does not fail.

function(with_commas number result)
    while(number MATCHES "^([0-9]+)([0-9][0-9][0-9])((,[0-9]+)*)$")
        set(number "${CMAKE_MATCH_1},${CMAKE_MATCH_2}${CMAKE_MATCH_3}")
    endwhile()
    set(${result} ${number} PARENT_SCOPE)
endfunction()

function(count number noun result)
    if(number EQUAL 1)
        set(${result} "1 ${noun}" PARENT_SCOPE)
    else()
        with_commas(${number} number)
        set(${result} "${number} ${noun}s" PARENT_SCOPE)
    endif()
endfunction()

# The last line of `size -t` adds up all members of an archive; its first column is the text, constants included.
set(report)
execute_process(COMMAND "${SIZE}" -t "${LIBRARY}" OUTPUT_VARIABLE sizes ERROR_QUIET RESULT_VARIABLE failed)
if(sizes MATCHES "(^|\n) *0[ \t][^\n]*\\(TOTALS\\)") # GCC's objects have none, and those of Clang are not read
    set(report "text is made when it is linked (LTO)")
elseif(NOT failed AND sizes MATCHES "\n *([0-9]+)[^\n]*\\(TOTALS\\)")
    count(${CMAKE_MATCH_1} byte bytes)
    set(report "${bytes} of text")
else()
    file(SIZE "${LIBRARY}" bytes)
    count(${bytes} byte report)
endif()

string(REPLACE "," ";" isas "${ISAS}")
list(LENGTH isas n_isas)
count(${n_isas} ISA n_isas)
count(${DTYPES} dtype n_dtypes)
count(${REDUCTIONS} reduction n_reductions)
string(APPEND report ", ${n_isas} x ${n_dtypes} x ${n_reductions}")

execute_process(COMMAND "${NM}" "${LIBRARY}" OUTPUT_VARIABLE symbols ERROR_QUIET RESULT_VARIABLE failed)
string(REGEX MATCHALL " [Tt] strew_[a-z0-9_]+__[a-z0-9]+\n" kernels "${symbols}")
list(LENGTH kernels n_kernels)
if(NOT failed AND n_kernels)
    count(${n_kernels} kernel n_kernels)
    string(APPEND report ", ${n_kernels}")
endif()

get_filename_component(name "${LIBRARY}" NAME)
message(STATUS "${name}: ${report}")
