// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/articulation.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "spark/physics/collider.h"
#include "spark/physics/joint.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

/// Calls `use(joint, other body or null)` for all joints of a body except contacts.
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

/// How far a shape extends below a height. For a sphere at the centre of the body this is its radius, to the last bit.
double reach_down_from(double height, dGeomID geom) {
  if (dGeomGetClass(geom) == dSphereClass) return height - dGeomGetPosition(geom)[2] + dGeomSphereGetRadius(geom);
  dReal bounds[6];
  dGeomGetAABB(geom, bounds);
  return height - bounds[4];
}

bool boxes_overlap(dGeomID a, dGeomID b) {
  dReal box_a[6], box_b[6];
  dGeomGetAABB(a, box_a);
  dGeomGetAABB(b, box_b);
  for (int axis = 0; axis < 6; axis += 2)
    if (box_a[axis] > box_b[axis + 1] || box_b[axis] > box_a[axis + 1]) return false;
  return true;
}

/// Whether one of two shapes, of which `a` belongs to a body, reaches deeper than `depth` into the other.
bool reaches_into(const Collider& a, const Collider& b, double depth) {
  if (!boxes_overlap(a.id(), b.id())) return false;
  if (b.point_depth(to_vec3(dGeomGetPosition(a.id()))) > depth) return true;
  // Planes have no centre.
  if (dGeomGetClass(b.id()) != dPlaneClass && a.point_depth(to_vec3(dGeomGetPosition(b.id()))) > depth) return true;
  dContactGeom contacts[16];
  const int count = dCollide(a.id(), b.id(), static_cast<int>(std::size(contacts)), contacts, sizeof contacts[0]);
  return std::any_of(contacts, contacts + count,
                     [depth](const dContactGeom& contact) { return contact.depth > depth; });
}

/// The first collider of the world, except those of the bodies in `own`, into which one of their shapes reaches.
const Collider* find_obstacle(const std::vector<Body*>& own, double depth) {
  World& world = own.front()->world();
  for (const Collider* other : world.colliders()) {
    const Body* its_body = body_of(dGeomGetBody(other->id()));
    if (!other->is_obstacle() || (its_body && std::ranges::find(own, its_body) != own.end())) continue;
    for (const Body* body : own) {
      if (its_body && !world.bodies_touching(*body, *its_body)) continue;
      for (dGeomID geom = dBodyGetFirstGeom(body->id()); geom; geom = dBodyGetNextGeom(geom)) {
        const auto& shape = *static_cast<const Collider*>(dGeomGetData(geom));
        if (shape.is_obstacle() && world.groups().may_touch(shape.group(), other->group()) &&
            reaches_into(shape, *other, depth))
          return other;
      }
    }
  }
  return nullptr;
}

void find_bodies(const Node& at, std::vector<Body*>& bodies) {
  for (const auto& child : at.children()) {
    if (auto* body = dynamic_cast<Body*>(child.get()); body && body->id()) bodies.push_back(body);
    if (const Node* node = child->as_node()) find_bodies(*node, bodies);
  }
}

}  // namespace

Articulation::Articulation(Body& body) : body_(body) {
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

bool Articulation::move_to(Vec3 position) {
  return move({position - body_.position(), kIdentity3}, position);
}

bool Articulation::place_at_rest(Vec3 position) {
  if (!move_to(position)) return false;
  stop();
  return true;
}

bool Articulation::place_at_rest(const Pose& pose) {
  const Pose motion = pose * inverse({body_.position(), body_.rotation()});
  if (!is_sound(pose) || !move(motion, pose.position)) return false;
  stop();
  return true;
}

bool Articulation::set_velocity(Vec3 velocity) {
  if (!body_.set_velocity(velocity)) return false;
  body_.set_angular_velocity({});
  for (Body* other : others_) {
    other->set_velocity(velocity);
    other->set_angular_velocity({});
  }
  return true;
}

bool Articulation::set_motion(Vec3 velocity, Vec3 spin) {
  const Vec3 faster = velocity - body_.velocity(), turned = spin - body_.angular_velocity();
  const auto velocity_of = [&](const Body& other) {
    return other.velocity() + faster + cross(turned, other.position() - body_.position());
  };
  const double limit = body_.world().limits().speed;
  const bool fits =
      within(velocity, limit) && within(spin, Body::kMaxSpeed) && std::ranges::all_of(others_, [&](const Body* other) {
        return within(velocity_of(*other), limit) && within(other->angular_velocity() + turned, Body::kMaxSpeed);
      });
  if (!fits) return false;
  for (Body* other : others_) {
    other->set_velocity(velocity_of(*other));
    other->set_angular_velocity(other->angular_velocity() + turned);
  }
  return body_.set_velocity(velocity) && body_.set_angular_velocity(spin);
}

std::vector<Body*> Articulation::all() const {
  std::vector<Body*> bodies{&body_};
  bodies.insert(bodies.end(), others_.begin(), others_.end());
  return bodies;
}

const Collider* Articulation::obstacle_at(const Pose& pose, double depth) const {
  const Pose motion = pose * inverse({body_.position(), body_.rotation()});
  const std::vector<Body*> bodies = all();
  std::vector<Body::State> before;
  for (Body* body : bodies) {
    before.push_back(body->save());
    body->move_by(motion);
  }
  const Collider* obstacle = find_obstacle(bodies, depth);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i]->restore(before[i]);
  return obstacle;
}

/// `position` is the target of `body_`, without rounding.
bool Articulation::move(const Pose& motion, Vec3 position) {
  const auto fits = [&](const Body* other) {
    return within((motion * Pose{other->position()}).position, body_.world().limits().distance);
  };
  if (!std::ranges::all_of(others_, fits) || !body_.set_position(position)) return false;
  const bool turns = motion.rotation != kIdentity3;
  if (turns) body_.set_rotation(motion.rotation * body_.rotation());
  for (Body* other : others_) other->move_by(motion);
  for (Joint* anchor : anchors_) anchor->move_anchor_by(motion);
  return true;
}

void Articulation::stop() {
  body_.stop();
  for (Body* other : others_) other->stop();
}

std::optional<double> Articulation::reach_down() const {
  if (!body_.id()) return {};
  const double height = body_.position().z;
  std::optional<double> max_reach;
  const auto look_at = [&](const Body& body) {
    for (dGeomID geom = dBodyGetFirstGeom(body.id()); geom; geom = dBodyGetNextGeom(geom)) {
      if (!static_cast<const Collider*>(dGeomGetData(geom))->is_obstacle()) continue;
      const double reach = reach_down_from(height, geom);
      max_reach = max_reach ? std::max(*max_reach, reach) : reach;
    }
  };
  look_at(body_);
  for (const Body* other : others_) look_at(*other);
  return max_reach;
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
