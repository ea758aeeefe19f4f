// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/articulated_body.h"

#include <algorithm>
#include <cmath>

#include "gateways/sigverse/world/part_mass.h"
#include "gateways/sigverse/world/scene_nodes.h"
#include "spark/core/core.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"

namespace sigverse {
namespace {

constexpr SigQuaternion kNoTurn{1.0, 0.0, 0.0, 0.0};
constexpr std::string_view kNoSuchJoint = "it has no such joint";
constexpr std::string_view kNoHinge = "this joint is not a hinge";

// A servo's error decays with the time constant D/P = 50 ms, as far as the torque limit permits. P is large enough that
// an arm of a few kilograms hangs less than a degree below its set point. Any gains are stable (`JointMotor::pull`).
constexpr double kStiffness = 1e4;  ///< N·m/rad
constexpr double kDamping = 500.0;  ///< N·m·s/rad
/// rad/s of a servo's set point: one turn per second, the default of `spark::JointServo`.
constexpr double kServoSpeed = 6.283185307179586;
/// rad/s per N·m: a motor keeps its speed to within a millionth under any load that its torque can bear.
constexpr double kMotorSoftness = 1e-6;

/// A part without a shape has no mass in the files, but ODE moves no body without mass. It gets this share of the mass
/// of its lighter neighbour, and of its inertia. The share is small enough that a limb attached to it swings within
/// half a percent as it would without it, and that it adds only a hundredth to the weight. It is large enough that the
/// equations are well conditioned even for such a body between two others that pull on it with their whole load: a
/// thousandth would suffice for the exact solution, but quick steps, which iterate, already deviate by a few percent
/// with a hundredth. Gravity acts on it, because otherwise it would slow down the fall of its neighbours.
constexpr double kBlindShare = 0.01;

double torque_to_core(double torque) {
  return torque * 1e-4;
}

SigQuaternion turn_about(const SigVector& axis, double angle) {
  const double sine = std::sin(angle / 2.0);
  return {std::cos(angle / 2.0), sine * axis[0], sine * axis[1], sine * axis[2]};
}

/// The angle of a rotation about an axis, 2 atan2(v · axis, w), plus the number of whole turns that brings it nearest
/// to `near`.
double angle_about(const SigVector& axis, const SigQuaternion& turn, double near) {
  const double along = turn[1] * axis[0] + turn[2] * axis[1] + turn[3] * axis[2];
  constexpr double kTurn = ArticulatedBody::kStop;
  const double angle = 2.0 * std::atan2(along, turn[0]);
  return angle + kTurn * std::round((near - angle) / kTurn);
}

SigQuaternion of_length_1(const SigQuaternion& turn) {
  return (SigPose{} * SigPose{{}, turn}).turn;
}

/// `angle`, clamped to the stops. A joint that the physics has moved beyond a stop may move back.
double within_stops(double angle, double now) {
  return std::clamp(angle, std::min(-ArticulatedBody::kStop, now), std::max(ArticulatedBody::kStop, now));
}

}  // namespace

ArticulatedBody::ArticulatedBody(spark::Node& node) : node_(node) {}
ArticulatedBody::~ArticulatedBody() = default;

// ---- building ----

void ArticulatedBody::build(const BodyPlan& plan, double mass) {
  std::vector<std::size_t> limb_of(plan.parts.size());
  const std::vector<SigPose> frames = plan_limbs(plan, limb_of);
  build_limbs(plan, limb_of, frames, mass);
  build_joints(plan, limb_of, frames);
  if (limbs_.size() == 1) return;
  weigh_blind();
  separate_groups();
  for (Limb& limb : limbs_) limb.body->set_kinematic(true);
  for (Limb& limb : limbs_) limb.is_stale = true;
  is_settled_ = false;
}

/// The frames of all limbs in the object's frame, in order; `limb_of` gets the limb of each part.
std::vector<SigPose> ArticulatedBody::plan_limbs(const BodyPlan& plan, std::vector<std::size_t>& limb_of) {
  std::vector<SigPose> frames;
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    const PartPlan& part = plan.parts[i];
    if (part.carried_by) continue;
    limb_of[i] = frames.size();
    frames.push_back(frames.empty() ? SigPose{} : SigPose{part.place, part.turn});
  }
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    std::size_t carrier = i;
    while (plan.parts[carrier].carried_by) carrier = *plan.parts[carrier].carried_by;
    limb_of[i] = limb_of[carrier];
  }
  return frames;
}

