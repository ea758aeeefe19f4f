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

/// A file with a line `time,component,port,value…` for each value that passes a port, in the order in which that
/// happens. Numbers have the fewest digits that give them back, and control characters of texts are shown as `?`; of
/// two runs in lock-step the files are the same. Any thread.
///
/// In the server it is `ports.log` in the log folder: it has the values that are put into OutPorts and those that
/// InPorts hand to effectors, and its time is the step. rtm-host has the values of OutPorts and those that InPorts
/// take, and its time is that of the value, in seconds with nine decimals.
class PortLog {
 public:
  /// Throws std::runtime_error if the file cannot be made.
  PortLog(const std::filesystem::path& file, spark::Log& log);
  ~PortLog();  ///< writes the rest; an error has a line in the log

  void write(std::int64_t step, const std::string& component, const std::string& port, const Value& value);
  void write(std::chrono::nanoseconds time, const std::string& component, const std::string& port, const Value& value);

  /// Lines that were kept back.
  using Lines = std::string;
  /// As long as it lives, what its thread writes is appended to `lines` instead, for threads that work at the same time
  /// and whose lines are to be in a certain order. Not two of one thread.
  class Buffering {
   public:
    explicit Buffering(Lines& lines);
    ~Buffering();
    Buffering(const Buffering&) = delete;
    Buffering& operator=(const Buffering&) = delete;
  };
  /// Writes them, and empties `lines`.
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
