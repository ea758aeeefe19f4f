// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/player_eye.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <sstream>

#include "spark/scene/appearance.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

void check_vector(const Vec3& is, const Vec3& wanted) {
  CHECK(is.x == Approx(wanted.x).margin(1e-12));
  CHECK(is.y == Approx(wanted.y).margin(1e-12));
  CHECK(is.z == Approx(wanted.z).margin(1e-12));
}

/// Where the world's x, y and z are in the eye's view: forwards, left, up.
void check_view(const PlayerEye& eye, const Vec3& forwards, const Vec3& left, const Vec3& up) {
  check_vector(eye.view_pose().rotation * Vec3{1, 0, 0}, forwards);
  check_vector(eye.view_pose().rotation * Vec3{0, 1, 0}, left);
  check_vector(eye.view_pose().rotation * Vec3{0, 0, 1}, up);
  check_vector(eye.look_direction(), forwards);
  check_vector(eye.up_direction(), up);
}

}  // namespace

TEST_CASE("the eye looks towards the opponents' goal, turned by pan and tilt, however the body has rolled") {
  SoccerFixture f;
  const Side side = GENERATE(Side::left, Side::right);
  const double pan = GENERATE(0.0, 30.0, -90.0, 170.0), tilt = GENERATE(0.0, 10.0, -10.0);
  CAPTURE(pan, tilt);
  AgentState& player = f.add_player(side, 0, {-10, 5, 0.22});
  player.body().set_rotation_degrees({40, -70, 110});
  player.body().set_angular_velocity({3, 2, 1});
  f.step(3);
  player.pan_deg = pan;
  player.tilt_deg = tilt;
  const auto& eye = f.part<PlayerEye>(player, "eye");
  check_vector(eye.pose().position, player.body().position() + Vec3{0, 0, 0.35});
  const double ahead = side == Side::left ? 1.0 : -1.0;
  const double c = std::cos(pan * kDegree) * ahead, s = std::sin(pan * kDegree) * ahead;
  const double ct = std::cos(tilt * kDegree), st = std::sin(tilt * kDegree);
  check_view(eye, {c * ct, s * ct, st}, {-s, c, 0}, {-c * st, -s * st, ct});
}

TEST_CASE("the eye follows the player at once, has 60 degrees, and looks along x without a team") {
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 5});
  const auto& eye = f.part<PlayerEye>(player, "eye");
  check_view(eye, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  CHECK(eye.smaller_angle() == Approx(60 * kDegree));
  player.body().set_position({7, 8, 9});  // shows before the next step, too
  check_vector(eye.pose().position, {7, 8, 9.35});
  f.act(player, "(init (unum 1)(teamname foo))");
  check_vector(eye.pose().position, player.body().position() + Vec3{0, 0, 0.35});
  f.call(player, "eye", "setHeight", {1.5});
  check_vector(eye.pose().position, player.body().position() + Vec3{0, 0, 1.5});
}

TEST_CASE("an object on the axis of the eye has angles of zero in the vision percept") {
  SoccerFixture f;
  const Side side = GENERATE(Side::left, Side::right);
  AgentState& player = f.add_player(side, 0, {3, -4, 0.22});
  f.silence(player);
  player.pan_deg = 25;
  const auto& eye = f.part<PlayerEye>(player, "eye");
  // The ball stands 10 m along the axis of the camera, as high as the player.
  const Vec3 forwards = eye.look_direction();
  f.place_ball(player.body().position() + forwards * 10);
  const std::string percepts = f.sense(player);
  const std::string begin = "(Ball (pol ";
  REQUIRE(percepts.find(begin) != percepts.npos);
  std::istringstream numbers(percepts.substr(percepts.find(begin) + begin.size()));
  double distance = 0, theta = 99, phi = 99;
  numbers >> distance >> theta >> phi;
  CHECK(distance == Approx(10));
  CHECK(std::abs(theta) < 1e-9);
  CHECK(std::abs(phi) < 1e-9);
}

TEST_CASE("an eye that is created before the agent state is idle until the agent state exists") {
  SoccerFixture f;
  spark::AgentAspect& agent = f.connect({0, 0, 5});
  auto made = f.core.classes.create("PlayerEye");
  const auto& eye = dynamic_cast<PlayerEye&>(agent.append(std::move(made)));
  CHECK(eye.is_idle());
  check_vector(eye.pose().position, {0, 0, 5});  // of its node, as any camera
  AgentState& player = f.create_parts(agent);
  CHECK_FALSE(eye.is_idle());
  check_vector(eye.pose().position, player.body().position() + Vec3{0, 0, 0.35});
}

TEST_CASE("eye heights out of range are refused") {
  SoccerFixture f;
  auto& eye = f.part<PlayerEye>(f.add_player(Side::left, 1, {0, 0, 0.22}), "eye");
  CHECK((eye.set_height(-10) && eye.set_height(10)));
  CHECK_FALSE(eye.set_height(10.1));
  CHECK_FALSE(eye.set_height(std::nan("")));
}
