// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/components/arm_gravity.h"
#include "gateways/rtm/components/arm_path.h"

namespace rtm {
namespace {

/// After a longer pause the arm may be at another place than the path.
constexpr std::chrono::nanoseconds kLongestPause = std::chrono::milliseconds(500);

/// Moves the arm of arm.rsg along a path that takes 10 s, unless `duration` is set, and that it repeats
/// (docs/systems/controllers.md). Each joint gets
///
///     torque = gravity(path) + kp · (place on the path − angle) + kd · (speed on the path − velocity)
///
/// `angle` (rad; the fingers: m), `velocity` (rad/s, m/s) and `torque` (N·m, N) have a number per joint: J1 … J7,
/// HAND_L, HAND_R. Each measurement is answered once; without a measurement nothing is put. The time on the path is
/// that of the measurements, so it does not depend on how often the component is executed, nor on the speed of
/// simulated time. If measurements stop for half a second or their time jumps back, the path starts again at the arm's
/// pose of that moment.
///
/// Parameters: `kp` (N·m/rad, N/m), `kd` (N·m·s/rad, N·s/m), `path` (poses separated by `;`, each with a number per
/// joint) and `duration` (s, of the path). They are read when the component is activated.
class ArmPD final : public Component {
 public:
  ArmPD()
      : Component("ArmPD", Pattern::client),
        angle_(add_in_port("angle", ValueType::doubles)),
        velocity_(add_in_port("velocity", ValueType::doubles)),
        torque_(add_out_port("torque", ValueType::doubles)) {
    set_category("Controller");
    set_rate(500.0);
    add_parameter("kp", "400 800 400 600 400 400 400 400 400");
    add_parameter("kd", "40 80 40 60 40 40 40 40 40");
    add_parameter("path",
                  "0.8 0.6 -0.5 0.9 0.6 0.7 -0.8 0.03 0.03; -0.4 0.9 0.4 0.6 -0.7 0.9 0.9 0.005 0.005; "
                  "-1.0 0.4 0.6 1.1 0.4 0.3 0.4 0.035 0.035; 0 0.2 0 0.4 0 0.2 0 0.01 0.01");
    add_parameter("duration", "10");
    result_.content() = Value::Doubles(ArmGravity::kJoints);
  }

 private:
  static constexpr std::size_t kJoints = ArmGravity::kJoints;
  using Time = Value::Time;

  void on_activated() override {
    kp_ = ArmPath::numbers("kp", parameter("kp"), kJoints);
    kd_ = ArmPath::numbers("kd", parameter("kd"), kJoints);
    path_.emplace(parameter("path"), kJoints, number_parameter("duration", 0.0));
    last_.reset();
  }

  void on_execute() override {
    // A velocity is put before the angle that belongs to it, so the one read afterwards is never older than the angle.
    if (!angle_.take(angles_) || !velocity_.read(velocities_)) return;
    const auto& angles = numbers_of(angles_, "angle");
    const auto& velocities = numbers_of(velocities_, "velocity");
    // Values that arrive through the interfaces of 2003 have no time.
    const Time now = angles_.time() == Time::zero() ? time() : angles_.time();
    if (!last_ || now < *last_ || now - *last_ > kLongestPause) {
      began_ = now;
      path_->begin(angles);
    }
    last_ = now;
    auto& torques = std::get<Value::Doubles>(result_.content());
    ArmGravity::Numbers pose{};
    for (std::size_t i = 0; i < kJoints; ++i) {
      const ArmPath::Point wanted = path_->at(std::chrono::duration<double>(now - began_).count(), i);
      pose[i] = wanted.place;
      torques[i] = kp_[i] * (wanted.place - angles[i]) + kd_[i] * (wanted.speed - velocities[i]);
    }
    const ArmGravity::Numbers gravity = ArmGravity::torques(pose);
    for (std::size_t i = 0; i < kJoints; ++i) torques[i] += gravity[i];
    result_.set_time(now);
    torque_.put(result_);
  }

  static const Value::Doubles& numbers_of(const Value& value, const char* port) {
    const auto& numbers = std::get<Value::Doubles>(value.content());
    if (numbers.size() != kJoints)
      throw std::runtime_error(std::string(port) + " has " + std::to_string(numbers.size()) + " numbers; the arm has " +
                               std::to_string(kJoints) + " joints");
    return numbers;
  }

  InPort& angle_;
  InPort& velocity_;
  OutPort& torque_;
  Value angles_, velocities_, result_;
  ArmPath::Pose kp_, kd_;
  std::optional<ArmPath> path_;
  Time began_{0};
  std::optional<Time> last_;  ///< of the newest measurement; none before the first
};

}  // namespace
}  // namespace rtm

extern "C" void ArmPDInit(rtm::Manager& manager) {
  manager.add_type("ArmPD", [] { return std::make_shared<rtm::ArmPD>(); });
}
