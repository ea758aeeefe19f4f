// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spark {

/// Reads the number at the beginning of a text, like C `atof` (behaviour 3.0): accepts leading blanks, sign, decimal,
/// hex, `inf` and `nan`, ignores anything after the number, and returns 0 without a number. Independent of the locale.
double leading_number(std::string_view text);

/// Reads the number at the beginning of a text, and removes it; leading blanks are not accepted. False, and nothing is
/// removed, if there is none.
bool take_number(std::string_view& text, double& out);

/// Reads a text that is a number from its first to its last character; false for any other.
bool whole_number(std::string_view text, double& out);
bool whole_integer(std::string_view text, std::int64_t& out);

/// Appends `value` as the 0.5.2 server printed reals: rounded to a 32-bit float, then 6 significant digits, no trailing
/// zeros (`%g`; behaviour 4.0). `to_chars` is four times as fast as a stringstream here.
void append_real(std::string& out, double value);
void append_integer(std::string& out, std::int64_t value);

}  // namespace spark
