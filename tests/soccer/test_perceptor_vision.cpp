// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/angles.h"
#include "soccer-plugin/perceptors/restricted_vision_perceptor.h"
#include "tests/soccer/seen.h"
#include "tests/soccer/statistics.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

spark::Value integer(int i) {
  return std::int64_t{i};
}

AgentState& silent_player(SoccerFixture& f, Side side, Vec3 position) {
  AgentState& player = f.add_player(side, 0, position);
  f.silence(player);
  return player;
}

std::string vision_text(SoccerFixture& f, const AgentState& player) {
  const std::string text = f.sense(player);
  return text.substr(0, text.find("(GameState"));
}

/// Gives the player the omni-directional perceptor in place of the camera.
void give_omni_vision(SoccerFixture& f, const AgentState& player) {
  auto& camera = f.find<spark::Leaf>(player.agent().name() + "/VisionPerceptor");
  camera.parent()->remove(camera);
  f.core.create("VisionPerceptor", "/usr/scene/" + player.agent().name() + "/VisionPerceptor");
}

}  // namespace

TEST_CASE("vision: the text, to the byte (behaviour 4.1)") {
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

TEST_CASE("vision: nothing to see is a predicate with a blank") {
  SoccerFixture f;
  AgentState& player = silent_player(f, Side::left, {54, 0, 0.22});
  CHECK(vision_text(f, player) == "(Vision )");
}

TEST_CASE("vision: markers, ball, then players in order of connection, without the observer") {
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

TEST_CASE("vision: own frame, absolute marker ids (behaviour 1.2, 14.2)") {
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

TEST_CASE("vision: geometry for every side, camera and place") {
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

TEST_CASE("vision: the view cone's values are half angles, borders included") {
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
                          Case{0, 90, 1, 0, false});
  CAPTURE(c.horizontal, c.vertical, c.direction, c.elevation);
  SoccerFixture f;
  AgentState& player = silent_player(f, Side::left, {-10, 0, 0.22});
  f.call(player, "VisionPerceptor", "setViewCones", {integer(c.horizontal), integer(c.vertical)});
  const double d = to_radians(c.direction);
  const double e = to_radians(c.elevation);
  f.place_ball({-10 + 10 * std::cos(e) * std::cos(d), 10 * std::cos(e) * std::sin(d), 0.22 + 10 * std::sin(e)});
  CHECK((find(look(f, player), "Ball") != nullptr) == c.seen);
}

TEST_CASE("vision: what is at most 0.1 m away is not listed") {
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

TEST_CASE("vision: straight above and below, noise or not, the angle is a number") {
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

TEST_CASE("vision: optional own position, in the own frame and exact") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::right, 1, {53.5, -2.25, 0.22});
  player.pan_deg = 180;
  f.call(player, "VisionPerceptor", "setViewCones", {integer(0), integer(0)});
  f.call(player, "VisionPerceptor", "setSenseMyPos", {true});
  CHECK(vision_text(f, player) == "(Vision (mypos -53.5 2.25 0.22))");
}

TEST_CASE("vision: teleports show after the next step only (behaviour 2.5)") {
  SoccerFixture f;
  f.game().set_play_mode(PlayMode::play_on);
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

TEST_CASE("vision: class defaults of the camera's ranges") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  const auto& bare = dynamic_cast<RestrictedVisionPerceptor&>(
      f.core.create("RestrictedVisionPerceptor", "/usr/scene/" + player.agent().name() + "/Second"));
  CHECK(bare.limit_pan(120) == 90);
  CHECK(bare.limit_pan(-120) == -90);
  CHECK(bare.limit_tilt(30) == 20);
  CHECK(bare.limit_tilt(-30) == -20);
}

TEST_CASE("vision: noise per object and sensation; the distance's grows with the distance") {
  SoccerFixture f(11);
  AgentState& player = f.add_player(Side::left, 1, {-50, 0, 0.22});
  AgentState& other = f.add_player(Side::left, 2, {-50, 3, 0.22});
  // No calibration error here: it is constant and has its own test.
  for (AgentState* p : {&player, &other})
    f.call(*p, "VisionPerceptor", "setNoiseParams", {0.0965, 0.1225, 0.1480, 0.0});
  f.place_ball({0, 0, 0.22});
  AgentState& near = f.add_player(Side::right, 1, {-40, 0, 0.22});
  Sample distance, theta, phi, near_distance, near_theta, other_theta;
  for (int i = 0; i < 4000; ++i) {
    const SeenRecorder seen = look(f, player);
    distance.push_back(find(seen, "Ball")->distance);
    theta.push_back(find(seen, "Ball")->theta);
    phi.push_back(find(seen, "Ball")->phi);
    near_distance.push_back(find(seen, "Player", "1")->distance);
    near_theta.push_back(find(seen, "Player", "1")->theta);
    other_theta.push_back(find(look(f, other), "Ball")->theta);
  }
  REQUIRE(near.unum == 1);
  check_normal(distance, 50, 50 * 0.000965);  // 0.0483 m (behaviour 14.2)
  check_normal(near_distance, 10, 10 * 0.000965);
  check_normal(theta, 0, 0.1480);
  check_normal(phi, 0, 0.1225);
  check_independent(distance, theta);
  check_independent(distance, phi);
  check_independent(theta, phi);
  check_independent(theta, near_theta);
  check_independent(distance, near_distance);
  check_independent(theta, other_theta);
}

TEST_CASE("vision: the sigmas of the script are distance, vertical, horizontal") {
  SoccerFixture f(5);
  AgentState& player = f.add_player(Side::left, 1, {-50, 0, 0.22});
  f.call(player, "VisionPerceptor", "setNoiseParams", {1.0, 2.0, 3.0, 0.0});
  f.place_ball({0, 0, 0.22});
  Sample distance, theta, phi;
  for (int i = 0; i < 2000; ++i) {
    const SeenRecorder seen = look(f, player);
    distance.push_back(find(seen, "Ball")->distance);
    phi.push_back(find(seen, "Ball")->phi);
    theta.push_back(find(seen, "Ball")->theta);
  }
  check_normal(distance, 50, 0.5);
  check_normal(phi, 0, 2);
  check_normal(theta, 0, 3);
}

TEST_CASE("vision: the cone is tested after the noise") {
  SoccerFixture f(5);
  AgentState& player = f.add_player(Side::left, 1, {-50, 0, 0.22});
  f.call(player, "VisionPerceptor", "setNoiseParams", {0.0965, 0.1225, 0.1480, 0.0});
  f.place_ball({-50, 30, 0.22});  // exactly on the border
  constexpr int n = 2000;
  int seen = 0;
  for (int i = 0; i < n; ++i)
    if (const auto sight = look(f, player); find(sight, "Ball")) {
      ++seen;
      REQUIRE(find(sight, "Ball")->theta <= 90);
    }
  // A binomial share of one half has the deviation √n/2.
  CHECK(std::abs(seen - n / 2) < kBound * std::sqrt(n) / 2);
}

TEST_CASE("vision: the calibration error is drawn once per agent, within 5 mm, and not part of the distance") {
  SoccerFixture f(17);
  f.place_ball({0, 0, 0.22});
  Sample y, z;
  for (int i = 0; i < 300; ++i) {
    AgentState& agent = f.add_agent({-1, 0, 0.22});  // no team, so any number of them
    f.call(agent, "VisionPerceptor", "setNoiseParams", {0.0, 0.0, 0.0, 0.005});
    const SeenRecorder first = look(f, agent);
    const SeenRecorder second = look(f, agent);
    CHECK(find(first, "Ball")->theta == find(second, "Ball")->theta);
    CHECK(find(first, "Ball")->phi == find(second, "Ball")->phi);
    CHECK(find(first, "Ball")->distance == Approx(1.0));
    // At 1 m: tan theta = e_y / (1 + e_x), sin phi = e_z.
    y.push_back(std::tan(to_radians(find(first, "Ball")->theta)));
    z.push_back(std::sin(to_radians(find(first, "Ball")->phi)));
    CHECK(std::abs(y.back()) <= 0.005 / 0.995);
    CHECK(std::abs(z.back()) <= 0.005);
    f.disconnect(agent.agent());
  }
  // Uniform in ±0.005: deviation 0.005/√3; of 300 draws the deviation's own relative error is √(0.2/300)
  // (kurtosis 1.8).
  const double sigma = 0.005 / std::sqrt(3.0);
  for (const Sample& sample : {y, z}) {
    CHECK(std::abs(mean(sample)) < kBound * sigma / std::sqrt(300.0));
    CHECK(deviation(sample) == Approx(sigma).epsilon(kBound * std::sqrt(0.2 / 300)));
  }
  check_independent(y, z);
}

TEST_CASE("vision: switching the noise off switches the calibration error off") {
  SoccerFixture f(17);
  AgentState& player = f.add_player(Side::left, 1, {-1, 0, 0.22});
  f.place_ball({0, 0, 0.22});
  f.call(player, "VisionPerceptor", "addNoise", {false});
  const SeenRecorder seen = look(f, player);
  CHECK(find(seen, "Ball")->distance == 1.0);
  CHECK(find(seen, "Ball")->theta == 0.0);
  CHECK(find(seen, "Ball")->phi == Approx(0.0).margin(1e-12));
}

TEST_CASE("omni vision: everything around, no camera (behaviour 4.2)") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::right, 1, {10, 0, 0.22});
  give_omni_vision(f, player);
  f.call(player, "VisionPerceptor", "addNoise", {false});
  f.place_ball({20, 5, 0.22});
  player.pan_deg = 50;
  const SeenRecorder seen = look(f, player);
  CHECK(seen.objects.size() == 9);
  CHECK(find(seen, "Ball")->theta == Approx(to_degrees(std::atan2(-5, -10))));
  f.call(player, "VisionPerceptor", "setSenseMyPos", {true});
  CHECK(look(f, player).my_pos == Vec3{-10, 0, 0.22});
}

TEST_CASE("omni vision: noise is not wrapped again") {
  SoccerFixture f(2);
  AgentState& player = f.add_player(Side::left, 1, {10, 0, 0.22});
  give_omni_vision(f, player);
  f.call(player, "VisionPerceptor", "setNoiseParams", {0.0965, 0.1225, 0.1480, 0.0});
  f.place_ball({0, 0, 0.22});
  Sample theta;
  for (int i = 0; i < 2000; ++i) theta.push_back(find(look(f, player), "Ball")->theta);
  check_normal(theta, 180, 0.1480);
}

TEST_CASE("omni vision: without random noise the errors stay, the distance's in metres") {
  SoccerFixture f(23);
  f.place_ball({0, 0, 0.22});
  Sample distance, theta, phi;
  for (int i = 0; i < 300; ++i) {
    AgentState& player = f.add_agent({-50, 0, 0.22});
    give_omni_vision(f, player);
    f.call(player, "VisionPerceptor", "setNoiseParams", {0.0965, 0.1225, 0.1480, 0.0});
    f.call(player, "VisionPerceptor", "useRandomNoise", {false});
    const SeenRecorder first = look(f, player);
    const SeenRecorder second = look(f, player);
    CHECK(find(first, "Ball")->distance == find(second, "Ball")->distance);
    CHECK(find(first, "Ball")->theta == find(second, "Ball")->theta);
    // The same error for every object.
    CHECK(find(first, "Flag", "1_l")->distance - std::hypot(2, 34, 0.22) == Approx(find(first, "Ball")->distance - 50));
    distance.push_back(find(first, "Ball")->distance);
    theta.push_back(find(first, "Ball")->theta);
    phi.push_back(find(first, "Ball")->phi);
    f.disconnect(player.agent());
  }
  check_normal(distance, 50, 0.0965);
  check_normal(theta, 0, 0.1480);
  check_normal(phi, 0, 0.1225);
  check_independent(distance, theta);
  check_independent(distance, phi);
  check_independent(theta, phi);
}

TEST_CASE("omni vision: with the dynamic axis directions are relative to the body's up vector") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  give_omni_vision(f, player);
  f.call(player, "VisionPerceptor", "addNoise", {false});
  f.call(player, "VisionPerceptor", "setStaticSenseAxis", {false});
  f.call(player, "VisionPerceptor", "setSenseMyPos", {true});
  // Turned by 90 degrees about y: the body's z axis points to the world's x.
  const spark::Mat3 turned{0, 0, 1, 0, 1, 0, -1, 0, 0};
  player.agent().set_world_pose({{0, 0, 0.22}, turned});
  f.place_ball({3, 3, 3.22});
  const SeenRecorder seen = look(f, player);
  CHECK(find(seen, "Ball")->theta == Approx(45));
  CHECK(find(seen, "Ball")->phi == Approx(45));
  CHECK_FALSE(seen.my_pos);
  player.agent().set_world_pose({{0, 0, 0.22}, spark::kIdentity3});
  CHECK(find(look(f, player), "Ball")->phi == Approx(-45));  // 45 less the up vector's 90
}
