// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sigverse {

/// An error in an expression, without its place.
struct ExpressionError : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Parameters by name. Each is evaluated to a number, so that nested definitions cost no more than others.
using Parameters = std::map<std::string, double, std::less<>>;

inline constexpr std::size_t kMaxExpression = 256;  ///< octets
inline constexpr std::size_t kMaxBrackets = 64;     ///< nesting depth

/// Evaluates an expression of numbers, names of parameters, + - * /, signs and brackets: "(ARM + 2) * -0.5". Throws
/// `ExpressionError` for a text that is not an expression or is too long, for unknown names, a division by zero and a
/// result that is not finite.
double evaluate(std::string_view text, const Parameters& parameters);

/// Evaluates `count` expressions separated by blanks or commas. A sign with a blank before it and none after it begins
/// the next expression, so "1 -2 0" are three and "1 - 2 0" are two. Throws as `evaluate` does, and if there are more
/// or fewer.
std::vector<double> evaluate_list(std::string_view text, std::size_t count, const Parameters& parameters);

/// Whether that is a valid name of a parameter: letters, digits and _, no digit first.
bool is_parameter_name(std::string_view name);

}  // namespace sigverse
