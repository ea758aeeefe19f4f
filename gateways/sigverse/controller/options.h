// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace sigverse {

/// The options of runac. They are read without the option table of the other programs: each agent's controller is
/// started with this program and has to be ready at once.
struct RunacOptions {
  std::string host;  ///< of the server; empty, with port 0, if there are descriptors
  std::uint16_t port = 0;
  std::string agent;
  std::string library;
  bool silent = false;
  /// Descriptors to read from and to write to, in place of a connection.
  std::optional<std::pair<int, int>> descriptors;
  bool real_clock = false;
  std::uint64_t seed = 0;
};

/// Throws std::runtime_error with the mistake. Returns nothing if a requested text has been printed.
std::optional<RunacOptions> read_runac_options(int argc, char** argv);

}  // namespace sigverse
