// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/control_aspect.h"
#include "spark/sim/simulation.h"

namespace spark {

std::uint64_t Simulation::acts_refused(AgentId agent) const {
  const Agent& one = agents_[static_cast<std::size_t>(agent)];
  return one.refused + one.complaints;
}

std::string Simulation::status() const {
  std::string text;
  for (const ControlAspect* aspect : game_control_->aspects()) {
    const std::string words = aspect->status();
    if (!text.empty() && !words.empty()) text += "  ";
    text += words;
  }
  return text;
}

std::vector<std::string> Simulation::summary() const {
  std::vector<std::string> lines;
  for (const ControlAspect* aspect : game_control_->aspects()) {
    const auto more = aspect->summary();
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

}  // namespace spark
