// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/device/percept_paths.h"
#include "gateways/rtm/device/period.h"

namespace rtm {

class PortLog;

/// A component without activity whose ports are percepts and effectors of a robot or an agent. The thread of the
/// periods drives it: first `sense`, then `act`, once per period.
class RobotComponent : public Component {
 public:
  /// All robots share the thread that drives it, so a slow peer of one must not delay the others.
  bool may_wait_for_peers() const override { return false; }
  /// Called when the positions of percepts have changed.
  virtual void find_percepts(const PerceptPaths&) {}
  /// Puts the percepts into OutPorts, unless the component is off.
  virtual void sense(const spark::PerceptArray& percepts) = 0;
  /// Adds an action for each effector that has to act; `log` may be null.
  virtual void act(Answer& answer, spark::Step step, PortLog* log) = 0;

 protected:
  explicit RobotComponent(std::string type) : Component(std::move(type), Pattern::passive) {}
};

}  // namespace rtm
