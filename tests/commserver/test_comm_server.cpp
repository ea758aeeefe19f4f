// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <map>

#include "tests/commserver/house.h"

using commserver::Timer;

namespace {

/// Sends `sensations` sensations to each of `count` agents, as early as the gateway allows; returns their acts.
std::map<AgentId, Texts> play(House& house, int count, int sensations) {
  REQUIRE(house.all_ready(static_cast<std::size_t>(count)));
  for (int agent = 0; agent < count; ++agent) house.server->expect_sensation(agent, 1 + agent + 10);
  for (int i = 0; i < sensations; ++i) {
    for (int agent = 0; agent < count; ++agent) {
      const Step time = 1 + agent + 20 * i;
      // The action latency is 10 here: acts from now on take effect after this time.
      REQUIRE(house.until([&] {
        for (int other = 0; other < count; ++other)
          if (house.server->earliest_act(other) + 10 < time) return false;
        return true;
      }));
      house.sense(agent, time);
    }
  }
  REQUIRE(house.until([&] {
    for (int agent = 0; agent < count; ++agent)
      if (house.server->earliest_act(agent) < 1 + agent + 20 * sensations + 10) return false;
    return true;
  }));
  CHECK(house.lost.empty());
  return house.acts;
}

}  // namespace

TEST_CASE("agents run through their think cycles with the same stamps in each match") {
  const Texts agents(4, "behave");
  House house(agents);
  const auto acts = play(house, 4, 20);
  REQUIRE(acts.size() == 4);
  const Texts& second = acts.at(1);
  REQUIRE(second.size() == 60);
  CHECK(Texts(second.begin(), second.begin() + 6) == Texts{"12 (got 2 12 (p ))", "12 (think C0)", "22 (woken 22)",
                                                           "32 (got 22 32 (p ))", "32 (think C0)", "42 (woken 42)"});
  House again(agents);
  CHECK(play(again, 4, 20) == acts);
  CHECK(house.lines.empty());
}

TEST_CASE("sensations are held until a quarter of the agents have one, or until a caller that waits sends them") {
  HouseOptions options;
  options.holds_sensations = true;
  House house(Texts(8, "behave"), kNever, "default", options);
  REQUIRE(house.all_ready(8));
  const auto reported = [&](AgentId agent) { return house.server->report(agent)->bytes_to; };
  const auto before = reported(0);
  REQUIRE(reported(1) == before);
  house.sense(0, 1);
  house.server->receive(house);
  CHECK(reported(0) == before);
  house.sense(1, 1);
  CHECK(reported(1) == before);
  house.server->receive(house);
  CHECK(reported(0) > before);
  CHECK(reported(1) > before);

  CHECK_FALSE(house.server->send_held());
  house.sense(2, 2);
  CHECK(reported(2) == before);
  CHECK(house.server->send_held());
  CHECK(reported(2) > before);
  CHECK_FALSE(house.server->send_held());

  house.sense(3, 3);
  house.server->drop(3);
  CHECK(house.server->send_held());
  CHECK(reported(3) == before);
}

TEST_CASE("the acts of agents do not depend on whether their sensations are held") {
  HouseOptions options;
  options.holds_sensations = true;
  House together(Texts(9, "behave"), kNever, "default", options);
  House each(Texts(9, "behave"));
  const auto acts = play(together, 9, 10);
  REQUIRE(acts.size() == 9);
  CHECK(acts.at(8).size() == 30);
  CHECK(play(each, 9, 10) == acts);
}

TEST_CASE("drawings of agents are written to their logs, and are not acts") {
  HouseOptions options;
  options.log_folder = kLogs;
  House house({"draw", "behave"}, kNever, "fixed 2", options);
  const auto acts = play(house, 2, 2);
  CHECK(acts.count(0) == 0);
  const auto logs = house.folder.path() / "logs" / "deeper";
  CHECK(read_lines(logs / "agent0-draw.log") == Texts{"13 (words opener 0 0 \"S\")", "17 (words opener 0 0 \"T\")",
                                                      "33 (words opener 0 0 \"S\")", "37 (words opener 0 0 \"T\")"});
  CHECK_FALSE(std::filesystem::exists(logs / "agent1-draw.log"));
  CHECK(house.lines.empty());
}

TEST_CASE("the timer of the type is charged") {
  House house({"behave"}, kNever, "fixed 4");
  const auto acts = play(house, 1, 2);
  CHECK(acts.at(0) == Texts{"15 (got 1 11 (p ))", "15 (think C4)", "25 (woken 21)", "35 (got 21 31 (p ))",
                            "35 (think C4)", "45 (woken 41)"});
}

TEST_CASE("CPU time is charged by timers that measure, and reported once per type") {
  const auto [timer, min, max] = GENERATE(table<std::string, Step, Step>({
      // 50 ms are 5 ticks; 50 million nanoseconds stand for instructions where these are not counted. Where they are
      // finds more.
      {"jiffies 1000", 5, 60},
      {"perfctr_instr 10000", 4, 300},
  }));
  CAPTURE(timer);
  House house({"burn 50"}, kNever, timer);
  house.server->start(1, "0");
  const auto acts = play(house, 2, 2);
  for (int agent = 0; agent < 2; ++agent) {
    REQUIRE(acts.at(agent).size() == 2);
    const Step first = std::stol(acts.at(agent)[0]);
    const Step second = std::stol(acts.at(agent)[1]);
    CHECK(first >= 11 + agent + min);
    CHECK(first <= 11 + agent + max);
    CHECK(second >= 31 + agent + min);
    CHECK(house.server->report(agent)->late_acts == 2);
  }
  CHECK(house.lines.at(0) == "note: agent type '0': thinking is measured (timer '" + timer +
                                 "'); repeatable matches need --timers fixed 0, or recorded thinking times");
  CHECK(house.lines.size() <= (timer.front() == 'p' ? 2 : 1));  // one more if the machine has no counters
}

