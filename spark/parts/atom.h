// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace spark {

/// The name of a node as one atom of a percept. Scripts may give nodes any name, or none: characters that would break
/// the text become `_`.
inline std::string as_atom(std::string_view name) {
  std::string result(name.empty() ? "_" : name);
  std::replace_if(
      result.begin(), result.end(),
      [](unsigned char c) { return c <= ' ' || c > '~' || c == '(' || c == ')' || c == '"' || c == ';' || c == '\\'; },
      '_');
  return result;
}

}  // namespace spark
