#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Controllers of SIGVerse in lock-step: the speed, as a multiple of real time, of 20 controllers that push in each step,
# that also read positions, and that act every 0.1 s; a request over pipes; 100 boxes on the ground; memory; a request
# to a provider of services; the cost of idle services. Usage: bench_sigverse.sh [BUILD FOLDER] [SIMULATED SECONDS]
set -eu
export LC_ALL=C # numbers with a decimal point
[ -x /usr/bin/time ] || { echo "this needs the package time" >&2; exit 1; }
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build}")
seconds=${2:-30}
source=$PWD/bench/sigverse
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for load in push look seldom ask detect; do "$build/bin/sigmake" "$source/Load.cpp" -o "$load.so" "-DLOAD=\"$load\""; done

# world NAME COUNT CLASS CONTROLLER
world() {
  {
    printf '<world name="%s"><gravity x="0" y="-980.7" z="0"/>\n' "$1"
    number=0
    while [ $number -lt "$2" ]; do
      printf '<instanciate class="%s"><set-attr-value name="name" value="o%s"/>' "$3" $number
      printf '<set-attr-value name="x" value="%s"/><set-attr-value name="y" value="15"/><set-attr-value name="z" value="%s"/>' \
        $((number % 10 * 50)) $((number / 10 * 50))
      if [ -n "$4" ]; then
        printf '<set-attr-value name="language" value="c++"/><set-attr-value name="implementation" value="%s"/>' "$4"
      fi
      printf '</instanciate>\n'
      number=$((number + 1))
    done
    printf '</world>\n'
  } >"$1.xml"
}

# play WORLD WORDS [OPTIONS]: prints simulated per real time of the whole run, including the start, and the server's
# maximum memory
play() {
  world=$1 words=$2
  shift 2
  /usr/bin/env time -f '%e %M' -o time "$build/bin/rcssserver3D" --script sigverse.rb --Sig.World "$world.xml" --Sig.Port 0 \
    --Sig.AutoStart true --Sig.EndTime "$seconds" --speed max --monitor_port off --logdir logs "$@" >out 2>&1 || {
    cat out >&2
    exit 1
  }
  awk -v s="$seconds" -v w="$words" '{ printf "%-60s %6.1f x real time, server %.0f MB\n", w, s / $1, $2 / 1024 }' time
}

# serve WORLD IDLE: plays it with a provider and IDLE further services; the output of both is in out and provider, the
# server's CPU time in time
serve() {
  : >out
  /usr/bin/env time -f '%U %S' -o time "$build/bin/rcssserver3D" --script sigverse.rb --Sig.World "$1.xml" --Sig.Port 0 \
    --Sig.EndTime "$seconds" --speed max --monitor_port off --logdir logs >out 2>&1 &
  server=$!
  until port=$(sed -n 's/.*sigverse port \([0-9]*\).*/\1/p' out) && [ -n "$port" ]; do sleep 0.1; done
  "$build/bin/sig_provider" "$port" "$2" >provider 2>&1 &
  provider=$!
  until grep -q ready provider; do sleep 0.1; done
  "$build/bin/sigctl" -p "$port" start
  wait $server || { cat out >&2; exit 1; }
  wait $provider
}

for load in push look seldom; do world $load 20 Player.xml $load.so; done
world ask 100 Toy.xml ''
sed -i 's|<set-attr-value name="name" value="o0"/>|&<set-attr-value name="language" value="c++"/><set-attr-value name="implementation" value="ask.so"/>|; s|class="Toy.xml"><set-attr-value name="name" value="o0"|class="Player.xml"><set-attr-value name="name" value="o0"|' ask.xml
world boxes 100 Toy.xml ''
play push "20 controllers, one addForce in each step"
play look "the same with getObj and getPosition"
play seldom "20 controllers, one addForce every 0.1 s"
play ask "200 times GET_ENTITY of 99 objects"
echo "GET_ENTITY over pipes: $(cat logs/agent0-stdout.log)"
play boxes "100 free boxes on the ground"
world detect 1 Player.xml detect.so
serve detect 0
echo "DETECT_ENTITIES to a provider, from the sandbox: $(cat logs/agent0-stdout.log); of it with the provider: $(sed -n 2p provider)"
# Many steps of a small world, so that the time of the start is negligible.
world toy 1 Toy.xml ''
seconds=1000
for idle in 0 100; do
  serve toy $idle
  awk -v n=$idle -v s=$seconds '{ printf "one toy, %d idle services: %.1f us of processor time a step\n", n, ($1 + $2) * 1e4 / s }' time
done
