// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace sigverse {

// What a text says as a value of another type; world files are read in the same way.

/// The number with which it begins, blanks in front of it left out: "52.5.0" is 52.5. With a point in every locale: a
/// controller that calls `setlocale(LC_ALL, "")` must not make 2 of the 2.75 that the server wrote. Nothing if there is
/// none, or if it is not finite.
std::optional<double> number_in(const char* text);
/// False for 0 and for false in any case, blanks around them left out.
bool says_true(std::string_view text);

}  // namespace sigverse
