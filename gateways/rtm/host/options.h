// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/host/manager_settings.h"

namespace rtm_host {

/// What the command line of rtm-host and its file say.
struct Options {
  std::vector<std::string> load;        ///< modules, each with one component of every type that it brings
  std::vector<std::string> create;      ///< types
  std::vector<std::string> set;         ///< "Logic.threshold=50"
  std::vector<std::string> modules;     ///< folders that go before that of the program
  std::filesystem::path config;         ///< a file of properties; empty: none
  std::vector<std::string> properties;  ///< "KEY=VALUE", which go before the file
  ManagerSettings manager;              ///< what these say
  std::string name_server;              ///< HOST:PORT, or none
  std::filesystem::path references = "ior";
  std::vector<std::string> endpoints;  ///< none: any free port of this machine
  std::int64_t call_timeout_ms = 1000;
  std::filesystem::path port_log;   ///< empty: none
  double switch_on_timeout_s = 10;  ///< how long a component may take to switch on
};

/// Reads the arguments of `main` and the file that they name; returns what was asked for instead (help, version), to be
/// printed. Throws `spark::WrongUsage` and std::runtime_error with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace rtm_host
