// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "gateways/x3d/vrml_parser.h"

namespace x3d {
namespace {

template <typename T>
T& data_of(Value& value) {
  if (!value.has_value()) value.data.emplace<T>();
  return std::get<T>(value.data);
}

std::string without_escapes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace

Value VrmlParser::value(FieldType type) {
  if (is_multiple(type)) return list(type);
  Value value{type, {}};
  one_value(type, value);
  return value;
}

Value VrmlParser::list(FieldType type) {
  Value value{type, {}};
  if (!scanner_.peek().is('[')) {
    one_value(type, value);
    return value;
  }
  scanner_.take();
  switch (element_of(type)) {
    case Element::real:
      value.data.emplace<Floats>();
      break;
    case Element::integer:
      value.data.emplace<Integers>();
      break;
    case Element::time:
      value.data.emplace<Times>();
      break;
    case Element::node:
      value.data.emplace<Nodes>();
      break;
    default:
      value.data.emplace<Strings>();
      break;
  }
  while (!scanner_.peek().is(']')) one_value(type, value);
  scanner_.take();
  return value;
}

void VrmlParser::one_value(FieldType type, Value& into) {
  switch (element_of(type)) {
    case Element::boolean:
      into.data = boolean();
      break;
    case Element::real: {
      for (std::size_t i = 0; i < components_of(type); ++i) {
        if (i > 0 && scanner_.peek().kind != Token::Kind::number)
          scanner_.fail(scanner_.peek().offset,
                        fmt::format("expected {} numbers for each value of {}, not {}", components_of(type),
                                    to_string(type), to_string(scanner_.peek())));
        data_of<Floats>(into).push_back(static_cast<float>(real(true)));
      }
      break;
    }
    case Element::integer:
      if (type == FieldType::SFImage)
        into.data = image();
      else
        data_of<Integers>(into).push_back(integer());
      break;
    case Element::time:
      data_of<Times>(into).push_back(real(false));
      break;
    case Element::string:
      data_of<Strings>(into).push_back(string());
      break;
    case Element::node:
      if (type == FieldType::SFNode && scanner_.peek().is_name("NULL")) {
        count(scanner_.take().offset);
        data_of<Nodes>(into);
      } else {
        data_of<Nodes>(into).push_back(node());
      }
      break;
  }
}

bool VrmlParser::boolean() {
  const Token token = scanner_.take();
  if (!token.is_name("TRUE") && !token.is_name("FALSE")) fail_at(token, "TRUE or FALSE");
  count(token.offset);
  return token.text == "TRUE";
}

std::string VrmlParser::string() {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::string) fail_at(token, "a string in quotes");
  count(token.offset);
  return without_escapes(token.text);
}

Integers VrmlParser::image() {
  const Token first = scanner_.peek();
  Integers numbers;
  for (int i = 0; i < 3; ++i) numbers.push_back(integer());
  const std::int64_t width = numbers[0], height = numbers[1], components = numbers[2];
  if (width < 0 || height < 0 || components < 0 || components > 4)
    scanner_.fail(first.offset,
                  fmt::format("{} by {} pixels of {} components are no picture", width, height, components));
  for (std::int64_t i = 0; i < width * height; ++i) numbers.push_back(integer());
  return numbers;
}

}  // namespace x3d
