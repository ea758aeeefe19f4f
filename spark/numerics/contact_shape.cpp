// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/contact_shape.h"

namespace spark {
namespace {

using Kind = ContactShape::Kind;

bool touch_other(const ContactShape& other, const ContactSphere& sphere, dContactGeom& contact) {
  return other.kind == Kind::plane ? touch(other.plane, sphere, contact) : touch(other.box, sphere, contact);
}

bool touch_other(const ContactSphere& sphere, const ContactShape& other, dContactGeom& contact) {
  switch (other.kind) {
    case Kind::plane:
      return touch(sphere, other.plane, contact);
    case Kind::box:
      return touch(sphere, other.box, contact);
    default:
      return touch(sphere, other.sphere, contact);
  }
}

}  // namespace

ContactShape contact_shape(dGeomID geom) {
  ContactShape shape;
  const int type = dGeomGetClass(geom);
  if (type == dPlaneClass) {
    shape.kind = Kind::plane;
    shape.plane = contact_plane(geom);
  } else if ((type == dSphereClass || type == dBoxClass) && !dGeomIsOffset(geom)) {
    shape.kind = type == dBoxClass ? Kind::box : Kind::sphere;
    if (type == dBoxClass)
      shape.box = contact_box(geom);
    else
      shape.sphere = contact_sphere(geom);
  }
  return shape;
}

int find_contacts(const ContactShape& a, dGeomID geom_a, const ContactShape& b, dGeomID geom_b, int max,
                  dContact* contacts) {
  if (a.kind == Kind::other || b.kind == Kind::other || (a.kind != Kind::sphere && b.kind != Kind::sphere))
    return dCollide(geom_a, geom_b, max, &contacts->geom, sizeof(dContact));
  contacts->geom.g1 = geom_a;
  contacts->geom.g2 = geom_b;
  const bool touches =
      a.kind == Kind::sphere ? touch_other(a.sphere, b, contacts->geom) : touch_other(a, b.sphere, contacts->geom);
  return touches ? 1 : 0;
}

}  // namespace spark
