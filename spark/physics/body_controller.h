// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/transform.h"
#include "spark/physics/force_source.h"

namespace spark {

class Body;

/// Acts on the Body above it, before every step.
class BodyController : public BaseNode, public ForceSource {
 protected:
  void linked() override;  ///< throws `Misplaced` if the parent is no body
  void unlinking() override;
  Body* body_ = nullptr;
};

/// Scales the velocity down to the maximum when it has reached that (3-D speed; behaviour 2.4).
class VelocityController : public BodyController {
 public:
  bool set_max_velocity(double velocity);  ///< m/s, not negative; 0 switches it off (class default)
  double max_velocity() const { return max_velocity_; }
  void apply_forces() override;

 private:
  double max_velocity_ = 0.0;
};

/// Adds the force −linear·v and the torque −angular·ω (behaviour 2.4). Class defaults 0.1.
class DragController : public BodyController {
 public:
  bool set_linear_drag(double drag);   ///< N·s/m; ≤ 0 means none
  bool set_angular_drag(double drag);  ///< N·m·s/rad; ≤ 0 means none
  double linear_drag() const { return linear_; }
  double angular_drag() const { return angular_; }
  void apply_forces() override;

 private:
  double linear_ = 0.1;
  double angular_ = 0.1;
};

/// In 0.5.2 it moved the viewer of a graphical client through the scene. It only stores data: this server has no keys.
class FpsController : public BodyController {
 public:
  bool set_acceleration(double acceleration);  ///< m/s², not negative
  double acceleration() const { return acceleration_; }
  void apply_forces() override {}

 private:
  double acceleration_ = 40.0;
};

}  // namespace spark
