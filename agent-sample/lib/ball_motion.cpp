// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/ball_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rcss3d::agent {
namespace {

constexpr double kGravity = 9.81;                             // m/s^2
constexpr double kBallDrag = 0.3;                             // N·s/m
constexpr double kSoftness = 1e-5;                            // CFM of a contact, m/s per N
constexpr double kCorrection = 0.2;                           // ERP: share of the depth that one step corrects
constexpr double kBounce = 0.8;                               // of the speed of an impact
constexpr double kMinBounceSpeed = 2;                         // m/s
constexpr double kForcePerPower = 0.7;                        // N
constexpr double kKickTorque = 0.1 / (2 * std::numbers::pi);  // N·m of top spin for each N
constexpr double kStillRolling = 0.02;                        // m/s of slip or climb that no longer matter
constexpr double kResting = 1e-3;                             // m above the floor
constexpr double kLongest = 8;                                // s that the table looks ahead

/// Interpolates between two answers; share 0 is the first.
KickTable::Answer mix(const KickTable::Answer& a, const KickTable::Answer& b, double share) {
  const auto between = [share](double from, double to) { return from + share * (to - from); };
  return {{a.kick.elevation, between(a.kick.power, b.kick.power)},
          between(a.time, b.time),
          between(a.speed, b.speed),
          between(a.height, b.height)};
}

}  // namespace

double kick_noise::elevation(double elevation) {
  return 0.9 + 3.6 * (1 - 2 * std::abs(std::clamp(elevation, 0.0, 50.0) / 50 - 0.5));
}

/// A rolling ball of mass m has the inertia of 1.4 m, as its moment of inertia is 0.4 m r². Drag c takes h c/(1.4 m) of
/// its speed in each step h, and the sum of all steps is v (1.4 m/c − h).
BallMotion::BallMotion(const Field& field)
    : mass_(field.ball_mass > 0 ? field.ball_mass : 0.43),
      radius_(field.ball_radius > 0 ? field.ball_radius : 0.111),
      roll_factor_(1 - kStep * kBallDrag / (1.4 * mass_)),
      roll_time_(1.4 * mass_ / kBallDrag - kStep),
      roll_decay_(-std::log(roll_factor_) / kStep) {
  for (int steps = 0; steps <= kTabulated; ++steps)
    roll_powers_[static_cast<std::size_t>(steps)] = std::pow(roll_factor_, steps);
}

/// Simulates one step under a horizontal force and a lift, in N, and a torque, in N·m, written as a vector in the
/// direction in which it would make the ball roll.
///
/// The moment of inertia is 0.4 m r², so friction F at the floor changes the velocity by F/m and the surface speed by
/// −2.5 F/m per second, and the slip between ball and floor by 3.5 F/m. The contact is solved as ODE does: the velocity
/// changes by (wanted − velocity)/(1 + CFM m/h), h being the step.
void BallMotion::push(BallState& ball, Vector force, double lift, Vector torque) const {
  const bool touches = ball.height <= radius_;
  const double impact = -ball.climb;
  force = force - ball.velocity * kBallDrag;
  lift -= ball.climb * kBallDrag + mass_ * kGravity;
  ball.velocity = ball.velocity + force * (kStep / mass_);
  ball.climb += lift * kStep / mass_;
  ball.spin = ball.spin + torque * (kStep / (0.4 * mass_ * radius_));
  if (touches) {
    double wanted = (radius_ - ball.height) * kCorrection / kStep;
    if (impact > kMinBounceSpeed) wanted = std::max(wanted, kBounce * impact);
    const double softness = kSoftness * mass_ / kStep;
    ball.climb += std::max(0.0, (wanted - ball.climb) / (1 + softness));
    const Vector slip = (ball.velocity - ball.spin) * (1 / (3.5 + softness));
    ball.velocity = ball.velocity - slip;
    ball.spin = ball.spin + slip * 2.5;
  }
  ball.position = ball.position + ball.velocity * kStep;
  ball.height += ball.climb * kStep;
}

