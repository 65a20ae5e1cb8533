#!/usr/bin/env bash
# simde.sh WAY CHECKOUT WORK FOLDER: configures strew where SIMDe, of which FOLDER holds simde/, is to be found in one way and no other, and
# looks whether vector kernels are built with it. With the way `none` it is nowhere: then strew is built without them, and says so once.
set -euo pipefail

way=$1 checkout=$2 work=$3 folder=$4
here=$(cd "$(dirname "$0")" && pwd)
headers=$work/headers build=$work/build

fail() { echo "$*" >&2; exit 1; }

rm -rf "$work"
mkdir -p "$headers" "$work/package"
ln -s "$folder/simde" "$headers/simde"

export PKG_CONFIG_LIBDIR=$work/nothing
project=$checkout
options=(-DSTREW_TESTS=OFF -DSTREW_DTYPES=float32 -DSTREW_REDUCTIONS=add "-DCMAKE_IGNORE_PATH=/usr/include;/usr/local/include;$folder")
case $way in
none) ;;
named) options+=(-DSTREW_SIMDE_DIR="$headers") ;;
target)
    project=$here/simde_target
    options+=(-DSTREW_CHECKOUT="$checkout" -DSIMDE_HEADERS="$headers")
    ;;
package)
    cat >"$work/package/simdeConfig.cmake" <<END
add_library(simde::simde INTERFACE IMPORTED)
set_target_properties(simde::simde PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "$headers")
END
    options+=(-Dsimde_DIR="$work/package")
    ;;
pkg_config)
    printf '%s\n' 'Name: simde' 'Description: SIMDe' 'Version: 1' "Cflags: -I$headers" >"$work/package/simde.pc"
    PKG_CONFIG_LIBDIR=$work/package
    ;;
fetched) options+=(-DSTREW_FETCH_SIMDE=ON -DFETCHCONTENT_SOURCE_DIR_SIMDE="$headers") ;;
*) fail "simde.sh knows none, named, target, package, pkg_config and fetched, not $way" ;;
esac

log=$(cmake -S "$project" -B "$build" "${options[@]}" 2>&1)
echo "$log"
n=$(tr -s ' \n' ' ' <<<"$log" | awk '{ print gsub(/strew is built without/, "") }') # CMake wraps lines
if [[ $way == none ]]; then
    ((n == 1)) || fail "the configuration says $n times, and not once, that kernels are left out"
    cmake --build "$build" -j "$(nproc)"
    kernels=$("${NM:-nm}" "$build/libstrew.a" | grep -o '__[a-z0-9]*$' | sort -u | xargs)
    [[ $kernels == __scalar ]] || fail "the library has kernels of $kernels, and not of scalar alone"
else
    ((n == 0)) || fail "kernels are left out"
    [[ $(find "$build" -path '*/simde-include/simde' -printf '%l') == "$headers/simde" ]] || fail "another SIMDe was found"
fi
