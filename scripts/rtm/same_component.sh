#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs one controller, the module ArmPD, on the simulated arm (arm.rb) and on "hardware" (arm_hardware.rb), and compares: the module in both
# programs, the positions of all joints, and the lateness of the real-time execution context. Takes about half a minute.
#
#     sh same_component.sh [FOLDER]          # keeps logs in FOLDER
#
# Exit status: 0 if the module is the same and each joint differs by less than 5 % of its motion (rms), 1 if not, or if a program fails,
# 77 if a joint differs because this machine was too slow for the hardware's real time.
set -eu
export LC_ALL=C # numbers with a decimal point
here=$(CDPATH='' cd "$(dirname "$0")" && pwd -P)
SECONDS_COMPARED=10
SHARE=0.05   # of a joint's motion, rms
LATE=4000    # us, p99: two control periods
SLOW=1.2     # times the time that the path takes

fail() {
  echo "same_component: $*" >&2
  exit 1
}

# The folder of the programs: installed, built beside the sources, or in PATH.
programs=
for folder in "${RCSS_PROGRAMS-}" "$here/../../../../bin" "$here/../../build/bin" "$(dirname "$(command -v rtm-host || echo ./none)")"; do
  if [ -n "$folder" ] && [ -x "$folder/rtm-host" ] && [ -x "$folder/rcssserver3D" ]; then
    programs=$folder
    break
  fi
done
[ -n "$programs" ] || fail "rtm-host and rcssserver3D are neither installed nor built; RCSS_PROGRAMS names their folder"

folder=${1-}
running=
# shellcheck disable=SC2317 # called by traps
end_all() {
  status=$?
  trap - EXIT INT TERM HUP
  for process in $running; do kill "$process" 2>/dev/null || true; done
  wait
  [ -n "${1-}" ] || rm -rf "$folder"
  exit "$status"
}
if [ -n "$folder" ]; then
  mkdir -p "$folder"
  trap 'end_all keep' EXIT
else
  folder=$(mktemp -d "${TMPDIR:-/tmp}/same_component.XXXXXX")
  trap end_all EXIT
fi
trap 'exit 1' INT TERM HUP

# start NAME PROGRAM ARGUMENTS: starts a program in the background; its output is in FOLDER/NAME.out, its pid in $process.
start() {
  name=$1 program=$2
  shift 2
  "$programs/$program" "$@" >"$folder/$name.out" 2>&1 &
  process=$!
  running="$running $process"
}

# wait_for NAME PATTERN [FILE]: waits for a line that begins with PATTERN, and prints the rest of it.
wait_for() {
  file=${3:-$folder/$1.out}
  tries=0
  until found=$(sed -n "s|^.*$2||p" "$file" 2>/dev/null | head -n 1 | grep .); do
    tries=$((tries + 1))
    if [ $tries -gt 600 ] || ! kill -0 "$process" 2>/dev/null; then
      cat "$folder/$1.out" >&2
      fail "$1 has not started"
    fi
    sleep 0.1
  done
}

end() {
  kill -s TERM "$1" 2>/dev/null || true
  wait "$1" || true
}

# The md5 of the module that a process has loaded.
md5_of_module() {
  module=$(sed -n 's|^[^/]*\(/.*/ArmPD\.so\)$|\1|p' "/proc/$1/maps" | head -n 1)
  [ -n "$module" ] || fail "process $1 has not loaded ArmPD.so"
  md5sum <"$module" | cut -d ' ' -f 1
}

start names rtm names --port 0 --data "$folder/names"
wait_for names 'name server '
server=$found
rtm() { "$programs/rtm" --nameserver "$server" "$@"; }

# controller KIND: runs ArmPD0 as configured in arm_controller_KIND.conf.
controller() {
  start "controller_$1" rtm-host -f "$here/arm_controller_$1.conf" -o "corba.nameservers=$server" --port_log "$folder/$1.log"
  controller=$process
  wait_for "controller_$1" 'rtm name '
}

echo "simulation: arm.rb, its bridge executes ArmPD0 in simulated time"
controller sim
simulated=$(md5_of_module "$controller")
"$programs/rcssserver3D" --script rtm/arm.rb --Rtm.NameServer "$server" --Spades.EndTime $((SECONDS_COMPARED + 1)) --monitor_port off \
  --logdir "$folder/simulation" >"$folder/simulation.out" 2>&1 || { cat "$folder/simulation.out" >&2; fail "the simulation has failed"; }
end "$controller"

