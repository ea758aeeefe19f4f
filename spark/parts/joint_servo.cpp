// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/joint_servo.h"

#include <algorithm>
#include <cmath>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace spark {
namespace {

constexpr auto kReal = Parameter::Kind::real;
constexpr Range kPower{0.0, 1.0, 1.0};
constexpr const char* kPowerHelp = "share of the maximum torque; 0 releases, 1 holds (1 from the first action on)";
constexpr Parameter kHingeServo[] = {{"pos", kReal, true, "degrees", "to hold"},
                                     {"power", kReal, true, "", kPowerHelp, kPower}};
constexpr Parameter kSliderServo[] = {{"pos", kReal, true, "m", "to hold"},
                                      {"power", kReal, true, "", kPowerHelp, kPower}};

}  // namespace

std::span<const Parameter> JointServo::parameters() const {
  return turns() ? kHingeServo : kSliderServo;
}

void JointServo::realise(const Arguments& arguments) {
  const auto &pos = arguments[0], &power = arguments[1];
  if (!pos.given && !power.given) {
    complain("({} ...): it takes (pos A), (power P) or both", Printable{name()});
    return;
  }
  if (!are_finite(arguments)) return;
  const bool had_power = has_power();
  if (power.given)
    power_ = std::clamp(power.real, 0.0, 1.0);
  else if (!power_)
    power_ = 1.0;
  if (!had_power) hold_here();
  if (!pos.given) return;
  const auto [low, high] = span();
  target_ = std::clamp(pos.real / shown(), low, high);
}

void JointServo::hold_here() {
  set_point_ = motor().position();
  target_.reset();
}

void JointServo::rest() {
  if (has_power()) hold_here();
}

void JointServo::restart() {
  power_.reset();
  hold_here();
}

void JointServo::apply_forces() {
  if (!has_power() || !motor().is_ready()) {
    motor().idle();
    set_point_ = motor().position();
    return;
  }
  const double step = max_speed() * motor().step_seconds();
  if (target_) set_point_ += std::clamp(*target_ - set_point_, -step, step);
  motor().pull(set_point_ - motor().position(), stiffness_, damping_, max_torque() * *power_);
}

Range JointServo::range(std::size_t parameter) const {
  if (parameter == 1) return kPower;
  if (!joint()) return {};
  return range_within(span());
}

bool JointServo::current(std::span<double> values) const {
  values[0] = (has_power() ? target_.value_or(set_point_) : motor().position()) * shown();
  values[1] = power_.value_or(0.0);
  return true;
}

std::optional<Travel> JointServo::travel(std::size_t parameter) const {
  if (parameter != 0) return std::nullopt;
  return travel_within(span());
}

AxisStops JointServo::span() const {
  if (range_) return *range_;
  return stops_within(kWidestOfStops);
}

double JointServo::max_speed() const {
  return max_speed_.value_or(turns() ? 2 * std::numbers::pi : 1.0);
}

bool JointServo::set_gains(double stiffness, double damping) {
  const auto is_gain = [](double gain) { return gain >= 0.0 && gain <= kMaxGain; };
  if (!is_gain(stiffness) || !is_gain(damping)) return false;
  stiffness_ = stiffness, damping_ = damping;
  return true;
}

bool JointServo::set_max_speed(double speed) {
  speed /= shown();
  if (!(speed > 0.0 && speed <= Body::kMaxSpeed)) return false;
  max_speed_ = speed;
  return true;
}

bool JointServo::set_range(double low, double high) {
  const double widest = turns() ? kWidest : kMaxDistance;
  if (!(low >= -widest && low < high && high <= widest)) return false;
  range_ = AxisStops{low / shown(), high / shown()};
  if (target_) target_ = std::clamp(*target_, range_->low, range_->high);
  return true;
}

}  // namespace spark