void ArticulatedBody::build_limbs(const BodyPlan& plan, const std::vector<std::size_t>& limb_of,
                                  const std::vector<SigPose>& frames, double mass) {
  std::vector<std::vector<CarriedPart>> carried(frames.size());
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    const PartPlan& part = plan.parts[i];
    const SigPose frame{part.place, part.turn};
    if (!part.is_blind()) carried[limb_of[i]].push_back({&part, inverse(frames[limb_of[i]]) * frame});
  }
  std::vector<spark::Node*> nodes;
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    if (plan.parts[i].carried_by) continue;
    Limb limb(node_);
    auto& node = add_node<spark::Transform>(node_, "oxygen/Transform", plan.parts[i].name);
    limb.body = add_node<spark::Body>(node, "oxygen/Body", "physics");
    limb.frame = frames[limbs_.size()];
    const auto& parts = carried[limbs_.size()];
    limb.is_blind = parts.empty();
    if (!parts.empty()) limb.centre = spread_mass(*limb.body, parts, limbs_.empty() ? mass : mass_of(parts));
    limbs_.push_back(std::move(limb));
    nodes.push_back(&node);
  }
  // In the order of the plan, which is also that of records.
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    if (plan.parts[i].is_blind()) continue;
    const std::size_t limb = limb_of[i];
    const SigPose frame = inverse(frames[limb]) * SigPose{plan.parts[i].place, plan.parts[i].turn};
    build_part(plan.parts[i], *nodes[limb], limb, frame);
  }
}

void ArticulatedBody::build_part(const PartPlan& plan, spark::Node& below, std::size_t limb, const SigPose& frame) {
  spark::Collider& collider = add_collider(below, *plan.shape, plan.name);
  // Shapes are placed relative to the centre of mass, which is the body's origin.
  const SigPose shape = frame * SigPose{plan.shape->place, plan.shape->turn};
  collider.set_position(to_core(shape.place) - limbs_[limb].centre);
  if (shape.turn != kNoTurn) collider.set_rotation(rotation_to_core(shape.turn));
  Part part{plan.name,
            plan.shape->kind,
            plan.shape->size,
            {plan.shape->place, plan.shape->turn},
            frame,
            limb,
            spark::Held<spark::Collider>(node_),
            spark::Held<spark::RecorderHandler>(node_)};
  part.collider = collider;
  part.recorder = add_node<spark::RecorderHandler>(collider, "oxygen/RecorderHandler", "recorder");
  parts_.push_back(std::move(part));
}

void ArticulatedBody::build_joints(const BodyPlan& plan, const std::vector<std::size_t>& limb_of,
                                   const std::vector<SigPose>& frames) {
  for (const JointPlan& planned : plan.joints) {
    const PartPlan& child = plan.parts[planned.child];
    Joint joint(node_);
    joint.name = planned.name;
    joint.type = planned.type;
    joint.parent = limb_of[planned.parent];
    joint.child = limb_of[planned.child];
    joint.frame = inverse(frames[joint.parent]) * SigPose{child.place, child.turn};
    joint.axis = planned.axis;
    if (joint.child != joint.parent) {
      limbs_[joint.child].joint = joints_.size();
      build_hold(joint);
    }
    joints_.push_back(std::move(joint));
  }
}

