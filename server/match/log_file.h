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

/// A log for people, of lines (server.log, actions.log). When it cannot be opened or written any more (full disk, limit
/// of file sizes) it ends with its last whole line and one line on the console says so; the match goes on. Any thread
/// may write; the console must outlive it.
class LogFile {
 public:
  /// Creates or empties the file.
  LogFile(std::filesystem::path path, Console& console);

  /// `line` without its newline. It is in the file when this returns.
  void write(std::string_view line);
  /// Nothing is written from now on.
  void end();
  /// Why it ended early; empty as long as it has not.
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
