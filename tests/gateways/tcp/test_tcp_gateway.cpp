// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <chrono>
#include <future>
#include <string>

#include "tests/gateways/tcp/tcp_stage.h"
#include "tests/support/held_clock.h"

using namespace spark;
using namespace tcp_test;

TEST_CASE("no message to an agent is empty: a sensation without percepts has the time (protocol 3.6)") {
  Stage s(GENERATE(true, false));
  Client agent = s.connect("(create)");
  s.begin(0);
  for (const int hundreds : {1, 2}) {
    s.at(100 * hundreds);
    s.sense(0, "");
    s.at(100 * hundreds + 10);
    REQUIRE(s.until([&] { return agent.hears_something(); }));
    CHECK(agent.hear() == "(time (now " + std::to_string(hundreds) + "))");
    agent.say("");
  }
}

TEST_CASE("sync: a sensation is sent at once, and its answer is stamped with its arrival") {
  Stage s;
  Client agent = s.connect("(create)");
  CHECK_FALSE(agent.hears_something());
  s.at(1);
  s.sense(0, "");
  REQUIRE(s.hears(1));
  CHECK_FALSE(agent.hears_something());  // it has received the first sensation as a greeting
  s.at(21);
  s.sense(0);
  CHECK(agent.hear() == "(seen )");  // what follows `S21 31 ` for an agent on pipes
  CHECK(s.gateway->earliest_act(0) == 31);
  agent.say("");  // nothing to do
  REQUIRE(s.until([&] { return s.gateway->earliest_act(0) == 51; }));
  CHECK(s.heard() == Reported{"0 at 11: (create)"});
  const auto report = s.gateway->report(0);
  CHECK(report->cycles == 2);
  CHECK(report->acts == 1);
  CHECK(report->late_acts == 0);
  CHECK(report->refused == 0);
  CHECK(report->bytes_to == (Client::frame(kFirstSensation) + Client::frame("(seen )")).size());
  CHECK(report->bytes_from == 12 + 4);
}

TEST_CASE("sync: message n answers sensation n, however early it arrives, and the end comes after the last") {
  for (const int talks_at : {0, 1, 20, 39}) {
    Stage s;
    Client agent = s.connect("(0)");
    for (int i = 0; i < 41; ++i) {
      if (i == talks_at) {
        for (int n = 1; n < 40; ++n) agent.say("(" + std::to_string(n) + ")");
        agent.fall_silent();
      }
      s.at(1 + 20 * i);
      s.sense(0, i == 0 ? "" : "seen");
      s.gateway->receive(s.listener);
    }
    CAPTURE(talks_at);
    REQUIRE(s.hears(41));
    const Reported heard = s.heard();
    for (int i = 0; i < 40; ++i)
      CHECK(heard[static_cast<std::size_t>(i)] == fmt::format("0 at {}: ({})", 11 + 20 * i, i));
    CHECK(heard[40] == "lost 0: closed its connection");
    CHECK(s.lines.empty());
  }
}

TEST_CASE("sync: an agent that sends without end is read no further than its sensations allow") {
  Stage s;
  Client agent = s.connect();
  s.begin(0);
  std::size_t sent = 0;
  const std::string acts(64 * 1024, '\0');  // 16384 times: nothing to do
  for (int i = 0; i < 2000; ++i) {
    sent += agent.send(acts);
    s.gateway->receive(s.listener);
  }
  CHECK(sent < 200 * acts.size());  // the rest stays in the kernel
  CHECK(s.gateway->report(0)->bytes_from <= 4 + acts.size());
  CHECK(s.lines.empty());
}

