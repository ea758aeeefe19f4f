// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/difference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace sigverse::recording {
namespace {

bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <std::size_t N>
bool is_same(const std::array<double, N>& a, const std::array<double, N>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return is_same(x, y); });
}

bool is_same(const client::Attribute& a, const client::Attribute& b) {
  if (a.group != b.group || a.value.index() != b.value.index()) return false;
  const auto* const number = std::get_if<double>(&a.value);
  return number ? is_same(*number, std::get<double>(b.value)) : a.value == b.value;
}

bool is_same(const client::Part& a, const client::Part& b) {
  return a.name == b.name && a.kind == b.kind && is_same(a.place, b.place) && is_same(a.turn, b.turn) &&
         is_same(a.size, b.size);
}

/// Whether both lists have the same entries in the same order, without duplicates.
bool is_same_structure(const client::Object& before, const client::Object& now) {
  const auto same_name = [](const client::Attribute& a, const client::Attribute& b) { return a.name == b.name; };
  const auto same_id = [](const client::Part& a, const client::Part& b) { return a.id == b.id; };
  if (!std::equal(before.attributes.begin(), before.attributes.end(), now.attributes.begin(), now.attributes.end(),
                  same_name) ||
      !std::equal(before.parts.begin(), before.parts.end(), now.parts.begin(), now.parts.end(), same_id))
    return false;
  std::vector<std::uint32_t> ids;
  for (const client::Part& part : now.parts) ids.push_back(part.id);
  std::sort(ids.begin(), ids.end());
  return std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}

template <typename Entry>
bool are_same(const std::vector<Entry>& before, const std::vector<Entry>& now) {
  return std::equal(before.begin(), before.end(), now.begin(), now.end(),
                    [](const Entry& a, const Entry& b) { return is_same(a, b); });
}

/// Removes the unchanged entries from a record.
template <typename Entry, typename Record>
void keep_changed(const std::vector<Entry>& before, const std::vector<Entry>& now, std::vector<Record>& records) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i != now.size(); ++i)
    if (!is_same(before[i], now[i])) records[kept++] = records[i];
  records.resize(kept);
}

template <typename Entry>
void add(std::vector<Entry>& entries, typename std::vector<Entry>::iterator at, Entry entry) {
  if (entries.size() < kMaxAdded) entries.insert(at, std::move(entry));
}

}  // namespace

Difference difference(const client::Object& before, const client::Object& now, wire::ObjectRecord& record) {
  if (before.id != now.id || before.name != now.name || before.class_name != now.class_name ||
      !is_same_structure(before, now))
    return Difference::of_structure;
  if (before.attached == now.attached && before.operations == now.operations &&
      are_same(before.attributes, now.attributes) && are_same(before.parts, now.parts))
    return Difference::none;
  record = client::record_of(now);
  keep_changed(before.attributes, now.attributes, record.attributes);
  keep_changed(before.parts, now.parts, record.parts);
  return Difference::some;
}

void apply_difference(client::Object& object, const wire::ObjectRecord& record) {
  client::Object changed = client::object_of(record);
  object.name = std::move(changed.name);
  object.class_name = std::move(changed.class_name);
  object.attached = changed.attached;
  object.operations = changed.operations;
  for (client::Attribute& attribute : changed.attributes) {
    const auto at = std::lower_bound(object.attributes.begin(), object.attributes.end(), attribute.name,
                                     [](const client::Attribute& a, const std::string& name) { return a.name < name; });
    if (at != object.attributes.end() && at->name == attribute.name)
      *at = std::move(attribute);
    else
      add(object.attributes, at, std::move(attribute));
  }
  for (client::Part& part : changed.parts) {
    const auto at = std::find_if(object.parts.begin(), object.parts.end(),
                                 [&part](const client::Part& each) { return each.id == part.id; });
    if (at == object.parts.end()) {
      add(object.parts, at, std::move(part));
      continue;
    }
    // Records do not contain the pose of a shape in its part.
    part.shape_place = at->shape_place;
    part.shape_turn = at->shape_turn;
    *at = std::move(part);
  }
}

}  // namespace sigverse::recording
