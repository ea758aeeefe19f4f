// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "spark/x3d/field_type.h"

namespace x3d {

struct Node;
struct Statement;

/// A place in a text. Lines and columns count from 1, columns by characters. 0 means that the node was built, not read.
struct Place {
  std::uint32_t line = 0, column = 0;
};

struct Vec2f {
  float x = 0, y = 0;
};
struct Vec3f {
  float x = 0, y = 0, z = 0;
};
/// Red, green and blue, each from 0 to 1.
struct Color {
  float r = 0, g = 0, b = 0;
};
/// A right-handed rotation about an axis, in radians.
struct Rotation {
  float x = 0, y = 0, z = 1, angle = 0;
};

using Floats = std::vector<float>;
using Integers = std::vector<std::int32_t>;  ///< pixels of an SFImage as 32 bits each
using Times = std::vector<double>;
using Strings = std::vector<std::string>;
using Nodes = std::vector<Node>;

/// A value as plain data. Vectors, colours and rotations are flat lists of numbers. A value of a type SF… is a list
/// with one element; an SFNode without an element is NULL. `monostate` means no value: the field is bound by IS, or has
/// none (events, fields of an EXTERNPROTO).
struct Value {
  FieldType type = FieldType::SFBool;
  std::variant<std::monostate, bool, Floats, Integers, Times, Strings, Nodes> data;

  bool has_value() const { return data.index() != 0; }
  // The data, which must have that type.
  bool boolean() const { return std::get<bool>(data); }
  const Floats& floats() const { return std::get<Floats>(data); }
  const Integers& integers() const { return std::get<Integers>(data); }
  const Times& times() const { return std::get<Times>(data); }
  const Strings& strings() const { return std::get<Strings>(data); }
  const Nodes& nodes() const { return std::get<Nodes>(data); }
};

/// A field of a node with its value, or a declaration in a Script or in the interface of a PROTO.
struct Field {
  std::string name;
  Value value;
  std::string is;                ///< the field of the PROTO to which it is bound; then it has no value
  std::optional<Access> access;  ///< only for declarations
  Place place;                   ///< of its name, or of a declaration's first word ("exposedField")
};

/// A node as written in the file: only the given fields, in their order.
///
/// To build a node, use `set` and `add`, which look up the field's type in the table of node types (node_type.h). An
/// unknown type or field, or an unsuitable value, is a programming error and throws `std::logic_error`.
struct Node {
  std::string type;  ///< "Transform"; empty for a USE
  std::string name;  ///< of DEF or USE; may be empty
  Place place;       ///< of its type, or of the word USE
  std::vector<Field> fields;
  std::vector<Statement> statements;  ///< PROTO, EXTERNPROTO and ROUTE between its fields

  // Defined in the source, because `Statement` is incomplete here.
  Node();
  explicit Node(std::string_view of_type, std::string_view def = {});
  static Node use(std::string_view def);
  bool is_use() const { return type.empty(); }

  /// The field with that name; null if it is not given.
  const Field* find(std::string_view field) const;

  // Setting a field again replaces its value. A single value may also be set for an MF… field.
  Node& set(std::string_view field, bool value);
  template <std::integral Whole>
  Node& set(std::string_view field, Whole value) {
    return set_integer(field, static_cast<std::int64_t>(value));
  }
  Node& set(std::string_view field, double value);  ///< SFFloat or SFTime
  Node& set(std::string_view field, const char* value) { return set(field, Strings{value}); }
  Node& set(std::string_view field, std::string value) { return set(field, Strings{std::move(value)}); }
  Node& set(std::string_view field, std::string_view value) { return set(field, Strings{std::string(value)}); }
  Node& set(std::string_view field, Vec2f value) { return set(field, Floats{value.x, value.y}); }
  Node& set(std::string_view field, Vec3f value) { return set(field, Floats{value.x, value.y, value.z}); }
  Node& set(std::string_view field, Color value) { return set(field, Floats{value.r, value.g, value.b}); }
  Node& set(std::string_view field, Rotation value);
  Node& set(std::string_view field, Floats values);  ///< a flat list, also for vectors
  Node& set(std::string_view field, Integers values);
  Node& set(std::string_view field, Strings values);
  Node& set(std::string_view field, Node node);
  Node& set(std::string_view field, Nodes nodes);

  /// Appends a node to an MFNode field.
  Node& add(std::string_view field, Node node);
  Node& add(Node child);  ///< to `children`

 private:
  Node& set_integer(std::string_view field, std::int64_t value);
  Node& put(std::string_view field, FieldType type, decltype(Value::data) data);
};

/// A prototype: its interface and its body. Instances are not expanded.
struct Proto {
  std::string name;
  std::vector<Field> interface;
  std::vector<Statement> body;
  Place place;
};

/// A prototype in another file, which is not loaded.
struct ExternProto {
  std::string name;
  std::vector<Field> interface;  ///< without values
  Strings urls;
  Place place;
};

struct Route {
  std::string from_node, from_field, to_node, to_field;
  Place place;
};

struct Statement {
  std::variant<Node, Proto, ExternProto, Route> what;
  std::size_t before = 0;  ///< in the body of a node: the number of preceding fields
};

/// A VRML97 or X3D file as written: a sequence of statements.
struct Document {
  std::vector<Statement> statements;

  Document& add(Node node);
  Document& add(Proto proto);
};

}  // namespace x3d
