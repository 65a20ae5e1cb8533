#!/usr/bin/env bash
# Builds an outside project against strew, one way per call, and runs it. CC is the compiler to use.
#
#   try.sh build CHECKOUT PREFIX [CMAKE ARGUMENT...]    configures, builds and installs strew from a checkout
#   try.sh build_copy CHECKOUT PREFIX [ARGUMENT...]     the same from a copy of the checkout, in a folder of another name
#   try.sh install BUILD PREFIX                         installs a build, and looks at what arrived
#   try.sh find_package PREFIX
#   try.sh pkg_config PREFIX PROGRAM [FLAG...]          PROGRAM is a file of this folder, FLAG what its compiler needs besides
#   try.sh examples PREFIX                              builds examples/ on its own, and runs what it has
#   try.sh fetch_content CHECKOUT WORK [CMAKE ARGUMENT...]
#   try.sh hostile CHECKOUT WORK [CMAKE ARGUMENT...]    in a project whose flags would change what C means
#   try.sh embed CHECKOUT WORK [CMAKE ARGUMENT...]      inside a shared library, which keeps it to itself; CMAKE is the CMake to use
#   try.sh report_size WORK                             what a build says of its size, with link-time optimization and without
#   try.sh components BUILD WORK                        installs the components of a build, each into a root of its own
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 2 "$@"

here=$(cd "$(dirname "$0")" && pwd)
export CC=${CC:-cc}

fail() { echo "$*" >&2; exit 1; }

# Every file of a checkout with its checksum and time, but for what tools of the developer leave there.
listing() { (cd "$1" && find . -type f -printf '%p %T@ ' -exec cksum {} \; | sort); }

build() {
    local checkout=$1 prefix=$2 log
    shift 2
    rm -rf "$prefix"
    cmake -S "$checkout" -B "$prefix/build" -DSTREW_TESTS=OFF -DCMAKE_INSTALL_PREFIX="$prefix" "$@"
    log=$(cmake --build "$prefix/build" -j "$(nproc)")
    echo "$log"
    grep -Eq 'libstrew.*: [0-9,]+ bytes of text, [0-9]+ ISAs? x [0-9]+ dtypes? x [0-9]+ reductions?, [0-9,]+ kernels?' <<<"$log" ||
        fail "the build did not print the size of what it made"
    cmake --install "$prefix/build"
}

