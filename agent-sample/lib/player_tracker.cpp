// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/player_tracker.h"

#include <algorithm>
#include <cmath>

#include "agent-sample/lib/player_motion.h"

namespace rcss3d::agent {

namespace {

constexpr double kHabit = 2.5;        // s, the time constant of the direction in which players drive
constexpr double kWantedSpeed = 1.0;  // m/s, standard deviation of the velocity that a player wants, along each axis
constexpr double kUnsteady = 0.15;    // (m/s)^2/s by which pushes increase the variance of the velocity
constexpr double kSurprise = 25;      // square of an error in standard deviations that running does not explain
constexpr double kFirstSpeed = 0.8;   // m/s, standard deviation of the velocity that is not known yet
constexpr double kTooFast = 2.5;      // m/s that no player reaches

}  // namespace

/// The velocity approaches the one that the player wants, by drive and drag, and the wanted velocity changes.
PlayerDrift::PlayerDrift(double time) : seconds(time) {
  const double decay = std::exp(-player_motion::kDrag * seconds), way = (1 - decay) / player_motion::kDrag;
  // The wanted velocity decays as exp(−t/kHabit); `mean` is its mean over the time, relative to that at the beginning.
  const double habit = std::exp(-seconds / kHabit), mean = (1 - habit) * kHabit / std::max(seconds, 1e-6);
  motion = {{{1, way, (seconds - way) * mean}, {0, decay, (1 - decay) * mean}, {0, 0, habit}}};
  const double unsteady = kUnsteady * std::min(seconds, 2.0);
  noise = {unsteady * squared(seconds) / 4, unsteady, squared(kWantedSpeed) * (1 - habit * habit)};
}

void PlayerTracker::advance(const PlayerDrift& drift) {
  if (!known()) return;
  const auto& f = drift.motion;
  for (Gaussian<3>& axis : axes_) {
    axis.propagate(f, drift.noise);
    const auto m = axis.mean;
    axis.mean = {m[0] + f[0][1] * m[1] + f[0][2] * m[2], f[1][1] * m[1] + f[1][2] * m[2], f[2][2] * m[2]};
  }
  age_ += drift.seconds;
}

void PlayerTracker::start(const Fix& fix) {
  const double variance = std::max(fix.along_variance, fix.across_variance);
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    axes_[i].reset(0, i == 0 ? fix.place.x : fix.place.y, variance);
    axes_[i].reset(1, 0, squared(kFirstSpeed));
    axes_[i].reset(2, 0, squared(kWantedSpeed));
  }
}

void PlayerTracker::see(const Fix& fix) {
  missed_ = 0;
  if (!known()) start(fix);
  age_ = 0;
  // The axes of the error ellipse are not those of the field; the covariance of x and y is ignored.
  const double x = squared(fix.along.x), y = squared(fix.along.y);
  const double surprise =
      axes_[0].update_first(fix.place.x - axes_[0].mean[0], x * fix.along_variance + y * fix.across_variance) +
      axes_[1].update_first(fix.place.y - axes_[1].mean[0], y * fix.along_variance + x * fix.across_variance);
  const double speed = squared(axes_[0].mean[1]) + squared(axes_[1].mean[1]);
  // The referee has moved the player, or a collision has.
  if (surprise > kSurprise || !(speed < squared(kTooFast))) start(fix);
}

void PlayerTracker::miss() {
  if (known() && ++missed_ >= kMissesOfOneGone) forget();
}

Track PlayerTracker::track(const Field& field) const {
  Track track;
  if (!known()) return track;
  const double limit = field.length + field.border + field.width;
  const auto both = [&](std::size_t i) { return Vector{axes_[0].mean[i], axes_[1].mean[i]}; };
  const auto error = [&](std::size_t i) {
    return std::sqrt(std::max(0.0, axes_[0].covariance[i][i] + axes_[1].covariance[i][i]) / 2);
  };
  track.position = {std::clamp(both(0).x, -limit, limit), std::clamp(both(0).y, -limit, limit)};
  track.velocity = both(1);
  track.height = field.player_radius;
  track.error = error(0);
  track.velocity_error = error(1);
  track.age = age_;
  return track;
}

}  // namespace rcss3d::agent
