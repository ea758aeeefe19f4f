// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "agent-sample/old/world_model.h"

namespace sample {

/// Decides what to do. One player of the team goes for the ball, the keeper guards the goal, the others hold their
/// place in a formation that moves with the ball. The players do not communicate: each determines from what it sees
/// which of them goes.
class Player {
 public:
  /// Reads the world and reports drive commands to it. Borrowed.
  explicit Player(WorldModel& world) : world_(world) {}

  /// The act in answer to the last sensation. The view is valid until the next call.
  std::string_view decide();

 private:
  struct Kick {
    Vector target;
    double angle;      ///< degrees, 0 to 50
    double power;      ///< 1 to 100
    double tolerance;  ///< radians the ball may miss the target
  };

  void take_kick_off_place();
  void keep_goal();
  void go_for_ball();
  void hold_place();

  bool is_my_ball();
  Kick choose_kick(Vector ball) const;
  double promise(Vector ball, Vector place) const;

  void kick_if_lined_up(const Kick& kick);
  void catch_if_dangerous();
  void drive_to(Vector place);
  void watch_ball();

  Vector kick_off_place() const;
  double time_to_ball(Vector from, double enough = 1000) const;
  double nearest(const WorldModel::Team& team, Vector to) const;
  double offside_line() const;
  bool towards_my_goal(Vector direction) const;
  bool near_my_goal(Vector place) const;
  bool in_my_penalty_area(Vector place) const;

  void add(std::string_view command, std::initializer_list<double> numbers, int decimals = 1);

  WorldModel& world_;
  std::string act_;
  bool had_ball_ = false;
  int episode_ = 0;
  int camera_rest_ = 0;  ///< sensations until the last turn of the camera shows
};

}  // namespace sample
