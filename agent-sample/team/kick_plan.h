// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/drawing.h"
#include "agent-sample/skills/strike.h"
#include "agent-sample/team/kick_choice.h"
#include "agent-sample/team/race.h"

namespace rcss3d::agent {

/// The kick for which a player runs to the ball. To choose one costs as much as twenty cycles of a player who does not,
/// and from two runs of three metres nine cycles would choose what the tenth throws away. So a choice is kept for a
/// share of the time that is left until the kick, unless the ball comes elsewhere or at another time than expected,
/// their first one is at it sooner or later than expected, or the play mode changes. In the last second before the kick
/// every cycle chooses.
class KickPlan {
 public:
  explicit KickPlan(const KickSettings& settings) : chooser_(settings) {}

  /// The choice that holds now.
  const KickChoice& choice(const World& world, const Approach& approach, const BallMotion& motion, const Race& race,
                           Drawing& drawing);

 private:
  /// What a choice counts on: moments are those of World::now, s.
  struct Basis {
    int episode = -1;
    Mode mode = Mode::unknown;
    double kick = 0;     ///< when the ball can be kicked first
    Vector ball;         ///< where it is then
    double pressed = 0;  ///< when their first one is at it
  };
  static Basis basis_of(const World& world, const Approach& approach, const Race& race);
  bool holds(const World& world, const Basis& now) const;

  KickChooser chooser_;
  KickChoice choice_;
  Basis basis_;
  double until_ = -1e9;  ///< when it is made anew
  double earliest_ = 0;  ///< when the kick may come at the earliest
};

}  // namespace rcss3d::agent
