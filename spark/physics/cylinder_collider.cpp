// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "spark/numerics/ode_library.h"
#include "spark/physics/collider.h"

namespace spark {

CylinderCollider::CylinderCollider() {
  adopt(dCreateCylinder(nullptr, 1.0, 1.0));
}

bool CylinderCollider::set_params(double radius, double length) {
  if (!is_size(radius) || !is_size(length)) return false;
  dGeomCylinderSetParams(id(), radius, length);
  note_shape();
  return true;
}

bool CylinderCollider::set_radius(double radius) {
  return set_params(radius, cylinder_length());
}
bool CylinderCollider::set_length(double length) {
  return set_params(radius(), length);
}

double CylinderCollider::radius() const {
  dReal radius = 0.0, length = 0.0;
  dGeomCylinderGetParams(id(), &radius, &length);
  return radius;
}

double CylinderCollider::cylinder_length() const {
  dReal radius = 0.0, length = 0.0;
  dGeomCylinderGetParams(id(), &radius, &length);
  return length;
}

double CylinderCollider::point_depth(Vec3 point) const {
  // ODE has no such function for cylinders.
  dVector3 local;
  dGeomGetPosRelPoint(id(), point.x, point.y, point.z, local);
  const double beside = std::hypot(local[0], local[1]) - radius();
  const double above = std::abs(local[2]) - 0.5 * cylinder_length();
  if (beside <= 0.0 && above <= 0.0) return -std::max(beside, above);
  return -std::hypot(std::max(beside, 0.0), std::max(above, 0.0));
}

}  // namespace spark
