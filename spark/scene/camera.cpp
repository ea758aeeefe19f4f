// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "spark/scene/client_nodes.h"

namespace spark {

bool Camera::set_viewport(int x, int y, int width, int height) {
  if (std::abs(x) > kMaxPicture || std::abs(y) > kMaxPicture) return false;
  if (width < 1 || width > kMaxPicture || height < 1 || height > kMaxPicture) return false;
  viewport_ = {x, y, width, height};
  return true;
}

bool Camera::set_fov(double degrees) {
  if (!(degrees >= kMinAngle && degrees <= kMaxAngle)) return false;
  fov_ = degrees;
  return true;
}

bool Camera::set_z_near(double distance) {
  if (!(distance >= kNearest && distance < z_far_)) return false;
  z_near_ = distance;
  return true;
}

bool Camera::set_z_far(double distance) {
  if (!(distance > z_near_ && distance <= kFarthest)) return false;
  z_far_ = distance;
  return true;
}

double Camera::smaller_angle() const {
  const double half = fov_ * std::numbers::pi / 360.0;
  if (viewport_.width >= viewport_.height) return 2 * half;
  return 2 * std::atan(std::tan(half) * viewport_.width / viewport_.height);
}

Pose Camera::pose() const {
  const auto* node = ancestor<Transform>();
  return node ? node->world_pose() : Pose();
}

Pose Camera::view_pose() const {
  return pose() * Pose{{}, {0, -1, 0, 1, 0, 0, 0, 0, 1}};
}

Vec3 Camera::look_direction() const {
  return pose().rotation * Vec3{0, 1, 0};
}

Vec3 Camera::up_direction() const {
  return pose().rotation * Vec3{0, 0, 1};
}

}  // namespace spark
