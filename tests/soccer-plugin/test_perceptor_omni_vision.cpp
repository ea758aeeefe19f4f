// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/angles.h"
#include "tests/soccer-plugin/seen.h"
#include "tests/soccer-plugin/statistics.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

/// Gives the player the omni-directional perceptor in place of the camera.
void give_omni_vision(SoccerFixture& f, const AgentState& player) {
  auto& camera = f.find<spark::Leaf>(player.agent().name() + "/VisionPerceptor");
  camera.parent()->remove(camera);
  f.core.create("VisionPerceptor", "/usr/scene/" + player.agent().name() + "/VisionPerceptor");
}

}  // namespace

TEST_CASE("omni vision: everything around the player is seen, whatever the camera does (behaviour 4.2)") {
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

TEST_CASE("omni vision: angles are not wrapped again after the noise") {
  SoccerFixture f(2);
  AgentState& player = f.add_player(Side::left, 1, {10, 0, 0.22});
  give_omni_vision(f, player);
  f.call(player, "VisionPerceptor", "setNoiseParams", {0.0965, 0.1225, 0.1480, 0.0});
  f.place_ball({0, 0, 0.22});
  Sample theta;
  for (int i = 0; i < 2000; ++i) theta.push_back(find(look(f, player), "Ball")->theta);
  check_normal(theta, 180, 0.1480);
}

TEST_CASE("omni vision: without random noise each error is constant, and that of the distance is in metres") {
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
