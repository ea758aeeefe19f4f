// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/angles.h"
#include "tests/soccer-plugin/seen.h"
#include "tests/soccer-plugin/statistics.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

/// The calibration error (m, own frame) of an agent at `eye` whose vision has no other noise; moves the ball.
Vec3 calibration_of(SoccerFixture& f, AgentState& agent, Vec3 eye) {
  f.place_ball(eye + own_frame(agent.side, {1, 0, 0}));
  const SeenRecorder ahead = look(f, agent);
  f.place_ball(eye + own_frame(agent.side, {0, 1, 0}));
  agent.pan_deg = 90;
  const SeenRecorder aside = look(f, agent);
  agent.pan_deg = 0;
  CHECK(find(ahead, "Ball")->distance == Approx(1.0));
  // At 1 m ahead tan θ = e_y / (1 + e_x) and sin φ = e_z, at 1 m to the left cot θ = e_x / (1 + e_y) without pan.
  const double t = std::tan(to_radians(find(ahead, "Ball")->theta));
  const double c = -std::tan(to_radians(find(aside, "Ball")->theta));
  return {c * (1 + t) / (1 - c * t), t * (1 + c) / (1 - c * t), std::sin(to_radians(find(ahead, "Ball")->phi))};
}

}  // namespace

TEST_CASE("vision: noise is drawn per object and sensation, that of the distance grows with the distance") {
  SoccerFixture f(11);
  AgentState& player = f.add_player(Side::left, 1, {-50, 0, 0.22});
  AgentState& other = f.add_player(Side::left, 2, {-50, 3, 0.22});
  // No calibration error here: it is constant and has its own test.
  for (AgentState* p : {&player, &other})
    f.call(*p, "VisionPerceptor", "setNoiseParams", {0.0965, 0.1225, 0.1480, 0.0});
  f.place_ball({0, 0, 0.22});
  AgentState& near = f.add_player(Side::right, 1, {-40, 0, 0.22});
  Sample distance, theta, phi, near_distance, near_theta, other_theta, other_distance, other_phi;
  for (int i = 0; i < 4000; ++i) {
    const SeenRecorder seen = look(f, player);
    distance.push_back(find(seen, "Ball")->distance);
    theta.push_back(find(seen, "Ball")->theta);
    phi.push_back(find(seen, "Ball")->phi);
    near_distance.push_back(find(seen, "Player", "1")->distance);
    near_theta.push_back(find(seen, "Player", "1")->theta);
    const SeenRecorder others = look(f, other);
    other_distance.push_back(find(others, "Ball")->distance);
    other_theta.push_back(find(others, "Ball")->theta);
    other_phi.push_back(find(others, "Ball")->phi);
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
  check_independent(distance, other_distance);
  check_independent(theta, other_theta);
  check_independent(phi, other_phi);
}

TEST_CASE("vision: the script gives the sigmas in the order distance, vertical, horizontal") {
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

TEST_CASE("vision: the view cone is tested after the noise is added") {
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

TEST_CASE("vision: the calibration error is drawn once per agent and axis, within 5 mm, and spares the distance") {
  SoccerFixture f(17);
  Sample x, y, z;
  for (int i = 0; i < 1000; ++i) {
    AgentState& agent = f.add_agent({-1, 0, 0.22});  // no team, so any number of them
    f.call(agent, "VisionPerceptor", "setNoiseParams", {0.0, 0.0, 0.0, 0.005});
    const Vec3 error = calibration_of(f, agent, {-1, 0, 0.22});
    CHECK(length(calibration_of(f, agent, {-1, 0, 0.22}) - error) == 0);
    x.push_back(error.x);
    y.push_back(error.y);
    z.push_back(error.z);
    f.disconnect(agent.agent());
  }
  for (const Sample& sample : {x, y, z}) check_uniform(sample, -0.005, 0.005);
  check_independent(x, y);
  check_independent(x, z);
  check_independent(y, z);
}

TEST_CASE("vision: the calibration error stays constant in the player's own frame (behaviour 4.1)") {
  SoccerFixture f(19);
  f.add_player(Side::left, 1, {-5, 5, 0.22});  // so that "bar" is the right team
  const Vec3 eye{-1, 0, 0.22};
  AgentState& agent = f.add_agent(eye);
  f.call(agent, "VisionPerceptor", "setNoiseParams", {0.0, 0.0, 0.0, 0.005});
  const Vec3 error = calibration_of(f, agent, eye);
  CHECK(length(error) > 0);
  f.act(agent, "(init (unum 0)(teamname bar))");
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.step(50);
  f.place(agent, eye);
  REQUIRE(agent.side == Side::right);
  CHECK(length(calibration_of(f, agent, eye) - error) < 1e-12);
}

TEST_CASE("vision: the 0.1 m limit includes the calibration error, the distance does not (behaviour 4.1)") {
  SoccerFixture f(18);
  int seen = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 eye{-1, 0, 0.22};
    AgentState& agent = f.add_agent(eye);
    f.call(agent, "VisionPerceptor", "setNoiseParams", {0.0, 0.0, 0.0, 0.005});
    const Vec3 error = calibration_of(f, agent, eye);
    const Vec3 way{0.1 + (i % 21 - 10) * 0.0005, 0, 0};
    f.place_ball(eye + way);
    const SeenRecorder sight = look(f, agent);
    const Seen* ball = find(sight, "Ball");
    CHECK((ball != nullptr) == (length(way + error) > 0.1));
    if (ball) CHECK(ball->distance == Approx(way.x));
    seen += ball != nullptr;
    f.disconnect(agent.agent());
  }
  CHECK(seen > 0);
  CHECK(seen < 200);
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

TEST_CASE("vision: objects outside the cone change nothing of what is seen of the others") {
  constexpr int kCones[] = {0, 30, 90, 120, 177, 180};
  // The same match twice, with these cones or with one that hides nothing.
  const auto play = [&](bool with_cones) {
    SoccerFixture f(31);
    AgentState& player = f.add_player(Side::left, 1, {3, -4, 0.22});
    f.add_player(Side::right, 1, {10, 5, 0.22});
    f.add_player(Side::right, 2, {-20, 15, 0.22});
    f.call(player, "VisionPerceptor", "setViewCones", {180, 180});
    std::vector<SeenRecorder> all;
    for (int i = 0; i < 2000; ++i) {
      if (with_cones) f.call(player, "VisionPerceptor", "setViewCones", {kCones[i % 6], 90});
      player.pan_deg = (i % 9) * 40 - 160;
      // Around the player, so slowly that the ball is often near to an edge of the cone.
      const double angle = 0.004 * i;
      f.place_ball({3 + 8 * std::cos(angle), -4 + 8 * std::sin(angle), 0.22 + i % 7});
      all.push_back(look(f, player));
    }
    return all;
  };
  const std::vector<SeenRecorder> whole = play(false), part = play(true);
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::size_t next = 0;
    for (const Seen& object : whole[i].objects) {
      if (std::abs(object.theta) > kCones[i % 6] || std::abs(object.phi) > 90) {
        ++hidden;
        continue;
      }
      REQUIRE(next < part[i].objects.size());
      const Seen& seen = part[i].objects[next++];
      const bool same = seen.distance == object.distance && seen.theta == object.theta && seen.phi == object.phi;
      CHECK(same);
    }
    CHECK(next == part[i].objects.size());
  }
  CHECK(hidden > 4000);
}
