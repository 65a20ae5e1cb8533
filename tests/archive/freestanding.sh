#!/usr/bin/env bash
# freestanding.sh CHECKOUT WORK: strew is built without an operating system, and then run. CC and OBJDUMP are the tools to use.
#
# Without means: -ffreestanding, the compiler's own headers and freestanding/string.h instead of the system's, nothing to link but
# freestanding/string.c. Scalar kernels then; the others include SIMDe, whose headers include the system's. There is no STREW_ISA to look
# at, and but for cpuid nobody to ask what the processor supports.
set -euo pipefail

checkout=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
export CC=${CC:-cc}
headers=(-ffreestanding -nostdinc -isystem "$("$CC" -print-file-name=include)" -isystem "$here/freestanding" -fno-stack-protector)
rm -rf "$work"
mkdir -p "$work"

# Every dtype and reduction compiles.
for source in "$checkout"/runtime/*.c "$checkout"/generated/scalar/*.c; do
    "$CC" -std=c11 -fsyntax-only -Wall -Wextra -Werror "${headers[@]}" -I"$checkout/include" -I"$checkout/generated" -I"$checkout/runtime" \
        -I"$checkout/generated/scalar" "$source"
done

# A shared library that needs no other, so that a program with an operating system can call it.
"$CC" -std=c11 -O2 -fPIC -fno-builtin -fno-tree-loop-distribute-patterns "${headers[@]}" -c "$here/freestanding/string.c" \
    -o "$work/string.o"
cmake -S "$checkout" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DSTREW_TESTS=OFF -DSTREW_WERROR=ON \
    -DSTREW_ISAS=scalar -DSTREW_DTYPES=float32 -DSTREW_REDUCTIONS=add "-DCMAKE_C_FLAGS=${headers[*]}" \
    "-DCMAKE_SHARED_LINKER_FLAGS=-nostdlib -Wl,-z,defs $work/string.o"
cmake --build "$work/build"
needed=$("${OBJDUMP:-objdump}" -p "$work/build/libstrew.so" | awk '$1 == "NEEDED" { print $2 }')
[[ -z $needed ]] || { echo "libstrew.so needs ${needed//$'\n'/ }" >&2; exit 1; }

"$CC" "$checkout/tests/package/main.c" -I"$checkout/include" -I"$checkout/generated" -L"$work/build" -lstrew -Wl,-rpath,"$work/build" \
    -o "$work/main"
"$work/main"
