// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/object_text.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace sigverse::wire {
namespace {

constexpr std::size_t kWidth = 100;

/// Six digits; -0 becomes 0.
std::string shown_number(double number) {
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, number == 0.0 ? 0.0 : number, std::chars_format::general, 6);
  return {digits, end.ptr};
}

std::string shown_value(const AttributeRecord& attribute, ShowText show) {
  if (const auto* text = std::get_if<std::string_view>(&attribute.value)) return '"' + show(*text) + '"';
  if (const auto* number = std::get_if<double>(&attribute.value)) return shown_number(*number);
  return std::get<bool>(attribute.value) ? "true" : "false";
}

/// The number of terminal columns of a UTF-8 text: East Asian characters, which begin at U+3000, take two.
std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const char c : text) {
    const auto octet = static_cast<unsigned char>(c);
    if ((octet & 0xc0U) != 0x80U) columns += octet >= 0xe3 ? 2 : 1;
  }
  return columns;
}

/// The text, padded with blanks to the width of the column plus two.
std::string cell(const std::string& text, std::size_t width) {
  return text + std::string(width - columns_of(text) + 2, ' ');
}

/// Appends "x 1  y 2  z 3", wrapped into lines that begin with `indent` blanks.
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

void append_attributes(std::string& out, const ObjectRecord& object, ShowText show) {
  std::map<std::string, std::vector<std::string>> groups;
  std::size_t widest = 0;
  for (const AttributeRecord& attribute : object.attributes) {
    const std::string group = attribute.group.empty() ? "other" : show(attribute.group);
    groups[group].push_back(show(attribute.name) + ' ' + shown_value(attribute, show));
    widest = std::max(widest, columns_of(group));
  }
  for (const auto& [group, items] : groups) {
    out += cell(group, widest);
    append_items(out, widest + 2, items);
  }
}

template <std::size_t Count>
std::string shown_numbers(const std::array<double, Count>& numbers) {
  std::string out = "(";
  for (std::size_t i = 0; i != Count; ++i) out += (i == 0 ? "" : ", ") + shown_number(numbers[i]);
  return out + ')';
}

std::string size_of(const PartRecord& part) {
  const std::string first = shown_number(part.size[0]), second = shown_number(part.size[1]);
  switch (part.shape) {
    case PartShape::box:
      return "box " + first + " x " + second + " x " + shown_number(part.size[2]);
    case PartShape::cylinder:
      return "cylinder of radius " + first + ", length " + second;
    case PartShape::sphere:
      return "sphere of radius " + first;
  }
  return {};
}

void append_parts(std::string& out, const ObjectRecord& object, ShowText show) {
  std::vector<std::array<std::string, 4>> rows;
  std::array<std::size_t, 3> widths{};
  for (const PartRecord& part : object.parts) {
    rows.push_back(
        {show(part.name), "at " + shown_numbers(part.place), "turned " + shown_numbers(part.turn), size_of(part)});
    for (std::size_t i = 0; i != widths.size(); ++i) widths[i] = std::max(widths[i], columns_of(rows.back()[i]));
  }
  for (const auto& row : rows) {
    out += "  ";
    for (std::size_t i = 0; i != widths.size(); ++i) out += cell(row[i], widths[i]);
    out += row[3] + '\n';
  }
}

}  // namespace

std::string without_controls(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(
      out, [](char c) { return (c >= 0 && c < 0x20) || c == 0x7f; }, '?');
  return out;
}

std::string object_as_text(const ObjectRecord& object, double time, ShowText show) {
  std::string out = show(object.name) + ": class " + show(object.class_name) + ", id " + std::to_string(object.id) +
                    (object.attached ? ", a controller is attached" : ", no controller") + "; at " +
                    shown_number(time) + " s\n\n";
  append_attributes(out, object, show);
  if (object.parts.empty()) return out;
  out += "\nparts\n";
  append_parts(out, object, show);
  return out;
}

}  // namespace sigverse::wire
