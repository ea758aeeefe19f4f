// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace x3d {

/// The error in the text of a number.
enum class NumberFault : std::uint8_t {
  none,
  syntax,    ///< not a number in the notation of VRML97
  too_large  ///< its type cannot hold it
};

/// Reads a real number, which must be the whole text. The value is the nearest one of its type; a number that is too
/// small for it becomes 0. With a fault the value is undefined.
NumberFault read_real(std::string_view text, float& value);
NumberFault read_real(std::string_view text, double& value);

/// Whether the text is NaN or infinity as printed by programs: "-nan", "inf", "1.#QNAN".
bool is_printed_nonfinite(std::string_view text);

/// Reads an integer, decimal or with the prefix 0x, which must be the whole text. Hexadecimal numbers may use all 32
/// bits, because colours with transparency are written without a sign. With a fault the value is undefined.
NumberFault read_integer(std::string_view text, std::int32_t& value);

}  // namespace x3d
