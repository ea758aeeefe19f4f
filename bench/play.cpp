// SPDX-License-Identifier: Apache-2.0
#include "bench/play.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

using spark::Vec3;

namespace bench {
namespace {

constexpr int kChasers = 6;  ///< in `crowd`: players 0 … 5 drive to the ball
constexpr int kTeam = kPlayers / 2;
constexpr double kKickReach = 0.401;
constexpr double kKickForce = 70.0;

// The constants of `match`. They give steps as many islands as those of the sample team: 0.05 pairs, mostly of player
// and ball.
constexpr double kKickChance = 0.15;  ///< per decision of the player with the ball, which dribbles until then
constexpr double kRoom = 2.0;         ///< m: the distance that all others keep from the ball
constexpr double kRun = 0.02;         ///< per decision: the chance of a run to another spot near the player's place

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

Play::Play(Motion motion) : motion_(motion), random_(42) {
  if (motion_ == Motion::crowd)
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
  if (motion_ == Motion::crowd)
    crowd(situation, ball);
  else
    match(situation, ball);
}

void Play::crowd(const Situation& situation, const Vec3& ball) {
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

/// The goalkeeper and rows of three, four and three players in front of it, each team in its own half. They follow the
/// ball a little into the other half.
Vec3 Play::place(int player, const Vec3& ball) const {
  const int number = player % kTeam;
  const double side = player < kTeam ? -1 : 1;
  if (number == 0) return {side * (kFieldLength / 2 - 1), std::clamp(0.1 * ball.y, -3.0, 3.0), 0};
  constexpr std::array<double, kTeam> kDepth = {0, 36, 34, 36, 23, 21, 21, 23, 8, 7, 9};  // m from the middle
  constexpr std::array<double, kTeam> kWidth = {0, -15, 2, 17, -22, -7, 9, 23, -14, -2, 15};
  const auto n = static_cast<std::size_t>(number);
  return {side * kDepth[n] + 0.4 * ball.x, side * kWidth[n] + 0.3 * ball.y, 0};
}

void Play::match(const Situation& situation, const Vec3& ball) {
  std::array<int, 2> chasers{};
  std::array<double, 2> distances{1e9, 1e9};
  for (int i = 0; i < kPlayers; ++i) {
    const std::size_t team = i < kTeam ? 0 : 1;
    const double distance = length(situation.players[static_cast<std::size_t>(i)] - ball);
    if (distance < distances[team]) chasers[team] = i, distances[team] = distance;
  }
  // The team with the nearer player has the ball; the nearest player of the other team keeps its distance.
  const std::size_t owner = distances[0] <= distances[1] ? 0 : 1;
  for (int i = 0; i < kPlayers; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec3 at = situation.players[k];
    if (random_.uniform() < kRun) targets_[k] = {random_.uniform(-4.0, 4.0), random_.uniform(-4.0, 4.0), 0};
    Vec3 target = place(i, ball) + targets_[k];
    if (i == chasers[owner])
      target = ball;
    else if (length(target - ball) < kRoom || i == chasers[1 - owner])
      target = ball + towards(ball, i == chasers[1 - owner] ? at : target) * kRoom;
    const double distance = length(Vec3{at.x - target.x, at.y - target.y, 0});
    target.x = std::clamp(target.x, -kFieldLength / 2, kFieldLength / 2);
    target.y = std::clamp(target.y, -kFieldWidth / 2, kFieldWidth / 2);
    drives_[k] = towards(at, target) * (kDriveForce * std::min(1.0, distance));
  }
  if (kick_steps_ == 0 && distances[owner] < kKickReach && random_.uniform() < kKickChance) {
    kick(situation, chasers[owner]);
    drives_[static_cast<std::size_t>(chasers[owner])] = {};  // otherwise it might press the ball to the ground
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
