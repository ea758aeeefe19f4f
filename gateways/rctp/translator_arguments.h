// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace rctp {

/// Reads the arguments that a script gives to a translator, in order. Throws `std::runtime_error` with one line that
/// names translator, object and argument if one is wrong.
class TranslatorArguments {
 public:
  /// Borrows all arguments.
  TranslatorArguments(std::string_view kind, std::string_view object, std::span<const std::string> given)
      : kind_(kind), object_(object), given_(given) {}

  // `name` is the argument in an error: "the left effector".

  std::string effector(std::string_view name);
  double number(std::string_view name, double min = -std::numeric_limits<double>::max());
  /// A length in metres, large enough to divide by.
  double length(std::string_view name) { return number(name, 1e-6); }
  /// Returns `fallback` if there are no more arguments.
  double number_or(std::string_view name, double fallback);
  /// To be called last: throws if there are further arguments.
  void end() const;
  [[noreturn]] void fail(const std::string& what) const;

 private:
  const std::string& next(std::string_view name);

  std::string_view kind_;
  std::string_view object_;
  std::span<const std::string> given_;
};

}  // namespace rctp
