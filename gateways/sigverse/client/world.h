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

// The world as a server reports it, as plain data that viewers, recorders and providers of services share. It owns all
// of its texts. Lengths are in cm, y is up, times are SIG time in s.
//
// `object_of` validates: after it every number is finite, every part has a place, an attitude and a size that `sight`
// accepts, and attributes are sorted. Invalid data has been omitted.
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
  // Its frame in the world, bit by bit as sent by the server; the attitude may be of any length but 0. The frame of a
  // part that a joint turns is at the joint.
  sight::Vector place{};
  sight::Quaternion turn{1.0, 0.0, 0.0, 0.0};
  wire::PartShape kind = wire::PartShape::box;
  sight::Vector size{};  ///< cm, > 0 where used: box x, y, z; cylinder (axis y) radius, length; sphere radius
  // The place of the shape in that frame. Only this project's servers report it; with others the shape is at the frame.
  sight::Vector shape_place{};
  sight::Quaternion shape_turn{1.0, 0.0, 0.0, 0.0};
  bool operator==(const Part&) const = default;
};

struct Object {
  std::uint32_t id = 0;  ///< from 1, in the order of the world file
  std::string name, class_name;
  bool attached = false;              ///< it has a controller
  std::uint32_t operations = 0;       ///< `wire::operation`: 0 in data of a server
  std::vector<Attribute> attributes;  ///< sorted by unique name
  std::vector<Part> parts;            ///< `body` first, without parts that have no shape

  /// Null if there is no such attribute.
  const Attribute* find(std::string_view attribute) const;
  /// A bool counts as 0 or 1. Returns `otherwise` if there is none, or if it is a text.
  double number(std::string_view attribute, double otherwise = 0.0) const;
  /// Empty if there is none, or if it is not a text. Valid as long as the object is unchanged.
  std::string_view text(std::string_view attribute) const;
  /// Null if there is no such part.
  const Part* find_part(std::string_view part) const;
  bool operator==(const Object&) const = default;
};

/// All objects at one moment.
struct World {
  double time = 0.0;
  std::vector<Object> objects;  ///< in the order of the world file

  /// Null if there is none. Valid as long as the list is unchanged.
  const Object* find(std::string_view name) const;
  bool operator==(const World&) const = default;
};

/// An object as sent by a server. Attributes that are not finite, and parts with an invalid place, attitude or size,
/// are omitted; `left_out` is their number. All else is unchanged.
Object object_of(const wire::ObjectRecord& record, std::size_t& left_out);
Object object_of(const wire::ObjectRecord& record);
/// The record of an object; a view into it. A record cannot contain the place of a shape in its part.
wire::ObjectRecord record_of(const Object& object);

/// The same attitude with length 1. The given one must not be 0.
sight::Quaternion unit(const sight::Quaternion& turn);
/// The shape of a part, in the world, for `sight::Solid::of`.
sight::Shape shape_of(const Part& part);
/// The objects that have parts, with all their shapes.
sight::Scene scene_of(const World& world);
/// The view of a camera (1 to 9) of the object. Throws `std::runtime_error`, a line for users, if there is no such
/// camera, or if it cannot see: "'robot_000' has no camera 5".
sight::View view_of(const Object& object, int camera);

}  // namespace sigverse::client
