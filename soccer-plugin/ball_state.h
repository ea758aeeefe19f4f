// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "soccer-plugin/soccer_types.h"
#include "spark/core/clock.h"
#include "spark/core/held.h"
#include "spark/sim/control_aspect.h"

namespace spark {
class BoxCollider;
class Collider;
class RecorderHandler;
}  // namespace spark

namespace soccer {

class AgentState;
class Ball;
class GameStateAspect;

/// Who touched or kicked the ball last. The side is kept, so the record outlives the agent.
struct Touch {
  spark::AgentId agent = -1;  ///< -1: nobody yet
  Side side = Side::none;
  int unum = 0;
  double time = 0.0;  ///< game time, s
};

/// The referee's notes about the ball, brought up to date after every step (behaviour 7.1). Second of the control
/// aspects.
class BallStateAspect : public spark::ControlAspect {
 public:
  Ball& ball() const { return *ball_; }
  const Touch& last_touch() const { return last_touch_; }  ///< by body, or by a running kick
  const Touch& last_kick() const { return last_kick_; }
  /// Who played the ball last, and in the step that ended at which time: by kicking it (once, in the step in which the
  /// kick begins) or else by body. This is what offside goes by (behaviour 7.10).
  const Touch& last_play() const { return last_play_; }
  bool on_field() const { return on_field_; }
  /// The side into whose goal the ball's centre has come in the last step: through the mouth, that is the goal box's
  /// side towards the field, between the posts and below the bar, from the field. None as a rule. Only what moved in
  /// the step counts, not where somebody has put the ball.
  Side entered_goal_of() const { return entered_goal_of_; }
  /// Whether the ball's centre, since it was between the lines last, has left over a side line first.
  bool left_over_side_line() const { return left_over_side_line_; }
  spark::Vec3 last_valid_position() const { return last_valid_position_; }
  spark::Vec3 position() const;  ///< ball centre now, m

  /// Called by the kick effector when a kick is carried out.
  void note_kick(const AgentState& kicker);

  void prepare() override;
  void update(double seconds) override;
  void restart() override;

 private:
  void note_touch(const AgentState& player, double time);
  void note_lines();
  /// The player whose body touched the ball in the last step, or null.
  const AgentState* toucher();
  const AgentState* player_of(const spark::Collider& collider);

  spark::Held<GameStateAspect> game_{*this};
  spark::Held<Ball> ball_{*this};
  spark::Held<spark::RecorderHandler> ball_recorder_{*this};
  spark::Held<spark::RecorderHandler> field_sensor_{*this};
  spark::Held<spark::BoxCollider> left_goal_{*this};
  spark::Held<spark::BoxCollider> right_goal_{*this};
  /// Where the field lies along their x axes: 1 or -1. Set after the first step, as scenery may have no place before.
  double from_left_goal_ = 0.0, from_right_goal_ = 0.0;
  Touch last_touch_;
  Touch last_kick_;
  bool kicked_ = false;  ///< `last_kick_` happened after the last step
  Touch last_play_;
  bool on_field_ = true;
  Side entered_goal_of_ = Side::none;
  bool left_over_side_line_ = false;
  spark::Vec3 last_valid_position_;
  double time_before_step_ = 0.0;

  /// The owner of each collider (null: none) that the ball has touched since the players last changed: the ball touches
  /// the floor in every step, and finding the agent above a collider takes a dynamic_cast per node.
  struct Owner {
    std::uint64_t collider;  ///< its serial number: the address of a deleted one may be used again
    const AgentState* player;
  };
  std::vector<Owner> owners_;
  unsigned owners_version_ = 0;
};

/// The ball state of the server `node` hangs in. Throws if the script created none.
BallStateAspect& ball_state_of(const spark::Leaf& node);

}  // namespace soccer