TEST_CASE("a timer for all agents takes precedence over those of the agent types") {
  House house({"behave"}, kNever, "jiffies 1", {.timer = Timer::parse("fixed 2")});
  const auto acts = play(house, 1, 1);
  CHECK(acts.at(0).at(0) == "13 (got 1 11 (p ))");
  CHECK(house.lines.empty());
}

TEST_CASE("recorded thinking times are replayed to the step") {
  const TemporaryFolder folder;
  House measured({"burn 15", "burn 3", "behave"}, kNever, "jiffies 500", {.record_think_times = folder.path()});
  const auto acts = play(measured, 3, 6);
  CHECK(acts != std::map<AgentId, Texts>{});
  measured.server.reset();  // the files are complete
  House again({"burn 0", "burn 0", "behave"}, kNever, "jiffies 500", {.replay_think_times = folder.path()});
  CHECK(play(again, 3, 6) == acts);
  CHECK(again.line_with("something else") == "no such line");
}

TEST_CASE("an agent that thinks longer than it may is lost") {
  House house({"behave"}, kNever, "fixed 30", {.rules = {.reports_think_times = false, .max_thinking = 20}});
  REQUIRE(house.all_ready(1));
  house.server->expect_sensation(0, 11);
  house.sense(0, 1);
  CHECK(house.is_lost(0, "thinks too long"));
}

TEST_CASE("an agent's report counts its acts, cycles and bytes, and has its thinking times") {
  House house({"behave"}, kNever, "fixed 4");
  play(house, 1, 3);
  const spark::AgentReport counted = house.server->report(0).value();
  CHECK(counted.acts == 9);
  CHECK(counted.late_acts == 9);
  CHECK(counted.cycles >= 5);
  CHECK(counted.thinking_max > std::chrono::nanoseconds(0));
  CHECK(counted.thinking_max >= counted.thinking_p99);
  CHECK(counted.thinking_p99 >= counted.thinking_p50);
  CHECK(counted.refused == 0);
  CHECK(counted.bytes_to > 3 * 4);
  CHECK(counted.bytes_from > 9 * 4);
  CHECK_FALSE(house.server->report(7));
}

TEST_CASE("the output of an agent goes to its logs") {
  House house({"behave", "print"}, kNever, "", {.log_folder = kLogs});
  REQUIRE(house.all_ready(2));
  const auto logs = house.folder.path() / "logs" / "deeper";
  CHECK(wait_until([&] { return content(logs / "agent1-stdout.log") == "to stdout\n"; }));
  CHECK(wait_until([&] { return content(logs / "agent1-stderr.log") == "to stderr"; }));
  CHECK(std::filesystem::exists(logs / "agent0-stdout.log"));
  CHECK(content(logs / "agent0-stderr.log").empty());
}

TEST_CASE("a missing agent type or program is reported at once, other failures to start when they occur") {
  House house({});
  CHECK_THROWS_WITH(house.server->start(0, "foo"), Catch::StartsWith("no agent type 'foo' in "));
  std::ofstream(house.folder.path() / "broken") << "no program";
  ::chmod((house.folder.path() / "broken").c_str(), 0755);
  std::ofstream(house.folder.path() / "agents.xml")
      << "<agentdb><other/><agent_type_external name=\"missing\"><exec_line>no-such-program</exec_line>"
         "</agent_type_external><agent_type_external name=\"broken\"><exec_line>broken</exec_line>"
         "</agent_type_external></agentdb>";
  house.serve(AgentDatabase::load(house.folder.path() / "agents.xml"), {});
  CommServer& server = *house.server;
  CHECK(house.line_with("'other' ignored").starts_with("warning: "));
  CHECK_THROWS_WITH(server.start(0, "missing"), Catch::Contains("cannot find program 'no-such-program' (looked in "));
  server.start(0, "broken");
  CHECK(wait_until([&] {
    server.receive(house);
    return house.lost.count(0) > 0;
  }));
  CHECK_THAT(house.lost[0], Catch::StartsWith("could not be started: its program: Exec format error (it is neither"));
}

TEST_CASE("acts beyond the text limit of a think cycle are dropped with a complaint") {
  House house({"flood"});
  REQUIRE(house.all_ready(1));
  house.sense(0, 1);
  house.sense(0, 21);
  CHECK(house.until([&] { return !house.acts[0].empty() && house.acts[0].back().starts_with("31 (think"); }));
  // 8 acts of 2000 bytes fit into 16 KiB.
  CHECK(house.acts[0].size() == 8 + 2);
  CHECK(house.line_with("too much text in the acts").starts_with("warning: agent 0: "));
}

TEST_CASE("a listener may drop and start agents from its callbacks") {
  House house({"behave", "behave", "exit"});
  house.on_act = [&](AgentId agent) {
    if (agent == 0) house.server->drop(0);
  };
  house.on_lost = [&](AgentId) {
    for (const AgentId agent : {10, 11, 12}) house.server->start(agent, "0");
  };
  REQUIRE(house.until([&] { return house.ready.size() == 5; }));
  house.sense(0, 1);
  house.sense(1, 1);
  CHECK(house.until([&] { return house.acts[1].size() == 3 && !house.acts[0].empty(); }));
  CHECK(house.acts[0].size() == 1);
  CHECK(house.lost.size() == 1);
  house.server->receive(house);
  CHECK(house.lost.count(0) == 0);
  house.sense(12, 1);
  CHECK(house.until([&] { return house.acts[12].size() == 3; }));
}
