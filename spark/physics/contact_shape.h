// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/physics/sphere_contacts.h"

namespace spark {

/// What contacts of a geom are computed from: its numbers, if it is a shape that contacts of spheres are known for,
/// else nothing. Borrows the place of the geom, and holds until that gets another body, offset or size.
struct ContactShape {
  enum class Kind : unsigned char { other, plane, box, sphere };
  Kind kind = Kind::other;
  union {
    ContactSphere sphere{};
    ContactPlane plane;
    ContactBox box;
  };
};

/// A shape with an offset to its body is one of the others: its place is known only when ODE has computed it.
ContactShape contact_shape(dGeomID geom);

/// As many as `most` contacts of two geoms, of different bodies, with the bits of dCollide; how many there are. Spheres
/// that touch planes, boxes and spheres are computed directly, all else is dCollide's.
int find_contacts(const ContactShape& a, dGeomID geom_a, const ContactShape& b, dGeomID geom_b, int most,
                  dContact* contacts);

}  // namespace spark
