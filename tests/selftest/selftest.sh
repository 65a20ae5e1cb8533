#!/usr/bin/env bash
# selftest.sh SENTENCE COMMAND...: passes if the command prints this, on one line or several, and fails.
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 2 "$@"
sentence=$1
shift
output=$("$@" 2>&1)
code=$?
printf '%s\n' "$output"
[ $code -ne 77 ] || exit 77 # it cannot run here
[ $code -ne 0 ] && printf '%s' "$output" | tr '\n' ' ' | grep -qE "$sentence"
