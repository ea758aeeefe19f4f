// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "gateways/rtm/component/value.h"

namespace spark {
class Log;
}

namespace rtm {

/// A file with a line `time,component,port,value…` for each value that passes a port, in the order in which they pass.
/// Numbers have the fewest digits that preserve them, and control characters of texts are shown as `?`; two runs in
/// lock-step write identical files. Any thread.
///
/// In the server it is `ports.log` in the log folder: it has the values that are put into OutPorts and those that
/// InPorts pass to effectors, and its time is the step. rtm-host logs the values of OutPorts and those that InPorts
/// accept, and its time is that of the value, in seconds with nine decimals.
class PortLog {
 public:
  /// Throws std::runtime_error if the file cannot be created.
  PortLog(const std::filesystem::path& file, spark::Log& log);
  ~PortLog();  ///< writes the rest; an error is logged

  void write(std::int64_t step, const std::string& component, const std::string& port, const Value& value);
  void write(std::chrono::nanoseconds time, const std::string& component, const std::string& port, const Value& value);

  /// Buffered lines.
  using Lines = std::string;
  /// While it exists, lines of its thread are appended to `lines` instead, for threads that work at the same time and
  /// need a fixed order of lines. At most one per thread.
  class Buffering {
   public:
    explicit Buffering(Lines& lines);
    ~Buffering();
    Buffering(const Buffering&) = delete;
    Buffering& operator=(const Buffering&) = delete;
  };
  /// Writes the lines and clears them.
  void write(Lines& lines);

 private:
  void write_text(const std::string& text);
  void report_failure();

  const std::string name_;
  spark::Log& log_;
  std::mutex mutex_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  bool failed_ = false;
};

}  // namespace rtm
