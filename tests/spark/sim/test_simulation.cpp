// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <catch2/catch.hpp>

#include "tests/spark/sim/simulation_bench.h"
#include "tests/support/log_lines.h"

using namespace spark;
using namespace sim_test;

TEST_CASE("ten agents sense first at steps 1, 3 ... 19 and then every 20 (behaviour 5.2)") {
  Bench bench;
  bench.aspect->end = 41;
  for (int i = 0; i < 10; ++i) bench.simulation().start_agent("a");
  bench.simulation().run();
  Diary expected;
  for (int cycle = 0; cycle < 2; ++cycle)
    for (int i = 0; i < 10; ++i) expected.push_back(fmt::format("{} sense {}", 20 * cycle + 1 + 2 * i, i));
  CHECK(only(bench.notes, "sense") == expected);
}

TEST_CASE("22 agents are spread over one interval") {
  Bench bench;
  bench.aspect->end = 21;
  for (int i = 0; i < 22; ++i) bench.simulation().start_agent("a");
  bench.simulation().run();
  const auto senses = only(bench.notes, "sense");
  REQUIRE(senses.size() == 22);
  for (int i = 0; i < 22; ++i)
    CHECK(senses[static_cast<std::size_t>(i)] == fmt::format("{} sense {}", int(1 + i * 20.0 / 22), i));
}

TEST_CASE("an act takes effect 20 steps after its sensation was generated, and senses precede acts in a step") {
  Bench bench;
  bench.aspect->end = 62;
  bench.gateway.answer = [n = 0](AgentId, Step, const std::string&) mutable {
    return std::vector<std::string>{n++ == 0 ? "(create)(note early)" : fmt::format("(note {})", n)};
  };
  bench.simulation().start_agent("a");
  bench.simulation().run();
  // (note early) is lost: the effector does not exist yet when the message is sent (behaviour 3.0).
  CHECK(bench.notes ==
        Diary{"1 sense 0", "21 sense 0", "21 create 0", "41 sense 0", "41 act 0 2", "61 sense 0", "61 act 0 3"});
}

TEST_CASE("acts of one step are carried out in order of the agents, however late they come in") {
  const auto play = [](int delay) {
    Bench bench;
    bench.options.timing.sense_interval = 2;  // two agents, one step apart
    bench.gateway.delay = delay;
    bench.gateway.answer = [](AgentId id, Step arrival, const std::string&) {
      return std::vector<std::string>{arrival < 14 ? "(create)" : fmt::format("(note {}a)(note {}b)", id, id),
                                      "(note c)"};
    };
    for (int i = 0; i < 5; ++i) bench.simulation().start_agent("a");
    bench.simulation().run();
    return bench.notes;
  };
  const Diary punctual = play(0);
  CHECK(only(punctual, "act").size() > 500);
  CHECK(play(1) == punctual);
  CHECK(play(7) == punctual);
}

TEST_CASE("the world runs ahead of a thinking agent by the action latency and no further") {
  Bench bench;
  bench.simulation().start_agent("a");
  bench.gateway.delay = 1 << 30;  // never answers
  bench.simulation().connect_agents();
  while (bench.simulation().advance()) {
  }
  CHECK(bench.core.clock.now() == 1 + 10 + 10);
}

TEST_CASE("a lost agent's body leaves at a time that depends on its acts, not on when the loss was noticed") {
  const auto play = [](int delay) {
    Bench bench;
    bench.gateway.delay = delay;
    bench.gateway.answer = [](AgentId id, Step arrival, const std::string&) {
      return std::vector<std::string>{id == 1 && arrival > 40 ? "die" : "(create)"};
    };
    for (int i = 0; i < 3; ++i) bench.simulation().start_agent("a");
    CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
    CHECK(bench.simulation().agents_lost() == 1);
    // Whether it still got a sensation that it could not answer makes no difference to the others.
    std::erase(bench.notes, "67 sense 1");
    return bench.notes;
  };
  const Diary notes = play(0);
  CHECK(only(notes, "gone") == Diary{"67 gone 1"});  // senses at 7, 27, 47; arrival 57 + 10
  CHECK(only(notes, "sense 1").size() == 3);
  CHECK(play(9) == notes);
}

