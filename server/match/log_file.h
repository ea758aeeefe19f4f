// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>

#include "spark/core/descriptor.h"

namespace server {

class Console;

/// A log of lines for people (server.log, actions.log). If it can no longer be opened or written (full disk, limit on
/// file sizes), it ends with its last whole line, the console shows one line about that, and the match continues. Any
/// thread may write; the console must outlive it.
class LogFile {
 public:
  /// Creates or empties the file.
  LogFile(std::filesystem::path path, Console& console);

  /// Writes `line`, which has no newline. The line is in the file when this returns.
  void write(std::string_view line);
  /// Stops writing; later lines are ignored.
  void end();
  /// Why it ended early; empty if it has not.
  std::string problem() const;

 private:
  void fail(int error);

  std::filesystem::path path_;
  Console& console_;
  std::mutex mutex_;  ///< guards writing
  spark::Descriptor file_;
  off_t size_ = 0;
  std::atomic<int> error_{0};  ///< the errno that ended it
};

}  // namespace server
