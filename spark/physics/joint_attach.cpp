// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spark/core/core.h"
#include "spark/core/source_place.h"
#include "spark/physics/joint.h"
#include "spark/physics/joint_motor.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

/// Gives a body the rotation of the world for as long as it lives.
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

}  // namespace

bool Joint::complain(std::string_view what, LogLevel level) const {
  report(core(), level, "attach", fmt::format("{}: {}", full_path(), what));
  return false;
}

bool Joint::attach(const Values& paths) {
  if (!joint_) return is_linked() && complain(kNoWorld);
  if (paths.size() > 2) return complain("it takes up to two paths of bodies");
  Body* first = !paths.empty() ? find_body(paths[0]) : nullptr;
  Body* second = paths.size() > 1 ? find_body(paths[1]) : nullptr;
  const bool names_a_body = std::ranges::any_of(paths, [](const Value& path) { return as_text(path) != ""; });
  if (!names_a_body) complain("both ends are the static world; it holds nothing", LogLevel::warning);
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
      return complain(fmt::format("{} is no body of this scene to attach to", body->full_path()));
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
  // Anchors, axes and what counts as angle 0 are asked of ODE by placing the joint, so it is placed once more, with
  // everything where it was then, and then carried.
  for (Placement& placement : placements_) {
    placement.frame = motion * placement.frame;
    placement.bodies[0] = moved(placement.bodies[0], motion);
  }
  attached_at_ = placed_at_ = world_->next_serial();
  hold_as_placed(held, nullptr);
  held->set_exact_pose(now);
}

void Joint::place_again(Part part) {
  if (!is_attached()) return;
  std::erase_if(placements_, [part](const Placement& old) { return old.part == part; });
  Placement placement{part, frame(), {}};
  for (int i = 0; i < 2; ++i)
    if (const Body* held = body(i)) placement.bodies[i] = held->exact_pose();
  placements_.push_back(placement);
  placed_at_ = world_->next_serial();
  place(part);
}

/// ODE works out angles while it attaches, with the axes that it has at that moment, x of the first body and y of the
/// second. Should these be parallel, it aborts the process, so neither body is turned meanwhile.
void Joint::hold(dBodyID first, dBodyID second) {
  const Straightened first_straight(first), second_straight(second);
  dJointAttach(joint_, first, second);
  for (JointMotor* motor : motors_) motor->hold(first, second);
  if (feedback_) *feedback_ = {};
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

}  // namespace spark
