// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/parameters.h"

#include <algorithm>
#include <cmath>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/component/value.h"
#include "spark/core/number_text.h"

namespace rtm {
namespace {

template <typename List>
auto find_text(List& texts, std::string_view name) {
  return std::find_if(texts.begin(), texts.end(), [name](const auto& one) { return one.first == name; });
}

template <typename Sets>
auto find_set(Sets& sets, std::string_view id) {
  return std::find_if(sets.begin(), sets.end(), [id](const auto& one) { return one.id == id; });
}

/// Other programs may use blanks in the names of sets.
bool is_set_name(std::string_view id) {
  return !id.empty() && id.size() <= kMaxNameBytes &&
         std::none_of(id.begin(), id.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
}

std::size_t bytes_of(const Parameters::Set& set) {
  std::size_t bytes = set.id.size() + set.description.size();
  for (const auto& [name, text] : set.texts) bytes += name.size() + text.size();
  return bytes;
}

}  // namespace

Parameters::Parameters() : sets_{{"default", "", {}}} {}

bool Parameters::declare(std::string name, std::string preset) {
  const std::lock_guard lock(mutex_);
  if (find_text(texts_, name) != texts_.end()) return false;
  sets_.front().texts.emplace_back(name, preset);
  texts_.emplace_back(std::move(name), std::move(preset));
  return true;
}

Parameters::Texts Parameters::all() const {
  const std::lock_guard lock(mutex_);
  return texts_;
}

std::string Parameters::text(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = find_text(texts_, name);
  return found == texts_.end() ? std::string() : found->second;
}

double Parameters::number(std::string_view name, double otherwise) const {
  // Read in place, without a copy, because a component may read it in every pass.
  const std::lock_guard lock(mutex_);
  const auto found = find_text(texts_, name);
  double number = 0.0;
  const bool is_number = found != texts_.end() && spark::whole_number(found->second, number);
  return is_number && std::isfinite(number) ? number : otherwise;
}

bool Parameters::set(std::string_view name, std::string text) {
  if (text.size() > Value::kMaxBytes) return false;
  const std::lock_guard lock(mutex_);
  const auto found = find_text(texts_, name);
  if (found == texts_.end()) return false;
  Texts& active = sets_[active_].texts;
  if (const auto same = find_text(active, name); same != active.end()) same->second = text;
  found->second = std::move(text);
  return true;
}

std::vector<Parameters::Set> Parameters::sets() const {
  const std::lock_guard lock(mutex_);
  return sets_;
}

std::optional<Parameters::Set> Parameters::find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  const auto found = find_set(sets_, id);
  return found == sets_.end() ? std::nullopt : std::optional(*found);
}

Parameters::Set Parameters::active() const {
  const std::lock_guard lock(mutex_);
  return sets_[active_];
}

std::optional<Parameters::Texts> Parameters::accepted(Texts texts) const {
  Texts result;
  std::size_t known = 0;
  for (const auto& own : texts_) {
    const std::string& name = own.first;
    const auto given = find_text(texts, name);
    if (given == texts.end()) continue;
    if (given->second.size() > Value::kMaxBytes) return std::nullopt;
    known += static_cast<std::size_t>(
        std::count_if(texts.begin(), texts.end(), [&name](const auto& one) { return one.first == name; }));
    result.emplace_back(name, std::move(given->second));
  }
  return known == texts.size() ? std::optional(std::move(result)) : std::nullopt;
}

bool Parameters::has_room_for(const Set& set) const {
  std::size_t bytes = bytes_of(set);
  for (const Set& other : sets_)
    if (other.id != set.id) bytes += bytes_of(other);
  return bytes <= kMaxBytes;
}

bool Parameters::add(Set set) {
  const std::lock_guard lock(mutex_);
  if (!is_set_name(set.id) || sets_.size() == kMaxSets || find_set(sets_, set.id) != sets_.end()) return false;
  auto texts = accepted(std::move(set.texts));
  if (!texts) return false;
  set.texts = *std::move(texts);
  if (!has_room_for(set)) return false;
  sets_.push_back(std::move(set));
  return true;
}

bool Parameters::change(Set set) {
  const std::lock_guard lock(mutex_);
  const auto found = find_set(sets_, set.id);
  auto texts = accepted(std::move(set.texts));
  if (found == sets_.end() || !texts) return false;
  Set changed = *found;
  changed.description = std::move(set.description);
  changed.texts = *std::move(texts);
  // Unchanged texts are appended to the changed ones; then all are sorted by declaration again.
  for (const auto& old : found->texts)
    if (find_text(changed.texts, old.first) == changed.texts.end()) changed.texts.push_back(old);
  changed.texts = *accepted(std::move(changed.texts));
  if (!has_room_for(changed)) return false;
  *found = std::move(changed);
  if (found - sets_.begin() == static_cast<std::ptrdiff_t>(active_)) is_pending_ = true;
  return true;
}

bool Parameters::remove(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const auto found = find_set(sets_, id);
  if (found == sets_.end()) return false;
  const auto place = static_cast<std::size_t>(found - sets_.begin());
  if (place == 0 || place == active_) return false;
  sets_.erase(found);
  if (place < active_) --active_;
  return true;
}

bool Parameters::activate(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const auto found = find_set(sets_, id);
  if (found == sets_.end() || id.starts_with('_')) return false;
  active_ = static_cast<std::size_t>(found - sets_.begin());
  is_pending_ = true;
  return true;
}

void Parameters::take_over() {
  if (!is_pending_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(mutex_);
  is_pending_ = false;
  for (const auto& [name, text] : sets_[active_].texts)
    if (const auto found = find_text(texts_, name); found != texts_.end()) found->second = text;
}

}  // namespace rtm
