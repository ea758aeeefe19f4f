// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"

namespace spark {

/// `(scene file)`: builds a scene file below the agent, which chooses its body this way.
///
/// Agents can name files in the scene folders only, because scene files may contain script expressions. It works once:
/// a second scene would overlap the first.
class SceneEffector : public Effector {
 public:
  std::string_view predicate() const override { return "scene"; }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Builds a scene file below the agent, once."; }
  void realise(const Arguments& arguments) override;

 private:
  bool used_ = false;
};

}  // namespace spark
