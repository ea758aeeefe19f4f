// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/device/agent_plan.h"
#include "gateways/rtm/device/robot_component.h"

namespace rtm {

/// An agent of another gateway as a component. While it is on, values that are put into its InPorts become actions,
/// which are carried out in addition to the agent's own acts.
class AgentComponent final : public RobotComponent {
 public:
  static constexpr const char* kType = "Agent";  ///< instances are called Agent0, Agent1 …
  explicit AgentComponent(const AgentPlan& plan);

  void sense(const spark::PerceptArray& percepts) override;
  void act(Answer& answer, spark::Step step, PortLog* log) override;

 private:
  struct In {
    InPort* port;
    AgentPlan::In plan;
    Value value;
  };
  struct Out {
    OutPort* port;
    AgentPlan::Out plan;
    Value value;
  };
  bool read_numbers(Out& out, const spark::PerceptArray& percepts);
  bool read_text(Out& out, const spark::PerceptArray& percepts);
  static void order(const In& in, Answer& answer);

  std::vector<In> ins_;
  std::vector<Out> outs_;
};

}  // namespace rtm
