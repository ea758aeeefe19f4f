// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/ball_tracker.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rcss3d::agent {

namespace {

constexpr double kBallStep = 0.01;     // s
constexpr double kKickMargin = 0.07;   // m between the surfaces
constexpr double kFlightSpin = 0.36;   // speed of the surface after a kick at a resting ball, as a share of the ball's
constexpr double kShift = 0.002;       // m by which the ball may leave the predicted course within a sensation, and
constexpr double kUnrest = 0.03;       // m/s, the same of its velocity
constexpr double kTouchUnrest = 0.5;   // m/s after a touch by this player
constexpr double kKickUnrest = 0.6;    // m/s after an own kick
constexpr double kBallSurprise = 20;   // square of an error in standard deviations
constexpr double kTooFastBall = 20;    // m/s: a faster ball has been moved by the referee
constexpr double kKickTime = 0.13;     // s before the picture at which kicks have happened, as far as is known
constexpr double kShortest = 0.02;     // s between two pictures
constexpr double kOnTheGround = 0.05;  // m above the radius
constexpr double kNoClimb = 0.4;       // m/s

}  // namespace

/// Simulates one step after the other, in the order of the server: acts, then forces, then motion.
void BallTracker::run(Course& course, long from, const std::vector<Motion>& me, const SentActs* sent,
                      const Field& field, const BallMotion& motion) const {
  const double touch = field.ball_radius + field.player_radius;
  BallState& ball = course.ball;
  for (std::size_t i = 0; i < me.size(); ++i) {
    const Vector apart = ball.position - me[i].position;
    const double up = ball.height - field.player_radius, range = std::hypot(apart.x, apart.y, up);
    const auto kick = sent ? sent->kick(from + static_cast<long>(i)) : std::nullopt;
    if (kick && course.push.steps == 0 && range < touch + kKickMargin) {
      course.push = {apart.unit(), *kick, BallMotion::kKickSteps};
      course.touched = true;
    }
    const Vector outwards = apart.unit();
    const double closing = dot(me[i].velocity - ball.velocity, outwards);
    if (range < touch && closing > 0 && course.push.steps == 0) {
      ball.velocity = ball.velocity + outwards * (closing * (closing > 2 ? 1.8 : 1));
      course.touched = true;
    }
    if (course.push.steps > 0) {
      motion.step(ball, course.push.direction, course.push.kick);
      --course.push.steps;
    } else if (motion.is_rolling(ball) && range > 2 && !sent) {
      ball = motion.after(ball, static_cast<double>(me.size() - i) * kBallStep);
      return;
    } else {
      motion.step(ball);
    }
  }
}

void BallTracker::advance(long from, const std::vector<Motion>& me, const SentActs& sent, const Field& field,
                          const BallMotion& motion) {
  if (!known() || me.empty()) return;
  const double seconds = static_cast<double>(me.size()) * kBallStep;
  const Course before{ball_, push_, false};
  Course course = before;
  run(course, from, me, &sent, field, motion);
  unkicked_.reset();
  bool kicks = false;
  for (std::size_t i = 0; i < me.size(); ++i) kicks = kicks || sent.kick(from + static_cast<long>(i));
  if (kicks && course.touched) {
    unkicked_ = before;
    run(*unkicked_, from, me, nullptr, field, motion);
  }
  // Drag slows a rolling ball down by 0.3/(1.4 · 0.43) = 0.5 of its speed per second.
  const double decay = std::exp(-0.5 * seconds), way = (1 - decay) / 0.5;
  const bool kicked = course.push.steps > 0 || unkicked_;
  const double unrest = squared(kicked ? kKickUnrest : course.touched ? kTouchUnrest : kUnrest) * seconds / 0.2;
  const double shift = unrest * squared(seconds) / 4 + squared(kShift);
  along_.propagate({{{1, 0, way, 0}, {0, 1, 0, way}, {0, 0, decay, 0}, {0, 0, 0, decay}}},
                   {shift, shift, unrest, unrest});
  up_.propagate({{{1, way}, {0, decay}}}, {shift, unrest});
  adopt(course);
  age_ += seconds;
  elapsed_ += seconds;
}

void BallTracker::adopt(const Course& course) {
  ball_ = course.ball;
  push_ = course.push;
  along_.mean = {ball_.position.x, ball_.position.y, ball_.velocity.x, ball_.velocity.y};
  up_.mean = {ball_.height, ball_.climb};
}

