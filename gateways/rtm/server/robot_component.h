// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/server/percept_paths.h"
#include "gateways/rtm/server/period.h"

namespace rtm {

class PortLog;

/// A component without activity whose ports are percepts and effectors of a robot or an agent. The thread of the
/// periods drives it: first `sense`, then `act`, once per period.
class RobotComponent : public Component {
 public:
  /// Where percepts are has changed.
  virtual void find_percepts(const PerceptPaths&) {}
  /// Tells what was perceived, unless it is off.
  virtual void sense(const spark::PerceptArray& percepts) = 0;
  /// Adds an order for each effector that is to do something; `log` may be null.
  virtual void act(Answer& answer, spark::Step step, PortLog* log) = 0;

 protected:
  explicit RobotComponent(std::string type) : Component(std::move(type), Pattern::passive) {}
};

}  // namespace rtm
