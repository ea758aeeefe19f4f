// SPDX-License-Identifier: Apache-2.0
#include <ode/ode.h>

#include <catch2/catch.hpp>

#include "soccer-plugin/effectors/drive_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"
#include "tests/soccer-plugin/statistics.h"
#include "tests/support/call_method.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

constexpr double kForceFactor = 4.2;       ///< N per unit
constexpr double kConsumption = 432000.0;  ///< N·steps per percent

Vec3 motor(SoccerFixture& f, const AgentState& player) {
  return f.part<DriveEffector>(player, "DriveEffector").force();
}

/// What the motor alone would push with in the next step; costs battery like a step.
Vec3 pushed(SoccerFixture& f, const AgentState& player) {
  f.part<DriveEffector>(player, "DriveEffector").apply_forces();
  const dReal* force = dBodyGetForce(player.body().id());
  const Vec3 result{force[0], force[1], force[2]};
  dBodySetForce(player.body().id(), 0, 0, 0);
  return result;
}

AgentState& player_in_play(SoccerFixture& f, Side side = Side::left) {
  AgentState& player = f.add_player(side, 0, {-20, 5, 0.22});
  f.silence(player);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  return player;
}

void check_equal(const Vec3& a, const Vec3& b) {
  CHECK(a.x == Approx(b.x).margin(1e-9));
  CHECK(a.y == Approx(b.y).margin(1e-9));
  CHECK(a.z == Approx(b.z).margin(1e-9));
}

}  // namespace

TEST_CASE("drive: a unit is 4.2 N, and vectors longer than 100 are shortened (behaviour 3.4)") {
  struct Case {
    const char* text;
    Vec3 power;
  };
  const double third = 100 / std::sqrt(3.0);
  const auto [text, power] =
      GENERATE_COPY(Case{"(drive 100 0 0)", {100, 0, 0}}, Case{"(drive 1 2 3)", {1, 2, 3}},
                    Case{"(drive -1 -2 -3 4)", {-1, -2, -3}}, Case{"(drive 300 0 0)", {100, 0, 0}},
                    Case{"(drive 60 80 0)", {60, 80, 0}}, Case{"(drive 600 -800 0)", {60, -80, 0}},
                    Case{"(drive 100 100 100)", {third, third, third}}, Case{"(drive a 2 3)", {0, 2, 3}},
                    Case{"(drive 0x10 1e1 .5)", {16, 10, 0.5}}, Case{"(drive 1e 2,5 3nan)", {1, 2, 3}},
                    Case{"(drive 1e38 0 0)", {100, 0, 0}}, Case{"(drive 0 0 0)", {}}, Case{"(drive 1e-320 0 0)", {}});
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  f.act(player, text);
  check_equal(motor(f, player), power * kForceFactor);
}

TEST_CASE("drive: a vector without a finite length switches the motor off") {
  const char* text = GENERATE("(drive nan 0 0)", "(drive 0 -nan 0)", "(drive 0 0 inf)", "(drive -inf inf 0)",
                              "(drive 1e999 0 0)", "(drive 1e308 1e308 0)");
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  f.act(player, "(drive 50 0 0)");
  f.act(player, text);
  CHECK(motor(f, player) == Vec3{});
  f.step(20);
  CHECK(player.body().velocity().x == Approx(0).margin(1e-9));
  CHECK(player.battery == 100.0);
}

TEST_CASE("drive: bad arguments leave the running force unchanged") {
  const char* text =
      GENERATE("(drive)", "(drive 1)", "(drive 1 2)", "(drive (1 2 3))", "(drive 1 2 (3))", "((drive 1 2 3))");
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  f.act(player, "(drive 50 0 0)");
  f.act(player, text);
  check_equal(motor(f, player), {210, 0, 0});
}

TEST_CASE("drive: there is no force before the first drive") {
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  CHECK(motor(f, player) == Vec3{});
  CHECK(pushed(f, player) == Vec3{});
  CHECK(player.battery == 100.0);
}

TEST_CASE("drive: the force acts in the player's own frame in every step until the next drive") {
  const Side side = GENERATE(Side::none, Side::left, Side::right);
  SoccerFixture f;
  AgentState& player = side == Side::none ? f.add_agent({-20, 5, 0.22}) : f.add_player(side, 0, {-20, 5, 0.22});
  f.silence(player);
  f.act(player, "(drive 10 20 30)");
  for (int i = 0; i < 3; ++i) check_equal(pushed(f, player), own_frame(side, Vec3{42, 84, 126}));
  f.act(player, "(drive 0 0 0)");
  CHECK(pushed(f, player) == Vec3{});
}

TEST_CASE("drive: the force acts only on the ground") {
  struct Case {
    double height;
    bool drives;
  };
  const auto [height, drives] =
      GENERATE(Case{0.22, true}, Case{0.2196, true}, Case{0.2209, true}, Case{0.2211, false}, Case{1.0, false});
  CAPTURE(height);
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  f.act(player, "(drive 100 0 0)");
  f.place(player, {-20, 5, height});
  CHECK((pushed(f, player).x > 0) == drives);
  CHECK((player.battery < 100.0) == drives);
}

