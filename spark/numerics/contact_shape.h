// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/numerics/sphere_contacts.h"

namespace spark {

/// The shape of a geom as numbers, if it is one that `touch` can compute contacts of; else only that it is another one.
/// Borrows the place of the geom. Valid until the geom gets another body, offset or size.
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

/// Finds up to `max` contacts of two geoms, of different bodies, with the bits of dCollide; returns how many. Spheres
/// that touch planes, boxes and spheres are computed directly, all other pairs by dCollide.
int find_contacts(const ContactShape& a, dGeomID geom_a, const ContactShape& b, dGeomID geom_b, int max,
                  dContact* contacts);

}  // namespace spark
