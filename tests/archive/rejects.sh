#!/usr/bin/env bash
# rejects.sh CHECKOUT WORK OPTION VALUE NAME...: a configuration with a wrong value ends, and its message lists the right names.
set -euo pipefail

checkout=$1 work=$2 option=$3 value=$4
shift 4
rm -rf "$work"
if message=$(cmake -S "$checkout" -B "$work" -DSTREW_TESTS=OFF "-D$option=$value" 2>&1); then
    echo "-D$option=$value was accepted" >&2
    exit 1
fi
message=$(tr -s ' \n' ' ' <<<"$message") # CMake wraps lines
echo "$message"
for name in "$option" "$@"; do
    grep -qwF -- "$name" <<<"$message" || { echo "the message does not name $name" >&2; exit 1; }
done
