// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/agent_state_perceptor.h"

#include <cmath>

#include "soccer-plugin/agent_state.h"

namespace soccer {

using spark::Unit;

void AgentStatePerceptor::perceive(spark::PerceptWriter& writer) {
  if (until_next_-- > 0) return;
  until_next_ = kInterval - 1;
  writer.begin(predicate());
  if (player_->has_camera) {
    writer.begin("pan_tilt");
    writer.integer(std::lround(player_->pan_deg), Unit::degree);
    writer.integer(std::lround(player_->tilt_deg), Unit::degree);
    writer.end();
  }
  writer.field("battery", player_->battery, Unit::percent);
  writer.field("temp", kTemperature, Unit::celsius);
  writer.end();
}

std::span<const spark::PerceptField> AgentStatePerceptor::fields() const {
  static constexpr spark::PerceptField kFields[] = {{"pan", Unit::degree, spark::PerceptField::Kind::integer},
                                                    {"tilt", Unit::degree, spark::PerceptField::Kind::integer},
                                                    {"battery", Unit::percent},
                                                    {"temp", Unit::celsius, spark::PerceptField::Kind::integer}};
  return std::span(kFields).subspan(player_->has_camera ? 0 : 2);
}

void AgentStatePerceptor::linked() {
  player_ = player_of(*this);
  Perceptor::linked();
}

}  // namespace soccer
