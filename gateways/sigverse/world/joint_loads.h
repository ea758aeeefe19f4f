// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "gateways/sigverse/world/frames.h"
#include "spark/physics/joint.h"

namespace sigverse {

/// The loads that a joint applied to its two parts in the last step, in SIG's units and frame: kg·cm/s², and kg·cm²/s²
/// about the centre of mass of the rigid body. The first side is the owner's part for a joint between two objects, and
/// the part nearer to the root for a joint inside a body.
struct JointLoads {
  struct Side {
    std::string_view part;
    SigVector force{}, torque{};
  };
  Side own, other;
};

inline JointLoads::Side side_of(std::string_view part, const spark::Joint::Load& load) {
  return {part, to_sig(load.force), torque_to_sig(load.torque)};
}

}  // namespace sigverse
