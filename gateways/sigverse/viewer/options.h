// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse::viewer {

/// The options on the command line of sigviewer.
struct Options {
  wire::Address server{"127.0.0.1", wire::kServerPort};
  /// The program's name at the server, as a viewer or as a provider.
  std::string name = "SIGViewer";

  // Recordings.
  std::filesystem::path record;  ///< empty: no recording
  double interval = 0.04;        ///< SIG time between frames, s
  std::filesystem::path play;    ///< empty: no playing
  bool dump = false;             ///< print the played recording as text
  /// Whether host, port or SIGVERSE_SERVER was given.
  bool has_server = false;

  // The window, which is the default mode.
  std::string startup_file;         ///< servers to choose from; empty: startup.cfg, if there is one
  unsigned long parent_window = 0;  ///< an X11 window to draw into; 0: none
  int width = 1280, height = 720;   ///< of the window and of pictures, pixels
  bool full_screen = false;
  std::string screenshot;  ///< the file to write; empty: none
  std::string print;       ///< the object to print; empty: none

  // A sound for a controller.
  std::filesystem::path say;  ///< empty: none
  std::string to;             ///< the agent

  // Sight for controllers.
  bool offscreen = false;
  std::string service_host;        ///< where the server and controllers reach it; empty: as it reaches the server
  std::uint16_t service_port = 0;  ///< the port to listen on for them; 0: any free port
  /// The port for requests of services; 0: any free port; nullopt: none.
  std::optional<std::uint16_t> viewer_port = 11000;

  // Shapes.
  std::vector<std::string> data_path;  ///< folders; each may be several, separated by colons
};

/// Parses the arguments of `main` into `options`; returns a text to print instead (help, version), if any.
/// `environment` is the value of SIGVERSE_SERVER, or null; it provides host and port if the command line omits them.
/// Throws `spark::WrongUsage` with a one-line message.
std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options);

}  // namespace sigverse::viewer
