// SPDX-License-Identifier: Apache-2.0
#include <ode/ode.h>

#include <catch2/catch.hpp>
#include <numbers>

#include "soccer-plugin/angles.h"
#include "soccer-plugin/effectors/kick_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"
#include "tests/soccer-plugin/statistics.h"
#include "tests/support/call_method.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

constexpr double kHeight = 0.109;  ///< m between the centres of player and ball on the floor

/// The kick that the ball gets from a player's act, and that is then removed from the ball; zero if there is none.
struct Kick {
  Vec3 force;
  Vec3 torque;
  double power() const { return length(force) / 0.7; }
  double theta() const { return std::atan2(force.y, force.x); }
  double phi() const { return to_degrees(std::asin(force.z / length(force))); }
};

Kick kick(SoccerFixture& f, const AgentState& player, std::string_view text) {
  f.act(player, text);
  f.ball().apply_forces();
  const dReal* force = dBodyGetForce(f.ball().body().id());
  const dReal* torque = dBodyGetTorque(f.ball().body().id());
  const Kick result{{force[0], force[1], force[2]}, {torque[0], torque[1], torque[2]}};
  f.ball().place(f.ball().body().position());
  return result;
}

/// A player at (10, 5) with the ball `way` from it on the floor; no noise.
AgentState& kicker_at_ball(SoccerFixture& f, double dx = 0.35, double dy = 0.0, Side side = Side::left) {
  AgentState& player = f.add_player(side, 0, {10, 5, 0.22});
  f.silence(player);
  f.place_ball(10 + dx, 5 + dy);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  return player;
}

}  // namespace

TEST_CASE("kick: power and elevation are clamped, and NaN counts as the minimum (behaviour 3.5)") {
  struct Case {
    const char* text;
    double phi;
    double power;
  };
  const auto [text, phi, power] =
      GENERATE(Case{"(kick 10 50)", 10, 50}, Case{"(kick 0 100)", 0, 100}, Case{"(kick 50 100)", 50, 100},
               Case{"(kick 51 101)", 50, 100}, Case{"(kick -5 0)", 0, 1}, Case{"(kick -5 -90)", 0, 1},
               Case{"(kick nan nan)", 0, 1}, Case{"(kick inf inf)", 50, 100}, Case{"(kick -inf -inf)", 0, 1},
               Case{"(kick 1e308 -1e308)", 50, 1}, Case{"(kick 20 0.5)", 20, 1}, Case{"(kick x y)", 0, 1},
               Case{"(kick 0x10 20z (x) y)", 16, 20});
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  const Kick done = kick(f, player, text);
  CHECK(done.power() == Approx(power));
  CHECK(done.phi() == Approx(phi).margin(1e-9));
  CHECK(done.theta() == Approx(0).margin(1e-12));
}

TEST_CASE("kick: a kick with missing arguments or lists is ignored") {
  const char* text = GENERATE("(kick)", "(kick 10)", "(kick (10) 50)", "(kick 10 (50))", "(kick (10 50))");
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  CHECK(kick(f, player, text).force == Vec3{});
}

TEST_CASE("kick: the ball goes away from the player, whatever its team") {
  const double degrees = GENERATE(0.0, 30.0, 90.0, 135.0, 180.0, -60.0, -170.0);
  const Side side = GENERATE(Side::left, Side::right);
  CAPTURE(degrees, side);
  SoccerFixture f;
  const double a = to_radians(degrees);
  AgentState& player = kicker_at_ball(f, 0.35 * std::cos(a), 0.35 * std::sin(a), side);
  const Kick done = kick(f, player, "(kick 30 80)");
  CHECK(std::remainder(done.theta() - a, 2 * std::numbers::pi) == Approx(0).margin(1e-12));
  const double force = 0.7 * 80;
  CHECK(done.force.x == Approx(force * std::cos(a) * std::cos(to_radians(30))).margin(1e-9));
  CHECK(done.force.y == Approx(force * std::sin(a) * std::cos(to_radians(30))).margin(1e-9));
  CHECK(done.force.z == Approx(force * 0.5));
  CHECK(done.torque.x == Approx(-0.1 / (2 * std::numbers::pi) * done.force.y));
  CHECK(done.torque.y == Approx(0.1 / (2 * std::numbers::pi) * done.force.x));
  CHECK(done.torque.z == 0);
}

