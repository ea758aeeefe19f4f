// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "spark/core/log.h"

namespace server {

/// Shows log lines on stderr and, on a terminal, one live line below them. If stderr cannot be written to, the lines
/// are lost, without any other effect. Any thread may use it.
class Console {
 public:
  Console(bool quiet, bool verbose);
  ~Console();

  /// Shows log lines of level `min_level_` and above.
  void attach(spark::Log& log);
  /// Shows a line that is not logged.
  void show(spark::LogLevel level, std::string_view line);
  bool has_live_line() const { return live_; }
  /// Replaces the live line; cut to the width of the terminal.
  void show_live_line(std::string text);
  void clear_live_line();

 private:
  bool live_;
  spark::LogLevel min_level_;
  std::mutex mutex_;
  std::string line_;
};

}  // namespace server
