// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/agent/percept_array.h"

namespace spark {

/// The controller of one agent in this process.
class LocalAgent {
 public:
  virtual ~LocalAgent() = default;
  /// Decides on the actions after a sensation; called once for each, in order. `actions` is empty and takes the agent's
  /// actions, possibly none; names and texts in it must live until the next call. False: not decided yet; the world
  /// waits, and this is called again. Called on the simulation thread.
  virtual bool decide(const PerceptArray& percepts, ActionList& actions) = 0;
};

/// The gateway to agents in this process: percepts are an array, acts are an array, with nothing in between. They are
/// treated like agents for which the world waits (`WaitedTimes`): each sensation gets one answer, which counts as sent
/// at its arrival, regardless of how much real time that takes, so the same agent plays the same match here and behind
/// a socket.
///
/// Agents are added before the match; `Simulation::start_agent` starts each by its type.
class LocalGateway final : public AgentGateway {
 public:
  /// Makes the agent with that number. Throws `std::runtime_error` with one line on failure.
  using Maker = std::function<std::unique_ptr<LocalAgent>(AgentId)>;

  /// Agents of that type are made by `maker`, with the timing of the match or their own. A second maker of a type
  /// replaces the first.
  void add_type(std::string type, Maker maker, std::optional<AgentTiming> timing = std::nullopt);

  GatewayTraits traits() override;
  void begin() override {}
  Coming start(AgentId agent, const std::string& type) override;
  std::optional<AgentTiming> timing(AgentId agent) const override;
  void receive(AgentGatewayListener& listener) override;
  bool has_pending() const override { return has_pending_; }
  bool send_held() override { return false; }
  PerceptWriter& begin_sensation(AgentId agent, Step generated, Step arrival) override;
  void end_sensation(AgentId agent, Step next_arrival) override;
  void expect_sensation(AgentId agent, Step arrival) override;
  Step earliest_act(AgentId agent) const override;
  /// False: the world waits for an agent of this process without limit.
  bool wait_no_longer(AgentId) override { return false; }
  std::optional<AgentReport> report(AgentId agent) const override;
  void drop(AgentId agent) override;
  void shut_down(std::chrono::milliseconds timeout) override;

 private:
  struct Type {
    std::string name;
    Maker maker;
    std::optional<AgentTiming> timing;
  };
  struct Sensation {
    Step arrival = 0;
    std::unique_ptr<PerceptArray> percepts;
  };
  struct Agent {
    std::unique_ptr<LocalAgent> mind;  ///< null once the agent has been dropped
    std::optional<AgentTiming> timing;
    bool ready = false;
    std::vector<Sensation> unanswered;  ///< usually two
    Step next_arrival = 0;
    AgentReport counts;
  };
  Agent* find(AgentId agent);
  const Agent* find(AgentId agent) const;
  void think(AgentId id, Agent& agent, AgentGatewayListener& listener);

  std::vector<Type> types_;
  std::vector<std::unique_ptr<Agent>> agents_;        ///< by agent number; null for those of other gateways
  std::vector<std::unique_ptr<PerceptArray>> spare_;  ///< reused, so that a steady match allocates nothing
  Sensation writing_;
  ActionList actions_;
  bool has_pending_ = false;
};

}  // namespace spark
