// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/mechanism.h"

#include <algorithm>
#include <optional>

#include "spark/physics/collider.h"
#include "spark/physics/joint.h"

namespace spark {
namespace {

Body* body_of(dBodyID id) {
  return id ? static_cast<Body*>(dBodyGetData(id)) : nullptr;
}

/// Calls `use(joint, other body or null)` for all joints of a body but contacts.
template <typename Use>
void for_each_joint(const Body& body, Use use) {
  const int count = dBodyGetNumJoints(body.id());
  for (int i = 0; i < count; ++i) {
    dJointID joint = dBodyGetJoint(body.id(), i);
    if (dJointGetType(joint) == dJointTypeContact) continue;
    dBodyID first = dJointGetBody(joint, 0), second = dJointGetBody(joint, 1);
    use(*static_cast<Joint*>(dJointGetData(joint)), body_of(first == body.id() ? second : first));
  }
}

bool is_sensor(const Collider& collider) {
  return collider.contact_handlers().empty() && !collider.recorders().empty();
}

/// How far a shape reaches down from a height. A sphere's is its radius to the last bit where the sphere is in the
/// middle of the body.
double reach_down_from(double height, dGeomID geom) {
  if (dGeomGetClass(geom) == dSphereClass) return height - dGeomGetPosition(geom)[2] + dGeomSphereGetRadius(geom);
  dReal bounds[6];
  dGeomGetAABB(geom, bounds);
  return height - bounds[4];
}

void find_bodies(const Node& at, std::vector<Body*>& bodies) {
  for (const auto& child : at.children()) {
    if (auto* body = dynamic_cast<Body*>(child.get()); body && body->id()) bodies.push_back(body);
    if (const Node* node = child->as_node()) find_bodies(*node, bodies);
  }
}

}  // namespace

Mechanism::Mechanism(Body& body) : body_(body) {
  if (!body.id() || dBodyGetNumJoints(body.id()) == 0) return;
  const auto look_from = [this](const Body& from) {
    for_each_joint(from, [this](Joint& joint, Body* other) {
      if (!other)
        anchors_.push_back(&joint);
      else if (other != &body_ && std::ranges::find(others_, other) == others_.end())
        others_.push_back(other);
    });
  };
  look_from(body_);
  for (std::size_t i = 0; i < others_.size(); ++i) look_from(*others_[i]);
}

bool Mechanism::move_to(Vec3 position) {
  return move({position - body_.position(), kIdentity3}, position);
}

bool Mechanism::place_at_rest(Vec3 position) {
  if (!move_to(position)) return false;
  stop();
  return true;
}

bool Mechanism::place_at_rest(const Pose& pose) {
  const Pose motion = pose * inverse({body_.position(), body_.rotation()});
  if (!is_sound(pose) || !move(motion, pose.position)) return false;
  stop();
  return true;
}

bool Mechanism::set_velocity(Vec3 velocity) {
  if (!body_.set_velocity(velocity)) return false;
  body_.set_angular_velocity({});
  for (Body* other : others_) {
    other->set_velocity(velocity);
    other->set_angular_velocity({});
  }
  return true;
}

/// `position` is where the motion takes `body_`, free of rounding.
bool Mechanism::move(const Pose& motion, Vec3 position) {
  const bool fits = within(position, kMaxDistance) && std::ranges::all_of(others_, [&](const Body* other) {
                      return within((motion * Pose{other->position()}).position, kMaxDistance);
                    });
  if (!fits || !body_.set_position(position)) return false;
  const bool turns = motion.rotation != kIdentity3;
  if (turns) body_.set_rotation(motion.rotation * body_.rotation());
  for (Body* other : others_) other->move_by(motion);
  for (Joint* anchor : anchors_) anchor->move_anchor_by(motion);
  return true;
}

void Mechanism::stop() {
  body_.stop();
  for (Body* other : others_) other->stop();
}

std::optional<double> Mechanism::reach_down() const {
  if (!body_.id()) return {};
  const double height = body_.position().z;
  std::optional<double> most;
  const auto look_at = [&](const Body& body) {
    for (dGeomID geom = dBodyGetFirstGeom(body.id()); geom; geom = dBodyGetNextGeom(geom)) {
      if (is_sensor(*static_cast<const Collider*>(dGeomGetData(geom))) || !dGeomIsEnabled(geom)) continue;
      const double reach = reach_down_from(height, geom);
      most = most ? std::max(*most, reach) : reach;
    }
  };
  look_at(body_);
  for (const Body* other : others_) look_at(*other);
  return most;
}

Body* main_body(Transform& node) {
  std::vector<Body*> bodies;
  find_bodies(node, bodies);
  Body* heaviest = nullptr;
  for (Body* body : bodies) {
    if (&body->node() == &node) return body;
    if (!heaviest || body->mass() > heaviest->mass()) heaviest = body;
  }
  return heaviest;
}

}  // namespace spark
