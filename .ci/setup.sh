# SPDX-License-Identifier: Apache-2.0
# Shared by ./play and ./check: installs what is missing and configures the build. Sourced from the project's root.

say() { printf '==> %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

PACKAGES="g++ cmake ninja-build pkg-config ccache libode-dev ruby-dev libboost-dev libfmt-dev libpugixml-dev \
libcli11-dev libsodium-dev libseccomp-dev libzstd-dev libpng-dev libepoxy-dev libsdl2-dev libfreetype-dev libglm-dev fonts-dejavu-core \
libegl1 libgl1-mesa-dri zstd catch2 librapidcheck-dev python3 bubblewrap"
# What the tests need besides: a screen for the window, hands for its keys, network namespaces.
TEST_PACKAGES="xvfb xdotool iproute2"

is_installed() {
  dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# python3 may come from elsewhere than the package of that name; the same holds for compilers and build tools.
is_there() {
  case $1 in
    g++ | cmake | python3 | ccache) command -v "$1" >/dev/null 2>&1 || is_installed "$1" ;;
    ninja-build) command -v ninja >/dev/null 2>&1 || is_installed "$1" ;;
    *) is_installed "$1" ;;
  esac
}

install_packages() {
  missing=
  for package in $PACKAGES "$@"; do
    is_there "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null 2>&1 || fail "this needs Debian packages:$missing"
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "to install these packages, run as root:$missing"
    as_root=sudo
  fi
  say "installing Debian packages:$missing"
  # --allow-releaseinfo-change keeps an old image usable; a failing update shows in the install.
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update >/dev/null 2>&1 || true
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing >/tmp/rcssserver3d-apt.$$ 2>&1 || {
    tail -n 20 "/tmp/rcssserver3d-apt.$$" >&2
    rm -f "/tmp/rcssserver3d-apt.$$"
    fail "apt-get could not install:$missing"
  }
  rm -f "/tmp/rcssserver3d-apt.$$"
}

# configure FOLDER [CMAKE OPTIONS]
configure() {
  folder=$1
  shift
  [ -f "$folder/build.ninja" ] && return 0
  say "configuring in $folder/"
  cmake -G Ninja -S . -B "$folder" "$@" >"$folder.configure.log" 2>&1 || {
    tail -n 30 "$folder.configure.log" >&2
    fail "cmake failed; the whole output is in $folder.configure.log"
  }
  rm -f "$folder.configure.log"
}

# build FOLDER TARGETS: quiet when there is nothing to do.
build() {
  folder=$1
  shift
  if ninja -C "$folder" -n "$@" | grep -q 'no work to do'; then return 0; fi
  say "building in $folder/ (the first time takes some minutes)"
  ninja -C "$folder" "$@" || fail "the build failed"
}
