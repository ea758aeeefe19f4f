// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/condition.h"

#include <algorithm>

namespace monitor {
namespace {

bool has_scored(const AttemptView& view, Side side) {
  if (side == Side::left) return view.now.score_left > view.begin.score_left;
  return view.now.score_right > view.begin.score_right;
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
