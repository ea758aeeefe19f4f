#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# RT components over CORBA. With the interfaces of 2003: round trips, puts per second, the time of a value to a
# subscriber in another process, and 50 components in two processes with 200 links. With those of the OMG: pushes of 29
# doubles, ticks of a component in another process, lateness of a real-time context beside a loaded core, memory over
# 10,000 connects, and 200 connectors. Then the memory of a server with the light demo, and an arm with its controller
# (scripts/rtm/arm.rb): speed at steps and control periods of 1 ms, lateness of commands if no one waits for them,
# memory over an hour of simulated time. Finally a match of soccer with the module and without it. Compared programs run
# in turns; the figures are medians of ratios.
# Usage: bench_rtm.sh [BUILD FOLDER] [SECONDS OF LINKS] [HERTZ]
set -eu
export LC_ALL=C # numbers with a decimal point
cd "$(dirname "$0")/.."
build=${1:-build}
seconds=${2:-60}
hertz=${3:-50}
folder=$(mktemp -d)
other=
end_other() {
  if [ -n "$other" ]; then
    kill "$other" 2>/dev/null || true
    wait "$other" || true
    other=
  fi
}
trap 'end_other; rm -rf "$folder"' EXIT

wait_until_ready() {
  tries=0
  until grep -q "$1" "$folder/log"; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 "$other" 2>/dev/null; then
      cat "$folder/log" >&2
      exit 1
    fi
    sleep 0.1
  done
}

set -- # 25 of them; the first one comes with the module
while [ $# -lt 48 ]; do set -- "$@" --create Logic; done
: >"$folder/log"
"$build/bin/rtm-host" -l Logic "$@" --nameserver none --references "$folder/ior" >"$folder/log" 2>&1 &
other=$!
wait_until_ready '^ready$'
"$build/bin/bench_rtm" "$folder/ior" "$seconds" "$hertz"
end_other

modules=$build/lib/rcssserver3d/components
: >"$folder/log"
mkfifo "$folder/input"
"$build/bin/bench_connectors" serve "$folder/omg" "$modules" <"$folder/input" >"$folder/log" 2>&1 &
other=$!
exec 3>"$folder/input" # keeps the program's standard input open as long as this script runs
wait_until_ready '^ready$'
"$build/bin/bench_connectors" measure "$folder/omg" "$modules" "$other" "$seconds" "$hertz"
end_other

mkdir "$folder/server"
: >"$folder/log"
"$build/bin/rcssserver3D" --script rtm/light.rb --Rtm.NameServer none --logdir "$folder/server" >"$folder/log" 2>&1 &
other=$!
sleep 10
grep VmHWM "/proc/$other/status" | awk '{ printf "server with the light demo, at most %.0f MB\n", $2 / 1024 }'
end_other

# ---- the arm ----------------------------------------------------------------------------------------------------------

# server NAME ARGUMENTS: a world with an arm; its log is in FOLDER/NAME, its output in FOLDER/NAME.out.
server() {
  name=$1
  shift
  mkdir -p "$folder/$name"
  "$build/bin/rcssserver3D" --home off --monitor_port off --monitor_log none --logdir "$folder/$name" "$@" >"$folder/$name.out" 2>&1
}
# median: prints the median of the numbers on the standard input.
median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }
# ratio NAME OTHER FUNCTION: the ratio of the function's results for both.
ratio() { awk -v one="$("$3" "$1")" -v other="$("$3" "$2")" 'BEGIN { print one / other }'; }
turns=7
speed_of() { awk '$1 == "speed" { print $2 }' "$folder/$1.out"; }
cpu_of() { awk '$1 == "server" { print $2 }' "$folder/$1.out"; }
# Runs ArmPD0 in a process of its own.
controller() {
  : >"$folder/log"
  "$build/bin/rtm-host" -f scripts/rtm/arm_controller_sim.conf --nameserver "$names" >"$folder/log" 2>&1 &
  other=$!
  wait_until_ready '^ready$'
}