TEST_CASE("sync: acts of an agent that is no longer waited for are stamped with the present") {
  Stage s;
  Client agent = s.connect("(create)");
  s.at(1);
  s.begin(0);
  s.at(21);
  s.sense(0);
  CHECK(s.gateway->earliest_act(0) == 31);
  CHECK(s.gateway->wait_no_longer(0));
  CHECK_FALSE(s.gateway->wait_no_longer(5));
  CHECK(s.gateway->earliest_act(0) == 31);
  s.at(40);
  CHECK(s.gateway->earliest_act(0) == 41);
  agent.say("(late)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"0 at 41: (late)"});
  s.sense(0);
  s.at(60);
  CHECK(s.gateway->earliest_act(0) == 61);
  agent.say("(again)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"0 at 61: (again)"});
}

TEST_CASE("sync: a timeout is reported, and the late act is stamped with the present") {
  Stage s;
  Client agent = s.connect();
  s.at(1);
  s.begin(0);
  s.at(21);
  s.sense(0);
  s.real.advance(1s - 1ns);
  s.gateway->receive(s.listener);
  CHECK(s.lines.empty());
  s.at(40);
  CHECK(s.gateway->earliest_act(0) == 31);
  s.real.advance(1ns);
  s.gateway->receive(s.listener);
  CHECK(s.lines ==
        Reported{"agent 0: has not answered in time; until its next message the world does not wait for it"});
  CHECK(s.gateway->earliest_act(0) == 41);
  agent.say("(late)");
  REQUIRE(s.hears(1));
  CHECK(s.heard() == Reported{"0 at 41: (late)"});
  CHECK(s.gateway->report(0)->late_acts == 1);
  CHECK(s.gateway->report(0)->thinking_max == 1s);
}

TEST_CASE("async: a sensation is sent at its arrival, and an act is stamped with the present") {
  Stage s(false);
  Client agent = s.connect("(create)");
  agent.say("(eager)");
  s.gateway->receive(s.listener);
  CHECK(s.heard().empty());
  s.at(1);
  s.sense(0, "");
  s.at(11);
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Reported{"0 at 12: (create)", "0 at 12: (eager)"});
  s.at(21);
  s.sense(0);
  s.at(30);
  s.gateway->receive(s.listener);
  CHECK_FALSE(agent.hears_something());
  CHECK(s.gateway->report(0)->bytes_to == Client::frame(kFirstSensation).size());
  s.at(31);
  s.gateway->receive(s.listener);
  CHECK(agent.hear() == "(seen )");
  s.at(34);
  agent.say("(a)");
  agent.say("(b)");
  REQUIRE(s.hears(2));
  CHECK(s.heard() == Reported{"0 at 35: (a)", "0 at 35: (b)"});
  CHECK(s.gateway->earliest_act(0) == 35);
  CHECK(s.gateway->report(0)->cycles == 2);
  CHECK(s.gateway->report(0)->late_acts == 2);
}

TEST_CASE("messages that an agent sends before it hangs up count, even if they arrive byte by byte") {
  Stage s;
  Client agent = s.connect();
  s.begin(0);
  for (const Step step : {1, 21}) s.at(step), s.sense(0);
  for (const char byte : Client::frame("(a)") + Client::frame("(b)") + std::string(2, '\0')) {
    REQUIRE(agent.send({&byte, 1}) == 1);
    s.gateway->receive(s.listener);
  }
  agent.hang_up();  // with unread sensations: the kernel sends a reset
  REQUIRE(s.hears(3));
  const Reported heard = s.heard();
  CHECK(heard[0] == "0 at 11: (a)");
  CHECK(heard[1] == "0 at 31: (b)");
  CHECK(heard[2].starts_with("lost 0: "));
}

TEST_CASE("a dropped agent is disconnected, and no message is sent to it or heard of it any more") {
  Stage s;
  Client agent = s.connect();
  s.begin(0);
  s.sense(0);
  CHECK(agent.hear());
  s.gateway->drop(0);
  s.gateway->drop(0);
  s.gateway->drop(17);
  CHECK(agent.ending() == "end");
  s.sense(0);
  s.gateway->receive(s.listener);
  CHECK(s.heard().empty());
  CHECK(s.gateway->report(0)->bytes_to == (Client::frame(kFirstSensation) + Client::frame("(seen )")).size());
}

TEST_CASE("at shutdown agents read an end, not a reset, even if a message of theirs is unread") {
  HeldClock clock;  // stands still, however long the other thread takes
  Stage s(true, clock);
  Client agent = s.connect();
  s.begin(0);
  s.sense(0);
  agent.say("(unread)");
  auto ending = std::async(std::launch::async, [&] {
    std::string how = agent.ending();
    agent.hang_up();
    return how;
  });
  s.gateway->shut_down(kTimeout);  // it waits for the agent to hang up
  CHECK(ending.get() == "end");
  s.gateway->shut_down(0ms);
}

TEST_CASE("shutdown waits half a second for agents that do not hang up, or as long as the match allows") {
  for (const auto& [timeout, takes] : {std::pair{10s, 500ms}, std::pair{0s, 0ms}}) {
    Stage s;
    Client leaves = s.connect();
    Client stubborn = s.connect();
    leaves.hang_up();
    const auto began = s.real.now();
    s.gateway->shut_down(timeout);
    CHECK(s.real.now() - began == takes);
    CHECK(stubborn.ending() == "end");
  }
}
