// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/frame_steps.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace monitor {
namespace {

constexpr double kSecondsPerStep = 0.01;
constexpr double kUsualJump = 38;     ///< steps from the last frame before a reset to the first one after it
constexpr double kFarthestHint = 60;  ///< steps; a hint that is farther from the expected step belongs elsewhere
constexpr double kSameInterval = 0.005;
constexpr std::size_t kEnoughHints = 500;

}  // namespace

FrameSteps::FrameSteps(std::vector<double> times, double seconds_per_frame, std::span<const Hint> hints)
    : times_(std::move(times)),
      seconds_per_frame_(seconds_per_frame),
      interval_(std::max(1.0, std::round(seconds_per_frame / kSecondsPerStep))) {
  for (std::size_t frame = 0; frame < times_.size(); ++frame) {
    if (frame == 0 || times_[frame] < times_[frame - 1]) episodes_.push_back({frame, frame, 0});
    episodes_.back().end = frame + 1;
  }
  double guess = 0;
  for (Episode& episode : episodes_) {
    episode.step = first_step(episode, guess, hints);
    guess = episode.step + interval_ * static_cast<double>(episode.end - episode.first - 1) + kUsualJump;
  }
}

double FrameSteps::at(double place) const {
  const auto later = std::upper_bound(episodes_.begin(), episodes_.end(), place, [](double at, const Episode& episode) {
    return at < static_cast<double>(episode.first);
  });
  if (later == episodes_.begin()) return 0;
  const Episode& episode = *(later - 1);
  return episode.step + interval_ * (place - static_cast<double>(episode.first));
}

double FrameSteps::place_of(double step) const {
  const auto later = std::ranges::upper_bound(episodes_, step, {}, &Episode::step);
  if (later == episodes_.begin()) return 0;
  const Episode& episode = *(later - 1);
  const double place = static_cast<double>(episode.first) + (step - episode.step) / interval_;
  return later == episodes_.end() ? place : std::min(place, static_cast<double>(episode.end));
}

/// Finds the place at which the game has that time; returns false if it never does, or if the clock is
/// stopped at that time.
bool FrameSteps::find_place(const Episode& episode, double time, double& place) const {
  const auto begin = times_.begin() + static_cast<std::ptrdiff_t>(episode.first);
  const auto end = times_.begin() + static_cast<std::ptrdiff_t>(episode.end);
  const auto later = std::upper_bound(begin, end, time);
  if (later == begin || later == end) return false;
  const double before = *(later - 1), passed = time - before;
  if (passed < kSameInterval || std::abs(*later - before - seconds_per_frame_) > kSameInterval) return false;
  place = static_cast<double>(later - 1 - times_.begin()) + passed / seconds_per_frame_;
  return true;
}

double FrameSteps::first_step(const Episode& episode, double guess, std::span<const Hint> hints) const {
  const double length = interval_ * static_cast<double>(episode.end - episode.first);
  std::vector<double> found;
  for (auto hint = std::ranges::lower_bound(hints, guess - kFarthestHint, {}, &Hint::step);
       hint != hints.end() && hint->step < guess + length + kFarthestHint && found.size() < kEnoughHints; ++hint) {
    double place = 0;
    if (!find_place(episode, hint->time, place)) continue;
    const double step = hint->step - interval_ * (place - static_cast<double>(episode.first));
    if (std::abs(step - guess) <= kFarthestHint) found.push_back(step);
  }
  if (found.empty()) return guess;
  const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
  std::nth_element(found.begin(), middle, found.end());
  return *middle;
}

}  // namespace monitor
