// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/perceptor.h"
#include "spark/core/held.h"

namespace soccer {

class AgentState;

/// `(AgentState (pan_tilt P T) (battery B) (temp 23))` in the first sensation and then in every tenth (behaviour 4.4).
/// The camera's angles are whole degrees; without a camera they are left out.
class AgentStatePerceptor : public spark::Perceptor {
 public:
  AgentStatePerceptor() : Perceptor("AgentState") {}
  void perceive(spark::PerceptWriter& writer) override;
  std::string_view help() const override {
    return "(AgentState [(pan_tilt P T)] (battery B) (temp 23)), every tenth time";
  }

  std::span<const spark::PerceptField> fields() const override;
  void restart() override { until_next_ = 0; }

  static constexpr int kInterval = 10;     ///< sensations
  static constexpr int kTemperature = 23;  ///< degrees Celsius; constant (behaviour 2.7)

 protected:
  void linked() override;

 private:
  spark::Held<const AgentState> player_{*this};
  int until_next_ = 0;
};

}  // namespace soccer
