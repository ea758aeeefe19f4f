// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace spark::server {

/// The folder in which a match writes its logs. As long as this lives no other server takes it, or moves it away.
class LogFolder {
 public:
  /// Makes `folder` ready for a new match. If it holds the logs of an earlier one it is kept as `folder.1`, in place of
  /// the one before that; a folder that holds other things is never moved or emptied, the logs are then written into
  /// it. Throws `std::runtime_error` with one clear line, also if another match is writing into it.
  explicit LogFolder(const std::filesystem::path& folder);
  ~LogFolder();
  LogFolder(const LogFolder&) = delete;
  LogFolder& operator=(const LogFolder&) = delete;

 private:
  void take(const std::filesystem::path& place);

  int lock_ = -1;  ///< the folder itself, locked
};

}  // namespace spark::server