/// Creates the engine's joint. Its node is below the child's node, whose origin is the child's centre of mass. It
/// connects nothing until dynamics are switched on.
void ArticulatedBody::build_hold(Joint& joint) {
  const Limb& child = limbs_[joint.child];
  spark::Node& below = child.body->node();
  switch (joint.type) {
    case JointPlan::Type::fixed:
      joint.node = add_node<spark::FixedJoint>(below, "oxygen/FixedJoint", joint.name);
      break;
    case JointPlan::Type::ball: {
      auto& ball = add_node<spark::BallJoint>(below, "oxygen/BallJoint", joint.name);
      ball.set_anchor(-child.centre);
      joint.node = ball;
      break;
    }
    case JointPlan::Type::hinge: {
      auto& hinge = add_node<spark::HingeJoint>(below, "oxygen/HingeJoint", joint.name);
      hinge.set_anchor(-child.centre);
      hinge.set_axis_direction(turned_to_core(joint.axis));
      joint.node = hinge;
      joint.motor = std::make_unique<spark::JointMotor>(hinge);
      joint.pusher = std::make_unique<spark::JointMotor>(hinge);
      break;
    }
    case JointPlan::Type::free:
      break;
  }
  if (joint.node) joint.node->set_feedback(true);
}

/// Gives parts without a shape their mass, from the nearest parts with a mass towards the root and away from it.
void ArticulatedBody::weigh_blind() {
  const auto is_lighter = [](const spark::Body* body, const spark::Body* than) {
    return body && (!than || body->mass() < than->mass());
  };
  std::vector<const spark::Body*> above(limbs_.size()), below(limbs_.size());
  for (std::size_t i = 0; i < limbs_.size(); ++i)
    above[i] = limbs_[i].is_blind && i > 0 ? above[joints_[limbs_[i].joint].parent] : &*limbs_[i].body;
  for (std::size_t i = limbs_.size(); i-- > 1;) {
    const spark::Body* nearest = limbs_[i].is_blind ? below[i] : &*limbs_[i].body;
    const spark::Body*& lightest = below[joints_[limbs_[i].joint].parent];
    if (is_lighter(nearest, lightest)) lightest = nearest;
  }
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    if (!limbs_[i].is_blind) continue;
    const spark::Body* like = is_lighter(below[i], above[i]) ? below[i] : above[i];
    dMass mass;
    dBodyGetMass(like->id(), &mass);
    const double inertia = kBlindShare * (mass.I[0] + mass.I[5] + mass.I[10]) / 3.0;
    limbs_[i].body->set_mass_parameters(kBlindShare * mass.mass, {},
                                        {inertia, 0.0, 0.0, 0.0, inertia, 0.0, 0.0, 0.0, inertia});
  }
}

void ArticulatedBody::separate_groups() {
  std::vector<std::size_t> sizes(limbs_.size());
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const Joint* joint = i > 0 ? &joints_[limbs_[i].joint] : nullptr;
    limbs_[i].group = joint && joint->type != JointPlan::Type::free ? limbs_[joint->parent].group : i;
    ++sizes[limbs_[i].group];
  }
  for (const Part& part : parts_) {
    const std::size_t group = limbs_[part.limb].group;
    if (sizes[group] > 1) part.collider->set_group(limbs_[group].body->full_path());
  }
}

// ---- poses ----

/// The quaternion is normalised, also that of the root, which may have been set with any length.
SigPose ArticulatedBody::frame(std::size_t limb) const {
  if (dynamics()) {
    const spark::Body& body = *limbs_[limb].body;
    return {to_sig(body.position() - limbs_[limb].turned_centre()), to_sig(body.quaternion())};
  }
  settle();
  if (limb > 0) return limbs_[limb].frame;
  return {limbs_.front().frame.place, of_length_1(limbs_.front().frame.turn)};
}

