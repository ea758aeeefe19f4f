// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace sigverse {

/// What runac is asked to do. Read without the house's table of options: a controller of each agent starts with this
/// program, and it is to be there at once.
struct RunacOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 9000;
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
