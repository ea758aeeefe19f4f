// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cmath>

namespace spark {

// Contacts of a sphere with a plane, a box or another sphere, without the overhead of dCollide and its table of
// functions.
//
// The results are dCollide's to the last bit, including signs of zeros: the same operations in the same order (ODE
// 0.16). So a program that uses these functions for some pairs and dCollide for the others simulates the same world.
// They must not be contracted to fused operations (-ffp-contract=off) or reordered. There is one exception: where a
// centre is so close to the surface of a rotated box that the two cannot be distinguished, dCollide has no direction
// and aborts the process; here the normal is along x.
//
// Pure functions on plain data, for any thread. Lengths in m, positions and normals in the world frame. The order of
// the arguments is that of dCollide: the normal points into the first shape. If they return false there is no contact,
// and `contact` is undefined; otherwise there is exactly one, of which everything is written except `g1` and `g2`,
// which are the caller's, and the unused fourth numbers. Unlike dCollide, they ignore bodies: two shapes of one body
// touch, too.

/// Borrows the position: that of a geom (`dGeomGetPosition`) or of the body whose centre is the sphere's.
struct ContactSphere {
  const dReal* position;
  double radius;
};
/// The solid half space normal · x ≤ distance, with the numbers of `dGeomPlaneGetParams`.
struct ContactPlane {
  double normal[3];
  double distance;
};
/// Borrows both; the rows of the rotation are padded to four numbers, as in `dGeomGetRotation`.
struct ContactBox {
  const dReal* position;
  const dReal* rotation;
  double half[3];  ///< half of its edges, m
};

/// The shapes of geoms of the classes dSphereClass, dPlaneClass and dBoxClass. The borrowed pointers stay valid until
/// the geom is destroyed or gets another body or another offset. They are up to date after `dGeomGetPosition` or
/// `dSpaceClean`; if the geom has no offset to its body, always.
ContactSphere contact_sphere(dGeomID geom);
ContactPlane contact_plane(dGeomID geom);
ContactBox contact_box(dGeomID geom);

bool touch(const ContactSphere& sphere, const ContactBox& box, dContactGeom& contact);

inline bool touch(const ContactSphere& sphere, const ContactPlane& plane, dContactGeom& contact) {
  const dReal* p = sphere.position;
  const double* n = plane.normal;
  const double depth = plane.distance - (p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) + sphere.radius;
  if (!(depth >= 0)) return false;
  for (int i = 0; i < 3; ++i) {
    contact.normal[i] = n[i];
    contact.pos[i] = p[i] - n[i] * sphere.radius;
  }
  contact.depth = depth;
  contact.side1 = contact.side2 = -1;
  return true;
}

inline bool touch(const ContactSphere& a, const ContactSphere& b, dContactGeom& contact) {
  const double apart[3] = {a.position[0] - b.position[0], a.position[1] - b.position[1], a.position[2] - b.position[2]};
  const double distance = std::sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
  const double reach = a.radius + b.radius;
  if (distance > reach) return false;
  contact.side1 = contact.side2 = -1;
  if (distance <= 0) {
    for (int i = 0; i < 3; ++i) {
      contact.pos[i] = a.position[i];
      contact.normal[i] = i == 0 ? 1.0 : 0.0;
    }
    contact.depth = reach;
    return true;
  }
  const double inverse = 1.0 / distance;
  const double inwards = 0.5 * (b.radius - a.radius - distance);
  for (int i = 0; i < 3; ++i) {
    contact.normal[i] = apart[i] * inverse;
    contact.pos[i] = a.position[i] + contact.normal[i] * inwards;
  }
  contact.depth = reach - distance;
  return true;
}

/// The same with the arguments in the other order.
template <typename Shape>
bool touch(const Shape& shape, const ContactSphere& sphere, dContactGeom& contact) {
  if (!touch(sphere, shape, contact)) return false;
  for (int i = 0; i < 3; ++i) contact.normal[i] = -contact.normal[i];
  return true;
}

}  // namespace spark
