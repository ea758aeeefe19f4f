// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rtm {

/// What a port carries. In scenes, scripts, Python and tables: float, double, long, boolean, string, floats, doubles.
enum class ValueType : std::uint8_t { float32, float64, int32, boolean, string, floats, doubles };

std::string_view to_string(ValueType type);
std::optional<ValueType> value_type(std::string_view name);

/// One value, on its way between two ports. Numbers are finite wherever they have passed a port.
class Value {
 public:
  using Floats = std::vector<float>;
  using Doubles = std::vector<double>;
  using Content = std::variant<float, double, std::int32_t, bool, std::string, Floats, Doubles>;  // as ValueType

  static constexpr std::size_t kMostElements = 65'536;
  static constexpr std::size_t kMostBytes = 65'536;  ///< of a string

  /// The neutral value of a type: 0, false, empty.
  explicit Value(ValueType type = ValueType::float32);
  explicit Value(Content content) : content_(std::move(content)) {}

  ValueType type() const { return static_cast<ValueType>(content_.index()); }
  const Content& content() const { return content_; }
  Content& content() { return content_; }

  /// Of numbers and booleans (0, 1); 0 of all others.
  double number() const;
  /// The numbers in it: one of a scalar, all of a sequence, none of a string.
  std::size_t size() const;
  double number(std::size_t index) const;  ///< index < size()

  bool operator==(const Value&) const = default;

 private:
  Content content_;
};

/// Why a value is not taken; the words are for log lines and error texts.
enum class Refusal : std::uint8_t { none, type, not_finite, range, size };
std::string_view to_string(Refusal refusal);

/// Makes `into`, whose type is that of a port, hold what `given` says. float, double and long are converted into each
/// other if they fit (long: to the nearest number, halves away from zero); any other type has to be the same. Refused
/// values leave `into` as it is. Allocates only where `into` has no room.
Refusal assign(const Value& given, Value& into);
/// Whether values of a port of the one type may be wired into a port of the other: what `assign` may take.
bool fits(ValueType from, ValueType into);

/// For people: numbers with the fewest digits that give them back, those of a sequence with blanks between.
std::string to_text(const Value& value);
/// Reads what to_text has written; `words` are the words of a command line. Nothing if they are no such value.
std::optional<Value> from_text(ValueType type, std::span<const std::string> words);

}  // namespace rtm
