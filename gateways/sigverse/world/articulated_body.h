// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/body_plan.h"
#include "gateways/sigverse/world/frames.h"
#include "gateways/sigverse/world/joint_loads.h"
#include "gateways/sigverse/world/step_forces.h"
#include "spark/core/held.h"
#include "spark/core/node.h"
#include "spark/core/vec3.h"
#include "spark/physics/body.h"
#include "spark/physics/joint.h"
#include "spark/physics/joint_motor.h"

namespace spark {
class Collider;
class RecorderHandler;
}  // namespace spark

namespace sigverse {

/// How a part looks from outside: the pose of its frame, and its shape.
struct PartView {
  std::uint32_t id = 0;
  ShapeKind shape = ShapeKind::box;
  std::string_view name;
  SigVector place{};                             ///< cm, absolute; the origin of its frame (`PartPlan`)
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};        ///< absolute
  SigVector size{};                              ///< cm: box x, y, z; cylinder radius, length; sphere radius
  SigVector centre{};                            ///< cm, absolute; of its shape
  SigQuaternion shape_turn{1.0, 0.0, 0.0, 0.0};  ///< absolute; of the axes of its shape
};

/// The body of an object while the world runs: rigid bodies connected by joints, with the parts that they carry. It
/// owns the tree of joints and the commands given to them; the nodes of bodies, shapes and joints are children of the
/// object's node. Rigid body 0 is the root, whose frame is the object's; a typical object has no other and costs no
/// more than one rigid body. Lengths are cm, in SIG's frame.
///
/// Without dynamics, the poses of all parts follow from the pose of the root and the joints by forward kinematics:
/// exactly, whatever was set and in whatever order. They are computed on demand, or before the next step, so that a
/// controller can set dozens of joints at little cost. With dynamics, the physics moves the rigid bodies, which are
/// connected by the engine's joints and driven by their motors and the servo law (`JointMotor`). Switching dynamics
/// preserves poses and angles, and the commands to joints stay in force.
///
/// The angle of a hinge is counted beyond half a turn. Its stops are ±`kStop`: set points and angles are clamped to
/// them. A joint that the physics moves is not stopped by them, and never was, so that wheels can turn without limit.
///
/// The parts of one object pass through each other, except those on a free joint: they are separate bodies, which
/// collide with the rest.
///
/// Commands return the reason of a refusal, or an empty text on success. Numbers must be finite and within their
/// bounds; the caller (`SimObj`) has checked that. Used on the simulation thread.
class ArticulatedBody {
 public:
  static constexpr double kStop = 6.283185307179586;  ///< rad, two times pi
  /// The maximum torque of a servo if the class gives none: kg·cm²/s², which is 100 N·m.
  static constexpr double kUsualTorque = 1e6;

  /// Everything is created below `node`, the node that has this object as a member.
  explicit ArticulatedBody(spark::Node& node);
  ~ArticulatedBody();

  /// Builds the body from a plan, once, with all joints at 0. `mass`, in kg, is that of the root including the parts it
  /// carries. An object with joints starts without dynamics.
  void build(const BodyPlan& plan, double mass);
  bool is_built() const { return !limbs_.empty(); }
  /// Valid only after `build`.
  spark::Body& root() const { return *limbs_.front().body; }

  // The object's frame. Without dynamics it is returned bit for bit as it was set. The other parts move along with it.
  SigVector place() const;
  SigQuaternion turn() const;
  bool set_place(const SigVector& place);
  bool set_turn(const SigQuaternion& turn);
  // Only with dynamics: the object moves as one rigid body, except for parts on free joints.
  bool set_velocity(const SigVector& velocity);  ///< of the root's centre of mass
  bool set_spin(const SigVector& spin);          ///< rad/s, about that point

  bool dynamics() const;
  void set_dynamics(bool on);
  void use_gravity(bool on);
  void enable_shapes(bool on);

