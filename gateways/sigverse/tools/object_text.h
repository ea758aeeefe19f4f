// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/sigverse/wire/record.h"

namespace sigverse::tools {

/// An object for people: a line about it, its attributes group by group, its parts with places in cm and attitudes as
/// w, x, y, z. What would move the cursor of a terminal is shown as '?'.
std::string object_as_text(const wire::ObjectRecord& object, double time);

/// The same as one JSON object. Octets that are no UTF-8 become U+FFFD, numbers that are none become null.
std::string object_as_json(const wire::ObjectRecord& object, double time);

}  // namespace sigverse::tools
