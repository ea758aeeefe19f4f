// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "spark/core/random.h"

namespace spark {

/// A 64-bit hash of a state, from its numbers and texts in order. It is no protection against deliberate collisions. 0
/// and -0 have different hashes.
class StateHash {
 public:
  void add(std::uint64_t word) {
    std::uint64_t state = hash_ ^ word;
    hash_ = split_mix(state);
  }
  void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

}  // namespace spark