TEST_CASE("an agent that does not report ready in time is dropped, the others play") {
  Bench bench;
  std::vector<std::string> lines;
  keep_lines(bench.core.log, lines);
  const auto begin = bench.clock.now();
  bench.simulation().start_agent("silent");
  bench.simulation().start_agent("a");
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(bench.simulation().agents_lost() == 1);
  CHECK(lines == std::vector<std::string>{"agent 0 (silent) lost: not ready within 15 s; the match continues"});
  CHECK(bench.clock.now() - begin == std::chrono::seconds(15));
  CHECK(only(bench.notes, "sense 0").empty());
  CHECK(only(bench.notes, "sense 1").front() == "1 sense 1");
  CHECK_THROWS_WITH(bench.simulation().start_agent("missing"), Catch::Contains("missing"));
}

TEST_CASE("an agent that its gateway holds back is waited for without a limit") {
  Bench bench;
  std::vector<std::string> lines;
  keep_lines(bench.core.log, lines);
  const auto begin = bench.clock.now();
  bench.gateway.held_back = 20 * 60;  // one per wait
  for (const char* type : {"held", "a", "silent"}) bench.simulation().start_agent(type);
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(bench.clock.now() - begin >= std::chrono::seconds(59));
  CHECK(bench.simulation().agents_lost() == 1);  // the usual limit applies to the others
  CHECK(lines == std::vector<std::string>{"agent 2 (silent) lost: not ready within 15 s; the match continues"});
  CHECK(only(bench.notes, "sense 0").front() == "1 sense 0");
}

TEST_CASE("a stop ends the wait for an agent that is held back") {
  Bench bench;
  bench.gateway.held_back = 1'000'000;
  bench.gateway.meddling = [&, calls = 0](AgentGatewayListener&) mutable {
    if (++calls == 100) bench.run_control.stop();
  };
  bench.simulation().start_agent("held");
  CHECK(bench.simulation().run() == Simulation::Outcome::stopped);
}

namespace {

/// The log lines of a match in which the agents in `hanging` never answer, and their times: "30 s: agent …".
std::vector<std::string> held_up_by(std::set<AgentId> hanging, int arriving, Step sense_interval = 20,
                                    const std::array<const char*, 3>& types = {"a", "a", "a"}) {
  Bench bench;
  bench.options.started_may_hold = std::chrono::seconds(30);
  bench.options.arrived_may_hold = std::chrono::seconds(5);
  bench.options.agents_awaited = arriving;
  bench.options.timing.sense_interval = sense_interval;
  bench.gateway.hanging = std::move(hanging);
  bench.gateway.arriving = arriving;
  for (int i = 0; i < 3 - arriving; ++i) bench.simulation().start_agent(types[static_cast<std::size_t>(i)]);
  std::vector<std::string> lines;
  const auto begin = bench.clock.now();
  const auto seconds = [&] { return std::chrono::duration<double>(bench.clock.now() - begin).count(); };
  bench.core.log.add_sink(LogLevel::warning, [&](LogLevel, std::string_view line) {
    lines.push_back(fmt::format("{:g} s: {}", seconds(), line));
  });
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  lines.push_back(fmt::format("{:g} s: end, {} lost", seconds(), bench.simulation().agents_lost()));
  return lines;
}

}  // namespace

TEST_CASE("missing agents are reported in lines, and end the match when the time limit for arrivals is over") {
  Bench bench;
  bench.options.agents_awaited = 3;
  bench.options.arrival_limit = std::chrono::seconds(200);
  bench.gateway.arriving = 2;
  std::vector<std::string> lines;
  bench.core.log.add_sink(LogLevel::normal, [&](LogLevel, std::string_view line) { lines.emplace_back(line); });
  const auto begin = bench.clock.now();
  CHECK(bench.simulation().run() == Simulation::Outcome::too_few);
  CHECK(bench.clock.now() - begin == std::chrono::seconds(200));
  CHECK(bench.simulation().yet_to_arrive() == 1);
  CHECK(bench.core.clock.now() == 0);
  std::vector<std::string> expected{"waiting for 1 agents to connect"};
  for (const int seconds : {10, 20, 30, 40, 50, 60, 120, 180})
    expected.push_back(fmt::format("2 of 3 agents have connected after {} s, 1 missing", seconds));
  CHECK(lines == expected);
}

