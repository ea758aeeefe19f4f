// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/numerics/sphere_contacts.h"

namespace spark {

/// The shape of a geom as numbers, if `find_contacts` can compute its contacts; otherwise only that it is another
/// shape. Borrows the geom's position. Valid until the geom gets another body, offset or size.
struct ContactShape {
  enum class Kind : unsigned char { other, plane, box, sphere };
  Kind kind = Kind::other;
  union {
    ContactSphere sphere{};
    ContactPlane plane;
    ContactBox box;
  };
};

/// A shape with an offset to its body counts as another shape, because its position is known only after ODE has
/// computed it.
ContactShape contact_shape(dGeomID geom);

/// Finds up to `max` contacts of two geoms, of different bodies, bit-identical to dCollide; returns their number.
/// Spheres that touch planes, boxes and spheres are computed directly, all other pairs by dCollide.
int find_contacts(const ContactShape& a, dGeomID geom_a, const ContactShape& b, dGeomID geom_b, int max,
                  dContact* contacts);

}  // namespace spark
