// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/attributes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "spark/core/number_text.h"
#include "spark/core/split.h"

namespace sigverse {
namespace {

template <typename T>
const T* value_of(const Attribute* attribute) {
  return attribute ? std::get_if<T>(&attribute->value) : nullptr;
}

bool is_usable(const AttributeValue& value) {
  const double* number = std::get_if<double>(&value);
  return !number || std::isfinite(*number);
}

/// Compares ASCII letters only; `lower` has no capitals.
bool is_in_any_case(std::string_view word, std::string_view lower) {
  return std::ranges::equal(word, lower, {},
                            [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}

}  // namespace

const Attribute* Attributes::find(std::string_view name) const {
  const auto at = table_.find(name);
  return at == table_.end() ? nullptr : &at->second;
}

double Attributes::number(std::string_view name) const {
  const double* number = value_of<double>(find(name));
  return number ? *number : 0.0;
}

bool Attributes::is_on(std::string_view name) const {
  const bool* on = value_of<bool>(find(name));
  return on && *on;
}

std::string_view Attributes::text(std::string_view name) const {
  const std::string* text = value_of<std::string>(find(name));
  return text ? std::string_view(*text) : std::string_view();
}

void Attributes::add(const std::string& name, Attribute attribute) {
  table_.insert_or_assign(name, std::move(attribute));
}

bool Attributes::set(std::string_view name, const AttributeValue& value) {
  const auto at = table_.find(name);
  if (at == table_.end() || at->second.value.index() != value.index() || !is_usable(value)) return false;
  at->second.value = value;
  return true;
}

Reading Attributes::set_text(std::string_view name, std::string_view text) {
  const auto at = table_.find(name);
  return at == table_.end() ? Reading::nothing : read_value(text, at->second.value, at->second.value);
}

double* Attributes::number_of(std::string_view name) {
  const auto at = table_.find(name);
  return at == table_.end() ? nullptr : std::get_if<double>(&at->second.value);
}

bool* Attributes::flag_of(std::string_view name) {
  const auto at = table_.find(name);
  return at == table_.end() ? nullptr : std::get_if<bool>(&at->second.value);
}

Reading read_number(std::string_view text, double& number) {
  std::string_view word = spark::trimmed(text);
  double read = 0.0;
  if (!spark::take_number(word, read) || !std::isfinite(read)) return Reading::nothing;
  number = read;
  return word.empty() ? Reading::wholly : Reading::partly;
}

Reading read_value(std::string_view text, const AttributeValue& like, AttributeValue& value) {
  if (std::holds_alternative<std::string>(like)) {
    value = std::string(text);
    return Reading::wholly;
  }
  if (std::holds_alternative<bool>(like)) {
    const std::string_view word = spark::trimmed(text);
    const bool is_false = word == "0" || is_in_any_case(word, "false");
    value = !is_false;
    return is_false || word == "1" || is_in_any_case(word, "true") ? Reading::wholly : Reading::partly;
  }
  double number = 0.0;
  const Reading reading = read_number(text, number);
  if (reading != Reading::nothing) value = number;
  return reading;
}

std::string_view reason_against_number(std::string_view name, double value) {
  if (name.starts_with("FOV") && !(value > 0.0 && value < 180.0))
    return "a field of view has to be above 0 and below 180 degrees";
  if ((name.starts_with("aspectRatio") || name.starts_with("scale")) && !(value > 0.0 && value <= 1000.0))
    return "a ratio or a scale has to be above 0 and at most 1000";
  if (name == "mass" && !(value > 0.0 && value <= 1e6)) return "a mass has to be above 0 and at most 1e6 kg";
  if (!(value >= -1e9 && value <= 1e9)) return "a number has to be from -1e9 to 1e9";
  return {};
}

bool is_read_only(std::string_view attribute) {
  constexpr std::array<std::string_view, 4> kReadOnly{"agent", "class", "name", "superclass"};
  return std::ranges::find(kReadOnly, attribute) != kReadOnly.end();
}

}  // namespace sigverse
