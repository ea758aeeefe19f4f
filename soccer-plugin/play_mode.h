// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "soccer-plugin/soccer_types.h"

namespace soccer {

/// The phase of the game, for either side (behaviour 6.1).
enum class Phase {
  before_kick_off,
  kick_off,
  play_on,
  kick_in,
  corner_kick,
  goal_kick,
  offside,
  free_kick,
  goal,
  game_over,
  penalty_shoot,
};

/// Phases in which a ball at rest has to be put into play, without the kick-off.
constexpr bool is_restart(Phase phase) {
  return phase == Phase::kick_in || phase == Phase::corner_kick || phase == Phase::goal_kick ||
         phase == Phase::offside || phase == Phase::free_kick;
}

/// The play mode: a phase and its side, which is the team that takes the kick (kick-off, restarts, attempts of a
/// shoot-out) or has scored (goal). The other phases have the side `none`.
struct PlayMode {
  Phase phase = Phase::before_kick_off;
  Side side = Side::none;

  friend bool operator==(const PlayMode&, const PlayMode&) = default;
};

/// All play modes, with the names that agents and trainers use, in the order of their numbers for monitors, from 0.
/// This is the only list of them. The last two occur only in a shoot-out; matches without one hide them from monitors
/// and agents.
struct NamedPlayMode {
  PlayMode mode;
  std::string_view name;
};
inline constexpr std::array<NamedPlayMode, 19> kPlayModes{{
    {{Phase::before_kick_off, Side::none}, "BeforeKickOff"},
    {{Phase::kick_off, Side::left}, "KickOff_Left"},
    {{Phase::kick_off, Side::right}, "KickOff_Right"},
    {{Phase::play_on, Side::none}, "PlayOn"},
    {{Phase::kick_in, Side::left}, "KickIn_Left"},
    {{Phase::kick_in, Side::right}, "KickIn_Right"},
    {{Phase::corner_kick, Side::left}, "corner_kick_left"},
    {{Phase::corner_kick, Side::right}, "corner_kick_right"},
    {{Phase::goal_kick, Side::left}, "goal_kick_left"},
    {{Phase::goal_kick, Side::right}, "goal_kick_right"},
    {{Phase::offside, Side::left}, "offside_left"},
    {{Phase::offside, Side::right}, "offside_right"},
    {{Phase::game_over, Side::none}, "GameOver"},
    {{Phase::goal, Side::left}, "Goal_Left"},
    {{Phase::goal, Side::right}, "Goal_Right"},
    {{Phase::free_kick, Side::left}, "free_kick_left"},
    {{Phase::free_kick, Side::right}, "free_kick_right"},
    {{Phase::penalty_shoot, Side::left}, "PenaltyShoot_Left"},
    {{Phase::penalty_shoot, Side::right}, "PenaltyShoot_Right"},
}};
/// The number of play modes without those of a shoot-out.
inline constexpr std::size_t kPlayModesOfPlay = 17;

/// The index of `mode` in kPlayModes, which has every mode of the game.
std::size_t number_of(PlayMode mode);
std::string_view name_of(PlayMode mode);
/// Nothing for a name that is not in the list; case matters.
std::optional<PlayMode> parse_play_mode(std::string_view name);

}  // namespace soccer
