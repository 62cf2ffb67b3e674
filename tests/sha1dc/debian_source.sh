#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the source of a Debian package with apt-get source, and prints its folder.
#
#   debian_source.sh WORK PACKAGE [SUITE]
#
# WORK: a folder for the source and for the lists of apt (dev/scripts/debian-lists). SUITE: another release of
# Debian, such as trixie. Needs apt and dpkg-dev.
set -eu
work=$(cd "${1:?usage: debian_source.sh WORK PACKAGE}" && pwd)
package=${2:?usage: debian_source.sh WORK PACKAGE}
suite=${3:-}

if ! ls -d "$work/$package"-*/ >/dev/null 2>&1; then
    APT_CONFIG=$("$(dirname "$0")/../../dev/scripts/debian-lists" "$work" deb-src "$suite")
    export APT_CONFIG
    # A mirror may lack the newest version.
    done=
    for version in $(apt-cache showsrc "$package" | sed -n 's/^Version: //p' | sort -rVu); do
        [ -n "$done" ] || ! (cd "$work" && apt-get source -q "$package=$version") >&2 || done=1
    done
    [ -n "$done" ]
fi
cd "$work/$package"-*/ && pwd
