// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "spark/numerics/ode_library.h"
#include "spark/physics/collider.h"

namespace spark {

BoxCollider::BoxCollider() {
  adopt(dCreateBox(nullptr, 1.0, 1.0, 1.0));
}

bool BoxCollider::set_box_lengths(Vec3 lengths) {
  if (!is_size(lengths)) return false;
  dGeomBoxSetLengths(id(), lengths.x, lengths.y, lengths.z);
  note_shape();
  return true;
}

double BoxCollider::box_length(int axis) const {
  if (axis < 0 || axis > 2) return 0.0;
  dVector3 lengths;
  dGeomBoxGetLengths(id(), lengths);
  return lengths[axis];
}

Vec3 BoxCollider::to_local(Vec3 point) const {
  dVector3 local;
  dGeomGetPosRelPoint(id(), point.x, point.y, point.z, local);
  return to_vec3(local);
}

double BoxCollider::point_depth(Vec3 point) const {
  // Outside of a box, only the sign of ODE's own function is right.
  dVector3 lengths;
  dGeomBoxGetLengths(id(), lengths);
  const Vec3 local = to_local(point);
  const Vec3 beyond{std::abs(local.x) - 0.5 * lengths[0], std::abs(local.y) - 0.5 * lengths[1],
                    std::abs(local.z) - 0.5 * lengths[2]};
  const double nearest = std::max({beyond.x, beyond.y, beyond.z});
  if (nearest <= 0.0) return -nearest;
  return -length(Vec3{std::max(beyond.x, 0.0), std::max(beyond.y, 0.0), std::max(beyond.z, 0.0)});
}

}  // namespace spark
