// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/host/manager_settings.h"

namespace rtm_host {

/// The settings from the command line of rtm-host and its file.
struct Options {
  std::vector<std::string> load;        ///< modules, each with one component of every type that it defines
  std::vector<std::string> create;      ///< types
  std::vector<std::string> set;         ///< "Logic.threshold=50"
  std::vector<std::string> modules;     ///< folders that are searched before that of the program
  std::filesystem::path config;         ///< a file of properties; empty: none
  std::vector<std::string> properties;  ///< "KEY=VALUE", which take precedence over the file
  ManagerSettings manager;              ///< the settings from these properties
  std::string name_server;              ///< HOST:PORT, or "none"
  std::filesystem::path references = "ior";
  std::vector<std::string> endpoints;  ///< empty: any free port of this machine
  std::int64_t call_timeout_ms = 1000;
  std::filesystem::path port_log;   ///< empty: none
  double switch_on_timeout_s = 10;  ///< maximum time for a component to switch on
};

/// Reads the arguments of `main` and the file that they name; returns the text to print instead (help, version). Throws
/// `spark::WrongUsage` and std::runtime_error with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace rtm_host
