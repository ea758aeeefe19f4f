// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/pose_perceptor.h"

#include <cmath>
#include <numbers>

namespace spark {

std::span<const PerceptField> PosePerceptor::fields() const {
  static constexpr PerceptField kFields[] = {{"x", Unit::metre}, {"y", Unit::metre}, {"heading", Unit::degree}};
  return kFields;
}

void PosePerceptor::perceive(PerceptWriter& writer) {
  // There is one: the agent is a Transform.
  const Pose& pose = ancestor<Transform>()->world_pose();
  const double heading = std::atan2(pose.rotation[3], pose.rotation[0]) * 180.0 / std::numbers::pi;
  writer.begin(predicate());
  writer.field("x", pose.position.x, Unit::metre);
  writer.field("y", pose.position.y, Unit::metre);
  writer.field("heading", heading, Unit::degree);
  writer.end();
}

}  // namespace spark