/// Forward kinematics: updates all limbs for which a joint between them and the root has moved.
void ArticulatedBody::settle() const {
  if (is_settled_) return;
  is_settled_ = true;
  if (dynamics()) return;
  const SigPose root = frame(0);
  for (std::size_t i = 1; i < limbs_.size(); ++i) {
    const Joint& joint = joints_[limbs_[i].joint];
    Limb& limb = limbs_[i];
    if (!limb.is_stale && !limbs_[joint.parent].is_stale) continue;
    limb.is_stale = true;
    limb.frame = (joint.parent == 0 ? root : limbs_[joint.parent].frame) * joint.frame * joint.posture.turned;
    limb.body->set_quaternion(to_core(limb.frame.turn));
    limb.body->set_position(to_core(limb.frame.place) + limb.turned_centre());
  }
  for (Limb& limb : limbs_) limb.is_stale = false;
}

void ArticulatedBody::show_places() const {
  settle();
  for (const Limb& limb : limbs_) limb.body->show_place();
}

void ArticulatedBody::note_moved(std::size_t limb) {
  limbs_[limb].is_stale = true;
  is_settled_ = limbs_.size() == 1;
}

bool ArticulatedBody::set_place(const SigVector& place) {
  Limb& limb = limbs_.front();
  const spark::Vec3 before = root().position();
  if (!root().set_position(to_core(place) + limb.turned_centre())) return false;
  limb.frame.place = place;
  note_moved(0);
  if (dynamics()) take_along({root().position() - before, spark::kIdentity3});
  return true;
}

bool ArticulatedBody::set_turn(const SigQuaternion& turn) {
  Limb& limb = limbs_.front();
  const SigVector at = place();
  const spark::Pose before{root().position(), root().rotation()};
  if (!root().set_quaternion(to_core(turn))) return false;
  limb.frame.turn = turn;
  if (limb.centre != spark::Vec3()) root().set_position(to_core(at) + limb.turned_centre());
  limb.frame.place = at;
  note_moved(0);
  if (dynamics()) take_along(spark::Pose{root().position(), root().rotation()} * inverse(before));
  return true;
}

/// Applies the motion of the root to all other limbs.
void ArticulatedBody::take_along(const spark::Pose& motion) {
  for (std::size_t i = 1; i < limbs_.size(); ++i) limbs_[i].body->move_by(motion);
}

bool ArticulatedBody::set_velocity(const SigVector& velocity) {
  const spark::Vec3 change = to_core(velocity) - root().velocity();
  if (!root().set_velocity(to_core(velocity))) return false;
  for (std::size_t i = 1; i < limbs_.size(); ++i)
    if (limbs_[i].group == 0) limbs_[i].body->set_velocity(limbs_[i].body->velocity() + change);
  return true;
}

bool ArticulatedBody::set_spin(const SigVector& spin) {
  const spark::Vec3 change = turned_to_core(spin) - root().angular_velocity();
  if (!root().set_angular_velocity(turned_to_core(spin))) return false;
  for (std::size_t i = 1; i < limbs_.size(); ++i) {
    spark::Body& body = *limbs_[i].body;
    if (limbs_[i].group != 0) continue;
    body.set_angular_velocity(body.angular_velocity() + change);
    body.set_velocity(body.velocity() + spark::cross(change, body.position() - root().position()));
  }
  return true;
}

// ---- modes ----

void ArticulatedBody::set_dynamics(bool on) {
  if (on == dynamics()) return;
  if (on)
    start_physics();
  else
    stop_physics();
}

void ArticulatedBody::start_physics() {
  settle();
  for (Limb& limb : limbs_) limb.body->set_kinematic(false);
  for (Joint& joint : joints_) {
    if (!joint.node) continue;
    // The engine takes the joint's frame from the child's node, which shows its pose only after steps.
    limbs_[joint.child].body->show_place();
    joint.node->attach(&*limbs_[joint.child].body, &*limbs_[joint.parent].body);
    joint.posture.order.locked.reset();
  }
}

