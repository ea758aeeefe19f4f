// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/transform.h"
#include "spark/numerics/ode_library.h"
#include "spark/physics/body.h"
#include "spark/physics/joint_motor.h"
#include "spark/physics/joint_parameters.h"

namespace spark {

class World;

/// Connects two bodies, or one body and the static world (behaviour 11.5).
///
/// Anchors and axes are given in the frame of the joint's node, which is the nearest Transform above, at the time when
/// they are set and again when the joint is attached; so their order does not matter. Axes are counted from 0. Angles
/// and positions are those of the first body relative to the second and begin with 0 when anchor or axes are set. The
/// static world is always the second: if it came first, ODE would reverse the sign of the angle but not that of the
/// motor.
///
/// A joint borrows its bodies: a body that leaves the scene is released by all its joints, which are detached then.
/// Like a body, a joint exists in ODE only while it is in a scene; when it enters a scene again it is not attached and
/// has ODE's settings. ODE aborts the process on most queries of detached joints, so each goes through `is_attached()`.
///
/// Units are SI, angles in radians unless stated otherwise. Used on the simulation thread only. Impossible calls are
/// refused (false), with an error line if they come from a scene file or a script, or are attachments.
class Joint : public BaseNode {
 public:
  ~Joint() override;

  /// Null outside of a scene.
  dJointID id() const { return joint_; }
  /// Whether it is attached to a body.
  bool is_attached() const { return joint_ && dJointGetNumBodies(joint_) > 0; }

  /// Up to two paths, relative to the joint; a missing or empty one is the static world, and so is, with an error line,
  /// a path that leads to no body of this scene. False, after an error line, if the joint cannot connect these two.
  bool attach(const Values& paths);
  /// The same with bodies; null is the static world. Joints may be made, attached and released between any two steps.
  bool attach(Body* first, Body* second);
  void release();
  /// For a joint with the static world whose body was moved by `motion`, in the world frame: moves the place in the
  /// world at which it holds the body in the same way. Other joints move along with their bodies.
  void move_anchor_by(const Pose& motion);

  /// The load of a joint, with its motors (`JointMotor`), on a body in the last step in which it took part, in the
  /// world frame: N, and N·m about the centre of mass.
  struct Load {
    Vec3 force, torque;
  };
  /// Switches measuring on or off; it is off at first, and then all loads are 0.
  void set_feedback(bool on);
  bool has_feedback() const { return feedback_ != nullptr; }
  /// The load on the first body (0) or the second (1). A joint holds a weight at rest below it with m·g.
  Load load(int body) const;
  /// The current pose of the joint's node in the world.
  Pose frame() const;
  /// The anchor in the world; for joints without one, the origin of their node.
  virtual Vec3 anchor_place() const { return frame().position; }

  // Position and rate of hinges and sliders; 0 for other joints, and while it is detached.
  bool has_one_axis() const { return kind_.axis != nullptr; }
  bool turns() const { return kind_.axis && kind_.axis->turns; }
  double axis_position() const { return axis_ready() ? kind_.axis->position(joint_) : 0.0; }  ///< rad or m
  double axis_rate() const { return axis_ready() ? kind_.axis->rate(joint_) : 0.0; }          ///< rad/s or m/s
  /// The same position, rad or m; for a hinge, whose angle in ODE jumps from half a turn to minus half a turn, plus the
  /// whole turns that bring it nearest to `before`.
  double axis_position_near(double before) const;

  // One of ODE's dParam… of the first group, for an axis (`JointParameters`).
  bool set_parameter(int parameter, int axis, double value) { return parameters_.set(parameter, axis, value); }
  double parameter(int parameter, int axis) const { return parameters_.get(parameter, axis); }
  /// The number of axes that have that parameter.
  int axes_with(int parameter) const { return parameters_.axes_with(parameter); }
  /// Why `set_parameter` has refused, in words that follow "refused, ".
  std::string why_refused(int parameter, int axis) const;
  /// rad/s, or m/s for a slider. A motor has no effect until it is given a force.
  bool set_motor_velocity(int axis, double velocity) { return set_parameter(dParamVel, axis, velocity); }
  double motor_velocity(int axis) const { return parameter(dParamVel, axis); }

