#!/usr/bin/env bash
# freestanding.sh CHECKOUT WORK INCLUDE CMOCKA: strew is built without an operating system, with every dtype and reduction, and then run by
# a test that needs the header of cmocka in INCLUDE and its library CMOCKA. CC and OBJDUMP are the tools to use.
#
# Without means: -ffreestanding, the compiler's own headers and freestanding/string.h instead of the system's, nothing to link but
# freestanding/string.c. Scalar kernels then; the others include SIMDe, whose headers include the system's. There is no STREW_ISA to look
# at, and but for cpuid nobody to ask what the processor supports.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 4 "$@"

checkout=$1 work=$2 include=$3 cmocka=$4
here=$(cd "$(dirname "$0")" && pwd)
export CC=${CC:-cc}
headers=(-ffreestanding -nostdinc -isystem "$("$CC" -print-file-name=include)" -isystem "$here/freestanding" -fno-stack-protector)
rm -rf "$work"
mkdir -p "$work"

# A shared library that needs no other, so that a program with an operating system can call it.
as_written=(-fno-builtin)
[[ $("$CC" --version) == *clang* ]] || as_written+=(-fno-tree-loop-distribute-patterns) # GCC would make calls of its functions' own loops
"$CC" -std=c11 -O2 -fPIC "${as_written[@]}" "${headers[@]}" -c "$here/freestanding/string.c" \
    -o "$work/string.o"
cmake -S "$checkout" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DSTREW_TESTS=OFF -DSTREW_EXAMPLES=OFF \
    -DSTREW_WERROR=ON -DSTREW_ISAS=scalar "-DCMAKE_C_FLAGS=${headers[*]}" "-DCMAKE_SHARED_LINKER_FLAGS=-nostdlib -Wl,-z,defs $work/string.o"
cmake --build "$work/build"
needed=$("${OBJDUMP:-objdump}" -p "$work/build/libstrew.so" | awk '$1 == "NEEDED" { print $2 }')
[[ -z $needed ]] || { echo "libstrew.so needs ${needed//$'\n'/ }" >&2; exit 1; }

# What every dtype and reduction comes to is what it comes to elsewhere.
support=()
for name in compare conversions fault fill fixture group guarded isas operators pools profiles reference reference_elements testing; do
    support+=("$checkout/tests/support/$name.c")
done
"$CC" -std=gnu11 -O1 -ffp-contract=off -pthread "$checkout/tests/runtime/test_same_bytes.c" "${support[@]}" -I"$checkout/include" \
    -I"$checkout/generated" -I"$checkout/tests/support" -isystem "$include" -L"$work/build" -lstrew "$cmocka" -lm \
    -Wl,-rpath,"$work/build" -o "$work/same_bytes"
"$work/same_bytes"
