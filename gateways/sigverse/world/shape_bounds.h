// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/sigverse/world/body_plan.h"

namespace sigverse {

/// The bounding box of all shapes along the axes of the part's frame; there must be at least one.
SimpleShape box_around(const std::vector<SimpleShape>& shapes);

}  // namespace sigverse
