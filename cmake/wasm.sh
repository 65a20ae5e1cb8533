#!/usr/bin/env bash
# wasm.sh PYTHON PROGRAM [ARGUMENT...]: runs a program for WebAssembly, by wasmtime, which is a package of PYTHON, or by Node with
# STREW_WASM_ENGINE=node.
here=$(dirname "$0")
. "$here/../script/common.sh" "${1-}"
needs 2 "$@"
python=$1
shift
export CMOCKA_TEST_ABORT=1 # see tests/platforms/wasm/setjmp.h
if [[ ${STREW_WASM_ENGINE-wasmtime} == node ]]; then
    exec node --no-warnings "$here/../tests/platforms/wasm/run.mjs" "$@"
fi
exec "$python" "$here/../tests/platforms/wasm/run.py" "$@"
