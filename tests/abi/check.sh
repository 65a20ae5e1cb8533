#!/usr/bin/env bash
# The ABI between versions. CC is the compiler to use, and WORK a folder to work in.
#
#   check.sh older LIBRARY                     a program that was compiled with the frozen headers runs with today's library
#   check.sh newer CHECKOUT LIBRARY            a program of a later header is told by today's library which struct has an unknown member
#   check.sh numbers CHECKOUT                  what the frozen headers number has the same number and size in today's
#   check.sh declared CHECKOUT                 cmake/symbols.map has every function that the headers declare, and no other
#   check.sh versions LIBRARY.so CHECKOUT      every function that it exports has the version that cmake/symbols.map gives it
#   check.sh changed CHECKOUT CHANGE OUTCOME   builds a library with a made-up change to its headers; the frozen program runs or fails
#   check.sh renumbered CHECKOUT CHANGE        such a change is found by `numbers`
#   check.sh freeze CHECKOUT                   no check: makes today's headers the frozen ones, once for each version
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 2 "$@"

here=$(cd "$(dirname "$0")" && pwd)
version=0.2 # of the frozen headers, the first of today's ABI version
frozen=$here/$version
CC=${CC:-cc}
flags=(-std=c11 -Wall -Wextra -Werror)
mkdir -p "$WORK"

fail() { echo "$*" >&2; exit 1; }

# compile PROGRAM SOURCE LIBRARY FLAG...: a shared library is found where it is.
compile() {
    local program=$1 source=$2 library=$3
    "$CC" "${flags[@]}" "${@:4}" "$source" "$library" "-Wl,-rpath,$(dirname "$library")" -o "$program"
}

older() {
    compile "$WORK/caller" "$here/caller.c" "$1" -I "$frozen"
    "$WORK/caller"
}

