// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <memory>

#include "spark/core/random.h"
#include "spark/numerics/ode_library.h"
#include "spark/numerics/sphere_contacts.h"

using namespace spark;

namespace {

constexpr int kDrawn = 1000000;

using OwnedGeom = std::unique_ptr<dxGeom, void (*)(dGeomID)>;

OwnedGeom own(dGeomID geom) {
  return {geom, dGeomDestroy};
}

/// Typical numbers, and those at which something changes.
class Draw {
 public:
  bool one_in(int count) { return random_.uniform(0, count) < 1.0; }
  double sign() { return one_in(2) ? 1.0 : -1.0; }
  double between(double low, double high) { return random_.uniform(low, high); }
  /// Mostly of the size of robots and halls, sometimes between the smallest and the largest size of colliders.
  double size() { return std::pow(10.0, one_in(4) ? between(-6, 6) : between(-1.5, 1)); }
  double coordinate() {
    if (one_in(6)) return 0.0 * sign();
    if (one_in(4)) return std::round(between(-20, 20));
    return between(-1, 1) * (one_in(8) ? kMaxDistance : 50.0);
  }
  Vec3 place() {
    const double x = coordinate(), y = coordinate();
    return {x, y, coordinate()};
  }
  /// Of length 1, or along an axis.
  Vec3 direction() {
    const double along = sign();
    if (one_in(4)) return one_in(3) ? Vec3{along, 0, 0} : one_in(2) ? Vec3{0, along, 0} : Vec3{0, 0, along};
    const double height = between(-1, 1), angle = between(-3.15, 3.15), width = std::sqrt(1 - height * height);
    return {width * std::cos(angle), width * std::sin(angle), height};
  }
  /// The gap between the surfaces as a share of a size: a third of them touch, some exactly.
  double gap() { return one_in(8) ? 0.0 : one_in(4) ? between(-1e-15, 1e-15) : between(-0.5, 1.2); }
  void turn(dGeomID geom) {
    dMatrix3 rotation;
    dRSetIdentity(rotation);
    const Vec3 axis = direction();
    if (!one_in(3)) dRFromAxisAndAngle(rotation, axis.x, axis.y, axis.z, one_in(4) ? M_PI_2 : between(-3.15, 3.15));
    dGeomSetRotation(geom, rotation);
  }

 private:
  RandomStream random_{11};
};

void put(dGeomID geom, Vec3 place) {
  dGeomSetPosition(geom, place.x, place.y, place.z);
}

/// The numbers of random pairs of each kind.
struct Tally {
  int touching = 0, apart = 0, different = 0;
};

/// Possibly the only case in which ODE aborts: the centre is on the surface within the accuracy of numbers.
bool ode_may_abort(const ContactSphere& sphere, const ContactBox& box) {
  dContactGeom contact;
  return touch(sphere, box, contact) && contact.depth == sphere.radius && to_vec3(contact.normal) == Vec3{1, 0, 0};
}

/// Compares both orders of the two shapes with ODE.
template <typename A, typename B>
void compare(dGeomID geom_a, const A& a, dGeomID geom_b, const B& b, Tally& tally) {
  constexpr auto kSame = [](const dContactGeom& ours, const dContactGeom& odes) {
    return std::memcmp(ours.pos, odes.pos, 3 * sizeof(dReal)) == 0 &&
           std::memcmp(ours.normal, odes.normal, 3 * sizeof(dReal)) == 0 &&
           std::memcmp(&ours.depth, &odes.depth, sizeof(dReal)) == 0 && ours.side1 == odes.side1 &&
           ours.side2 == odes.side2;
  };
  dContactGeom ours, odes[6];
  const int count = dCollide(geom_a, geom_b, 6, odes, sizeof(dContactGeom));
  const bool touches = touch(a, b, ours);
  bool same = touches == (count == 1) && count <= 1 && (!touches || kSame(ours, odes[0]));
  const int turned = dCollide(geom_b, geom_a, 6, odes, sizeof(dContactGeom));
  same = same && turned == count && touch(b, a, ours) == touches && (!touches || kSame(ours, odes[0]));
  ++(touches ? tally.touching : tally.apart);
  if (!same) ++tally.different;
}

void check(const Tally& tally) {
  CHECK(tally.different == 0);
  CHECK(tally.touching > kDrawn / 4);
  CHECK(tally.apart > kDrawn / 4);
}

/// In the frame of the box: around it, inside it, on a face, an edge or a corner, or exactly at the distance of the
/// radius.
Vec3 place_near_box(Draw& draw, const double* half, double radius) {
  double place[3];
  const double reach = radius * draw.between(0, 1.6);
  for (int i = 0; i < 3; ++i) {
    switch (static_cast<int>(draw.between(0, 5))) {
      case 0:
        place[i] = half[i] * draw.sign();
        break;
      case 1:
        place[i] = (half[i] + radius) * draw.sign();
        break;
      case 2:
        place[i] = (half[i] + reach) * draw.sign();
        break;
      default:
        place[i] = half[i] * draw.between(-1, 1) * (draw.one_in(20) ? 0.0 : 1.0);
    }
  }
  return {place[0], place[1], place[2]};
}

}  // namespace

