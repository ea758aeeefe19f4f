// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace spark {

/// A set of numbers below 64 · kWords, as a bit set. Small ones are compared and intersected in a few instructions.
template <std::size_t kWords>
class GeomSet {
 public:
  static constexpr std::size_t kMaxGeoms = 64 * kWords;

  void add(std::size_t number) { words_[number / 64] |= bit(number); }
  void remove(std::size_t number) { words_[number / 64] &= ~bit(number); }
  void set(std::size_t number, bool on) { on ? add(number) : remove(number); }
  bool contains(std::size_t number) const { return (words_[number / 64] & bit(number)) != 0; }
  void clear() { *this = {}; }
  static GeomSet all() {
    GeomSet set;
    for (auto& word : set.words_) word = ~std::uint64_t{0};
    return set;
  }

  bool meets(const GeomSet& other) const {
    for (std::size_t i = 0; i < kWords; ++i)
      if ((words_[i] & other.words_[i]) != 0) return true;
    return false;
  }
  /// Calls `look(number)` for each number that is in both sets, in ascending order. Neither may change meanwhile.
  template <typename Look>
  void for_each_in(const GeomSet& other, Look look) const {
    for (std::size_t i = 0; i < kWords; ++i)
      for (std::uint64_t left = words_[i] & other.words_[i]; left != 0; left &= left - 1)
        look(64 * i + static_cast<std::size_t>(std::countr_zero(left)));
  }
  template <typename Look>
  void for_each(Look look) const {
    for_each_in(*this, look);
  }

 private:
  static constexpr std::uint64_t bit(std::size_t number) { return std::uint64_t{1} << (number % 64); }
  std::uint64_t words_[kWords] = {};
};

}  // namespace spark
