# SPDX-License-Identifier: MIT
# What the scripts of this folder have in common. BUILD is the folder of a native build, whose CMake
# configuration they use. Sets root, here, build and work, an empty folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
name=$(basename "$0")
build=$(cd "$1" && pwd)
work=$build/toolchains/$name
mkdir -p "$work"
value() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# need PROGRAM PACKAGE...: ends the test as skipped if the program is missing.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    program=$1
    shift
    echo "SKIPPED: $name: $program is missing: apt-get install $*"
    exit 0
}

# configure FOLDER OPTION...: configures the library in a folder of $work. Warnings are errors.
configure() {
    tree=$work/$1
    shift
    cmake -S "$root" -B "$tree" -G Ninja -DOLDGUARD_COMMAND=OFF -DOLDGUARD_OPENSSL=OFF -DOLDGUARD_WERROR=ON \
        -DCMAKE_BUILD_TYPE=Release -DPython3_EXECUTABLE="$(value OLDGUARD_PYTHON)" "$@" >"$tree.log" 2>&1 || fail "$tree.log"
}

# compile FOLDER: builds what was configured.
compile() { cmake --build "$work/$1" -j 2 >"$work/$1.log" 2>&1 || fail "$work/$1.log"; }

# fail LOG: shows the end of a log and ends the test.
fail() {
    echo "$name: failed:" >&2
    tail -n 30 "$1" >&2
    exit 1
}

# expect WHAT FOUND WANTED: compares two words.
expect() {
    if [ "$2" != "$3" ]; then
        echo "$name: $1: '$2', not '$3'" >&2
        exit 1
    fi
    echo "$name: $1: ok"
}

# exports LIBRARY: compares the names that a DLL exports with the headers.
exports() {
    "$(value OLDGUARD_PYTHON)" "$root/tests/install/exports.py" --cc "$(value CMAKE_C_COMPILER)" \
        --shared "$1" --headers "$root"/include/oldguard/*.h >"$work/exports.log" 2>&1 ||
        fail "$work/exports.log"
    echo "$name: exports: $(cut -d: -f1 "$work/exports.log")"
}

# under_wine PROGRAM...: prints what a program for Windows prints. The status is the program's.
under_wine() {
    status=0
    WINEDEBUG=-all wine "$@" >"$work/wine.out" || status=$?
    tr -d '\r' <"$work/wine.out"
    return $status
}

# record PLATFORM KEY=VALUE...: prints results for docs/platforms.md (tests/platforms/records.py).
record() {
    platform=$1
    shift
    for entry; do echo "record $platform $entry"; done
}

# try_command PLATFORM WORD...: runs the conformance harness and other subcommands of the command that the
# words start, and records the results.
try_command() {
    platform=$1
    shift
    for words in 'check --quick' kernels 'bench --quick --only sha1.blocks'; do
        log=$work/${words%% *}.log
        # shellcheck disable=SC2086
        "$@" $words >"$log" 2>&1 || fail "$log"
        record "$platform" "test=${words%% *}"
    done
    checked=$(sed -n 's/^\([0-9]*\) ok, 0 failed.*/\1/p' "$work/check.log")
    [ "${checked:-0}" -gt 0 ] || fail "$work/check.log"
    record "$platform" "checked=$checked"
    while read -r operation; do
        "$@" explain "$operation" </dev/null >"$work/explain.log" || fail "$work/explain.log"
        kernel=$(awk '$2 == "from" { print $1; exit }' "$work/explain.log")
        [ -z "$kernel" ] || record "$platform" "kernel=$kernel"
    done <"$root/tests/platforms/operations.txt"
}
