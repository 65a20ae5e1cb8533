#!/usr/bin/env bash
# rejects.sh CHECKOUT WORK OPTION=VALUE NAME...: a configuration with a wrong value ends, and its message lists the right names.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 3 "$@"

checkout=$1 work=$2 setting=$3
shift 3
rm -rf "$work"
if message=$(cmake -S "$checkout" -B "$work" -DSTREW_TESTS=OFF "-D$setting" 2>&1); then
    echo "-D$setting was accepted" >&2
    exit 1
fi
message=$(tr -s ' \n' ' ' <<<"$message") # CMake wraps lines
echo "$message"
for name in "${setting%%=*}" "$@"; do
    grep -qwF -- "$name" <<<"$message" || { echo "the message does not name $name" >&2; exit 1; }
done
