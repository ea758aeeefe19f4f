// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gateways/sigverse/sight/sight.h"
#include "gateways/sigverse/wire/record.h"

// The world as a server reports it, as plain data that viewers, recorders and service providers share. It owns all of
// its texts. Lengths are in cm, y is up, times are SIG time in s.
//
// `object_of` validates: afterwards every number is finite, every part has a position, a rotation and a size that
// `sight` accepts, and attributes are sorted. Invalid data have been omitted.
namespace sigverse::client {

using AttributeValue = std::variant<std::string, double, bool>;

struct Attribute {
  std::string name, group;
  AttributeValue value;
  bool operator==(const Attribute&) const = default;
};

/// A part of an object, which is one simple shape.
struct Part {
  std::uint32_t id = 0;  ///< its number in the object
  std::string name;
  // Its frame in the world, bit by bit as sent by the server; the rotation may have any length except 0. If a joint
  // turns the part, the origin of its frame is at the joint.
  sight::Vector place{};
  sight::Quaternion turn{1.0, 0.0, 0.0, 0.0};
  wire::PartShape kind = wire::PartShape::box;
  sight::Vector size{};  ///< cm, > 0 where used: box x, y, z; cylinder (axis y) radius, length; sphere radius
  // The pose of the shape in that frame. Only this project's servers report it; with others it is that of the frame.
  sight::Vector shape_place{};
  sight::Quaternion shape_turn{1.0, 0.0, 0.0, 0.0};
  bool operator==(const Part&) const = default;
};

struct Object {
  std::uint32_t id = 0;  ///< from 1, in the order of the world file
  std::string name, class_name;
  bool attached = false;              ///< it has a controller
  std::uint32_t operations = 0;       ///< `wire::operation`: 0 in data from a server
  std::vector<Attribute> attributes;  ///< sorted by name, without duplicates
  std::vector<Part> parts;            ///< `body` first; parts without a shape are omitted

  /// Null if there is no such attribute.
  const Attribute* find(std::string_view attribute) const;
  /// The attribute as a number; a bool is 0 or 1. Returns `otherwise` if there is none, or if it is a text.
  double number(std::string_view attribute, double otherwise = 0.0) const;
  /// Empty if there is no such attribute, or if it is not a text. Valid as long as the object is unchanged.
  std::string_view text(std::string_view attribute) const;
  /// Null if there is no such part.
  const Part* find_part(std::string_view part) const;
  bool operator==(const Object&) const = default;
};

/// All objects at one moment.
struct World {
  double time = 0.0;
  std::vector<Object> objects;  ///< in the order of the world file

  /// Null if there is no such object. Valid as long as the list is unchanged.
  const Object* find(std::string_view name) const;
  bool operator==(const World&) const = default;
};

/// Converts an object sent by a server. Attributes that are not finite, and parts with an invalid position, rotation or
/// size, are omitted; `left_out` is their number. Everything else is unchanged.
Object object_of(const wire::ObjectRecord& record, std::size_t& left_out);
Object object_of(const wire::ObjectRecord& record);
/// The record of an object; a view into it. Records do not contain the pose of a shape in its part.
wire::ObjectRecord record_of(const Object& object);

/// The same rotation as a quaternion of length 1. The given one must not have length 0.
sight::Quaternion unit(const sight::Quaternion& turn);
/// The shape of a part in the world, for `sight::Solid::of`.
sight::Shape shape_of(const Part& part);
/// All objects that have parts, with all of their shapes.
sight::Scene scene_of(const World& world);
/// The view of one of the object's cameras (1 to 9). Throws `std::runtime_error`, with a line for users, if there is no
/// such camera or if it cannot see: "'robot_000' has no camera 5".
sight::View view_of(const Object& object, int camera);

}  // namespace sigverse::client
