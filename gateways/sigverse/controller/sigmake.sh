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
  --version  print the version
All other options go to the compiler, which is $CXX, or c++. It optimises (-O2) unless an option says otherwise. What it refuses
as today's C++ it gets once more as that of 1998 (-std=gnu++98), unless there is an option -std.
END
}

# The headers are next to the folder of this program: in include/sigverse of an installation, in
# sigverse/include/sigverse of a build folder.
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

output= source= verbose= standard= takes=
for argument; do
  if [ "$takes" ]; then
    [ "$takes" = -o ] && output=$argument
    takes=
    continue
  fi
  case $argument in
    --help) usage; exit 0 ;;
    --version) echo "sigmake @PROJECT_VERSION@"; exit 0 ;;
    -v) verbose=yes ;;
    -o | -I | -L | -l | -D | -U | -x | -include | -isystem | -idirafter | -iquote | -Xlinker | -MF | -MT) takes=$argument ;;
    -o?*) output=${argument#-o} ;;
    -std=* | --std=*) standard=yes ;;
    -*) ;;
    *.cpp | *.cc | *.cxx | *.C | *.c++) : "${source:=$argument}" ;;
  esac
done
[ "$source" ] && [ ! "$takes" ] || {
  usage >&2
  exit 2
}
if [ ! "$output" ]; then
  output=${source##*/}
  output=${output%.*}.so
  set -- "$@" -o "$output"
fi

# -v is an option of this program and is not passed on: the compiler's own -v prints much more.
count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  [ "$argument" = -v ] || set -- "$@" "$argument"
done
# The options and macros that published Makefiles use.
set -- -shared -fPIC -O2 -I"$include" -I"$include/sigverse" -I"$include/sigverse/comm/controller" \
  -DCONTROLLER -DNDEBUG -DUSE_ODE -DdDOUBLE "$@"
# $CXX may contain options or ccache, so it is split into words.
compile() {
  [ ! "$verbose" ] || echo "${CXX:-c++} $*"
  # shellcheck disable=SC2086
  ${CXX:-c++} "$@"
}
if [ "$standard" ]; then
  compile "$@"
  exit
fi

# Some old sources are no longer valid: a name `end` of their own is ambiguous with `using namespace std` since C++11.
# For a source that is refused both times, the messages of the first attempt are shown.
[ ! -t 2 ] || set -- -fdiagnostics-color=always "$@"
exec 3>&1
if said=$(compile "$@" 2>&1 >&3); then
  status=0
else
  status=$?
  if said_98=$(compile -std=gnu++98 "$@" 2>&1 >&3); then
    said="sigmake: today's C++ refuses $source; it has been compiled as that of 1998 (-std=gnu++98)${said_98:+
$said_98}"
    status=0
  fi
fi
[ ! "$said" ] || printf '%s\n' "$said" >&2
exit "$status"
