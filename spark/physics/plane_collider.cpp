// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "spark/numerics/ode_library.h"
#include "spark/physics/collider.h"

namespace spark {

PlaneCollider::PlaneCollider() {
  adopt(dCreatePlane(nullptr, 0.0, 0.0, 1.0, 0.0));
}

bool PlaneCollider::set_params(double a, double b, double c, double d) {
  const Vec3 normal{a, b, c};
  // ODE divides all four numbers by the length of the normal.
  if (!within(normal, 1e6) || length(normal) < 1e-6 || !(std::abs(d) <= kMaxDistance * length(normal))) return false;
  dGeomPlaneSetParams(id(), a, b, c, d);
  note_shape();
  return true;
}

bool PlaneCollider::set_point_and_normal(Vec3 point, Vec3 normal) {
  return set_params(normal.x, normal.y, normal.z, dot(normal, point));
}

bool PlaneCollider::set_params_from(const Values& numbers) {
  double n[6];
  if (numbers.size() != 4 && numbers.size() != 6) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = as_real(numbers[i]);
    if (!number) return false;
    n[i] = *number;
  }
  if (numbers.size() == 4) return set_params(n[0], n[1], n[2], n[3]);
  return set_point_and_normal({n[0], n[1], n[2]}, {n[3], n[4], n[5]});
}

double PlaneCollider::point_depth(Vec3 point) const {
  return dGeomPlanePointDepth(id(), point.x, point.y, point.z);
}

}  // namespace spark
