// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_motion.h"

#include <algorithm>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace spark {
namespace {

constexpr auto kAmount = Parameter::Kind::real;
constexpr Parameter kHingeMotion[] = {
    {"pos", kAmount, true, "degrees", "position now; where the joint is, unless given"},
    {"vel", kAmount, true, "degrees/s", "speed now; unless given, 0 with a position, otherwise the present speed"},
    {"acc", kAmount, true, "degrees/s²", "acceleration until the next action (0)"}};
constexpr Parameter kSliderMotion[] = {
    {"pos", kAmount, true, "m", "position now; where the joint is, unless given"},
    {"vel", kAmount, true, "m/s", "speed now; unless given, 0 with a position, otherwise the present speed"},
    {"acc", kAmount, true, "m/s²", "acceleration until the next action (0)"}};

}  // namespace

std::span<const Parameter> JointMotion::parameters() const {
  return turns() ? kHingeMotion : kSliderMotion;
}

void JointMotion::realise(const Arguments& arguments) {
  const auto &pos = arguments[0], &vel = arguments[1], &acc = arguments[2];
  if (!pos.given && !vel.given && !acc.given)
    return complain("({} ...): it takes (pos A), (vel B), (acc C) or several", Printable{name()});
  if (!are_finite(arguments)) return;
  const auto [low, high] = span();
  const double fastest = max_speed();
  Motion motion{motor().position(), pos.given ? 0.0 : motor().rate(), 0.0};
  if (pos.given) motion.position = std::clamp(pos.real / shown(), low, high);
  if (vel.given) motion.velocity = std::clamp(vel.real / shown(), -fastest, fastest);
  if (acc.given) motion.acceleration = std::clamp(acc.real / shown(), -kMaxAcceleration, kMaxAcceleration);
  motion_ = motion;
  motor().take_charge();
}

void JointMotion::rest() {
  if (motion_) motion_ = Motion{motor().position(), 0.0, 0.0};
}

void JointMotion::restart() {
  motion_.reset();
  motor().leave_charge();
}

void JointMotion::apply_forces() {
  const double now = motor().position();
  if (motor().has_rival()) motion_.reset();
  if (!motion_ || !motor().is_ready()) {
    if (motion_) motion_ = Motion{now, 0.0, 0.0};
    return motor().idle();
  }
  const double h = motor().step_seconds(), fastest = max_speed();
  auto& [position, velocity, acceleration] = *motion_;
  const auto [low, high] = span();
  position = std::clamp(position + h * (velocity + 0.5 * h * acceleration), low, high);
  velocity = std::clamp(velocity + h * acceleration, -fastest, fastest);
  motor().drive(std::clamp((position - now) / h, -fastest, fastest), kSoftness, JointMotor::kNoLimit);
}

Range JointMotion::range(std::size_t parameter) const {
  if (!joint()) return {};
  if (parameter == 0) return range_within(span());
  const double max = (parameter == 1 ? max_speed() : kMaxAcceleration) * shown();
  return {-max, max, 0.0};
}

bool JointMotion::current(std::span<double> values) const {
  const Motion now = motion_.value_or(Motion{motor().position(), 0.0, 0.0});
  values[0] = now.position * shown();
  values[1] = now.velocity * shown();
  values[2] = now.acceleration * shown();
  return true;
}

std::optional<Travel> JointMotion::travel(std::size_t parameter) const {
  if (parameter != 0) return std::nullopt;
  return travel_within(span());
}

AxisStops JointMotion::span() const {
  return stops_within(kMaxAngle);
}

double JointMotion::max_speed() const {
  return max_speed_.value_or(turns() ? 20 * std::numbers::pi : 10.0);
}

bool JointMotion::set_max_speed(double speed) {
  speed /= shown();
  if (!(speed > 0.0 && speed <= Body::kMaxSpeed)) return false;
  max_speed_ = speed;
  return true;
}

}  // namespace spark
