// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "gateways/sigverse/sight/view.h"
#include "monitor-lite/view/camera.h"
#include "spark/core/vec3.h"

// Converts between SIG (cm, y up) and the drawn world (m, z up): a point (x, y, z) of SIG is (x, −z, y) · 0.01 there.
// Nothing is validated.
namespace sigverse::visuals {

glm::vec3 drawn_place(const sight::Vector& place);
sight::Vector sig_place(const glm::vec3& drawn);

/// A frame in the world of SIG. A quaternion that is not finite or has length 0 rotates nothing.
spark::Pose pose_of(const sight::Vector& place, const sight::Quaternion& turn);
/// Converts from a frame of SIG, whose lengths are scaled along its axes, to the drawn world.
glm::mat4 drawn_frame(const spark::Pose& pose, const glm::dvec3& scale = glm::dvec3(1.0));

/// The view of a camera of SIG, with its near and far planes. The picture's `aspect` is that of the view, whatever its
/// size in pixels is.
monitor::Camera camera_of(const sight::View& view);

}  // namespace sigverse::visuals