TEST_CASE("an agent that leaves before the match does not count as one of those awaited") {
  Bench bench;
  bench.options.agents_awaited = 2;
  bench.gateway.arriving = 1;
  std::vector<std::string> lines;
  bench.core.log.add_sink(LogLevel::normal, [&](LogLevel, std::string_view line) { lines.emplace_back(line); });
  const auto begin = bench.clock.now();
  int part = 0;
  bench.gateway.meddling = [&](AgentGatewayListener& listener) {
    const auto time = bench.clock.now() - begin;
    if (time >= std::chrono::seconds(12) && part == 0) {
      ++part;
      listener.agent_lost(0, "closed its connection");
      bench.gateway.arriving = 1;
    } else if (time >= std::chrono::seconds(22) && part == 1) {
      ++part;
      CHECK(bench.simulation().yet_to_arrive() == 1);
      CHECK_FALSE(bench.simulation().is_ready(0));
      CHECK(bench.simulation().is_ready(1));
      bench.gateway.arriving = 1;
    }
  };
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(part == 2);
  CHECK(bench.simulation().agents_started() == 3);
  CHECK(bench.simulation().agents_lost() == 1);
  CHECK(lines == std::vector<std::string>{"waiting for 1 agents to connect",
                                          "1 of 2 agents have connected after 10 s, 1 missing",
                                          "agent 0 (tcp) lost: closed its connection; the match continues",
                                          "1 of 2 agents have connected after 20 s, 1 missing"});
}

TEST_CASE("when awaited agents do not arrive, started agents still have their full time to become ready") {
  Bench bench;
  bench.options.agents_awaited = 1;
  bench.options.arrival_limit = std::chrono::seconds(3);
  bench.options.ready_limit = std::chrono::seconds(15);
  bench.simulation().start_agent("a");
  bench.simulation().start_agent("silent");
  const auto begin = bench.clock.now();
  CHECK(bench.simulation().run() == Simulation::Outcome::too_few);
  CHECK(bench.clock.now() - begin == std::chrono::seconds(18));
  CHECK(bench.simulation().is_ready(0));
  CHECK_FALSE(bench.simulation().is_ready(1));
  CHECK(bench.simulation().agents_lost() == 0);
}

TEST_CASE("an agent that holds up the match is lost when it has used up its time, and not before") {
  using Lines = std::vector<std::string>;
  CHECK(held_up_by({}, 0) == Lines{"0 s: end, 0 lost"});
  const std::string lost = " (a) lost: has held up the match for 30 s in total; the match continues";
  CHECK(held_up_by({1}, 0) == Lines{"30 s: agent 1" + lost, "30 s: end, 1 lost"});
}

TEST_CASE("agents of one type share one limit, and an equal part of it each") {
  using Lines = std::vector<std::string>;
  const std::string why = " lost: has held up the match for 30 s in total", end = "; the match continues";
  const std::string together = why + ", with others of its type" + end;
  // Agent 0 senses before agent 2, so the clock stands for agent 0 first.
  CHECK(held_up_by({0, 2}, 0) ==
        Lines{"30 s: agent 0 (a)" + why + end, "40 s: agent 2 (a)" + together, "40 s: end, 2 lost"});
  // Here agents 0 and 1 sense at the same time: each is charged half.
  CHECK(held_up_by({0, 1}, 0, 2) ==
        Lines{"30 s: agent 1 (a)" + together, "30.05 s: agent 0 (a)" + together, "30.05 s: end, 2 lost"});
  CHECK(held_up_by({0, 2}, 0, 20, {"a", "a", "b"}) ==
        Lines{"30 s: agent 0 (a)" + why + end, "60 s: agent 2 (b)" + why + end, "60 s: end, 2 lost"});
  CHECK(held_up_by({0, 1}, 0, 2, {"a", "b", "b"}) ==
        Lines{"60 s: agent 0 (a)" + why + end, "60 s: agent 1 (b)" + why + end, "60 s: end, 2 lost"});
}

TEST_CASE("agents are not charged for the time in which the server itself was suspended") {
  Bench bench;
  bench.options.started_may_hold = std::chrono::seconds(30);
  bench.gateway.hanging = {0};
  const auto begin = bench.clock.now();
  bool has_slept = false;
  bench.gateway.meddling = [&](AgentGatewayListener&) {
    const auto time = bench.clock.now() - begin;
    if (time >= std::chrono::seconds(3) && !std::exchange(has_slept, true))
      bench.clock.advance(std::chrono::hours(1));
    else if (time >= std::chrono::hours(1) + std::chrono::seconds(20))
      bench.gateway.hanging.clear();
  };
  bench.simulation().start_agent("a");
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(has_slept);
  CHECK(bench.simulation().agents_lost() == 0);
}

