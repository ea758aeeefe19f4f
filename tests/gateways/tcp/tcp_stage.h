// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/tcp/tcp_gateway.h"
#include "spark/net/loop.h"
#include "tests/gateways/tcp/client.h"
#include "tests/support/log_lines.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

namespace tcp_test {

using namespace spark;
using namespace tcp;
using namespace std::chrono_literals;

using Reported = std::vector<std::string>;

/// What an agent that connects before the first step perceives first.
constexpr const char* kFirstSensation = "(time (now 0))";

/// The simulation's listener: notes what it hears.
struct Listener final : NullListener {
  std::optional<AgentId> agent_arrived(const std::string& type) override {
    if (full) return std::nullopt;
    heard.push_back(fmt::format("arrived {} {}", next, type));
    return next++;
  }
  void agent_ready(AgentId agent) override { heard.push_back(fmt::format("ready {}", agent)); }
  using NullListener::agent_acted;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    heard.push_back(fmt::format("{} at {}: {}", agent, stamp, text.substr(0, 40)));
  }
  void agent_lost(AgentId agent, std::string_view reason) override {
    heard.push_back(fmt::format("lost {}: {}", agent, reason));
  }
  bool full = false;
  AgentId next = 0;
  Reported heard;
};

/// A gateway, its clock, and the test as the simulation.
struct Stage {
  explicit Stage(bool sync = true) : Stage(sync, real) {}
  /// With another clock than its own.
  Stage(bool sync, RealClock& other, const InputLimits& limits = {}) : loop(other) {
    keep_lines(log, lines);
    TcpGateway::Options options;
    options.sync = sync_ = sync;
    options.limits = limits;
    gateway.emplace(options, loop, clock, log);
  }

  /// With types of agents that will connect.
  Stage(std::vector<ConnectingType> types, bool open, ProgramStarter* programs = nullptr) : loop(real) {
    keep_lines(log, lines);
    TcpGateway::Options options;
    options.sync = true;
    options.open = open;
    options.types = std::move(types);
    gateway.emplace(std::move(options), loop, clock, log, programs);
  }

  /// An agent that has answered its first sensation and has joined.
  Client connect(std::string_view answer = "") {
    const auto before = listener.next;
    Client client(gateway->port());
    REQUIRE(until([&] { return client.hears_something(); }));
    REQUIRE(client.hear().value_or("").starts_with("(time (now "));
    client.say(answer);
    REQUIRE(until([&] { return listener.next > before; }));
    listener.heard.clear();
    return client;
  }
  /// Generates the first sensation, which the agent has answered already, and lets the answer be taken.
  void begin(AgentId agent) {
    const auto cycles = gateway->report(agent)->cycles;
    sense(agent, "");
    if (!sync_) at(clock.now() + 10);
    REQUIRE(
        until([&] { return sync_ ? gateway->report(agent)->cycles > cycles : gateway->report(agent)->cycles > 0; }));
    listener.heard.clear();
  }
  /// Lets the gateway work until `done`, while its real time stands still, for a simulation that waits; false after
  /// `kTimeout`.
  template <typename Done>
  bool until(Done done) {
    const auto limit = std::chrono::steady_clock::now() + kTimeout;
    while (!done()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      gateway->send_held();
      gateway->receive(listener);
    }
    return true;
  }
  bool hears(std::size_t count) {
    return until([&] { return listener.heard.size() >= count; });
  }
  void at(Step step) {
    while (clock.now() < step) clock.advance();
  }
  void sense(AgentId agent, std::string_view text = "seen") {
    PerceptWriter& writer = gateway->begin_sensation(agent, clock.now(), clock.now() + 10);
    if (!text.empty()) writer.begin(text), writer.end();
    gateway->end_sensation(agent, clock.now() + 30);
  }
  Reported heard() { return std::exchange(listener.heard, {}); }

  bool sync_ = true;
  ManualClock real;
  net::Loop loop;
  Clock clock;
  Log log;
  Reported lines;
  Listener listener;
  std::optional<TcpGateway> gateway;
};

}  // namespace tcp_test
