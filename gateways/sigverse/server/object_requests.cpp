// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/object_requests.h"

#include <fmt/format.h>

#include <algorithm>

#include "gateways/sigverse/wire/messages.h"

namespace sigverse {

using wire::PacketType;

bool ObjectRequests::take(const wire::Packet& packet, const Asker& asker, std::string& out, std::string& problem) {
  asker_ = asker;
  out_ = &out;
  problem_ = &problem;
  malformed_ = false;
  return take_question(packet) || take_change(packet) || take_joint(packet);
}

template <typename Message>
bool ObjectRequests::read(const wire::Packet& packet, Message& message) {
  if (wire::read_data(packet.data, message)) return true;
  malformed_ = true;
  *problem_ = fmt::format("{} has data that are too short", wire::name_of(packet.head.type));
  return false;
}

/// The object, if there is one and the asker may change it.
SimObj* ObjectRequests::to_change(std::string_view name, std::string_view what) {
  SimObj* object = world_.find(name);
  if (!object)
    *problem_ = fmt::format("{}: there is no object '{}'", what, name);
  else if (!asker_.may_change)
    *problem_ = fmt::format("{} of '{}' is refused: who is not attached changes nothing", what, name);
  else if (own_objects_only_ && asker_.self && asker_.self != object)
    *problem_ =
        fmt::format("{} of '{}' is refused: '{}' may change itself only", what, name, asker_.self->object_name());
  else
    return object;
  return nullptr;
}

void ObjectRequests::done(bool accepted, std::string_view name, std::string_view what, const SimObj& object) {
  if (!accepted && !object.refused_by_mode())
    *problem_ = fmt::format("{} of '{}' is refused: {}", what, name, object.complaint());
}

template <typename Message, typename Call>
void ObjectRequests::change(const wire::Packet& packet, Call call) {
  Message message;
  if (!read(packet, message)) return;
  const std::string_view name = [&] {
    if constexpr (requires { message.name; })
      return message.name;
    else
      return message.agent;
  }();
  const std::string_view what = wire::name_of(packet.head.type);
  if (SimObj* object = to_change(name, what)) done(call(*object, message), name, what, *object);
}

/// `reply` gets the object, or null, and what was asked.
template <typename Message, typename Reply>
void ObjectRequests::answer(const wire::Packet& packet, Reply reply) {
  Message message;
  if (read(packet, message)) wire::append_packet(*out_, reply(world_.find(message.name), message));
}

bool ObjectRequests::take_question(const wire::Packet& packet) {
  switch (packet.head.type) {
    case PacketType::get_all_entities:
      all_entities();
      return true;
    case PacketType::get_entity:
      entity(packet);
      return true;
    case PacketType::get_object_names:
      names(packet);
      return true;
    case PacketType::x3d_db:
      shapes();
      return true;
    case PacketType::get_angular_velocity:
      answer<wire::GetAngularVelocity>(packet, [](const SimObj* object, const auto& asked) {
        return wire::GetAngularVelocityResult{asked.name, object ? object->angular_velocity() : SigVector{}};
      });
      return true;
    case PacketType::get_linear_velocity:
      answer<wire::GetLinearVelocity>(packet, [](const SimObj* object, const auto& asked) {
        return wire::GetLinearVelocityResult{asked.name, object ? object->linear_velocity() : SigVector{}};
      });
      return true;
    case PacketType::get_gravity_mode:
      answer<wire::GetGravityMode>(packet, [](const SimObj* object, const auto& asked) {
        return wire::GetGravityModeResult{asked.name, object && object->gravity_mode()};
      });
      return true;
    case PacketType::get_pointed_object:
      if (wire::GetPointedObject message; read(packet, message))
        wire::append_packet(*out_, wire::GetPointedObjectResult{});
      return true;
    default:
      return false;
  }
}

bool ObjectRequests::take_change(const wire::Packet& packet) {
  switch (packet.head.type) {
    case PacketType::update_entities:
      update(packet);
      return true;
    case PacketType::add_force:
      change<wire::AddForce>(packet, [](SimObj& o, const auto& m) { return o.add_force(m.value, m.relative); });
      return true;
    case PacketType::add_force_at_pos:
      change<wire::AddForceAtPos>(packet, [](SimObj& o, const auto& m) {
        return o.add_force_at(m.force, m.place, m.force_relative, m.place_relative);
      });
      return true;
    case PacketType::add_force_to_parts:
      change<wire::AddForceToParts>(packet,
                                    [](SimObj& o, const auto& m) { return o.add_force_to_part(m.part, m.force); });
      return true;
    case PacketType::add_torque:
      change<wire::AddTorque>(packet, [](SimObj& o, const auto& m) { return o.add_torque(m.value, m.relative); });
      return true;
    case PacketType::set_mass:
      change<wire::SetMass>(packet, [](SimObj& o, const auto& m) { return o.set_mass(m.mass); });
      return true;
    case PacketType::set_gravity_mode:
      change<wire::SetGravityMode>(packet, [](SimObj& o, const auto& m) { return o.set_gravity_mode(m.on); });
      return true;
    case PacketType::set_dynamics_mode:
      change<wire::SetDynamicsMode>(packet, [](SimObj& o, const auto& m) { return o.set_dynamics(m.on); });
      return true;
    case PacketType::set_linear_velocity:
      change<wire::SetLinearVelocity>(packet, [](SimObj& o, const auto& m) { return o.set_linear_velocity(m.value); });
      return true;
    default:
      return false;
  }
}

template <typename Message>
void ObjectRequests::refuse_joint(const wire::Packet& packet) {
  Message message;
  if (!read(packet, message)) return;
  const std::string_view what = wire::name_of(packet.head.type);
  if (to_change(message.agent, what))
    *problem_ = fmt::format("{}: '{}' has no joint '{}'", what, message.agent, message.joint);
}

bool ObjectRequests::take_joint(const wire::Packet& packet) {
  switch (packet.head.type) {
    case PacketType::set_joint_angle:
      refuse_joint<wire::SetJointAngle>(packet);
      return true;
    case PacketType::add_joint_torque:
      refuse_joint<wire::AddJointTorque>(packet);
      return true;
    case PacketType::set_joint_quaternion:
      refuse_joint<wire::SetJointQuaternion>(packet);
      return true;
    case PacketType::set_joint_velocity:
      refuse_joint<wire::SetJointVelocity>(packet);
      return true;
    case PacketType::set_part_velocity:
      refuse_joint<wire::SetPartVelocity>(packet);
      return true;
    case PacketType::connect_joint:
      refuse_joint<wire::ConnectJoint>(packet);
      return true;
    case PacketType::release_joint:
      refuse_joint<wire::ReleaseJoint>(packet);
      return true;
    case PacketType::get_joint_force:
      if (wire::GetJointForce message; read(packet, message)) wire::append_packet(*out_, wire::GetJointForceResult{});
      return true;
    case PacketType::get_joint_angle:
      if (wire::GetJointAngle message; read(packet, message)) wire::append_packet(*out_, wire::GetJointAngleResult{});
      return true;
    default:
      return false;
  }
}

void ObjectRequests::entity(const wire::Packet& packet) {
  wire::GetEntity message;
  if (!read(packet, message)) return;
  SimObj* object = world_.find(message.name);
  if (wire::append_entity(*out_, world_.time(), object ? &records_.of(*object) : nullptr)) return;
  *problem_ = fmt::format("'{}' has too many attributes for a packet", message.name);
  wire::append_entity(*out_, world_.time(), nullptr);
}

void ObjectRequests::all_entities() {
  const auto count = static_cast<std::uint16_t>(std::max<std::size_t>(world_.objects().size(), 1));
  if (world_.objects().empty()) wire::append_one_of_all(*out_, world_.time(), nullptr, count, 0);
  std::uint16_t number = 0;
  for (SimObj* object : world_.objects()) {
    if (!wire::append_one_of_all(*out_, world_.time(), &records_.of(*object), count, number)) {
      *problem_ = fmt::format("'{}' has too many attributes for a packet", object->object_name());
      wire::append_one_of_all(*out_, world_.time(), nullptr, count, number);
    }
    ++number;
  }
}

void ObjectRequests::names(const wire::Packet& packet) {
  wire::GetObjectNames message;
  if (!read(packet, message)) return;
  wire::Texts names;
  for (const SimObj* object : world_.objects())
    if ((message.what & (object->is_agent() ? message.kAgents : message.kEntities)) != 0)
      names.push_back(object->object_name());
  std::ranges::sort(names);
  if (!wire::append_names(*out_, names)) *problem_ = "there are too many names for packets";
}

void ObjectRequests::shapes() {
  wire::X3dDbResult result;
  for (const ShapeFile& shape : world_.shapes()) result.shapes.push_back({shape.key, shape.file});
  if (!wire::append_packet(*out_, result)) {
    *problem_ = "the shape data base is too large for a packet";
    wire::append_packet(*out_, wire::X3dDbResult{});
  }
}

void ObjectRequests::update(const wire::Packet& packet) {
  wire::OctetReader reader(packet.data);
  reader.real();
  // One after the other, so that one that is wrong spoils those behind it only.
  while (reader.is_good() && !reader.at_end()) {
    if (!wire::read_record(reader, record_)) break;
    if (SimObj* object = to_change(record_.name, "UPDATE_ENTITIES")) apply_record(record_, *object, *problem_);
  }
  if (reader.is_good()) return;
  malformed_ = true;
  *problem_ = "UPDATE_ENTITIES has a record that is wrong";
}

}  // namespace sigverse
