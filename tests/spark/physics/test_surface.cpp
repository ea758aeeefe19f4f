// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/spark/physics/playground.h"

using namespace spark;
using Surface = ContactJointHandler::Surface;

TEST_CASE("two default surfaces combine to a default surface (behaviour 2.3)") {
  const Surface both = ContactJointHandler::combine({}, {});
  CHECK(both.bounce_mode);
  CHECK(both.bounce == 0.8);
  CHECK(both.min_bounce_velocity == 2.0);
  CHECK(both.mu == dInfinity);
  CHECK_FALSE(both.soft_erp_mode);
  CHECK_FALSE(both.soft_cfm_mode);
}

TEST_CASE("a mode of one surface brings its value, of both surfaces the mean (behaviour 2.3)") {
  Surface a, b;
  a.bounce = 0.4, a.min_bounce_velocity = 1.0;
  b.bounce = 0.6, b.min_bounce_velocity = 4.0;
  a.soft_erp = 0.2, b.soft_erp = 0.8;
  a.soft_cfm = 1e-3, b.soft_cfm = 3e-3;

  SECTION("both surfaces have the modes") {
    a.soft_erp_mode = b.soft_erp_mode = a.soft_cfm_mode = b.soft_cfm_mode = true;
    const Surface both = ContactJointHandler::combine(a, b);
    CHECK(both.bounce == Approx(0.5));
    CHECK(both.min_bounce_velocity == Approx(2.5));
    CHECK(both.soft_erp_mode);
    CHECK(both.soft_erp == Approx(0.5));
    CHECK(both.soft_cfm_mode);
    CHECK(both.soft_cfm == Approx(2e-3));
  }
  SECTION("one surface has a mode, whichever it is") {
    b.bounce_mode = false;
    a.soft_erp_mode = true;
    b.soft_cfm_mode = true;
    for (const Surface& both : {ContactJointHandler::combine(a, b), ContactJointHandler::combine(b, a)}) {
      CHECK(both.bounce_mode);
      CHECK(both.bounce == 0.4);
      CHECK(both.min_bounce_velocity == 1.0);
      CHECK(both.soft_erp_mode);
      CHECK(both.soft_erp == 0.2);
      CHECK(both.soft_cfm_mode);
      CHECK(both.soft_cfm == 3e-3);
    }
  }
  SECTION("neither surface has a mode") {
    a.bounce_mode = b.bounce_mode = false;
    const Surface both = ContactJointHandler::combine(a, b);
    CHECK_FALSE(both.bounce_mode);
    CHECK_FALSE(both.soft_erp_mode);
    CHECK_FALSE(both.soft_cfm_mode);
  }
}

TEST_CASE("friction is the mean, and infinite if either is (behaviour 2.3)") {
  Surface a, b;
  a.mu = 1.0, b.mu = 0.5;
  CHECK(ContactJointHandler::combine(a, b).mu == 0.75);
  b.mu = dInfinity;
  CHECK(ContactJointHandler::combine(a, b).mu == dInfinity);
}

TEST_CASE("a surface without bounce takes the bounce of the other surface") {
  const auto rebound = [](bool ball_bounces, bool floor_bounces) {
    Playground ground;
    ground.make_floor();
    ground.make_ball({0, 0, 3}, 0.43);
    const auto handler = [&](const char* path) -> ContactJointHandler& {
      return dynamic_cast<ContactJointHandler&>(*ground.core.root().find(path));
    };
    handler("/scene/Ball/geometry/contact").set_bounce_mode(ball_bounces);
    handler("/scene/Floor/contact").set_bounce_mode(floor_bounces);
    auto& body = dynamic_cast<Body&>(*ground.core.root().find("/scene/Ball/physics"));
    double fastest = 0.0;
    for (int i = 0; i < 200; ++i) {
      ground.run(1);
      fastest = std::max(fastest, body.velocity().z);
    }
    return fastest;
  };
  CHECK(rebound(true, false) == Approx(rebound(true, true)));
  CHECK(rebound(true, true) > 3.0);
  CHECK(rebound(false, false) < 0.5);
}

TEST_CASE("contacts below 2 m/s do not bounce (behaviour 2.3, 2.6)") {
  const auto rebound = [](double speed) {
    Playground ground;
    ground.make_floor();
    Body& ball = ground.make_ball({0, 0, 0.1111}, 0.43);
    ground.world->set_gravity({});
    ball.set_velocity({0, 0, -speed});
    double fastest = 0.0;
    for (int i = 0; i < 10; ++i) {
      ground.run(1);
      fastest = std::max(fastest, ball.velocity().z);
    }
    return fastest;
  };
  CHECK(rebound(2.05) == Approx(0.8 * 2.05).epsilon(0.02));
  CHECK(rebound(1.82) < 0.4);  // only pushed out of the floor: 0.2 of 18 mm in 0.01 s
}

TEST_CASE("spheres roll without slipping (behaviour 2.3)") {
  Playground ground;
  ground.make_floor();
  Body& agent = ground.make_agent("Agent", {0, 0, kAgentRadius});
  for (int i = 0; i < 100; ++i) {
    agent.add_force({420, 0, 0});
    ground.run(1);
  }
  CHECK(agent.angular_velocity().y * kAgentRadius == Approx(agent.velocity().x).epsilon(0.01));
  CHECK(agent.node().world_pose().rotation != kIdentity3);
}
