// SPDX-License-Identifier: Apache-2.0
#include "spark/core/variables.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "spark/core/check.h"
#include "spark/core/number_text.h"

namespace spark {
namespace {

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool is_word(std::string_view word) {
  if (word.empty() || !is_letter(word.front())) return false;
  for (const char c : word)
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  return true;
}

/// In scripts a namespace is a class, whose name begins with a capital letter.
bool is_namespace(std::string_view word) {
  return is_word(word) && word.front() <= 'Z';
}

/// The numbers that a variable accepts, in words.
std::string expected_number(const Variable* described) {
  if (!described || !described->range) return "a finite number";
  return fmt::format("a number from {} to {}{}{}", described->range->min, described->range->max,
                     described->unit.empty() ? "" : " ", described->unit);
}

/// Converts `text` to the type of `like`. An integer given for a real becomes a real; a real given where the script has
/// an integer stays a real (the program reads both through `real()`). `nullopt` if that is impossible.
std::optional<Value> read_like(const std::string& text, const Value& like) {
  if (std::holds_alternative<std::string>(like)) return text;
  if (std::holds_alternative<bool>(like)) {
    const auto flag = as_bool(Value(text));
    return flag ? std::optional<Value>(*flag) : std::nullopt;
  }
  std::int64_t integer = 0;
  if (std::holds_alternative<std::int64_t>(like) && whole_integer(text, integer)) return integer;
  double real = 0.0;
  if (whole_number(text, real) && std::isfinite(real)) return real;
  return std::nullopt;
}

}  // namespace

std::string Variable::description() const {
  const std::string numbers = range ? fmt::format(", {} to {}", range->min, range->max) : std::string();
  return fmt::format("{}{}{}{}", help, numbers, unit.empty() ? "" : range ? " " : ", in ", unit);
}

bool Variables::is_name(std::string_view name) {
  const auto dot = name.find('.');
  return dot != name.npos && is_namespace(name.substr(0, dot)) && is_word(name.substr(dot + 1));
}

void Variables::override_value(const std::string& name, const std::string& text) {
  if (!is_name(name))
    throw std::runtime_error(
        fmt::format("--{}: a script variable is written Namespace.Name, like --Spades.MonitorInterval", name));
  overrides_[name] = {text};
}

const Value& Variables::create(const std::string& name, const Value& value) {
  if (!is_name(name)) throw std::runtime_error(fmt::format("'{}' is not a variable name (Namespace.Name)", name));
  const auto given = overrides_.find(name);
  if (given != overrides_.end()) given->second.used = true, given->second.replaced = value;
  const auto in_force = given == overrides_.end() ? value : read_like(given->second.text, value);
  if (!in_force)
    refuse_override(
        fmt::format("--{} {}: expected {}", name, given->second.text,
                    std::holds_alternative<bool>(value) ? "true or false" : expected_number(described(name))));
  check(name, *in_force, given != overrides_.end());
  return values_[name] = *in_force;
}

void Variables::set(const std::string& name, const Value& value) {
  check(name, value, false);
  if (is_overridden(name))
    overrides_.at(name).replaced = value;
  else
    values_[name] = value;
}

void Variables::declare(const std::string& name, const Value& default_value) {
  if (!find(name)) create(name, default_value);
  if (declared_) declared_(name);
}

void Variables::declare(std::span<const Variable> table) {
  describe(table);
  for (const Variable& variable : table) declare(variable.name, variable.default_value);
}

void Variables::describe(std::span<const Variable> table) {
  for (const Variable& variable : table) {
    described_[variable.name] = variable;
    if (const Value* value = find(variable.name)) check(variable.name, *value, is_overridden(variable.name));
  }
}

const Variable* Variables::described(std::string_view name) const {
  const auto found = described_.find(name);
  return found == described_.end() ? nullptr : &found->second;
}

bool Variables::is_overridden(std::string_view name) const {
  const auto given = overrides_.find(name);
  return set_up_ && given != overrides_.end() && given->second.used;
}

void Variables::check(const std::string& name, const Value& value, bool is_override) {
  const Variable* const variable = described(name);
  if (!variable || !variable->range) return;
  const auto number = as_real(value);
  if (number && *number >= variable->range->min && *number <= variable->range->max) return;
  const std::string why = fmt::format("{} {}: expected {}", name, spark::describe(value), expected_number(variable));
  if (is_override) refuse_override("--" + why);
  throw std::runtime_error(why);
}

void Variables::refuse_override(const std::string& why) {
  if (!set_up_) throw std::runtime_error(why);
  if (!refused_) refused_ = why;
  throw WrongSetting(why);
}

void Variables::refuse_value(std::string_view name, const std::string& why) const {
  const auto given = overrides_.find(name);
  const Value* const value = find(name);
  if (given != overrides_.end() && value && read_like(given->second.text, *value) == *value)
    throw WrongSetting("--" + why);
  throw std::runtime_error(why);
}

const Value* Variables::find(std::string_view name) const {
  const auto it = values_.find(name);
  return it == values_.end() ? nullptr : &it->second;
}

std::optional<double> Variables::real(std::string_view name) const {
  const Value* value = find(name);
  return value ? as_real(*value) : std::nullopt;
}

std::optional<bool> Variables::boolean(std::string_view name) const {
  const Value* value = find(name);
  return value ? as_bool(*value) : std::nullopt;
}

double Variables::real_or_default(std::string_view name) const {
  const Variable* const variable = described(name);
  SPARK_DEMAND(variable && as_real(variable->default_value));
  return real(name).value_or(*as_real(variable->default_value));
}

bool Variables::boolean_or_default(std::string_view name) const {
  const Variable* const variable = described(name);
  SPARK_DEMAND(variable && as_bool(variable->default_value));
  return boolean(name).value_or(*as_bool(variable->default_value));
}

std::vector<std::string> Variables::unused_overrides() const {
  std::vector<std::string> names;
  for (const auto& [name, given] : overrides_)
    if (!given.used) names.push_back(name);
  return names;
}

std::vector<Variables::Changed> Variables::changed() const {
  std::vector<Changed> all;
  for (const auto& [name, given] : overrides_)
    if (const Value* value = given.used ? find(name) : nullptr; value && *value != given.replaced)
      all.push_back({name, given.replaced, *value});
  return all;
}

}  // namespace spark
