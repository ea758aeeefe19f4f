// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/shot_picker.h"

#include <cmath>
#include <utility>

#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

// Shares of the field's length, measured from the halfway line.
constexpr double kEnter = 0.30;
constexpr double kLeave = 0.20;

}  // namespace

std::string_view ShotPicker::wanted(const Game& game, const Snapshot& now) {
  const double x = now.ball.x, depth = std::abs(x) / game.field_length;
  near_goal_ = depth > (near_goal_ ? kLeave : kEnter);
  const PlayModeWords mode = play_mode_words(game, now);
  switch (mode.kind) {
    case Event::Kind::goal:
    case Event::Kind::game_over:
      return camera_;  // viewers who have just seen a goal want to see what follows
    case Event::Kind::play_on:
      if (near_goal_) return "ball";
      // No one wants to look at the whole field for minutes.
      if (camera_ == "side") return age_ > kMaxLength ? "ball" : "side";
      return camera_ == "ball" && age_ < kMaxLength / 2 && before_ == "side" ? "ball" : "side";
    case Event::Kind::restart:
      if (mode.words.starts_with("corner")) return x < 0 ? "left" : "right";
      return mode.words.starts_with("goal kick") ? "side" : "ball";
    case Event::Kind::offside:
    case Event::Kind::penalty:
      return "ball";
    default:
      return "side";
  }
}

std::string_view ShotPicker::pick(const Game& game, const Snapshot& snapshot, double seconds) {
  age_ += seconds;
  const std::string_view now_wanted = wanted(game, snapshot);
  sure_ = std::exchange(wanted_, now_wanted) == now_wanted ? sure_ + seconds : 0.0;
  const double shortest = wanted_ == before_ ? kReturn : kMinLength;
  if (wanted_ == camera_ || age_ < shortest || sure_ < kSure) return camera_;
  before_ = std::exchange(camera_, wanted_);
  age_ = 0.0;
  return camera_;
}

void ShotPicker::begin(std::string_view camera) {
  camera_ = wanted_ = camera;
  before_ = {};
  age_ = sure_ = 0.0;
}

}  // namespace monitor
