// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {

/// Notes its callbacks, and calls a function of the test in each.
class Probe final : public Component {
 public:
  explicit Probe(Pattern pattern = Pattern::client, double hertz = 100.0)
      : Component("Probe", pattern), in(add_in_port("in", ValueType::float32, InPortKind::signalling)) {
    set_rate(hertz);
  }
  void on_activated() override { called("on_activated", activating); }
  void on_deactivated() override { called("on_deactivated", deactivating); }
  void on_execute() override {
    ++executed;
    if (executing) executing();
  }
  void called(const std::string& name, const std::function<void()>& then) {
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back(name);
    }
    if (then) then();
  }
  std::vector<std::string> calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

  InPort& in;
  std::function<void()> activating, deactivating, executing;
  std::atomic<int> executed{0};

 private:
  std::mutex mutex_;
  std::vector<std::string> calls_;
};

using Calls = std::vector<std::string>;

}  // namespace rtm
