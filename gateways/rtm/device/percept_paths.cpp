// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/device/percept_paths.h"

#include <algorithm>
#include <charconv>

namespace rtm {

using spark::PerceptArray;
using Kind = PerceptArray::Item::Kind;

namespace {

/// The text of the `(name N)` item of the percept that begins there, if its top level has one.
std::string_view name_of(const PerceptArray& percepts, std::size_t begin) {
  const auto& items = percepts.items();
  int depth = 0;
  for (std::size_t i = begin; i < items.size(); ++i) {
    if (items[i].kind == Kind::end && --depth == 0) break;
    if (items[i].kind != Kind::begin || ++depth != 2 || percepts.text_of(items[i]) != "name") continue;
    if (i + 1 < items.size() && items[i + 1].kind == Kind::text) return percepts.text_of(items[i + 1]);
  }
  return {};
}

bool is_value(Kind kind) {
  return kind == Kind::real || kind == Kind::integer || kind == Kind::text;
}

}  // namespace

void PerceptPaths::learn(const PerceptArray& percepts) {
  kinds_.clear();
  leaves_.clear();
  std::vector<std::string> heads;  // paths of the items that enclose the present one
  const auto& items = percepts.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    kinds_.push_back(items[i].kind);
    if (items[i].kind == Kind::begin) {
      std::string path = heads.empty() ? std::string() : heads.back() + '/';
      path += percepts.text_of(items[i]);
      if (heads.empty())
        if (const std::string_view name = name_of(percepts, i); !name.empty()) (path += '/') += name;
      heads.push_back(std::move(path));
    } else if (items[i].kind == Kind::end) {
      if (!heads.empty()) heads.pop_back();
    } else if (!heads.empty()) {
      // Consecutive values are one leaf.
      if (i > 0 && is_value(items[i - 1].kind) && !leaves_.empty())
        ++leaves_.back().place.count;
      else
        leaves_.push_back({heads.back(), {i, 1}});
    }
  }
}

bool PerceptPaths::fits(const PerceptArray& percepts) const {
  const auto& items = percepts.items();
  return items.size() == kinds_.size() &&
         std::equal(items.begin(), items.end(), kinds_.begin(),
                    [](const PerceptArray::Item& item, Kind kind) { return item.kind == kind; });
}

PerceptPaths::Place PerceptPaths::find(std::string_view path) const {
  const auto whole = [&](std::string_view wanted) {
    return std::ranges::find(leaves_, wanted, [](const Leaf& leaf) { return std::string_view(leaf.path); });
  };
  if (const auto found = whole(path); found != leaves_.end()) return found->place;
  const auto slash = path.rfind('/');
  if (slash == path.npos) return {};
  std::size_t place = 0;
  const char* const last = path.data() + path.size();
  const auto [end, error] = std::from_chars(path.data() + slash + 1, last, place);
  if (error != std::errc() || end != last) return {};
  const auto found = whole(path.substr(0, slash));
  if (found == leaves_.end() || place >= found->place.count) return {};
  return {found->place.first + place, 1};
}

std::vector<std::string> PerceptPaths::paths() const {
  std::vector<std::string> all;
  for (const Leaf& leaf : leaves_) all.push_back(leaf.path);
  return all;
}

}  // namespace rtm
