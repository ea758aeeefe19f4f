// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/constants.hpp>

#include "monitor-lite/view/stage.h"

namespace monitor {
namespace {

constexpr float kShallowest = 0.38F, kSteepest = 1.1F;  // rad, of the side camera
constexpr float kSideLens = 30.0F;                      // degrees: narrow, so that the far half is not much smaller
constexpr float kSideEdge = 0.985F;                     // of half the picture's width
constexpr int kHalvings = 24;

/// The view of the whole field along y, from a certain angle above the ground.
///
/// With s and c the sine and cosine of that angle and t the tangent of half the lens, a place u metres behind the
/// target appears at the height k of the picture (-1 to 1) from the distance d if u s = k t (d + u c).
struct SideShot {
  float half_length, half_width;  ///< of the area that must be visible, m
  float aspect, tangent;

  /// u for a distance of 1 m.
  float behind(float angle, float k) const { return k * tangent / (std::sin(angle) - k * tangent * std::cos(angle)); }
  /// The distance from which the field extends from `low` to `high` in the picture.
  float distance(float angle, float low, float high) const {
    return 2 * half_width / (behind(angle, high) - behind(angle, low));
  }
  /// The position of the near corners from that distance: 1 is the edge of the picture.
  float corner(float angle, float low, float high) const {
    const float d = distance(angle, low, high);
    return half_length / (d * (1 + behind(angle, low) * std::cos(angle)) * tangent * aspect);
  }
  Camera camera(float angle, float low, float high) const {
    const float d = std::clamp(distance(angle, low, high), 1.0F, 2000.0F);
    Camera camera;
    camera.target = {0, -half_width - d * behind(angle, low), 0};
    camera.eye = camera.target + d * glm::vec3(0, -std::cos(angle), std::sin(angle));
    camera.field_of_view = kSideLens;
    return camera;
  }
};

/// The field is as large as the picture allows: the camera is steep enough to fill the height of the picture as well as
/// its width. In very wide pictures there is land at the sides, in tall ones above and below.
Camera side_camera(float length, float width, float goals, float aspect) {
  constexpr float kHigh = 1 - 2 * kFreeAbove, kLow = -1 + 2 * kFreeBelow;
  constexpr float kMiddle = (kHigh + kLow) / 2, kHalf = (kHigh - kLow) / 2;
  const SideShot shot{length / 2 + std::max(length * 0.015F, goals * 0.75F), width * 0.515F, aspect,
                      std::tan(glm::radians(kSideLens) / 2)};
  float from = kShallowest, to = kSteepest;
  for (int i = 0; i < kHalvings; ++i) {
    const float angle = (from + to) / 2;
    (shot.corner(angle, kLow, kHigh) > kSideEdge ? from : to) = angle;
  }
  const float angle = to;
  float share = 1.0F, none = 0.0F;
  if (shot.corner(angle, kLow, kHigh) > kSideEdge)
    for (int i = 0; i < kHalvings; ++i) {
      const float middle = (share + none) / 2;
      (shot.corner(angle, kMiddle - middle * kHalf, kMiddle + middle * kHalf) > kSideEdge ? share : none) = middle;
    }
  else
    none = 1.0F;
  return shot.camera(angle, kMiddle - none * kHalf, kMiddle + none * kHalf);
}

/// The shares of the picture that the cameras of a world keep free: of its height at the top, for the time, and at the
/// bottom, for the bar of a replay; and of its width at each side.
constexpr float kFreeAtTop = 0.08F, kFreeAtSide = 0.02F;

/// Moves a camera that looks along -`out` to where the box of the stage is as large in the picture as possible.
void fit(Camera& camera, const Stage& stage, const glm::vec3& out, float aspect) {
  constexpr float kHigh = 1 - 2 * kFreeAtTop, kLow = -1 + 2 * kFreeBelow;
  constexpr int kSteps = 30;  // each step at least halves the distance to its place
  const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0, 0, 1), out)), up = glm::cross(out, right);
  const float tall = std::tan(glm::radians(camera.field_of_view) / 2);
  const float wide = tall * aspect * (1 - 2 * kFreeAtSide);
  const float nearest = 0.05F * stage.radius;
  float distance = 4 * stage.radius / std::min(tall, wide);
  camera.eye = stage.middle + distance * out;
  for (int step = 0; step < kSteps; ++step) {
    glm::vec2 low(1e9F), high(-1e9F);
    for (unsigned i = 0; i < 8; ++i) {
      const glm::vec3 corner(i & 1 ? stage.high.x : stage.low.x, i & 2 ? stage.high.y : stage.low.y,
                             i & 4 ? stage.high.z : stage.low.z);
      const glm::vec3 there = corner - camera.eye;
      const glm::vec2 seen =
          glm::vec2(glm::dot(there, right), glm::dot(there, up)) / std::max(-glm::dot(there, out), nearest);
      low = glm::min(low, seen);
      high = glm::max(high, seen);
    }
    const float share = std::max((high.x - low.x) / (2 * wide), (high.y - low.y) / (tall * (kHigh - kLow)));
    const glm::vec2 aside = (low + high) / 2.0F - glm::vec2(0, tall * (kHigh + kLow) / 2);
    camera.eye += distance * (right * aside.x + up * aside.y) + distance * (share - 1) * out;
    distance *= share;
  }
  camera.target = camera.eye - distance * out;
}

}  // namespace