TEST_CASE("drive: battery falls by |F| / 432000 per step, and a force it cannot pay in full does not act") {
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  f.act(player, "(drive 100 0 0)");
  for (int n = 1; n <= 1000; ++n) {
    CHECK(pushed(f, player).x == Approx(420));
    REQUIRE(player.battery == Approx(100 - 420 / kConsumption * n).epsilon(1e-12));
  }
  const double cost = 420 / kConsumption;
  player.battery = 2.5 * cost;
  CHECK(pushed(f, player).x == Approx(420));
  CHECK(pushed(f, player).x == Approx(420));
  CHECK(pushed(f, player).x == 0);
  CHECK(player.battery == Approx(0.5 * cost));
  f.act(player, "(drive 0 40 0)");
  CHECK(pushed(f, player).y == Approx(168));
  player.battery = cost;  // exactly enough
  f.act(player, "(drive 100 0 0)");
  CHECK(pushed(f, player).x == Approx(420));
  CHECK(player.battery == 0.0);
}

TEST_CASE("drive: a full battery lasts 102857 steps of full power and is never recharged (behaviour 2.7, 3.4)") {
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  f.act(player, "(drive 0 -100 0)");
  int steps = 0;
  while (pushed(f, player).y < 0 && steps < 200000) ++steps;
  CHECK(steps == 102857);
  const double rest = player.battery;
  CHECK(rest < 420 / kConsumption);
  for (std::size_t mode = 0; mode < kPlayModes.size(); ++mode) {
    f.game().set_play_mode(kPlayModes[static_cast<std::size_t>(mode)].mode);
    f.game().set_half(2);
    f.step();
  }
  f.act(player, "(beam -10 0 0)(init (unum 0)(teamname foo))(catch)");
  CHECK(player.battery == rest);
}

TEST_CASE("drive: a force of up to 1.19e-7 N does not act and costs nothing (behaviour 3.4)") {
  struct Case {
    const char* text;
    double force;
  };
  const auto [text, force] = GENERATE(Case{"(drive 2.83e-8 0 0)", 0.0}, Case{"(drive 0 2.85e-8 0)", 2.85e-8 * 4.2});
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  player.battery = 1e-9;  // so that the cost of 2.8e-13 shows
  f.act(player, text);
  CHECK(length(pushed(f, player)) == Approx(force).margin(1e-20));
  CHECK(player.battery == Approx(1e-9 - force / kConsumption).margin(1e-15).epsilon(0));
}

TEST_CASE("drive: a force straight up lifts no player, and a teleport does not end the force") {
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  f.act(player, "(drive 0 0 100)");
  for (int i = 0; i < 100; ++i) {
    f.step();
    REQUIRE(player.body().position().z <= 0.22);
  }
  player.body().place_at_rest({-30, 5, 0.22});
  check_equal(pushed(f, player), {0, 0, 420});
}

TEST_CASE("drive: script settings take effect, and values out of range are refused") {
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  const auto set = [&](const char* method, double value) {
    return call_method(f.part<DriveEffector>(player, "DriveEffector"), method, {value}) == spark::Value(true);
  };
  CHECK(set("setForceFactor", -2));  // the absolute value is taken
  CHECK(set("setMaxPower", 50));
  f.act(player, "(drive 80 0 0)");
  check_equal(motor(f, player), {100, 0, 0});
  CHECK(set("setConsumption", 1000));
  pushed(f, player);
  CHECK(player.battery == Approx(99.9));
  CHECK_FALSE(set("setConsumption", 0));
  CHECK_FALSE(set("setMaxPower", 0));
  CHECK_FALSE(set("setSigma", -1));
}

TEST_CASE("drive: an effector that no script has configured uses the class defaults") {
  SoccerFixture f;
  AgentState& player = player_in_play(f);
  auto& bare =
      dynamic_cast<DriveEffector&>(f.core.create("DriveEffector", "/usr/scene/" + player.agent().name() + "/Second"));
  spark::Arguments arguments;
  for (const std::size_t i : {0, 1, 2}) arguments.values[i] = {true, i == 0 ? 10.0 : 0.0, ""};
  bare.realise(arguments);
  check_equal(bare.force(), {600, 0, 0});
  bare.apply_forces();
  CHECK(player.battery == Approx(100 - 600.0 / 18000.0));
}

TEST_CASE("drive: noise is drawn once per command, and independently for each axis and agent") {
  SoccerFixture f(42);
  AgentState& a = f.add_player(Side::left, 1, {-20, 5, 0.22});
  AgentState& b = f.add_player(Side::right, 1, {20, 5, 0.22});
  Sample x, y, z, other, other_y;
  for (int i = 0; i < 4000; ++i) {
    f.act(a, "(drive 50 50 -50)");
    f.act(b, "(drive 50 50 0)");
    const Vec3 force = motor(f, a);
    check_equal(pushed(f, a), force);
    x.push_back(force.x / (50 * kForceFactor));
    y.push_back(force.y / (50 * kForceFactor));
    z.push_back(force.z / (-50 * kForceFactor));
    other.push_back(motor(f, b).x / (50 * kForceFactor));
    other_y.push_back(motor(f, b).y / (50 * kForceFactor));
  }
  for (const Sample& sample : {x, y, z, other, other_y}) check_normal(sample, 1.0, 0.005);
  check_independent(x, y);
  check_independent(x, z);
  check_independent(y, z);
  check_independent(x, other);
  check_independent(y, other_y);
}
