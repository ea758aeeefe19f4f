// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/sigverse/world/world_plan.h"
#include "gateways/sigverse/world/xml_file.h"

namespace sigverse {

/// A `simpleShape` element: `<simpleShape type="box"><position x y z/><size sx sy sz/></simpleShape>`; a cylinder has
/// `r` and `h`, a sphere `r`. Lengths above 0 and up to 1e5 cm.
SimpleShape read_simple_shape(const XmlFile& file, const pugi::xml_node& node, std::vector<std::string>& warnings);

}  // namespace sigverse
