// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/effector.h"
#include "spark/parts/carrying_body.h"
#include "spark/physics/force_source.h"

namespace spark {

/// An effector that acts on the body it rides on (`CarryingBody`), in the world frame. The action has the node's name,
/// so an agent can have many. Actions with a number that is not finite, and those without a body, change nothing and
/// get one complaint.
class BodyEffector : public Effector {
 public:
  std::string_view predicate() const override { return name(); }
  /// What it acts on; null if there is none at present.
  Body* body() const { return body_.of(*this); }

 protected:
  explicit BodyEffector(const char* default_name) { set_name(default_name); }
  /// Whether all numbers are finite; if not, after a complaint.
  bool are_finite(const Arguments& arguments) const;
  /// The body; if there is none, null after a complaint.
  Body* demand_body() const;

 private:
  CarryingBody body_;
};

/// `(wrench fx fy fz tx ty tz)`: pushes the body at its centre of mass with that force and turns it with that torque,
/// N and N·m, world frame, in every step until the next such action. 0 at first, after `rest()` and in a new episode.
///
/// Each component beyond ± `setMaxForce` or ± `setMaxTorque` counts as that.
class Wrench : public BodyEffector, public ForceSource {
 public:
  Wrench() : BodyEffector("wrench") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Pushes and turns a body, until the next."; }
  void realise(const Arguments& arguments) override;
  Range range(std::size_t parameter) const override;
  bool is_trigger() const override { return false; }
  bool current(std::span<double> values) const override;
  void rest() override { force_ = torque_ = {}; }
  void apply_forces() override;

  /// N of each component; 0 to `kMaxComponent`, which it is unless set.
  bool set_max_force(double force);
  /// N·m of each component; the same.
  bool set_max_torque(double torque);
  /// Three such components are no more than a body takes (`Body::kMaxForce`).
  static constexpr double kMaxComponent = 5e6;
  const Vec3& force() const { return force_; }    ///< N, in force now
  const Vec3& torque() const { return torque_; }  ///< N·m

 protected:
  void linked() override;
  void unlinking() override;

 private:
  Vec3 force_, torque_;
  double max_force_ = kMaxComponent, max_torque_ = kMaxComponent;
};

/// `(place x y z r11 … r33)`: puts the body at rest at a place in the world, m, turned by a rotation matrix (body to
/// world, row by row). What joints hold to it goes along and keeps its place relative to it (`Articulation`).
///
/// The matrix may be `kMaxSkew` off a rotation, as numbers are that were written with few digits; it is made one. The
/// action is refused, with one complaint, if the matrix is farther off, mirrors, or the place is out of bounds, or if
/// the body or what goes along would reach more than `kMaxDepth` into something else that is solid.
class PlaceEffector : public BodyEffector {
 public:
  PlaceEffector() : BodyEffector("place") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Puts a body, with what joints hold to it, at rest at a place."; }
  void realise(const Arguments& arguments) override;

  /// Greatest error of an entry of R·Rᵀ.
  static constexpr double kMaxSkew = 0.05;
  /// m. Things that stand on each other reach into each other a little; so a body can be put where one like it stood.
  static constexpr double kMaxDepth = 0.005;
};

/// `(velocity vx vy vz wx wy wz)`: gives the body that velocity, m/s, and spin, degrees/s, world frame, once. What
/// joints hold to it moves along as if it were one piece, and keeps what it does relative to the body.
///
/// Refused, with one complaint, if one of these bodies would be faster than the world allows.
class SetVelocity : public BodyEffector {
 public:
  SetVelocity() : BodyEffector("velocity") {}
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Gives a body, with what joints hold to it, a velocity, once."; }
  void realise(const Arguments& arguments) override;
};

}  // namespace spark
