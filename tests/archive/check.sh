#!/usr/bin/env bash
# Looks at a built library from outside. NM, OBJDUMP and SIZE are the binutils to use.
#
#   check.sh names libstrew.a               every symbol it offers to a linker begins with strew_
#   check.sh needs libstrew.a               it asks for nothing but the few functions below
#   check.sh globals libstrew.a             it has no memory of its own to write to but what is named below
#   check.sh constructors libstrew.a        nothing of it runs by itself, before main, after it or while it is loaded
#   check.sh same libstrew.a OTHER          two builds of one source are the same bytes
#   check.sh exports libstrew.so include    it exports what the headers declare, no more and no less
#   check.sh text libstrew.a BYTES          its text, constants included, is at most that long
set -euo pipefail
. "$(dirname "$0")/../../script/common.sh" "${1-}"
needs 2 "$@"

NM=${NM:-nm}
OBJDUMP=${OBJDUMP:-objdump}
SIZE=${SIZE:-size}

fail() { echo "$*" >&2; exit 1; }

# The only functions strew may need. There is no allocation, no stream, no abort and no errno among them.
allowed='memcpy memmove memset memcmp strcmp strlen getenv getauxval sysconf'
# What compilers bring in by themselves: position-independent code, stack protectors, Clang's memcmp that only asks whether bytes are equal,
# and of libgcc atomics on AArch64, division and floats of 64-bit integers on 32 bits, and on POWER what saves registers.
outline_atomics='__aarch64_(ldadd|ldset|ldclr|swp|cas)[0-9]+_[a-z_]+'
division='__u?(div|mod|divmod)[ds]i[34]|__udivmoddi4|__aeabi_(u?idiv|uidivmod|idivmod|u?ldivmod)'
registers='_(save|rest)(gpr|fpr)[01]?_[0-9]+'
floats='__aeabi_(u?l2[fd]|[fd]2u?lz)'
libgcc="$outline_atomics|$division|$floats|$registers"
windows='___chkstk_ms' # touches a frame of more than a page, page by page
allowed_patterns="^(_GLOBAL_OFFSET_TABLE_|\.TOC\.|__stack_chk_(fail|guard)|bcmp|__mem(cpy|move|set)_chk|$libgcc|$windows)\$"
# What they put into an object, once in a program: for position-independent code of 32-bit x86, hidden from others, and for addresses of
# variables on Windows.
thunks='(__x86\.get_pc_thunk\.[a-z]{2}|\.refptr\.strew_[a-z_]+)'

# The only variables: what the first planning finds out about the machine.
variables='dispatch_table cache_sizes'
# Where variables of a program and of its threads lie. What is there only until addresses are filled in (.data.rel.ro) is not written later.
writable='^\.(data|bss|sdata|sbss|ldata|lbss|tdata|tbss)'

defined() { "$NM" "$@" | awk 'NF == 3 && $2 ~ /[A-TV-Z]/ { print $3 }' | sort -u; }

check=$1 library=$2
[[ -s $library ]] || fail "$library does not exist"
case $check in
names)
    names=$(defined -g --defined-only "$library")
    [[ -n $names ]] || fail "$library defines nothing"
    strangers=$(grep -Ev "^(strew_|$thunks\$)" <<<"$names") && fail "not strew's prefix: ${strangers//$'\n'/ }"
    echo "$(grep -c '^strew_' <<<"$names") names that begin with strew_, and none of another's"
    ;;
needs)
    needs=$("$NM" -u "$library" | awk 'NF == 2 { print $2 }' | sort -u | grep -v '^strew_' || true)
    strangers=$(grep -Ev "$allowed_patterns" <<<"$needs" | grep -vxF "${allowed// /$'\n'}" | grep . || true)
    [[ -z $strangers ]] || fail "not allowed: ${strangers//$'\n'/ }"
    echo "needs ${needs//$'\n'/ }"
    ;;
globals)
    found=$("$OBJDUMP" -t "$library" | awk -v writable="$writable" '
        { for (i = 1; i < NF - 1; i++) if ($i ~ writable && $i !~ /^\.data\.rel\.ro/ && $(i + 1) !~ /^0+$/) print $NF }' | sort -u)
    strangers=$(grep -vxF "${variables// /$'\n'}" <<<"$found" | grep . || true)
    [[ -z $strangers ]] || fail "can be written to: ${strangers//$'\n'/ }"
    # Nor is there room for what has no name.
    sections=$("$OBJDUMP" -h "$library" | awk -v writable="$writable" '
        $2 ~ writable && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ { print $2, $3 }')
    [[ $(wc -l <<<"$sections") == "$(wc -w <<<"$variables")" ]] || fail "more than the variables is there to write to: $sections"
    echo "writes to ${found//$'\n'/ } and nothing else"
    ;;
constructors)
    sections=$("$OBJDUMP" -h "$library" | awk '$2 ~ /^\.((pre)?init_array|fini_array|[cd]tors|init|fini)/ { print $2 }' | sort -u)
    [[ -z $sections ]] || fail "has code that runs by itself: ${sections//$'\n'/ }"
    resolved=$("$NM" "$library" | awk 'NF == 3 && $2 == "i" { print $3 }')
    [[ -z $resolved ]] || fail "is resolved by code of its own while it is loaded: ${resolved//$'\n'/ }"
    echo "nothing runs by itself"
    ;;
same)
    other=$3
    cmp "$library" "$other" || fail "two builds of one source differ"
    echo "$(wc -c <"$library") bytes, all the same"
    ;;
exports)
    headers=$3
    declared=$(grep -hEo '^STREW_API [^(]*strew_[a-z_]+\(' "$headers"/strew/*.h | grep -Eo 'strew_[a-z_]+\($' | tr -d '(' | sort -u)
    [[ -n $declared ]] || fail "$headers declares nothing"
    # Without their versions, which tests/abi compares, and the versions' own names.
    exported=$(defined -D --defined-only "$library" | sed "s/@.*//" | grep -v "^STREW_")
    diff <(echo "$declared") <(echo "$exported") || fail "left: declared in the headers; right: exported"
    echo "$(wc -l <<<"$declared") functions are declared and exported"
    ;;
text)
    limit=$3
    text=$("$SIZE" -t "$library" | awk '/TOTALS/ { print $1 }')
    ((text > 0 && text <= limit)) || fail "$text bytes of text, more than $limit"
    echo "$text bytes of text, at max $limit"
    ;;
*) wrong "knows names, needs, globals, constructors, same, exports and text, not $check" ;;
esac