Camera camera_named(std::string_view name, const Stage& stage, const glm::vec3& followed, float aspect) {
  constexpr float kLens = 30.0F, kPitch = 0.5F, kYaw = 0.45F;  // degrees; rad
  Camera camera;
  camera.nearest = std::clamp(stage.radius * 0.05F, 0.01F, camera.nearest);
  if (name == "top") {
    const glm::vec2 size = glm::max(glm::vec2(stage.high - stage.low), glm::vec2(stage.radius / 4));
    camera.flat = true;
    camera.field_of_view = std::max(size.y / (1 - kFreeAtTop - kFreeBelow), size.x / (1 - 2 * kFreeAtSide) / aspect);
    camera.target = {stage.middle.x, stage.middle.y + camera.field_of_view * (kFreeAtTop - kFreeBelow) / 2, 0};
    camera.eye = {camera.target.x, camera.target.y, 200};
    camera.up = {0, 1, 0};
    return camera;
  }
  camera.field_of_view = kLens;
  const float yaw = name == "left" ? -glm::half_pi<float>() : name == "right" ? glm::half_pi<float>() : kYaw;
  const glm::vec3 out(std::sin(yaw) * std::cos(kPitch), -std::cos(yaw) * std::cos(kPitch), std::sin(kPitch));
  fit(camera, stage, out, aspect);
  if (name == "ball") {
    const float distance = 0.6F * glm::distance(camera.eye, camera.target);
    camera.target = followed;
    camera.eye = camera.target + distance * out;
  }
  return camera;
}

glm::mat4 Camera::matrix(float aspect) const {
  const glm::mat4 view = glm::lookAt(eye, target, up);
  const float half = field_of_view / 2;
  const glm::mat4 projection = flat ? glm::ortho(-half * aspect, half * aspect, -half, half, 0.1F, 500.0F)
                                    : glm::perspective(glm::radians(field_of_view), aspect, nearest, farthest);
  return projection * view;
}

bool Camera::hit(float x, float y, float aspect, float height, glm::vec3& place) const {
  const glm::mat4 back = glm::inverse(matrix(aspect));
  const glm::vec4 near = back * glm::vec4(x, y, -1, 1), far = back * glm::vec4(x, y, 1, 1);
  const glm::vec3 begin = glm::vec3(near) / near.w, way = glm::vec3(far) / far.w - begin;
  if (std::abs(way.z) < 1e-6F) return false;
  const float share = (height - begin.z) / way.z;
  place = begin + way * share;
  return share >= 0 && share <= 1 && std::isfinite(place.x) && std::isfinite(place.y);
}

float Camera::pixel_size(const glm::vec3& place, int height) const {
  const auto pixels = static_cast<float>(height);
  if (flat) return field_of_view / pixels;
  return 2.0F * glm::distance(eye, place) * std::tan(glm::radians(field_of_view) / 2) / pixels;
}

Camera camera_named(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect) {
  if (game.has_bodies) return camera_named(name, stage_of(snapshot), vector_of(middle_of(snapshot)), aspect);
  const auto length = static_cast<float>(game.field_length);
  const auto width = static_cast<float>(game.field_width);
  const glm::vec3 ball(snapshot.ball.x, snapshot.ball.y, snapshot.ball.z);
  // Cameras near the grass come closer on a small field, where players run shorter distances.
  const float scale = std::clamp(std::min(length / 104, width / 68), 0.55F, 1.0F);
  Camera camera;
  if (name == "top") {
    constexpr float kAbove = 0.03F, kBelow = 0.015F;  // of the picture: for players at a touchline, with their numbers
    const float goals = 2 * static_cast<float>(game.goal_depth);
    camera.flat = true;
    constexpr float kTop = kFreeAbove + kAbove, kBottom = kFreeBelow + kBelow;
    camera.field_of_view = std::max(width / (1 - kTop - kBottom), (length + goals) * 1.03F / aspect);
    camera.eye = {0, camera.field_of_view * (kTop - kBottom) / 2, 200};
    camera.target = {0, camera.eye.y, 0};
    camera.up = {0, 1, 0};
  } else if (name == "ball") {
    camera.target = {ball.x, ball.y, 0.5F};
    camera.eye = camera.target + scale * glm::vec3(0, -27, 14.5F);
    camera.field_of_view = 34.0F;
  } else if (name == "left" || name == "right") {
    const float side = name == "left" ? -1.0F : 1.0F;
    camera.eye = {side * (length / 2 + 15 * scale), 0, 13 * scale};
    camera.target = {side * (length / 2 - 17 * scale), 0, 0};
    camera.field_of_view = 50.0F;
  } else {
    camera = side_camera(length, width, static_cast<float>(game.goal_depth), aspect);
  }
  return camera;
}

}  // namespace monitor
