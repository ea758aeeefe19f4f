// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/vision_perceptor.h"

#include <cmath>

#include "soccer-plugin/angles.h"
#include "spark/agent/agent_aspect.h"

namespace soccer {

Polar VisionPerceptor::look(const spark::Vec3& v, double distance) const {
  if (static_axis()) return polar_of(v, distance);
  const spark::Vec3 up = own_frame(player().side, player().pose().rotation * spark::Vec3{0, 0, 1});
  const auto angle = [](double along, double across) { return to_degrees(std::atan2(across, along)); };
  return {distance, wrap_degrees(angle(v.x, v.y) - angle(up.x, up.y)),
          wrap_degrees(angle(v.x, v.z) - angle(up.x, up.z))};
}

}  // namespace soccer
