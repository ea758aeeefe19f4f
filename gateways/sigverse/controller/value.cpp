// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/Value.h"

#include <fmt/format.h>
#include <locale.h>
#include <stdlib.h>
#include <strings.h>

#include <algorithm>
#include <cmath>

#include "gateways/sigverse/controller/text_value.h"

namespace sigverse {

std::optional<double> number_in(const char* text) {
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  char* end = nullptr;
  const double number = ::strtod_l(text, &end, plain);
  if (end == text || !std::isfinite(number)) return {};
  return number;
}

bool says_true(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  const std::string word(text);
  return word != "0" && ::strcasecmp(word.c_str(), "false") != 0;
}

}  // namespace sigverse

const char* Value::getString() const {
  if (type_ == VALUE_TYPE_DOUBLE) text_ = fmt::format("{}", number_);
  if (type_ == VALUE_TYPE_BOOL) text_ = number_ != 0.0 ? "true" : "false";
  return text_.c_str();
}
double Value::getDouble() const {
  return type_ == VALUE_TYPE_STRING ? sigverse::number_in(text_.c_str()).value_or(0.0) : number_;
}
bool Value::getBool() const {
  return type_ == VALUE_TYPE_STRING ? sigverse::says_true(text_) : number_ != 0.0;
}
bool Value::operator==(const Value& other) const {
  if (type_ != other.type_) return false;
  return type_ == VALUE_TYPE_STRING ? text_ == other.text_ : number_ == other.number_;
}
