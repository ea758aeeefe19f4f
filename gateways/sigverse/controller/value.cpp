// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/Value.h"

#include <fmt/format.h>

#include <cstdlib>

const char* Value::getString() const {
  if (type_ == VALUE_TYPE_DOUBLE) text_ = fmt::format("{}", number_);
  if (type_ == VALUE_TYPE_BOOL) text_ = number_ != 0.0 ? "true" : "false";
  return text_.c_str();
}
double Value::getDouble() const {
  return type_ == VALUE_TYPE_STRING ? std::atof(text_.c_str()) : number_;
}
bool Value::getBool() const {
  return type_ == VALUE_TYPE_STRING ? text_ == "true" : number_ != 0.0;
}
bool Value::operator==(const Value& other) const {
  if (type_ != other.type_) return false;
  return type_ == VALUE_TYPE_STRING ? text_ == other.text_ : number_ == other.number_;
}
