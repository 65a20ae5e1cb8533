#!/usr/bin/env bash
# simde.sh WAY CHECKOUT WORK FOLDER: configures strew where SIMDe, of which FOLDER holds simde/, is to be found in one way and no other, and
# looks whether vector kernels are built with it. With the way `none` it is nowhere: then strew is built without them, and says so once. A
# build of pip ends there with one sentence: `pip`, and `adapter`. So does one that may download it but cannot: `unreachable`.
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 4 "$@"

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
pip) options+=(-DSKBUILD=2 -DSTREW_WHEEL=ON) ;;
adapter) options+=(-DSKBUILD=2 -DSTREW_SHARE_CORE=ON -DSTREW_JAX=ON) ;;
unreachable)
    options+=(-DSTREW_FETCH_SIMDE=ON)
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.$work/nothing/.insteadOf" GIT_CONFIG_VALUE_0=https://
    ;;
*) fail "simde.sh knows none, named, target, package, pkg_config, fetched, pip, adapter and unreachable, not $way" ;;
esac

code=0
log=$(cmake -S "$project" -B "$build" "${options[@]}" 2>&1) || code=$?
echo "$log"
log=$(tr -s ' \n' ' ' <<<"$log") # CMake wraps lines
n=$(awk '{ print gsub(/the headers of SIMDe are missing/, "") }' <<<"$log")
case $way in
pip | adapter | unreachable)
    ((code)) || fail "the configuration does not end"
    [[ $(grep -o 'CMake Error at' <<<"$log" | wc -l) == 1 && $log != *"CMake Warning"* ]] || fail "it says more than one sentence"
    words=("libsimde-dev" STREW_SIMDE_DIR)
    [[ $way == unreachable ]] || words+=(--config-settings=cmake.define.STREW_{SIMDE_DIR,FETCH_SIMDE=ON,ISAS=scalar})
    for word in "${words[@]}"; do [[ $log == *"$word"* ]] || fail "it does not name $word"; done
    exit
    ;;
esac
((code == 0)) || fail "the configuration fails"
if [[ $way == none ]]; then
    ((n == 1)) || fail "the configuration says $n times, and not once, that kernels are left out"
    cmake --build "$build" -j "$(nproc)"
    kernels=$("${NM:-nm}" "$build/libstrew.a" | grep -o '__[a-z0-9]*$' | sort -u | xargs)
    [[ $kernels == __scalar ]] || fail "the library has kernels of $kernels, and not of scalar alone"
else
    ((n == 0)) || fail "kernels are left out"
    [[ $(find "$build" -path '*/simde-include/simde' -printf '%l') == "$headers/simde" ]] || fail "another SIMDe was found"
fi
