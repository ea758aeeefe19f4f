// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/percept_index.h"

#include <algorithm>

namespace rtm {

void PerceptIndex::look_at(const spark::PerceptArray& percepts) {
  percepts_ = &percepts;
  begins_.clear();
  const auto items = percepts.items();
  int depth = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind == Item::Kind::begin && depth++ == 0) begins_.push_back(i);
    if (items[i].kind == Item::Kind::end && depth > 0) --depth;
  }
  begins_.push_back(items.size());
}

PerceptIndex::Items PerceptIndex::percept(std::size_t ordinal) const {
  return percepts_->items().subspan(begins_[ordinal], begins_[ordinal + 1] - begins_[ordinal]);
}

std::string_view PerceptIndex::name_of(Items percept) const {
  if (percept.size() < 3 || percept[1].kind != Item::Kind::begin || percept[2].kind != Item::Kind::text ||
      percepts_->text_of(percept[1]) != "name")
    return {};
  return percepts_->text_of(percept[2]);
}

bool PerceptIndex::is(Items percept, const Sought& sought) const {
  return percepts_->text_of(percept.front()) == sought.predicate &&
         (sought.name.empty() || name_of(percept) == sought.name);
}

PerceptIndex::Items PerceptIndex::find(Sought& sought) const {
  if (!percepts_) return {};
  const std::size_t count = begins_.size() - 1;
  if (sought.ordinal < count && is(percept(sought.ordinal), sought)) return percept(sought.ordinal);
  for (std::size_t i = 0; i < count; ++i) {
    if (!is(percept(i), sought)) continue;
    sought.ordinal = i;
    return percept(i);
  }
  return {};
}

PerceptIndex::Sought PerceptIndex::sought_at(std::size_t item) const {
  const auto behind = std::ranges::upper_bound(begins_, item);
  const auto ordinal = static_cast<std::size_t>(behind - begins_.begin()) - 1;
  return {std::string(percepts_->text_of(percept(ordinal).front())), std::string(name_of(percept(ordinal))), ordinal};
}

PerceptIndex::Items PerceptIndex::values(Items percept, std::string_view item) const {
  for (std::size_t i = 1; i + 1 < percept.size(); ++i) {
    if (percept[i].kind != Item::Kind::begin || percepts_->text_of(percept[i]) != item) continue;
    const auto rest = percept.subspan(i + 1);
    const auto end = std::ranges::find_if(
        rest, [](const auto& one) { return one.kind == Item::Kind::begin || one.kind == Item::Kind::end; });
    return rest.first(static_cast<std::size_t>(end - rest.begin()));
  }
  return {};
}

}  // namespace rtm
