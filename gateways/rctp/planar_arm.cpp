// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/planar_arm.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gateways/rctp/motor.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace rctp {
namespace {

constexpr double kRadians = std::numbers::pi / 180.0;
/// The share of the remaining angle by which a joint may turn during the latency of an action. Its speed follows from
/// the angle that remained one latency ago; with more than a third it oscillates.
constexpr double kShareInLatency = 0.3;
constexpr double kMaxGain = 5.0;  ///< 1/s

/// Removes a leading `-`, which inverts the sign.
std::string without_sign(std::string name, double& sign) {
  if (name.size() > 1 && name.front() == '-') {
    sign = -1.0;
    name.erase(0, 1);
  }
  return name;
}

}  // namespace

/// The current state of both joints, in the angles of the geometry.
struct PlanarArm::Joints {
  std::array<Motor, 2> motors;
  std::array<double, 2> now;
  std::array<PlanarArmGeometry::Interval, 2> stops;
};

PlanarArm::PlanarArm(std::string object, TranslatorArguments arguments, spark::Step action_latency)
    : name_(std::move(object)), latency_(action_latency) {
  effectors_[0] = without_sign(arguments.effector("the shoulder's effector"), signs_[0]);
  effectors_[1] = without_sign(arguments.effector("the elbow's effector"), signs_[1]);
  if (effectors_[0] == effectors_[1]) arguments.fail("both effectors are the same");
  lengths_[0] = arguments.length("length of the upper link in metres");
  lengths_[1] = arguments.length("length of the lower link in metres");
  for (double& offset : offsets_) offset = arguments.number_or("angle in degrees", 0.0) * kRadians;
  arguments.end();
}

std::optional<PlanarArm::Joints> PlanarArm::joints(const spark::AgentAspect& body) const {
  Joints joints;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto motor = find_motor(body, effectors_[i]);
    const auto travel = motor ? motor->effector->travel(0) : std::nullopt;
    if (!travel) return std::nullopt;
    joints.motors[i] = *motor;
    joints.now[i] = offsets_[i] + signs_[i] * travel->now;
    const double one = offsets_[i] + signs_[i] * travel->min, other = offsets_[i] + signs_[i] * travel->max;
    joints.stops[i] = {std::min(one, other), std::max(one, other)};
  }
  return joints;
}

PlanarArmGeometry PlanarArm::geometry(const Joints& joints) const {
  return {lengths_[0], lengths_[1], joints.stops[0], joints.stops[1]};
}

std::optional<Object> PlanarArm::object(const spark::AgentAspect& body) const {
  const auto joints = this->joints(body);
  if (!joints) return std::nullopt;
  Object offered;
  offered.name = name_;
  offered.kind = Object::Kind::control_output;
  offered.standard = "place";
  const PlanarArmGeometry geometry = this->geometry(*joints);
  const auto neutral = geometry.tip({geometry.shoulder().clamped(offsets_[0]), geometry.elbow().clamped(offsets_[1])});
  for (const bool is_x : {true, false}) {
    auto& parameter = offered.parameters.emplace_back();
    parameter.name = is_x ? "x" : "z";
    parameter.unit = "m";
    parameter.min = -geometry.reach();
    parameter.max = geometry.reach();
    parameter.neutral = is_x ? neutral.x : neutral.z;
  }
  return offered;
}

bool PlanarArm::current(const spark::AgentAspect& body, std::span<double> values) const {
  const auto joints = this->joints(body);
  if (!joints) return false;
  const auto tip = geometry(*joints).tip({joints->now[0], joints->now[1]});
  values[0] = tip.x;
  values[1] = tip.z;
  return true;
}

void PlanarArm::command(std::span<const double> values) {
  target_ = {values[0], values[1]};
  turning_ = {true, true};
}

void PlanarArm::act(const spark::AgentAspect& body, spark::Step, spark::ActionList& actions) {
  if (!target_) return;
  const auto joints = this->joints(body);
  if (!joints) return;
  const auto angles = geometry(*joints).nearest(*target_);
  const double seconds = static_cast<double>(latency_ + 1) * body.core().clock.step_seconds();
  const double gain = std::min(kMaxGain, kShareInLatency / seconds);
  for (std::size_t i = 0; i < 2; ++i) {
    double left = (i == 0 ? angles.shoulder : angles.elbow) - joints->now[i];
    // The angle of a joint without stops wraps around after each full turn.
    if (std::isinf(joints->stops[i].min)) left = std::remainder(left, 2.0 * std::numbers::pi);
    if (!turning_[i] && std::abs(left) < kRestartTolerance) continue;
    turning_[i] = std::abs(left) >= kTolerance;
    const Motor& motor = joints->motors[i];
    const double speed = turning_[i] ? std::clamp(signs_[i] * gain * left, motor.min, motor.max) : 0.0;
    actions.add(effectors_[i]).real(speed * motor.unit);
  }
}

void PlanarArm::rest() {
  target_.reset();
  turning_ = {};
}

}  // namespace rctp
