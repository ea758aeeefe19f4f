// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "spark/x3d/node.h"

namespace x3d {

/// A value in the notation of X3D in XML, read from the text of an attribute.
struct AttributeValue {
  Value value;
  std::size_t count = 0;            ///< of numbers, strings and so on
  std::string fault;                ///< why it is invalid; empty if it is valid
  const char* at = nullptr;         ///< the position of the fault in the text
  const char* nonfinite = nullptr;  ///< the first number that was read as NaN; null if there is none
};

/// Reads a value of any type except SFNode and MFNode. Commas count as blanks; an MFString of one string may have no
/// quotes. More than `max_count` numbers or strings are a fault.
AttributeValue read_attribute(FieldType type, std::string_view text, std::size_t max_count);

/// Whether the text is `count` numbers with blanks between them.
bool is_list_of_numbers(std::string_view text, std::size_t count);

/// The default value of fields of that type: 0, FALSE, an empty string, list or picture, no node, no rotation.
Value usual_value(FieldType type);

}  // namespace x3d
