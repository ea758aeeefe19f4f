// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace sigverse::recording {
namespace {

constexpr std::array kSpeeds{0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0};
/// How long, in s, a frame is shown if nothing else is known: the usual interval.
constexpr double kUsualInterval = 0.04;

using Stretch = Recording::Stretch;

/// How long a block is played before the next one begins.
double seconds_of(const Stretch& stretch, const Stretch* next) {
  if (next && next->first_time >= stretch.last_time) return next->first_time - stretch.first_time;
  const double seconds = stretch.last_time - stretch.first_time;
  return stretch.frames == 1 ? kUsualInterval : seconds + seconds / static_cast<double>(stretch.frames - 1);
}

}  // namespace

Player::Player(const std::filesystem::path& file, Complain complain)
    : Playback(kSpeeds), recording_(file, std::move(complain)) {
  if (recording_.frames() == 0) throw std::runtime_error(fmt::format("{}: nothing has been recorded", file.string()));
  find_times();
  show();
}

void Player::find_times() {
  const std::vector<Stretch>& stretches = recording_.stretches();
  double begin = 0.0;
  for (std::size_t i = 0; i != stretches.size(); ++i) {
    const Stretch* const next = i + 1 != stretches.size() ? &stretches[i + 1] : nullptr;
    if (i != 0 && stretches[i].first_time < stretches[i - 1].last_time)
      marks_.push_back({stretches[i].first_frame, Mark::Kind::part});
    begins_.push_back(begin);
    begin += seconds_of(stretches[i], next);
  }
  begins_.push_back(begin);
}

double Player::place_after(double seconds) const {
  const std::vector<Stretch>& stretches = recording_.stretches();
  const auto seconds_per_frame = [&](std::size_t i) {
    return (begins_[i + 1] - begins_[i]) / static_cast<double>(stretches[i].frames);
  };
  const std::size_t here = recording_.stretch_of(frame());
  const double now =
      begins_[here] + (place() - static_cast<double>(stretches[here].first_frame)) * seconds_per_frame(here);
  const double then = std::clamp(now + seconds, 0.0, begins_.back());
  // The last block that has begun. Blocks without duration are skipped.
  const auto behind = std::upper_bound(begins_.begin(), begins_.end() - 1, then);
  const auto there = static_cast<std::size_t>(behind - begins_.begin()) - 1;
  const double length = seconds_per_frame(there);
  const double within = length > 0.0 ? (then - begins_[there]) / length : 0.0;
  const double result = static_cast<double>(stretches[there].first_frame) + within;
  // Rounding must not lead in the opposite direction, to the previous frame.
  return seconds >= 0.0 ? std::max(result, place()) : std::min(result, place());
}

void Player::advance(double now) {
  pass(now);
  changed_ = take_moved();
  if (frame() != shown_) show();
}

void Player::show() {
  shown_ = frame();
  const client::World* const world = recording_.world(shown_);
  readable_ = world != nullptr;
  if (world) world_ = world;
}

bool Player::next_mark() {
  for (const Mark& mark : marks_)
    if (mark.frame > frame()) return seek(static_cast<double>(mark.frame)), true;
  return false;
}

bool Player::previous_mark() {
  for (auto mark = marks_.rbegin(); mark != marks_.rend(); ++mark)
    if (mark->frame < frame()) return seek(static_cast<double>(mark->frame)), true;
  return false;
}

monitor::Status Player::status() const {
  using Kind = monitor::Status::Kind;
  if (!readable_) return {is_playing() ? Kind::running : Kind::paused, "the recording is damaged here", false};
  if (is_playing()) return {Kind::running, {}, false};
  if (place() < last_place()) return {Kind::paused, {}, false};
  return {Kind::over, recording_.is_complete() ? "" : "the recording ends here", false};
}

}  // namespace sigverse::recording
