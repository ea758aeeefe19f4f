// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/match/server_process.h"
#include "tests/support/files.h"
#include "tests/support/processes.h"
#include "tests/support/waiting.h"

/// A match of two halves of 20 s that needs no kick-off by a trainer.
inline const std::vector<std::string> kShortMatch{
    "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "20", "--monitor_port", "off"};

/// For a whole match, also of programs with a sanitizer.
inline constexpr std::chrono::seconds kMatchTimeout = 3 * kTimeout;

inline std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

inline std::string monitor_log(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  ServerProcess server(folder, with(kShortMatch, more));
  INFO(server.err());
  REQUIRE(server.wait(kMatchTimeout) == 0);
  return content(folder / "logs/monitor.log");
}

/// Keeps all cores busy during its lifetime, with little effect on other programs of the machine: its threads yield to
/// any other work.
class Load {
 public:
  Load() {
    for (auto& thread : threads_)
      thread = std::thread([this] {
        ::setpriority(PRIO_PROCESS, 0, 10);  // this thread only
        while (!stop_) ++rounds_;
      });
  }
  ~Load() {
    stop_ = true;
    for (auto& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<unsigned long> rounds_{0};
  std::thread threads_[3];
};
