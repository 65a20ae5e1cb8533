# cmake -DRUNNER=<command> -P check_cases.cmake: the runner of case files must find each of these mistakes. Does not print the runner's
# output, because those failures are expected.

set(file "${CMAKE_CURRENT_BINARY_DIR}/wrong_cases.json")
set(valid [[{"id": "valid", "op": "scatter_nd", "reduction": "add", "dtype": "int32",
    "data": {"shape": [2], "values": [1, 2]}, "indices": {"shape": [1, 1], "dtype": "int64", "values": [1]},
    "updates": {"shape": [1], "values": [5]}, "expect": {"values": [1, 7]}}]])

# Runs the file. A failed case is printed on stdout, with the totals as the last line; a malformed file leads to one sentence on stderr and
# nothing else.
function(check_file exit_code output)
    execute_process(COMMAND ${RUNNER} "${file}" RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err)
    if(NOT result EQUAL exit_code OR NOT "${out}${err}" MATCHES "${output}"
            OR (exit_code EQUAL 0 AND NOT out MATCHES "\n1 passed, 0 failed, 1 skipped\n$")
            OR (exit_code EQUAL 1 AND NOT out MATCHES "\n1 passed, 1 failed, 0 skipped\n$")
            OR (exit_code EQUAL 2 AND (NOT out STREQUAL "" OR NOT err MATCHES "^[^\n]+\n$")))
        message(SEND_ERROR "${ARGN}: exit code ${result} (not ${exit_code}?) and \"${out}${err}\" (no \"${output}\"?)")
    endif()
endfunction()

# expect(<exit code> <output> [<member> <value>]...): of a file with the valid case and a copy in which these members are changed.
function(expect exit_code output)
    set(edits ${ARGN})
    string(JSON changed SET "${valid}" id "\"changed\"")
    while(edits)
        list(POP_FRONT edits path value)
        string(REPLACE "." ";" path "${path}")
        string(JSON changed SET "${changed}" ${path} "${value}")
    endwhile()
    file(WRITE "${file}" "[${valid}, ${changed}]")
    check_file(${exit_code} "${output}" ${ARGN})
endfunction()

set(nd_to_elements op "\"scatter_elements\"" indices.shape "[1]")
set(nd_to_update op "\"scatter_update\"" indices.shape "[1]" axis -1)

expect(1 "failed changed .*: element 1 is 7 .*, expected 8 " expect.values "[1, 8]")
expect(1 "failed changed .*: element 1 is 7 .*, expected 6 " expect [=[{"fill": 1, "sparse": [[1, 6]]}]=])
expect(1 "failed changed .*: element 1 is 0 .*, expected -0 "
    dtype "\"float32\"" data.values "[0, 0.0]" updates.values "[0]" expect.values "[0, -0.0]")
expect(1 "failed changed .*: not rejected" expect [[{"error": "any"}]])
expect(1 "failed changed .*: not rejected" expect [[{"error": "any"}]] shape_only true)
expect(1 "failed changed .*: rejected: indices.0. component 0 is 2" indices.values "[2]")
expect(1 "failed changed .*: rejected, but with status [0-9]+: axis" ${nd_to_elements} axis 1
    expect [[{"error": "any", "status": "STREW_STATUS_INDEX_OUT_OF_BOUNDS"}]])
expect(1 "failed changed .*: element 1 is 7 .*, expected 8 " ${nd_to_elements} expect.values "[1, 8]")
expect(1 "failed changed .*: element 1 is 7 .*, expected 8 " ${nd_to_update} dtype "\"float8e5m2\"" expect.values "[1, 8]")
expect(1 "failed changed .*: element 1 is 2 .*, expected 7 " policy "\"skip\"" dtype "\"uint8\"" indices.values "[2]")
expect(1 "failed changed .*: element 0 is 2 .*, expected 1 " data.strides "[-1]" data.offset 1)
expect(0 "skipped changed: .* the operator segment" op "\"segment\"" offsets [[{"shape": [1], "values": [0]}]])
expect(0 "skipped changed: .* the key accumulate of scatter_nd" accumulate "\"float32\"" expect.values "[1, 8]")
expect(0 "skipped changed: .* the key updates.dtype of" updates.dtype "\"int8\"" expect.values "[1, 8]")
expect(0 "skipped changed: .* the key data.bytes of" data [[{"shape": [2], "bytes": "00"}]] data.shape [=[["x"]]=])
expect(0 "skipped changed: .* the key expect.arg of" expect.arg "[-1, 0]")
expect(0 "skipped changed: .* the key axis of scatter_nd" axis 0)
expect(0 "skipped changed: .* the key batch_dims of scatter_nd" batch_dims 0)
expect(0 "skipped changed: .* the key mask of scatter_nd" mask [[{"shape": [1], "values": [true]}]])
expect(0 "skipped changed: .* the key (indices|reduction) of masked_scatter" op "\"masked_scatter\"")
expect(0 "skipped changed: .* the key (updates|reduction) of gather_nd" op "\"gather_nd\"")
expect(0 "skipped changed: .* the key mode of scatter_elements" ${nd_to_elements} mode "\"circular\"" expect.values "[1, 8]")
expect(2 "malformed: data has elements outside" data.strides "[2]")
expect(2 "malformed: data.strides is no array" data.strides "[1, 1]")
expect(2 "malformed: data.strides.0. " data.strides "[3]")
expect(2 "changed.* malformed: data.values has 2 values where its shape asks for 3" data.shape "[3]")
expect(2 "malformed: updates.values.0." updates.values [=[["2147483648"]]=])
expect(2 "malformed: updates.values.0." updates.values "[1.5]")
expect(2 "malformed: expect" expect "{}")
expect(2 "malformed: .*same id" id "\"valid\"")
expect(2 "malformed: data.offset is without strides" data.offset 1)
expect(2 "malformed: status " expect [[{"error": "any", "status": "STREW_OK"}]])
expect(2 "malformed: policy " policy "\"wrap\"")
expect(2 "malformed: profile " profile "\"ONNX ScatterND-12\"")
expect(2 "malformed: data.values.1." dtype "\"float8e4m3fn\"" data.values [=[[1, "Inf"]]=] expect.values [=[[1, "NaN"]]=])
expect(2 "malformed: indices.values.0." indices.values [=[["1x"]]=])
expect(2 "malformed: data.shape.0." data.shape [=[["18446744073709551616"]]=])

file(WRITE "${file}" "")
check_file(2 "wrong_cases.json: " "an empty file")
file(WRITE "${file}" "{}")
check_file(2 "no array" "an object")
file(REMOVE "${file}")
check_file(2 "wrong_cases.json" "no file")
