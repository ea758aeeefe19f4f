// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <stdexcept>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {

/// Notes each of its callbacks as one letter, and throws in those named by fail_in(), as often as it says:
///
///     I initialize, F finalize, S startup, H shutdown, A activated, D deactivated, B aborting, E error, R reset,
///     X execute, U state_update, C rate_changed
class Recorder : public Component {
 public:
  /// Letters also go into `shared`, if there is one, each after `sign`.
  explicit Recorder(std::string* shared = nullptr, std::string sign = {}, std::string type = "Recorder")
      : Component(std::move(type), Pattern::client), shared_(shared), sign_(std::move(sign)) {}

  void fail_in(char callback, int times = 1) {
    const std::lock_guard lock(mutex_);
    failures_[callback] = times;
  }
  /// What has been noted since the last call.
  std::string taken() {
    const std::lock_guard lock(mutex_);
    return std::exchange(calls_, {});
  }
  std::string calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

  std::function<void()> executing;

 protected:
  void on_initialize() override { note('I'); }
  void on_finalize() override { note('F'); }
  void on_startup() override { note('S'); }
  void on_shutdown() override { note('H'); }
  void on_activated() override { note('A'); }
  void on_deactivated() override { note('D'); }
  void on_aborting() override { note('B'); }
  void on_error() override { note('E'); }
  void on_reset() override { note('R'); }
  void on_execute() override {
    if (executing) executing();
    note('X');
  }
  void on_state_update() override { note('U'); }
  void on_rate_changed() override { note('C'); }

 private:
  void note(char callback) {
    const std::lock_guard lock(mutex_);
    calls_ += callback;
    if (shared_) {
      static std::mutex of_all;
      const std::lock_guard alone(of_all);
      *shared_ += sign_ + callback;
    }
    const auto failure = failures_.find(callback);
    if (failure == failures_.end() || failure->second == 0) return;
    --failure->second;
    throw std::runtime_error("no");
  }

  std::mutex mutex_;
  std::string* const shared_;
  const std::string sign_;
  std::string calls_;
  std::map<char, int> failures_;
};

/// One pass for each tick of the test; requests do not wait.
inline ContextSettings ticked_settings() {
  return {.type = "SynchExtTriggerEC", .rate = 100.0, .sync_transition = false};
}

}  // namespace rtm
