// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace x3d::info {

/// The options of the program x3dinfo.
struct Options {
  std::vector<std::string> files;  ///< at least one after `read_options`
  bool check = false;
};

/// Reads the arguments of `main` into `options`; returns the text of --help or --version if that was requested. Throws
/// `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace x3d::info
