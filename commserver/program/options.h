// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "commserver/host/guard_options.h"

namespace commserver {

/// What the command line of the program `commserver` says.
struct ProgramOptions {
  std::string engine_host = "127.0.0.1";
  std::uint16_t engine_port = 12000;
  std::filesystem::path agent_database = "agentdb.xml";
  std::string home;  ///< the folder that goes before the program's own files; "off": none; empty: ~/.rcssserver3d
  std::string name;  ///< what the engine calls this commserver: that of the machine if none is given
  std::filesystem::path log_folder;  ///< Logfiles-NAME if none is given
  std::filesystem::path secret_file{};
  double wait = 60.0;  ///< s to look for the engine
  bool stay = false;   ///< serve one match after another
  GuardOptions guard{};
};

/// Returns what was asked for instead of the work: help, version. Throws `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, ProgramOptions& options);

}  // namespace commserver
