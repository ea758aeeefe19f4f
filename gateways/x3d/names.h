// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace x3d {

/// Makes a legal name of any bytes: what VRML97 does not allow in one (controls, blank, `" # ' , . [ ] \ { }`, bytes
/// that are no UTF-8, a first character that is a digit, `+` or `-`) becomes `_`, each; a word of the language
/// ("DEF") gets `_` behind it; nothing becomes "_".
std::string clean_name(std::string_view raw);

/// Hands out names for DEF, each once: a name that occurs again gets `_2`, `_3`, ….
class UniqueNames {
 public:
  /// The cleaned name, or that with a number.
  std::string take(std::string_view raw);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> last_number_;  ///< of each cleaned name
};

}  // namespace x3d
