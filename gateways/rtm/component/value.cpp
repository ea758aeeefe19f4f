// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/value.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "gateways/rtm/component/value_kinds.h"

namespace rtm {
namespace {

constexpr std::array<std::string_view, kValueTypes> kTypeNames{"float",
                                                               "double",
                                                               "long",
                                                               "boolean",
                                                               "string",
                                                               "floats",
                                                               "doubles",
                                                               "short",
                                                               "ushort",
                                                               "ulong",
                                                               "octet",
                                                               "char",
                                                               "state",
                                                               "shorts",
                                                               "longs",
                                                               "ushorts",
                                                               "ulongs",
                                                               "octets",
                                                               "chars",
                                                               "booleans",
                                                               "strings",
                                                               "pose3d",
                                                               "angular_velocity3d",
                                                               "acceleration3d"};
static_assert(std::variant_size_v<Value::Content> == kValueTypes);

template <std::size_t... Index>
Value::Content neutral_content(ValueType type, std::index_sequence<Index...>) {
  using Make = Value::Content (*)();
  static constexpr std::array<Make, sizeof...(Index)> kMakers{
      [] { return Value::Content(std::in_place_index<Index>); }...};
  return kMakers.at(static_cast<std::size_t>(type))();
}

/// The number of components of a vector type; 0 for all other types.
std::size_t vector_size(ValueType type) {
  switch (type) {
    case ValueType::pose3d:
      return Pose3D().size();
    case ValueType::angular_velocity3d:
      return AngularVelocity3D().size();
    case ValueType::acceleration3d:
      return Acceleration3D().size();
    default:
      return 0;
  }
}

bool is_numeric_scalar(ValueType type) {
  return type <= ValueType::int32 || (type >= ValueType::int16 && type <= ValueType::octet) || type == ValueType::state;
}

/// A double represents every number of the other types exactly, so all conversions of scalars go through it.
template <typename Number>
Refusal assign_scalar(double number, Number& into) {
  if constexpr (std::is_floating_point_v<Number>) {
    const auto narrowed = static_cast<Number>(number);
    if (!std::isfinite(narrowed)) return Refusal::range;
    into = narrowed;
  } else {
    using Limits = std::numeric_limits<Number>;
    const double nearest = std::round(number);
    if (nearest < Limits::min() || nearest > Limits::max()) return Refusal::range;
    into = static_cast<Number>(nearest);
  }
  return Refusal::none;
}

Refusal assign_number(double number, Value::Content& into) {
  if (!std::isfinite(number)) return Refusal::not_finite;
  return std::visit(
      [number](auto& content) {
        using T = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<T, StateCode>) {
          std::int16_t code = 0;
          const Refusal refusal = assign_scalar(number, code);
          if (refusal == Refusal::none) content = StateCode{code};
          return refusal;
        } else if constexpr (is_number<T>) {
          return assign_scalar(number, content);
        } else {
          return Refusal::type;
        }
      },
      into);
}

/// The reason why a port of the same type refuses content of a value.
template <typename T>
Refusal check(const T& content) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (content.size() > Value::kMaxBytes) return Refusal::size;
  } else if constexpr (is_sequence<T> || is_vector3d<T>) {
    if (content.size() > Value::kMaxElements) return Refusal::size;
    using Element = typename T::value_type;
    if constexpr (std::is_floating_point_v<Element>) {
      if (!std::all_of(content.begin(), content.end(), [](Element number) { return std::isfinite(number); }))
        return Refusal::not_finite;
    } else if constexpr (std::is_same_v<T, Value::Strings>) {
      std::size_t total = 0;
      for (const std::string& text : content) {
        total += text.size();
        if (text.size() > Value::kMaxBytes || total > Value::kMaxTotalBytes) return Refusal::size;
      }
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(content)) return Refusal::not_finite;
  }
  return Refusal::none;
}

/// Converts between doubles and vectors, which need the same number of components.
Refusal assign_numbers(const Value::Content& given, Value::Content& into) {
  return std::visit(
      [](const auto& from, auto& target) {
        using From = std::decay_t<decltype(from)>;
        using Into = std::decay_t<decltype(target)>;
        constexpr bool kIsOut = is_vector3d<From> && std::is_same_v<Into, Value::Doubles>;
        constexpr bool kIsIn = is_vector3d<Into> && std::is_same_v<From, Value::Doubles>;
        if constexpr (!kIsOut && !kIsIn) {
          return Refusal::type;
        } else {
          if constexpr (kIsIn)
            if (from.size() != target.size()) return Refusal::type;
          if (const Refusal refusal = check(from); refusal != Refusal::none) return refusal;
          if constexpr (kIsOut) target.resize(from.size());
          std::copy(from.begin(), from.end(), target.begin());
          return Refusal::none;
        }
      },
      given, into);
}

Refusal assign_content(const Value& given, Value& into) {
  const ValueType from = given.type(), type = into.type();
  if (is_numeric_scalar(from) && is_numeric_scalar(type)) return assign_number(given.number(), into.content());
  if (from != type) return fits(from, type) ? assign_numbers(given.content(), into.content()) : Refusal::type;
  return std::visit(
      [&into](const auto& content) {
        const Refusal refusal = check(content);
        if (refusal == Refusal::none) std::get<std::decay_t<decltype(content)>>(into.content()) = content;
        return refusal;
      },
      given.content());
}

}  // namespace

std::string_view to_string(ValueType type) {
  return kTypeNames.at(static_cast<std::size_t>(type));
}

std::optional<ValueType> value_type(std::string_view name) {
  const auto found = std::find(kTypeNames.begin(), kTypeNames.end(), name);
  if (found == kTypeNames.end()) return std::nullopt;
  return static_cast<ValueType>(found - kTypeNames.begin());
}

std::string value_type_names() {
  std::string names;
  for (const std::string_view name : kTypeNames) {
    if (!names.empty()) names += name == kTypeNames.back() ? " and " : ", ";
    names += name;
  }
  return names;
}

Value::Value(ValueType type) : content_(neutral_content(type, std::make_index_sequence<kValueTypes>())) {}

double Value::number() const {
  return std::visit(
      [](const auto& content) -> double {
        if constexpr (is_number<std::decay_t<decltype(content)>>) return static_cast<double>(content);
        return 0.0;
      },
      content_);
}

std::size_t Value::size() const {
  return std::visit(
      [](const auto& content) -> std::size_t {
        using T = std::decay_t<decltype(content)>;
        if constexpr (is_sequence_of_numbers<T> || is_vector3d<T>) return content.size();
        return is_number<T> ? 1 : 0;
      },
      content_);
}

double Value::number(std::size_t index) const {
  return std::visit(
      [index](const auto& content) -> double {
        using T = std::decay_t<decltype(content)>;
        if constexpr (is_sequence_of_numbers<T> || is_vector3d<T>)
          return static_cast<double>(content.at(index));
        else if constexpr (is_number<T>)
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
    case Refusal::malformed:
      return "octets that form no value of its type";
  }
  return "?";
}

Refusal assign(const Value& given, Value& into) {
  const Refusal refusal = assign_content(given, into);
  if (refusal == Refusal::none) into.set_time(given.time());
  return refusal;
}

bool fits(ValueType from, ValueType into) {
  return from == into || (is_numeric_scalar(from) && is_numeric_scalar(into)) ||
         (vector_size(from) > 0 && into == ValueType::doubles) || (from == ValueType::doubles && vector_size(into) > 0);
}

}  // namespace rtm
