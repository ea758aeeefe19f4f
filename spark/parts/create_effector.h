// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"

namespace spark {

/// `(create)`: gives the agent its body and all its parts, by calling the script's `addAgent` with the path of the
/// agent's node (behaviour 3.1). The only effector that agents start with, if the script names it with `initEffector`.
///
/// Only the first action counts: a second set of parts would collide with the first (fidelity F11), and a script that
/// failed once would fail again. After a failure everything that the script has added below the agent's node is
/// removed, and the agent stays without a body.
class CreateEffector : public Effector {
 public:
  std::string_view predicate() const override { return "create"; }
  std::string_view help() const override { return "Gives the agent a body, effectors and perceptors; once."; }
  void realise(const Arguments& arguments) override;
  bool builds_body() const override { return true; }
  /// Whether the script has been called for this agent, successfully or not.
  bool used() const { return used_; }

 private:
  void take_away(std::size_t parts);

  bool used_ = false;
};

}  // namespace spark
