// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/angles.h"
#include "soccer-plugin/perceptors/restricted_vision_perceptor.h"
#include "tests/soccer-plugin/seen.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

AgentState& silent_player(SoccerFixture& f, Side side, Vec3 position) {
  AgentState& player = f.add_player(side, 0, position);
  f.silence(player);
  return player;
}

std::string vision_text(SoccerFixture& f, const AgentState& player) {
  const std::string text = f.sense(player);
  return text.substr(0, text.find("(GameState"));
}

}  // namespace

TEST_CASE("vision: the percept is written as documented, to the byte (behaviour 4.1)") {
  SoccerFixture f;
  AgentState& player = silent_player(f, Side::left, {0, 0, 0.22});
  f.add_player(Side::right, 7, {10, 10, 0.22});
  f.add_agent({0, -5, 0.22});
  f.place_ball(3, 4);
  // Directions and distances of the 104 × 68 m field by hand: √(52² + 34²) = 62.13 etc.
  CHECK(vision_text(f, player) ==
        "(Vision (Flag (id 1_r) (pol 62.1293 -33.1785 -0.202885)) (Flag (id 2_r) (pol 62.1293 33.1785 -0.202885))"
        " (Goal (id 1_r) (pol 52.1291 -4.0261 -0.241806)) (Goal (id 2_r) (pol 52.1291 4.0261 -0.241806))"
        " (Ball (pol 5.00119 53.1301 -1.24885)) (Player (team bar) (id 7) (pol 14.1421 45 0))"
        " ( (id 0) (pol 5 -90 0)))");
}

TEST_CASE("vision: a percept without objects is the predicate and a blank") {
  SoccerFixture f;
  AgentState& player = silent_player(f, Side::left, {54, 0, 0.22});
  CHECK(vision_text(f, player) == "(Vision )");
}

TEST_CASE("vision: markers come first, then the ball, then the other players in order of connection") {
  SoccerFixture f;
  std::vector<AgentState*> players;
  for (int i = 0; i < 3; ++i) players.push_back(&f.add_player(Side::right, 3 - i, {10.0 + i, 5, 0.22}));
  AgentState& observer = silent_player(f, Side::left, {-53, 0, 0.22});
  spark::AgentAspect& unborn = f.connect({0, 0, 5});
  f.add_player(Side::left, 9, {20, 5, 0.22});
  std::string order;
  for (const Seen& seen : look(f, observer).objects) order += seen.kind + seen.id + ' ';
  CHECK(order ==
        "Flag1_l Flag2_l Flag1_r Flag2_r Goal1_l Goal2_l Goal1_r Goal2_r Ball Player3 Player2 Player1 Player9 ");
  f.disconnect(players[1]->agent());
  f.create_parts(unborn);
  order.clear();
  for (const Seen& seen : look(f, observer).objects) order += seen.kind + seen.id + ' ';
  CHECK(order == "Flag1_l Flag2_l Flag1_r Flag2_r Goal1_l Goal2_l Goal1_r Goal2_r Ball Player3 Player1 0 Player9 ");
}

TEST_CASE("vision: directions are in the player's own frame, ids of markers are absolute (behaviour 1.2, 14.2)") {
  SoccerFixture f;
  AgentState& right = silent_player(f, Side::right, {10, 5, 0.22});
  f.place_ball(0, 0);
  const SeenRecorder seen = look(f, right);
  REQUIRE(find(seen, "Ball"));
  CHECK(find(seen, "Ball")->theta == Approx(26.565).epsilon(1e-5));
  // The right team looks towards -x, where the flags of the left end are.
  CHECK(find(seen, "Flag", "1_l"));
  CHECK_FALSE(find(seen, "Flag", "1_r"));
  CHECK(find(seen, "Flag", "2_l")->theta < 0);  // the world's +y is on its right
}

