// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rcml/node_reader.h"

#include <fmt/format.h>

#include <charconv>

#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/text_output.h"

namespace rcml {
namespace {

double as_written(float value) {
  std::string text;
  x3d::append_number(text, value);
  double number = value;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

void NodeReader::fail(std::string_view field, std::string_view what) const {
  const x3d::Field* given = node_.find(field);
  x3d::refuse(file_, given ? given->place : node_.place, fmt::format("{}: {}", node_.type, what));
}

bool NodeReader::boolean(std::string_view field) const {
  return x3d::rcml_value(node_, field).boolean();
}

std::string NodeReader::string(std::string_view field) const {
  return x3d::rcml_value(node_, field).strings().at(0);
}

x3d::Strings NodeReader::strings(std::string_view field) const {
  return x3d::rcml_value(node_, field).strings();
}

std::int32_t NodeReader::integer(std::string_view field, std::int32_t min, std::int32_t max) const {
  const std::int32_t value = x3d::rcml_value(node_, field).integers().at(0);
  if (value < min || value > max)
    fail(field, fmt::format("{} is {}; it has to be from {} to {}", field, value, min, max));
  return value;
}

double NodeReader::positive(std::string_view field) const {
  const double value = as_written(x3d::rcml_value(node_, field).floats().at(0));
  if (value <= 0.0) fail(field, fmt::format("{} is {}; it has to be above 0", field, value));
  return value;
}

x3d::Times NodeReader::reals(std::string_view field) const {
  const x3d::Value value_of_field = x3d::rcml_value(node_, field);
  x3d::Times values;
  for (const float value : value_of_field.floats()) values.push_back(as_written(value));
  return values;
}

}  // namespace rcml
