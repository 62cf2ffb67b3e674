#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds git from Debian's source package against libsha1detectcoll and runs git's tests of hashing.
#
#   git_check.sh BUILD
#
# BUILD: a build folder with libsha1detectcoll.so.1. All files are written to BUILD/git-check, including the
# lists of apt and the source of git. The configuration of the system is only read. The tests run with
# three libraries of the same name: ours; git's own detection, built from its source; and one without
# detection, with which they must fail. Needs apt, dpkg-dev, make, a compiler and zlib.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?usage: git_check.sh BUILD}" && pwd)
work=$build/git-check
tests="t0013-sha1dc t1007-hash-object t5300-pack-object t1450-fsck"
[ -e "$build/libsha1detectcoll.so.1" ] || { echo "git_check: no library in $build" >&2; exit 2; }
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/ours" "$work/own" "$work/none"

if ! ls -d "$work"/git-*/ >/dev/null 2>&1; then
    . /etc/os-release
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
        "http://deb.debian.org/debian $VERSION_CODENAME main" >"$work/sources.list"
    cat >"$work/apt.conf" <<END
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
Dir::Etc::SourceList "$work/sources.list";
Dir::Etc::SourceParts "/dev/null";
END
    export APT_CONFIG="$work/apt.conf"
    apt-get update -q
    (cd "$work" && apt-get source -q git)
fi
git=$(cd "$work"/git-*/ && pwd)

echo "git_check: building $git"
make -s -C "$git" -j2 NO_GETTEXT=1 NO_TCLTK=1 NO_PYTHON=1 NO_CURL=1 NO_EXPAT=1 \
    DC_SHA1_EXTERNAL=YesPlease CFLAGS="-O2 -I$source/compat/libsha1detectcoll" \
    LDFLAGS="-L$build" >"$work/build.log" 2>&1 || { tail -20 "$work/build.log" >&2; exit 1; }

soname="-shared -fPIC -O2 -Wl,-soname,libsha1detectcoll.so.1"
ln -sf "$build/libsha1detectcoll.so.1" "$work/ours/"
# shellcheck disable=SC2086
cc $soname -DSHA1DC_NO_STANDARD_INCLUDES -include stddef.h -include string.h -include stdint.h \
    -I"$git/sha1dc" "$git"/sha1dc/*.c -o "$work/own/libsha1detectcoll.so.1"
# shellcheck disable=SC2086
cc $soname -I"$source/compat/libsha1detectcoll" -I"$source/include" -I"$build/include" \
    "$source/tests/sha1dc/no_detection.c" "$build/liboldguard.a" -o "$work/none/libsha1detectcoll.so.1"

# run FOLDER TEST: runs one of git's tests with the library in FOLDER
run() {
    (cd "$git/t" && LD_LIBRARY_PATH="$work/$1" "./$2.sh" >"$work/$1/$2.log" 2>&1)
}

failed=0
for test in $tests; do
    if run ours "$test"; then
        echo "ok    $test: $(grep -c '^ok ' "$work/ours/$test.log") passed"
    else
        echo "FAIL  $test: see $work/ours/$test.log"
        failed=1
    fi
done
if run none t0013-sha1dc; then
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
