#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# RT components over CORBA: round trips, puts per second, the way of a value to a subscriber in another process, and 50 components in two
# processes with 200 links. Usage: bench_rtm.sh [BUILD FOLDER] [SECONDS OF LINKS] [HERTZ]
set -eu
export LC_ALL=C # numbers with a decimal point
cd "$(dirname "$0")/.."
build=${1:-build}
seconds=${2:-60}
hertz=${3:-50}
folder=$(mktemp -d)
host=
trap 'if [ -n "$host" ]; then kill "$host" 2>/dev/null || true; wait "$host" || true; fi; rm -rf "$folder"' EXIT

set -- # 25 of them: the first comes with the module
while [ $# -lt 48 ]; do set -- "$@" --create Logic; done
: >"$folder/log"
"$build/bin/rtm-host" -l Logic "$@" --nameserver none --references "$folder/ior" >"$folder/log" 2>&1 &
host=$!
tries=0
until grep -q '^ready$' "$folder/log"; do
  tries=$((tries + 1))
  if [ $tries -gt 300 ] || ! kill -0 "$host" 2>/dev/null; then
    cat "$folder/log" >&2
    exit 1
  fi
  sleep 0.1
done
"$build/bin/bench_rtm" "$folder/ior" "$seconds" "$hertz"