millisecond="--Spades.TimePerStep 0.001 --Spades.EndTime 20"
for _ in $(seq $turns); do
  # shellcheck disable=SC2086
  server alone --script rtm/robot.rb --Rtm.Robot robots/arm_torque.rsg --Rtm.ExportAgents false --Rtm.NameServer none --speed max $millisecond
  # shellcheck disable=SC2086
  server loaded --script rtm/arm.rb --Rtm.Controller loaded --Rtm.NameServer none --Rtm.ControlPeriod 0.001 $millisecond
  ratio loaded alone speed_of >>"$folder/speeds"
  ratio loaded alone cpu_of >>"$folder/costs"
done
echo "arm, controller loaded, against the world without, medians of $turns turns: $(median <"$folder/speeds") of its speed," \
  "$(median <"$folder/costs") times its CPU time"
: >"$folder/names.out"
"$build/bin/rtm" names --port 0 --data "$folder/names" >"$folder/names.out" &
naming=$!
trap 'end_other; kill "$naming" 2>/dev/null || true; rm -rf "$folder"' EXIT
until names=$(sed -n 's/^name server //p' "$folder/names.out" | grep .); do sleep 0.1; done
controller
# shellcheck disable=SC2086
server remote --script rtm/arm.rb --Rtm.NameServer "$names" --Rtm.ControlPeriod 0.001 $millisecond
end_other
for kind in alone loaded remote; do
  awk -v kind=$kind -v speed="$(speed_of $kind)" -v alone="$(speed_of alone)" -v cpu="$(cpu_of $kind)" \
    'BEGIN { printf "arm, steps and control periods of 1 ms, controller %s: %s times real time, %.2f of the world without; server %s s CPU in 20 s\n",
      kind, speed, speed / alone, cpu }'
done

controller
server free --script rtm/arm.rb --Rtm.NameServer "$names" --Rtm.Sync false --Spades.EndTime 20
end_other
awk '$2 == "ArmPD0" { printf "arm, 500 Hz in real time, no one waits: commands late by %d steps (p50), %d (p99), %d at most; %d of %d periods\n",
  $(NF - 2), $(NF - 1), $NF, $4, 10000 }' "$folder/free.out"

mkdir "$folder/hour"
"$build/bin/rcssserver3D" --home off --monitor_port off --monitor_log none --logdir "$folder/hour" --script rtm/arm.rb --Rtm.Controller loaded \
  --Rtm.NameServer none --Spades.EndTime 3600 >"$folder/hour.out" 2>&1 &
other=$!
sleep 5
early=$(awk '$1 == "VmRSS:" { print $2 }' "/proc/$other/status")
while peak=$(awk '$1 == "VmHWM:" { print $2 }' "/proc/$other/status" 2>/dev/null | grep .); do
  last=$peak
  sleep 0.5
done
wait "$other" || { cat "$folder/hour.out" >&2; exit 1; }
other=
echo "arm, an hour of simulated time, controller loaded: $(speed_of hour) times real time, $((early / 1024)) MB after 5 s, at most $((last / 1024)) MB"

# ---- soccer -----------------------------------------------------------------------------------------------------------

printf "%s\n" "defaultVariable('Rtm.NameServer', 'none')" "run 'rcssserver3D.rb'" "importBundle 'rtm'" "new('RtmServer', \$serverPath + 'rtm')" \
  >"$folder/with.rb"
for _ in $(seq $turns); do
  for kind in with without; do
    script=rcssserver3D.rb
    [ $kind = without ] || script=$folder/with.rb
    server $kind --script "$script" --seed 1 --timers fixed 0 --agentdb agentdb-0.1.xml --Soccer.AutomaticKickOff true --Soccer.RuleHalfTime 60
  done
  ratio without with cpu_of >>"$folder/soccer"
done
echo "a match of soccer with the module, in CPU time of the server, median of $turns turns: $(median <"$folder/soccer") of the speed without it"
