// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/joint.h"

namespace spark {

/// A joint that holds its bodies together in one point, the origin of its node unless set.
class AnchoredJoint : public Joint {
 public:
  bool set_anchor(Vec3 point);  ///< m, in the frame of the joint's node
  Vec3 anchor_place() const override;

 protected:
  using Joint::Joint;
  void place(Part part) override;
  /// Passes the anchor to ODE, in the world frame.
  virtual void place_anchor(Vec3 point) = 0;
  /// The same back from ODE, as the first body carries it.
  virtual void get_anchor(dReal* point) const = 0;

 private:
  Vec3 anchor() const;  ///< in the world frame
};

/// A ball and its socket.
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
  /// Turns the first body about the axis, and the second the other way, for the coming step. N·m, up to
  /// `Body::kMaxForce`.
  bool add_torque(double torque);
  /// The torque that motor and stops gave the first body about the axis in the last step, N·m. Needs feedback.
  double torque() const;

 protected:
  void place(Part part) override;
  void place_anchor(Vec3 point) override;
  void get_anchor(dReal* point) const override;

 private:
  void place_axis();
};

/// Two hinges in a row, as a front wheel has: the first body is the chassis, the second the wheel. Axis 0 steers and is
/// the z of the joint's node, axis 1 carries the wheel and is its x; both are taken when the anchor is set. Along axis
/// 0 the joint is sprung. It needs two bodies.
class Hinge2Joint : public AnchoredJoint {
 public:
  Hinge2Joint();
  double angle(int axis) const;       ///< degrees, of axis 0; ODE has no usable angle for the other, so 0
  double angle_rate(int axis) const;  ///< degrees/s, of both

 protected:
  void place_anchor(Vec3 point) override;
  void get_anchor(dReal* point) const override;
};

/// A cross: axis 0 is fixed in the first body, axis 1 in the second, at right angles. They are the world's x and y
/// until set (behaviour 13, 37).
class UniversalJoint : public AnchoredJoint {
 public:
  UniversalJoint();
  /// Directions in the frame of the joint's node, of any length. One within 30° of the other axis, if that has been
  /// set, is refused.
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

/// A rail along the z of the joint's node, as that lies when the joint is attached. The bodies do not turn against each
/// other.
class SliderJoint : public Joint {
 public:
  SliderJoint();
  double position() const;       ///< m from where it was attached
  double position_rate() const;  ///< m/s
  /// Pushes the first body along the rail, and the second the other way, for the coming step. N, up to
  /// `Body::kMaxForce`.
  bool add_force(double force);

 protected:
  void place(Part part) override;
};

/// Glue: keeps the bodies as they stand to each other when the joint is attached.
class FixedJoint : public Joint {
 public:
  FixedJoint();

 protected:
  void place(Part part) override;
};

}  // namespace spark
