// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "agent-sample/lib/acts.h"
#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/drawing.h"
#include "agent-sample/lib/world.h"
#include "agent-sample/skills/ball_course.h"
#include "agent-sample/team/defence.h"
#include "agent-sample/team/formation.h"
#include "agent-sample/team/keeper.h"
#include "agent-sample/team/kick_plan.h"
#include "agent-sample/team/messages.h"
#include "agent-sample/team/race.h"
#include "agent-sample/team/restart_taker.h"
#include "agent-sample/team/settings.h"
#include "agent-sample/team/support.h"

namespace rcss3d::agent {

/// One player of the team: answers each picture of the world with acts. The order of a decision:
///
/// 1. a new episode: the state is reset;
/// 2. `BallCourse`, `Race`: where the ball goes, and which player of either team can be at it, and when;
/// 3. the formation and the set plays of restarts: the place of each of our players, and, while the opponents have the
/// ball, the duties of the defence;
/// 4. the role that follows: goalkeeper, first at the ball, a duty, or holding the place; in a shoot-out shooter or
/// goalkeeper;
/// 5. the camera, and, if players do not see all around, a message to the mates with the place of the ball.
class Player {
 public:
  Player(Settings settings, Formations formations);

  /// Adds to `acts`, which the caller has cleared, and to `drawing`.
  void decide(const World& world, Acts& acts, Drawing& drawing);

 private:
  void take_kick_off_place(const World& world, Acts& acts) const;
  void keep_goal(const World& world, Acts& acts, Drawing& drawing);
  void shoot_out(const World& world, Acts& acts, Drawing& drawing);
  void play_field(const World& world, Acts& acts, Drawing& drawing);
  void play_ball(const World& world, Acts& acts, Drawing& drawing);
  void watch_ball(const World& world, Acts& acts);
  const World& informed(const World& world);
  void report_ball(const World& world, Acts& acts);
  void decide_informed(const World& world, Acts& acts, Drawing& drawing);

  void find_homes(const World& world);

  Settings settings_;
  Formations formations_;
  int episode_ = -1;
  std::optional<BallMotion> motion_;  // created when the ball's mass is known
  BallCourse course_;
  Race race_;
  RestartTaker taker_;
  KickPlan kicks_;
  Defence defence_;
  Keeper keeper_;
  Support support_;
  Defence::Places homes_{};
  int camera_rest_ = 0;  // sensations until the last turn of the camera is visible
  int silence_ = 0;      // sensations until the mates can hear the next message
  std::optional<BallMessage> heard_;
  double heard_at_ = 0;  // s
  World informed_;       // what the agent sees, with the ball where mates report it, or where the referee will place it
};

}  // namespace rcss3d::agent
