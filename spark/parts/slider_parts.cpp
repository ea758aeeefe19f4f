// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/slider_parts.h"

namespace spark {
namespace {

constexpr Parameter kSliderVelocity[] = {{"velocity", Parameter::Kind::real, false, "m/s", "of the motor"}};
constexpr PerceptField kSliderFields[] = {{"pos", Unit::metre}, {"rate", Unit::metre_per_second}};

}  // namespace

std::span<const Parameter> SliderEffector::parameters() const {
  return kSliderVelocity;
}

std::optional<Travel> SliderEffector::travel(std::size_t) const {
  return travel_between_stops(static_cast<const SliderJoint&>(joint()).position(), 0);
}

std::span<const PerceptField> SliderPerceptor::fields() const {
  return kSliderFields;
}

void SliderPerceptor::linked() {
  JointPerceptor::linked();
  demand(joint_ = ancestor<SliderJoint>());
}

void SliderPerceptor::write(PerceptWriter& writer) const {
  writer.field("pos", joint_->position(), Unit::metre);
  writer.field("rate", joint_->position_rate(), Unit::metre_per_second);
}

}  // namespace spark
