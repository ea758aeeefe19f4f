// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/agent/percept_tee.h"
#include "spark/core/log.h"
#include "spark/core/poll_set.h"

namespace spark {

/// Several gateways that look like one: each agent is reached through the gateway that started it, or through which it
/// connected. What a gateway reports of agents that are not its own is refused, with a line.
///
/// It overrides every function of `AgentGateway`: one that it left to its default would be silently lost for all the
/// gateways behind it (tests/house/check_forwarding.py).
class GatewaySwitch final : public AgentGateway {
 public:
  /// The gateway, one of those added, that is to start an agent of that type. Throws `std::runtime_error` if none can.
  using Choice = std::function<AgentGateway&(AgentId, const std::string& type)>;

  /// Log and gateways must outlive it. Throws `std::runtime_error` if the system is out of descriptors.
  GatewaySwitch(Log& log, Choice choice);
  GatewaySwitch(const GatewaySwitch&) = delete;
  GatewaySwitch& operator=(const GatewaySwitch&) = delete;

  /// Adds a gateway. They are asked for news in this order.
  void add(AgentGateway& gateway);
  /// Before the gateways are asked `receive` is called, whenever `descriptor` polls readable: something that has news
  /// for them without being one of them.
  void attend(int descriptor, std::function<void()> receive);

  std::string notice() const override;
  std::vector<std::string> own_types() const override;
  std::vector<std::string> own_agents() const override;
  bool takes_arrivals() const override;
  int arrives_at_once() const override;
  bool wants_real_time() const override;
  void begin() override;
  void start(AgentId agent, const std::string& type) override;
  Coming coming(AgentId agent) const override;
  std::optional<AgentTiming> timing(AgentId agent) const override;
  void agent_entered(AgentId agent, const AgentAspect& body) override;
  void agent_left(AgentId agent) override;
  // Agents of one gateway are shown by the others in here; there are none outside.
  bool shows_others() const override { return false; }
  PerceptWriter* begin_copy(AgentId, Step) override { return nullptr; }
  void end_copy(AgentId) override {}
  void receive(AgentGatewayListener& listener) override;
  int poll_descriptor() const override { return polls_.descriptor(); }
  bool has_news() const override;
  bool send_held() override;
  PerceptWriter& begin_sensation(AgentId agent, Step generated, Step arrival) override;
  void end_sensation(AgentId agent, Step next_arrival) override;
  void expect_sensation(AgentId agent, Step arrival) override;
  Step earliest_act(AgentId agent) const override;
  bool wait_no_longer(AgentId agent) override;
  std::optional<AgentReport> report(AgentId agent) const override;
  std::string beyond_acts() const override;
  std::vector<std::string> tallies() const override;
  void drop(AgentId agent) override;
  void shut_down(std::chrono::milliseconds patience) override;

 private:
  class Arrivals;
  AgentGateway& of(AgentId agent) const;
  AgentGateway* find(AgentId agent) const;
  void assign(AgentId agent, AgentGateway& gateway);

  Log& log_;
  std::vector<AgentGateway*> gateways_;
  Choice choice_;
  std::vector<AgentGateway*> of_agent_;
  std::vector<AgentGateway*> showing_;  ///< those that show agents of others
  std::vector<AgentGateway*> copying_;  ///< of these, who gets a copy of the sensation that is being written
  PerceptTee copies_;
  std::vector<std::function<void()>> sources_;
  PollSet source_polls_;  ///< their descriptors, under their numbers
  PollSet polls_;         ///< of all that have descriptors
};

}  // namespace spark
