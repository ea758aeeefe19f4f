// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace server {

/// Runs the monitor's window as a separate program on this machine, and ends it when destroyed.
class MonitorWindow {
 public:
  /// Starts `program`, which watches the monitor port of this machine. Throws `std::runtime_error` with one line.
  MonitorWindow(const std::filesystem::path& program, std::uint16_t port);
  ~MonitorWindow();
  MonitorWindow(const MonitorWindow&) = delete;
  MonitorWindow& operator=(const MonitorWindow&) = delete;

  /// Its exit status (128 + the signal that ended it), once it has ended. Not thread-safe.
  std::optional<int> status();

 private:
  pid_t process_ = -1;
  std::optional<int> status_;
};

}  // namespace server
