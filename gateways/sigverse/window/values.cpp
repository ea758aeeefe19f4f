// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "gateways/sigverse/wire/object_text.h"
#include "monitor-lite/view/font.h"

namespace sigverse::window {
namespace {

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<double> number_of(std::string_view text) {
  text = without_blanks(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<bool> flag_of(std::string_view text) {
  text = without_blanks(text);
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

}  // namespace

std::string shown_name(std::string_view name) {
  constexpr std::size_t kLongestShown = 60;  // letters
  const std::string_view beginning = monitor::Font::first_letters(name, kLongestShown);
  return wire::without_controls(beginning) + (beginning.size() < name.size() ? "..." : "");
}

std::string shown(const client::AttributeValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return '"' + wire::without_controls(*text) + '"';
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.6g}", *number == 0.0 ? 0.0 : *number);
  return std::get<bool>(value) ? "true" : "false";
}

std::string editable(const client::AttributeValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<bool>(value) ? "true" : "false";
}

std::optional<client::AttributeValue> read_value(std::string_view text, const client::AttributeValue& like,
                                                 std::string& problem) {
  if (std::holds_alternative<std::string>(like)) return std::string(text);
  if (std::holds_alternative<double>(like)) {
    if (const auto number = number_of(text)) return *number;
    problem = text.empty() ? "a number is expected" : fmt::format("'{}' is not a number", text);
    return std::nullopt;
  }
  if (const auto flag = flag_of(text)) return *flag;
  problem = fmt::format("'{}' is neither true nor false", text);
  return std::nullopt;
}

bool is_read_only(std::string_view attribute) {
  constexpr std::array<std::string_view, 4> kFixed{"agent", "class", "name", "superclass"};
  return std::find(kFixed.begin(), kFixed.end(), attribute) != kFixed.end();
}

}  // namespace sigverse::window
