// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>

#include "gateways/rtm/component/component.h"
#include "tests/gateways/rtm/control/noted_part.h"

namespace rtm {

/// A controller: answers the angle of a joint with a torque of minus that number, and notes its callbacks.
class Follower final : public Component {
 public:
  explicit Follower(Story& story, const std::string& type = "Follower")
      : Component(type, Pattern::client),
        angle_(add_in_port("angle", ValueType::doubles)),
        torque_(add_out_port("torque", ValueType::doubles)),
        story_(story) {}

  std::function<void()> activating, executing;
  std::atomic<bool> is_silent{false};  ///< puts nothing

 private:
  void on_activated() override {
    note("activated");
    if (activating) activating();
  }
  void on_deactivated() override { note("deactivated"); }
  void on_execute() override {
    note("execute");
    if (executing) executing();
    if (!is_silent) torque_.put(Value(Value::Doubles{-angle()}));
  }
  void note(const std::string& what) { story_.add(fmt::format("{} {} {:.3f}", name(), what, angle())); }
  double angle() const {
    const Value value = angle_.get();
    return value.size() > 0 ? value.number(0) : 0.0;
  }

  InPort& angle_;
  OutPort& torque_;
  Story& story_;
};

}  // namespace rtm
