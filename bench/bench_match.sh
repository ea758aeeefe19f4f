#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whole matches with 22 sample agents as fast as they go; prints one line per seed and the median.
# Usage: bench_match.sh [BUILD FOLDER] [NUMBER OF SEEDS] [SERVER OPTIONS ...]
set -eu
export LC_ALL=C # numbers with a decimal point
cd "$(dirname "$0")/.."
build=${1:-build}
[ $# -gt 0 ] && shift
seeds=${1:-5}
[ $# -gt 0 ] && shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

printf 'seed,score,simulated_s,wall_s,times_real_time,server_cpu_s,us_per_cycle,server_mb\n'
seed=1
while [ "$seed" -le "$seeds" ]; do
  "$build/bin/rcssserver3D" --seed "$seed" --monitor_port off --logdir "$folder/logs" --Soccer.AutomaticKickOff true "$@" \
    >"$folder/out" 2>"$folder/err" || { cat "$folder/err" >&2; exit 1; }
  awk -v seed="$seed" '
    $1 == "score" { score = $2 $3 $4 }
    $1 == "simulated" { simulated = $2 }
    $1 == "wall" { wall = $3 }
    $1 == "speed" { speed = $2 }
    $1 == "server" { cpu = $2; cycle = $5; memory = $(NF - 1) }
    END { printf "%s,%s,%s,%s,%s,%s,%s,%s\n", seed, score, simulated, wall, speed, cpu, cycle, memory }' "$folder/out" |
    tee -a "$folder/table"
  seed=$((seed + 1))
done
for column in 5:times_real_time 7:us_per_cycle 8:server_mb; do
  cut -d, -f"${column%%:*}" "$folder/table" | sort -n |
    awk -v name="${column#*:}" '{ value[NR] = $1 } END { printf "# median %s: %s\n", name, value[int((NR + 1) / 2)] }'
done
