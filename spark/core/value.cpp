// SPDX-License-Identifier: Apache-2.0
#include "spark/core/value.h"

#include <cmath>

#include "spark/core/number_text.h"

namespace spark {

std::optional<double> as_real(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) return leading_number(*text);
  return std::nullopt;
}

std::optional<std::int64_t> as_integer(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* text = std::get_if<std::string>(&value)) {
    const double number = leading_number(*text);
    if (std::abs(number) < 9e15) return static_cast<std::int64_t>(number);
  }
  return std::nullopt;
}

std::optional<bool> as_bool(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer != 0;
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (*text == "true") return true;
    if (*text == "false") return false;
  }
  return std::nullopt;
}

std::optional<std::string> as_text(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  std::string out;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    append_integer(out, *integer);
    return out;
  }
  if (const auto* real = std::get_if<double>(&value)) {
    append_real(out, *real);
    return out;
  }
  return std::nullopt;
}

std::string describe(const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return "nil";
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return '"' + *text + '"';
  return as_text(value).value_or("?");
}

}  // namespace spark
