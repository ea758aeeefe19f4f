// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/camera_head.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"
#include "spark/scene/client_nodes.h"

namespace spark {
namespace {

constexpr double kMaxHeadSpeed = 1e4;
constexpr double kMaxPan = 360.0, kMaxTilt = 90.0;  // degrees
constexpr double kMaxZoom = 100.0;
constexpr double kUsualZoom = 12.0;
constexpr double kUsualZoomTime = 2.0;  // s, from one end to the other

bool set_head_speed(double& to, double speed) {
  if (!(speed > 0.0 && speed <= kMaxHeadSpeed)) return false;
  to = speed;
  return true;
}

}  // namespace

CameraHead::CameraHead() : zoom_{0.0, std::log(kUsualZoom), std::log(kUsualZoom) / kUsualZoomTime} {
  set_name("head");
}

std::span<const Parameter> CameraHead::parameters() const {
  static constexpr Parameter kParameters[] = {
      {"pan", Parameter::Kind::real, false, "degrees", "to the left if positive", {-100.0, 100.0, 0.0}},
      {"tilt", Parameter::Kind::real, false, "degrees", "upwards if positive", {-25.0, 25.0, 0.0}},
      {"zoom", Parameter::Kind::real, false, "", "a factor", {1.0, kUsualZoom, 1.0}}};
  return kParameters;
}

Range CameraHead::range(std::size_t parameter) const {
  if (parameter == 0) return {pan_.low, pan_.high, pan_.start()};
  if (parameter == 1) return {tilt_.low, tilt_.high, tilt_.start()};
  return {1.0, std::exp(zoom_.high), 1.0};
}

void CameraHead::realise(const Arguments& arguments) {
  for (std::size_t i = 0; i < 3; ++i)
    if (!std::isfinite(arguments.real(i)))
      return complain("({} ...): {} is not finite", Printable{name()}, parameters()[i].name);
  pan_.target = std::clamp(arguments.real(0), pan_.low, pan_.high);
  tilt_.target = std::clamp(arguments.real(1), tilt_.low, tilt_.high);
  zoom_.target = std::min(std::log(std::max(arguments.real(2), 1.0)), zoom_.high);
}

bool CameraHead::current(std::span<double> values) const {
  values[0] = pan_.now;
  values[1] = tilt_.now;
  values[2] = std::exp(zoom_.now);
  return true;
}

void CameraHead::rest() {
  for (Axis* axis : {&pan_, &tilt_, &zoom_}) axis->target = axis->now;
}

void CameraHead::restart() {
  for (Axis* axis : {&pan_, &tilt_, &zoom_}) axis->now = axis->target = axis->start();
  find_parts();
  zoom();
  if (!body_) turn();  // a body has been restored already
}

void CameraHead::step_made(double seconds) {
  for (Axis* axis : {&pan_, &tilt_, &zoom_}) axis->go(seconds);
  find_parts();
  zoom();
  turn();
}

void CameraHead::find_parts() {
  if (tree_changes_ == core().tree_changes) return;
  tree_changes_ = core().tree_changes;
  body_ = node_->child_of_type<Body>();
  std::vector<ZoomedCamera> before;
  before.swap(cameras_);
  for (Camera* camera : core().find_all<Camera>(node_)) {
    const auto known = std::ranges::find(before, camera->serial(), &ZoomedCamera::serial);
    const double tangent = known != before.end() && known->camera == camera
                               ? known->tangent
                               : std::tan(camera->fov() * std::numbers::pi / 360.0);
    cameras_.push_back({camera, camera->serial(), tangent});
  }
}

void CameraHead::turn() {
  const Pose turned =
      mount_ * Pose{{}, rotation_from_degrees({0.0, 0.0, pan_.now}) * rotation_from_degrees({0.0, -tilt_.now, 0.0})};
  const auto* above = node_->ancestor<Transform>();
  if (!body_) return node_->set_local_pose(turned);
  const Pose pose = above ? above->world_pose() * turned : turned;
  if (body_->set_position(pose.position) && body_->set_rotation(pose.rotation)) body_->show_place();
}

void CameraHead::zoom() {
  for (const ZoomedCamera& zoomed : cameras_) {
    const double degrees = 360.0 / std::numbers::pi * std::atan(zoomed.tangent / std::exp(zoom_.now));
    zoomed.camera->set_fov(std::max(degrees, Camera::kMinAngle));
  }
}

/// Straight ahead, or the nearest end of the range.
double CameraHead::Axis::start() const {
  return std::clamp(0.0, low, high);
}

void CameraHead::Axis::go(double seconds) {
  const double max_change = speed * seconds;
  now += std::clamp(target - now, -max_change, max_change);
}

bool CameraHead::Axis::set_range(double new_low, double new_high) {
  low = new_low;
  high = new_high;
  now = std::clamp(now, low, high);
  target = std::clamp(target, low, high);
  return true;
}

bool CameraHead::set_pan_range(double low, double high) {
  return low >= -kMaxPan && high <= kMaxPan && low < high && pan_.set_range(low, high);
}

bool CameraHead::set_tilt_range(double low, double high) {
  return low >= -kMaxTilt && high <= kMaxTilt && low < high && tilt_.set_range(low, high);
}

bool CameraHead::set_max_zoom(double factor) {
  return factor >= 1.0 && factor <= kMaxZoom && zoom_.set_range(0.0, std::log(factor));
}

bool CameraHead::set_pan_speed(double speed) {
  return set_head_speed(pan_.speed, speed);
}

bool CameraHead::set_tilt_speed(double speed) {
  return set_head_speed(tilt_.speed, speed);
}

bool CameraHead::set_zoom_speed(double factor) {
  return factor <= kMaxHeadSpeed && set_head_speed(zoom_.speed, std::log(factor));
}

void CameraHead::linked() {
  node_ = ancestor<Transform>();
  if (!node_ || node_ == agent_of(*this)) throw Misplaced("there is no oxygen/Transform of its own above this head");
  if (auto* body = node_->child_of_type<Body>()) body->set_kinematic(true);
  World& world = World::of(*this);
  mount_ = node_->local_pose();
  Effector::linked();
  world.invalidate_order();
}

void CameraHead::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  Effector::unlinking();
}

}  // namespace spark
