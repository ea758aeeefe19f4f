// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "spark/x3d/node.h"

namespace x3d {

/// A value as X3D in XML writes it, read from the text of an attribute.
struct AttributeValue {
  Value value;
  std::size_t count = 0;            ///< of numbers, strings and so on
  std::string fault;                ///< why it is no value; empty if it is one
  const char* at = nullptr;         ///< where in the text the fault is
  const char* nonfinite = nullptr;  ///< where the first number is that has been read as NaN; null if there is none
};

/// Reads a value of any type but SFNode and MFNode. Commas count as blanks; of an MFString the quotes may be missing if
/// it is one string. More than `max_count` numbers or strings are a fault.
AttributeValue read_attribute(FieldType type, std::string_view text, std::size_t max_count);

/// Whether the text is `count` numbers with blanks between them.
bool is_list_of_numbers(std::string_view text, std::size_t count);

/// The value that fields of that type have if nothing else is said: 0, FALSE, an empty string, list or picture, no
/// node, no rotation.
Value usual_value(FieldType type);

}  // namespace x3d
