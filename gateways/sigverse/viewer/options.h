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
  /// The name at the server, as a viewer or as a provider.
  std::string name = "SIGViewer";

  // Recordings.
  std::filesystem::path record;  ///< empty: none
  double interval = 0.04;        ///< SIG time from frame to frame, s
  std::filesystem::path play;    ///< empty: none
  bool dump = false;             ///< of the one that is played, as text
  /// Host, port or SIGVERSE_SERVER was given.
  bool has_server = false;

  // The window, which is the default mode.
  std::string startup_file;         ///< servers to choose from; empty: startup.cfg, if there is one
  unsigned long parent_window = 0;  ///< an X11 window to draw into; 0: none
  int width = 1280, height = 720;   ///< of the window and of pictures, pixels
  bool full_screen = false;
  std::string screenshot;  ///< the file of a picture; empty: none
  std::string print;       ///< the object that is printed; empty: none

  // A sound for a controller.
  std::filesystem::path say;  ///< the wave file; empty: none
  std::string to;             ///< the agent

  // Eyes of controllers.
  bool offscreen = false;
  std::string service_host;        ///< where the server and controllers reach it; empty: as it reaches the server
  std::uint16_t service_port = 0;  ///< the port on which it listens for them; 0: any free port
  /// The port for requests of services; 0: any free port; nothing: none.
  std::optional<std::uint16_t> viewer_port = 11000;

  // Shapes.
  std::vector<std::string> data_path;  ///< folders, each possibly several separated by colons
};

/// Reads the arguments of `main` into `options`; returns a text to be printed instead (help, version). `environment` is
/// the value of SIGVERSE_SERVER, null if there is none; it replaces host and port that the command line omits. Throws
/// `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options);

}  // namespace sigverse::viewer
