// SPDX-License-Identifier: Apache-2.0
// The knowledge of an agent about players that it has seen.
#include <catch2/catch.hpp>
#include <string>

#include "agent-sample/old/world_model.h"

namespace {

std::string seen(const std::string& players) {
  return "(Vision (Flag (id 1_l) (pol 60 120 0)) (Flag (id 2_r) (pol 60 -30 0)) " + players +
         ")(GameState (unum 6) (team left) (FieldLength 104) (FieldWidth 68) (GoalWidth 7.32) (playmode PlayOn))";
}

}  // namespace

TEST_CASE("players are known by team and by number from 1 to 11, and other numbers are ignored") {
  sample::WorldModel world("foo");
  world.read(
      seen("(Player (team foo) (id 1) (pol 3 10 0)) (Player (team bar) (id 11) (pol 5 -20 0)) "
           "(Player (team foo) (id 0) (pol 4 0 0)) (Player (team bar) (id 12) (pol 4 0 0)) "
           "(Player (team bar) (id -1) (pol 4 0 0))"));
  for (int number = 0; number <= sample::WorldModel::kPlayers; ++number) {
    CAPTURE(number);
    const auto i = static_cast<std::size_t>(number);
    CHECK(world.mates()[i].known() == (number == 1));
    CHECK(world.opponents()[i].known() == (number == 11));
  }
  world.read("(Vision)(GameState (playmode PlayOn))");
  CHECK(world.mates()[1].age == 1);
  CHECK(world.opponents()[11].age == 1);
}
