// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/angles.h"
#include "soccer-plugin/effectors/pan_tilt_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"
#include "tests/soccer-plugin/statistics.h"

using namespace soccer;
using namespace soccer::test;

namespace {
AgentState& first_player(SoccerFixture& f) {
  AgentState& player = f.add_player(Side::left, 1, {-10, 0, 0.22});
  f.silence(player);
  return player;
}
}  // namespace

TEST_CASE("pantilt: angles are relative, limited per command, and wrapped or clamped (behaviour 3.8)") {
  struct Case {
    const char* text;
    double pan;
    double tilt;
  };
  const auto [text, pan, tilt] = GENERATE(Case{"(pantilt 30 5)", 30, 5}, Case{"(pantilt -30 -5)", -30, -5},
                                          Case{"(pantilt 100 11)", 90, 10}, Case{"(pantilt -1e308 1e308)", -90, 10},
                                          Case{"(pantilt inf -inf)", 90, -10}, Case{"(pantilt 0 0)", 0, 0},
                                          Case{"(pantilt x 3 y)", 0, 3}, Case{"(pantilt 80 6)(pantilt 80 6)", 160, 10},
                                          Case{"(pantilt 90 -9)(pantilt 90 -9)(pantilt 10 5)", -170, -5},
                                          Case{"(pantilt -90 0)(pantilt -90 0)(pantilt -45 0)(pantilt -45 0)", 90, 0},
                                          Case{"(pantilt 90 0)(pantilt 90 0)", 180, 0});
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = first_player(f);
  f.act(player, text);
  CHECK(player.pan_deg == Approx(pan).margin(1e-12));
  CHECK(player.tilt_deg == Approx(tilt).margin(1e-12));
}

TEST_CASE("pantilt: a command with an angle that is NaN, missing or a list is ignored") {
  const char* text = GENERATE("(pantilt nan 5)", "(pantilt 5 nan)", "(pantilt -nan 5)", "(pantilt)", "(pantilt 5)",
                              "(pantilt (5 5))", "(pantilt 5 (5))");
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = first_player(f);
  f.act(player, "(pantilt 20 2)");
  f.act(player, text);
  CHECK(player.pan_deg == 20);
  CHECK(player.tilt_deg == 2);
}

TEST_CASE("pantilt: the camera turns in every play mode, and before init") {
  SoccerFixture f;
  AgentState& agent = f.add_agent({0, 0, 1});
  f.silence(agent);
  for (std::size_t i = 0; i < kPlayModes.size(); ++i) {
    f.game().set_play_mode(kPlayModes[static_cast<std::size_t>(i)].mode);
    f.act(agent, "(pantilt 1 0)");
  }
  CHECK(agent.pan_deg == 19);
}

TEST_CASE("pantilt: a range whose minimum exceeds its maximum is the outer arc") {
  struct Case {
    double from;
    double turn;
    double pan;
  };
  // Allowed: 120 … 180 and -180 … -60. In the gap -60 … 120 the nearer end is taken, by its mean 30.
  const auto [from, turn, pan] =
      GENERATE(Case{150, 10, 160}, Case{150, 60, -150}, Case{-70, -20, -90}, Case{150, -70, 120}, Case{-100, 60, -60},
               Case{-100, 89, -60}, Case{130, -89, 120});
  CAPTURE(from, turn);
  SoccerFixture f;
  AgentState& player = first_player(f);
  f.call(player, "VisionPerceptor", "setPanRange", {integer(120), integer(-60)});
  player.pan_deg = from;
  f.act(player, fmt::format("(pantilt {} 0)", turn));
  CHECK(player.pan_deg == Approx(pan));
}

TEST_CASE("pantilt: script settings can exceed 8 bits, and values out of range are refused") {
  SoccerFixture f;
  AgentState& player = first_player(f);
  f.call(player, "PanTiltEffector", "setMaxPanAngleDelta", {integer(360)});
  f.call(player, "PanTiltEffector", "setMaxTiltAngleDelta", {integer(300)});
  f.call(player, "VisionPerceptor", "setTiltRange", {integer(-180), integer(180)});
  f.act(player, "(pantilt 270 170)");
  CHECK(player.pan_deg == Approx(-90));
  CHECK(player.tilt_deg == Approx(170));
  f.call(player, "VisionPerceptor", "setPanRange", {integer(-45), integer(45)});
  f.act(player, "(pantilt 5 0)");
  CHECK(player.pan_deg == Approx(-45));
  CHECK_THROWS(f.call(player, "PanTiltEffector", "setMaxPanAngleDelta", {integer(-1)}));
  CHECK_THROWS(f.call(player, "PanTiltEffector", "setMaxTiltAngleDelta", {integer(-1)}));
  CHECK_THROWS(f.call(player, "PanTiltEffector", "setSigma", {-0.1}));
  CHECK_THROWS(f.call(player, "VisionPerceptor", "setPanRange", {integer(-400), integer(0)}));
}

TEST_CASE("pantilt: without restricted vision the command has no effect") {
  SoccerFixture f;
  AgentState& player = first_player(f);
  auto& camera = f.find<spark::Leaf>(player.agent().name() + "/VisionPerceptor");
  camera.parent()->remove(camera);
  f.act(player, "(pantilt 30 5)");
  CHECK(player.pan_deg == 0);
  CHECK(player.tilt_deg == 0);
}

TEST_CASE("pantilt: both axes have noise of 0.25 degrees, even for (pantilt 0 0)") {
  SoccerFixture f(3);
  AgentState& player = f.add_player(Side::left, 1, {-10, 0, 0.22});
  AgentState& other = f.add_player(Side::left, 2, {-12, 0, 0.22});
  Sample pan, tilt, others, other_tilt;
  for (int i = 0; i < 4000; ++i) {
    player.pan_deg = player.tilt_deg = other.pan_deg = other.tilt_deg = 0;
    f.act(player, "(pantilt 0 0)");
    f.act(other, "(pantilt 40 0)");
    pan.push_back(player.pan_deg);
    tilt.push_back(player.tilt_deg);
    others.push_back(other.pan_deg);
    other_tilt.push_back(other.tilt_deg);
  }
  check_normal(pan, 0, 0.25);
  check_normal(tilt, 0, 0.25);
  check_normal(others, 40, 0.25);
  check_independent(pan, tilt);
  check_independent(pan, others);
  check_independent(tilt, other_tilt);
}

TEST_CASE("angles wrap into -180 to 180") {
  CHECK(wrap_degrees(180) == 180);
  CHECK(wrap_degrees(-180) == -180);
  CHECK(wrap_degrees(190) == Approx(-170));
  CHECK(wrap_degrees(-190) == Approx(170));
  CHECK(wrap_degrees(725) == Approx(5));
  CHECK(std::isnan(wrap_degrees(std::nan(""))));
}
