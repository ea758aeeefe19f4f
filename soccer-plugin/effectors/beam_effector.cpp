// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/beam_effector.h"

#include <algorithm>

#include "soccer-plugin/free_spot.h"

namespace soccer {
namespace {

constexpr spark::Parameter kBeamParameters[] = {
    {"x", spark::Parameter::Kind::real, false, "m", "own frame, clamped to the player's half"},
    {"y", spark::Parameter::Kind::real, false, "m", "own frame, clamped to the field"},
    {"z", spark::Parameter::Kind::real, false, "m", "ignored, but it must be finite"},
};

}  // namespace

std::span<const spark::Parameter> BeamEffector::parameters() const {
  return kBeamParameters;
}

spark::Range BeamEffector::range(std::size_t parameter) const {
  const SoccerConfig& c = config();
  // std::clamp cannot be used, because the bounds may cross on a tiny field with huge players.
  if (parameter == 0) return {std::min(0.0, -c.field_length / 2 + c.agent_radius), 0.0, 0.0};
  const double y_max = std::max(0.0, c.field_width / 2 - c.agent_radius);
  return parameter == 1 ? spark::Range{-y_max, y_max, 0.0} : spark::Range{};
}

void BeamEffector::realise(const spark::Arguments& arguments) {
  if (game().play_mode().phase != Phase::before_kick_off) return;
  const spark::Vec3 wanted{arguments.real(0), arguments.real(1), arguments.real(2)};
  if (!is_finite(wanted)) {
    complain("(beam ...): place is not finite");
    return;
  }
  const double x = std::clamp(wanted.x, range(0).min, range(0).max);
  const double y = std::clamp(wanted.y, range(1).min, range(1).max);
  const spark::Vec3 place = own_frame(player().side, {x, y, config().agent_radius});
  put_player(game(), player(), free_spot(game(), player().body(), config().agent_radius, place, allowed()));
}

/// The allowed places, in the world frame.
Rectangle BeamEffector::allowed() const {
  const spark::Range x = range(0), y = range(1);
  const spark::Vec3 a = own_frame(player().side, {x.min, y.min, 0});
  const spark::Vec3 b = own_frame(player().side, {x.max, y.max, 0});
  return {std::min(a.x, b.x), std::max(a.x, b.x), std::min(a.y, b.y), std::max(a.y, b.y)};
}

}  // namespace soccer
