// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/x3d/scene.h"
#include "spark/x3d/warnings.h"

namespace x3d::info {

/// The content of a scene, as human-readable lines. Skipped parts are added to `warnings`, which are not printed.
/// Throws `ReadError` if the scene cannot be used (humanoid.h, fit.h).
std::string report_of(const Scene& scene, Warnings& warnings);

}  // namespace x3d::info
