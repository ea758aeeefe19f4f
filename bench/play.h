// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "spark/core/random.h"
#include "spark/core/vec3.h"

namespace bench {

constexpr int kPlayers = 22;
constexpr double kStep = 0.01;  ///< s
constexpr double kDriveForce = 420.0;

// The usual match (behaviour 1.6).
constexpr double kFieldLength = 105.0, kFieldWidth = 68.0;
constexpr double kGoalWidth = 7.32, kGoalDepth = 2.0, kGoalHeight = 1.6, kLine = 0.08;
constexpr double kPlayerMass = 75.0, kPlayerRadius = 0.22, kPlayerDrag = 12.0;
constexpr double kBallMass = 0.43, kBallRadius = 0.111, kBallDrag = 0.3;

struct FixedBox {
  spark::Vec3 size, centre;
};
/// Bars and posts of both goals (behaviour 1.4).
std::array<FixedBox, 6> goal_boxes();

/// Positions of players and ball.
struct Situation {
  std::array<spark::Vec3, kPlayers> players;
  spark::Vec3 ball;
};
Situation kick_off();

/// How the players move.
enum class Motion {
  /// As in a match: the nearest player of each team drives to the ball, the others keep places that move with the ball
  /// and make runs from there. Nearly every body is isolated in nearly every step.
  match,
  /// Six players push the ball and each other all the time, and the others run around: nearly every step has an island
  /// of seven bodies.
  crowd
};

/// Replaces 22 agents that move and kick the ball. Everything follows from the seed and the given situations, so two
/// loops with the same motion get the same forces.
class Play {
 public:
  explicit Play(Motion motion);

  /// Must be called once before every step. At every tenth call (an agent's cycle) it looks at the situation and
  /// decides again.
  template <typename Look>
  void next_step(Look&& look) {
    if (kick_steps_ > 0) --kick_steps_;
    ball_is_out = false;
    if (step_++ % 10 == 0) decide(look());
  }

  const std::array<spark::Vec3, kPlayers>& drives() const { return drives_; }  ///< N
  bool is_kicked() const { return kick_steps_ > 0; }
  spark::Vec3 kick_force() const { return kick_force_; }    ///< N
  spark::Vec3 kick_torque() const { return kick_torque_; }  ///< N·m
  bool ball_is_out = false;                                 ///< the ball must be moved to the middle before this step

 private:
  void decide(const Situation& situation);
  void crowd(const Situation& situation, const spark::Vec3& ball);
  void match(const Situation& situation, const spark::Vec3& ball);
  spark::Vec3 place(int player, const spark::Vec3& ball) const;
  void kick(const Situation& situation, int player);
  spark::Vec3 spot();

  Motion motion_;
  spark::RandomStream random_;
  std::array<spark::Vec3, kPlayers> targets_;  ///< in `match`, the runs relative to the player's place
  std::array<spark::Vec3, kPlayers> drives_;
  spark::Vec3 kick_force_, kick_torque_;
  int kick_steps_ = 0;
  long step_ = 0;
};

/// FNV-1a over the bits of positions and velocities.
class StateHash {
 public:
  void mix(const spark::Vec3& v);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace bench
