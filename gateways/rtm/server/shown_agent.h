// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gateways/rtm/device/percept_queue.h"
#include "gateways/rtm/device/period.h"
#include "spark/agent/agent_gateway.h"

namespace rtm {

/// An agent of another gateway, on the simulation thread: passes copies of its percepts to the periods when they
/// arrive, and carries out the actions of the periods in addition to the agent's own acts. Nothing waits for it.
class ShownAgent {
 public:
  /// `number`: its number among robots and agents, for the periods.
  ShownAgent(std::size_t number, spark::AgentId id, const spark::AgentAspect& body);

  std::size_t number() const { return number_; }
  void left() { body_ = nullptr; }
  bool is_gone() const { return !body_; }

  spark::PerceptWriter& begin_copy(spark::Step arrival) { return queue_.add(arrival, arrival); }
  void deliver(Period& period, spark::Step now);
  void act(const Answer& answer, spark::AgentGatewayListener& listener, spark::Step now);

 private:
  const std::size_t number_;
  const spark::AgentId id_;
  const spark::AgentAspect* body_;
  bool is_described_ = false;
  std::vector<EffectorForm> effectors_;
  PerceptQueue queue_;
  spark::ActionList actions_;
};

}  // namespace rtm
