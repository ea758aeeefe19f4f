// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/server/sig_gateway.h"
#include "spark/core/late_mistakes.h"
#include "spark/net/loop.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "tests/gateways/sigverse/server/peer.h"
#include "tests/gateways/sigverse/world/world_stage.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

namespace sigverse_test {

using namespace std::chrono_literals;
using Words = std::vector<std::string>;

/// Records what the gateway reports to the simulation.
struct Listener final : spark::NullListener {
  std::optional<spark::AgentId> agent_arrived(const std::string&) override { return next++; }
  void agent_ready(spark::AgentId agent) override { heard.push_back("ready " + std::to_string(agent.number())); }
  using NullListener::agent_acted;
  void agent_acted(spark::AgentId agent, spark::Step stamp, std::string_view text) override {
    acts.emplace_back(agent, stamp);
    CHECK(text.empty());
  }
  void agent_lost(spark::AgentId agent, std::string_view reason) override {
    heard.push_back("lost " + std::to_string(agent.number()) + ": " + std::string(reason));
  }
  spark::AgentId next = 0;
  Words heard;
  std::vector<std::pair<spark::AgentId, spark::Step>> acts;
};

/// Starts no programs: the test has the other ends of the pipes.
class PlayedPrograms final : public spark::ProgramStarter {
 public:
  struct Order {
    spark::ProgramOrder order;
    spark::Descriptor reads, writes;  ///< of the program
  };
  std::filesystem::path find(const std::string& program, const std::filesystem::path&) override { return program; }
  Started start(const spark::ProgramOrder& order, spark::ProgramListener& listener) override;
  void stop(spark::ProgramId program, std::chrono::milliseconds) override { stopped.push_back(program); }
  bool wait(spark::ProgramListener&, std::chrono::milliseconds) override { return true; }
  void end(spark::ProgramListener&, std::chrono::milliseconds) override { listener_ = nullptr; }
  void hide(const std::filesystem::path&) override {}
  /// The end of a program.
  void ends(spark::ProgramId program, const spark::ProgramEnd& end) { listener_->program_ended(program, end); }

  std::vector<Order> orders;  ///< in order; their numbers are ids
  std::vector<spark::ProgramId> stopped;

 private:
  spark::ProgramListener* listener_ = nullptr;
};

/// A world with its gateway; the test is the simulation: `step` makes one step as soon as no agent holds the world.
struct SigStage : WorldStage {
  /// The options, except that the port is any free one.
  explicit SigStage(const std::string& world, sigverse::server::SigOptions options = {});
  ~SigStage();

  void receive() { gateway->receive(listener); }
  /// Starts the controllers of the world, which attach, and begins.
  std::vector<Peer> start_controllers();
  /// A controller that connects to the port, attaches and knows turns.
  Peer attach(const std::string& agent, bool knows_turns = true);
  /// Lets the gateway work until `done`; false if that does not happen.
  template <typename Done>
  bool until(Done done) {
    const auto limit = std::chrono::steady_clock::now() + kTimeout;
    while (!done()) {
      if (std::chrono::steady_clock::now() > limit) return false;
      receive();
    }
    return true;
  }
  /// The next thing that the client receives.
  std::string next(Peer& peer);
  /// Everything up to the end of the turn.
  Words turn(Peer& peer);
  /// The same without the end of the turn; answers that the turn is done, with that time of the next action.
  Words play(Peer& peer, double wish = 0.0);
  /// Octets of a reply without frame.
  std::string octets(Peer& peer, std::size_t count);
  /// Whether it receives nothing, however often the gateway works.
  bool hears_nothing(Peer& peer);
  bool is_disconnected(Peer& peer);
  /// Whether the world waits for an agent.
  bool is_held();
  /// Waits until no agent holds the world, and makes a step.
  void step();
  /// Steps until a pending event gives an agent a turn.
  void step_until_held();
  bool is_over() const { return end.wants_end(); }
  Words said();  ///< lines of the log since the last call

  ManualClock real;
  spark::net::Loop loop{real};
  spark::RunControl control;
  spark::CommandQueue commands{real};
  PlayedPrograms programs;
  spark::LateMistakes mistakes{core.log, false};
  Listener listener;
  std::optional<sigverse::server::SigGateway> gateway;
  sigverse::server::RunEnd end;
  std::uint32_t turn_number = 0;  ///< of the last turn that `turn` has seen

 private:
  void make_step();
};

/// An agent 20 cm wide, with a controller that the server starts, or without one.
std::string agent(const std::string& name, const std::string& values = "", bool has_controller = false);

}  // namespace sigverse_test
