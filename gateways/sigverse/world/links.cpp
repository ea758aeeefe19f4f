// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/links.h"

#include <algorithm>
#include <cmath>

#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/world.h"

namespace sigverse {
namespace {

/// An empty name means the part `body`. In many robots that has no shape; it is then replaced by the first part with a
/// shape, which is the nearest one.
std::optional<std::size_t> number_of_part(const SimObj& object, std::string_view name) {
  const auto number = object.part_number(name);
  return number || name != "body" ? number : object.part_number("");
}

SigPose pose_of_part(const SimObj& object, std::size_t part) {
  const PartView view = object.part(part);
  return {view.place, view.turn};
}

/// The angular velocity that turns one rotation into the other in that time, the shorter way: 2 atan2(|v|, w)/t about
/// v, where (w, v) is the quaternion now · before⁻¹.
SigVector spin_between(const SigQuaternion& before, const SigQuaternion& now, double seconds) {
  const SigQuaternion turn = product(now, inverse(before));
  const double sine = magnitude({turn[1], turn[2], turn[3]});
  if (!(sine > 0.0)) return {};
  const double sign = turn[0] < 0.0 ? -1.0 : 1.0;
  const double factor = sign * 2.0 * std::atan2(sine, sign * turn[0]) / sine / seconds;
  return {factor * turn[1], factor * turn[2], factor * turn[3]};
}

/// Gives an object the velocity that moves it from one pose to the other in that time, as one rigid body.
void throw_object(SimObj& object, const SigPose& before, const SigPose& now, double seconds) {
  const SigPose centre = inverse(object.pose()) * SigPose{to_sig(object.main_body().position())};
  SigVector velocity = difference((now * centre).place, (before * centre).place);
  for (double& x : velocity) x /= seconds;
  if (!(magnitude(velocity) <= Links::kMaxThrow)) return;
  object.set_linear_velocity(velocity);
  object.set_angular_velocity(spin_between(before.turn, now.turn, seconds));
}

}  // namespace

struct Links::Link {
  enum class Kind { connection, hand };
  Kind kind;
  std::string name;  ///< of a connection
  SimObj* owner;
  std::size_t part;
  SimObj* target;
  std::size_t target_part;

