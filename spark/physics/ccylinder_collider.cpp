// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/ode_library.h"
#include "spark/physics/collider.h"

namespace spark {

CCylinderCollider::CCylinderCollider() {
  adopt(dCreateCapsule(nullptr, 1.0, 1.0));
}

bool CCylinderCollider::set_params(double radius, double length) {
  if (!is_size(radius) || !is_size(length)) return false;
  dGeomCapsuleSetParams(id(), radius, length);
  note_shape();
  return true;
}

bool CCylinderCollider::set_radius(double radius) {
  return set_params(radius, cylinder_length());
}
bool CCylinderCollider::set_length(double length) {
  return set_params(radius(), length);
}

double CCylinderCollider::radius() const {
  dReal radius = 0.0, length = 0.0;
  dGeomCapsuleGetParams(id(), &radius, &length);
  return radius;
}

double CCylinderCollider::cylinder_length() const {
  dReal radius = 0.0, length = 0.0;
  dGeomCapsuleGetParams(id(), &radius, &length);
  return length;
}

double CCylinderCollider::point_depth(Vec3 point) const {
  return dGeomCapsulePointDepth(id(), point.x, point.y, point.z);
}

}  // namespace spark
