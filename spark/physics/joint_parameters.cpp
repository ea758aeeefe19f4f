// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint_parameters.h"

#include <algorithm>
#include <cmath>

#include "spark/physics/body.h"
#include "spark/physics/world_settings.h"

namespace spark {
namespace {

/// All parameters except the stops, which have special rules.
constexpr int kSavedParameters[] = {dParamVel,     dParamFMax,    dParamBounce,        dParamCFM,
                                    dParamStopCFM, dParamStopERP, dParamSuspensionERP, dParamSuspensionCFM};

bool is_in_range(int parameter, double value) {
  switch (parameter) {
    case dParamLoStop:
    case dParamHiStop:
      return std::abs(value) <= kMaxDistance;
    case dParamVel:
      return std::abs(value) <= Body::kMaxSpeed;
    case dParamFMax:
      return value >= 0.0 && value <= Body::kMaxForce;
    case dParamBounce:
    case dParamStopERP:
    case dParamSuspensionERP:
      return value >= 0.0 && value <= 1.0;
    case dParamCFM:
    case dParamStopCFM:
    case dParamSuspensionCFM:
      return value >= 0.0 && value <= WorldSettings::kMaxCfm;
    default:
      return false;
  }
}

}  // namespace

void JointParameters::begin(dJointID joint) {
  joint_ = joint;
  std::fill(std::begin(stops_), std::end(stops_), Stops{-dInfinity, dInfinity});
}

/// ODE's number of the parameter for that axis; -1 if this kind of joint does not have it.
int JointParameters::number_of(int parameter, int axis) const {
  if (parameter == dParamSuspensionERP || parameter == dParamSuspensionCFM)
    return kind_.has_suspension && axis == 0 ? parameter : -1;
  // Joints without stops and motors are soft as a whole.
  if (kind_.axes == 0) return parameter == dParamCFM && axis == 0 ? parameter : -1;
  return axis >= 0 && axis < kind_.axes ? parameter + axis * dParamGroup : -1;
}

int JointParameters::axes_with(int parameter) const {
  int axes = 0;
  while (has(parameter, axes)) ++axes;
  return axes;
}

bool JointParameters::set(int parameter, int axis, double value) {
  if (!joint_ || !has(parameter, axis) || !is_in_range(parameter, value)) return false;
  if (parameter == dParamLoStop || parameter == dParamHiStop) {
    (parameter == dParamLoStop ? stops_[axis].low : stops_[axis].high) = value;
    apply_stops(axis);
  } else {
    kind_.set(joint_, number_of(parameter, axis), value);
  }
  return true;
}

/// ODE checks whether a joint is at a stop only while the stops are in order and within half a turn. If that changes
/// while the joint is at one, ODE continues to count the stop and writes past the end of its equations. So once there
/// was a stop, ODE always gets two stops that it checks.
void JointParameters::apply_stops(int axis) {
  const double widest = kind_.widest_stop;
  const auto [low, high] = stops_[axis];
  const bool none = low > high;
  kind_.set(joint_, number_of(dParamLoStop, axis), none ? -widest : std::clamp(low, -widest, widest));
  kind_.set(joint_, number_of(dParamHiStop, axis), none ? widest : std::clamp(high, -widest, widest));
}

double JointParameters::get(int parameter, int axis) const {
  if (!joint_ || !has(parameter, axis)) return 0.0;
  if (parameter == dParamLoStop) return stops_[axis].low;
  if (parameter == dParamHiStop) return stops_[axis].high;
  return kind_.get(joint_, number_of(parameter, axis));
}

JointParameters::State JointParameters::save() const {
  State state{{stops_[0], stops_[1]}, {}};
  for (int axis = 0; axis < 2; ++axis)
    for (const int parameter : kSavedParameters) state.values.push_back(get(parameter, axis));
  return state;
}

void JointParameters::restore(const State& state) {
  std::size_t next = 0;
  for (int axis = 0; axis < 2; ++axis) {
    for (const int parameter : kSavedParameters) {
      const double value = state.values[next++];
      if (get(parameter, axis) != value) kind_.set(joint_, number_of(parameter, axis), value);
    }
    if (axis >= kind_.axes || stops_[axis] == state.stops[axis]) continue;
    stops_[axis] = state.stops[axis];
    apply_stops(axis);
  }
}

}  // namespace spark
