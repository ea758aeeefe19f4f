// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// The value of having the ball at a place, as a share of a goal: the chance of a shot from there, given the opponents'
/// keeper and the players in the way, and the progress up the field. Prepared once per cycle; the chances of shots are
/// computed on demand for the squares of a grid in front of their goal.
class PlaceWorth {
 public:
  void prepare(const World& world);

  /// For us. `room`: 0 to 1, the distance to opponents there; a player under pressure does not shoot.
  double ours(Vector place, double room) const;

  /// For the opponents, by place alone: the places of our players are ignored.
  double theirs(Vector place) const;

  /// The probability that a shot from there goes in.
  double shot(Vector place) const;

 private:
  static constexpr std::size_t kDeep = 20, kWide = 25;  // squares
  static constexpr std::size_t kOpponents = World::kPlayers + 1;

  double limited(double x) const;
  double shot_from(Vector place) const;

  Field field_;
  double pitch_ = 1;  // m of a square
  Vector ball_, keeper_;
  std::array<Vector, kOpponents> opponents_;  // without the keeper
  std::size_t count_ = 0;
  mutable std::array<float, kDeep * kWide> shots_;  // negative: not computed in this cycle
};

}  // namespace rcss3d::agent
