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
/// written. It can be refilled without allocating.
///
///     (HJ (name left) (axis 12.5))   begin HJ, begin name, text left, end, begin axis, real 12.5, end, end
class PerceptArray final : public PerceptWriter {
 public:
  struct Item {
    enum class Kind : std::uint8_t { begin, end, real, integer, text };
    Kind kind;
    Unit unit = Unit::none;  ///< of numbers
    double number = 0.0;     ///< of real and integer items; an integer beyond 2^53 is rounded
    std::uint32_t at = 0;    ///< of begin and text items: index of the first character
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

  /// Valid until the next write or `clear`.
  std::span<const Item> items() const { return {items_.data(), count_}; }
  /// The name of a `begin` item, or a text; valid until `clear`.
  std::string_view text_of(const Item& item) const {
    return std::string_view(characters_).substr(item.at, item.length);
  }
  /// The index at which a percept with that name begins, at the top level; `items().size()` if there is none. The
  /// search starts at `from`, which may be within a percept.
  std::size_t find(std::string_view name, std::size_t from = 0) const;
  /// Copies the numbers of the percept that begins there, in order, as far as there is room, and returns how many it
  /// has: the numbers that `Perceptor::fields` describes, if it describes any.
  std::size_t numbers(std::size_t begin, std::span<double> out) const;
  /// Writes the percept that begins there to `writer`, and returns where the next one would begin.
  std::size_t write_to(PerceptWriter& writer, std::size_t begin) const;

 private:
  void add_text(Item::Kind kind, std::string_view text) { *room_for(1) = text_item(kind, text); }
  Item text_item(Item::Kind kind, std::string_view text);
  /// Adds `more` items, to be filled by the caller.
  Item* room_for(std::size_t more) {
    if (items_.size() - count_ < more) grow(more);
    Item* const room = items_.data() + count_;
    count_ += more;
    return room;
  }
  void grow(std::size_t more);

  /// Its size is that of the longest sensation so far; only the first `count_` items are valid. A vector's own
  /// `push_back` costs more than writing the item.
  std::vector<Item> items_;
  std::size_t count_ = 0;
  std::string characters_;
};

}  // namespace spark
