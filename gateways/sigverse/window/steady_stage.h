// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/sigverse/visuals/vis_world.h"
#include "monitor-lite/view/stage.h"

namespace sigverse::window {

/// The extent of a world, for its cameras. It stays the same while objects move within it, grows by more than necessary
/// when one leaves it, and shrinks when less than 40 % of it is used, so that a camera that shows all of it rarely
/// moves. Objects much farther away than all others are ignored.
class SteadyStage {
 public:
  /// `objects`: their bounding boxes.
  void update(const std::vector<visuals::Bounds>& objects);
  const monitor::Stage& stage() const { return stage_; }

 private:
  monitor::Stage stage_;
  bool is_empty_ = true;
};

}  // namespace sigverse::window
