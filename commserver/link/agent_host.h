// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "commserver/comm_server.h"
#include "commserver/link/link.h"

namespace commserver {

/// The commserver's side of the link: executes the engine's messages with a `CommServer`, and reports the results.
class AgentHost final : private spark::NullListener {
 public:
  /// `loop` is the loop of the link.
  AgentHost(spark::net::Loop& loop, Link& link, CommServer& agents, spark::Log& log)
      : loop_(loop), link_(link), agents_(agents), log_(log) {}

  /// Runs until the engine reports that the match is over (returns true), the engine is gone (false), or a signal
  /// handler sets `stop` (false). All agents have exited when it returns.
  bool serve(const volatile std::sig_atomic_t& stop);

 private:
  /// The promises of both sides about one agent; only changes are sent.
  struct SentState {
    spark::Step earliest = 0;  ///< the value of `earliest_act` that was sent last
    spark::Step horizon = 0;   ///< the engine has promised that no sensation will arrive before this
    bool here = false;
    bool has_left = false;
  };
  void agent_ready(spark::AgentId agent) override;
  using NullListener::agent_acted;  // processes report acts as text only
  void agent_acted(spark::AgentId agent, spark::Step stamp, std::string_view text) override;
  void agent_lost(spark::AgentId agent, std::string_view reason) override;

  bool take(std::string_view message);
  bool reject(const char* rule);
  bool take_sensation(SentState& sent, spark::AgentId agent, MessageReader message);
  void start(spark::AgentId agent, const std::string& type);
  void send_earliest(spark::AgentId agent);
  void send_reports();
  SentState* find(spark::AgentId agent);

  spark::net::Loop& loop_;
  Link& link_;
  CommServer& agents_;
  spark::Log& log_;
  std::vector<SentState> sent_;  ///< by agent
  spark::RealClock::Time next_reports_{};
  bool over_ = false;
  std::chrono::milliseconds exit_timeout_{2000};
};

}  // namespace commserver
