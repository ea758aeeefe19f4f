#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# All sources are formatted after .clang-format. Usage: check_format.sh ROOT; exit status 77: no clang-format here.
set -eu
cd "$1"
command -v clang-format >/dev/null 2>&1 || {
  echo 'skipped: there is no clang-format'
  exit 77
}
find . \( -path './.*' -o -path './build*' \) -prune -o \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 clang-format --dry-run -Werror
