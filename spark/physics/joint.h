// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"
#include "spark/physics/ode_library.h"

namespace spark {

class Body;
class World;

/// Holds two bodies together, or one body and the static world (behaviour 11.5).
///
/// Anchors and axes are given in the frame of the joint's node, which is the nearest Transform above, as it stands when
/// they are set and again when the joint is attached; so their order does not matter. Axes are counted from 0. Angles
/// and positions are those of the first body against the second and begin with 0 when anchor or axes are set. The
/// static world is always the second: ODE turns the sign of the angle but not that of the motor if it comes first.
///
/// A joint borrows its bodies: one that leaves the scene is released by all its joints, and they hold nothing then.
/// Like a body, a joint exists for ODE only while it hangs in a scene; hung in again it is not attached and has ODE's
/// settings. ODE aborts the process on most questions about joints that hold nothing, so each goes through
/// `is_attached()`.
class Joint : public BaseNode {
 public:
  /// What ODE has for each kind of joint.
  struct Kind {
    dJointID (*create)(dWorldID, dJointGroupID);
    void (*set)(dJointID, int, dReal);
    dReal (*get)(dJointID, int);
    int axes = 0;              ///< with stops and motors
    double widest_stop = 0.0;  ///< rad or m: means no stop
    bool has_suspension = false;
    bool needs_two_bodies = false;
  };

  ~Joint() override;

  /// Null outside of a scene.
  dJointID id() const { return joint_; }
  /// Whether it holds a body.
  bool is_attached() const { return joint_ && dJointGetNumBodies(joint_) > 0; }

  /// Up to two paths, relative to the joint; a missing or empty one is the static world, and so is, with an error line,
  /// one that leads to no body of this scene. False, after an error line, where the joint cannot hold what is there.
  bool attach(const Values& paths);

  /// One of ODE's dParam… of the first group, for an axis; radians and metres. False for values that are not finite or
  /// make no sense, and for parameters this kind of joint does not have. A low stop above the high one means no stops.
  bool set_parameter(int parameter, int axis, double value);
  /// 0 for parameters this kind of joint does not have.
  double parameter(int parameter, int axis) const;
  /// rad/s, or m/s for a slider. A motor has no effect until it is given a force.
  bool set_motor_velocity(int axis, double velocity) { return set_parameter(dParamVel, axis, velocity); }

  /// Called by the world.
  void leave_world();

 protected:
  explicit Joint(const Kind& kind);  ///< `kind` must outlive the joint
  void linked() override;
  void unlinking() override;

  /// Passes anchor and axes to ODE; called when the joint has been attached.
  virtual void place() {}
  /// The joint's node.
  Pose frame() const;

 private:
  Body* find_body(const Value& path);
  void hold(dBodyID first, dBodyID second);
  /// The number under which ODE knows the parameter of that axis; -1 if this kind of joint does not have it.
  int number_of(int parameter, int axis) const;
  void give_stops(int axis);

  struct Stops {
    double low, high;
  };

  const Kind& kind_;
  World* world_ = nullptr;
  dJointID joint_ = nullptr;
  Stops stops_[2];  ///< as they were set
};

}  // namespace spark
