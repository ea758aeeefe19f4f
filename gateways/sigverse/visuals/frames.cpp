// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/frames.h"

#include "gateways/sigverse/sight/sight.h"
#include "gateways/sigverse/sight/turns.h"

namespace sigverse::visuals {
namespace {

constexpr double kMetre = 0.01;  // of a centimetre

/// Converts a direction from SIG's axes, with y up, to axes with z up.
glm::dvec3 turned(double x, double y, double z) {
  return {x, -z, y};
}

glm::vec3 turned(const sight::Vector& v) {
  return turned(v[0], v[1], v[2]);
}

}  // namespace

glm::vec3 drawn_place(const sight::Vector& place) {
  return kMetre * turned(place[0], place[1], place[2]);
}

sight::Vector sig_place(const glm::vec3& drawn) {
  return {drawn.x / kMetre, drawn.z / kMetre, -drawn.y / kMetre};
}

spark::Pose pose_of(const sight::Vector& place, const sight::Quaternion& turn) {
  spark::Pose pose;
  pose.position = {place[0], place[1], place[2]};
  if (const auto axes = sight::axes_of(turn)) {
    const auto& [x, y, z] = *axes;
    pose.rotation = {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
  }
  return pose;
}

glm::mat4 drawn_frame(const spark::Pose& pose, const glm::dvec3& scale) {
  const spark::Mat3& m = pose.rotation;
  const spark::Vec3& at = pose.position;
  glm::mat4 frame(1.0F);
  frame[0] = glm::vec4(scale.x * kMetre * turned(m[0], m[3], m[6]), 0);
  frame[1] = glm::vec4(scale.y * kMetre * turned(m[1], m[4], m[7]), 0);
  frame[2] = glm::vec4(scale.z * kMetre * turned(m[2], m[5], m[8]), 0);
  frame[3] = glm::vec4(kMetre * turned(at.x, at.y, at.z), 1);
  return frame;
}

monitor::Camera camera_of(const sight::View& view) {
  monitor::Camera camera;
  camera.eye = drawn_place(view.eye);
  camera.target = camera.eye + turned(view.axes.z);
  camera.up = turned(view.axes.y);
  camera.field_of_view = static_cast<float>(view.fov);
  camera.nearest = static_cast<float>(sight::kNear * kMetre);
  camera.farthest = static_cast<float>(sight::kFar * kMetre);
  return camera;
}

}  // namespace sigverse::visuals
