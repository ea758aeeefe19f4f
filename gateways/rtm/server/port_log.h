// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "gateways/rtm/component/value.h"
#include "spark/core/clock.h"

namespace spark {
class Log;
}

namespace rtm {

/// The file `ports.log` in the log folder: a line `step,component,port,value…` for each value that an OutPort tells and
/// each that an InPort hands to an effector, in the order in which that happens. Numbers have the fewest digits that
/// give them back, and control characters of texts are shown as `?`; of two runs in lock-step the files are the same.
/// Any thread.
class PortLog {
 public:
  /// Throws std::runtime_error if the file cannot be made.
  PortLog(const std::filesystem::path& folder, spark::Log& log);
  ~PortLog();

  void write(spark::Step step, const std::string& component, const std::string& port, const Value& value);

 private:
  spark::Log& log_;
  std::mutex mutex_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string line_;
  bool failed_ = false;
};

}  // namespace rtm
