// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/drawing.h"
#include "agent-sample/skills/strike.h"
#include "agent-sample/team/kick_choice.h"
#include "agent-sample/team/race.h"

namespace rcss3d::agent {

/// The kick for which a player runs to the ball. Choosing one costs as much as twenty cycles of another player, and
/// during a run of three metres nine of ten choices would be discarded. So a choice is kept for a share of the time
/// until the kick, unless the ball's predicted place or time changes, the opponents' first player arrives earlier or
/// later than expected, or the play mode changes. In the last second before the kick every cycle chooses again.
class KickPlan {
 public:
  explicit KickPlan(const KickSettings& settings) : chooser_(settings) {}

  /// The current choice.
  const KickChoice& choice(const World& world, const Approach& approach, const BallMotion& motion, const Race& race,
                           Drawing& drawing);

 private:
  /// The assumptions of a choice. Moments are in s of World::now.
  struct Basis {
    int episode = -1;
    Mode mode = Mode::unknown;
    double kick = 0;     ///< when the ball can first be kicked
    Vector ball;         ///< its place then
    double pressed = 0;  ///< when the opponents' first player is at the ball
  };
  static Basis basis_of(const World& world, const Approach& approach, const Race& race);
  bool holds(const World& world, const Basis& now) const;

  KickChooser chooser_;
  KickChoice choice_;
  Basis basis_;
  double until_ = -1e9;  ///< when the choice is renewed
  double earliest_ = 0;  ///< the earliest time of the kick
};

}  // namespace rcss3d::agent
