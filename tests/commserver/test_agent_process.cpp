// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <vector>

#include "commserver/agent_process.h"
#include "commserver/guardian/pipe.h"
#include "commserver/think/think_meter.h"
#include "tests/support/manual_clock.h"
#include "tests/support/temporary_folder.h"

using commserver::AgentProcess;
using commserver::Pipe;
using spark::AgentId;
using spark::Step;
using Texts = std::vector<std::string>;
using std::chrono::milliseconds;

namespace {

std::string frame(std::string_view text) {
  return std::string(3, '\0') + static_cast<char>(text.size()) + std::string(text);
}

/// Agent 3, whose process is the test.
struct Stage : spark::NullListener {
  explicit Stage(milliseconds think_limit = milliseconds(60000), Step max_thinking = 1000, Step charge = 0,
                 const spark::InputLimits& limits = {}) {
    std::signal(SIGPIPE, SIG_IGN);
    commserver::make_non_blocking(speech.read);
    commserver::make_non_blocking(hearing.write);
    commserver::make_non_blocking(hearing.read);
    agent.emplace(3, 17, std::move(speech.read), std::move(hearing.write),
                  std::make_unique<commserver::FixedMeter>(charge), commserver::DrawingLog({}, 0, log),
                  folder.path() / "agent3-stdout.log",
                  commserver::AgentDialogue::Rules{.max_thinking = max_thinking, .limits = limits}, think_limit, polls,
                  clock, log);
  }
  void say(std::string_view text) { say_bytes(frame(text)); }
  void say_bytes(std::string_view bytes) {
    REQUIRE(::write(speech.write.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    agent->read(buffer, *this);
    agent->deliver();
  }
  std::string hear() {
    std::string bytes(1000, '\0');
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(hearing.read.get(), bytes.data(), 1000))));
    return bytes;
  }
  void sense(Step arrival) {
    std::string text;
    AgentProcess::begin_sensation(text, arrival - 10, arrival);
    text += "(p)";
    agent->add_sensation(text, arrival, arrival + 20);
    agent->deliver();
  }
  void get_ready() {
    agent->has_started(1);
    agent->deliver();
    CHECK(hear() == frame("D"));
    say("I");
  }
  std::string loss() const { return agent->loss(clock.now()); }

  void agent_ready(AgentId id) override { heard.push_back(fmt::format("ready {}", id)); }
  using NullListener::agent_acted;
  void agent_acted(AgentId id, Step stamp, std::string_view text) override {
    heard.push_back(fmt::format("{}@{} {}", id, stamp, text));
  }
  void agent_lost(AgentId, std::string_view) override {}

  ManualClock clock;
  TemporaryFolder folder;
  spark::PollSet polls;
  spark::Log log;
  Pipe speech = Pipe::make();
  Pipe hearing = Pipe::make();
  std::vector<char> buffer = std::vector<char>(65536);
  std::optional<AgentProcess> agent;
  Texts heard;
};

}  // namespace

TEST_CASE("an agent gets the simulation's messages, and the simulation its answers") {
  Stage s;
  s.agent->expect_sensation(11);
  CHECK(s.agent->earliest_act() == 11);
  s.sense(11);  // waits until the agent has started and is ready
  CHECK(s.hear().empty());
  s.get_ready();
  CHECK(s.hear() == frame("S1 11 (p)"));
  CHECK(s.agent->earliest_act() == 11);
  s.say("A(a)");
  s.say("D");
  CHECK(s.heard == Texts{"ready 3", "3@11 (a)"});
  CHECK(s.agent->earliest_act() == 31);
  const spark::AgentReport report = s.agent->report();
  CHECK(report.cycles == 1);
  CHECK(report.acts == 1);
  CHECK(report.bytes_to == frame("D").size() + frame("S1 11 (p)").size());
  CHECK(report.bytes_from == frame("I").size() + frame("A(a)").size() + frame("D").size());
  CHECK(s.loss().empty());
  CHECK_FALSE(s.agent->deadline());
}

