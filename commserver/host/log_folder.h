// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "spark/core/descriptor.h"

namespace commserver {

/// Whether a match names the logs and kept files of its agents and other programs so. What is in them is the program's
/// own affair.
bool is_of_program(std::string_view name);

/// The folder in which a match writes its logs. As long as this exists no other server uses it or moves it away.
class LogFolder {
 public:
  /// Prepares `folder` for a new match: if missing, it is made, with its parents; if empty, it is used. If it contains
  /// the logs of an earlier match, and nothing else, it is kept as `folder.1`, replacing the one before. Any other
  /// folder is refused before anything is touched: every file moved or removed here was written by a server. A symbolic
  /// link stays one; its target is treated like this. Throws `std::runtime_error` with one clear line, also if another
  /// match is writing into it.
  explicit LogFolder(const std::filesystem::path& folder);
  /// Throws if the constructor would throw now; touches nothing.
  static void check(const std::filesystem::path& folder);

 private:
  spark::Descriptor lock_;  ///< the folder itself, locked
};

}  // namespace commserver
