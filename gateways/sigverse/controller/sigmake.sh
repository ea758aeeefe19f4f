#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles a controller for SIGVerse: sigmake X.cpp [Y.cpp ...] [-o Z.so] [compiler options]
set -eu

usage() {
  cat <<'END'
Usage: sigmake X.cpp [Y.cpp ...] [-o Z.so] [-v] [compiler options]

Compiles a controller into a shared library for runac: X.so in this folder, unless -o says otherwise.
  -v         print the compiler's command first
  --help     print this
All other options go to the compiler, which is $CXX, or c++. It optimises (-O2) unless told otherwise.
END
}

# The headers lie beside the folder of this program: in include/sigverse of an installation, sigverse/include/sigverse of
# a build folder.
program=$(readlink -f "$0")
folder=${program%/*}
include=
for place in "$folder/../sigverse/include" "$folder/../include"; do
  [ -f "$place/sigverse/Controller.h" ] && include=$(readlink -f "$place") && break
done
[ "$include" ] || {
  echo "sigmake: the headers are missing: $folder/../include/sigverse" >&2
  exit 1
}

output= source= verbose= takes=
for argument; do
  if [ "$takes" ]; then
    [ "$takes" = -o ] && output=$argument
    takes=
    continue
  fi
  case $argument in
    --help) usage; exit 0 ;;
    -v) verbose=yes ;;
    -o | -I | -L | -l | -D | -U | -x | -include | -isystem | -idirafter | -iquote | -Xlinker | -MF | -MT) takes=$argument ;;
    -o?*) output=${argument#-o} ;;
    -*) ;;
    *.cpp | *.cc | *.cxx | *.C | *.c++) : "${source:=$argument}" ;;
  esac
done
[ "$source" ] || {
  usage >&2
  exit 1
}
if [ ! "$output" ]; then
  output=${source##*/}
  output=${output%.*}.so
  set -- "$@" -o "$output"
fi

# -v is ours: the compiler's own says much more. It is left out of what the compiler gets.
count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  [ "$argument" = -v ] || set -- "$@" "$argument"
done
# What published Makefiles define.
set -- -shared -fPIC -O2 -I"$include" -I"$include/sigverse" -I"$include/sigverse/comm/controller" \
  -DCONTROLLER -DNDEBUG -DUSE_ODE -DdDOUBLE "$@"
# $CXX may have options, or ccache, with it.
[ ! "$verbose" ] || echo "${CXX:-c++} $*"
# shellcheck disable=SC2086
exec ${CXX:-c++} "$@"