/// Everything stays where it is, even if a load has pulled a joint apart slightly.
void ArticulatedBody::stop_physics() {
  for (std::size_t i = limbs_.size(); i-- > 1;) {
    Joint& joint = joints_[limbs_[i].joint];
    const double angle = angle_of(joint);
    joint.posture.turned = inverse(frame(joint.parent) * joint.frame) * frame(i);
    joint.posture.angle = angle;
    // A servo's target becomes its present angle, so that it does not jump to its old target when dynamics are on
    // again.
    joint.posture.order.set_point = angle;
    if (joint.posture.order.kind == Order::Kind::angle) joint.posture.order.target = angle;
  }
  for (std::size_t i = limbs_.size(); i-- > 0;) limbs_[i].frame = i > 0 ? frame(i) : SigPose{place(), turn()};
  for (Joint& joint : joints_)
    if (joint.node) joint.node->release();
  for (Limb& limb : limbs_) {
    limb.body->stop();
    limb.body->set_kinematic(true);
    limb.is_stale = false;
  }
  is_settled_ = true;
}

void ArticulatedBody::use_gravity(bool on) {
  for (Limb& limb : limbs_) limb.body->use_gravity(on);
}

void ArticulatedBody::enable_shapes(bool on) {
  for (Part& part : parts_)
    if (part.collider) part.collider->enable(on);
}

// ---- parts ----

PartView ArticulatedBody::part(std::size_t number) const {
  const Part& part = parts_.at(number);
  PartView view;
  view.id = static_cast<std::uint32_t>(number + 1);
  view.shape = part.kind;
  view.name = part.name;
  view.size = part.size;
  if (part.limb == 0) {
    view.place = place();
    view.turn = turn();
  } else {
    const SigPose at = frame(part.limb);
    view.place = at.place;
    view.turn = at.turn;
  }
  if (part.frame.place != SigVector{}) view.place = sum(view.place, turned(view.turn, part.frame.place));
  if (part.frame.turn != kNoTurn) view.turn = product(view.turn, part.frame.turn);
  view.centre = view.place;
  if (part.shape.place != SigVector{}) view.centre = sum(view.place, turned(view.turn, part.shape.place));
  view.shape_turn = part.shape.turn == kNoTurn ? view.turn : product(view.turn, part.shape.turn);
  return view;
}

std::optional<std::size_t> ArticulatedBody::part_number(std::string_view name) const {
  if (parts_.empty()) return std::nullopt;
  if (name.empty()) return 0;
  const auto at = std::ranges::find(parts_, name, &Part::name);
  if (at == parts_.end()) return std::nullopt;
  return static_cast<std::size_t>(at - parts_.begin());
}

spark::Body& ArticulatedBody::body_of_part(std::size_t number) const {
  settle();
  return *limbs_[parts_.at(number).limb].body;
}

spark::Collider* ArticulatedBody::collider(std::size_t number) const {
  const auto& held = parts_.at(number).collider;
  return held ? &*held : nullptr;
}

spark::RecorderHandler* ArticulatedBody::recorder(std::size_t number) const {
  const auto& held = parts_.at(number).recorder;
  return held ? &*held : nullptr;
}

// ---- joints ----

const ArticulatedBody::Joint* ArticulatedBody::joint_named(std::string_view name) const {
  const auto at = std::ranges::find(joints_, name, &Joint::name);
  return at == joints_.end() ? nullptr : &*at;
}

ArticulatedBody::Joint* ArticulatedBody::joint_named(std::string_view name) {
  return const_cast<Joint*>(std::as_const(*this).joint_named(name));
}

double ArticulatedBody::angle_of(const Joint& joint) const {
  return joint.posture.angle + (dynamics() && joint.motor ? joint.motor->position() : 0.0);
}

void ArticulatedBody::turn_to(Joint& joint, double angle) {
  joint.posture.angle = angle;
  joint.posture.turned = {{}, turn_about(joint.axis, angle)};
  note_moved(joint.child);
}

