// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

/// The formula of a fall without drag by semi-implicit steps.
double fallen(double start, double gravity, int steps) {
  return start + gravity * 0.01 * 0.01 * steps * (steps + 1) / 2.0;
}

}  // namespace

TEST_CASE("a body falls exactly as the sum of its steps, downward and aside") {
  WorldStage stage;
  stage.load("<gravity x=\"3\" y=\"-980.7\" z=\"40\"/>" + object("Ball.xml", "ball", "y=100000"));
  SimObj& ball = stage.at("ball");
  for (const int steps : {1, 99, 400}) {
    stage.sim->reset();
    stage.run(steps);
    const SigVector place = ball.position();
    CHECK(place[0] == Approx(fallen(0, 3, steps)).epsilon(1e-12));
    CHECK(place[1] == Approx(fallen(100000, -980.7, steps)).epsilon(1e-12));
    CHECK(place[2] == Approx(fallen(0, 40, steps)).epsilon(1e-12));
    CHECK(stage.sim->time() == steps * 0.01);
  }
}

TEST_CASE("without gravity a body at rest stays there, and a thrown one keeps its velocity") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "still", "y=50") + object("Ball.xml", "thrown", "x=100 y=50 vx=7"));
  stage.run(100);
  CHECK(stage.at("still").position() == SigVector{0, 50, 0});
  CHECK(stage.at("thrown").position()[0] == Approx(107).epsilon(1e-12));
  CHECK(stage.at("thrown").linear_velocity()[0] == Approx(7).epsilon(1e-14));
}

TEST_CASE("gravity can point upward, and be switched off for one object") {
  WorldStage stage;
  stage.load("<gravity x=\"0\" y=\"500\" z=\"0\"/>" + object("Ball.xml", "up", "y=50") +
             object("Ball.xml", "free", "x=100 y=50"));
  CHECK(stage.at("free").gravity_mode());
  CHECK(stage.at("free").set_gravity_mode(false));
  CHECK_FALSE(stage.at("free").gravity_mode());
  stage.run(100);
  CHECK(stage.at("up").position()[1] == Approx(fallen(50, 500, 100)));
  CHECK(stage.at("free").position()[1] == 50);
}

TEST_CASE("a force acts in one step, a set force is replaced, and added forces add up") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50 mass=2"));
  SimObj& ball = stage.at("ball");
  REQUIRE(ball.set_force({9000, 0, 0}));
  REQUIRE(ball.set_force({100, 0, 0}));
  REQUIRE(ball.add_force({200, 0, 0}, false));
  REQUIRE(ball.add_force({300, 40, 0}, false));
  CHECK(ball.attributes().number("fx") == 100);
  stage.run(1);
  CHECK(ball.linear_velocity()[0] == Approx(600.0 / 2 * 0.01));
  CHECK(ball.linear_velocity()[1] == Approx(40.0 / 2 * 0.01));
  CHECK(ball.attributes().number("fx") == 0);
  const SigVector before = ball.linear_velocity();
  stage.run(10);
  CHECK(ball.linear_velocity() == before);
}

TEST_CASE("relative forces turn with the object, and forces off the centre make it spin") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50"));
  SimObj& ball = stage.at("ball");
  const double half = std::sqrt(0.5);
  REQUIRE(ball.set_rotation({half, 0, half, 0}, false));
  ball.add_force({0, 0, 100}, true);  // its forward is world's x now
  stage.run(1);
  CHECK(ball.linear_velocity()[0] == Approx(1.0));
  CHECK(ball.linear_velocity()[2] == Approx(0).margin(1e-12));
  CHECK(ball.angular_velocity() == SigVector{});

  stage.sim->reset();
  const double inertia = 0.4 * 1 * 10 * 10;
  ball.add_force_at({100, 0, 0}, {0, 55, 0}, false, false);
  stage.run(1);
  CHECK(ball.linear_velocity()[0] == Approx(1.0));
  CHECK(ball.angular_velocity()[2] == Approx(-5.0 * 100 / inertia * 0.01));

  stage.sim->reset();
  ball.add_force_at({100, 0, 0}, {0, 5, 0}, false, true);
  stage.run(1);
  CHECK(ball.angular_velocity()[2] == Approx(-5.0 * 100 / inertia * 0.01));

  stage.sim->reset();
  ball.set_torque({0, 999, 0});
  ball.set_torque({0, 40, 0});
  ball.add_torque({0, 40, 0}, true);
  stage.run(1);
  CHECK(ball.angular_velocity()[1] == Approx(80 / inertia * 0.01));
}

TEST_CASE("an acceleration acts independently of the mass") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50 mass=7"));
  REQUIRE(stage.at("ball").set_acceleration({0, 300, 0}));
  REQUIRE(stage.at("ball").set_acceleration({200, 0, 0}));
  stage.run(1);
  CHECK(stage.at("ball").linear_velocity()[0] == Approx(2));
  CHECK(stage.at("ball").linear_velocity()[1] == 0);
}

