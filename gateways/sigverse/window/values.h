// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/client/world.h"

namespace sigverse::window {

/// A name for display, because servers may send anything: without control characters, and cut to 60 letters and `...`
/// if it is longer.
std::string shown_name(std::string_view name);
/// A value as shown in the panel: numbers with six digits.
std::string shown(const client::AttributeValue& value);
/// A value as the initial text for editing: numbers with all digits, texts without quotes.
std::string editable(const client::AttributeValue& value);
/// Parses a typed text as a value of the same type as `like`. Returns nullopt if it is invalid; `problem` is then a
/// line.
std::optional<client::AttributeValue> read_value(std::string_view text, const client::AttributeValue& like,
                                                 std::string& problem);
/// Whether the attribute defines the kind of an object; servers refuse to change such attributes.
bool is_read_only(std::string_view attribute);

}  // namespace sigverse::window
