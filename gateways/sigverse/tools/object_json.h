// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/sigverse/wire/record.h"

namespace sigverse::tools {

/// An object as a JSON object. Octets that are not UTF-8 become U+FFFD, numbers that are not finite become null.
std::string object_as_json(const wire::ObjectRecord& object, double time);

}  // namespace sigverse::tools
