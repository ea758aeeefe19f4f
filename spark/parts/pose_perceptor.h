// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/perceptor.h"

namespace spark {

/// `(pose (x m) (y m) (heading degrees))`: the position of the Transform above in the world, without noise, and the
/// direction of its x axis: 0 is along the world's x, 90 along y.
class PosePerceptor : public Perceptor {
 public:
  PosePerceptor() : Perceptor("pose") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override { return "(pose (x X) (y Y) (heading H)), metres and degrees"; }
  std::span<const PerceptField> fields() const override;
};

}  // namespace spark
