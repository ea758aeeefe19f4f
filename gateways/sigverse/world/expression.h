// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sigverse {

/// An error in an expression; its text does not contain the location.
struct ExpressionError : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Parameters by name. They are stored as evaluated numbers, so nested definitions cost no more than others.
using Parameters = std::map<std::string, double, std::less<>>;

inline constexpr std::size_t kMaxExpression = 256;  ///< octets
inline constexpr std::size_t kMaxBrackets = 64;     ///< nesting depth

/// Evaluates an expression of numbers, parameter names, + - * /, signs and brackets: "(ARM + 2) * -0.5". Throws
/// `ExpressionError` if the text is not an expression or too long, and for unknown names, division by zero and results
/// that are not finite.
double evaluate(std::string_view text, const Parameters& parameters);

/// Evaluates `count` expressions separated by blanks or commas. A sign with a blank before it and none after it begins
/// the next expression, so "1 -2 0" has three and "1 - 2 0" has two. Throws as `evaluate` does, and if there are more
/// or fewer.
std::vector<double> evaluate_list(std::string_view text, std::size_t count, const Parameters& parameters);

/// Whether this is a valid parameter name: letters, digits and _, not starting with a digit.
bool is_parameter_name(std::string_view name);

}  // namespace sigverse
