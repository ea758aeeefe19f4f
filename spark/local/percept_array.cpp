// SPDX-License-Identifier: Apache-2.0
#include "spark/local/percept_array.h"

namespace spark {

void PerceptArray::clear() {
  items_.clear();
  characters_.clear();
}

void PerceptArray::add_text(Item::Kind kind, std::string_view text) {
  Item item{kind};
  item.at = static_cast<std::uint32_t>(characters_.size());
  item.length = static_cast<std::uint32_t>(text.size());
  characters_ += text;
  items_.push_back(item);
}

std::size_t PerceptArray::find(std::string_view name, std::size_t from) const {
  int depth = 0;  // counted from the first: `from` may lie within a percept
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].kind == Item::Kind::begin && depth++ == 0 && i >= from && text_of(items_[i]) == name) return i;
    if (items_[i].kind == Item::Kind::end) --depth;
  }
  return items_.size();
}

std::size_t PerceptArray::numbers(std::size_t begin, std::span<double> out) const {
  std::size_t count = 0;
  int depth = 0;
  for (std::size_t i = begin; i < items_.size(); ++i) {
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
  for (std::size_t i = begin; i < items_.size(); ++i) {
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
  return items_.size();
}

}  // namespace spark
