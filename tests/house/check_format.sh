#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the format of all sources by .clang-format. Usage: check_format.sh ROOT; exit status 77: clang-format is not installed.
set -eu
cd "$1"
command -v clang-format >/dev/null 2>&1 || {
  echo 'skipped: clang-format is not installed'
  exit 77
}
find . \( -path './.*' -o -path './build*' \) -prune -o \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 clang-format --dry-run -Werror
