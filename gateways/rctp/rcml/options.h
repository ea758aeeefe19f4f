// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rcml {

/// The options of the program rcml.
struct Options {
  std::vector<std::string> files;  ///< exactly one after `read_options`
  bool check = false;
  bool vrml = false;
  bool x3d = false;
};

/// Reads the arguments of `main` into `options`; returns a text to be printed instead (help, version).
/// Throws `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace rcml
