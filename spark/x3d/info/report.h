// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/x3d/scene.h"
#include "spark/x3d/warnings.h"

namespace x3d::info {

/// What is in a scene, as lines for people. What is skipped on the way is added to `warnings`, which are not printed.
/// Throws `ReadError` if the scene cannot be used (humanoid.h, fit.h).
std::string report_of(const Scene& scene, Warnings& warnings);

}  // namespace x3d::info
