// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rcml {

/// What the command line of rcml says.
struct Options {
  std::vector<std::string> files;  ///< one, when they have been read
  bool check = false;
  bool vrml = false;
  bool x3d = false;
};

/// Reads the arguments of `main` into `options`; returns what was asked for instead (help, version), to be printed.
/// Throws `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace rcml
