// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rctp::camera {

/// The options of `rctp-camera`.
struct Options {
  std::string host = "127.0.0.1";  ///< of the server
  std::uint16_t port = 3300;
  int width = 1280, height = 960;  ///< of the largest picture, pixels
  double rate = 30.0;              ///< maximum number of pictures per second of one camera
  std::string model;               ///< a file to draw instead of the server's world; empty: none
  std::string viewpoint;           ///< a viewpoint in the model; empty: the first one
  std::string screenshot;
  /// The descriptors of the pipes from and to the server that started the program; nothing if it was started by hand.
  struct Pipes {
    int from_server = 0, to_server = 0;
  };
  std::optional<Pipes> pipes;

  /// "HOST:PORT", as in a URL.
  std::string server() const;
};

/// Returns the answer to --help or --version, else nothing. Throws `spark::WrongUsage`.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace rctp::camera
