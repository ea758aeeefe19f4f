// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_ATTRIBUTE_H
#define SIGVERSE_ATTRIBUTE_H

#include "Value.h"

/// One attribute of a simulation object: its name, the group to which it belongs in its class, and its value.
class Attribute {
 public:
  Attribute() {}
  Attribute(const std::string& name, const std::string& group, const Value& value)
      : name_(name), group_(group), value_(value) {}
  const char* name() const { return name_.c_str(); }
  const char* group() const { return group_.c_str(); }
  const Value& value() const { return value_; }
  void value(const Value& value) { value_ = value; }
  ValueType type() const { return value_.type(); }
  const char* getString() const { return value_.getString(); }
  double getDouble() const { return value_.getDouble(); }
  bool getBool() const { return value_.getBool(); }

 private:
  std::string name_, group_;
  Value value_;
};

#endif
