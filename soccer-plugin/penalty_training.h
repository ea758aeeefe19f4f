// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/core/clock.h"
#include "spark/core/held.h"
#include "spark/sim/control_aspect.h"

namespace soccer {

/// Repeated penalties, for training. To be registered after the referee, which works as usual.
///
/// As soon as both teams have a player, the ball is placed on the penalty spot before the right goal, the left player
/// with the highest number behind it, and the right player with the lowest number on the goal line; then PlayOn begins.
/// An attempt ends with a goal, with any other mode that the referee sets, or when its time is up. After a pause the
/// next one begins; after the last one the game is over. No other player is moved.
class PenaltyTrainingAspect : public spark::ControlAspect {
 public:
  // Script methods. Values out of range are refused (false).
  bool set_attempts(int attempts);        ///< 1 … 10000; 10 unless set
  bool set_attempt_time(double seconds);  ///< 1 … 3600; 10 unless set
  bool set_distance(double distance);     ///< m from the goal line, > 0, within the field; 11 unless set

  static constexpr double kPause = 1.0;  ///< s between attempts
  static constexpr double kRunUp = 1.5;  ///< m from the ball to the player behind it

  int taken() const { return taken_; }
  int scored() const { return scored_; }

  // ControlAspect
  void prepare() override;
  void update(double seconds) override;
  void restart() override;
  std::string status() const override;
  std::vector<std::string> summary() const override;

 private:
  enum class State { waiting, attempt, pause, over };
  void begin();
  void end(bool goal);
  double since(spark::Step step) const;

  spark::Held<GameStateAspect> game_{*this};
  spark::Held<BallStateAspect> ball_{*this};
  int attempts_ = 10;
  double attempt_time_ = 10.0;
  double distance_ = 11.0;
  State state_ = State::waiting;
  spark::Step began_ = 0;  ///< the step in which `state_` began
  int taken_ = 0;
  int scored_ = 0;
};

}  // namespace soccer
