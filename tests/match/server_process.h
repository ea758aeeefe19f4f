// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

/// The exit status after a match in which a team never came, or lost all its players (docs/play/report.md).
constexpr int kWalkOver = 4;

/// The real server as a process, with `--strict --home off --logdir <folder>/logs` and without a terminal.
class ServerProcess {
 public:
  ServerProcess(const TemporaryFolder& folder, std::vector<std::string> arguments);
  ~ServerProcess();  ///< kills it if it still runs
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  pid_t pid() const { return pid_; }
  void send(int signal) const;  ///< not when it has ended
  bool has_ended();
  /// The exit status (128 + signal if it was killed); -1 if it has not ended by the deadline.
  int wait(std::chrono::seconds deadline = kTimeout);
  std::string out() const;
  std::string err() const;
  /// Waits until stderr contains `text`; false at the deadline or when the server has ended without it.
  bool wait_for_message(const std::string& text, std::chrono::seconds deadline = kTimeout);
  /// The port it announced with "monitor port N" or "… on port N"; 0 if it did not by the deadline.
  int monitor_port(std::chrono::seconds deadline = kTimeout);

 private:
  std::filesystem::path out_;
  std::filesystem::path err_;
  pid_t pid_ = -1;
  int status_ = -1;
};
