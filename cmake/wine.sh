#!/usr/bin/env bash
# wine.sh SYSROOT PROGRAM [ARGUMENT...]: runs a program for Windows. Wine keeps its registry in SYSROOT/wine; libraries are in SYSROOT/bin.
. "$(dirname "$0")/../script/common.sh" "${1-}"
needs 2 "$@"
export WINEPREFIX="$1/wine" WINEPATH="$1/bin" WINEDEBUG=-all
shift
# The first program starts Wine's services, which stay for some seconds and keep its output open. A reader of the output would wait for
# them.
wine cmd /c exit </dev/null >/dev/null 2>&1
exec wine "$@"
