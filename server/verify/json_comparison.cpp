// SPDX-License-Identifier: Apache-2.0
#include "server/verify/json_comparison.h"

#include <fmt/format.h>

namespace server {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string member_of(const std::string& place, const std::string& name) {
  return place.empty() ? name : fmt::format("{}.{}", place, name);
}

}  // namespace

JsonComparison::JsonComparison(const Json& recorded, const Json& made) {
  compare(recorded, made, {}, {});
}

/// `kind` is the place without the numbers of list entries.
void JsonComparison::compare(const Json& recorded, const Json& made, const std::string& place,
                             const std::string& kind) {
  if (difference_) return;
  if (recorded.is_object() && made.is_object()) return compare_members(recorded, made, place, kind);
  if (recorded.is_array() && made.is_array() && recorded.size() == made.size()) {
    for (std::size_t i = 0; i < made.size(); ++i)
      compare(recorded[i], made[i], fmt::format("{}[{}]", place, i), kind + "[]");
    return;
  }
  // As text: what is made may have bytes that are no UTF-8, which were replaced in the other.
  if (std::string one = text_of(recorded), other = text_of(made); one != other)
    difference_ = Difference{place, std::move(one), std::move(other)};
}

void JsonComparison::compare_members(const Json& recorded, const Json& made, const std::string& place,
                                     const std::string& kind) {
  for (const auto& [name, value] : made.items()) {
    const std::string at = member_of(place, name);
    if (const auto found = recorded.find(name); found != recorded.end())
      compare(*found, value, at, member_of(kind, name));
    else if (!difference_)
      difference_ = Difference{at, {}, text_of(value)};
  }
  for (const auto& [name, value] : recorded.items())
    if (!made.contains(name)) not_compared_.insert(member_of(kind, name));
}

}  // namespace server
