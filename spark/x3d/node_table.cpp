// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/node_table.h"

#include <algorithm>
#include <string>
#include <utility>

namespace x3d {
namespace {

constexpr std::string_view kBoundingBox = "field SFVec3f bboxCenter bboxSize";
constexpr std::string_view kGrouping = "in MFNode addChildren removeChildren exposed MFNode children";
constexpr std::string_view kTransform =
    "exposed SFVec3f center scale translation exposed SFRotation rotation scaleOrientation";
constexpr std::string_view kInterpolator = "in SFFloat set_fraction exposed MFFloat key";

std::string_view next_word(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

Access access_in(std::string_view word) {
  if (word == "exposed") return Access::exposed_field;
  if (word == "field") return Access::field;
  return word == "in" ? Access::event_in : Access::event_out;
}

void add_rows(std::string_view text, std::vector<FieldRow>& rows) {
  FieldRow row;
  while (!text.empty()) {
    const std::string_view word = next_word(text);
    if (word == "*") {
      add_rows(kGrouping, rows);
      add_rows(kBoundingBox, rows);
    } else if (word == "#") {
      add_rows(kBoundingBox, rows);
    } else if (word == "@") {
      add_rows(kTransform, rows);
    } else if (word == "&") {
      add_rows(kInterpolator, rows);
    } else if (word == "in" || word == "out" || word == "field" || word == "exposed") {
      row.access = access_in(word);
      row.type = field_type_of(next_word(text)).value();
    } else {
      row.name = word;
      rows.push_back(row);
    }
  }
}

}  // namespace

NodeTable::NodeTable(std::span<const std::string_view> rows) {
  for (std::string_view text : rows) {
    const std::string name(next_word(text)), container(next_word(text));
    std::vector<FieldRow> fields;
    add_rows(text, fields);
    const NodeType& type = types_.emplace_back(name, std::move(fields), container);
    by_name_.emplace(type.name(), &type);
  }
}

const NodeType* NodeTable::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::vector<const NodeType*> NodeTable::all() const {
  std::vector<const NodeType*> all;
  all.reserve(types_.size());
  for (const NodeType& type : types_) all.push_back(&type);
  return all;
}

}  // namespace x3d
