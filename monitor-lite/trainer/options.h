// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace monitor {

/// The command line of rcsstrainer3D.
struct TrainerOptions {
  std::filesystem::path play;
  bool check = false;
  std::optional<int> repeat;         ///< nothing: as in the play
  std::optional<std::int64_t> seed;  ///< nothing: as in the play
  std::string server = "127.0.0.1";
  std::uint16_t port = 12001;
  std::filesystem::path trainer_secret_file;  ///< empty: no proof is sent
  double timeout = 30;                        ///< s
  bool end = false;
  std::filesystem::path csv, json, plot;  ///< empty: not written
};

/// Reads the arguments of `main` into `options`; returns a text to be printed instead (help, version). Throws
/// `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, TrainerOptions& options);

}  // namespace monitor
