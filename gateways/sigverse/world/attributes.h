// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace sigverse {

using AttributeValue = std::variant<std::string, double, bool>;

/// How much of a text is a value: none of it; a part, followed by ignored characters ("30cm" is 30); or all of it.
enum class Reading { nothing, partly, wholly };

/// One attribute of an object: its definition in the class, and its value.
struct Attribute {
  std::string group;
  AttributeValue value;
  bool operator==(const Attribute&) const = default;
};

/// The attributes of a class or an object, sorted by name. The type of an existing value never changes.
class Attributes {
 public:
  using Table = std::map<std::string, Attribute, std::less<>>;
  const Table& table() const { return table_; }

  const Attribute* find(std::string_view name) const;
  /// 0, false or empty if there is no such attribute of that type.
  double number(std::string_view name) const;
  bool is_on(std::string_view name) const;
  std::string_view text(std::string_view name) const;

  /// Adds an attribute, or replaces the one with that name, whatever its type.
  void add(const std::string& name, Attribute attribute);
  void remove(const std::string& name) { table_.erase(name); }
  /// Assigns a value of the attribute's own type. Returns false if there is no attribute with that name and type, or if
  /// the value is a number that is not finite.
  bool set(std::string_view name, const AttributeValue& value);
  /// Assigns the value that `read_value` parses from a text. Nothing changes if the text contains no value, or if there
  /// is no such attribute.
  Reading set_text(std::string_view name, std::string_view value);

  /// The address of a number, for code that updates it continually; valid until the attribute is added again. Null if
  /// there is no number with that name.
  double* number_of(std::string_view name);
  /// The same for a bool.
  bool* flag_of(std::string_view name);

  bool operator==(const Attributes&) const = default;

 private:
  Table table_;
};

/// Parses the number at the beginning of a text: "52.5.0" is 52.5. Numbers that are not finite do not count. `number`
/// is unchanged if the text does not begin with a number.
Reading read_number(std::string_view text, double& number);
/// Parses a value of the same type as `like`: a number, as above; a bool, which is false for 0 and for "false" in any
/// case, and true for anything else; or any text. Blanks around numbers and bools are ignored. `value` is unchanged if
/// the text contains no value.
Reading read_value(std::string_view text, const AttributeValue& like, AttributeValue& value);

/// Why an attribute with that name may not have that value: limits for fields of view, ratios and masses, and 1e9 for
/// everything else. Empty if it may.
std::string_view reason_against_number(std::string_view name, double value);

/// True for `class`, `superclass`, `agent` and `name`, which cannot be assigned after the world has been loaded.
bool is_read_only(std::string_view attribute);

}  // namespace sigverse
