// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "spark/physics/surface_contact_handler.h"
#include "tests/spark/physics/numbers.h"
#include "tests/spark/physics/solids.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

/// A slab of 2 kg on a floor, both with the same surface. Gravity is tilted instead of the floor, so that the normal
/// stays z and the directions of friction are the world's axes.
class Slope : public Playground {
 public:
  explicit Slope(const std::string& handler = "SurfaceContactHandler", Vec3 turned = {}) {
    make<PlaneCollider>("PlaneCollider", "Floor");
    make<ContactJointHandler>(handler, "Floor/contact").set_bounce_mode(false);
    make_solid_box(*this, "Slab", {0, 0, 0.05}, 2.0, {1, 1, 0.1}, turned, handler);
  }
  Body& slab() { return at<Body>(*this, "Slab/physics"); }
  /// Calls the method on both surfaces.
  void set(const char* method, const Values& arguments) {
    for (const char* path : {"Floor/contact", "Slab/geometry/contact"})
      REQUIRE(call_method(at<Leaf>(*this, path), method, arguments) == Value(true));
  }
  /// Lets the slab come to rest, then pulls it downhill: a slope of `degrees`, towards `heading` degrees from x.
  void tilt(double degrees, double heading) {
    run(50);
    const double steep = degrees * kDegree, along = heading * kDegree;
    world->set_gravity(Vec3{std::sin(steep) * std::cos(along), std::sin(steep) * std::sin(along), -std::cos(steep)} *
                       kGravity);
  }
};

/// The downhill acceleration during one second.
double acceleration(Slope& slope) {
  slope.run(100);
  const Vec3 v = slope.slab().velocity();
  return std::hypot(v.x, v.y);
}

}  // namespace

TEST_CASE("proportional friction holds up to tan θ = mu, beyond that a = g (sin θ - mu cos θ)") {
  const double mu = GENERATE(0.2, 0.5, 1.0);
  const double limit = std::atan(mu) / kDegree;
  CAPTURE(mu);
  for (const double heading : {0.0, 90.0, 180.0}) {
    Slope holds, slides;
    for (Slope* slope : {&holds, &slides}) {
      slope->set("setFrictionPyramid", {true});
      slope->set("setContactMu", {mu});
    }
    holds.tilt(limit - 1.0, heading);
    CHECK(acceleration(holds) < 1e-3);
    const double steep = limit + 10.0;
    slides.tilt(steep, heading);
    CHECK(acceleration(slides) ==
          Approx(kGravity * (std::sin(steep * kDegree) - mu * std::cos(steep * kDegree))).epsilon(0.01));
  }
}

TEST_CASE("proportional friction is a pyramid, not a cone: along its edge it holds up to tan θ = mu √2") {
  const double mu = 0.5;
  const double cone = std::atan(mu) / kDegree, edge = std::atan(mu * std::numbers::sqrt2) / kDegree;
  Slope holds, slides;
  for (Slope* slope : {&holds, &slides}) {
    slope->set("setFrictionPyramid", {true});
    slope->set("setContactMu", {mu});
  }
  REQUIRE(edge - cone > 8.0);
  holds.tilt(edge - 1.0, 45);
  CHECK(acceleration(holds) < 1e-3);
  slides.tilt(edge + 5.0, 45);
  const double steep = (edge + 5.0) * kDegree;
  CHECK(acceleration(slides) ==
        Approx(kGravity * (std::sin(steep) - mu * std::numbers::sqrt2 * std::cos(steep))).epsilon(0.01));
}

TEST_CASE("without the pyramid mu is a force in N per contact point, whatever the load") {
  for (const double weight : {1.0, 3.0}) {
    Slope slope;
    slope.set("setContactMu", {2.0});
    slope.run(50);
    slope.world->set_gravity({0, 0, -weight * kGravity});
    for (int i = 0; i < 100; ++i) {
      slope.slab().add_force({10, 0, 0});
      slope.run(1);
    }
    CHECK(slope.slab().velocity().x == Approx((10.0 - 4 * 2.0) / 2.0).epsilon(0.01));
  }
}

TEST_CASE("a surface with slip yields at a speed of slip times the force per contact point") {
  const double slip = 0.02, force = 6.0;
  for (const bool second : {false, true}) {
    Slope slope;
    slope.set("setFrictionDirection", {1.0, 0.0, 0.0});
    slope.set(second ? "setContactSlip2" : "setContactSlip1", {slip});
    for (int i = 0; i < 300; ++i) {
      slope.slab().add_force({force, force, 0});
      slope.run(1);
    }
    const Vec3 v = slope.slab().velocity();
    CHECK((second ? v.y : v.x) == Approx(slip * force / 4).epsilon(1e-3));
    CHECK(std::abs(second ? v.x : v.y) < 1e-4);
  }
}

