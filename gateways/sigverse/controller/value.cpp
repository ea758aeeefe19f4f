// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/Value.h"

#include <fmt/format.h>
#include <locale.h>
#include <stdlib.h>

namespace {

/// As `atof`, but with a point in every locale: a controller that calls `setlocale(LC_ALL, "")` must not make 2 of the
/// 2.75 that the server wrote.
double leading_number(const char* text) {
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  return ::strtod_l(text, nullptr, plain);
}

}  // namespace

const char* Value::getString() const {
  if (type_ == VALUE_TYPE_DOUBLE) text_ = fmt::format("{}", number_);
  if (type_ == VALUE_TYPE_BOOL) text_ = number_ != 0.0 ? "true" : "false";
  return text_.c_str();
}
double Value::getDouble() const {
  return type_ == VALUE_TYPE_STRING ? leading_number(text_.c_str()) : number_;
}
bool Value::getBool() const {
  return type_ == VALUE_TYPE_STRING ? text_ == "true" : number_ != 0.0;
}
bool Value::operator==(const Value& other) const {
  if (type_ != other.type_) return false;
  return type_ == VALUE_TYPE_STRING ? text_ == other.text_ : number_ == other.number_;
}
