#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds GNU as for Solaris x86, the only available assembler with "/ comments", and prints its path.
# The first call takes three minutes, later calls find it. Use: OLDGUARD_SOLARIS_AS=$(this script) pytest
# Needs Debian's binutils-source, bison, flex, texinfo and a C compiler.
set -eu
folder=$(cd "$(dirname "$0")/../.." && pwd)/build/solaris-as
if [ ! -x "$folder/as" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    tar -xf /usr/src/binutils/binutils-*.tar.* -C "$work"
    mkdir -p "$work/build" "$folder"
    (cd "$work/build"
     ../binutils-*/configure --target=i386-pc-solaris2.11 --disable-nls --disable-werror \
         --disable-ld --disable-binutils --disable-gprof --disable-gold
     make -j2 all-gas MAKEINFO=true) >&2
    cp "$work/build/gas/as-new" "$folder/as.new"
    mv "$folder/as.new" "$folder/as"
fi
echo "$folder/as"
