// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spark {

/// Reads the number a text begins with, like C `atof` (behaviour 3.0): leading blanks, sign, decimal, hex, `inf` and
/// `nan` are understood, anything after the number is ignored, no number at all gives 0. Independent of the locale.
double leading_number(std::string_view text);

/// Reads the number a text begins with, and removes it from the text; blanks in front of it are not understood. False,
/// and nothing is removed, if it begins with none.
bool take_number(std::string_view& text, double& out);

/// Reads a text that is a number as a whole, from its first to its last character; false if it is not.
bool whole_number(std::string_view text, double& out);
bool whole_integer(std::string_view text, std::int64_t& out);

/// Appends `value` as the 0.5.2 server printed reals: rounded to a 32-bit float, then 6 significant digits, no trailing
/// zeros (`%g`; behaviour 4.0). `to_chars` is four times as fast as a stringstream here.
void append_real(std::string& out, double value);
void append_integer(std::string& out, std::int64_t value);

}  // namespace spark
