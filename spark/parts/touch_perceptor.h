// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/agent/perceptor.h"
#include "spark/physics/force_source.h"

namespace spark {

class RecorderHandler;

/// `(touch T)`: 1 if something touches the agent's body, or has touched it in any step since the last sensation, else
/// 0.
///
/// Only the agent's colliders with a RecorderHandler are sensitive. Touches by the agent itself do not count, nor do
/// those by floors (planes whose normal points up), on which robots stand all the time.
class TouchPerceptor : public Perceptor, public ForceSource {
 public:
  TouchPerceptor() : Perceptor("touch") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override {
    return "(touch T), 1 if something touches the body, or has touched it since the last sensation; otherwise 0";
  }
  std::span<const PerceptField> fields() const override;
  /// Applies no force. The world calls it in every step, before recorders clear the touches of the previous step.
  void apply_forces() override;
  void restart() override { was_touched_ = false; }

 protected:
  void linked() override;
  void unlinking() override;

 private:
  bool is_touched();

  std::vector<const RecorderHandler*> skin_;
  std::uint64_t tree_changes_ = 0;  ///< version of the tree in which `skin_` was found
  bool was_touched_ = false;
};

}  // namespace spark