  // Saving and restoring, for this room.
  /// The settings to pass to ODE: all when it has been attached, or those that have changed since.
  enum class Part { everything, anchor, axes };
  /// All settings; each kind of joint uses its own.
  struct Settings {
    Vec3 anchor;                  ///< in the frame of the joint's node
    std::optional<int> axis;      ///< x, y or z (0, 1, 2) of the joint's node
    std::optional<Vec3> axes[2];  ///< of length 1, in the frame of the joint's node
  };
  /// ODE keeps anchors, axes and the zero angle in the frames of the bodies, and returns them rounded. To restore the
  /// same bits they are placed again, with node and bodies where they were then.
  struct Placement {
    Part part;
    Pose frame;
    BodyPose bodies[2];
  };
  /// The complete state of a joint: everything that affects its further motion.
  struct State {
    Settings settings;
    JointParameters::State parameters;
    std::vector<Placement> placements;
    std::uint64_t attached_at = 0, placed_at = 0;
    std::uint64_t bodies[2] = {};  ///< the numbers of their entry into the scene; 0 is none
    std::optional<dJointFeedback> feedback;
    std::vector<JointMotor::State> motors;
  };
  State save() const;
  /// Whether it connects the same bodies in the same way as in that state.
  bool is_held_as(const State& state) const;
  /// Attaches it to the same bodies in the same way as in that state. This moves the bodies, so their poses must be
  /// restored afterwards.
  void hold_as(const State& state, Body* first, Body* second);
  /// Restores everything except its bodies.
  void restore(const State& state);
  Body* body(int index) const;                              ///< 0 or 1; null for the static world and if detached
  std::uint64_t entered_at() const { return entered_at_; }  ///< the world's serial number of its entry into the scene

  /// Called by the world.
  void leave_world();

  // For its motors. Not to be called outside of a scene.
  World& world() const { return *world_; }
  const JointAxis& axis() const { return *kind_.axis; }  ///< for hinges and sliders only
  void add_motor(JointMotor& motor) { motors_.push_back(&motor); }
  void remove_motor(JointMotor& motor);
  /// The motor that controls it (`JointMotor::take_charge`); null if none does.
  const JointMotor* leader() const { return leader_; }
  void set_leader(const JointMotor* motor) { leader_ = motor; }

 protected:
  explicit Joint(const JointKind& kind);  ///< `kind` must outlive the joint
  void linked() override;
  void unlinking() override;

  const Settings& settings() const { return settings_; }
  /// Adopts these settings, which differ from the current ones in that part, and places the joint if it is attached.
  void change_settings(Part changed, const Settings& settings);
  /// Passes that part of the settings to ODE. `frame()` and the bodies must be as they were when it was changed.
  virtual void place(Part) {}

 private:
  Body* find_body(const Value& path);
  bool complain(std::string_view what) const;
  void hold(dBodyID first, dBodyID second);
  void hold_as_placed(Body* first, Body* second);
  bool axis_ready() const { return kind_.axis && is_attached(); }

  const JointKind& kind_;
  World* world_ = nullptr;
  dJointID joint_ = nullptr;
  Settings settings_;
  JointParameters parameters_;
  std::vector<Placement> placements_;  ///< since it was attached, the last one of each part
  // Serial numbers of the world: of the entry, of the attachment, of the last placement.
  std::uint64_t entered_at_ = 0, attached_at_ = 0, placed_at_ = 0;
  const Pose* replayed_frame_ = nullptr;      ///< the frame of a placement while that is repeated
  std::unique_ptr<dJointFeedback> feedback_;  ///< ODE writes to it
  std::vector<JointMotor*> motors_;           ///< in the order of their creation
  const JointMotor* leader_ = nullptr;
};

}  // namespace spark
