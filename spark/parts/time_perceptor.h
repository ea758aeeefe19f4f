// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/perceptor.h"

namespace spark {

/// `(time (now seconds) (step seconds))`: the simulated time and the length of a step.
class TimePerceptor : public Perceptor {
 public:
  TimePerceptor() : Perceptor("time") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override { return "(time (now T) (step S)), seconds"; }
  std::span<const PerceptField> fields() const override {
    static constexpr PerceptField kFields[] = {{"now", Unit::second}, {"step", Unit::second}};
    return kFields;
  }
};

}  // namespace spark
