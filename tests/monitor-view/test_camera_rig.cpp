// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "monitor-lite/view/camera_rig.h"

using namespace monitor;

namespace {

constexpr float kAspect = 16.0F / 9.0F;

struct Scene {
  Game game;
  Snapshot now;
  CameraRig rig;
  Camera look(float seconds = 0.02F) { return rig.camera(game, now, kAspect, seconds); }
};

float yaw(const Camera& camera) {
  const glm::vec3 ahead = camera.target - camera.eye;
  return std::atan2(ahead.y, ahead.x);
}

}  // namespace

TEST_CASE("cameras are chosen by name, and taken in turn") {
  Scene scene;
  CHECK(scene.rig.name() == "side");
  for (const std::string_view name : {"ball", "left", "right", "top", "side"}) {
    scene.rig.next();
    CHECK(scene.rig.name() == name);
  }
  scene.rig.choose("nowhere");
  CHECK(scene.rig.name() == "side");
  scene.rig.choose("left");
  CHECK(scene.look().eye.x < -52);
}

TEST_CASE("a camera that is moved by hand becomes free where it is") {
  Scene scene;
  const Camera before = scene.look();
  scene.rig.turn(0.0F, 0.0F);
  CHECK(scene.rig.name() == "free");
  const Camera after = scene.look();
  CHECK(glm::distance(before.eye, after.eye) < 0.1F);
  CHECK(glm::dot(glm::normalize(before.target - before.eye), glm::normalize(after.target - after.eye)) > 0.9999F);
  // Dragging to the right shows what is farther left: the world follows the hand.
  scene.rig.turn(0.2F, 0.0F);
  CHECK(yaw(scene.look()) < yaw(after) - 0.3F);
  CHECK(scene.look().target.x == Approx(after.target.x).margin(0.01));
  scene.rig.choose("side");
  CHECK(glm::distance(scene.look().eye, before.eye) < 0.01F);
}

TEST_CASE("the wheel comes nearer, and never too near, too far, or below the ground") {
  Scene scene;
  const float before = glm::distance(scene.look().eye, scene.look().target);
  scene.rig.zoom(3);
  const Camera nearer = scene.look();
  CHECK(glm::distance(nearer.eye, nearer.target) < before * 0.8F);
  for (int i = 0; i < 50; ++i) scene.rig.zoom(100);
  CHECK(glm::distance(scene.look().eye, scene.look().target) > 1);
  for (int i = 0; i < 50; ++i) scene.rig.zoom(-100);
  CHECK(glm::distance(scene.look().eye, scene.look().target) < 300);
  for (int i = 0; i < 100; ++i) scene.rig.turn(0, -1);
  CHECK(scene.look().eye.z > 0);
  for (int i = 0; i < 100; ++i) scene.rig.turn(0, 1);
  CHECK(std::isfinite(scene.look().matrix(kAspect)[0][0]));
}

TEST_CASE("what is dragged stays under the hand") {
  for (const char* name : {"side", "left", "right", "top"}) {
    CAPTURE(name);
    Scene scene;
    scene.rig.choose(name);
    scene.look();
    scene.rig.turn(0, 0);
    const Camera before = scene.look();
    glm::vec3 grabbed, now;
    REQUIRE(before.hit(0, 0, kAspect, 0, grabbed));
    scene.rig.shift(0.1F, 0);
    REQUIRE(scene.look().hit(0.1F * 2 / kAspect, 0, kAspect, 0, now));
    CHECK(glm::distance(grabbed, now) < 1.0F);
  }
}

TEST_CASE("the map stays a map when it is moved and enlarged") {
  Scene scene;
  scene.rig.choose("top");
  const Camera before = scene.look();
  scene.rig.zoom(4);
  scene.rig.turn(0.1F, 0.1F);
  const Camera after = scene.look();
  CHECK(after.flat);
  CHECK(after.field_of_view < before.field_of_view * 0.7F);
  CHECK(after.eye.x == after.target.x);
}

TEST_CASE("the ball's camera follows it softly, keeps its angle, and cuts to where the ball is put") {
  Scene scene;
  scene.rig.choose("ball");
  CHECK(scene.look().target.x == 0);
  CHECK_FALSE(scene.rig.is_moving());
  scene.now.ball = {4, 0, 0.1};
  const float first = scene.look().target.x;
  CHECK(first > 0);
  CHECK(first < 1);
  CHECK(scene.rig.is_moving());
  scene.rig.turn(0.3F, 0.1F);
  CHECK(scene.rig.name() == "ball");
  const float angle = yaw(scene.look());
  for (int i = 0; i < 200; ++i) scene.look();
  CHECK(scene.look().target.x == Approx(4).margin(0.02));
  CHECK_FALSE(scene.rig.is_moving());
  CHECK(yaw(scene.look()) == Approx(angle).margin(0.01));
  scene.now.ball = {-40, 10, 0.1};
  CHECK(scene.look().target.x == -40);
  scene.rig.shift(0.1F, 0);
  CHECK(scene.rig.name() == "free");
}

TEST_CASE("keys walk over the ground, as far as there is anything to see") {
  Scene scene;
  const Camera before = scene.look();
  scene.rig.walk(1, 0, 0.1F);
  CHECK(scene.look().target.y > before.target.y + 0.5F);
  scene.rig.walk(0, 1, 0.1F);
  CHECK(scene.look().target.x > before.target.x + 0.5F);
  for (int i = 0; i < 1000; ++i) scene.rig.walk(1, 1, 0.1F);
  CHECK(scene.look().target.x <= 52 + 40);
}

TEST_CASE("strange fields and balls do no harm") {
  Scene scene;
  scene.now.ball = {1e6, -1e6, 1e6};
  scene.game.field_length = 1e9;
  scene.game.field_width = 1e-9;
  for (const auto name : kCameraNames) {
    scene.rig.choose(name);
    scene.look();
    scene.rig.turn(3, -3);
    scene.rig.zoom(5);
    const Camera camera = scene.look();
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) CHECK(std::isfinite(camera.matrix(kAspect)[i][j]));
  }
}

TEST_CASE("what a place of the picture shows of the ground") {
  Scene scene;
  glm::vec3 place;
  const Camera side = scene.look();
  REQUIRE(side.hit(0, 0, kAspect, 0, place));
  CHECK(place.x == Approx(0).margin(0.01));
  const glm::vec4 clip = side.matrix(kAspect) * glm::vec4(30, -12, 0.22F, 1);
  REQUIRE(side.hit(clip.x / clip.w, clip.y / clip.w, kAspect, 0.22F, place));
  CHECK(place.x == Approx(30).margin(0.05));
  CHECK(place.y == Approx(-12).margin(0.05));
  scene.rig.choose("left");
  CHECK_FALSE(scene.look().hit(0, 0.99F, kAspect, 0, place));  // the sky
}
