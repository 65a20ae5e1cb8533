#!/usr/bin/env bash
# way.sh CHECKOUT WORK: a new way to share a run is one file of runtime/ways/ and one line of way.h. In a copy of the checkout this adds
# way/made_up.c with its line; the library builds without any other change, and way/main.c finds that a run takes it and is right.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 2 "$@"

checkout=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work/copy"
cp -r "$checkout"/{CMakeLists.txt,LICENSE,cmake,extra,generated,include,runtime} "$work/copy"

cp "$here/way/made_up.c" "$work/copy/runtime/ways"
sed -i.old 's/^    WAY(accumulators) .*/    WAY(made_up) \\\n&/' "$work/copy/runtime/ways/way.h"
[[ $(diff "$work/copy/runtime/ways/way.h" "$checkout/runtime/ways/way.h" | grep -c '^[<>]') == 1 ]]

set --
! command -v ccache >/dev/null || set -- -DCMAKE_C_COMPILER_LAUNCHER=ccache
cmake -S "$work/copy" -B "$work/build" "$@" -DCMAKE_C_COMPILER="${CC:-cc}" -DSTREW_WERROR=ON -DSTREW_TESTS=OFF -DSTREW_EXAMPLES=OFF \
    -DSTREW_INSTALL=OFF -DSTREW_ISAS=scalar -DSTREW_DTYPES=float32 "-DSTREW_REDUCTIONS=none;add"
cmake --build "$work/build" -j "$(nproc)" --target strew
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror "$here/way/main.c" -I "$checkout/include" -I "$checkout/generated" "$work/build/libstrew.a" -lm \
    -o "$work/main"
"$work/main"
