// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "spark/core/descriptor.h"

namespace commserver {

/// Whether `name` is that of a log or kept file of an agent or another program. The program decides about its content.
bool is_of_program(std::string_view name);

/// The folder in which a match writes its logs. While this object exists, no other server uses the folder or moves it.
class LogFolder {
 public:
  /// Prepares `folder` for a new match: if it is missing, it is created with its parents; if it is empty, it is used.
  /// If it contains nothing but the logs of an earlier match, it is renamed to `folder.1`, which replaces an earlier
  /// one. Any other folder is refused before anything is touched, so that only files written by a server are moved or
  /// removed. A symbolic link stays a link; its target is treated in this way. Throws `std::runtime_error` with one
  /// line, also if another match is writing into the folder.
  explicit LogFolder(const std::filesystem::path& folder);
  /// Throws if the constructor would throw now; changes nothing.
  static void check(const std::filesystem::path& folder);

 private:
  spark::Descriptor lock_;  ///< the folder itself, locked
};

}  // namespace commserver
