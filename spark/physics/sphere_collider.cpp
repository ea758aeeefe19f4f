// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collider.h"
#include "spark/physics/ode_library.h"

namespace spark {

SphereCollider::SphereCollider() {
  adopt(dCreateSphere(nullptr, 1.0));
}

bool SphereCollider::set_radius(double radius) {
  if (!is_size(radius)) return false;
  dGeomSphereSetRadius(geom_, radius);
  note_shape();
  return true;
}

double SphereCollider::radius() const {
  return dGeomSphereGetRadius(geom_);
}

double SphereCollider::point_depth(Vec3 point) const {
  return dGeomSpherePointDepth(geom_, point.x, point.y, point.z);
}

}  // namespace spark
