// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"

namespace spark {

/// `(force x y z)`: applies a force to its sibling body, N in the world frame, for the coming step.
class ForceEffector : public Effector {
 public:
  std::string_view predicate() const override { return "force"; }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Pushes the agent's body for one step."; }
  void realise(const Arguments& arguments) override;
};

}  // namespace spark
