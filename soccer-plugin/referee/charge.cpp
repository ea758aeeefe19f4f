// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/referee/rules.h"
#include "spark/physics/body.h"

namespace soccer {
namespace {

constexpr double kNearBall = 1.0;  ///< m from the ball, within which players may run into each other

/// The speed of `runner` itself towards `other`, whose own speed does not count, m/s, in the plane of the field.
double speed_towards(const AgentState& runner, const AgentState& other) {
  spark::Vec3 way = other.body().position() - runner.body().position();
  way.z = 0.0;
  const double distance = length(way);
  return distance > 0.0 ? dot(runner.body().velocity(), way) / distance : 0.0;
}

/// Whether `runner` charges `other`, which it has just touched: its own speed is high enough, and the other does not
/// run away so fast that they hardly touch.
bool charges(const AgentState& runner, const AgentState& other, double limit) {
  const double speed = speed_towards(runner, other);
  return speed >= limit && speed + speed_towards(other, runner) >= limit;
}

}  // namespace

/// The bodies of two players overlap at the end of the step before the one in which they push each other. So at that
/// time they still have the velocities with which they ran; afterwards they do not approach each other any more.
bool charge(Match& match) {
  const double limit = match.config().charge_speed;
  if (limit <= 0) return false;
  const double reach = 2 * match.config().agent_radius;
  for (const AgentState* runner : match.game.players()) {
    const spark::Vec3 velocity = runner->body().velocity();
    if (dot(velocity, velocity) < limit * limit || runner->side == Side::none) continue;
    for (const AgentState* other : match.game.players()) {
      if (other->side != opponent(runner->side)) continue;
      const spark::Vec3 middle = 0.5 * (runner->body().position() + other->body().position());
      if (length(other->body().position() - runner->body().position()) >= reach) continue;
      if (length(match.ball.position() - middle) <= kNearBall) continue;
      // If both are to blame, play continues.
      if (!charges(*runner, *other, limit) || charges(*other, *runner, limit)) continue;
      free_kick(match, other->side, middle, FreeKick::direct);
      return true;
    }
  }
  return false;
}

}  // namespace soccer
