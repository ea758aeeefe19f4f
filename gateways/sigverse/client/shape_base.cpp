// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/client/shape_base.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace sigverse::client {
namespace {

using Entry = ShapeBase::Entry;

/// Parses a key. The value may contain colons.
Entry entry_of(const wire::ShapeEntry& record) {
  Entry entry;
  entry.key = record.key;
  entry.file = record.file;
  std::string_view left = record.key;
  for (std::string* const field : {&entry.class_name, &entry.part, &entry.state}) {
    const std::size_t colon = left.find(':');
    *field = left.substr(0, colon);
    left = colon == std::string_view::npos ? std::string_view() : left.substr(colon + 1);
  }
  entry.value = left;
  return entry;
}

/// The part that an entry is for; "body" means the whole object.
std::string_view part_shown(const Entry& entry) {
  return entry.part == "body" ? std::string_view() : std::string_view(entry.part);
}

bool is_false(std::string_view text) {
  constexpr std::string_view kFalse = "false";
  return text == "0" || (text.size() == kFalse.size() &&
                         std::equal(text.begin(), text.end(), kFalse.begin(), [](char given, char expected) {
                           return given == expected || given == expected - 'a' + 'A';
                         }));
}

/// Whether the attribute has the value that the text denotes, in the notation of class files.
bool has_value(const Attribute& attribute, std::string_view text) {
  if (const auto* const value = std::get_if<std::string>(&attribute.value)) return *value == text;
  if (const auto* const flag = std::get_if<bool>(&attribute.value)) return *flag != is_false(text);
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number == std::get<double>(attribute.value);
}

}  // namespace

ShapeBase::ShapeBase(const std::vector<wire::ShapeEntry>& entries) {
  entries_.reserve(entries.size());
  for (const wire::ShapeEntry& each : entries) {
    const std::size_t number = entries_.size();
    const Entry& entry = entries_.emplace_back(entry_of(each));
    Class& its_class = classes_[entry.class_name];
    its_class.entries.push_back(number);
    const auto group = std::find_if(its_class.groups.begin(), its_class.groups.end(),
                                    [&](const Group& known) { return known.part == part_shown(entry); });
    if (group == its_class.groups.end())
      its_class.groups.push_back({std::string(part_shown(entry)), {number}});
    else
      group->entries.push_back(number);
  }
  // The whole object comes first.
  for (auto& [name, its_class] : classes_)
    std::stable_partition(its_class.groups.begin(), its_class.groups.end(),
                          [](const Group& group) { return group.part.empty(); });
}

std::vector<wire::ShapeEntry> ShapeBase::records() const {
  std::vector<wire::ShapeEntry> records;
  records.reserve(entries_.size());
  for (const Entry& entry : entries_) records.push_back({entry.key, entry.file});
  return records;
}

std::vector<const ShapeBase::Entry*> ShapeBase::entries_of(std::string_view class_name) const {
  std::vector<const Entry*> found;
  const auto its_class = classes_.find(class_name);
  if (its_class == classes_.end()) return found;
  for (const std::size_t number : its_class->second.entries) found.push_back(&entries_[number]);
  return found;
}

const ShapeBase::Entry* ShapeBase::in_state(const std::vector<std::size_t>& numbers, const Object& object) const {
  const std::string_view state = object.text("visStateAttrName");
  const Attribute* const attribute = object.find(state);
  const Entry* stateless = nullptr;
  for (const std::size_t number : numbers) {
    const Entry& entry = entries_[number];
    if (entry.state.empty()) {
      if (!stateless) stateless = &entry;
    } else if (attribute && entry.state == state && has_value(*attribute, entry.value)) {
      return &entry;
    }
  }
  return stateless ? stateless : numbers.empty() ? nullptr : &entries_[numbers.front()];
}

std::string_view ShapeBase::file_of(const Object& object) const {
  const auto its_class = classes_.find(object.class_name);
  if (its_class == classes_.end()) return {};
  const Group& first = its_class->second.groups.front();
  return in_state(first.part.empty() ? first.entries : its_class->second.entries, object)->file;
}

std::vector<ShapeBase::Shown> ShapeBase::files_of(const Object& object) const {
  std::vector<Shown> shown;
  const auto its_class = classes_.find(object.class_name);
  if (its_class == classes_.end()) return shown;
  for (const Group& group : its_class->second.groups)
    shown.push_back({group.part, in_state(group.entries, object)->file});
  return shown;
}

}  // namespace sigverse::client
