#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy with the checks of .clang-tidy on the sources of the build and the headers they include: those below FOLDERs, or those of all
# rooms and of bench/. Lists the checked folders at the end, with the number of their sources and of the findings in their files; a finding in a
# header counts once, regardless of how many sources include it. Fails if there is a finding or a source could not be read.
# --deep: runs the analyzer instead, which takes many times as long.
# Usage: check_tidy.sh ROOT [--deep] [FOLDER...]
set -eu
cd "$1"
shift
checks=
if [ "${1-}" = --deep ]; then
  checks='clang-analyzer-*'
  shift
fi
# New rooms are included automatically.
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(find . -mindepth 1 -maxdepth 1 -type d ! -name '.*' ! -name 'build*' ! -name tests | sed 's:^\./::' | sort)
sources=$(find "$@" -name '*.cpp' | sed 's:^\./::; s://*:/:g' | sort -u)
[ -n "$sources" ] || {
  echo "no sources in: $*" >&2
  exit 1
}
# Clang cannot use GCC's precompiled headers.
commands=build/tidy
rm -rf "$commands"
mkdir -p "$commands/said"
# Commands for single sources, without unity sources; generated files are in build/ already.
cmake -G Ninja -S . -B "$commands/each" -DRCSS_UNITY=OFF -DRCSS_TESTS=ON -DRCSS_BENCH=ON >"$commands/configure.log" 2>&1 || {
  tail -n 20 "$commands/configure.log" >&2
  exit 1
}
sed -e 's/-Winvalid-pch -include [^ ]*cmake_pch.hxx//; s/-fno-semantic-interposition//; s/-Wno-error=maybe-uninitialized//; s/-Wno-maybe-uninitialized//' \
  -e "s:$PWD/$commands/each:$PWD/build:g" "$commands/each/compile_commands.json" >"$commands/compile_commands.json"

# Each source's output goes to a separate file, so that those of two processes do not mix. If clang-tidy fails without a finding, it has not read
# the source, and the reason is among its counts of suppressed warnings.
# shellcheck disable=SC2016
look_at='
said=$1/said/$(printf %s "$3" | tr / +)
clang-tidy --quiet -p "$1" --checks="$2" --warnings-as-errors="*" "$3" >"$said" 2>"$said.errors" && exit 0
cat "$said"
grep -q "^[^ ]*:[0-9]*:[0-9]*: error: " "$said" && exit 0
echo "$3" >>"$1/unread"
echo "clang-tidy could not read $3:"
grep -v " warnings\{0,1\} generated\|treated as error" "$said.errors" | head -n 20
exit 0
'
for folder in $(printf '%s\n' "$sources" | sed 's:/[^/]*$::' | sort -u); do
  here=$(printf '%s\n' "$sources" | grep "^$folder/[^/]*$")
  echo "==> clang-tidy: $folder"
  printf '%s\n' "$here" | xargs -P "$(nproc)" -n 1 sh -c "$look_at" look_at "$commands" "$checks"
done

cat "$commands"/said/* | grep '^[^ ]*:[0-9]*:[0-9]*: error: ' | sed "s:^$PWD/::" | sort -u >"$commands/findings" || true
touch "$commands/unread"
printf '==> %-28s %7s %8s\n' 'clang-tidy checked' sources findings
{
  printf '%s\n' "$sources" | sed 's/^/source /'
  sed 's/:.*//; s/^/finding /' "$commands/findings"
} | awk '
  { folder = $2; sub("/[^/]*$", "", folder); seen[folder]; count[folder, $1]++; total[$1]++ }
  END {
    for (folder in seen) printf "    %-28s %7d %8d\n", folder, count[folder, "source"], count[folder, "finding"] | "sort"
    close("sort")
    printf "    %-28s %7d %8d\n", "total", total["source"], total["finding"]
  }'
[ ! -s "$commands/unread" ] || echo "    sources that could not be read: $(wc -l <"$commands/unread")"
[ ! -s "$commands/findings" ] && [ ! -s "$commands/unread" ]
