// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace sigverse {

/// The options of runac. It does not use the option table of the other programs, because each agent's controller is
/// started with runac and has to be ready quickly.
struct RunacOptions {
  std::string host;  ///< of the server; empty if there are descriptors; then port is 0
  std::uint16_t port = 0;
  std::string agent;
  std::string library;
  bool silent = false;
  /// Descriptors to read from and to write to, instead of a connection.
  std::optional<std::pair<int, int>> descriptors;
  bool real_clock = false;
  std::uint64_t seed = 0;
};

/// Throws std::runtime_error with a message. Returns nullopt if a text that was requested (help, version) has been
/// printed.
std::optional<RunacOptions> read_runac_options(int argc, char** argv);

}  // namespace sigverse
