// SPDX-License-Identifier: Apache-2.0
#include "bench/play.h"

#include <cmath>
#include <cstring>
#include <numbers>

using spark::Vec3;

namespace bench {
namespace {

constexpr int kChasers = 6;  ///< players 0 … 5 go for the ball
constexpr double kKickReach = 0.401;
constexpr double kKickForce = 70.0;

Vec3 towards(const Vec3& from, const Vec3& to) {
  const Vec3 way{to.x - from.x, to.y - from.y, 0};
  const double distance = length(way);
  return distance > 1e-6 ? way * (1.0 / distance) : Vec3{1, 0, 0};
}

}  // namespace

std::array<FixedBox, 6> goal_boxes() {
  const double x = kFieldLength / 2 + kGoalDepth / 2 - kLine;
  const double y = kGoalWidth / 2 + kLine / 2;
  const Vec3 bar{kGoalDepth, kGoalWidth - 0.1, kLine};
  const Vec3 post{kGoalDepth, kLine, kGoalHeight};
  const double bar_z = kGoalHeight + kLine / 2, post_z = kGoalHeight / 2 + kLine / 2;
  return {{{bar, {-x, 0, bar_z}},
           {post, {-x, -y, post_z}},
           {post, {-x, y, post_z}},
           {bar, {x, 0, bar_z}},
           {post, {x, -y, post_z}},
           {post, {x, y, post_z}}}};
}

Situation kick_off() {
  Situation situation;
  situation.ball = {0, 0, kBallRadius};
  for (int i = 0; i < kPlayers; ++i)
    situation.players[static_cast<std::size_t>(i)] = {-20.0 + 4.0 * (i % 11), i < 11 ? -6.0 : 6.0, kPlayerRadius};
  return situation;
}

Play::Play() : random_(42) {
  for (Vec3& target : targets_) target = spot();
}

Vec3 Play::spot() {
  const double x = random_.uniform(-0.5, 0.5) * kFieldLength;
  return {x, random_.uniform(-0.5, 0.5) * kFieldWidth, 0};
}

void Play::decide(const Situation& situation) {
  ball_is_out = std::abs(situation.ball.x) > kFieldLength / 2 || std::abs(situation.ball.y) > kFieldWidth / 2;
  const Vec3 ball = ball_is_out ? kick_off().ball : situation.ball;
  if (ball_is_out) kick_steps_ = 0;
  for (int i = 0; i < kPlayers; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec3 at = situation.players[k];
    if (i < kChasers)
      targets_[k] = ball;
    else if (length(Vec3{at.x - targets_[k].x, at.y - targets_[k].y, 0}) < 0.5 || random_.uniform() < 0.002)
      targets_[k] = spot();
    drives_[k] = towards(at, targets_[k]) * kDriveForce;
    if (kick_steps_ == 0 && i < kChasers && length(at - ball) < kKickReach) kick(situation, i);
  }
}

void Play::kick(const Situation& situation, int player) {
  const Vec3 direction = towards(situation.players[static_cast<std::size_t>(player)], situation.ball);
  const double phi = random_.uniform(0.0, 50.0) * std::numbers::pi / 180.0;
  const double force = random_.uniform(0.2, 1.0) * kKickForce;
  kick_force_ = {force * std::cos(phi) * direction.x, force * std::cos(phi) * direction.y, force * std::sin(phi)};
  const double arm = 0.1 / (2.0 * std::numbers::pi);
  kick_torque_ = {-kick_force_.y * arm, kick_force_.x * arm, 0};
  kick_steps_ = 10;
}

void StateHash::mix(const Vec3& v) {
  for (const double number : {v.x, v.y, v.z}) {
    unsigned char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    for (const unsigned char byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3ULL;
  }
}

}  // namespace bench
