// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace sigverse {

// Conversions of texts to values of other types, with the same rules as for world files.

/// The number at the beginning of a text, after blanks: "52.5.0" is 52.5. The decimal point does not depend on the
/// locale: a controller that calls `setlocale(LC_ALL, "")` must not read 2 from the server's 2.75. nullopt if there is
/// none or it is not finite.
std::optional<double> number_in(const char* text);
/// False for 0 and for "false" in any case, ignoring blanks around them; otherwise true.
bool says_true(std::string_view text);

}  // namespace sigverse
