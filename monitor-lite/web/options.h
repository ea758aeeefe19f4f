// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace monitor {

/// The command line of rcssmonitor3D-web.
struct WebOptions {
  std::vector<std::string> servers;  ///< "HOST" or "HOST:PORT"
  std::vector<std::string> log_files;
  std::vector<std::string> log_folders;
  std::filesystem::path league;  ///< empty: none
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;
  int max_viewers = 1000;
  std::vector<std::string> trusted_origins;
  bool trainer = false;
  std::filesystem::path trainer_secret_file;  ///< empty: no proof is sent
  std::filesystem::path export_to;            ///< empty: matches are served
  std::optional<double> from, to;             ///< s
  bool export_drawings = false;               ///< include the drawings of agents
};

/// Parses "HOST", "HOST:PORT", "[ADDRESS]:PORT"; the default port is that of monitors. Throws `spark::WrongUsage`.
struct ServerAddress {
  std::string host;
  std::uint16_t port;
};
ServerAddress server_address(const std::string& text);

/// Reads the arguments of `main` into `options`; returns a text to be printed instead (help, version). Throws
/// `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, WebOptions& options);

}  // namespace monitor
