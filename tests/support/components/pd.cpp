// SPDX-License-Identifier: Apache-2.0
// A controller of joints for tests: pulls each joint back to where it was when it was activated. Its parameters make it
// slow, silent, or wait in every pass for another one in the same process.
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "gateways/rtm/component/manager.h"

namespace {

/// Two passes that meet: each waits until the other has begun.
class Meeting {
 public:
  void attend() {
    std::unique_lock lock(mutex_);
    const int mine = ++arrived_;
    const auto both = [&] { return arrived_ >= (mine + 1) / 2 * 2; };
    arrival_.notify_all();
    if (!arrival_.wait_for(lock, std::chrono::seconds(100), both)) throw std::runtime_error("no one has come");
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrival_;
  int arrived_ = 0;
};
Meeting meeting;

class Pd final : public rtm::Component {
 public:
  Pd()
      : Component("Pd", rtm::Pattern::client),
        angle_(add_in_port("angle", rtm::ValueType::doubles)),
        velocity_(add_in_port("velocity", rtm::ValueType::doubles)),
        torque_(add_out_port("torque", rtm::ValueType::doubles, rtm::OutPortKind::direct)) {
    add_parameter("delay", "0");     // ms that each pass takes
    add_parameter("silent", "no");   // yes: puts nothing
    add_parameter("meets", "no");    // yes: waits for another one in each pass
    add_parameter("refuses", "no");  // yes: cannot be activated
    set_rate(500);
  }

 private:
  void on_activated() override {
    if (parameter("refuses") == "yes") throw std::runtime_error("it does not want to");
    home_ = numbers(angle_);
  }
  void on_execute() override {
    if (const int delay = std::atoi(parameter("delay").c_str()); delay > 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    if (parameter("meets") == "yes") meeting.attend();
    if (parameter("silent") == "yes") return;
    const auto angles = numbers(angle_), velocities = numbers(velocity_);
    rtm::Value::Doubles torques;
    for (std::size_t i = 0; i < std::min(angles.size(), home_.size()); ++i)
      torques.push_back(-500 * (angles[i] - home_[i]) - 50 * (i < velocities.size() ? velocities[i] : 0));
    torque_.put(rtm::Value(torques));
  }
  static rtm::Value::Doubles numbers(const rtm::InPort& port) {
    const rtm::Value value = port.get();
    return std::get<rtm::Value::Doubles>(value.content());
  }

  rtm::InPort& angle_;
  rtm::InPort& velocity_;
  rtm::OutPort& torque_;
  rtm::Value::Doubles home_;
};

}  // namespace

extern "C" void PdInit(rtm::Manager& manager);
extern "C" void PdInit(rtm::Manager& manager) {
  manager.add_type("Pd", [] { return std::make_shared<Pd>(); });
}
