// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "agent-sample/lib/acts.h"
#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/player_motion.h"
#include "agent-sample/lib/world.h"
#include "agent-sample/skills/ball_course.h"

namespace rcss3d::agent {

/// A player alone with the ball on a small field, who knows everything exactly.
inline World small_world() {
  World world;
  world.field.length = 40;
  world.field.width = 20;
  world.field.height = 40;
  world.field.goal_width = 4;
  world.field.goal_height = 1.6;
  world.ready = true;
  world.number = 2;
  world.can_delay = true;
  world.game.mode = Mode::play_on;
  world.me.age = world.ball.age = 0;
  world.me.height = world.field.player_radius;
  world.ball.height = world.field.ball_radius;
  return world;
}

inline double radians_between(Vector a, Vector b) {
  return std::abs(std::atan2(dot(a.turned_left(), b), dot(a, b)));
}

struct Kicked {
  double time;       // s
  double off;        // rad between the ball's direction and the wanted one
  BallState before;  // the ball when the kick began
};

/// Lets `decide(world, acts)` answer one sensation after the other, in steps of 0.01 s, until a kick has an effect.
class PlayedSkill {
 public:
  explicit PlayedSkill(World start)
      : world_(std::move(start)),
        motion_(world_.field),
        me_{world_.me.position, world_.me.velocity},
        ball_(motion_.rolling(world_.ball.position, world_.ball.velocity)) {
    ball_.height = world_.ball.height;
    ball_.climb = world_.ball.climb;
  }

  template <typename Decide>
  std::optional<Kicked> play(double seconds, const Decide& decide) {
    Acts acts;
    Vector command;
    for (int step = 0; step * 0.01 < seconds; ++step) {
      const int within = step % 20;
      if (within == 0) {
        show();
        acts.clear();
        decide(std::as_const(world_), acts);
      }
      if (acts.drive_at(within)) command = *acts.drive_at(within);
      const Vector to_ball = ball_.position - me_.position;
      if (acts.text(within).find("(kick ") != std::string::npos &&
          to_ball.length() <= kick_range(world_.field, ball_.height))
        return Kicked{step * 0.01, 0, ball_};
      if (to_ball.length() < kTouch && ball_.height < 0.2) touched_ = true;
      me_ = player_motion::drive(me_, command, 0.01);
      motion_.step(ball_);
    }
    return std::nullopt;
  }

  const Motion& me() const { return me_; }
  const BallState& ball() const { return ball_; }
  const BallMotion& motion() const { return motion_; }
  bool touched() const { return touched_; }

 private:
  static constexpr double kTouch = 0.3115;  // m, a little inside

  void show() {
    world_.me.position = me_.position;
    world_.me.velocity = me_.velocity;
    world_.ball.position = ball_.position;
    world_.ball.velocity = ball_.velocity;
    world_.ball.height = ball_.height;
    world_.ball.climb = ball_.climb;
  }

  World world_;
  BallMotion motion_;
  Motion me_;
  BallState ball_;
  bool touched_ = false;
};

}  // namespace rcss3d::agent
