// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/painter.h"

namespace monitor {

/// Draws the bodies of a world without a game by their shapes; one without shapes is a small ball. Bodies whose names
/// begin alike (`AgentAspect0/…`) have the same colour, and a label above the first.
class BodiesView {
 public:
  explicit BodiesView(Painter& painter) : painter_(painter) {}

  /// To be called in the layer of that name.
  void draw_on_ground(const Snapshot& snapshot);
  void draw_solid(const Snapshot& snapshot, const Camera& camera, int height);
  /// In the overlay; letters of `size` pixels.
  void draw_labels(const Snapshot& snapshot, float size);

 private:
  void draw(const Body& body, const BodyShape& shape, const glm::vec4& colour);

  Painter& painter_;
};

/// What of a world is to be seen: the size of a field around all bodies, with its middle in the origin, in steps, so
/// that a camera that shows all of it stands still most of the time.
Game stage_around(const Snapshot& snapshot);
/// The middle of the bodies, which a camera may follow.
Point middle_of(const Snapshot& snapshot);

}  // namespace monitor