bool BallMotion::is_rolling(const BallState& ball) const {
  return std::abs(ball.height - radius_) < kResting && std::abs(ball.climb) < kStillRolling &&
         distance(ball.velocity, ball.spin) < kStillRolling;
}

BallState BallMotion::after(BallState from, double seconds) const {
  constexpr double kLongestRoll = 60;  // s after which every ball lies still
  if (!(seconds > 0)) return from;
  return after_steps(from, static_cast<int>(std::lround(std::min(seconds, kLongestRoll) / kStep)));
}

BallState BallMotion::after_steps(BallState from, int steps) const {
  while (steps > 0 && !is_rolling(from)) step(from), --steps;
  if (steps <= 0) return from;
  const double left =
      steps <= kTabulated ? roll_powers_[static_cast<std::size_t>(steps)] : std::pow(roll_factor_, steps);
  const Vector velocity = from.velocity * left;
  return rolling(from.position + (from.velocity - velocity) * roll_time_, velocity);
}

void BallMotion::step(BallState& ball, Vector direction, KickCommand kick) const {
  const double elevation = kick.elevation * kDegree;
  const double force = kForcePerPower * kick.power;
  const Vector along = direction.unit() * (force * std::cos(elevation));
  push(ball, along, force * std::sin(elevation), along * kKickTorque);
}

BallState BallMotion::kicked(BallState before, Vector direction, KickCommand kick) const {
  for (int i = 0; i < kKickSteps; ++i) step(before, direction, kick);
  return before;
}

std::vector<BallState> BallMotion::path(BallState from, double seconds) const {
  constexpr double kInterval = 0.05;
  std::vector<BallState> path = {from};
  for (double t = kInterval; t <= seconds + kStep / 2; t += kInterval) path.push_back(after(path.back(), kInterval));
  return path;
}

double BallMotion::roll(double speed, double seconds) const {
  return roll(speed) * (1 - std::exp(-std::max(0.0, seconds) * roll_decay_));
}

double BallMotion::time_to_roll(double speed, double distance) const {
  if (distance <= 0) return 0;
  const double share = distance / roll(speed);
  return share < 1 ? -std::log1p(-share) / roll_decay_ : std::numeric_limits<double>::infinity();
}

KickTable::KickTable(const BallMotion& motion) : rows_(kElevations.size() * kPowers) {
  for (std::size_t e = 0; e < kElevations.size(); ++e)
    for (int p = 0; p < kPowers; ++p)
      fill(rows_[e * kPowers + static_cast<std::size_t>(p)], motion, {kElevations[e], power_of(p)});
}

/// Simulates until the ball rolls, interpolating between steps at each distance, and continues in closed form: a ball
/// that rolls d m of the total distance D keeps 1 − d/D of its speed.
void KickTable::fill(Row& row, const BallMotion& motion, KickCommand kick) {
  constexpr double kPushTime = 10 * BallMotion::kStep;
  row.fill({-1, 0, 0});
  BallState before = motion.rolling({}, {});
  row[0] = {0, 0, static_cast<float>(before.height)};
  BallState now = motion.kicked(before, {1, 0}, kick);
  // The ball is assumed to move at constant speed during the push (0.7 m at most); no decision depends on its details.
  double then = 0, time = kPushTime;
  int next = 1;
  for (;;) {
    for (; next < kDistances && kPitch * next <= now.position.x; ++next) {
      const double share = (kPitch * next - before.position.x) / (now.position.x - before.position.x);
      row[static_cast<std::size_t>(next)] = {static_cast<float>(then + share * (time - then)),
                                             static_cast<float>(now.velocity.x),
                                             static_cast<float>(before.height + share * (now.height - before.height))};
    }
    if (next == kDistances || motion.is_rolling(now)) break;
    before = now;
    then = time;
    motion.step(now);
    time += BallMotion::kStep;
  }
  for (; next < kDistances; ++next) {
    const double way = kPitch * next - now.position.x, seconds = motion.time_to_roll(now.velocity.x, way);
    if (time + seconds > kLongest) return;
    row[static_cast<std::size_t>(next)] = {static_cast<float>(time + seconds),
                                           static_cast<float>(now.velocity.x * (1 - way / motion.roll(now.velocity.x))),
                                           static_cast<float>(now.height)};
  }
}

