// SPDX-License-Identifier: Apache-2.0
// A component with a port of each type in both directions, which sends at once what it receives.
#include <memory>
#include <string>

#include "gateways/rtm/component/manager.h"

namespace {

using rtm::ValueType;

class Probe final : public rtm::Component {
 public:
  Probe() : Component("Probe", rtm::Pattern::client) {
    for (std::size_t index = 0; index != rtm::kValueTypes; ++index) {
      const auto type = static_cast<ValueType>(index);
      const std::string name(rtm::to_string(type));
      pairs_.push_back(
          {&add_in_port(name, type, rtm::InPortKind::signalling), &add_out_port(name, type), rtm::Value(type)});
    }
    set_rate(1);
  }

 private:
  void on_execute() override {
    for (Pair& pair : pairs_)
      if (pair.in->take(pair.value)) pair.out->put(pair.value);
  }

  struct Pair {
    rtm::InPort* in;
    rtm::OutPort* out;
    rtm::Value value;
  };
  std::vector<Pair> pairs_;
};

}  // namespace

extern "C" void ProbeInit(rtm::Manager& manager);
extern "C" void ProbeInit(rtm::Manager& manager) {
  manager.add_type("Probe", [] { return std::make_shared<Probe>(); });
}
