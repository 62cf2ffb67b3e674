#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes libraries libsha1detectcoll.so.1 of the same interface, with which other programs are tested.
#
#   libraries.sh BUILD WORK SOURCES
#
# BUILD: a build folder of oldguard. SOURCES: sha1.c and ubc_check.c of sha1collisiondetection. In WORK:
# ours/ has the library of BUILD, own/ that of SOURCES, none/ one without detection (no_detection.c). crate/ has
# the crate sha1dc (crate_detection.rs), if cargo and the crates of the peer `detectors` are there. share.so counts
# the time in any of them (share.c).
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:?usage: libraries.sh BUILD WORK SOURCES}" && pwd)
work=$2
sources=$3
[ -e "$build/libsha1detectcoll.so.1" ] || { echo "libraries: no library in $build" >&2; exit 2; }
mkdir -p "$work/ours" "$work/own" "$work/none"
ln -sf "$build/libsha1detectcoll.so.1" "$work/ours/"
soname="-shared -fPIC -O2 -Wl,-soname,libsha1detectcoll.so.1"
# shellcheck disable=SC2086
cc $soname -DSHA1DC_NO_STANDARD_INCLUDES -include stddef.h -include stdlib.h -include string.h \
    -include stdint.h -I"$sources" "$sources"/*.c -o "$work/own/libsha1detectcoll.so.1"
# shellcheck disable=SC2086
cc $soname -I"$source/bindings/sha1detectcoll" -I"$source/include" -I"$build/include" \
    "$source/tests/sha1dc/no_detection.c" "$build/liboldguard.a" -o "$work/none/libsha1detectcoll.so.1"
cc -shared -fPIC -O2 -I"$source/bindings/sha1detectcoll" "$source/tests/sha1dc/share.c" -o "$work/share.so"

crates=$build/crates/detectors
if command -v cargo >/dev/null && [ -e "$crates/fetched" ]; then
    mkdir -p "$work/crate"
    cp "$crates/Cargo.toml" "$crates/Cargo.lock" "$work/crate/"
    cp "$source/tests/sha1dc/crate_detection.rs" "$work/crate/lib.rs"
    (cd "$work/crate" && cargo rustc --release --quiet --offline --crate-type cdylib \
        --config "source.crates-io.replace-with='vendored'" \
        --config "source.vendored.directory='$crates/vendor'" -- -C link-arg=-Wl,-soname,libsha1detectcoll.so.1)
    cp "$work/crate/target/release/libdetectors.so" "$work/crate/libsha1detectcoll.so.1"
fi
