// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/x3d_value.h"

#include "gateways/x3d/text_output.h"

namespace x3d {
namespace {

template <typename Numbers>
void append_numbers(std::string& out, const Numbers& numbers) {
  for (const auto number : numbers) {
    if (!out.empty()) out += ' ';
    append_number(out, number);
  }
}

void append_image(std::string& out, const Integers& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) out += ' ';
    if (i < 3)
      append_number(out, numbers[i]);
    else
      append_pixel(out, numbers[i]);
  }
}

void append_strings(std::string& out, const Strings& strings) {
  for (const std::string& one : strings) {
    if (!out.empty()) out += ' ';
    append_quoted(out, one);
  }
}

}  // namespace

std::string text_of(const Value& value) {
  std::string out;
  if (value.type == FieldType::SFString) return value.strings().front();
  if (value.type == FieldType::SFImage) return append_image(out, value.integers()), out;
  switch (element_of(value.type)) {
    case Element::boolean:
      return value.boolean() ? "true" : "false";
    case Element::real:
      append_numbers(out, value.floats());
      break;
    case Element::integer:
      append_numbers(out, value.integers());
      break;
    case Element::time:
      append_numbers(out, value.times());
      break;
    case Element::string:
      append_strings(out, value.strings());
      break;
    case Element::node:
      break;
  }
  return out;
}

}  // namespace x3d
