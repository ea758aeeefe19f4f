# SPDX-License-Identifier: Apache-2.0
# Shared by ./play and ./check: installs missing packages, configures and builds. The caller sets $project to the project's folder before it
# sources this file. No function changes the working directory.

say() { printf '==> %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Packages for playing, without the tests.
PACKAGES="g++ cmake ninja-build pkg-config libode-dev ruby-dev libboost-dev libfmt-dev libpugixml-dev nlohmann-json3-dev libsodium-dev \
libseccomp-dev libarchive-dev libzstd-dev zlib1g-dev libpng-dev libepoxy-dev libsdl2-dev libfreetype-dev libglm-dev libturbojpeg0-dev fonts-dejavu-core libegl1 libgl1-mesa-dri bubblewrap"
# Additional packages for RT components: an object request broker, its name server, and Python's headers.
RTM_PACKAGES="libomniorb4-dev omniidl omniorb-idl omniorb-nameserver pybind11-dev python3-dev"
# Additional packages with which sigjsp recognises speech without julius: a recogniser and its English model.
SPEECH_PACKAGES="libpocketsphinx-dev pocketsphinx-en-us"
# Additional packages for the tests, among them a virtual screen (xvfb) and key presses for windows (xdotool), network namespaces, an HTTP
# client, a browser with its driver, a cluster scheduler and a speech synthesiser.
TEST_PACKAGES="ccache catch2 librapidcheck-dev python3 python3-jsonschema zstd xvfb xdotool iproute2 curl chromium chromium-driver node-typescript slurm-wlm munge espeak-ng omniorb $RTM_PACKAGES $SPEECH_PACKAGES"

# Interval of progress lines without a terminal, s.
SILENCE=${RCSS_SILENCE:-10}

# Whether dpkg-query has printed "NAME installed" to $statuses.
is_installed() {
  case "
$statuses
" in *"
$1 installed
"*) ;; *) return 1 ;; esac
}

# Python, compilers and build tools may be installed without their Debian packages.
is_there() {
  case $1 in
    g++ | cmake | python3 | ccache) command -v "$1" >/dev/null 2>&1 || is_installed "$1" ;;
    ninja-build) command -v ninja >/dev/null 2>&1 || is_installed "$1" ;;
    *) is_installed "$1" ;;
  esac
}

# Shows progress from lines "NAME:PERCENT:TEXT": on a terminal in a single line that is overwritten, else as a line every $SILENCE seconds.
show_progress() {
  last=$(date +%s)
  while IFS=: read -r what percent words; do
    if [ -t 1 ]; then
      printf '\r\033[K    %s %s %%: %.50s' "$what" "${percent%%.*}" "$words"
    elif now=$(date +%s) && [ $((now - last)) -ge "$SILENCE" ]; then
      printf '    %s %s %%: %s\n' "$what" "${percent%%.*}" "$words"
      last=$now
    fi
  done
  if [ -t 1 ]; then printf '\r\033[K'; fi
}

# Converts apt-get's status reports to lines for show_progress.
read_apt_status() {
  while IFS=: read -r kind _ percent words; do
    case $kind in
      dlstatus) printf 'downloading:%s:%s\n' "$percent" "$words" ;;
      pmstatus) printf 'installing:%s:%s\n' "$percent" "$words" ;;
    esac
  done
}

# Prints the causes of a failure from the output of apt-get, without the errors that follow from them.
apt_causes() {
  grep -E '^(E:|W: Failed|Err:|dpkg: error|  [^ ].* : Depends)|No space left' "$1" | awk '!seen[$0]++' | head -n 15 >&2
}

# run_apt FOLDER ARGUMENTS: runs apt-get with its output in FOLDER/log. False if it failed.
run_apt() {
  folder=$1
  shift
  {
    # sudo closes all descriptors except the first three, so the one for apt's status is opened in the shell that sudo starts.
    # shellcheck disable=SC2016
    $as_root $apart env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 sh -c \
      'exec 3>&1 >>"$0" 2>&1 </dev/null; exec apt-get -q -o APT::Status-Fd=3 -o DPkg::Lock::Timeout=60 "$@"' \
      "$folder/log" "$@" || touch "$folder/failed"
  } | read_apt_status | show_progress
  if [ -f "$folder/failed" ]; then rm -f "$folder/failed" && return 1; fi
}

# The same, but Ctrl-C and the closing of the terminal take effect only after apt-get has ended, so that no package is left half installed. A
# process that a shell starts with & ignores SIGINT; a separate session keeps the terminal's other signals away from it.
run_apt_to_its_end() {
  stopped=
  trap 'stopped=yes; printf "\n"; say "stopping as soon as no package is half installed"' INT TERM HUP
  apart='setsid --wait'
  run_apt "$@" &
  apt=$!
  apt_status=0
  wait "$apt" || apt_status=$?
  while [ -n "$stopped" ] && kill -0 "$apt" 2>/dev/null; do
    apt_status=0
    wait "$apt" || apt_status=$?
  done
  apart=
  trap - INT TERM HUP
  [ -z "$stopped" ] || exit 130
  return "$apt_status"
}

install_packages() {
  # shellcheck disable=SC2086
  install $PACKAGES "$@"
}

