// SPDX-License-Identifier: Apache-2.0
// Once every buffer has reached its largest size, sensations and acts allocate no memory.
#include <catch2/catch.hpp>

#include "spark/agent/sexp_percept_writer.h"
#include "tests/soccer-plugin/soccer_fixture.h"
#include "tests/support/count_allocations.h"

using namespace soccer;
using namespace soccer::test;

TEST_CASE("22 players sense, act, speak and are stepped without allocating memory") {
  SoccerFixture f;
  std::vector<AgentState*> players;
  for (int i = 0; i < 11; ++i) {
    players.push_back(&f.add_player(Side::left, 0, {-30.0 + 2 * i, -15, 0.22}));
    players.push_back(&f.add_player(Side::right, 0, {-30.0 + 2 * i, 15, 0.22}));
  }
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(-29.7, -15);
  const std::string text =
      "(say a_message_that_is_longer_than_any_small_string)(pantilt 5 1)(kick 20 90)(drive 30 40 0)(catch)(beam 1 1 1)";
  std::string percepts;
  const auto round = [&] {
    for (AgentState* player : players) {
      percepts.clear();
      spark::SexpPerceptWriter writer(percepts);
      player->agent().sense(writer);
      f.act(*player, text);
    }
    f.step(20);
  };
  for (int i = 0; i < 12; ++i) round();
  percepts.reserve(16384);
  const long before = allocations;
  for (int i = 0; i < 25; ++i) round();
  CHECK(allocations == before);
  CHECK(percepts.find("(hear ") != percepts.npos);
  CHECK(percepts.find("(Vision ") != percepts.npos);
}
