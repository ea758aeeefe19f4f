// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/sigverse/wire/record.h"

namespace sigverse::wire {

/// Filters texts of clients for display, because some must not reach a terminal unchanged.
using ShowText = std::string (*)(std::string_view text);
/// Replaces ASCII control characters by '?'; all other octets are unchanged, whatever the encoding.
std::string without_controls(std::string_view text);

/// Describes an object for users: a line about it, its attributes by group, and its parts with positions in cm and
/// rotations as w, x, y, z. `time` is SIG time, s.
std::string object_as_text(const ObjectRecord& object, double time, ShowText show);

}  // namespace sigverse::wire
