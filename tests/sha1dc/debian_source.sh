#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the source of a Debian package with apt-get source, and prints its folder.
#
#   debian_source.sh WORK PACKAGE
#
# WORK: a folder for the source and for the lists of apt. The sources come from the servers that the system's
# own configuration names for packages. That configuration is only read. Needs apt and dpkg-dev.
set -eu
work=$(cd "${1:?usage: debian_source.sh WORK PACKAGE}" && pwd)
package=${2:?usage: debian_source.sh WORK PACKAGE}

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
    cat >"$work/apt.conf" <<END
Dir::State::Lists "$work/lists";
Dir::Cache "$work/cache";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/sources";
END
    export APT_CONFIG="$work/apt.conf"
    apt-get update -q >&2
    # A mirror may lack the newest version, which then only the server for security updates has.
    # shellcheck source=/dev/null
    . /etc/os-release
    (cd "$work" && { apt-get source -q "$package" || apt-get source -q "$package/$VERSION_CODENAME"; }) >&2
fi
cd "$work/$package"-*/ && pwd
