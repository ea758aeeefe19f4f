// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace rctp {

/// The arguments that a script gives to a translator, one after the other. What is wrong with them is thrown as
/// `std::runtime_error` in one line that names translator, object and argument.
class TranslatorArguments {
 public:
  /// Borrows all of it.
  TranslatorArguments(std::string_view kind, std::string_view object, std::span<const std::string> given)
      : kind_(kind), object_(object), given_(given) {}

  /// `name` is what the argument is called in an error: "the left effector".
  std::string effector(std::string_view name);
  double number(std::string_view name, double least = -std::numeric_limits<double>::max());
  /// `fallback` if there are no more arguments.
  double number_or(std::string_view name, double fallback);
  /// Call it last: there are to be no others.
  void end() const;
  [[noreturn]] void fail(const std::string& what) const;

 private:
  const std::string& next(std::string_view name);

  std::string_view kind_;
  std::string_view object_;
  std::span<const std::string> given_;
};

}  // namespace rctp
