#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clang-tidy with the checks of .clang-tidy, over the sources that build/compile_commands.json names: all of them, or those below FOLDERs.
# Usage: check_tidy.sh ROOT [FOLDER...]
set -eu
cd "$1"
shift
[ $# -gt 0 ] || set -- spark soccer-plugin commserver server monitor-lite agent-sample bench
sources=$(find "$@" -name '*.cpp' | sort)
[ -n "$sources" ] || {
  echo "no sources in: $*" >&2
  exit 1
}
# Clang does not read what GCC has compiled before.
commands=build/tidy
mkdir -p "$commands"
sed 's/-Winvalid-pch -include [^ ]*cmake_pch.hxx//; s/-fno-semantic-interposition//; s/-Wno-error=maybe-uninitialized//; s/-Wno-maybe-uninitialized//' \
  build/compile_commands.json >"$commands/compile_commands.json"
printf '%s\n' "$sources" |
  xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$commands" --warnings-as-errors='*' 2>"$commands/errors" || {
  grep -v ' warnings\? generated' "$commands/errors" | head -n 20 >&2
  exit 1
}
echo "clang-tidy has nothing to say about $(printf '%s\n' "$sources" | wc -l) sources"
