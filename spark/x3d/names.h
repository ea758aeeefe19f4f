// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace x3d {

/// Makes a legal name from any bytes. Each character that VRML97 does not allow (controls, blank, `" # ' , . [ ] \ {
/// }`, invalid UTF-8, a digit, `+` or `-` at the beginning) becomes `_`; a keyword ("DEF") gets `_` appended; an empty
/// name becomes "_".
std::string clean_name(std::string_view raw);

/// Makes names for DEF unique: a repeated name gets `_2`, `_3`, ….
class UniqueNames {
 public:
  /// Returns the clean name, or the clean name with a number.
  std::string take(std::string_view raw);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> last_number_;  ///< of each clean name
};

}  // namespace x3d
