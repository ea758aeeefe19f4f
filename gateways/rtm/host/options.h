// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rtm_host {

/// What the command line of rtm-host and its file say.
struct Options {
  std::vector<std::string> load;     ///< modules, each with one component of every type that it brings
  std::vector<std::string> preload;  ///< modules without components
  std::vector<std::string> create;   ///< types
  std::vector<std::string> set;      ///< "Logic.threshold=50"
  std::filesystem::path config;      ///< a file of more of this; empty: none
  std::vector<std::string> modules;  ///< folders that go before that of the program
  std::string name_server = "127.0.0.1:2809";
  std::filesystem::path references = "ior";
  std::string endpoint = "127.0.0.1:";
  std::int64_t call_timeout_ms = 1000;
  std::vector<std::string> remarks;  ///< about what of the file means nothing here, for people
  double patience_s = 10;            ///< with a component that is switched on
};

/// Reads the arguments of `main` and the file that they name; returns what was asked for instead (help, version), to be
/// printed. Throws `spark::WrongUsage` and std::runtime_error with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace rtm_host