# update_and_download FOLDER PACKAGE...: tries up to three times, because a mirror may be busy, or change after its package list was read.
update_and_download() {
  folder=$1
  shift
  for try in 1 2 3; do
    run_apt "$folder" update || true # an old list may suffice; if not, apt_causes prints which servers could not be reached
    if run_apt "$folder" install -y --no-install-recommends --download-only "$@"; then return 0; fi
    grep -qE 'Failed to fetch|Unable to fetch|Temporary failure' "$folder/log" || return 1
    if [ "$try" -lt 3 ]; then sleep "${RCSS_SILENCE:-$((10 * try))}"; fi
  done
  return 1
}

install() {
  missing=
  # One call for all packages, because each call takes as long. It fails if it does not know one of them, and prints the others.
  statuses=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    is_there "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null 2>&1 || fail "these packages are missing (their names in Debian):$missing"
  command="apt-get update && apt-get install -y --no-install-recommends$missing"
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || {
      printf 'error: packages are missing, and sudo is not installed. Run this command, then start again:\n\n    su -c "%s"\n\n' "$command" >&2
      exit 1
    }
    as_root=sudo
    say "packages are missing; they will be installed with sudo"
    sudo -v || fail "sudo failed; run this command as root, then start again: $command"
  fi
  say "installing Debian packages:$missing"
  apart=
  folder=$(mktemp -d "${TMPDIR:-/tmp}/rcssserver3d-apt.XXXXXX")
  # shellcheck disable=SC2086
  {
    update_and_download "$folder" $missing &&
      run_apt_to_its_end "$folder" install -y --no-install-recommends --no-download $missing
  } || {
    apt_causes "$folder/log"
    fail "apt-get could not install the packages; its whole output is in $folder/log"
  }
  rm -rf "$folder"
}

# configure FOLDER ON|OFF [CMAKE OPTIONS]: configures FOLDER with or without tests. Tests are never switched off again. Warnings are errors if
# the folder is new and has tests; a folder created by ./play keeps its flags, so that nothing is recompiled.
configure() {
  folder=$1 tests=$2 werror="-DRCSS_WERROR=$2"
  shift 2
  if [ -f "$folder/build.ninja" ]; then
    [ "$tests" = ON ] && grep -qx 'RCSS_TESTS:BOOL=OFF' "$folder/CMakeCache.txt" 2>/dev/null || return 0
    werror=
  fi
  say "configuring in $folder/"
  cmake -G Ninja -S "$project" -B "$folder" "-DRCSS_TESTS=$tests" "-DRCSS_BENCH=$tests" ${werror:+"$werror"} "$@" >"$folder.configure.log" 2>&1 || {
    tail -n 30 "$folder.configure.log" >&2
    fail "cmake failed; the whole output is in $folder.configure.log"
  }
  rm -f "$folder.configure.log"
}

# demand FOLDER MARK WHAT ARGUMENTS: ensures that FOLDER also builds WHAT: its build.ninja then contains MARK. If FOLDER was configured before
# the packages were installed, cmake runs again with ARGUMENTS, which make it search for them again.
demand() {
  folder=$1 mark=$2 what=$3
  shift 3
  ! grep -q "$mark" "$folder/build.ninja" || return 0
  say "configuring $what in $folder/"
  cmake -S "$project" -B "$folder" "$@" >"$folder.configure.log" 2>&1 || {
    tail -n 30 "$folder.configure.log" >&2
    fail "cmake failed; the whole output is in $folder.configure.log"
  }
  rm -f "$folder.configure.log"
}

demand_components() {
  demand "$1" 'rcssserver3d/rtm\.so' "RT components" -DRCSS_RTM=ON -U 'OMNI*' -U '__pkg_config_checked_OMNI*'
}

demand_speech() {
  demand "$1" RCSS_HAS_POCKETSPHINX "speech recognition" -DRCSS_POCKETSPHINX=ON -U 'POCKETSPHINX*' -U '__pkg_config_checked_POCKETSPHINX*'
}

# Converts ninja's output to lines for show_progress, and first announces the build, unless ninja only checks whether anything has changed.
read_ninja() {
  begun=
  while IFS= read -r line; do
    case $line in
      *'] Re-checking globbed'* | *'] Re-running CMake'*) continue ;;
      '['*/*']'*) ;;
      *) continue ;;
    esac
    counts=${line#\[} && counts=${counts%%\]*}
    if [ -z "$begun" ]; then say "building in $1/ (the first time takes some minutes)" >&4; fi
    begun=yes
    printf 'building:%s:%s\n' "$((100 * ${counts%/*} / ${counts#*/}))" "${line#*\] }"
  done
}

# Prints the first errors of each failed step; with $KEEP_GOING there may be several.
failed_steps() {
  awk '/^FAILED: / { print; shown = 0; failing = 1; next }
       /^\[[0-9]+\/[0-9]+\]/ { failing = 0 }
       failing && !/^(\/|ccache|env |: && )/ && shown < 12 { print; ++shown }' "$1"
}

# build FOLDER TARGETS: prints nothing if everything is up to date. With $KEEP_GOING ninja continues after failed steps.
build() {
  folder=$1
  shift
  output=$folder/build.log
  { NINJA_STATUS='[%f/%t] ' ninja -C "$folder" ${KEEP_GOING:+-k 0} "$@" 2>&1 || touch "$output.failed"; } | tee "$output" |
    { read_ninja "$folder" | show_progress; } 4>&1
  [ -f "$output.failed" ] || return 0
  rm -f "$output.failed"
  failed_steps "$output" | head -n 60 >&2
  grep -q '^FAILED:' "$output" || tail -n 20 "$output" >&2
  fail "the build failed; the whole output is in $output"
}
