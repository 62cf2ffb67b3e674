#!/bin/bash
# SPDX-License-Identifier: MIT
# Times the decryption of a file under 3DES-CBC by `oldguard des`, beside `openssl enc` and `cp`:
#   bench/des_file.sh [SIZE [ROUNDS [FOLDER]]]     SIZE in bytes or as 64M, 1G (1G); 3 rounds; /tmp
# OLDGUARD is the path of the command (build/oldguard). The input and the outputs need three times SIZE in
# FOLDER and are removed at the end. The cipher text is random, without padding. All results are compared.
# The script prints the minimum over all rounds of the CPU time, user and system of all threads, and of the
# wall time. oldguard flushes its output to the disk, which is part of its wall time.
set -eu -o pipefail
size=$(numfmt --from=iec "${1:-1G}")
rounds=${2:-3}
folder=$(mktemp -d "${3:-${TMPDIR:-/tmp}}/des_file.XXXXXX")
trap 'rm -rf "$folder"' EXIT
oldguard=${OLDGUARD:-$(dirname "$0")/../build/oldguard}
size=$((size / 8 * 8))
key=0123456789abcdef23456789abcdef01456789abcdef0123
iv=0011223344556677
in=$folder/in
core=$(taskset -pc $$ | sed 's/.*: //; s/[,-].*//')

names=(cp "openssl enc" "oldguard, 1 thread" "oldguard, 1 core" "oldguard")
run() {
    local des=("$oldguard" des decrypt --quiet --cipher des-ede3 --mode cbc --padding none
        --key-hex "$key" --iv "$iv")
    case $1 in
    cp) taskset -c "$core" cp "$in" "$2" ;;
    "openssl enc") openssl enc -d -des-ede3-cbc -nopad -K "$key" -iv "$iv" -in "$in" -out "$2" ;;
    "oldguard, 1 thread") "${des[@]}" --threads 1 "$in" "$2" ;;
    "oldguard, 1 core") taskset -c "$core" "${des[@]}" "$in" "$2" ;;
    oldguard) "${des[@]}" "$in" "$2" ;;
    esac
}

head -c "$size" /dev/urandom >"$in"
cat "$in" >/dev/null
declare -A cpu wall
TIMEFORMAT='%R %U %S'
for ((round = 0; round < rounds; round++)); do
    for name in "${names[@]}"; do
        rm -f "$folder/out"
        read -r real user system < <({ time run "$name" "$folder/out" 2>"$folder/errors"; } 2>&1)
        [ ! -s "$folder/errors" ] || { cat "$folder/errors" >&2; exit 1; }
        least() { awk -v a="$1" -v b="${2:-$1}" 'BEGIN { print a < b ? a : b }'; }
        cpu[$name]=$(least "$(awk "BEGIN { print $user + $system }")" "${cpu[$name]:-}")
        wall[$name]=$(least "$real" "${wall[$name]:-}")
        case $name in
        "openssl enc") mv "$folder/out" "$folder/right" ;;
        oldguard*) cmp "$folder/out" "$folder/right" ;;
        esac
    done
done

echo "3DES-CBC decryption of $size bytes, minimum of $rounds rounds"
printf '%-20s %9s %9s %14s %9s %9s\n' "" "CPU s" "wall s" "CPU / openssl" "CPU / cp" "wall / cp"
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.3f", a / b; else print "-" }'; }
for name in "${names[@]}"; do
    printf '%-20s %9.2f %9.2f %14s %9s %9s\n' "$name" "${cpu[$name]}" "${wall[$name]}" \
        "$(ratio "${cpu[$name]}" "${cpu["openssl enc"]}")" "$(ratio "${cpu[$name]}" "${cpu[cp]}")" \
        "$(ratio "${wall[$name]}" "${wall[cp]}")"
done