TEST_CASE("contacts of spheres with planes are ODE's, to the bit") {
  start_ode();
  const OwnedGeom sphere = own(dCreateSphere(nullptr, 1.0)), plane = own(dCreatePlane(nullptr, 0, 0, 1, 0));
  Draw draw;
  Tally tally;
  for (int i = 0; i < kDrawn; ++i) {
    const double radius = draw.size();
    const Vec3 normal = draw.direction(), place = draw.place();
    const double length = draw.one_in(3) ? draw.size() : 1.0;
    const double distance = dot(normal, place) - radius * (1.0 + draw.gap());
    dGeomPlaneSetParams(plane.get(), normal.x * length, normal.y * length, normal.z * length, distance * length);
    dGeomSphereSetRadius(sphere.get(), radius);
    put(sphere.get(), place);
    compare(sphere.get(), contact_sphere(sphere.get()), plane.get(), contact_plane(plane.get()), tally);
  }
  check(tally);
}

TEST_CASE("contacts of spheres with spheres are ODE's, to the bit") {
  start_ode();
  const OwnedGeom a = own(dCreateSphere(nullptr, 1.0)), b = own(dCreateSphere(nullptr, 1.0));
  Draw draw;
  Tally tally;
  int concentric = 0;
  for (int i = 0; i < kDrawn; ++i) {
    const double radius = draw.size(), other = draw.one_in(3) ? radius : draw.size();
    const Vec3 place = draw.place();
    const double distance = draw.one_in(10) ? 0.0 : (radius + other) * (1.0 + draw.gap());
    const Vec3 second = place + draw.direction() * distance;
    dGeomSphereSetRadius(a.get(), radius);
    dGeomSphereSetRadius(b.get(), other);
    put(a.get(), place);
    put(b.get(), second);
    if (place == second) ++concentric;
    compare(a.get(), contact_sphere(a.get()), b.get(), contact_sphere(b.get()), tally);
  }
  check(tally);
  CHECK(concentric > kDrawn / 20);
}

TEST_CASE("contacts of spheres with boxes are ODE's, to the bit") {
  start_ode();
  const OwnedGeom sphere = own(dCreateSphere(nullptr, 1.0)), box = own(dCreateBox(nullptr, 1, 1, 1));
  Draw draw;
  Tally tally;
  int inside = 0, left_out = 0;
  for (int i = 0; i < kDrawn; ++i) {
    const double lengths[3] = {draw.size(), draw.size(), draw.size()};
    dGeomBoxSetLengths(box.get(), lengths[0], lengths[1], lengths[2]);
    put(box.get(), draw.place());
    draw.turn(box.get());
    const ContactBox shape = contact_box(box.get());
    const double radius = draw.one_in(2) ? draw.size() : lengths[i % 3] * draw.between(0.1, 2);
    const Vec3 local = place_near_box(draw, shape.half, radius);
    const Vec3 place = to_vec3(shape.position) + to_mat3(shape.rotation) * local;
    dGeomSphereSetRadius(sphere.get(), radius);
    put(sphere.get(), place);
    if (ode_may_abort(contact_sphere(sphere.get()), shape)) {
      ++left_out;
      continue;
    }
    if (dGeomBoxPointDepth(box.get(), place.x, place.y, place.z) > 0) ++inside;
    compare(sphere.get(), contact_sphere(sphere.get()), box.get(), shape, tally);
  }
  check(tally);
  CHECK(inside > kDrawn / 20);
  CHECK(left_out < kDrawn / 100);
}

TEST_CASE("a sphere whose centre lies on the surface of a box, but for rounding, has a contact where ODE would abort") {
  start_ode();
  const OwnedGeom box = own(dCreateBox(nullptr, 1, 1, 1));
  Draw draw;
  int found = 0;
  for (int i = 0; i < 10000; ++i) {
    draw.turn(box.get());
    const ContactBox shape = contact_box(box.get());
    const Vec3 place = to_mat3(shape.rotation) * Vec3{0.5, draw.between(-0.5, 0.5), 0.5};
    const dReal position[] = {place.x, place.y, place.z};
    dContactGeom contact;
    REQUIRE(touch(ContactSphere{position, 0.25}, shape, contact));
    CHECK(contact.depth == Approx(0.25));
    CHECK(length(to_vec3(contact.normal)) == Approx(1.0));
    if (ode_may_abort({position, 0.25}, shape)) ++found;
  }
  CHECK(found > 100);
}

TEST_CASE("the shape of a sphere on a body follows the body") {
  start_ode();
  const dWorldID world = dWorldCreate();
  const dBodyID body = dBodyCreate(world);
  const OwnedGeom sphere = own(dCreateSphere(nullptr, 0.5));
  dGeomSetBody(sphere.get(), body);
  const ContactSphere shape = contact_sphere(sphere.get());
  const ContactPlane floor{{0, 0, 1}, 0.0};
  dContactGeom contact;
  dBodySetPosition(body, 1, 2, 0.25);
  REQUIRE(touch(shape, floor, contact));
  CHECK(contact.depth == 0.25);
  CHECK(to_vec3(contact.pos) == Vec3{1, 2, -0.25});
  dBodySetPosition(body, 1, 2, 0.75);
  CHECK_FALSE(touch(shape, floor, contact));
  dBodySetPosition(body, 1, 2, 0.5);
  REQUIRE(touch(floor, shape, contact));
  CHECK(contact.depth == 0.0);
  CHECK(to_vec3(contact.normal) == Vec3{0, 0, -1});
  dGeomSetBody(sphere.get(), nullptr);
  dWorldDestroy(world);
}
