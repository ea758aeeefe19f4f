#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares two teams: N matches of A against B with the league program, every other one with the sides changed, and a table
# of goals, shots, passes, kicks and positions per 600 s of the game, with 95 % confidence intervals.
#
#     bench/duel.sh A B N [--players 5|11] [--build DIR] [--keep DIR] [--agentdb FILE] [SERVER OPTIONS ...]
#
# A and B: agenttest, agenttest-0.1 or another program of the build; a style of the sample team (lobber, flat, wall, press);
# or a command line, as 'agenttest --style my.txt' or '/opt/others/run.sh'. With --agentdb: types of that agent database.
# Five a side is played with five_a_side.rb (default), eleven a side with the default set-up. --keep keeps the league's folder
# there with all logs; bench/duel_table.py prints its table again. Seeds follow from the league's (1), so a repeated duel is
# the same.
set -eu
export LC_ALL=C # numbers with a decimal point
usage() { sed -n '/^#     bench/p' "$0" | sed 's/^# */usage: /' >&2; exit 2; }
[ $# -ge 3 ] || usage
a=$1 b=$2 matches=$3
shift 3
case $matches in '' | *[!0-9]* | 0*) usage ;; esac
here=$(cd "$(dirname "$0")" && pwd)
build=$here/../build players=5 keep='' database=''
while [ $# -gt 0 ]; do
  case $1 in
    --players | --build | --keep | --agentdb)
      [ $# -ge 2 ] || usage
      case $1 in --players) players=$2 ;; --build) build=$2 ;; --keep) keep=$2 ;; --agentdb) database=$2 ;; esac
      shift 2
      ;;
    *) break ;;
  esac
done
build=$(cd "$build" && pwd)

# command NAME: prints the command line of a team; sample teams get a team name, so that two of them are distinct.
command_of() {
  case $1 in
    */* | *' '*) line=$1 ;;
    *) if [ -x "$build/bin/$1" ]; then line=$build/bin/$1; else line="$build/bin/agenttest --style $1"; fi ;;
  esac
  case ${line%% *} in agenttest*) line=$build/bin/$line ;; esac
  case ${line%% *} in */agenttest | */agenttest-0.1) line="$line --teamname $2" ;; esac
  printf '%s' "$line" | sed 's/&/\&amp;/g; s/</\&lt;/g'
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/duel.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP
if [ -z "$database" ]; then
  database=$folder/agents.xml
  first=$a second=$b
  [ "$a" != "$b" ] || second="$b again"
  {
    echo '<agentdb>'
    for name in A B; do
      if [ $name = A ]; then line=$(command_of "$a" A); else line=$(command_of "$b" B); fi
      printf '<agent_type_external name="%s"><timer>fixed 0</timer><working_dir>%s</working_dir><exec_line>%s</exec_line></agent_type_external>\n' \
        "$name" "$PWD" "$line"
    done
    echo '</agentdb>'
  } >"$database"
  a=A b=B
else
  first=$a second=$b
fi
league=${keep:-$folder/League}
[ "$players" -gt 5 ] || set -- --script five_a_side.rb "$@"
"$build/bin/rcssleague3D" "$a" "$b" --games "$matches" --sides alternate --agents "$players" --agentdb "$database" \
  --folder "$league" --quiet -- --Soccer.AutomaticKickOff true "$@" >"$folder/out" || { cat "$folder/out" >&2; exit 1; }
python3 "$here/duel_table.py" "$league" "$first" "$second"
