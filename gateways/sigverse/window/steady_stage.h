// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/sigverse/visuals/vis_world.h"
#include "monitor-lite/view/stage.h"

namespace sigverse::window {

/// How large a world is for its cameras. It stays the same while objects move in it, grows by more than is needed when
/// one leaves it, and shrinks when less than 40 % of it is used, so that a camera that shows all of it rarely moves.
/// What is much farther away than everything else is left out.
class SteadyStage {
 public:
  /// `objects`: boxes around each of them.
  void update(const std::vector<visuals::Bounds>& objects);
  const monitor::Stage& stage() const { return stage_; }

 private:
  monitor::Stage stage_;
  bool is_empty_ = true;
};

}  // namespace sigverse::window
