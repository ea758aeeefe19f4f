// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/wheel_drive.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

std::string robot(const std::string& values = "dynamics=false y=10") {
  std::string text = object("Ball.xml", "robot", values);
  return text.insert(text.find("class="), "type=\"Robot\" ");
}

struct Robots : WorldStage {
  explicit Robots(const std::string& content) { load(kNoGravity + content); }
  WheelDrive& wheels() {
    WheelDrive* wheels = sim->wheels(at("robot"));
    REQUIRE(wheels);
    return *wheels;
  }
};

}  // namespace

TEST_CASE("wheels drive along exact arcs, for thousands of steps") {
  const auto [left, right] = GENERATE(std::pair(3.0, 4.0), std::pair(4.0, 3.0), std::pair(-2.0, 2.0),
                                      std::pair(5.0, 5.0), std::pair(-1.0, -3.0), std::pair(2.0, 2.0 + 1e-9));
  constexpr double kRadius = 10, kDistance = 40;
  Robots stage(robot("dynamics=false x=100 y=10 z=-50 qw=0.8 qy=0.6"));
  CHECK(stage.wheels().set_wheels(kRadius, kDistance).empty());
  CHECK(stage.wheels().set_speeds(left, right).empty());
  constexpr int kSteps = 3000;
  stage.run(kSteps);
  const double time = kSteps * 0.01;
  const double speed = 0.5 * (left + right) * kRadius, spin = (right - left) * kRadius / kDistance;
  SigVector way{0, 0, speed * time};
  if (spin != 0.0 && std::abs(spin) > 1e-6)
    way = {speed / spin * (1 - std::cos(spin * time)), 0, speed / spin * std::sin(spin * time)};
  const SigVector expected = sum({100, 10, -50}, turned({0.8, 0, 0.6, 0}, way));
  const SigVector place = stage.at("robot").position();
  CHECK(magnitude(difference(place, expected)) < 1e-6 + (std::abs(spin) > 1e-6 ? 0.0 : 0.1));
  CHECK(place[1] == 10);
  const SigQuaternion turn =
      product({0.8, 0, 0.6, 0}, {std::cos(0.5 * spin * time), 0, std::sin(0.5 * spin * time), 0});
  const SigVector ahead = turned(stage.at("robot").rotation(), {0, 0, 1});
  CHECK(magnitude(difference(ahead, turned(turn, {0, 0, 1}))) < 1e-9);
}

TEST_CASE("the right wheel turns the robot to the left, which is +x") {
  Robots stage(robot());
  stage.wheels().set_wheels(10, 40);
  stage.wheels().set_speeds(0, 1);
  stage.run(100);
  CHECK(stage.at("robot").position()[0] > 0);
  CHECK(stage.at("robot").position()[2] > 0);
}

TEST_CASE("wheels refuse invalid sizes and velocities") {
  Robots stage(robot() + object("Ball.xml", "ball", "y=100"));
  CHECK_FALSE(stage.sim->wheels(stage.at("ball")));
  auto& wheels = stage.wheels();
  CHECK(wheels.set_speeds(1, 1) == "its wheels have no radius and distance yet");
  for (const double bad : {0.0, -1.0, 1.1e4, 1e300, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK_FALSE(wheels.set_wheels(bad, 40).empty());
    CHECK_FALSE(wheels.set_wheels(10, bad).empty());
  }
  CHECK(wheels.set_wheels(10, 40).empty());
  for (const double bad : {1.1e4, -1.1e4, 1e300, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK_FALSE(wheels.set_speeds(bad, 1).empty());
    CHECK_FALSE(wheels.set_speeds(1, bad).empty());
  }
  stage.run(10);
  CHECK(stage.at("robot").position() == SigVector{0, 10, 0});
}

TEST_CASE("wheels stop at the border of the world, with dynamics, and at a reset") {
  Robots stage(robot());
  auto& wheels = stage.wheels();
  wheels.set_wheels(1e4, 1);
  wheels.set_speeds(1e4, 1e4);  // 1e6 cm per step
  stage.run(5);
  CHECK(stage.at("robot").position()[2] <= SimObj::kMaxCoordinate);
  CHECK_FALSE(wheels.is_turning());
  wheels.set_wheels(10, 40);
  wheels.set_speeds(1, 1);
  stage.sim->reset();
  CHECK(wheels.set_speeds(1, 1) == "its wheels have no radius and distance yet");
  wheels.set_wheels(10, 40);
  wheels.set_speeds(1, 1);
  stage.at("robot").set_dynamics(true);
  stage.run(10);
  CHECK(stage.at("robot").position()[2] == 0);
  stage.at("robot").set_dynamics(false);
  stage.run(10);
  CHECK(stage.at("robot").position()[2] == Approx(1));
}

TEST_CASE("a thing that a robot on wheels holds moves along, and collides where it is") {
  Robots stage(robot() + object("Ball.xml", "can", "y=10 z=25 graspable=true graspRadius=30") +
               object("Box.xml", "wall", "y=10 z=80.05 dynamics=false"));
  REQUIRE(stage.sim->links().grasp(stage.at("robot"), "", stage.at("can")) == GraspAnswer::holds);
  stage.wheels().set_wheels(10, 40);
  stage.wheels().set_speeds(1, 1);
  int touched_at = 0;
  for (int step = 1; step <= 400; ++step) {
    stage.run(1);
    CHECK(stage.at("can").position()[2] == Approx(25 + 0.1 * step));
    if (!touched_at && !stage.at("can").collisions().empty()) touched_at = step;
  }
  CHECK(touched_at == 251);  // it begins 25.05 cm ahead of the can, and a step goes 0.1 cm
  stage.sim->links().drop(stage.at("robot"), "");
  CHECK(stage.at("can").linear_velocity()[2] == Approx(10));
}