TEST_CASE("kick: the ball must be within 0.401 m, measured between the centres") {
  // On the floor that is a horizontal distance of 0.3859 m.
  struct Case {
    Vec3 way;
    bool reaches;
  };
  const auto [way, reaches] =
      GENERATE(Case{{0.3859, 0, -kHeight}, true}, Case{{0.3860, 0, -kHeight}, false}, Case{{0.2, 0.33, -kHeight}, true},
               Case{{0, 0.4009, 0}, true}, Case{{0, 0.4011, 0}, false}, Case{{0, 0, 0.4}, true},
               Case{{0, 0, 0.402}, false}, Case{{0, 0, -0.05}, true});
  CAPTURE(way.x, way.y, way.z);
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  f.place_ball(player.position() + way);
  CHECK((length(kick(f, player, "(kick 10 50)").force) > 0) == reaches);
}

TEST_CASE("kick: the player's centre must be no more than 0.23 m above the ground") {
  struct Case {
    double height;
    bool kicks;
  };
  const auto [height, kicks] = GENERATE(Case{0.22, true}, Case{0.2299, true}, Case{0.2301, false}, Case{0.4, false});
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  f.place(player, {10, 5, height});
  f.place_ball({10.3, 5, height});
  CHECK((length(kick(f, player, "(kick 10 50)").force) > 0) == kicks);
  CHECK(f.log_lines().empty());
}

TEST_CASE("kick: the positions after the last completed step count") {
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  f.ball().place({30, 0, 0.111});
  f.act(player, "(kick 0 50)");
  f.ball().apply_forces();
  CHECK(f.ball().pushed_by() == player.agent().id());
  f.ball().note_move();
  f.step();
  f.act(player, "(kick 0 50)");
  f.ball().apply_forces();
  CHECK(f.ball().pushed_by() == -1);
}

TEST_CASE("kick: a kick works in every play mode") {
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  for (std::size_t i = 0; i < kPlayModes.size(); ++i) {
    f.game().set_play_mode(kPlayModes[static_cast<std::size_t>(i)].mode);
    CHECK(kick(f, player, "(kick 10 50)").power() == Approx(50));
  }
}

TEST_CASE("kick: while an agent's kick acts, its next kick has no effect but counts as a kick") {
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  AgentState& other = f.add_player(Side::right, 0, {10.7, 5, 0.22});
  f.silence(other);
  f.act(player, "(kick 0 50)");
  CHECK(f.ball_state().last_kick().agent == player.agent().id());
  f.ball().apply_forces();
  CHECK(dBodyGetForce(f.ball().body().id())[0] == Approx(35));
  dBodySetForce(f.ball().body().id(), 0, 0, 0);
  f.act(player, "(kick 0 100)");
  f.ball().apply_forces();
  CHECK(dBodyGetForce(f.ball().body().id())[0] == Approx(35));
  dBodySetForce(f.ball().body().id(), 0, 0, 0);
  f.act(other, "(kick 0 100)");
  f.ball().apply_forces();
  CHECK(dBodyGetForce(f.ball().body().id())[0] == Approx(-70));
  CHECK(f.ball_state().last_kick().agent == other.agent().id());
  f.act(player, "(kick 0 10)");  // the other's kick is running now: replaced
  CHECK(f.ball_state().last_kick().agent == player.agent().id());
}

TEST_CASE("kick: the next kick of the same agent works after ten steps, that of another agent at once") {
  const int steps = GENERATE(range(0, 12));
  const bool other = GENERATE(false, true);
  CAPTURE(steps, other);
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  AgentState& rival = f.add_player(Side::right, 0, {10.35, 5.35, 0.22});
  f.silence(rival);
  f.act(player, "(kick 0 1)");  // 0.7 N: the ball stays in reach
  f.step(steps);
  f.act(other ? rival : player, "(kick 0 100)");
  f.ball().apply_forces();
  const dReal* force = dBodyGetForce(f.ball().body().id());
  CHECK(std::hypot(force[0], force[1]) == Approx(other || steps >= 10 ? 70 : 0.7).epsilon(0.01));
  CHECK(f.ball_state().last_kick().agent == (other ? rival : player).agent().id());
}

