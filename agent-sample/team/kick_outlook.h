// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "agent-sample/lib/world.h"
#include "agent-sample/team/kick_paths.h"
#include "agent-sample/team/place_worth.h"

namespace rcss3d::agent {

/// The expected results of a kick. Gains are in goals: 1 is a goal of ours, −1 one of theirs.
struct KickOutcome {
  double gain = 0;
  double goal = 0;   ///< probability that it goes straight into their goal
  double ours = 0;   ///< probability that a player of ours has the ball next, including the kicker
  int receiver = 0;  ///< the most likely one of ours, 0 if there is none
  Vector place;      ///< where that player gets the ball
  double time = 0;   ///< s after the kick
};

/// Predicts where every player can be in the seconds after a kick, once per cycle, and evaluates kicks from that: at
/// each moment of the ball's path a player takes the ball with a probability that grows from 0 to nearly 1 with the
/// depth of the ball inside the disc that the player can reach. The noise of the direction widens the edge of that
/// disc, so no random numbers are needed.
class KickOutlook {
 public:
  /// `ball`: its place at the kick; `kicker_velocity`: that of this agent at the kick. For `until_kick` seconds, but at
  /// most 0.5 s, opponents near the ball are assumed to run to it, and all others to keep their motion.
  void prepare(const World& world, double until_kick, Vector ball, Vector kicker_velocity);

  /// Evaluates a ball that leaves `from` in that direction on that path in that many seconds. `noise`: standard
  /// deviation of the direction, rad.
  KickOutcome of(const KickPath& path, Vector from, Vector direction, double noise, double until_kick) const;

  /// s until that mate is onside, if it runs straight back; 0 if it is onside now.
  double onside_after(int number) const { return onside_after_[static_cast<std::size_t>(number)]; }

  /// The value of having the ball at a place.
  const PlaceWorth& worth() const { return worth_; }

  /// x of the offside line.
  double offside_line() const { return offside_line_; }

 private:
  static constexpr std::size_t kOthers = 2 * World::kPlayers + 2;  // rounded up, so that the loops are vectorised

  struct Runner {
    bool ours = false, keeper = false;
    int number = 0;
    double onside_after = 0;  // s
  };
  /// For a point of a path: the place to which each player would roll freely, and the distance from which it gets the
  /// ball, m.
  struct Discs {
    std::array<float, kOthers> x, y, range;
  };
  /// The probabilities of possession, up to the present point of a path.
  struct Progress;

  void add(const Track& track, int number, bool ours, double until_kick, Vector ball);
  void add_unseen_keeper();
  void add_mate(const Track& mate, int number, double until_kick);
  double range(double touch, double reaction, std::size_t i) const;
  double leave_field(const KickPath& path, std::size_t i, Vector from, Vector direction, Progress& progress) const;
  void pass_point(const KickPath& path, std::size_t i, std::size_t last, Vector from, Vector direction,
                  Progress& progress) const;
  double room_at(std::size_t i, Vector ball) const;

  Field field_;
  PlaceWorth worth_;
  double offside_line_ = 0;
  std::array<double, World::kPlayers + 1> onside_after_{};  // by uniform number
  std::array<Runner, kOthers> others_;
  std::size_t count_ = 0;
  bool has_keeper_ = false;
  std::size_t keeper_ = 0;  ///< their keeper's index among the others
  std::array<Discs, KickPath::kPoints> discs_;
  int kicker_ = 0;  ///< uniform number
  Vector kicker_velocity_;
  std::array<float, KickPath::kPoints> kicker_range_{};
  std::array<double, KickPath::kPoints> roll_{}, reach_{};  // of player_motion, by the points of a path
};

}  // namespace rcss3d::agent
