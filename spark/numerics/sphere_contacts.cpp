// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/sphere_contacts.h"

namespace spark {
namespace {

double dot(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Rotation times vector; the rows of ODE's rotation have four numbers.
void rotate(const dReal* rotation, const double* from, double* to) {
  for (int row = 0; row < 3; ++row) to[row] = dot(rotation + 4 * row, from);
}

/// Scales a vector to length 1, by the ratios to its largest component, so that squares neither underflow nor overflow;
/// yields (1, 0, 0) for a zero vector. The order of operations is that of ODE's dNormalize3.
void normalise(dReal* v) {
  const double size[3] = {std::abs(v[0]), std::abs(v[1]), std::abs(v[2])};
  int largest = 0;
  if (size[1] > size[0])
    largest = size[2] > size[1] ? 2 : 1;
  else if (size[2] > size[0])
    largest = 2;
  else if (!(size[0] > 0)) {
    v[0] = 1.0;
    v[1] = v[2] = 0.0;
    return;
  }
  const int first = largest == 0 ? 1 : 0, second = largest == 2 ? 1 : 2;
  const double inverse = 1.0 / size[largest];
  const double a = v[first] * inverse, b = v[second] * inverse;
  const double length = 1.0 / std::sqrt(1.0 + a * a + b * b);
  v[first] = a * length;
  v[second] = b * length;
  v[largest] = std::copysign(length, v[largest]);
}

/// The contact if the centre is inside of the box: the nearest face pushes the sphere out.
void push_out(const ContactSphere& sphere, const ContactBox& box, const double* local, dContactGeom& contact) {
  int nearest = 0;
  double min_depth = box.half[0] - std::abs(local[0]);
  for (int i = 1; i < 3; ++i) {
    const double distance = box.half[i] - std::abs(local[i]);
    if (!(distance < min_depth)) continue;
    min_depth = distance;
    nearest = i;
  }
  double outwards[3] = {0, 0, 0};
  outwards[nearest] = local[nearest] > 0 ? 1.0 : -1.0;
  rotate(box.rotation, outwards, contact.normal);
  for (int i = 0; i < 3; ++i) contact.pos[i] = sphere.position[i];
  contact.depth = min_depth + sphere.radius;
}

}  // namespace

ContactSphere contact_sphere(dGeomID geom) {
  return {dGeomGetPosition(geom), dGeomSphereGetRadius(geom)};
}

ContactPlane contact_plane(dGeomID geom) {
  dVector4 plane;
  dGeomPlaneGetParams(geom, plane);
  return {{plane[0], plane[1], plane[2]}, plane[3]};
}

ContactBox contact_box(dGeomID geom) {
  dVector3 lengths;
  dGeomBoxGetLengths(geom, lengths);
  return {dGeomGetPosition(geom), dGeomGetRotation(geom), {0.5 * lengths[0], 0.5 * lengths[1], 0.5 * lengths[2]}};
}

bool touch(const ContactSphere& sphere, const ContactBox& box, dContactGeom& contact) {
  const dReal* r = box.rotation;
  const double apart[3] = {sphere.position[0] - box.position[0], sphere.position[1] - box.position[1],
                           sphere.position[2] - box.position[2]};
  // The point of the box nearest to the centre, in the frame of the box, then in that of the world.
  double nearest[3];
  bool outside = false;
  for (int i = 0; i < 3; ++i) {
    nearest[i] = apart[0] * r[i] + apart[1] * r[i + 4] + apart[2] * r[i + 8];
    if (nearest[i] < -box.half[i]) nearest[i] = -box.half[i], outside = true;
    if (nearest[i] > box.half[i]) nearest[i] = box.half[i], outside = true;
  }
  contact.side1 = contact.side2 = -1;
  if (!outside) {
    push_out(sphere, box, nearest, contact);
    return true;
  }
  double from_box[3];
  rotate(r, nearest, from_box);
  const double away[3] = {apart[0] - from_box[0], apart[1] - from_box[1], apart[2] - from_box[2]};
  const double depth = sphere.radius - std::sqrt(dot(away, away));
  if (depth < 0) return false;
  for (int i = 0; i < 3; ++i) {
    contact.pos[i] = from_box[i] + box.position[i];
    contact.normal[i] = away[i];
  }
  normalise(contact.normal);
  contact.depth = depth;
  return true;
}

}  // namespace spark
