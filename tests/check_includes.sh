#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Includes only go down the table of docs/architecture.md, and spark knows no soccer. Usage: check_includes.sh ROOT
set -eu
cd "$1"
bad=0

# allow ROOM ALLOWED...: sources of ROOM may include headers of itself and of the ALLOWED rooms.
allow() {
  room=$1
  shift
  pattern="^$room/"
  for allowed in "$@"; do pattern="$pattern|^$allowed/"; done
  found=$(find "$room" -maxdepth "${depth:-1}" \( -name '*.h' -o -name '*.cpp' \) -exec \
    grep -Hno '#include "[^"]*"' {} + | sed 's/#include "\(.*\)"/\1/' |
    awk -F: -v pattern="$pattern" '$3 !~ pattern { print }')
  if [ -n "$found" ]; then
    printf '%s may not include:\n%s\n' "$room" "$found"
    bad=1
  fi
}

[ -d spark/core ] || { echo "no sources in $1"; exit 1; }
allow spark/core
allow spark/sexp spark/core
allow spark/command_line spark/core
allow spark/script spark/core
allow spark/physics spark/core
allow spark/scene spark/core spark/sexp spark/script spark/physics
allow spark/agent spark/core spark/sexp spark/physics spark/scene
allow spark/parts spark/core spark/sexp spark/script spark/physics spark/scene spark/agent
allow spark/sim spark/core spark/agent spark/physics spark/scene
allow spark/tcp spark/core spark/sexp spark/agent
allow spark/monitor spark/core spark/sexp spark/sim
allow commserver spark/core spark/sexp spark/agent
allow commserver/link commserver spark/core spark/sexp spark/agent
allow commserver/program commserver commserver/link spark/core spark/command_line spark/server
allow commserver/inside commserver spark/core
depth=3 allow soccer-plugin spark/core spark/sexp spark/script spark/physics spark/scene spark/agent spark/sim spark/monitor
allow agent-sample
allow monitor-lite/client spark/core spark/sexp
allow monitor-lite/view monitor-lite/client
allow monitor-lite/window monitor-lite/client monitor-lite/view
allow monitor-lite/broadcast monitor-lite/client monitor-lite/view monitor-lite/window
allow monitor-lite spark/core spark/command_line

words=$(grep -rniE '\b(soccer|goals?|kick-?off|kick|offside|referee|teams?|unum|play ?mode|keeper)\b' spark commserver --include='*.h' --include='*.cpp' |
  grep -v '"--team' || true)
if [ -n "$words" ]; then
  printf 'spark and commserver know no soccer, but:\n%s\n' "$words"
  bad=1
fi
exit $bad
