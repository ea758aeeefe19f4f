// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "gateways/rtm/component/manager.h"

namespace rtm {
namespace {

/// A gate: while `in2` is above the parameter `threshold`, it passes `in1` to `out`. Otherwise it puts nothing, so a
/// subscriber of `out` keeps its last value and sees the stream stop. It also puts nothing before both InPorts have had
/// a value. It runs whenever a value arrives and a hundred times a second, so `out` is a stream even if its inputs
/// seldom change.
class Logic final : public Component {
 public:
  Logic()
      : Component("Logic", Pattern::client),
        in1_(add_in_port("in1", ValueType::float32, InPortKind::signalling)),
        in2_(add_in_port("in2", ValueType::float32, InPortKind::signalling)),
        out_(add_out_port("out")) {
    add_parameter("threshold", "100");
    set_rate(100.0);
  }

 private:
  void on_execute() override {
    if (!in1_.read(value_) || !in2_.read(gate_)) return;
    if (gate_.number() > number_parameter("threshold", 100.0)) out_.put(value_);
  }

  InPort& in1_;
  InPort& in2_;
  OutPort& out_;
  Value value_, gate_;
};

}  // namespace
}  // namespace rtm

extern "C" void LogicInit(rtm::Manager& manager) {
  manager.add_type("Logic", [] { return std::make_shared<rtm::Logic>(); });
}
