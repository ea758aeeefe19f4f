// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/log.h"
#include "spark/core/transform.h"
#include "spark/physics/body.h"
#include "spark/physics/ode_library.h"

namespace spark {

class JointMotor;
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
  /// What ODE has for joints with one axis, for `JointMotor`.
  struct Axis {
    bool turns = false;  ///< rad and N·m; else m and N
    void (*get)(dJointID, dReal*);
    dReal (*position)(dJointID);
    dReal (*rate)(dJointID);
    void (*push)(dJointID, dReal);
    dJointID (*create_motor)(dWorldID, dJointGroupID);
    void (*set_motor_axis)(dJointID, int number, int frame, dReal, dReal, dReal);
    void (*set_motor)(dJointID, int, dReal);
  };
  /// What ODE has for each kind of joint.
  struct Kind {
    dJointID (*create)(dWorldID, dJointGroupID);
    void (*set)(dJointID, int, dReal);
    dReal (*get)(dJointID, int);
    int axes = 0;              ///< with stops and motors
    double widest_stop = 0.0;  ///< rad or m: means no stop
    bool has_suspension = false;
    bool needs_two_bodies = false;
    const Axis* axis = nullptr;  ///< of hinges and sliders
  };

  ~Joint() override;

  /// Null outside of a scene.
  dJointID id() const { return joint_; }
  /// Whether it holds a body.
  bool is_attached() const { return joint_ && dJointGetNumBodies(joint_) > 0; }

  /// Up to two paths, relative to the joint; a missing or empty one is the static world, and so is, with an error line,
  /// one that leads to no body of this scene. False, after an error line, where the joint cannot hold what is there.
  bool attach(const Values& paths);
  /// The same with bodies; null is the static world. Joints may be made, attached and released between any two steps.
  bool attach(Body* first, Body* second);
  /// Lets go of its bodies.
  void release();
  /// Of a joint with the static world: holds the body at a place in the world that has been carried through a motion of
  /// the world frame, as the body has. Others go along with their bodies.
  void move_anchor_by(const Pose& motion);

  /// What a joint, with its motors (`JointMotor`), did to a body in the last step in which it took part, in the world
  /// frame: N, and N·m about the centre of mass.
  struct Load {
    Vec3 force, torque;
  };
  /// Measuring is off unless asked for, and everything reads 0 then.
  void set_feedback(bool on);
  bool has_feedback() const { return feedback_ != nullptr; }
  /// Of the first body (0) or the second (1). A weight that hangs still from a joint is held by it with m·g.
  Load load(int body) const;
  /// The joint's node, as it stands.
  Pose frame() const;
  /// The point that holds, in the world; of joints that have none, the origin of their node.
  virtual Vec3 anchor_place() const { return frame().position; }

  // Of hinges and sliders; of others, and while it holds nothing, 0.
  bool has_one_axis() const { return kind_.axis != nullptr; }
  bool turns() const { return kind_.axis && kind_.axis->turns; }
  double axis_position() const { return axis_ready() ? kind_.axis->position(joint_) : 0.0; }  ///< rad or m
  double axis_rate() const { return axis_ready() ? kind_.axis->rate(joint_) : 0.0; }          ///< rad/s or m/s

  /// One of ODE's dParam… of the first group, for an axis; radians and metres. False for values that are not finite or
  /// make no sense, and for parameters this kind of joint does not have. A low stop above the high one means no stops.
  bool set_parameter(int parameter, int axis, double value);
  /// For people: why `set_parameter` has refused, as it reads behind "refused, ".
  std::string why_refused(int parameter, int axis) const;
  /// How many axes take that parameter.
  int axes_with(int parameter) const;
  /// 0 for parameters this kind of joint does not have.
  double parameter(int parameter, int axis) const;
  /// rad/s, or m/s for a slider. A motor has no effect until it is given a force.
  bool set_motor_velocity(int axis, double velocity) { return set_parameter(dParamVel, axis, velocity); }
  double motor_velocity(int axis) const { return parameter(dParamVel, axis); }

  // For what is kept and put back, by this room.
  /// What ODE is told of a joint: everything, when it has been attached, or again what has been changed since.
  enum class Part { everything, anchor, axes };
  /// As the kinds of joints were told; each uses what it has.
  struct Settings {
    Vec3 anchor;                  ///< in the frame of the joint's node
    std::optional<int> axis;      ///< x, y or z (0, 1, 2) of the joint's node
    std::optional<Vec3> axes[2];  ///< of length 1, in the frame of the joint's node
  };
  /// ODE keeps anchors, axes and what counts as angle 0 in the frames of the bodies and does not give them back without
  /// rounding. To come to the same once more they are placed once more, with everything where it was then.
  struct Placement {
    Part part;
    Pose frame;
    BodyPose bodies[2];
  };
  struct Stops {
    double low, high;
  };
  /// Everything about a joint that decides how it goes on. Made and used by the world's state.
  struct State {
    Settings settings;
    Stops stops[2];
    std::vector<double> parameters;
    std::vector<Placement> placements;
    std::uint64_t attached_at, placed_at;
    std::uint64_t bodies[2];  ///< when they entered the scene; 0 is none
    std::optional<dJointFeedback> feedback;
    std::vector<dJointFeedback> motors;  ///< what each of them did
  };
  State keep() const;
  /// Whether it holds the same bodies in the same way as then.
  bool is_held_as(const State& state) const;
  /// Attaches it as it was to the same bodies as then, whose poses are anything afterwards.
  void hold_as(const State& state, Body* first, Body* second);
  /// All but what it holds.
  void put_back(const State& state);
  Body* body(int index) const;                              ///< 0 or 1; null for the static world and nothing
  std::uint64_t entered_at() const { return entered_at_; }  ///< the world's serial number of its entry into the scene

  /// Called by the world.
  void leave_world();

 protected:
  explicit Joint(const Kind& kind);  ///< `kind` must outlive the joint
  void linked() override;
  void unlinking() override;

  /// Passes it to ODE, by `frame()`, which is here the node as it stood then, and the poses of the bodies.
  virtual void place(Part) {}
  /// To be called when that part has been changed.
  void place_again(Part part);

  Settings settings_;

 private:
  Body* find_body(const Value& path);
  /// What is wrong with an attachment, with the line of the file that wants it; false.
  bool complain(std::string_view what, LogLevel level = LogLevel::error) const;
  void hold(dBodyID first, dBodyID second);
  /// Attaches it to the bodies as `placements_` say; their poses are anything afterwards.
  void hold_as_placed(Body* first, Body* second);
  /// The number under which ODE knows the parameter of that axis; -1 if this kind of joint does not have it.
  int number_of(int parameter, int axis) const;
  void give_stops(int axis);

  friend class JointMotor;
  bool axis_ready() const { return kind_.axis && is_attached(); }

  const Kind& kind_;
  World* world_ = nullptr;
  dJointID joint_ = nullptr;
  Stops stops_[2];                     ///< as they were set
  std::vector<Placement> placements_;  ///< since it was attached, the last of each part
  // Serial numbers of the world: of the entry, of the attachment, of the last placement.
  std::uint64_t entered_at_ = 0, attached_at_ = 0, placed_at_ = 0;
  const Pose* replayed_frame_ = nullptr;
  std::unique_ptr<dJointFeedback> feedback_;  ///< ODE writes to it
  std::vector<JointMotor*> motors_;           ///< in the order in which they came
};

}  // namespace spark
