// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/view/painter.h"

namespace monitor {

/// Paints the soft shadow of an object beneath it, as under a wide sky: wider and fainter the higher the object is.
/// For the ground layer.
///   middle: of the object; spine: half the way along it, from there to the middle of one of its ends, 0 if it is
///   round; thick: its radius across that; ground: the height on which the shadow falls, m
void paint_shadow(Painter& painter, const glm::vec3& middle, const glm::vec3& spine, float thick, float ground);

}  // namespace monitor
