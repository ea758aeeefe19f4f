// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commserver/link/link.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/log.h"

namespace commserver {

/// The gateway to the agents of a commserver on another machine.
///
/// The think cycles run there; only their results arrive here. The earliest act of an agent never decreases, so the
/// world can rely on the last reported value while newer ones are on their way: their delay affects nothing but speed.
/// If a commserver is lost, its agents are lost, but the match continues; a commserver that breaks the rules (acts in
/// the past, agents of others) is lost at once.
class RemoteCommServer final : public spark::AgentGateway {
 public:
  /// To be created after the handshake; `link` is trusted. `types` are those that the commserver can start.
  RemoteCommServer(std::unique_ptr<Link> link, std::string name, std::vector<std::string> types, spark::Log& log);
  ~RemoteCommServer() override;

  const std::string& name() const { return name_; }
  const std::vector<std::string>& types() const { return types_; }
  bool is_connected() const { return link_->is_open(); }

  spark::GatewayTraits traits() override { return {}; }
  void begin() override {}
  Coming start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId) const override { return std::nullopt; }
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_pending() const override { return false; }
  bool send_held() override { return false; }
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  spark::Step earliest_act(spark::AgentId agent) const override;
  bool wait_no_longer(spark::AgentId) override { return false; }
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds timeout) override;

 private:
  struct Agent {
    bool here = false;  ///< started by this commserver
    bool has_left = false;
    spark::Step earliest = 0;
    spark::Step expected = 0;  ///< arrival of its first sensation
    spark::AgentReport report;
  };
  Agent* find(spark::AgentId agent);
  const Agent* find(spark::AgentId agent) const;
  bool take(std::string_view message, spark::AgentGatewayListener& listener);
  bool reject(const char* rule);
  void lose_all(spark::AgentGatewayListener& listener);

  std::unique_ptr<Link> link_;
  std::string name_;
  std::vector<std::string> types_;
  spark::Log& log_;
  std::vector<Agent> agents_;  ///< by agent number
  bool lost_ = false;
  bool ended_ = false;

  // The sensation that is being written.
  spark::Step generated_ = 0, arrival_ = 0;
  std::string percepts_;
  spark::SexpPerceptWriter writer_{percepts_};
};

}  // namespace commserver
