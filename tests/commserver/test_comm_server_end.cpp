// SPDX-License-Identifier: Apache-2.0
// How agents are lost, and how a commserver shuts down.
#include <catch2/catch.hpp>
#include <csignal>

#include "tests/commserver/house.h"
#include "tests/support/manual_clock.h"

TEST_CASE("an agent whose process ends is lost once, with its exit status or signal") {
  House house({"exit", "crash", "half", "behave"});
  CHECK(house.is_lost(0, "ended with exit status 3"));
  CHECK(house.is_lost(1, "ended by signal 6 (Aborted)"));
  CHECK(house.is_lost(2, "ended with exit status 0"));
  CHECK(house.acts.empty());
  CHECK(house.until([&] { return house.ready.size() == 3; }));
  // Calls for agents that are lost or do not exist are harmless.
  house.server->expect_sensation(0, 100);
  house.sense(0, 1);
  house.server->drop(0);
  CHECK(house.server->earliest_act(0) == 100);
  CHECK(house.server->earliest_act(17) == 0);
  house.sense(17, 1);
  house.server->drop(17);
  house.sense(3, 1);
  CHECK(house.until([&] { return house.acts[3].size() == 3; }));
}

TEST_CASE("the last messages of an agent are handled before its end") {
  House house({"last_messages"});
  REQUIRE(house.all_ready(1));
  Step bound = -1;
  house.on_lost = [&](AgentId agent) { bound = house.server->earliest_act(agent); };
  house.sense(0, 1);
  CHECK(house.is_lost(0, "ended with exit status 4"));
  CHECK(house.acts[0] == Texts{"11 (farewell)"});
  CHECK(bound == 11);  // T11 was still due
  CHECK(house.server->earliest_act(0) == 11);
}

TEST_CASE("all acts of an agent count, even if its end is known before any is read") {
  HouseOptions options;
  options.rules.limits.act_bytes = 1 << 20;
  House house({"long_last_messages"}, kNever, "default", options);
  REQUIRE(house.all_ready(1));
  house.sense(0, 1);
  REQUIRE(wait_until([&] { return commserver::descendants(house.guardian->pid()).empty(); }));
  // Piece by piece, so that no read waits for all of it: once because there is something, once because it has ended.
  std::size_t max = 0, before = 0;
  REQUIRE(house.until([&] {
    max = std::max(max, house.acts[0].size() - before);
    before = house.acts[0].size();
    return house.lost.contains(0);
  }));
  CHECK(max <= 2 * spark::InputLimits::kBytesAtOnce / 1000 + 1);
  CHECK(house.is_lost(0, "ended with exit status 0"));
  CHECK(house.acts[0].size() == 250);
}

TEST_CASE("an agent whose process ends is lost even if another process holds its pipes") {
  House house({"heir"});
  REQUIRE(house.all_ready(1));
  house.sense(0, 1);
  CHECK(house.is_lost(0, "ended with exit status 5"));
  CHECK(commserver::descendants(house.guardian->pid()).size() <= 1);
}

TEST_CASE("an agent that closes a pipe and lives on is lost and killed") {
  House house({"mute", "closed_input"});
  CHECK(house.is_lost(0, "closed its pipe"));
  REQUIRE(house.all_ready(2));
  house.sense(1, 1);
  CHECK(house.is_lost(1, "closed its input"));
  CHECK(wait_until([&] { return commserver::descendants(house.guardian->pid()).empty(); }));
}

TEST_CASE("an agent that has closed its input may act until the last cycle that it has read of ends") {
  // The pauses decide how far the server gets before the input is closed: the result must not depend on that.
  for (const char* mode : {"closed_thinker", "closed_done", "closed_answer"}) {
    for (const char* pause : {"", " 1", " 300", " 3000", " 20000"}) {
      CAPTURE(mode, pause);
      House house({std::string(mode) + pause});
      REQUIRE(house.all_ready(1));
      house.server->expect_sensation(0, 11);
      for (const Step time : {1, 31, 61}) house.sense(0, time);
      CHECK(house.is_lost(0, "closed its input"));
      CHECK(house.acts[0] == Texts{"11 (heard)"});
      CHECK(house.server->earliest_act(0) == 41);  // when the next cycle would have begun
    }
  }
}