  // Parts. Blind ones do not count.
  std::size_t part_count() const { return parts_.size(); }
  PartView part(std::size_t number) const;
  /// An empty name means the part `body`.
  std::optional<std::size_t> part_number(std::string_view name) const;
  std::string_view part_name(std::size_t number) const { return parts_.at(number).name; }
  spark::Body& body_of_part(std::size_t number) const;
  spark::Collider* collider(std::size_t number) const;
  spark::RecorderHandler* recorder(std::size_t number) const;
  /// Whether the part is fixed to the root, so that its pose follows from the object's.
  bool is_part_of_root(std::size_t number) const { return parts_.at(number).limb == 0; }

  bool has_joint(std::string_view joint) const { return joint_named(joint) != nullptr; }
  // Commands to joints, by name.
  /// Moves a hinge to that angle, rad: without dynamics at once, with dynamics as a servo.
  std::string_view set_joint_angle(std::string_view joint, double angle);
  /// Without dynamics: sets the rotation of a hinge or ball joint, from its zero or, if relative, from its present one.
  std::string_view set_joint_turn(std::string_view joint, const SigQuaternion& turn, bool relative);
  /// Turns a hinge at that rate, rad/s, from now on; 0 holds it. With dynamics, a motor with that maximum torque does
  /// so.
  std::string_view set_joint_velocity(std::string_view joint, double velocity, double max_torque);
  /// The same for the joint whose child is that part.
  std::string_view set_part_velocity(std::string_view part, double velocity, double max_torque);
  /// With dynamics: adds a torque, kg·cm²/s², to a hinge for the coming step. Several of them add up.
  std::string_view add_joint_torque(std::string_view joint, double torque);
  /// The maximum torque of servos, kg·cm²/s².
  void set_servo_torque(double torque) { servo_torque_ = torque; }

  /// rad; nullopt for a joint that is not a hinge.
  std::optional<double> joint_angle(std::string_view joint) const;
  /// The absolute position of the joint's anchor.
  std::optional<SigVector> joint_place(std::string_view joint) const;
  /// nullopt for an unknown joint; zeros without dynamics, and for a free joint.
  std::optional<JointLoads> joint_loads(std::string_view joint) const;
  /// The angles of all hinges, in rad.
  std::vector<std::pair<std::string_view, double>> hinge_angles() const;

  /// Applies a force (kg·cm/s²) in the coming step, at the centre of a part that is not fixed to the root.
  std::string_view add_force(std::size_t part, const SigVector& force);
  /// Applies an acceleration (cm/s²) in the coming step to all parts that are not fixed to the root.
  void set_acceleration(const SigVector& acceleration);

  // Called for each step.
  /// Computes outstanding poses. Called before the physics needs them.
  void settle() const;
  /// Writes the poses to the nodes, which would otherwise happen only after steps.
  void show_places() const;
  /// Moves the joints that have a command, and applies forces, before a step of that length in s. Returns true if parts
  /// have moved.
  bool begin_step(double seconds);
  /// Drops the forces of the completed step.
  void forget_step();

  void save();
  /// Called after the physics has been restored.
  void restore();

 private:
  struct Part {
    std::string name;
    ShapeKind kind;
    SigVector size;
    SigPose shape;  ///< in the frame of the part
    SigPose frame;  ///< in the frame of the limb
    std::size_t limb;
    spark::Held<spark::Collider> collider;
    spark::Held<spark::RecorderHandler> recorder;
  };

  /// A rigid body.
  struct Limb {
    explicit Limb(const spark::Node& owner) : body(owner) {}
    spark::Vec3 turned_centre() const { return centre == spark::Vec3() ? centre : body->rotation() * centre; }

    spark::Held<spark::Body> body;
    spark::Vec3 centre;  ///< of mass, in its frame; engine axes, m
    SigPose frame;       ///< without dynamics
    bool is_stale = false;
    bool is_blind = false;
    std::size_t joint = 0;  ///< the joint whose child it is; unused for the root
    std::size_t group = 0;  ///< the limb of its group that is nearest to the root; a group is connected by joints
    StepForces forces;      ///< except those of the root
  };

