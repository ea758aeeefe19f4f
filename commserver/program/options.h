// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "commserver/host/guard_options.h"

namespace commserver {

/// The options of the program `commserver`.
struct ProgramOptions {
  std::string engine_host = "127.0.0.1";
  std::uint16_t engine_port = 12000;
  std::filesystem::path agent_database = "agentdb.xml";
  std::string home;  ///< the folder searched before the program's own files; "off": none; empty: ~/.rcssserver3d
  std::string name;  ///< this commserver's name for the engine; by default the machine's name
  std::filesystem::path log_folder;  ///< by default Logfiles-NAME
  std::filesystem::path secret_file{};
  double wait = 60.0;  ///< s to search for the engine
  bool stay = false;   ///< serve one match after another
  GuardOptions guard{};
};

/// Returns the text of --help or --version if the user requested it. Throws `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, ProgramOptions& options);

}  // namespace commserver
