// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/perceptor.h"

namespace spark {

/// `(PerfectVision (node (pos x y z)) …)`: all transforms of the scene in tree order, parents before children, without
/// noise; metres from the nearest transform above, along the world's axes.
class PerfectVisionPerceptor : public Perceptor {
 public:
  PerfectVisionPerceptor() : Perceptor("PerfectVision") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override { return "(PerfectVision (node (pos x y z)) ...), metres"; }
  void set_inversion(bool x, bool y, bool z) { sign_ = {x ? -1.0 : 1.0, y ? -1.0 : 1.0, z ? -1.0 : 1.0}; }

 private:
  void look(const Node& below, const Vec3& from, PerceptWriter& writer) const;
  Vec3 sign_{1.0, 1.0, 1.0};
};

}  // namespace spark
