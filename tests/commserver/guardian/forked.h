// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>
#include <sys/wait.h>

#include <csignal>
#include <utility>

/// A child process of the test, which is killed with this object at the latest.
struct Forked {
  explicit Forked(pid_t number) : pid(number) {}
  ~Forked() { kill(); }
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;
  void kill() {
    if (pid <= 0) return;
    ::kill(pid, SIGKILL);
    ::waitpid(std::exchange(pid, 0), nullptr, 0);
  }
  pid_t pid;
};
