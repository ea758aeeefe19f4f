// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/ball_trail.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

constexpr double kMaxSpeed = 45.0;  // m/s; the hardest kicks reach some 30
constexpr double kLeap = 1.0;       // m between two frames, with the ball at rest before and after
constexpr double kAtRest = 0.2;     // share of such a leap by which the frames around it may still move

double distance(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

}  // namespace

void BallTrail::follow(const Game& game, const Snapshot& frame) {
  const std::string mode = play_mode_text(game, frame.play_mode);
  if (!frames_.empty() && frame.time <= frames_.back().time) forget();
  frames_.push_back({frame.time, frame.ball, mode == "PlayOn" || mode.starts_with("Goal_")});
  if (frames_.size() > kFrames) frames_.pop_front();
}

BallTrail::Range BallTrail::around(std::size_t index, std::size_t count,
                                   const std::function<double(std::size_t)>& time_of) {
  // Two more frames than are shown, because leaps are recognised by the frames around them.
  std::size_t first = index, more = 2;
  const double oldest = time_of(index) - kShown;
  while (first > 0 && index - first + 2 < kFrames && more > 0)
    if (time_of(--first) < oldest) --more;
  return {first, std::min(index + 2, count - 1)};
}

void BallTrail::look_around(LogFile& log, std::size_t index) {
  const auto [first, last] = around(index, log.size(), [&](std::size_t i) { return log.time_of(i); });
  forget();
  for (std::size_t i = first; i <= last; ++i) follow(log.game(), log.at(i));
}

/// Whether the ball moved by itself from the previous frame to this one.
bool BallTrail::leads_on(std::size_t index) const {
  const Frame &before = frames_[index - 1], &now = frames_[index];
  if (!before.in_play || !now.in_play) return false;
  const double leap = distance(before.ball, now.ball);
  if (!(leap <= kMaxSpeed * (now.time - before.time))) return false;
  if (leap < kLeap || index < 2 || index + 1 >= frames_.size()) return true;
  return distance(frames_[index - 2].ball, before.ball) > kAtRest * leap ||
         distance(now.ball, frames_[index + 1].ball) > kAtRest * leap;
}

void BallTrail::show(Snapshot& shown) const {
  shown.ball_trail.clear();
  // The first frame at or after the moment: the ball must have moved to it by itself, too.
  const auto after = std::lower_bound(frames_.begin(), frames_.end(), shown.time,
                                      [](const Frame& frame, double time) { return frame.time < time; });
  auto next = static_cast<std::size_t>(after - frames_.begin());
  if (next < frames_.size() && (next == 0 || !leads_on(next))) return;
  const double oldest = shown.time - kShown;
  for (; next > 0 && frames_[next - 1].in_play; --next) {
    const Frame& frame = frames_[next - 1];
    if (frame.time <= oldest) {
      // Only a part of this section is recent enough.
      const bool last = shown.ball_trail.empty();
      const Point& to = last ? shown.ball : shown.ball_trail.back();
      const double end = last ? shown.time : frames_[next].time;
      const double share = end > frame.time ? std::clamp((oldest - frame.time) / (end - frame.time), 0.0, 1.0) : 1.0;
      shown.ball_trail.push_back({std::lerp(frame.ball.x, to.x, share), std::lerp(frame.ball.y, to.y, share),
                                  std::lerp(frame.ball.z, to.z, share)});
      break;
    }
    shown.ball_trail.push_back(frame.ball);
    if (next < 2 || !leads_on(next - 1)) break;
  }
  std::reverse(shown.ball_trail.begin(), shown.ball_trail.end());
}

}  // namespace monitor
