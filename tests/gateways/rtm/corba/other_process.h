// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>

#include "tests/gateways/rtm/corba/omg_stage.h"

/// Another process with the component Theirs0, which has the ports `in` and `out`; tests kill and stop it. It is this
/// program, started anew: the fork of a process with running threads could wait for ever for a lock that one of them
/// held.
class OtherProcess {
 public:
  explicit OtherProcess(std::chrono::milliseconds call_timeout);
  ~OtherProcess();
  OtherProcess(const OtherProcess&) = delete;
  OtherProcess& operator=(const OtherProcess&) = delete;

  /// The reference of "Theirs0.in" or "Theirs0.out".
  const std::string& reference(const std::string& port) const { return references_.at(port); }
  /// SIGKILL, SIGSTOP and SIGCONT are waited for.
  void signal(int number);
  /// Lets its component put the number into an OutPort of type float32, "Theirs0.out", and waits until that is done.
  void put(const std::string& port, double number);
  /// The value of its InPort as text; empty if there is no new one.
  std::string take(const std::string& port);

 private:
  void start();
  std::string ask(const std::string& line);

  pid_t pid_ = -1;
  int commands_[2] = {-1, -1}, answers_[2] = {-1, -1};
  std::map<std::string, std::string> references_;
};

/// Real time that passes twenty times as fast for its readers, so that checks of every few seconds are made soon.
class HurriedClock final : public spark::RealClock {
 public:
  Time now() const override;
  void wait(Duration longest, const Block& block) override;
};
