// SPDX-License-Identifier: Apache-2.0
// Messages of a hostile agent beyond the limits of protocol 10 have no effect on others: the match of the world and all
// other agents is the same, byte by byte, as if the agent had stopped or left at the limit.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/engine/model.h"
#include "tests/engine/stage.h"

using namespace engine_test;
using MoveKind = Move::Kind;

namespace {

/// Agent 1 is hostile in its third cycle; 0 and 2 play, with notifies.
Match match_with(const AgentScript& hostile) {
  AgentScript player;
  player.on_sensation = {{{{MoveKind::note}, {MoveKind::request, 0}, {MoveKind::request, 7}, {MoveKind::ask}}, {}}};
  player.on_notify = {{{{MoveKind::notes}}, {}}};
  player.pace = {3};
  Match match;
  match.last_step = 200;
  match.agents = {player, hostile, player};
  return match;
}

AgentScript hostile_in_its_third_cycle(CycleScript what) {
  AgentScript script;
  const CycleScript peaceful{{{MoveKind::note}}, {}};
  script.on_sensation = {peaceful, peaceful, std::move(what)};
  script.pace = {100000};
  return script;
}

AgentScript dying_in_its_third_cycle(CycleScript what, int after_said) {
  AgentScript script = hostile_in_its_third_cycle(std::move(what));
  script.dies_in_cycle = 2;
  script.dies_after_said = after_said;
  return script;
}

Record play(const AgentScript& hostile) {
  const Match match = match_with(hostile);
  Lines violations;
  Record engine = play_with_the_engine(match, violations);
  CHECK(violations == Lines{});
  CHECK(engine.world.back() == "200 end");
  forget_unseen_sensations(engine);
  return engine;
}

}  // namespace

TEST_CASE("of 10000 time requests in a cycle 1024 are answered, without effect on other agents") {
  const Record flood = play(hostile_in_its_third_cycle({{{MoveKind::request, 30, 10000}}, {}}));
  const Record limit = play(hostile_in_its_third_cycle({{{MoveKind::request, 30, 1024}}, {}}));
  CHECK(difference(flood, limit) == "");
  // Its 1024 cycles at one step exceed 200, so that it would hold the clock.
  CHECK(flood.lost == std::vector<bool>{false, true, false});
  CHECK(std::count(flood.heard[1].begin(), flood.heard[1].end(), flood.heard[1].back()) == 201);
}

TEST_CASE("of a flood of acts 256 count, and after 100000 refused ones the agent is lost, as if it had left there") {
  const Record flood = play(hostile_in_its_third_cycle({{{MoveKind::note, 0, 256 + 100001}}, {}}));
  const Record left = play(dying_in_its_third_cycle({{{MoveKind::note, 0, 256}}, {}}, 256));
  CHECK(difference(flood, left) == "");
  CHECK(flood.sent[1].size() == 2 + 256);
  CHECK(flood.lost == std::vector<bool>{false, true, false});
}

TEST_CASE("a done message without a cycle is refused, and after 100000 of them the agent is lost") {
  const Record flood = play(hostile_in_its_third_cycle({{}, {{MoveKind::done, 0, 100001}}}));
  const Record left = play(dying_in_its_third_cycle({{}, {}}, 1));
  CHECK(difference(flood, left) == "");
  CHECK(flood.lost == std::vector<bool>{false, true, false});
  const Record forgiven = play(hostile_in_its_third_cycle({{}, {{MoveKind::done, 0, 10000}}}));
  const Record polite = play(hostile_in_its_third_cycle({{}, {}}));
  CHECK(difference(forgiven, polite) == "");
  CHECK(forgiven.lost == std::vector<bool>{false, false, false});
}

TEST_CASE("an agent that never sends D holds the clock until it is dropped, as if it had left there") {
  std::vector<std::string> worlds;
  for (const bool late : {false, true}) {
    // It is dropped at once, or when all others have thought as far as they may and the clock is stopped.
    AgentScript silent = dying_in_its_third_cycle({{{MoveKind::note}}, {}}, 1);
    silent.pace = late ? std::vector<int>{0, 0, 0, 0, 0, 0, 0, 1} : std::vector<int>{100};
    const Match match = match_with(silent);
    const Record engine = play(silent);
    worlds.push_back(fmt::format("{}", fmt::join(engine.world, "\n")));
    Record model = play_by_the_rules(match);
    forget_unseen_sensations(model);
    CHECK(difference(engine, model) == "");
  }
  CHECK(worlds[0] == worlds[1]);
  CHECK(worlds[0].find(" gone 1") != std::string::npos);
}
