#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds git from Debian's source package against libsha1detectcoll, runs git's tests of hashing, and times git
# with our library and others (bench/git.py).
#
#   git_check.sh BUILD
#
# GIT_BENCH has options of bench/git.py, such as `--keep zen-3`. OLDGUARD_CPU=-avx512f tests and times the kernels for
# a processor without AVX-512. git says nothing of a wrong variable, so the command is asked first.
# BUILD: a build folder with libsha1detectcoll.so.1. All files are written to BUILD/git-check, including the
# lists of apt and the source of git. The tests must pass with our library. The test of a collision must fail
# with the library without detection (libraries.sh). Without cargo the crate is not timed. Needs apt, dpkg-dev, make, a compiler and zlib.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?usage: git_check.sh BUILD}" && pwd)
work=$build/git-check
tests="t0013-sha1dc t1007-hash-object t5300-pack-object t1450-fsck"
mkdir -p "$work"
serving=$("$build/oldguard" explain sha1dc.blocks)
echo "$serving" | head -n 2
git=$("$source/tests/sha1dc/debian_source.sh" "$work" git)

(cd "$source" && dev/scripts/fetch-crates "$build/crates")
"$source/tests/sha1dc/libraries.sh" "$build" "$work" "$git/sha1dc"
echo "git_check: building $git"
make -s -C "$git" -j2 NO_GETTEXT=1 NO_TCLTK=1 NO_PYTHON=1 NO_CURL=1 NO_EXPAT=1 \
    DC_SHA1_EXTERNAL=YesPlease CFLAGS="-O2 -I$source/bindings/sha1detectcoll" \
    LDFLAGS="-L$build" >"$work/build.log" 2>&1 || { tail -20 "$work/build.log" >&2; exit 1; }

# run FOLDER TEST: runs one of git's tests with the library in FOLDER
run() {
    (cd "$git/t" && LD_LIBRARY_PATH="$work/$1" "./$2.sh" >"$work/$1/$2.log" 2>&1)
}

failed=0
for test in $tests; do
    # A skipped test ends with 0, too.
    if run ours "$test" && grep -q '^ok ' "$work/ours/$test.log"; then
        echo "ok    $test: $(grep -c '^ok ' "$work/ours/$test.log") passed"
    else
        echo "FAIL  $test: see $work/ours/$test.log"
        failed=1
    fi
done
if run none t0013-sha1dc || ! grep -q '^not ok ' "$work/none/t0013-sha1dc.log"; then
    echo "FAIL  t0013-sha1dc passes with a library without detection"
    failed=1
else
    echo "ok    t0013-sha1dc fails with a library without detection"
fi

# shellcheck disable=SC2086
"$source/bench/git.py" ${GIT_BENCH:-} "$git" "$work" || failed=1
exit $failed
