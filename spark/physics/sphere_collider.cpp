// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/ode_library.h"
#include "spark/physics/collider.h"

namespace spark {

SphereCollider::SphereCollider() {
  adopt(dCreateSphere(nullptr, 1.0));
}

bool SphereCollider::set_radius(double radius) {
  if (!is_size(radius)) return false;
  dGeomSphereSetRadius(id(), radius);
  note_shape();
  return true;
}

double SphereCollider::radius() const {
  return dGeomSphereGetRadius(id());
}

double SphereCollider::point_depth(Vec3 point) const {
  return dGeomSpherePointDepth(id(), point.x, point.y, point.z);
}

}  // namespace spark
