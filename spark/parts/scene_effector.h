// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/agent/effector.h"

namespace spark {

/// `(scene file arguments …)`: builds a scene file below the agent, which chooses its body in this way. The arguments
/// are those of the file's template; numbers are numbers, and texts can only become names (`import_chosen_scene`).
///
/// Agents can only name files in the scene folders, because scene files may contain script expressions. It works once:
/// a second scene would overlap the first. A file with another number of parameters builds nothing, but uses up the
/// attempt.
class SceneEffector : public Effector {
 public:
  std::string_view predicate() const override { return "scene"; }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Builds a scene file below the agent, once."; }
  void realise(const Arguments& arguments) override;
  bool builds_body() const override { return true; }
  /// Script method: moves its objects up or down until the lowest of their solid shapes is at that height, m, within
  /// ±`kMaxDistance`. Only the articulation of the agent's main body is moved. Without it everything stays where the
  /// file puts it.
  bool set_floor(double height);
  static constexpr std::size_t kMaxText = 64;  ///< of an argument; printable characters without blanks

 private:
  void put_on_floor();

  bool used_ = false;
  std::optional<double> floor_;
};

}  // namespace spark