TEST_CASE("vision: distance and angles are right for every side, camera and position") {
  const Side side = GENERATE(Side::none, Side::left, Side::right);
  const double pan = GENERATE(0.0, 35.0, -120.0, 180.0);
  const double tilt = GENERATE(0.0, 7.0, -10.0);
  const Vec3 ball = GENERATE(Vec3{0, 0, 0.111}, Vec3{-20, 15, 3}, Vec3{30, -30, 0.111}, Vec3{-5, 2, 12});
  CAPTURE(side, pan, tilt, ball.x);
  SoccerFixture f;
  const Vec3 eye{-7, 3, 0.22};
  AgentState& player = side == Side::none ? f.add_agent(eye) : f.add_player(side, 0, eye);
  f.silence(player);
  f.place_ball(ball);
  player.pan_deg = pan;
  player.tilt_deg = tilt;
  const double sign = side == Side::right ? -1 : 1;
  const Vec3 way{sign * (ball.x - eye.x), sign * (ball.y - eye.y), ball.z - eye.z};
  const double theta = std::remainder(to_degrees(std::atan2(way.y, way.x)) - pan, 360);
  const double phi = to_degrees(std::asin(way.z / length(way))) - tilt;
  const SeenRecorder seen = look(f, player);
  const Seen* found = find(seen, "Ball");
  REQUIRE((found != nullptr) == (std::abs(theta) <= 90 && std::abs(phi) <= 90));
  if (!found) return;
  CHECK(found->distance == Approx(length(way)));
  CHECK(found->theta == Approx(theta).margin(1e-9));
  CHECK(found->phi == Approx(phi).margin(1e-9));
}

TEST_CASE("vision: the values of the view cone are half angles, borders included") {
  struct Case {
    int horizontal;
    int vertical;
    double direction;
    double elevation;
    bool seen;
  };
  const auto c = GENERATE(Case{90, 90, 89.99, 0, true}, Case{90, 90, 90, 0, true}, Case{90, 90, 90.01, 0, false},
                          Case{90, 90, -90.01, 0, false}, Case{45, 90, 44.9, 0, true}, Case{45, 90, 45.1, 0, false},
                          Case{90, 20, 0, 19.9, true}, Case{90, 20, 0, 20.1, false}, Case{180, 90, 179, 0, true},
                          Case{0, 90, 1, 0, false}, Case{90, 90, 0, 90, true}, Case{90, 89, 0, 90, false},
                          Case{90, 0, 0, 0, true});
  CAPTURE(c.horizontal, c.vertical, c.direction, c.elevation);
  SoccerFixture f;
  AgentState& player = silent_player(f, Side::left, {-10, 0, 0.22});
  f.call(player, "VisionPerceptor", "setViewCones", {integer(c.horizontal), integer(c.vertical)});
  const double d = to_radians(c.direction);
  const double e = to_radians(c.elevation);
  f.place_ball({-10 + 10 * std::cos(e) * std::cos(d), 10 * std::cos(e) * std::sin(d), 0.22 + 10 * std::sin(e)});
  CHECK((find(look(f, player), "Ball") != nullptr) == c.seen);
}

TEST_CASE("vision: an object at most 0.1 m away is not listed") {
  struct Case {
    double distance;
    bool seen;
  };
  const auto [distance, seen] = GENERATE(Case{0.0, false}, Case{0.0999, false}, Case{0.1001, true});
  SoccerFixture f;
  AgentState& player = silent_player(f, Side::left, {-10, 0, 0.22});
  f.place_ball({-10 + distance, 0, 0.22});
  CHECK((find(look(f, player), "Ball") != nullptr) == seen);
}

TEST_CASE("vision: no player sees itself, however large its calibration error is") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 4, {-10, 0, 0.22});
  f.add_player(Side::left, 5, {-20, 8, 0.22});
  f.call(player, "VisionPerceptor", "setViewCones", {integer(180), integer(180)});
  f.call(player, "VisionPerceptor", "setNoiseParams", {0.0, 0.0, 0.0, 5.0});
  const SeenRecorder seen = look(f, player);
  CHECK_FALSE(find(seen, "Player", "4"));
  CHECK(find(seen, "Player", "5"));
  CHECK(find(seen, "Ball"));
}

