// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "commserver/comm_server.h"
#include "commserver/link/link.h"

namespace commserver {

/// The commserver's side of the link: carries out the engine's messages with a `CommServer`, and reports the results.
class AgentHost final : private spark::AgentGatewayListener {
 public:
  /// `loop` is that of the link.
  AgentHost(spark::net::Loop& loop, Link& link, CommServer& agents, spark::Log& log)
      : loop_(loop), link_(link), agents_(agents), log_(log) {}

  /// Runs until the engine says that the match is over (true), is gone (false), or a signal handler sets `stop`
  /// (false). The agents have exited then.
  bool serve(const volatile std::sig_atomic_t& stop);

 private:
  struct Told {
    spark::Step earliest = 0;
    spark::Step horizon = 0;  ///< the engine has promised that no sensation will arrive before this
    bool here = false;
    bool gone = false;
  };
  void agent_ready(spark::AgentId agent) override;
  using AgentGatewayListener::agent_acted;  // no process reports actions
  void agent_acted(spark::AgentId agent, spark::Step stamp, std::string_view text) override;
  void agent_lost(spark::AgentId agent, std::string_view reason) override;

  bool take(std::string_view message);
  bool broken(const char* rule);
  bool take_sensation(Told& told, spark::AgentId agent, MessageReader message);
  void start(spark::AgentId agent, const std::string& type);
  void tell_earliest(spark::AgentId agent);
  void tell_reports();
  Told* find(spark::AgentId agent);

  spark::net::Loop& loop_;
  Link& link_;
  CommServer& agents_;
  spark::Log& log_;
  std::vector<Told> told_;  ///< by agent
  spark::RealClock::Time next_reports_{};
  bool over_ = false;
  std::chrono::milliseconds patience_{2000};
};

}  // namespace commserver
