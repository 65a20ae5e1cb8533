#!/usr/bin/env bash
# Counts the instructions that a short call takes, which do not depend on what else the machine does.
#
#   instructions.sh VALGRIND PROGRAM CALL CEILING FUNCTION...     those of one call of each of these functions
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 5 "$@"

valgrind=$1 program=$2 call=$3 ceiling=$4 functions=("${@:5}")
times=1000 # as instructions.c
said=$("$valgrind" --tool=callgrind --callgrind-out-file=/dev/null "${functions[@]/#/--toggle-collect=}" "$program" "$call" 2>&1) || {
    echo "$said" >&2
    exit 1
}
count=$(sed -n 's/.*Collected : //p' <<<"$said")
((count > 0)) || { echo "valgrind counted nothing" >&2; exit 1; }
((count / times <= ceiling)) || { echo "$call takes $((count / times)) instructions, more than $ceiling" >&2; exit 1; }
echo "$call takes $((count / times)) instructions of at most $ceiling"
