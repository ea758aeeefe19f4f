// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "monitor-lite/looks.h"
#include "monitor-lite/pictures.h"

namespace monitor {

/// The command line of rcssmonitor3D-lite. The defaults are here, all else about an option in options.cpp.
struct Options {
  std::string server = "127.0.0.1";
  std::uint16_t port = 12001;
  std::vector<std::string> log_files;
  std::string log_file;  ///< the first of them; empty: a server
  bool text = false;
  bool stats = false;
  bool json = false;
  std::string heatmap;
  std::string screenshot;
  std::string frames;
  std::optional<double> at, from, to;  ///< s
  double per_second = 25.0;
  PictureOptions picture;
  bool trainer = false;
  std::filesystem::path trainer_secret_file;  ///< empty: no proof is sent
  bool full_screen = false;
  bool broadcast = false;
  Looks looks;
  std::vector<std::string> layers;  ///< of drawings; empty: all
  // Options of the monitor of 2006; they have no effect.
  std::int64_t skipped_messages = 0;
  bool texture = false;

  bool wants_pictures() const { return !heatmap.empty() || !screenshot.empty() || !frames.empty(); }
};

/// A message for users about given options that have no effect; empty if there are none.
std::string needless_options(const Options& options);

/// Reads the arguments of `main` into `options`; returns a text to be printed instead (help, version). Throws
/// `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, Options& options);

}  // namespace monitor
