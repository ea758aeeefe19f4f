# SPDX-License-Identifier: Apache-2.0
#
# Libraries that the project links; .ci/setup.sh has the names of their Debian packages.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(pugixml REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost 1.74 REQUIRED)
pkg_check_modules(ODE REQUIRED IMPORTED_TARGET ode)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(ARCHIVE REQUIRED libarchive)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(VIEW REQUIRED IMPORTED_TARGET epoxy freetype2)
pkg_check_modules(SDL REQUIRED IMPORTED_TARGET sdl2)
pkg_check_modules(TURBOJPEG IMPORTED_TARGET libturbojpeg) # rctp-camera, textures of sigviewer
pkg_search_module(RUBY REQUIRED IMPORTED_TARGET ruby-3.1 ruby-3.3 ruby-3.2 ruby)
set_target_properties(PkgConfig::ODE PkgConfig::RUBY PkgConfig::VIEW PkgConfig::SDL PROPERTIES SYSTEM TRUE)
# SDL adds -D_REENTRANT, which no longer has a meaning.
set_target_properties(PkgConfig::SDL PROPERTIES INTERFACE_COMPILE_OPTIONS "")
target_link_libraries(rcss_flags INTERFACE fmt::fmt Threads::Threads)

include(FindRtm)          # RCSS_HAS_RTM
include(FindPocketsphinx) # RCSS_HAS_POCKETSPHINX
