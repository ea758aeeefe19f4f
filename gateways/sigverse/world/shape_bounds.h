// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/sigverse/world/body_plan.h"

namespace sigverse {

/// The smallest box along the axes of the part's frame around all shapes, of which there is at least one.
SimpleShape box_around(const std::vector<SimpleShape>& shapes);

}  // namespace sigverse
