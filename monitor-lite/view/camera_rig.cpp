// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/camera_rig.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <span>

#include "monitor-lite/view/stage.h"

namespace monitor {
namespace {

constexpr float kNearest = 1.5F, kNearestOfWorld = 0.25F, kMaxDistance = 250.0F;  // m
constexpr float kLowest = 0.05F, kHighest = 1.5F;                                 // rad
constexpr float kPerTurn = 2.5F;                                                  // rad for the height of the picture
constexpr float kPerNotch = 0.88F;

// The last two are available while a player is followed.
constexpr std::array<std::string_view, kCameraNames.size() + 2> kNames{"side", "ball",   "left", "right",
                                                                       "top",  "player", "own"};
static_assert(std::ranges::equal(std::span(kNames).first<kCameraNames.size()>(), kCameraNames));

// A player's own view: the height of the eyes above the player's place, m; how far they look down; the distance from
// the ball, m, below which the view does not turn to it; the field of view, degrees.
constexpr float kEyesAbove = 0.4F, kDown = -0.04F, kTooNear = 0.6F, kOwnField = 60.0F;

// The camera cuts to a ball that jumps or is farther away, instead of following it.
constexpr float kJump = 6.0F, kLost = 24.0F;  // m

/// The camera follows heights by half.
glm::vec3 finite(const Point& point) {
  const auto bounded = [](double value) { return static_cast<float>(std::clamp(value, -1e5, 1e5)); };
  return {bounded(point.x), bounded(point.y), 0.5F + 0.5F * std::clamp(bounded(point.z), 0.0F, 4.0F)};
}

}  // namespace

void CameraRig::choose(std::string_view name) {
  const auto known = std::span(kNames).first(player_ ? kNames.size() : kCameraNames.size());
  const auto found = std::ranges::find(known, name);
  if (found == known.end()) return;
  name_ = *found;
  free_ = by_hand_ = following_ = false;
}

void CameraRig::next() {
  const auto before = static_cast<std::size_t>(std::ranges::find(kNames, name_) - kNames.begin());
  choose(kNames[(before + 1) % (player_ ? kNames.size() : kCameraNames.size())]);
}

void CameraRig::follow_player(std::optional<Point> place) {
  player_ = place;
  if (!player_ && std::ranges::find(kCameraNames, name_) == kCameraNames.end()) choose(kCameraNames.front());
}

Camera CameraRig::own_view(const Point& ball) {
  const glm::vec3 eye = vector_of(*player_) + glm::vec3(0, 0, kEyesAbove);
  const glm::vec2 way(ball.x - player_->x, ball.y - player_->y);
  if (glm::length(way) > kTooNear) ahead_ = glm::normalize(way);
  Camera camera;
  camera.eye = eye;
  camera.target = eye + 10.0F * glm::vec3(ahead_, kDown);
  camera.field_of_view = kOwnField;
  return camera;
}

Camera CameraRig::named(const Game& game, const Snapshot& snapshot, float aspect) {
  if (name_ == "own") return own_view(snapshot.ball);
  if (name_ != "player") return camera_named(name_, game, snapshot, aspect);
  Snapshot around;
  around.ball = *player_;
  return camera_named("ball", game, around, aspect);
}

void CameraRig::take_over() {
  if (!by_hand_) {
    const glm::vec3 ahead = glm::normalize(camera_.target - camera_.eye);
    pitch_ = std::asin(std::clamp(-ahead.z, -1.0F, 1.0F));
    yaw_ = camera_.flat ? glm::half_pi<float>() : std::atan2(ahead.y, ahead.x);
    distance_ = glm::distance(camera_.eye, camera_.target);
    target_ = camera_.target;
    if (!camera_.flat && !follows() && ahead.z < -0.05F) {  // rotates about the place in the middle of the picture
      distance_ = std::min(camera_.eye.z / -ahead.z, 150.0F);
      target_ = camera_.eye + ahead * distance_;
    }
    by_hand_ = true;
  }
  if (!follows()) free_ = true;
}

void CameraRig::turn(float right, float down) {
  take_over();
  if (camera_.flat) return shift(right, down);
  yaw_ -= right * kPerTurn;
  pitch_ = std::clamp(pitch_ + down * kPerTurn, kLowest, kHighest);
}

void CameraRig::shift(float right, float down) {
  take_over();
  free_ = true;
  const float height =
      camera_.flat ? camera_.field_of_view : 2 * distance_ * std::tan(glm::radians(camera_.field_of_view) / 2);
  const float ahead = camera_.flat ? 1.0F : 1.0F / std::max(std::sin(pitch_), 0.25F);
  const glm::vec3 forward(std::cos(yaw_), std::sin(yaw_), 0), side(std::sin(yaw_), -std::cos(yaw_), 0);
  target_ += height * (forward * (down * ahead) - side * right);
}

void CameraRig::zoom(float notches) {
  take_over();
  const float factor = std::pow(kPerNotch, std::clamp(notches, -20.0F, 20.0F));
  if (camera_.flat)
    camera_.field_of_view = std::clamp(camera_.field_of_view * factor, stage_ ? kNearestOfWorld : 3.0F, 400.0F);
  else
    distance_ = std::clamp(distance_ * factor, stage_ ? kNearestOfWorld : kNearest, kMaxDistance);
}

void CameraRig::walk(float ahead, float right, float seconds) {
  take_over();
  free_ = true;
  const float speed = camera_.flat ? camera_.field_of_view * 0.6F : std::max(distance_, stage_ ? 0.0F : 8.0F) * 0.7F;
  const glm::vec3 forward(std::cos(yaw_), std::sin(yaw_), 0), side(std::sin(yaw_), -std::cos(yaw_), 0);
  target_ += speed * seconds * (forward * ahead + side * right);
}

void CameraRig::look_from_pose() {
  camera_.target = target_;
  if (camera_.flat) {
    camera_.eye = {target_.x, target_.y, 200};
    camera_.up = {0, 1, 0};
    return;
  }
  const glm::vec3 ahead(std::cos(yaw_) * std::cos(pitch_), std::sin(yaw_) * std::cos(pitch_), -std::sin(pitch_));
  camera_.eye = target_ - ahead * distance_;
  camera_.eye.z = std::max(camera_.eye.z, stage_ ? 0.05F : 0.3F);
  camera_.up = {0, 0, 1};
}

void CameraRig::follow(const glm::vec3& ball, float seconds) {
  const float way = Spring::kMaxSpeed * std::clamp(seconds, 0.0F, 1.0F);
  const bool cut = !following_ || glm::distance(ball, ball_) > std::max(kJump, way) ||
                   glm::distance(ball, followed_.place()) > kLost;
  following_ = true;
  ball_ = ball;
  if (cut) followed_.put(ball);
  followed_.follow(ball, seconds);
  moving_ = followed_.is_moving(ball);
}

void CameraRig::move(const glm::vec3& followed, const Reach& reach, float seconds) {
  moving_ = false;
  if (follows()) {
    follow(followed, seconds);
    if (by_hand_) {
      target_ = followed_.place();
    } else {
      camera_.eye += followed_.place() - camera_.target;
      camera_.target = followed_.place();
    }
  }
  if (!by_hand_) return;
  if (!follows()) target_ = glm::clamp(target_, reach.low, reach.high);
  look_from_pose();
}

Camera CameraRig::camera(const Game& game, const Snapshot& snapshot, float aspect, float seconds) {
  if (game.has_bodies) return camera(stage_of(snapshot), vector_of(middle_of(snapshot)), aspect, seconds);
  stage_.reset();
  if (!by_hand_) camera_ = named(game, snapshot, aspect);
  const auto reach = [](double length) { return static_cast<float>(std::clamp(length / 2 + 40, 40.0, 1000.0)); };
  const float x = reach(game.field_length), y = reach(game.field_width);
  const Point& followed = name_ == "player" ? *player_ : snapshot.ball;
  move(finite(followed), {{-x, -y, 0}, {x, y, 3}}, seconds);
  return camera_;
}

Camera CameraRig::camera(const Stage& stage, const glm::vec3& followed, float aspect, float seconds) {
  stage_ = stage;
  if (!by_hand_) camera_ = camera_named(name_, stage, followed, aspect);
  const glm::vec3 most(3 * stage.radius), above_ground(-1e9F, -1e9F, 0);
  move(followed, {glm::max(stage.middle - most, above_ground), glm::max(stage.middle + most, above_ground)}, seconds);
  return camera_;
}

}  // namespace monitor
