// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/core/class_registry.h"
#include "spark/script/ruby_api.h"

namespace spark {

/// Whether a Ruby object is nil, true, false, an Integer, a Float or a String: the values that can be passed (behaviour
/// 11.3).
bool is_plain(VALUE object);
/// Any other object becomes nothing. Throws `std::runtime_error` for an Integer beyond 64 bits.
Value from_ruby(VALUE object);
/// The elements of an Array; nothing for any other object.
Values values_from_ruby(VALUE array);
/// The text of a String; throws `std::runtime_error` that names `what` for any other object.
std::string text_from_ruby(VALUE object, const char* what);

/// Throws ScriptError if Ruby is out of memory.
VALUE to_ruby(const Value& value);
VALUE to_ruby_array(const Values& values);

}  // namespace spark
