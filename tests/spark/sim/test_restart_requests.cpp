// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/spark/sim/simulation_bench.h"
#include "tests/support/log_lines.h"

using namespace sim_test;

namespace {

/// Requests another episode in the steps after 20 and 60, as a judge does when its robot wants to start again.
class AskingAspect : public ControlAspect {
 public:
  void update(double) override {
    for (const Step step : {20, 60}) {
      if (core().clock.now() != step) continue;
      auto* game = core().find_first<GameControlServer>();
      game->request_restart({.seed = 1, .when_begun = [] { diary->push_back("never, as another request follows"); }});
      game->request_restart({.seed = static_cast<std::uint64_t>(step), .when_begun = [this, step] {
                               diary->push_back(fmt::format("{} begins, asked for after {}, draws {}",
                                                            core().clock.now(), step,
                                                            core().random.stream("dice").next() % 1000));
                             }});
    }
  }
  void restart() override { diary->push_back("restart"); }
};

struct AskingBench : Bench {
  AskingBench() {
    core.classes.add<AskingAspect>("AskingAspect", "oxygen/ControlAspect", "");
    REQUIRE(core.find_first<GameControlServer>()->init_control_aspect("AskingAspect"));
    keep_lines(core.log, lines);
    aspect->end = 80;
  }
  std::vector<std::string> lines;
};

}  // namespace

TEST_CASE("an episode that a control aspect asks for begins before the next step") {
  Diary before;
  for (int twice = 0; twice < 2; ++twice) {
    AskingBench bench;
    Frames frames;
    bench.simulation().add_frame_listener(frames, 10);
    CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
    // No agent has announced a sensation, so the next episode begins with the next step, at the same place.
    REQUIRE(bench.notes.size() == 4);
    CHECK(bench.notes[0] == "restart");
    CHECK(bench.notes[1].starts_with("21 begins, asked for after 20, draws "));
    CHECK(bench.notes[2] == "restart");
    CHECK(bench.notes[3].starts_with("61 begins, asked for after 60, draws "));
    const auto drawn = [](const std::string& note) { return note.substr(note.rfind(' ')); };
    CHECK(drawn(bench.notes[1]) != drawn(bench.notes[3]));
    CHECK(frames.steps == std::vector<Step>{0, 10, 20, 21, 31, 41, 51, 61, 71});
    CHECK(bench.core.clock.begin() == 61);
    CHECK(bench.lines.empty());
    if (twice) CHECK(bench.notes == before);
    before = bench.notes;
  }
}

TEST_CASE("an episode that cannot begin costs one line, and the match continues") {
  struct Fixed : FakeGateway {
    GatewayTraits traits() override {
      GatewayTraits traits = FakeGateway::traits();
      traits.beyond_acts = {"letters"};
      return traits;
    }
  } gateway;
  AskingBench bench;
  bench.made = bench.assembly.make_simulation(gateway, bench.options);
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(bench.notes.empty());
  REQUIRE(bench.lines.size() == 2);
  CHECK(bench.lines[0] ==
        "another episode was requested but cannot begin: this world also changes by letters, which another episode "
        "cannot undo");
  CHECK(bench.core.clock.begin() == 0);
}

TEST_CASE("agents take part in the next episode, and their acts of the previous one are void") {
  AskingBench bench;
  bench.gateway.answer = [](AgentId, Step arrival, const std::string&) {
    return std::vector<std::string>{arrival < 15 ? "(create)" : fmt::format("(note {})", arrival)};
  };
  bench.aspect->end = 130;
  bench.simulation().start_agent("player");
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  const Diary begins = only(bench.notes, "begins");
  REQUIRE(begins.size() >= 1);
  // The act that was in transit takes no effect: all acts with an effect answer sensations of their own episode.
  const auto begin = std::strtol(begins[0].c_str(), nullptr, 10);
  CHECK(begin > 21);
  for (const std::string& act : only(bench.notes, "act"))
    if (const auto arrival = std::strtol(act.c_str() + act.rfind(' '), nullptr, 10); std::atol(act.c_str()) > begin)
      CHECK(arrival >= begin);
  CHECK_FALSE(only(bench.notes, "act").empty());
}
