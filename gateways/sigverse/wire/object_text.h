// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/sigverse/wire/record.h"

namespace sigverse::wire {

/// Filters texts of clients for display: some must not reach a terminal unchanged.
using ShowText = std::string (*)(std::string_view text);
/// Control characters of ASCII become '?'; any other octet is unchanged, whatever its encoding.
std::string without_controls(std::string_view text);

/// An object as text for users: a line about it, its attributes by group, its parts with places in cm and attitudes as
/// w, x, y, z. `time` is SIG time, s.
std::string object_as_text(const ObjectRecord& object, double time, ShowText show);

}  // namespace sigverse::wire
