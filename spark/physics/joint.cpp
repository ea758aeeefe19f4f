// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/joint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

/// Gives a body the identity rotation as long as this exists.
class Straightened {
 public:
  explicit Straightened(dBodyID body) : body_(body) {
    if (!body_) return;
    std::copy(dBodyGetQuaternion(body_), dBodyGetQuaternion(body_) + 4, turned_);
    const dQuaternion straight = {1.0, 0.0, 0.0, 0.0};
    dBodySetQuaternion(body_, straight);
  }
  ~Straightened() {
    if (body_) dBodySetQuaternion(body_, turned_);
  }
  Straightened(const Straightened&) = delete;
  Straightened& operator=(const Straightened&) = delete;

 private:
  dBodyID body_;
  dQuaternion turned_ = {1.0, 0.0, 0.0, 0.0};
};

BodyPose moved(const BodyPose& pose, const Pose& motion) {
  const Pose to = motion * Pose{to_vec3(pose.position.data()), to_mat3(pose.rotation.data())};
  BodyPose result = pose;
  result.position = {to.position.x, to.position.y, to.position.z};
  if (motion.rotation == kIdentity3) return result;
  write_rotation(to.rotation, result.rotation.data());
  dRtoQ(result.rotation.data(), result.quaternion.data());
  return result;
}

constexpr const char* kNoWorld = "the joint is in no scene with a world; it holds nothing";

Joint::Load load_of(const dJointFeedback& feedback, int body) {
  return body == 0 ? Joint::Load{to_vec3(feedback.f1), to_vec3(feedback.t1)}
                   : Joint::Load{to_vec3(feedback.f2), to_vec3(feedback.t2)};
}

std::uint64_t entry_of(const Body* body) {
  return body ? body->entered_at() : 0;
}

}  // namespace

Joint::Joint(const JointKind& kind) : kind_(kind), parameters_(kind) {
  start_ode();
}

Joint::~Joint() {
  leave_world();
}

void Joint::linked() {
  World& world = World::of(*this);
  joint_ = kind_.create(world.id(), nullptr);
  dJointSetData(joint_, this);
  parameters_.begin(joint_);
  if (feedback_) dJointSetFeedback(joint_, feedback_.get());
  world_ = &world;
  entered_at_ = attached_at_ = placed_at_ = world.next_serial();
  world_->add(*this);
}

void Joint::unlinking() {
  leave_world();
}

void Joint::leave_world() {
  while (!motors_.empty()) motors_.back()->leave();
  if (!world_) return;
  world_->remove(*this);
  world_ = nullptr;
  dJointDestroy(joint_);
  joint_ = nullptr;
  parameters_.begin(nullptr);
  placements_.clear();
}

Pose Joint::frame() const {
  if (replayed_frame_) return *replayed_frame_;
  const Transform* above = ancestor<Transform>();
  return above ? above->world_pose() : Pose();
}

std::string Joint::why_refused(int parameter, int axis) const {
  if (!joint_) return "the joint is in no scene with a world";
  if (parameters_.has(parameter, axis)) return "the value is out of range";
  const bool is_suspension = parameter == dParamSuspensionERP || parameter == dParamSuspensionCFM;
  const char* kind = class_info() ? class_info()->name().c_str() : "this joint";
  switch (axes_with(parameter)) {
    case 0:
      return fmt::format("{} has no {}", kind, is_suspension ? "suspension" : "stops and motors");
    case 1:
      return fmt::format("{} has {} only, 0", kind, is_suspension ? "one suspended axis" : "one axis");
    default:
      return fmt::format("the axes of {} are 0 and 1", kind);
  }
}

/// Reports an error in an attachment, with the line of the file that requested it.
bool Joint::complain(std::string_view what) const {
  report(core(), LogLevel::error, "attach", fmt::format("{}: {}", full_path(), what));
  return false;
}

bool Joint::attach(const Values& paths) {
  if (!joint_) return is_linked() && complain(kNoWorld);
  if (paths.size() > 2) return complain("it takes up to two paths of bodies");
  Body* first = !paths.empty() ? find_body(paths[0]) : nullptr;
  Body* second = paths.size() > 1 ? find_body(paths[1]) : nullptr;
  const bool names_a_body = std::ranges::any_of(paths, [](const Value& path) { return as_text(path) != ""; });
  if (!names_a_body)
    report(core(), LogLevel::warning, "attach",
           fmt::format("{}: both ends are the static world; it holds nothing", full_path()));
  return attach(first, second);
}

bool Joint::attach(Body* first, Body* second) {
  if (!joint_) return is_linked() && complain(kNoWorld);
  if (first && first == second)
    return complain(fmt::format("a body cannot be joined to itself ({})", first->full_path()));
  if (kind_.needs_two_bodies && !(first && second))
    return complain("this joint needs two bodies; it holds nothing to the static world");
  for (const Body* body : {first, second})
    if (body && (!body->id() || &body->world() != world_))
      return complain(fmt::format("{} is not a body of this scene to attach to", body->full_path()));
  if (!is_sound(frame())) return complain("the node of this joint has no pose that ODE can take");
  if (!first) std::swap(first, second);
  placements_.clear();
  Placement placement{Part::everything, frame(), {}};
  if (first) placement.bodies[0] = first->exact_pose();
  if (second) placement.bodies[1] = second->exact_pose();
  attached_at_ = placed_at_ = world_->next_serial();
  hold(first ? first->id() : nullptr, second ? second->id() : nullptr);
  if (!first) return true;
  placements_.push_back(placement);
  place(Part::everything);
  return true;
}

