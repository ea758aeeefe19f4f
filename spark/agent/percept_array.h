// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/percept_writer.h"

namespace spark {

/// One sensation as an array: the percepts' names and values one after another, in the order in which they were
/// written. Filled again and again without allocating.
///
///     (HJ (name left) (axis 12.5))   begin HJ, begin name, text left, end, begin axis, real 12.5, end, end
class PerceptArray final : public PerceptWriter {
 public:
  struct Item {
    enum class Kind : std::uint8_t { begin, end, real, integer, text };
    Kind kind;
    Unit unit = Unit::none;  ///< of numbers
    double number = 0.0;     ///< of real and integer; an integer beyond 2^53 is rounded
    std::uint32_t at = 0;    ///< of begin and text: where its characters are
    std::uint32_t length = 0;
  };

  void clear();
  void begin(std::string_view name) override { add_text(Item::Kind::begin, name); }
  void end() override { *room_for(1) = {Item::Kind::end}; }
  void real(double value, Unit unit) override { *room_for(1) = {Item::Kind::real, unit, value}; }
  void integer(std::int64_t value, Unit unit) override {
    *room_for(1) = {Item::Kind::integer, unit, static_cast<double>(value)};
  }
  void text(std::string_view text) override { add_text(Item::Kind::text, text); }

  void reals(std::string_view name, std::span<const Real> values) override;
  void named_text(std::string_view name, std::string_view value) override;

  /// Valid until something is written or `clear`.
  std::span<const Item> items() const { return {items_.data(), count_}; }
  /// The name of a begin, or a text; valid until `clear`.
  std::string_view text_of(const Item& item) const {
    return std::string_view(characters_).substr(item.at, item.length);
  }
  /// Where a percept of that name begins, at the top; `items().size()` if there is none. `from`: the first that
  /// begins there or behind; it may lie within a percept.
  std::size_t find(std::string_view name, std::size_t from = 0) const;
  /// Copies the numbers of the percept that begins there, in order, as far as there is room, and returns how many it
  /// has: what `Perceptor::fields` describes, if that says anything.
  std::size_t numbers(std::size_t begin, std::span<double> out) const;
  /// Writes the percept that begins there once more, and returns where the next one would begin.
  std::size_t write_to(PerceptWriter& writer, std::size_t begin) const;

 private:
  void add_text(Item::Kind kind, std::string_view text) { *room_for(1) = text_item(kind, text); }
  Item text_item(Item::Kind kind, std::string_view text);
  /// That many more items, to be written by the caller.
  Item* room_for(std::size_t more) {
    if (items_.size() - count_ < more) grow(more);
    Item* const room = items_.data() + count_;
    count_ += more;
    return room;
  }
  void grow(std::size_t more);

  /// As long as the longest sensation so far: only the first `count_` are this one's. A vector's own `push_back` costs
  /// more than what it writes.
  std::vector<Item> items_;
  std::size_t count_ = 0;
  std::string characters_;
};

}  // namespace spark
