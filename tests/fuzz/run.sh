#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs fuzzers that have been built: run.sh BUILD MINUTES [TARGET...], by default all, two side by side. What they come upon that is new to
# them is kept in BUILD/cases, so that the next run goes on from there; what breaks a reader is in BUILD/findings. Fails if there is any.
set -u
here=$(cd "$(dirname "$0")" && pwd)

# One fuzzer, which ends at its first finding. Prints one line.
if [ "$1" = --one ]; then
  build=$2 minutes=$3 name=$4
  cases=$build/cases/$name log=$build/findings/$name.log
  mkdir -p "$cases"
  set -- -max_total_time=$((60 * minutes)) -timeout=20 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 \
    "-artifact_prefix=$build/findings/$name-"
  if [ -f "$here/$name.dict" ]; then set -- "$@" "-dict=$here/$name.dict"; fi
  status=0
  "$build/bin/fuzz_$name" "$@" "$cases" "$here/$name" >"$log" 2>&1 || status=$?
  # The last line of progress: "#5231 DONE cov: 211 ft: 640 corp: 88/2140b …"
  printf '    %-22s %s, %s executions/s, cov %s\n' "$name" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions" \
    "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")" \
    "$(sed -n 's/^#[0-9].* cov: \([0-9]*\) ft: \([0-9]*\) .*/\1, ft \2/p' "$log" | tail -n 1)"
  if [ "$status" -eq 0 ]; then
    rm -f "$log"
  else
    printf '    %-22s FOUND: %s\n' "$name" "$(grep -m 1 -E 'ERROR|runtime error' "$log" || tail -n 1 "$log")"
  fi
  exit "$status"
fi

build=$(cd "$1" && pwd) minutes=$2
shift 2
if [ $# -eq 0 ]; then
  for program in "$build"/bin/fuzz_*; do set -- "$@" "${program##*/fuzz_}"; done
fi
mkdir -p "$build/findings"
# Not everywhere may a process be traced, which is how leaks are found, or signals have a stack of their own.
ASAN_OPTIONS=${ASAN_OPTIONS:-use_sigaltstack=0:detect_leaks=0}
export ASAN_OPTIONS
status=0
printf '%s\n' "$@" | nice xargs -P 2 -I NAME sh "$0" --one "$build" "$minutes" NAME || status=1
if [ "$status" -ne 0 ]; then
  printf '==> findings and what was said of them: %s\n' "$build/findings"
fi
exit "$status"
