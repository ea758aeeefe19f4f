// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "spark/numerics/ode_library.h"
#include "spark/physics/collider.h"

namespace spark {
namespace {

constexpr double kMinRayDirection = 1e-6;

}  // namespace

RayCollider::RayCollider() {
  adopt(dCreateRay(nullptr, 1.0));
}

bool RayCollider::set_params(Vec3 begin, Vec3 direction, double ray_length) {
  const double size = length(direction);
  if (!(size >= kMinRayDirection && size <= kMaxDistance) || !within(begin, kMaxDistance) || !is_size(ray_length))
    return false;
  direction_ = direction * (1.0 / size);
  dGeomRaySetLength(id(), ray_length);
  geom_changed();
  return set_position(begin);
}

double RayCollider::ray_length() const {
  return dGeomRayGetLength(id());
}

/// ODE's rays point along the z axis of their geom.
Mat3 RayCollider::geom_rotation() const {
  const Vec3 z = direction_;
  if (z == Vec3{0, 0, 1}) return kIdentity3;
  Vec3 x = cross(std::abs(z.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, z);
  x = x * (1.0 / length(x));
  const Vec3 y = cross(z, x);
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

double RayCollider::point_depth(Vec3 point) const {
  dVector3 begin, direction;
  dGeomRayGet(id(), begin, direction);
  const Vec3 from_begin = point - to_vec3(begin);
  const double along = std::clamp(dot(from_begin, to_vec3(direction)), 0.0, ray_length());
  return -length(from_begin - to_vec3(direction) * along);
}

}  // namespace spark