TEST_CASE("vision: an object straight above or below has finite angles, with and without noise") {
  const double height = GENERATE(2.0, -2.0, 0.15);
  const bool noise = GENERATE(true, false);
  SoccerFixture f(GENERATE(1, 2, 3, 4));
  AgentState& player = f.add_player(Side::left, 1, {-10, 0, 5});
  f.call(player, "VisionPerceptor", "setViewCones", {integer(180), integer(180)});
  f.call(player, "VisionPerceptor", "addNoise", {noise});
  f.place_ball({-10, 0, 5 + height});
  for (int i = 0; i < 50; ++i) {
    const SeenRecorder seen = look(f, player);
    const Seen* ball = find(seen, "Ball");
    REQUIRE(ball);
    REQUIRE(std::isfinite(ball->theta));
    // Seen from 2 m, 5 mm of calibration error are 0.14 degrees, from 0.15 m they are 1.9; near the pole acos turns a
    // clamped or short ratio into up to acos(1 - 0.005/0.15) = 15 degrees.
    REQUIRE(std::abs(ball->phi) == Approx(90).margin(noise ? 16 : 1e-9));
  }
}

TEST_CASE("vision: the optional own position is exact and in the player's own frame") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::right, 1, {53.5, -2.25, 0.22});
  player.pan_deg = 180;
  f.call(player, "VisionPerceptor", "setViewCones", {integer(0), integer(0)});
  f.call(player, "VisionPerceptor", "setSenseMyPos", {true});
  CHECK(vision_text(f, player) == "(Vision (mypos -53.5 2.25 0.22))");
}

TEST_CASE("vision: a teleported object is seen at its new place after the next step only (behaviour 2.5)") {
  SoccerFixture f;
  f.game().set_play_mode(PlayMode{Phase::play_on});
  AgentState& player = silent_player(f, Side::left, {-10, 0, 0.22});
  f.place_ball(0, 0);
  f.ball().place({20, 0, 0.111});
  CHECK(find(look(f, player), "Ball")->distance == Approx(10).epsilon(0.001));
  f.step();
  CHECK(find(look(f, player), "Ball")->distance == Approx(30).epsilon(0.001));
}

TEST_CASE("vision: the predicate can be renamed by the script") {
  SoccerFixture f;
  AgentState& player = silent_player(f, Side::left, {54, 0, 0.22});
  f.call(player, "VisionPerceptor", "setPredicateName", {std::string("PerfectVision")});
  CHECK(vision_text(f, player) == "(PerfectVision )");
}

TEST_CASE("vision: settings out of range are refused") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  CHECK_THROWS(f.call(player, "VisionPerceptor", "setNoiseParams", {-0.1, 0.1, 0.1, 0.1}));
  CHECK_THROWS(f.call(player, "VisionPerceptor", "setNoiseParams", {0.1, 0.1, 0.1, -0.1}));
  CHECK_THROWS(f.call(player, "VisionPerceptor", "setViewCones", {integer(181), integer(90)}));
  CHECK_THROWS(f.call(player, "VisionPerceptor", "setViewCones", {integer(90), integer(-1)}));
  CHECK_THROWS(f.call(player, "VisionPerceptor", "setTiltRange", {integer(0), integer(361)}));
}

TEST_CASE("vision: the default ranges of the camera are 90 degrees of pan and 20 of tilt") {
  const AgentState bare;
  CHECK(bare.pan_range.limit(120) == 90);
  CHECK(bare.pan_range.limit(-120) == -90);
  CHECK(bare.tilt_range.limit(30) == 20);
  CHECK(bare.tilt_range.limit(-30) == -20);
}
