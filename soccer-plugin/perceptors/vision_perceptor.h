// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/perceptors/vision_base.h"

namespace soccer {

/// `(Vision …)` of all objects around, without a camera (behaviour 4.2); before version 0.5 players had this one.
class VisionPerceptor : public VisionBase {
 public:
  std::string_view help() const override {
    return "(Vision (Flag (id I) (pol d theta phi)) ... (Ball (pol d theta phi)) "
           "(Player (team T) (id N) (pol d theta phi)) ...): everything around";
  }

  /// Script method. If off, three errors are constant for the whole match; the error of the distance is in metres.
  void use_random_noise(bool on) { use_constant_errors(!on); }

 protected:
  /// If the static axis is off, directions are relative to the body's up vector, in two projections.
  Polar look(const spark::Vec3& v, double distance) const override;
  bool senses_my_pos() const override { return VisionBase::senses_my_pos() && static_axis(); }
};

}  // namespace soccer
