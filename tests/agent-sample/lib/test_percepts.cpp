// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/percepts.h"

#include <catch2/catch.hpp>

using namespace rcss3d::agent;

TEST_CASE("a sensation is parsed into a struct") {
  Percepts percepts;
  percepts.read(
      "(Vision (Flag (id 1_l) (pol 20.5 -90 -0.5))(Goal (id 2_r) (pol 3 0 0))(Ball (pol 2 45 -10))"
      "(Player (team them) (id 7) (pol 5 180 0))( (id 0) (pol 1 0 0)))"
      "(GameState (unum 4) (team right) (FieldLength 40) (FieldWidth 20) (FieldHeight 30) (GoalWidth 4) (GoalDepth 2)"
      " (GoalHeight 1.6) (BorderSize 10) (AgentMass 75) (AgentRadius 0.22) (AgentMaxSpeed 10) (BallRadius 0.111)"
      " (BallMass 0.41) (time 12.5) (playmode corner_kick_left))"
      "(AgentState (pan_tilt 90 -10) (battery 99.5) (temp 23))(hear 12.5 self a)(hear 12.5 -30.5 b)");
  REQUIRE(percepts.vision);
  REQUIRE(percepts.seen.size() == 5);
  CHECK(percepts.seen[0].kind == Sighting::Kind::flag);
  CHECK(percepts.seen[0].id == "1_l");
  CHECK(percepts.seen[0].distance == 20.5);
  CHECK(percepts.seen[0].azimuth == Approx(-90 * kDegree));
  CHECK(percepts.seen[0].elevation == Approx(-0.5 * kDegree));
  CHECK(percepts.seen[1].kind == Sighting::Kind::goal);
  CHECK(percepts.seen[2].kind == Sighting::Kind::ball);
  CHECK(percepts.seen[3].kind == Sighting::Kind::player);
  CHECK(percepts.seen[3].team == "them");
  CHECK(percepts.seen[3].id == "7");
  CHECK(percepts.seen[4].kind == Sighting::Kind::other);
  CHECK(percepts.number == 4);
  CHECK(percepts.left == false);
  CHECK(percepts.field.length == 40);
  CHECK(percepts.field.width == 20);
  CHECK(percepts.field.height == 30);
  CHECK(percepts.field.goal_width == 4);
  CHECK(percepts.field.goal_depth == 2);
  CHECK(percepts.field.goal_height == 1.6);
  CHECK(percepts.field.border == 10);
  CHECK(percepts.field.ball_mass == 0.41);
  CHECK(percepts.game_time == 12.5);
  CHECK(percepts.play_mode == "corner_kick_left");
  REQUIRE(percepts.pan_tilt);
  CHECK(percepts.pan == Approx(90 * kDegree));
  CHECK(percepts.tilt == Approx(-10 * kDegree));
  CHECK(percepts.battery == 99.5);
  REQUIRE(percepts.heard.size() == 2);
  CHECK(percepts.heard[0].sender == "self");
  CHECK(percepts.heard[1].sender == "-30.5");
  CHECK(percepts.heard[1].text == "b");
}

TEST_CASE("percepts that are missing in a sensation are unset, and nothing remains of the previous one") {
  Percepts percepts;
  percepts.read(
      "(Vision (Ball (pol 2 45 -10)))(GameState (unum 4) (team left) (FieldLength 40) (playmode PlayOn))(hear 1 2 x)");
  percepts.read("(GameState (time 3))");
  CHECK_FALSE(percepts.vision);
  CHECK(percepts.seen.empty());
  CHECK_FALSE(percepts.number);
  CHECK_FALSE(percepts.left);
  CHECK(percepts.field.length == 0);
  CHECK(percepts.play_mode.empty());
  CHECK(percepts.heard.empty());
  CHECK_FALSE(percepts.pan_tilt);
  percepts.read("(time (now 1.2))");
  CHECK(percepts.simulated_time == 1.2);
  CHECK_FALSE(percepts.game_time);
}

TEST_CASE("objects and items with impossible numbers are left out") {
  Percepts percepts;
  percepts.read(
      "(Vision (Ball (pol nan 0 0))(Ball (pol 1 inf 0))(Ball (pol -1 0 0))(Ball)(Ball (pol 1e9 0 0))(Ball (pol 3 1 1)))"
      "(GameState (unum nan) (FieldLength -4) (FieldWidth inf) (GoalWidth 1e-300) (time nan))"
      "(AgentState (pan_tilt nan 0) (battery -nan))");
  REQUIRE(percepts.seen.size() == 1);
  CHECK(percepts.seen[0].distance == 3);
  CHECK_FALSE(percepts.number);
  CHECK(percepts.field.length == 0);
  CHECK(percepts.field.width == 0);
  CHECK(percepts.field.goal_width == 0);
  CHECK_FALSE(percepts.game_time);
  CHECK_FALSE(percepts.pan_tilt);
  CHECK_FALSE(percepts.battery);
  percepts.read("(GameState (unum 1e300))(time (now 1e300))");
  CHECK_FALSE(percepts.number);
  CHECK_FALSE(percepts.simulated_time);
}
