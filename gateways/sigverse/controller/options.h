// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace sigverse {

/// The options of runac. They are read without the table of options of the other programs: each agent's controller
/// starts with this program, and has to be there at once.
struct RunacOptions {
  std::string host;  ///< of the server; empty, and port 0, where there are descriptors
  std::uint16_t port = 0;
  std::string agent;
  std::string library;
  bool silent = false;
  /// Descriptors to read from and to write to, instead of a connection.
  std::optional<std::pair<int, int>> descriptors;
  bool real_clock = false;
  std::uint64_t seed = 0;
};

/// Throws std::runtime_error with what is wrong. None when all that was asked for has been printed.
std::optional<RunacOptions> read_runac_options(int argc, char** argv);

}  // namespace sigverse
