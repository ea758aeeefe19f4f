// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/live_footage.h"

#include <algorithm>

#include "monitor-lite/client/ball_trail.h"
#include "monitor-lite/client/motion.h"

namespace monitor {
namespace {

constexpr double kWindow = 1.0;  // s over which the server's pace is measured
constexpr double kPause = 1.5;   // s between two frames; longer gaps are pauses and not used to measure the pace
constexpr double kLate = 0.12;   // increase of the speed per second of delay
constexpr double kHurry = 1.5;   // at most

std::size_t bytes_of(const Snapshot& snapshot) {
  std::size_t bytes = sizeof snapshot + snapshot.players.size() * sizeof(Player);
  for (const Player& player : snapshot.players) bytes += player.said.capacity();
  return bytes;
}

}  // namespace

void LiveFootage::take(const Game& game, const Snapshot& snapshot, const std::vector<Event>& events, double now) {
  game_ = game;
  double place = 0.0;
  if (!frames_.empty()) {
    const double passed = snapshot.time - frames_.back().snapshot.time;
    if (passed > 0.001 && passed < 2.0) step_ = passed;
    place = frames_.back().place + step_;
    measure(step_, now);
  }
  last_ = now;
  if (frames_.empty()) measured_ = now;
  Frame frame{place, 0, snapshot};
  frame.snapshot.markers.clear();  // unused here, and the same in each frame
  frame.bytes = bytes_of(frame.snapshot);
  bytes_ += frame.bytes;
  frames_.push_back(std::move(frame));
  while (bytes_ > kMaxBytes && frames_.size() > 2) drop_first();
  for (const Event& event : events)
    if (moments_.size() < kMaxMoments) moments_.push_back({place, event});
}

void LiveFootage::measure(double step, double now) {
  if (now - last_ > kPause) {
    come_ = 0.0;
    measured_ = now;
    return;
  }
  come_ += step;
  if (now - measured_ < kWindow) return;
  server_pace_ += 0.5 * (come_ / (now - measured_) - server_pace_);
  come_ = 0.0;
  measured_ = now;
}

double LiveFootage::pace(double place) const {
  if (server_pace_ > kMaxSpeed) return 1.0;
  const double late = end() - place - kDelay;
  // Footage does not catch up with a server that is slow or stopped.
  const double base = std::max(server_pace_, 1.0);
  return base * std::clamp(1.0 + kLate * late, 0.7, kHurry);
}

std::size_t LiveFootage::index_at(double place) const {
  const auto later = std::upper_bound(frames_.begin(), frames_.end(), place,
                                      [](double wanted, const Frame& frame) { return wanted < frame.place; });
  return later == frames_.begin() ? 0 : static_cast<std::size_t>(later - frames_.begin()) - 1;
}

Snapshot LiveFootage::at(double place) {
  if (frames_.empty()) return {};
  const std::size_t index = index_at(place);
  const Frame& base = frames_[index];
  if (place <= base.place || index + 1 == frames_.size()) return base.snapshot;
  const Frame& later = frames_[index + 1];
  return moved(base.snapshot, later.snapshot, (place - base.place) / (later.place - base.place));
}

void LiveFootage::add_trail(double place, Snapshot& shown) {
  if (frames_.empty()) return;
  const auto [first, last] =
      BallTrail::around(index_at(place), frames_.size(), [&](std::size_t i) { return frames_[i].snapshot.time; });
  BallTrail trail;
  for (std::size_t i = first; i <= last; ++i) trail.follow(game_, frames_[i].snapshot);
  trail.show(shown);
}

void LiveFootage::forget_before(double place) {
  while (frames_.size() > 2 && frames_[1].place <= place) drop_first();
}

void LiveFootage::drop_first() {
  bytes_ -= frames_.front().bytes;
  frames_.pop_front();
  ++dropped_;
}

}  // namespace monitor
