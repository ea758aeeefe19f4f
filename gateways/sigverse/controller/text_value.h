// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace sigverse {

// Conversions of texts to values of other types; world files are read in the same way.

/// The number at the beginning, after blanks: "52.5.0" is 52.5. The decimal point does not depend on the locale: a
/// controller that calls `setlocale(LC_ALL, "")` must not read 2 from the server's 2.75. Nothing if there is none, or
/// if it is not finite.
std::optional<double> number_in(const char* text);
/// False for 0 and for false in any case, ignoring blanks around them.
bool says_true(std::string_view text);

}  // namespace sigverse
