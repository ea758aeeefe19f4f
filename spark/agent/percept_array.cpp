// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/percept_array.h"

#include <algorithm>

namespace spark {

void PerceptArray::clear() {
  count_ = 0;
  characters_.clear();
}

void PerceptArray::grow(std::size_t more) {
  constexpr std::size_t kMinItems = 64;
  items_.resize(std::max({kMinItems, 2 * items_.size(), count_ + more}));
}

PerceptArray::Item PerceptArray::text_item(Item::Kind kind, std::string_view text) {
  Item item{kind};
  item.at = static_cast<std::uint32_t>(characters_.size());
  item.length = static_cast<std::uint32_t>(text.size());
  characters_.append(text);
  return item;
}

void PerceptArray::reals(std::string_view name, std::span<const Real> values) {
  Item* item = room_for(values.size() + 2);
  *item++ = text_item(Item::Kind::begin, name);
  for (const Real& each : values) *item++ = {Item::Kind::real, each.unit, each.value};
  *item = {Item::Kind::end};
}

void PerceptArray::named_text(std::string_view name, std::string_view value) {
  Item* const item = room_for(3);
  item[0] = text_item(Item::Kind::begin, name);
  item[1] = text_item(Item::Kind::text, value);
  item[2] = {Item::Kind::end};
}

std::size_t PerceptArray::find(std::string_view name, std::size_t from) const {
  int depth = 0;  // counted from the first: `from` may be within a percept
  for (std::size_t i = 0; i < count_; ++i) {
    if (items_[i].kind == Item::Kind::begin && depth++ == 0 && i >= from && text_of(items_[i]) == name) return i;
    if (items_[i].kind == Item::Kind::end) --depth;
  }
  return count_;
}

std::size_t PerceptArray::numbers(std::size_t begin, std::span<double> out) const {
  std::size_t count = 0;
  int depth = 0;
  for (std::size_t i = begin; i < count_; ++i) {
    const Item& item = items_[i];
    if (item.kind == Item::Kind::begin) ++depth;
    if (item.kind == Item::Kind::end && --depth == 0) break;
    if (item.kind != Item::Kind::real && item.kind != Item::Kind::integer) continue;
    if (count < out.size()) out[count] = item.number;
    ++count;
  }
  return count;
}

std::size_t PerceptArray::write_to(PerceptWriter& writer, std::size_t begin) const {
  int depth = 0;
  for (std::size_t i = begin; i < count_; ++i) {
    const Item& item = items_[i];
    switch (item.kind) {
      case Item::Kind::begin:
        writer.begin(text_of(item));
        ++depth;
        break;
      case Item::Kind::end:
        writer.end();
        if (--depth == 0) return i + 1;
        break;
      case Item::Kind::real:
        writer.real(item.number, item.unit);
        break;
      case Item::Kind::integer:
        writer.integer(static_cast<std::int64_t>(item.number), item.unit);
        break;
      case Item::Kind::text:
        writer.text(text_of(item));
        break;
    }
  }
  return count_;
}

}  // namespace spark