TEST_CASE("ContactJointHandler ignores slip, and SurfaceContactHandler can switch it off") {
  for (const char* handler : {"ContactJointHandler", "SurfaceContactHandler"}) {
    Slope slope(handler);
    slope.set("setContactSlip", {0.5});
    slope.set("setContactSlipMode", {handler[0] == 'C'});
    for (int i = 0; i < 100; ++i) {
      slope.slab().add_force({6, 6, 0});
      slope.run(1);
    }
    CHECK(length(slope.slab().velocity()) < 1e-3);
  }
}

TEST_CASE("anisotropic friction is mu along the direction of the shape and mu2 across, and turns with the body") {
  for (const double turned : {0.0, 90.0, 30.0}) {
    CAPTURE(turned);
    Slope slope("SurfaceContactHandler", {0, 0, turned});
    slope.set("setFrictionPyramid", {true});
    slope.set("setContactMu", {1.0});
    slope.set("setContactMu2", {0.1});
    // Only the slab has a direction, like a skate on ice.
    call_method(at<Leaf>(slope, "Slab/geometry/contact"), "setFrictionDirection", {0.0, 20.0, 0.0});
    slope.tilt(30, turned + 90);  // along the direction of strong friction
    CHECK(acceleration(slope) < 1e-3);
    slope.tilt(30, turned);
    CHECK(acceleration(slope) ==
          Approx(kGravity * (std::sin(30 * kDegree) - 0.1 * std::cos(30 * kDegree))).epsilon(0.02));
  }
}

TEST_CASE("infinite proportional friction holds with any direction, even one along the normal") {
  for (const Vec3 direction : {Vec3{}, Vec3{1, 1, 0}, Vec3{0, 0, 1}}) {
    Slope slope;
    slope.set("setFrictionPyramid", {true});
    slope.set("setFrictionDirection", {direction.x, direction.y, direction.z});
    slope.tilt(40, 20);
    CHECK(acceleration(slope) < 0.02);
    CHECK(slope.log_lines.empty());
  }
}

TEST_CASE("surfaces with and without friction values of their own combine like all others") {
  using Surface = ContactJointHandler::Surface;
  Surface a, b;
  a.mu = 0.4, b.mu = 0.8;
  a.mu2_mode = a.slip1_mode = b.slip1_mode = b.slip2_mode = a.pyramid = true;
  a.mu2 = 0.2, a.slip1 = 0.01, b.slip1 = 0.03, b.slip2 = 0.5;
  b.direction = {0, 1, 0};
  for (const Surface& both : {ContactJointHandler::combine(a, b), ContactJointHandler::combine(b, a)}) {
    CHECK(both.mu == Approx(0.6));
    CHECK(both.mu2_mode);
    CHECK(both.mu2 == Approx(0.5));  // the mean of 0.2 and the other's mu
    CHECK(both.slip1 == Approx(0.02));
    CHECK(both.slip2 == 0.5);
    CHECK(both.pyramid);
    CHECK(both.direction == Vec3{0, 1, 0});
  }
  const Surface plain = ContactJointHandler::combine({}, {});
  CHECK_FALSE((plain.mu2_mode || plain.slip1_mode || plain.slip2_mode || plain.pyramid || plain.has_direction()));
}

TEST_CASE("invalid friction values are refused, and scripts get a line") {
  Slope slope;
  auto& handler = at<SurfaceContactHandler>(slope, "Floor/contact");
  const auto before = handler.surface();
  for (const double bad : {kNan, -kInf, -1.0, 1e7}) {
    CHECK_FALSE(handler.set_mu2(bad));
    CHECK_FALSE(handler.set_slip1(bad));
    CHECK_FALSE(handler.set_slip2(bad));
  }
  CHECK_FALSE(handler.set_slip1(kInf));
  for (const Vec3 bad : {Vec3{kNan, 0, 0}, Vec3{0, kInf, 0}, Vec3{1e-9, 0, 0}, Vec3{1e9, 0, 0}})
    CHECK_FALSE(handler.set_direction(bad));
  CHECK(handler.surface() == before);
  CHECK(handler.set_mu2(kInf));
  call_method(handler, "setContactSlip1", {-1.0});
  REQUIRE(slope.log_lines.size() == 1);
  CHECK(slope.log_lines[0] == "/scene/Floor/contact: setContactSlip1(-1) refused, the value is out of range");
}