/// The ball is assumed to lie still there.
void BallTracker::start(const Fix& fix, const Field& field) {
  ball_ = {fix.place, {}, std::max(fix.height, field.ball_radius), 0, {}};
  push_ = {};
  const double variance = std::max(fix.along_variance, fix.across_variance);
  for (const std::size_t i : {0, 1}) {
    along_.reset(i, i == 0 ? fix.place.x : fix.place.y, variance);
    along_.reset(i + 2, 0, squared(2.0));
  }
  up_.reset(0, ball_.height, fix.height_variance);
  up_.reset(1, 0, squared(1.0));
}

void BallTracker::see(const Fix& fix, const Field& field) {
  missed_ = 0;
  age_ = 0;
  const double elapsed = std::max(std::exchange(elapsed_, 0.0), kShortest);
  if (along_.covariance[0][0] <= 0 || elapsed > 2) return start(fix, field), settle(field);
  if (unkicked_ && distance(unkicked_->ball.position, fix.place) < distance(ball_.position, fix.place))
    adopt(*unkicked_);
  unkicked_.reset();
  const Vector along = fix.along, across = along.turned_left();
  const auto off = [&] { return fix.place - Vector{along_.mean[0], along_.mean[1]}; };
  const auto update = [&] {
    const double first = along_.update({along.x, along.y, 0, 0}, dot(off(), along), fix.along_variance);
    return first + along_.update({across.x, across.y, 0, 0}, dot(off(), across), fix.across_variance);
  };
  const Gaussian<4> before = along_;
  const Vector jump = off();
  double rise = fix.height - up_.mean[0];
  bool kicked = false;
  if (update() > kBallSurprise) {
    along_ = before;
    if (jump.length() > kTooFastBall * std::max(elapsed, 0.1)) return start(fix, field), settle(field);
    kicked = true;
    push_ = {};
    const bool was_slow = ball_.velocity.length() < 2;
    const double time = was_slow ? kKickTime * elapsed / 0.2 : elapsed;
    const Vector velocity = (ball_.velocity + jump * (1 / time)).at_most(15);
    along_.reset(0, fix.place.x, fix.along_variance);
    along_.reset(1, fix.place.y, fix.along_variance);
    along_.reset(2, velocity.x, squared(0.3 + 0.25 * velocity.length()));
    along_.reset(3, velocity.y, squared(0.3 + 0.25 * velocity.length()));
    up_.covariance[1][1] += squared(2.0);
    up_.covariance[0][0] += squared(0.1);
  }
  if (up_.update_first(rise, fix.height_variance) > kBallSurprise) {
    up_.reset(0, fix.height, fix.height_variance);
    up_.reset(1, std::clamp(rise / std::max(elapsed, 0.05) + 4.9 * elapsed, -10.0, 10.0), squared(2.0));
    kicked = true;
  }
  ball_.position = {along_.mean[0], along_.mean[1]};
  const Vector velocity{along_.mean[2], along_.mean[3]};
  ball_.spin = kicked ? velocity * kFlightSpin : ball_.spin + (velocity - ball_.velocity);
  ball_.velocity = velocity;
  ball_.height = up_.mean[0];
  ball_.climb = up_.mean[1];
  settle(field);
}

/// A ball that is not seen to fly is assumed to roll.
void BallTracker::settle(const Field& field) {
  const double doubt = 2 * std::sqrt(std::max(0.0, up_.covariance[0][0]));
  const bool low = ball_.height < field.ball_radius + std::max(kOnTheGround, doubt);
  if (ball_.height < field.ball_radius) ball_.height = field.ball_radius;
  if (low && std::abs(ball_.climb) < kNoClimb + 2 * std::sqrt(std::max(0.0, up_.covariance[1][1])) &&
      push_.steps == 0) {
    ball_.height = field.ball_radius;
    ball_.climb = 0;
    ball_.spin = ball_.velocity;
  }
  along_.mean = {ball_.position.x, ball_.position.y, ball_.velocity.x, ball_.velocity.y};
  up_.mean = {ball_.height, ball_.climb};
}

void BallTracker::miss() {
  if (known() && ++missed_ >= kMissesOfOneGone) forget();
}

Track BallTracker::track() const {
  Track track;
  if (!known()) return track;
  track.position = ball_.position;
  track.velocity = ball_.velocity;
  track.height = ball_.height;
  track.climb = ball_.climb;
  track.error = std::sqrt(std::max(0.0, along_.covariance[0][0] + along_.covariance[1][1]) / 2);
  track.velocity_error = std::sqrt(std::max(0.0, along_.covariance[2][2] + along_.covariance[3][3]) / 2);
  track.age = age_;
  return track;
}

}  // namespace rcss3d::agent
