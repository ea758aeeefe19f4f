// SPDX-License-Identifier: Apache-2.0
//
// Motion of ball and players as agents predict it, against the server.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/player_motion.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace rcss3d::agent;
using soccer::AgentState;
using soccer::Side;
using soccer::test::SoccerFixture;
using spark::Vec3;

namespace {

constexpr double kMass = 0.43;  // kg, the ball of the fixture

BallMotion motion_of_ball() {
  Field field;
  field.ball_mass = kMass;
  return BallMotion(field);
}

/// A kicker without noise at (0, 0), with the ball at rest 0.35 m from it in direction of x.
AgentState& kicker(SoccerFixture& f) {
  AgentState& player = f.add_player(Side::left, 0, {0, 0, 0.22});
  f.silence(player);
  f.game().set_play_mode(soccer::PlayMode{soccer::Phase::play_on});
  f.place_ball(0.35, 0);
  f.step();
  return player;
}

Vec3 ball_position(SoccerFixture& f) {
  return f.ball().body().position();
}

BallState state_of_ball(SoccerFixture& f) {
  const Vec3 at = f.ball().body().position(), v = f.ball().body().velocity(), w = f.ball().body().angular_velocity();
  return {{at.x, at.y}, {v.x, v.y}, at.z, v.z, {0.111 * w.y, -0.111 * w.x}};
}

/// The greatest distance between prediction and server in `steps` steps.
double worst_error(SoccerFixture& f, const BallMotion& motion, BallState predicted, int steps) {
  double worst = 0;
  for (int i = 0; i < steps; ++i) {
    f.step();
    motion.step(predicted);
    const Vec3 truth = ball_position(f);
    worst = std::max(
        worst, std::hypot(truth.x - predicted.position.x, truth.y - predicted.position.y, truth.z - predicted.height));
  }
  return worst;
}

}  // namespace

TEST_CASE("a kicked ball moves as predicted, for all elevations and powers") {
  const double elevation = GENERATE(0.0, 5.0, 12.0, 20.0, 35.0, 50.0), power = GENERATE(1.0, 10.0, 40.0, 70.0, 100.0);
  CAPTURE(elevation, power);
  SoccerFixture f;
  AgentState& player = kicker(f);
  const BallMotion motion = motion_of_ball();
  const BallState after = motion.kicked(state_of_ball(f), {1, 0}, {elevation, power});
  f.act(player, "(kick " + std::to_string(elevation) + ' ' + std::to_string(power) + ')');
  f.step(10);
  f.place(player, {-20, 0, 0.22});
  const BallState truth = state_of_ball(f);
  CHECK(distance(after.velocity, truth.velocity) < 1e-3);
  CHECK(std::abs(after.climb - truth.climb) < 1e-3);
  CHECK(worst_error(f, motion, after, 400) < 0.005);
}

TEST_CASE("a rolling ball that is kicked moves as predicted") {
  const double vx = GENERATE(-5.0, 0.0, 5.0), vy = GENERATE(0.0, 4.0), elevation = GENERATE(0.0, 20.0);
  CAPTURE(vx, vy, elevation);
  SoccerFixture f;
  AgentState& player = kicker(f);
  const BallMotion motion = motion_of_ball();
  f.place_ball(0.38, 0);
  f.ball().body().set_velocity({vx, vy, 0});
  f.ball().body().set_angular_velocity({-vy / 0.111, vx / 0.111, 0});
  const BallState before = state_of_ball(f);
  f.act(player, "(kick " + std::to_string(elevation) + " 100)");
  f.place(player, {-20, 0, 0.22});  // its body would be in the way
  f.step(10);
  CHECK(worst_error(f, motion, motion.kicked(before, {1, 0}, {elevation, 100}), 300) < 0.005);
}

