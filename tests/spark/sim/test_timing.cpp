// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/spark/sim/simulation_bench.h"
#include "tests/support/log_lines.h"

using namespace spark;
using namespace sim_test;

namespace {

class RestingEffector final : public Effector {
 public:
  std::string_view predicate() const override { return "rest"; }
  std::string_view help() const override { return ""; }
  void realise(const Arguments&) override {}
  void rest() override { diary->push_back(fmt::format("{} rest {}", core().clock.now(), agent().id())); }
};

}  // namespace

TEST_CASE("agents with their own timing sense at its multiples, and the others are spread as if without them") {
  Bench bench;
  bench.aspect->end = 32;
  bench.gateway.timings[1] = {15, 2, 3};
  for (int i = 0; i < 3; ++i) bench.simulation().start_agent("a");
  bench.gateway.answer = [](AgentId, Step, const std::string&) { return std::vector<std::string>{"(create)"}; };
  bench.simulation().run();
  CHECK(only(bench.notes, "sense") ==
        Diary{"1 sense 0", "11 sense 2", "15 sense 1", "21 sense 0", "30 sense 1", "31 sense 2"});
  CHECK(only(bench.notes, "create") == Diary{"20 create 1", "21 create 0", "31 create 2"});
  CHECK(bench.gateway.timings_asked == std::map<AgentId, int>{{0, 1}, {1, 1}, {2, 1}});
}

TEST_CASE("without latencies an agent senses and acts in every step, however late it answers") {
  const auto play = [](int delay) {
    Bench bench;
    bench.aspect->end = 5;
    bench.gateway.delay = delay;
    bench.gateway.timings[1] = {1, 0, 0};
    bench.gateway.answer = [](AgentId id, Step arrival, const std::string&) {
      return std::vector<std::string>{id == 1 && arrival == 1 ? "(create)" : "(note x)"};
    };
    for (int i = 0; i < 2; ++i) bench.simulation().start_agent("a");
    bench.simulation().run();
    return bench.notes;
  };
  const Diary punctual = play(0);
  CHECK(punctual == Diary{"1 sense 0", "1 sense 1", "1 create 1", "2 sense 1", "2 act 1 x", "3 sense 1", "3 act 1 x",
                          "4 sense 1", "4 act 1 x"});
  CHECK(play(3) == punctual);
}

TEST_CASE("an impossible timing is replaced by that of the match, with one line") {
  const auto wrong = GENERATE(AgentTiming{0, 10, 10}, AgentTiming{-5, 10, 10}, AgentTiming{20, -1, 10},
                              AgentTiming{20, 10, AgentTiming::kMax + 1});
  Bench bench;
  std::vector<std::string> lines;
  keep_lines(bench.core.log, lines);
  bench.aspect->end = 42;
  bench.gateway.timings[0] = wrong;
  bench.simulation().start_agent("a");
  bench.simulation().run();
  CHECK(only(bench.notes, "sense") == Diary{"1 sense 0", "21 sense 0", "41 sense 0"});
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("agent 0: its gateway requests an impossible timing: interval ") != std::string::npos);
}

TEST_CASE("reports of a gateway about unknown agents, or with impossible times, are refused and counted") {
  Bench bench;
  std::vector<std::string> lines;
  keep_lines(bench.core.log, lines);
  bench.aspect->end = 50;
  bench.gateway.answer = [](AgentId, Step, const std::string&) { return std::vector<std::string>{"(create)"}; };
  bench.gateway.meddling = [&](AgentGatewayListener& listener) {
    if (bench.core.clock.now() != 40) return;
    for (const AgentId unknown : {-1, 1, 1 << 30}) {
      listener.agent_ready(unknown);
      listener.agent_acted(unknown, 40, "(note no one)");
      listener.agent_lost(unknown, "never there");
    }
    for (const Step wrong : {Step{29}, Step{-1}, std::numeric_limits<Step>::min(), std::numeric_limits<Step>::max()})
      listener.agent_acted(0, wrong, "(note wrong)");
  };
  bench.simulation().start_agent("a");
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(only(bench.notes, "act").empty());
  CHECK(bench.simulation().agents_lost() == 0);
  CHECK(bench.simulation().acts_refused(0) == 4);
  const auto said = [&](const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(part) != line.npos; });
  };
  CHECK(said("gateways: a report about agent -1, which does not exist"));
  CHECK(said("agent 0: an act refused: its gateway says that it was sent at step 29, but this is step 40"));
}

TEST_CASE("a halt voids pending acts and precedes everything else in the next step") {
  Bench bench;
  bench.core.classes.add<RestingEffector>("RestingEffector", "oxygen/Effector", "");
  bench.aspect->end = 60;
  bench.gateway.answer = [](AgentId, Step arrival, const std::string&) {
    if (arrival < 30) return std::vector<std::string>{"(create)"};
    return std::vector<std::string>{fmt::format("(note a{})", arrival), fmt::format("(note b{})", arrival)};
  };
  bool halted = false;
  bench.gateway.meddling = [&](AgentGatewayListener& listener) {
    if (bench.core.clock.now() == 30 && !bench.core.find_first<RestingEffector>())
      bench.core.find_first<AgentAspect>()->append(bench.core.classes.create("RestingEffector"));
    if (bench.core.clock.now() != 40 || std::exchange(halted, true)) return;
    listener.agent_halted(0);
    listener.agent_halted(7);
    listener.agent_acted(0, 31, "(note after)");
  };
  bench.simulation().start_agent("a");
  bench.simulation().start_agent("b");
  bench.simulation().run();
  // Agent 0 acts at 31 for 41, agent 1 senses at 11, 31, 51 and acts at 51.
  CHECK(only(bench.notes, "41 ") == Diary{"41 rest 0", "41 sense 0", "41 act 0 after"});
  CHECK(only(bench.notes, "act 1") == Diary{"51 act 1 a41", "51 act 1 b41"});
}

TEST_CASE("gateways are notified when their agents enter and leave the world") {
  Bench bench;
  bench.aspect->end = 60;
  bench.gateway.answer = [](AgentId id, Step arrival, const std::string&) {
    return std::vector<std::string>{id == 1 && arrival > 20 ? "die" : "(create)"};
  };
  bench.simulation().start_agent("a");
  bench.simulation().start_agent("b");
  bench.simulation().run();
  CHECK(bench.gateway.met == Diary{"0 enters agent 0: create", "0 enters agent 1: create", "31 leaves 1"});
}
