#!/usr/bin/env bash
# left_out.sh CHECKOUT WORK FEATURES INDEX_DTYPES REDUCTIONS: a library with no more than these, which are lists with commas, is whole,
# without a warning and without the compiler's help, which would drop calls that no run reaches; and left_out.c finds it right. CC is the
# compiler to use.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 5 "$@"

checkout=$1 work=$2 features=${3//,/;} index_dtypes=${4//,/;} reductions=${5//,/;}
here=$(cd "$(dirname "$0")" && pwd)
export CC=${CC:-cc}
rm -rf "$work"
! command -v ccache >/dev/null || set -- -DCMAKE_C_COMPILER_LAUNCHER=ccache
[[ $1 == -D* ]] || set --
cmake -S "$checkout" -B "$work/build" "$@" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0 -DBUILD_SHARED_LIBS=ON -DSTREW_WERROR=ON \
    -DSTREW_TESTS=OFF -DSTREW_EXAMPLES=OFF -DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,defs -DSTREW_ISAS=scalar -DSTREW_DTYPES=float32 \
    "-DSTREW_REDUCTIONS=$reductions" "-DSTREW_FEATURES=$features" "-DSTREW_INDEX_DTYPES=$index_dtypes"
cmake --build "$work/build" -j "$(nproc)"
"$CC" -std=c11 -Wall -Wextra -Werror "$here/left_out.c" -I "$here/../support" -I "$checkout/include" -I "$checkout/generated" \
    -L "$work/build" -lstrew \
    -Wl,-rpath,"$work/build" -o "$work/left_out"
for reduction in mul mean; do
    [[ ";$reductions;" != *";$reduction;"* ]] || features="$features;$reduction"
done
"$work/left_out" "$features" "$index_dtypes"
