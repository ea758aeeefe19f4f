// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/client/world.h"

namespace sigverse::window {

/// A name as pictures show it, where servers may send any: 60 letters and `...` if it is longer, without control
/// characters.
std::string shown_name(std::string_view name);
/// A value as the panel shows it: numbers with six digits.
std::string shown(const client::AttributeValue& value);
/// As a user begins to edit it: numbers to the bit, texts without quotes.
std::string editable(const client::AttributeValue& value);
/// What a user has typed, as a value of the same kind as `like`. Nothing if it is none; `problem` is a line then.
std::optional<client::AttributeValue> read_value(std::string_view text, const client::AttributeValue& like,
                                                 std::string& problem);
/// Attributes that say what an object is; servers refuse to change them.
bool is_read_only(std::string_view attribute);

}  // namespace sigverse::window
