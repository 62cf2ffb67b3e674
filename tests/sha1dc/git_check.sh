#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds git from Debian's source package against libsha1detectcoll and runs git's tests of hashing.
#
#   git_check.sh BUILD
#
# BUILD: a build folder with libsha1detectcoll.so.1. All files are written to BUILD/git-check, including the
# lists of apt and the source of git. The tests must pass with our library. The test of a collision must fail
# with the library without detection (three_libraries.sh). Needs apt, dpkg-dev, make, a compiler and zlib.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?usage: git_check.sh BUILD}" && pwd)
work=$build/git-check
tests="t0013-sha1dc t1007-hash-object t5300-pack-object t1450-fsck"
mkdir -p "$work"
git=$("$source/tests/sha1dc/debian_source.sh" "$work" git)

"$source/tests/sha1dc/three_libraries.sh" "$build" "$work" "$git/sha1dc"
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

# least FOLDER COMMAND...: prints the least user time of five runs, in seconds
least() {
    folder=$1
    shift
    for _ in 1 2 3 4 5; do
        LD_LIBRARY_PATH="$work/$folder" bash -c 'TIMEFORMAT=%U; time "$@" >/dev/null 2>&1' - "$@" 2>&1
    done | sort -n | head -1
}

head -c 268435456 /dev/urandom >"$work/random"
git -C "$source" rev-list --objects --all |
    git -C "$source" pack-objects -q --stdout >"$work/this.pack"
for folder in ours own none; do
    echo "time  $folder: test-tool sha1 on 256 MiB" \
        "$(least "$folder" sh -c "'$git/t/helper/test-tool' sha1 <'$work/random'") s, index-pack of" \
        "$(wc -c <"$work/this.pack") bytes" \
        "$(least "$folder" "$git/git" index-pack --threads=1 -o "$work/this.idx" "$work/this.pack") s"
done
rm -f "$work/random"
exit $failed