void Joint::release() {
  if (!joint_) return;
  placements_.clear();
  attached_at_ = placed_at_ = world_->next_serial();
  hold(nullptr, nullptr);
}

void Joint::move_anchor_by(const Pose& motion) {
  Body* held = body(0);
  if (!held || body(1)) return;
  const BodyPose now = held->exact_pose();
  // ODE derives anchors, axes and the zero angle from the poses of node and bodies while the joint is placed. So it is
  // placed again, with the earlier poses transformed by the motion.
  for (Placement& placement : placements_) {
    placement.frame = motion * placement.frame;
    placement.bodies[0] = moved(placement.bodies[0], motion);
  }
  attached_at_ = placed_at_ = world_->next_serial();
  hold_as_placed(held, nullptr);
  held->set_exact_pose(now);
}

void Joint::change_settings(Part part, const Settings& settings) {
  settings_ = settings;
  if (!is_attached()) return;
  std::erase_if(placements_, [part](const Placement& old) { return old.part == part; });
  Placement placement{part, frame(), {}};
  for (int i = 0; i < 2; ++i)
    if (const Body* held = body(i)) placement.bodies[i] = held->exact_pose();
  placements_.push_back(placement);
  placed_at_ = world_->next_serial();
  place(part);
}

/// While it attaches a joint ODE computes angles from the axes at that moment: x of the first body and y of the second.
/// If these are parallel it aborts the process. So both bodies have the identity rotation meanwhile.
void Joint::hold(dBodyID first, dBodyID second) {
  const Straightened first_straight(first), second_straight(second);
  dJointAttach(joint_, first, second);
  for (JointMotor* motor : motors_) motor->hold(first, second);
  if (feedback_) *feedback_ = {};
}

void Joint::remove_motor(JointMotor& motor) {
  std::erase(motors_, &motor);
  if (leader_ == &motor) leader_ = nullptr;
}

Body* Joint::find_body(const Value& path) {
  const auto text = as_text(path);
  if (text && text->empty()) return nullptr;
  auto* body = text ? dynamic_cast<Body*>(find(*text)) : nullptr;
  if (body && body->id() && &body->world() == world_) return body;
  complain(
      fmt::format("there is no body '{}' in this scene to attach to", printable(text ? *text : describe(path), 200)));
  return nullptr;
}

Body* Joint::body(int index) const {
  if (!is_attached() || index < 0 || index > 1) return nullptr;
  return body_of(dJointGetBody(joint_, index));
}

void Joint::set_feedback(bool on) {
  if (on == has_feedback()) return;
  if (on) {
    feedback_ = std::make_unique<dJointFeedback>();
    if (joint_) dJointSetFeedback(joint_, feedback_.get());
  } else {
    if (joint_) dJointSetFeedback(joint_, nullptr);
    feedback_.reset();
  }
}

Joint::Load Joint::load(int body) const {
  if (!feedback_ || body < 0 || body > 1) return {};
  Load sum = load_of(*feedback_, body);
  for (const JointMotor* motor : motors_) {
    const Load part = load_of(motor->feedback(), body);
    sum = {sum.force + part.force, sum.torque + part.torque};
  }
  return sum;
}

double Joint::axis_position_near(double before) const {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double now = axis_position();
  return turns() ? now + kTurn * std::round((before - now) / kTurn) : now;
}

Joint::State Joint::save() const {
  State state{settings_, parameters_.save(), placements_, attached_at_, placed_at_, {}, {}, {}};
  for (int i = 0; i < 2; ++i) state.bodies[i] = entry_of(body(i));
  if (feedback_) state.feedback = *feedback_;
  for (const JointMotor* motor : motors_) state.motors.push_back(motor->save());
  return state;
}

bool Joint::is_held_as(const State& state) const {
  return placed_at_ == state.placed_at && entry_of(body(0)) == state.bodies[0] && entry_of(body(1)) == state.bodies[1];
}

void Joint::hold_as(const State& state, Body* first, Body* second) {
  settings_ = state.settings;
  placements_ = state.placements;
  attached_at_ = state.attached_at;
  placed_at_ = state.placed_at;
  hold_as_placed(first, second);
}

/// Attaches it to the bodies and repeats its placements, for which it moves the bodies.
void Joint::hold_as_placed(Body* first, Body* second) {
  hold(nullptr, nullptr);
  for (const Placement& placement : placements_) {
    if (first) first->set_exact_pose(placement.bodies[0]);
    if (second) second->set_exact_pose(placement.bodies[1]);
    if (placement.part == Part::everything) hold(first ? first->id() : nullptr, second ? second->id() : nullptr);
    replayed_frame_ = &placement.frame;
    place(placement.part);
    replayed_frame_ = nullptr;
  }
}

void Joint::restore(const State& state) {
  settings_ = state.settings;
  parameters_.restore(state.parameters);
  set_feedback(state.feedback.has_value());
  if (feedback_) *feedback_ = *state.feedback;
  for (std::size_t i = 0; i < std::min(motors_.size(), state.motors.size()); ++i) motors_[i]->restore(state.motors[i]);
}

}  // namespace spark
