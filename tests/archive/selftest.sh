#!/usr/bin/env bash
# selftest.sh CHECK.SH CHECK libstrew.a WORK: a library that check.sh passes is rejected once it has a defect of the kind that CHECK is for.
# CC and AR are the tools to use.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 4 "$@"

script=$1 check=$2 library=$3 work=$4
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work/here" "$work/there"
for place in here there; do
    cp "$library" "$work/$place/libstrew.a"
    cp "$here/broken.c" "$work/$place/broken.c"
    "${CC:-cc}" -O2 -c "-DSTREW_BREAK_$check" "$work/$place/broken.c" -o "$work/$place/broken.o"
done
# The first is as it was, but for what two libraries are compared by.
"$script" "$check" "$library" "$library"
"${AR:-ar}" qD "$work/here/libstrew.a" "$work/here/broken.o"
"${AR:-ar}" qD "$work/there/libstrew.a" "$work/there/broken.o"
if message=$("$script" "$check" "$work/here/libstrew.a" "$work/there/libstrew.a" 2>&1); then
    echo "check.sh $check passes a library with a defect: $message" >&2
    exit 1
fi
echo "$message"
