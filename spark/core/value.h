// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace spark {

/// A value passed between scripts, scene files and C++: nothing, a truth value, an integer, a real or a text.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// Conversions of method arguments (behaviour 11.3). A scene file passes every argument as text. `nullopt` means "not
/// acceptable". Reals may be non-finite; the caller checks.
std::optional<double> as_real(const Value& value);           ///< real, integer, numeric text
std::optional<std::int64_t> as_integer(const Value& value);  ///< integer or numeric text, never a real
std::optional<bool> as_bool(const Value& value);             ///< truth value, integer (0 = false), text true/false
std::optional<std::string> as_text(const Value& value);      ///< text, or a number in its usual form

/// For messages: the value as a script would write it.
std::string describe(const Value& value);

}  // namespace spark
