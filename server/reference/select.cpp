// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "server/reference/reference.h"
#include "spark/command_line/option_values.h"
#include "spark/core/near_name.h"

namespace server {

using namespace spark;
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// "Body" of "oxygen/Body".
std::string_view short_name(std::string_view class_name) {
  return class_name.substr(class_name.rfind('/') + 1);
}

/// The classes that `is_it` selects by their full or short name, or by a predicate.
template <typename IsIt>
std::set<std::string> classes_named(const Reference& all, IsIt is_it) {
  std::set<std::string> found;
  for (const auto& each : all.classes)
    if (is_it(each.name) || is_it(short_name(each.name))) found.insert(each.name);
  for (const auto& each : all.effectors)
    if (is_it(each.predicate)) found.insert(each.class_name);
  for (const auto& each : all.perceptors)
    if (is_it(each.predicate)) found.insert(each.class_name);
  return found;
}

std::vector<std::string> all_names(const Reference& all) {
  std::vector<std::string> names;
  for (const auto& each : all.effectors) names.push_back(each.predicate);
  for (const auto& each : all.perceptors) names.push_back(each.predicate);
  for (const auto& each : all.classes) names.emplace_back(short_name(each.name));
  return names;
}

}  // namespace

const Reference::Class* Reference::find(std::string_view name) const {
  const auto found = std::find_if(classes.begin(), classes.end(), [&](const Class& each) { return each.name == name; });
  return found == classes.end() ? nullptr : &*found;
}

Reference select_reference(const Reference& all, const std::string& name) {
  auto found = classes_named(all, [&](std::string_view each) { return each == name; });
  if (found.empty()) found = classes_named(all, [&](std::string_view each) { return lower(each) == lower(name); });
  if (found.empty()) {
    std::string near = near_name(name, all_names(all));
    if (!near.empty()) near = fmt::format("; did you mean {}?", near);
    throw WrongUsage(
        fmt::format("--describe {}: there is no class, effector or perceptor with that name{}", name, near));
  }
  Reference result;
  std::set<std::string> with_bases;
  for (const std::string& each : found)
    for (const auto* info = all.find(each); info; info = all.find(info->base)) with_bases.insert(info->name);
  for (auto each = all.classes.rbegin(); each != all.classes.rend(); ++each)
    if (with_bases.contains(each->name)) result.classes.push_back(*each);
  for (const auto& each : all.effectors)
    if (found.contains(each.class_name)) result.effectors.push_back(each);
  for (const auto& each : all.perceptors)
    if (found.contains(each.class_name)) result.perceptors.push_back(each);
  return result;
}

}  // namespace server
