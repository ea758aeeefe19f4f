// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "commserver/agent_dialogue.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/net/frame_reader.h"
#include "tests/engine/record.h"
#include "tests/support/plain_gateway.h"

namespace engine_test {

/// A gateway to agents that follow scripts and live in the test: the commserver without its processes and pipes. Each
/// `receive` serves the agents in another order and hands over a few messages of each; everything between an agent and
/// the simulation, in both directions, goes through a real `AgentDialogue`.
class ScriptedGateway final : public PlainGateway {
 public:
  /// `stand_still` is called when nothing has moved for so long that nothing will move any more.
  ScriptedGateway(const Match& match, const spark::Clock& clock, spark::Log& log, std::function<void()> stand_still);
  ~ScriptedGateway() override;

  spark::GatewayTraits traits() override { return {.poll_descriptor = event_}; }
  Coming start(AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(AgentId agent) const override;
  void receive(spark::AgentGatewayListener& listener) override;
  spark::PerceptWriter& begin_sensation(AgentId agent, Step generated, Step arrival) override;
  void end_sensation(AgentId agent, Step next_arrival) override;
  void expect_sensation(AgentId agent, Step arrival) override;
  Step earliest_act(AgentId agent) const override;
  void drop(AgentId agent) override;

  /// Lets the agents send and receive all pending messages while the clock is stopped.
  void finish();
  void fill(Record& record) const;
  /// Descriptions of events that must never happen.
  const Lines& violations() const { return violations_; }

 private:
  struct Peer;
  class Ears;
  void serve(Peer& peer, spark::AgentGatewayListener& listener);
  void open_next(Peer& peer);
  void hand_over(Peer& peer, spark::AgentGatewayListener& listener);
  void take(Peer& peer, const std::string& message, spark::AgentGatewayListener& listener);
  void lose(Peer& peer, const char* why, spark::AgentGatewayListener& listener);
  void listen(Peer& peer);
  void hear(Peer& peer, std::string_view message);
  Peer& peer(AgentId agent) const { return *peers_[agent.index()]; }

  const Match& match_;
  const spark::Clock& clock_;
  spark::Log& log_;
  std::function<void()> stand_still_;
  int event_;
  unsigned turn_ = 0;
  bool world_stands_ = false;
  int idle_turns_ = 0;
  Step last_time_ = 0;
  bool moved_ = false;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::string frame_;
  std::optional<spark::SexpPerceptWriter> writer_;
  Step arrival_ = 0;
  Lines violations_;
};

}  // namespace engine_test
