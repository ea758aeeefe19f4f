// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

// Programs of others that read what is written here; they may be missing.

/// A file as tovrmlx3d reads and writes it; `suffix` says what it is: ".wrl", ".x3d".
struct Converted {
  std::string xml;       ///< X3D, in that program's own order and spelling
  std::string warnings;  ///< what it says on its standard error; empty: it took all there is
};
/// Nothing, and the test counts as skipped, if the program (package view3dscene) is missing.
std::optional<Converted> convert(std::string_view text, const std::string& suffix);

/// How many nodes Coin reads from VRML97 text, -1 if it refuses. Nothing, and the test counts as skipped, if the
/// library (package libcoin-dev) was missing when the tests were built.
std::optional<int> read_with_coin(std::string_view text);
