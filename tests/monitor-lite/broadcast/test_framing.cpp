// SPDX-License-Identifier: Apache-2.0
// Near cameras of a broadcast: no player who takes part in a shot is cut off.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "monitor-lite/broadcast/framing.h"

using namespace monitor;

namespace {

constexpr float kScoreBoard = 1 - 2 * kFreeAbove;  // its lower edge

struct Scene {
  explicit Scene(std::string_view of, float aspect = 16.0F / 9.0F) : name(of), shape(aspect) {}

  void look(float seconds = 0.04F) { camera = framing.camera(name, game, now, shape, seconds); }
  glm::vec2 seen(const Point& place) const {
    const glm::vec4 at = camera.matrix(shape) * glm::vec4(place.x, place.y, place.z, 1);
    REQUIRE(at.w > 0);
    return glm::vec2(at) / at.w;
  }
  bool shows(const Point& place) const {
    const glm::vec2 at = seen(place);
    return std::abs(at.x) < 1 && at.y > -1 && at.y < kScoreBoard;
  }
  bool shows_goal(double side) const {
    bool all = true;
    for (const double post : {-0.5, 0.5})
      all = all && shows({side * game.field_length / 2, post * game.goal_width, 0}) &&
            shows({side * game.field_length / 2, post * game.goal_width, game.goal_height});
    return all;
  }
  void put(Side side, int number, double x, double y) {
    now.players.push_back({side, number, true, {x, y, 0.22}, false, {}});
  }

  Game game;
  Snapshot now;
  Framing framing;
  std::string_view name;
  float shape;
  Camera camera;
};

}  // namespace

TEST_CASE("the ball's camera shows shooter, goalkeeper, ball and goal during a shot from any direction") {
  const auto aspect = GENERATE(16.0F / 9.0F, 4.0F / 3.0F, 21.0F / 9.0F);
  const double side = GENERATE(-1.0, 1.0);
  const double from_y = GENERATE(-30.0, -8.0, 0.0, 20.0, 33.0);
  CAPTURE(aspect, side, from_y);
  Scene scene("ball", aspect);
  const double line = side * scene.game.field_length / 2;
  const Point shooter{line - side * 22, from_y, 0.22}, keeper{line - side * 1.0, 1.0, 0.22};
  scene.put(Side::left, 9, shooter.x, shooter.y);
  scene.put(Side::right, 1, keeper.x, keeper.y);
  scene.put(Side::right, 4, line - side * 9, from_y / 2);
  scene.put(Side::left, 2, -line, 0);
  // The ball comes to the shooter before he shoots: with a pass from midfield.
  double shown = 0, pictures = 0;
  const Point begin{line - side * 50, from_y * 0.5, 0.11};
  for (double at = 0; at < 1; at += 0.02) {
    scene.now.ball = {std::lerp(begin.x, shooter.x, at), std::lerp(begin.y, shooter.y, at), 0.11};
    scene.look();
  }
  for (double at = 0; at < 1; at += 0.04) {
    scene.now.ball = {std::lerp(shooter.x, line, at), std::lerp(shooter.y, 2.0, at), 0.11 + 2 * at * (1 - at)};
    scene.look();
    ++pictures;
    shown += scene.shows(scene.now.ball) && scene.shows(keeper) && scene.shows({keeper.x, keeper.y, 1.0}) &&
             scene.shows_goal(side) && (at > 0.5 || scene.shows(shooter));
  }
  CHECK(shown == pictures);
}

TEST_CASE("at a corner the camera behind the goal shows the ball, the goal and all players near it") {
  const double side = GENERATE(-1.0, 1.0), flag = GENERATE(-1.0, 1.0);
  Scene scene(side < 0 ? "left" : "right");
  const double line = side * scene.game.field_length / 2, y = flag * scene.game.field_width / 2;
  scene.now.ball = {line, y, 0.11};
  scene.put(Side::left, 7, line + side * 0.4, y + flag * 0.4);
  for (int i = 0; i < 5; ++i) scene.put(Side::right, i + 1, line - side * (1.0 + 2 * i), 3.0 * i - 6);
  scene.look();
  CHECK(scene.shows(scene.now.ball));
  CHECK(scene.shows_goal(side));
  for (const Player& player : scene.now.players) CHECK(scene.shows(player.position));
}

TEST_CASE("the ball's camera moves smoothly, stays close without players, and stays finite") {
  Scene scene("ball");
  scene.look();
  CHECK(glm::distance(scene.camera.eye, glm::vec3(0)) < 40);
  // A ball that wanders through crowds: no picture is far from the one before.
  std::mt19937 random(7);
  std::uniform_real_distribution<double> x(-50, 50), y(-32, 32);
  for (int i = 0; i < 22; ++i) scene.put(i < 11 ? Side::left : Side::right, i % 11 + 1, x(random), y(random));
  Point goal{};
  glm::vec3 before = scene.camera.eye;
  for (int i = 0; i < 1500; ++i) {
    if (i % 60 == 0) goal = {x(random), y(random), 0.11};
    scene.now.ball.x += std::clamp(goal.x - scene.now.ball.x, -0.5, 0.5);
    scene.now.ball.y += std::clamp(goal.y - scene.now.ball.y, -0.5, 0.5);
    scene.look();
    CHECK(scene.shows(scene.now.ball));
    CHECK(glm::distance(scene.camera.eye, before) < 4.0F);
    before = scene.camera.eye;
  }
  // The camera cuts to a ball that is put elsewhere.
  scene.now.ball = {-52, 34, 0.11};
  scene.look();
  CHECK(std::abs(scene.camera.eye.x + 40) < 25);
  for (const double far : {1e30, -1e30}) {
    scene.now.ball = {far, far, far};
    scene.now.players[0].position = {-far, far, 0};
    scene.look();
    for (int axis = 0; axis < 3; ++axis) CHECK(std::isfinite(scene.camera.eye[axis]));
    CHECK(glm::length(scene.camera.eye) < 1000);
  }
}
