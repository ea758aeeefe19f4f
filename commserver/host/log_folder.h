// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "spark/core/descriptor.h"

namespace commserver {

/// The folder in which a match writes its logs. As long as this lives no other server takes it, or moves it away.
class LogFolder {
 public:
  /// Makes `folder` ready for a new match: it is made if it is missing, with those above it, and taken if it is empty.
  /// If it holds the logs of an earlier match, and nothing else, it is kept as `folder.1`, in place of the one before
  /// that. Every other folder is refused before anything is touched: what is moved or removed here was written by a
  /// server, file by file. A symbolic link stays one; what it leads to is treated so. Throws `std::runtime_error` with
  /// one clear line, also if another match is writing into it.
  explicit LogFolder(const std::filesystem::path& folder);
  /// Throws as the constructor would now, and touches nothing.
  static void check(const std::filesystem::path& folder);

 private:
  spark::Descriptor lock_;  ///< the folder itself, locked
};

}  // namespace commserver
