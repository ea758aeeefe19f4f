// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

#include "gateways/sigverse/sight/view.h"
#include "monitor-lite/view/camera.h"
#include "spark/core/vec3.h"

// The border between SIG (cm, y up) and what is drawn (m, z up): a point (x, y, z) of SIG is (x, −z, y) · 0.01 there.
// Nothing is checked.
namespace sigverse::visuals {

glm::vec3 drawn_place(const sight::Vector& place);
sight::Vector sig_place(const glm::vec3& drawn);

/// A frame in the world of SIG. A quaternion that is not finite or has no length turns nothing.
spark::Pose pose_of(const sight::Vector& place, const sight::Quaternion& turn);
/// From a frame of SIG, whose lengths are scaled along its axes, to what is drawn.
glm::mat4 drawn_frame(const spark::Pose& pose, const glm::dvec3& scale = glm::dvec3(1.0));

/// What a camera of SIG sees, with the planes that bound it in depth. The picture's `aspect` is that of the view,
/// whatever its size in pixels is.
monitor::Camera camera_of(const sight::View& view);

}  // namespace sigverse::visuals
