// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "spark/physics/joint_kinds.h"
#include "spark/physics/surface_contact_handler.h"
#include "tests/spark/physics/solids.h"

using namespace spark;

namespace {

/// One end of the allowed range, or something in between.
double extreme(RandomStream& random, double greatest) {
  const double share = random.uniform();
  if (share < 0.25) return 0.0;
  if (share < 0.5) return greatest;
  return std::pow(10.0, random.uniform(-9.0, std::log10(greatest)));
}

void set_surface(SurfaceContactHandler& surface, RandomStream& random) {
  constexpr double kMax = ContactJointHandler::kMaxSize;
  surface.set_bounce_mode(random.uniform() < 0.5);
  surface.set_pyramid(random.uniform() < 0.5);
  if (random.uniform() < 0.7) REQUIRE(surface.set_mu(random.uniform() < 0.2 ? dInfinity : extreme(random, kMax)));
  if (random.uniform() < 0.5) REQUIRE(surface.set_mu2(random.uniform() < 0.2 ? dInfinity : extreme(random, kMax)));
  if (random.uniform() < 0.5) REQUIRE(surface.set_slip1(extreme(random, kMax)));
  if (random.uniform() < 0.5) REQUIRE(surface.set_slip2(extreme(random, kMax)));
  if (random.uniform() < 0.5)
    REQUIRE(surface.set_direction({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}));
}

}  // namespace

TEST_CASE("no allowed surface, size, mass, kind of body or step leads to values that are not finite") {
  for (int seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    RandomStream random(static_cast<std::uint64_t>(seed));
    Playground ground;
    ground.make<PlaneCollider>("PlaneCollider", "Floor");
    set_surface(ground.make<SurfaceContactHandler>("SurfaceContactHandler", "Floor/contact"), random);
    ground.world->set_quick_step(seed % 2 == 0);
    ground.world->set_contacts_per_pair(1 + seed % 64);
    std::vector<Body*> bodies;
    for (int i = 0; i < 8; ++i) {
      const std::string name = "Thing" + std::to_string(i);
      Body& body =
          make_solid_box(ground, name, {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(0, 2)},
                         std::pow(10.0, random.uniform(-3, 4)), {0.5, 0.5, 0.5}, {}, "SurfaceContactHandler");
      set_surface(at<SurfaceContactHandler>(ground, name + "/geometry/contact"), random);
      auto& cylinder = ground.make<CylinderCollider>("CylinderCollider", name + "/cylinder");
      REQUIRE(cylinder.set_params(0.1 + extreme(random, 1.0), 0.1 + extreme(random, 1.0)));
      if (i % 4 == 0) body.set_kinematic(true);
      bodies.push_back(&body);
    }
    auto& joint = ground.make<HingeJoint>("HingeJoint", "Thing0/joint");
    REQUIRE(joint.attach(bodies[0], bodies[1]));
    joint.set_feedback(true);
    for (int step = 0; step < 60; ++step) {
      for (Body* body : bodies)
        body->set_rotation_degrees({random.uniform(-180, 180), random.uniform(-180, 180), random.uniform(-180, 180)});
      bodies[0]->set_velocity({extreme(random, Body::kMaxSpeed) * 0.5, 0, 0});
      joint.add_torque(extreme(random, Body::kMaxForce));
      ground.run(1);
      for (const Body* body : bodies) REQUIRE(is_finite(body->position() + body->velocity()));
    }
  }
}
