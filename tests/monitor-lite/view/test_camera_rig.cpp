// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "monitor-lite/view/camera_rig.h"
#include "monitor-lite/view/stage.h"

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

TEST_CASE("cameras are chosen by name or in turn") {
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

TEST_CASE("a camera that is moved by hand becomes a free camera at the same place") {
  Scene scene;
  const Camera before = scene.look();
  scene.rig.turn(0.0F, 0.0F);
  CHECK(scene.rig.name() == "free");
  const Camera after = scene.look();
  CHECK(glm::distance(before.eye, after.eye) < 0.1F);
  CHECK(glm::dot(glm::normalize(before.target - before.eye), glm::normalize(after.target - after.eye)) > 0.9999F);
  // Dragging to the right turns the view to the left: the world follows the hand.
  scene.rig.turn(0.2F, 0.0F);
  CHECK(yaw(scene.look()) < yaw(after) - 0.3F);
  CHECK(scene.look().target.x == Approx(after.target.x).margin(0.01));
  scene.rig.choose("side");
  CHECK(glm::distance(scene.look().eye, before.eye) < 0.01F);
}

TEST_CASE("the wheel zooms, but never too near, too far or below the ground") {
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

TEST_CASE("a camera tilted to the horizon keeps its distance, and comes down again at once") {
  Scene scene;
  scene.rig.zoom(-100);
  const Camera before = scene.look();
  const float distance = glm::distance(before.eye, before.target);
  for (int i = 0; i < 100; ++i) scene.rig.turn(0, -1);
  const Camera level = scene.look();
  CHECK(glm::distance(level.eye, level.target) == Approx(distance));
  CHECK(level.eye.z > level.target.z);
  CHECK(level.eye.z - level.target.z < 0.1F * distance);
  scene.rig.turn(0, 0.1F);
  CHECK(scene.look().eye.z > level.eye.z + 0.1F * distance);
}

TEST_CASE("a point of the ground that is dragged stays under the pointer") {
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

TEST_CASE("the map remains a flat view from above when it is moved and zoomed") {
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

TEST_CASE("the ball's camera follows softly, keeps its angle, and cuts when the ball is moved elsewhere") {
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

TEST_CASE("speed and acceleration of the ball's camera are bounded, and the ball stays in the picture") {
  // In degrees: the speed of the camera's target through the picture.
  constexpr float kStep = 1.0F / 60;
  struct Shot {
    const char* name;
    float speed;      // of the ball, m/s
    float slows;      // 1/s
    float frequency;  // of changes of direction, Hz
  };
  for (const Shot& shot : {Shot{"rolling", 6, 0.2F, 0}, {"hard kick", 25, 0.5F, 0}, {"to and fro", 8, 0, 1.5F}}) {
    CAPTURE(shot.name);
    Scene scene;
    scene.game.field_length = 1000;
    scene.rig.choose("ball");
    Camera before = scene.look(kStep);
    float speed_before = 0, x = 0, v = shot.speed, fastest = 0, hardest = 0;
    const float distance = glm::distance(before.eye, before.target);
    for (int i = 0; i < 180; ++i) {
      v -= v * shot.slows * kStep;
      x += shot.frequency > 0 ? v * std::cos(6.2832F * shot.frequency * static_cast<float>(i) * kStep) * kStep
                              : v * kStep;
      scene.now.ball.x = x;
      const Camera now = scene.look(kStep);
      const float speed = glm::degrees((now.target.x - before.target.x) / kStep / distance);
      fastest = std::max(fastest, std::abs(speed));
      hardest = std::max(hardest, std::abs(speed - speed_before) / kStep);
      speed_before = speed;
      before = now;
      const glm::vec4 clip = now.matrix(kAspect) * glm::vec4(x, 0, 0.1F, 1);
      REQUIRE(std::abs(clip.x / clip.w) < 0.95F);
      CHECK(glm::dot(glm::normalize(now.target - now.eye), glm::vec3(0, 1, 0)) > 0.85F);  // it never turns
    }
    CHECK(fastest < 50);                                                                   // degrees/s
    CHECK(hardest < 65);                                                                   // degrees/s^2
    if (shot.frequency > 0) CHECK(fastest < 0.35F * glm::degrees(shot.speed / distance));  // it does not dance along
  }
}

TEST_CASE("the ball's camera moves alike at any frame rate") {
  const auto after_a_second = [](int pictures) {
    Scene scene;
    scene.rig.choose("ball");
    scene.look();
    scene.now.ball = {5, 2, 0.1};
    for (int i = 0; i < pictures; ++i) scene.look(1.0F / static_cast<float>(pictures));
    return scene.look(0).target;
  };
  CHECK(glm::distance(after_a_second(60), after_a_second(20)) < 0.05F);
  CHECK(glm::distance(after_a_second(60), after_a_second(144)) < 0.05F);
}

TEST_CASE("cameras of the whole field fill the picture and keep the field clear of score board and bar") {
  struct Field {
    double length, width, goals;
  };
  for (const Field& field : {Field{104, 68, 7.32}, {40, 20, 4}, {120, 90, 7.32}, {30, 30, 3}})
    for (const auto& [width, height] : {std::pair(16, 9), {4, 3}, {21, 9}, {32, 9}, {1, 1}, {9, 16}})
      for (const char* name : {"side", "top"}) {
        CAPTURE(field.length, width, height, name);
        Scene scene;
        scene.game.field_length = field.length;
        scene.game.field_width = field.width;
        scene.game.goal_width = field.goals;
        const float aspect = static_cast<float>(width) / static_cast<float>(height);
        const Camera camera = camera_named(name, scene.game, scene.now, aspect);
        const auto x = static_cast<float>(field.length / 2), y = static_cast<float>(field.width / 2);
        float left = 1, right = -1, low = 1, high = -1;
        const auto post = static_cast<float>(field.goals / 2);
        for (const glm::vec3& corner : {glm::vec3(-x, -y, 0),
                                        {x, -y, 0},
                                        {-x, y, 0},
                                        {x, y, 0},
                                        {-x - 2, post, 0},
                                        {-x - 2, -post, 0},
                                        {x + 2, post, 0},
                                        {x + 2, -post, 0}}) {
          const glm::vec4 clip = camera.matrix(aspect) * glm::vec4(corner, 1);
          REQUIRE(clip.w > 0);
          left = std::min(left, clip.x / clip.w), right = std::max(right, clip.x / clip.w);
          low = std::min(low, clip.y / clip.w), high = std::max(high, clip.y / clip.w);
        }
        CHECK(left >= -1);
        CHECK(right <= 1);
        CHECK(low >= -1 + 2 * kFreeBelow);
        CHECK(high <= 1 - 2 * kFreeAbove);
        // Either width or height is used.
        const float high_share = (high - low) / (2 - 2 * kFreeAbove - 2 * kFreeBelow);
        CHECK(((right - left) / 2 > 0.9F || high_share > 0.85F));
        if (std::string_view(name) == "side" && width == 16 && height == 9 && field.length == 104) {
          CHECK((right - left) / 2 > 0.9F);
          CHECK(high_share > 0.9F);
        }
      }
}

TEST_CASE("keys move the camera over the ground, up to a limit around the field") {
  Scene scene;
  const Camera before = scene.look();
  scene.rig.walk(1, 0, 0.1F);
  CHECK(scene.look().target.y > before.target.y + 0.5F);
  scene.rig.walk(0, 1, 0.1F);
  CHECK(scene.look().target.x > before.target.x + 0.5F);
  for (int i = 0; i < 1000; ++i) scene.rig.walk(1, 1, 0.1F);
  CHECK(scene.look().target.x <= 52 + 40);
}

TEST_CASE("impossible fields and balls do no harm") {
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

TEST_CASE("a point of the picture is mapped to the ground, and the sky to nothing") {
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

TEST_CASE("a world given as a box has the same cameras, and the ball's camera follows a given point") {
  const Stage stage = stage_around({-3, -2, 0}, {3, 2, 2});
  CHECK(glm::distance(stage.middle, {0, 0, 1}) < 0.3F);
  CameraRig rig;
  const auto look = [&](const glm::vec3& followed, float seconds = 0.02F) {
    return rig.camera(stage, followed, kAspect, seconds);
  };
  const auto pixel = [](const Camera& camera, const glm::vec3& place) {
    const glm::vec4 seen = camera.matrix(kAspect) * glm::vec4(place, 1);
    return glm::vec2(seen) / seen.w;
  };
  for (const auto name : {"side", "left", "right", "top"}) {
    rig.choose(name);
    const Camera camera = look({0, 0, 0});
    for (const float x : {-3.0F, 3.0F})
      for (const float y : {-2.0F, 2.0F})
        for (const float z : {0.0F, 2.0F}) {
          const glm::vec2 seen = pixel(camera, {x, y, z});
          INFO(name << ": " << seen.x << ' ' << seen.y);
          CHECK((std::abs(seen.x) <= 1 && std::abs(seen.y) <= 1));
        }
  }
  rig.choose("ball");
  CHECK(glm::length(pixel(look({1, 1, 0}), {1, 1, 0})) < 0.01F);
  for (int i = 0; i < 400; ++i) look({1.5F, 1, 0});
  CHECK(glm::length(pixel(look({1.5F, 1, 0}), {1.5F, 1, 0})) < 0.05F);
  rig.choose("side");
  for (int i = 0; i < 1000; ++i) rig.walk(1, 1, 0.1F), look({0, 0, 0});
  CHECK(glm::all(glm::lessThanEqual(glm::abs(look({0, 0, 0}).target), glm::vec3(3 * stage.radius + 2))));
}