std::string_view ArticulatedBody::set_joint_angle(std::string_view name, double angle) {
  Joint* joint = joint_named(name);
  if (!joint) return kNoSuchJoint;
  if (!joint->motor) return kNoHinge;
  const double now = angle_of(*joint);
  Order& order = joint->posture.order;
  if (order.kind != Order::Kind::angle) order.set_point = now;
  order.kind = Order::Kind::angle;
  order.target = std::clamp(angle, -kStop, kStop);
  if (dynamics()) return {};
  order.set_point = order.target;
  turn_to(*joint, order.target);
  return {};
}

std::string_view ArticulatedBody::set_joint_turn(std::string_view name, const SigQuaternion& turn, bool relative) {
  Joint* joint = joint_named(name);
  if (!joint) return kNoSuchJoint;
  if (joint->type != JointPlan::Type::ball && !joint->motor) return "this joint cannot be turned";
  const SigQuaternion asked = of_length_1(turn);
  Posture& posture = joint->posture;
  posture.turned = {{}, relative ? of_length_1(product(posture.turned.turn, asked)) : asked};
  if (joint->motor) {
    posture.angle = angle_about(joint->axis, posture.turned.turn, posture.angle);
    if (std::abs(posture.angle) > kStop + 1e-9) turn_to(*joint, std::clamp(posture.angle, -kStop, kStop));
  }
  posture.order = {};
  note_moved(joint->child);
  return {};
}

std::string_view ArticulatedBody::set_joint_velocity(std::string_view name, double velocity, double max_torque) {
  Joint* joint = joint_named(name);
  return joint ? order_velocity(*joint, velocity, max_torque) : kNoSuchJoint;
}

std::string_view ArticulatedBody::set_part_velocity(std::string_view name, double velocity, double max_torque) {
  const auto number = part_number(name);
  if (!number) return "it has no such part";
  const std::size_t limb = parts_[*number].limb;
  if (limb == 0) return "no joint leads to this part";
  return order_velocity(joints_[limbs_[limb].joint], velocity, max_torque);
}

std::string_view ArticulatedBody::order_velocity(Joint& joint, double velocity, double max_torque) {
  if (!joint.motor) return kNoHinge;
  Order& order = joint.posture.order;
  const bool holds = order.kind == Order::Kind::velocity && order.target == 0.0 && velocity == 0.0;
  if (!holds) order.locked.reset();
  order.kind = Order::Kind::velocity;
  order.target = velocity;
  order.max_torque = torque_to_core(max_torque);
  return {};
}

std::string_view ArticulatedBody::add_joint_torque(std::string_view name, double torque) {
  Joint* joint = joint_named(name);
  if (!joint) return kNoSuchJoint;
  if (!joint->pusher) return kNoHinge;
  const double whole = joint->torque + torque_to_core(torque);
  if (!(std::abs(whole) <= torque_to_core(StepForces::kMaxLength)))
    return "the torques of one step have become too great";
  joint->torque = whole;
  return {};
}

std::optional<double> ArticulatedBody::joint_angle(std::string_view name) const {
  const Joint* joint = joint_named(name);
  if (!joint || !joint->is_hinge()) return std::nullopt;
  return angle_of(*joint);
}

std::optional<SigVector> ArticulatedBody::joint_place(std::string_view name) const {
  const Joint* joint = joint_named(name);
  if (!joint) return std::nullopt;
  if (joint->child == joint->parent) return (frame(joint->parent) * joint->frame).place;
  return frame(joint->child).place;
}

std::optional<JointLoads> ArticulatedBody::joint_loads(std::string_view name) const {
  const Joint* joint = joint_named(name);
  if (!joint) return std::nullopt;
  const auto side = [&](std::size_t limb, int body) {
    const bool is_loaded = joint->node && dynamics();
    return side_of(limbs_[limb].body->node().name(), is_loaded ? joint->node->load(body) : spark::Joint::Load{});
  };
  // The child is the first body of the engine's joint.
  return JointLoads{side(joint->parent, 1), side(joint->child, 0)};
}

