#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds libgit2 from Debian's source package against libsha1detectcoll and runs libgit2's tests.
#
#   libgit2_check.sh BUILD
#
# BUILD: a build folder with libsha1detectcoll.so.1. All files are written to BUILD/libgit2-check. The tests
# of the network do not run. The others run with our library and with libgit2's own detection and must have
# the same results. With the library without detection (libraries.sh) the test of a collision must fail.
# Needs apt, dpkg-dev, cmake, a compiler, zlib1g-dev and libhttp-parser-dev.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?usage: libgit2_check.sh BUILD}" && pwd)
work=$build/libgit2-check
mkdir -p "$work"
libgit2=$("$source/tests/sha1dc/debian_source.sh" "$work" libgit2)

# libgit2 includes "sha1dc/sha1.h". Without its own copy, the compiler finds the one of bindings/.
[ -d "$work/sha1dc" ] || mv "$libgit2/src/util/hash/sha1dc" "$work/sha1dc"
"$source/tests/sha1dc/libraries.sh" "$build" "$work" "$work/sha1dc"

echo "libgit2_check: building $libgit2"
{
    cmake -S "$libgit2" -B "$work/build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBUILD_SHARED_LIBS=OFF \
        -DBUILD_CLI=OFF -DUSE_SHA1=CollisionDetection -DUSE_SHA256=Builtin -DREGEX_BACKEND=regcomp \
        -DUSE_HTTPS=OFF -DUSE_SSH=OFF -DUSE_NTLMCLIENT=OFF -DUSE_GSSAPI=OFF -DUSE_HTTP_PARSER=system \
        "-DCMAKE_C_FLAGS=-I$source/bindings/sha1detectcoll" \
        "-DCMAKE_C_STANDARD_LIBRARIES=-L$build -lsha1detectcoll" &&
        cmake --build "$work/build" --parallel "$(nproc)"
} >"$work/build.log" 2>&1 || { tail -20 "$work/build.log" >&2; exit 1; }

# run FOLDER PROGRAM OPTION...: runs a program of tests with the library in FOLDER. The option -t prints a
# line for each test.
run() {
    folder=$1
    program=$2
    shift 2
    LD_LIBRARY_PATH="$work/$folder" GITTEST_FLAKY_STAT=true HOME="$work" \
        "$work/build/$program" -t "$@" >"$work/$folder.$program.log" 2>&1 || :
    grep -E '^(not )?ok ' "$work/$folder.$program.log" | sed 's/ok [0-9]* - /ok /' \
        >"$work/$folder.$program.results" || :
    echo "libgit2_check: $folder, $program: $(grep -c '^ok' "$work/$folder.$program.results") passed," \
        "$(grep -c '^not ok' "$work/$folder.$program.results") failed"
}

failed=0
for folder in ours own; do
    run "$folder" util_tests
    run "$folder" libgit2_tests -xonline
done
run none util_tests -ssha1
for program in util_tests libgit2_tests; do
    if ! grep -q '^ok' "$work/ours.$program.results" ||
        ! cmp "$work/ours.$program.results" "$work/own.$program.results"; then
        echo "FAIL  $program: our library and libgit2's own detection differ: see $work/*.results"
        failed=1
    fi
done
if ! grep -qx 'ok sha1::detect_collision_attack' "$work/ours.util_tests.results"; then
    echo "FAIL  sha1::detect_collision_attack with our library"
    failed=1
fi
if ! grep -qx 'not ok sha1::detect_collision_attack' "$work/none.util_tests.results"; then
    echo "FAIL  sha1::detect_collision_attack passes with a library without detection"
    failed=1
fi
exit $failed