TEST_CASE("the closed form of a rolling ball agrees with the server") {
  SoccerFixture f;
  const BallMotion motion = motion_of_ball();
  f.game().set_play_mode(soccer::PlayMode{soccer::Phase::play_on});
  f.place_ball(0, 0);
  f.step(50);
  f.ball().body().set_velocity({6, 3, 0});
  f.ball().body().set_angular_velocity({-3 / 0.111, 6 / 0.111, 0});
  const BallState before = state_of_ball(f);
  const double speed = before.velocity.length();
  f.step(200);
  const BallState predicted = motion.after(before, 2);
  CHECK(distance(predicted.position, state_of_ball(f).position) < 0.002);
  const double way = distance(before.position, state_of_ball(f).position);
  CHECK(motion.roll(speed, 2) == Approx(way).margin(0.05));
  CHECK(motion.time_to_roll(speed, way) == Approx(2).margin(0.01));
  f.step(3000);
  CHECK(distance(before.position, state_of_ball(f).position) == Approx(motion.roll(speed)).margin(0.05));
}

TEST_CASE("the table of kicks agrees with the simulation") {
  const double elevation = GENERATE(0.0, 6.0, 10.0, 22.0, 30.0, 45.0), power = GENERATE(33.0, 70.0, 98.0);
  CAPTURE(elevation, power);
  const BallMotion motion = motion_of_ball();
  const KickTable table(motion);
  BallState ball = motion.kicked(motion.rolling({}, {}), {1, 0}, {elevation, power});
  double time = 0.1;
  for (double place : {1.5, 3.0, 6.0}) {
    while (ball.position.x < place && time < 8) motion.step(ball), time += 0.01;
    const auto answer = table.at({elevation, power}, place);
    if (time >= 8) {
      CHECK_FALSE(answer);
      continue;
    }
    CAPTURE(place);
    if (!answer && ball.velocity.x < 1) continue;  // a corner of the table ends before this place
    REQUIRE(answer);
    CHECK(answer->time == Approx(time).epsilon(0.06).margin(0.02));
    CHECK(answer->height == Approx(ball.height).margin(0.15));
  }
}

TEST_CASE("the table finds a kick for a wanted distance, time, height or speed") {
  const BallMotion motion = motion_of_ball();
  const KickTable table(motion);
  const auto soon = table.kick_for({10});
  REQUIRE(soon);
  CHECK(soon->time < 0.95);
  KickTable::Requirements later{6};
  later.time = 1.5;
  const auto slow = table.kick_for(later);
  REQUIRE(slow);
  CHECK(slow->time == Approx(1.5).margin(0.02));
  KickTable::Requirements lob{11};
  lob.above = 0.7;
  lob.above_from = 3;
  lob.above_to = 5;
  const auto over = table.kick_for(lob);
  REQUIRE(over);
  const auto there = table.at(over->kick, 4);
  REQUIRE(there);
  CHECK(there->height > 0.7);
  lob.above = 8;
  CHECK_FALSE(table.kick_for(lob));
  CHECK_FALSE(table.kick_for({80}));
  KickTable::Requirements gentle{5};
  gentle.speed_at_most = 1;
  const auto dying = table.kick_for(gentle);
  REQUIRE(dying);
  CHECK(dying->speed <= 1);
}

TEST_CASE("a driving player moves as predicted") {
  const double direction = GENERATE(0.0, 0.7, 2.5), power = GENERATE(0.3, 1.0);
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 0, {-10, 0, 0.22});
  f.silence(player);
  f.game().set_play_mode(soccer::PlayMode{soccer::Phase::play_on});
  f.place_ball(20, 0);
  f.step(20);
  const auto motion = [&player] {
    const Vec3 at = player.position(), v = player.body().velocity();
    return Motion{{at.x, at.y}, {v.x, v.y}};
  };
  const Vector first{1, 0}, second = Vector{1, 0}.turned(direction) * power;
  f.act(player, "(drive 100 0 0)");
  const Motion start = motion();
  f.step(60);
  const Motion middle = motion();
  f.act(player, "(drive " + std::to_string(100 * second.x) + ' ' + std::to_string(100 * second.y) + " 0)");
  f.step(100);
  const Motion end = motion();
  CHECK(distance(player_motion::drive(start, first, 0.6).position, middle.position) < 0.002);
  CHECK(distance(player_motion::drive(middle, second, 1).position, end.position) < 0.004);
  CHECK(distance(player_motion::drive(middle, second, 1).velocity, end.velocity) < 0.003);
}
