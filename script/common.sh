# Sourced at the head of each script, before it does anything else. --help and -h print the comment at the head of the script, unless it has
# a print_help of its own. A script whose other arguments may be another program's gives the first alone. Wrong arguments end with one
# sentence and code 2. Neither installs, builds or writes anything.

script_name=$(basename "$0")

[[ $(type -t print_help) ]] || print_help() { sed -n '2,/^[^#]/ { /^#/ s/^# \{0,1\}//p }' "$0"; }

wrong() { # SENTENCE
    echo "$script_name: $*; --help says what it takes" >&2
    exit 2
}

takes_no_arguments() { (($# == 0)) || wrong "takes no arguments, and is given $1"; }

needs() { # N ARGUMENT...: at least N arguments, of which the first is no option
    local n=$1
    shift
    [[ ${1-} != -* ]] || wrong "there is no option $1"
    (($# >= n)) || wrong "needs $n arguments, and is given $#"
}

# begin_in_python MODULE ARGUMENT...: the module looks at its arguments in the Python that is here, and goes on in .venv (tests/scripts.py).
begin_in_python() {
    [[ -x /usr/bin/python3 ]] || script/setup python
    exec /usr/bin/python3 -B -m "$@"
}

for argument in "$@"; do
    if [[ $argument == -h || $argument == --help ]]; then
        print_help
        exit
    fi
done