TEST_CASE("a connected agent that holds up the match is no longer waited for, after a limit of its own kind") {
  using Lines = std::vector<std::string>;
  CHECK(held_up_by({0}, 3) ==
        Lines{"5 s: agent 0 (tcp) has held up the match for 5 s in total; the world no longer waits for it",
              "5 s: end, 0 lost"});
}

TEST_CASE("connected agents that are not yet players share one limit") {
  using Lines = std::vector<std::string>;
  const std::string why = " (tcp) has held up the match for 5 s in total";
  const std::string end = "; the world no longer waits for it";
  CHECK(held_up_by({0, 1, 2}, 3) ==
        Lines{"5 s: agent 0" + why + end,
              "5.1 s: agent 1" + why + ", with others that had not joined the game yet" + end,
              "5.2 s: agent 2" + why + ", with others that had not joined the game yet" + end, "5.2 s: end, 0 lost"});
}

TEST_CASE("a match keeps to its pace") {
  Bench bench;
  bench.run_control.set_pace(2.0);
  bench.aspect->end = 400;
  const auto begin = bench.clock.now();
  bench.simulation().run();
  CHECK(bench.clock.now() - begin == std::chrono::seconds(2));
}

TEST_CASE("frames are taken at step 0 and every frame interval") {
  Bench bench;
  Frames frames;
  bench.aspect->end = 50;
  bench.simulation().add_frame_listener(frames);
  bench.simulation().run();
  CHECK(frames.steps == std::vector<Step>{0, 15, 30, 45});
}

TEST_CASE("a match that is played in pieces is the same match, and its first frame is published once") {
  const auto play = [](Step piece, Frames& frames) {
    Bench bench;
    bench.aspect->end = 95;
    bench.gateway.answer = [](AgentId, Step arrival, const std::string&) {
      return std::vector<std::string>{arrival < 20 ? "(create)" : fmt::format("(note {})", arrival)};
    };
    for (int i = 0; i < 3; ++i) bench.simulation().start_agent("a");
    bench.simulation().add_frame_listener(frames);
    Step end = 0;
    while (bench.simulation().run_until(end) == Simulation::Outcome::step_reached) {
      CHECK(bench.core.clock.now() == end);
      end += piece;
    }
    CHECK(bench.core.clock.now() == 95);
    return bench.notes;
  };
  Frames whole, pieces;
  const Diary once = play(1000, whole);
  CHECK(only(once, "act").size() == 6);
  CHECK(play(7, pieces) == once);
  CHECK(whole.steps == std::vector<Step>{0, 15, 30, 45, 60, 75, 90});
  CHECK(pieces.steps == whole.steps);
}

TEST_CASE("run_until does nothing if its step has already been reached") {
  Bench bench;
  bench.simulation().start_agent("a");
  CHECK(bench.simulation().run_until(10) == Simulation::Outcome::step_reached);
  CHECK(bench.simulation().run_until(5) == Simulation::Outcome::step_reached);
  CHECK(bench.core.clock.now() == 10);
  bench.run_control.stop();
  CHECK(bench.simulation().run_until(20) == Simulation::Outcome::stopped);
}

TEST_CASE("a gateway that keeps an agent, and still lets the world wait for it, costs one line") {
  /// Gateways that scripts load are written by others.
  struct Stubborn final : FakeGateway {
    bool wait_no_longer(AgentId) override {
      ++asked;
      return true;
    }
    int asked = 0;
  } gateway;
  Bench bench;
  bench.options.started_may_hold = std::chrono::seconds(30);
  gateway.hanging = {0};
  const auto begin = bench.clock.now();
  gateway.meddling = [&](AgentGatewayListener&) {
    if (bench.clock.now() - begin >= std::chrono::seconds(100)) gateway.hanging.clear();
  };
  std::vector<std::string> lines;
  keep_lines(bench.core.log, lines);
  const auto simulation = bench.assembly.make_simulation(gateway, bench.options);
  simulation->start_agent("a");
  CHECK(simulation->run() == Simulation::Outcome::game_ended);
  CHECK(bench.clock.now() - begin == std::chrono::seconds(100));
  CHECK(gateway.asked == 1);
  CHECK(lines == std::vector<std::string>{
                     "agent 0 (a) has held up the match for 30 s in total; the world no longer waits for it"});
  CHECK(simulation->agents_lost() == 0);
}
