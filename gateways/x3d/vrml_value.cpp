// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/vrml_value.h"

#include "gateways/x3d/text_output.h"

namespace x3d {
namespace {

/// Numbers in one line; one that is much longer can be read by nobody.
constexpr std::size_t kNumbersPerLine = 24;

/// What stands in front of number `index`: a comma in front of each further vector, a new line now and then.
void append_between(std::string& out, std::size_t index, std::size_t components, std::size_t indent) {
  if (index == 0) return;
  if (components > 1 && index % components == 0) out += ',';
  if (index % kNumbersPerLine != 0) {
    out += ' ';
    return;
  }
  out += '\n';
  out.append(indent + 2, ' ');
}

template <typename Numbers>
void append_numbers(std::string& out, FieldType type, const Numbers& numbers, std::size_t indent) {
  const bool in_brackets = is_multiple(type);
  if (in_brackets) out += "[ ";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    append_between(out, i, components_of(type), indent);
    append_number(out, numbers[i]);
  }
  if (in_brackets) out += numbers.empty() ? "]" : " ]";
}

void append_image(std::string& out, const Integers& numbers, std::size_t indent) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    append_between(out, i, 1, indent);
    if (i < 3)
      append_number(out, numbers[i]);
    else
      append_pixel(out, numbers[i]);
  }
}

void append_strings(std::string& out, FieldType type, const Strings& strings) {
  if (!is_multiple(type) || strings.size() == 1) return append_quoted(out, strings.front());
  out += "[ ";
  for (const std::string& one : strings) {
    append_quoted(out, one);
    out += ' ';
  }
  out += ']';
}

}  // namespace

void append_vrml(std::string& out, const Value& value, std::size_t indent) {
  if (value.type == FieldType::SFImage) return append_image(out, value.integers(), indent);
  switch (element_of(value.type)) {
    case Element::boolean:
      out += value.boolean() ? "TRUE" : "FALSE";
      break;
    case Element::real:
      append_numbers(out, value.type, value.floats(), indent);
      break;
    case Element::integer:
      append_numbers(out, value.type, value.integers(), indent);
      break;
    case Element::time:
      append_numbers(out, value.type, value.times(), indent);
      break;
    case Element::string:
      append_strings(out, value.type, value.strings());
      break;
    case Element::node:
      break;
  }
}

}  // namespace x3d
