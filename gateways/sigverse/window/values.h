// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/client/world.h"

namespace sigverse::window {

/// A name for display, since servers may send any: 60 letters and `...` if it is longer, without control characters.
std::string shown_name(std::string_view name);
/// A value as displayed in the panel: numbers with six digits.
std::string shown(const client::AttributeValue& value);
/// A value as the initial text for editing: exact numbers, texts without quotes.
std::string editable(const client::AttributeValue& value);
/// Parses a typed text as a value of the same kind as `like`. Nothing if it is invalid; `problem` is then a line.
std::optional<client::AttributeValue> read_value(std::string_view text, const client::AttributeValue& like,
                                                 std::string& problem);
/// Attributes that define the kind of an object; servers refuse to change them.
bool is_read_only(std::string_view attribute);

}  // namespace sigverse::window
