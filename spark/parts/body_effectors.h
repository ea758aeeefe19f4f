// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"
#include "spark/parts/carrying_body.h"
#include "spark/physics/force_source.h"

namespace spark {

/// An effector that acts on the body it is attached to (`CarryingBody`), in the world frame. The action has the node's
/// name, so an agent can have many. An action with a number that is not finite, or without a body, has no effect and
/// gets one complaint.
class BodyEffector : public Effector {
 public:
  std::string_view predicate() const override { return name(); }
  /// The body that it acts on; null if it currently has none.
  Body* body() const { return body_.of(*this); }

 protected:
  explicit BodyEffector(const char* default_name) { set_name(default_name); }
  /// Whether all numbers are finite; complains if not.
  bool are_finite(const Arguments& arguments) const;
  /// The body; null, with a complaint, if there is none.
  Body* demand_body() const;

 private:
  CarryingBody body_;
};

/// `(wrench fx fy fz tx ty tz)`: applies that force at the centre of mass, N, and that torque, N·m, world frame, in
/// every step until the next such action. 0 at first, after `rest()` and in a new episode.
///
/// Each component is limited to ± `setMaxForce` or ± `setMaxTorque`.
class Wrench : public BodyEffector, public ForceSource {
 public:
  Wrench() : BodyEffector("wrench") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Pushes and turns a body."; }
  void realise(const Arguments& arguments) override;
  Range range(std::size_t parameter) const override;
  bool is_trigger() const override { return false; }
  bool current(std::span<double> values) const override;
  void rest() override { force_ = torque_ = {}; }
  void apply_forces() override;

  /// N, for each component; 0 to `kMaxComponent`, which is the default.
  bool set_max_force(double force);
  /// N·m, for each component; the same.
  bool set_max_torque(double torque);
  /// Three such components do not exceed the limit of a body (`Body::kMaxForce`).
  static constexpr double kMaxComponent = 5e6;
  const Vec3& force() const { return force_; }    ///< N, current
  const Vec3& torque() const { return torque_; }  ///< N·m

 protected:
  void linked() override;
  void unlinking() override;

 private:
  Vec3 force_, torque_;
  double max_force_ = kMaxComponent, max_torque_ = kMaxComponent;
};

/// `(place x y z r11 … r33)`: moves the body to a position in the world, m, at rest, with a rotation matrix (body to
/// world, row by row). Bodies connected by joints move along and keep their pose relative to it (`Articulation`).
///
/// The matrix may deviate by `kMaxSkew` from a rotation, as numbers with few digits do; the nearest rotation is used.
/// The action is refused, with one complaint, if the matrix deviates more or mirrors, if the position is out of bounds,
/// or if the body or a connected one would reach more than `kMaxDepth` into another solid.
class PlaceEffector : public BodyEffector {
 public:
  PlaceEffector() : BodyEffector("place") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override {
    return "Moves a body, with all bodies that joints connect to it, to a place, at rest.";
  }
  void realise(const Arguments& arguments) override;

  /// Maximum error of an entry of R·Rᵀ.
  static constexpr double kMaxSkew = 0.05;
  /// m. Objects that stand on each other overlap a little, so a body can be placed where a similar one stood.
  static constexpr double kMaxDepth = 0.005;
};

/// `(velocity vx vy vz wx wy wz)`: gives the body that velocity, m/s, and spin, degrees/s, world frame, once. Bodies
/// connected by joints move along as if all were one rigid body, and keep their motion relative to it.
///
/// Refused, with one complaint, if one of these bodies would exceed the world's maximum speed.
class SetVelocity : public BodyEffector {
 public:
  SetVelocity() : BodyEffector("velocity") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override {
    return "Gives a body, with all bodies that joints connect to it, a velocity, once.";
  }
  void realise(const Arguments& arguments) override;
};

}  // namespace spark
