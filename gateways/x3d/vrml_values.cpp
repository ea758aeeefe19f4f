// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

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

/// Whether `text` has the form that VRML97 gives a number with a point or exponent, apart from its sign.
bool has_form_of_real(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
         (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
}

/// Takes the sign away; whether it was a minus.
bool take_sign(std::string_view& text) {
  const bool is_minus = text.starts_with('-');
  if (is_minus || text.starts_with('+')) text.remove_prefix(1);
  return is_minus;
}

/// Of a number that is too large or too small for its type: whether it is too small. `text` is without a sign.
bool is_below_one(std::string_view text) {
  const std::size_t mantissa_end = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, mantissa_end);
  const std::size_t point = std::min(mantissa.find('.'), mantissa_end);
  const std::size_t first = std::min(mantissa.find_first_not_of("0."), mantissa_end);
  std::int64_t exponent = 0;
  if (mantissa_end < text.size()) {
    std::string_view digits = text.substr(mantissa_end + 1);
    const bool is_minus = take_sign(digits);
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (result.ec == std::errc::result_out_of_range) return is_minus;
    if (is_minus) exponent = -exponent;
  }
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + exponent <= 0;
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

double VrmlParser::real(bool is_float) {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::number) fail_at(token, "a number");
  count(token.offset);
  std::string_view text = token.text;
  const bool is_minus = take_sign(text);
  if (!has_form_of_real(text)) fail_at(token, "a number");
  // Straight to the type that is wanted: by way of a double a float could be rounded twice.
  float rounded = 0.0f;
  double number = 0.0;
  const std::from_chars_result result = is_float ? std::from_chars(text.data(), text.data() + text.size(), rounded)
                                                 : std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ptr != text.data() + text.size() || result.ec == std::errc::invalid_argument) fail_at(token, "a number");
  if (result.ec == std::errc::result_out_of_range) {
    if (!is_below_one(text))
      scanner_.fail(token.offset,
                    fmt::format("{} is too large for a number of {} bits", to_string(token), is_float ? 32 : 64));
    rounded = 0.0f;
    number = 0.0;
  }
  if (is_float) number = rounded;
  return is_minus ? -number : number;
}

std::int32_t VrmlParser::integer() {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::number) fail_at(token, "a whole number");
  count(token.offset);
  std::string_view text = token.text;
  const bool is_minus = take_sign(text);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, is_hex ? 16 : 10);
  if (result.ptr != text.data() + text.size() || result.ec == std::errc::invalid_argument)
    fail_at(token, "a whole number");
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  // Colours with transparency are written as 32 bits without a sign.
  const std::uint64_t most = is_minus ? kMost + 1 : is_hex ? std::numeric_limits<std::uint32_t>::max() : kMost;
  if (result.ec != std::errc() || number > most)
    scanner_.fail(token.offset, fmt::format("{} has more than 32 bits", to_string(token)));
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(is_minus ? -number : number));
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