TEST_CASE("mass scales inertia") {
  WorldStage stage;
  stage.load(kNoGravity + object("Box.xml", "box", "y=50 mass=3"));
  SimObj& box = stage.at("box");
  const double about_y = 3.0 * (20 * 20 + 40 * 40) / 12;
  box.add_torque({0, 1e5, 0}, false);
  stage.run(1);
  CHECK(box.angular_velocity()[1] == Approx(1e5 / about_y * 0.01));
  stage.sim->reset();
  CHECK(box.set_mass(6));
  CHECK(box.mass() == 6);
  CHECK(box.attributes().number("mass") == 6);
  box.add_torque({0, 1e5, 0}, false);
  stage.run(1);
  CHECK(box.angular_velocity()[1] == Approx(1e5 / about_y * 0.01 / 2));
}

TEST_CASE("an object without dynamics stays where it is put, and its pose is returned bit for bit") {
  WorldStage stage;
  stage.load(object("Box.xml", "desk", "x=7.3 y=0.1 z=-33.7 qw=0.7071 qy=0.7071 dynamics=false") +
             object("Ball.xml", "ball", "x=7.3 y=60"));
  SimObj& desk = stage.at("desk");
  CHECK(desk.position() == SigVector{7.3, 0.1, -33.7});
  CHECK(desk.rotation() == SigQuaternion{0.7071, 0, 0.7071, 0});
  stage.run(50);
  const SigVector place{0.07, 1.0 / 3.0, 123456.789};
  const SigQuaternion turn{0.1, 0.2, 0.3, 0.4};
  REQUIRE(desk.set_position(place));
  REQUIRE(desk.set_rotation(turn, false));
  stage.run(50);
  CHECK(desk.position() == place);
  CHECK(desk.rotation() == turn);
  CHECK(desk.attributes().number("z") == place[2]);
  CHECK(desk.linear_velocity() == SigVector{});
  // The body is there as well.
  const auto& body = dynamic_cast<spark::Body&>(*stage.core.root().find("/sig/desk/body/physics"));
  CHECK(body.position() == to_core(place));
}

TEST_CASE("dynamics can be switched off and on while the world runs") {
  WorldStage stage;
  stage.load(object("Ball.xml", "ball", "y=500"));
  SimObj& ball = stage.at("ball");
  stage.run(20);
  const SigVector place = ball.position();
  REQUIRE(ball.set_dynamics(false));
  CHECK_FALSE(ball.dynamics());
  CHECK_FALSE(ball.attributes().is_on("dynamics"));
  stage.run(20);
  CHECK(ball.position() == place);
  for (const bool refused : {ball.add_force({1, 0, 0}, false), ball.set_force({1, 0, 0}), ball.set_torque({1, 0, 0}),
                             ball.add_torque({1, 0, 0}, false), ball.set_acceleration({1, 0, 0}),
                             ball.set_linear_velocity({1, 0, 0}), ball.set_angular_velocity({1, 0, 0})}) {
    CHECK_FALSE(refused);
    CHECK(ball.refused_by_mode());
    CHECK(ball.complaint() == "it has no dynamics");
  }
  REQUIRE(ball.set_attribute("dynamics", std::string("true")));
  stage.run(1);
  CHECK(ball.position()[1] == Approx(fallen(place[1], -980, 1)));
}

TEST_CASE("an object that requests move pushes objects with dynamics") {
  WorldStage stage;
  stage.load(kNoGravity + object("Box.xml", "wall", "y=50 dynamics=false") + object("Ball.xml", "ball", "x=30 y=50"));
  for (int i = 1; i <= 60; ++i) {
    stage.at("wall").set_position({i * 0.5, 50, 0});
    stage.run(1);
  }
  CHECK(stage.at("ball").position()[0] > 45);
  CHECK(stage.at("wall").position()[0] == 30);
}

TEST_CASE(
    "a moving object can be put elsewhere and keeps its "
    "velocity") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50 vx=100"));
  REQUIRE(stage.at("ball").set_position({0, 200, 300}));
  CHECK(stage.at("ball").position()[1] == Approx(200));
  stage.run(1);
  CHECK(stage.at("ball").position()[0] == Approx(1));
  CHECK(stage.at("ball").linear_velocity()[0] == Approx(100));
}

TEST_CASE("relative rotations are added to the present attitude") {
  WorldStage stage;
  stage.load(kNoGravity + object("Box.xml", "box", "y=50 dynamics=false"));
  SimObj& box = stage.at("box");
  const double half = std::sqrt(0.5);
  REQUIRE(box.set_rotation({half, 0, half, 0}, false));
  REQUIRE(box.set_rotation({half, half, 0, 0}, true));
  const SigQuaternion expected = product({half, 0, half, 0}, {half, half, 0, 0});
  CHECK(box.rotation() == expected);
}
