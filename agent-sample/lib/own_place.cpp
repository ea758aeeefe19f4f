// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/own_place.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "agent-sample/lib/fix.h"

namespace rcss3d::agent {

namespace {

constexpr double kEyeHeight = 0.22;  // m, of a player's centre; marks lie on the ground
constexpr double kOwnStep = 0.01;    // s
constexpr double kUnlikely = 3.5;    // mean square of the errors, in standard deviations, that contradicts the state

double wrapped(double angle) {
  return std::remainder(angle, 2 * std::numbers::pi);
}

/// The position of a flag or goal post: "1_l" is the left one at the negative side of the world, for both teams.
Vector place_of(const Sighting& mark, const Field& field, bool left) {
  const double x = mark.id.ends_with('l') ? -field.length / 2 : field.length / 2;
  const double y = mark.kind == Sighting::Kind::goal ? field.goal_width / 2 : field.width / 2;
  const Vector there{x, mark.id.starts_with('1') ? -y : y};
  return left ? there : there * -1;
}

}  // namespace

void OwnPlace::forget() {
  state_ = {};
  command_ = {};
  known_ = false;
  age_ = Track::kNever;
}

void OwnPlace::advance(long from, long to, const SentActs& sent, bool touching) {
  if (to <= from) return;
  Motion me = motion();
  const long kept = std::max(from, to - 300);  // after 3 s every velocity is forgotten
  long since = kept;
  const auto drive_until = [&](long step) {
    if (step > since) me = player_motion::drive(me, command_, static_cast<double>(step - since) * kOwnStep);
    since = step;
  };
  for (long step = kept; step < to; ++step) {
    if (const double pan = sent.pan(step); pan != 0) turn_camera(pan);
    const std::optional<Vector> command = sent.drive(step);
    if (!command) continue;
    drive_until(step);
    command_ = *command;
  }
  drive_until(to);
  const double seconds = static_cast<double>(to - from) * kOwnStep;
  age_ += seconds;
  const double decay = std::exp(-player_motion::kDrag * seconds), way = (1 - decay) / player_motion::kDrag;
  // The standard deviation of a push is per 0.2 s; half of the change of velocity acts on the position, on average.
  const double push = squared(touching ? 0.5 : 0.02) * seconds / 0.2;
  const double shift = push * seconds * seconds / 4 + squared(0.001);
  state_.propagate({{{1, 0, way, 0, 0}, {0, 1, 0, way, 0}, {0, 0, decay, 0, 0}, {0, 0, 0, decay, 0}, {0, 0, 0, 0, 1}}},
                   {shift, shift, push, push, 0});
  state_.mean = {me.position.x, me.position.y, me.velocity.x, me.velocity.y, state_.mean[4]};
}

void OwnPlace::foresee(long from, long to, const SentActs& sent, std::vector<Motion>& path) const {
  path.clear();
  Motion me = motion();
  Vector command = command_;
  for (long step = std::max(from, to - 300); step < to; ++step) {
    path.push_back(me);
    if (const auto sent_now = sent.drive(step)) command = *sent_now;
    me = player_motion::step(me, command);
  }
}

void OwnPlace::turn_camera(double pan) {
  state_.mean[4] = wrapped(state_.mean[4] + pan);
  state_.covariance[4][4] += squared(0.25 * kDegree);
}

double OwnPlace::error() const {
  return std::sqrt(std::max(0.0, (state_.covariance[0][0] + state_.covariance[1][1]) / 2));
}

double OwnPlace::velocity_error() const {
  return std::sqrt(std::max(0.0, (state_.covariance[2][2] + state_.covariance[3][3]) / 2));
}

void OwnPlace::see(const std::vector<Sighting>& seen, const Field& field, bool left, bool turns) {
  turns_ = turns;
  count_ = 0;
  for (const Sighting& mark : seen) {
    const bool is_mark = mark.kind == Sighting::Kind::flag || mark.kind == Sighting::Kind::goal;
    if (!is_mark || mark.id.empty() || count_ == marks_.size()) continue;
    const double along = std::sqrt(std::max(0.0, squared(mark.distance) - squared(kEyeHeight)));
    marks_[count_++] = {place_of(mark, field, left), along, mark.azimuth};
  }
  if (count_ == 0) return;
  if (!known_ && !relocate()) return;
  age_ = 0;
  if (!known_) {
    known_ = true;
    apply();
    return;
  }
  const Gaussian<5> before = state_;
  if (apply() < kUnlikely) return;
  // The player has been pushed: the velocity differs, and the position a little.
  state_ = before;
  for (const std::size_t i : {0, 1}) {
    state_.covariance[i][i] += squared(0.15);
    state_.covariance[i + 2][i + 2] += squared(1.5);
  }
  if (apply() < kUnlikely) return;
  state_ = before;
  if (relocate()) apply();
}

/// Corrects the state by all marks. Returns the mean square of the errors, in standard deviations.
double OwnPlace::apply() {
  double sum = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const Mark& mark = marks_[i];
    Vector line = mark.there - Vector{state_.mean[0], state_.mean[1]};
    double range = std::max(line.length(), 0.1);
    Vector along = line * (1 / range);
    sum +=
        state_.update({-along.x, -along.y, 0, 0, 0}, mark.distance - range, squared(vision_noise::kDistance * range));
    line = mark.there - Vector{state_.mean[0], state_.mean[1]};
    range = std::max(line.length(), 0.1);
    along = line * (1 / range);
    // bearing = atan2(line) − pan; its gradient over the position is (line.y, −line.x)/range²
    const double expected = std::atan2(line.y, line.x) - state_.mean[4];
    const double noise = squared(vision_noise::kAzimuth) + squared(vision_noise::kCalibration / range);
    sum += state_.update({along.y / range, -along.x / range, 0, 0, turns_ ? -1.0 : 0.0},
                         wrapped(mark.azimuth - expected), noise);
  }
  state_.mean[4] = turns_ ? wrapped(state_.mean[4]) : 0;
  return sum / (2 * static_cast<double>(count_));
}

