// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "monitor-lite/view/painter.h"

namespace monitor {

/// Paints the soft shadow of an object beneath it, as under a wide sky: the higher it is, the wider and the fainter.
/// For the ground layer.
///   middle: of the thing; spine: half the way along it, from there to the middle of one of its ends, 0 of a round one;
///   thick: its radius across that; ground: the height on which the shadow falls, m
void paint_shadow(Painter& painter, const glm::vec3& middle, const glm::vec3& spine, float thick, float ground);

}  // namespace monitor