TEST_CASE("whether an agent is lost before or after its first sensation is announced makes no difference") {
  House house({"mute", "mute"});
  REQUIRE(house.all_ready(2));
  house.server->expect_sensation(0, 11);
  REQUIRE(house.until([&] { return house.lost.size() == 2; }));
  house.server->expect_sensation(1, 11);
  CHECK(house.server->earliest_act(0) == 11);
  CHECK(house.server->earliest_act(1) == 11);
}

TEST_CASE("endless thinking is ended by the limit in real time, even while the agent sends requests") {
  ManualClock clock;
  House house({"hang", "ask", "behave"}, milliseconds(10000), "default", {}, clock);
  REQUIRE(house.all_ready(3));
  for (const AgentId agent : {0, 1, 2}) house.sense(agent, 1);
  // Its last act does not yet end its thinking.
  CHECK(house.until([&] { return house.acts[2].size() == 3 && house.server->report(2)->cycles == 2; }));
  clock.advance(milliseconds(9999));
  house.server->receive(house);
  CHECK(house.lost.count(0) == 0);
  clock.advance(milliseconds(1));
  house.server->receive(house);
  REQUIRE(house.until([&] { return house.lost.size() == 2; }));
  CHECK_THAT(house.lost[0], Catch::StartsWith("did not finish thinking within 10 s"));
  // The agent that sends requests and never reads the answers fills its pipe at some time; in any case it is lost.
  CHECK_THAT(house.lost[1],
             Catch::StartsWith("did not finish thinking within 10 s") || Catch::Equals("does not read its messages"));
  CHECK(house.acts[2] == Texts{"11 (got 1 11 (p ))", "11 (think C0)", "21 (woken 21)"});
}

TEST_CASE("an agent that does not read the answers to its requests is lost") {
  House house({"ask"});
  REQUIRE(house.all_ready(1));
  house.sense(0, 1);
  CHECK(house.is_lost(0, "does not read its messages"));
}

TEST_CASE("agents that break the protocol are lost, or forgiven with a complaint") {
  House house({"garbage", "oversize", "nonsense", "refused", "in_place"});
  CHECK(house.is_lost(
      0, "sends garbage (a message of 1952999795 bytes; its first four bytes are the text 'this', not a length)"));
  CHECK(house.is_lost(3, "breaks the protocol"));
  for (const AgentId agent : {1, 2, 4}) house.sense(agent, 1);
  CHECK(house.is_lost(4, "does not let the clock advance"));
  CHECK(house.until([&] { return house.acts[1].size() == 3 && house.acts[2].size() == 3; }));
  CHECK(house.line_with("agent 1: skipped a message of") ==
        "warning: agent 1: skipped a message of 70001 bytes, the maximum is 65536");
  CHECK(house.line_with("agent 2: an act") == "warning: agent 2: an act (A) outside a think cycle: 'A(early)' ignored");
  CHECK(house.lost.size() == 3);
}

TEST_CASE("shutting down is quick if agents leave when asked, and leaves no process behind") {
  House house(Texts(6, "behave"));
  REQUIRE(house.all_ready(6));
  for (AgentId agent = 0; agent < 4; ++agent) house.sense(agent, 1);
  const auto begin = std::chrono::steady_clock::now();
  house.server->shut_down(2 * kTimeout);
  CHECK(std::chrono::steady_clock::now() - begin < kTimeout);
  CHECK(commserver::descendants(house.guardian->pid()).empty());
  CHECK(house.lost.empty());
  CHECK(house.lines.empty());
}

