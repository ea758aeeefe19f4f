// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/object_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "gateways/sigverse/wire/types.h"

namespace sigverse {
namespace {

/// The attributes that the server takes only with the bit of what they mean, and all of them together.
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

std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0.0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || !std::isfinite(number)) return {};
  return number;
}

/// The value as one of that type.
Value converted(const std::string& name, const Value& value, ValueType type) {
  if (value.type() == type) return value;
  const bool from_text = value.type() == VALUE_TYPE_STRING;
  const std::string_view text = value.getString();
  if (type == VALUE_TYPE_STRING) return {std::string(text)};
  if (type == VALUE_TYPE_BOOL) {
    if (!from_text) return {value.getBool()};
    if (text == "true" || text == "1") return {true};
    if (text == "false" || text == "0") return {false};
  } else {
    if (!from_text) return {value.getDouble()};
    if (const auto number = number_of(text)) return {*number};
  }
  throw SimObj::Exception(
      fmt::format("attribute {} is a {}, not \"{}\"", name, type == VALUE_TYPE_BOOL ? "bool" : "double", text));
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

void ObjectState::know(const std::string& attribute_name, const Value& value) {
  Attribute*& attribute = attributes[attribute_name];
  if (attribute)
    attribute->value(value);
  else
    attribute = new Attribute(attribute_name, "", value);
}

double ObjectState::known(const std::string& attribute_name) const {
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

void ObjectState::settle(std::initializer_list<const char*> names, std::uint32_t operation) {
  for (const char* const one : names) changed.erase(one);
  operations &= ~operation;
}

void ObjectState::assign_triple(const char* prefix, const double* xyz, std::uint32_t operation) {
  static constexpr const char* kAxes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const std::string attribute_name = fmt::format("{}{}", prefix, kAxes[i]);
    know(attribute_name, xyz[i]);
    changed.insert(attribute_name);
  }
  operations |= operation;
}

}  // namespace sigverse
