// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/x3d/node.h"

namespace x3d {

/// A value that is no node as the attribute of an XML element has it, before XML's own escapes: "true", "1 2 3", the
/// strings of an MFString in quotes.
std::string text_of(const Value& value);

}  // namespace x3d