  /// The last command to a joint.
  struct Order {
    enum class Kind { none, angle, velocity } kind = Kind::none;
    double target = 0.0;           ///< rad or rad/s
    double set_point = 0.0;        ///< rad; moves towards the target
    double max_torque = 0.0;       ///< N·m
    std::optional<double> locked;  ///< the angle at which a velocity of 0 holds it, as counted by the motor
  };
  /// The position of a joint, and its command.
  struct Posture {
    SigPose turned;      ///< the child's frame in the joint's frame, without dynamics
    double angle = 0.0;  ///< of a hinge, rad; with dynamics: when they were switched on
    Order order;
  };
  struct Joint {
    explicit Joint(const spark::Node& owner) : node(owner) {}
    bool is_hinge() const { return type == JointPlan::Type::hinge; }

    std::string name;
    JointPlan::Type type = JointPlan::Type::fixed;
    std::size_t parent = 0, child = 0;  ///< limbs; equal for a joint inside a rigid body
    SigPose frame;                      ///< in the frame of the parent
    SigVector axis{};
    Posture posture;
    double torque = 0.0;     ///< N·m, for the coming step
    bool is_driven = false;  ///< its motors may still have a command of the last step

    spark::Held<spark::Joint> node;  ///< null for a free joint, and for a joint inside a rigid body
    // A hinge between two limbs has two motors: one follows the command, the other applies the torque of the step.
    std::unique_ptr<spark::JointMotor> motor, pusher;
  };
  struct Saved {
    std::vector<SigPose> frames;
    std::vector<Posture> postures;
  };

  static std::vector<SigPose> plan_limbs(const BodyPlan& plan, std::vector<std::size_t>& limb_of);
  void build_limbs(const BodyPlan& plan, const std::vector<std::size_t>& limb_of, const std::vector<SigPose>& frames,
                   double mass);
  void build_part(const PartPlan& plan, spark::Node& below, std::size_t limb, const SigPose& frame);
  void build_joints(const BodyPlan& plan, const std::vector<std::size_t>& limb_of, const std::vector<SigPose>& frames);
  void build_hold(Joint& joint);
  void weigh_blind();
  void separate_groups();
  void note_moved(std::size_t limb);
  SigPose frame(std::size_t limb) const;
  void take_along(const spark::Pose& motion);
  void start_physics();
  void stop_physics();
  Joint* joint_named(std::string_view name);
  const Joint* joint_named(std::string_view name) const;
  double angle_of(const Joint& joint) const;
  void turn_to(Joint& joint, double angle);
  std::string_view order_velocity(Joint& joint, double velocity, double max_torque);
  void drive(Joint& joint);

  spark::Node& node_;
  /// The first is the root; a limb comes after its parent. Mutable because frames are computed on demand, which has no
  /// visible effect.
  mutable std::vector<Limb> limbs_;
  std::vector<Joint> joints_;  ///< in the order of the plan
  std::vector<Part> parts_;
  mutable bool is_settled_ = true;
  double servo_torque_ = kUsualTorque;
  Saved saved_;
};

// Inline because objects are read several times in every step.
inline bool ArticulatedBody::dynamics() const {
  return is_built() && !root().is_kinematic();
}
inline SigVector ArticulatedBody::place() const {
  if (!is_built()) return {};
  const Limb& limb = limbs_.front();
  return limb.body->is_kinematic() ? limb.frame.place : to_sig(limb.body->position() - limb.turned_centre());
}
inline SigQuaternion ArticulatedBody::turn() const {
  const Limb* limb = is_built() ? &limbs_.front() : nullptr;
  if (!limb) return {1.0, 0.0, 0.0, 0.0};
  return limb->body->is_kinematic() ? limb->frame.turn : to_sig(limb->body->quaternion());
}

}  // namespace sigverse
