#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Agents that think: a match of 22 sample agents that each use MS milliseconds of CPU time per cycle, on all cores and on
# one, where they think one after another. Prints both speeds and their ratio.
# Usage: bench_thinking.sh [BUILD FOLDER] [MS] [SECONDS PER HALF]
set -eu
export LC_ALL=C # numbers with a decimal point
cd "$(dirname "$0")/.."
build=${1:-build}
think=${2:-2}
half=${3:-10}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for name in foo bar; do
  printf '<agent_type_external name="%s"><exec_line>agenttest-0.1 --teamname %s --think %s</exec_line></agent_type_external>\n' \
    "$name" "$name" "$think"
done | { echo '<agentdb>'; cat; echo '</agentdb>'; } >"$folder/agents.xml"

# Prints the speed of a match as a multiple of real time.
speed() {
  "$@" "$build/bin/rcssserver3D" --seed 1 --monitor_port off --logdir "$folder/logs" --agentdb "$folder/agents.xml" \
    --Soccer.AutomaticKickOff true --Soccer.RuleHalfTime "$half" >"$folder/out" 2>"$folder/err" ||
    { cat "$folder/err" >&2; exit 1; }
  awk '$1 == "simulated" { simulated = $2 } $1 == "wall" { printf "%.2f\n", simulated / $3 }' "$folder/out"
}

echo 'cores,times_real_time'
all=$(speed env)
echo "$(nproc),$all"
one=$(speed taskset -c 0)
echo "1,$one"
awk -v all="$all" -v one="$one" 'BEGIN { printf "# speed-up: %.2f\n", all / one }'
