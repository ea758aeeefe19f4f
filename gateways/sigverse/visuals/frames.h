// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "gateways/sigverse/sight/view.h"
#include "monitor-lite/view/camera.h"
#include "spark/core/vec3.h"

// Converts between SIG (cm, y up) and the drawn world (m, z up): a point (x, y, z) of SIG is (x, −z, y) · 0.01 in the
// drawn world. Nothing is validated.
namespace sigverse::visuals {

glm::vec3 drawn_place(const sight::Vector& place);
sight::Vector sig_place(const glm::vec3& drawn);

/// A frame in SIG's world. A quaternion that is not finite or has length 0 rotates nothing.
spark::Pose pose_of(const sight::Vector& place, const sight::Quaternion& turn);
/// Converts from a frame of SIG, with lengths scaled along its axes, to the drawn world.
glm::mat4 drawn_frame(const spark::Pose& pose, const glm::dvec3& scale = glm::dvec3(1.0));

/// The view of a SIG camera, with its near and far planes. The `aspect` of the result is that of the view, whatever the
/// size of the picture in pixels.
monitor::Camera camera_of(const sight::View& view);

}  // namespace sigverse::visuals
