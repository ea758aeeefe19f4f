// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace sigverse {

using AttributeValue = std::variant<std::string, double, bool>;

/// What a text says of a value: nothing; something, and more that has no meaning ("30cm" is 30); or the value alone.
enum class Reading { nothing, partly, wholly };

/// One attribute of an object: what its class says of it, and its value.
struct Attribute {
  std::string group;
  AttributeValue value;
  bool operator==(const Attribute&) const = default;
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

  /// Adds one, or replaces that of the name, of whatever type it was.
  void add(const std::string& name, Attribute attribute);
  void remove(const std::string& name) { table_.erase(name); }
  /// Assigns a value of the attribute's own type; false if there is none of that name and type, or if the value is a
  /// number that is not finite.
  bool set(std::string_view name, const AttributeValue& value);
  /// Assigns what a text says, as `read_value` reads it; nothing changes if it says nothing, or if there is no such
  /// attribute.
  Reading set_text(std::string_view name, std::string_view value);

  /// The place of a number, for code that keeps it up to date all the time; valid until the attribute is added anew.
  /// Null if there is no number of that name.
  double* number_of(std::string_view name);
  /// The same of a bool.
  bool* flag_of(std::string_view name);

  bool operator==(const Attributes&) const = default;

 private:
  Table table_;
};

/// Reads a number up to where the text stops being one: "52.5.0" is 52.5. One that is not finite is none. `number` is
/// left alone if the text begins with no number.
Reading read_number(std::string_view text, double& number);
/// Reads a value of the same type as `like`: a number, as above; a bool, which is false for 0 and false in any case and
/// true for anything else; any text. Blanks around numbers and bools do not count. `value` is left alone if the text
/// says nothing.
Reading read_value(std::string_view text, const AttributeValue& like, AttributeValue& value);

/// Why no attribute of that name may have that value: a field of view, a ratio, a mass, anything beyond 1e9. Empty if
/// there is no reason.
std::string_view reason_against_number(std::string_view name, double value);

/// True for `class`, `superclass`, `agent` and `name`, which no one assigns after the world has been loaded.
bool is_read_only(std::string_view attribute);

}  // namespace sigverse
