// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/translator_arguments.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "spark/core/log.h"
#include "spark/core/number_text.h"

namespace rctp {

std::string TranslatorArguments::effector(std::string_view name) {
  const std::string& text = next(name);
  if (text.empty()) fail(fmt::format("{} has no name", name));
  return text;
}

double TranslatorArguments::number(std::string_view name, double min) {
  const std::string& text = next(name);
  double value = 0.0;
  if (!spark::whole_number(text, value) || !std::isfinite(value) || value < min)
    fail(fmt::format("the {} is '{}': expected a number{}", name, spark::printable(text),
                     min > -std::numeric_limits<double>::max() ? " above 0" : ""));
  return value;
}

double TranslatorArguments::number_or(std::string_view name, double fallback) {
  return given_.empty() ? fallback : number(name);
}

void TranslatorArguments::end() const {
  if (!given_.empty()) fail(fmt::format("'{}' is one argument too many", spark::printable(given_.front())));
}

void TranslatorArguments::fail(const std::string& what) const {
  throw std::runtime_error(fmt::format("translator {} of '{}': {}", kind_, spark::printable(object_), what));
}

const std::string& TranslatorArguments::next(std::string_view name) {
  if (given_.empty()) fail(fmt::format("{} is missing", name));
  const std::string& text = given_.front();
  given_ = given_.subspan(1);
  return text;
}

}  // namespace rctp
