// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/names.h"

#include "spark/core/utf8.h"
#include "spark/x3d/words.h"
#include "spark/x3d/xml_characters.h"

namespace x3d {

std::string clean_name(std::string_view raw) {
  std::string name;
  name.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    const std::string_view rest = raw.substr(at);
    const std::size_t length = spark::utf8_length(rest);
    const bool fits =
        length > 0 && is_xml_character(rest, length) && (name.empty() ? begins_name(rest[0]) : continues_name(rest[0]));
    if (fits)
      name += rest.substr(0, length);
    else
      name += '_';
    at += fits ? length : 1;
  }
  if (name.empty() || is_reserved(name)) name += '_';
  return name;
}

std::string UniqueNames::take(std::string_view raw) {
  const std::string clean = clean_name(raw);
  std::string name = clean;
  // If another name happens to end in that number, the next number is tried.
  while (!taken_.insert(name).second) {
    std::size_t& last = last_number_.try_emplace(clean, 1).first->second;
    name = clean + '_' + std::to_string(++last);
  }
  return name;
}

}  // namespace x3d
