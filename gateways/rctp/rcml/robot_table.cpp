// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "gateways/rctp/rcml/tables.h"

namespace rcml {
namespace {

constexpr std::array<std::string_view, 10> kKindTexts{
    "control output", "text output", "binary output", "control input", "text input",
    "binary input",   "video input", "audio input",   "video output",  "audio output"};

std::string_view kind_of(const Object& object) {
  return kKindTexts.at(static_cast<std::size_t>(object.kind));
}

std::string about_control(const Object& object) {
  std::string text = object.is_output() ? object.trigger ? "acts once, " : "holds, " : "";
  text += fmt::format("{} a second at most", object.rate);
  if (!object.standard.empty()) text += fmt::format(", {}", object.standard);
  for (const std::string& translator : object.translators) text += fmt::format(", {}", translator);
  return text;
}

std::string about_binary(const Object& object, const RobotSheet& robot) {
  if (object.bits > 0)
    return fmt::format("{} bit{}{}", object.bits, object.bits == 1 ? "" : "s", object.trigger ? ", acts once" : "");
  const bool has_nodes = object.kind == Object::Kind::binary_input && !robot.node_names.empty();
  return has_nodes ? fmt::format("any length, {} nodes", robot.node_names.size()) : "any length";
}

std::string about(const Object& object, const RobotSheet& robot) {
  std::string text;
  if (object.is_control())
    text = about_control(object);
  else if (object.is_binary())
    text = about_binary(object, robot);
  else if (object.is_text())
    text = fmt::format("{} octets at most", object.max_length);
  else if (object.is_video())
    text = fmt::format("{} x {}, {} a second, {:.1f} degrees, {}", object.width, object.height, object.frame_rate,
                       object.field_of_view * 180 / std::numbers::pi, object.encoding);
  else
    text = fmt::format("{} Hz, {} channel{}, {}", object.sample_rate, object.channels, object.channels == 1 ? "" : "s",
                       object.encoding);
  if (!object.has_records() && !object.address.empty()) text += ", " + object.address;
  if (object.has_records()) text += object.time_stamp ? "; stamp" : "; no stamp";
  if (object.is_control()) text += object.data_mask ? ", mask" : ", no mask";
  return text;
}

std::string range_of(const Object::Parameter& parameter) {
  if (std::isinf(parameter.min) && std::isinf(parameter.max)) return "any";
  if (std::isinf(parameter.min)) return fmt::format("up to {}", parameter.max);
  if (std::isinf(parameter.max)) return fmt::format("from {}", parameter.min);
  return fmt::format("{} to {}", parameter.min, parameter.max);
}

using Cells = std::array<std::string, 5>;

Cells cells_of(const Object& object, std::size_t index) {
  const Object::Parameter& parameter = object.parameters[index];
  return {parameter.name.empty() ? fmt::format("{}", index + 1) : shown(parameter.name), shown(parameter.unit),
          range_of(parameter), object.is_output() ? fmt::format("neutral {}", parameter.neutral) : std::string(),
          std::string(to_string(parameter.type))};
}

/// Aligns the rows in columns, each as wide as its widest cell.
std::string parameter_lines(const std::vector<Cells>& rows) {
  std::array<std::size_t, std::tuple_size_v<Cells>> widths{};
  for (const Cells& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Cells& row : rows) {
    std::string line = "   ";
    for (std::size_t i = 0; i < row.size(); ++i)
      if (widths[i] > 0) line += fmt::format(" {:{}} ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string name_of(const Object& object) {
  return object.name.empty() ? "-" : shown(object.name);
}

}  // namespace

std::string robot_table(const RobotSheet& robot) {
  std::string text = fmt::format("robot {}", robot.name.empty() ? "without a name" : shown(robot.name));
  for (const std::string& more : {robot.address, robot.software, robot.os})
    if (!more.empty()) text += ", " + shown(more);
  text += '\n';
  std::size_t widest = 0;
  for (const Object& object : robot.objects) widest = std::max(widest, name_of(object).size());
  for (const Object& object : robot.objects) {
    text += fmt::format("{:{}}  {:14}  {}\n", name_of(object), widest, kind_of(object), shown(about(object, robot)));
    std::vector<Cells> rows;
    for (std::size_t i = 0; i < object.parameters.size(); ++i) rows.push_back(cells_of(object, i));
    text += parameter_lines(rows);
  }
  return text;
}

}  // namespace rcml
