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
  /// At the server, as a viewer or as a provider.
  std::string name = "SIGViewer";

  // Recordings.
  std::filesystem::path record;  ///< empty: none
  double interval = 0.04;        ///< SIG time from frame to frame, s
  std::filesystem::path play;    ///< empty: none
  bool dump = false;             ///< of the one that is played
  /// Host or port were given, or SIGVERSE_SERVER.
  bool has_server = false;

  // The window; without another mode there is one.
  std::string startup_file;         ///< servers to choose from; empty: startup.cfg, if there is one
  unsigned long parent_window = 0;  ///< a window of X11 that is drawn into; 0: none
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
  std::uint16_t service_port = 0;  ///< where it listens for them; 0: any free port
  /// Where services ask it; 0: any free port; nothing: nowhere.
  std::optional<std::uint16_t> viewer_port = 11000;

  // Shapes.
  std::vector<std::string> data_path;  ///< folders, each perhaps several with colons between them
};

/// Reads the arguments of `main` into `options`; returns what was asked for instead (help, version), to be printed.
/// `environment` is the value of SIGVERSE_SERVER, null if there is none; it stands for host and port that the command
/// line does not say. Throws `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options);

}  // namespace sigverse::viewer
