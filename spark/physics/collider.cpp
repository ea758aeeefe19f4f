// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collider.h"

#include "spark/core/core.h"
#include "spark/numerics/ode_library.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace spark {

Collider::Collider() {
  start_ode();
}

Collider::~Collider() {
  leave_world();
  if (geom_) dGeomDestroy(geom_);
}

void Collider::adopt(dGeomID geom) {
  geom_ = geom;
  dGeomSetData(geom_, this);
}

void Collider::geom_changed() {
  knows_contact_shape_ = false;
  if (world_) world_->geoms_changed();
}

void Collider::linked() {
  World& world = World::of(*this);
  world.space();
  world_ = &world;
  entered_at_ = world_->next_serial();
  world_->add(*this);
  group_ = world_->groups().number_of(group_name_);
  place();
}

void Collider::unlinking() {
  leave_world();
}

void Collider::leave_world() {
  if (!world_) return;
  world_->remove(*this);
  world_ = nullptr;
  group_ = 0;
  knows_contact_shape_ = false;
  if (has_place()) dGeomSetBody(geom_, nullptr);
  leave_space(geom_);
}

void Collider::place() {
  geom_changed();
  if (!world_ || !has_place()) return;
  const Body* body = parent()->child_of_type<Body>();
  if (!body || !body->id()) {
    place_as_scenery();
    return;
  }
  has_pose_ = true;
  update_enabled();
  dGeomSetBody(geom_, body->id());
  const Mat3 turn = turn_ == kIdentity3 ? geom_rotation() : turn_ * geom_rotation();
  if (offset_ == Vec3() && turn == kIdentity3) {
    dGeomClearOffset(geom_);
    return;
  }
  dGeomSetOffsetPosition(geom_, offset_.x, offset_.y, offset_.z);
  if (turn == kIdentity3) return;
  dMatrix3 rotation;
  write_rotation(turn, rotation);
  dGeomSetOffsetRotation(geom_, rotation);
}

const ContactShape& Collider::contact_shape() {
  if (!knows_contact_shape_) contact_shape_ = spark::contact_shape(geom_);
  knows_contact_shape_ = true;
  return contact_shape_;
}

void Collider::note_shape() {
  geom_changed();
  note_look();
}

void Collider::place_as_scenery() {
  dGeomSetBody(geom_, nullptr);
  const Transform* above = ancestor<Transform>();
  const Pose pose = (above ? above->world_pose() : Pose()) * Pose{offset_, turn_} * Pose{{}, geom_rotation()};
  has_pose_ = is_sound(pose);
  update_enabled();
  if (!has_pose_) {
    const std::string path = full_path();
    core().log.complain(path, "{} has no pose that a collider can take; nothing touches it", path);
    return;
  }
  dMatrix3 rotation;
  write_rotation(pose.rotation, rotation);
  dGeomSetPosition(geom_, pose.position.x, pose.position.y, pose.position.z);
  dGeomSetRotation(geom_, rotation);
}

void Collider::update_enabled() {
  geom_changed();
  if (enabled_ && has_pose_)
    dGeomEnable(geom_);
  else
    dGeomDisable(geom_);
}

void Collider::enable(bool on) {
  enabled_ = on;
  update_enabled();
}

void Collider::set_group(const std::string& name) {
  group_name_ = name;
  if (world_) group_ = world_->groups().number_of(name);
}

bool Collider::set_position(Vec3 offset) {
  if (!within(offset, kMaxDistance)) return false;
  offset_ = offset;
  place();
  note_look();
  return true;
}

bool Collider::set_rotation(const Mat3& turn) {
  if (!is_sound({{}, turn})) return false;
  turn_ = turn;
  place();
  note_look();
  return true;
}

bool Collider::add_collision_handler(const std::string& class_name) {
  const std::string full_name = class_name.find('/') == std::string::npos ? "oxygen/" + class_name : class_name;
  const ClassInfo* info = core().classes.find(full_name);
  auto object = info && !info->is_abstract() ? core().classes.create(full_name) : nullptr;
  if (!dynamic_cast<CollisionHandler*>(object.get())) {
    core().log.error("{}: '{}' is not a class of collision handlers", full_path(), printable(class_name));
    return false;
  }
  object->set_name(full_name.substr(full_name.rfind('/') + 1));
  append(std::move(object));
  return true;
}

void Collider::add_default_handler() {
  if (!is_solid() || !contacts_.empty() || !recorders_.empty()) return;
  constexpr const char* kClass = "oxygen/ContactJointHandler";
  if (core().classes.find(kClass)) {
    add_collision_handler(kClass);
    return;
  }
  auto handler = std::make_unique<ContactJointHandler>();
  handler->set_name("ContactJointHandler");
  append(std::move(handler));
}

void Collider::add_handler(CollisionHandler& handler) {
  auto* contact = dynamic_cast<ContactJointHandler*>(&handler);
  if (contact && !is_solid()) throw Misplaced("a ray pushes nothing, so it has no contacts");
  if (contact) contacts_.push_back(contact);
  if (auto* recorder = dynamic_cast<RecorderHandler*>(&handler)) recorders_.push_back(recorder);
  if (world_) world_->invalidate_order();
}

void Collider::remove_handler(CollisionHandler& handler) {
  std::erase(contacts_, &handler);
  std::erase(recorders_, &handler);
  if (world_) world_->invalidate_order();
}

}  // namespace spark
