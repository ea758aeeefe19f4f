// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/object_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "gateways/sigverse/wire/types.h"

namespace sigverse::server {
namespace {

namespace op = wire::operation;

/// Several attributes that are applied together, as one operation, and not stored.
struct Operation {
  std::uint32_t bit;
  std::array<std::string_view, 4> names;  ///< the last one is empty if there are three
  bool (*apply)(SimObj& object, const SigQuaternion& numbers);
};

template <bool (SimObj::*Set)(const SigVector&)>
bool with_vector(SimObj& object, const SigQuaternion& numbers) {
  return (object.*Set)({numbers[0], numbers[1], numbers[2]});
}

constexpr std::array<Operation, 7> kOperations{{
    {op::kPosition, {"x", "y", "z"}, with_vector<&SimObj::set_position>},
    {op::kRotation,
     {"qw", "qx", "qy", "qz"},
     [](SimObj& object, const SigQuaternion& turn) { return object.set_rotation(turn, false); }},
    {op::kForce, {"fx", "fy", "fz"}, with_vector<&SimObj::set_force>},
    {op::kAccel, {"ax", "ay", "az"}, with_vector<&SimObj::set_acceleration>},
    {op::kTorque, {"tqx", "tqy", "tqz"}, with_vector<&SimObj::set_torque>},
    {op::kLinearVelocity, {"vx", "vy", "vz"}, with_vector<&SimObj::set_linear_velocity>},
    {op::kAngularVelocity, {"avx", "avy", "avz"}, with_vector<&SimObj::set_angular_velocity>},
}};

/// Servers sort the attributes of a record; an untrusted peer may not.
const wire::AttributeRecord* find(const wire::ObjectRecord& record, std::string_view name) {
  const auto at = std::ranges::find(record.attributes, name, &wire::AttributeRecord::name);
  return at == record.attributes.end() ? nullptr : &*at;
}

bool belongs_to_an_operation(std::string_view name) {
  return std::ranges::any_of(kOperations, [name](const Operation& operation) {
    return std::ranges::find(operation.names, name) != operation.names.end();
  });
}

/// The numbers of an operation; nullopt if one is missing.
std::optional<SigQuaternion> numbers_of(const wire::ObjectRecord& record, const Operation& operation) {
  SigQuaternion numbers{};
  for (std::size_t i = 0; i < operation.names.size() && !operation.names[i].empty(); ++i) {
    const wire::AttributeRecord* attribute = find(record, operation.names[i]);
    const double* number = attribute ? std::get_if<double>(&attribute->value) : nullptr;
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
}

void say(std::string& problem, std::string_view object, std::string_view what, std::string_view why) {
  if (problem.empty()) problem = fmt::format("{} of '{}' is refused: {}", what, object, why);
}

void apply_operations(const wire::ObjectRecord& record, SimObj& object, std::string& problem) {
  for (const Operation& operation : kOperations) {
    if ((record.operations & operation.bit) == 0) continue;
    const auto numbers = numbers_of(record, operation);
    if (!numbers)
      say(problem, record.name, operation.names[0], "some of its numbers are missing");
    else if (!operation.apply(object, *numbers) && !object.refused_by_mode())
      say(problem, record.name, operation.names[0], object.complaint());
  }
}

/// Clients may send back everything they have received; values that they left unchanged have no effect.
bool is_as_it_was(const Attribute* now, const wire::AttributeRecord& wanted) {
  if (!now) return false;
  if (const auto* text = std::get_if<std::string_view>(&wanted.value)) {
    const auto* value = std::get_if<std::string>(&now->value);
    return value && *value == *text;
  }
  if (const auto* number = std::get_if<double>(&wanted.value)) {
    const auto* value = std::get_if<double>(&now->value);
    return value && *value == *number;
  }
  const auto* value = std::get_if<bool>(&now->value);
  return value && *value == std::get<bool>(wanted.value);
}

AttributeValue value_of(const wire::AttributeRecord& attribute) {
  if (const auto* text = std::get_if<std::string_view>(&attribute.value)) return std::string(*text);
  if (const auto* number = std::get_if<double>(&attribute.value)) return *number;
  return std::get<bool>(attribute.value);
}

}  // namespace

const wire::ObjectRecord& ObjectRecords::of(SimObj& object) {
  record_.clear();
  record_.id = object.id();
  record_.name = object.object_name();
  record_.class_name = object.class_name();
  record_.attached = object.is_attached();
  for (const auto& [name, attribute] : object.attributes().table()) {
    wire::AttributeRecord& entry = record_.attributes.emplace_back();
    entry.name = name;
    entry.group = attribute.group;
    if (const auto* text = std::get_if<std::string>(&attribute.value))
      entry.value = std::string_view(*text);
    else if (const auto* number = std::get_if<double>(&attribute.value))
      entry.value = *number;
    else
      entry.value = std::get<bool>(attribute.value);
  }
  for (std::size_t i = 0; i < object.part_count(); ++i) {
    const PartView part = object.part(i);
    record_.parts.push_back(
        {part.id, static_cast<wire::PartShape>(part.shape), part.name, part.place, part.turn, part.size});
  }
  return record_;
}

void apply_record(const wire::ObjectRecord& record, SimObj& object, std::string& problem) {
  apply_operations(record, object, problem);
  for (const wire::AttributeRecord& attribute : record.attributes) {
    if (belongs_to_an_operation(attribute.name)) continue;
    if (is_as_it_was(object.attributes().find(attribute.name), attribute)) continue;
    if (!object.set_attribute(attribute.name, value_of(attribute)) && !object.refused_by_mode())
      say(problem, record.name, attribute.name, object.complaint());
  }
}

std::vector<wire::ShapePlace> shape_places(const SimObj& object) {
  std::vector<wire::ShapePlace> places;
  const std::size_t count = std::min(object.part_count(), wire::GetPartShapesResult::kMaxShapes);
  for (std::size_t number = 0; number < count; ++number) {
    const PartView part = object.part(number);
    const SigPose shape = inverse(SigPose{part.place, part.turn}) * SigPose{part.centre, part.shape_turn};
    places.push_back({part.id, shape.place, shape.turn});
  }
  return places;
}

}  // namespace sigverse::server
