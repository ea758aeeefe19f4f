// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/words.h"

#include <algorithm>
#include <array>

namespace x3d {

bool continues_name(char c) {
  const auto octet = static_cast<unsigned char>(c);
  if (octet <= 0x20 || octet == 0x7F) return false;
  return std::string_view("\"#',.[]\\{}").find(c) == std::string_view::npos;
}

bool begins_name(char c) {
  return continues_name(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-';
}

bool is_reserved(std::string_view word) {
  static constexpr std::array<std::string_view, 14> kReserved{"DEF",     "EXTERNPROTO", "FALSE",        "IS",   "NULL",
                                                              "PROTO",   "ROUTE",       "TO",           "TRUE", "USE",
                                                              "eventIn", "eventOut",    "exposedField", "field"};
  return std::ranges::find(kReserved, word) != kReserved.end();
}

bool is_ignorable_field(std::string_view name) {
  static constexpr std::array<std::string_view, 12> kIgnorable{
      "autoRefresh", "bboxDisplay",     "castShadow", "centerOfRotation", "fillProperties", "lineProperties", "load",
      "metadata",    "pointProperties", "solid",      "transitionTime",   "transitionType"};
  return std::ranges::find(kIgnorable, name) != kIgnorable.end();
}

}  // namespace x3d