std::optional<KickTable::Answer> KickTable::in_row(const Row& row, double distance) const {
  const double place = distance / kPitch;
  if (!(place >= 0 && place < kDistances - 1)) return std::nullopt;
  const auto first = static_cast<std::size_t>(place);
  const Point &a = row[first], &b = row[first + 1];
  if (a.time < 0 || b.time < 0) return std::nullopt;
  const double share = place - static_cast<double>(first);
  const auto between = [share](float from, float to) { return from + share * (to - from); };
  return Answer{{}, between(a.time, b.time), between(a.speed, b.speed), between(a.height, b.height)};
}

std::optional<KickTable::Answer> KickTable::at(KickCommand kick, double distance) const {
  if (!std::isfinite(kick.elevation + kick.power)) return std::nullopt;
  const double elevation = std::clamp(kick.elevation, 0.0, 50.0), power = std::clamp(kick.power, 5.0, 100.0) / 5 - 1;
  std::size_t e = 0;
  while (e + 2 < kElevations.size() && kElevations[e + 1] <= elevation) ++e;
  const int p = std::min(static_cast<int>(power), kPowers - 2);
  const double share_e = (elevation - kElevations[e]) / (kElevations[e + 1] - kElevations[e]), share_p = power - p;
  Answer sum{kick, 0, 0, 0};
  for (const int i : {0, 1})
    for (const int j : {0, 1}) {
      const double weight = (i ? share_e : 1 - share_e) * (j ? share_p : 1 - share_p);
      if (weight < 1e-9) continue;
      const std::optional<Answer> corner = in_row(row(e + static_cast<std::size_t>(i), p + j), distance);
      if (!corner) return std::nullopt;
      sum.time += weight * corner->time;
      sum.speed += weight * corner->speed;
      sum.height += weight * corner->height;
    }
  return sum;
}

bool KickTable::clears(const Row& row, const Requirements& required) const {
  if (required.above <= 0) return true;
  for (double place = required.above_from; place <= required.above_to; place += kPitch) {
    const std::optional<Answer> there = in_row(row, place);
    if (!there || there->height < required.above) return false;
  }
  return true;
}

/// Picks the kick whose time is closest to the requested one, interpolating between two powers of the table if that
/// gives the exact time. Lower elevations come first and win ties, because their noise is smaller.
std::optional<KickTable::Answer> KickTable::kick_for(const Requirements& required) const {
  bool found = false;
  Answer best{};
  const auto consider = [&](const Answer& answer) {
    const double better_by = std::abs(best.time - required.time) - std::abs(answer.time - required.time);
    if (!found || better_by > 1e-6) best = answer;
    found = true;
  };
  for (std::size_t e = 0; e < kElevations.size(); ++e) {
    bool has_weaker = false;
    Answer weaker{};
    for (int p = 0; p < kPowers; ++p) {
      std::optional<Answer> there = in_row(row(e, p), required.distance);
      if (!there || there->height > required.below || there->speed > required.speed_at_most ||
          !clears(row(e, p), required)) {
        has_weaker = false;
        continue;
      }
      Answer answer = *there;
      answer.kick = {kElevations[e], power_of(p)};
      consider(answer);
      if (has_weaker && weaker.time > required.time && answer.time < required.time)
        consider(mix(weaker, answer, (weaker.time - required.time) / (weaker.time - answer.time)));
      weaker = answer;
      has_weaker = true;
    }
  }
  return found ? std::optional(best) : std::nullopt;
}

}  // namespace rcss3d::agent
