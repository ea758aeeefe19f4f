// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/field_marks.h"

#include <algorithm>

namespace monitor {

FieldMarks field_marks(const Game& game) {
  const auto found = game.values.find("FreeKickDistance");
  const double circle = found == game.values.end() ? 9.15 : found->second;
  const double depth = std::min(16.5, game.field_length * 0.16);
  const double half_width = game.field_width / 2;
  return {game.field_length / 2, half_width, std::min(circle, game.field_width * 0.45), depth,
          std::min(game.goal_width / 2 + depth, half_width)};
}

}  // namespace monitor
