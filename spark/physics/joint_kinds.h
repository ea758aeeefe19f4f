// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/joint.h"

namespace spark {

/// A joint that connects its bodies at one point, the origin of its node unless set.
class AnchoredJoint : public Joint {
 public:
  bool set_anchor(Vec3 point);  ///< m, in the frame of the joint's node
  Vec3 anchor_place() const override;

 protected:
  using Joint::Joint;
  void place(Part part) override;
  /// Passes the anchor to ODE, in the world frame.
  virtual void place_anchor(Vec3 point) = 0;
  /// Reads it back from ODE, relative to the first body.
  virtual void get_anchor(dReal* point) const = 0;

 private:
  Vec3 anchor() const;  ///< in the world frame
};

/// A ball-and-socket joint.
class BallJoint : public AnchoredJoint {
 public:
  BallJoint();

 protected:
  void place_anchor(Vec3 point) override;
  void get_anchor(dReal* point) const override;
};

/// A hinge. Its axis is the world's x until it is set (behaviour 13, 36).
class HingeJoint : public AnchoredJoint {
 public:
  HingeJoint();
  bool set_axis(int axis);  ///< x, y or z (0, 1, 2) of the joint's node
  /// The same as a direction in the frame of the joint's node, of any length.
  bool set_axis_direction(Vec3 direction);
  double angle() const;       ///< degrees, -180 … 180
  double angle_rate() const;  ///< degrees/s
  /// Applies a torque about the axis to the first body, and the opposite one to the second, for the coming step. N·m,
  /// up to `Body::kMaxForce`.
  bool add_torque(double torque);
  /// The torque of motor and stops on the first body about the axis in the last step, N·m. Needs feedback.
  double torque() const;

 protected:
  void place(Part part) override;
  void place_anchor(Vec3 point) override;
  void get_anchor(dReal* point) const override;

 private:
  void place_axis();
};

/// Two hinges in series, such as a front wheel: the first body is the chassis, the second the wheel. Axis 0 steers and
/// is the z of the joint's node, axis 1 carries the wheel and is its x; both are set together with the anchor. Along
/// axis 0 the joint is sprung. It needs two bodies.
class Hinge2Joint : public AnchoredJoint {
 public:
  Hinge2Joint();
  double angle(int axis) const;       ///< degrees, of axis 0; ODE has no usable angle for the other, so that is 0
  double angle_rate(int axis) const;  ///< degrees/s, of both

 protected:
  void place_anchor(Vec3 point) override;
  void get_anchor(dReal* point) const override;
};

/// A universal joint: axis 0 is fixed in the first body, axis 1 in the second, at right angles. They are the world's x
/// and y until set (behaviour 13, 37).
class UniversalJoint : public AnchoredJoint {
 public:
  UniversalJoint();
  /// Directions in the frame of the joint's node, of any length. A direction within 30° of the other axis, if that has
  /// been set, is refused.
  bool set_axis1(Vec3 direction) { return set_axis(0, direction); }
  bool set_axis2(Vec3 direction) { return set_axis(1, direction); }
  double angle(int axis) const;       ///< degrees, axis 0 or 1
  double angle_rate(int axis) const;  ///< degrees/s

 protected:
  void place(Part part) override;
  void place_anchor(Vec3 point) override;
  void get_anchor(dReal* point) const override;

 private:
  bool set_axis(std::size_t axis, Vec3 direction);
  void place_axes();
};

/// A rail along the z of the joint's node, as it is when the joint is attached. The bodies do not rotate relative to
/// each other.
class SliderJoint : public Joint {
 public:
  SliderJoint();
  double position() const;       ///< m from where it was attached
  double position_rate() const;  ///< m/s
  /// Applies a force along the rail to the first body, and the opposite one to the second, for the coming step. N, up
  /// to `Body::kMaxForce`.
  bool add_force(double force);

 protected:
  void place(Part part) override;
};

/// Keeps the bodies in the relative pose that they have when the joint is attached.
class FixedJoint : public Joint {
 public:
  FixedJoint();

 protected:
  void place(Part part) override;
};

}  // namespace spark
