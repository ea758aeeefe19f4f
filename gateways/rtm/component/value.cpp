// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

namespace rtm {
namespace {

constexpr std::array<std::string_view, 7> kTypes{"float", "double", "long", "boolean", "string", "floats", "doubles"};

Value::Content neutral_content(ValueType type) {
  switch (type) {
    case ValueType::float32:
      return 0.0F;
    case ValueType::float64:
      return 0.0;
    case ValueType::int32:
      return std::int32_t{0};
    case ValueType::boolean:
      return false;
    case ValueType::string:
      return std::string();
    case ValueType::floats:
      return Value::Floats();
    case ValueType::doubles:
      return Value::Doubles();
  }
  return 0.0F;
}

bool is_number(ValueType type) {
  return type == ValueType::float32 || type == ValueType::float64 || type == ValueType::int32;
}

/// A double has every float and every long exactly, so all conversions of scalars go through it.
Refusal assign_number(double number, Value::Content& into) {
  if (!std::isfinite(number)) return Refusal::not_finite;
  if (double* const target = std::get_if<double>(&into)) {
    *target = number;
  } else if (float* const small = std::get_if<float>(&into)) {
    const auto narrowed = static_cast<float>(number);
    if (!std::isfinite(narrowed)) return Refusal::range;
    *small = narrowed;
  } else {
    using Limits = std::numeric_limits<std::int32_t>;
    const double nearest = std::round(number);
    if (nearest < Limits::min() || nearest > Limits::max()) return Refusal::range;
    std::get<std::int32_t>(into) = static_cast<std::int32_t>(nearest);
  }
  return Refusal::none;
}

template <typename Numbers>
Refusal assign_numbers(const Numbers& numbers, Numbers& into) {
  if (numbers.size() > Value::kMostElements) return Refusal::size;
  if (!std::all_of(numbers.begin(), numbers.end(), [](auto number) { return std::isfinite(number); }))
    return Refusal::not_finite;
  into = numbers;
  return Refusal::none;
}

template <typename T>
constexpr bool is_sequence = std::is_same_v<T, Value::Floats> || std::is_same_v<T, Value::Doubles>;

}  // namespace

std::string_view to_string(ValueType type) {
  return kTypes.at(static_cast<std::size_t>(type));
}

std::optional<ValueType> value_type(std::string_view name) {
  const auto found = std::find(kTypes.begin(), kTypes.end(), name);
  if (found == kTypes.end()) return std::nullopt;
  return static_cast<ValueType>(found - kTypes.begin());
}

Value::Value(ValueType type) : content_(neutral_content(type)) {}

double Value::number() const {
  return std::visit(
      [](const auto& content) -> double {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(content)>>) return static_cast<double>(content);
        return 0.0;
      },
      content_);
}

std::size_t Value::size() const {
  return std::visit(
      [](const auto& content) -> std::size_t {
        using T = std::decay_t<decltype(content)>;
        if constexpr (is_sequence<T>) return content.size();
        return std::is_arithmetic_v<T> ? 1 : 0;
      },
      content_);
}

double Value::number(std::size_t index) const {
  return std::visit(
      [index](const auto& content) -> double {
        using T = std::decay_t<decltype(content)>;
        if constexpr (is_sequence<T>)
          return static_cast<double>(content.at(index));
        else if constexpr (std::is_arithmetic_v<T>)
          return static_cast<double>(content);
        else
          return 0.0;
      },
      content_);
}

std::string_view to_string(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return "taken";
    case Refusal::type:
      return "a value of another type";
    case Refusal::not_finite:
      return "a number that is not finite";
    case Refusal::range:
      return "a number out of range";
    case Refusal::size:
      return "too long a value";
  }
  return "?";
}

Refusal assign(const Value& given, Value& into) {
  if (is_number(given.type()) && is_number(into.type())) return assign_number(given.number(), into.content());
  if (given.type() != into.type()) return Refusal::type;
  return std::visit(
      [&into](const auto& content) {
        using T = std::decay_t<decltype(content)>;
        T& target = std::get<T>(into.content());
        if constexpr (is_sequence<T>) return assign_numbers(content, target);
        if constexpr (std::is_same_v<T, std::string>)
          if (content.size() > Value::kMostBytes) return Refusal::size;
        target = content;
        return Refusal::none;
      },
      given.content());
}

bool fits(ValueType from, ValueType into) {
  return from == into || (is_number(from) && is_number(into));
}

}  // namespace rtm
