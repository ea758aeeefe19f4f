// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/condition.h"

#include <algorithm>
#include <utility>

namespace monitor {
namespace {

/// Goals of play and of the shoot-out.
std::pair<int, int> goals_of(const Snapshot& shown, Side side) {
  return side == Side::left ? std::pair(shown.score_left, shown.shoot_out_left)
                            : std::pair(shown.score_right, shown.shoot_out_right);
}

bool has_scored(const AttemptView& view, Side side) {
  const auto [goals, shots] = goals_of(view.now, side);
  const auto [goals_before, shots_before] = goals_of(view.begin, side);
  return goals > goals_before || shots > shots_before;
}

bool has_touched(const AttemptView& view, Side side, int number) {
  return std::ranges::any_of(view.now.players, [&](const Player& player) {
    return player.last_toucher && player.side == side && (number == 0 || player.number == number);
  });
}

}  // namespace

bool Condition::holds(const AttemptView& view) const {
  const auto part_holds = [&](const Condition& part) { return part.holds(view); };
  switch (kind) {
    case Kind::all:
      return std::ranges::all_of(parts, part_holds);
    case Kind::any:
      return std::ranges::any_of(parts, part_holds);
    case Kind::none:
      return std::ranges::none_of(parts, part_holds);
    case Kind::score:
      return has_scored(view, side);
    case Kind::leads:
      return goals_of(view.now, side) > goals_of(view.now, side == Side::left ? Side::right : Side::left);
    case Kind::mode:
      return std::ranges::find(words, play_mode_text(view.game, view.now.play_mode)) != words.end();
    case Kind::touched:
      return has_touched(view, side, number);
    case Kind::ball_in:
      return area.has(view.now.ball);
    case Kind::player_in: {
      const Player* player = view.now.player(side, number);
      return player && area.has(player->position);
    }
    case Kind::ball_faster:
      return view.ball_speed > limit;
    case Kind::ball_slower:
      return view.ball_speed < limit;
    case Kind::after:
      return view.seconds >= limit;
  }
  return false;
}

}  // namespace monitor
