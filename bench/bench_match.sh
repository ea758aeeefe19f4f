#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whole matches with 22 sample agents at full speed; prints one line per seed and the median. The agents are those of release
# 0.1, so that figures are comparable over time; --agentdb agentdb.xml selects the current ones. all_cpu_s is the CPU time of
# server and agents together; cycle_p50_ms and cycle_p99_ms are those of the slowest agent, measured by the server, including
# pipes and waiting for a processor.
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

printf 'seed,score,simulated_s,wall_s,times_real_time,server_cpu_s,us_per_cycle,server_mb,all_cpu_s,cycle_p50_ms,cycle_p99_ms\n'
# CPU time, s, of all programs that this script has started and that have ended.
cpu_of_children() {
  awk 'NR == 2 { split($1, own, /[ms]/); split($2, kernel, /[ms]/); print own[1] * 60 + own[2] + kernel[1] * 60 + kernel[2] }' "$folder/times"
}

seed=1
while [ "$seed" -le "$seeds" ]; do
  times >"$folder/times" # not in $( ), whose shell has children of its own
  before=$(cpu_of_children)
  "$build/bin/rcssserver3D" --seed "$seed" --monitor_port off --logdir "$folder/logs" --agentdb agentdb-0.1.xml --Soccer.AutomaticKickOff true "$@" \
    >"$folder/out" 2>"$folder/err" || { cat "$folder/err" >&2; exit 1; }
  times >"$folder/times"
  awk -v seed="$seed" -v cpu_before="$before" -v cpu_after="$(cpu_of_children)" '
    $1 == "score" { score = $2 $3 $4 }
    $1 == "simulated" { simulated = $2 }
    $1 == "wall" { wall = $3 }
    $1 == "speed" { speed = $2 }
    $1 == "server" { cpu = $2; cycle = $5; memory = $(NF - 1) }
    $1 ~ /^[0-9]+$/ && NF == 11 { if ($7 > p50) p50 = $7; if ($8 > p99) p99 = $8 }
    END {
      printf "%s,%s,%s,%s,%s,%s,%s,%s,%.2f,%s,%s\n", seed, score, simulated, wall, speed, cpu, cycle, memory, cpu_after - cpu_before, p50, p99
    }' "$folder/out" |
    tee -a "$folder/table"
  seed=$((seed + 1))
done
for column in 5:times_real_time 7:us_per_cycle 8:server_mb 9:all_cpu_s 10:cycle_p50_ms 11:cycle_p99_ms; do
  cut -d, -f"${column%%:*}" "$folder/table" | sort -n |
    awk -v name="${column#*:}" '{ value[NR] = $1 } END { printf "# median %s: %s\n", name, value[int((NR + 1) / 2)] }'
done