TEST_CASE("shutting down ends agents that do not exit, and processes that agents left behind") {
  TemporaryFolder folder;
  const auto file = folder.path() / "daemon";
  House house({"stubborn", "hang", "sleeper", "daemon " + file.string()});
  REQUIRE(house.all_ready(4));
  house.sense(1, 1);
  REQUIRE(wait_until([&] { return std::filesystem::exists(file); }));
  const pid_t daemon = std::stoi(content(file));
  REQUIRE(is_alive(daemon));
  house.server->shut_down(milliseconds(1000));
  CHECK(commserver::descendants(house.guardian->pid()).empty());
  CHECK(process_state(daemon) == ' ');
  CHECK(house.lines == Texts{"note: 3 agents did not exit when asked to and are now terminated: 0 (0), 1 (1), 2 (2)"});
}

TEST_CASE("agents that are slow to leave are waited for as long as others still end") {
  // The last one leaves after the timeout, but soon after the one before.
  House house({"leave_after 500", "leave_after 1000", "leave_after 1500", "leave_after 2000", "leave_after 2500"},
              kNever, "default", {.log_folder = kLogs});
  REQUIRE(house.all_ready(5));
  house.server->shut_down(milliseconds(1700));
  CHECK(house.lines.empty());
  for (int agent = 0; agent < 5; ++agent)
    CHECK(content(house.folder.path() / "logs/deeper" / ("agent" + std::to_string(agent) + "-stdout.log")) == "left");
}

TEST_CASE("agents that do not leave are terminated after the timeout, and none of them remains") {
  ManualClock clock;
  House house({"sleeper", "hang", "sleeper"}, kNever, "default", {}, clock);
  REQUIRE(house.all_ready(3));
  const auto begin = clock.now();
  house.server->shut_down(milliseconds(30000));
  const auto took = clock.now() - begin;
  CHECK(took >= milliseconds(30000));
  CHECK(took <= milliseconds(4 * 30000 + 500));
  CHECK(commserver::descendants(house.guardian->pid()).empty());
  CHECK(house.lines == Texts{"note: 3 agents did not exit when asked to and are now terminated: 0 (0), 1 (1), 2 (2)"});
}

TEST_CASE("a process that a dropped agent left behind ends with the commserver") {
  TemporaryFolder folder;
  House house({"daemon " + (folder.path() / "daemon").string()});
  REQUIRE(house.all_ready(1));
  REQUIRE(wait_until([&] { return std::filesystem::exists(folder.path() / "daemon"); }));
  house.server->drop(0);
  const pid_t daemon = std::stoi(content(folder.path() / "daemon"));
  CHECK(is_alive(daemon));
  house.server.reset();
  CHECK(process_state(daemon) == ' ');
}

TEST_CASE("when the guardian is killed all agents are lost and one line reports the reason") {
  House house({"behave", "sleeper"});
  REQUIRE(house.all_ready(2));
  const pid_t pid = house.guardian->pid();
  ::kill(pid, SIGKILL);
  CHECK(house.until([&] { return house.lost.size() == 2; }));
  CHECK(house.lost[0] == "ended with the guardian");
  CHECK(house.lines ==
        Texts{"error: the guardian (process " + std::to_string(pid) + ") was killed, and all agents with it"});
  CHECK_THROWS_WITH(house.server->start(5, "0"), Catch::Contains("the guardian is gone"));
  house.server->shut_down(milliseconds(1000));
}

TEST_CASE("a commserver leaves no descriptor open") {
  const std::size_t before = open_descriptors();
  {
    House house({"behave", "exit", "garbage"});
    CHECK(house.until([&] { return house.lost.size() == 2; }));
    const std::size_t one = open_descriptors();
    for (AgentId agent = 10; agent < 20; ++agent) house.server->start(agent, "1");
    CHECK(house.until([&] { return house.lost.size() == 12; }));
    CHECK(open_descriptors() == one);
  }
  CHECK(open_descriptors() == before);
}