TEST_CASE("kick: the ball is pushed for ten steps, starting with the next one") {
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f);
  f.act(player, "(kick 20 100)");
  f.place(player, {-40, 0, 0.22});
  for (int i = 1; i <= 12; ++i) {
    f.step();
    CHECK(f.ball().pushed_by() == (i <= 10 ? player.agent().id() : -1));
    CHECK(f.ball_state().last_touch().agent == player.agent().id());
  }
}

TEST_CASE("kick: the elevation's deviation is largest in the middle of its range (behaviour 14.2)") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {10, 5, 0.22});
  const auto& effector = f.part<KickEffector>(player, "KickEffector");
  CHECK(effector.elevation_sigma(0) == Approx(0.9));
  CHECK(effector.elevation_sigma(10) == Approx(2.34));
  CHECK(effector.elevation_sigma(12.5) == Approx(2.7));
  CHECK(effector.elevation_sigma(25) == Approx(4.5));
  CHECK(effector.elevation_sigma(40) == Approx(2.34));
  CHECK(effector.elevation_sigma(50) == Approx(0.9));
}

TEST_CASE("kick: script settings take effect, and values out of range are refused") {
  SoccerFixture f;
  AgentState& player = kicker_at_ball(f, 0.6);
  auto& effector = f.part<KickEffector>(player, "KickEffector");
  const auto set = [&](const char* method, const spark::Values& values) {
    return call_method(effector, method, values) == spark::Value(true);
  };
  CHECK(kick(f, player, "(kick 0 50)").force == Vec3{});
  CHECK(set("setKickMargin", {0.4}));
  CHECK(set("setForceFactor", {2.0}));
  CHECK(set("setTorqueFactor", {0.0}));
  CHECK(set("setMaxPower", {200.0}));
  CHECK(set("setAngleRange", {-10.0, 30.0}));
  const Kick done = kick(f, player, "(kick -20 500)");
  CHECK(length(done.force) == Approx(400));
  CHECK(done.phi() == Approx(-10));
  CHECK(done.torque == Vec3{});
  CHECK(set("setNoiseParams", {0.0, 0.0, 2.0, 1.0}));
  CHECK(effector.elevation_sigma(10) == Approx(1.0));
  CHECK(effector.elevation_sigma(-10) == Approx(2.0));
  CHECK(set("setSteps", {std::int64_t{2}}));
  f.act(player, "(kick 0 50)");
  for (const bool pushes : {true, true, false}) {
    f.ball().apply_forces();
    CHECK((f.ball().pushed_by() >= 0) == pushes);
  }
  CHECK_FALSE(set("setAngleRange", {30.0, 30.0}));
  CHECK(f.logged("angle range"));
  CHECK_FALSE(set("setKickMargin", {-0.1}));
  CHECK_FALSE(set("setSteps", {std::int64_t{0}}));
  CHECK_FALSE(set("setSteps", {std::int64_t{1000000}}));
  CHECK_FALSE(set("setMaxPower", {0.5}));
  CHECK_FALSE(set("setNoiseParams", {0.1, 0.1, -0.1, 0.1}));
}

TEST_CASE("kick: noise of power, direction and elevation is independent and not clamped again") {
  SoccerFixture f(7);
  AgentState& a = f.add_player(Side::left, 1, {10, 5, 0.22});
  AgentState& b = f.add_player(Side::right, 1, {10.7, 5, 0.22});
  f.place_ball(10.35, 5);
  Sample power, theta, middle, end, other, other_power, other_theta;
  for (int i = 0; i < 4000; ++i) {
    const Kick done = kick(f, a, "(kick 25 100)");
    power.push_back(done.power());
    theta.push_back(done.theta());
    middle.push_back(done.phi());
    end.push_back(kick(f, a, "(kick 0 50)").phi());
    const Kick others = kick(f, b, "(kick 25 100)");
    other.push_back(others.phi());
    other_power.push_back(others.power());
    other_theta.push_back(std::remainder(others.theta() - std::numbers::pi, 2 * std::numbers::pi));
  }
  check_normal(power, 100, 0.4);  // half of them above the limit
  check_normal(theta, 0, 0.02);
  check_normal(middle, 25, 4.5);
  check_normal(end, 0, 0.9);  // half of them below zero
  check_independent(power, theta);
  check_independent(power, middle);
  check_independent(theta, middle);
  check_independent(middle, end);
  check_independent(middle, other);
  check_independent(power, other_power);
  check_independent(theta, other_theta);
}