echo "hardware: arm_hardware.rb, a real-time context executes ArmPD0, ArmIo connects it"
start hardware rcssserver3D --script rtm/arm_hardware.rb --agent_port 0 --monitor_port off --logdir "$folder/hardware"
hardware=$process
wait_for hardware 'agent port ' "$folder/hardware/server.log"
start io rtm-host -f "$here/arm_real.conf" -o "corba.nameservers=$server" -o "Robot.ArmIo.conf.default.port=$found"
io=$process
wait_for io 'rtm name '
controller real
real=$(md5_of_module "$controller")
for port in velocity angle; do rtm connect "ArmIo0.$port" "ArmPD0.$port" --subscription new; done
rtm connect ArmPD0.torque ArmIo0.torque --subscription new
rtm on ArmIo0
rtm on ArmPD0
began=$(date +%s.%N)
# The duration of the path is measured by the hardware's clock. The last line of the log may be incomplete.
path_seconds() {
  tail -n 2 "$folder/real.log" | awk -F, -v first="$1" 'NR == 1 { printf "%d\n", 1000 * ($1 - first) }'
}
first=
for try in $(seq 600); do
  sleep 0.2
  for process in "$hardware" "$io" "$controller"; do
    kill -0 "$process" 2>/dev/null || fail "a program has ended before the end of the path; a FOLDER keeps its output"
  done
  [ -n "$first" ] || first=$(awk -F, '$3 == "torque" && NF > 3 { print $1; exit }' "$folder/real.log")
  if [ -n "$first" ] && [ "$(path_seconds "$first")" -gt $((1000 * SECONDS_COMPARED + 200)) ]; then break; fi
  [ "$try" -lt 600 ] || fail "the hardware has not come to the end of the path within 2 minutes"
done
took=$(awk -v began="$began" -v ended="$(date +%s.%N)" 'BEGIN { printf "%.2f", ended - began }')
end "$controller"
end "$io"
end "$hardware"

echo "module      simulation $simulated ArmPD.so"
echo "            hardware   $real ArmPD.so"
late=$(sed -n 's/^ArmPD0: \([0-9]* passes of .*\)$/\1/p' "$folder/controller_real.out")
echo "context     ${late:-did not report its lateness}"
if grep -q 'no real-time priority' "$folder/controller_real.out"; then
  echo "            without real-time priority, which this user may not have"
fi

# Both paths begin with the first torque. The hardware's positions are interpolated at the times of the simulation.
status=0
awk -F, -v seconds=$SECONDS_COMPARED -v share=$SHARE '
  FNR == 1 { run += 1; began = "" }
  $3 == "torque" && began == "" { began = $1 }
  $3 == "angle" && began != "" && $1 - began <= seconds {
    if (run == 1 || NF == joints + 3) {
      n = ++count[run]
      time[run, n] = $1 - began
      if (run == 1) joints = NF - 3
      for (j = 1; j <= joints; ++j) angle[run, n, j] = $(j + 3)
    }
  }
  END {
    if (count[1] < 100 || count[2] < 100 || time[1, count[1]] < 0.95 * seconds || time[2, count[2]] < 0.95 * seconds) {
      print "the runs are too short: " count[1] + 0 " and " count[2] + 0 " measurements"
      exit 2
    }
    split("J1 J2 J3 J4 J5 J6 J7 HAND_L HAND_R", names, " ")
    at = 1
    for (n = 1; n <= count[1]; ++n) {
      t = time[1, n]
      while (at < count[2] - 1 && time[2, at + 1] < t) ++at
      if (t < time[2, at] || t > time[2, at + 1]) continue
      part = (t - time[2, at]) / (time[2, at + 1] - time[2, at])
      ++compared
      for (j = 1; j <= joints; ++j) {
        here = angle[2, at, j] + part * (angle[2, at + 1, j] - angle[2, at, j])
        there = angle[1, n, j]
        sum[j] += (here - there) ^ 2
        if (compared == 1 || there < low[j]) low[j] = there
        if (compared == 1 || there > high[j]) high[j] = there
      }
    }
    print "joint       motion      rms of the difference"
    for (j = 1; j <= joints; ++j) {
      unit = j <= 7 ? "rad" : "m  "
      motion = high[j] - low[j]
      rms = sqrt(sum[j] / compared)
      if (!(rms < share * motion)) wrong = 1
      printf "%-10s  %.4f %s  %.6f %s  %.3f %%\n", names[j], motion, unit, rms, unit, 100 * rms / (motion > 0 ? motion : 1e-12)
    }
    exit wrong
  }' "$folder/sim.log" "$folder/real.log" || status=$?

[ "$status" -ne 2 ] || exit 1
[ "$simulated" = "$real" ] || fail "the modules are different"
[ "$status" -ne 0 ] || exit 0
p99=$(echo "$late" | sed -n 's/.* \([0-9]*\) us (99 %).*/\1/p')
slow=$(awk -v took="$took" -v seconds=$SECONDS_COMPARED -v most=$SLOW 'BEGIN { print took > most * seconds }')
if [ "$slow" = 1 ] || [ "${p99:-0}" -gt $LATE ]; then
  echo "skipped: this machine is too busy for hardware in real time: the path took $took s, the context was late by ${p99:-?} us (99 %)"
  exit 77
fi
fail "a joint differs by more than 5 % of its motion"