TEST_CASE("messages to an agent that has closed its input are not counted as sent") {
  Stage s;
  s.get_ready();
  const auto sent = s.agent->report().bytes_to;
  s.hearing.read.close();
  s.sense(11);  // noticed while it is sent
  s.sense(31);
  CHECK(s.agent->report().bytes_to == sent);
  CHECK(s.agent->is_closing());
}

TEST_CASE("an agent that is asked to leave receives X once, and nothing after it") {
  Stage s;
  s.get_ready();
  s.agent->ask_to_leave();
  s.agent->ask_to_leave();
  s.sense(11);
  CHECK(s.hear() == frame("X"));
  s.agent->close();
  CHECK(s.agent->is_closed());
  CHECK(s.hear().empty());
}

TEST_CASE("an agent that thinks too long in real time is lost at its deadline") {
  Stage s(milliseconds(1500));
  s.get_ready();
  CHECK_FALSE(s.agent->deadline());
  s.sense(11);
  CHECK(s.agent->deadline() == s.clock.now() + milliseconds(1500));
  s.clock.advance(milliseconds(1499));
  CHECK(s.loss().empty());
  s.say("D");
  s.sense(31);  // the next cycle has a limit of its own
  s.clock.advance(milliseconds(1499));
  CHECK(s.loss().empty());
  CHECK(s.agent->report().thinking_max >= milliseconds(1400));
  s.clock.advance(milliseconds(1));
  CHECK(s.loss() ==
        "did not finish thinking within 1.5 s (it has sent neither an act (A) nor the D that ends each answer)");
  s.say("A(a)");
  CHECK(s.loss() ==
        "did not finish thinking within 1.5 s (it has acted (A), but not sent the D that ends each answer)");
}

TEST_CASE("the report on an agent that is not ready tells what came instead of the answer to D") {
  Stage s;
  s.agent->has_started(1);
  s.agent->deliver();
  constexpr std::string_view kWanted =
      " not answered with I (each has 4 bytes of length in front, the most significant byte first)";
  const auto missing = [&] { return s.agent->report().missing; };
  CHECK(missing() == fmt::format("it has not read D and{}", kWanted));
  CHECK(s.hear() == frame("D"));
  CHECK(missing() == fmt::format("it has read D but{}", kWanted));
  std::ofstream(s.folder.path() / "agent3-stdout.log") << frame("I");
  CHECK(missing() ==
        fmt::format("it has read D but{}; 5 bytes are on its standard output (agent3-stdout.log), not on its "
                    "outputfd (usually 4)",
                    kWanted));
  std::ofstream(s.folder.path() / "agent3-stdout.log", std::ios::trunc).close();
  s.say_bytes("I");
  CHECK(missing() == "it has sent 1 byte without a length ('I')");

  Stage early;
  early.agent->has_started(1);
  early.agent->deliver();
  early.say("A(create)");
  CHECK(early.agent->report().missing == "its messages are not the I that answers D");
  early.say("I");
  CHECK(early.agent->report().missing.empty());
}

TEST_CASE("an agent lost in the middle of a message is reported with the bytes that have arrived") {
  Stage s(milliseconds(1500));
  s.get_ready();
  s.sense(11);
  s.say_bytes(
      std::string("\0\0\0\x0a"
                  "A(dri",
                  9));
  std::ofstream(s.folder.path() / "agent3-stdout.log") << "A";
  s.clock.advance(milliseconds(1500));
  CHECK(s.loss() ==
        "did not finish thinking within 1.5 s (it has sent 5 of the 10 bytes of a message; 1 byte is on its standard "
        "output (agent3-stdout.log), not on its outputfd (usually 4))");
}

TEST_CASE("an agent that has broken a rule is lost, and its deadline is over") {
  Stage s(milliseconds(60000), 20, 30);
  s.get_ready();
  s.sense(11);
  s.say("A(a)");
  CHECK(s.loss() == "thinks too long");
  REQUIRE(s.agent->deadline());
  CHECK(*s.agent->deadline() < s.clock.now());
}

