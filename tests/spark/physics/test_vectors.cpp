// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/spark/physics/playground.h"

using namespace spark;

namespace {

/// One percent, or one unit of the last digit the table prints.
Approx printed(double value, double unit) {
  return Approx(value).margin(std::max(0.01 * std::abs(value), unit)).epsilon(0);
}

constexpr double kFullDrive = 420.0;

}  // namespace

TEST_CASE("an agent at full drive follows the table of behaviour 14.1") {
  Playground ground;
  ground.make_floor();
  Body& agent = ground.make_agent("Agent", {0, 0, kAgentRadius});
  struct Row {
    int step;
    double v, v_unit, x, x_unit;
  };
  const Row rows[] = {{1, 0.0403, 1e-4, 0.0004, 1e-4}, {10, 0.359, 1e-3, 0.0205, 1e-4}, {20, 0.638, 1e-3, 0.0723, 1e-4},
                      {50, 1.157, 1e-3, 0.354, 1e-3},  {100, 1.487, 1e-3, 1.033, 1e-3}, {200, 1.609, 1e-3, 2.605, 1e-3},
                      {400, 1.620, 1e-3, 5.840, 1e-3}};
  int step = 0;
  for (const Row& row : rows) {
    for (; step < row.step; ++step) {
      REQUIRE(agent.add_force({kFullDrive, 0, 0}));
      ground.run(1);
    }
    CAPTURE(step);
    CHECK(agent.velocity().x == printed(row.v, row.v_unit));
    CHECK(agent.position().x == printed(row.x, row.x_unit));
  }
}

TEST_CASE("an agent without drive coasts to rest as in behaviour 14.1") {
  Playground ground;
  ground.make_floor();
  Body& agent = ground.make_agent("Agent", {0, 0, kAgentRadius});
  for (int i = 0; i < 400; ++i) {
    agent.add_force({kFullDrive, 0, 0});
    ground.run(1);
  }
  const double start = agent.position().x;
  int steps = 0;
  for (; agent.velocity().x > 0.01 && steps < 1000; ++steps) ground.run(1);
  CHECK(steps * kStep == printed(2.04, 0.01));
  CHECK(agent.position().x - start == printed(0.635, 0.001));
}

TEST_CASE("resting heights are those of behaviour 14.1 and 2.6") {
  Playground ground;
  ground.make_floor();
  Body& agent = ground.make_agent("Agent", {5, 0, kAgentRadius});
  Body& ball = ground.make_ball({0, 0, kBallRadius}, 0.43);
  ground.run(500);
  CHECK(agent.position().z == Approx(0.219632).margin(1e-6).epsilon(0));
  CHECK(ball.position().z == Approx(0.110998).margin(1e-6).epsilon(0));
  CHECK(agent.position().x == 5.0);
}

TEST_CASE("an agent that drives straight up never leaves the floor (behaviour 14.1)") {
  Playground ground;
  ground.make_floor();
  Body& agent = ground.make_agent("Agent", {0, 0, kAgentRadius});
  ground.run(200);
  const double resting = agent.position().z;
  double highest = 0.0;
  for (int i = 0; i < 500; ++i) {
    if (agent.position().z <= kAgentRadius + 0.001) agent.add_force({0, 0, kFullDrive});
    ground.run(1);
    highest = std::max(highest, agent.position().z);
  }
  CHECK(highest <= 0.22);
  CHECK(highest > resting + 1e-4);  // it does take load off the floor
}

TEST_CASE("a kick at full power takes the ball where behaviour 14.1 says") {
  struct Row {
    double mass, degrees, v_x, v_z, top, top_unit, landing, end, time;
  };
  const Row rows[] = {
      {0.41, 0, 13.62, 0, 0.111, 1e-3, 0, 26.49, 9.48},       {0.43, 0, 13.00, 0, 0.111, 1e-3, 0, 26.48, 9.85},
      {0.45, 0, 12.44, 0, 0.111, 1e-3, 0, 26.47, 10.21},      {0.43, 10, 15.26, 1.79, 0.35, 1e-2, 6.1, 26.07, 9.75},
      {0.43, 20, 14.56, 4.45, 1.17, 1e-2, 10.3, 24.87, 9.67}, {0.43, 30, 13.42, 6.94, 2.32, 1e-2, 12.2, 22.91, 9.55},
      {0.43, 40, 11.87, 9.19, 3.60, 1e-2, 12.2, 20.24, 9.38}, {0.43, 50, 9.96, 11.14, 4.87, 1e-2, 11.1, 16.95, 9.10}};
  for (const Row& row : rows) {
    CAPTURE(row.mass, row.degrees);
    Playground ground;
    ground.make_floor();
    Body& ball = ground.make_ball({0, 0, kBallRadius}, row.mass);
    ground.run(100);

    // Behaviour 3.5: power 100 along x, and the top spin that goes with it, for ten steps.
    const double phi = row.degrees * std::numbers::pi / 180.0;
    const Vec3 force{70.0 * std::cos(phi), 0, 70.0 * std::sin(phi)};
    const double arm = 0.1 / (2.0 * std::numbers::pi);
    const Vec3 torque{-force.y * arm, force.x * arm, 0};
    CHECK(length(torque) == Approx(1.114 * std::cos(phi)).epsilon(1e-3));

    double top = 0.0, landing = 0.0;
    bool flew = false;
    int steps = 0;
    while (steps < 10 || (length(ball.velocity()) >= 0.1 && steps < 2000)) {
      if (steps < 10) {
        REQUIRE(ball.add_force(force));
        REQUIRE(ball.add_torque(torque));
      }
      ground.run(1);
      if (++steps == 10) {
        CHECK(ball.velocity().x == printed(row.v_x, 0.01));
        CHECK(ball.velocity().z == printed(row.v_z, 0.01));
      }
      const Vec3 at = ball.position();
      top = std::max(top, at.z);
      if (at.z > kBallRadius + 0.01) flew = true;
      if (flew && landing == 0.0 && at.z <= kBallRadius) landing = at.x;
    }
    CHECK(top == printed(row.top, row.top_unit));
    CHECK(landing == Approx(row.landing).margin(0.15).epsilon(0));
    CHECK(ball.position().x == printed(row.end, 0.01));
    CHECK(steps * kStep == printed(row.time, 0.01));
    CHECK(ball.position().y == 0.0);
  }
}

TEST_CASE("a ball dropped from 10 m rebounds to the peaks of behaviour 14.1") {
  Playground ground;
  ground.make_floor();
  Body& ball = ground.make_ball({0, 0, 10}, 0.43);
  std::vector<double> peaks;
  for (int i = 0; i < 1000 && peaks.size() < 4; ++i) {
    const bool rising = ball.velocity().z > 0;
    ground.run(1);
    if (rising && ball.velocity().z <= 0) peaks.push_back(ball.position().z);
  }
  REQUIRE(peaks.size() == 4);
  CHECK(peaks[0] == printed(2.35, 0.01));
  CHECK(peaks[1] == printed(0.97, 0.01));
  CHECK(peaks[2] == printed(0.49, 0.01));
  CHECK(peaks[3] == printed(0.31, 0.01));
}
