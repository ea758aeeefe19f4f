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

bool Attributes::set_text(std::string_view name, std::string_view text) {
  const auto at = table_.find(name);
  return at != table_.end() && read_value(text, at->second.value, at->second.value);
}

double* Attributes::number_of(std::string_view name) {
  const auto at = table_.find(name);
  return at == table_.end() ? nullptr : std::get_if<double>(&at->second.value);
}

bool read_value(std::string_view text, const AttributeValue& like, AttributeValue& value) {
  if (std::holds_alternative<std::string>(like)) {
    value = std::string(text);
    return true;
  }
  const std::string_view word = spark::trimmed(text);
  if (std::holds_alternative<bool>(like)) {
    if (word != "true" && word != "false" && word != "1" && word != "0") return false;
    value = word == "true" || word == "1";
    return true;
  }
  double number = 0.0;
  if (!spark::whole_number(word, number) || !std::isfinite(number)) return false;
  value = number;
  return true;
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
