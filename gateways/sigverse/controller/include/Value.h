// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_VALUE_H
#define SIGVERSE_VALUE_H

#include "systemdef.h"

/// The type of a value, one of these.
typedef int ValueType;
enum { VALUE_TYPE_STRING = 0, VALUE_TYPE_DOUBLE = 6, VALUE_TYPE_BOOL = 7 };

/// The value of an attribute. It is converted if another type is requested: as a number, a text is the number at its
/// beginning, or 0; as a bool, it is false if it is "0" or "false" in any case, otherwise true.
class Value {
 public:
  Value() : type_(VALUE_TYPE_STRING), number_(0.0) {}
  Value(const char* text) : type_(VALUE_TYPE_STRING), text_(text ? text : ""), number_(0.0) {}
  Value(const std::string& text) : type_(VALUE_TYPE_STRING), text_(text), number_(0.0) {}
  Value(double number) : type_(VALUE_TYPE_DOUBLE), number_(number) {}
  Value(int number) : type_(VALUE_TYPE_DOUBLE), number_(number) {}
  Value(bool on) : type_(VALUE_TYPE_BOOL), number_(on ? 1.0 : 0.0) {}

  ValueType type() const { return type_; }
  /// Valid until the value changes.
  const char* getString() const;
  double getDouble() const;
  bool getBool() const;
  void setString(const char* text) { *this = Value(text); }
  void setDouble(double number) { *this = Value(number); }
  void setBool(bool on) { *this = Value(on); }
  bool operator==(const Value& other) const;

 private:
  ValueType type_;
  mutable std::string text_;
  double number_;
};

#endif