install_build() {
    local build=$1 prefix=$2 header file n
    rm -rf "$prefix"
    cmake --install "$build" --prefix "$prefix"
    # Every header of the checkout by its name; those that README.md names are among them.
    local headers=("$here"/../../include/strew/*.{h,hpp} "$here"/../../generated/strew/*.h)
    for file in strew.h strew.hpp openmp.h pthreadpool.h axes.h; do
        [[ " ${headers[*]##*/} " == *" $file "* ]] || fail "there is no header $file"
    done
    for header in "${headers[@]}"; do
        cmp "$header" "$prefix/include/strew/${header##*/}" || fail "<strew/${header##*/}> was not installed as it is"
    done
    # strewTargets-*.cmake is the targets file of the build type.
    local others=(libstrew.a strewConfig.cmake strewConfigVersion.cmake strewTargets.cmake 'strewTargets-*.cmake' strew.pc)
    for file in "${others[@]}"; do
        [[ -n $(find "$prefix" -name "$file") ]] || fail "$file was not installed"
    done
    n=$(find "$prefix" -type f | wc -l)
    ((n == ${#headers[@]} + ${#others[@]})) || fail "$n files were installed, some of them unasked: $(find "$prefix" -type f | tr '\n' ' ')"
}

find_package() {
    local prefix=$1 work=$1/out_of_bounds-cmake
    rm -rf "$work"
    cmake -S "$here/find_package" -B "$work" -DCMAKE_PREFIX_PATH="$prefix"
    cmake --build "$work"
    "$work/out_of_bounds"
}

examples() {
    local prefix=$1 work=$1/examples
    rm -rf "$work"
    cmake -S "$here/../../examples" -B "$work" -DCMAKE_PREFIX_PATH="$prefix"
    cmake --build "$work" -j "$(nproc)"
    ctest --test-dir "$work" --output-on-failure --no-tests=error
}

pkg_config() {
    local prefix=$1 program=$2 out_of_bounds=$1/out_of_bounds-$$ pc # two programs of one prefix may be built at once
    shift 2
    pc=$(find "$prefix" -path '*/pkgconfig/strew.pc')
    export PKG_CONFIG_PATH=${pc%/*}
    # A moved tree must still work, so nothing in the file may be absolute.
    ! grep -q "$prefix" "$pc" || fail "strew.pc names the prefix it was installed to"
    # shellcheck disable=SC2046 # the flags are words
    "$CC" "$here/$program" $(pkg-config --cflags --libs strew) "$@" -Wl,-rpath,"$(pkg-config --variable=libdir strew)" -o "$out_of_bounds"
    "$out_of_bounds"
}

# copy_checkout CHECKOUT COPY
copy_checkout() {
    mkdir -p "$2"
    tar -C "$1" --exclude=./build --exclude=./.git --exclude=./.venv --exclude=__pycache__ -cf - . | tar -C "$2" -xf -
}

build_copy() {
    local checkout=$1 prefix=$2
    shift 2
    rm -rf "$prefix-from"
    copy_checkout "$checkout" "$prefix-from"
    build "$prefix-from" "$prefix" "$@"
}

# Builds from a copy, and then looks whether the copy is still what it was: a build writes nothing into the source tree.
fetch_content() {
    local checkout=$1 work=$2 copy=$2/checkout before after
    shift 2
    rm -rf "$work"
    copy_checkout "$checkout" "$copy"
    before=$(listing "$copy")
    cmake -S "$here/fetch_content" -B "$work/build" -DSTREW_CHECKOUT="$copy" "$@"
    cmake --build "$work/build" -j "$(nproc)"
    "$work/build/out_of_bounds"
    after=$(listing "$copy")
    diff <(echo "$before") <(echo "$after") || fail "building changed the source tree"
}

hostile() {
    local checkout=$1 work=$2
    shift 2
    rm -rf "$work"
    ! command -v ccache >/dev/null || set -- -DCMAKE_C_COMPILER_LAUNCHER=ccache "$@"
    cmake -S "$here/hostile" -B "$work" -DSTREW_CHECKOUT="$checkout" "$@"
    cmake --build "$work" -j "$(nproc)"
    "$work/arithmetic"
}

embed() {
    local checkout=$1 work cmake=${CMAKE:-cmake} said library
    work=$(realpath -m "$2")
    shift 2
    rm -rf "$work"
    "$cmake" --version
    said=$("$cmake" -S "$here/embed" -B "$work" -DSTREW_CHECKOUT="$checkout" "$@" 2>&1) || { echo "$said"; fail "it does not configure"; }
    ! grep -Ei 'strew|warning' <<<"$said" | grep -vF "written to: $work" || fail "strew's configuration says something"
    said=$("$cmake" --build "$work" -j "$(nproc)" 2>&1) || { echo "$said"; fail "it does not build"; }
    ! grep -Ei 'bytes of text|warning' <<<"$said" || fail "strew's build says something"
    library=$work/libhost.so
    ! nm -D "$library" | grep strew || fail "the host's dynamic table has names of strew"
    ! readelf -rW "$library" | grep strew || fail "the host calls strew through a table"
    ! readelf -d "$library" | grep TEXTREL || fail "the host has text that depends on its address"
    nm -D "$library" | grep -q ' T host_add$' || fail "the host's own name is gone"
    "$work/program"
    LD_PRELOAD=$work/libimpostor.so "$work/program"
    DESTDIR=$work/root "$cmake" --build "$work" --target install >/dev/null
    said=$(find "$work" -name 'libstrew.so*' -o -path "$work/root/*" -not -type d | sort)
    [[ $said == "$work"/root/*/lib/libhost.so ]] || fail "more than the host is installed, or a shared strew was made: $said"
}

# What a build says of its size. An archive for link-time optimization has no text yet.
report_size() {
    local work=$1 flag said
    rm -rf "$work"
    mkdir -p "$work"
    for flag in -O2 -flto; do
        "$CC" "$flag" -c "$here/embed/program.c" -o "$work/object.o"
        "${AR:-ar}" rcs "$work/lib$flag.a" "$work/object.o"
        said+=$(cmake "-DLIBRARY=$work/lib$flag.a" "-DNM=${NM:-nm}" "-DSIZE=${SIZE:-size}" -DISAS=scalar -DDTYPES=1 -DREDUCTIONS=2 \
            -P "$here/../../cmake/report_size.cmake" 2>&1)$'\n'
    done
    echo "$said"
    grep -Eq 'lib-O2.a: [1-9][0-9]* bytes of text, 1 ISA x 1 dtype x 2 reductions' <<<"$said" || fail "the size is wrong"
    grep -Fq 'lib-flto.a: text is made when it is linked (LTO), 1 ISA x 1 dtype x 2 reductions' <<<"$said" || fail "the size is wrong"
}

components() {
    local build=$1 work=$2 component
    rm -rf "$work"
    for component in runtime development; do
        DESTDIR=$work/$component cmake --install "$build" --prefix /usr --component "$component"
    done
    [[ -z $(find "$work/runtime" -type f -not -name 'libstrew.so*') ]] || fail "more than the library is for running"
    [[ -n $(find "$work/runtime" -name 'libstrew.so.2') ]] || fail "the library is missing for running"
    [[ -z $(find "$work/runtime" -name 'libstrew.so') ]] || fail "the link is for building"
    for file in strew.h axes.h strew.pc strewConfig.cmake libstrew.so; do
        [[ -n $(find "$work/development" -name "$file") ]] || fail "$file is missing for building"
    done
    [[ -z $(find "$work/development" -name 'libstrew.so.?*') ]] || fail "the library is installed twice"
}

way=$1
shift
case $way in
build | build_copy | find_package | examples | pkg_config | fetch_content | hostile | embed | report_size | components) "$way" "$@" ;;
install) install_build "$@" ;;
*) wrong "knows the ways that it begins with, not $way" ;;
esac
