// SPDX-License-Identifier: Apache-2.0
// A component that puts the name of each callback into a port, and throws in the callback that its parameter `fails`
// names.
#include <memory>
#include <stdexcept>
#include <string>

#include "gateways/rtm/component/manager.h"

namespace {

class Recorder final : public rtm::Component {
 public:
  Recorder()
      : Component("Recorder", rtm::Pattern::client),
        calls_(add_out_port("calls", rtm::ValueType::string, rtm::OutPortKind::direct)) {
    add_parameter("fails", "");
    set_rate(1);
  }

 private:
  void on_startup() override { record("on_startup"); }
  void on_shutdown() override { record("on_shutdown"); }
  void on_activated() override { record("on_activated"); }
  void on_deactivated() override { record("on_deactivated"); }
  void on_aborting() override { record("on_aborting"); }
  void on_error() override { record("on_error"); }
  void on_reset() override { record("on_reset"); }
  void on_execute() override { record("on_execute"); }
  void on_state_update() override { record("on_state_update"); }
  void on_rate_changed() override { record("on_rate_changed"); }

  void record(const std::string& name) {
    calls_.put(rtm::Value(name));
    if (parameter("fails") == name) throw std::runtime_error("as asked");
  }

  rtm::OutPort& calls_;
};

}  // namespace

extern "C" void RecorderInit(rtm::Manager& manager);
extern "C" void RecorderInit(rtm::Manager& manager) {
  manager.add_type("Recorder", [] { return std::make_shared<Recorder>(); });
}
