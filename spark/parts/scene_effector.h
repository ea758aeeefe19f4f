// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "spark/agent/effector.h"

namespace spark {

/// `(scene file arguments …)`: builds a scene file below the agent, which chooses its body this way. The arguments are
/// those of the file's template; numbers are numbers, texts become names at most (`import_chosen_scene`).
///
/// Agents can name files in the scene folders only, because scene files may contain script expressions. It works once:
/// a second scene would overlap the first. A file that takes another number of arguments builds nothing, and was the
/// one.
class SceneEffector : public Effector {
 public:
  std::string_view predicate() const override { return "scene"; }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Builds a scene file below the agent, once."; }
  void realise(const Arguments& arguments) override;
  bool builds_body() const override { return true; }
  /// Script method: lifts or lowers what it builds until the lowest of its solid shapes is at that height, m, within
  /// ±`kMaxDistance`. Only the articulation of the agent's main body is moved. Without it everything stays where the
  /// file has it.
  bool set_floor(double height);
  static constexpr std::size_t kMaxText = 64;  ///< of an argument; printable characters without blanks

 private:
  void put_on_floor();

  bool used_ = false;
  std::optional<double> floor_;
};

}  // namespace spark
