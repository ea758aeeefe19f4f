// SPDX-License-Identifier: Apache-2.0
#include "server/verify/json_comparison.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace server {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string member_of(const std::string& place, const std::string& name) {
  return place.empty() ? name : fmt::format("{}.{}", place, name);
}

std::vector<std::string> common_members(const Json& of, const Json& with) {
  std::vector<std::string> names;
  for (const auto& [name, value] : of.items())
    if (with.contains(name)) names.push_back(name);
  return names;
}

}  // namespace

JsonComparison::JsonComparison(const Json& recorded, const Json& made, Rules rules) : rules_(std::move(rules)) {
  compare(recorded, made, {}, {});
}

void JsonComparison::compare(const Json& recorded, const Json& made, const std::string& place,
                             const std::string& kind) {
  if (difference_) return;
  if (recorded.is_object() && made.is_object()) return compare_members(recorded, made, place, kind);
  if (recorded.is_array() && made.is_array() && recorded.size() == made.size()) {
    for (std::size_t i = 0; i < made.size(); ++i)
      compare(recorded[i], made[i], fmt::format("{}[{}]", place, i), kind + "[]");
    return;
  }
  // Compared as text, because the computed value may have invalid UTF-8, which was replaced in the recorded one.
  if (text_of(recorded) != text_of(made)) differ(place, kind, &recorded, made);
}

void JsonComparison::compare_members(const Json& recorded, const Json& made, const std::string& place,
                                     const std::string& kind) {
  for (const auto& [name, value] : made.items()) {
    const std::string at = member_of(place, name), kind_of_it = member_of(kind, name);
    if (const auto found = recorded.find(name); found != recorded.end())
      compare(*found, value, at, kind_of_it);
    else
      differ(at, kind_of_it, nullptr, value);
  }
  for (const auto& [name, value] : recorded.items()) {
    if (made.contains(name)) continue;
    if (rules_.is_not_made(member_of(kind, name)))
      not_compared_.insert(member_of(kind, name));
    else if (!difference_)
      difference_ = Difference{member_of(place, name), text_of(value), {}};
  }
  check_order(recorded, made, place);
}

void JsonComparison::check_order(const Json& recorded, const Json& made, const std::string& place) {
  if (difference_) return;
  const std::vector<std::string> names = common_members(recorded, made), wanted = common_members(made, recorded);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] != wanted[i]) {
      difference_ = Difference{member_of(place, names[i]), "it here", fmt::format("'{}'", wanted[i])};
      return;
    }
}

void JsonComparison::differ(const std::string& place, const std::string& kind, const Json* recorded, const Json& made) {
  if (difference_) return;
  if (!rules_.may_differ(kind, recorded, made)) {
    difference_ = Difference{place, recorded ? text_of(*recorded) : std::string(), text_of(made)};
    return;
  }
  is_partial_ = true;
  not_compared_.insert(kind);
}

}  // namespace server