std::vector<std::pair<std::string_view, double>> ArticulatedBody::hinge_angles() const {
  std::vector<std::pair<std::string_view, double>> angles;
  for (const Joint& joint : joints_)
    if (joint.is_hinge()) angles.emplace_back(joint.name, angle_of(joint));
  return angles;
}

// ---- steps ----

std::string_view ArticulatedBody::add_force(std::size_t number, const SigVector& force) {
  Limb& limb = limbs_[parts_.at(number).limb];
  const SigVector lever = difference(part(number).centre, to_sig(limb.body->position()));
  const SigVector torque = cross(lever, force);
  if (!limb.forces.has_room_for_torque(torque)) return "the torques of one step have become too great";
  if (const std::string_view refusal = limb.forces.add_force(force); !refusal.empty()) return refusal;
  return limb.forces.add_torque(torque);
}

void ArticulatedBody::set_acceleration(const SigVector& acceleration) {
  for (std::size_t i = 1; i < limbs_.size(); ++i)
    if (limbs_[i].group == 0) limbs_[i].forces.set_acceleration(acceleration);
}

bool ArticulatedBody::begin_step(double seconds) {
  if (limbs_.size() == 1) return false;
  if (dynamics()) {
    for (Joint& joint : joints_)
      if (joint.motor) drive(joint);
    for (std::size_t i = 1; i < limbs_.size(); ++i) limbs_[i].forces.apply(*limbs_[i].body);
    return false;
  }
  bool has_moved = false;
  for (Joint& joint : joints_) {
    const Order& order = joint.posture.order;
    if (!joint.motor || order.kind != Order::Kind::velocity || order.target == 0.0) continue;
    const double now = joint.posture.angle;
    turn_to(joint, within_stops(now + order.target * seconds, now));
    has_moved = true;
  }
  settle();
  return has_moved;
}

/// Passes the command of a hinge to its motor.
void ArticulatedBody::drive(Joint& joint) {
  spark::JointMotor& motor = *joint.motor;
  Order& order = joint.posture.order;
  // The angle is read in every step, so that whole turns are counted.
  const double now = angle_of(joint);
  switch (order.kind) {
    case Order::Kind::none:
      if (joint.is_driven) motor.idle();
      break;
    case Order::Kind::angle: {
      const double step = kServoSpeed * (motor.is_ready() ? motor.step_seconds() : 0.0);
      order.set_point += std::clamp(order.target - order.set_point, -step, step);
      motor.pull(order.set_point - now, kStiffness, kDamping, torque_to_core(servo_torque_));
      break;
    }
    case Order::Kind::velocity:
      if (order.target == 0.0)
        motor.lock(order.locked, order.max_torque);
      else
        motor.drive(order.target, kMotorSoftness, order.max_torque);
      break;
  }
  if (joint.torque != 0.0)
    joint.pusher->push(joint.torque);
  else if (joint.is_driven)
    joint.pusher->idle();
  joint.is_driven = order.kind != Order::Kind::none || joint.torque != 0.0;
}

void ArticulatedBody::forget_step() {
  for (Joint& joint : joints_) joint.torque = 0.0;
  for (std::size_t i = 1; i < limbs_.size(); ++i) limbs_[i].forces.clear();
}

void ArticulatedBody::save() {
  settle();
  saved_ = {};
  for (const Limb& limb : limbs_) saved_.frames.push_back(limb.frame);
  for (const Joint& joint : joints_) saved_.postures.push_back(joint.posture);
}

void ArticulatedBody::restore() {
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    limbs_[i].frame = saved_.frames[i];
    limbs_[i].is_stale = false;
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joints_[i].posture = saved_.postures[i];
    // Its motors have commands from a time that has been undone.
    joints_[i].is_driven = true;
  }
  is_settled_ = true;
  forget_step();
}

}  // namespace sigverse