/// Finds the turn and the shift that map the marks as seen to their true positions, by least squares with weights w:
/// tan(pan) = Σ w (from × to) / Σ w (from · to). Far marks are seen less exactly, so they weigh less. The player is
/// assumed to be at rest.
bool OwnPlace::relocate() {
  double weights = 0, along = 0, across = 0;
  Vector seen_centre, true_centre;
  const auto seen = [](const Mark& mark) { return Vector{mark.distance, 0}.turned(mark.azimuth); };
  const auto weight = [](const Mark& mark) { return 1 / (1 + squared(mark.distance)); };
  for (std::size_t i = 0; i < count_; ++i) {
    weights += weight(marks_[i]);
    seen_centre = seen_centre + seen(marks_[i]) * weight(marks_[i]);
    true_centre = true_centre + marks_[i].there * weight(marks_[i]);
  }
  seen_centre = seen_centre * (1 / weights);
  true_centre = true_centre * (1 / weights);
  double pan = 0, pan_variance = 0;
  if (turns_) {
    if (count_ < 2) return false;
    for (std::size_t i = 0; i < count_; ++i) {
      const Vector from = seen(marks_[i]) - seen_centre, to = marks_[i].there - true_centre;
      along += dot(from, to) * weight(marks_[i]);
      across += dot(from.turned_left(), to) * weight(marks_[i]);
    }
    pan = std::atan2(across, along);
    pan_variance = squared(0.5 * kDegree);
  }
  const Vector place = true_centre - seen_centre.turned(pan);
  state_.reset(0, place.x, squared(0.3));
  state_.reset(1, place.y, squared(0.3));
  state_.reset(2, 0, squared(0.3));
  state_.reset(3, 0, squared(0.3));
  state_.reset(4, pan, pan_variance);
  return true;
}

}  // namespace rcss3d::agent
