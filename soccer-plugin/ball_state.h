// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "soccer-plugin/soccer_types.h"
#include "spark/core/agent_id.h"
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

/// The last touch or kick of the ball. The side is stored here, because the record outlives the agent.
struct Touch {
  spark::AgentId agent = -1;  ///< -1: none yet
  Side side = Side::none;
  int unum = 0;
  double time = 0.0;  ///< game time, s
};

/// The referee's records about the ball, updated after every step (behaviour 7.1). The second control aspect.
class BallStateAspect : public spark::ControlAspect {
 public:
  Ball& ball() const { return *ball_; }
  const Touch& last_touch() const { return last_touch_; }  ///< by body, or by a running kick
  const Touch& last_kick() const { return last_kick_; }
  /// The last play of the ball, and the time at which its step ended: a kick (counted once, in the step in which it
  /// begins), otherwise a touch by body. The offside rule uses this record (behaviour 7.10).
  const Touch& last_play() const { return last_play_; }
  /// All players that touched the ball in the last step, each once: by body, by a running kick or by a catch. The time
  /// of these touches is the end of the step.
  const std::vector<Touch>& touches() const { return touches_; }
  const Touch& last_catch() const { return last_catch_; }  ///< by a goalkeeper, and the time at which its step ended
  /// The last touch by a player of that side.
  const Touch& last_touch_of(Side side) const { return last_touch_of_[side]; }
  bool on_field() const { return on_field_; }
  /// The side whose goal the ball's centre entered in the last step, usually none: from the field, through the mouth
  /// (the side of the goal box towards the field), between the posts and below the bar. Only the movement during the
  /// step counts, not a move by a trainer or rule.
  Side entered_goal_of() const { return entered_goal_of_; }
  /// Whether the ball's centre is off the field and crossed a side line first when it left; false between the lines.
  bool left_over_side_line() const { return left_over_side_line_; }
  spark::Vec3 last_valid_position() const { return last_valid_position_; }
  spark::Vec3 position() const;  ///< ball centre now, m

  /// The last kicks that began in this episode, oldest first; `kick_count` counts all of them. If anything but kicks
  /// and bodies moves the ball (referee, trainer, catch), that is listed as a kick by no agent with the time before the
  /// step; once if the ball is moved in consecutive steps.
  const std::deque<Touch>& kicks() const { return kicks_; }
  std::size_t kick_count() const { return kick_count_; }
  static constexpr std::size_t kMaxKicks = 64;

  /// Called by the kick effector when a kick is carried out. `begins`: this kick is now pushing the ball.
  void note_kick(const AgentState& kicker, bool begins);
  /// Called by the catch effector when a goalkeeper has caught the ball.
  void note_catch(const AgentState& keeper);
  /// Called when the teams change sides: the records of a team move with it.
  void change_sides();

  void prepare() override;
  void update(double seconds) override;
  void restart() override;

 private:
  void note_touch(const AgentState& player, double time);
  void add_to_touches(const Touch& touch);
  void add_to_kicks(const Touch& kick);
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
  /// The direction into the field along the x axis of each goal box: 1 or -1. Set after the first step, because scenery
  /// may have no pose before that.
  double from_left_goal_ = 0.0, from_right_goal_ = 0.0;
  Touch last_touch_;
  Touch last_kick_;
  bool kicked_ = false;  ///< `last_kick_` happened since the last step
  Touch last_play_;
  std::deque<Touch> kicks_;
  std::size_t kick_count_ = 0;
  unsigned ball_moves_ = 0;      ///< as of the last step
  bool is_being_moved_ = false;  ///< in the last step
  std::vector<Touch> touches_;
  PerSide<Touch> last_touch_of_;
  Touch last_catch_;
  bool caught_ = false;  ///< `last_catch_` happened since the last step
  bool on_field_ = true;
  Side entered_goal_of_ = Side::none;
  bool left_over_side_line_ = false;
  spark::Vec3 last_valid_position_;
  double time_before_step_ = 0.0;

  /// The owner (null: none) of each collider that the ball has touched since the players last changed. It is cached
  /// because the ball touches the floor in every step, and finding the agent above a collider takes a dynamic_cast per
  /// node.
  struct Owner {
    std::uint64_t collider;  ///< its serial number: the address of a deleted collider may be reused
    const AgentState* player;
  };
  std::vector<Owner> owners_;
  unsigned owners_version_ = 0;
};

/// The ball state of `node`'s server. Throws if the script created none.
BallStateAspect& ball_state_of(const spark::Leaf& node);

}  // namespace soccer
