// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/match/short_match.h"

using namespace std::chrono_literals;
namespace fs = std::filesystem;

TEST_CASE("the same seed gives the same match, also under load, and another seed another match") {
  const std::string first = monitor_log({"--seed", "7"});
  CHECK(first.size() > 100'000);
  {
    const Load load;
    CHECK(monitor_log({"--seed", "7"}) == first);
  }
  CHECK(monitor_log({"--seed", "8"}) != first);
}

TEST_CASE("a match is repeated from its parameters, which later options can change") {
  const TemporaryFolder first;
  const TemporaryFolder second;
  {
    // No seed: a fresh one is drawn.
    ServerProcess server(first, with(kShortMatch, {"--profile", "manual", "--team", "foo:3", "--team", "bar:2",
                                                   "--timers", "fixed", "3", "--Soccer.GoalHeight", "0.7"}));
    REQUIRE(server.wait(kMatchTimeout) == 0);
  }
  const std::string log = content(first / "logs/monitor.log");
  CHECK(log.find("(GoalHeight 0.7)") != log.npos);
  ServerProcess again(second, {"--parameters", (first / "logs/parameters.xml").string(), "--monitor_port", "off"});
  REQUIRE(again.wait(kMatchTimeout) == 0);
  CHECK(content(second / "logs/monitor.log") == log);
  // The log folder differs, and the rest is the same.
  CHECK(read_lines(second / "logs/parameters.xml").size() == read_lines(first / "logs/parameters.xml").size());

  const TemporaryFolder third;
  ServerProcess other(third, {"--parameters=" + (first / "logs/parameters.xml").string(), "--team", "bar:1",
                              "--monitor_port", "off", "--Soccer.RuleHalfTime", "5"});
  REQUIRE(other.wait(kMatchTimeout) == 0);
  CHECK(other.out().find("1 started") != std::string::npos);
  CHECK(content(third / "logs/monitor.log").find("(RuleHalfTime 5)") != std::string::npos);
}

TEST_CASE("a match with measured thinking times is repeated from the recorded times") {
  const TemporaryFolder folder;
  write_file(folder / "measured.xml",
             "<agentdb><agent_type_external name=\"foo\"><timer>perfctr_instr 2</timer><exec_line>agenttest --teamname "
             "foo</exec_line></agent_type_external><agent_type_external name=\"bar\"><timer>jiffies 50</timer>"
             "<exec_line>agenttest --teamname bar</exec_line></agent_type_external></agentdb>");
  const auto arguments = with(kShortMatch, {"--seed", "5", "--agentdb", (folder / "measured.xml").string()});
  const TemporaryFolder first;
  ServerProcess server(first, with(arguments, {"--record_think_times"}));
  REQUIRE(server.wait(kMatchTimeout) == 0);
  CHECK(server.err().find("thinking is measured") != std::string::npos);
  CHECK(content(first / "logs/agent0-ttimes.log").size() > 100);
  const TemporaryFolder second;
  const Load load;
  ServerProcess again(second, with(arguments, {"--replay_think_times", (first / "logs").string()}));
  REQUIRE(again.wait(kMatchTimeout) == 0);
  CHECK(again.err().find("something else") == std::string::npos);
  CHECK(content(second / "logs/monitor.log") == content(first / "logs/monitor.log"));
}
