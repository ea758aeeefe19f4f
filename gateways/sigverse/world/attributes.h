// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace sigverse {

using AttributeValue = std::variant<std::string, double, bool>;

/// One attribute of an object: what its class says of it, and its value.
struct Attribute {
  std::string group;
  AttributeValue value;
};

/// The attributes of a class or an object, sorted by name. The type of a value never changes once it is there.
class Attributes {
 public:
  using Table = std::map<std::string, Attribute, std::less<>>;
  const Table& table() const { return table_; }

  const Attribute* find(std::string_view name) const;
  /// 0, false, empty if there is no such attribute of that type.
  double number(std::string_view name) const;
  bool is_on(std::string_view name) const;
  std::string_view text(std::string_view name) const;

  void add(const std::string& name, Attribute attribute);
  /// Assigns a value of the attribute's own type; false if there is none of that name and type.
  bool set(std::string_view name, const AttributeValue& value);
  /// Assigns what a text says; false if it says no value of the attribute's type, or a number that is not finite.
  bool set_text(std::string_view name, std::string_view value);

 private:
  Table table_;
};

/// `class`, `superclass`, `agent`, `name`: nobody assigns these after the world has been loaded.
bool is_read_only(std::string_view attribute);

}  // namespace sigverse
