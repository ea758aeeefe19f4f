// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

// Third-party programs that read the written files; they may be missing.

/// The result of tovrmlx3d for a file; `suffix` gives the file's kind: ".wrl", ".x3d".
struct Converted {
  std::string xml;       ///< X3D, with that program's order and spelling
  std::string warnings;  ///< its standard error; empty if it accepted everything
};
/// Returns nothing, and the test counts as skipped, if the program (package view3dscene) is missing.
std::optional<Converted> convert(std::string_view text, const std::string& suffix);

/// The number of nodes that Coin reads from VRML97 text, -1 if it refuses the text. Returns nothing, and the test
/// counts as skipped, if the library (package libcoin-dev) was missing when the tests were built.
std::optional<int> read_with_coin(std::string_view text);
