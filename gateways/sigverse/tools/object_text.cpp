// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/object_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "spark/core/log.h"

namespace sigverse::tools {
namespace {

using namespace wire;

constexpr std::size_t kWidth = 100;

std::string shown(std::string_view text) {
  return spark::printable(text, text.size());
}

/// -0 is 0 to people.
std::string shown(double number) {
  return fmt::format("{:.6g}", number == 0.0 ? 0.0 : number);
}

std::string shown(const AttributeRecord& attribute) {
  if (const auto* text = std::get_if<std::string_view>(&attribute.value)) return '"' + shown(*text) + '"';
  if (const auto* number = std::get_if<double>(&attribute.value)) return shown(*number);
  return std::get<bool>(attribute.value) ? "true" : "false";
}

/// "x 1  y 2  z 3", broken into lines behind `indent` blanks.
void append_items(std::string& out, std::size_t indent, const std::vector<std::string>& items) {
  std::size_t column = indent;
  for (const std::string& item : items) {
    if (column != indent && column + 2 + item.size() > kWidth) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column != indent) {
      out += "  ";
      column += 2;
    }
    out += item;
    column += item.size();
  }
  out += '\n';
}

void append_attributes(std::string& out, const ObjectRecord& object) {
  std::map<std::string, std::vector<std::string>> groups;
  std::size_t widest = 0;
  for (const AttributeRecord& attribute : object.attributes) {
    const std::string group = attribute.group.empty() ? "other" : shown(attribute.group);
    groups[group].push_back(fmt::format("{} {}", shown(attribute.name), shown(attribute)));
    widest = std::max(widest, group.size());
  }
  for (const auto& [group, items] : groups) {
    out += fmt::format("{:{}}  ", group, widest);
    append_items(out, widest + 2, items);
  }
}

std::string triple(const Triple& numbers) {
  return fmt::format("({}, {}, {})", shown(numbers[0]), shown(numbers[1]), shown(numbers[2]));
}

std::string size_of(const PartRecord& part) {
  switch (part.shape) {
    case PartShape::box:
      return fmt::format("box {} x {} x {}", shown(part.size[0]), shown(part.size[1]), shown(part.size[2]));
    case PartShape::cylinder:
      return fmt::format("cylinder of radius {}, length {}", shown(part.size[0]), shown(part.size[1]));
    case PartShape::sphere:
      return fmt::format("sphere of radius {}", shown(part.size[0]));
  }
  return {};
}

void append_parts(std::string& out, const ObjectRecord& object) {
  std::vector<std::array<std::string, 4>> rows;
  std::array<std::size_t, 3> widths{};
  for (const PartRecord& part : object.parts) {
    rows.push_back({shown(part.name), "at " + triple(part.place),
                    fmt::format("turned ({}, {}, {}, {})", shown(part.turn[0]), shown(part.turn[1]),
                                shown(part.turn[2]), shown(part.turn[3])),
                    size_of(part)});
    for (std::size_t i = 0; i != widths.size(); ++i) widths[i] = std::max(widths[i], rows.back()[i].size());
  }
  for (const auto& row : rows)
    out += fmt::format("  {:{}}  {:{}}  {:{}}  {}\n", row[0], widths[0], row[1], widths[1], row[2], widths[2], row[3]);
}

}  // namespace

std::string object_as_text(const ObjectRecord& object, double time) {
  std::string out = fmt::format("{}: class {}, id {}, {}; at {} s\n\n", shown(object.name), shown(object.class_name),
                                object.id, object.attached ? "a controller is attached" : "no controller", shown(time));
  append_attributes(out, object);
  if (object.parts.empty()) return out;
  out += "\nparts\n";
  append_parts(out, object);
  return out;
}

}  // namespace sigverse::tools
