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

#include "gateways/x3d/field_type.h"

namespace x3d {

struct Node;
struct Statement;

/// Where something stands in a text, both from 1; columns count characters. 0: it was built, not read.
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
/// About an axis, right-handed, in radians.
struct Rotation {
  float x = 0, y = 0, z = 1, angle = 0;
};

using Floats = std::vector<float>;
using Integers = std::vector<std::int32_t>;  ///< pixels of an SFImage as the 32 bits they have
using Times = std::vector<double>;
using Strings = std::vector<std::string>;
using Nodes = std::vector<Node>;

/// A value as plain data. Vectors, colours and rotations stand one number behind the other; SF… is a list of the one
/// value that it is, an SFNode without a node is NULL. Without any data (`monostate`): there is no value, because the
/// field is bound by IS or has none (events, fields of an EXTERNPROTO).
struct Value {
  FieldType type = FieldType::SFBool;
  std::variant<std::monostate, bool, Floats, Integers, Times, Strings, Nodes> data;

  bool has_value() const { return data.index() != 0; }
  // The data, which must be of that kind.
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
  std::string is;                ///< the field of the PROTO to which it is bound; then there is no value
  std::optional<Access> access;  ///< only of declarations
  Place place;                   ///< of its name; of a declaration, of the word in front ("exposedField")
};

/// A node as it is written: only fields that are given, in their order.
///
/// For building, `set` and `add` take the field's type from the table of node types (node_type.h). A type or field that
/// is not there, or a value that does not fit, is a programmer's mistake: `std::logic_error`.
struct Node {
  std::string type;  ///< "Transform"; empty: USE
  std::string name;  ///< DEF or USE; empty: none
  Place place;       ///< of its type, behind DEF and its name; of a USE, of that word
  std::vector<Field> fields;
  std::vector<Statement> statements;  ///< PROTO, EXTERNPROTO and ROUTE between its fields

  // Not here: what its statements are is said further below.
  Node();
  explicit Node(std::string_view of_type, std::string_view def = {});
  static Node use(std::string_view def);
  bool is_use() const { return type.empty(); }

  /// The field of that name if it is given; null if not.
  const Field* find(std::string_view field) const;

  // What is set again replaces the value before. One value also does for an MF… field.
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
  Node& set(std::string_view field, Floats values);  ///< number behind number, also of vectors
  Node& set(std::string_view field, Integers values);
  Node& set(std::string_view field, Strings values);
  Node& set(std::string_view field, Node node);
  Node& set(std::string_view field, Nodes nodes);

  /// One more node in an MFNode field.
  Node& add(std::string_view field, Node node);
  Node& add(Node child);  ///< in `children`

 private:
  Node& set_integer(std::string_view field, std::int64_t value);
  Node& put(std::string_view field, FieldType type, decltype(Value::data) data);
};

/// A prototype: its interface, and what an instance is made of. Instances stay instances.
struct Proto {
  std::string name;
  std::vector<Field> interface;
  std::vector<Statement> body;
  Place place;
};

/// A prototype of another file, which is not loaded.
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
  std::size_t before = 0;  ///< in the body of a node: behind how many of its fields it stands
};

/// A VRML97 or X3D file as it is written: one statement behind the other.
struct Document {
  std::vector<Statement> statements;

  Document& add(Node node);
  Document& add(Proto proto);
};

}  // namespace x3d
