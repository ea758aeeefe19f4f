// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/absolute_pan_tilt.h"

#include <algorithm>
#include <cmath>

#include "spark/agent/agent_aspect.h"

namespace rctp {
namespace {

constexpr const char* kAxisNames[2] = {"pan", "tilt"};
constexpr double kFullTurn = 360.0;  ///< degrees

struct Camera {
  const spark::Effector* effector = nullptr;
  std::array<spark::Travel, 2> axes;
};

/// Returns nothing if there is no such effector, or if it turns nothing.
std::optional<Camera> camera_of(const spark::AgentAspect& body, std::string_view name) {
  Camera camera;
  camera.effector = body.effector(name);
  if (!camera.effector || camera.effector->parameters().size() != 2) return std::nullopt;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto travel = camera.effector->travel(i);
    if (!travel) return std::nullopt;
    camera.axes[i] = *travel;
  }
  return camera;
}

/// The remaining angle, degrees: in the shorter direction if the axis has no stops.
double left_to_turn(const spark::Travel& axis, double target) {
  const double whole = target - axis.now;
  return axis.max - axis.min >= kFullTurn ? std::remainder(whole, kFullTurn) : whole;
}

}  // namespace

AbsolutePanTilt::AbsolutePanTilt(std::string object, TranslatorArguments arguments, spark::Step action_latency)
    : name_(std::move(object)), effectors_{arguments.effector("the effector")}, latency_(action_latency) {
  arguments.end();
}

std::optional<Object> AbsolutePanTilt::object(const spark::AgentAspect& body) const {
  const auto camera = camera_of(body, effectors_[0]);
  if (!camera) return std::nullopt;
  Object offered;
  offered.name = name_;
  offered.kind = Object::Kind::control_output;
  offered.standard = "pan-tilt";
  for (std::size_t i = 0; i < 2; ++i) {
    auto& parameter = offered.parameters.emplace_back();
    parameter.name = kAxisNames[i];
    parameter.unit = "degrees";
    parameter.min = camera->axes[i].min;
    parameter.max = camera->axes[i].max;
    parameter.neutral = std::clamp(0.0, parameter.min, parameter.max);
  }
  return offered;
}

bool AbsolutePanTilt::current(const spark::AgentAspect& body, std::span<double> values) const {
  const auto camera = camera_of(body, effectors_[0]);
  if (!camera) return false;
  for (std::size_t i = 0; i < 2; ++i) values[i] = camera->axes[i].now;
  return true;
}

void AbsolutePanTilt::command(std::span<const double> values) {
  target_ = {values[0], values[1]};
}

void AbsolutePanTilt::act(const spark::AgentAspect& body, spark::Step now, spark::ActionList& actions) {
  if (!target_ || now < effect_seen_) return;
  const auto camera = camera_of(body, effectors_[0]);
  if (!camera) return;
  double left[2];
  for (std::size_t i = 0; i < 2; ++i) left[i] = left_to_turn(camera->axes[i], (*target_)[i]);
  if (std::abs(left[0]) <= kTolerance && std::abs(left[1]) <= kTolerance) {
    target_.reset();
    return;
  }
  actions.add(effectors_[0]);
  for (std::size_t i = 0; i < 2; ++i) {
    const spark::Range range = camera->effector->range(i);
    actions.real(std::clamp(left[i], range.min, range.max));
  }
  // The action is stamped with the next step. One more step is needed, because within the step of the effect either
  // actions or translators may come first.
  effect_seen_ = now + 1 + latency_ + 1;
}

void AbsolutePanTilt::rest() {
  target_.reset();
  effect_seen_ = 0;
}

}  // namespace rctp
