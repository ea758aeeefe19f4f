// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/pan_tilt_effector.h"

#include <algorithm>
#include <cmath>

namespace soccer {
namespace {

constexpr spark::Parameter kPanTiltParameters[] = {
    {"dpan", spark::Parameter::Kind::real, false, "degrees", "to the left, limited to 90 either way"},
    {"dtilt", spark::Parameter::Kind::real, false, "degrees", "upwards, limited to 10 either way"},
};

double limited(double value, int max) {
  return std::clamp(value, -static_cast<double>(max), static_cast<double>(max));
}

}  // namespace

std::span<const spark::Parameter> PanTiltEffector::parameters() const {
  return kPanTiltParameters;
}

spark::Range PanTiltEffector::range(std::size_t parameter) const {
  const double max = parameter == 0 ? max_pan_delta_ : max_tilt_delta_;
  return {-max, max, 0.0};
}

void PanTiltEffector::realise(const spark::Arguments& arguments) {
  if (std::isnan(arguments.real(0)) || std::isnan(arguments.real(1))) {
    complain("(pantilt ...): angle is not a number");
    return;
  }
  if (!std::isfinite(arguments.real(0)) || !std::isfinite(arguments.real(1)))
    complain("(pantilt ...): {} {} is not finite; limited", arguments.real(0), arguments.real(1));
  AgentState& me = player();
  if (!me.has_camera) return;
  const double pan = limited(arguments.real(0), max_pan_delta_) + noise_->normal(0.0, sigma_);
  const double tilt = limited(arguments.real(1), max_tilt_delta_) + noise_->normal(0.0, sigma_);
  me.pan_deg = me.pan_range.limit(me.pan_deg + pan);
  me.tilt_deg = me.tilt_range.limit(me.tilt_deg + tilt);
}

std::optional<spark::Travel> PanTiltEffector::travel(std::size_t parameter) const {
  const AgentState& me = player();
  if (!me.has_camera) return std::nullopt;
  const CameraRange& range = parameter == 0 ? me.pan_range : me.tilt_range;
  const double now = parameter == 0 ? me.pan_deg : me.tilt_deg;
  // Such a range is the whole circle except for a gap.
  if (range.min > range.max) return spark::Travel{now, -180.0, 180.0};
  return spark::Travel{now, static_cast<double>(range.min), static_cast<double>(range.max)};
}

bool PanTiltEffector::set_sigma(double sigma) {
  if (!(sigma >= 0.0)) return false;
  sigma_ = sigma;
  return true;
}

bool PanTiltEffector::set_max_pan_delta(int degrees) {
  if (!(degrees >= 0)) return false;
  max_pan_delta_ = degrees;
  return true;
}

bool PanTiltEffector::set_max_tilt_delta(int degrees) {
  if (!(degrees >= 0)) return false;
  max_tilt_delta_ = degrees;
  return true;
}

void PanTiltEffector::linked() {
  PlayerEffector::linked();
  noise_ = &agent().random_stream("pantilt");
}

}  // namespace soccer
