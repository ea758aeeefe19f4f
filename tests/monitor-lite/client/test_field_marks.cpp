// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/field_marks.h"

#include <catch2/catch.hpp>

using namespace monitor;

TEST_CASE("the penalty area is as deep beside the goal as in front of it") {
  Game game;
  game.field_length = 105, game.field_width = 68, game.goal_width = 7.32;
  const FieldMarks marks = field_marks(game);
  CHECK(marks.half_length == 52.5);
  CHECK(marks.half_width == 34);
  CHECK(marks.circle == 9.15);
  CHECK(marks.penalty_depth == 16.5);
  CHECK(marks.penalty_half_width == Approx(3.66 + 16.5));
  game.values["FreeKickDistance"] = 5;
  CHECK(field_marks(game).circle == 5);
  // On small fields nothing sticks out.
  game.field_length = 40, game.field_width = 20, game.goal_width = 10;
  CHECK(field_marks(game).penalty_depth == Approx(6.4));
  CHECK(field_marks(game).penalty_half_width == 10);
}
