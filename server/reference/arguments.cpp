// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "server/reference/reference.h"

namespace server {

using namespace spark;
namespace {

constexpr std::string_view kUnits[] = {
    "m", "kg",        "s",     "N",     "N·m", "N·s/m",     "N·m·s/rad", "degrees", "rad", "rad/s", "m/s", "m/s²",
    "%", "degrees/s", "kg/m³", "kg·m²", "J",   "m/s per N", "N·m/rad",   "N·m/A",   "cd",  "°C",    "K/lx"};

bool is_unit(std::string_view text) {
  return std::find(std::begin(kUnits), std::end(kUnits), text) != std::end(kUnits);
}

/// Splits at the commas outside of brackets.
std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    std::string_view part = text.substr(begin, i - begin);
    while (part.starts_with(' ')) part.remove_prefix(1);
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

/// "radius (m)", "number (1 to 64)", "drag (N·s/m, not negative)".
Reference::Argument read_argument(std::string_view part) {
  Reference::Argument argument;
  const auto bracket = part.find(" (");
  argument.name = part.substr(0, bracket);
  if (bracket == std::string_view::npos || !part.ends_with(')')) return argument;
  std::string_view inside = part.substr(bracket + 2, part.size() - bracket - 3);
  const auto comma = inside.find(", ");
  if (is_unit(inside.substr(0, comma))) {
    argument.unit = inside.substr(0, comma);
    inside = comma == std::string_view::npos ? std::string_view() : inside.substr(comma + 2);
  }
  argument.note = inside;
  return argument;
}

}  // namespace

std::vector<Reference::Argument> arguments_of(const MethodInfo& method) {
  std::vector<Reference::Argument> arguments;
  for (const std::string_view part : split_list(method.parameters)) arguments.push_back(read_argument(part));
  for (std::size_t i = arguments.size(); i-- > 1;)
    if (arguments[i - 1].unit.empty() && arguments[i - 1].note.empty() && arguments[i - 1].name.size() == 1)
      arguments[i - 1].unit = arguments[i].unit;
  if (arguments.size() != method.takes.size()) arguments.assign(method.takes.size(), {});
  for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i].kind = method.takes[i];
  return arguments;
}

std::string_view to_string(ValueKind kind) {
  constexpr std::array<std::string_view, 6> kNames{"nothing", "real", "integer", "truth value", "text", "any"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace server