TEST_CASE("an exit is reported after all earlier messages are read, a closed pipe without an exit after 1 s") {
  Stage exits;
  exits.get_ready();
  exits.sense(11);
  const std::string words = frame("A(last)");
  REQUIRE(::write(exits.speech.write.get(), words.data(), words.size()) == static_cast<ssize_t>(words.size()));
  exits.agent->has_exited({.exit_status = 3, .signal = {}, .how = "ended with exit status 3; words"});
  exits.agent->has_exited({.exit_status = 4, .signal = {}, .how = "something else"});
  CHECK(exits.loss().empty());
  CHECK(exits.agent->is_exited());
  exits.agent->read(exits.buffer, exits);
  CHECK(exits.heard.back() == "3@11 (last)");
  CHECK(exits.loss() == "ended with exit status 3; words");

  Stage mute;
  mute.get_ready();
  mute.speech.write.close();
  mute.agent->read(mute.buffer, mute);
  CHECK(mute.agent->is_closing());
  mute.clock.advance(milliseconds(999));
  CHECK(mute.loss().empty());
  mute.clock.advance(milliseconds(1));
  CHECK(mute.loss() == "closed its pipe");
}

TEST_CASE("an agent that exceeds its rate of bytes is held back, and nothing that it sends is lost") {
  spark::InputLimits limits;
  limits.bytes_per_second = 1000;
  limits.burst_bytes = 100;
  Stage s(milliseconds(60000), 1000, 0, limits);
  s.get_ready();
  s.sense(11);
  std::string much;
  for (int i = 0; i < 30; ++i) much += frame(fmt::format("A(act {:02})", i));  // 13 bytes each
  REQUIRE(::write(s.speech.write.get(), much.data(), much.size()) == static_cast<ssize_t>(much.size()));
  const auto ready = [&] { return !s.polls.wait(milliseconds(0)).empty(); };
  CHECK(ready());
  s.agent->read(s.buffer, s);
  CHECK(s.heard.size() == 1 + (100 - 5) / 13);  // it was allowed 100 bytes, 5 of which were "I"
  s.agent->read(s.buffer, s);
  CHECK(s.agent->is_held_back());
  CHECK_FALSE(ready());  // the poll set stays quiet, so that no loop spins
  REQUIRE(s.agent->deadline());
  CHECK(*s.agent->deadline() == s.clock.now() + milliseconds(20));
  CHECK(s.loss().empty());
  s.clock.advance(milliseconds(20));
  s.agent->read(s.buffer, s);
  CHECK_FALSE(s.agent->is_held_back());
  CHECK(s.heard.size() == 1 + (100 + 20 - 5) / 13);
  CHECK(ready());
  // After the agent's exit all its remaining bytes are read at once.
  s.agent->has_exited({.exit_status = {}, .signal = {}, .how = "exited"});
  s.agent->read(s.buffer, s);
  CHECK(s.heard.size() == 31);
  CHECK(s.heard.back() == "3@11 (act 29)");
}

TEST_CASE("messages, acts and requests are limited as configured") {
  spark::InputLimits limits;
  limits.message_bytes = 20;
  limits.acts = 2;
  limits.act_bytes = 15;
  limits.requests = 1;
  Stage s(milliseconds(60000), 1000, 0, limits);
  s.get_ready();
  s.sense(11);
  s.say("A(0123456789012345678)");  // 22 bytes
  CHECK(s.agent->report().refused == 1);
  s.say("A(012345678)");
  s.say("A(01234)");  // with it 18 bytes
  s.say("A()");
  s.say("A()");
  CHECK(s.heard == Texts{"ready 3", "3@11 (012345678)", "3@11 ()"});
  s.say("R50");
  s.say("R51");
  CHECK(s.agent->report().refused == 4);
}
