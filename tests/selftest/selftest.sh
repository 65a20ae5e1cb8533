#!/bin/sh
# selftest.sh SENTENCE COMMAND...: passes where the command says this, on one line or several, and fails.
sentence=$1
shift
said=$("$@" 2>&1)
code=$?
printf '%s\n' "$said"
[ $code -ne 77 ] || exit 77 # it cannot run here
[ $code -ne 0 ] && printf '%s' "$said" | tr '\n' ' ' | grep -qE "$sentence"