  Coupling coupling = Coupling::none;
  spark::FixedJoint* joint = nullptr;  ///< null unless a joint maintains the link
  SigPose relative{};  ///< of the target's part in the frame of the owner's part, when `coupling` was set
  /// If the target was carried in them: its poses after the last step and the step before.
  SigPose now{}, before{};
  int steps_carried = 0;  ///< up to 2
};

Links::Links(spark::Node& node, const std::vector<SimObj*>& objects) : node_(node), objects_(objects) {}
Links::~Links() = default;

// ---- finding ----

Links::Link* Links::find(const SimObj& owner, std::string_view name) const {
  for (Link* link : links_of(owner))
    if (link->owner == &owner && link->kind == Link::Kind::connection && link->name == name) return link;
  return nullptr;
}

Links::Link* Links::held_by_part(const SimObj& owner, std::size_t part) const {
  for (Link* link : links_of(owner))
    if (link->owner == &owner && link->kind == Link::Kind::hand && link->part == part) return link;
  return nullptr;
}

Links::Link* Links::grasp_of(const SimObj& target) const {
  for (Link* link : links_of(target))
    if (link->target == &target && link->kind == Link::Kind::hand) return link;
  return nullptr;
}

const std::vector<Links::Link*>& Links::links_of(const SimObj& object) const {
  static const std::vector<Link*> none;
  return object.id() <= by_object_.size() ? by_object_[object.id() - 1] : none;
}

Links::Link*& Links::carrier_of(const SimObj& target) {
  return carriers_[target.id() - 1];
}

/// Whether they are linked, by one link or by several.
bool Links::are_linked(const SimObj& a, const SimObj& b) const {
  std::vector<std::pair<const SimObj*, const Link*>> reached{{&a, nullptr}};
  while (!reached.empty()) {
    const auto [object, by] = reached.back();
    reached.pop_back();
    if (object == &b) return true;
    for (const Link* link : links_of(*object))
      if (link != by) reached.emplace_back(link->owner == object ? link->target : link->owner, link);
  }
  return false;
}

bool Links::is_held(const SimObj& object) const {
  return grasp_of(object) != nullptr;
}

bool Links::is_held_by(const SimObj& object, const SimObj& holder) const {
  for (const Link* link = grasp_of(object); link; link = grasp_of(*link->owner))
    if (link->owner == &holder) return true;
  return false;
}

/// Follows the joints from object to object; they form no loop. A hand also drags along what it holds.
bool Links::is_tied_to_held(const SimObj& object) const {
  followed_.assign(1, {&object, nullptr});
  while (!followed_.empty()) {
    const auto [next, by] = followed_.back();
    followed_.pop_back();
    const bool is_in_own_hand = by && by->kind == Link::Kind::hand && by->target == next;
    if (next->is_held() && !is_in_own_hand) return true;
    for (const Link* link : links_of(*next))
      if (link != by && link->coupling == Coupling::joint)
        followed_.emplace_back(link->owner == next ? link->target : link->owner, link);
  }
  return false;
}

// ---- making and removing ----

Links::Link& Links::add(Link link) {
  by_object_.resize(objects_.size());
  carriers_.resize(objects_.size());
  const auto at = std::ranges::upper_bound(links_, link.owner->id(), {}, [](const auto& l) { return l->owner->id(); });
  Link& added = **links_.insert(at, std::make_unique<Link>(std::move(link)));
  for (const SimObj* object : {added.owner, added.target}) by_object_[object->id() - 1].push_back(&added);
  set_touching(added, false);
  if (follow_dynamics(added)) settle(*added.target);
  return added;
}

void Links::remove(Link& link) {
  SimObj& target = *link.target;
  stop(link);
  set_touching(link, true);
  for (const SimObj* object : {link.owner, link.target}) std::erase(by_object_[object->id() - 1], &link);
  std::erase_if(links_, [&link](const auto& each) { return each.get() == &link; });
  show_hold(target);
  settle(target);
}

/// Sets whether the bodies of a link collide. A connection concerns the bodies of its two parts; for a grasp, no part
/// of the holder collides with the held object.
void Links::set_touching(const Link& link, bool on) const {
  spark::World& world = spark::World::of(node_);
  if (link.kind == Link::Kind::connection) {
    world.set_bodies_touching(link.owner->part_body(link.part), link.target->part_body(link.target_part), on);
    return;
  }
  for (std::size_t mine = 0; mine < link.owner->part_count(); ++mine)
    for (std::size_t other = 0; other < link.target->part_count(); ++other)
      world.set_bodies_touching(link.owner->part_body(mine), link.target->part_body(other), on);
}

std::string_view Links::connect(SimObj& owner, std::string_view name, std::string_view part, SimObj& target,
                                std::string_view target_part) {
  if (name.empty() || name.size() > kLongestName) return "a joint has a name of 1 to 255 octets";
  if (find(owner, name) || owner.has_joint(name)) return "it already has a joint with that name";
  const auto own_part = number_of_part(owner, part), other_part = number_of_part(target, target_part);
  if (!own_part) return "it has no such part";
  if (!other_part) return "the target has no such part";
  if (&owner == &target) return "an object cannot be joined to itself";
  if (are_linked(owner, target)) return "the two are already joined, directly or through others";
  const bool is_carried = target.id() <= carriers_.size() && carrier_of(target);
  if (is_carried && !owner.is_moved_by_physics()) return "the target already follows another object";
  add({Link::Kind::connection, std::string(name), &owner, *own_part, &target, *other_part});
  return {};
}

bool Links::disconnect(const SimObj& owner, std::string_view name) {
  Link* link = find(owner, name);
  if (link) remove(*link);
  return link != nullptr;
}

std::optional<JointLoads> Links::loads(const SimObj& owner, std::string_view name) const {
  const Link* link = find(owner, name);
  if (!link) return owner.joint_loads(name);
  const auto load = [link](int body) { return link->joint ? link->joint->load(body) : spark::Joint::Load{}; };
  return JointLoads{side_of(owner.part(link->part).name, load(0)),
                    side_of(link->target->part(link->target_part).name, load(1))};
}

bool Links::has_part(const SimObj& object, std::string_view part) {
  return number_of_part(object, part).has_value();
}

GraspAnswer Links::grasp(SimObj& owner, std::string_view part, SimObj& target) {
  const auto hand = number_of_part(owner, part);
  if (!hand || !target.part_count() || &owner == &target) return GraspAnswer::not_graspable;
  if (held_by_part(owner, *hand)) return GraspAnswer::hand_is_full;
  if (is_held(target)) return GraspAnswer::held_already;
  if (!target.is_graspable() || are_linked(owner, target)) return GraspAnswer::not_graspable;
  const double distance = magnitude(difference(target.part(0).centre, owner.part(*hand).centre));
  if (!(distance <= target.grasp_radius())) return GraspAnswer::too_far;
  add({Link::Kind::hand, {}, &owner, *hand, &target, 0});
  return GraspAnswer::holds;
}

bool Links::drop(const SimObj& owner, std::string_view part) {
  const auto hand = number_of_part(owner, part);
  Link* link = hand ? held_by_part(owner, *hand) : nullptr;
  if (!link) return false;
  SimObj& target = *link->target;
  const SigPose before = link->before, now = link->now;
  const bool has_motion = link->coupling == Coupling::carries && link->steps_carried == 2;
  remove(*link);
  // If a joint held the object, it already has its velocity.
  if (has_motion && target.is_moved_by_physics()) throw_object(target, before, now, step_seconds_);
  return true;
}

void Links::clear() {
  for (const auto& link : links_) {
    stop(*link);
    set_touching(*link, true);
  }
  std::vector<std::unique_ptr<Link>> links;
  links.swap(links_);
  for (auto& list : by_object_) list.clear();
  for (const auto& link : links) show_hold(*link->target);
}

// ---- how links are kept up ----

Links::Coupling Links::wanted_coupling(const Link& link) {
  const Link* carrier = carrier_of(*link.target);
  const bool is_carried_by_another = carrier && carrier != &link;
  const bool owner_moves = link.owner->is_moved_by_physics();
  const bool target_moves = link.target->dynamics() && !is_carried_by_another;
  const bool is_hand = link.kind == Link::Kind::hand;
  if (is_hand ? owner_moves && target_moves : owner_moves || target_moves) return Coupling::joint;
  return is_hand || !is_carried_by_another ? Coupling::carries : Coupling::none;
}

/// Starts to maintain the link with the coupling that it needs now. Returns true if the physics starts or stops moving
/// the target as a result.
bool Links::follow_dynamics(Link& link) {
  const Coupling coupling = wanted_coupling(link);
  if (coupling == link.coupling) return false;
  const bool was_moved = link.target->is_moved_by_physics();
  stop(link);
  link.coupling = coupling;
  link.relative = inverse(pose_of_part(*link.owner, link.part)) * pose_of_part(*link.target, link.target_part);
  link.steps_carried = 0;
  if (coupling == Coupling::carries) {
    Link*& carrier = carrier_of(*link.target);
    if (carrier) stop(*carrier);  // a hand takes precedence over connections
    carrier = &link;
  }
  show_hold(*link.target);
  if (coupling == Coupling::joint) {
    link.joint = &free_joint();
    link.joint->set_feedback(link.kind == Link::Kind::connection);
    link.joint->attach(&link.owner->part_body(link.part), &link.target->part_body(link.target_part));
  }
  return link.target->is_moved_by_physics() != was_moved;
}

void Links::stop(Link& link) {
  if (link.joint) link.joint->release();
  link.joint = nullptr;
  if (link.coupling == Coupling::carries) carrier_of(*link.target) = nullptr;
  link.coupling = Coupling::none;
}

/// Tells the target how links hold it.
void Links::show_hold(SimObj& target) {
  if (carrier_of(target))
    target.set_hold(SimObj::Hold::carried);
  else
    target.set_hold(is_held(target) ? SimObj::Hold::tied : SimObj::Hold::none);
}

/// Adapts links after the dynamics of the object were switched, and in turn those of objects that are switched thereby.
void Links::settle(SimObj& object) {
  std::vector<SimObj*> switched{&object};
  while (!switched.empty()) {
    const SimObj& next = *switched.back();
    switched.pop_back();
    for (Link* link : links_of(next))
      if (follow_dynamics(*link)) switched.push_back(link->target);
  }
}

/// Joints are reused, because the world never deletes a joint.
spark::FixedJoint& Links::free_joint() {
  for (const auto& joint : joints_)
    if (joint && !joint->is_attached()) return *joint;
  auto made = node_.core().classes.create("oxygen/FixedJoint");
  made->set_name("link");
  auto& joint = dynamic_cast<spark::FixedJoint&>(node_.append(std::move(made)));
  joints_.emplace_back(node_) = joint;
  return joint;
}

void Links::dynamics_changed(SimObj& object) {
  settle(object);
}

// ---- motion ----

/// Moves the object so that the part has that pose.
void Links::put(SimObj& object, std::size_t part, const SigPose& wanted) const {
  const SigPose present = object.pose(), of_part = pose_of_part(object, part);
  // The part is usually the object's own frame; then nothing is rounded.
  object.put(of_part == present ? wanted : wanted * (inverse(of_part) * present));
  if (is_after_step_) object.show_places();
}

void Links::put_target(const Link& link) const {
  put(*link.target, link.target_part, pose_of_part(*link.owner, link.part) * link.relative);
}

void Links::put_owner(const Link& link) const {
  put(*link.owner, link.part, pose_of_part(*link.target, link.target_part) * inverse(link.relative));
}

void Links::object_moved(SimObj& object) {
  if (!links_.empty()) spread_motion(object, nullptr);
}

/// Moves everything that is linked to an object that has moved. `by` is the link that moved it, or null.
void Links::spread_motion(const SimObj& object, const Link* by) {
  moved_.assign(1, {&object, by});
  while (!moved_.empty()) {
    const auto [next, last] = moved_.back();
    moved_.pop_back();
    for (const Link* link : links_of(*next)) {
      if (link == last || link->coupling == Coupling::none) continue;
      if (link->owner == next)
        put_target(*link);
      else if (link->coupling == Coupling::joint)
        put_owner(*link);
      else
        continue;
      moved_.emplace_back(link->owner == next ? link->target : link->owner, link);
    }
  }
}

void Links::step_made(double seconds) {
  step_seconds_ = seconds;
  is_after_step_ = true;
  for (const auto& link : links_) {
    if (link->coupling != Coupling::carries || !link->owner->is_moved_by_physics()) continue;
    put_target(*link);
    spread_motion(*link->target, link.get());
  }
  is_after_step_ = false;
  for (const auto& link : links_) {
    if (link->coupling != Coupling::carries) continue;
    link->before = link->now;
    link->now = link->target->pose();
    link->steps_carried = std::min(link->steps_carried + 1, 2);
  }
}

}  // namespace sigverse
