// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/object_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "gateways/sigverse/controller/text_value.h"
#include "gateways/sigverse/wire/types.h"

namespace sigverse {
namespace {

/// Attributes that the server accepts only together, and only with the bit of their operation.
struct Group {
  std::uint32_t operation;
  std::vector<std::string> names;
};
const std::vector<Group>& groups() {
  using namespace wire::operation;
  static const std::vector<Group> all{{kPosition, {"x", "y", "z"}},          {kRotation, {"qw", "qx", "qy", "qz"}},
                                      {kForce, {"fx", "fy", "fz"}},          {kTorque, {"tqx", "tqy", "tqz"}},
                                      {kLinearVelocity, {"vx", "vy", "vz"}}, {kAngularVelocity, {"avx", "avy", "avz"}}};
  return all;
}

bool is_read_only(std::string_view name) {
  return name == "class" || name == "superclass" || name == "agent" || name == "name";
}

/// The value, converted to that type.
Value converted(const std::string& name, const Value& value, ValueType type) {
  if (value.type() == type) return value;
  if (type == VALUE_TYPE_STRING) return {std::string(value.getString())};
  if (type == VALUE_TYPE_BOOL) return {value.getBool()};
  if (value.type() == VALUE_TYPE_STRING && !number_in(value.getString()))
    throw SimObj::Exception(fmt::format("attribute {} is a double, not \"{}\"", name, value.getString()));
  return {value.getDouble()};
}

wire::AttributeRecord record_of(const Attribute& attribute) {
  wire::AttributeRecord record{.name = attribute.name(), .group = attribute.group(), .value = {}};
  if (attribute.type() == VALUE_TYPE_STRING) record.value = std::string_view(attribute.getString());
  if (attribute.type() == VALUE_TYPE_DOUBLE) record.value = attribute.getDouble();
  if (attribute.type() == VALUE_TYPE_BOOL) record.value = attribute.getBool();
  return record;
}

wire::PartRecord record_of(const CParts& part) {
  const Vector3d& place = part.position();
  const dReal* const q = part.rotation().q();
  wire::PartRecord record{.id = static_cast<std::uint32_t>(part.id()),
                          .name = part.name(),
                          .place = {place.x(), place.y(), place.z()},
                          .turn = {q[0], q[1], q[2], q[3]}};
  if (const auto* box = dynamic_cast<const BoxParts*>(&part)) {
    record.size = {box->getSize().x(), box->getSize().y(), box->getSize().z()};
  } else if (const auto* cylinder = dynamic_cast<const CylinderParts*>(&part)) {
    record.shape = wire::PartShape::cylinder;
    record.size = {cylinder->getRad(), cylinder->getLength(), 0.0};
  } else if (const auto* sphere = dynamic_cast<const SphereParts*>(&part)) {
    record.shape = wire::PartShape::sphere;
    record.size = {sphere->getRad(), 0.0, 0.0};
  }
  return record;
}

}  // namespace

ObjectState::~ObjectState() {
  for (auto& [attribute_name, attribute] : attributes) delete attribute;
  for (auto& [part_name, part] : parts) delete part;
}

Attribute& ObjectState::attribute(const std::string& attribute_name) const {
  const auto found = attributes.find(attribute_name);
  if (found == attributes.end())
    throw SimObj::NoAttributeException(fmt::format("{} has no attribute {}", name, attribute_name));
  return *found->second;
}

void ObjectState::store(const std::string& attribute_name, const Value& value) {
  Attribute*& attribute = attributes[attribute_name];
  if (attribute)
    attribute->value(value);
  else
    attribute = new Attribute(attribute_name, "", value);
}

double ObjectState::stored(const std::string& attribute_name) const {
  const auto found = attributes.find(attribute_name);
  return found == attributes.end() ? 0.0 : found->second->getDouble();
}

void ObjectState::assign(const std::string& attribute_name, const Value& value) {
  Attribute& assigned = attribute(attribute_name);
  if (is_read_only(attribute_name))
    throw SimObj::AttributeReadOnlyException(fmt::format("attribute {} of {} is read-only", attribute_name, name));
  assigned.value(converted(attribute_name, value, assigned.type()));
  changed.insert(attribute_name);
  for (const Group& group : groups()) {
    if (std::ranges::find(group.names, attribute_name) == group.names.end()) continue;
    operations |= group.operation;
    changed.insert(group.names.begin(), group.names.end());
  }
}

void ObjectState::forget_changes(std::initializer_list<const char*> names, std::uint32_t operation) {
  for (const char* const one : names) changed.erase(one);
  operations &= ~operation;
}

void ObjectState::assign_triple(const char* prefix, const double* xyz, std::uint32_t operation) {
  static constexpr const char* kAxes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const std::string attribute_name = fmt::format("{}{}", prefix, kAxes[i]);
    store(attribute_name, xyz[i]);
    changed.insert(attribute_name);
  }
  operations |= operation;
}

wire::ObjectRecord ObjectState::head() const {
  wire::ObjectRecord record;
  record.id = static_cast<std::uint32_t>(id);
  record.name = name;
  record.class_name = class_name;
  record.attached = attached;
  record.operations = operations;
  return record;
}

wire::ObjectRecord ObjectState::record() const {
  wire::ObjectRecord record = head();
  for (const auto& [attribute_name, one] : attributes) record.attributes.push_back(record_of(*one));
  for (const auto& [part_name, part] : parts) record.parts.push_back(record_of(*part));
  std::ranges::sort(record.parts, {}, &wire::PartRecord::id);
  return record;
}

wire::ObjectRecord ObjectState::changes() const {
  wire::ObjectRecord record = head();
  for (const std::string& one : changed) record.attributes.push_back(record_of(attribute(one)));
  return record;
}

}  // namespace sigverse
