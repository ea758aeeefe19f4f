// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spark/core/agent_id.h"
#include "spark/core/clock.h"
#include "spark/core/held.h"
#include "spark/core/transform.h"
#include "spark/physics/force_source.h"
#include "spark/scene/noted.h"

namespace spark {
class Body;
class Collider;
class RecorderHandler;
}  // namespace spark

namespace soccer {

/// The ball: a node that its body moves, and the kick that is pushing it.
class Ball : public spark::Transform, public spark::ForceSource, public spark::Noted {
 public:
  // Parts that the script has created (`physics`, `geometry`, `geometry/recorder`). If one is missing, these throw
  // `std::runtime_error` with its path.
  spark::Body& body();
  spark::Collider& geometry();
  spark::RecorderHandler& recorder();

  /// Starts a kick, which pushes with `force` (N) and `torque` (N·m) in each of the next `steps` steps. Refused (false)
  /// while a kick by the same agent is running, or if a vector is not finite; a kick by another agent replaces the
  /// running one (behaviour 3.5).
  bool kick(spark::AgentId kicker, spark::Vec3 force, spark::Vec3 torque, int steps);
  /// Counts a move and ends a running kick; code that moves the ball directly has to call it.
  void note_move() {
    steps_left_ = 0;
    ++moves_;
  }
  /// How often the ball has been moved directly.
  unsigned moves() const { return moves_; }
  /// The agent whose kick acted in the last step; -1 if none did.
  spark::AgentId pushed_by() const { return pushed_by_; }

  /// Moves the ball to `position`, at rest, and ends a running kick. Refused (false) if no body can be at that
  /// position.
  bool place(spark::Vec3 position);
  /// The position of its centre at the beginning of the last step, after all direct moves before it.
  spark::Vec3 step_began_at() const { return step_began_at_; }

  void apply_forces() override;
  void restart() override;
  /// The parameters of its flight: "ball drag 0.3 gravity 9.81", N·s/m and m/s².
  void add_notes(std::vector<std::string>& notes) const override;

 protected:
  void linked() override;
  void unlinking() override;

 private:
  spark::Held<spark::Body> body_{*this};
  spark::AgentId kicker_ = -1;
  spark::AgentId pushed_by_ = -1;
  int steps_left_ = 0;
  unsigned moves_ = 0;
  spark::Vec3 force_;
  spark::Vec3 torque_;
  spark::Vec3 step_began_at_;
};

}  // namespace soccer
