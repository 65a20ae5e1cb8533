#!/usr/bin/env bash
# old_compiler.sh CHECKOUT WORK FLAG LEFT_OUT ISA...: by a compiler that does not know FLAG, strew is built without LEFT_OUT, says so once,
# and has the other instruction sets, ISA..., all the same. CC is a compiler that does know it.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 4 "$@"

checkout=$1 work=$2 flag=$3 left_out=$4
shift 4
compiler=$work/cc

fail() { echo "$*" >&2; exit 1; }

rm -rf "$work"
mkdir -p "$work"
cat >"$compiler" <<END
#!/bin/sh
for word; do
    [ "\$word" != "$flag" ] || { echo "error: bad value for option '$flag'" >&2; exit 1; }
done
exec "${CC:-cc}" "\$@"
END
chmod +x "$compiler"

log=$(cmake -S "$checkout" -B "$work/build" -DCMAKE_C_COMPILER="$compiler" -DSTREW_TESTS=OFF \
    -DSTREW_DTYPES=float32 -DSTREW_REDUCTIONS=add 2>&1)
echo "$log"
said=$(tr -s ' \n' ' ' <<<"$log" | grep -oE 'strew is built without [^:]*:' || true) # CMake wraps lines
[[ $said == "strew is built without $left_out:" ]] || fail "the configuration says of what is left out: $said"
cmake --build "$work/build" -j "$(nproc)"
kernels=$("${NM:-nm}" "$work/build/libstrew.a" | grep -oE '__[a-z0-9]+$' | sort -u | xargs)
expected=$(printf '__%s\n' "$@" | sort -u | xargs)
[[ $kernels == "$expected" ]] || fail "the library has kernels of $kernels, and not of $expected"
