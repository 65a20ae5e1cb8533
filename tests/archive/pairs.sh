#!/usr/bin/env bash
# pairs.sh CHECKOUT WORK: a library that converts float32 to bfloat16 alone, and pairs.c, which finds that it does, and says so.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 2 "$@"

checkout=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
export CC=${CC:-cc}
rm -rf "$work"
cmake -S "$checkout" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0 -DSTREW_WERROR=ON -DSTREW_TESTS=OFF \
    -DSTREW_EXAMPLES=OFF -DSTREW_INSTALL=OFF -DSTREW_ISAS=scalar "-DSTREW_DTYPES=float32;bfloat16;int8" \
    -DSTREW_CONVERSIONS=float32:bfloat16 "-DSTREW_REDUCTIONS=none;add"
cmake --build "$work/build" -j "$(nproc)" --target strew
"$CC" -std=c11 -Wall -Wextra -Werror "$here/pairs.c" -I "$checkout/include" -I "$checkout/generated" "$work/build/libstrew.a" \
    -o "$work/pairs"
"$work/pairs"
