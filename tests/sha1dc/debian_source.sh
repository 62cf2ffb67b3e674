#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the source of a Debian package with apt-get source, and prints its folder.
#
#   debian_source.sh WORK PACKAGE [SUITE]
#
# WORK: a folder for the source and for the lists of apt. SUITE: another release of Debian, such as trixie. The
# sources come from the servers that the system's own configuration names for packages. That configuration is
# only read. Needs apt and dpkg-dev.
set -eu
work=$(cd "${1:?usage: debian_source.sh WORK PACKAGE}" && pwd)
package=${2:?usage: debian_source.sh WORK PACKAGE}
suite=${3:-}

if ! ls -d "$work/$package"-*/ >/dev/null 2>&1; then
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources"
    rm -f "$work/sources"/*
    # Both formats of apt's configuration: one line for each source, and fields.
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        [ -r "$file" ] || continue
        case $file in
        *.list) sed -n 's/^deb[[:space:]]/deb-src /p' "$file" >"$work/sources/$(basename "$file")" ;;
        *.sources) sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources/$(basename "$file")" ;;
        esac
    done
    if [ -n "$suite" ]; then
        # The servers for updates have no such suite.
        for file in "$work/sources"/*; do
            case $file in
            *.list) sed -E "/-(security|updates) /d; s/^(deb-src (\[.*\] )?[^ ]+ )[^ ]+/\1$suite/" "$file" ;;
            *) awk -v RS= -v ORS='\n\n' '!/-security/' "$file" | sed "s/^Suites:.*/Suites: $suite/" ;;
            esac >"$work/suite"
            mv "$work/suite" "$file"
        done
    fi
    cat >"$work/apt.conf" <<END
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/sources";
END
    export APT_CONFIG="$work/apt.conf"
    apt-get update -q >&2
    # A mirror may lack the newest version.
    done=
    for version in $(apt-cache showsrc "$package" | sed -n 's/^Version: //p' | sort -rVu); do
        [ -n "$done" ] || ! (cd "$work" && apt-get source -q "$package=$version") >&2 || done=1
    done
    [ -n "$done" ]
fi
cd "$work/$package"-*/ && pwd
