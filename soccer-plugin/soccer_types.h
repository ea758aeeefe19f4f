// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "spark/core/vec3.h"

namespace soccer {

/// A side of the field. The left team's own goal is at negative x; teams never change sides.
enum class Side { none, left, right };

constexpr Side opponent(Side side) {
  return side == Side::left ? Side::right : side == Side::right ? Side::left : Side::none;
}

/// Between the world frame and a team's own frame: for the right team a half turn about z, so the same map leads back
/// (behaviour 1.2). A point or a direction.
constexpr spark::Vec3 own_frame(Side side, const spark::Vec3& v) {
  return side == Side::right ? spark::Vec3{-v.x, -v.y, v.z} : v;
}

/// The play modes, in the order of the monitor's list (behaviour 6.1). In restart modes the named team takes the kick.
enum class PlayMode {
  before_kick_off,
  kick_off_left,
  kick_off_right,
  play_on,
  kick_in_left,
  kick_in_right,
  corner_kick_left,
  corner_kick_right,
  goal_kick_left,
  goal_kick_right,
  offside_left,
  offside_right,
  game_over,
  goal_left,
  goal_right,
  free_kick_left,
  free_kick_right,
};
inline constexpr std::array<std::string_view, 17> kPlayModeTexts{
    "BeforeKickOff",    "KickOff_Left",      "KickOff_Right",  "PlayOn",          "KickIn_Left",    "KickIn_Right",
    "corner_kick_left", "corner_kick_right", "goal_kick_left", "goal_kick_right", "offside_left",   "offside_right",
    "GameOver",         "Goal_Left",         "Goal_Right",     "free_kick_left",  "free_kick_right"};

constexpr std::string_view text_of(PlayMode mode) {
  return kPlayModeTexts[static_cast<std::size_t>(mode)];
}
std::optional<PlayMode> parse_play_mode(std::string_view text);

}  // namespace soccer