# headers CHECKOUT TO: a copy of today's, which may be changed.
headers() {
    rm -rf "$2"
    mkdir -p "$2/strew"
    cp "$1"/include/strew/*.h "$1"/generated/strew/*.h "$2/strew"
}

# change HEADERS CHANGE
change() {
    local header=$1/strew.h before
    before=$(cat "${header%/*}"/*.h | cksum)
    case $2 in
    longer_*) sed -i "s/^} strew_${2#longer_};/    uint64_t made_up;\n&/" "$header" "${header%strew.h}inspect.h" ;;
    shifted_options) sed -i 's/^    strew_policy policy;/    uint64_t made_up;\n&/' "$header" ;;
    larger_plan) sed -i 's/^#define STREW_PLAN_BYTES [0-9]*/#define STREW_PLAN_BYTES 16384/' "$header" ;;
    inserted_status) sed -i 's/^    STREW_STATUS_TOO_LARGE,/    STREW_STATUS_MADE_UP,\n&/' "${header%strew.h}status.h" ;;
    *) fail "there is no change $2" ;;
    esac
    [[ $(cat "${header%/*}"/*.h | cksum) != "$before" ]] || fail "$2 found nothing to change"
}

newer() {
    headers "$1" "$WORK/headers"
    for struct in options call buffers resources; do change "$WORK/headers/strew" longer_$struct; done
    compile "$WORK/newer" "$here/newer.c" "$2" -I "$WORK/headers"
    "$WORK/newer"
}

# print_numbers HEADERS...: every enumerator and the sizes of the frozen headers, as the given headers have them.
print_numbers() {
    {
        printf '%s\n' '#include <stdio.h>' '#include <strew/group.h>' '#include <strew/inspect.h>' 'int main(void) {'
        grep -hEo '^    STREW_[A-Z0-9_]+' "$frozen"/strew/*.h | sort -u | sed -E 's/ *(.*)/    printf("%s %d\\n", "\1", (int)\1);/'
        for type in strew_tensor strew_fault strew_kernel strew_plan strew_chunk_grid; do
            echo "    printf(\"%s %zu\\n\", \"$type\", sizeof($type));"
        done
        echo '    printf("%d %d\n", STREW_MESSAGE_BYTES, STREW_MAX_RANK);'
        echo '    return 0; }'
    } >"$WORK/numbers.c"
    "$CC" "${flags[@]}" "${@/#/-I}" "$WORK/numbers.c" -o "$WORK/numbers"
    "$WORK/numbers"
}

numbers() {
    local old new
    old=$(print_numbers "$frozen")
    new=$(print_numbers "$@")
    diff <(echo "$old") <(echo "$new") || fail "left: the frozen headers; right: today's"
    echo "$(wc -l <<<"$old") numbers are what they were"
}

declared() {
    local declared listed
    declared=$(grep -hoE '^STREW_API .*' "$1"/include/strew/*.h | grep -oE 'strew_[a-z_]+\(' | tr -d '(' | sort)
    listed=$(grep -oE '^        strew_[a-z_]+' "$1/cmake/symbols.map" | tr -d ' ' | sort)
    diff <(echo "$declared") <(echo "$listed") || fail "left: what the headers declare; right: cmake/symbols.map"
    echo "$(wc -l <<<"$declared") functions are listed"
}

versions() {
    local library=$1 checkout=$2 listed exported soname abi
    listed=$(awk '/^STREW_/ { version = $1 } /^        strew_/ { sub(";", "", $1); print $1 "@@" version }' \
        "$checkout/cmake/symbols.map" | sort)
    exported=$(nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' | sort)
    diff <(echo "$listed") <(echo "$exported") || fail "left: cmake/symbols.map; right: what the library exports"
    abi=$(awk '$2 == "STREW_ABI_VERSION" { print $3 }' "$checkout/include/strew/strew.h")
    soname=$(readelf -d "$library" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')
    [[ $soname == "libstrew.so.$abi" ]] || fail "its SONAME is $soname, and STREW_ABI_VERSION is $abi"
    echo "$(wc -l <<<"$exported") functions have their versions, and the SONAME is $soname"
}

changed() {
    local checkout=$1 change=$2 expected=$3 copy=$WORK/checkout outcome=runs
    rm -rf "$WORK"
    mkdir -p "$copy"
    tar -C "$checkout" --exclude=./build --exclude=./.git --exclude=./.venv --exclude=./tests --exclude=__pycache__ -cf - . |
        tar -C "$copy" -xf -
    change "$copy/include/strew" "$change"
    cmake -S "$copy" -B "$WORK/build" -DSTREW_TESTS=OFF -DSTREW_ISAS=scalar -DSTREW_DTYPES=float32 -DSTREW_REDUCTIONS=add \
        -DBUILD_SHARED_LIBS=ON >"$WORK/log"
    cmake --build "$WORK/build" -j "$(nproc)" --target strew >>"$WORK/log" 2>&1 || # its examples need not compile
        { cat "$WORK/log"; fail "the changed library does not compile"; }
    compile "$WORK/caller" "$here/caller.c" "$WORK/build/libstrew.so" -I "$frozen"
    "$WORK/caller" || outcome=fails
    [[ $outcome == "$expected" ]] || fail "with $change the program $outcome"
    echo "with $change the program $outcome"
}

renumbered() {
    headers "$1" "$WORK/headers"
    change "$WORK/headers/strew" "$2"
    ! (numbers "$WORK/headers") || fail "$2 was not found"
    echo "$2 was found"
}

freeze() {
    local header
    rm -rf "$frozen"
    mkdir -p "$frozen/strew"
    for header in "$1"/include/strew/{strew,inspect,group}.h "$1/generated/strew/axes.h"; do # without comments, which no program sees
        "$CC" -fpreprocessed -dD -E -P "$header" 2>"$WORK/warnings" | sed 's/ *$//' >"$frozen/strew/$(basename "$header")"
    done
}

what=$1
shift
case $what in
older | newer | declared | versions | changed | renumbered | freeze) "$what" "$@" ;;
numbers) numbers "$1/include" "$1/generated" ;;
*) wrong "knows older, newer, numbers, declared, versions, changed, renumbered and freeze, not $what" ;;
esac
